//! Repair of heaps: every object gets a type that its fields and the inputs allow.
//!
//! A model of the solver is ill-typed where no fact mentions an object. Only the dynamic types of objects that can be
//! reached from the inputs matter; they are corrected where that is possible, and these objects are allocated. An
//! object of another class, and null, has no such field. Ghost fields that lead up in trees get the value they must
//! have.

use super::determine_ghosts;
use super::failure::Values;
use crate::lower::{Link, Shape};
use crate::types::DIMENSION;
use abide_logic::heap::field_sort;
use abide_logic::number::Range;
use abide_logic::{Int, MapValue, Sort, Term, Value, Var};
use std::collections::BTreeSet;

/// The state with what the language does not allow put right; none if that cannot be.
pub fn repair(shape: &Shape, state: Values) -> Option<Values> {
    repaired(shape, state).filter(|state| !is_circular(shape, state))
}

fn repaired(shape: &Shape, mut state: Values) -> Option<Values> {
    if let Some(lengths) = &shape.lengths {
        change(&mut state, lengths, not_negative);
    }
    let Some(types) = shape.types.as_ref().filter(|t| state.contains_key(t)) else {
        return determine_ghosts(shape, state);
    };
    let mut typing = Typing {
        shape,
        numbers: state.get(types)?.as_map()?.clone(),
        sure: BTreeSet::new(),
        left: Vec::new(),
    };
    typing.follow(&state)?;
    state.insert(types.clone(), Value::map(typing.numbers.clone()));
    for link in &shape.links {
        let absent = Value::zero(link.field.sort().as_map()?.1);
        change(&mut state, &link.field, |map| {
            let others: Vec<Value> = map
                .entries()
                .keys()
                .filter(|o| !typing.is(o, link.owner))
                .cloned()
                .collect();
            let others = others.into_iter().chain([Value::NULL]);
            others.for_each(|o| map.set(o, absent.clone()));
        });
    }
    for (arrays, range) in &shape.numbers {
        change(&mut state, arrays, |map| within(map, range));
    }
    if let Some(allocated) = shape.allocated.as_ref().filter(|a| state.contains_key(a)) {
        let mut there = typing.sure;
        if shape.makes {
            shape.links.iter().for_each(|link| linked(&state, link, &mut there));
        }
        // what is constructed is not there yet
        let made = shape.this.as_ref().filter(|_| shape.constructor);
        if let Some(made) = made.and_then(|(this, _)| state.get(this)) {
            there.remove(made);
        }
        change(&mut state, allocated, |map| {
            there.iter().for_each(|o| map.set(o.clone(), Value::Bool(true)));
        });
        let all = state.get(allocated)?.as_map()?.clone();
        for link in shape.links.iter().filter(|_| shape.makes) {
            change(&mut state, &link.field, |map| *map = held(map, &all, &there));
        }
    }
    determine_ghosts(shape, state)
}

/// Does an object that one comes to lead back to itself, along fields along which none does?
fn is_circular(shape: &Shape, state: &Values) -> bool {
    let map = |field: &Var| state.get(field).and_then(Value::as_map);
    let fields: Vec<&MapValue> = shape.links.iter().filter_map(|link| map(&link.field)).collect();
    let mut reached: BTreeSet<Value> = BTreeSet::new();
    let roots = shape
        .roots
        .iter()
        .map(|(var, _)| var)
        .chain(shape.this.iter().map(|(var, _)| var));
    let mut next: Vec<Value> = roots.filter_map(|var| state.get(var).cloned()).collect();
    while let Some(object) = next.pop() {
        if is_object(&object) && reached.insert(object.clone()) {
            next.extend(fields.iter().map(|field| field.get(&object).clone()));
        }
    }
    // who leads to nobody that is left is on no circle
    let fields: Vec<&MapValue> = shape.well_founded.iter().filter_map(map).collect();
    loop {
        let before = reached.len();
        let leads = |object: &Value| fields.iter().any(|field| reached.contains(field.get(object)));
        reached = reached.iter().filter(|object| leads(object)).cloned().collect();
        if reached.len() == before {
            return before > 0;
        }
    }
}

/// Lengths are in their range.
fn not_negative(lengths: &mut MapValue) {
    let length = |v: &Value| match v {
        Value::Int(i) if *i < Int::ZERO => Value::int(0),
        Value::Int(i) if *i > Int::from(i32::MAX) => Value::int(i32::MAX),
        other => other.clone(),
    };
    let mut changed = MapValue::constant(length(lengths.default()));
    for (array, held) in lengths.entries() {
        changed.set(array.clone(), length(held));
    }
    *lengths = changed;
}

