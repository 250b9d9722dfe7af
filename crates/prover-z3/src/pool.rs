//! A context pool: contexts are reused by the sessions of one task.

use crate::horn::Spacer;
use crate::pooled::{Free, PooledSolver};
use crate::session::Z3Session;
use abide_prover::{HornSolver, Limits, Prover, ProverError, Session};
use abide_z3::Library;
use std::sync::Arc;

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

    fn horn(&self) -> Option<Arc<dyn HornSolver>> {
        Some(Arc::new(Spacer { library: self.library }))
    }
}
