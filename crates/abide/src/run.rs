//! From options to a report.

use crate::args::{Format, Options, Paths};
use crate::cache::{Common, Results, may_be_kept};
use crate::changed;
use crate::confirm;
use crate::context;
use crate::files::{self, Found, Input};
use crate::how::{complain, jobs, languages_for, prover, second, settings};
use crate::isolate::{self, Elsewhere, Failure, Job, Purpose, sources};
use crate::output::{error_color, say};
use crate::parts::{Part, split};
use crate::progress::Bar;
use crate::queue;
use crate::status::{Status, is_malformed, verdict};
use crate::tasks::Task;
use crate::telling::{Teller, Telling};
use abide_base::{Cancel, Diagnostic, FileId, Severity, Sources, shown};
use abide_infer::Cut;
use abide_report::bench::right;
use abide_report::sarif::Loops;
use abide_report::{Text, Unread};
use abide_verify::{
    FileReport, Language, Mode, Report, Request, Settings, Verdict, hold_callers, rely_on_unproved, verify,
};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once};
use std::time::Duration;

/// A run that came to its end, or was cancelled.
pub struct Run {
    /// What was found out.
    pub report: Report,
    /// The files that were not verified.
    pub unread: Vec<Unread>,
    /// The tasks that the files belong to, in the order of the report's files.
    pub tasks: Vec<Option<Task>>,
    /// The languages of the files, in the same order.
    pub languages: Vec<Arc<dyn Language>>,
    /// How the program ends because of both.
    pub status: Status,
    /// Whether the loops are what is asked for.
    pub loops: Loops,
    /// The files that were told of before all were done.
    pub told: BTreeSet<FileId>,
}

/// Reads the files and does what is asked. What is wrong with the paths, the prover or the
/// options is reported here; without a prover there is no run.
pub fn run(paths: &Paths, mode: Mode, options: &Options) -> Result<Run, Status> {
    run_telling(paths, mode, options, None)
}

/// The same, with text of each file as soon as it is done, if it is to look like that.
pub fn run_telling(paths: &Paths, mode: Mode, options: &Options, text: Option<Text>) -> Result<Run, Status> {
    let drawn = (options.format == Format::Html).then_some(options.cut);
    run_with(paths, mode, options, drawn, Telling::of(options, text))
}

/// The same, with abstract control-flow graphs in the report.
pub fn run_with(
    paths: &Paths,
    mode: Mode,
    options: &Options,
    graph: Option<Cut>,
    telling: Telling,
) -> Result<Run, Status> {
    let color = error_color(options.color);
    let languages = languages_for(options)?;
    let here = [PathBuf::from(".")];
    let chosen = if paths.paths.is_empty() {
        &here[..]
    } else {
        &paths.paths
    };
    let Found { mut files, mut unread } = files::read(chosen, &languages);
    let mut context = context::read_context(&options.reading, &languages, &files);
    unread.extend(context.unread);
    for warning in context::misread(&context.files) {
        complain(&warning, color);
    }
    if let Some(revision) = &paths.changed {
        let same;
        (files, same) = changed::split(files, revision).map_err(|why| {
            say(&format!("error: {why}"));
            Status::Bad
        })?;
        context.files.extend(same);
        if files.is_empty() {
            say(&format!("nothing that can be verified has changed since {revision}"));
        }
    }
    for unread in &unread {
        complain(&unread.diagnostic, color);
    }
    let parts = split(&mut files, &mut context.files)?;
    if options.in_process && parts.len() > 1 {
        return Err(failed(
            "in one process, all files have the same options: `override` needs others",
        ));
    }
    let tasks: Vec<Option<Task>> = files.iter().map(|f| f.task.clone()).collect();
    let languages = files.iter().map(|f| f.language.clone()).collect();
    let cancel = Cancel::default();
    let Done {
        mut report,
        written,
        told,
    } = match files.is_empty() {
        true => Done {
            report: Report::default(),
            written: Status::Proved,
            told: BTreeSet::new(),
        },
        false => {
            let how = How {
                mode,
                options,
                parts: &parts,
                graph,
                telling,
            };
            proved((files, context.files), &how, &cancel)?
        }
    };
    if options.confirm {
        confirm::confirm(&mut report, jobs(options.jobs), &cancel);
    }
    let expected: Vec<Option<bool>> = tasks.iter().map(|t| t.as_ref()?.expected).collect();
    let mut status = Status::of(&report, &expected).max(written);
    if !unread.is_empty() {
        status = status.max(Status::Bad);
    }
    Ok(Run {
        report,
        unread,
        tasks,
        languages,
        status,
        loops: match mode {
            Mode::Infer => Loops::Told,
            _ => Loops::LeftOut,
        },
        told,
    })
}

