//! Contracts nobody wrote: clauses for which routines are proved that have no contract.
//!
//! The front end proposes preconditions by the types and the code of a routine that is not proved without, and takes
//! exceptions for granted that it throws on purpose. The routine is verified for callers that keep to all of it; then
//! those preconditions are left out, the strongest first, that the proof does not need (Houdini, the other way round).
//! What is left is proved once more as it is printed. A routine that is not proved even so is reported as it fails
//! there: on an input that no reader would call a misuse.

use super::batch::{Run, Written};
use super::guard::guarded;
use super::load;
use super::request::{Contracts, KeptRoutine};
use crate::check::{self, Outcome, Shown};
use crate::language::{Language, Loaded};
use crate::report::*;
use crate::vacuity::{self, Vacuous};
use abide_base::{FileId, Span};
use abide_exec::Values;
use abide_ir::cfg::Cfg;
use abide_ir::{CheckKind, ContractClause, Grade, Grant, Granted, Keyword, Program, Routine};
use abide_logic::{Term, Var};
use abide_prover::{Limits, Prover, ProverError};
use abide_vc::{CutGraph, Passive};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// Steps of looking for inputs that satisfy the preconditions.
const MOMENT: u64 = 5_000_000;

/// What is granted at first: what everybody takes for granted.
const MODEST: u32 = 39;

/// How often callers are verified again because of what was granted to those they call.
const ROUNDS: usize = 4;

