//! How the program ends.

use abide_base::Severity;
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
    /// The status of what was found out.
    pub fn of(report: &Report) -> Status {
        let malformed = |f: &FileReport| f.diagnostics.iter().any(|d| d.severity == Severity::Error);
        let verdict = report.routines().map(|r| r.verdict).max();
        match verdict {
            _ if report.bugs > 0 => Status::Bug,
            _ if report.files.iter().any(malformed) => Status::Bad,
            Some(Verdict::Unsupported) => Status::Bad,
            Some(Verdict::Refuted | Verdict::Open) => Status::Unproved,
            _ if report.cancelled => Status::Unproved,
            Some(Verdict::Proved) | None => Status::Proved,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}
