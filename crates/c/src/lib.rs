//! C with ACSL: preprocess, parse, type, lower to guarded commands, write invariants back.

pub mod annotate;
pub mod expression;
pub mod library;
pub mod lower;
pub mod render;
pub mod syntax;
pub mod types;
pub mod witness;
