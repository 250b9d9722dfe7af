//! A session and everything that was asserted in it.

use crate::{Answer, Session, Stats, Teacher};
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

    /// Goes on with another session, which knows nothing yet; gives back the one there was.
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

    fn check_taught(&mut self, assumptions: &[Term], teacher: &mut dyn Teacher) -> Answer {
        self.session.check_taught(assumptions, teacher)
    }

    fn value(&mut self, term: &Term) -> Option<Value> {
        self.session.value(term)
    }

    fn stats(&self) -> Stats {
        self.session.stats()
    }
}
