//! The linked objects of a state, by the names of its variables.

use abide_base::Heap;
use abide_base::heap::Seen;
use abide_exec::Values;
use abide_logic::{MapValue, Sort, Value, Var};

/// The objects that the references lead to, along all fields; only variables that are `shown`
/// point at them. Nothing where no field leads anywhere.
pub(crate) fn heap(state: &Values, shown: impl Fn(&Var) -> bool) -> Option<Heap> {
    let is_old = |v: &Var| v.name().starts_with("old(");
    let fields: Vec<(&str, &MapValue)> = state
        .iter()
        .filter(|(v, _)| !is_old(v) && matches!(v.sort().as_map(), Some((Sort::Ref, _))))
        .filter_map(|(v, value)| Some((v.name(), value.as_map()?)))
        .collect();
    let links = || fields.iter().filter_map(|(n, map)| Some((n.strip_prefix('.')?, *map)));
    let is_link = |map: &MapValue| matches!(map.get(&Value::NULL), Value::Ref(_));
    if !links().any(|(_, map)| is_link(map)) {
        return None;
    }
    let object = |value: &Value| match value {
        Value::Ref(r) if *value != Value::NULL => Some(*r),
        _ => None,
    };
    let variables = state
        .iter()
        .filter(|(v, _)| *v.sort() == Sort::Ref && !is_old(v) && shown(v))
        .map(|(v, value)| (v.name().to_string(), object(value)));
    let look = |id: &i64| {
        let own = Value::Ref(*id);
        let data = fields
            .iter()
            .filter_map(|(name, map)| match (map.get(&own), name.strip_prefix('.')) {
                (value @ (Value::Int(_) | Value::Bool(_)), Some(field)) => Some((field.to_string(), value.to_string())),
                (Value::Bool(true), None) => Some(("in".to_string(), name.to_string())),
                _ => None,
            });
        Seen {
            name: own.to_string(),
            data: data.collect(),
            links: links()
                .filter(|(_, map)| is_link(map))
                .map(|(name, map)| (name.to_string(), object(map.get(&own))))
                .collect(),
        }
    };
    Some(Heap::explore(variables.collect(), look)).filter(Heap::is_linked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_base::heap::Target;
    use abide_logic::heap::field_sort;

    #[test]
    fn fields_lead_to_objects_and_data_stays_inside() {
        let mut next = MapValue::constant(Value::NULL);
        [(1, 2), (3, 4), (4, 3)]
            .into_iter()
            .for_each(|(a, b)| next.set(Value::Ref(a), Value::Ref(b)));
        let x = |name: &str, r| (Var::new(name, r as u32, Sort::Ref), Value::Ref(r));
        let map = |name: &str, value: Value, sort: Sort| {
            let all = Value::map(MapValue::constant(value));
            (Var::new(name, 11, Sort::map(Sort::Ref, sort)), all)
        };
        let state: Values = [
            x("first", 1),
            x("ring", 3),
            x("none", 0),
            x("old(first)", 4),
            (Var::new(".next", 9, field_sort()), Value::map(next)),
            map(".key", Value::int(7), Sort::Int),
            map("S", Value::Bool(true), Sort::Bool),
        ]
        .into();
        let heap = heap(&state, |v| v.name() != "ring").expect("linked objects");
        let variables: Vec<(&str, Target)> = heap.variables.iter().map(|(n, t)| (n.as_str(), *t)).collect();
        // in the order of their tags
        assert_eq!(variables, [("none", Target::Null), ("first", Target::Object(0))]);
        let names: Vec<&str> = heap.objects.iter().map(|o| o.name.as_str()).collect();
        assert_eq!(names, ["@1", "@2"]);
        let text = |pairs: &[(&str, &str)]| {
            pairs
                .iter()
                .map(|(a, b)| (a.to_string(), b.to_string()))
                .collect::<Vec<_>>()
        };
        assert_eq!(heap.objects[0].data, text(&[("key", "7"), ("in", "S")]));
        assert_eq!(heap.objects[1].links, [("next".to_string(), Target::Null)]);
    }

    #[test]
    fn numbers_alone_are_no_heap() {
        let x = (Var::new("x", 1, Sort::Ref), Value::Ref(3));
        assert_eq!(heap(&[x].into(), |_| true), None);
    }
}
