//! The search for an input on which a check fails.
//!
//! First a few hundred runs of the interpreter on small inputs, and some [long ones](long_runs). Then the loops are unrolled
//! once, twice and so on; a model of "the check fails" gives initial values, and a run from
//! these values must fail at that check. Only then is it refuted: the solver's word alone is
//! not enough. Where the run takes arbitrary values for what is not known, such as the result of a
//! call, nothing on the way may depend on them: a shadow goes beside the run in which they stay
//! unknown (`abide_exec::Shadow`).

mod all_runs;
mod long_runs;
mod zeros;

use crate::language::{View, When};
use crate::report::{Choice, Confirmation, Counterexample, Moment};
use abide_base::{Sources, Span};
use abide_exec::{Compiled, Draw, Machine, Memory, Shadow, Stop, Unknown, Values};
use abide_infer::runs::{Inputs, Mutation, first_values};
use abide_ir::cfg::{BlockId, Cfg, Command, CommandKind};
use abide_ir::{Check, CheckKind, Routine};
use abide_logic::heap::set_sort;
use abide_logic::{Sort, Term, Value, Var};
use abide_prover::{Answer, Instantiating, Limits, Prover, ProverError, Session, Stats};
use abide_vc::{Passive, Unrolled, unroll};
pub use all_runs::by_all_runs;
use long_runs::{LongRun, LongRuns};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use zeros::with_zero;

/// Rounds of each loop, step by step.
const ROUNDS: [u32; 4] = [0, 1, 2, 4];

/// Runs on small inputs, commands of one run, lines of a path.
const RUNS: u64 = 300;
const STEPS: usize = 20_000;
const PATH: usize = 40;

/// Changes tried on the way to heaps that satisfy what is assumed.
const CHANGES: usize = 4_000;

/// What counts as a small number.
const SMALL: i64 = 8;

/// Blocks of an unrolled graph, at the most.
const BLOCKS: usize = 2_000;

/// A refuted check: what, where, and the input.
#[derive(Clone)]
pub struct Refuted {
    /// The check's kind.
    pub kind: CheckKind,
    /// Its place.
    pub span: Span,
    /// The input.
    pub counterexample: Counterexample,
}

/// What a search has found.
#[derive(Default)]
pub struct Search {
    /// Checks that fail.
    pub refuted: Vec<Refuted>,
    /// Checks that fail in a run that takes an arbitrary value for what is not known, here.
    pub doubts: Vec<((CheckKind, Span), Span)>,
    /// What it cost.
    pub stats: Stats,
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
    /// What calls have returned.
    pub calls: Rc<Memory>,
}

impl Case<'_> {
    fn fails_surely(&self, check: &Check, trace: &Trace) -> bool {
        self.view.fails_surely(self.routine, check, &trace.end)
    }
}

/// Looks for inputs that make one of `open` fail.
pub fn refute(
    case: &Case,
    open: &[(CheckKind, Span)],
    prover: &Arc<dyn Prover>,
    limits: &Limits,
) -> Result<Search, ProverError> {
    let mut left = open.to_vec();
    let mut search = Search::default();
    if case.view.is_underspecified(case.routine) || !case.view.is_exact(case.routine, case.cfg) {
        return Ok(search);
    }
    let unknown = Unknown {
        guesses: case.view.guesses(case.routine),
        inputs: case.view.determined(case.routine),
        entries: case.view.determined_entries(case.routine),
        hidden: case.view.hidden(case.routine),
        start: case.routine.span,
    };
    let mut lawful = case.view.lawful(case.routine);
    // only who makes objects can tell
    let written = case.cfg.written();
    let is_changed = |v: &Var| *v.sort() == set_sort() && written.contains(v);
    lawful.retain(|fact| fact.free_vars().iter().any(is_changed));
    search.refuted = by_runs(case, &unknown, &mut left, limits);
    search.refuted.extend(by_heaps(case, &unknown, &mut left, limits));
    search.refuted.extend(by_long_runs(case, &unknown, &mut left, limits));
    for rounds in ROUNDS {
        if left.is_empty() || limits.budget.check().is_err() {
            break;
        }
        let Some(unrolled) = unroll(case.cfg, rounds, BLOCKS) else {
            break;
        };
        by_unrolling(
            case,
            &unrolled,
            (&unknown, &lawful),
            &mut left,
            &mut search,
            prover,
            limits,
        )?;
        if case.cfg.loops.is_empty() {
            break;
        }
    }
    Ok(search)
}