impl Run<'_> {
    /// Verifies the routines that are not proved for callers that keep to preconditions. Replaces their reports, and
    /// their invariants in what is written; gives the preconditions to be written, too.
    pub(super) fn with_contracts(
        &self,
        (file, language): (FileId, &Arc<dyn Language>),
        reports: &mut [RoutineReport],
        written: &mut Written,
    ) -> Result<Granted, ProverError> {
        let text = self.sources.file(file).text();
        let proposed = guarded(language.name(), || language.contracts(file, text));
        let mut proposed = proposed.unwrap_or_default();
        let mut granted = Granted::new();
        let mut tried = BTreeSet::new();
        let is_open = |r: &&RoutineReport| matches!(r.verdict, Verdict::Open | Verdict::Refuted);
        let mut left: BTreeSet<String> = reports.iter().filter(is_open).map(|r| r.name.clone()).collect();
        for _ in 0..ROUNDS {
            let clauses = |name: &String| Some((name.clone(), proposed.get(name)?.clone()));
            let wanted = left.iter().filter_map(clauses).collect();
            let mut found = self.under_preconditions((file, language), wanted, &granted)?;
            loop {
                for kept in found {
                    let report = kept.report;
                    granted.remove(&report.name);
                    if !report.given.is_empty() {
                        granted.insert(report.name.clone(), report.given.clone());
                    }
                    for (span, texts) in kept.written {
                        written.retain(|(known, _)| *known != span);
                        written.push((span, texts));
                    }
                    let is_bare = proposed.get(&report.name).is_none_or(Vec::is_empty);
                    self.replace(reports, report, is_bare);
                }
                found = self.apart_from_callees((file, language), &proposed, reports, (&granted, &mut tried))?;
                if found.is_empty() {
                    break;
                }
            }
            // callers that have not read the code have to keep to what is granted
            let done = reports.iter().filter(|r| is_done(r));
            left = done.filter(|r| !r.is_under(&granted)).map(|r| r.name.clone()).collect();
            if left.is_empty() || self.request.settings.contracts != Contracts::Infer || self.cancelled() {
                break;
            }
            for name in &left {
                granted.remove(name);
                proposed.entry(name.clone()).or_default();
            }
        }
        Ok(granted)
    }

    /// Verifies routines for callers that keep to what is proposed, with those that are granted to others.
    pub(super) fn under_preconditions(
        &self,
        (file, language): (FileId, &Arc<dyn Language>),
        mut proposed: Granted,
        granted: &Granted,
    ) -> Result<Vec<KeptRoutine>, ProverError> {
        let modest = |_: &str, p: &ContractClause| p.strength <= MODEST;
        let mut found = self.granting((file, language), &chosen(&proposed, modest), granted)?;
        // invariants are found under all that is granted: what is strong is granted only where the rest is not enough
        let overflows = |r: &RoutineReport| r.is_proved_but_for_overflow();
        let overflowing: BTreeSet<String> = found
            .iter()
            .filter(|f| overflows(&f.report))
            .map(|f| f.report.name.clone())
            .collect();
        proposed.retain(|name, _| !found.iter().any(|f| f.report.name == *name && is_done(&f.report)));
        let more =
            |name: &str, p: &ContractClause| modest(name, p) || p.grade == Grade::Limit || !overflowing.contains(name);
        let settled = found.iter().map(|f| &f.report).filter(|r| !r.given.is_empty());
        let settled = settled.map(|r| (r.name.clone(), r.given.clone()));
        let settled: Granted = settled.collect();
        let granted = granted.clone().into_iter().chain(settled.clone()).collect();
        let (before, mut wider) = (chosen(&proposed, modest), chosen(&proposed, more));
        // with the same clauses only callees are others, by what they are given now
        let calls_given = |name: &String| {
            let mut own = found.iter().filter(|f| f.report.name == *name);
            own.any(|f| f.report.relies.iter().any(|callee| settled.contains_key(callee)))
        };
        wider.retain(|name, clauses| before[name] != *clauses || calls_given(name));
        for again in self.granting((file, language), &wider, &granted)? {
            match found.iter_mut().find(|f| f.report.name == again.report.name) {
                Some(known) if overflows(&known.report) && !is_done(&again.report) => {}
                Some(known) => *known = again,
                None => found.push(again),
            }
        }
        Ok(found)
    }

    /// Takes what was found out of a routine under preconditions for what is known of it. Is there nothing to be granted?
    fn replace(&self, reports: &mut [RoutineReport], report: RoutineReport, is_bare: bool) {
        let Some(known) = reports.iter_mut().find(|r| r.name == report.name) else {
            return;
        };
        // what fails without any input, whatever is chosen on the way, fails under preconditions, too
        if is_bare && fails_by_itself(known) && !is_done(&report) {
            return;
        }
        known.given.clone_from(&report.given);
        if self.request.settings.contracts == Contracts::Infer {
            let ms = known.stats.ms;
            *known = report;
            known.stats.ms += ms;
        }
    }

    /// Verifies routines for callers that keep to preconditions, and finds out which of these they need; others are
    /// granted what is settled. Gives each with the invariants of its loops.
    fn granting(
        &self,
        (file, language): (FileId, &Arc<dyn Language>),
        proposed: &Granted,
        settled: &Granted,
    ) -> Result<Vec<KeptRoutine>, ProverError> {
        let with = |more: &Granted| {
            let mut all = settled.clone();
            all.extend(more.clone());
            all
        };
        let proposed = &self.inductive((file, language), proposed, settled)?;
        let Some(language) = language.granting(&with(proposed)).filter(|_| !proposed.is_empty()) else {
            return Ok(Vec::new());
        };
        let source = self.sources.file(file);
        let Ok(loaded) = load(file, source, &language) else {
            return Ok(Vec::new());
        };
        let routines = loaded.program.routines.iter();
        let routines: Vec<&Routine> = routines.filter(|r| proposed.contains_key(&r.name)).collect();
        let (mut reports, invariants) = self.routines((file, &language), &loaded, &routines, &mut Vec::new())?;
        for (report, routine) in reports.iter_mut().zip(&routines) {
            report.assumes.clone_from(&routine.assumes);
        }
        let annotated = language.annotate(source.text(), &invariants);
        let wide = language.reload(file, &annotated);
        reports.par_iter_mut().try_for_each(|report| {
            if is_proved(report) {
                let proposed = &proposed[&report.name];
                let needed = self.stage(&report.name, || self.needed(report, &wide, proposed))?;
                report.given = needed.iter().filter_map(|i| proposed.get(*i).cloned()).collect();
            }
            Ok(())
        })?;
        let given = reports.iter().filter(|r| !r.given.is_empty());
        let given: Granted = given.map(|r| (r.name.clone(), r.given.clone())).collect();
        let given = with(&given);
        let is_checked = |c: &ContractClause| c.keyword == Keyword::Requires;
        let mut checked = given.clone();
        checked.retain(|_, clauses| clauses.iter().all(is_checked));
        reports.iter_mut().for_each(|r| r.under.clone_from(&checked));
        let narrow = language.granting(&given).unwrap_or(language).reload(file, &annotated);
        let confirmed = reports.par_iter_mut().map(|report| {
            let name = report.name.clone();
            self.stage(&name, || self.confirm(report, &narrow))
        });
        let confirmed = confirmed.collect::<Result<Vec<bool>, ProverError>>()?;
        let reports = reports.into_iter().zip(confirmed).filter(|(_, confirmed)| *confirmed);
        Ok(reports
            .map(|(report, _)| KeptRoutine::of(report, &invariants))
            .collect())
    }

    /// What is proposed without what routines do not keep to where they call themselves or each other (Houdini).
    fn inductive(
        &self,
        (file, language): (FileId, &Arc<dyn Language>),
        proposed: &Granted,
        settled: &Granted,
    ) -> Result<Granted, ProverError> {
        let mut kept = proposed.clone();
        while !kept.is_empty() && !self.cancelled() {
            let all = settled.clone().into_iter().chain(kept.clone()).collect();
            let Some(granting) = language.granting(&all) else { break };
            let source = self.sources.file(file);
            let Ok(loaded) = load(file, source, &granting) else {
                break;
            };
            let recursive = Recursive::of(&loaded, &kept);
            if recursive.routines.is_empty() {
                break;
            }
            let routines = &recursive.routines;
            let (reports, invariants) = self.routines((file, &granting), &loaded, routines, &mut Vec::new())?;
            let annotated = granting.reload(file, &granting.annotate(source.text(), &invariants));
            let broken = reports
                .par_iter()
                .map(|r| self.broken_at_calls(r, &annotated, &recursive));
            let broken = broken.collect::<Result<Vec<_>, ProverError>>()?;
            let broken: BTreeSet<(String, usize)> = broken.into_iter().flatten().collect();
            if broken.is_empty() {
                break;
            }
            for (name, clauses) in &mut kept {
                let mut number = 0..;
                clauses.retain(|_| number.next().is_none_or(|i| !broken.contains(&(name.clone(), i))));
            }
        }
        Ok(kept)
    }

    /// The clauses, by routine and number, that a routine does not keep to where it calls one that calls it.
    fn broken_at_calls(
        &self,
        report: &RoutineReport,
        loaded: &Loaded,
        recursive: &Recursive,
    ) -> Result<Vec<(String, usize)>, ProverError> {
        let fails = |o: &Obligation| o.kind == CheckKind::Precondition && o.verdict != Verdict::Proved;
        let Some(case) = Case::of(report, loaded).filter(|_| report.obligations.iter().any(fails)) else {
            return Ok(Vec::new());
        };
        let Ok(cfg) = Cfg::of(case.routine, &case.program.axioms) else {
            return Ok(Vec::new());
        };
        let (prover, limits) = (self.pool(), self.limits(Duration::ZERO));
        let show = |_: &Values| Shown::default();
        let checked = check::check(&cfg, &vars(case.routine), (&|_| false, &show), &prover, &limits)?;
        let broken = checked.outcomes.iter().filter(|(_, o)| *o != Outcome::Proved);
        let broken = broken.filter(|(c, _)| c.kind == CheckKind::Precondition);
        let places = clauses(loaded);
        let clauses = broken.filter_map(|(c, _)| places.get(&c.demanded?));
        Ok(clauses
            .filter(|(callee, _)| recursive.meet(&report.name, callee))
            .cloned()
            .collect())
    }

    /// The numbers of the preconditions that the proof of a routine needs. The strongest are done without first.
    fn needed(
        &self,
        report: &RoutineReport,
        wide: &Loaded,
        proposed: &[ContractClause],
    ) -> Result<Vec<usize>, ProverError> {
        let Some(case) = Case::of(report, wide) else {
            return Ok(Vec::new());
        };
        let (prover, limits) = (self.pool(), self.limits(Duration::ZERO));
        let mut kept: Vec<usize> = (0..proposed.len()).collect();
        // strongest first: proposals are ordered by what they ask
        let is_required = |i: &usize| proposed[*i].keyword == Keyword::Requires;
        let all: Vec<usize> = (0..proposed.len()).rev().filter(is_required).collect();
        let mut left = vec![all];
        while let Some(part) = left.pop() {
            let fewer: Vec<usize> = kept.iter().copied().filter(|c| !part.contains(c)).collect();
            if case.is_proved(&fewer, &prover, &limits)? {
                kept = fewer;
            } else if part.len() > 1 {
                let (first, second) = part.split_at(part.len() / 2);
                left.extend([second.to_vec(), first.to_vec()]);
            }
        }
        Ok(kept)
    }

    /// Proves a routine once more as it is printed, with what it is given. Is what is reported of it so, and not of no
    /// run at all?
    fn confirm(&self, report: &mut RoutineReport, narrow: &Loaded) -> Result<bool, ProverError> {
        if !is_proved(report) {
            return Ok(true);
        }
        let Some(case) = Case::of(report, narrow) else {
            return Ok(false);
        };
        let (prover, limits) = (self.pool(), self.limits(Duration::ZERO));
        let all: Vec<usize> = (0..case.granted.len()).collect();
        if report.verdict == Verdict::Proved && !report.given.is_empty() {
            report.verdict = Verdict::Given;
        }
        Ok(case.is_proved(&all, &prover, &limits)? && !case.is_vacuous(narrow, &prover, &limits)?)
    }
}

