//! Runs that go on for millions of commands: loops with large constant bounds.

use super::{Case, PATH, Refuted, STEPS, Trace, refuted_by};
use crate::report::Choice;
use abide_base::Span;
use abide_exec::{Compiled, Draw, Stop, Unknown};
use abide_infer::runs::Mutation;
use abide_ir::CheckKind;
use abide_logic::Value;
use abide_prover::Limits;
use std::ops::ControlFlow;

/// Runs, commands of one and of all of them.
const RUNS: u64 = 24;
const LONG: usize = 16_000_000;
const ALL: usize = 48_000_000;

/// So many runs in a row that are short enough for the other search end this one.
const SHORT: usize = 3;

/// Commands in the time of one step of a budget.
const A_STEP: usize = 16;

/// Long runs, where the source determines all that is not an input or a choice of the run.
pub(super) fn by_long_runs(
    case: &Case,
    unknown: &Unknown,
    left: &mut Vec<(CheckKind, Span)>,
    limits: &Limits,
) -> Vec<Refuted> {
    let mut found = Vec::new();
    let is_known = unknown.inputs.is_empty() && unknown.entries.is_empty() && unknown.hidden.is_empty();
    if left.is_empty() || case.cfg.loops.is_empty() || !is_known {
        return found;
    }
    let program = Compiled::new(case.cfg, case.vars.iter().cloned(), &unknown.guesses);
    let mutation = Mutation {
        first: case.vars.iter().map(|v| (v.clone(), Value::zero(v.sort()))).collect(),
        open: &case.routine.inputs,
        trials: RUNS,
        seed: 2,
    };
    let (mut steps, mut short) = (ALL, 0);
    let _ = mutation.search(
        |_, _| {},
        |state, trial| {
            if left.is_empty() || short == SHORT || steps == 0 || limits.budget.check().is_err() {
                return ControlFlow::Break(());
            }
            let Some(state) = case.view.repair(case.routine, state) else {
                return ControlFlow::Continue(None);
            };
            let mut lines = Vec::new();
            let start = (&state, Draw::seeded(trial), LONG.min(steps));
            let ended = program.run(start, &case.calls, &mut |block| {
                if lines.len() < PATH {
                    let commands = case.cfg.block(block).commands.iter();
                    lines.extend(commands.map(|c| case.sources.line(c.span)));
                    lines.dedup();
                }
            });
            limits.budget.spend((ended.steps / A_STEP) as u64 + 1);
            steps -= ended.steps.min(steps);
            short = if ended.steps < STEPS { short + 1 } else { 0 };
            if let Stop::Failed(check) = ended.stop {
                lines.truncate(PATH);
                let choice = |(span, value)| Choice { span, value };
                let trace = Trace {
                    lines,
                    choices: ended.choices.into_iter().map(choice).collect(),
                    doubt: None,
                    end: ended.state,
                };
                let place = (check.kind, check.span);
                if left.contains(&place) && case.fails_surely(check, &trace) {
                    left.retain(|p| *p != place);
                    found.push(refuted_by(case, check, &state, trace));
                }
            }
            let is_input = !matches!(ended.stop, Stop::Blocked | Stop::Unknown);
            ControlFlow::Continue(is_input.then_some(state))
        },
    );
    found
}
