//! A session with the log of its assertions.

use crate::answer::{Answer, Stats};
use crate::session::{Propagator, Session};
use abide_logic::{Term, Value};

/// A session that can be taken over by another solver.
pub(super) struct Logged {
    session: Box<dyn Session>,
    log: Vec<Term>,
}

impl Logged {
    pub(super) fn new(session: Box<dyn Session>) -> Logged {
        Logged {
            session,
            log: Vec::new(),
        }
    }

    /// Replaces the session by an empty one and repeats the assertions there; returns the old one.
    pub(super) fn replace(&mut self, mut session: Box<dyn Session>) -> Box<dyn Session> {
        self.log.iter().for_each(|formula| session.assert(formula));
        std::mem::replace(&mut self.session, session)
    }
}

impl Session for Logged {
    fn assert(&mut self, formula: &Term) {
        self.log.push(formula.clone());
        self.session.assert(formula);
    }

    fn check(&mut self, assumptions: &[Term]) -> Answer {
        self.session.check(assumptions)
    }

    fn check_with_propagator(&mut self, assumptions: &[Term], propagator: &mut dyn Propagator) -> Answer {
        self.session.check_with_propagator(assumptions, propagator)
    }

    fn value(&mut self, term: &Term) -> Option<Value> {
        self.session.value(term)
    }

    fn stats(&self) -> Stats {
        self.session.stats()
    }
}
