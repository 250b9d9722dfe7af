//! The reachability relations of a model.

use super::paths::Tables;
use abide_logic::{MapValue, Term, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Which objects reach which in a model, along each of its fields.
#[derive(Default)]
pub(super) struct Reachability {
    /// The atoms the model needs, with their truth.
    pub(super) atoms: Vec<(Term, bool)>,
    /// The number of each field.
    pub(super) fields: BTreeMap<Value, usize>,
    /// The fields along which every path ends at null.
    pub(super) ended: BTreeSet<usize>,
    /// The number of each object.
    pub(super) objects: BTreeMap<Value, usize>,
    pub(super) tables: Tables,
}

impl Reachability {
    /// The truth of `between` in the model; an atom that does not occur is false.
    pub(super) fn truth(&self, field: &Value, objects: [&Value; 3]) -> bool {
        let number = self.fields.get(field);
        let paths = number.and_then(|f| self.tables.get(*f));
        let ended = number.is_some_and(|f| self.ended.contains(f));
        let places = objects.map(|v| self.objects.get(v).copied());
        match (paths, places) {
            (Some(paths), [Some(x), Some(y), Some(z)]) => paths.get([x, y, z]),
            (Some(_), [None, Some(0), Some(0)]) if ended => true,
            _ => objects[0] == objects[1] && objects[1] == objects[2],
        }
    }

    /// A field's value in which each object leads to the nearest one it reaches.
    pub(super) fn heap(&self, field: &Value) -> Option<Value> {
        let paths = self.tables.get(*self.fields.get(field)?)?;
        let mut values: Vec<(&usize, &Value)> = self.objects.iter().map(|(v, i)| (i, v)).collect();
        values.sort();
        let mut map = MapValue::constant(Value::NULL);
        for (x, value) in &values {
            let next = paths.next(**x).and_then(|y| values.get(y)).map_or(*value, |(_, v)| v);
            if **value != Value::NULL {
                map.set((*value).clone(), next.clone());
            }
        }
        Some(Value::map(map))
    }
}
