//! Why a routine cannot be lowered.

use abide_base::{Diagnostic, Span};
use std::fmt::Display;

/// What lowering gives, unless there is something that cannot be lowered.
pub type Lowering<T> = Result<T, Box<Diagnostic>>;

/// Something is wrong with the source.
pub fn wrong(span: Span, message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(span, message))
}

/// Something in a `routine`, as the language calls it, is beyond us.
pub fn unsupported(span: Span, what: impl Display, routine: &str) -> Box<Diagnostic> {
    let error = Diagnostic::error(span, format!("not supported: {what}"));
    Box::new(error.label(format!("the {routine} cannot be verified because of this")))
}
