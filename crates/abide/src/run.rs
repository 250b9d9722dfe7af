//! From options to a report.

use crate::args::{Ints, Options};
use crate::files::{self, Found, Languages};
use crate::output::{error_color, say};
use crate::progress::Bar;
use crate::status::Status;
use abide_base::{Cancel, Diagnostic, FileId, Severity, Sources};
use abide_report::{Color, Unread, message};
use abide_verify::pipeline::Show;
use abide_verify::{Java, JavaOptions, Mode, Report, Request, Settings, verify};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// A run that came to its end, or was cancelled.
pub struct Run {
    /// What was found out.
    pub report: Report,
    /// The files that were not looked at.
    pub unread: Vec<Unread>,
    /// How the program ends because of both.
    pub status: Status,
}

/// Reads the files and does what is asked. What is wrong with the paths, the prover or the
/// options is told here; without a prover there is no run.
pub fn run(paths: &[PathBuf], mode: Mode, options: &Options) -> Result<Run, Status> {
    let color = error_color(options.color);
    let Found { files, unread } = files::read(paths, &languages(options));
    for unread in &unread {
        complain(&unread.diagnostic, color);
    }
    let report = if files.is_empty() {
        Report::default()
    } else {
        proved(files, mode, options, color)?
    };
    let mut status = Status::of(&report);
    if !unread.is_empty() {
        status = status.max(Status::Bad);
    }
    Ok(Run { report, unread, status })
}

/// How languages are read, by the options.
fn languages(options: &Options) -> Languages {
    Languages {
        java: Java {
            options: JavaOptions {
                non_null_by_default: !options.nullable_by_default,
                wrap: options.ints == Ints::Machine,
                ..JavaOptions::default()
            },
        },
    }
}

fn proved(files: Vec<File>, mode: Mode, options: &Options, color: Color) -> Result<Report, Status> {
    let prover = options.prover.find().map_err(|e| {
        let mut diagnostic = Diagnostic::new(Severity::Error, e.message);
        diagnostic.help.extend(e.help);
        complain(&diagnostic, color);
        Status::Bad
    })?;
    let cores = || std::thread::available_parallelism().map_or(1, |n| n.get());
    let bar = if options.quiet { Bar::hidden() } else { Bar::patient() };
    let request = Request {
        files,
        mode,
        settings: Settings {
            abstractor: options.abstractor.clone(),
            timeout: options.timeout,
            jobs: options.jobs.map_or_else(cores, |n| n.get()),
            show: if options.all_invariants {
                Show::All
            } else {
                Show::Needed
            },
            method: options.method.clone(),
            ..Settings::default()
        },
        prover,
        cancel: Cancel::default(),
        progress: bar.listener(),
    };
    listen_for_interrupts(&request.cancel);
    let report = verify(&request);
    drop(bar);
    let report = report.map_err(|e| {
        say(&format!("error: {e}"));
        Status::Bad
    })?;
    match &options.method {
        Some(name) if report.routines().next().is_none() => {
            complain(&no_such_routine(name, &request), color);
            Err(Status::Bad)
        }
        _ => Ok(report),
    }
}

type File = (abide_base::SourceFile, std::sync::Arc<dyn abide_verify::Language>);

fn no_such_routine(name: &str, request: &Request) -> Diagnostic {
    let mut names = BTreeSet::new();
    for (file, language) in &request.files {
        let loaded = language.load(FileId(0), file.text());
        names.extend(loaded.program.routines.into_iter().map(|r| r.name));
        names.extend(loaded.failed.into_iter().map(|(name, _)| name));
    }
    let none = Diagnostic::new(Severity::Error, format!("no routine is called `{name}`"));
    let known: Vec<String> = names.iter().take(12).map(|n| format!("`{n}`")).collect();
    let more = if names.len() > known.len() { ", \u{2026}" } else { "" };
    match known.is_empty() {
        true => none,
        false => none.help(format!("there are {}{more}", known.join(", "))),
    }
}

/// Tells of a problem that has no place in a source.
pub fn complain(diagnostic: &Diagnostic, color: Color) {
    say(&message(&Sources::default(), diagnostic, color));
}

/// The first Ctrl-C ends the run, the second one the process.
fn listen_for_interrupts(cancel: &Cancel) {
    static INTERRUPTED: AtomicBool = AtomicBool::new(false);
    let cancel = cancel.clone();
    let handler = move || {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
        let cancel = cancel.clone();
        // not here: while a solver lets itself be interrupted, a second Ctrl-C must be heard
        std::thread::spawn(move || cancel.request());
    };
    if let Err(e) = ctrlc::set_handler(handler) {
        say(&format!("warning: Ctrl-C will end the program without a report: {e}"));
    }
}
