//! Arbitrary values, drawn from a seeded generator.

use crate::state::{Here, Values};
use abide_ir::cfg::{Cfg, CommandKind};
use abide_logic::{Env, Int, Kind, MapValue, Sort, Term, Value, Var, float};
use std::collections::BTreeSet;

/// A source of arbitrary values and choices, repeatable by its seed.
///
/// Values are small, because small values meet each other: most programs go wrong, if at
/// all, on small ones.
#[derive(Clone, Debug)]
pub struct Draw {
    rng: fastrand::Rng,
    /// Numbers that are drawn now and then.
    numbers: Vec<Int>,
}

impl Draw {
    /// The source with that seed.
    pub fn seeded(seed: u64) -> Draw {
        Draw {
            rng: fastrand::Rng::with_seed(seed),
            numbers: Vec::new(),
        }
    }

    /// The source that draws the numbers of a graph, too, if it has calls: what these return is often asked for by
    /// a number that is far from small ones.
    pub fn meeting(mut self, cfg: &Cfg) -> Draw {
        if !cfg.calls.by_return.is_empty() {
            let mut found = BTreeSet::new();
            for block in &cfg.blocks {
                block.edges.iter().for_each(|e| numbers(&e.guard, &mut found));
                for command in &block.commands {
                    match &command.kind {
                        CommandKind::Assign(pairs) => pairs.iter().for_each(|(_, t)| numbers(t, &mut found)),
                        CommandKind::Assert(check) => numbers(&check.formula, &mut found),
                        // ranges of types, most of all
                        CommandKind::Assume(_) | CommandKind::Havoc(_) => {}
                    }
                }
            }
            self.numbers = found.into_iter().collect();
        }
        self
    }

    /// A number below `bound`, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        self.rng.usize(..bound)
    }

    /// Changes one of the variables `open` a little: a number to a small one or to one that
    /// occurs or a neighbour of it (and with it, sometimes, all numbers equal to it), a
    /// reference to another, a map at one key, a map of numbers sometimes at the first few.
    pub fn change(&mut self, state: &mut Values, open: &[Var]) {
        if open.is_empty() {
            return;
        }
        let var = &open[self.below(open.len())];
        let Some(old) = state.get(var).cloned() else { return };
        let new = self.near(&old, var.sort(), state);
        if matches!(old, Value::Int(_)) && self.rng.bool() {
            let equal: Vec<&Var> = open.iter().filter(|v| state.get(v) == Some(&old)).collect();
            for v in equal {
                state.insert(v.clone(), new.clone());
            }
        } else {
            state.insert(var.clone(), new);
        }
    }

    fn near(&mut self, value: &Value, sort: &Sort, state: &Values) -> Value {
        match value {
            Value::Bool(b) => Value::Bool(!b),
            Value::Unknown => self.value(sort),
            Value::Int(_) => self.number(state),
            Value::Float(_) => self.value(sort),
            Value::Ref(_) => {
                let known = Here(state).candidates(&Sort::Ref);
                match self.below(known.len() + 2) {
                    0 => Value::NULL,
                    1 => Value::Ref(self.rng.i64(1..4)),
                    i => known[i - 2].clone(),
                }
            }
            Value::Map(map) => {
                let Sort::Map(kv) = sort else { return value.clone() };
                let mut changed = MapValue::clone(map);
                if **kv == (Sort::Int, Sort::Int) && self.rng.bool() {
                    for key in 0..self.rng.i64(1..8) {
                        changed.set(Value::int(key), Value::int(self.rng.i64(-2..6)));
                    }
                    return Value::map(changed);
                }
                let key = match &kv.0 {
                    Sort::Ref => self.near(&Value::NULL, &Sort::Ref, state),
                    Sort::Bool => Value::Bool(self.rng.bool()),
                    Sort::Int => self.number(state),
                    Sort::Float | Sort::Map(_) => self.value(&kv.0),
                };
                let new = self.near(map.get(&key), &kv.1, state);
                changed.set(key, new);
                Value::map(changed)
            }
        }
    }

    /// A small number, or one that occurs, or a neighbour of one.
    fn number(&mut self, state: &Values) -> Value {
        let known: Vec<&Int> = state.values().filter_map(Value::as_int).collect();
        if known.is_empty() || self.rng.bool() {
            let top = if self.rng.u8(..3) == 0 { 8 } else { 4 };
            return Value::int(self.rng.i64(-1..top));
        }
        Value::Int(known[self.below(known.len())] + Int::from([-1, 0, 0, 1][self.below(4)]))
    }

    /// A value of the sort.
    pub fn value(&mut self, sort: &Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.rng.bool()),
            Sort::Int if !self.numbers.is_empty() && self.rng.u8(..4) == 0 => {
                Value::Int(&self.numbers[self.rng.usize(..self.numbers.len())] + Int::from(self.rng.i64(-1..2)))
            }
            Sort::Int => match self.rng.u8(..20) {
                0 => Value::int(self.rng.i64(-1000..1000)),
                1 => Value::int(self.rng.i32(..)),
                2..8 => Value::int(self.rng.i64(-3..4)),
                _ => Value::int(self.rng.i64(0..6)),
            },
            Sort::Float => Value::Float(float::code(match self.rng.u8(..16) {
                0 => f64::NAN,
                1 => f64::INFINITY,
                2 => f64::NEG_INFINITY,
                3 => -0.0,
                4 => 0.1,
                5 => f64::MAX,
                6 => f64::MIN_POSITIVE,
                7 => f64::from(self.rng.i32(..)),
                8..11 => f64::from(self.rng.i32(-8..9)) / 2.0,
                _ => f64::from(self.rng.i32(-3..6)),
            })),
            Sort::Ref => Value::Ref(self.rng.i64(0..5)),
            Sort::Map(kv) => {
                let mut map = MapValue::constant(self.value(&kv.1));
                for key in 0..self.rng.i64(0..8) {
                    let key = match kv.0 {
                        Sort::Int => Value::int(key),
                        Sort::Ref => Value::Ref(key),
                        _ => self.value(&kv.0),
                    };
                    map.set(key, self.value(&kv.1));
                }
                Value::map(map)
            }
        }
    }
}

/// The numbers in a formula.
pub fn numbers(t: &Term, found: &mut BTreeSet<Int>) {
    if let Kind::Int(number) = t.kind() {
        found.insert(number.clone());
    }
    t.kind().children().for_each(|part| numbers(part, found));
}
