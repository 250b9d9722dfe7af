//! Ghost fields whose value the heap determines: they get that value.

use super::failure::Values;
use crate::lower::{Shape, Tree};
use abide_logic::{MapValue, Value};
use std::collections::BTreeSet;

/// The state with the ghost fields of trees leading up; none if something is no tree.
pub fn determine_ghosts(shape: &Shape, mut state: Values) -> Option<Values> {
    for tree in &shape.trees {
        let up = up(tree, &state)?;
        state.insert(tree.up.clone(), up);
    }
    Some(state)
}

/// What leads up: everything has one parent at the most, and nobody is above himself.
fn up(tree: &Tree, state: &Values) -> Option<Value> {
    let mut up = MapValue::constant(Value::NULL);
    for field in &tree.down {
        let field = state.get(field)?.as_map()?;
        if *field.default() != Value::NULL {
            return None;
        }
        for (parent, child) in field.entries() {
            if *parent == Value::NULL || *child == Value::NULL {
                continue;
            }
            if *up.get(child) != Value::NULL {
                return None;
            }
            up.set(child.clone(), parent.clone());
        }
    }
    for start in up.entries().keys() {
        let mut at = start;
        let mut passed = BTreeSet::new();
        while *at != Value::NULL {
            if !passed.insert(at) {
                return None;
            }
            at = up.get(at);
        }
    }
    Some(Value::map(up))
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_base::Span;
    use abide_logic::{Sort, Var};

    fn field(name: &str, tag: u32, links: &[(i64, i64)]) -> (Var, Value) {
        let mut map = MapValue::constant(Value::NULL);
        for (from, to) in links {
            map.set(Value::Ref(*from), Value::Ref(*to));
        }
        (Var::new(name, tag, Sort::map(Sort::Ref, Sort::Ref)), Value::map(map))
    }

    /// What leads up from the objects 1 to 4, if it is a tree.
    fn ups(left: &[(i64, i64)], right: &[(i64, i64)]) -> Option<Vec<i64>> {
        let (left, right, up) = (field("l", 1, left), field("r", 2, right), field("u", 3, &[(1, 1)]));
        let shape = Shape {
            trees: vec![Tree {
                up: up.0.clone(),
                down: vec![left.0.clone(), right.0.clone()],
                span: Span::default(),
            }],
            ..Shape::default()
        };
        let at = up.0.clone();
        let state = determine_ghosts(&shape, [left, right, up].into_iter().collect())?;
        let map = state[&at].as_map().expect("a field").clone();
        let of = |object: i64| match map.get(&Value::Ref(object)) {
            Value::Ref(parent) => *parent,
            _ => panic!("a reference"),
        };
        Some((1..=4).map(of).collect())
    }

    #[test]
    fn a_tree_tells_what_leads_up() {
        assert_eq!(ups(&[(1, 2)], &[(1, 3), (3, 4)]), Some(vec![0, 1, 1, 3]));
    }

    #[test]
    fn shared_objects_and_rings_are_no_tree() {
        assert_eq!(ups(&[(1, 2)], &[(1, 2)]), None);
        assert_eq!(ups(&[(1, 3), (2, 3)], &[]), None);
        assert_eq!(ups(&[(1, 2)], &[(2, 1)]), None);
        assert_eq!(ups(&[], &[(1, 1)]), None);
    }
}
