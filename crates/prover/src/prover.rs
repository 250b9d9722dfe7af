//! Provers: what opens sessions.

use crate::answer::Reason;
use crate::horn::HornSolver;
use crate::limits::Limits;
use crate::session::Session;
use abide_base::Budget;
use abide_logic::Term;
use std::fmt;
use std::sync::Arc;

/// A solver that can be asked.
pub trait Prover: Send + Sync {
    /// Name and version, for reports.
    fn name(&self) -> String;

    /// Opens a session whose checks stop within `limits`.
    fn open(&self, limits: &Limits) -> Result<Box<dyn Session>, ProverError>;

    /// This prover with a pool of solver contexts, for one task that opens its sessions in a
    /// fixed order: a later session may reuse the context of an earlier one, so its models may
    /// depend on the earlier sessions. `None` when contexts are not reused.
    fn pool(&self) -> Option<Arc<dyn Prover>> {
        None
    }

    /// Its solver of Horn clauses, if it has one.
    fn horn(&self) -> Option<Arc<dyn HornSolver>> {
        None
    }
}

/// A decision procedure for single queries, asked where a session leaves something open.
pub trait Decider: Send + Sync {
    /// Its name, for reports.
    fn name(&self) -> String;

    /// Are the facts contradictory? The last one is the negated goal. `false` and a reason both mean
    /// that this is not known.
    fn contradictory(&self, facts: &[Term], budget: &Budget) -> Result<bool, Reason>;
}

/// A solver that is missing or misbehaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProverError {
    /// What went wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl fmt::Display for ProverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, "\nhelp: {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ProverError {}
