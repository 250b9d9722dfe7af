//! A context pool: contexts are reused by the sessions of one task.

use crate::pooled::{Free, PooledSolver};
use crate::session::Z3Session;
use abide_prover::{Limits, Prover, ProverError, Session};
use abide_z3::Library;

/// Z3 for one task: a context whose session has ended serves the next one.
pub(crate) struct Pool {
    name: String,
    library: &'static Library,
    free: Free,
}

impl Pool {
    pub(crate) fn new(name: String, library: &'static Library) -> Pool {
        Pool {
            name,
            library,
            free: Free::default(),
        }
    }
}

impl Prover for Pool {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn open(&self, limits: &Limits) -> Result<Box<dyn Session>, ProverError> {
        let solver = PooledSolver::from(&self.free, self.library, limits.budget.cancel());
        Ok(Box::new(Z3Session::open(solver, limits)))
    }
}
