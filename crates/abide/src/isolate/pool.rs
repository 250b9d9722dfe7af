//! Workers, and the files they are given.

use super::given_up::{GivenUp, PATIENCE, Reason};
use super::message::{self, Done, News, Order, Setup, Text};
use super::watch::{End, Limits, Watch};
use super::worker::Worker;
use crate::args::Options;
use crate::cache::Results;
use crate::files::Input;
use crate::how::jobs;
use crate::usage;
use abide_base::{Cancel, Diagnostic, FileId, Sources};
use abide_verify::library::make_known;
use abide_verify::pipeline::Progress;
use abide_verify::{
    Beforehand, Contracts, Definitions, FileReport, Headers, Mode, Report, hold_callers, rely_on_unproved,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use tempfile::TempDir;

/// What is to be done.
pub struct Job<'a> {
    /// The files to be verified.
    pub files: &'a [Input],
    /// Those that are known to them.
    pub context: &'a [Input],
    /// What to do with them.
    pub mode: Mode,
    /// Are abstract control-flow graphs wanted?
    pub drawn: bool,
    /// How contracts are found that nobody wrote.
    pub contracts: Contracts,
    /// How to do it.
    pub options: &'a Options,
    /// Ends everything when asked to.
    pub cancel: &'a Cancel,
    /// The prover, if it is known already.
    pub prover: Option<String>,
    /// Results of earlier runs.
    pub results: Option<Results<'a>>,
    /// Hears of each file that is done.
    pub on_file: &'a (dyn Fn(&FileReport) + Sync),
    /// Hears of what is begun and done.
    pub progress: &'a (dyn Fn(Progress) + Send + Sync),
}

/// Why there is no report.
pub enum Failure {
    /// There is no prover.
    Missing(Box<Diagnostic>),
    /// The prover has failed.
    Failed(String),
    /// No process can be started.
    NoWorker(io::Error),
}

/// Verifies files in processes of their own.
pub fn verify(job: &Job<'_>) -> Result<Report, Failure> {
    make_known();
    let pool = Pool::new(job).map_err(Failure::NoWorker)?;
    let mut slots: Vec<Slot> = (0..workers(job)).map(|_| Slot::default()).collect();
    pool.introduce(&mut slots)?;
    let mut files = pool.on_all(&mut slots, job.files.len(), |slot, at| pool.file(slot, at))?;
    hold_callers(job.contracts, &mut files);
    rely_on_unproved(job.options.strict, &mut files);
    Ok(Report {
        sources: sources(job.files, job.context),
        files,
        prover: job.prover.clone().unwrap_or_else(|| pool.prover()),
        cancelled: job.cancel.requested(),
        bugs: pool.bugs.load(Ordering::SeqCst),
    })
}

/// The texts of files, with the ids that they have in reports.
pub fn sources(files: &[Input], context: &[Input]) -> Sources {
    let mut sources = Sources::default();
    for file in files {
        sources.add(file.source.clone());
    }
    for file in context {
        sources.add_context(file.source.clone());
    }
    sources
}

/// Routines of one file that are given up, at most: then the file is.
const MOST: usize = 16;

/// A worker that has more in use than this share of its memory makes way for another one.
const LARGE: u64 = 4;

/// Where a worker is.
#[derive(Default)]
struct Slot(Option<Worker>);

struct Pool<'a> {
    job: &'a Job<'a>,
    /// What each worker is told first.
    setup: Vec<u8>,
    /// The command line.
    words: Vec<OsString>,
    /// Where temporary files are, so that none is left.
    folder: TempDir,
    limits: Limits,
    beforehand: Mutex<Beforehand>,
    prover: Mutex<String>,
    /// The headers of files, as far as they were asked for.
    headers: Mutex<BTreeMap<usize, Option<Headers>>>,
    bugs: AtomicUsize,
    done: AtomicUsize,
}

/// How many workers there are to be.
fn workers(job: &Job) -> usize {
    jobs(job.options.jobs).min(job.files.len())
}

/// How many threads each of them has.
fn threads(job: &Job) -> usize {
    (jobs(job.options.jobs) / workers(job).max(1)).max(1)
}

