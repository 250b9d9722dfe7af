//! `abide coverage`: how much of a code base can be read.

use crate::args::{Options, Plain, Reading, When};
use crate::context;
use crate::files::{self, Found, Input};
use crate::how::{complain, languages};
use crate::isolate::{self, Failure, Job, Purpose, sources};
use crate::output::{error_color, print, say};
use crate::status::Status;
use crate::usage;
use abide_base::{Cancel, Severity, shown};
use abide_report::{self as show, Unread};
use abide_verify::{Coverage, Mode};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Reads the files and prints what can be verified of them. That something cannot is what the command is there to
/// tell, and no failure of it.
pub fn coverage(
    paths: &[PathBuf],
    reading: &Reading,
    format: Plain,
    threads: Option<NonZeroUsize>,
) -> Result<Status, Status> {
    let languages = languages(reading)?;
    let mut found = files::read(paths, &languages);
    let context = context::read_context(reading, &languages, &found.files);
    found.unread.extend(context.unread);
    for unread in &found.unread {
        complain(&unread.diagnostic, error_color(When::Auto));
    }
    if found.files.is_empty() {
        return Err(Status::Bad);
    }
    let coverage = survey(&mut found, &context.files, threads)?;
    let printed = print(&match format {
        Plain::Text => show::coverage(&coverage, &found.unread),
        Plain::Json => show::coverage_json(&coverage, &found.unread),
    });
    let status = match (coverage.bugs.is_empty(), found.unread.is_empty()) {
        (false, _) => Status::Bug,
        (true, false) => Status::Bad,
        (true, true) => Status::Proved,
    };
    Ok(status.max(printed))
}

/// Has workers read the files; those that a worker ends with count as unread.
fn survey(found: &mut Found, context: &[Input], jobs: Option<NonZeroUsize>) -> Result<Coverage, Status> {
    let words = usage::words(&[]);
    let chosen: Vec<usize> = (0..found.files.len()).collect();
    let job = Job {
        files: &found.files,
        chosen: &chosen,
        words: &words,
        parts: std::slice::from_ref(&words),
        context,
        purpose: Purpose::Survey,
        mode: Mode::Verify,
        drawn: false,
        options: &Options {
            jobs,
            ..usage::defaults()
        },
        cancel: &Cancel::default(),
        prover: None,
        results: None,
        elsewhere: None,
        on_file: &|_| {},
        progress: &|_| {},
    };
    let read = isolate::survey(&job).map_err(|failure: Failure| {
        say(&format!("error: {}", failure.message()));
        Status::Bad
    })?;
    let mut coverage = Coverage {
        sources: sources(&found.files, context),
        ..Coverage::default()
    };
    for (file, read) in found.files.iter().zip(read) {
        let path = file.source.path();
        match read {
            Ok(read) => coverage.add(read),
            Err(reason) => {
                let mut why = reason.diagnostic(&shown(path));
                why.severity = Severity::Error;
                complain(&why, error_color(When::Auto));
                if reason.is_bug() {
                    coverage.bugs.push(why);
                    continue;
                }
                found.unread.push(Unread {
                    path: path.to_owned(),
                    diagnostic: why,
                });
            }
        }
    }
    Ok(coverage)
}
