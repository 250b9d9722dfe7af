//! From a passive form to a clause.

use super::normal::{Clause, normal};
use crate::Passive;
use abide_logic::{Kind, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// `∀ all. given ∧ what makes demanded true ⇒ head`, in normal form.
pub(super) fn clause(passive: &Passive, given: Term, demanded: Term, head: Term) -> Clause {
    let body = needed(passive, demanded, &head);
    let tail = [given].into_iter().chain(body).flat_map(|t| t.conjuncts()).collect();
    normal(tail, head)
}

/// What of the passive form makes `demanded` possible and defines what `head` mentions.
///
/// A formula `c ⇒ facts` is left out where nothing needs `c`, and is just `facts` where `c` is
/// demanded; a definition `v = e` is left out where nothing needs `v`.
fn needed(passive: &Passive, demanded: Term, head: &Term) -> Vec<Term> {
    let mut controls: BTreeMap<&Var, Term> = BTreeMap::new();
    let mut values: BTreeMap<&Var, &Term> = BTreeMap::new();
    let mut facts = Vec::new();
    for formula in &passive.formulas {
        match formula.kind() {
            Kind::Implies(c, fact) if c.as_var().is_some() => {
                controls.insert(c.as_var().expect("a variable"), fact.clone());
            }
            Kind::Not(c) if c.as_var().is_some() => {
                controls.insert(c.as_var().expect("a variable"), Term::ff());
            }
            Kind::Eq(v, _) if v.as_var().is_some() => {
                values.insert(v.as_var().expect("a variable"), formula);
            }
            _ => facts.push(formula.clone()),
        }
    }
    let mut asserted = vec![demanded];
    while let Some(t) = asserted.pop() {
        match t.as_var().and_then(|c| controls.remove(c)) {
            Some(fact) => asserted.extend(fact.conjuncts()),
            None => facts.push(t),
        }
    }
    let mut wanted: BTreeSet<Var> = facts.iter().chain([head]).flat_map(Term::free_vars).collect();
    while let Some(var) = wanted.pop_last() {
        let control = controls.remove(&var).map(|fact| Term::implies(var.term(), fact));
        if let Some(fact) = control.or_else(|| values.remove(&var).cloned()) {
            wanted.extend(fact.free_vars());
            facts.push(fact);
        }
    }
    facts.reverse();
    facts
}
