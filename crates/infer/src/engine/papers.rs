//! The pipelines of single papers, for comparison with the default.

use super::{Engine, Workbench};
use crate::sources::Tier;
use abide_prover::ProverError;

/// Flanagan & Qadeer, POPL 2002: predicates guessed from what a loop changes, with skolem constants,
/// and the exact abstraction over them.
pub struct Fq;

/// Kalyanasundaram & Marché, RR-7714 (2011): guards, assertions, their weakest preconditions and the
/// range of an updated array, and the exact abstraction over them.
pub struct Km;

/// Flanagan & Leino, FME 2001: Houdini alone, conjunctions of what the sources propose as it stands.
pub struct Houdini;

/// Predicates for one loop, at the most.
const WIDTH: usize = 12;

impl Engine for Fq {
    fn run(&self, bench: &mut Workbench) -> Result<(), ProverError> {
        combine(bench, &["targets"])
    }
}

impl Engine for Km {
    fn run(&self, bench: &mut Workbench) -> Result<(), ProverError> {
        combine(bench, &["program", "goals", "targets"])
    }
}

impl Engine for Houdini {
    fn run(&self, bench: &mut Workbench) -> Result<(), ProverError> {
        for tier in [Tier::First, Tier::Second, Tier::Third] {
            bench.houdini(&bench.proposals(tier))?;
            if bench.is_done() {
                return Ok(());
            }
        }
        bench.refute()
    }
}

fn combine(bench: &mut Workbench, sources: &[&str]) -> Result<(), ProverError> {
    if bench.is_done() {
        return Ok(());
    }
    let proposals = bench.proposals_of(sources);
    bench.abstraction(&bench.relevant(&proposals, WIDTH))?;
    if bench.is_done() {
        return Ok(());
    }
    bench.refute()
}
