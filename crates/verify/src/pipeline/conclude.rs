//! Stage 5: what is not proved is refuted or left open; the report.

use super::batch::{Batch, Outcomes};
use super::inferred::Inferred;
use super::{consistent, guard, warn};
use crate::check::{Outcome, Snapshot};
use crate::refute::{Refuted, by_all_runs};
use crate::report::*;
use abide_base::{Diagnostic, Stopwatch};
use abide_exec::AllRuns;
use abide_ir::cfg::{BlockId, Cfg, CommandKind};
use abide_ir::{Check, Routine};
use abide_prover::ProverError;
use abide_vc::{CutGraph, Passive};
use std::collections::{BTreeMap, BTreeSet};

impl Batch<'_> {
    /// Stage 5, and the report. The outcomes are those of the annotated text, in the order of
    /// the checks of the original one.
    pub(super) fn conclude(
        &self,
        routine: &Routine,
        mut inferred: Inferred,
        outcomes: Outcomes,
    ) -> Result<(RoutineReport, Vec<Diagnostic>), ProverError> {
        let started = Stopwatch::start();
        let cfg = match inferred.cfg {
            Ok(ref cfg) => cfg,
            Err(obstacle) => return Ok(obstacle.report(routine)),
        };
        let mut report = RoutineReport::bare(&routine.name, routine.span, Verdict::Proved);
        report.loops = std::mem::take(&mut inferred.loops);
        report.graph = inferred.graph.take();
        report.at_return = std::mem::take(&mut inferred.at_return);
        report.stats = inferred.stats;
        let printed: Vec<_> = outcomes.iter().map(|(c, _)| (c.kind, c.span)).collect();
        let Some(paired) = self.paired(cfg, &inferred, outcomes) else {
            let lost = guard::bug(
                &routine.name,
                "the annotated source does not correspond to the original",
            );
            return Ok(self.bug(lost.at(routine.span, "")).report(routine));
        };
        let broken: Vec<_> = paired
            .iter()
            .filter(|(_, o)| *o != Outcome::Proved)
            .map(|(c, _)| (c.kind, c.span))
            .collect();
        let prover = &self.pool(&inferred);
        let limits = self.run.limits(inferred.spent);
        let case = self.case(routine, cfg, &inferred.vars);
        inferred.failing_inputs.search(&case, &broken, prover, &limits)?;
        // what a function does that it calls, it does
        let has_calls = !cfg.calls.by_return.is_empty() || !cfg.calls.followed.is_empty();
        let is_asked = has_calls || inferred.runs.get().is_some();
        let runs = is_asked.then(|| self.all_runs(routine, &inferred, &limits)).flatten();
        let is_run = broken.is_empty() && matches!(runs, Some(AllRuns::Pass { with_calls: true }));
        let failing = match runs {
            // the search shows more of the run, if it finds it
            Some(AllRuns::Fail { check, .. }) if inferred.failing_inputs.is_refuted((check.kind, check.span)) => None,
            Some(AllRuns::Fail { check, path, known }) => {
                by_all_runs(&case, check, path, known).map(|hit| (check.clone(), hit))
            }
            _ => None,
        };
        // what all runs fail at is all that fails
        let (is_searched, has_inside) = (failing.is_none(), !is_run && !cfg.calls.by_return.is_empty());
        let mut inside: Vec<&Check> = cfg.calls.checks().filter(|_| is_searched && has_inside).collect();
        inside.retain(|c| !broken.contains(&(c.kind, c.span)));
        let mut places: Vec<_> = inside.iter().map(|c| (c.kind, c.span)).collect();
        if is_searched {
            inferred.failing_inputs.search(&case, &places, prover, &limits)?;
        }
        report.is_run = is_run || failing.is_some();
        report.stats.checks_refute += inferred.failing_inputs.checks;
        let mut refuted = std::mem::take(&mut inferred.failing_inputs.refuted);
        if let Some((check, hit)) = &failing {
            let place = (check.kind, check.span);
            refuted.push(hit.clone());
            if !broken.contains(&place) {
                inside.push(check);
                places.push(place);
            }
        }
        refuted.retain(|r| broken.contains(&(r.kind, r.span)) || places.contains(&(r.kind, r.span)));
        report.obligations = self.obligations(cfg, &paired, &refuted, &inferred);
        for check in inside {
            let hit = refuted.iter().find(|r| (r.kind, r.span) == (check.kind, check.span));
            let failed = Outcome::Broken(Vec::new());
            let obligation = hit.map(|hit| self.obligation(check, &failed, Some(hit), cfg));
            report.obligations.extend(obligation);
        }
        report.verdict = report
            .obligations
            .iter()
            .map(|o| o.verdict)
            .max()
            .unwrap_or(Verdict::Proved);
        self.consistent(routine, &mut report, prover, &limits)?;
        consistent::possible(routine, &inferred.vacuous, &mut report);
        report.counterexample = refuted.into_iter().next().map(|r| r.counterexample);
        for l in &mut report.loops {
            let texts = inferred.printed.at(l.span).iter().cloned();
            l.invariants = texts.map(Invariant::proved).collect();
        }
        inferred.spent += started.elapsed();
        report.stats.ms = inferred.spent.as_millis() as u64;
        let original = |place: &_| {
            let at = printed.iter().position(|p| p == place)?;
            paired.get(at).map(|(check, _)| check)
        };
        let vacuous = match report.verdict {
            Verdict::Proved => inferred.vacuous.as_slice(),
            _ => &[],
        };
        let warnings = vacuous.iter().filter_map(|v| warn::warning(v, routine, cfg, &original));
        Ok((report, warnings.collect()))
    }

    /// The checks of the original text with the outcomes of the annotated one; none if they do not correspond.
    fn paired(&self, cfg: &Cfg, inferred: &Inferred, outcomes: Outcomes) -> Option<Outcomes> {
        if inferred.candidates().is_empty() {
            return Some(outcomes);
        }
        let originals = Passive::whole(&CutGraph::of(cfg), &inferred.vars).checks;
        if originals.len() != outcomes.len() {
            return None;
        }
        let outcomes = outcomes.into_iter().map(|(_, outcome)| outcome);
        Some(originals.into_iter().map(|p| p.check).zip(outcomes).collect())
    }

    /// One obligation for each place and kind: of several checks there, the worst counts.
    fn obligations(&self, cfg: &Cfg, paired: &Outcomes, refuted: &[Refuted], inferred: &Inferred) -> Vec<Obligation> {
        let mut merged: BTreeMap<_, Obligation> = BTreeMap::new();
        let conditional = conditional(cfg, paired);
        for (number, (check, outcome)) in paired.iter().enumerate() {
            let hit = refuted.iter().find(|r| (r.kind, r.span) == (check.kind, check.span));
            let mut obligation = self.obligation(check, outcome, hit, cfg);
            let doubt = inferred.failing_inputs.doubts.get(&(check.kind, check.span));
            if let (Verdict::Open, Some(guess)) = (obligation.verdict, doubt) {
                let line = self.run.sources.line(*guess);
                obligation.details.push(format!(
                    "it fails for some value of what is not known at line {line}; a contract there may say more"
                ));
            }
            obligation.conditional = conditional.contains(&number);
            let known = merged
                .entry((check.span, check.kind))
                .or_insert_with(|| obligation.clone());
            let conditional = known.conditional || obligation.conditional;
            if obligation.verdict > known.verdict {
                *known = obligation;
            }
            known.conditional = conditional && known.verdict == Verdict::Proved;
        }
        merged.into_values().collect()
    }

    fn obligation(&self, check: &Check, outcome: &Outcome, refuted: Option<&Refuted>, cfg: &Cfg) -> Obligation {
        let mut heaps = Vec::new();
        let (verdict, message, mut details) = match outcome {
            Outcome::Proved => (Verdict::Proved, check.kind.success().to_string(), Vec::new()),
            _ if refuted.is_some() => (Verdict::Refuted, check.kind.refutation().to_string(), Vec::new()),
            Outcome::Broken(snapshots) => {
                let shown = snapshots.iter().filter(|s| !s.shown.values.is_empty());
                let details = shown.map(|s| self.snapshot(s, check, cfg)).collect();
                heaps.extend(snapshots.iter().filter_map(|s| self.moment(s, check, cfg)));
                (Verdict::Open, check.kind.failure().to_string(), details)
            }
            Outcome::Unknown(why) => (
                Verdict::Open,
                format!("not known whether {}", check.kind.success()),
                vec![why.clone()],
            ),
        };
        if verdict != Verdict::Proved {
            details.extend(self.view.demands(check));
        }
        Obligation {
            kind: check.kind,
            span: check.span,
            demanded: check.demanded,
            verdict,
            message: self.language.in_own_words(&message),
            details,
            heaps,
            counterexample: refuted
                .filter(|_| verdict == Verdict::Refuted)
                .map(|r| r.counterexample.clone()),
            conditional: false,
        }
    }

    fn snapshot(&self, s: &Snapshot, check: &Check, cfg: &Cfg) -> String {
        let shown: Vec<String> = s.shown.values.iter().map(|(n, v)| format!("{n} = {v}")).collect();
        format!("{}: {}", self.place(s, check, cfg), shown.join(", "))
    }

    fn moment(&self, s: &Snapshot, check: &Check, cfg: &Cfg) -> Option<Moment> {
        Some(Moment {
            when: self.place(s, check, cfg),
            heap: s.shown.heap.clone()?,
        })
    }

    fn place(&self, s: &Snapshot, check: &Check, cfg: &Cfg) -> String {
        let (what, span) = match s.at {
            Some(l) => ("head of the loop at line", cfg.natural_loop(l).spec.span),
            None => ("check at line", check.span),
        };
        format!("at the {what} {}", self.run.sources.line(span))
    }
}