/// A task and what became of it.
pub struct Compared<'a> {
    task: &'a Task,
    verdict: Option<Verdict>,
    /// Is the verdict the expected one? Nothing is said where one of them is missing.
    pub right: Option<bool>,
}

impl fmt::Display for Compared<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = shown(&self.task.definition);
        let verdict = self.verdict.map_or("not verified", Verdict::word);
        match (self.right, self.task.expected) {
            (Some(true), _) => write!(f, "{name}: {verdict}, as expected"),
            (Some(false), Some(e)) => write!(f, "{name}: {verdict}, but the expected verdict is {e}"),
            (_, Some(e)) => write!(f, "{name}: {verdict}; the expected verdict is {e}"),
            (_, None) => write!(f, "{name}: {verdict}; no verdict is expected"),
        }
    }
}

impl Run {
    /// The tasks, and what became of them.
    pub fn compared(&self) -> impl Iterator<Item = Compared<'_>> {
        let both = self.report.files.iter().zip(&self.tasks);
        both.filter_map(|(file, task)| {
            let task = task.as_ref()?;
            let verdict = verdict(file);
            let right = verdict.and_then(|v| right(v, task.expected));
            Some(Compared { task, verdict, right })
        })
    }
}

/// What is to be done with files, and what is told of them.
struct How<'a> {
    mode: Mode,
    options: &'a Options,
    parts: &'a [Part],
    graph: Option<Cut>,
    telling: Telling,
}

/// What was found out of files.
struct Done {
    report: Report,
    /// Could all be written that was told on the way?
    written: Status,
    /// The files that were told of.
    told: BTreeSet<FileId>,
}

/// Finds out what is asked of files.
fn proved((files, context): (Vec<Input>, Vec<Input>), how: &How<'_>, cancel: &Cancel) -> Result<Done, Status> {
    let How {
        mode,
        options,
        parts,
        graph,
        telling,
    } = *how;
    let bar = if options.quiet { Bar::hidden() } else { Bar::patient() };
    let listening = listen_for_interrupts(cancel);
    let (mut written, mut told) = (Status::Proved, BTreeSet::new());
    let report = if options.in_process {
        let request = Request {
            context: Input::pairs(&context),
            mode,
            settings: Settings {
                graph,
                ..settings(options)
            },
            second: second(options)?,
            cancel: cancel.clone(),
            progress: bar.listener(),
            ..Request::new(Input::pairs(&files), prover(options)?)
        };
        verify(&request).map_err(|e| failed(&e.to_string()))
    } else {
        let prover = match may_be_kept(options) {
            true => Some(prover(options)?.name()),
            false => None,
        };
        let address = options.queue.clone().or_else(queue::address);
        let client = address.map(|address| queue::Client::new(&address, options)).transpose();
        let client = client.map_err(|why| failed(&format!("the queue cannot be used: {why}")))?;
        let sources = sources(&files, &context);
        let teller = Teller::new(telling, &sources, &bar, cancel);
        let on_file = |file: &FileReport| teller.hear(file);
        let lines: Vec<Vec<OsString>> = parts.iter().map(|part| part.words.clone()).collect();
        let mut reports = Vec::new();
        let mut failure = None;
        for part in parts.iter().filter(|part| !part.files.is_empty()) {
            let options = part.options(options);
            let results = prover.as_ref().and_then(|prover| {
                let common = Common::of(options, mode, graph, prover)?;
                Results::new(&common, &files, &context)
            });
            let job = Job {
                on_file: &on_file,
                elsewhere: client.as_ref().map(|client| client as &dyn Elsewhere),
                prover: prover.clone(),
                results,
                files: &files,
                chosen: &part.files,
                words: &part.words,
                parts: &lines,
                context: &context,
                purpose: Purpose::Report,
                mode,
                drawn: graph.is_some(),
                options,
                cancel,
                progress: &*bar.listener(),
            };
            match isolate::verify(&job) {
                Ok(report) => reports.push(report),
                Err(why) => failure = failure.or(Some(why)),
            }
        }
        let report = match failure {
            Some(failure) => Err(no_report(&failure, options)),
            None => Ok(joined(reports, sources.clone())),
        };
        (written, told) = (teller.written(), teller.told());
        report.map(|mut report| {
            // callers may be files of another part
            let settings = settings(options);
            hold_callers(settings.contracts, &mut report.files);
            rely_on_unproved(settings.strict, &mut report.files);
            report
        })
    };
    drop((bar, listening));
    let report = report?;
    if options.recheck && !options.quiet {
        say(&rechecked(&report));
    }
    match &options.method {
        // what cannot be read is told as it is
        Some(name) if report.routines().next().is_none() && !report.files.iter().any(is_malformed) => {
            complain(&no_such_routine(name, &files), error_color(options.color));
            Err(Status::Bad)
        }
        _ => Ok(Done { report, written, told }),
    }
}

