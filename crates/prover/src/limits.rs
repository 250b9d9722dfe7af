//! Limits and settings of a session.

use abide_base::Budget;

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
