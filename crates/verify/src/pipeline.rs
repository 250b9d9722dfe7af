//! The stages, in order.

use crate::check::{self, Outcome, Snapshot, is_invariant};
use crate::language::{Language, Loaded};
use crate::refute::refute;
use crate::report::*;
use abide_abstraction::{AbstractorKind, Precision};
use abide_base::{Budget, Cancel, Diagnostic, FileId, SourceFile, Sources, Span};
use abide_infer::{Candidate, Config, Subject, given_predicates, infer, needed};
use abide_ir::cfg::Cfg;
use abide_ir::{Program, Routine};
use abide_logic::{Value, Var};
use abide_prover::{Limits, Prover, ProverError, Stats};
use abide_region::{Clause, Region};
use abide_vc::CutGraph;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What to do with which files.
pub struct Request {
    /// The files, each with its language.
    pub files: Vec<(SourceFile, Arc<dyn Language>)>,
    /// What to do.
    pub mode: Mode,
    /// How.
    pub settings: Settings,
    /// The prover.
    pub prover: Arc<dyn Prover>,
    /// Ends everything when asked to.
    pub cancel: Cancel,
    /// Hears of routines that are done: how many of how many, and the name.
    pub progress: Arc<dyn Fn(Progress) + Send + Sync>,
}

/// How far the work is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Routines done.
    pub done: usize,
    /// Routines in all.
    pub total: usize,
    /// The one that was done last.
    pub routine: String,
}

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Infer what is missing, prove everything.
    Verify,
    /// Prove with the annotations as they stand.
    Check,
}

/// How to do it.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Which abstractor computes the abstraction.
    pub abstractor: AbstractorKind,
    /// Time for one routine.
    pub timeout: Duration,
    /// Solver steps for one check.
    pub steps: Option<u64>,
    /// Threads.
    pub jobs: usize,
    /// Which invariants to show.
    pub show: Show,
    /// Only routines with this name.
    pub method: Option<String>,
}

/// Which invariants to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Those the checks of the routine rest on.
    Needed,
    /// All clauses of the strongest invariant.
    All,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            abstractor: AbstractorKind::default(),
            timeout: Duration::from_secs(60),
            steps: Some(20_000_000),
            jobs: 1,
            show: Show::Needed,
            method: None,
        }
    }
}

/// Does what is asked.
pub fn verify(request: &Request) -> Result<Report, ProverError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(request.settings.jobs.max(1))
        .stack_size(64 << 20)
        .build()
        .map_err(|e| ProverError {
            message: e.to_string(),
            help: None,
        })?;
    pool.install(|| Run::new(request).files())
}

struct Run<'a> {
    request: &'a Request,
    sources: Sources,
    loaded: Vec<(FileId, Loaded)>,
    total: usize,
    done: std::sync::atomic::AtomicUsize,
}

