//! Dirty objects at the heads of loops.
//!
//! The objects of `this` and parameters may stay dirty from round to round; the loop's invariants say how. All others
//! satisfy their invariants where a round begins.

use super::body::Body;
use super::state::Clause;
use super::value::{Lowering, Val};
use crate::types::Type;
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::{Term, Var};
use std::collections::BTreeSet;

impl<'a> Body<'_, 'a> {
    /// How many slots have been used so far.
    pub(super) fn slots_used(&mut self) -> usize {
        // a raw object that is seen later in a loop has been seen in the next round
        self.dirty.escaped |= self.dirty.leaks;
        self.dirty.used.len()
    }

    /// Before a loop that writes these variables, and uses the slots since a mark.
    pub(super) fn rounds_begin(&mut self, mark: usize, targets: &BTreeSet<Var>, span: Span) -> Lowering<()> {
        if self.no_protocol() {
            return Ok(());
        }
        for number in self.slots_since(mark) {
            let slot = self.dirty.slots[number].clone();
            if self.lasts(number, targets) {
                // it may be dirty from now on
                self.settle(number, Some(&slot.name), span)?;
                self.assume_invariants_of(&Val::new(slot.name.clone(), slot.ty), span)?;
                self.assign(&slot.object, slot.name, span);
                self.assign(&slot.live, Term::tt(), span);
            }
        }
        self.round_ends(mark, targets, span)
    }

    /// Where a round ends.
    pub(super) fn round_ends(&mut self, mark: usize, targets: &BTreeSet<Var>, span: Span) -> Lowering<()> {
        if self.no_protocol() {
            return Ok(());
        }
        for number in self.slots_since(mark) {
            if !self.lasts(number, targets) {
                self.settle(number, None, span)?;
                let live = self.dirty.slots[number].live.clone();
                self.assign(&live, Term::ff(), span);
            }
        }
        let owed = self.owed_for_others()?;
        for clause in self.reading(targets, owed)? {
            let others = Term::or([self.others(clause, false)?, self.unknown(span)]);
            self.check(others, CheckKind::ClassInvariant, span, Some(clause.invariant.span));
        }
        Ok(())
    }

    /// What is known of dirty objects where a round begins.
    pub(super) fn round_begins(&mut self, mark: usize, targets: &BTreeSet<Var>, span: Span) -> Lowering<()> {
        if self.no_protocol() {
            return Ok(());
        }
        for number in self.slots_since(mark) {
            let slot = self.dirty.slots[number].clone();
            let fact = match self.lasts(number, targets) {
                true => Term::eq(slot.object.term(), slot.name),
                false => Term::not(slot.live.term()),
            };
            self.assume(fact, span);
        }
        let known = self.known_of_others()?;
        for clause in self.reading(targets, known)? {
            let others = self.others(clause, true)?;
            self.assume(others, span);
        }
        Ok(())
    }

    fn slots_since(&self, mark: usize) -> BTreeSet<usize> {
        self.dirty.used[mark..].iter().copied().collect()
    }

    /// Does the name of a slot mean one object as long as the loop runs?
    fn lasts(&self, number: usize, targets: &BTreeSet<Var>) -> bool {
        let slot = &self.dirty.slots[number];
        matches!(slot.ty, Type::Class(_)) && slot.name.free_vars().iter().all(|v| !targets.contains(v))
    }

    /// Those of some clauses that read one of these parts of the heap.
    fn reading(&mut self, parts: &BTreeSet<Var>, clauses: Vec<Clause<'a>>) -> Lowering<Vec<Clause<'a>>> {
        let mut found = Vec::new();
        for clause in clauses {
            for part in parts {
                if self.heap.has(part) && self.known_readers(part)?.iter().any(|r| r.clause.is(clause)) {
                    found.push(clause);
                    break;
                }
            }
        }
        Ok(found)
    }
}
