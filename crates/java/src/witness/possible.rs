//! Heaps as Java has them: what a field holds is of the field's type.
//!
//! A model of the solver is ill-typed where no fact speaks of an object. Only the dynamic types of
//! objects that can be reached from the inputs matter; they are put right where that is possible.

use super::Values;
use crate::lower::Shape;
use abide_logic::Value;
use std::collections::BTreeSet;

/// The state with the dynamic types of its objects put right; none if they cannot be.
pub fn possible(shape: &Shape, mut state: Values) -> Option<Values> {
    let Some(types) = shape.types.clone().filter(|t| state.contains_key(t)) else {
        return Some(state);
    };
    let mut numbers = state.get(&types)?.as_map()?.clone();
    let mut settled: BTreeSet<Value> = state.values().filter(|v| is_object(v)).cloned().collect();
    let mut left: Vec<Value> = settled.iter().cloned().collect();
    while let Some(object) = left.pop() {
        let own = i64::try_from(numbers.get(&object).as_int()?).ok()?;
        for link in shape.links.iter().filter(|l| has(l.owner, own)) {
            let Some(field) = state.get(&link.field).and_then(Value::as_map) else {
                continue;
            };
            let held = field.get(&object).clone();
            if !is_object(&held) {
                continue;
            }
            let fits = numbers
                .get(&held)
                .as_int()
                .is_some_and(|n| i64::try_from(n).is_ok_and(|n| has(link.value, n)));
            let is_new = settled.insert(held.clone());
            if !fits {
                // an object that is held elsewhere too has its type from there
                let number = is_new.then(|| concrete(shape, link.value))?;
                numbers.set(held.clone(), Value::int(number));
            }
            if is_new {
                left.push(held);
            }
        }
    }
    state.insert(types, Value::map(numbers));
    Some(state)
}

fn is_object(value: &Value) -> bool {
    matches!(value, Value::Ref(number) if *number != 0)
}

fn has((low, high): (i64, i64), number: i64) -> bool {
    low <= number && number <= high
}

/// The number of a type that objects can have, in a range.
fn concrete(shape: &Shape, range: (i64, i64)) -> i64 {
    let known = shape.classes.iter().map(|(number, _)| *number).find(|n| has(range, *n));
    known.unwrap_or(range.0)
}
