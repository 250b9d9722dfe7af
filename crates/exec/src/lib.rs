//! An interpreter of guarded commands on logical states.
//!
//! It runs on the values of a prover's model (total maps, unbounded integers), not of a machine.
//! Arbitrary values and choices are drawn from a seeded generator, so a run can be repeated. A run
//! stops where something cannot be evaluated, and then nothing is concluded from it.

mod all_runs;
mod allocation;
mod calls;
pub mod compiled;
pub mod draw;
mod facts;
mod known;
mod leaps;
mod learn;
pub mod local_search;
mod past;
mod progression;
pub mod run;
pub mod shadow;
pub mod state;

pub use all_runs::{AllRuns, all_runs};
pub use calls::{Memory, Outcome};
pub use compiled::{Compiled, Ended};
pub use draw::{Draw, numbers};
pub use local_search::LocalSearch;
pub use run::{Machine, Observer, Stop};
pub use shadow::{Shadow, Unknown};
pub use state::Values;
