//! Tokens with their places.

use super::lexer::Token;
use abide_base::Span;

/// A token with its text and the place the user knows it by.
#[derive(Clone, Copy, Debug)]
pub struct Lexeme<'t> {
    /// Which token.
    pub token: Token,
    /// Its text, which macros may have made.
    pub text: &'t str,
    /// Its place in the file the user wrote: of what comes from a header the `#include`, of what
    /// comes from a macro the use.
    pub span: Span,
    /// Does it come from a header?
    pub header: bool,
    /// Does it come from a header of the machine, and not of the project?
    pub system: bool,
    /// Its number: macros mean something from one token on, to another.
    pub order: u32,
}
