//! Failing methods with inputs that make them fail, and others that do not.

mod contracts;
mod inside;
mod run_time;

use crate::input::Input;
use abide_ir::CheckKind;
use abide_logic::Value;

/// A source with one failing line, marked with `FAILS`, and two inputs.
pub struct Case {
    pub kind: CheckKind,
    pub source: &'static str,
    /// Part of what the failing run writes.
    pub expected: &'static str,
    pub bad: fn(&mut Input),
    pub good: fn(&mut Input),
}

fn int(i: i64) -> Value {
    Value::int(i)
}

/// At least one for each kind of check.
pub fn cases() -> Vec<Case> {
    let mut all = run_time::cases();
    all.extend(contracts::cases());
    all.extend(inside::cases());
    all
}
