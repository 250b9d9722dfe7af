//! The logic all of Abide speaks: many-sorted first-order terms over Booleans, mathematical
//! integers, references and total maps.
//!
//! * [`Term`]s are built by sort-checking constructors ([`build`]) that simplify lightly;
//!   equality is structural, and nothing in a term remembers where it came from.
//! * [`Value`]s are what terms evaluate to ([`eval()`]); a map value is total: finitely many
//!   entries and a default.
//! * Every function is total. Division by zero gives zero and `x % 0` gives `x`; a map has a
//!   value at every key. Programs are protected by obligations, formulas need not be.
//!
//! This crate knows nothing of programs, provers or annotation languages; how a term is
//! written in one of them is up to a [`print::Notation`].

pub mod build;
pub mod builtin;
pub mod eval;
pub mod float;
pub mod heap;
pub mod number;
pub mod print;
pub mod sort;
pub mod subst;
pub mod term;
pub mod value;

pub use dashu_int::IBig as Int;
pub use eval::{Env, eval};
pub use sort::Sort;
pub use subst::Subst;
pub use term::{Func, Kind, Quantifier, Term, Var};
pub use value::{MapValue, Value};
