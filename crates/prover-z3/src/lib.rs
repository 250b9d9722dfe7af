//! Z3 in process.
//!
//! One Z3 context per session: a context belongs to one thread at a time, and a session may
//! move between threads but is never shared. [`context`] owns the pointers, [`terms`]
//! translates terms, `read` reads formulas and `model` and `values` models back, `user_propagator` adds lemmas during
//! the search, `horn` is Spacer.
//!
//! An empty context takes some eight megabytes of tables, so the sessions of one `pool` reuse
//! theirs. Z3's answers may depend on what its context was used for before; that is why a pool
//! belongs to one task and not to a thread.

mod assignment;
mod context;
mod horn;
mod model;
mod pool;
mod pooled;
mod read;
mod session;
mod solver;
mod strings;
mod terms;
mod user_propagator;
mod values;

use abide_prover::{HornSolver, Limits, Prover, ProverError, Session};
use abide_z3::Library;
use pool::Pool;
use pooled::PooledSolver;
use session::Z3Session;
use std::ffi::CString;
use std::sync::Arc;

/// The Z3 found on this machine.
#[derive(Clone, Copy)]
pub struct Z3 {
    library: &'static Library,
}

impl Z3 {
    /// Finds Z3 and checks its version.
    pub fn find() -> Result<Z3, ProverError> {
        match abide_z3::library() {
            Ok(library) => Ok(Z3 { library }),
            Err(e) => Err(ProverError {
                message: e.to_string(),
                help: None,
            }),
        }
    }
}

/// Makes Z3 give up when it has so many megabytes. To be called before there is any session.
pub fn limit_memory(megabytes: u64) {
    let value = CString::new(megabytes.to_string());
    if let (Ok(library), Ok(value)) = (abide_z3::library(), value) {
        // SAFETY: both are strings that end in a zero, which Z3 copies.
        unsafe {
            library
                .api()
                .global_param_set(c"memory_max_size".as_ptr(), value.as_ptr())
        };
    }
}

impl Prover for Z3 {
    fn name(&self) -> String {
        format!("Z3 {}", self.library.version())
    }

    fn open(&self, limits: &Limits) -> Result<Box<dyn Session>, ProverError> {
        let solver = PooledSolver::unpooled(self.library, limits.budget.cancel());
        Ok(Box::new(Z3Session::open(solver, limits)))
    }

    fn pool(&self) -> Option<Arc<dyn Prover>> {
        Some(Arc::new(Pool::new(self.name(), self.library)))
    }

    fn horn(&self) -> Option<Arc<dyn HornSolver>> {
        Some(Arc::new(horn::Spacer { library: self.library }))
    }
}