/// The checks that are proved for runs only which an earlier check lets pass that is not proved: it is
/// assumed once it is made, and an invariant in every round.
fn conditional(cfg: &Cfg, outcomes: &Outcomes) -> BTreeSet<usize> {
    let is_proved = |number: &usize| outcomes[*number].1 == Outcome::Proved;
    if (0..outcomes.len()).all(|number| is_proved(&number)) {
        return BTreeSet::new();
    }
    let cut = CutGraph::of(cfg);
    let mut places: Vec<BlockId> = Vec::new();
    for block in &cut.order {
        let commands = &cut.blocks[block.index()].commands;
        let checks = commands.iter().filter(|c| matches!(c.kind, CommandKind::Assert(_)));
        places.extend(checks.map(|_| *block));
    }
    if places.len() != outcomes.len() {
        return (0..outcomes.len()).filter(is_proved).collect();
    }
    let heads: BTreeMap<BlockId, BlockId> = cut.loops.iter().map(|l| (l.back, l.head)).collect();
    let after = |block: BlockId| {
        let edges = cut.blocks[block.index()].edges.iter().map(|e| e.to);
        edges.chain(heads.get(&block).copied())
    };
    let unproved = || (0..outcomes.len()).filter(|number| !is_proved(number));
    let mut left: Vec<BlockId> = unproved().flat_map(|number| after(places[number])).collect();
    let mut behind = BTreeSet::new();
    while let Some(block) = left.pop() {
        if behind.insert(block) {
            left.extend(after(block));
        }
    }
    let first = |block: BlockId| unproved().find(|number| places[*number] == block);
    let waits = |number: &usize| {
        let block = places[*number];
        behind.contains(&block) || first(block).is_some_and(|failed| failed < *number)
    };
    (0..outcomes.len()).filter(|n| is_proved(n) && waits(n)).collect()
}
