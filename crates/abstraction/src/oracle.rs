//! The oracle: a loop as abstractors see it, through validity and model queries.
//!
//! Predicates are numbers and states are seen only by their valuations. One state can have several: a
//! predicate may mention a skolem constant, and every value of the constant gives a valuation. A state is in
//! γ(r) when *all* its valuations are in r: this is FQ's ∀S.γ(r) (POPL 2002, §4.3).

use std::fmt;

use abide_region::{Clause, Region, Valuation};

/// One loop. Each call of [`holds`](Oracle::holds) and [`witness`](Oracle::witness) is one prover query.
pub trait Oracle {
    /// The number of predicates.
    fn width(&self) -> usize;

    /// Does every state of `post`, in all its valuations, satisfy the clause?
    fn holds(&mut self, post: &Post, clause: Clause) -> Truth;

    /// A state of `post` with a valuation outside of `known`.
    fn witness(&mut self, post: &Post, known: &Region, style: Style) -> Witness;

    /// Why the work should be given up, if it should. Asked often: every loop that can be long asks it.
    fn stopped(&self) -> Option<Unknown> {
        None
    }
}

/// Which states of a loop head are abstracted.
#[derive(Clone, Copy, Debug)]
pub enum Post<'a> {
    /// The states that enter the loop.
    Entry,
    /// The states that come back over a back edge from a head state in γ(from).
    Back {
        /// The abstract value assumed at the head.
        from: &'a Region,
    },
    /// Both at once.
    Head {
        /// The abstract value assumed at the head, for the back edges.
        from: &'a Region,
    },
}

/// The answer to a validity query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Truth {
    /// The clause holds.
    Yes,
    /// Some state falsifies it.
    No,
    /// The prover could not tell. Never to be taken for a yes.
    Unknown(Unknown),
}

/// How much of a model is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Only the valuation of the model itself.
    Valuation,
    /// All valuations the model's state witnesses over every skolem value, and those of its replay: of the
    /// head states that the loop reaches when it runs on from it.
    State,
}

/// The answer to a model query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Witness {
    /// There is none: all valuations of all the states are known.
    None,
    /// The valuations found, at least one of them new.
    Found(Vec<Valuation>),
    /// The prover could not tell.
    Unknown(Unknown),
}

/// Why something is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown(pub String);

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unknown {}
