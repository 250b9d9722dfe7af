//! The interface of provers.
//!
//! A [`Prover`] opens [`Session`]s; a session is one growing set of assertions that is checked under assumptions, never
//! popped. This crate contains no solver, and no layer below the binary names a concrete one.

pub mod answer;
mod horn;
pub mod instantiate;
mod limits;
mod prover;
mod session;

pub use answer::{Answer, Reason, Stats};
pub use horn::{Generalisation, HornClause, HornProblem, HornRelation, HornSolver, Lemmas};
pub use instantiate::Instantiating;
pub use limits::{Cores, Limits, Quantifiers};
pub use prover::{Decider, Prover, ProverError};
pub use session::{Propagator, Session};
