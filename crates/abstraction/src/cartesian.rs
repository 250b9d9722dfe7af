//! Literals only: the strongest conjunction of literals that is an invariant (Ball, Podelski & Rajamani,
//! "Boolean and Cartesian abstraction for model checking C programs", TACAS 2001).
//!
//! Guided by models: the region is always a cube, each model that falls outside of it removes the literals
//! it contradicts. Each query but the last removes one at least, so there are at most n + 2, the first model
//! giving the first cube. As with [`state_models`](crate::state_models) one round does everything, and a
//! whole state may be taken at once, for the same reason.

use abide_region::{Clause, Region};

use crate::abstractor::{Abstract, Abstractor, Round, Tally};
use crate::models::{Growth, grow};
use crate::oracle::{Oracle, Post, Style, Unknown};

/// The algorithm.
pub struct Cartesian;

impl Abstractor for Cartesian {
    fn name(&self) -> String {
        "cartesian".to_string()
    }

    fn exact(&self) -> bool {
        false
    }

    fn round(&mut self, r: &mut Abstract, q: &mut dyn Oracle, tally: &mut Tally) -> Result<Round, Unknown> {
        loop {
            // α(S) is the hull of S: the literals true on all of it
            let hull = r.region.hull();
            if let Some(cube) = hull {
                r.region = Region::of_cube(r.region.width(), cube);
            }
            let from = r.region.clone();
            if grow(r, &Post::Head { from: &from }, Style::State, q, tally)? == Growth::None {
                r.clauses = hull.map_or(vec![Clause::EMPTY], |cube| cube.literals().map(Clause::from).collect());
                r.entered = true;
                return Ok(Round::Closed);
            }
        }
    }
}
