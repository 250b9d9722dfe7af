//! Java with JML: parse, resolve, lower to guarded commands, write invariants back.

pub mod annotate;
pub mod ints;
pub mod library;
pub mod lower;
mod neighbour;
pub mod render;
pub mod syntax;
pub mod together;
pub mod types;
pub mod witness;