/// Callers are held to the contracts that were inferred: one that calls a routine without having read its code has not
/// shown that it keeps to them.
pub fn hold_callers(contracts: Contracts, files: &mut [FileReport]) {
    if contracts != Contracts::Infer {
        return;
    }
    let given = files.iter().flat_map(|f| &f.routines).filter(|r| !r.given.is_empty());
    let given: Vec<Granted> = given
        .map(|r| Granted::from([(r.name.clone(), r.given.clone())]))
        .collect();
    let proved = files.iter_mut().flat_map(|f| &mut f.routines).filter(|r| is_done(r));
    for report in proved {
        let Some(callee) = given.iter().find(|g| !report.is_under(g)).and_then(|g| g.keys().next()) else {
            continue;
        };
        report.obligations.push(Obligation {
            kind: CheckKind::Precondition,
            span: report.span,
            demanded: None,
            verdict: Verdict::Open,
            message: CheckKind::Precondition.failure().to_string(),
            details: vec![format!(
                "it calls `{callee}`, which is proved for callers only that keep to what it is given"
            )],
            heaps: Vec::new(),
            counterexample: None,
            conditional: false,
        });
        report.verdict = Verdict::Open;
        report.given.clear();
    }
}

/// Is everything proved, but perhaps that sums and products stay in their ranges?
fn is_proved(report: &RoutineReport) -> bool {
    report.verdict == Verdict::Proved || report.is_proved_but_for_overflow()
}

