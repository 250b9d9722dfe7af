//! The predicates of a place: predicates over objects, singletons, and a few of the state.
//!
//! Bohne's predicates are sets of objects. What is known of a variable `x` that a loop moves,
//! `reach(next, first, x)`, is here the set `reach(next, first, v)` together with the singleton
//! `v == x`: one set serves all variables. So the predicates of shape analysis and of the source are
//! turned into sets where they mention a reference that the loop changes; the rest are predicates of
//! the state.

use super::context::Instance;
use super::cube::Signature;
use abide_abstraction::{Origin, Precision, Predicate};
use abide_ir::cfg::NaturalLoop;
use abide_logic::{Kind, Sort, Subst, Term, Var};

/// Predicates of one place, at most.
const MOST: usize = 16;

/// The predicates of a place.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    /// The arbitrary object.
    pub object: Var,
    /// The predicates, by number.
    pub predicates: Vec<Predicate>,
}

impl Vocabulary {
    /// Nothing can be said.
    pub fn empty(object: &Var) -> Vocabulary {
        Vocabulary {
            object: object.clone(),
            predicates: Vec::new(),
        }
    }

    /// The predicates of a loop, as sets of objects where they mention references it changes. Skolem
    /// constants of the source that are references stand for any object too; predicates with others are
    /// left out.
    pub fn of_loop(around: &NaturalLoop, precision: &Precision, object: &Var) -> Vocabulary {
        let mut found = Vocabulary::empty(object);
        let mut sets = Vec::new();
        for predicate in &precision.predicates {
            let free = predicate.formula.free_vars();
            let fixed = |v: &&Var| free.contains(v) && *v != object;
            let skolems: Vec<&Var> = precision.skolems.iter().filter(fixed).collect();
            let formula = match skolems.as_slice() {
                [] => predicate.formula.clone(),
                [one] if *one.sort() == Sort::Ref && !free.contains(object) => {
                    Subst::from_iter([((*one).clone(), object.term())]).apply(&predicate.formula)
                }
                _ => continue,
            };
            let (set, moved) = found.set_of(around, formula);
            if let Some(x) = moved {
                found.add(Term::eq(object.term(), x.term()), Origin::Shape);
            }
            sets.push((set, predicate.origin));
        }
        let speaks = |(set, _): &(Term, Origin)| set.mentions(object);
        if sets.iter().any(speaks) {
            found.add(Term::eq(object.term(), Term::null()), Origin::Shape);
        }
        for (set, origin) in sets {
            found.add(set, origin);
        }
        found
    }

    /// A formula as a set of objects, and the variable whose place the arbitrary object takes.
    fn set_of(&self, around: &NaturalLoop, formula: Term) -> (Term, Option<Var>) {
        let free = formula.free_vars();
        if free.contains(&self.object) {
            return (formula, None);
        }
        let moves = |v: &&Var| *v.sort() == Sort::Ref && around.targets.contains(*v);
        let moved: Vec<&Var> = free.iter().filter(moves).collect();
        // a variable that is followed, `x.next == y`, before one that is only compared
        let followed = moved.iter().find(|v| is_followed(&formula, v));
        match followed.or(moved.first()) {
            None => (formula, None),
            Some(x) => {
                let set = Subst::from_iter([((*x).clone(), self.object.term())]).apply(&formula);
                (set, Some((*x).clone()))
            }
        }
    }

    /// Adds a predicate found later, as a set if it is one; says whether it was new.
    pub fn extend(&mut self, around: &NaturalLoop, formula: Term, origin: Origin) -> bool {
        let (set, moved) = self.set_of(around, formula);
        let name = moved.map(|x| Term::eq(self.object.term(), x.term()));
        let named = name.is_some_and(|name| self.add(name, origin));
        self.add(set, origin) || named
    }

    /// Adds a predicate that is new; says whether it was.
    pub fn add(&mut self, formula: Term, origin: Origin) -> bool {
        let formula = self.oriented(formula);
        let constant = formula.is_true() || formula.is_false() || formula.has_quantifier();
        let negated = Term::not(formula.clone());
        let known = |p: &Predicate| p.formula == formula || p.formula == negated;
        if constant || self.predicates.len() >= MOST || self.predicates.iter().any(known) {
            return false;
        }
        self.predicates.push(Predicate {
            formula,
            origin,
            span: None,
        });
        true
    }

    /// An equation with the object on its left side.
    fn oriented(&self, formula: Term) -> Term {
        match formula.kind() {
            Kind::Eq(a, b) if b.as_var() == Some(&self.object) => Term::eq(b.clone(), a.clone()),
            _ => formula,
        }
    }

    /// What `v == x` says `v` is.
    pub fn named(&self, predicate: usize) -> Option<&Term> {
        match self.predicates[predicate].formula.kind() {
            Kind::Eq(v, x) if v.as_var() == Some(&self.object) && !x.mentions(&self.object) => Some(x),
            _ => None,
        }
    }

    /// The predicates without their meaning.
    pub fn signature(&self) -> Signature {
        let numbers = 0..self.predicates.len();
        let of_state = |p: &usize| !self.predicates[*p].formula.mentions(&self.object);
        Signature {
            width: self.predicates.len(),
            singletons: numbers.clone().filter(|p| self.named(*p).is_some()).collect(),
            of_state: numbers.filter(of_state).fold(0, |bits, p| bits | 1 << p),
        }
    }

    /// A predicate at an instance of the object.
    pub fn at(&self, predicate: usize, instance: Instance) -> Term {
        let formula = &self.predicates[predicate].formula;
        match instance {
            Instance::Every => formula.clone(),
            Instance::At(singleton) => {
                let x = self.named(singleton).expect("a singleton").clone();
                Subst::from_iter([(self.object.clone(), x)]).apply(formula)
            }
        }
    }
}

/// Is a field read at the variable?
fn is_followed(formula: &Term, var: &Var) -> bool {
    formula.has(|t| matches!(t.kind(), Kind::Select(_, key) if key.as_var() == Some(var)))
}