impl<'a> Run<'a> {
    fn new(request: &'a Request) -> Run<'a> {
        let mut sources = Sources::default();
        let ids: Vec<FileId> = request.files.iter().map(|(f, _)| sources.add(f.clone())).collect();
        let load = |(id, (file, language)): (&FileId, &(SourceFile, Arc<dyn Language>))| {
            (*id, language.load(*id, file.text()))
        };
        let loaded: Vec<(FileId, Loaded)> = ids.par_iter().zip(&request.files).map(load).collect();
        let mut run = Run {
            request,
            sources,
            loaded,
            total: 0,
            done: Default::default(),
        };
        run.total = run.loaded.iter().map(|(_, l)| run.chosen(&l.program).len()).sum();
        run
    }

    fn chosen<'p>(&self, program: &'p Program) -> Vec<&'p Routine> {
        let wanted = |r: &&Routine| self.request.settings.method.as_ref().is_none_or(|m| *m == r.name);
        program.routines.iter().filter(wanted).collect()
    }

    fn files(&self) -> Result<Report, ProverError> {
        let files: Result<Vec<FileReport>, ProverError> = self
            .loaded
            .par_iter()
            .zip(&self.request.files)
            .map(|((id, l), (_, lang))| self.file(*id, l, lang))
            .collect();
        Ok(Report {
            files: files?,
            sources: self.sources.clone(),
            prover: self.request.prover.name(),
            cancelled: self.request.cancel.requested(),
        })
    }

    fn file(&self, id: FileId, loaded: &Loaded, language: &Arc<dyn Language>) -> Result<FileReport, ProverError> {
        let routines = self.chosen(&loaded.program);
        let mut diagnostics = loaded.diagnostics.clone();
        // in batches, so that a cancelled run still has what was finished before
        let batch = (routines.len() / 16).max(8);
        let mut reports = Vec::new();
        let mut written: Vec<(Span, Vec<String>)> = Vec::new();
        for batch in routines.chunks(batch) {
            let batch = Batch {
                run: self,
                file: id,
                language,
                program: &loaded.program,
                routines: batch,
            };
            let (done, invariants) = batch.verify(&mut diagnostics)?;
            reports.extend(done);
            written.extend(invariants);
        }
        let failed = loaded
            .failed
            .iter()
            .filter(|(name, _)| self.request.settings.method.as_ref().is_none_or(|m| m == name));
        reports.extend(failed.map(|(name, span)| RoutineReport {
            name: name.clone(),
            span: *span,
            verdict: Verdict::Unsupported,
            obligations: Vec::new(),
            loops: Vec::new(),
            counterexample: None,
            stats: RoutineStats::default(),
        }));
        reports.sort_by_key(|r| r.span);
        written.retain(|(_, invariants)| !invariants.is_empty());
        let text = self.sources.file(id).text();
        Ok(FileReport {
            file: id,
            language: language.name(),
            mode: language.mode(),
            diagnostics,
            routines: reports,
            annotated: (!written.is_empty()).then(|| language.annotate(text, &written)),
        })
    }

    /// The prover for one piece of work.
    fn desk(&self) -> Arc<dyn Prover> {
        let prover = &self.request.prover;
        prover.desk().unwrap_or_else(|| prover.clone())
    }

    /// Limits for a routine that has used up `spent` of its time.
    fn limits(&self, spent: Duration) -> Limits {
        let left = self.request.settings.timeout.saturating_sub(spent);
        Limits {
            budget: Budget::within(left, self.request.cancel.clone()),
            steps: self.request.settings.steps,
            ..Limits::default()
        }
    }
}

/// Some routines of a file, inferred together and proved together from the printed source.
struct Batch<'a> {
    run: &'a Run<'a>,
    file: FileId,
    language: &'a Arc<dyn Language>,
    program: &'a Program,
    routines: &'a [&'a Routine],
}

/// A routine between inference and proof.
struct Inferred {
    cfg: Result<Cfg, Diagnostic>,
    vars: BTreeSet<Var>,
    loops: Vec<LoopReport>,
    /// Candidates to print, by the place of the loop.
    printed: BTreeMap<Span, Vec<String>>,
    stats: RoutineStats,
    /// Time used up, stage by stage: other routines run in between.
    spent: Duration,
    /// The prover of all stages, if it is kept.
    desk: Option<Arc<dyn Prover>>,
}

/// Routines of a batch that may keep their prover from stage to stage: each holds memory.
const DESKS: usize = 8;

type Written = Vec<(Span, Vec<String>)>;

