//! Clauses as the competition of Horn solvers (CHC-COMP) wants them.
//!
//! The arguments of relations are distinct variables, and what occurs several times in a tail, outside of quantifiers, is the
//! value of a variable.

use abide_logic::{Kind, Sort, Term, Var};
use std::collections::{BTreeSet, HashMap};

/// A clause: what is in its tail implies its head, for all values of its variables.
pub struct Clause {
    /// The tail.
    pub tail: Vec<Term>,
    /// The head: a relation, or `false`.
    pub head: Term,
}

/// The clause in normal form.
pub fn normal(tail: Vec<Term>, head: Term) -> Clause {
    let tags = tail.iter().chain([&head]).map(Term::free_tag);
    let mut namer = Namer {
        next: tags.max().unwrap_or(0),
        uses: HashMap::new(),
        named: HashMap::new(),
        values: Vec::new(),
    };
    tail.iter().for_each(|t| namer.count(t));
    let mut parts: Vec<Term> = tail.iter().map(|t| namer.inside(t)).collect();
    parts.append(&mut namer.values);
    let mut seen = BTreeSet::new();
    let head = match head.kind() {
        Kind::Apply(relation, args) => {
            let mut own = Vec::new();
            for arg in args {
                match arg.as_var() {
                    Some(v) if seen.insert(v.clone()) => own.push(arg.clone()),
                    _ => {
                        let v = namer.fresh(arg.sort().clone());
                        parts.push(Term::eq(v.term(), arg.clone()));
                        own.push(v.term());
                    }
                }
            }
            Term::apply(relation.clone(), own)
        }
        _ => head.clone(),
    };
    parts.retain(|p| !p.is_true());
    Clause { tail: parts, head }
}

/// Gives names to what occurs several times.
struct Namer {
    next: u32,
    uses: HashMap<usize, u32>,
    named: HashMap<usize, Term>,
    /// What the names stand for.
    values: Vec<Term>,
}

impl Namer {
    fn fresh(&mut self, sort: Sort) -> Var {
        self.next += 1;
        Var::new("part", self.next, sort)
    }

    fn count(&mut self, t: &Term) {
        let uses = self.uses.entry(t.address()).or_default();
        *uses += 1;
        if *uses == 1 && !matches!(t.kind(), Kind::Quant(..)) {
            t.kind().children().for_each(|c| self.count(c));
        }
    }

    /// A term with names for those of its parts that occur several times.
    fn inside(&mut self, t: &Term) -> Term {
        match t.kind() {
            Kind::Quant(..) => t.clone(),
            _ => t.map_children(&mut |c| self.part(c)),
        }
    }

    fn part(&mut self, t: &Term) -> Term {
        if let Some(name) = self.named.get(&t.address()) {
            return name.clone();
        }
        let shared = self.uses.get(&t.address()).is_some_and(|n| *n > 1);
        let new = self.inside(t);
        if !shared || !is_worth_a_name(t) {
            return new;
        }
        let name = self.fresh(t.sort().clone()).term();
        self.values.push(Term::eq(name.clone(), new));
        self.named.insert(t.address(), name.clone());
        name
    }
}

/// Constants and variables are shorter than names; relations have none.
fn is_worth_a_name(t: &Term) -> bool {
    !matches!(t.kind(), Kind::Apply(..) | Kind::Quant(..) | Kind::Const(_)) && t.kind().children().next().is_some()
}
