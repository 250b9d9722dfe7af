//! States and their valuations; running a state on.
//!
//! A model of the solver is a state, and a state has one valuation for every value of the
//! skolem constants. All of them belong to the abstraction, and so do those of the states a
//! run from it reaches, at this loop and at every other loop it comes to (reference: state
//! models with forward replay).

use crate::Subject;
use abide_exec::run::Here;
use abide_exec::{Draw, Machine, Values};
use abide_ir::cfg::LoopId;
use abide_logic::{Env, Int, Sort, Value, Var, eval};
use abide_region::Valuation;
use std::collections::BTreeSet;

/// Visits of loop heads in one replay, and commands, at the most.
const VISITS: usize = 24;
const STEPS: usize = 4_000;

/// Values tried for a skolem constant, by the number of constants.
const WINDOW: [usize; 4] = [0, 40, 16, 8];

/// Runs `state` on from the head of `start`; the valuations of the head states, by loop.
pub fn replay(subject: &Subject, start: LoopId, state: &Values, seed: u64) -> Vec<(LoopId, Vec<Valuation>)> {
    let mut found: Vec<(LoopId, Vec<Valuation>)> = Vec::new();
    let mut visits = 0;
    let mut state = state.clone();
    let mut machine = Machine::new(subject.cfg, Draw::seeded(seed), STEPS);
    machine.run(subject.cfg.natural_loop(start).head, &mut state, &mut |block, state| {
        if let Some(l) = subject.cfg.loop_at(block) {
            found.push((l, valuations(subject, l, state)));
            visits += 1;
        }
        visits < VISITS
    });
    found
}

/// The valuations of a state over a window of skolem values.
pub fn valuations(subject: &Subject, l: LoopId, state: &Values) -> Vec<Valuation> {
    let precision = &subject.precisions[l.index()];
    let limit = WINDOW[precision.skolems.len().min(WINDOW.len() - 1)];
    let windows: Vec<Vec<Value>> = precision.skolems.iter().map(|s| window(s, state, limit)).collect();
    let mut table: Vec<(Vec<usize>, Vec<Option<bool>>)> = Vec::new();
    for predicate in &precision.predicates {
        let free = predicate.formula.free_vars();
        let own: Vec<usize> = (0..windows.len()).filter(|i| free.contains(&precision.skolems[*i])).collect();
        let truths = tuples(&own, &windows).into_iter().map(|tuple| {
            let bound = own.iter().zip(&tuple).map(|(i, at)| (&precision.skolems[*i], &windows[*i][*at])).collect();
            eval(&predicate.formula, &With { state: Here(state), bound })?.as_bool()
        });
        let truths = truths.collect();
        table.push((own, truths));
    }
    let all: Vec<usize> = (0..windows.len()).collect();
    let mut found = BTreeSet::new();
    'tuples: for tuple in tuples(&all, &windows) {
        let mut bits = 0u64;
        for (number, (own, truths)) in table.iter().enumerate() {
            let place = own.iter().fold(0, |at, i| at * windows[*i].len() + tuple[*i]);
            match truths[place] {
                Some(true) => bits |= 1 << number,
                Some(false) => {}
                None => continue 'tuples,
            }
        }
        found.insert(Valuation(bits));
    }
    found.into_iter().collect()
}

/// All positions in the windows of the chosen skolem constants, the last varying fastest.
fn tuples(chosen: &[usize], windows: &[Vec<Value>]) -> Vec<Vec<usize>> {
    chosen.iter().fold(vec![Vec::new()], |done, i| {
        let longer = |t: &Vec<usize>| (0..windows[*i].len()).map(|at| [t.as_slice(), &[at]].concat()).collect::<Vec<_>>();
        done.iter().flat_map(longer).collect()
    })
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
/// integers of the state and their neighbours, keys of maps, and one far value on each side.
fn window(skolem: &Var, state: &Values, limit: usize) -> Vec<Value> {
    let mut first: BTreeSet<Value> = BTreeSet::new();
    let mut more: BTreeSet<Value> = BTreeSet::new();
    match skolem.sort() {
        Sort::Bool => return vec![Value::Bool(false), Value::Bool(true)],
        Sort::Int => {
            for value in state.values() {
                match value {
                    Value::Int(i) => first.extend([-1, 0, 1].map(|d| Value::Int(i + Int::from(d)))),
                    Value::Map(map) => more.extend(map.entries().keys().filter(|k| k.as_int().is_some()).cloned()),
                    _ => {}
                }
            }
            let ends = [first.first(), first.last()].map(|v| v.and_then(Value::as_int).cloned().unwrap_or(Int::ZERO));
            let [low, high] = ends;
            first.extend([Value::Int(low - Int::from(7)), Value::Int(high + Int::from(7))]);
        }
        Sort::Ref => {
            first.extend(Here(state).candidates(&Sort::Ref));
            first.insert(Value::NULL);
        }
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
    } else {
        chosen.extend((0..room).map(|i| ordered[i * ordered.len() / room].clone()));
    }
    chosen
}
