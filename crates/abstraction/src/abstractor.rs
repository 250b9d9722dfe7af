//! The interface of all abstractors: one more round for the abstract value of a loop.

use abide_region::{Clause, Region, Valuation};

use crate::oracle::{Oracle, Post, Unknown};

/// An algorithm for r := r ∨ α(Q).
pub trait Abstractor: Send {
    /// The name it goes by on the command line.
    fn name(&self) -> String;

    /// Whether it computes α(Q) itself, not a superset, as long as the prover answers every query.
    fn exact(&self) -> bool;

    /// One round of FQ's `infer` (POPL 2002, Fig. 4).
    ///
    /// The first round abstracts the entry, the later ones the back edges from γ(r); `state-models` and
    /// `cartesian` do everything in one. The value never shrinks. On an error the classic algorithms leave
    /// it as it was; the model-based ones keep the valuations found so far, which belong to the result.
    fn round(&mut self, r: &mut Abstract, q: &mut dyn Oracle, tally: &mut Tally) -> Result<Round, Unknown>;
}

/// The abstract value of a loop as it grows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abstract {
    /// The valuations of the head states found so far.
    pub region: Region,
    /// The clauses in which the abstractor found the region. Empty for one that works on valuations, and
    /// when the region has grown otherwise. They need not be prime or irredundant, and are only candidates
    /// for the next round.
    pub clauses: Vec<Clause>,
    /// Whether the entry has been abstracted.
    pub entered: bool,
    /// The first reason for which a clause was given up without a counterexample. The region is an
    /// invariant all the same, but perhaps not the strongest.
    pub weakened: Option<Unknown>,
}

impl Abstract {
    /// Nothing reached yet.
    pub fn new(width: usize) -> Abstract {
        Abstract {
            region: Region::empty(width),
            clauses: Vec::new(),
            entered: false,
            weakened: None,
        }
    }

    /// Adds valuations known to be reached, from a concrete run for instance; says whether one was new.
    pub fn seed(&mut self, valuations: impl IntoIterator<Item = Valuation>) -> bool {
        let grown = self.region.extend(valuations);
        if grown {
            self.clauses.clear();
        }
        grown
    }

    /// Prepares for further rounds after the context of the loop has grown, and its entry states with it.
    ///
    /// Region and clauses are kept: what was reached in a smaller context is reached in the larger one, so
    /// this is exact, and the old clauses are tested first (the warm start of the released FQ code).
    ///
    /// Departure: the released code stops at once when the *entry* brings nothing new, although the back
    /// edges may bring something in the larger context. Here the next round abstracts both together.
    pub fn reopen(&mut self) {
        self.entered = false;
    }

    /// One round that abstracts either the entry or the back edges: `step` adds α of the post-states it is given.
    pub(crate) fn advance(
        &mut self,
        step: impl FnOnce(&mut Abstract, Post) -> Result<(), Unknown>,
    ) -> Result<Round, Unknown> {
        let before = self.region.clone();
        let post = if self.entered {
            Post::Back { from: &before }
        } else if before.is_empty() {
            Post::Entry
        } else {
            // reopened: the larger context may bring something over the entry and over the back edges
            Post::Head { from: &before }
        };
        step(self, post)?;
        let both = !matches!(post, Post::Entry);
        let unchanged = both && self.region == before;
        self.entered = true;
        // nothing comes back from γ(∅), and nothing is missing from a full region
        let closed = unchanged || self.region.is_empty() || self.region.is_full();
        Ok(if closed { Round::Closed } else { Round::Grew })
    }

    /// The region as clauses: as found, or else prime and irredundant ones.
    pub fn cnf(&self) -> Vec<Clause> {
        if self.clauses.is_empty() {
            self.region.clauses()
        } else {
            self.clauses.clone()
        }
    }
}

/// What a round did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Round {
    /// The region has grown, or another round must show that it does not.
    Grew,
    /// The region contains the entry states and is closed under the body.
    Closed,
}

/// FQ's statistics of one loop.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Queries the algorithm posed.
    pub considered: u64,
    /// Those that went to the prover. This is the number the paper's tables give.
    pub tried: u64,
    /// Of those, the ones answered with a valid clause; for a model query, with "there is none".
    pub valid: u64,
    /// Of those, the ones the prover could not answer.
    pub unknown: u64,
}
