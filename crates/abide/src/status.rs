//! How the program ends.

use abide_base::Severity;
use abide_report::Finding;
use abide_report::bench::right;
use abide_verify::{FileReport, Report, Verdict};
use std::process::ExitCode;

/// The exit status. The worst of several counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Everything is proved.
    Proved = 0,
    /// Something is refuted or open.
    Unproved = 1,
    /// Bad usage, input that cannot be read or is malformed, something unsupported.
    Bad = 2,
    /// An error of Abide's own.
    Bug = 3,
}

impl Status {
    /// The status of what was found out. Of some files a verdict is expected; having found it is
    /// all that can be asked for.
    pub fn of(report: &Report, expected: &[Option<bool>]) -> Status {
        if report.bugs > 0 {
            return Status::Bug;
        }
        let expected = expected.iter().copied().chain(std::iter::repeat(None));
        let files = report.files.iter().zip(expected).map(|(f, e)| Status::of_file(f, e));
        let worst = files.max().unwrap_or(Status::Proved);
        match report.cancelled {
            true => worst.max(Status::Unproved),
            false => worst,
        }
    }

    /// The status of what is new among the findings.
    pub fn of_new(report: &Report, findings: &[Finding<'_>]) -> Status {
        if report.bugs > 0 {
            return Status::Bug;
        }
        let of = |finding: &Finding<'_>| match (finding.verdict, finding.severity()) {
            (Some(Verdict::Unsupported), _) | (None, Severity::Error) => Status::Bad,
            (Some(Verdict::Refuted | Verdict::Open), _) => Status::Unproved,
            (Some(Verdict::Proved | Verdict::Given) | None, _) => Status::Proved,
        };
        let worst = findings.iter().filter(|f| f.is_new()).map(of).max();
        let least = if report.cancelled {
            Status::Unproved
        } else {
            Status::Proved
        };
        worst.unwrap_or(Status::Proved).max(least)
    }

    fn of_file(file: &FileReport, expected: Option<bool>) -> Status {
        if is_malformed(file) {
            return Status::Bad;
        }
        let verdict = verdict(file);
        match verdict.and_then(|v| right(v, expected)) {
            Some(true) => return Status::Proved,
            Some(false) => return Status::Unproved,
            None => {}
        }
        match verdict {
            Some(Verdict::Unsupported) => Status::Bad,
            Some(Verdict::Refuted | Verdict::Open) => Status::Unproved,
            Some(Verdict::Proved | Verdict::Given) | None => Status::Proved,
        }
    }
}

/// Has the source errors?
pub fn is_malformed(file: &FileReport) -> bool {
    file.diagnostics.iter().any(|d| d.severity == Severity::Error)
}

/// The verdict of a file: the worst of its routines'.
pub fn verdict(file: &FileReport) -> Option<Verdict> {
    file.routines.iter().map(|r| r.verdict).max()
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}
