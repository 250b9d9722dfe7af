//! What `old(e)` reads: copies of variables, made where the past begins.

use abide_logic::{Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// The moment `old` refers to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// It has no meaning here, and why.
    Never(&'static str),
    /// The start of the routine.
    Start,
    /// The moment before the loop.
    LoopEntry,
    /// The moment before the call.
    Call,
}

/// The copies that `old` has asked for.
pub(super) struct Past {
    pub(super) when: When,
    /// Are we inside of `old( … )`?
    pub(super) inside: bool,
    /// Copies made at the start of the routine.
    pub(super) start: Copies,
    /// Copies made before the loop or the call at hand.
    pub(super) recent: Copies,
    /// The tags of the variables that the call at hand changes.
    pub(super) changed: BTreeSet<u32>,
}

/// Copies of variables, by the tag of the original.
#[derive(Default)]
pub(super) struct Copies {
    made: BTreeMap<u32, (Var, Var)>,
    used: BTreeSet<Var>,
}

impl Copies {
    /// The copy of `var`, a new variable `name` if there is none yet.
    pub(super) fn of(&mut self, var: &Var, name: String, next_tag: &mut u32) -> Var {
        let (_, copy) = self.made.entry(var.tag()).or_insert_with(|| {
            let copy = Var::new(name, *next_tag, var.sort().clone());
            *next_tag += 1;
            (var.clone(), copy)
        });
        copy.clone()
    }

    /// The copies that occur in a formula, each with its original, in the order they were made.
    pub(super) fn into_used(self) -> Vec<(Var, Term)> {
        let mut used: Vec<(Var, Term)> = self
            .made
            .into_values()
            .filter(|(_, copy)| self.used.contains(copy))
            .map(|(original, copy)| (copy, original.term()))
            .collect();
        used.sort_by_key(|(copy, _)| copy.tag());
        used
    }
}

impl Past {
    pub(super) fn new() -> Past {
        Past {
            when: When::Never(""),
            inside: false,
            start: Copies::default(),
            recent: Copies::default(),
            changed: BTreeSet::new(),
        }
    }

    /// The copy of `var` at the moment `old` refers to.
    pub(super) fn copy(&mut self, var: &Var, next_tag: &mut u32) -> Var {
        match self.when {
            When::Start => self.start.of(var, format!("old({})", var.name()), next_tag),
            When::Call => self.recent.of(var, var.name().to_string(), next_tag),
            _ => self.recent.of(var, format!("old({})", var.name()), next_tag),
        }
    }

    /// Remembers which copies a formula mentions.
    pub(super) fn note_uses(&mut self, formula: &Term) {
        let copies = if self.when == When::Start {
            &mut self.start
        } else {
            &mut self.recent
        };
        if !copies.made.is_empty() {
            copies.used.extend(formula.free_vars());
        }
    }
}
