//! The values of variables in a state, and how places in memory are named.

use abide_logic::{Env, Value, Var};
use std::collections::BTreeMap;

/// A state: the value of every variable that has one.
pub type Values = BTreeMap<Var, Value>;

pub(super) struct Here<'a>(pub(super) &'a Values);

impl Env for Here<'_> {
    fn var(&self, var: &Var) -> Option<Value> {
        self.0.get(var).cloned()
    }
}

/// The last entry of each name, at the place of the first.
pub(super) fn latest<T>(entries: impl Iterator<Item = (String, T)>) -> Vec<(String, T)> {
    let mut kept: Vec<(String, T)> = Vec::new();
    for (name, entry) in entries {
        match kept.iter_mut().find(|(n, _)| *n == name) {
            Some(known) => known.1 = entry,
            None => kept.push((name, entry)),
        }
    }
    kept
}

/// The name of a block.
pub(super) fn named(block: &Value) -> String {
    match block {
        Value::Ref(r) => format!("block {r}"),
        other => other.to_string(),
    }
}

/// An offset behind the name of a block.
pub(super) fn distance(offset: i64) -> String {
    match offset {
        0 => String::new(),
        n if n > 0 => format!(" + {n}"),
        n => format!(" - {}", -n),
    }
}