/// Is it refuted without any input, and without choices on the way?
fn fails_by_itself(report: &RoutineReport) -> bool {
    let found = report.obligations.iter().filter_map(|o| o.counterexample.as_ref());
    let mut fails = found.filter(|c| c.inputs.is_empty() && c.choices.is_empty());
    report.verdict == Verdict::Refuted && fails.next().is_some()
}

/// Is there nothing left to be proved of it?
pub(super) fn is_done(report: &RoutineReport) -> bool {
    matches!(report.verdict, Verdict::Proved | Verdict::Given)
}

/// Some of the preconditions.
fn chosen(proposed: &Granted, is_chosen: impl Fn(&str, &ContractClause) -> bool) -> Granted {
    let mut some = proposed.clone();
    for (name, all) in &mut some {
        all.retain(|p| is_chosen(name, p));
    }
    some
}

/// The routines that may call themselves, directly or by others, among those for which something is proposed.
struct Recursive<'a> {
    routines: Vec<&'a Routine>,
    /// Whom they call without having read the code, and whom these call.
    called: BTreeMap<String, BTreeSet<String>>,
}

impl<'a> Recursive<'a> {
    fn of(loaded: &'a Loaded, proposed: &Granted) -> Recursive<'a> {
        let routines = loaded.program.routines.iter();
        let mut called: BTreeMap<String, BTreeSet<String>> = routines
            .clone()
            .map(|r| (r.name.clone(), loaded.view.relies(r)))
            .collect();
        loop {
            let grown = called.values().map(|names| {
                let further = names.iter().filter_map(|n| called.get(n)).flatten();
                names.iter().chain(further).cloned().collect::<BTreeSet<String>>()
            });
            let grown: BTreeMap<String, BTreeSet<String>> = called.keys().cloned().zip(grown).collect();
            if grown == called {
                break;
            }
            called = grown;
        }
        let is_recursive = |r: &&Routine| proposed.contains_key(&r.name) && called[&r.name].contains(&r.name);
        Recursive {
            routines: routines.filter(is_recursive).collect(),
            called,
        }
    }

    /// Does each of the two lead to a call of the other?
    fn meet(&self, one: &str, other: &str) -> bool {
        let leads = |from: &str, to: &str| self.called.get(from).is_some_and(|c| c.contains(to));
        leads(one, other) && leads(other, one)
    }
}

/// What the routines of a file are granted, by routine and number, at the places that checks at calls name.
fn clauses(loaded: &Loaded) -> BTreeMap<Span, (String, usize)> {
    let mut found = BTreeMap::new();
    for routine in &loaded.program.routines {
        let grants = loaded.view.granted(routine).iter().enumerate();
        found.extend(grants.map(|(i, grant)| (grant.place, (routine.name.clone(), i))));
    }
    found
}

/// A routine with preconditions that it may do without, and the checks that are proved of it.
struct Case<'a> {
    routine: &'a Routine,
    program: &'a Program,
    granted: &'a [Grant],
    /// Is the rest proved for runs without overflow only?
    overflows: bool,
}

