//! One session: one context, one solver, checks under assumptions.

use crate::context::Context;
use crate::pooled::PooledSolver;
use crate::strings::string;
use crate::terms::Terms;
use crate::user_propagator::{Search, UserPropagator};
use crate::values;
use abide_logic::{Term, Value};
use abide_prover::{Answer, Cores, Limits, Propagator, Quantifiers, Reason, Session, Stats};
use abide_z3::{Z3_L_FALSE, Z3_L_TRUE, Z3_ast, Z3_lbool};
use std::collections::HashMap;
use std::time::{Duration, Instant};

pub(crate) struct Z3Session {
    cx: PooledSolver,
    terms: Terms,
    limits: Limits,
    /// Steps of one check, at most.
    steps: Option<u64>,
    stats: Stats,
    /// What went wrong while terms were translated; every later check is unknown.
    broken: Option<String>,
}

/// Solver steps of one check with quantifiers where the caller sets no limit: Z3's own
/// instantiation may go on for ever.
const NATIVE_STEPS: u64 = 3_000_000;

/// Steps taken from the budget for what Z3 does not count: a check as such, and a value.
const A_CHECK: u64 = 1_000;
const A_VALUE: u64 = 20;

impl Z3Session {
    pub(crate) fn open(cx: PooledSolver, limits: &Limits) -> Z3Session {
        let steps = match (limits.steps, limits.quantifiers) {
            (None, Quantifiers::Native) => Some(NATIVE_STEPS),
            (steps, _) => steps,
        };
        // SAFETY: the parameters exist in every version we accept, with these types.
        cx.set(|api, params, symbol| unsafe {
            api.params_set_uint(cx.raw, params, symbol("random_seed"), 0);
            api.params_set_bool(cx.raw, params, symbol("core.minimize"), limits.cores == Cores::Minimal);
            // an interrupt from the keyboard is ours to handle
            api.params_set_bool(cx.raw, params, symbol("ctrl_c"), false);
        });
        Z3Session {
            cx,
            terms: Terms::default(),
            limits: limits.clone(),
            steps,
            stats: Stats::default(),
            broken: None,
        }
    }

    fn translate(&mut self, term: &Term) -> Option<Z3_ast> {
        let ast = self.terms.term(&self.cx, term);
        if ast.is_null() {
            let error = self.cx.error().unwrap_or_else(|| "a term was refused".into());
            self.broken.get_or_insert(error);
            return None;
        }
        Some(ast)
    }

    /// Gives Z3 the steps that are left, and slightly more than the time that is left: a check ended by time is then
    /// over its budget, which distinguishes it from one ended by steps. Gives the time by the clock, if that is limited.
    fn set_limits(&self) -> Option<Duration> {
        let budget = &self.limits.budget;
        let left = budget.left_by_the_clock();
        let time = left.map(|left| left.as_millis() + 2);
        let steps = self.steps.into_iter().chain(budget.steps()).min();
        // SAFETY: as in `open`.
        self.cx.set(|api, params, symbol| unsafe {
            if let Some(time) = time {
                let time = time.min(u128::from(u32::MAX - 1)) as u32;
                api.params_set_uint(self.cx.raw, params, symbol("timeout"), time);
            }
            if let Some(steps) = steps {
                api.params_set_uint(self.cx.raw, params, symbol("rlimit"), steps.min(u32::MAX.into()) as u32);
            }
        });
        left
    }

    fn counted(&mut self, assumptions: &[Term], propagator: Option<&mut dyn Propagator>) -> Answer {
        self.cx.forget_model();
        let answer = self.answer(assumptions, propagator);
        self.stats.count(&answer);
        answer
    }

    fn answer(&mut self, assumptions: &[Term], mut propagator: Option<&mut dyn Propagator>) -> Answer {
        if let Err(exhausted) = self.limits.budget.check() {
            return Answer::Unknown(exhausted.into());
        }
        let literals: Option<Vec<Z3_ast>> = assumptions.iter().map(|a| self.translate(a)).collect();
        let literals = match (literals, &self.broken) {
            (Some(literals), None) => literals,
            (_, broken) => return Answer::Unknown(Reason::Failed(broken.clone().unwrap_or_default())),
        };
        let result = loop {
            let (time, started) = (self.set_limits(), Instant::now());
            let result = match propagator.as_deref_mut() {
                Some(propagator) => self.search(&literals, propagator),
                // SAFETY: the literals are kept by `terms`.
                None => unsafe { check(&self.cx, &literals) },
            };
            self.limits.budget.spend(A_CHECK + self.cx.spent());
            // the machine was busier than before, and there is time left
            let is_early = || time.is_some_and(|time| started.elapsed() >= time) && self.limits.budget.check().is_ok();
            if matches!(result, Z3_L_TRUE | Z3_L_FALSE) || !is_early() {
                break result;
            }
        };
        // SAFETY: solver and context are owned.
        unsafe {
            match result {
                Z3_L_TRUE => Answer::Sat,
                Z3_L_FALSE => Answer::Unsat(self.core(&literals)),
                _ => Answer::Unknown(self.reason()),
            }
        }
    }

