//! Janota's engine: invariants from assertions alone ("Assertion-based loop invariant generation",
//! WING 2007).
//!
//! The paper analyses one assertion after the other, innermost loops first, and asks the prover for
//! each formula and each loop. Here the formulas of all assertions go through Houdini together, so
//! one check decides many, and what an assertion of an inner loop needs of the loop around it is
//! found in the same pass. All assertions are carried back, as in the paper, even those that hold
//! without an invariant. Checks that what is found makes provable leave; the rest is carried back
//! again, over what is known by then, until nothing changes; and at last along paths around the loops,
//! with what the prover needed there for hypotheses.

use super::{Engine, Workbench};
use crate::sources::{Assertions, Checks};
use abide_prover::ProverError;

/// Back-propagation of assertions.
pub struct Janota;

/// How often what is left is carried back again.
const ROUNDS: usize = 3;

impl Engine for Janota {
    fn run(&self, bench: &mut Workbench) -> Result<(), ProverError> {
        let mut checks = Checks::All;
        for _ in 0..ROUNDS {
            if bench.is_done() {
                return Ok(());
            }
            let before = bench.open().len();
            let proposals = bench.proposals_from(&Assertions(checks));
            checks = Checks::Open;
            bench.houdini_at_once(&proposals)?;
            if bench.open().len() == before {
                break;
            }
        }
        if bench.is_done() {
            return Ok(());
        }
        let proposals = bench.refined()?;
        bench.houdini(&proposals)
    }
}