impl<'a> Case<'a> {
    fn of(report: &RoutineReport, loaded: &'a Loaded) -> Option<Case<'a>> {
        let routine = loaded.program.routines.iter().find(|r| r.name == report.name)?;
        Some(Case {
            routine,
            program: &loaded.program,
            granted: loaded.view.granted(routine),
            overflows: !is_done(report),
        })
    }

    /// Does no input satisfy the preconditions, or no run with them come to an end?
    fn is_vacuous(&self, loaded: &Loaded, prover: &Arc<dyn Prover>, limits: &Limits) -> Result<bool, ProverError> {
        let Ok(cfg) = Cfg::of(self.routine, &self.program.axioms) else {
            return Ok(true);
        };
        let vars = vars(self.routine);
        let repair = |input| loaded.view.repair(self.routine, input);
        let (vacuous, _) = vacuity::vacuous(&cfg, &vars, &repair, prover, &limits.part(MOMENT))?;
        Ok(vacuous.iter().any(|v| matches!(v, Vacuous::Start | Vacuous::End)))
    }

    /// Is it proved with some of the preconditions?
    fn is_proved(&self, kept: &[usize], prover: &Arc<dyn Prover>, limits: &Limits) -> Result<bool, ProverError> {
        let facts = |number: &usize| self.granted.get(*number).map(|g| &g.facts).into_iter().flatten();
        // what is not granted need not be kept to where it calls itself
        let left_out = self.granted.iter().enumerate().filter(|(i, _)| !kept.contains(i));
        let left_out: BTreeSet<Span> = left_out.map(|(_, grant)| grant.place).collect();
        let kept: Vec<&Term> = kept.iter().flat_map(facts).collect();
        let mut routine = self.routine.clone();
        routine.requires.retain(|fact| {
            let mut granted = self.granted.iter().flat_map(|g| &g.facts);
            let is_granted = granted.any(|t| *t == fact.formula);
            !is_granted || kept.contains(&&fact.formula)
        });
        let Ok(cfg) = Cfg::of(&routine, &self.program.axioms) else {
            return Ok(false);
        };
        let vars = vars(&routine);
        let checks = Passive::whole(&CutGraph::of(&cfg), &vars).checks;
        let but = |i: usize| match checks[i].check.kind {
            CheckKind::Overflow => self.overflows,
            CheckKind::Precondition => checks[i].check.demanded.is_some_and(|at| left_out.contains(&at)),
            _ => false,
        };
        let (proved, _) = check::are_proved_but(&cfg, &vars, &but, prover, limits)?;
        Ok(proved)
    }
}

fn vars(routine: &Routine) -> BTreeSet<Var> {
    routine.inputs.iter().chain(&routine.locals).cloned().collect()
}