impl Batch<'_> {
    fn verify(&self, diagnostics: &mut Vec<Diagnostic>) -> Result<(Vec<RoutineReport>, Written), ProverError> {
        let inferred: Result<Vec<Inferred>, ProverError> = self.routines.par_iter().map(|r| self.infer(r)).collect();
        let mut inferred = inferred?;
        let mut written: Written;
        let mut outcomes: Vec<Option<Vec<(abide_ir::Check, Outcome)>>> = vec![None; inferred.len()];
        loop {
            written = inferred
                .iter()
                .flat_map(|i| i.printed.clone())
                .filter(|(_, v)| !v.is_empty())
                .collect();
            let text = self.run.sources.file(self.file).text();
            let annotated;
            let reloaded = if written.is_empty() {
                None
            } else {
                annotated = self.language.annotate(text, &written);
                Some(self.language.load(self.file, &annotated))
            };
            let again = reloaded.as_ref().map_or(self.program, |l| &l.program);
            // what was proved from the printed source, or the text of candidates to drop
            let checked: Result<Vec<Proof>, ProverError> = self
                .routines
                .par_iter()
                .zip(&mut inferred)
                .zip(&outcomes)
                .map(|((r, i), known)| match known {
                    Some(_) => Ok(Proof::Done(Vec::new())),
                    None => self.prove(r, i, again),
                })
                .collect();
            let mut dropped = false;
            for ((proof, known), inferred) in checked?.into_iter().zip(&mut outcomes).zip(&mut inferred) {
                match proof {
                    Proof::Done(list) if known.is_none() => *known = Some(list),
                    Proof::Done(_) => {}
                    Proof::Drop(candidates) => {
                        dropped = true;
                        inferred.drop_candidates(&candidates);
                    }
                }
            }
            if !dropped {
                break;
            }
        }
        let reports: Result<Vec<(RoutineReport, Vec<Diagnostic>)>, ProverError> = self
            .routines
            .par_iter()
            .zip(inferred)
            .zip(outcomes)
            .map(|((r, i), o)| self.conclude(r, i, o.unwrap_or_default()))
            .collect();
        let reports = reports?;
        let unsupported = reports.iter().flat_map(|(_, d)| d.iter().cloned());
        diagnostics.extend(unsupported);
        Ok((reports.into_iter().map(|(r, _)| r).collect(), written))
    }

    /// The prover for the next stage of a routine.
    fn desk(&self, inferred: &Inferred) -> Arc<dyn Prover> {
        inferred.desk.clone().unwrap_or_else(|| self.run.desk())
    }

    /// Stage 2: invariants of the loops, cut down to what is needed.
    fn infer(&self, routine: &Routine) -> Result<Inferred, ProverError> {
        let started = Instant::now();
        let limits = self.run.limits(Duration::ZERO);
        let vars: BTreeSet<Var> = routine.inputs.iter().chain(&routine.locals).cloned().collect();
        let mut result = Inferred {
            cfg: Cfg::of(routine, &self.program.axioms).map_err(|e| {
                Diagnostic::error(e.span, e.to_string()).help("write the loop with `while`, or with one entry label")
            }),
            vars,
            loops: Vec::new(),
            printed: BTreeMap::new(),
            stats: RoutineStats::default(),
            spent: Duration::ZERO,
            desk: (self.routines.len() <= DESKS).then(|| self.run.desk()),
        };
        let Ok(cfg) = &result.cfg else { return Ok(result) };
        let (precisions, _) = given_predicates(cfg);
        let bare = cfg.loops.iter().map(|l| LoopReport {
            span: l.spec.span,
            invariants: Vec::new(),
            history: History::default(),
        });
        result.loops = bare.collect();
        let nothing = precisions.iter().all(|p| p.predicates.is_empty());
        if self.run.request.mode == Mode::Check || nothing || limits.budget.check().is_err() {
            return Ok(result);
        }
        let cut = CutGraph::of(cfg);
        let subject = Subject {
            cfg,
            cut: &cut,
            vars: &result.vars,
            precisions: &precisions,
        };
        let prover = &self.desk(&result);
        let config = Config {
            abstractor: self.run.request.settings.abstractor.clone(),
            limits: limits.clone(),
        };
        let inference = infer(&subject, prover, &config)?;
        let clauses: Vec<Vec<Clause>> = inference.loops.iter().map(|l| l.clauses.clone()).collect();
        let chosen = match self.run.request.settings.show {
            Show::All => clauses.clone(),
            Show::Needed => {
                let needed = needed::needed(&subject, prover, &limits, &clauses)?;
                add(
                    &mut result.stats.checks_minimise,
                    &mut result.stats.instances,
                    &needed.stats,
                );
                needed.clauses
            }
        };
        for (index, found) in inference.loops.iter().enumerate() {
            let precision = &precisions[index];
            let show = |c: &Clause| self.language.render(&Candidate::of_clause(precision, *c).formula);
            let texts: Vec<String> = chosen[index].iter().map(show).collect();
            let span = result.loops[index].span;
            // a loop that was copied has one place in the source: what is written there must
            // hold for every copy
            match result.printed.get_mut(&span) {
                Some(known) => known.retain(|t| texts.contains(t)),
                None => {
                    result.printed.insert(span, texts.clone());
                }
            }
            let stats = &mut result.stats;
            add(&mut stats.checks_infer, &mut stats.instances, &found.stats);
            stats.unknown += found.stats.unknown;
            stats.rounds += found.rounds.len() as u64;
            stats.predicates += precision.width() as u64;
            let not_needed = clauses[index].iter().filter(|c| !chosen[index].contains(c)).map(show);
            result.loops[index].history = History {
                predicates: precision
                    .predicates
                    .iter()
                    .map(|p| (self.language.render(&p.formula), p.origin.to_string()))
                    .collect(),
                rounds: rounds(&found.rounds, precision, &show),
                weakened: found.weakened.as_ref().map(|w| w.to_string()),
                not_needed: not_needed.collect(),
                dropped: Vec::new(),
                checks: found.stats.checks,
                queries: found.tally.tried,
            };
        }
        result.spent = started.elapsed();
        Ok(result)
    }

    /// Stage 4: every check of the routine as printed, its new invariants included.
    fn prove(&self, routine: &Routine, inferred: &mut Inferred, again: &Program) -> Result<Proof, ProverError> {
        let Ok(original) = &inferred.cfg else {
            return Ok(Proof::Done(Vec::new()));
        };
        let reread;
        let cfg = if inferred.printed.values().all(Vec::is_empty) {
            original
        } else {
            let Some(twin) = again.routines.iter().find(|r| r.name == routine.name) else {
                // the annotated text does not load: nothing printed may be believed
                return Ok(Proof::Drop(inferred.printed.values().flatten().cloned().collect()));
            };
            match Cfg::of(twin, &again.axioms) {
                Ok(cfg) => {
                    reread = (
                        cfg,
                        twin.inputs
                            .iter()
                            .chain(&twin.locals)
                            .cloned()
                            .collect::<BTreeSet<Var>>(),
                    );
                    inferred.vars.extend(reread.1.iter().cloned());
                    &reread.0
                }
                Err(_) => return Ok(Proof::Drop(inferred.printed.values().flatten().cloned().collect())),
            }
        };
        let started = Instant::now();
        let limits = self.run.limits(inferred.spent);
        let checked = check::check(cfg, &inferred.vars, &self.desk(inferred), &limits)?;
        inferred.spent += started.elapsed();
        inferred.stats.unknown += checked.stats.unknown;
        let stats = &mut inferred.stats;
        add(&mut stats.checks_final, &mut stats.instances, &checked.stats);
        // the printed invariants come first in each loop; what is left corresponds one to one
        let mut candidates: BTreeMap<Span, String> = BTreeMap::new();
        for l in &cfg.loops {
            let own = original.loops.iter().map(|o| o.spec.invariants.len());
            let place = cfg.loops.iter().position(|x| x.head == l.head);
            let mine = place.and_then(|p| own.clone().nth(p)).unwrap_or(0);
            let new = l.spec.invariants.len().saturating_sub(mine);
            for c in &l.spec.invariants[..new] {
                candidates.insert(c.span, self.language.render(&c.formula));
            }
        }
        let mut drop = Vec::new();
        let mut rest = Vec::new();
        for (check, outcome) in checked.outcomes {
            match candidates.get(&check.span) {
                Some(text) if is_invariant(check.kind) => {
                    if outcome != Outcome::Proved {
                        drop.push(text.clone());
                    }
                }
                _ => rest.push((check, outcome)),
            }
        }
        if drop.is_empty() {
            return Ok(Proof::Done(rest));
        }
        Ok(Proof::Drop(drop))
    }

    /// Stage 5, and the report. The outcomes are those of the annotated text, in the order of
    /// the checks of the original one.
    fn conclude(
        &self,
        routine: &Routine,
        mut inferred: Inferred,
        outcomes: Vec<(abide_ir::Check, Outcome)>,
    ) -> Result<(RoutineReport, Vec<Diagnostic>), ProverError> {
        let started = Instant::now();
        let mut report = RoutineReport {
            name: routine.name.clone(),
            span: routine.span,
            verdict: Verdict::Proved,
            obligations: Vec::new(),
            loops: std::mem::take(&mut inferred.loops),
            counterexample: None,
            stats: inferred.stats,
        };
        let cfg = match &inferred.cfg {
            Ok(cfg) => cfg,
            Err(diagnostic) => {
                report.verdict = Verdict::Unsupported;
                return Ok((report, vec![diagnostic.clone()]));
            }
        };
        let originals = abide_vc::Passive::whole(&CutGraph::of(cfg), &inferred.vars).checks;
        if originals.len() != outcomes.len() {
            let lost = Diagnostic::error(routine.span, "the annotated source does not correspond to the original")
                .note("this is a bug in Abide; nothing is concluded about the routine");
            report.verdict = Verdict::Open;
            return Ok((report, vec![lost]));
        }
        let paired: Vec<(&abide_ir::Check, Outcome)> = originals
            .iter()
            .map(|p| &p.check)
            .zip(outcomes.into_iter().map(|(_, o)| o))
            .collect();
        let broken: Vec<_> = paired
            .iter()
            .filter(|(_, o)| *o != Outcome::Proved)
            .map(|(c, _)| (c.kind, c.span))
            .collect();
        let mut refuted = Vec::new();
        if !broken.is_empty() {
            let (found, stats) = refute(
                routine,
                cfg,
                &inferred.vars,
                &broken,
                &self.run.sources,
                &self.desk(&inferred),
                &self.run.limits(inferred.spent),
            )?;
            report.stats.checks_refute += stats.checks;
            refuted = found;
        }
        let mut merged: BTreeMap<_, Obligation> = BTreeMap::new();
        for (check, outcome) in &paired {
            let hit = refuted.iter().find(|r| (r.kind, r.span) == (check.kind, check.span));
            let obligation = self.obligation(check, outcome, hit.is_some(), cfg);
            let known = merged
                .entry((check.span, check.kind))
                .or_insert_with(|| obligation.clone());
            if obligation.verdict > known.verdict {
                *known = obligation;
            }
        }
        report.obligations = merged.into_values().collect();
        report.verdict = report
            .obligations
            .iter()
            .map(|o| o.verdict)
            .max()
            .unwrap_or(Verdict::Proved);
        report.counterexample = refuted.into_iter().next().map(|r| r.counterexample);
        for l in &mut report.loops {
            let texts = inferred.printed.get(&l.span).cloned().unwrap_or_default();
            l.invariants = texts.into_iter().map(Invariant::proved).collect();
        }
        inferred.spent += started.elapsed();
        report.stats.ms = inferred.spent.as_millis() as u64;
        let done = self.run.done.fetch_add(1, std::sync::atomic::Ordering::SeqCst) + 1;
        (self.run.request.progress)(Progress {
            done,
            total: self.run.total,
            routine: routine.name.clone(),
        });
        Ok((report, Vec::new()))
    }

    fn obligation(&self, check: &abide_ir::Check, outcome: &Outcome, refuted: bool, cfg: &Cfg) -> Obligation {
        let (verdict, message, details) = match outcome {
            Outcome::Proved => (Verdict::Proved, check.kind.success().to_string(), Vec::new()),
            _ if refuted => (Verdict::Refuted, check.kind.refutation().to_string(), Vec::new()),
            Outcome::Broken(snapshots) => {
                let details = snapshots.iter().map(|s| self.snapshot(s, check, cfg)).collect();
                (Verdict::Open, check.kind.failure().to_string(), details)
            }
            Outcome::Unknown(why) => (
                Verdict::Open,
                format!("not known whether {}", check.kind.success()),
                vec![why.clone()],
            ),
        };
        Obligation {
            kind: check.kind,
            span: check.span,
            demanded: check.demanded,
            verdict,
            message,
            details,
        }
    }

    fn snapshot(&self, s: &Snapshot, check: &abide_ir::Check, cfg: &Cfg) -> String {
        let small = s.values.iter().filter(|(_, v)| match v {
            Value::Map(m) => m.entries().len() <= 8,
            _ => true,
        });
        let shown: Vec<String> = small.map(|(n, v)| format!("{n} = {v}")).collect();
        let (what, span) = match s.at {
            Some(l) => ("head of the loop at line", cfg.natural_loop(l).spec.span),
            None => ("check at line", check.span),
        };
        format!("at the {what} {}: {}", self.run.sources.line(span), shown.join(", "))
    }
}

