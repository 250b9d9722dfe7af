//! What Abide asks of a prover.
//!
//! A [`Prover`] opens [`Session`]s; a session is one growing set of assertions that is
//! checked under assumptions, never popped. This crate has no solver in it and no layer
//! below the binary names a concrete one.

pub mod answer;
pub mod instantiate;

pub use answer::{Answer, Reason, Stats};
pub use instantiate::Instantiating;

use abide_base::Budget;
use abide_logic::{Term, Value};
use std::fmt;
use std::sync::Arc;

/// A solver that can be asked.
pub trait Prover: Send + Sync {
    /// Name and version, for reports.
    fn name(&self) -> String;

    /// Opens a session whose checks stop within `limits`.
    fn open(&self, limits: &Limits) -> Result<Box<dyn Session>, ProverError>;

    /// This prover for one task whose sessions are opened in a fixed order: a later session
    /// may take over what an earlier one leaves behind, so its models may depend on the
    /// earlier ones. `None` when there is nothing to take over.
    fn desk(&self) -> Option<Arc<dyn Prover>> {
        None
    }
}

/// A procedure for single questions, asked where a session leaves something open.
pub trait Decider: Send + Sync {
    /// Its name, for reports.
    fn name(&self) -> String;

    /// Do the facts contradict each other? The last one is what the question is about. `false` and a
    /// reason both mean that this is not known.
    fn contradictory(&self, facts: &[Term], budget: &Budget) -> Result<bool, Reason>;
}

/// How much a session may spend.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Ends the session's checks in time, and at once when cancelled.
    pub budget: Budget,
    /// Solver steps for one check, in the solver's own unit; the same input then gives the
    /// same answer on every machine. `None` leaves it to the budget.
    pub steps: Option<u64>,
    /// May the solver be given quantified formulas?
    pub quantifiers: Quantifiers,
    /// How small an unsatisfiable core must be.
    pub cores: Cores,
}

impl Limits {
    /// The same for a part of the work, which has at most so many steps in all.
    pub fn part(&self, steps: u64) -> Limits {
        Limits {
            budget: self.budget.part(steps),
            ..self.clone()
        }
    }
}

/// How small an unsatisfiable core must be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cores {
    /// As the solver finds it.
    #[default]
    Any,
    /// No assumption can be left out, as far as the solver can tell with some more work.
    Minimal,
}

/// Whether quantified formulas reach the solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quantifiers {
    /// All formulas are ground; the solver may be set up for that.
    #[default]
    Ground,
    /// The solver's own instantiation is wanted.
    Native,
}

/// One growing set of assertions.
///
/// Terms may contain any free variables: each is a constant of the solver, declared when
/// first seen. Assumptions are Boolean variables or their negations.
pub trait Session: Send {
    /// Adds a formula for good.
    fn assert(&mut self, formula: &Term);

    /// Is what was asserted satisfiable together with the assumptions?
    fn check(&mut self, assumptions: &[Term]) -> Answer;

    /// As [`Session::check`], with a teacher who sees what the search comes to before it ends. Not every
    /// solver lets him.
    fn check_taught(&mut self, assumptions: &[Term], _teacher: &mut dyn Teacher) -> Answer {
        self.check(assumptions)
    }

    /// The value of a term in the model of the last check, which was satisfiable; nothing
    /// may have been asserted since. Variables the solver did not need get a default.
    fn value(&mut self, term: &Term) -> Option<Value>;

    /// The literals among `candidates` and their negations that follow from the assertions
    /// under `assumptions`; `None` when the assertions are inconsistent with them. The
    /// provided way keeps the literals that no model contradicts.
    fn consequences(&mut self, assumptions: &[Term], candidates: &[Term]) -> Result<Option<Vec<Term>>, Reason> {
        answer::consequences_by_models(self, assumptions, candidates)
    }

    /// What was done so far.
    fn stats(&self) -> Stats;
}

/// Looks at what a search takes for a model, and says what is wrong with it.
pub trait Teacher {
    /// Facts that an assignment breaks; none when there is nothing to say. Values are good for telling
    /// whether terms have the same one; null and the truth values are themselves.
    fn lemmas(&mut self, values: &mut dyn FnMut(&Term) -> Option<Value>) -> Vec<Term>;
}

/// A solver that cannot be had or does not do what it should.
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
