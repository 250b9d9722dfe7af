//! Models completed between the index terms.
//!
//! A model satisfies the instances of universal facts at the index terms; at other keys the
//! solver has no reason to give maps any particular value. In the array property fragment a
//! model of the instances becomes a model of the facts when every map takes, at a key between
//! two index terms, the value it has at the lower one (Bradley, Manna and Sipma call this the
//! projection). Below the lowest index term it takes the value at that one. A map from
//! references takes, at a reference no index term stands for, the value it has at null.

use crate::session::Session;
use abide_logic::eval::Env;
use abide_logic::{Int, MapValue, Term, Value, Var, eval};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Keys filled in on either side, and between two index terms, at most.
const MARGIN: i64 = 4;
const GAP: usize = 64;

/// The values of the index terms in a model.
pub(super) struct Points {
    /// Of the integer ones, in order.
    ints: Vec<Int>,
    /// Of the references, null among them.
    refs: BTreeSet<Value>,
}

/// The values of the index terms in the session's model.
pub(super) fn points(session: &mut dyn Session, terms: &[Term]) -> Points {
    struct Model<'a>(RefCell<&'a mut dyn Session>);
    impl Env for Model<'_> {
        fn var(&self, var: &Var) -> Option<Value> {
            self.0.borrow_mut().value(&var.term())
        }
    }
    let model = Model(RefCell::new(session));
    let (mut ints, mut refs) = (BTreeSet::new(), BTreeSet::from([Value::NULL]));
    for value in terms.iter().filter_map(|t| eval(t, &model)) {
        match value {
            Value::Int(i) => {
                ints.insert(i);
            }
            Value::Ref(_) => {
                refs.insert(value);
            }
            _ => {}
        }
    }
    Points {
        ints: ints.into_iter().collect(),
        refs,
    }
}

/// A value in which maps are completed from their values at `points`.
pub(super) fn complete(value: &Value, points: &Points) -> Value {
    let Value::Map(map) = value else { return value.clone() };
    let mut keys = map.entries().keys();
    let by_ref = keys.next().is_some_and(|k| matches!(k, Value::Ref(_)));
    if by_ref {
        let at = |key: &Value| complete(map.get(key), points);
        let mut result = MapValue::constant(at(&Value::NULL));
        points.refs.iter().for_each(|key| result.set(key.clone(), at(key)));
        return Value::map(result);
    }
    let by_int = map.entries().keys().all(|k| k.as_int().is_some());
    let (Some(lowest), Some(highest)) = (points.ints.first(), points.ints.last()) else {
        return value.clone();
    };
    if !by_int || map.entries().is_empty() {
        return match map.default() {
            Value::Map(_) => Value::map(MapValue::constant(complete(map.default(), points))),
            _ => value.clone(),
        };
    }
    let at = |key: &Int| complete(map.get(&Value::Int(key.clone())), points);
    let mut result = MapValue::constant(at(highest));
    for step in 1..=MARGIN {
        result.set(Value::Int(lowest - Int::from(step)), at(lowest));
    }
    for (i, point) in points.ints.iter().enumerate() {
        let here = at(point);
        let end = points.ints.get(i + 1).cloned().unwrap_or_else(|| point + Int::ONE);
        let width = usize::try_from(&(&end - point)).unwrap_or(GAP).min(GAP);
        for step in 0..width {
            result.set(Value::Int(point + Int::from(step)), here.clone());
        }
    }
    Value::map(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_are_flat_between_points() {
        let mut map = MapValue::constant(Value::int(9));
        map.set(Value::int(2), Value::int(5));
        map.set(Value::int(6), Value::int(7));
        let points = Points {
            ints: [2, 4, 6].map(Int::from).to_vec(),
            refs: BTreeSet::new(),
        };
        let done = complete(&Value::map(map), &points);
        let at = |k: i64| done.as_map().unwrap().get(&Value::int(k)).clone();
        assert_eq!(
            [at(-1), at(2), at(3), at(4), at(5), at(6), at(99)],
            [5, 5, 5, 9, 9, 7, 7].map(Value::int)
        );
    }
}
