//! A Z3 context and its solver, owned.

use crate::model::Model;
use crate::strings::{string, text};
use crate::values::Seen;
use abide_base::Cancel;
use abide_z3::{Api, Library, Z3_ast, Z3_context, Z3_params, Z3_solver, Z3_sort};
use std::ffi::CStr;
use std::sync::{Arc, Mutex};

/// A pointer through which another thread may interrupt.
struct Interruptible(Z3_context);

// SAFETY: only `Z3_interrupt` is called through it, which Z3 allows from any thread.
unsafe impl Send for Interruptible {}

/// Context and solver. Everything allocated in it is freed with it.
pub(crate) struct Context {
    pub(crate) api: &'static Api,
    pub(crate) raw: Z3_context,
    pub(crate) solver: Z3_solver,
    model: Option<Model>,
    /// Z3's count of its steps when last read.
    counted: u64,
    /// Emptied before the context is deleted, so that it is not interrupted afterwards.
    alive: Arc<Mutex<Option<Interruptible>>>,
    _hook: Arc<dyn Fn() + Send + Sync>,
}

// SAFETY: a context may be used by any thread, one at a time; `Context` is not `Sync`.
unsafe impl Send for Context {}

impl Context {
    pub(crate) fn new(library: &'static Library, cancel: &Cancel) -> Context {
        let api = library.api();
        // SAFETY: fresh pointers, each counted once; the error handler is set at once.
        let (raw, solver) = unsafe {
            let config = api.mk_config();
            let raw = api.mk_context_rc(config);
            api.del_config(config);
            api.set_error_handler(raw, None);
            (raw, solver(api, raw))
        };
        let alive = Arc::new(Mutex::new(Some(Interruptible(raw))));
        Context {
            _hook: interrupt(api, &alive, cancel),
            api,
            raw,
            solver,
            model: None,
            counted: 0,
            alive,
        }
    }

    /// The steps Z3 has made since this was last asked.
    pub(crate) fn spent(&mut self) -> u64 {
        let now = self.count();
        let before = std::mem::replace(&mut self.counted, now);
        now.saturating_sub(before)
    }

    /// Z3's count of its steps over the life of the context.
    fn count(&self) -> u64 {
        let (api, c) = (self.api, self.raw);
        // SAFETY: the statistics are counted while they are read; keys are copied at once.
        unsafe {
            let stats = api.solver_get_statistics(c, self.solver);
            api.stats_inc_ref(c, stats);
            let mut places = 0..api.stats_size(c, stats);
            let place = places.find(|i| CStr::from_ptr(api.stats_get_key(c, stats, *i)) == c"rlimit count");
            let count = place.map_or(0, |i| api.stats_get_uint_value(c, stats, i).into());
            api.stats_dec_ref(c, stats);
            count
        }
    }

    /// The context with a new solver. All terms of the old one have been released.
    pub(crate) fn again(mut self, cancel: &Cancel) -> Context {
        self.forget_model();
        // SAFETY: the old solver is counted once and no longer used.
        unsafe {
            self.api.solver_dec_ref(self.raw, self.solver);
            self.solver = solver(self.api, self.raw);
        }
        self._hook = interrupt(self.api, &self.alive, cancel);
        self
    }

    /// Sets parameters of the solver.
    pub(crate) fn set(&self, set: impl FnOnce(&Api, Z3_params, &dyn Fn(&str) -> abide_z3::Z3_symbol)) {
        // SAFETY: the parameter set is counted while it is used.
        unsafe {
            let params = self.api.mk_params(self.raw);
            self.api.params_inc_ref(self.raw, params);
            let symbol = |name: &str| self.api.mk_string_symbol(self.raw, text(name).as_ptr());
            set(self.api, params, &symbol);
            self.api.solver_set_params(self.raw, self.solver, params);
            self.api.params_dec_ref(self.raw, params);
        }
    }

    /// The model of the last check, fetched once, and the value of a term in it.
    ///
    /// # Safety
    ///
    /// The term belongs to the context and stays until [`Context::forget_model`].
    pub(crate) unsafe fn value(&mut self, ast: Z3_ast) -> Option<(Seen, Z3_ast)> {
        let (api, c) = (self.api, self.raw);
        // SAFETY: the solver belongs to the context; the model is counted when there is one.
        unsafe {
            if self.model.is_none() {
                let model = api.solver_get_model(c, self.solver);
                if model.is_null() {
                    return None;
                }
                api.model_inc_ref(c, model);
                let mut null = Z3_ast::NULL;
                api.model_eval(c, model, self.null(), true, &mut null);
                self.model = Some(Model::new(Seen { model, null }));
            }
            let model = self.model.as_mut()?;
            Some((model.seen, model.value(api, c, ast)?))
        }
    }

    /// The sort of references.
    pub(crate) fn objects(&self) -> Z3_sort {
        // SAFETY: the name is copied; whoever uses the sort keeps it.
        unsafe {
            let name = self.api.mk_string_symbol(self.raw, c"Ref".as_ptr());
            self.api.mk_uninterpreted_sort(self.raw, name)
        }
    }

    /// Null.
    pub(crate) fn null(&self) -> Z3_ast {
        // SAFETY: as in `objects`.
        unsafe {
            let name = self.api.mk_string_symbol(self.raw, c"null".as_ptr());
            self.api.mk_const(self.raw, name, self.objects())
        }
    }

    /// Releases the last model.
    pub(crate) fn forget_model(&mut self) {
        if let Some(model) = self.model.take() {
            // SAFETY: it was made in `value`, with this context.
            unsafe { model.release(self.api, self.raw) };
        }
    }

    /// The error of the last call, if it failed.
    pub(crate) fn error(&self) -> Option<String> {
        // SAFETY: the context lives; the message is copied at once.
        unsafe {
            let code = self.api.get_error_code(self.raw);
            (code != abide_z3::Z3_OK).then(|| string(self.api.get_error_msg(self.raw, code)))
        }
    }
}

/// A solver, counted once.
///
/// # Safety
///
/// The context lives.
unsafe fn solver(api: &Api, raw: Z3_context) -> Z3_solver {
    unsafe {
        let solver = api.mk_simple_solver(raw);
        api.solver_inc_ref(raw, solver);
        solver
    }
}

/// Interrupts the context when the run is cancelled, as long as the handle is kept.
fn interrupt(
    api: &'static Api,
    alive: &Arc<Mutex<Option<Interruptible>>>,
    cancel: &Cancel,
) -> Arc<dyn Fn() + Send + Sync> {
    let weak = Arc::downgrade(alive);
    cancel.on_cancel(move || {
        if let Some(alive) = weak.upgrade()
            && let Some(context) = &*alive.lock().unwrap_or_else(|e| e.into_inner())
        {
            // SAFETY: the lock keeps the context from being deleted meanwhile.
            unsafe { api.interrupt(context.0) };
        }
    })
}

impl Drop for Context {
    fn drop(&mut self) {
        self.alive.lock().unwrap_or_else(|e| e.into_inner()).take();
        self.forget_model();
        // SAFETY: nothing uses the context any more.
        unsafe {
            self.api.solver_dec_ref(self.raw, self.solver);
            self.api.del_context(self.raw);
        }
    }
}
