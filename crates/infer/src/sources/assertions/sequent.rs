//! A formula on its way back: what is given, and what is to hold then.
//!
//! ```text
//!   ∀ vars. given₁ ∧ … ∧ givenₙ ⇒ goal
//! ```
//!
//! Assertions are broken into such pieces (Janota §6, *assertion breaking*), and pieces are kept
//! simple: what is given already is not asked again, and the one-point rule `∀x. x = E ⇒ F ⟶ F[x:=E]`
//! takes away variables. Pieces that are true vanish.

use crate::sources::back_propagation::{choice, read_through};
use crate::sources::terms::is_about_machine;
use abide_logic::{Kind, Quantifier, Sort, Subst, Term, Var};
use std::collections::BTreeSet;

/// Hypotheses of a sequent; beyond them nothing is added, which only makes it stronger.
const GIVEN: usize = 6;

/// Pieces one formula is broken into.
const PIECES: usize = 24;

/// A piece of an assertion.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sequent {
    /// Quantified over; integers with names nobody uses.
    pub vars: Vec<Var>,
    /// What may be assumed.
    pub given: Vec<Term>,
    /// What is to hold.
    pub goal: Term,
}

impl Sequent {
    /// The pieces of a formula, with `names` for what it quantifies over.
    pub fn pieces(formula: &Term, names: &[Var]) -> Vec<Sequent> {
        let whole = Sequent {
            vars: Vec::new(),
            given: Vec::new(),
            goal: formula.clone(),
        };
        whole.broken(names)
    }

    /// The formula.
    pub fn closed(&self) -> Term {
        let body = Term::implies(Term::and(self.given.iter().cloned()), self.goal.clone());
        Term::forall(self.vars.iter().cloned(), body)
    }

    /// The variables it speaks of.
    pub fn free_vars(&self) -> BTreeSet<Var> {
        let mut free = self.goal.free_vars();
        free.extend(self.given.iter().flat_map(Term::free_vars));
        self.vars.iter().for_each(|v| {
            free.remove(v);
        });
        free
    }

    /// The number of its nodes.
    pub fn size(&self) -> usize {
        self.closed().size()
    }

    /// The sequent after a substitution for program variables, in pieces.
    pub fn replaced(&self, subst: &Subst, names: &[Var]) -> Vec<Sequent> {
        let done = |t: &Term| read_through(&subst.apply(t));
        let new = Sequent {
            vars: self.vars.clone(),
            given: self.given.iter().map(done).collect(),
            goal: done(&self.goal),
        };
        if new == *self {
            return vec![new];
        }
        new.broken(names)
    }

    /// The weakest precondition over `assume fact`, as Janota's heuristic has it: the fact is replaced
    /// by `true`, and made a hypothesis only if it shares a variable with the rest.
    pub fn under(&self, fact: &Term) -> Option<Sequent> {
        self.assuming(fact, |own, part| {
            let said = |v: &Var| !matches!(v.sort(), Sort::Map(_));
            part.free_vars().iter().any(|v| said(v) && own.contains(v))
        })
    }

    /// The weakest precondition over `assume fact`.
    pub fn given(&self, fact: &Term) -> Option<Sequent> {
        self.assuming(fact, |_, _| true)
    }

    /// The sequent where a fact is known.
    pub fn knowing(&self, fact: &Term) -> Option<Sequent> {
        self.assuming(fact, |_, _| false)
    }

    fn assuming(&self, fact: &Term, matters: impl Fn(&BTreeSet<Var>, &Term) -> bool) -> Option<Sequent> {
        let mut new = self.clone();
        for part in fact.conjuncts() {
            new.goal = new.goal.replaced(&part, &Term::tt());
            new.goal = new.goal.replaced(&Term::not(part.clone()), &Term::ff());
            new.given.retain(|g| *g != part);
            if is_about_machine(&part) || part.has_quantifier() || part.size() > 40 {
                continue;
            }
            if new.given.len() < GIVEN && matters(&new.free_vars(), &part) {
                new.given.push(part);
            }
        }
        new.simplified()
    }

