//! The parser: recursive descent over a vector of tokens.
//!
//! C cannot be read without knowing which names are types, so the parser keeps the scopes of
//! names: a variable hides a typedef of the same name. An annotation is one token; its own
//! tokens are read by the same parser ([`Parser::within`]), with the same scopes, because ghost
//! code and casts in formulas are C. `acsl` reads what annotations say.
//!
//! * `state` is the parser itself: its tokens, scopes and messages.
//! * `types` and `records` read specifiers and declarators, `expressions` expressions and
//!   initialisers, `statements` what stands in a body, `items` what stands at file scope.
//! * `attach` hands the parts of annotations to what they speak of, `other_files` what other files say of functions.
//!
//! A function that reads something gives [`Failure`] at the first token that does not fit. Who
//! can go on after that (an item, a statement's annotation, a clause) tells it and recovers.

pub mod acsl;
mod attach;
mod attributes;
mod declarators;
mod expressions;
mod items;
mod meanings;
mod other_files;
mod records;
mod state;
mod statements;
mod types;

pub use super::lexeme::Lexeme;
pub use state::{Failure, Meaning, Parser, Read, name_of};
