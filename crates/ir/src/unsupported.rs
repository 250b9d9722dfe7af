//! Routines that cannot be lowered.

use abide_base::{Diagnostic, Severity, Span};

/// A routine that cannot be verified.
#[derive(Clone, Debug)]
pub struct Unsupported {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// What in it stands in the way, as far as that is known.
    pub why: Vec<Diagnostic>,
    /// Is there a loop in it?
    pub has_loop: bool,
}

impl Unsupported {
    /// A routine that diagnostics speak against: of these, the errors do.
    pub fn new(name: impl Into<String>, span: Span, said: &[Diagnostic], has_loop: bool) -> Unsupported {
        let errors = said.iter().filter(|d| d.severity == Severity::Error);
        Unsupported {
            name: name.into(),
            span,
            why: errors.cloned().collect(),
            has_loop,
        }
    }
}
