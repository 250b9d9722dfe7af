//! Facts about loop heads as switchable hypotheses of one session.
//!
//! For a loop *m* and a closed formula *f* (a clause over its predicates, a candidate of
//! Houdini's) there is a switch *a* with
//!
//! ```text
//!   a ∧ (a round of m begins) ⇒ f        in the state at the head of m
//! ```
//!
//! asserted once. A check assumes the switches of the facts it may use, so the hypotheses
//! can be weakened from check to check without taking anything back, and the unsat core
//! names the facts that were needed.

use crate::Subject;
use abide_ir::cfg::{Cfg, LoopId};
use abide_logic::Term;
use abide_prover::Session;
use abide_vc::{CutGraph, Passive, Point};
use std::collections::HashMap;

/// The switches of one session.
#[derive(Default)]
pub struct Hypotheses {
    heads: HashMap<LoopId, Point>,
    switches: HashMap<(LoopId, Term), Term>,
}

impl Hypotheses {
    /// Hypotheses at the loop heads that occur in a passive form.
    pub fn of(subject: &Subject, passive: &Passive) -> Hypotheses {
        Hypotheses::at_heads(subject.cfg, subject.cut, passive)
    }

    /// The same for a graph.
    pub fn at_heads(cfg: &Cfg, cut: &CutGraph, passive: &Passive) -> Hypotheses {
        let head = |l: LoopId| passive.ends.get(&cut.loops[l.index()].head).map(|p| (l, p.clone()));
        Hypotheses {
            heads: cfg.loop_ids().filter_map(head).collect(),
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

    /// The switch of a fact, stated now if it is new.
    pub fn switch(&mut self, passive: &mut Passive, session: &mut dyn Session, l: LoopId, fact: &Term) -> Term {
        if let Some(switch) = self.switches.get(&(l, fact.clone())) {
            return switch.clone();
        }
        let head = &self.heads[&l];
        let switch = passive.fresh_bool("assume");
        let premise = Term::and([switch.clone(), head.reached.clone()]);
        session.assert(&Term::implies(premise, head.at(fact)));
        self.switches.insert((l, fact.clone()), switch.clone());
        switch
    }
}
