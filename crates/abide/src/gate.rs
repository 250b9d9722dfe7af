//! What makes a run fail: everything that is not proved, or only what the baseline does not know, and warnings if they
//! are denied.

use crate::args::{Deny, Gate};
use crate::output::say;
use crate::run::Run;
use crate::status::Status;
use abide_base::{Severity, shown};
use abide_report::{Baseline, Finding, baseline, findings};
use abide_verify::Report;
use std::borrow::Cow;
use std::fs;
use std::path::{Component, Path, PathBuf, absolute};

/// A run with what makes it fail.
pub struct Judged<'a> {
    /// What was found, each known or new if there is a baseline.
    pub findings: Vec<Finding<'a>>,
    /// How the program ends because of it.
    pub status: Status,
}

/// Compares with the baseline, or writes one, and decides how the program ends.
pub fn judge<'a>(run: &'a Run, gate: &Gate) -> Result<Judged<'a>, Status> {
    let mut findings = findings(&run.report, &run.unread);
    let mut status = run.status;
    if let Some((path, baseline)) = known(gate, &findings)? {
        baseline.mark(&mut findings, |file| name(file, path));
        status = Status::of_new(&run.report, &findings);
    }
    let is_warning = |f: &Finding| f.is_new() && f.verdict.is_none() && f.severity() == Severity::Warning;
    if gate.deny == Some(Deny::Warnings) && findings.iter().any(is_warning) {
        status = status.max(Status::Unproved);
    }
    Ok(Judged { findings, status })
}

impl Judged<'_> {
    /// The report without the messages that the baseline knows.
    pub fn told<'r>(&self, report: &'r Report) -> Cow<'r, Report> {
        match self.findings.iter().any(|f| !f.is_new()) {
            true => Cow::Owned(baseline::without_known(report, &self.findings)),
            false => Cow::Borrowed(report),
        }
    }

    /// How much is new, if there is a baseline.
    pub fn tally(&self) -> String {
        let count = |known| self.findings.iter().filter(|f| f.known == Some(known)).count();
        match (count(false), count(true)) {
            (0, 0) => String::new(),
            (new, known) => format!("findings: {new} new, {known} in the baseline\n"),
        }
    }
}

/// The baseline, read or just written, with its path.
fn known<'g>(gate: &'g Gate, findings: &[Finding<'_>]) -> Result<Option<(&'g Path, Baseline)>, Status> {
    let wrong = |path: &Path, why: String| {
        say(&format!("error: {} is not a baseline: {why}", shown(path)));
        Status::Bad
    };
    if let Some(path) = &gate.baseline {
        let text = fs::read_to_string(path).map_err(|e| {
            say(&format!("error: the baseline {} cannot be read: {e}", shown(path)));
            Status::Bad
        })?;
        let baseline = Baseline::parse(&text).map_err(|why| wrong(path, why))?;
        return Ok(Some((path, baseline)));
    }
    let Some(path) = &gate.write_baseline else {
        return Ok(None);
    };
    let baseline = Baseline::of(findings, |file| name(file, path));
    fs::write(path, baseline.text()).map_err(|e| {
        say(&format!("error: {} cannot be written: {e}", shown(path)));
        Status::Bad
    })?;
    Ok(Some((path, baseline)))
}

/// How a baseline writes the path of a file: from the folder that the baseline is in, with `/` between the names.
fn name(file: &Path, baseline: &Path) -> String {
    let (file, folder) = (plain(file), plain(baseline.parent().unwrap_or(Path::new(""))));
    let shown = file.strip_prefix(&folder).unwrap_or(&file);
    let names = shown.components().map(|c| c.as_os_str().to_string_lossy());
    names.collect::<Vec<_>>().join("/")
}

/// The whole path, without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let path = if path.as_os_str().is_empty() {
        Path::new(".")
    } else {
        path
    };
    let mut plain = PathBuf::new();
    for part in absolute(path).unwrap_or_else(|_| path.to_owned()).components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_from_the_folder_of_the_baseline() {
        let of = |file: &str, baseline: &str| name(Path::new(file), Path::new(baseline));
        assert_eq!(of("src/a.c", "known.json"), "src/a.c");
        assert_eq!(of("./src/../src/a.c", "./known.json"), "src/a.c");
        assert_eq!(of("src/a.c", "src/known.json"), "a.c");
        let here = std::env::current_dir().unwrap().join("src/a.c");
        assert_eq!(of(here.to_str().unwrap(), "known.json"), "src/a.c");
    }
}
