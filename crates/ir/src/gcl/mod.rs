//! The text form `.gcl` (`docs/gcl.md` defines the language).
//!
//! ```text
//!            parse            lower
//!    text ----------> tree ----------> program
//!         <----------      <----------
//!            print            raise
//! ```
//!
//! * [`parser`] reads a file and never fails: it returns a tree *and* what is wrong.
//! * [`mod@print`] is its inverse.
//! * [`mod@lower`] resolves names, checks sorts and makes every check explicit.
//! * [`mod@raise`] dumps a typed program of any front end.
//! * [`annotate`] writes invariants into a text without touching the rest.

pub mod annotate;
pub mod ast;
mod lexer;
pub mod lower;
pub mod parser;
pub mod print;
pub mod raise;
#[cfg(test)]
mod tests;

pub use annotate::insert_invariants;
pub use lower::{Lowered, load, lower};
pub use parser::{Parsed, parse};
pub use print::{print, print_expr};
pub use raise::{raise, raise_term};
