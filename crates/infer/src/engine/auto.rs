//! The default engine: everything that helps, cheap to expensive.
//!
//! 1. What cheap sources propose, after concrete runs have sorted out most of it, goes through
//!    Houdini: conjunctive invariants of all loops at once.
//! 2. For the checks still open, failing inputs are looked for by unrolling.
//! 3. Clauses of two atoms, and what more expensive sources propose, go through Houdini.
//! 4. The atoms the open checks are about are combined: exact Boolean abstraction over a few atoms,
//!    on top of what is known.
//! 5. Clauses of three atoms, and more atoms combined.
//! 6. What a solver of Horn clauses comes to, within limits of its own ([`super::spacer`]).

use super::{Engine, Workbench};
use crate::sources::{Proposal, Tier};
use abide_prover::ProverError;

/// Everything, cheap to expensive.
pub struct Auto;

/// Atoms combined in a first and a second attempt.
const FEW: usize = 8;
const MANY: usize = 13;

impl Engine for Auto {
    fn run(&self, bench: &mut Workbench) -> Result<(), ProverError> {
        search(bench)?;
        let Some(before) = bench.begin_last_stage() else {
            return Ok(());
        };
        if !bench.is_done()
            && let Some(solver) = bench.prover.horn()
        {
            bench.horn(&*solver)?;
        }
        bench.end_last_stage(before);
        Ok(())
    }
}

/// All stages but the last one.
fn search(bench: &mut Workbench) -> Result<(), ProverError> {
    let mut all = bench.proposals(Tier::First);
    bench.houdini(&all)?;
    if bench.is_done() {
        return Ok(());
    }
    bench.refute()?;
    bench.houdini(&bench.clauses(&all, 2))?;
    if bench.is_done() {
        return Ok(());
    }
    let more = bench.proposals(Tier::Second);
    bench.houdini(&more)?;
    extend(&mut all, more);
    if bench.is_done() {
        return Ok(());
    }
    bench.abstraction(&bench.relevant(&all, FEW))?;
    if bench.is_done() {
        return Ok(());
    }
    let more = bench.proposals(Tier::Third);
    bench.houdini(&more)?;
    extend(&mut all, more);
    bench.houdini(&bench.clauses(&all, 3))?;
    if bench.is_done() {
        return Ok(());
    }
    bench.abstraction(&bench.relevant(&all, MANY))
}

fn extend(all: &mut [Vec<Proposal>], more: Vec<Vec<Proposal>>) {
    for (all, more) in all.iter_mut().zip(more) {
        all.extend(more);
    }
}