    /// The pieces of a sequent whose parts may be any formulas.
    fn broken(self, names: &[Var]) -> Vec<Sequent> {
        let mut found = Vec::new();
        let mut work = vec![self];
        let mut steps = 0;
        while let Some(piece) = work.pop() {
            steps += 1;
            if steps > 8 * PIECES || found.len() >= PIECES {
                break;
            }
            match piece.step(names) {
                Some(smaller) => work.extend(smaller.into_iter().rev()),
                None => found.extend(piece.simplified()),
            }
        }
        found.retain(|s| !is_about_machine(&s.goal));
        found
    }

    /// One step of breaking, if there is one.
    fn step(&self, names: &[Var]) -> Option<Vec<Sequent>> {
        let with = |given: Vec<Term>, goal: Term| {
            let mut new = self.clone();
            new.given.extend(given);
            new.goal = goal;
            new
        };
        // a hypothesis with cases inside, a conjunction
        for (number, given) in self.given.iter().enumerate() {
            if let Kind::And(parts) = given.kind() {
                let mut new = self.clone();
                new.given.splice(number..=number, parts.iter().cloned());
                return Some(vec![new]);
            }
            if let Some((c, a, b)) = choice(given).filter(|(c, ..)| is_bound_free(c, given)) {
                let side = |c: Term, (part, by): &(Term, Term)| {
                    let mut new = self.clone();
                    new.given[number] = given.replaced(part, by);
                    new.given.push(c);
                    new
                };
                return Some(vec![side(c.clone(), &a), side(Term::not(c), &b)]);
            }
        }
        let negated = |t: &Term| Term::not(t.clone());
        match self.goal.kind() {
            Kind::And(parts) => Some(parts.iter().map(|p| with(Vec::new(), p.clone())).collect()),
            Kind::Implies(a, b) => Some(vec![with(a.conjuncts(), b.clone())]),
            Kind::Or(parts) => {
                let (last, others) = parts.split_last()?;
                Some(vec![with(others.iter().map(negated).collect(), last.clone())])
            }
            Kind::Ite(c, a, b) => Some(vec![
                with(vec![c.clone()], a.clone()),
                with(vec![Term::not(c.clone())], b.clone()),
            ]),
            Kind::Not(inner) => match inner.kind() {
                Kind::Or(parts) => Some(parts.iter().map(|p| with(Vec::new(), negated(p))).collect()),
                Kind::Implies(a, b) => Some(vec![with(Vec::new(), a.clone()), with(Vec::new(), negated(b))]),
                Kind::And(parts) => Some(vec![with(Vec::new(), Term::or(parts.iter().map(negated)))]),
                Kind::Quant(Quantifier::Exists, vars, body) => {
                    let all = Term::forall(vars.iter().cloned(), negated(body));
                    Some(vec![with(Vec::new(), all)])
                }
                _ => self.cases(&with),
            },
            Kind::Quant(Quantifier::Forall, vars, body) => {
                let free: Vec<&Var> = names.iter().filter(|n| !self.vars.contains(n)).collect();
                let plain = vars.iter().all(|v| *v.sort() == Sort::Int);
                if !plain || vars.len() > free.len() {
                    return None;
                }
                let renamed = vars.iter().cloned().zip(free.iter().map(|n| n.term()));
                let renamed: Subst = renamed.collect();
                let mut new = with(Vec::new(), renamed.apply(body));
                new.vars.extend(free.into_iter().take(vars.len()).cloned());
                Some(vec![new])
            }
            Kind::Quant(..) => None,
            _ => self.cases(&with),
        }
    }

    /// A case distinction inside of the goal.
    fn cases(&self, with: &dyn Fn(Vec<Term>, Term) -> Sequent) -> Option<Vec<Sequent>> {
        let (c, a, b) = choice(&self.goal).filter(|(c, ..)| is_bound_free(c, &self.goal))?;
        Some(vec![
            with(vec![c.clone()], self.goal.replaced(&a.0, &a.1)),
            with(vec![Term::not(c)], self.goal.replaced(&b.0, &b.1)),
        ])
    }

