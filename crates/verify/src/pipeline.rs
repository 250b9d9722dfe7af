//! The stages, in order.
//!
//! Files are taken in parallel, and so are the routines of a [`Batch`]; its stages are in
//! [`infer`], [`prove`] and [`conclude`], and for what is written [`measures`]. A panic in a stage ends the work on that routine
//! only ([`guard`]).

mod assumed;
mod bohne;
mod conclude;
mod consistent;
mod draw;
mod guard;
mod infer;
mod measures;
mod missing;
mod prove;
mod second;
mod sought;
mod warn;

use crate::check::Outcome;
use crate::language::{ByName, Language, Loaded, View};
use crate::report::*;
use abide_abstraction::AbstractorKind;
use abide_base::{Budget, Cancel, Diagnostic, FileId, SourceFile, Sources, Span};
use abide_infer::Cut;
use abide_infer::engine::EngineKind;
use abide_infer::sources::Chosen;
use abide_ir::{Check, Program, Routine};
use abide_prover::{Decider, Limits, Prover, ProverError, Stats};
use guard::{Obstacle, guarded};
use infer::Inferred;
use measures::Unmeasured;
use prove::{Proof, Reread};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

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
    /// Who is asked about walks along fields where the prover leaves something open.
    pub second: Option<Arc<dyn Decider>>,
    /// Ends everything when asked to.
    pub cancel: Cancel,
    /// Hears of routines that are begun and done.
    pub progress: Arc<dyn Fn(Progress) + Send + Sync>,
}

/// How far the work is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Routines done.
    pub done: usize,
    /// Routines in all.
    pub total: usize,
    /// The one that was begun or done just now.
    pub routine: String,
}

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Infer what is missing, prove everything.
    Verify,
    /// The same, and find out why the loops end.
    Infer,
    /// The same as `Verify`, and infer even where nothing is missing, to tell about it.
    Explain,
    /// Prove with the annotations as they stand.
    Check,
}

/// How to do it.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Which abstractor computes the abstraction.
    pub abstractor: AbstractorKind,
    /// Where it takes place.
    pub cut: Cut,
    /// Which abstract control-flow graph of each routine to report, if any.
    pub graph: Option<Cut>,
    /// Who looks for predicates where those of the source are not enough.
    pub engine: EngineKind,
    /// Where it may look.
    pub sources: Chosen,
    /// The switches of Bohne's analysis.
    pub bohne: bohne::Options,
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
    /// Is everything open that a verdict takes for granted?
    pub strict: bool,
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
            cut: Cut::default(),
            graph: None,
            engine: EngineKind::default(),
            sources: Chosen::default(),
            bohne: bohne::Options::default(),
            timeout: Duration::from_secs(60),
            steps: Some(20_000_000),
            jobs: 1,
            show: Show::Needed,
            method: None,
            strict: false,
        }
    }
}

impl Settings {
    /// Is a routine of this name asked for? `find` chooses `Find.find` and `Find.find(int)` too.
    fn chooses(&self, name: &str) -> bool {
        let Some(wanted) = &self.method else { return true };
        let plain = name.split('(').next().unwrap_or(name);
        let last = plain.rsplit('.').next().unwrap_or(plain);
        [name, plain, last].contains(&wanted.as_str())
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
    languages: Vec<Arc<dyn Language>>,
    loaded: Vec<(FileId, Loaded)>,
    total: usize,
    done: AtomicUsize,
    bugs: AtomicUsize,
}

impl<'a> Run<'a> {
    fn new(request: &'a Request) -> Run<'a> {
        let mut sources = Sources::default();
        let ids: Vec<FileId> = request.files.iter().map(|(f, _)| sources.add(f.clone())).collect();
        let bugs = AtomicUsize::new(0);
        let languages = together(&ids, &request.files);
        let load = |((id, (file, _)), language): ((&FileId, &(SourceFile, _)), &Arc<dyn Language>)| {
            let name = file.path().display().to_string();
            let loaded = guarded(&name, || language.load(*id, file.text()));
            let nothing = |bug: Box<Diagnostic>| {
                bugs.fetch_add(1, Ordering::SeqCst);
                Loaded {
                    program: Program::default(),
                    diagnostics: vec![*bug],
                    failed: Vec::new(),
                    view: Arc::new(ByName),
                }
            };
            (*id, loaded.unwrap_or_else(nothing))
        };
        let files = ids.par_iter().zip(&request.files).zip(&languages);
        let loaded: Vec<(FileId, Loaded)> = files.map(load).collect();
        let mut run = Run {
            request,
            sources,
            languages,
            loaded,
            total: 0,
            done: AtomicUsize::new(0),
            bugs,
        };
        run.total = run.loaded.iter().map(|(_, l)| run.chosen(&l.program).len()).sum();
        run
    }

    fn chosen<'p>(&self, program: &'p Program) -> Vec<&'p Routine> {
        let wanted = |r: &&Routine| self.request.settings.chooses(&r.name);
        program.routines.iter().filter(wanted).collect()
    }

