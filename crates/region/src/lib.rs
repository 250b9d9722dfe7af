//! Literals, cubes, clauses, and sets of valuations.
//!
//! A loop has at most [`MAX_WIDTH`] predicates, and here they are only numbers. A [`Valuation`] says which
//! of them are true. A [`Region`] is a set of valuations: the abstract value of a loop head. A [`Clause`]
//! is one fact about a region, and regions are shown as clauses (Flanagan & Qadeer, POPL 2002, §5).
//!
//! This crate knows nothing of terms, states or provers.
//!
//! Where to look: [`literal`] and [`clause`] for the vocabulary, [`region`] for the sets, [`valuations`] for
//! their members, [`isop`] for the clauses of a set.

pub mod clause;
mod diagram;
pub mod isop;
pub mod literal;
pub mod region;
pub mod valuations;

pub use clause::{Clause, Cube};
pub use isop::Stopped;
pub use literal::{Literal, Valuation};
pub use region::Region;
pub use valuations::Valuations;

/// The largest number of predicates of one loop: a valuation is one machine word.
pub const MAX_WIDTH: usize = 64;

/// The word whose bits below `width` are set: all the predicates there are.
pub(crate) fn predicates(width: usize) -> u64 {
    assert!(width <= MAX_WIDTH, "at most {MAX_WIDTH} predicates, not {width}");
    if width == MAX_WIDTH { u64::MAX } else { (1 << width) - 1 }
}
