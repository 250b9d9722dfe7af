//! Reachability along a field: one function with a fixed meaning.
//!
//! A field is a map from references to references. A path along it ends at `null`, whatever the map
//! holds there: `null` has no successor but itself.
//!
//! * `between(f, x, y, z)`: the path from `x` leads to `z`, and through `y` on the way (`x` and `z`
//!   themselves are on the way);
//! * `reach(f, x, y)` is `between(f, x, y, y)`.
//!
//! So `reach(f, x, null)` says that the list at `x` has no cycle. The relation is that of
//! GRASShopper's `Btwn`; solvers get its axioms from `prover::instantiate`.

use crate::{Func, Kind, MapValue, Sort, Term, Value, Var};
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

/// The name of the function.
pub const BETWEEN: &str = "between";
/// How `between(f, x, y, y)` is written.
pub const REACH: &str = "reach";
/// The map in which front ends keep the number of an object's dynamic type.
pub const TYPE_OF: &str = "\\typeof";

static FUNC: LazyLock<Func> = LazyLock::new(|| Func {
    name: Arc::from(BETWEEN),
    params: vec![field_sort(), Sort::Ref, Sort::Ref, Sort::Ref],
    result: Sort::Bool,
});

/// The sort of a field that holds references.
pub fn field_sort() -> Sort {
    Sort::map(Sort::Ref, Sort::Ref)
}

/// The sort of a set of objects.
pub fn set_sort() -> Sort {
    Sort::map(Sort::Ref, Sort::Bool)
}

/// The field that a chain of writes starts from.
pub fn base_field(field: &Term) -> Option<&Var> {
    match field.kind() {
        Kind::Var(v) => Some(v),
        Kind::Store(map, _, _) => base_field(map),
        _ => None,
    }
}

/// Is it this function?
pub fn is_between(func: &Func) -> bool {
    &*func.name == BETWEEN && *func == *FUNC
}

/// One atom `between(field, from, by, to)`.
#[derive(Clone, Copy, Debug)]
pub struct Between<'a> {
    /// The field that the path follows.
    pub field: &'a Term,
    /// Where the path begins.
    pub from: &'a Term,
    /// What it passes.
    pub by: &'a Term,
    /// Where it leads.
    pub to: &'a Term,
}

impl<'a> Between<'a> {
    /// The atom, if the term is one.
    pub fn of(term: &'a Term) -> Option<Between<'a>> {
        match term.kind() {
            Kind::Apply(func, args) if is_between(func) => match args.as_slice() {
                [field, from, by, to] => Some(Between { field, from, by, to }),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Term {
    /// `between(field, x, y, z)`.
    #[track_caller]
    pub fn between(field: Term, x: Term, y: Term, z: Term) -> Term {
        Term::apply(FUNC.clone(), vec![field, x, y, z])
    }

    /// Does it contain an atom about reachability along fields?
    pub fn has_reachability(&self) -> bool {
        self.has_function() && self.has(|t| Between::of(t).is_some())
    }

    /// `reach(field, x, y)`.
    #[track_caller]
    pub fn reach(field: Term, x: Term, y: Term) -> Term {
        Term::between(field, x, y.clone(), y)
    }
}

/// The truth of `between` on values.
pub fn between(field: &MapValue, x: &Value, y: &Value, z: &Value) -> bool {
    let mut seen = BTreeSet::new();
    let (mut at, mut passed) = (x, false);
    // a path has finitely many objects: those the map names
    while seen.insert(at) {
        passed |= at == y;
        if at == z {
            return passed;
        }
        if *at == Value::NULL {
            return false;
        }
        at = field.get(at);
    }
    false
}

/// The value of the function, if it is this one and the arguments are what it wants.
pub(crate) fn apply(func: &Func, args: &[Value]) -> Option<Value> {
    match args {
        [field, x, y, z] if is_between(func) => Some(Value::Bool(between(field.as_map()?, x, y, z))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(next: &[(i64, i64)]) -> MapValue {
        let mut map = MapValue::constant(Value::NULL);
        next.iter().for_each(|(a, b)| map.set(Value::Ref(*a), Value::Ref(*b)));
        map
    }

    #[test]
    fn paths_end_at_null_and_at_the_goal() {
        let next = list(&[(1, 2), (2, 3), (3, 0), (4, 5), (5, 4), (0, 1)]);
        let on = |x, y, z| between(&next, &Value::Ref(x), &Value::Ref(y), &Value::Ref(z));
        assert!(on(1, 2, 3) && on(1, 1, 3) && on(1, 3, 0) && on(1, 0, 0));
        assert!(!on(1, 3, 2), "3 comes after 2");
        assert!(on(4, 5, 5) && on(5, 4, 4) && !on(4, 0, 0), "a cycle never ends");
        assert!(!on(0, 1, 1), "null has no successor");
        assert!(
            on(4, 4, 5) && !on(4, 5, 4),
            "the path stops where it first meets the goal"
        );
    }

    #[test]
    fn reach_is_written_as_such() {
        let next = crate::Var::new(".next", 0, field_sort()).term();
        let x = crate::Var::new("x", 1, Sort::Ref).term();
        let reach = Term::reach(next.clone(), x.clone(), Term::null());
        assert_eq!(reach.to_string(), "reach(.next, x, null)");
        let between = Term::between(next, x.clone(), x, Term::null());
        assert_eq!(between.to_string(), "between(.next, x, x, null)");
    }
}
