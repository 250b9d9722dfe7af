//! The search for an input on which a check fails.
//!
//! First a few hundred runs of the interpreter on small inputs. Then the loops are unrolled
//! once, twice and so on; a model of "the check fails" gives initial values, and a run from
//! these values must fail at that check. Only then is it refuted: the solver's word alone is
//! not enough.

use crate::language::View;
use crate::report::Counterexample;
use abide_base::{Sources, Span};
use abide_exec::{Draw, Machine, Stop, Values};
use abide_ir::cfg::Cfg;
use abide_ir::{Check, CheckKind, Routine};
use abide_logic::{Sort, Term, Value, Var};
use abide_prover::{Answer, Instantiating, Limits, Prover, ProverError, Session, Stats};
use abide_vc::{Passive, unroll};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Rounds of each loop, step by step.
const ROUNDS: [u32; 4] = [0, 1, 2, 4];

/// Runs on small inputs, commands of one run, inputs kept to be changed, lines of a path.
const RUNS: u64 = 300;
const STEPS: usize = 20_000;
const POOL: usize = 64;
const PATH: usize = 40;

/// What counts as a small number.
const SMALL: i64 = 8;

/// Blocks of an unrolled graph, at the most.
const BLOCKS: usize = 2_000;

/// A refuted check: what, where, and the input.
pub struct Refuted {
    /// The check's kind.
    pub kind: CheckKind,
    /// Its place.
    pub span: Span,
    /// The input.
    pub counterexample: Counterexample,
}

/// A routine to be refuted.
pub struct Case<'a> {
    /// The routine.
    pub routine: &'a Routine,
    /// How its inputs are shown.
    pub view: &'a dyn View,
    /// Its graph, without any inferred invariant.
    pub cfg: &'a Cfg,
    /// Its variables.
    pub vars: &'a BTreeSet<Var>,
    /// The sources, for lines.
    pub sources: &'a Sources,
}

/// Looks for inputs that make one of `open` fail.
pub fn refute(
    case: &Case,
    open: &[(CheckKind, Span)],
    prover: &Arc<dyn Prover>,
    limits: &Limits,
) -> Result<(Vec<Refuted>, Stats), ProverError> {
    let mut left = open.to_vec();
    let mut found = Vec::new();
    let mut stats = Stats::default();
    found.extend(by_runs(case, &mut left, limits));
    for rounds in ROUNDS {
        if left.is_empty() || limits.budget.check().is_err() {
            break;
        }
        let Some(unrolled) = unroll(case.cfg, rounds, BLOCKS) else {
            break;
        };
        let graph = unrolled.graph();
        let all = unrolled.vars(case.vars);
        let mut passive = Passive::whole(&graph, &all);
        let mut session = Instantiating::open(prover, limits)?;
        for formula in std::mem::take(&mut passive.formulas) {
            session.assert(&formula);
        }
        // small inputs are tried first: they are easier to read and to run
        let small = passive.fresh_bool("small");
        let bounds = all.iter().filter(|v| *v.sort() == Sort::Int).flat_map(|v| {
            [
                Term::le(Term::int(-SMALL), v.term()),
                Term::le(v.term(), Term::int(SMALL)),
            ]
        });
        session.assert(&Term::implies(small.clone(), Term::and(bounds)));
        // one question for each place: some copy of the check fails
        for place in left.clone() {
            let copies = passive
                .checks
                .iter()
                .filter(|c| is_at(&c.check, place))
                .map(|c| c.fails.clone());
            let some = Term::or(copies.collect::<Vec<_>>());
            if some.is_false() {
                continue;
            }
            let goal = passive.fresh_bool("goal");
            session.assert(&Term::implies(goal.clone(), some));
            if session.check(&[goal.clone(), small.clone()]) != Answer::Sat && session.check(&[goal]) != Answer::Sat {
                continue;
            }
            let vars: Vec<Var> = all.iter().cloned().collect();
            let values = session.completed(&vars);
            let known = vars.into_iter().zip(values);
            let state: Values = known.filter_map(|(var, value)| Some((var, value?))).collect();
            if let Some((failed, path)) = replay(&unrolled.cfg, &state, case.sources) {
                let refuted = (failed.kind, failed.span);
                if left.contains(&refuted) {
                    left.retain(|p| *p != refuted);
                    found.push(refuted_by(case, failed, &state, path));
                }
            }
        }
        stats += session.stats();
        if case.cfg.loops.is_empty() {
            break;
        }
    }
    Ok((found, stats))
}

/// Runs on small inputs, each a small change of an earlier one.
fn by_runs(case: &Case, left: &mut Vec<(CheckKind, Span)>, limits: &Limits) -> Vec<Refuted> {
    let mut found = Vec::new();
    let mut draw = Draw::seeded(0);
    let mut pool: Vec<Values> = vec![case.vars.iter().map(|v| (v.clone(), Value::zero(v.sort()))).collect()];
    for trial in 0..RUNS {
        if left.is_empty() || limits.budget.check().is_err() {
            break;
        }
        let mut state = pool[draw.below(pool.len())].clone();
        if trial > 0 && !case.routine.inputs.is_empty() {
            for _ in 0..=draw.below(4) {
                draw.change(&mut state, &case.routine.inputs);
            }
        }
        let (stop, path) = run(case.cfg, &state, trial, case.sources);
        match stop {
            Stop::Failed(check) if left.contains(&(check.kind, check.span)) => {
                left.retain(|p| *p != (check.kind, check.span));
                found.push(refuted_by(case, check, &state, path));
            }
            // the precondition did not hold, or nothing was learnt
            Stop::Blocked | Stop::Unknown => continue,
            _ => {}
        }
        if pool.len() < POOL {
            pool.push(state);
        }
    }
    found
}

fn refuted_by(case: &Case, check: &Check, state: &Values, path: Vec<usize>) -> Refuted {
    Refuted {
        kind: check.kind,
        span: check.span,
        counterexample: Counterexample {
            inputs: case.view.input(case.routine, state),
            span: check.span,
            path,
            test: case.view.test(case.routine, state, check),
        },
    }
}

fn is_at(check: &Check, place: (CheckKind, Span)) -> bool {
    (check.kind, check.span) == place
}

/// Runs the determined graph from a state; the check that fails and the lines on the way.
fn replay<'a>(cfg: &'a Cfg, state: &Values, sources: &Sources) -> Option<(&'a Check, Vec<usize>)> {
    match run(cfg, state, 0, sources) {
        (Stop::Failed(check), path) => Some((check, path)),
        _ => None,
    }
}

/// Runs from a state; how it ended and the lines on the way, shortened in the middle.
fn run<'a>(cfg: &'a Cfg, state: &Values, seed: u64, sources: &Sources) -> (Stop<'a>, Vec<usize>) {
    let mut state = state.clone();
    let mut lines: Vec<usize> = Vec::new();
    let mut machine = Machine::new(cfg, Draw::seeded(seed), STEPS);
    let stop = machine.run(cfg.entry, &mut state, &mut |block, _| {
        for command in &cfg.block(block).commands {
            let line = sources.line(command.span);
            if lines.last() != Some(&line) && lines.len() < PATH {
                lines.push(line);
            }
        }
        true
    });
    if let Stop::Failed(check) = &stop {
        let line = sources.line(check.span);
        if let Some(end) = lines.iter().rposition(|l| *l == line) {
            lines.truncate(end + 1);
        }
    }
    (stop, lines)
}
