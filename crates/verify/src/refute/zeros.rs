//! Inputs made smaller.

use abide_exec::Values;
use abide_logic::{Value, Var};

/// The input with zero for a variable or for an entry of a map; none if it is zero already.
pub(super) fn with_zero(input: &Values, var: &Var, key: Option<Value>) -> Option<Values> {
    let old = input.get(var)?;
    let new = match key {
        Some(key) => old.written(&[key], Value::zero(var.sort().as_map()?.1)),
        None => Value::zero(var.sort()),
    };
    if new == *old {
        return None;
    }
    let mut changed = input.clone();
    changed.insert(var.clone(), new);
    Some(changed)
}
