//! Triggers for the quantifier over the skolem constants of a loop.
//!
//! Without them Boogie's prover has nothing to instantiate the inferred fact by: the function
//! under the quantifier is found only later, and occurs nowhere else.

use abide_logic::{Kind, Term, Var};
use std::collections::BTreeSet;

/// More alternatives than this are not worth their instances.
const MOST: usize = 8;

/// Sets of terms, each of which mentions all of `vars`; none if that cannot be done.
///
/// For each variable the smallest reads and calls that mention it are taken, in all
/// combinations.
pub(super) fn triggers(predicates: &[Term], vars: &[Var]) -> Vec<Vec<Term>> {
    let mut found: Vec<Term> = Vec::new();
    for predicate in predicates {
        predicate.visit(&mut |t| {
            if is_pattern(t) && matches!(t.kind(), Kind::Select(..) | Kind::Apply(..)) && !found.contains(t) {
                found.push(t.clone());
            }
            !matches!(t.kind(), Kind::Quant(..))
        });
    }
    let mut sets: Vec<BTreeSet<Term>> = vec![BTreeSet::new()];
    for var in vars {
        let with: Vec<&Term> = found.iter().filter(|t| t.mentions(var)).collect();
        let smallest = with.iter().filter(|t| !t.kind().children().any(|c| with.contains(&c)));
        let smallest: Vec<&Term> = smallest.copied().collect();
        let grown = sets.iter().flat_map(|set| {
            smallest.iter().map(move |t| {
                let mut set = set.clone();
                set.insert((*t).clone());
                set
            })
        });
        sets = grown.collect();
        sets.dedup();
        sets.truncate(MOST);
    }
    sets.into_iter().map(|set| set.into_iter().collect()).collect()
}

/// Is the term made of reads and calls only?
fn is_pattern(t: &Term) -> bool {
    match t.kind() {
        Kind::Var(_) | Kind::Int(_) | Kind::Null => true,
        Kind::Select(..) | Kind::Apply(..) => t.kind().children().all(is_pattern),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_logic::Sort;

    #[test]
    fn every_variable_is_covered() {
        let a = Var::new("a", 0, Sort::map(Sort::Int, Sort::Int)).term();
        let (x, y) = (Var::new("x", 1, Sort::Int), Var::new("y", 2, Sort::Int));
        let read = |t: &Var| Term::select(a.clone(), t.term());
        let twice = Term::select(a.clone(), read(&x));
        let next = Term::select(a.clone(), Term::add(x.term(), Term::int(1)));
        let predicates = [Term::le(read(&x), read(&y)), Term::lt(twice, next)];
        let both = [x.clone(), y.clone()];
        assert_eq!(triggers(&predicates, &both), [[read(&x), read(&y)]]);
        assert_eq!(triggers(&predicates[1..], std::slice::from_ref(&x)), [[read(&x)]]);
        assert!(triggers(&[Term::lt(x.term(), y.term())], &both).is_empty());
    }
}
