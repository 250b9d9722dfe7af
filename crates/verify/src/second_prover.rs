//! A second prover for checks that the first one leaves open.
//!
//! A check is split into queries, one for each path to it and each part of its formula. Those about reachability go to
//! the second prover; what it does not prove is queried once more in the first one, by itself.

use crate::check::{Checked, Outcome};
use abide_ir::cfg::Cfg;
use abide_logic::{Term, Var};
use abide_prover::{Answer, Decider, Instantiating, Limits, Prover, ProverError, Reason, Session, Stats};
use abide_vc::{CutGraph, Passive, queries};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Questions of a routine that may go on for too long before no more are asked.
const TOO_LONG: usize = 3;

/// Who is asked.
pub(crate) struct Second<'a> {
    decider: &'a dyn Decider,
    prover: Arc<dyn Prover>,
    limits: &'a Limits,
    /// Questions that went on for too long.
    too_long: usize,
    /// What the prover did.
    pub(crate) stats: Stats,
    /// Checks that were proved.
    pub(crate) proved: u64,
}

impl<'a> Second<'a> {
    pub(crate) fn new(decider: &'a dyn Decider, prover: Arc<dyn Prover>, limits: &'a Limits) -> Second<'a> {
        Second {
            decider,
            prover,
            limits,
            too_long: 0,
            stats: Stats::default(),
            proved: 0,
        }
    }

    /// Asks about the open checks of a graph, but for those at places of which it is known that they fail.
    pub(crate) fn settle(
        &mut self,
        cfg: &Cfg,
        vars: &BTreeSet<Var>,
        checked: &mut Checked,
        fails: impl Fn(usize) -> bool,
    ) -> Result<(), ProverError> {
        let graph = CutGraph::of(cfg);
        let checks = Passive::whole(&graph, vars).checks;
        for (place, (_, outcome)) in checked.outcomes.iter_mut().enumerate() {
            if *outcome != Outcome::Proved
                && !fails(place)
                && let Some(all) = queries(&graph, vars, &checks[place])
                && self.answers(&all)?
            {
                *outcome = Outcome::Proved;
                self.proved += 1;
            }
        }
        Ok(())
    }

    /// Are all questions answered, and one of them by the second procedure?
    fn answers(&mut self, questions: &[Vec<Term>]) -> Result<bool, ProverError> {
        let mut decided = false;
        for facts in questions {
            if self.limits.budget.check().is_err() || self.too_long >= TOO_LONG {
                return Ok(false);
            }
            if self.decides(facts) {
                decided = true;
            } else if questions.len() == 1 || !self.proves(facts)? {
                return Ok(false);
            }
        }
        Ok(decided)
    }

    fn decides(&mut self, facts: &[Term]) -> bool {
        if !facts.iter().any(Term::has_reachability) {
            return false;
        }
        let answer = self.decider.contradictory(facts, &self.limits.budget);
        self.too_long += usize::from(answer == Err(Reason::Time));
        answer == Ok(true)
    }

    fn proves(&mut self, facts: &[Term]) -> Result<bool, ProverError> {
        let mut session = Instantiating::open(&self.prover, self.limits)?;
        facts.iter().for_each(|f| session.assert(f));
        let answer = session.check(&[]);
        self.stats += session.stats();
        Ok(matches!(answer, Answer::Unsat(_)))
    }
}
