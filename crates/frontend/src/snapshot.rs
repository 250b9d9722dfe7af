//! Values of earlier states, saved in variables for `\old` and its like.
//!
//! The name of such a variable says whose value it is, and of which state: `old(x)`, `entry(x)`.

use abide_logic::Var;
use std::collections::BTreeMap;

/// Values kept of an earlier state; filled in as formulas ask for them.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// How a kept variable is called: `old`, `entry`.
    pub word: String,
    /// What is kept, and where.
    pub vars: BTreeMap<Var, Var>,
}

/// A state in which variables are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The present one.
    Now,
    /// The one kept in a snapshot.
    At(usize),
}

/// An earlier state that annotations have a word for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Past {
    /// The beginning of the routine.
    Old,
    /// The beginning of the loop.
    Entry,
}

/// The name of a variable without its state, and the state.
pub fn state_of(name: &str) -> (&str, Option<Past>) {
    let inside = |word: &str| name.strip_prefix(word)?.strip_prefix('(')?.strip_suffix(')');
    match (inside("old"), inside("entry")) {
        (Some(n), _) => (n, Some(Past::Old)),
        (_, Some(n)) => (n, Some(Past::Entry)),
        _ => (name, None),
    }
}
