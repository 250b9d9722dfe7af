//! Heaps drawn as text: where the walks from the variables lead.

use abide_logic::{Sort, Value, Var};

/// Objects of one walk shown, at the most.
const SHOWN: usize = 12;

/// For each variable that holds an object and each field that holds references, the objects one
/// comes to: `@1 -> @2 -> null`, or back to one passed before.
pub(crate) fn walks(values: &[(Var, Value)]) -> Vec<(String, String)> {
    let fields = values.iter().filter_map(|(v, value)| {
        let name = v.name().strip_prefix('.')?;
        let (key, target) = v.sort().as_map()?;
        (*key == Sort::Ref && *target == Sort::Ref).then_some((name, value.as_map()?))
    });
    let mut drawn = Vec::new();
    for (field, map) in fields {
        for (var, start) in values
            .iter()
            .filter(|(v, value)| *v.sort() == Sort::Ref && *value != Value::NULL)
        {
            let mut passed = vec![start];
            let mut text = start.to_string();
            loop {
                let next = map.get(passed[passed.len() - 1]);
                text.push_str(&format!(" -> {next}"));
                if passed.contains(&next) {
                    text.push_str(", a cycle");
                    break;
                }
                if *next == Value::NULL {
                    break;
                }
                passed.push(next);
                if passed.len() > SHOWN {
                    text.push_str(" -> …");
                    break;
                }
            }
            drawn.push((format!("{} along .{field}", var.name()), text));
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_logic::{MapValue, heap};

    #[test]
    fn lists_and_cycles_are_drawn() {
        let mut next = MapValue::constant(Value::NULL);
        [(1, 2), (3, 4), (4, 3)]
            .into_iter()
            .for_each(|(a, b)| next.set(Value::Ref(a), Value::Ref(b)));
        let x = |name: &str, r| (Var::new(name, r as u32, Sort::Ref), Value::Ref(r));
        let field = (Var::new(".next", 9, heap::field_sort()), Value::map(next));
        let shown = walks(&[x("first", 1), x("ring", 3), x("none", 0), field]);
        let expected = [
            ("first along .next", "@1 -> @2 -> null"),
            ("ring along .next", "@3 -> @4 -> @3, a cycle"),
        ];
        assert_eq!(shown, expected.map(|(a, b)| (a.to_string(), b.to_string())));
    }
}
