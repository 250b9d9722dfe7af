//! The stages, in order.
//!
//! Files are taken in parallel, and so are the routines of a [`Batch`]; its stages are in [`infer`], [`prove`] and
//! [`conclude`], and, where annotations are written, [`measures`]. A panic in a stage ends the work on that routine
//! only ([`guard`]).

mod abstraction;
mod apart;
mod assumptions;
mod batch;
mod bohne;
mod chosen;
mod conclude;
mod consistent;
mod contracts;
mod coverage;
mod discover;
mod draw;
mod earlier;
mod failing_inputs;
mod frames;
mod guard;
mod infer;
mod inferred;
mod measures;
mod missing;
mod printed;
mod prove;
mod request;
mod second_choice;
mod second_prover;
mod summaries;
mod symbolic;
mod warn;

pub use assumptions::rely_on_unproved;
pub use contracts::hold_callers;
pub use coverage::{Coverage, FileCoverage, Survey, UnsupportedRoutine};
pub use request::{
    Beforehand, Contracts, Earlier, Event, KeptRoutine, Mode, Progress, Request, RoutineCache, Settings, Show,
};

use crate::identity::Identity;
use crate::language::{Answer, ByName, Definitions, Interface, Language, Loaded};
use crate::report::*;
use abide_base::{Diagnostic, FileId, SourceFile, Sources};
use abide_infer::engine::EngineKind;
use abide_ir::{Granted, Program, Routine};
use abide_prover::ProverError;
use batch::{Batch, Outcomes, Run, Written};
use guard::{Obstacle, guarded};
use inferred::Inferred;
use measures::Unmeasured;
use prove::{Proof, Reread};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Does what is asked.
pub fn verify(request: &Request) -> Result<Report, ProverError> {
    pool(request.settings.jobs)?.install(|| Run::new(request).files())
}

/// Files that know each other, to be verified one at a time.
pub struct Project<'a>(Run<'a>);

impl<'a> Project<'a> {
    /// Reads what the files of a request have to know of each other.
    pub fn new(request: &'a Request) -> Result<Project<'a>, ProverError> {
        Ok(Project(pool(request.settings.jobs)?.install(|| Run::new(request))))
    }

    /// What a file has asked of the definitions of the others while it was verified, if these were given.
    pub fn answers(&self, at: usize) -> BTreeMap<String, Answer> {
        let definitions = self.0.request.beforehand.definitions.as_ref();
        definitions.map(|d| d.answers(self.0.ids[at])).unwrap_or_default()
    }

    /// Verifies the file of this number with so many threads, without some of its routines. Gives the number of bugs
    /// that were in the way, too. What callers in other files owe is left to [`hold_callers`], what they assume of
    /// routines in others to [`rely_on_unproved`].
    pub fn file(&self, at: usize, without: &BTreeSet<String>, jobs: usize) -> Result<(FileReport, usize), ProverError> {
        let before = self.0.bugs.load(Ordering::SeqCst);
        let report = pool(jobs)?.install(|| self.0.file_at(at, without))?;
        Ok((report, self.0.bugs.load(Ordering::SeqCst) - before))
    }
}

/// Threads that can go as deep as sources nest.
fn pool(jobs: usize) -> Result<rayon::ThreadPool, ProverError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs.max(1))
        .stack_size(64 << 20);
    pool.build().map_err(|e| ProverError {
        message: e.to_string(),
        help: None,
    })
}

