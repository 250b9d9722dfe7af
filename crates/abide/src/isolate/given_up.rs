//! What of a file was given up, and why.

use abide_base::{Diagnostic, Severity, Span, shown};
use abide_verify::{FileReport, RoutineReport, Verdict};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// Why something was given up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It took longer than this.
    Time(Duration),
    /// It needed more than so many megabytes.
    Memory(u64),
    /// Its process ended.
    Crash(String),
    /// So many workers on other machines ended while they were at it.
    Lost(u64),
    /// The queue of jobs was not to be reached any more.
    Unreachable(String),
    /// The run was cancelled before.
    Cancelled,
}

impl Reason {
    /// Why a process ended by itself, by how it did and what it said last.
    pub fn of_end(how: &str, said: &str, memory: u64) -> Reason {
        let out_of_memory = ["memory allocation of", "bad_alloc", "out of memory"];
        if out_of_memory.iter().any(|words| said.contains(words)) {
            return Reason::Memory(memory);
        }
        let last = said.lines().rev().find(|line| !line.trim().is_empty());
        Reason::Crash(match last {
            Some(last) => format!("{how}: {}", last.trim()),
            None => how.to_string(),
        })
    }

    /// Was the process ended from outside?
    pub fn is_from_outside(&self) -> bool {
        matches!(self, Reason::Crash(how) if how.is_empty() || how.contains("SIGKILL"))
    }

    /// Is it an error of our own?
    pub fn is_bug(&self) -> bool {
        matches!(self, Reason::Crash(_))
    }

    /// What is told of something of this name.
    pub fn diagnostic(&self, name: &str) -> Diagnostic {
        let given_up = |why: String| Diagnostic::new(Severity::Warning, format!("{name} was given up: {why}"));
        match self {
            Reason::Time(limit) => given_up(format!("it did not end within {} s", limit.as_secs())),
            Reason::Memory(megabytes) => {
                given_up(format!("it needs more than {megabytes} MB")).help("`--memory` sets another limit")
            }
            Reason::Crash(how) => Diagnostic::new(Severity::Error, format!("internal error in {name}: {how}"))
                .note("this is a bug in Abide; nothing is concluded here"),
            Reason::Lost(count) => given_up(format!("{count} workers ended while they were at it")),
            Reason::Unreachable(why) => given_up(format!("the queue cannot be reached: {why}")),
            Reason::Cancelled => Diagnostic::new(
                Severity::Warning,
                format!("{name} was not verified: the run was cancelled"),
            ),
        }
    }
}

/// What of a file was given up.
#[derive(Default)]
pub struct GivenUp {
    /// The routines of the file, as far as they are known.
    pub known: BTreeMap<String, Span>,
    /// Those that were given up.
    pub routines: BTreeMap<String, Reason>,
    /// Why the rest was.
    pub file: Option<Reason>,
    /// How often a worker was ended from outside.
    killed: usize,
}

/// A file whose workers are ended from outside is given up after so many of them.
pub const PATIENCE: usize = 3;

impl GivenUp {
    /// A file of which nothing is known.
    pub fn all(reason: Reason) -> GivenUp {
        GivenUp {
            file: Some(reason),
            ..GivenUp::default()
        }
    }

    /// Is the file worth another try, although its worker was ended from outside? That may have been by mistake.
    pub fn tries_again(&mut self) -> bool {
        self.killed += 1;
        self.killed < PATIENCE
    }

    /// How many errors of our own there were.
    pub fn bugs(&self) -> usize {
        let all = self.routines.values().chain(&self.file);
        all.filter(|reason| reason.is_bug()).count()
    }

    /// Adds what was given up to what is known of a file.
    pub fn add_to(&self, report: &mut FileReport, path: &Path) {
        for (name, reason) in &self.routines {
            let Some(span) = self.known.get(name) else { continue };
            let why = reason.diagnostic(&format!("`{name}`")).at(*span, "");
            report.diagnostics.push(why.clone());
            report.routines.push(RoutineReport {
                why: vec![why],
                ..RoutineReport::bare(name, *span, Verdict::Open)
            });
        }
        if let Some(reason) = &self.file {
            self.rest(reason, report, path);
        }
        report.routines.sort_by_key(|r| r.span);
    }

    /// Adds the routines of which nothing is known.
    fn rest(&self, reason: &Reason, report: &mut FileReport, path: &Path) {
        let is_cancelled = *reason == Reason::Cancelled;
        let mut why = reason.diagnostic(&shown(path));
        if !is_cancelled {
            // a file of which nothing is known is no success
            why.severity = Severity::Error;
        }
        let left = self.known.iter().filter(|(name, _)| !self.routines.contains_key(*name));
        report.routines.extend(left.map(|(name, span)| RoutineReport {
            why: if is_cancelled { Vec::new() } else { vec![why.clone()] },
            ..RoutineReport::bare(name, *span, Verdict::Open)
        }));
        if !is_cancelled || self.known.is_empty() {
            report.diagnostics.push(why);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_for_want_of_memory_is_told_from_others() {
        let of = |said: &str| Reason::of_end("signal: 6 (SIGABRT)", said, 100);
        assert_eq!(of("memory allocation of 64 bytes failed\n"), Reason::Memory(100));
        assert_eq!(of("what():  std::bad_alloc\n"), Reason::Memory(100));
        assert_eq!(of(""), Reason::Crash("signal: 6 (SIGABRT)".into()));
        assert_eq!(of("a\nb\n\n"), Reason::Crash("signal: 6 (SIGABRT): b".into()));
    }
}
