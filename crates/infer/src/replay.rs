//! States and their valuations; running a state on.
//!
//! A model of the solver is a state, and a state has one valuation for every value of the
//! skolem constants. All of them belong to the abstraction, and so do those of the states a
//! run from it reaches, at this loop and at every other loop it comes to (reference: state
//! models with forward replay).

use crate::Subject;
use abide_abstraction::Precision;
use abide_base::Budget;
use abide_exec::state::{Here, truth};
use abide_exec::{Draw, Machine, Values};
use abide_ir::cfg::{BlockId, LoopId};
use abide_logic::eval::{charged, holds};
use abide_logic::{Env, Int, Kind, MapValue, Sort, Value, Var};
use abide_region::{Region, Valuation};
use std::collections::{BTreeSet, HashSet};

/// Visits of loop heads in one replay, and commands, at the most.
const VISITS: usize = 24;
const STEPS: usize = 4_000;

/// Visits for a state near a model, and how many of them in a row may bring nothing new.
const NEAR_VISITS: usize = 4;
const BARREN: usize = 24;

/// Values tried for a skolem constant, by the number of constants.
const WINDOW: [usize; 4] = [0, 64, 24, 10];

/// Where a run starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// At the routine's start.
    Entry,
    /// At the head of a loop.
    Head(LoopId),
}

impl Start {
    fn block(self, subject: &Subject) -> BlockId {
        match self {
            Start::Entry => subject.cfg.entry,
            Start::Head(l) => subject.cfg.natural_loop(l).head,
        }
    }
}

/// Runs `state` on; the valuations of the head states it comes to, by loop.
pub fn replay(subject: &Subject, start: Start, state: &Values, seed: u64) -> Vec<(LoopId, Vec<Valuation>)> {
    run(subject, start, state.clone(), None, seed, VISITS)
}

/// As [`replay`], where the valuations of the first state may be known already.
fn run(
    subject: &Subject,
    start: Start,
    mut state: Values,
    mut known: Option<Vec<Valuation>>,
    seed: u64,
    limit: usize,
) -> Vec<(LoopId, Vec<Valuation>)> {
    let mut found: Vec<(LoopId, Vec<Valuation>)> = Vec::new();
    let mut visits = 0;
    let mut machine = Machine::new(subject.cfg, Draw::seeded(seed), STEPS);
    machine.run(start.block(subject), &mut state, &mut |block, state| {
        if let Some(l) = subject.cfg.loop_at(block) {
            // a run that breaks the user's invariant goes wrong here
            let invariants = &subject.cfg.natural_loop(l).spec.invariants;
            if !invariants.iter().all(|c| truth(&c.formula, state) == Some(true)) {
                return false;
            }
            found.push((l, known.take().unwrap_or_else(|| valuations(subject, l, state))));
            visits += 1;
        }
        visits < limit
    });
    found
}

/// The state in which a run first comes to the head of `l`.
pub fn first_visit(subject: &Subject, start: Start, state: &Values, seed: u64, l: LoopId) -> Option<Values> {
    let mut found = None;
    let mut state = state.clone();
    let head = subject.cfg.natural_loop(l).head;
    let mut machine = Machine::new(subject.cfg, Draw::seeded(seed), STEPS);
    machine.run(start.block(subject), &mut state, &mut |block, state| {
        if block == head {
            found = Some(state.clone());
        }
        found.is_none()
    });
    found
}