/// Adds the objects that hold something, and what they hold: they are there, too.
fn linked(state: &Values, link: &Link, there: &mut BTreeSet<Value>) {
    let entries = state.get(&link.field).and_then(Value::as_map).map(MapValue::entries);
    let holding = entries.into_iter().flatten().filter(|(_, held)| is_object(held));
    there.extend(holding.flat_map(|(owner, held)| [owner.clone(), held.clone()]));
}

/// What a field holds of the objects that are there, which holds nothing but what is there; of others, nothing.
fn held(field: &MapValue, there: &MapValue, sure: &BTreeSet<Value>) -> MapValue {
    let is_there = |o: &Value| there.get(o).as_bool() == Some(true);
    let absent = |v: &Value| is_object(v) && !is_there(v);
    let spoken = field.entries().keys().chain(there.entries().keys());
    let known: BTreeSet<&Value> = spoken.chain(sure).collect();
    let zero = match field.default() {
        Value::Ref(_) => Value::NULL,
        other => other.clone(),
    };
    let mut held = MapValue::constant(zero);
    for object in known.into_iter().filter(|o| is_there(o)) {
        let value = Some(field.get(object)).filter(|v| !absent(v));
        held.set(object.clone(), value.cloned().unwrap_or(Value::NULL));
    }
    held
}

/// The dynamic types of objects, in the order in which one comes to them.
struct Typing<'a> {
    shape: &'a Shape,
    /// The numbers of their types.
    numbers: MapValue,
    /// Those one has come to, and of these the ones whose fields have not been visited.
    sure: BTreeSet<Value>,
    left: Vec<Value>,
}

impl Typing<'_> {
    /// Goes from what the routine is given to all objects, if their types can be put right.
    fn follow(&mut self, state: &Values) -> Option<()> {
        for (root, wanted) in &self.shape.roots {
            state.get(root).map_or(Some(()), |held| self.take(held, *wanted))?;
        }
        while let Some(object) = self.left.pop() {
            let own = number(&self.numbers, &object)?;
            for held in elements(self.shape, state, &object) {
                self.take(&held, element(self.shape, own))?;
            }
            for link in self.shape.links.iter().filter(|l| has(l.owner, own)) {
                let field = state.get(&link.field).and_then(Value::as_map);
                if let (Some(field), Some(wanted)) = (field, link.value) {
                    self.take(field.get(&object), wanted)?;
                }
            }
        }
        Some(())
    }

    /// Comes to an object where types in a range are declared. One that was come to before has its type from there.
    fn take(&mut self, held: &Value, wanted: (i64, i64)) -> Option<()> {
        if !is_object(held) {
            return Some(());
        }
        let fits = self.is(held, wanted) && number(&self.numbers, held).is_some_and(|n| is_known(self.shape, n));
        if self.sure.insert(held.clone()) {
            self.left.push(held.clone());
            if !fits {
                let number = concrete(self.shape, wanted);
                self.numbers.set(held.clone(), Value::int(number));
            }
            return Some(());
        }
        fits.then_some(())
    }

    /// Is the number of an object's type in a range?
    fn is(&self, object: &Value, range: (i64, i64)) -> bool {
        number(&self.numbers, object).is_some_and(|n| has(range, n))
    }
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

/// That no object leads back to itself in one step or in two, along fields along which none does. Longer ways are left to
/// [`repair`].
fn not_circular(shape: &Shape) -> Vec<Term> {
    let owner = Var::new("owner", 0, Sort::Ref);
    let held = |field: &Var, object: Term| Term::select(field.term(), object);
    let differs = |object: Term| {
        let null = Term::eq(owner.term(), Term::null());
        Term::forall([owner.clone()], Term::or([null, Term::ne(object, owner.term())]))
    };
    let fields = shape.well_founded.iter().filter(|f| *f.sort() == field_sort());
    let fields: Vec<&Var> = fields.take(2).collect();
    let mut facts = Vec::new();
    for first in &fields {
        let next = held(first, owner.term());
        facts.push(differs(next.clone()));
        facts.extend(fields.iter().map(|second| differs(held(second, next.clone()))));
    }
    facts
}

