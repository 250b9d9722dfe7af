//! Programs in the languages of other verifiers, so that they can be asked the same question.
//!
//! | format | what is written | what is left to the other side |
//! |---|---|---|
//! | [`Format::Chc`] | constrained Horn clauses | finding all invariants |
//! | [`Format::Boogie`] | a Boogie program | choosing among the predicates, as we do |
//! | [`Format::Smt2`] | proof obligations in SMT-LIB | deciding them; nothing is inferred |
//!
//! Functions with a fixed meaning are defined, or the export is refused: what other tools say of the output is true of the
//! program. Every output begins with a comment that says how to run it and what the answers mean. Paths
//! are never written one by one, so sizes stay near that of the program's graph. Nothing here
//! runs a solver, and nothing is read back.

mod boogie;
mod chc;
mod error;
mod format;
mod meaning;
mod smt2;
mod subject;

pub use error::ExportError;
pub use format::Format;

use abide_base::Sources;
use abide_ir::Program;
use subject::Subject;

/// The program in another language: all routines, or the one named `method`. Places are given
/// by byte offsets; [`export_with`] gives lines.
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