/// Runs states near `base` on.
///
/// At the routine's start, any state that satisfies the precondition will do. At the head of
/// `l` the loop's targets are arbitrary but for what is assumed there: `base` with other
/// values for its targets is a state of the same context, and if all its valuations are in
/// the region (and the user's invariants hold) it is one the abstraction must take into
/// account. So one model of the solver stands for many states that cost no check.
pub fn vary(
    subject: &Subject,
    start: Start,
    l: LoopId,
    base: &Values,
    known: &Region,
    seed: u64,
    budget: &Budget,
) -> Vec<(LoopId, Vec<Valuation>)> {
    let targets = &subject.cfg.natural_loop(l).targets;
    let open: Vec<Var> = match start {
        Start::Entry => base.keys().cloned().collect(),
        Start::Head(_) => base.keys().filter(|v| targets.contains(v)).cloned().collect(),
    };
    let visits = match start {
        Start::Entry => VISITS / 2,
        Start::Head(_) => NEAR_VISITS,
    };
    let mut draw = Draw::seeded(seed);
    let mut region = known.clone();
    let mut pool = vec![base.clone()];
    let mut tried: HashSet<Values> = HashSet::new();
    let mut found = Vec::new();
    let mut barren = if open.is_empty() { BARREN } else { 0 };
    while barren < BARREN && budget.check().is_ok() {
        barren += 1;
        let mut state = pool[draw.below(pool.len())].clone();
        for _ in 0..=draw.below(3) {
            draw.change(&mut state, &open);
        }
        if !tried.insert(state.clone()) {
            continue;
        }
        let mut here = None;
        if start != Start::Entry {
            let (there, all) = valuations_known(subject, l, &state);
            if all == Window::Cut || there.iter().any(|v| !region.contains(*v)) {
                continue;
            }
            here = Some(there);
        }
        let mut grew = false;
        for (other, reached) in charged(budget, || run(subject, start, state.clone(), here, seed, visits)) {
            if other == l {
                grew |= region.extend(reached.iter().copied());
            }
            found.push((other, reached));
        }
        if grew {
            barren = 0;
            pool.push(state);
        }
    }
    found
}

/// Whether a window stands for all values of the skolem constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// It does: beyond it nothing changes.
    All,
    /// Some values were left out.
    Cut,
}

/// The valuations of a state over a window of skolem values.
pub fn valuations(subject: &Subject, l: LoopId, state: &Values) -> Vec<Valuation> {
    valuations_known(subject, l, state).0
}

/// The valuations of a state, and whether the window stands for all skolem values.
pub fn valuations_known(subject: &Subject, l: LoopId, state: &Values) -> (Vec<Valuation>, Window) {
    let precision = &subject.precisions[l.index()];
    let limit = WINDOW[precision.skolems.len().min(WINDOW.len() - 1)];
    let (windows, cuts): (Vec<Vec<Value>>, Vec<Window>) = precision
        .skolems
        .iter()
        .map(|s| window(s, precision, state, limit))
        .unzip();
    let mut all = if cuts.contains(&Window::Cut) {
        Window::Cut
    } else {
        Window::All
    };
    let everything = Grid::over((0..windows.len()).collect(), &windows);
    let mut bits: Vec<Option<u64>> = vec![Some(0); everything.len()];
    for (number, predicate) in precision.predicates.iter().enumerate() {
        let free = predicate.formula.free_vars();
        let own = (0..windows.len()).filter(|i| free.contains(&precision.skolems[*i]));
        let own = Grid::over(own.collect(), &windows);
        let truth = |place: usize| {
            let bound = own.at(place).map(|(i, at)| (&precision.skolems[i], &windows[i][at]));
            let env = With {
                state: Here(state),
                bound: bound.collect(),
            };
            holds(&predicate.formula, &env)
        };
        let truths: Vec<Option<bool>> = (0..own.len()).map(truth).collect();
        for (place, bits) in bits.iter_mut().enumerate() {
            match truths[own.project(&everything, place)] {
                Some(true) => *bits = bits.map(|b| b | 1 << number),
                Some(false) => {}
                None => *bits = None,
            }
        }
    }
    if bits.contains(&None) {
        all = Window::Cut;
    }
    let mut found: Vec<Valuation> = bits.into_iter().flatten().map(Valuation).collect();
    found.sort_unstable();
    found.dedup();
    (found, all)
}

/// The tuples of values of some skolem constants, numbered, the last constant varying fastest.
struct Grid {
    /// Which constants, each with the size of its window and the distance of its values.
    sides: Vec<(usize, usize, usize)>,
    len: usize,
}

impl Grid {
    fn over(chosen: Vec<usize>, windows: &[Vec<Value>]) -> Grid {
        let mut sides: Vec<(usize, usize, usize)> = Vec::new();
        let mut len = 1;
        for i in chosen.into_iter().rev() {
            sides.push((i, windows[i].len(), len));
            len *= windows[i].len();
        }
        sides.reverse();
        Grid { sides, len }
    }

    fn len(&self) -> usize {
        self.len
    }

    /// The tuple at a place: the constants and the positions in their windows.
    fn at(&self, place: usize) -> impl Iterator<Item = (usize, usize)> {
        self.sides.iter().map(move |(i, size, step)| (*i, place / step % size))
    }

