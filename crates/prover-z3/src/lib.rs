//! Z3 in process.
//!
//! One Z3 context per session: a context belongs to one thread at a time, and a session may
//! wander between threads but is never shared. [`context`] owns the pointers, [`terms`]
//! translates terms, [`model`] and [`values`] read models back.
//!
//! A context is some eight megabytes of empty tables, so sessions at one [`desk`] hand theirs
//! on. What Z3 answers may depend on what its context was used for before; that is why a desk
//! is for one task only and not for a thread.

mod context;
mod desk;
mod model;
mod session;
mod taught;
mod terms;
mod values;

use abide_prover::{Limits, Prover, ProverError, Session};
use abide_z3::Library;
use desk::{Desk, Lease};
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

impl Prover for Z3 {
    fn name(&self) -> String {
        format!("Z3 {}", self.library.version())
    }

    fn open(&self, limits: &Limits) -> Result<Box<dyn Session>, ProverError> {
        let lease = Lease::new(self.library, limits.budget.cancel());
        Ok(Box::new(session::Z3Session::open(lease, limits)))
    }

    fn desk(&self) -> Option<Arc<dyn Prover>> {
        Some(Arc::new(Desk::new(*self)))
    }
}
