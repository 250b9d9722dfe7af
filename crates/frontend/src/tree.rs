//! What the syntax trees of all languages have in common: names, and a limit of nesting.

use abide_base::Span;
use std::sync::Arc;

/// How deep statements, expressions and types may nest; each `else if` and each operator of a chain
/// counts too.
///
/// Every traversal of a tree recurses, so this bounds the stack: at two hundred levels even
/// an unoptimised build stays below a thread's two megabytes. Programs written by people have less
/// than twenty.
pub const MAX_NESTING: usize = 200;

/// An identifier at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// Its text.
    pub text: Arc<str>,
    /// Its place.
    pub span: Span,
}