    /// The place here of the part of another grid's tuple that this one is about.
    fn project(&self, other: &Grid, place: usize) -> usize {
        let mut at = 0;
        for (i, position) in other.at(place) {
            if let Some((_, _, step)) = self.sides.iter().find(|(j, _, _)| *j == i) {
                at += position * step;
            }
        }
        at
    }
}

struct With<'a> {
    state: Here<'a>,
    bound: Vec<(&'a Var, &'a Value)>,
}

impl Env for With<'_> {
    fn var(&self, var: &Var) -> Option<Value> {
        match self.bound.iter().find(|(v, _)| *v == var) {
            Some((_, value)) => Some((*value).clone()),
            None => self.state.var(var),
        }
    }

    fn candidates(&self, sort: &Sort) -> Vec<Value> {
        self.state.candidates(sort)
    }
}

/// Values worth trying for a skolem constant: its own value in the model if it has one, the
/// integers its predicates speak of and their neighbours, keys of maps, and one far value on
/// each side.
fn window(skolem: &Var, precision: &Precision, state: &Values, limit: usize) -> (Vec<Value>, Window) {
    let mut first: BTreeSet<Value> = BTreeSet::new();
    let mut more: BTreeSet<Value> = BTreeSet::new();
    match skolem.sort() {
        Sort::Bool => return (vec![Value::Bool(false), Value::Bool(true)], Window::All),
        Sort::Int => {
            let around = |i: &Int| [-1, 0, 1].map(|d| Value::Int(i + Int::from(d)));
            let formulas = precision.predicates.iter().map(|p| &p.formula);
            // only what its own predicates read tells its values apart
            for formula in formulas.filter(|f| f.mentions(skolem)) {
                formula.visit(&mut |t| {
                    match t.kind() {
                        Kind::Int(i) => first.extend(around(i)),
                        Kind::Var(v) => match state.get(v) {
                            Some(Value::Int(i)) => first.extend(around(i)),
                            Some(Value::Map(map)) => numbers(map, &mut |i| more.extend(around(i))),
                            _ => {}
                        },
                        _ => {}
                    }
                    true
                });
            }
            let ends = [first.first(), first.last()].map(|v| v.and_then(Value::as_int).cloned().unwrap_or(Int::ZERO));
            let [low, high] = ends;
            first.extend([Value::Int(low - Int::from(7)), Value::Int(high + Int::from(7))]);
        }
        Sort::Ref => {
            let mut objects = BTreeSet::from([Value::NULL]);
            state.values().for_each(|v| v.objects(&mut objects));
            // an object that occurs nowhere is like any other such object
            if let Some(Value::Ref(last)) = objects.last() {
                let other = Value::Ref(last.saturating_add(1));
                objects.insert(other);
            }
            first.extend(objects);
        }
        Sort::Float => first.extend(state.values().filter(|v| matches!(v, Value::Float(_))).cloned()),
        Sort::Map(_) => {
            first.extend(state.values().filter(|v| matches!(v, Value::Map(_))).cloned());
        }
    }
    let own = state.get(skolem).cloned();
    let mut chosen: Vec<Value> = own.into_iter().collect();
    // spread over the ordered values when there are too many
    let rest: Vec<Value> = more.into_iter().filter(|v| !first.contains(v)).collect();
    let ordered: Vec<Value> = first.into_iter().chain(rest).filter(|v| !chosen.contains(v)).collect();
    let room = limit.saturating_sub(chosen.len());
    if ordered.len() <= room {
        chosen.extend(ordered);
        return (chosen, Window::All);
    }
    chosen.extend((0..room).map(|i| ordered[i * ordered.len() / room].clone()));
    (chosen, Window::Cut)
}

/// The integers a map has as keys, at any depth, and those it gives for references: fields and
/// lengths.
fn numbers(map: &MapValue, found: &mut dyn FnMut(&Int)) {
    let each = map.entries().iter().map(|(k, v)| (Some(k), v));
    for (key, value) in each.chain([(None, map.default())]) {
        if let Some(Value::Int(i)) = key {
            found(i);
        }
        match value {
            Value::Map(inner) => numbers(inner, found),
            Value::Int(i) if !matches!(key, Some(Value::Int(_))) && key.is_some() => found(i),
            _ => {}
        }
    }
}
