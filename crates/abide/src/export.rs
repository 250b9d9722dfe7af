//! `abide export`: a program for other tools.

use crate::args::{Reading, When};
use crate::files;
use crate::how::{complain, languages};
use crate::isolate::confine;
use crate::output::{self, print};
use crate::status::Status;
use crate::usage;
use abide_base::{Diagnostic, Severity, Sources, shown};
use abide_export::Format;
use abide_report::message;
use std::path::Path;

/// Writes the program in the file at `path`, to `output` or to standard output.
pub fn export(
    path: &Path,
    reading: &Reading,
    to: Format,
    method: Option<&str>,
    output: Option<&Path>,
) -> Result<Status, Status> {
    let color = output::error_color(When::Auto);
    if !reading.context.is_empty() {
        let message = "a program is exported without others that it knows: leave out `--context`";
        complain(&Diagnostic::new(Severity::Error, message), color);
        return Err(Status::Bad);
    }
    // whatever is in the file, the machine has memory left
    confine(usage::defaults().memory, 0);
    let found = files::read(&[path.to_owned()], &languages(reading)?);
    for unread in &found.unread {
        complain(&unread.diagnostic, color);
    }
    let refuse = |what: String| {
        complain(&Diagnostic::new(Severity::Error, what), color);
        Err(Status::Bad)
    };
    let input = match found.files.as_slice() {
        [one] => one,
        [] => return Err(Status::Bad),
        _ => return refuse("one file is exported at a time".to_string()),
    };
    let mut sources = Sources::default();
    let id = sources.add(input.source.clone());
    let loaded = input.language.load(id, input.source.text());
    for diagnostic in &loaded.diagnostics {
        output::say(&message(&sources, diagnostic, color));
    }
    if loaded.diagnostics.iter().any(|d| d.severity == Severity::Error) {
        return Err(Status::Bad);
    }
    let text = match abide_export::export_with(&loaded.program, &sources, to, method) {
        Ok(text) => text,
        Err(e) => return refuse(e.to_string()),
    };
    match output {
        None => Ok(print(&text)),
        Some(path) => match std::fs::write(path, text) {
            Ok(()) => Ok(Status::Proved),
            Err(e) => refuse(format!("{} cannot be written: {e}", shown(path))),
        },
    }
}
