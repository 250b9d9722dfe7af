//! Redundant facts: those that follow from the others.
//!
//! That a fact does not follow is shown by a state in which it alone is false. Many such states are next to states of
//! runs, in which all facts hold; the prover is queried only about the rest.

use abide_exec::state::truth;
use abide_exec::{Draw, Values};
use abide_logic::{Sort, Term, Var};
use abide_prover::{Answer, Instantiating, Limits, Prover, ProverError, Session, Stats};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Steps for seeing whether one fact follows from others, which takes few where it does.
const STEPS: u64 = 100_000;

/// States that are tried, and changes of each.
const STATES: usize = 40;
const CHANGES: usize = 24;

/// Those of some facts about one place that follow from the others, the longest first. `states` are some in
/// which all of them hold.
pub(crate) fn implied(
    facts: &[Term],
    states: &[Values],
    prover: &Arc<dyn Prover>,
    limits: &Limits,
) -> Result<(Vec<Term>, Stats), ProverError> {
    let alone = false_alone(facts, states);
    if alone.iter().all(|alone| *alone) {
        return Ok((Vec::new(), Stats::default()));
    }
    let limits = Limits {
        steps: Some(STEPS),
        ..limits.clone()
    };
    let mut session = Instantiating::open(prover, &limits)?;
    let said = |i: usize| Var::new("said!", i as u32, Sort::Bool).term();
    let denied = |i: usize| Var::new("denied!", i as u32, Sort::Bool).term();
    for (i, fact) in facts.iter().enumerate() {
        session.assert(&Term::implies(said(i), fact.clone()));
        session.assert(&Term::implies(denied(i), Term::not(fact.clone())));
    }
    let mut doubtful: Vec<usize> = (0..facts.len()).filter(|i| !alone[*i]).collect();
    doubtful.sort_by_key(|i| std::cmp::Reverse(facts[*i].size()));
    let mut found: Vec<usize> = Vec::new();
    for i in doubtful {
        let others = (0..facts.len()).filter(|j| *j != i && !found.contains(j)).map(said);
        let assumed: Vec<Term> = others.chain([denied(i)]).collect();
        if assumed.len() > 1 && matches!(session.check(&assumed), Answer::Unsat(_)) {
            found.push(i);
        }
    }
    Ok((found.into_iter().map(|i| facts[i].clone()).collect(), session.stats()))
}

/// For each fact, whether it alone is false in some small change of one of the states.
fn false_alone(facts: &[Term], states: &[Values]) -> Vec<bool> {
    let vars: BTreeSet<Var> = facts.iter().flat_map(Term::free_vars).collect();
    let vars: Vec<Var> = vars.into_iter().collect();
    let mut alone = vec![false; facts.len()];
    let mut draw = Draw::seeded(17);
    for state in states.iter().take(STATES) {
        for _ in 0..CHANGES {
            let mut changed = state.clone();
            draw.change(&mut changed, &vars);
            let truths: Vec<Option<bool>> = facts.iter().map(|f| truth(f, &changed)).collect();
            let wrong: Vec<usize> = (0..facts.len()).filter(|i| truths[*i] != Some(true)).collect();
            if let [i] = wrong.as_slice() {
                alone[*i] |= truths[*i] == Some(false);
            }
        }
    }
    alone
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_logic::Value;

    #[test]
    fn a_change_of_a_state_shows_that_a_fact_is_needed() {
        let [x, y] = ["x", "y"].map(|name| Var::new(name, 0, Sort::Int));
        let below = |v: &Var, bound: i64| Term::le(v.term(), Term::int(bound));
        let state: Values = [(x.clone(), Value::int(5)), (y.clone(), Value::int(5))].into();
        let states = vec![state; STATES];
        assert_eq!(false_alone(&[below(&x, 5), below(&y, 5)], &states), [true, true]);
        // whatever exceeds seven exceeds five
        assert_eq!(false_alone(&[below(&x, 5), below(&x, 7)], &states), [true, false]);
        assert_eq!(false_alone(&[below(&x, 5)], &[]), [false]);
    }
}