/// How much of what is proved was known from earlier runs, and was proved again.
fn rechecked(report: &Report) -> String {
    let (again, new): (Vec<_>, Vec<_>) = report.routines().partition(|r| r.is_rechecked);
    let (again, new) = (again.len(), new.len());
    format!("proved again from invariants of earlier runs: {again}; verified anew: {new}")
}

/// The reports of the parts, in one.
fn joined(reports: Vec<Report>, sources: Sources) -> Report {
    let mut all = Report {
        sources,
        ..Report::default()
    };
    for report in reports {
        all.files.extend(report.files);
        all.prover = report.prover;
        all.cancelled |= report.cancelled;
        all.bugs += report.bugs;
    }
    all.files.sort_by_key(|file| file.file);
    all
}

/// Tells why there is no report.
fn no_report(failure: &Failure, options: &Options) -> Status {
    match failure {
        Failure::Missing(diagnostic) => {
            complain(diagnostic, error_color(options.color));
            Status::Bad
        }
        Failure::Failed(why) => failed(why),
        Failure::NoWorker(e) => failed(&format!("no process can be started: {e}")),
    }
}

fn failed(why: &str) -> Status {
    say(&format!("error: {why}"));
    Status::Bad
}

fn no_such_routine(name: &str, files: &[Input]) -> Diagnostic {
    let mut names = BTreeSet::new();
    for file in files {
        let loaded = file.language.load(FileId(0), file.source.text());
        names.extend(loaded.program.routines.into_iter().map(|r| r.name));
        names.extend(loaded.unsupported.into_iter().map(|u| u.name));
    }
    let mut none = Diagnostic::new(Severity::Error, format!("no routine is called `{name}`"));
    let words = |text: &str| {
        text.split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|word| word == name)
    };
    if files.iter().any(|f| f.language.name() == "c" && words(f.source.text())) {
        none = none
            .note("a function that is read in place of its calls has a verdict of its own with `--contracts infer`");
    }
    let known: Vec<String> = names.iter().take(12).map(|n| format!("`{n}`")).collect();
    let more = if names.len() > known.len() { ", \u{2026}" } else { "" };
    match known.is_empty() {
        true => none,
        false => none.help(format!("there are {}{more}", known.join(", "))),
    }
}

/// How long a run may take to end once it was asked to.
const GRACE: Duration = Duration::from_secs(10);

/// Was Ctrl-C pressed?
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// What Ctrl-C ends; if there is nothing, the process.
static CURRENT: Mutex<Option<Cancel>> = Mutex::new(None);

fn current() -> MutexGuard<'static, Option<Cancel>> {
    CURRENT.lock().unwrap_or_else(|e| e.into_inner())
}

/// A run that Ctrl-C ends.
pub struct Interruptible(());

impl Drop for Interruptible {
    fn drop(&mut self) {
        *current() = None;
    }
}

impl Interruptible {
    /// Was Ctrl-C pressed in this run, or an earlier one?
    pub fn interrupted() -> bool {
        INTERRUPTED.load(Ordering::SeqCst)
    }
}

/// The first Ctrl-C ends the run, the second one the process, and so does a run that goes on nevertheless.
#[must_use]
pub fn listen_for_interrupts(cancel: &Cancel) -> Interruptible {
    static LISTENING: Once = Once::new();
    *current() = Some(cancel.clone());
    let handler = || {
        let cancel = current().clone();
        let (false, Some(cancel)) = (INTERRUPTED.swap(true, Ordering::SeqCst), cancel) else {
            std::process::exit(130);
        };
        // not here: while a solver lets itself be interrupted, a second Ctrl-C must be heard
        std::thread::spawn(move || cancel.request());
        std::thread::spawn(|| {
            std::thread::sleep(GRACE);
            say("the run did not end when it was asked to: there is no report");
            std::process::exit(130);
        });
    };
    LISTENING.call_once(|| {
        if let Err(e) = ctrlc::set_handler(handler) {
            say(&format!("warning: Ctrl-C will end the program without a report: {e}"));
        }
    });
    Interruptible(())
}
