//! What is known at the present place of the code that is lowered: which parts of the heap have been written since all objects
//! were last in order, and which new arrays nobody refers to but a variable.

use super::state::Touched;
use abide_logic::{Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// Parts of the heap with how they are written.
pub(super) type Parts = BTreeMap<Var, Touched>;

/// What is known at a place.
#[derive(Clone, Default)]
pub(super) struct Flow {
    /// What has been written since all objects were in order.
    pub pending: Parts,
    /// The variables that hold a new array which nothing else refers to.
    pub unseen: BTreeSet<Var>,
    /// The variables that hold an array which was made of exactly the type that they are declared with.
    pub exact: BTreeSet<Var>,
    /// What such arrays were given for a ghost, while no other code has run since.
    pub given: BTreeMap<Var, (Var, Term)>,
    /// Where the values of temporaries were read, while no other code has run since.
    pub origins: BTreeMap<Var, Term>,
}

impl Flow {
    /// Code has run since `before`, or has not.
    pub(super) fn join(&mut self, before: Flow) {
        add(&mut self.pending, &before.pending);
        self.unseen.retain(|v| before.unseen.contains(v));
        self.exact.retain(|v| before.exact.contains(v));
        self.given.retain(|v, what| before.given.get(v) == Some(what));
        self.origins.retain(|v, from| before.origins.get(v) == Some(from));
    }
}

/// Adds what is written.
pub(super) fn add(parts: &mut Parts, others: &Parts) {
    for (part, written) in others {
        parts.entry(part.clone()).or_default().add(written);
    }
}

impl Touched {
    pub fn add(&mut self, other: &Touched) {
        self.arrays.add(&other.arrays);
        self.stray.add(&other.stray);
        self.through.extend(other.through.iter().cloned());
    }
}