impl<'a> Run<'a> {
    fn new(request: &'a Request) -> Run<'a> {
        let mut sources = Sources::default();
        let (ids, languages) = known(&mut sources, (&request.files, &request.context), &request.beforehand);
        Run {
            request,
            sources,
            ids,
            languages,
            total: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            bugs: AtomicUsize::new(0),
        }
    }

    fn chosen<'p>(&self, program: &'p Program, without: &BTreeSet<String>) -> Vec<&'p Routine> {
        let wanted = |r: &&Routine| self.request.settings.chooses(&r.name) && !without.contains(&r.name);
        program.routines.iter().filter(wanted).collect()
    }

    fn files(&self) -> Result<Report, ProverError> {
        let none = BTreeSet::new();
        let files = (0..self.ids.len()).into_par_iter().map(|at| self.file_at(at, &none));
        let mut files = files.collect::<Result<Vec<FileReport>, ProverError>>()?;
        hold_callers(self.request.settings.contracts, &mut files);
        rely_on_unproved(self.request.settings.strict, &mut files);
        Ok(Report {
            files,
            sources: self.sources.clone(),
            prover: self.request.prover.name(),
            cancelled: self.cancelled(),
            bugs: self.bugs.load(Ordering::SeqCst),
        })
    }

    /// Verifies one of the files, without some of its routines.
    fn file_at(&self, at: usize, without: &BTreeSet<String>) -> Result<FileReport, ProverError> {
        let (id, language, file) = (self.ids[at], &self.languages[at], &self.request.files[at].0);
        let loaded = load(id, file, language).unwrap_or_else(|bug| {
            self.bugs.fetch_add(1, Ordering::SeqCst);
            nothing(*bug)
        });
        let routines = self.chosen(&loaded.program, without);
        self.total.fetch_add(routines.len(), Ordering::SeqCst);
        self.hear(|| Event::Loaded(routines.iter().map(|r| (r.name.clone(), r.span)).collect()));
        let name = file.path().display().to_string();
        guarded(&name, || self.file(id, &loaded, &routines, language)).unwrap_or_else(|bug| {
            self.bugs.fetch_add(1, Ordering::SeqCst);
            Ok(FileReport {
                diagnostics: vec![*bug],
                ..FileReport::bare(id, language.name(), language.mode())
            })
        })
    }

    fn file(
        &self,
        id: FileId,
        loaded: &Loaded,
        routines: &[&Routine],
        language: &Arc<dyn Language>,
    ) -> Result<FileReport, ProverError> {
        let mut diagnostics = self.request.settings.about_chosen(loaded);
        let (mut reports, mut written) = self.routines((id, language), loaded, routines, &mut diagnostics)?;
        self.with_summaries((id, language), loaded, &mut reports, &mut written)?;
        self.only_what_runs(&**language, loaded, &mut reports);
        let mut granted = Granted::new();
        if self.request.settings.contracts != Contracts::Off && !self.cancelled() {
            granted = self.with_contracts((id, language), &mut reports, &mut written)?;
        }
        let unsupported = loaded.unsupported.iter();
        let unsupported = unsupported.filter(|u| self.request.settings.chooses(&u.name));
        reports.extend(unsupported.map(|u| RoutineReport {
            why: u.why.clone(),
            ..RoutineReport::bare(&u.name, u.span, Verdict::Unsupported)
        }));
        reports.sort_by_key(|r| r.span);
        written.retain(|(_, invariants)| !invariants.is_empty());
        let text = self.sources.file(id).text();
        let mut annotated = (!written.is_empty()).then(|| language.annotate(text, &written));
        if !granted.is_empty() {
            annotated = Some(language.annotate_contracts(annotated.as_deref().unwrap_or(text), &granted));
        }
        // where nothing may be assumed, loops must be seen to end
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
        let mut report = FileReport {
            diagnostics,
            routines: reports,
            annotated,
            ..FileReport::bare(id, language.name(), language.mode())
        };
        rely_on_unproved(self.request.settings.strict, std::slice::from_mut(&mut report));
        Ok(report)
    }

    /// Verifies routines of a file, in batches, but for those that are known from earlier runs.
    fn routines(
        &self,
        (file, language): (FileId, &Arc<dyn Language>),
        loaded: &Loaded,
        routines: &[&Routine],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<(Vec<RoutineReport>, Written), ProverError> {
        let identities: Vec<Option<Identity>> = routines
            .par_iter()
            .map(|r| self.identity(r, loaded, language))
            .collect();
        let find = |(known, routine): (&Option<Identity>, &&Routine)| self.earlier(known.as_ref()?, routine, loaded);
        let mut reports: Vec<Option<KeptRoutine>> = identities.par_iter().zip(routines).map(find).collect();
        let mut doubted = HashMap::new();
        if self.request.earlier == Earlier::Rechecked {
            let all = reports.iter_mut().zip(routines);
            let known = all.filter_map(|(report, routine)| Some((routine.span, report.take()?)));
            doubted = known
                .filter(|(_, kept)| kept.report.verdict == Verdict::Proved)
                .collect();
        }
        let is_known = |at: &usize| reports[*at].is_some();
        let (known, mut left): (Vec<usize>, Vec<usize>) = (0..routines.len()).partition(is_known);
        self.done.fetch_add(known.len(), Ordering::SeqCst);
        let entailments = Mutex::default();
        while !left.is_empty() {
            let routines_left: Vec<&Routine> = left.iter().map(|at| routines[*at]).collect();
            let mut numbers = std::mem::take(&mut left).into_iter();
            for batch in batches(&routines_left) {
                let batch = Batch {
                    run: self,
                    file,
                    language,
                    program: &loaded.program,
                    view: &*loaded.view,
                    routines: batch,
                    earlier: &doubted,
                    entailments: &entailments,
                };
                for ((mut done, warnings), at) in batch.verify()?.into_iter().zip(&mut numbers) {
                    let is_doubted = doubted.contains_key(&routines[at].span);
                    if is_doubted && done.report.verdict != Verdict::Proved && !self.cancelled() {
                        left.push(at);
                        continue;
                    }
                    let is_new = warnings.is_empty() && !is_doubted;
                    if let Some(identity) = identities[at].as_ref().filter(|_| is_new) {
                        self.keep(identity, routines[at], loaded, &done);
                    }
                    done.report.is_rechecked = is_doubted;
                    diagnostics.extend(warnings);
                    reports[at] = Some(done);
                }
            }
            // what was not proved again is new
            doubted.clear();
        }
        let (mut all, mut written) = (Vec::new(), Written::new());
        for (kept, routine) in reports.into_iter().flatten().zip(routines) {
            let mut relies = loaded.view.relies(routine);
            if kept.report.is_run {
                relies.retain(|name| !routine.calls.followed.contains(name));
            }
            all.push(RoutineReport { relies, ..kept.report });
            written.extend(kept.written);
        }
        Ok((all, written))
    }
}

