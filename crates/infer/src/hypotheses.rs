//! Clauses of loop heads as switchable hypotheses of one session.
//!
//! For a loop *m* and a clause *c* over its predicates there is a switch *a* with
//!
//! ```text
//!   a ∧ (a round of m begins) ⇒ ∀S. c        in the state at the head of m
//! ```
//!
//! asserted once. A check assumes the switches of the clauses it may use, so the hypotheses
//! can be weakened from check to check without taking anything back, and the unsat core
//! names the clauses that were needed.

use crate::Subject;
use abide_ir::cfg::LoopId;
use abide_logic::Term;
use abide_prover::Session;
use abide_region::Clause;
use abide_vc::{Passive, Point};
use std::collections::HashMap;

/// The switches of one session.
#[derive(Default)]
pub struct Hypotheses {
    heads: HashMap<LoopId, Point>,
    switches: HashMap<(LoopId, Clause), Term>,
}

impl Hypotheses {
    /// Hypotheses at the loop heads that occur in a passive form.
    pub fn of(subject: &Subject, passive: &Passive) -> Hypotheses {
        let head = |l: LoopId| {
            passive
                .ends
                .get(&subject.cut.loops[l.index()].head)
                .map(|p| (l, p.clone()))
        };
        Hypotheses {
            heads: subject.cfg.loop_ids().filter_map(head).collect(),
            switches: HashMap::new(),
        }
    }

    /// The loops whose heads occur.
    pub fn loops(&self) -> Vec<LoopId> {
        let mut loops: Vec<LoopId> = self.heads.keys().copied().collect();
        loops.sort();
        loops
    }

    /// The head of a loop, if it occurs.
    pub fn head(&self, l: LoopId) -> Option<&Point> {
        self.heads.get(&l)
    }

    /// The switch of a clause, stated now if it is new.
    pub fn switch(
        &mut self,
        subject: &Subject,
        passive: &mut Passive,
        session: &mut dyn Session,
        l: LoopId,
        clause: Clause,
    ) -> Term {
        if let Some(switch) = self.switches.get(&(l, clause)) {
            return switch.clone();
        }
        let head = &self.heads[&l];
        let switch = passive.fresh_bool("assume");
        let fact = head.at(&subject.precisions[l.index()].closed(clause));
        let premise = Term::and([switch.clone(), head.reached.clone()]);
        session.assert(&Term::implies(premise, fact));
        self.switches.insert((l, clause), switch.clone());
        switch
    }
}
