//! Queries about one command, a path without loops from one place to the next.
//!
//! There is one kind of query: is there a run, from a state of the context, with an object that is in one cube before
//! and in another one after? All entailments of the paper are its negations:
//!
//! ```text
//!   Γ ∧ C ⊨ wlp(c, p)        no run from C to ¬p
//!   Γ ∧ C ⊨ ¬guard(c)        no run from C at all
//!   sp(c, Γ) ⊨ ¬C'           no run to C'
//! ```

use super::context::Context;
use super::cube::Signature;
use super::heap::Heap;
use abide_region::{Cube, Valuation};
use std::collections::BTreeSet;

/// What an object was and what it is: its complete cubes before and after a command.
pub type Pair = (Valuation, Valuation);

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// There is no such run: it is proved.
    None,
    /// There is one, in which an object goes from cube to cube.
    Found(Pair),
    /// The prover does not know. That is never read as a proof, and never remembered.
    Unknown,
}

/// A command, and who answers questions about it.
pub trait Transition {
    /// The predicates before.
    fn before(&self) -> &Signature;

    /// The predicates after.
    fn after(&self) -> &Signature;

    /// A run from a state of the context, with an object that is in these cubes before and after.
    fn run(&mut self, context: &Context, before: Cube, after: Cube) -> Run;

    /// A run with an object that is in the heap before, and whose cubes are none of the known pairs.
    fn another(&mut self, context: &Context, heap: &Heap, known: &BTreeSet<Pair>) -> Run;

    /// Pairs that are known to occur in the context without asking.
    fn known(&self, _context: &Context) -> BTreeSet<Pair> {
        BTreeSet::new()
    }

    /// The predicate before that has, of every object and in every run, the value that this one has
    /// after.
    fn unchanged(&self, _after: usize) -> Option<usize> {
        None
    }
}

/// Questions under one context, with the runs found in it: one run answers many.
pub struct Asking<'a> {
    transition: &'a mut dyn Transition,
    context: &'a Context,
    seen: Vec<Pair>,
}

impl<'a> Asking<'a> {
    /// Nothing is asked yet.
    pub fn new(transition: &'a mut dyn Transition, context: &'a Context) -> Asking<'a> {
        Asking {
            transition,
            context,
            seen: Vec::new(),
        }
    }

    /// The command.
    pub fn transition(&self) -> &dyn Transition {
        &*self.transition
    }

    /// Is it proved that no object goes from one cube to the other?
    pub fn none(&mut self, before: Cube, after: Cube) -> bool {
        let fits = |(b, a): &Pair| before.holds_in(*b) && after.holds_in(*a);
        if self.seen.iter().any(fits) {
            return false;
        }
        match self.transition.run(self.context, before, after) {
            Run::None => true,
            Run::Unknown => false,
            Run::Found(pair) => {
                self.seen.push(pair);
                false
            }
        }
    }

    /// All pairs of cubes that an object of the heap can have; nothing if the prover does not know them
    /// all.
    pub fn all(&mut self, heap: &Heap) -> Option<BTreeSet<Pair>> {
        let mut pairs = self.transition.known(self.context);
        pairs.extend(&self.seen);
        pairs.retain(|(b, _)| heap.contains(*b));
        loop {
            match self.transition.another(self.context, heap, &pairs) {
                Run::None => return Some(pairs),
                // a pair that is not new would be asked for again and again
                Run::Found(pair) if pairs.insert(pair) => {}
                _ => return None,
            }
        }
    }
}
