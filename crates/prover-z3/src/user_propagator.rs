//! Z3's user propagator: lemmas on demand during the search.
//!
//! Z3 calls back at its final check, when it has a value for every literal and would end with a model. A
//! [`Propagator`] is shown the [assignment](crate::assignment); the search goes on with the lemmas it returns
//! instead of starting again.
//!
//! Only when there are no more lemmas are the objects that the propagator asked for registered with Z3, which
//! makes it assign them: to do that from the start was measured to slow it down by a factor of ten.

use crate::assignment::Assignment;
use crate::context::Context;
use crate::terms::Terms;
use abide_base::Budget;
use abide_prover::Propagator;
use abide_z3::{Z3_ast, Z3_context, Z3_solver_callback};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::ffi::{c_uint, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::{ptr, thread};

/// Steps taken from the budget for one final check.
const A_FINAL_CHECK: u64 = 500;

/// The state of the callbacks. Z3 keeps a pointer to it as long as the solver lives, and changes it through that
/// pointer: so it must not move, and everything in it is a cell.
#[derive(Default)]
pub(crate) struct UserPropagator {
    registered: RefCell<Registered>,
    /// The search in progress, or null.
    search: Cell<*mut Search<'static>>,
}

/// The registered objects, in order, and how many there were at each scope: a scope ends with its
/// registrations.
#[derive(Default)]
struct Registered {
    objects: HashSet<Z3_ast>,
    order: Vec<Z3_ast>,
    scopes: Vec<usize>,
}

/// A search and its propagator.
pub(crate) struct Search<'a> {
    pub(crate) cx: &'a Context,
    pub(crate) terms: &'a mut Terms,
    pub(crate) budget: &'a Budget,
    pub(crate) propagator: &'a mut dyn Propagator,
    /// What it panicked with.
    pub(crate) panic: Option<Box<dyn Any + Send>>,
}

impl UserPropagator {
    /// Registers the callbacks with the solver of a context. Not a box, which would claim to be the only
    /// reference.
    pub(crate) fn attached(cx: &Context) -> Rc<UserPropagator> {
        let user = Rc::<UserPropagator>::default();
        // SAFETY: the state outlives the solver: `Solver` keeps it.
        unsafe {
            let (api, c) = (cx.api, cx.raw);
            let pointer = Rc::as_ptr(&user).cast_mut().cast();
            api.solver_propagate_init(c, cx.solver, pointer, push, pop, fresh);
            api.solver_propagate_final(c, cx.solver, final_check);
        }
        user
    }

    /// Runs a check with a propagator; an error is a panic of the propagator.
    pub(crate) fn during<R>(&self, mut search: Search<'_>, run: impl FnOnce() -> R) -> thread::Result<R> {
        // reset before `search` is dropped
        self.search.set((&raw mut search).cast());
        let result = run();
        self.search.set(ptr::null_mut());
        match search.panic {
            Some(panic) => Err(panic),
            None => Ok(result),
        }
    }
}

impl Registered {
    /// Is it new?
    fn add(&mut self, object: Z3_ast) -> bool {
        let new = self.objects.insert(object);
        if new {
            self.order.push(object);
        }
        new
    }

    fn pop(&mut self, scopes: usize) {
        let left = self.scopes.len().saturating_sub(scopes);
        if let Some(size) = self.scopes.get(left).copied() {
            for object in self.order.drain(size..) {
                self.objects.remove(&object);
            }
        }
        self.scopes.truncate(left);
    }
}

unsafe extern "C" fn push(user: *mut c_void, _: Z3_solver_callback) {
    // SAFETY: Z3 passes what `attached` gave it, on the thread that searches.
    let mut registered = unsafe { &*user.cast::<UserPropagator>() }.registered.borrow_mut();
    let size = registered.order.len();
    registered.scopes.push(size);
}

unsafe extern "C" fn pop(user: *mut c_void, _: Z3_solver_callback, scopes: c_uint) {
    // SAFETY: as in `push`.
    let user = unsafe { &*user.cast::<UserPropagator>() };
    user.registered.borrow_mut().pop(scopes as usize);
}

unsafe extern "C" fn fresh(_: *mut c_void, _: Z3_context) -> *mut c_void {
    // no solver is ever copied; a copy would have no propagator
    Rc::into_raw(Rc::<UserPropagator>::default()).cast_mut().cast()
}

unsafe extern "C" fn final_check(user: *mut c_void, callback: Z3_solver_callback) {
    // SAFETY: as in `push`; `during` keeps the search alive, and does not touch it meanwhile.
    let (user, search) = unsafe {
        let user = &*user.cast::<UserPropagator>();
        (user, user.search.get().as_mut())
    };
    let Some(search) = search else {
        return;
    };
    if search.panic.is_none() && search.budget.check().is_ok() {
        search.budget.spend(A_FINAL_CHECK);
        // a panic must not unwind through Z3
        search.panic = catch_unwind(AssertUnwindSafe(|| propagate(user, search, callback))).err();
    }
}

/// Adds the lemmas that the current assignment violates; without any, registers the objects asked for.
fn propagate(user: &UserPropagator, search: &mut Search, callback: Z3_solver_callback) {
    let (cx, api) = (search.cx, search.cx.api);
    let (lemmas, objects) = {
        let mut assignment = Assignment::of(cx, search.terms);
        let lemmas = search.propagator.lemmas(&mut |term| assignment.value(term));
        (lemmas, assignment.into_objects())
    };
    for lemma in &lemmas {
        let ast = search.terms.term(cx, lemma);
        if !ast.is_null() {
            let none = ptr::null();
            // SAFETY: the lemma is kept; it has no reasons; the callback is that of the search.
            unsafe { api.solver_propagate_consequence(cx.raw, callback, 0, none, 0, none, none, ast) };
        }
    }
    if lemmas.is_empty() {
        for object in objects {
            if user.registered.borrow_mut().add(object) {
                // SAFETY: the object is kept.
                unsafe { api.solver_propagate_register_cb(cx.raw, callback, object) };
            }
        }
    }
}
