//! `abide coverage`: how much of a code base can be read.

use crate::args::{Plain, Reading, When};
use crate::context;
use crate::files::{self, Input};
use crate::how::{complain, jobs, languages};
use crate::output::{error_color, print, say};
use crate::status::Status;
use abide_report as show;
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
    let (files, context) = (Input::pairs(&found.files), Input::pairs(&context.files));
    let coverage = abide_verify::coverage(&files, &context, jobs(threads)).map_err(|e| {
        say(&format!("error: {e}"));
        Status::Bad
    })?;
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
