//! A context with the state of its solver's callbacks.

use crate::context::Context;
use crate::user_propagator::UserPropagator;
use abide_base::Cancel;
use abide_z3::Library;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// A context and, once a check had a propagator, the state of its callbacks.
pub(crate) struct Solver {
    context: Context,
    /// Declared last: the solver in the context points at it, so it must be dropped after the context.
    pub(crate) propagator: Option<Rc<UserPropagator>>,
}

// SAFETY: a context may be used by any thread, one at a time, and so may its propagator, to which there is no
// other reference; `Solver` is not `Sync`.
unsafe impl Send for Solver {}

impl Solver {
    pub(crate) fn new(library: &'static Library, cancel: &Cancel) -> Solver {
        Solver {
            context: Context::new(library, cancel),
            propagator: None,
        }
    }

    /// The context with a new solver. All terms of the old one have been released.
    pub(crate) fn again(self, cancel: &Cancel) -> Solver {
        let Solver { context, propagator } = self;
        let context = context.again(cancel);
        drop(propagator);
        Solver {
            context,
            propagator: None,
        }
    }
}

impl Deref for Solver {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}

impl DerefMut for Solver {
    fn deref_mut(&mut self) -> &mut Context {
        &mut self.context
    }
}
