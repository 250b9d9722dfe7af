//! Stage 6, where annotations are written into the source: why the loops end.
//!
//! Each loop that has invariants and no measure gets the first of the differences that its
//! condition compares ([`abide_infer::measure`]). All are printed behind the invariants, the text
//! is read again and every check proved; a measure that fails makes room for the next one.

use super::batch::Run;
use super::guard::guarded;
use crate::check::{self, Outcome, Shown};
use crate::language::{Language, Wording};
use crate::report::*;
use abide_base::{FileId, Span};
use abide_infer::measure;
use abide_ir::cfg::Cfg;
use abide_ir::{CheckKind, Loop, Program, Routine};
use abide_logic::Var;
use abide_prover::ProverError;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// A file whose loops are to get measures.
pub(super) struct Unmeasured<'a> {
    pub file: FileId,
    pub language: &'a Arc<dyn Language>,
    /// As it was given.
    pub program: &'a Program,
    /// Its text with the invariants that were found.
    pub text: &'a str,
}

/// A routine on its way to measures.
struct Quest<'r> {
    report: &'r mut RoutineReport,
    searches: Vec<Search>,
    /// Everything was proved with the present measures.
    settled: bool,
}

/// What may be the measure of a loop.
struct Search {
    /// The loop's number among those of the routine, in the order of the text.
    number: usize,
    /// Its place as it was given, and in the text with invariants.
    original: Span,
    at: Span,
    /// The first one is tried.
    candidates: Vec<String>,
}

impl Run<'_> {
    /// The text with the measures that were proved, if there are any; the reports tell of them.
    pub(super) fn measured(
        &self,
        given: &Unmeasured,
        reports: &mut [RoutineReport],
    ) -> Result<Option<String>, ProverError> {
        let name = self.sources.file(given.file).path().display().to_string();
        guarded(&name, || self.search(given, reports)).unwrap_or_else(|_| {
            self.bugs.fetch_add(1, Ordering::SeqCst);
            Ok(None)
        })
    }

    fn search(&self, given: &Unmeasured, reports: &mut [RoutineReport]) -> Result<Option<String>, ProverError> {
        let loaded = given.language.reload(given.file, given.text);
        let proved = reports.iter_mut().filter(|r| r.verdict == Verdict::Proved);
        let quests = proved.map(|report| Quest::new(report, given, &loaded.program));
        let mut quests: Vec<Quest> = quests.filter(|q| !q.searches.is_empty()).collect();
        loop {
            let searches = quests.iter().flat_map(|q| &q.searches);
            let picked = searches.filter_map(|s| Some((s.at, s.candidates.first()?.clone())));
            let picked: Vec<(Span, String)> = picked.collect();
            if picked.is_empty() || self.cancelled() {
                return Ok(None);
            }
            let measured = given.language.annotate_measures(given.text, &picked);
            let loaded = given.language.reload(given.file, &measured);
            let open = quests.par_iter_mut().filter(|q| !q.settled);
            let tried = open.map(|q| {
                let name = q.report.name.clone();
                self.stage(&name, || self.try_measures(q, &loaded.program))
            });
            if !tried.collect::<Result<Vec<bool>, ProverError>>()?.contains(&false) {
                quests.iter_mut().for_each(Quest::tell);
                return Ok(Some(measured));
            }
        }
    }

    /// Is everything proved with the measures picked? Those that fail are dropped.
    fn try_measures(&self, quest: &mut Quest, program: &Program) -> Result<bool, ProverError> {
        let routine = find(program, &quest.report.name);
        let read = routine.and_then(|r| Some((r, Cfg::of(r, &program.axioms).ok()?)));
        let Some((routine, cfg)) = read else {
            quest.searches.clear();
            return Ok(false);
        };
        let vars: BTreeSet<Var> = routine.inputs.iter().chain(&routine.locals).cloned().collect();
        let limits = self.limits(Duration::from_millis(quest.report.stats.ms));
        let checked = check::check(&cfg, &vars, (&|_| false, &|_| Shown::default()), &self.pool(), &limits)?;
        let failed = checked.outcomes.iter().filter(|(_, o)| *o != Outcome::Proved);
        let failed: Vec<(CheckKind, Span)> = failed.map(|(c, _)| (c.kind, c.span)).collect();
        quest.settled = failed.is_empty();
        if quest.settled {
            return Ok(true);
        }
        let loops = loops(routine);
        let mut blamed = 0;
        for search in &mut quest.searches {
            let clauses = loops.get(search.number).map_or(&[] as &[Span], |l| &l.spec.measures);
            let own = failed
                .iter()
                .filter(|(kind, span)| *kind == CheckKind::Decreases && clauses.contains(span));
            let own = own.count();
            if own > 0 {
                search.candidates.remove(0);
            }
            blamed += own;
        }
        if blamed < failed.len() {
            // something else fails, which was proved without measures
            quest.searches.clear();
        }
        quest.searches.retain(|s| !s.candidates.is_empty());
        quest.settled = quest.searches.is_empty();
        Ok(false)
    }
}

impl<'r> Quest<'r> {
    fn new(report: &'r mut RoutineReport, given: &Unmeasured, program: &Program) -> Quest<'r> {
        let pair = find(given.program, &report.name).zip(find(program, &report.name));
        let locals = pair.map_or(&[] as &[Var], |(_, b)| &b.locals);
        let (before, after) = pair.map_or_else(Default::default, |(a, b)| (loops(a), loops(b)));
        let wording = pair.map_or_else(Wording::default, |(a, _)| {
            let last = before.iter().map(|l| l.spec.span).max();
            Wording::of(a, given.text, last.unwrap_or(a.span))
        });
        let searches = before
            .iter()
            .zip(&after)
            .enumerate()
            .filter_map(|(number, (before, after))| {
                let spec = &after.spec;
                // other tools want a loop's annotation to begin with an invariant
                let wanted = spec.measures.is_empty() && !spec.invariants.is_empty();
                let condition = after.condition.as_ref().filter(|_| wanted)?;
                // a value that was computed on the way to the condition has no name
                let known = |v: &Var| !locals.contains(v) || spec.scope.contains(v);
                let mut candidates = measure::measures(condition);
                candidates.retain(|m| spec.scope.is_empty() || m.free_vars().iter().all(known));
                Some(Search {
                    number,
                    original: before.spec.span,
                    at: spec.span,
                    candidates: candidates
                        .iter()
                        .filter_map(|m| given.language.measure(m, &wording))
                        .collect(),
                })
            });
        Quest {
            searches: searches.filter(|s| !s.candidates.is_empty()).collect(),
            report,
            settled: false,
        }
    }

    /// Puts what was found into the report.
    fn tell(&mut self) {
        for search in &self.searches {
            let copies = self.report.loops.iter_mut().filter(|l| l.span == search.original);
            copies.for_each(|l| l.measure = search.candidates.first().cloned());
        }
    }
}

fn find<'p>(program: &'p Program, name: &str) -> Option<&'p Routine> {
    program.routines.iter().find(|r| r.name == name)
}

/// The loops of a routine in the order of the text; one that was copied is one loop.
fn loops(routine: &Routine) -> Vec<&Loop> {
    let mut all = measure::loops(&routine.body);
    all.sort_by_key(|l| l.spec.span);
    all.dedup_by_key(|l| l.spec.span);
    all
}
