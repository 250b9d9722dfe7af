//! Which facts are given to MONA with a goal.

use abide_logic::heap::set_sort;
use abide_logic::{Sort, Term, Var};
use std::collections::BTreeSet;

/// Selections tried before all facts are taken.
const STAGES: usize = 3;

/// Growing selections of the facts. The first has those that name no other objects than the last fact,
/// the negated goal; each further one those that name one object more.
pub(crate) fn stages(facts: &[Term]) -> Vec<Vec<Term>> {
    let named: Vec<BTreeSet<Var>> = facts.iter().map(objects).collect();
    let mut about = named.last().cloned().unwrap_or_default();
    let mut stages: Vec<Vec<Term>> = Vec::new();
    for stage in 0..=STAGES {
        let is_in = |names: &BTreeSet<Var>| stage == STAGES || names.is_subset(&about);
        let chosen = facts.iter().zip(&named).filter(|(_, names)| is_in(names));
        let chosen: Vec<Term> = chosen.map(|(f, _)| f.clone()).collect();
        if stages.last() != Some(&chosen) {
            stages.push(chosen);
        }
        let near = |names: &&BTreeSet<Var>| names.difference(&about).count() == 1 && !names.is_disjoint(&about);
        let more: BTreeSet<Var> = named.iter().filter(near).flatten().cloned().collect();
        about.extend(more);
    }
    stages
}

/// The variables that name objects and sets of them.
fn objects(fact: &Term) -> BTreeSet<Var> {
    let names = |v: &Var| *v.sort() == Sort::Ref || *v.sort() == set_sort();
    fact.free_vars().into_iter().filter(names).collect()
}
