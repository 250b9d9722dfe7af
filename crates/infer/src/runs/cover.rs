//! Inputs for what no run has come to yet.
//!
//! The loops are unrolled twice; for each block of a loop that was not visited, and for the last round of
//! each loop, the prover is asked for an input with which it is reached. This is how lists and other
//! structures in the heap come about, which guessing does not make.

use super::states::{Executable, Runs, STEPS};
use abide_exec::state::truth;
use abide_exec::{Draw, Machine, Values};
use abide_ir::cfg::BlockId;
use abide_logic::{Sort, Term, Var};
use abide_prover::{Answer, Instantiating, Limits, Prover, ProverError, Session};
use abide_vc::{Passive, unroll};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Rounds of each loop, blocks of the unrolled graph, inputs asked for, and what counts as small.
const ROUNDS: u32 = 2;
const BLOCKS: usize = 600;
const ASKED: usize = 8;
const SMALL: i64 = 6;

/// Makes runs that come to the blocks of loops nobody came to.
pub fn cover(
    runs: &mut Runs,
    routine: &Executable,
    open: &[Var],
    prover: &Arc<dyn Prover>,
    limits: &Limits,
) -> Result<(), ProverError> {
    if runs.are_covered(routine) {
        return Ok(());
    }
    let inside: BTreeSet<BlockId> = routine.cfg.loops.iter().flat_map(|l| l.body.iter().copied()).collect();
    let Some(unrolled) = unroll(routine.cfg, ROUNDS, BLOCKS) else {
        return Ok(());
    };
    let graph = unrolled.graph();
    let all = unrolled.vars(routine.vars);
    let mut passive = Passive::whole(&graph, &all);
    let mut session = Instantiating::open(prover, limits)?;
    for formula in std::mem::take(&mut passive.formulas) {
        session.assert(&formula);
    }
    let small = passive.fresh_bool("small");
    let integers = all.iter().filter(|v| *v.sort() == Sort::Int);
    let bounds = integers.flat_map(|v| {
        [
            Term::le(Term::int(-SMALL), v.term()),
            Term::le(v.term(), Term::int(SMALL)),
        ]
    });
    session.assert(&Term::implies(small.clone(), Term::and(bounds.collect::<Vec<_>>())));
    let mut draw = Draw::seeded(13);
    let mut asked = 0;
    // the last copy first: it lies deepest
    for copy in (0..unrolled.origin.len()).rev() {
        let origin = unrolled.origin[copy];
        if asked == ASKED || limits.budget.check().is_err() {
            break;
        }
        if !inside.contains(&origin) || runs.visited.contains(&origin) {
            continue;
        }
        let Some(point) = passive.ends.get(&BlockId(copy as u32)) else {
            continue;
        };
        asked += 1;
        let reached = passive_switch(&mut session, point.reached.clone(), asked);
        if session.check(&[reached.clone(), small.clone()]) != Answer::Sat && session.check(&[reached]) != Answer::Sat {
            continue;
        }
        let state = session.state(&all);
        // determined by its input, the unrolled graph takes the way the model takes
        let mut end = state.clone();
        let mut machine = Machine::new(&unrolled.cfg, Draw::seeded(0), STEPS);
        machine.run(unrolled.cfg.entry, &mut end, &mut |block, state| {
            let origin = unrolled.origin[block.index()];
            runs.visited.insert(origin);
            if let Some(l) = routine.cfg.loop_at(origin) {
                let invariants = &routine.cfg.natural_loop(l).spec.invariants;
                if invariants.iter().any(|c| truth(&c.formula, state) == Some(false)) {
                    return false;
                }
                let own = state.iter().filter(|(v, _)| routine.vars.contains(v));
                runs.keep(l.index(), &own.map(|(v, x)| (v.clone(), x.clone())).collect());
            }
            true
        });
        let input: Values = state.into_iter().filter(|(v, _)| routine.vars.contains(v)).collect();
        runs.near(routine, open, input, &mut draw, &limits.budget);
    }
    runs.stats += session.stats();
    Ok(())
}

/// An assumption must be a variable.
fn passive_switch(session: &mut Instantiating, formula: Term, number: usize) -> Term {
    if formula.as_var().is_some() {
        return formula;
    }
    let switch = Var::new("reached", u32::MAX - number as u32, Sort::Bool).term();
    session.assert(&Term::implies(switch.clone(), formula));
    switch
}
