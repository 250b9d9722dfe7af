//! From control-flow graphs to formulas.
//!
//! [`cut`] takes the loops out of a graph: what remains is acyclic. [`passive`] writes an
//! acyclic graph as formulas over single-assignment variables, in linear size. [`mod@queries`] splits one
//! check into queries, path by path. [`mod@unroll`] unrolls loops a bounded number of times. [`horn`] writes a whole graph,
//! with its loops, as Horn clauses.

pub mod cut;
pub mod horn;
pub mod passive;
pub mod queries;
pub mod unroll;

pub use cut::{CutGraph, CutLoop};
pub use passive::{Passive, PassiveCheck, Point, State};
pub use queries::queries;
pub use unroll::{Unrolled, unroll};
