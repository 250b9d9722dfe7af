//! Writes to the heap, and what a loop therefore preserves.

use abide_logic::{Term, Var};
use std::collections::BTreeSet;

/// A write to the heap since some point.
#[derive(Clone, Debug)]
pub struct Write {
    /// The map.
    pub map: Var,
    /// The object or block written, unless any may have been.
    pub object: Option<Term>,
    /// Was it made in between?
    pub fresh: bool,
}

/// The objects that a loop writes in a map.
#[derive(Debug)]
pub struct Written {
    /// Objects that mean the same in every round.
    pub objects: Vec<Term>,
    /// Are there others, made by the loop?
    pub fresh: bool,
}

impl Written {
    /// What the writes of a loop change in a map, unless that may be any object. The loop gives values to the
    /// variables `targets`, and makes the objects `new`.
    pub fn of(map: &Var, writes: &[Write], targets: &BTreeSet<Var>, new: &[Term]) -> Option<Written> {
        let mut written = Written {
            objects: Vec::new(),
            fresh: false,
        };
        for write in writes.iter().filter(|w| w.map == *map) {
            match &write.object {
                Some(o) if new.contains(o) => written.fresh = true,
                Some(o) if o.free_vars().iter().all(|v| !targets.contains(v)) => {
                    if !written.objects.contains(o) {
                        written.objects.push(o.clone());
                    }
                }
                _ if write.fresh => written.fresh = true,
                _ => return None,
            }
        }
        Some(written)
    }

    /// The map as it was `before` the loop, but for the objects that are known: they are as they are now, and
    /// need not be distinguished any more.
    pub fn updated(&mut self, before: Term, map: &Var) -> Term {
        let objects = self.objects.drain(..);
        objects.fold(before, |m, o| Term::store(m, o.clone(), Term::select(map.term(), o)))
    }

    /// Every object `r` that was there before the loop, other than the ones that are known, is as it was.
    pub fn unchanged(self, before: Term, map: &Var, allocated: Term, r: Var) -> Term {
        let mut guard = vec![Term::select(allocated, r.term())];
        guard.extend(self.objects.into_iter().map(|o| Term::ne(r.term(), o)));
        let same = Term::eq(Term::select(map.term(), r.term()), Term::select(before, r.term()));
        Term::forall([r], Term::implies(Term::and(guard), same))
    }
}
