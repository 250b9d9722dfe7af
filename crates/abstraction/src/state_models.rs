//! State models: each model is a state, and all that the state witnesses is taken at once.
//!
//! ```text
//! while some state of Head(γ(r)) has a valuation outside of r:
//!     r := r ∪ the valuations of that state over every skolem value, and of those it runs on to
//! ```
//!
//! Why this is exact. Let r* be the least fixpoint and r ⊆ r*. The state comes from the entry or from a
//! state in γ(r) ⊆ γ(r*), so all its valuations are in r*, so it is itself in γ(r*), and so are the states
//! that follow it. When there is no such state left, r contains the entry and is closed under the body.
//!
//! The assumption γ(r) grows with every model, in one round; a single query settles entry and back edges
//! together, so a loop whose valuations are all known beforehand costs one query. The question must keep up:
//! invariants of inner loops that were found under a smaller γ(r) are not to be assumed under a larger one.

use crate::abstractor::{Abstract, Abstractor, Round, Tally};
use crate::models::{Growth, grow};
use crate::oracle::{Oracle, Post, Style, Unknown};

/// The algorithm.
pub struct StateModels;

impl Abstractor for StateModels {
    fn name(&self) -> String {
        "state-models".to_string()
    }

    fn exact(&self) -> bool {
        true
    }

    fn round(&mut self, r: &mut Abstract, q: &mut dyn Oracle, tally: &mut Tally) -> Result<Round, Unknown> {
        loop {
            let from = r.region.clone();
            if grow(r, &Post::Head { from: &from }, Style::State, q, tally)? == Growth::None {
                r.entered = true;
                return Ok(Round::Closed);
            }
        }
    }
}