    fn files(&self) -> Result<Report, ProverError> {
        let files: Result<Vec<FileReport>, ProverError> = self
            .loaded
            .par_iter()
            .zip(&self.request.files)
            .zip(&self.languages)
            .map(|(((id, loaded), (file, _)), language)| {
                let name = file.path().display().to_string();
                guarded(&name, || self.file(*id, loaded, language)).unwrap_or_else(|bug| {
                    self.bugs.fetch_add(1, Ordering::SeqCst);
                    Ok(FileReport {
                        file: *id,
                        language: language.name(),
                        mode: language.mode(),
                        diagnostics: vec![*bug],
                        routines: Vec::new(),
                        annotated: None,
                    })
                })
            })
            .collect();
        Ok(Report {
            files: files?,
            sources: self.sources.clone(),
            prover: self.request.prover.name(),
            cancelled: self.cancelled(),
            bugs: self.bugs.load(Ordering::SeqCst),
        })
    }

    fn cancelled(&self) -> bool {
        self.request.cancel.requested()
    }

    /// Tells how far the work is.
    fn tell(&self, routine: &Routine) {
        (self.request.progress)(Progress {
            done: self.done.load(Ordering::SeqCst),
            total: self.total,
            routine: routine.name.clone(),
        });
    }

    fn file(&self, id: FileId, loaded: &Loaded, language: &Arc<dyn Language>) -> Result<FileReport, ProverError> {
        let routines = self.chosen(&loaded.program);
        let mut diagnostics = loaded.diagnostics.clone();
        let mut reports = Vec::new();
        let mut written = Written::new();
        let entailments = Mutex::default();
        for batch in batches(&routines) {
            let batch = Batch {
                run: self,
                file: id,
                language,
                program: &loaded.program,
                view: &*loaded.view,
                routines: batch,
                entailments: &entailments,
            };
            let (done, invariants) = batch.verify(&mut diagnostics)?;
            reports.extend(done);
            written.extend(invariants);
        }
        let failed = loaded
            .failed
            .iter()
            .filter(|(name, _)| self.request.settings.chooses(name));
        reports.extend(failed.map(|(name, span)| RoutineReport::bare(name, *span, Verdict::Unsupported)));
        reports.sort_by_key(|r| r.span);
        written.retain(|(_, invariants)| !invariants.is_empty());
        let text = self.sources.file(id).text();
        let mut annotated = (!written.is_empty()).then(|| language.annotate(text, &written));
        // where nothing may be taken for granted, loops must be seen to end
        let measures = match self.request.mode {
            Mode::Infer => true,
            Mode::Verify => self.request.settings.strict,
            Mode::Check | Mode::Explain => false,
        };
        if measures && !self.cancelled() {
            let given = Unmeasured {
                file: id,
                language,
                program: &loaded.program,
                text: annotated.as_deref().unwrap_or(text),
            };
            let measured = self.measured(&given, &mut reports)?;
            annotated = measured.or(annotated);
        }
        self.assumed(language, &loaded.program, &mut reports);
        Ok(FileReport {
            file: id,
            language: language.name(),
            mode: language.mode(),
            diagnostics,
            routines: reports,
            annotated,
        })
    }

    /// The prover for one piece of work.
    fn pool(&self) -> Arc<dyn Prover> {
        let prover = &self.request.prover;
        prover.pool().unwrap_or_else(|| prover.clone())
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

/// The language of each file, where files of one language may know each other.
fn together(ids: &[FileId], files: &[(SourceFile, Arc<dyn Language>)]) -> Vec<Arc<dyn Language>> {
    let mut known: BTreeMap<(&str, &str), Option<Arc<dyn Language>>> = BTreeMap::new();
    let of = |language: &Arc<dyn Language>| (language.name(), language.mode());
    let choose = |(_, language): &(SourceFile, Arc<dyn Language>)| {
        let shared = known.entry(of(language)).or_insert_with(|| {
            let same = ids.iter().zip(files).filter(|(_, (_, l))| of(l) == of(language));
            let texts: Vec<(FileId, &str)> = same.map(|(id, (file, _))| (*id, file.text())).collect();
            // a file alone has nobody to know, and need not be read twice
            if texts.len() < 2 {
                return None;
            }
            // a panic comes again where the file is loaded, and is told there
            guarded(language.name(), || language.together(&texts)).unwrap_or(None)
        });
        shared.as_ref().unwrap_or(language).clone()
    };
    files.iter().map(choose).collect()
}

/// The routines of a file in batches, so that a cancelled run has what was finished before. The
/// first ones are small; the text is loaded again for each, so there are not too many.
fn batches<'r, 'p>(routines: &'r [&'p Routine]) -> Vec<&'r [&'p Routine]> {
    let most = (routines.len() / 16).max(SMALLEST);
    let (mut batches, mut left, mut size) = (Vec::new(), routines, SMALLEST);
    while !left.is_empty() {
        let (batch, rest) = left.split_at(size.min(left.len()));
        batches.push(batch);
        left = rest;
        size = (2 * size).min(most);
    }
    batches
}

