//! Conjunctive candidates put to Houdini, loop by loop.
//!
//! What holds in a loop does not depend on the loops after it. So loops in sequence are asked one after
//! the other, each on top of what is settled before it, and what is settled is not asked again; the
//! result is the same as for all together, and the cost grows with their number only. A loop and those
//! inside of it are one question: each may rest on the others.

use super::Workbench;
use super::workbench::Found;
use crate::houdini::houdini;
use crate::sources::{Proposal, Use};
use abide_ir::cfg::{Cfg, LoopId};
use abide_logic::Term;
use abide_prover::ProverError;
use abide_vc::CutGraph;

/// Candidates of one loop put to Houdini at once, without and with quantifiers; and of these in one go.
const CANDIDATES: usize = 400;
const QUANTIFIED: usize = 60;
const BATCH: usize = 40;

/// The weight of what is tried when all else was.
const UNLIKELY: i32 = -50;

impl Workbench<'_> {
    /// Puts the conjunctive candidates among the proposals to Houdini; what is left are facts. Those
    /// without quantifiers come first: they are cheaper, and the others may not be needed.
    pub fn houdini(&mut self, proposals: &[Vec<Proposal>]) -> Result<(), ProverError> {
        for quantified in [false, true] {
            if !self.is_done() {
                let some = |p: &&Proposal| p.is_late() == quantified;
                let part: Vec<Vec<Proposal>> = proposals
                    .iter()
                    .map(|of_loop| of_loop.iter().filter(some).cloned().collect())
                    .collect();
                let mut chosen = self.unrefuted(&part);
                let (most, batch) = if quantified {
                    (QUANTIFIED, BATCH)
                } else {
                    (CANDIDATES, CANDIDATES)
                };
                chosen.iter_mut().for_each(|c| c.truncate(most));
                while chosen.iter().any(|c| !c.is_empty()) && !self.is_done() {
                    let now = next(&mut chosen, batch);
                    self.add_inductive(now)?;
                }
            }
        }
        Ok(())
    }

    /// Puts all conjunctive candidates to Houdini together, even if nothing is open any more.
    pub fn houdini_at_once(&mut self, proposals: &[Vec<Proposal>]) -> Result<(), ProverError> {
        let chosen = self.unrefuted(proposals).into_iter();
        let found = |of_loop: Vec<Weighed>| of_loop.into_iter().take(CANDIDATES).map(|(_, f)| f).collect();
        self.add_inductive(chosen.map(found).collect())
    }

    /// What is new among the proposals and no run contradicts, the most likely first.
    fn unrefuted(&mut self, proposals: &[Vec<Proposal>]) -> Vec<Vec<Weighed>> {
        let mut chosen: Vec<Vec<Weighed>> = Vec::new();
        for (l, proposals) in proposals.iter().enumerate() {
            let mut here: Vec<Weighed> = Vec::new();
            for p in proposals.iter().filter(|p| p.role == Use::Candidate) {
                let formula = p.closed();
                if formula.is_true() || !self.is_new(l, &formula) || !self.runs.agree(l, &formula) {
                    continue;
                }
                here.push((
                    p.weight,
                    Found {
                        formula,
                        origin: p.origin,
                    },
                ));
            }
            here.sort_by_key(|(weight, _)| -weight);
            chosen.push(here);
        }
        chosen
    }

    /// Puts candidates to Houdini, nest by nest, and keeps as facts what is left.
    fn add_inductive(&mut self, chosen: Vec<Vec<Found>>) -> Result<(), ProverError> {
        for nest in nests(&self.cfg) {
            let here = |l: LoopId| -> &[Found] { if nest.contains(&l) { &chosen[l.index()] } else { &[] } };
            let formulas = self
                .loops()
                .map(|l| here(l).iter().map(|f| f.formula.clone()).collect());
            let formulas: Vec<Vec<Term>> = formulas.collect();
            let cfg = self.strengthened();
            let cut = CutGraph::of(&cfg);
            let left = houdini(&cfg, &cut, self.case.vars, &formulas, self.prover, &self.limits())?;
            self.stats += left.stats;
            for l in &nest {
                for (found, kept) in here(*l).iter().zip(&left.kept[l.index()]) {
                    self.tried[l.index()].push(found.clone());
                    if *kept {
                        self.facts[l.index()].push(found.clone());
                    }
                }
            }
        }
        self.review()
    }
}

/// A candidate with its weight.
type Weighed = (i32, Found);

/// Takes the next candidates of each loop: what is unlikely only when nothing else is left.
fn next(chosen: &mut [Vec<Weighed>], batch: usize) -> Vec<Vec<Found>> {
    let likely = |of_loop: &Vec<Weighed>| of_loop.iter().take_while(|(weight, _)| *weight > UNLIKELY).count();
    let any = chosen.iter().any(|c| likely(c) > 0);
    let taken = chosen.iter_mut().map(|c| {
        let count = if any { likely(c) } else { c.len() };
        let now = c.drain(..count.min(batch));
        now.map(|(_, found)| found).collect()
    });
    taken.collect()
}

/// The outermost loops in program order, each with all that are inside of it.
fn nests(cfg: &Cfg) -> Vec<Vec<LoopId>> {
    let outermost = |mut l: LoopId| {
        while let Some(around) = cfg.natural_loop(l).parent {
            l = around;
        }
        l
    };
    let tops = cfg.loop_ids().filter(|l| cfg.natural_loop(*l).parent.is_none());
    tops.map(|top| cfg.loop_ids().filter(|l| outermost(*l) == top).collect())
        .collect()
}