enum Proof {
    Done(Vec<(abide_ir::Check, Outcome)>),
    /// Printed candidates that were not proved.
    Drop(Vec<String>),
}

impl Inferred {
    fn drop_candidates(&mut self, texts: &[String]) {
        for printed in self.printed.values_mut() {
            printed.retain(|t| !texts.contains(t));
        }
        for l in &mut self.loops {
            l.history.dropped.extend(texts.iter().cloned());
        }
    }
}

fn add(checks: &mut u64, instances: &mut u64, stats: &Stats) {
    *checks += stats.checks;
    *instances += stats.instances;
}

/// The abstract values as valuations and clauses that came and went.
fn rounds(regions: &[Region], precision: &Precision, show: &dyn Fn(&Clause) -> String) -> Vec<RoundReport> {
    let letters = |v: abide_region::Valuation| -> String {
        (0..precision.width())
            .map(|i| if v.get(i) { 'T' } else { 'F' })
            .collect()
    };
    let mut before: Vec<Clause> = Vec::new();
    let mut reports = Vec::new();
    for region in regions {
        let now = region.clauses();
        reports.push(RoundReport {
            count: region.count(),
            valuations: region.iter().take(64).map(letters).collect(),
            came: now.iter().filter(|c| !before.contains(c)).map(show).collect(),
            went: before.iter().filter(|c| !now.contains(c)).map(show).collect(),
        });
        before = now;
    }
    reports
}
