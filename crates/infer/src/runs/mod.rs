//! Concrete runs of a routine: states its loops are really in.
//!
//! Inputs are small changes of earlier ones, with the numbers of the program among them, all small
//! values where there are few inputs, and models of "the loop is reached" that the prover gives
//! where guessing does not get through the precondition, or "this branch is taken" where no run has
//! taken it ([`cover`]). A formula that is false in one of the
//! states is no invariant; a check that fails on the way is false. Evaluating is a thousand times
//! cheaper than asking the prover.

mod cover;
mod guess;
mod mutate;
mod reach;
mod states;
mod vary;

pub use guess::Inputs;
pub use mutate::Mutation;
pub use states::{Executable, Runs};
pub use vary::first_values;
pub(crate) use vary::live;

use abide_prover::{Limits, Prover, ProverError};
use reach::{ENOUGH, FEW};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Runs made by guessing, and changes on the way to inputs with linked objects.
const RUNS: u64 = 250;
const CHANGES: usize = 2_000;

/// Steps of all of it: runs over large structures are slow.
const ALL: u64 = 8_000_000;

impl Runs {
    /// Runs a routine on many inputs.
    pub fn of(routine: &Executable, prover: &Arc<dyn Prover>, limits: &Limits) -> Result<Runs, ProverError> {
        let loops = routine.cfg.loops.len();
        let limits = &limits.part(ALL);
        let mut runs = Runs {
            heads: vec![Vec::new(); loops],
            seen: vec![HashMap::new(); loops],
            ..Runs::default()
        };
        let open = &first_values(routine.cfg);
        let inputs = Inputs {
            cfg: routine.cfg,
            vars: routine.vars,
            open,
            repair: routine.repair,
        };
        // guesses are not put right: what the prover is asked for where they do not get through has more rounds
        let guesses = Inputs {
            repair: &Some,
            ..inputs
        };
        guesses.guessed(RUNS, &limits.budget, &mut |input, seed| {
            ControlFlow::Continue(runs.run(routine, input, seed))
        });
        if runs.heads.iter().any(|h| h.len() < FEW) || !runs.are_covered(routine) {
            inputs.linked(
                CHANGES,
                &limits.budget,
                &mut |input, seed| match runs.heads.iter().all(|h| h.len() >= ENOUGH) && runs.are_covered(routine) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(runs.run(routine, input, seed)),
                },
            );
        }
        if runs.heads.iter().any(|h| h.len() < FEW) {
            runs.reach(routine, open, prover, limits)?;
        }
        cover::cover(&mut runs, routine, open, prover, limits)?;
        Ok(runs)
    }
}