/// Models of the unrolled routine in which one of the checks left fails, and runs from their values.
fn by_unrolling(
    case: &Case,
    unrolled: &Unrolled,
    (unknown, lawful): (&Unknown, &[Term]),
    left: &mut Vec<(CheckKind, Span)>,
    search: &mut Search,
    prover: &Arc<dyn Prover>,
    limits: &Limits,
) -> Result<(), ProverError> {
    let graph = unrolled.graph();
    let all = unrolled.vars(case.vars);
    let mut passive = Passive::whole(&graph, &all);
    let mut session = Instantiating::open(prover, limits)?;
    for formula in std::mem::take(&mut passive.formulas) {
        session.assert(&formula);
    }
    lawful.iter().for_each(|fact| session.assert(fact));
    // small inputs are tried first: they are easier to read and to run
    let small = passive.fresh_bool("small");
    let bounds = all.iter().filter(|v| *v.sort() == Sort::Int).flat_map(|v| {
        [
            Term::le(Term::int(-SMALL), v.term()),
            Term::le(v.term(), Term::int(SMALL)),
        ]
    });
    session.assert(&Term::implies(small.clone(), Term::and(bounds)));
    // one query for each place: some copy of the check fails
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
        let Some(state) = case.view.repair(case.routine, session.state(&all)) else {
            continue;
        };
        let Some((failed, trace)) = replay(case, unrolled, unknown, &state) else {
            // with other objects for those that are made, perhaps
            attempt(case, unknown, &state, 0, left, &mut search.refuted);
            continue;
        };
        let refuted = (failed.kind, failed.span);
        if !left.contains(&refuted) || !case.fails_surely(failed, &trace) {
            continue;
        }
        match trace.doubt {
            Some(guess) => search.doubts.push((refuted, guess)),
            None => {
                left.retain(|p| *p != refuted);
                search.refuted.push(refuted_by(case, failed, &state, trace));
            }
        }
    }
    search.stats += session.stats();
    Ok(())
}

/// Runs on small inputs, each a small change of an earlier one.
fn by_runs(case: &Case, unknown: &Unknown, left: &mut Vec<(CheckKind, Span)>, limits: &Limits) -> Vec<Refuted> {
    let mut found = Vec::new();
    let mutation = Mutation {
        first: case.vars.iter().map(|v| (v.clone(), Value::zero(v.sort()))).collect(),
        open: &case.routine.inputs,
        trials: RUNS,
        seed: 0,
    };
    let mut numbers = Draw::seeded(1).meeting(case.cfg);
    let _ = mutation.search(
        |draw, state| {
            // what calls return is often asked for by a number that is far from small ones
            let open = case.routine.inputs.iter().filter(|v| *v.sort() == Sort::Int);
            let open: Vec<&Var> = open.filter(|_| !case.cfg.calls.by_return.is_empty()).collect();
            if !open.is_empty() && draw.below(2) == 0 {
                state.insert(open[draw.below(open.len())].clone(), numbers.value(&Sort::Int));
            }
        },
        |state, trial| {
            if left.is_empty() || limits.budget.check().is_err() {
                return ControlFlow::Break(());
            }
            let Some(state) = case.view.repair(case.routine, state) else {
                return ControlFlow::Continue(None);
            };
            // if not, the precondition did not hold, or nothing was learnt
            let is_input = attempt(case, unknown, &state, trial, left, &mut found);
            ControlFlow::Continue(is_input.then_some(state))
        },
    );
    found
}

/// Runs on inputs with linked objects, which guessing does not make.
fn by_heaps(case: &Case, unknown: &Unknown, left: &mut Vec<(CheckKind, Span)>, limits: &Limits) -> Vec<Refuted> {
    let mut found = Vec::new();
    if left.is_empty() {
        return found;
    }
    let open = first_values(case.cfg);
    let inputs = Inputs {
        cfg: case.cfg,
        vars: case.vars,
        open: &open,
        repair: &|input| case.view.repair(case.routine, input),
    };
    inputs.linked(CHANGES, &limits.budget, &mut |state, seed| {
        let known = found.len();
        attempt(case, unknown, &state, seed, left, &mut found);
        if let Some(new) = found.get_mut(known) {
            let smaller = smaller(case, unknown, &open, state, ((new.kind, new.span), seed));
            smaller.into_iter().for_each(|refuted| *new = refuted);
        }
        match left.is_empty() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(true),
        }
    });
    found
}

