//! Reports of routines from earlier runs, found by what the routines are.
//!
//! A proof is of the commands that a routine is lowered to: it is found again wherever the routine stands. What is said of
//! one that is not proved has lines and values in words, and is found again only where the routine stands as it did.

use super::batch::{Run, Written};
use super::request::{KeptRoutine, Mode};
use crate::identity::Identity;
use crate::language::{Language, Loaded};
use crate::report::{RoutineReport, Verdict};
use abide_base::{FileId, Span};
use abide_ir::Routine;
use std::collections::HashMap;
use std::sync::Arc;

impl Run<'_> {
    /// The identity of a routine, if reports are kept.
    pub(super) fn identity(
        &self,
        routine: &Routine,
        loaded: &Loaded,
        language: &Arc<dyn Language>,
    ) -> Option<Identity> {
        // how something came about is told in lines, too
        if self.request.cache.is_none() || self.request.mode == Mode::Explain || !routine.unread.is_empty() {
            return None;
        }
        let mut identity = Identity::of(routine, &loaded.program);
        let language = format!("{}\n{}\n", language.name(), language.mode());
        identity.bytes.extend(language.into_bytes());
        Some(identity)
    }

    /// The identity of a routine with where it stands and how its states are shown.
    fn here(&self, identity: &Identity, routine: &Routine, loaded: &Loaded) -> Vec<u8> {
        let mut here = identity.bytes.clone();
        let mut write = |text: String| here.extend(text.into_bytes());
        for place in &identity.places {
            let line = self.sources.line(*place);
            write(format!("{} {} {} {line}\n", place.file.0, place.start, place.end));
        }
        write(loaded.view.written(routine));
        here
    }

    /// What is known of a routine from an earlier run.
    pub(super) fn earlier(&self, identity: &Identity, routine: &Routine, loaded: &Loaded) -> Option<KeptRoutine> {
        let cache = self.request.cache.as_deref()?;
        let mut kept = cache
            .find(&identity.bytes)
            .or_else(|| cache.find(&self.here(identity, routine, loaded)))?;
        let known = |number: &mut Span| {
            *number = *identity.places.get(number.start as usize)?;
            Some(())
        };
        kept.places().into_iter().try_for_each(known)?;
        Some(kept)
    }

    /// Keeps what was found out of a routine, if a later run would find out the same.
    pub(super) fn keep(&self, identity: &Identity, routine: &Routine, loaded: &Loaded, found: &KeptRoutine) {
        let Some(cache) = self.request.cache.as_deref().filter(|_| !self.cancelled()) else {
            return;
        };
        if !is_of_the_routine(&found.report) {
            return;
        }
        let numbers: HashMap<Span, usize> = identity.places.iter().copied().zip(0..).collect();
        let mut kept = found.clone();
        let number = |place: &mut Span| {
            let number = *numbers.get(place)?;
            *place = Span::new(FileId(0), number, number);
            Some(())
        };
        if kept.places().into_iter().try_for_each(number).is_none() {
            return;
        }
        let report = &found.report;
        match report.verdict == Verdict::Proved && report.graph.is_none() {
            true => cache.keep(&identity.bytes, &kept),
            false => cache.keep(&self.here(identity, routine, loaded), &kept),
        }
    }
}

/// Does the report follow from the routine alone? A program that fails has all of the file in it.
fn is_of_the_routine(report: &RoutineReport) -> bool {
    let inputs = report.obligations.iter().map(|o| &o.counterexample);
    let mut inputs = inputs.chain([&report.counterexample]).flatten();
    report.why.is_empty() && report.unread.is_empty() && inputs.all(|input| input.test.is_none())
}

impl KeptRoutine {
    /// A report with what of this is written at its loops.
    pub(super) fn of(report: RoutineReport, written: &Written) -> KeptRoutine {
        let own = |span: &Span| report.loops.iter().any(|l| l.span == *span);
        let written = written.iter().filter(|(span, _)| own(span)).cloned().collect();
        KeptRoutine { report, written }
    }

    fn places(&mut self) -> Vec<&mut Span> {
        let mut places = self.report.places();
        places.extend(self.written.iter_mut().map(|(span, _)| span));
        places
    }
}
