//! What the facts are good for: which checks they prove, and which of them the proofs rest on.
//!
//! Facts are only added, so a check that is proved stays proved and is not asked about again. On which
//! facts the checks rest is asked once, at the end.

use super::workbench::{Discovery, Workbench, phase};
use crate::{Subject, inductive_core};
use abide_abstraction::Precision;
use abide_base::Span;
use abide_ir::{Check, CheckKind};
use abide_logic::Term;
use abide_prover::{Limits, ProverError};
use abide_vc::CutGraph;
use std::collections::BTreeSet;

impl Workbench<'_> {
    /// Sees which of the open checks the facts prove.
    pub(super) fn review(&mut self) -> Result<(), ProverError> {
        let (limits, facts, places) = (self.limits(), self.formulas(), &self.undecided);
        let ask = |subject: &Subject| inductive_core::open_among(subject, self.prover, &limits, &facts, places);
        let (open, stats) = self.bare(ask)?;
        self.stats_needed += stats;
        self.undecided = open;
        self.leave_refuted();
        Ok(())
    }

    /// Nothing more is to be known of checks that fail.
    pub(super) fn leave_refuted(&mut self) {
        let (checks, refuted) = (&self.checks, &self.refuted);
        self.undecided
            .retain(|i| !refuted.contains(&(checks[*i].kind, checks[*i].span)));
        self.open = self.undecided.iter().map(|i| checks[*i].clone()).collect();
    }

    /// The checks that the facts do not prove, those that fail among them, by their places in the passive form.
    pub fn unproved(&self) -> Vec<(usize, Check)> {
        let is_refuted = |check: &Check| self.refuted.contains(&(check.kind, check.span));
        let all = self.checks.iter().enumerate();
        let unproved = all.filter(|(at, check)| self.undecided.contains(at) || is_refuted(check));
        unproved.map(|(at, check)| (at, check.clone())).collect()
    }

    /// Where checks fail.
    pub fn failing(&self) -> &[(CheckKind, Span)] {
        &self.refuted
    }

    /// What was found, and which of it the checks rest on. What was left for the search may be used up: this
    /// has limits of its own.
    pub fn finish(mut self, limits: &Limits) -> Result<Discovery, ProverError> {
        let (limits, facts) = (phase(limits), self.formulas());
        let unproved: BTreeSet<usize> = self.undecided.iter().copied().collect();
        let is_proved =
            |i: usize| !unproved.contains(&i) && !self.refuted.contains(&(self.checks[i].kind, self.checks[i].span));
        let found = (&facts[..], &self.runs.heads[..]);
        let needed =
            self.bare(|subject| inductive_core::inductive_core_of(subject, self.prover, &limits, found, &is_proved))?;
        self.stats_needed += needed.stats;
        let marked = self.facts.into_iter().zip(needed.facts);
        let tried = self.tried.iter().map(Vec::len);
        Ok(Discovery {
            generated: tried.zip(self.generated).map(|(t, g)| t.max(g)).collect(),
            facts: marked
                .map(|(facts, needed)| facts.into_iter().zip(needed).collect())
                .collect(),
            tried: self.tried,
            stats: self.stats,
            stats_needed: self.stats_needed,
        })
    }

    /// The formulas of the facts, by loop.
    fn formulas(&self) -> Vec<Vec<Term>> {
        self.loops().map(|l| self.facts(l)).collect()
    }

    /// Shows the routine without what was found.
    fn bare<T>(&self, look: impl FnOnce(&Subject) -> T) -> T {
        let cut = CutGraph::of(&self.cfg);
        look(&Subject {
            cfg: &self.cfg,
            cut: &cut,
            vars: self.case.vars,
            precisions: &vec![Precision::default(); self.cfg.loops.len()],
        })
    }
}
