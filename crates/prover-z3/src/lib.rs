//! Z3 in process.
//!
//! One Z3 context per session: a context belongs to one thread at a time, and a session may
//! wander between threads but is never shared. [`context`] owns the pointers, [`terms`]
//! translates terms, [`values`] reads models back.

mod context;
mod session;
mod terms;
mod values;

use abide_prover::{Limits, Prover, ProverError, Session};
use abide_z3::Library;

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
        Ok(Box::new(session::Z3Session::open(self.library, limits)))
    }
}
