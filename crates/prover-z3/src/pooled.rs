//! Solvers on loan from a context pool.

use crate::solver::Solver;
use abide_base::Cancel;
use abide_z3::Library;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex};

/// The solvers of a pool that are not in use.
pub(crate) type Free = Arc<Mutex<Vec<Solver>>>;

/// The solver of a session, and the pool it returns to.
pub(crate) struct PooledSolver {
    /// Taken out only in `drop`.
    solver: Option<Solver>,
    pool: Option<Free>,
}

impl PooledSolver {
    /// A new solver that is not returned to any pool.
    pub(crate) fn unpooled(library: &'static Library, cancel: &Cancel) -> PooledSolver {
        PooledSolver {
            solver: Some(Solver::new(library, cancel)),
            pool: None,
        }
    }

    /// A free solver of the pool, or a new one, which joins the pool.
    pub(crate) fn from(free: &Free, library: &'static Library, cancel: &Cancel) -> PooledSolver {
        let solver = match free.lock().unwrap_or_else(|e| e.into_inner()).pop() {
            Some(used) => used.again(cancel),
            None => Solver::new(library, cancel),
        };
        PooledSolver {
            solver: Some(solver),
            pool: Some(free.clone()),
        }
    }

    /// The solver is not returned to the pool.
    pub(crate) fn discard(&mut self) {
        self.pool = None;
    }
}

impl Deref for PooledSolver {
    type Target = Solver;

    fn deref(&self) -> &Solver {
        self.solver.as_ref().expect("taken out only in `drop`")
    }
}

impl DerefMut for PooledSolver {
    fn deref_mut(&mut self) -> &mut Solver {
        self.solver.as_mut().expect("taken out only in `drop`")
    }
}

impl Drop for PooledSolver {
    fn drop(&mut self) {
        if let (Some(solver), Some(free)) = (self.solver.take(), &self.pool) {
            free.lock().unwrap_or_else(|e| e.into_inner()).push(solver);
        }
    }
}
