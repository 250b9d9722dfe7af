//! Where errors go.

use super::super::parser::MAX_ERRORS;
use abide_base::Diagnostic;

/// The errors of one file, as many as anybody wants to read.
#[derive(Default)]
pub(super) struct Sink {
    diagnostics: Vec<Diagnostic>,
}

impl Sink {
    /// Adds an error; beyond the limit it is not even made.
    pub(super) fn report(&mut self, error: impl FnOnce() -> Diagnostic) {
        if self.diagnostics.len() <= MAX_ERRORS {
            self.diagnostics.push(error());
        }
    }

    /// All of them.
    pub(super) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }
}
