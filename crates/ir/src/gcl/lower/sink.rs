//! Where errors go.

use super::super::parser::MAX_ERRORS;
use abide_base::Diagnostic;

/// The errors of one file, as many as anybody wants to read.
#[derive(Default)]
pub(super) struct Sink {
    diagnostics: Vec<Diagnostic>,
}

impl Sink {
    /// Adds an error, if there is room for it.
    pub(super) fn report(&mut self, error: impl FnOnce() -> Diagnostic) {
        if self.has_room() {
            self.diagnostics.push(error());
        }
    }

    /// Does anybody want to read more? If not, an error need not even be made.
    pub(super) fn has_room(&self) -> bool {
        self.diagnostics.len() <= MAX_ERRORS
    }

    /// All of them.
    pub(super) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }
}
