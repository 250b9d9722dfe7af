//! What is to be done, by workers here or by others elsewhere.

use super::given_up::Reason;
use super::message::Basis;
use super::purpose::Purpose;
use crate::args::Options;
use crate::cache::Results;
use crate::files::Input;
use abide_base::{Cancel, Diagnostic, FileId, Sources};
use abide_verify::pipeline::Progress;
use abide_verify::{Beforehand, FileReport, Headers, Mode};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io;

/// What is to be done.
pub struct Job<'a> {
    /// The files that are verified, by this job or another one.
    pub files: &'a [Input],
    /// Those of them that are by this one.
    pub chosen: &'a [usize],
    /// The command line.
    pub words: &'a [OsString],
    /// The command lines of the parts that files are read by.
    pub parts: &'a [Vec<OsString>],
    /// Those that are known to them.
    pub context: &'a [Input],
    /// What for.
    pub purpose: Purpose,
    /// What to do with them.
    pub mode: Mode,
    /// Are abstract control-flow graphs wanted?
    pub drawn: bool,
    /// How to do it.
    pub options: &'a Options,
    /// Ends everything when asked to.
    pub cancel: &'a Cancel,
    /// The prover, if it is known already.
    pub prover: Option<String>,
    /// Results of earlier runs.
    pub results: Option<Results<'a>>,
    /// Who else works on files.
    pub elsewhere: Option<&'a dyn Elsewhere>,
    /// Hears of each file that is done.
    pub on_file: &'a (dyn Fn(&FileReport) + Sync),
    /// Hears of what is begun and done.
    pub progress: &'a (dyn Fn(Progress) + Send + Sync),
}

impl Job<'_> {
    /// The file of this number; those that are only known come last.
    pub fn input(&self, at: usize) -> Option<&Input> {
        self.files.iter().chain(self.context).nth(at)
    }

    /// Its id in reports.
    pub fn id(&self, at: usize) -> FileId {
        match at.checked_sub(self.files.len()) {
            None => FileId(at as u32),
            Some(at) => FileId::of_context(at),
        }
    }
}

/// What came of a file.
#[derive(Serialize, Deserialize)]
pub struct Worked {
    /// What was found out.
    pub report: FileReport,
    /// How many errors of our own were in the way.
    pub bugs: usize,
    /// What it follows from, if that is known.
    pub basis: Option<Basis>,
    /// Was nothing given up?
    pub is_whole: bool,
}

/// A file that others are to work on.
pub struct Ordered {
    /// Its number.
    pub at: usize,
    /// The headers it was read with here.
    pub headers: Headers,
}

/// What comes back of a file that was ordered elsewhere.
pub enum Returned {
    /// It is done.
    Worked(Box<Worked>),
    /// It was given up.
    GivenUp(Reason),
    /// It has to be done here, for this reason.
    Refused(String),
}

/// Workers on other machines.
pub trait Elsewhere: Sync {
    /// Their prover.
    fn prover(&self) -> &str;

    /// Orders work on files, and tells what comes back, in any order, until everything has.
    fn order(
        &self,
        job: &Job<'_>,
        files: &[Ordered],
        beforehand: &Beforehand,
        hear: &mut dyn FnMut(usize, Returned) -> Result<(), Failure>,
    ) -> Result<(), Failure>;
}

/// Why there is no report.
pub enum Failure {
    /// There is no prover.
    Missing(Box<Diagnostic>),
    /// The prover has failed.
    Failed(String),
    /// No process can be started.
    NoWorker(io::Error),
}

impl Failure {
    /// What is told of it.
    pub fn message(self) -> String {
        match self {
            Failure::Missing(diagnostic) => diagnostic.message,
            Failure::Failed(why) => why,
            Failure::NoWorker(e) => format!("no process can be started: {e}"),
        }
    }
}

/// The texts of files, with the ids that they have in reports.
pub fn sources(files: &[Input], context: &[Input]) -> Sources {
    let mut sources = Sources::default();
    for file in files {
        sources.add(file.source.clone());
    }
    for file in context {
        sources.add_context(file.source.clone());
    }
    sources
}
