//! What is wrong with sources that are known to others, and are not verified themselves.

use crate::files::Input;
use abide_base::{Diagnostic, FileId, Severity, shown};
use abide_verify::as_c;

/// Tells what is not understood of programs in C: it is as if it were not there.
pub fn misread(context: &[Input]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for file in context {
        let errors = as_c(&*file.language).map(|c| c.errors(FileId(0), file.source.text()));
        for error in errors.into_iter().flatten() {
            let place = match error.span {
                Some(span) => format!("{}:{}", shown(file.source.path()), file.source.line(span.start)),
                None => shown(file.source.path()),
            };
            let warning = Diagnostic::new(Severity::Warning, format!("{place}: {}", error.message));
            found.push(warning.note("what stands there is not known to the files that are verified"));
        }
    }
    found
}
