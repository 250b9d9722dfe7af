//! An interpreter of guarded commands on logical states.
//!
//! It runs on the values a prover's model has (total maps, integers of any size), not on a
//! machine's. Arbitrary values and choices are drawn from a seeded generator, so a run can be
//! repeated. A run goes on as long as everything it needs can be evaluated; where it cannot,
//! it stops and says so, and nothing is concluded.

pub mod climb;
pub mod draw;
mod learn;
pub mod run;
pub mod shadow;
pub mod state;

pub use climb::Climb;
pub use draw::Draw;
pub use run::{Machine, Observer, Stop};
pub use shadow::{Shadow, Unknown};
pub use state::Values;
