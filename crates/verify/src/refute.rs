//! The search for an input on which a check fails.
//!
//! First a few hundred runs of the interpreter on small inputs. Then the loops are unrolled
//! once, twice and so on; a model of "the check fails" gives initial values, and a run from
//! these values must fail at that check. Only then is it refuted: the solver's word alone is
//! not enough.

use crate::language::View;
use crate::report::{Choice, Counterexample};
use abide_base::{Sources, Span};
use abide_exec::{Draw, Machine, Stop, Values};
use abide_ir::cfg::{BlockId, Cfg, Command, CommandKind};
use abide_ir::{Check, CheckKind, Routine};
use abide_logic::{Sort, Term, Value, Var};
use abide_prover::{Answer, Instantiating, Limits, Prover, ProverError, Session, Stats};
use abide_vc::{Passive, Unrolled, unroll};
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
    if !case.view.is_exact(case.routine) {
        return Ok((found, stats));
    }
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
            if let Some((failed, trace)) = replay(&unrolled, &state, case.sources) {
                let refuted = (failed.kind, failed.span);
                if left.contains(&refuted) {
                    left.retain(|p| *p != refuted);
                    found.push(refuted_by(case, failed, &state, trace));
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
        let (stop, trace) = run(case.cfg, &[], &state, trial, case.sources);
        match stop {
            Stop::Failed(check) if left.contains(&(check.kind, check.span)) => {
                left.retain(|p| *p != (check.kind, check.span));
                found.push(refuted_by(case, check, &state, trace));
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

fn refuted_by(case: &Case, check: &Check, state: &Values, trace: Trace) -> Refuted {
    Refuted {
        kind: check.kind,
        span: check.span,
        counterexample: Counterexample {
            inputs: case.view.input(case.routine, state),
            span: check.span,
            path: trace.lines,
            choices: trace.choices,
            test: case.view.test(case.routine, state, check),
        },
    }
}

fn is_at(check: &Check, place: (CheckKind, Span)) -> bool {
    (check.kind, check.span) == place
}

/// What a run passes.
#[derive(Default)]
struct Trace {
    lines: Vec<usize>,
    choices: Vec<Choice>,
}

impl Trace {
    /// Notes the arbitrary numbers of commands that have just been executed; `made` are the
    /// variables that stand for arbitrary values in a determined graph.
    fn choose(&mut self, commands: &[Command], made: &[Var], state: &Values) {
        for command in commands {
            let chosen = match &command.kind {
                CommandKind::Havoc(vars) => match vars.as_slice() {
                    [var] => var,
                    _ => continue,
                },
                CommandKind::Assign(pairs) => match pairs.as_slice() {
                    [(var, value)] if value.as_var().is_some_and(|v| made.contains(v)) => var,
                    _ => continue,
                },
                _ => continue,
            };
            if let Some(Value::Int(value)) = state.get(chosen) {
                self.choices.push(Choice {
                    span: command.span,
                    value: value.clone(),
                });
            }
        }
    }
}

/// Runs the determined graph from a state; the check that fails and what is on the way.
fn replay<'a>(unrolled: &'a Unrolled, state: &Values, sources: &Sources) -> Option<(&'a Check, Trace)> {
    match run(&unrolled.cfg, &unrolled.made, state, 0, sources) {
        (Stop::Failed(check), trace) => Some((check, trace)),
        _ => None,
    }
}

/// Runs from a state; how it ended and what it passed, the lines shortened in the middle.
fn run<'a>(cfg: &'a Cfg, made: &[Var], state: &Values, seed: u64, sources: &Sources) -> (Stop<'a>, Trace) {
    let mut state = state.clone();
    let mut trace = Trace::default();
    let mut at: Option<BlockId> = None;
    let mut machine = Machine::new(cfg, Draw::seeded(seed), STEPS);
    let stop = machine.run(cfg.entry, &mut state, &mut |block, now| {
        if let Some(left) = at.replace(block) {
            trace.choose(&cfg.block(left).commands, made, now);
        }
        for command in &cfg.block(block).commands {
            let line = sources.line(command.span);
            if trace.lines.last() != Some(&line) && trace.lines.len() < PATH {
                trace.lines.push(line);
            }
        }
        true
    });
    if let (Stop::Failed(check), Some(last)) = (&stop, at) {
        let commands = &cfg.block(last).commands;
        let fails = |c: &Command| matches!(&c.kind, CommandKind::Assert(k) if std::ptr::eq(k, *check));
        let end = commands.iter().position(fails).unwrap_or(commands.len());
        trace.choose(&commands[..end], made, &state);
        let line = sources.line(check.span);
        if let Some(end) = trace.lines.iter().rposition(|l| *l == line) {
            trace.lines.truncate(end + 1);
        }
    }
    (stop, trace)
}
