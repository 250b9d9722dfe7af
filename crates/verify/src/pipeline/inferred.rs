//! A routine between inference and proof: its loops, and the candidates to print.

use super::failing_inputs::FailingInputs;
use super::guard::Obstacle;
use super::printed::{Printed, Style};
use super::second_choice::Spare;
use crate::report::*;
use crate::vacuity::Vacuous;
use abide_abstraction::Precision;
use abide_exec::AllRuns;
use abide_ir::cfg::Cfg;
use abide_logic::Var;
use abide_prover::Prover;
use std::cell::OnceCell;
use std::collections::BTreeSet;
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
    /// Candidates to print.
    pub(super) printed: Printed,
    /// What else was found.
    pub(super) spare: Spare,
    /// How the source speaks.
    pub(super) style: Style,
    pub(super) stats: RoutineStats,
    /// What all runs of the routine do, if that was looked at and is seen.
    pub(super) runs: OnceCell<Option<AllRuns>>,
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
            printed: Printed::default(),
            spare: Spare::default(),
            style: Style::default(),
            stats: RoutineStats::default(),
            runs: OnceCell::new(),
            vacuous: Vec::new(),
            failing_inputs: FailingInputs::default(),
            spent: Duration::ZERO,
            pool: None,
        }
    }

    /// What all runs do, if that was looked at and is seen.
    pub(super) fn seen(&self) -> Option<&AllRuns> {
        self.runs.get()?.as_ref()
    }

    /// All clauses to print.
    pub(super) fn candidates(&self) -> Vec<String> {
        self.printed.clauses().into_values().flatten().collect()
    }

    /// Clauses were not proved: prints others, or none.
    pub(super) fn take_back(&mut self, texts: &[String]) {
        let gone = self.printed.failed(texts);
        self.drop_candidates(&gone);
    }

    /// Takes back candidates.
    pub(super) fn drop_candidates(&mut self, texts: &[String]) {
        self.printed.remove(texts);
        for l in &mut self.loops {
            l.history.dropped.extend(texts.iter().cloned());
        }
    }
}
