//! The worker processes of this machine: started, told what is known of the files, and given one file after the other.

use super::given_up::{GivenUp, PATIENCE, Reason};
use super::job::{Failure, Job, Worked};
use super::message::{self, Basis, News, Order, Place, Setup, Text};
use super::purpose::Purpose;
use super::watch::{End, Host, Limits, Watch};
use super::worker::Worker;
use crate::cache::Shared;
use crate::files::Input;
use crate::how::jobs;
use crate::usage;
use abide_base::FileId;
use abide_verify::pipeline::Progress;
use abide_verify::{Beforehand, FileCoverage, FileReport, Headers, Interface};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use tempfile::TempDir;

/// Routines of one file that are given up, at most: then the file is.
const MOST: usize = 16;

/// A worker that has more in use than this share of its memory makes way for another one.
const LARGE: u64 = 4;

/// Where a worker is.
#[derive(Default)]
pub struct Slot(Option<Worker>);

/// How files are read that are another machine's.
pub struct Foreign<'a> {
    /// Where they lie for their preprocessor, file by file.
    pub places: Vec<Option<Place>>,
    /// Results that are shared.
    pub shared: Option<&'a dyn Shared>,
}

/// Worker processes for a job.
pub struct Processes<'a> {
    job: &'a Job<'a>,
    /// What each worker is told first.
    setup: Vec<u8>,
    /// The command line.
    words: Vec<OsString>,
    /// Where temporary files are, so that none is left.
    folder: TempDir,
    limits: Limits,
    threads: usize,
    shared: Option<&'a dyn Shared>,
    /// Is it asked which headers files have?
    asks: bool,
    beforehand: Mutex<Beforehand>,
    prover: Mutex<String>,
    /// The headers of files, as far as they were asked for.
    headers: Mutex<BTreeMap<usize, Option<Headers>>>,
    /// How many files are done.
    pub done: AtomicUsize,
}

/// How many workers there are to be.
pub fn workers(job: &Job) -> usize {
    jobs(job.options.jobs).min(job.chosen.len())
}

/// How many threads each of them has. Tasks are measured with one.
pub fn threads(job: &Job) -> usize {
    if job.purpose == Purpose::Task {
        return 1;
    }
    (jobs(job.options.jobs) / workers(job).max(1)).max(1)
}

impl<'a> Processes<'a> {
    /// Those for a job, each with so many threads.
    pub fn new(job: &'a Job<'a>, threads: usize, foreign: Option<Foreign<'a>>) -> io::Result<Processes<'a>> {
        let places = foreign.as_ref().map(|f| f.places.as_slice()).unwrap_or_default();
        let place = |at: usize| places.get(at).cloned().flatten();
        let text = |(at, file): (usize, &Input)| Text::new(file, place(at));
        let setup = Setup {
            files: (0..).zip(job.files).map(text).collect(),
            context: (job.files.len()..).zip(job.context).map(text).collect(),
            parts: job.parts.iter().map(|part| lossy(part)).collect(),
            purpose: job.purpose,
            mode: job.mode,
            drawn: job.drawn,
            shares: foreign.as_ref().is_some_and(|f| f.shared.is_some()),
        };
        let mut written = Vec::new();
        message::write(&mut written, &Order::Setup(setup))?;
        Ok(Processes {
            job,
            setup: written,
            // whoever sees the process is not to see a password
            words: usage::without(job.words.to_vec(), &["--queue"]),
            folder: tempfile::Builder::new().prefix("abide-").tempdir()?,
            limits: Limits::new(job.options.timeout, threads, !job.options.prover.is_in_process()),
            threads,
            asks: job.results.is_some() || foreign.is_some(),
            shared: foreign.and_then(|f| f.shared),
            beforehand: Mutex::default(),
            prover: Mutex::default(),
            headers: Mutex::default(),
            done: AtomicUsize::new(0),
        })
    }

    /// The prover of the workers, once there was one.
    pub fn prover(&self) -> String {
        self.prover.lock().unwrap_or_else(|e| e.into_inner()).clone()
    }

    /// What is known of the files.
    pub fn beforehand(&self) -> MutexGuard<'_, Beforehand> {
        self.beforehand.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// The headers of files, as far as they are known.
    pub fn headers(&self) -> MutexGuard<'_, BTreeMap<usize, Option<Headers>>> {
        self.headers.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// What a file has for others; nothing is known of one that cannot be read, time and again.
    pub fn read(&self, slot: &mut Slot, at: usize) -> Result<Option<Interface>, Failure> {
        for _ in 0..PATIENCE {
            if let Some(interface) = self.read_once(slot, at)? {
                return Ok(Some(interface));
            }
        }
        Ok(None)
    }

    fn read_once(&self, slot: &mut Slot, at: usize) -> Result<Option<Interface>, Failure> {
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
            Ok(News::Read(interface, headers)) => {
                slot.0 = Some(worker);
                if let (Some(results), Some(headers)) = (&self.job.results, &headers) {
                    results.keep_interface(at, headers.clone(), &interface);
                }
                self.headers().insert(at, headers);
                Ok(Some(interface))
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
                worker.is_set_up();
                *self.prover.lock().unwrap_or_else(|e| e.into_inner()) = prover;
                Ok(Ok(worker))
            }
            Ok(_) => Ok(Err(End::Crashed)),
            Err(end) => Ok(Err(end)),
        }
    }

