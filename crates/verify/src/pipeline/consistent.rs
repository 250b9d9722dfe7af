//! Consistency of axioms and definitions: contradictory ones prove everything, so nothing that rests on them is called
//! proved.

use super::batch::Batch;
use crate::report::{Obligation, RoutineReport, Verdict};
use crate::vacuity::Vacuous;
use abide_base::Span;
use abide_ir::{AssumptionKind, CheckKind, Fact, Routine};
use abide_prover::{Answer, Instantiating, Limits, Prover, ProverError, Session};
use std::sync::Arc;

impl Batch<'_> {
    /// Leaves a routine open whose axioms and definitions cannot all be true.
    pub(super) fn consistent(
        &self,
        routine: &Routine,
        report: &mut RoutineReport,
        prover: &Arc<dyn Prover>,
        limits: &Limits,
    ) -> Result<(), ProverError> {
        let is_axiom = |fact: &&Fact| {
            let mut axioms = routine.assumes.iter().filter(|a| a.kind == AssumptionKind::Axiom);
            axioms.any(|a| a.span == fact.span)
        };
        let own = routine.requires.iter().filter(is_axiom);
        let rests_on: Vec<&Fact> = self
            .program
            .axioms
            .iter()
            .chain(own)
            .chain(&routine.definitions)
            .collect();
        if rests_on.is_empty() || report.verdict != Verdict::Proved {
            return Ok(());
        }
        let mut session = Instantiating::open(prover, limits)?;
        rests_on.iter().for_each(|fact| session.assert(&fact.formula));
        let contradiction = matches!(session.check(&[]), Answer::Unsat(_));
        report.stats.checks_vacuous += session.stats().checks;
        if contradiction {
            let message = "the axioms and definitions that this rests on contradict each other";
            prove_nothing(report, rests_on[0].span, message);
        }
        Ok(())
    }
}

/// Leaves a routine open without an input, though nobody asks anything of it, or without a run that comes to
/// an end or gets through an assumption, though nothing is admitted on the way: a contract it rests on is
/// wrong, or what Abide knows of it.
pub(super) fn possible(routine: &Routine, vacuous: &[Vacuous], report: &mut RoutineReport) {
    let asked = routine.requires.iter().any(|fact| fact.span != routine.span);
    let admitted = routine.assumes.iter().any(|a| a.kind == AssumptionKind::Admitted);
    let impossible = vacuous.iter().find_map(|v| match v {
        Vacuous::Start if !asked => Some("no run is possible"),
        Vacuous::End if !admitted => Some("no run comes to an end"),
        Vacuous::Stuck(_) if !admitted => Some("no run gets through what is assumed on one of the ways"),
        _ => None,
    });
    if let (Some(what), Verdict::Proved) = (impossible, report.verdict) {
        let message = format!("{what}: a contract that this rests on contradicts itself, or it is a bug of Abide");
        prove_nothing(report, routine.span, &message);
    }
}

fn prove_nothing(report: &mut RoutineReport, span: Span, message: &str) {
    report.obligations.push(Obligation {
        kind: CheckKind::Assumption,
        span,
        demanded: None,
        verdict: Verdict::Open,
        message: message.to_string(),
        details: vec!["everything follows from that: nothing is proved".to_string()],
        heaps: Vec::new(),
        counterexample: None,
        conditional: false,
    });
    for obligation in &mut report.obligations {
        obligation.conditional = obligation.verdict == Verdict::Proved;
    }
    report.verdict = Verdict::Open;
}
