//! What functions return that call themselves: formulas over their parameters and results, found in runs and proved by
//! induction.
//!
//! All candidates of all functions are assumed where these are called, and proved at their ends; those that are not
//! proved are left out until the rest is (Houdini). Then the routines that are open are verified once more with what is
//! left. A routine that calls itself is proved for runs that return, as with a contract.

use super::batch::{Run, Written};
use super::load;
use super::request::Mode;
use crate::check::{self, Outcome, Shown};
use crate::language::{Language, Loaded};
use crate::report::*;
use abide_base::{FileId, Span};
use abide_exec::Values;
use abide_infer::engine::EngineKind;
use abide_infer::summaries::candidates;
use abide_ir::cfg::Cfg;
use abide_ir::{CheckKind, Grant, Routine, Summaries};
use abide_logic::Var;
use abide_prover::ProverError;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// A file read with summaries, and these.
type Summarised = (Arc<dyn Language>, Loaded, Summaries);

impl Run<'_> {
    /// Leaves out functions that a whole program runs, if all its runs were seen: what they would do if they were called in
    /// other ways does not matter.
    pub(super) fn only_what_runs(&self, language: &dyn Language, loaded: &Loaded, reports: &mut Vec<RoutineReport>) {
        let mut routines = loaded.program.routines.iter();
        let entry = language.entry().and_then(|entry| routines.find(|r| r.name == entry));
        let Some(entry) = entry else { return };
        let is_code = |name: &String| entry.calls.code.contains_key(name);
        let is_seen = |r: &RoutineReport| {
            r.name == entry.name && r.verdict == Verdict::Proved && r.is_run && r.relies.iter().all(is_code)
        };
        if reports.iter().any(is_seen) {
            reports.retain(|r| r.name == entry.name || !is_code(&r.name));
        }
    }

    /// Verifies routines that are open with what can be proved of the functions they call. Replaces the reports of those
    /// that are proved then.
    pub(super) fn with_summaries(
        &self,
        (file, language): (FileId, &Arc<dyn Language>),
        loaded: &Loaded,
        reports: &mut [RoutineReport],
        written: &mut Written,
    ) -> Result<(), ProverError> {
        let settings = &self.request.settings;
        let wanted = self.request.mode != Mode::Check && settings.engine != EngineKind::Off;
        let mut calling = loaded.program.routines.iter().filter(|r| !r.calls.by_return.is_empty());
        let is_open = |r: &Routine| reports.iter().any(|o| o.name == r.name && o.verdict == Verdict::Open);
        if !wanted || !calling.clone().any(is_open) {
            return Ok(());
        }
        let Some(calls) = calling.next().map(|r| &r.calls) else {
            return Ok(());
        };
        let texts = |name: &String| {
            let found = candidates(calls, name);
            let found = found.iter().map(|f| language.render(f)).collect::<Vec<String>>();
            (name.clone(), found)
        };
        let proposed: Summaries = calls.code.keys().map(texts).collect();
        let Some((language, loaded, proved)) = self.inductive_summaries((file, language), proposed)? else {
            return Ok(());
        };
        let routines: Vec<&Routine> = self.chosen(&loaded.program, &BTreeSet::new());
        let (again, invariants) = self.routines((file, &language), &loaded, &routines, &mut Vec::new())?;
        for mut report in again.into_iter().filter(|r| r.verdict == Verdict::Proved) {
            let texts = proved.get(&report.name).map_or(&[][..], Vec::as_slice);
            tell(&mut report, texts);
            let known = reports.iter_mut().find(|r| r.name == report.name);
            let Some(known) = known.filter(|r| matches!(r.verdict, Verdict::Open | Verdict::Proved)) else {
                continue;
            };
            for l in &report.loops {
                written.retain(|(span, _)| *span != l.span);
                written.extend(invariants.iter().filter(|(span, _)| *span == l.span).cloned());
            }
            *known = report;
        }
        Ok(())
    }

    /// What is left of proposed summaries when those are left out that are not proved with the others; none if it is
    /// nothing.
    fn inductive_summaries(
        &self,
        (file, language): (FileId, &Arc<dyn Language>),
        mut left: Summaries,
    ) -> Result<Option<Summarised>, ProverError> {
        loop {
            left.retain(|_, texts| !texts.is_empty());
            if left.is_empty() || self.cancelled() {
                return Ok(None);
            }
            let Some(language) = language.summarised(&left) else {
                return Ok(None);
            };
            let Ok(loaded) = load(file, self.sources.file(file), &language) else {
                return Ok(None);
            };
            let mut is_broken = false;
            let functions = loaded.program.routines.iter();
            for routine in functions.filter(|r| left.contains_key(&r.name)).collect::<Vec<_>>() {
                let places = self.unproved_ends(routine, &loaded)?;
                let Some(texts) = left.get_mut(&routine.name) else {
                    continue;
                };
                let mut number = 0..;
                let is_proved = |_: &String| {
                    let place = Grant::place(routine.span, number.next().unwrap_or_default());
                    places.as_ref().is_some_and(|unproved| !unproved.contains(&place))
                };
                let before = texts.len();
                texts.retain(is_proved);
                is_broken |= texts.len() < before;
            }
            // what was not looked at is not proved
            let before = left.len();
            left.retain(|name, _| loaded.program.routines.iter().any(|r| r.name == *name));
            if !is_broken && left.len() == before {
                return Ok(Some((language, loaded, left)));
            }
        }
    }

    /// The places of the postconditions of a routine that are not proved; none if that is not known.
    fn unproved_ends(&self, routine: &Routine, loaded: &Loaded) -> Result<Option<BTreeSet<Span>>, ProverError> {
        let Ok(cfg) = Cfg::of(routine, &loaded.program.axioms) else {
            return Ok(None);
        };
        let vars: BTreeSet<Var> = routine.inputs.iter().chain(&routine.locals).cloned().collect();
        let show = |_: &Values| Shown::default();
        let limits = self.limits(Duration::ZERO).part(MOMENT);
        let checked = check::check(&cfg, &vars, (&|_| false, &show), &self.pool(), &limits)?;
        let unproved = checked.outcomes.iter().filter(|(_, o)| *o != Outcome::Proved);
        let ends = unproved.filter(|(c, _)| c.kind == CheckKind::Postcondition);
        Ok(Some(ends.map(|(c, _)| c.span).collect()))
    }
}

/// Says of what is proved of a result what it is, as nobody wrote it down.
fn tell(report: &mut RoutineReport, proved: &[String]) {
    let ends = report
        .obligations
        .iter_mut()
        .filter(|o| o.kind == CheckKind::Postcondition);
    for end in ends {
        let mut all = proved.iter().enumerate();
        let text = all.find(|(number, _)| Grant::place(report.span, *number) == end.span);
        end.details
            .extend(text.map(|(_, text)| format!("seen in runs: {text}")));
    }
}

/// Steps of proving what is proposed of one function.
const MOMENT: u64 = 20_000_000;
