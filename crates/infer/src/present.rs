//! Clauses made readable.
//!
//! A clause `¬a ∨ ¬b ∨ c` becomes `a && b ==> c`. The conclusion is the literal with the most
//! to say: one that reads a map before one that does not, a skolem-free bound last. Bounds of
//! skolem constants come first among the premises, so that they read as the range of the
//! quantifier: `forall k: int :: 0 <= k && k < i ==> a[k] == 0`.

use abide_abstraction::Precision;
use abide_logic::{Kind, Term, Var};
use abide_region::Clause;

/// A formula for a loop head that nobody has proved from the source yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The formula, closed.
    pub formula: Term,
}

impl Candidate {
    /// The readable form of a clause over a loop's predicates.
    pub fn of_clause(precision: &Precision, clause: Clause) -> Candidate {
        let skolems = precision.skolems_of(clause);
        let mut literals: Vec<Term> = clause
            .literals()
            .map(|l| {
                let formula = precision.predicates[l.predicate as usize].formula.clone();
                if l.positive { formula } else { Term::not(formula) }
            })
            .collect();
        // the best conclusion, the latest among equals
        let best = (0..literals.len()).max_by_key(|i| (weight(&literals[*i], &skolems), *i));
        let Some(best) = best else {
            return Candidate { formula: Term::ff() };
        };
        let conclusion = literals.remove(best);
        let mut premises: Vec<Term> = literals.into_iter().map(Term::not).collect();
        premises.sort_by_key(|p| std::cmp::Reverse(rank(p, &skolems)));
        let formula = Term::implies(Term::and(premises), conclusion);
        Candidate {
            formula: Term::forall(skolems, formula),
        }
    }
}

/// How much a literal says as a conclusion.
fn weight(literal: &Term, skolems: &[Var]) -> u32 {
    let mut reads = 0;
    literal.visit(&mut |t| {
        if matches!(t.kind(), Kind::Select(..) | Kind::Apply(..)) {
            reads += 1;
        }
        true
    });
    if reads > 0 {
        return 10 + reads;
    }
    match (is_bound(literal, skolems), literal.kind()) {
        (true, _) => 0,
        // a positive fact reads better after the arrow than a negated one
        (false, Kind::Not(_)) => 1,
        (false, _) => 2,
    }
}

/// Where a premise stands: bounds of skolem constants first, lower before upper.
fn rank(premise: &Term, skolems: &[Var]) -> u32 {
    let is_skolem = |t: &Term| t.as_var().is_some_and(|v| skolems.contains(v));
    match premise.kind() {
        Kind::Lt(_, b) | Kind::Le(_, b) if is_skolem(b) && !is_bound_of_two(premise, skolems) => 3,
        Kind::Lt(a, b) | Kind::Le(a, b) if is_skolem(a) || is_skolem(b) => 2,
        _ => 0,
    }
}

fn is_bound_of_two(premise: &Term, skolems: &[Var]) -> bool {
    premise.free_vars().iter().filter(|v| skolems.contains(v)).count() > 1
}

fn is_bound(literal: &Term, skolems: &[Var]) -> bool {
    match literal.kind() {
        Kind::Lt(a, b) | Kind::Le(a, b) => [a, b].iter().any(|t| t.as_var().is_some_and(|v| skolems.contains(v))),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_abstraction::{Origin, Predicate};
    use abide_logic::Sort;
    use abide_region::Literal;

    #[test]
    fn ranges_come_first_and_reads_last() {
        let i = Var::new("i", 0, Sort::Int);
        let k = Var::new("k", 1, Sort::Int);
        let a = Var::new("a", 2, Sort::map(Sort::Int, Sort::Int));
        let atoms = [
            Term::eq(Term::select(a.term(), k.term()), Term::int(0)),
            Term::lt(k.term(), i.term()),
            Term::le(Term::int(0), k.term()),
        ];
        let predicates = atoms.map(|formula| Predicate {
            formula,
            origin: Origin::User,
            span: None,
        });
        let precision = Precision {
            predicates: predicates.to_vec(),
            skolems: vec![k],
        };
        let clause = [Literal::positive(0), Literal::negative(1), Literal::negative(2)];
        let clause = clause.into_iter().fold(Clause::new(0, 0), Clause::with);
        let shown = Candidate::of_clause(&precision, clause).formula.to_string();
        assert_eq!(shown, "forall k: int :: 0 <= k && k < i ==> a[k] == 0");
    }
}