/// Runs that are too long for the interpreter, where the source determines all that is not an input or a choice.
fn by_long_runs(case: &Case, unknown: &Unknown, left: &mut Vec<(CheckKind, Span)>, limits: &Limits) -> Vec<Refuted> {
    let mut found = Vec::new();
    let is_known = unknown.inputs.is_empty() && unknown.entries.is_empty() && unknown.hidden.is_empty();
    if left.is_empty() || case.cfg.loops.is_empty() || !is_known {
        return found;
    }
    let program = Compiled::new(case.cfg, case.vars.iter().cloned(), &unknown.guesses);
    let runs = LongRuns {
        vars: case.vars,
        inputs: &case.routine.inputs,
        repair: &|input| case.view.repair(case.routine, input),
        calls: &case.calls,
        short: STEPS,
    };
    runs.each(&program, PATH, limits, &mut |LongRun { input, blocks, ended }| {
        if let Stop::Failed(check) = ended.stop {
            let commands = blocks.iter().flat_map(|b| &case.cfg.block(*b).commands);
            let mut lines: Vec<usize> = commands.map(|c| case.sources.line(c.span)).collect();
            lines.dedup();
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
                found.push(refuted_by(case, check, &input, trace));
            }
        }
        match left.is_empty() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    found
}

/// An input with fewer links and more zeros on which a check fails as well.
fn smaller(
    case: &Case,
    unknown: &Unknown,
    open: &[Var],
    mut input: Values,
    (place, seed): ((CheckKind, Span), u64),
) -> Option<Refuted> {
    let mut best = None;
    for var in open {
        // the variable itself, or each entry of a map
        let keys: Vec<Option<Value>> = match input.get(var) {
            Some(Value::Map(map)) => map.entries().keys().cloned().map(Some).collect(),
            _ => vec![None],
        };
        for key in keys {
            let Some(next) = with_zero(&input, var, key).and_then(|next| case.view.repair(case.routine, next)) else {
                continue;
            };
            let mut found = Vec::new();
            attempt(case, unknown, &next, seed, &mut vec![place], &mut found);
            if let Some(refuted) = found.pop() {
                best = Some(refuted);
                input = next;
            }
        }
    }
    best
}

/// One run, and what it refutes of what is left; says whether its input satisfies what is assumed.
fn attempt(
    case: &Case,
    unknown: &Unknown,
    input: &Values,
    seed: u64,
    left: &mut Vec<(CheckKind, Span)>,
    found: &mut Vec<Refuted>,
) -> bool {
    let (stop, trace) = run(case, (case.cfg, &[]), unknown, input, seed);
    match stop {
        Stop::Failed(check) => {
            let place = (check.kind, check.span);
            if left.contains(&place) && trace.doubt.is_none() && case.fails_surely(check, &trace) {
                left.retain(|p| *p != place);
                found.push(refuted_by(case, check, input, trace));
            }
            true
        }
        Stop::Blocked | Stop::Unknown => false,
        Stop::End | Stop::Steps => true,
    }
}

fn refuted_by(case: &Case, check: &Check, state: &Values, trace: Trace) -> Refuted {
    Refuted {
        kind: check.kind,
        span: check.span,
        counterexample: Counterexample {
            inputs: case.view.input(case.routine, state),
            span: check.span,
            path: trace.lines,
            test: case.view.test(case.routine, state, check, &trace.choices),
            choices: trace.choices,
            confirmation: Confirmation::default(),
            heaps: moments(case, state, &trace.end),
        },
    }
}

/// The linked objects at the start, and at the end of the run if they are others.
fn moments(case: &Case, start: &Values, end: &Values) -> Vec<Moment> {
    let moment = |when: &str, state: &Values, what: When| {
        let heap = case.view.heap(case.routine, state, what)?;
        let when = when.to_string();
        Some(Moment { when, heap })
    };
    let both = [
        moment("at the start", start, When::Start),
        moment("where it fails", end, When::Inside),
    ];
    let mut found: Vec<Moment> = both.into_iter().flatten().collect();
    found.dedup_by(|next, before| next.heap == before.heap);
    found
}

fn is_at(check: &Check, place: (CheckKind, Span)) -> bool {
    (check.kind, check.span) == place
}

/// What a run passes.
#[derive(Default)]
struct Trace {
    lines: Vec<usize>,
    choices: Vec<Choice>,
    /// Where the unknown value came up because of which nothing follows from the run.
    doubt: Option<Span>,
    /// The state in which it ends.
    end: Values,
}

impl Trace {
    /// Notes the arbitrary numbers of commands that have just been executed; `made` are the
    /// variables that stand for arbitrary values in a determined graph.
    fn choose(&mut self, commands: &[Command], made: &[Var], state: &Values) {
        let is_made = |t: &Term| t.as_var().is_some_and(|v| made.contains(v));
        for command in commands {
            let chosen = match &command.kind {
                CommandKind::Havoc(vars) => match vars.as_slice() {
                    [var] => var,
                    _ => continue,
                },
                CommandKind::Assign(pairs) => match pairs.as_slice() {
                    [(var, value)] if is_made(value) => var,
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
fn replay<'a>(case: &Case, unrolled: &'a Unrolled, unknown: &'a Unknown, state: &Values) -> Option<(&'a Check, Trace)> {
    match run(case, (&unrolled.cfg, &unrolled.choices), unknown, state, 0) {
        (Stop::Failed(check), trace) => Some((check, trace)),
        _ => None,
    }
}

/// Runs from a state; how it ended and what it passed, the lines shortened in the middle.
fn run<'a>(
    case: &Case,
    (cfg, made): (&'a Cfg, &'a [Var]),
    unknown: &'a Unknown,
    state: &Values,
    seed: u64,
) -> (Stop<'a>, Trace) {
    let sources = case.sources;
    let mut state = state.clone();
    let mut trace = Trace::default();
    let mut at: Option<BlockId> = None;
    let mut machine = Machine::new(cfg, Draw::seeded(seed), STEPS).with(Shadow::new(unknown, made));
    machine = machine.remembering(&case.calls);
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
    trace.end = state;
    trace.doubt = machine.doubt();
    (stop, trace)
}
