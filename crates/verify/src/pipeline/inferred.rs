//! A routine between inference and proof: its loops, and the candidates to print.

use super::failing_inputs::FailingInputs;
use super::guard::Obstacle;
use crate::report::*;
use crate::vacuity::Vacuous;
use abide_abstraction::Precision;
use abide_base::Span;
use abide_exec::Passed;
use abide_ir::cfg::Cfg;
use abide_logic::Var;
use abide_prover::Prover;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// A routine between inference and proof.
pub(super) struct Inferred {
    /// Its graph, or why there is nothing more to do.
    pub(super) cfg: Result<Cfg, Obstacle>,
    pub(super) vars: BTreeSet<Var>,
    pub(super) loops: Vec<LoopReport>,
    /// The predicates of the loops: those of the source, or the facts found.
    pub(super) precisions: Vec<Precision>,
    /// The abstract control-flow graph, if it is wanted.
    pub(super) graph: Option<GraphReport>,
    /// What is said of the state at the return, if that is wanted.
    pub(super) at_return: Vec<String>,
    /// Candidates to print, by the place of the loop.
    pub(super) printed: BTreeMap<Span, Vec<String>>,
    pub(super) stats: RoutineStats,
    /// Has the routine few runs that pass every check, if that was looked at?
    pub(super) runs: OnceCell<Option<Passed>>,
    /// Vacuous proofs, in the text as printed.
    pub(super) vacuous: Vec<Vacuous>,
    /// Checks for which a failing input was looked for, and those found.
    pub(super) failing_inputs: FailingInputs,
    /// Time used up, stage by stage: other routines run in between.
    pub(super) spent: Duration,
    /// The prover of all stages, if it is kept.
    pub(super) pool: Option<Arc<dyn Prover>>,
}

/// The places of checks that are not proved, if it is known which.
pub(super) type Open = Option<Vec<usize>>;

impl Inferred {
    /// A routine about which nothing more is done.
    pub(super) fn stopped(obstacle: Obstacle) -> Inferred {
        Inferred {
            cfg: Err(obstacle),
            vars: BTreeSet::new(),
            loops: Vec::new(),
            precisions: Vec::new(),
            graph: None,
            at_return: Vec::new(),
            printed: BTreeMap::new(),
            stats: RoutineStats::default(),
            runs: OnceCell::new(),
            vacuous: Vec::new(),
            failing_inputs: FailingInputs::default(),
            spent: Duration::ZERO,
            pool: None,
        }
    }

    /// All candidates to print.
    pub(super) fn candidates(&self) -> Vec<String> {
        self.printed.values().flatten().cloned().collect()
    }

    /// Takes back candidates.
    pub(super) fn drop_candidates(&mut self, texts: &[String]) {
        for printed in self.printed.values_mut() {
            printed.retain(|t| !texts.contains(t));
        }
        for l in &mut self.loops {
            l.history.dropped.extend(texts.iter().cloned());
        }
    }
}

/// Notes what is to be printed at a loop, once. A loop that was copied has one place in the source: what
/// is written there must hold for every copy.
pub(super) fn write(printed: &mut BTreeMap<Span, Vec<String>>, span: Span, texts: &[String]) {
    match printed.get_mut(&span) {
        Some(known) => known.retain(|t| texts.contains(t)),
        None => {
            let mut seen = BTreeSet::new();
            let new = texts.iter().filter(|t| seen.insert(*t)).cloned();
            printed.insert(span, new.collect());
        }
    }
}
