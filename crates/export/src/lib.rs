//! Programs in the languages of other verifiers, so that they can be asked the same question.
//!
//! | format | what is written | what is left to the other side |
//! |---|---|---|
//! | [`Format::Chc`] | constrained Horn clauses | finding all invariants |
//! | [`Format::Boogie`] | a Boogie program | choosing among the predicates, as we do |
//! | [`Format::Smt2`] | proof obligations in SMT-LIB | deciding them; nothing is inferred |
//!
//! Every output begins with a comment that says how to run it and what the answers mean. Paths
//! are never written one by one, so sizes stay near that of the program's graph. Nothing here
//! runs a solver, and nothing is read back.

mod boogie;
mod chc;
mod smt2;
mod subject;

use abide_base::{Sources, Span};
use abide_ir::Program;
use std::fmt;
use std::str::FromStr;
use subject::Subject;

/// A language to export to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Constrained Horn clauses in SMT-LIB: `sat` when everything can be proved. The user's
    /// invariants are among what is to be proved; the predicates are not given.
    Chc,
    /// Boogie, with the user's invariants, and the predicates for Boogie's own predicate
    /// abstraction.
    Boogie,
    /// SMT-LIB obligations from the annotations as they stand: `unsat` for each that is
    /// proved.
    Smt2,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 3] = [Format::Chc, Format::Boogie, Format::Smt2];

    /// The name on a command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Chc => "chc",
            Format::Boogie => "boogie",
            Format::Smt2 => "smt2",
        }
    }

    /// The usual ending of such a file's name, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Chc | Format::Smt2 => "smt2",
            Format::Boogie => "bpl",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = ExportError;

    fn from_str(text: &str) -> Result<Format, ExportError> {
        let known = Format::ALL.into_iter().find(|f| f.name() == text);
        known.ok_or_else(|| ExportError::NoFormat(text.to_string()))
    }
}

/// Why nothing was exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportError {
    /// There is no format of that name.
    NoFormat(String),
    /// There is no routine of that name.
    NoRoutine {
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// The jumps of a routine form loops with too many entries.
    TooIrreducible {
        /// The routine.
        routine: String,
        /// The place of one such loop.
        span: Span,
    },
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::NoFormat(name) => {
                let known = Format::ALL.map(Format::name).join(", ");
                write!(f, "there is no format `{name}`; there are {known}")
            }
            ExportError::NoRoutine { name, known } if known.is_empty() => {
                write!(f, "there is no routine `{name}`, nor any other")
            }
            ExportError::NoRoutine { name, known } => {
                write!(f, "there is no routine `{name}`; there are {}", known.join(", "))
            }
            ExportError::TooIrreducible { routine, .. } => {
                write!(f, "the jumps of `{routine}` form loops with too many entries")
            }
        }
    }
}

impl std::error::Error for ExportError {}

/// The program in another language: all routines, or the one named `method`. Places are told
/// by byte offsets; [`export_with`] tells lines.
pub fn export(program: &Program, format: Format, method: Option<&str>) -> Result<String, ExportError> {
    write(Subject::new(program, None, method)?, format)
}

/// As [`export`], for a program whose places lie in `sources`.
pub fn export_with(
    program: &Program,
    sources: &Sources,
    format: Format,
    method: Option<&str>,
) -> Result<String, ExportError> {
    write(Subject::new(program, Some(sources), method)?, format)
}

fn write(subject: Subject<'_>, format: Format) -> Result<String, ExportError> {
    match format {
        Format::Chc => chc::write(&subject),
        Format::Boogie => boogie::write(&subject),
        Format::Smt2 => smt2::write(&subject),
    }
}
