//! Answers of a prover, and what can be computed from answers alone.

use crate::Session;
use abide_base::Exhausted;
use abide_logic::{Term, Value};
use std::fmt;
use std::ops::AddAssign;

/// The answer to one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model; ask the session for values.
    Sat,
    /// There is none; the assumptions at these places are already too many.
    Unsat(Vec<usize>),
    /// Not found out. Never to be read as [`Answer::Unsat`].
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

/// Consequences from models: take a model, keep the literals it makes true, ask for a model
/// that falsifies one of them, until there is none (reference: Cartesian abstraction).
pub fn consequences_by_models<S: Session + ?Sized>(
    session: &mut S,
    assumptions: &[Term],
    candidates: &[Term],
) -> Result<Option<Vec<Term>>, Reason> {
    match session.check(assumptions) {
        Answer::Unsat(_) => return Ok(None),
        Answer::Unknown(why) => return Err(why),
        Answer::Sat => {}
    }
    let mut kept = Vec::new();
    for c in candidates {
        match session.value(c) {
            Some(Value::Bool(true)) => kept.push(c.clone()),
            Some(Value::Bool(false)) => kept.push(Term::not(c.clone())),
            _ => {}
        }
    }
    while !kept.is_empty() {
        // a name no earlier round of this session had: the number of checks only grows
        let tag = u32::MAX - (session.stats().checks % (1 << 28)) as u32;
        let some_false = abide_logic::Var::new("consequence", tag, abide_logic::Sort::Bool).term();
        let flips = kept.iter().cloned().map(Term::not);
        session.assert(&Term::implies(some_false.clone(), Term::or(flips)));
        let mut under = assumptions.to_vec();
        under.push(some_false);
        match session.check(&under) {
            Answer::Unsat(_) => break,
            Answer::Unknown(why) => return Err(why),
            Answer::Sat => {
                let mut still = Vec::new();
                for literal in kept {
                    if session.value(&literal) == Some(Value::Bool(true)) {
                        still.push(literal);
                    }
                }
                kept = still;
            }
        }
    }
    Ok(Some(kept))
}
