//! Heaps as Java has them: what a field holds is of the field's type.
//!
//! A model of the solver is ill-typed where no fact speaks of an object. Only the dynamic types of
//! objects that can be reached from the inputs matter; they are put right where that is possible, and the
//! objects are there. An object of another class has no such field. Ghost fields that lead up in trees have
//! the value they can have.

use super::{Values, settled};
use crate::lower::Shape;
use crate::types::DIMENSION;
use abide_logic::heap::field_sort;
use abide_logic::number::Range;
use abide_logic::{Int, MapValue, Sort, Term, Value, Var};
use std::collections::BTreeSet;

/// The state with what the language does not allow put right; none if that cannot be.
pub fn possible(shape: &Shape, mut state: Values) -> Option<Values> {
    let Some(types) = shape.types.as_ref().filter(|t| state.contains_key(t)) else {
        return settled(shape, state);
    };
    let mut numbers = state.get(types)?.as_map()?.clone();
    let mut sure: BTreeSet<Value> = BTreeSet::new();
    let mut left: Vec<Value> = Vec::new();
    // an object that is held elsewhere too has its type from there
    let mut take = |held: &Value, wanted: (i64, i64), numbers: &mut MapValue, left: &mut Vec<Value>| {
        let is_new = is_object(held) && sure.insert(held.clone());
        if is_new {
            left.push(held.clone());
        }
        let is_right = |n| has(wanted, n) && is_known(shape, n);
        let fits = !is_object(held) || number(numbers, held).is_some_and(is_right);
        if !fits && is_new {
            numbers.set(held.clone(), Value::int(concrete(shape, wanted)));
        }
        fits || is_new
    };
    for (root, wanted) in &shape.roots {
        if let Some(held) = state.get(root)
            && !take(held, *wanted, &mut numbers, &mut left)
        {
            return None;
        }
    }
    while let Some(object) = left.pop() {
        let own = number(&numbers, &object)?;
        let wanted = element(shape, own);
        let held = elements(shape, &state, &object);
        if !held.iter().all(|h| take(h, wanted, &mut numbers, &mut left)) {
            return None;
        }
        for link in shape.links.iter().filter(|l| has(l.owner, own)) {
            let (Some(field), Some(wanted)) = (state.get(&link.field).and_then(Value::as_map), link.value) else {
                continue;
            };
            if !take(field.get(&object), wanted, &mut numbers, &mut left) {
                return None;
            }
        }
    }
    for link in &shape.links {
        let others = |map: &MapValue| -> Vec<Value> {
            let is_other = |o: &&Value| number(&numbers, o).is_none_or(|n| !has(link.owner, n));
            map.entries().keys().filter(is_other).cloned().collect()
        };
        let absent = Value::zero(link.field.sort().as_map()?.1);
        change(&mut state, &link.field, |map| {
            others(map).into_iter().for_each(|o| map.set(o, absent.clone()));
        });
    }
    for (arrays, range) in &shape.numbers {
        change(&mut state, arrays, |map| within(map, range));
    }
    if let Some(allocated) = &shape.allocated {
        // what is constructed is not there yet
        let made = shape.this.as_ref().filter(|_| shape.constructor);
        if let Some(made) = made.and_then(|(this, _)| state.get(this)) {
            sure.remove(made);
        }
        change(&mut state, allocated, |map| {
            sure.into_iter().for_each(|o| map.set(o, Value::Bool(true)));
        });
    }
    state.insert(types.clone(), Value::map(numbers));
    settled(shape, state)
}

/// Brings the numbers that arrays hold into the range of their type.
fn within(arrays: &mut MapValue, range: &Range) {
    for (array, contents) in arrays.clone().entries() {
        let Some(old) = contents.as_map() else { continue };
        let mut new = old.clone();
        for (index, held) in old.entries() {
            let held = held.as_int().filter(|i| !range.contains(i));
            held.into_iter()
                .for_each(|i| new.set(index.clone(), Value::Int(range.wrap(i))));
        }
        arrays.set(array.clone(), Value::map(new));
    }
}

/// Is it the number of a type that objects can have?
fn is_known(shape: &Shape, number: i64) -> bool {
    let (dims, base) = (number / DIMENSION, number % DIMENSION);
    base == 0 && dims > 0 || shape.classes.iter().any(|(n, _)| *n == base)
}

/// The types of the elements of an array of references with a type.
fn element(shape: &Shape, array: i64) -> (i64, i64) {
    let (dims, base) = (array / DIMENSION, array % DIMENSION);
    let class = shape.ranges.iter().find(|(low, _)| *low == base);
    let offset = (dims - 1).max(0) * DIMENSION;
    class.map_or((1, i64::from(i32::MAX)), |(low, high)| (low + offset, high + offset))
}

/// What an array of references holds, as far as it is long.
fn elements(shape: &Shape, state: &Values, array: &Value) -> Vec<Value> {
    let lengths = shape.lengths.as_ref().and_then(|l| state.get(l)?.as_map());
    let length = lengths
        .and_then(|l| l.get(array).as_int())
        .cloned()
        .unwrap_or(Int::ZERO);
    let is_inside = |index: &Value| index.as_int().is_some_and(|i| Int::ZERO <= *i && *i < length);
    let maps = shape.arrays.iter().filter_map(|(map, _)| state.get(map)?.as_map());
    let mut held: BTreeSet<Value> = BTreeSet::new();
    for map in maps.filter_map(|m| m.get(array).as_map()) {
        let inside: Vec<&Value> = map.entries().keys().filter(|k| is_inside(k)).collect();
        if Int::from(inside.len()) < length {
            held.insert(map.default().clone());
        }
        held.extend(inside.into_iter().map(|index| map.get(index).clone()));
    }
    held.retain(is_object);
    held.into_iter().collect()
}

/// Changes the value of a map, if it has one.
fn change(state: &mut Values, var: &Var, by: impl FnOnce(&mut MapValue)) {
    if let Some(value) = state.get_mut(var)
        && let Some(map) = value.as_map()
    {
        let mut changed = map.clone();
        by(&mut changed);
        *value = Value::map(changed);
    }
}

fn number(types: &MapValue, object: &Value) -> Option<i64> {
    i64::try_from(types.get(object).as_int()?).ok()
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

/// What is true of every heap a routine starts with: what an object holds that is there is there, too. Only
/// a routine that makes objects can tell.
pub fn lawful(shape: &Shape) -> Vec<Term> {
    let Some(allocated) = &shape.allocated else {
        return Vec::new();
    };
    let there = |object: Term| Term::select(allocated.term(), object);
    let closed = |held: Term| Term::or([Term::eq(held.clone(), Term::null()), there(held)]);
    let owner = Var::new("owner", 0, Sort::Ref);
    let index = Var::new("index", 1, Sort::Int);
    let mut facts = Vec::new();
    for link in shape.links.iter().filter(|l| *l.field.sort() == field_sort()) {
        let held = Term::select(link.field.term(), owner.term());
        facts.push(Term::forall(
            [owner.clone()],
            Term::implies(there(owner.term()), closed(held)),
        ));
    }
    for (arrays, _) in &shape.arrays {
        let held = Term::select(Term::select(arrays.term(), owner.term()), index.term());
        if *held.sort() == Sort::Ref {
            let vars = [owner.clone(), index.clone()];
            facts.push(Term::forall(vars, Term::implies(there(owner.term()), closed(held))));
        }
    }
    facts
}
