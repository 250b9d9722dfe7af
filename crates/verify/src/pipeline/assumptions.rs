//! Assumptions of verdicts: reported under them, or the verdict is open if none are allowed.

use super::batch::Run;
use crate::language::Language;
use crate::report::{Obligation, RoutineReport, Verdict};
use abide_ir::{Assumption, AssumptionKind, CheckKind, Program, Routine};
use std::collections::BTreeSet;
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
            if self.request.settings.strict && !report.assumes.is_empty() {
                report.obligations.extend(report.assumes.iter().map(owed));
                report.obligations.sort_by_key(|o| (o.span, o.kind));
                report.verdict = report.verdict.max(Verdict::Open);
            }
        }
    }
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
    let all: BTreeSet<Assumption> = own.chain(axioms).chain(endless).collect();
    all.into_iter().collect()
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
