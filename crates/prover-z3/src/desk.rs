//! Contexts that are handed from one session to the next.

use crate::Z3;
use crate::context::Context;
use crate::session::Z3Session;
use abide_base::Cancel;
use abide_prover::{Limits, Prover, ProverError, Session};
use abide_z3::Library;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex};

/// Z3 for one task: a context whose session has ended serves the next one.
pub(crate) struct Desk {
    z3: Z3,
    free: Free,
}

/// The contexts nobody uses now.
type Free = Arc<Mutex<Vec<Context>>>;

impl Desk {
    pub(crate) fn new(z3: Z3) -> Desk {
        Desk {
            z3,
            free: Free::default(),
        }
    }
}

impl Prover for Desk {
    fn name(&self) -> String {
        self.z3.name()
    }

    fn open(&self, limits: &Limits) -> Result<Box<dyn Session>, ProverError> {
        let lease = Lease::from(&self.free, self.z3.library, limits.budget.cancel());
        Ok(Box::new(Z3Session::open(lease, limits)))
    }
}

/// A context, and where it goes when its session ends.
pub(crate) struct Lease {
    /// Taken out only when the lease ends.
    context: Option<Context>,
    back: Option<Free>,
}

impl Lease {
    /// A new context, which nobody takes over.
    pub(crate) fn new(library: &'static Library, cancel: &Cancel) -> Lease {
        Lease {
            context: Some(Context::new(library, cancel)),
            back: None,
        }
    }

    /// A free context, or a new one; it goes back in the end.
    fn from(free: &Free, library: &'static Library, cancel: &Cancel) -> Lease {
        let context = match free.lock().unwrap_or_else(|e| e.into_inner()).pop() {
            Some(used) => used.again(cancel),
            None => Context::new(library, cancel),
        };
        Lease {
            context: Some(context),
            back: Some(free.clone()),
        }
    }

    /// The context is not to be used again.
    pub(crate) fn spoil(&mut self) {
        self.back = None;
    }
}

impl Deref for Lease {
    type Target = Context;

    fn deref(&self) -> &Context {
        self.context.as_ref().expect("taken out only in `drop`")
    }
}

impl DerefMut for Lease {
    fn deref_mut(&mut self) -> &mut Context {
        self.context.as_mut().expect("taken out only in `drop`")
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let (Some(context), Some(free)) = (self.context.take(), &self.back) {
            free.lock().unwrap_or_else(|e| e.into_inner()).push(context);
        }
    }
}
