//! Runs that go on for millions of commands: loops with large constant bounds.

use abide_exec::{Compiled, Draw, Ended, Memory, Stop, Values};
use abide_infer::runs::Mutation;
use abide_ir::cfg::BlockId;
use abide_logic::{Value, Var};
use abide_prover::Limits;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::rc::Rc;

/// Runs, commands of one and of all of them.
const RUNS: u64 = 24;
const LONG: usize = 16_000_000;
const ALL: usize = 48_000_000;

/// So many runs in a row that are short end the search.
const SHORT: usize = 3;

/// Commands in the time of one step of a budget.
const A_STEP: usize = 16;

/// A routine whose runs may be long, and where the source determines all that is not an input or a choice of the run.
pub(super) struct LongRuns<'r> {
    pub vars: &'r BTreeSet<Var>,
    pub inputs: &'r [Var],
    /// Puts inputs right that the language does not allow.
    pub repair: &'r dyn Fn(Values) -> Option<Values>,
    pub calls: &'r Rc<Memory>,
    /// Runs of fewer commands are short: they are left to others.
    pub short: usize,
}

/// A run: its input, the blocks it passes first, and how it ends.
pub(super) struct LongRun<'a> {
    pub input: Values,
    pub blocks: Vec<BlockId>,
    pub ended: Ended<'a>,
}

impl LongRuns<'_> {
    /// Runs the compiled graph, until there is nothing more to be looked for. The first `blocks` of each run are told.
    pub(super) fn each<'a>(
        &self,
        program: &Compiled<'a>,
        blocks: usize,
        limits: &Limits,
        look: &mut dyn FnMut(LongRun<'a>) -> ControlFlow<()>,
    ) {
        let mutation = Mutation {
            first: self.vars.iter().map(|v| (v.clone(), Value::zero(v.sort()))).collect(),
            open: self.inputs,
            trials: RUNS,
            seed: 2,
        };
        let (mut steps, mut short) = (ALL, 0);
        let _ = mutation.search(
            |_, _| {},
            |state, trial| {
                if short == SHORT || steps == 0 || limits.budget.check().is_err() {
                    return ControlFlow::Break(());
                }
                let Some(state) = (self.repair)(state) else {
                    return ControlFlow::Continue(None);
                };
                let mut passed = Vec::new();
                let start = (&state, Draw::seeded(trial), LONG.min(steps));
                let ended = program.run(start, self.calls, &mut |block| {
                    if passed.len() < blocks {
                        passed.push(block);
                    }
                });
                limits.budget.spend((ended.steps / A_STEP) as u64 + 1);
                steps -= ended.steps.min(steps);
                short = if ended.steps < self.short { short + 1 } else { 0 };
                let is_input = !matches!(ended.stop, Stop::Blocked | Stop::Unknown);
                let input = state.clone();
                look(LongRun {
                    input,
                    blocks: passed,
                    ended,
                })?;
                ControlFlow::Continue(is_input.then_some(state))
            },
        );
    }
}
