//! Frames from code: what calling a function changes at the most, by what its body and those of the functions it calls
//! assign.

use super::body::Body;
use super::state::HeapKind;
use super::survey::{self, Change};
use crate::syntax::walk;
use std::collections::BTreeSet;

/// What a call may change.
pub(super) struct CodeFrame {
    /// Which global variables, and which members of structures; everything if that is not known.
    pub changed: Option<Changed>,
    /// Of memory otherwise, it changes only what can be reached from what it is given.
    pub confined: bool,
    /// What it may do with memory.
    pub lives: Lives,
}

/// What becomes of blocks of memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lives {
    /// Those that are made are given back at once: variables of the function.
    Same,
    /// Some may be made.
    More,
    /// Some may be made, and some given back.
    Others,
}

/// Global variables and members, by their names.
#[derive(Default)]
pub(super) struct Changed {
    globals: BTreeSet<String>,
    members: BTreeSet<String>,
}

impl Changed {
    /// May a part of the heap change?
    pub(super) fn has(&self, kind: &HeapKind) -> bool {
        match kind {
            // members of unions lie in the same bytes
            HeapKind::Cells(_, leaf) => {
                let steps = leaf.path.split(['.', '[', ']']);
                !self.members.is_empty() && (leaf.shared || steps.into_iter().any(|s| self.members.contains(s)))
            }
            HeapKind::Global(name, _) => self.globals.contains(name),
            _ => false,
        }
    }
}

impl Body<'_, '_> {
    /// What a call of a function may change.
    pub(super) fn frame_of(&self, name: &str) -> CodeFrame {
        let changes = self.changes_of(name);
        let known = !changes.contains(&Change::Anything) && !self.hands_out_functions(name);
        let mut changed = Changed::default();
        let mut every = !known;
        let writes = changes.iter().any(|c| matches!(c, Change::Memory));
        let confined = known && writes && self.is_confined(name);
        for change in changes {
            match change {
                Change::Var(name) | Change::Part(name)
                    if self.env.globals.contains_key(&name) && !self.lives_in_memory(&name) =>
                {
                    changed.globals.insert(name);
                }
                Change::Field(name) if !self.env.address_taken.members.iter().any(|(_, m)| *m == name) => {
                    changed.members.insert(name);
                }
                Change::Memory | Change::Field(_) if confined => {}
                // what is pointed to may be anything, and so may a static variable of a block
                _ => every = true,
            }
        }
        CodeFrame {
            confined: confined && !every,
            changed: Some(changed).filter(|_| !every),
            lives: match known {
                true if !self.may_allocate(name) => Lives::Same,
                true if !self.may_free(name) => Lives::More,
                _ => Lives::Others,
            },
        }
    }

    /// Does the function, or one that it calls, use a function as a value? Who gets it may call it.
    fn hands_out_functions(&self, name: &str) -> bool {
        let called = self.called_from(name);
        let functions = called.iter().filter_map(|n| self.env.callees.get(n)?.function);
        let mut values = BTreeSet::new();
        for function in functions {
            walk::statements(&function.body, &mut |s| {
                let all = walk::expressions(s).into_iter();
                all.for_each(|e| survey::values(e, &mut values));
            });
        }
        values.iter().any(|n| self.env.callees.contains_key(n))
    }
}