    fn wait(&self, worker: &mut Worker, watch: &mut Watch) -> Result<Result<News, End>, Failure> {
        match watch.wait(worker, &self.limits, self.job.cancel, self) {
            Ok(News::Missing(diagnostic)) => Err(Failure::Missing(Box::new(diagnostic))),
            Ok(News::Failed(why)) => Err(Failure::Failed(why)),
            other => Ok(other),
        }
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
                found.insert(self.job.id(at));
            }
        }
        Ok(found)
    }

    /// Verifies a file. A routine that ends its worker is given up, and the file taken up again without it.
    pub fn file(&self, slot: &mut Slot, at: usize) -> Result<Worked, Failure> {
        let mut given_up = GivenUp::default();
        let mut threads = self.threads;
        let mut worked = loop {
            match self.attempt(slot, at, threads, &mut given_up)? {
                Attempt::Done(worked) => break *worked,
                Attempt::Again { threads: fewer } => threads = fewer,
                Attempt::Never(reason) => {
                    given_up.file = Some(reason);
                    break self.nothing(at);
                }
            }
        };
        if let Some(input) = self.job.input(at) {
            (worked.report.language, worked.report.mode) = (input.language.name(), input.language.mode());
            given_up.add_to(&mut worked.report, input.source.path());
        }
        worked.bugs += given_up.bugs();
        Ok(worked)
    }

    /// What comes of a file of which nothing is known.
    fn nothing(&self, at: usize) -> Worked {
        Worked {
            report: FileReport::bare(self.job.id(at), "", ""),
            bugs: 0,
            basis: None,
            is_whole: false,
        }
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
            headers: self.asks && !self.headers().contains_key(&at),
        });
        let mut watch = Watch::default();
        let ended = self.wait(&mut worker, &mut watch)?;
        let running = watch.running();
        given_up.known.extend(watch.routines);
        let end = match ended {
            Ok(News::Done(done)) => {
                self.stay(slot, worker);
                let is_whole = given_up.routines.is_empty() && done.bugs == 0 && !self.job.cancel.requested();
                let headers = done.headers.or_else(|| self.headers().get(&at)?.clone());
                let answers = done.answers;
                return Ok(Attempt::Done(Box::new(Worked {
                    report: done.report,
                    bugs: done.bugs,
                    basis: headers.map(|headers| Basis { headers, answers }),
                    is_whole,
                })));
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

    /// Lets a worker wait for the next order, unless it has become large.
    fn stay(&self, slot: &mut Slot, worker: Worker) {
        let is_small = |grown| grown < self.job.options.memory / LARGE;
        slot.0 = Some(worker).filter(|w| w.grown().is_none_or(is_small));
    }

    /// What can be read of a file, or why that is not to be found out.
    pub fn survey(&self, slot: &mut Slot, at: usize) -> Result<Result<FileCoverage, Reason>, Failure> {
        let mut tries = GivenUp::default();
        loop {
            let mut worker = match self.knowing(slot)? {
                Ok(worker) => worker,
                Err(end) => return Ok(Err(self.reason(&end, None))),
            };
            worker.order(&Order::Survey(at));
            let end = match self.wait(&mut worker, &mut Watch::default())? {
                Ok(News::Surveyed(found)) => {
                    self.stay(slot, worker);
                    return Ok(Ok(found));
                }
                Ok(_) => End::Crashed,
                Err(end) => end,
            };
            let reason = self.reason(&end, Some(worker));
            if !(reason.is_from_outside() && tries.tries_again()) {
                return Ok(Err(reason));
            }
        }
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

impl Host for Processes<'_> {
    /// Tells how far the work is: by routines of one file, or by files.
    fn progress(&self, done: usize, total: usize, routine: String) {
        let (done, total) = match self.job.chosen.len() {
            1 => (done, total),
            files => (self.done.load(Ordering::SeqCst), files),
        };
        (self.job.progress)(Progress { done, total, routine });
    }

    fn find(&self, key: &[u8; 32]) -> Option<Vec<u8>> {
        self.shared?.find(key)
    }

    fn keep(&self, key: &[u8; 32], value: &[u8]) {
        if let Some(shared) = self.shared {
            shared.keep(key, value);
        }
    }
}

fn lossy(words: &[OsString]) -> Vec<String> {
    words.iter().map(|word| word.to_string_lossy().into_owned()).collect()
}

/// What came of the work on a file.
enum Attempt {
    /// It is done, but for what was given up.
    Done(Box<Worked>),
    /// It is to be done again.
    Again {
        /// With so many threads.
        threads: usize,
    },
    /// It cannot be done.
    Never(Reason),
}