impl<'a> Pool<'a> {
    fn new(job: &'a Job<'a>) -> io::Result<Pool<'a>> {
        let texts = |inputs: &[Input]| inputs.iter().map(|f| Text::new(&f.source, f.origin)).collect();
        let setup = Setup {
            files: texts(job.files),
            context: texts(job.context),
            mode: job.mode,
            drawn: job.drawn,
        };
        let mut written = Vec::new();
        message::write(&mut written, &Order::Setup(setup))?;
        Ok(Pool {
            job,
            setup: written,
            words: usage::words(),
            folder: tempfile::Builder::new().prefix("abide-").tempdir()?,
            limits: Limits::new(job.options.timeout, threads(job), !job.options.prover.is_in_process()),
            beforehand: Mutex::default(),
            prover: Mutex::default(),
            headers: Mutex::default(),
            bugs: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
        })
    }

    fn prover(&self) -> String {
        self.prover.lock().unwrap_or_else(|e| e.into_inner()).clone()
    }

    fn beforehand(&self) -> MutexGuard<'_, Beforehand> {
        self.beforehand.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Does something for each number, as many at a time as there are workers.
    fn on_all<T: Send>(
        &self,
        slots: &mut [Slot],
        count: usize,
        work: impl Fn(&mut Slot, usize) -> Result<T, Failure> + Sync,
    ) -> Result<Vec<T>, Failure> {
        let next = AtomicUsize::new(0);
        let run = |slot: &mut Slot| -> Result<Vec<(usize, T)>, Failure> {
            let mut done = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::SeqCst);
                if at >= count {
                    return Ok(done);
                }
                // a failure ends all of them
                done.push((at, work(slot, at).inspect_err(|_| next.store(count, Ordering::SeqCst))?));
            }
        };
        let all = std::thread::scope(|scope| {
            let run = &run;
            let threads: Vec<_> = slots.iter_mut().map(|slot| scope.spawn(move || run(slot))).collect();
            let ended = threads
                .into_iter()
                .map(|t| t.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            ended.collect::<Result<Vec<_>, Failure>>()
        })?;
        let ordered: BTreeMap<usize, T> = all.into_iter().flatten().collect();
        Ok(ordered.into_values().collect())
    }

    /// Finds out what files define for each other. A file alone has no others.
    fn introduce(&self, slots: &mut [Slot]) -> Result<(), Failure> {
        let all: Vec<&Input> = self.job.files.iter().chain(self.job.context).collect();
        let defining: Vec<usize> = (0..all.len()).filter(|i| all[*i].language.name() == "c").collect();
        let mut definitions = Definitions::default();
        if all.len() > 1 {
            let read = self.on_all(slots, defining.len(), |slot, i| self.names(slot, defining[i]))?;
            for (at, names) in defining.iter().zip(read) {
                let id = self.id(*at);
                match names {
                    Some(names) => names.into_iter().for_each(|name| definitions.add(name, id)),
                    None => drop(self.beforehand().unreadable.insert(id)),
                }
            }
        }
        self.beforehand().definitions = Some(definitions);
        Ok(())
    }

    fn id(&self, at: usize) -> FileId {
        match at.checked_sub(self.job.files.len()) {
            None => FileId(at as u32),
            Some(at) => FileId::of_context(at),
        }
    }

    /// What a file defines, perhaps by an earlier run.
    fn names(&self, slot: &mut Slot, at: usize) -> Result<Option<BTreeSet<String>>, Failure> {
        if let Some(kept) = self.job.results.as_ref().and_then(|r| r.names(at)) {
            self.headers().insert(at, Some(kept.headers().clone()));
            return Ok(Some(kept.value));
        }
        self.read(slot, at)
    }

    fn headers(&self) -> MutexGuard<'_, BTreeMap<usize, Option<Headers>>> {
        self.headers.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// What a file defines; nothing is known of one that cannot be read, time and again.
    fn read(&self, slot: &mut Slot, at: usize) -> Result<Option<BTreeSet<String>>, Failure> {
        for _ in 0..PATIENCE {
            if let Some(names) = self.read_once(slot, at)? {
                return Ok(Some(names));
            }
        }
        Ok(None)
    }

    fn read_once(&self, slot: &mut Slot, at: usize) -> Result<Option<BTreeSet<String>>, Failure> {
        if self.job.cancel.requested() {
            return Ok(None);
        }
        let mut worker = match slot.0.take() {
            Some(worker) if !worker.knows => worker,
            _ => match self.start()? {
                Ok(worker) => worker,
                Err(_) => return Ok(None),
            },
        };
        worker.order(&Order::Read(at));
        match self.wait(&mut worker, &mut Watch::default())? {
            Ok(News::Read(names, headers)) => {
                slot.0 = Some(worker);
                if let (Some(results), Some(headers)) = (&self.job.results, &headers) {
                    results.keep_names(at, headers.clone(), &names);
                }
                self.headers().insert(at, headers);
                Ok(Some(names))
            }
            _ => {
                worker.end();
                Ok(None)
            }
        }
    }

    /// A worker that is set up, or how it ended.
    fn start(&self) -> Result<Result<Worker, End>, Failure> {
        let mut worker = Worker::start(&self.words, self.folder.path()).map_err(Failure::NoWorker)?;
        worker.order_written(&self.setup);
        match self.wait(&mut worker, &mut Watch::default())? {
            Ok(News::Ready(prover)) => {
                *self.prover.lock().unwrap_or_else(|e| e.into_inner()) = prover;
                Ok(Ok(worker))
            }
            Ok(_) => Ok(Err(End::Crashed)),
            Err(end) => Ok(Err(end)),
        }
    }

    fn wait(&self, worker: &mut Worker, watch: &mut Watch) -> Result<Result<News, End>, Failure> {
        match watch.wait(worker, &self.limits, self.job.cancel, &|d, t, r| self.tell(d, t, r)) {
            Ok(News::Missing(diagnostic)) => Err(Failure::Missing(Box::new(diagnostic))),
            Ok(News::Failed(why)) => Err(Failure::Failed(why)),
            other => Ok(other),
        }
    }

    /// Tells how far the work is: by routines of one file, or by files.
    fn tell(&self, done: usize, total: usize, routine: String) {
        let (done, total) = match self.job.files.len() {
            1 => (done, total),
            files => (self.done.load(Ordering::SeqCst), files),
        };
        (self.job.progress)(Progress { done, total, routine });
    }

    /// A worker that knows the files. If one of them ends it, the others are known without that one.
    fn knowing(&self, slot: &mut Slot) -> Result<Result<Worker, End>, Failure> {
        let mut worker = match slot.0.take() {
            Some(worker) if worker.knows => return Ok(Ok(worker)),
            Some(worker) => worker,
            None => match self.start()? {
                Ok(worker) => worker,
                Err(end) => return Ok(Err(end)),
            },
        };
        let told = self.beforehand().clone();
        worker.order(&Order::Know(told.clone()));
        worker.knows = true;
        match self.wait(&mut worker, &mut Watch::default())? {
            Ok(_) => Ok(Ok(worker)),
            Err(End::Cancelled) => Ok(Err(End::Cancelled)),
            Err(end) => {
                worker.end();
                let more = self.unreadable(slot)?;
                let new = more.difference(&told.unreadable).next().is_some();
                self.beforehand().unreadable.extend(more);
                if new { self.knowing(slot) } else { Ok(Err(end)) }
            }
        }
    }

    /// The files that end a worker when it reads them.
    fn unreadable(&self, slot: &mut Slot) -> Result<BTreeSet<FileId>, Failure> {
        let mut found = BTreeSet::new();
        for at in 0..self.job.files.len() + self.job.context.len() {
            if self.read(slot, at)?.is_none() {
                found.insert(self.id(at));
            }
        }
        Ok(found)
    }

    /// What is known of a file by an earlier run.
    fn known(&self, at: usize) -> Option<FileReport> {
        let results = self.job.results.as_ref()?;
        let beforehand = self.beforehand();
        results.report(at, self.id(at), beforehand.definitions.as_ref()?)
    }

    /// Keeps what was found out of a file for later runs.
    fn keep(&self, at: usize, done: Done) {
        let headers = done.headers.or_else(|| self.headers().get(&at)?.clone());
        if let (Some(results), Some(headers)) = (&self.job.results, headers)
            && done.bugs == 0
            && !self.job.cancel.requested()
            && self.beforehand().unreadable.is_empty()
        {
            results.keep_report(at, headers, done.answers, &done.report);
        }
    }

    /// Verifies a file. A routine that ends its worker is given up, and the file taken up again without it.
    fn file(&self, slot: &mut Slot, at: usize) -> Result<FileReport, Failure> {
        let input = &self.job.files[at];
        let mut given_up = GivenUp::default();
        let mut threads = threads(self.job);
        let mut known = self.known(at);
        let mut report = loop {
            if let Some(known) = known.take() {
                break known;
            }
            match self.attempt(slot, at, threads, &mut given_up)? {
                Attempt::Done(report) => break report,
                Attempt::Again { threads: fewer } => threads = fewer,
                Attempt::Never(reason) => {
                    given_up.file = Some(reason);
                    break FileReport::bare(self.id(at), "", "");
                }
            }
        };
        (report.language, report.mode) = (input.language.name(), input.language.mode());
        given_up.add_to(&mut report, input.source.path());
        self.bugs.fetch_add(given_up.bugs(), Ordering::SeqCst);
        self.done.fetch_add(1, Ordering::SeqCst);
        (self.job.on_file)(&report);
        Ok(report)
    }

    fn attempt(&self, slot: &mut Slot, at: usize, threads: usize, given_up: &mut GivenUp) -> Result<Attempt, Failure> {
        if self.job.cancel.requested() {
            return Ok(Attempt::Never(Reason::Cancelled));
        }
        let mut worker = match self.knowing(slot)? {
            Ok(worker) => worker,
            Err(End::Crashed) if given_up.tries_again() => return Ok(Attempt::Again { threads }),
            Err(end) => return Ok(Attempt::Never(self.reason(&end, None))),
        };
        worker.order(&Order::Verify {
            file: at,
            without: given_up.routines.keys().cloned().collect(),
            jobs: threads,
            headers: self.job.results.is_some() && !self.headers().contains_key(&at),
        });
        let mut watch = Watch::default();
        let ended = self.wait(&mut worker, &mut watch)?;
        let running = watch.running();
        given_up.known.extend(watch.routines);
        let end = match ended {
            Ok(News::Done(done)) => {
                self.bugs.fetch_add(done.bugs, Ordering::SeqCst);
                let is_small = |used| used < self.job.options.memory / LARGE;
                slot.0 = Some(worker).filter(|w| w.memory().is_none_or(is_small));
                let report = done.report.clone();
                if given_up.routines.is_empty() {
                    self.keep(at, *done);
                }
                return Ok(Attempt::Done(report));
            }
            Ok(_) => End::Crashed,
            Err(end) => end,
        };
        let reason = self.reason(&end, Some(worker));
        if reason.is_from_outside() && given_up.tries_again() {
            return Ok(Attempt::Again { threads });
        }
        let guilty = match end {
            End::Cancelled => return Ok(Attempt::Never(reason)),
            // one at a time, it will be seen which of them it is
            End::Crashed if running.len() > 1 && threads > 1 => return Ok(Attempt::Again { threads: 1 }),
            End::Crashed => running,
            End::Late(routines) => routines,
        };
        if guilty.is_empty() || given_up.routines.len() + guilty.len() > MOST {
            return Ok(Attempt::Never(reason));
        }
        given_up
            .routines
            .extend(guilty.into_iter().map(|r| (r, reason.clone())));
        Ok(Attempt::Again { threads })
    }

    /// Why a worker ended.
    fn reason(&self, end: &End, worker: Option<Worker>) -> Reason {
        match end {
            End::Cancelled => Reason::Cancelled,
            End::Late(routines) if routines.is_empty() => Reason::Time(self.limits.between),
            End::Late(_) => Reason::Time(self.limits.stage),
            End::Crashed => {
                let (how, said) = worker.map(Worker::end).unwrap_or_default();
                Reason::of_end(&how, &said, self.job.options.memory)
            }
        }
    }
}

/// What came of the work on a file.
enum Attempt {
    /// It is done, but for what was given up.
    Done(FileReport),
    /// It is to be done again.
    Again {
        /// With so many threads.
        threads: usize,
    },
    /// It cannot be done.
    Never(Reason),
}
