//! From control-flow graphs to formulas.
//!
//! [`cut`] takes the loops out of a graph: what remains is acyclic. [`passive`] writes an
//! acyclic graph as formulas over single-assignment variables, in linear size.

pub mod cut;
pub mod passive;
pub mod unroll;

pub use cut::{CutGraph, CutLoop};
pub use passive::{Passive, PassiveCheck, Point, State};
pub use unroll::{Unrolled, unroll};