/// Routines of the first batch.
const SMALLEST: usize = 8;

/// Some routines of a file, inferred together and proved together from the printed source.
struct Batch<'a> {
    run: &'a Run<'a>,
    file: FileId,
    language: &'a Arc<dyn Language>,
    program: &'a Program,
    view: &'a dyn View,
    routines: &'a [&'a Routine],
    /// What is known of commands in the routines before.
    entailments: &'a Mutex<bohne::Cache>,
}

/// What is written into the source: invariants by the place of the loop.
type Written = Vec<(Span, Vec<String>)>;

/// What became of the checks of a routine.
type Outcomes = Vec<(Check, Outcome)>;

impl Batch<'_> {
    fn verify(&self, diagnostics: &mut Vec<Diagnostic>) -> Result<(Vec<RoutineReport>, Written), ProverError> {
        let infer = |r: &&Routine| {
            self.run.tell(r);
            self.guarded(r, || self.infer(r))
                .unwrap_or_else(|bug| Ok(Inferred::stopped(bug)))
        };
        let inferred: Result<Vec<Inferred>, ProverError> = match self.run.request.settings.engine {
            // a routine profits from those before it, so their order matters
            EngineKind::Bohne => self.routines.iter().map(infer).collect(),
            _ => self.routines.par_iter().map(infer).collect(),
        };
        let mut inferred = inferred?;
        let mut outcomes: Vec<Option<Outcomes>> = vec![None; inferred.len()];
        let written = loop {
            let cancelled = self.run.cancelled();
            if cancelled {
                let unknown = inferred.iter_mut().zip(&outcomes).filter(|(_, o)| o.is_none());
                unknown.for_each(|(i, _)| *i = Inferred::stopped(Obstacle::unfinished()));
            }
            let printed = inferred.iter().flat_map(|i| i.printed.clone());
            let written: Written = printed.filter(|(_, v)| !v.is_empty()).collect();
            if cancelled {
                break written;
            }
            let text = self.run.sources.file(self.file).text();
            let annotated = (!written.is_empty()).then(|| self.language.annotate(text, &written));
            let reloaded = annotated.as_ref().map(|a| self.language.reload(self.file, a));
            let again = Reread {
                program: reloaded.as_ref().map_or(self.program, |l| &l.program),
                text: annotated.as_deref().unwrap_or(text),
                view: reloaded.as_ref().map_or(self.view, |l| &*l.view),
            };
            let open = self.routines.par_iter().zip(&mut inferred).zip(&mut outcomes);
            let dropped = open.filter(|(_, known)| known.is_none()).map(|((r, i), known)| {
                let proof = self.guarded(r, || self.prove(r, i, &again));
                match proof.unwrap_or_else(|bug| Ok(i.stop(bug)))? {
                    Proof::Done(list) => {
                        *known = Some(list);
                        Ok(false)
                    }
                    Proof::Drop(candidates) => {
                        i.drop_candidates(&candidates);
                        Ok(true)
                    }
                }
            });
            if !dropped.collect::<Result<Vec<bool>, ProverError>>()?.contains(&true) {
                break written;
            }
        };
        let reports = self.routines.par_iter().zip(inferred).zip(outcomes).map(|((r, i), o)| {
            let done = self.guarded(r, || self.conclude(r, i, o.unwrap_or_default()));
            let done = done.unwrap_or_else(|bug| Ok(bug.report(r)));
            self.run.done.fetch_add(1, Ordering::SeqCst);
            self.run.tell(r);
            done
        });
        let mut done = Vec::new();
        for (report, told) in reports.collect::<Result<Vec<_>, ProverError>>()? {
            diagnostics.extend(told);
            done.push(report);
        }
        Ok((done, written))
    }

    /// Runs a stage of a routine. A panic in it is counted and becomes an obstacle.
    fn guarded<T>(&self, routine: &Routine, stage: impl FnOnce() -> T) -> Result<T, Obstacle> {
        guarded(&routine.name, stage).map_err(|bug| self.bug(bug.at(routine.span, "")))
    }

    /// Something that must not happen has happened.
    fn bug(&self, diagnostic: Diagnostic) -> Obstacle {
        self.run.bugs.fetch_add(1, Ordering::SeqCst);
        Obstacle {
            verdict: Verdict::Open,
            diagnostic: Some(Box::new(diagnostic)),
        }
    }

    /// The prover for the next stage of a routine.
    fn pool(&self, inferred: &Inferred) -> Arc<dyn Prover> {
        inferred.pool.clone().unwrap_or_else(|| self.run.pool())
    }
}

fn add(checks: &mut u64, instances: &mut u64, stats: &Stats) {
    *checks += stats.checks;
    *instances += stats.instances;
}