    /// A check with a propagator.
    fn search(&mut self, literals: &[Z3_ast], propagator: &mut dyn Propagator) -> Z3_lbool {
        let cx = &mut *self.cx;
        let user = cx.propagator.take().unwrap_or_else(|| {
            // SAFETY: the parameters have these types; a version that lacks one passes it over.
            cx.set(|api, params, symbol| unsafe {
                // lemmas added during the search are kept
                api.params_set_bool(cx.raw, params, symbol("up.persist_clauses"), true);
                // fields are equal because they are asserted to be: case splits on which of them might be
                // cost more than the rest of the search
                api.params_set_bool(cx.raw, params, symbol("array.extensional"), false);
                // lemmas are about all atoms, so relevancy does not pay; and fields are read at too many
                // objects to guess which of these are equal
                api.params_set_uint(cx.raw, params, symbol("relevancy"), 0);
                api.params_set_uint(cx.raw, params, symbol("dack"), 0);
            });
            UserPropagator::attached(cx)
        });
        let context: &Context = cx;
        let search = Search {
            cx: context,
            terms: &mut self.terms,
            budget: &self.limits.budget,
            propagator,
            panic: None,
        };
        // SAFETY: the literals are kept by `terms`.
        let result = user.during(search, || unsafe { check(context, literals) });
        // the solver still points at it
        cx.propagator = Some(user);
        result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    unsafe fn core(&self, literals: &[Z3_ast]) -> Vec<usize> {
        let (api, c) = (self.cx.api, self.cx.raw);
        let places: HashMap<Z3_ast, usize> = literals.iter().enumerate().map(|(i, a)| (*a, i)).collect();
        // SAFETY: the vector is counted while it is read.
        unsafe {
            let vector = api.solver_get_unsat_core(c, self.cx.solver);
            api.ast_vector_inc_ref(c, vector);
            let size = api.ast_vector_size(c, vector);
            let mut core: Vec<usize> = (0..size)
                .filter_map(|i| places.get(&api.ast_vector_get(c, vector, i)).copied())
                .collect();
            api.ast_vector_dec_ref(c, vector);
            core.sort_unstable();
            core
        }
    }

    unsafe fn reason(&self) -> Reason {
        // SAFETY: the string is copied at once.
        let why = unsafe { string(self.cx.api.solver_get_reason_unknown(self.cx.raw, self.cx.solver)) };
        if let Err(exhausted) = self.limits.budget.check() {
            return exhausted.into();
        }
        match why.as_str() {
            // when neither time nor the user ended it, it was the step limit
            w if w.contains("resource") || w.contains("canceled") => Reason::Steps,
            w if w.contains("timeout") => Reason::Time,
            w if w.contains("memory") || w.contains("memout") => Reason::Memory,
            _ => Reason::Incomplete(why),
        }
    }
}

/// # Safety
///
/// The literals are alive.
unsafe fn check(cx: &Context, literals: &[Z3_ast]) -> Z3_lbool {
    unsafe {
        cx.api
            .solver_check_assumptions(cx.raw, cx.solver, literals.len() as u32, literals.as_ptr())
    }
}

impl Drop for Z3Session {
    fn drop(&mut self) {
        self.cx.forget_model();
        self.terms.release(&self.cx);
        if self.broken.is_some() {
            self.cx.discard();
        }
    }
}

impl Session for Z3Session {
    fn assert(&mut self, formula: &Term) {
        self.cx.forget_model();
        if let Some(ast) = self.translate(formula) {
            // SAFETY: the formula is kept by `terms`.
            unsafe { self.cx.api.solver_assert(self.cx.raw, self.cx.solver, ast) };
        }
        if let Some(error) = self.cx.error() {
            self.broken.get_or_insert(error);
        }
    }

    fn check(&mut self, assumptions: &[Term]) -> Answer {
        self.counted(assumptions, None)
    }

    fn check_with_propagator(&mut self, assumptions: &[Term], propagator: &mut dyn Propagator) -> Answer {
        self.counted(assumptions, Some(propagator))
    }

    fn value(&mut self, term: &Term) -> Option<Value> {
        let ast = self.translate(term)?;
        self.limits.budget.spend(A_VALUE);
        // SAFETY: the term is kept by `terms` until after the model is forgotten.
        unsafe {
            let (model, value) = self.cx.value(ast)?;
            values::read(self.cx.api, self.cx.raw, model, value, term.sort())
        }
    }

    fn stats(&self) -> Stats {
        self.stats
    }
}
