//! Answers of a prover, and how many of each kind there were.

use abide_base::Exhausted;
use std::fmt;
use std::ops::AddAssign;

/// The answer to one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model; ask the session for values.
    Sat,
    /// There is none; the assumptions at these places are already too many.
    Unsat(Vec<usize>),
    /// Not known. Never to be read as [`Answer::Unsat`].
    Unknown(Reason),
}

/// Why an answer is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The time given is over.
    Time,
    /// The solver's steps for one check are used up.
    Steps,
    /// The solver ran out of memory.
    Memory,
    /// Somebody asked to stop.
    Cancelled,
    /// The solver gave up on a theory it cannot decide.
    Incomplete(String),
    /// The formula has something the solver does not know.
    Unsupported(String),
    /// The solver failed or died.
    Failed(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Time => f.write_str("the time limit was reached"),
            Reason::Steps => f.write_str("the solver's step limit was reached"),
            Reason::Memory => f.write_str("the solver ran out of memory"),
            Reason::Cancelled => f.write_str("the run was cancelled"),
            Reason::Incomplete(why) => write!(f, "the solver cannot decide it ({why})"),
            Reason::Unsupported(what) => write!(f, "the solver does not support {what}"),
            Reason::Failed(how) => write!(f, "the solver failed ({how})"),
        }
    }
}

impl From<Exhausted> for Reason {
    fn from(e: Exhausted) -> Reason {
        match e {
            Exhausted::Time => Reason::Time,
            Exhausted::Steps => Reason::Steps,
            Exhausted::Cancelled => Reason::Cancelled,
        }
    }
}

/// What a session did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Checks made.
    pub checks: u64,
    /// Of these, satisfiable.
    pub sat: u64,
    /// Of these, unsatisfiable.
    pub unsat: u64,
    /// Of these, unknown.
    pub unknown: u64,
    /// Ground instances of quantifiers added by us.
    pub instances: u64,
}

impl Stats {
    /// Counts one answer.
    pub fn count(&mut self, answer: &Answer) {
        self.checks += 1;
        match answer {
            Answer::Sat => self.sat += 1,
            Answer::Unsat(_) => self.unsat += 1,
            Answer::Unknown(_) => self.unknown += 1,
        }
    }
}

impl AddAssign for Stats {
    fn add_assign(&mut self, other: Stats) {
        self.checks += other.checks;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.instances += other.instances;
    }
}
