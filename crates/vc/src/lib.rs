//! From control-flow graphs to formulas.
//!
//! [`cut`] takes the loops out of a graph: what remains is acyclic. [`passive`] writes an
//! acyclic graph as formulas over single-assignment variables, in linear size. [`questions`] goes the ways
//! to one check one by one.

pub mod cut;
pub mod passive;
pub mod questions;
pub mod unroll;

pub use cut::{CutGraph, CutLoop};
pub use passive::{Passive, PassiveCheck, Point, State};
pub use questions::questions;
pub use unroll::{Unrolled, unroll};
