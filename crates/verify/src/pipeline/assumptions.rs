//! Assumptions of verdicts: reported under them, or the verdict is open if none are allowed.

use super::batch::Run;
use crate::language::Language;
use crate::report::{FileReport, Obligation, RoutineReport, Verdict};
use abide_ir::{Assumption, AssumptionKind, CheckKind, Program, Routine};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Run<'_> {
    /// Tells what the verdicts of a file's routines rest on.
    pub(super) fn assumed(&self, language: &Arc<dyn Language>, program: &Program, reports: &mut [RoutineReport]) {
        for report in reports.iter_mut().filter(|r| r.verdict != Verdict::Unsupported) {
            let Some(routine) = program.routines.iter().find(|r| r.name == report.name) else {
                continue;
            };
            report.assumes = assumptions(&**language, program, routine, report);
            report.unread = routine.unread.clone();
            if self.request.settings.strict {
                let all = report.assumes.clone();
                owe(report, &all);
            }
        }
    }
}

/// Tells of routines that are called without their code having been read, and are not proved: what they promise is
/// assumed. If no assumptions are allowed, the caller is open, and so are its callers then.
pub fn rely_on_unproved(strict: bool, files: &mut [FileReport]) {
    let mut is_new = tell_of_unproved(files, strict);
    while is_new && strict {
        is_new = tell_of_unproved(files, strict);
    }
}

/// Is there a routine that relies on an unproved one, of which that was not told before?
fn tell_of_unproved(files: &mut [FileReport], strict: bool) -> bool {
    let verdicts = |file: &FileReport| -> BTreeMap<String, Verdict> {
        let all = file.routines.iter().map(|r| (r.name.clone(), r.verdict));
        all.collect()
    };
    let own: Vec<BTreeMap<String, Verdict>> = files.iter().map(verdicts).collect();
    let mut anywhere = BTreeMap::new();
    for (name, verdict) in own.iter().flatten() {
        let worst = anywhere.entry(name).or_insert(*verdict);
        *worst = (*worst).max(*verdict);
    }
    let mut is_new = false;
    for (file, own) in files.iter_mut().zip(&own) {
        let callers = file.routines.iter_mut().filter(|r| r.verdict != Verdict::Unsupported);
        for report in callers {
            let verdict = |name: &String| own.get(name).or_else(|| anywhere.get(name)).copied();
            let is_told = |name: &str| {
                let mut library = report.assumes.iter().filter(|a| a.kind == AssumptionKind::Library);
                library.any(|a| a.text.starts_with(&format!("`{name}` returns")))
            };
            let callees = report
                .relies
                .iter()
                .filter(|name| **name != report.name && !is_told(name));
            let callees = callees.filter_map(|name| Some((name, verdict(name)?)));
            let unproved = callees.filter(|(_, v)| !matches!(v, Verdict::Proved | Verdict::Given));
            let assumed = unproved.map(|(name, _)| Assumption {
                kind: AssumptionKind::Contract,
                span: report.span,
                text: format!("`{name}`, which is not proved, has no errors and keeps its contract"),
            });
            let new: Vec<Assumption> = assumed.filter(|a| !report.assumes.contains(a)).collect();
            is_new |= !new.is_empty();
            if strict {
                owe(report, &new);
            }
            report.assumes.extend(new);
            report.assumes.sort();
        }
    }
    is_new
}

/// A routine that may assume nothing is to prove what it assumes.
fn owe(report: &mut RoutineReport, assumed: &[Assumption]) {
    if assumed.is_empty() {
        return;
    }
    report.obligations.extend(assumed.iter().map(owed));
    report.obligations.sort_by_key(|o| (o.span, o.kind));
    report.verdict = report.verdict.max(Verdict::Open);
}

/// All that a verdict rests on, each thing once.
fn assumptions(
    language: &dyn Language,
    program: &Program,
    routine: &Routine,
    report: &RoutineReport,
) -> Vec<Assumption> {
    let axioms = program.axioms.iter().map(|axiom| Assumption {
        kind: AssumptionKind::Axiom,
        span: axiom.span,
        text: "the axiom is true".to_string(),
    });
    let claimed = language.claims_an_end();
    let endless = report
        .loops
        .iter()
        .filter(|l| claimed && l.measure.is_none() && !l.measured);
    let endless = endless.map(|l| Assumption {
        kind: AssumptionKind::Termination,
        span: l.span,
        text: "the loop ends".to_string(),
    });
    let own = routine.assumes.iter().chain(&report.assumes).cloned();
    let mut all: BTreeSet<Assumption> = own.chain(axioms).chain(endless).collect();
    if report.is_run && report.verdict != Verdict::Open {
        all.retain(|assumption| !is_seen(assumption, routine));
    }
    all.into_iter().collect()
}

/// Is it seen in all runs of a routine: that they end, and what the functions do that they go through?
fn is_seen(assumption: &Assumption, routine: &Routine) -> bool {
    match assumption.kind {
        AssumptionKind::Termination => true,
        AssumptionKind::Library => {
            let mut followed = routine.calls.followed.iter();
            followed.any(|name| assumption.text.starts_with(&format!("`{name}` returns")))
        }
        _ => false,
    }
}

/// An assumption as something to be proved.
fn owed(assumption: &Assumption) -> Obligation {
    Obligation {
        kind: CheckKind::Assumption,
        span: assumption.span,
        demanded: None,
        verdict: Verdict::Open,
        message: format!("assumed and not proved: {}", assumption.text),
        details: Vec::new(),
        heaps: Vec::new(),
        counterexample: None,
        conditional: false,
    }
}
