//! `abide bench`: a folder of tasks, each with a time limit and an expected verdict.

use crate::args::{Asked, Checks, Options};
use crate::files::{self, Found, Input};
use crate::how::{complain, jobs, prover, second, settings};
use crate::isolate::{self, Failure, Job, Purpose};
use crate::output::{error_color, print, say};
use crate::peers::{self, Peer};
use crate::progress::Bar;
use crate::run::listen_for_interrupts;
use crate::status::{Status, is_malformed, verdict};
use crate::tasks::{Expectations, expected_by_name};
use crate::usage;
use abide_base::{Cancel, Severity};
use abide_report::{How, PeerRow, Row, bench as table, bench_json};
use abide_verify::pipeline::Progress;
use abide_verify::{FileReport, Mode, Report, Verdict, hold_callers, rely_on_unproved};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Runs all tasks under the paths, prints a table, and writes the results where asked. A wrong
/// verdict makes the run fail.
pub fn bench(paths: &[PathBuf], asked: &Asked, options: &Options) -> Result<Status, Status> {
    let color = error_color(options.color);
    let words = usage::words(&[]);
    let languages = Purpose::Task.languages(&words).ok_or(Status::Bad)?;
    let Found { files, unread } = files::read(paths, &languages);
    for unread in &unread {
        complain(&unread.diagnostic, color);
    }
    let names: Vec<PathBuf> = files.iter().map(name).collect();
    let list = expectations(asked.expected.as_deref(), &names)?;
    let (peers, absent) = if asked.peers { peers::find() } else { Default::default() };
    second(options)?;
    let cancel = Cancel::default();
    let _listening = listen_for_interrupts(&cancel);
    let bench = Bench {
        list,
        prover: prover(options)?.name(),
        words,
        options,
        peers,
        cancel,
    };
    let bar = if options.quiet { Bar::hidden() } else { Bar::patient() };
    let rows = bench.rows(&files, jobs(options.jobs), &*bar.listener());
    drop(bar);
    if options.reading.checks.is_none_or(|checks| checks == Checks::Stated)
        && files.iter().any(|f| abide_verify::as_c(&*f.language).is_some())
    {
        say(
            "note: of C, what the source states is checked; runs end at run-time errors, which are not looked for (--checks all)",
        );
    }
    let status = print(&table(&rows, &absent));
    let how = How {
        mode: files.first().map_or("", |f| f.language.mode()),
        timeout_ms: options.timeout.as_millis() as u64,
    };
    if let Some(path) = &asked.output
        && let Err(e) = std::fs::write(path, bench_json(&rows, &absent, how))
    {
        say(&format!("error: {} cannot be written: {e}", path.display()));
        return Err(Status::Bad);
    }
    let unfinished = rows.len() < files.len();
    let status = match rows.iter().any(|r| r.right() == Some(false)) || unfinished {
        true => status.max(Status::Unproved),
        false => status,
    };
    Ok(if unread.is_empty() {
        status
    } else {
        status.max(Status::Bad)
    })
}

/// How a task is called: its definition, or the program.
fn name(input: &Input) -> PathBuf {
    let definition = input.task.as_ref().map(|t| t.definition.as_path());
    definition.unwrap_or(input.source.path()).to_owned()
}

/// The list of expectations, if there is one.
fn expectations(path: Option<&Path>, tasks: &[PathBuf]) -> Result<Expectations, Status> {
    let Some(path) = path else {
        return Ok(Expectations::default());
    };
    let wrong = |why: String| {
        say(&format!("error: {}: {why}", path.display()));
        Status::Bad
    };
    let text = std::fs::read_to_string(path).map_err(|e| wrong(e.to_string()))?;
    let list = Expectations::parse(&text).map_err(wrong)?;
    for unused in list.unused(tasks) {
        say(&format!(
            "warning: {}: there is no task {}",
            path.display(),
            unused.display()
        ));
    }
    Ok(list)
}

struct Bench<'a> {
    list: Expectations,
    prover: String,
    words: Vec<OsString>,
    options: &'a Options,
    peers: Vec<Peer>,
    cancel: Cancel,
}

/// Longer than its limit no task is waited for: routines look at the clock on their own.
const PATIENCE: Duration = Duration::from_millis(500);

