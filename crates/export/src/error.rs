//! Why a program is not exported.

use abide_base::Span;
use std::fmt;

/// Why nothing was exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportError {
    /// There is no format of that name.
    NoFormat {
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// There is no routine of that name.
    NoRoutine {
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// The format has no words for what a routine speaks of.
    NoMeaning {
        /// The routine.
        routine: String,
        /// What that is.
        what: &'static str,
    },
    /// The jumps of a routine form loops with too many entries.
    TooIrreducible {
        /// The routine.
        routine: String,
        /// The place of one such loop.
        span: Span,
    },
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::NoFormat { name, known } => {
                write!(f, "there is no format `{name}`; there are {}", known.join(", "))
            }
            ExportError::NoRoutine { name, known } if known.is_empty() => {
                write!(f, "there is no routine `{name}`, nor any other")
            }
            ExportError::NoRoutine { name, known } => {
                write!(f, "there is no routine `{name}`; there are {}", known.join(", "))
            }
            ExportError::NoMeaning { routine, what } => {
                write!(f, "`{routine}` speaks of {what}, which this format cannot say")
            }
            ExportError::TooIrreducible { routine, .. } => {
                write!(f, "the jumps of `{routine}` form loops with too many entries")
            }
        }
    }
}

impl std::error::Error for ExportError {}
