//! A run over files and a batch of its routines, as the stages see them.

use super::guard::{Obstacle, guarded};
use super::request::{Event, KeptRoutine, Progress, Request};
use crate::check::Outcome;
use crate::language::{Language, View};
use crate::report::Verdict;
use abide_base::{Budget, Diagnostic, FileId, Sources, Span};
use abide_ir::{Check, Program, Routine};
use abide_prover::{Limits, Prover, Stats};
use abide_shape::bohne::cache::Cache;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A run over all files of a request.
pub(super) struct Run<'a> {
    pub(super) request: &'a Request,
    pub(super) sources: Sources,
    pub(super) languages: Vec<Arc<dyn Language>>,
    pub(super) ids: Vec<FileId>,
    pub(super) total: AtomicUsize,
    pub(super) done: AtomicUsize,
    pub(super) bugs: AtomicUsize,
}

impl Run<'_> {
    pub(super) fn cancelled(&self) -> bool {
        self.request.cancel.requested()
    }

    /// Tells how far the work is.
    pub(super) fn tell(&self, routine: &Routine) {
        (self.request.progress)(Progress {
            done: self.done.load(Ordering::SeqCst),
            total: self.total.load(Ordering::SeqCst),
            routine: routine.name.clone(),
        });
    }

    /// Tells of what happens, if anybody listens.
    pub(super) fn hear(&self, event: impl FnOnce() -> Event) {
        if let Some(hear) = &self.request.events {
            hear(event());
        }
    }

    /// Does a part of the work on a routine, which has an end of its own.
    pub(super) fn stage<T>(&self, routine: &str, work: impl FnOnce() -> T) -> T {
        self.hear(|| Event::Begun(routine.to_string()));
        let done = work();
        self.hear(|| Event::Ended(routine.to_string()));
        done
    }

    /// The prover for one piece of work.
    pub(super) fn pool(&self) -> Arc<dyn Prover> {
        let prover = &self.request.prover;
        prover.pool().unwrap_or_else(|| prover.clone())
    }

    /// Limits for a routine that has used up `spent` of its time.
    pub(super) fn limits(&self, spent: Duration) -> Limits {
        let left = self.request.settings.timeout.saturating_sub(spent);
        Limits {
            budget: Budget::within(left, self.request.cancel.clone()),
            steps: self.request.settings.steps,
            ..Limits::default()
        }
    }
}

/// Some routines of a file, inferred together and proved together from the printed source.
pub(super) struct Batch<'a> {
    pub(super) run: &'a Run<'a>,
    pub(super) file: FileId,
    pub(super) language: &'a Arc<dyn Language>,
    pub(super) program: &'a Program,
    pub(super) view: &'a dyn View,
    pub(super) routines: &'a [&'a Routine],
    /// What is known from an earlier run, and has to be proved again, by the places of routines.
    pub(super) earlier: &'a HashMap<Span, KeptRoutine>,
    /// What is known of commands in the routines before.
    pub(super) entailments: &'a Mutex<Cache>,
}

/// What is written into the source: invariants by the place of the loop.
pub(super) type Written = Vec<(Span, Vec<String>)>;

/// What became of the checks of a routine.
pub(super) type Outcomes = Vec<(Check, Outcome)>;

impl Batch<'_> {
    /// Runs a stage of a routine. A panic in it is counted and becomes an obstacle.
    pub(super) fn guarded<T>(&self, routine: &Routine, stage: impl FnOnce() -> T) -> Result<T, Obstacle> {
        let staged = || self.run.stage(&routine.name, || guarded(&routine.name, stage));
        staged().map_err(|bug| self.bug(bug.at(routine.span, "")))
    }

    /// Something that must not happen has happened.
    pub(super) fn bug(&self, diagnostic: Diagnostic) -> Obstacle {
        self.run.bugs.fetch_add(1, Ordering::SeqCst);
        Obstacle {
            verdict: Verdict::Open,
            diagnostic: Some(Box::new(diagnostic)),
        }
    }
}

/// Adds what a session did to what a routine cost.
pub(super) fn add(checks: &mut u64, instances: &mut u64, stats: &Stats) {
    *checks += stats.checks;
    *instances += stats.instances;
}