/// Loads a file, or tells of the bug of ours that was in the way.
fn load(id: FileId, file: &SourceFile, language: &Arc<dyn Language>) -> Result<Loaded, Box<Diagnostic>> {
    guarded(&file.path().display().to_string(), || language.load(id, file.text()))
}

/// A file of which only a bug of ours is known.
fn nothing(bug: Diagnostic) -> Loaded {
    Loaded {
        program: Program::default(),
        diagnostics: vec![bug],
        unsupported: Vec::new(),
        view: Arc::new(ByName),
    }
}

/// What files have for each other. A file alone has no others.
fn definitions(ids: &[FileId], files: &[(SourceFile, Arc<dyn Language>)]) -> Definitions {
    let mut all = Definitions::default();
    if files.len() < 2 {
        return all;
    }
    let of = |(id, (file, language)): (&FileId, &(SourceFile, Arc<dyn Language>))| {
        // a panic comes again where the file is loaded, and is reported there
        let interface = guarded(language.name(), || language.interface(*id, file.text()));
        (*id, interface.unwrap_or_default())
    };
    let each: Vec<(FileId, Interface)> = ids.par_iter().zip(files).map(of).collect();
    each.into_iter().for_each(|(id, interface)| all.add(id, interface));
    all
}

/// A file and its language.
type Known = (SourceFile, Arc<dyn Language>);

/// Names files and those that are known to them: the ids of the former, and their languages, which know all.
fn known(
    sources: &mut Sources,
    (files, context): (&[Known], &[Known]),
    beforehand: &Beforehand,
) -> (Vec<FileId>, Vec<Arc<dyn Language>>) {
    let own = files.iter().map(|(f, _)| sources.add(f.clone()));
    let mut ids: Vec<FileId> = own.collect();
    ids.extend(context.iter().map(|(f, _)| sources.add_context(f.clone())));
    let all = [files, context].concat();
    let definitions = match &beforehand.definitions {
        Some(known) => known.clone(),
        None => definitions(&ids, &all),
    };
    let mut languages = together(&ids, &all, Arc::new(definitions), &beforehand.unreadable);
    ids.truncate(files.len());
    languages.truncate(files.len());
    (ids, languages)
}

/// The language of each file, where files of one language may know each other.
fn together(
    ids: &[FileId],
    files: &[(SourceFile, Arc<dyn Language>)],
    definitions: Arc<Definitions>,
    unreadable: &BTreeSet<FileId>,
) -> Vec<Arc<dyn Language>> {
    let mut known: BTreeMap<(&str, String), Option<Arc<dyn Language>>> = BTreeMap::new();
    let of = |language: &Arc<dyn Language>| (language.name(), language.reading());
    let choose = |(_, language): &(SourceFile, Arc<dyn Language>)| {
        let shared = known.entry(of(language)).or_insert_with(|| {
            let same = ids.iter().zip(files).filter(|(_, (_, l))| of(l) == of(language));
            let same = same.filter(|(id, _)| !unreadable.contains(id));
            let texts: Vec<(FileId, &str)> = same.map(|(id, (file, _))| (*id, file.text())).collect();
            // a file alone has nobody to know, and need not be read twice
            if texts.len() < 2 {
                return None;
            }
            // a panic comes again where the file is loaded, and is reported there
            guarded(language.name(), || language.together(&texts)).unwrap_or(None)
        });
        let shared = shared.as_ref().unwrap_or(language);
        shared.beside(&definitions).unwrap_or_else(|| shared.clone())
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

impl Batch<'_> {
    /// Gives each routine with what is to be written into it, and with warnings.
    fn verify(&self) -> Result<Vec<(KeptRoutine, Vec<Diagnostic>)>, ProverError> {
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
        self.add_frames(&mut inferred);
        let mut outcomes: Vec<Option<Outcomes>> = vec![None; inferred.len()];
        let written = loop {
            let cancelled = self.run.cancelled();
            if cancelled {
                let unknown = inferred.iter_mut().zip(&outcomes).filter(|(_, o)| o.is_none());
                unknown.for_each(|(i, _)| *i = Inferred::stopped(Obstacle::unfinished()));
            }
            let written: Written = inferred.iter().flat_map(|i| i.printed.clauses()).collect();
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
                        i.take_back(&candidates);
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
        let reports = reports.collect::<Result<Vec<_>, ProverError>>()?;
        let with_written = |(report, warnings)| (KeptRoutine::of(report, &written), warnings);
        Ok(reports.into_iter().map(with_written).collect())
    }
}
