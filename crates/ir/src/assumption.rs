//! Assumptions of a verdict beyond the semantics of the language.
//!
//! A front end declares what it assumes (`abide_frontend::draft::Draft::rely_on`); the report shows it under the
//! verdict.

use abide_base::Span;
use serde::{Deserialize, Serialize};

/// Something that is assumed at a place. Ordered by kind, then place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Assumption {
    /// What kind of thing it is.
    pub kind: AssumptionKind,
    /// What relies on it.
    pub span: Span,
    /// What is taken to be true: one line, a clause without a full stop.
    pub text: String,
}

/// Kinds of assumptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AssumptionKind {
    /// An axiom, or a lemma nobody has proved.
    Axiom,
    /// A formula that the source wants to be believed: `assume`, `admit`.
    Admitted,
    /// The contract of code without a body.
    Contract,
    /// Code of a library without a contract.
    Library,
    /// A class or structure of which nothing is known, or subclasses that were not given.
    Unseen,
    /// An initialiser that was not verified.
    Initialiser,
    /// Assertions are switched on (`-ea`).
    Assertions,
    /// No other thread interferes.
    Races,
    /// Pointers that C's type rules keep apart.
    Aliasing,
    /// Memory is always there.
    Allocation,
    /// Run-time errors that were not to be looked for.
    RunTime,
    /// A loop or a recursion ends.
    Termination,
}

impl AssumptionKind {
    /// The word people and machines read.
    pub fn word(self) -> &'static str {
        match self {
            AssumptionKind::Axiom => "axiom",
            AssumptionKind::Admitted => "admitted",
            AssumptionKind::Contract => "contract",
            AssumptionKind::Library => "library",
            AssumptionKind::Unseen => "unseen",
            AssumptionKind::Initialiser => "initialiser",
            AssumptionKind::Assertions => "assertions",
            AssumptionKind::Races => "races",
            AssumptionKind::Aliasing => "aliasing",
            AssumptionKind::Allocation => "allocation",
            AssumptionKind::RunTime => "run-time",
            AssumptionKind::Termination => "termination",
        }
    }
}