/// What is true of every heap a routine starts with: what an object holds that is there is there, too. Only
/// a routine that makes objects can tell.
pub fn lawful(shape: &Shape) -> Vec<Term> {
    let mut facts = not_circular(shape);
    let Some(allocated) = &shape.allocated else {
        return facts;
    };
    let there = |object: Term| Term::select(allocated.term(), object);
    let closed = |held: Term| Term::or([Term::eq(held.clone(), Term::null()), there(held)]);
    let owner = Var::new("owner", 0, Sort::Ref);
    let index = Var::new("index", 1, Sort::Int);
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

#[cfg(test)]
mod tests {
    use super::*;

    const NODE: (i64, i64) = (10, 11);
    const OTHER: (i64, i64) = (20, 21);

    struct Sample {
        shape: Shape,
        state: Values,
    }

    fn map(default: Value, entries: &[(i64, Value)]) -> Value {
        let mut map = MapValue::constant(default);
        let entries = entries.iter().cloned();
        entries.for_each(|(key, value)| map.set(Value::Ref(key), value));
        Value::map(map)
    }

    /// A node `a` that leads to @2, and something else that seems to lead to `a`.
    fn sample() -> Sample {
        let [a, next, types, there] = [
            Var::new("a", 0, Sort::Ref),
            Var::new(".next", 1, field_sort()),
            Var::new("types", 2, Sort::map(Sort::Ref, Sort::Int)),
            Var::new("there", 3, Sort::map(Sort::Ref, Sort::Bool)),
        ];
        let links = [(1, Value::Ref(2)), (7, Value::Ref(1)), (0, Value::Ref(7))];
        let state = [
            (a.clone(), Value::Ref(1)),
            (next.clone(), map(Value::NULL, &links)),
            (types.clone(), map(Value::int(0), &[(2, Value::int(20))])),
            (there.clone(), map(Value::Bool(false), &[])),
        ];
        let link = Link {
            field: next,
            owner: NODE,
            value: Some(NODE),
        };
        let shape = Shape {
            roots: vec![(a, NODE)],
            links: vec![link],
            types: Some(types),
            allocated: Some(there),
            classes: vec![(NODE.0, "Node".into()), (OTHER.0, "Other".into())],
            ..Shape::default()
        };
        Sample {
            shape,
            state: state.into_iter().collect(),
        }
    }

    fn at(state: &Values, map: &Var, object: i64) -> Value {
        state[map].as_map().expect("a map").get(&Value::Ref(object)).clone()
    }

    #[test]
    fn what_is_reached_is_there_and_of_its_type() {
        let Sample { shape, state } = sample();
        let state = repair(&shape, state).expect("a heap");
        let [types, there] = [&shape.types, &shape.allocated].map(|v| v.clone().expect("a variable"));
        for object in [1, 2] {
            assert_eq!(at(&state, &types, object), Value::int(NODE.0));
            assert_eq!(at(&state, &there, object), Value::Bool(true));
        }
        assert_eq!(at(&state, &there, 7), Value::Bool(false));
        let next = &shape.links[0].field;
        assert_eq!(
            [1, 7, 0].map(|o| at(&state, next, o)),
            [Value::Ref(2), Value::NULL, Value::NULL]
        );
    }

    /// What is made later is not held by anything before, and holds nothing.
    #[test]
    fn nothing_leads_to_what_is_not_there() {
        let Sample { mut shape, mut state } = sample();
        shape.makes = true;
        let next = shape.links[0].field.clone();
        let types = shape.types.clone().expect("a variable");
        state.insert(types, map(Value::int(NODE.0), &[]));
        state.insert(
            next.clone(),
            map(Value::Ref(9), &[(1, Value::Ref(2)), (7, Value::Ref(8))]),
        );
        let state = repair(&shape, state).expect("a heap");
        let there = shape.allocated.clone().expect("a variable");
        let held = |o: i64| (at(&state, &there, o), at(&state, &next, o));
        assert_eq!(held(1), (Value::Bool(true), Value::Ref(2)));
        assert_eq!(held(7), (Value::Bool(true), Value::Ref(8)));
        assert_eq!(held(5), (Value::Bool(false), Value::NULL));
    }

    #[test]
    fn an_object_has_one_type() {
        let Sample { mut shape, mut state } = sample();
        let b = Var::new("b", 4, Sort::Ref);
        state.insert(b.clone(), Value::Ref(2));
        shape.roots.push((b, OTHER));
        assert_eq!(repair(&shape, state), None);
    }

    #[test]
    fn what_is_constructed_is_not_there_yet() {
        let Sample { mut shape, state } = sample();
        shape.this = Some((shape.roots[0].0.clone(), "Node".into()));
        shape.constructor = true;
        let state = repair(&shape, state).expect("a heap");
        let there = shape.allocated.clone().expect("a variable");
        assert_eq!([1, 2].map(|o| at(&state, &there, o)), [false, true].map(Value::Bool));
    }
}