    /// The same, simpler; nothing if it is true.
    pub fn simplified(mut self) -> Option<Sequent> {
        // ∀x. x = E ∧ F ⇒ G   is   (F ⇒ G)[x := E]
        while let Some((number, var, term)) = self.point() {
            self.given.remove(number);
            let subst: Subst = [(var.clone(), term)].into_iter().collect();
            self.given = self.given.iter().map(|g| subst.apply(g)).collect();
            self.goal = subst.apply(&self.goal);
            self.vars.retain(|v| *v != var);
        }
        let mut given: Vec<Term> = Vec::new();
        for fact in self.given.iter().flat_map(Term::conjuncts) {
            if fact.is_false() || entails(&fact, &self.goal) || given.contains(&Term::not(fact.clone())) {
                return None;
            }
            if !is_trivial(&fact) && !given.contains(&fact) && !is_about_machine(&fact) {
                given.push(fact);
            }
        }
        if is_trivial(&self.goal) {
            return None;
        }
        // nothing can follow: one of the hypotheses is false
        if self.goal.is_false() {
            self.goal = Term::not(given.pop()?);
        }
        self.given = given;
        let free = Term::and(self.given.iter().chain([&self.goal]).cloned()).free_vars();
        self.vars.retain(|v| free.contains(v));
        Some(self)
    }

    /// A hypothesis `x = E` for a quantified x that E does not speak of.
    fn point(&self) -> Option<(usize, Var, Term)> {
        let quantified = |t: &Term| t.as_var().filter(|v| self.vars.contains(v)).cloned();
        for (number, fact) in self.given.iter().enumerate() {
            let Kind::Eq(a, b) = fact.kind() else { continue };
            for (x, e) in [(a, b), (b, a)] {
                if let Some(x) = quantified(x).filter(|x| !e.mentions(x)) {
                    return Some((number, x, e.clone()));
                }
            }
        }
        None
    }
}

/// True by its form.
fn is_trivial(t: &Term) -> bool {
    match t.kind() {
        Kind::Bool(b) => *b,
        Kind::Le(a, b) => a == b,
        _ => false,
    }
}

/// Does the second follow from the first by its form?
fn entails(fact: &Term, goal: &Term) -> bool {
    fact == goal
        || match (fact.kind(), goal.kind()) {
            (Kind::Lt(a, b), Kind::Le(c, d)) => a == c && b == d,
            (Kind::Eq(a, b), Kind::Le(c, d)) => a == c && b == d || a == d && b == c,
            _ => false,
        }
}

/// Does the condition speak only of what is free in the term?
fn is_bound_free(condition: &Term, term: &Term) -> bool {
    condition.free_vars().is_subset(&term.free_vars())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn var(name: &str, tag: u32) -> Var {
        Var::new(name, tag, Sort::Int)
    }

    #[test]
    fn assertions_are_broken_into_literals() {
        let (x, y, k) = (var("x", 0), var("y", 1), var("k", 9));
        let [zero, one] = [0, 1].map(Term::int);
        let both = Term::and([Term::le(zero.clone(), x.term()), Term::lt(x.term(), y.term())]);
        let pieces = Sequent::pieces(&both, std::slice::from_ref(&k));
        let goals: Vec<String> = pieces.iter().map(|p| p.closed().to_string()).collect();
        assert_eq!(goals, ["0 <= x", "x < y"]);
        // ∀z. 0 <= z ==> z < y && (z == 1 ==> x < y): the one-point rule takes z away
        let z = var("z", 2);
        let point = Term::implies(Term::eq(z.term(), one), Term::lt(x.term(), y.term()));
        let inner = Term::and([Term::lt(z.term(), y.term()), point]);
        let all = Term::forall([z.clone()], Term::implies(Term::le(zero, z.term()), inner));
        let pieces = Sequent::pieces(&all, &[k]);
        let closed: Vec<String> = pieces.iter().map(|p| p.closed().to_string()).collect();
        assert_eq!(closed.len(), 2);
        assert_eq!(closed[1], "x < y");
        assert_eq!(pieces[0].vars.len(), 1);
    }

    #[test]
    fn facts_are_assumed_only_where_they_matter() {
        let (x, y, z) = (var("x", 0), var("y", 1), var("z", 2));
        let goal = Term::lt(x.term(), y.term());
        let sequent = Sequent::pieces(&goal, &[]).remove(0);
        let apart = Term::le(Term::int(0), z.term());
        assert_eq!(sequent.under(&apart), Some(sequent.clone()));
        let near = Term::le(Term::int(0), x.term());
        assert_eq!(sequent.under(&near).map(|s| s.given), Some(vec![near]));
        assert_eq!(sequent.under(&goal), None, "what is assumed holds");
    }
}
