//! From text to tree: C and the ACSL in its comments.
//!
//! * `preprocess` runs the machine's C compiler where there is something to preprocess, and says
//!   where the tokens stand in the user's file.
//! * `lexer` and `parser` read both languages; `literal` gives constants their values.
//! * `declarations` joins the contracts that stand at several declarations of a function.
//! * `unique_names` then gives each tag, type name and enumerator a name of its own where a file uses one twice.

pub mod ast;
mod declarations;
pub mod definitions;
pub mod encoding;
pub mod floating;
mod headers;
pub mod lexeme;
pub mod lexer;
mod literal;
pub mod parser;
mod preprocess;
mod scopes;
mod setup;
mod unique_names;
pub(crate) use scopes::applied_as;
pub mod walk;

#[cfg(test)]
mod tests;

pub use headers::{Headers, headers};
pub use preprocess::Remembered;
pub use setup::{Granted, Others, PREPROCESSING, Setup};

use abide_base::diagnostic::only_the_first;
use abide_base::{Diagnostic, FileId, Span};
use std::path::Path;

/// How many errors one file may have before the rest is kept back.
pub const MAX_ERRORS: usize = 50;

/// The parser's stack. The most of it is never touched.
const STACK: usize = 64 << 20;

/// A file read.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The tree.
    pub unit: ast::Unit,
    /// Errors, warnings and notes, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the text of a file that lies (or could lie) at `path`: from there headers are looked
/// for. What is not C is an error at its place, and the function around it carries the place too; an
/// annotation that cannot be understood is a warning.
pub fn parse(file: FileId, path: &Path, text: &str, setup: impl Into<Setup>) -> Parsed {
    let setup = setup.into();
    // statements are large, and the parser recurses as deep as they nest
    let parsed = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn_scoped(scope, || parse_here(file, path, text, &setup));
        thread.ok().and_then(|thread| thread.join().ok())
    });
    parsed.unwrap_or_else(|| Parsed {
        diagnostics: vec![Diagnostic::error(Span::new(file, 0, 0), "the file cannot be parsed")],
        ..Parsed::default()
    })
}

fn parse_here(file: FileId, path: &Path, text: &str, setup: &Setup) -> Parsed {
    if u32::try_from(text.len()).is_err() {
        let error = Diagnostic::error(Span::new(file, 0, 0), "the file has more than 4 GiB");
        return Parsed {
            diagnostics: vec![error],
            ..Parsed::default()
        };
    }
    let output = match preprocess::is_needed(path, text, &setup.flags) {
        true => match preprocess::run(file, path, text, setup) {
            Ok(output) => Some(output),
            Err(diagnostics) => {
                return Parsed {
                    diagnostics,
                    ..Parsed::default()
                };
            }
        },
        false => None,
    };
    let mut diagnostics = preprocess::places::nearly_annotations(file, text);
    diagnostics.extend(preprocess::places::renaming_pragmas(file, text));
    let mut placed = match &output {
        Some(output) => {
            diagnostics.extend(output.warnings.iter().cloned());
            preprocess::places::aligned(file, text, &output.text)
        }
        None => preprocess::places::as_written(file, text),
    };
    let lost = std::mem::take(&mut placed.lost);
    let mut parser = parser::Parser::new(file, placed);
    parser.given = Some([&setup.granted, &setup.summaries]);
    let mut unit = parser.unit();
    unit.contracts = unit.contracts_for_others(setup.model);
    if let Some(others) = &setup.others {
        parser.add_contracts_of_others(&mut unit, &**others, setup.model);
    }
    declarations::join_contracts(&mut unit);
    unique_names::separate(&mut unit);
    diagnostics.extend(lost.iter().cloned());
    let lost = lost.into_iter().map(|said| ast::Unread { said, calls: false });
    unit.unread.extend(lost);
    unit.missing = output.as_ref().map(|o| o.missing.clone()).unwrap_or_default();
    diagnostics.append(&mut parser.diagnostics);
    diagnostics.sort_by_key(|d| d.span.map(|s| s.start));
    Parsed {
        unit,
        diagnostics: only_the_first(MAX_ERRORS, diagnostics),
    }
}