impl Bench<'_> {
    /// The rows in the order of the inputs; after an interruption, those that were finished.
    fn rows(&self, inputs: &[Input], jobs: usize, tell: &(dyn Fn(Progress) + Sync)) -> Vec<Row> {
        let next = AtomicUsize::new(0);
        let rows: Mutex<Vec<(usize, Row)>> = Mutex::new(Vec::new());
        let work = || {
            loop {
                let at = next.fetch_add(1, Ordering::SeqCst);
                let Some(input) = inputs.get(at).filter(|_| !self.cancel.requested()) else {
                    break;
                };
                tell(Progress {
                    done: at,
                    total: inputs.len(),
                    routine: name(input).display().to_string(),
                });
                let row = self.row(input);
                if let (Ok(mut rows), false) = (rows.lock(), self.cancel.requested()) {
                    rows.push((at, row));
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..jobs.min(inputs.len()) {
                scope.spawn(work);
            }
        });
        let mut rows = rows.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        rows.sort_by_key(|(at, _)| *at);
        rows.into_iter().map(|(_, row)| row).collect()
    }

    fn row(&self, input: &Input) -> Row {
        let path = name(input);
        let given = input.task.as_ref().and_then(|t| t.expected);
        let expected = self.list.of(&path).or(given).or_else(|| expected_by_name(&path));
        let started = Instant::now();
        let report = self.verify(input);
        let ms = started.elapsed().as_millis() as u64;
        let (verdict, reason, checks) = match &report {
            Ok(report) => {
                let (verdict, reason) = outcome(report);
                (verdict, reason, checks(report))
            }
            Err(why) => (Verdict::Open, Some(why.clone()), 0),
        };
        Row {
            task: path.display().to_string(),
            verdict,
            expected,
            ms,
            checks,
            reason,
            peers: self.peers(input),
        }
    }

    /// One task, by a worker of its own. When its time is over, it is cancelled.
    fn verify(&self, input: &Input) -> Result<Report, String> {
        let cancel = Cancel::default();
        let also = cancel.clone();
        let _hook = self.cancel.on_cancel(move || also.request());
        let job = Job {
            files: std::slice::from_ref(input),
            chosen: &[0],
            words: &self.words,
            parts: std::slice::from_ref(&self.words),
            context: &[],
            purpose: Purpose::Task,
            mode: Mode::Verify,
            drawn: false,
            options: self.options,
            cancel: &cancel,
            prover: Some(self.prover.clone()),
            results: None,
            elsewhere: None,
            on_file: &|_| {},
            progress: &|_| {},
        };
        let (done, waiting) = channel::<()>();
        let limit = self.options.timeout + PATIENCE;
        let ends = cancel.clone();
        let mut report = std::thread::scope(|scope| {
            scope.spawn(move || {
                if waiting.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                    ends.request();
                }
            });
            let report = isolate::verify(&job).map_err(Failure::message);
            drop(done);
            report
        })?;
        let settings = settings(self.options);
        hold_callers(settings.contracts, &mut report.files);
        rely_on_unproved(settings.strict, &mut report.files);
        Ok(report)
    }

    /// What other tools make of the program.
    fn peers(&self, input: &Input) -> Vec<PeerRow> {
        let run = |peer: &Peer| {
            let (verdict, ms) = peer.run(input, self.options.timeout, &self.cancel);
            PeerRow {
                peer: peer.name.to_string(),
                verdict,
                ms,
            }
        };
        self.peers.iter().map(run).collect()
    }
}

fn checks(report: &Report) -> u64 {
    report.routines().map(|r| r.stats.checks()).sum()
}

/// The verdict on a task, and why there is none. A program that was not read as a whole has none.
fn outcome(report: &Report) -> (Verdict, Option<String>) {
    let Some(file) = report.files.first() else {
        return (Verdict::Unsupported, Some("nothing was read".to_string()));
    };
    let verdict = match verdict(file) {
        None => {
            return (
                Verdict::Unsupported,
                reason(file).or(Some("there is nothing to prove".to_string())),
            );
        }
        Some(_) if report.bugs > 0 => Verdict::Open,
        Some(_) if is_malformed(file) => Verdict::Unsupported,
        Some(_) if report.cancelled => Verdict::Open,
        Some(verdict) => verdict,
    };
    match verdict {
        Verdict::Proved | Verdict::Given | Verdict::Refuted => (verdict, None),
        Verdict::Open if report.cancelled => (verdict, Some("the time is over".to_string())),
        Verdict::Open | Verdict::Unsupported => (verdict, reason(file)),
    }
}

/// The first thing that stands in the way.
fn reason(file: &FileReport) -> Option<String> {
    let error = file.diagnostics.iter().find(|d| d.severity == Severity::Error);
    let open = |v: Verdict| v != Verdict::Proved;
    let mut obligations = file.routines.iter().flat_map(|r| &r.obligations);
    let obligation = || obligations.find(|o| open(o.verdict)).map(|o| o.message.clone());
    error.map(|d| d.message.clone()).or_else(obligation)
}
