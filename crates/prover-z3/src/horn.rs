//! Spacer, Z3's solver of Horn clauses (Komuravelli, Gurfinkel & Chaki, *SMT-based model checking for recursive
//! programs*, CAV 2014; quantified lemmas: Gurfinkel, Shoham & Vizel, *Quantifiers on demand*, ATVA 2018; guided
//! generalisation: Vediramana Krishnan, Chen, Shoham & Gurfinkel, *Global guidance for local generalization in model
//! checking*, CAV 2020).
//!
//! Its answer is not believed; what it knows of the relations is handed on as guesses. The lemmas of a solution are
//! read from the answer. Without a solution there are those of the frames: of the last one, which holds for ever if
//! Spacer is right, and of those that hold for some steps. In what Z3 gives of a frame the variables below quantifiers
//! are mixed up, so that only lemmas without quantifiers are read there.

use crate::context::Context;
use crate::read::{Reader, conjuncts};
use crate::strings::text;
use crate::terms::Terms;
use abide_base::Budget;
use abide_logic::Term;
use abide_prover::{Generalisation, HornClause, HornProblem, HornRelation, HornSolver, Lemmas, Limits};
use abide_z3::*;
use std::ffi::CStr;
use std::time::{Duration, Instant};

/// Steps taken from the budget for what Z3 does not count.
const A_QUERY: u64 = 10_000;

/// Lemmas of a relation that are read where there is no solution.
const UNSOLVED: usize = 40;

/// The level of what holds for ever.
const FOR_EVER: i32 = -1;

pub(crate) struct Spacer {
    pub(crate) library: &'static Library,
}

impl HornSolver for Spacer {
    fn lemmas(&self, problem: &HornProblem, generalisation: Generalisation, limits: &Limits) -> Lemmas {
        let mut lemmas = Lemmas {
            of: vec![Vec::new(); problem.relations.len()],
            solved: false,
        };
        if limits.budget.check().is_err() {
            return lemmas;
        }
        let cx = Context::new(self.library, limits.budget.cancel());
        let mut fixedpoint = Fixedpoint::new(cx, generalisation);
        let Some(goal) = fixedpoint.add(problem) else {
            return lemmas;
        };
        lemmas.solved = fixedpoint.query(goal, limits) == Z3_L_FALSE;
        match lemmas.solved {
            true => fixedpoint.solution(problem, &mut lemmas.of),
            false => fixedpoint.frames(problem, &mut lemmas.of),
        }
        lemmas
    }
}

/// Horn clauses in Z3.
struct Fixedpoint {
    cx: Context,
    terms: Terms,
    raw: Z3_fixedpoint,
    generalisation: Generalisation,
}

impl Fixedpoint {
    fn new(mut cx: Context, generalisation: Generalisation) -> Fixedpoint {
        // what was counted before is not ours
        cx.spent();
        // SAFETY: a fresh pointer, counted once.
        let raw = unsafe {
            let raw = cx.api.mk_fixedpoint(cx.raw);
            cx.api.fixedpoint_inc_ref(cx.raw, raw);
            raw
        };
        Fixedpoint {
            cx,
            terms: Terms::with_references_as_integers(),
            raw,
            generalisation,
        }
    }

    /// Adds relations and clauses; gives the goal, unless Z3 refuses something.
    fn add(&mut self, problem: &HornProblem) -> Option<Z3_ast> {
        let (api, c) = (self.cx.api, self.cx.raw);
        let relations = problem.relations.iter().map(|r| &r.func);
        for func in relations.chain([&problem.goal]) {
            let decl = self.terms.function(&self.cx, func);
            // SAFETY: the declaration is kept by `terms`.
            unsafe { api.fixedpoint_register_relation(c, self.raw, decl) };
        }
        for (number, clause) in problem.clauses.iter().enumerate() {
            let formula = implication(clause);
            if formula.is_true() {
                continue;
            }
            let rule = self.terms.term(&self.cx, &formula);
            if rule.is_null() {
                return None;
            }
            // SAFETY: the rule is kept by `terms`, the name by the context.
            unsafe {
                let name = api.mk_string_symbol(c, text(&format!("clause {number}")).as_ptr());
                api.fixedpoint_add_rule(c, self.raw, rule, name);
            }
            if self.cx.error().is_some() {
                return None;
            }
        }
        let goal = self
            .terms
            .term(&self.cx, &Term::apply(problem.goal.clone(), Vec::new()));
        (!goal.is_null()).then_some(goal)
    }

    /// Can the goal be derived?
    fn query(&mut self, goal: Z3_ast, limits: &Limits) -> Z3_lbool {
        let budget = &limits.budget;
        loop {
            let (time, started) = (self.set_limits(limits.steps, budget), Instant::now());
            // SAFETY: the goal is kept by `terms`.
            let result = unsafe { self.cx.api.fixedpoint_query(self.cx.raw, self.raw, goal) };
            budget.spend(A_QUERY + self.cx.spent());
            // the machine was busier than before, and there is time left
            let is_early = || time.is_some_and(|time| started.elapsed() >= time) && budget.check().is_ok();
            if matches!(result, Z3_L_TRUE | Z3_L_FALSE) || !is_early() {
                return result;
            }
        }
    }

    /// Gives Z3 the steps and the time that are left. Gives the time by the clock, if that is limited.
    fn set_limits(&self, steps: Option<u64>, budget: &Budget) -> Option<Duration> {
        let (api, c) = (self.cx.api, self.cx.raw);
        let left = budget.left_by_the_clock();
        // SAFETY: the parameters exist in every version we accept, with these types; names and values are copied.
        unsafe {
            if let Some(steps) = steps.into_iter().chain(budget.steps()).min() {
                let steps = text(&steps.min(u32::MAX.into()).to_string());
                api.update_param_value(c, c"rlimit".as_ptr(), steps.as_ptr());
            }
            let params = api.mk_params(c);
            api.params_inc_ref(c, params);
            let symbol = |name: &CStr| api.mk_string_symbol(c, name.as_ptr());
            api.params_set_symbol(c, params, symbol(c"engine"), symbol(c"spacer"));
            let flag = |name: &CStr, value: bool| api.params_set_bool(c, params, symbol(name), value);
            // relations stay as they are: one that is inlined is described by formulas over auxiliary variables
            flag(c"xform.slice", false);
            flag(c"xform.inline_eager", false);
            flag(c"xform.inline_linear", false);
            match self.generalisation {
                Generalisation::Ground => {}
                Generalisation::Guided => flag(c"spacer.global", true),
                Generalisation::Quantified => {
                    flag(c"spacer.q3.use_qgen", true);
                    flag(c"spacer.ground_pobs", false);
                    flag(c"spacer.mbqi", false);
                }
            }
            if let Some(time) = left {
                let time = (time.as_millis() + 2).min(u128::from(u32::MAX - 1)) as u32;
                api.params_set_uint(c, params, symbol(c"timeout"), time);
            }
            api.fixedpoint_set_params(c, self.raw, params);
            api.params_dec_ref(c, params);
        }
        left
    }

    /// What the answer says of the relations: a conjunction of `∀ x. R(x) = φ`.
    fn solution(&mut self, problem: &HornProblem, found: &mut [Vec<Term>]) {
        let (api, c) = (self.cx.api, self.cx.raw);
        // SAFETY: the answer is kept as long as the clauses, and its parts as long as the answer.
        unsafe {
            let answer = api.fixedpoint_get_answer(c, self.raw);
            if answer.is_null() {
                return;
            }
            api.inc_ref(c, answer);
            for part in conjuncts(api, c, answer) {
                for (relation, found) in problem.relations.iter().zip(&mut *found) {
                    let decl = self.terms.function(&self.cx, &relation.func);
                    found.extend(Reader::definition(api, c, (decl, relation), part, &problem.bound));
                }
            }
            api.dec_ref(c, answer);
        }
    }

    /// What the frames say of the relations, the last one first.
    fn frames(&mut self, problem: &HornProblem, found: &mut [Vec<Term>]) {
        for (relation, found) in problem.relations.iter().zip(found) {
            let decl = self.terms.function(&self.cx, &relation.func);
            // SAFETY: the declaration is kept by `terms`.
            let levels = unsafe { self.cx.api.fixedpoint_get_num_levels(self.cx.raw, self.raw, decl) };
            let levels = i32::try_from(levels).unwrap_or(0);
            for level in [FOR_EVER].into_iter().chain((1..levels).rev()) {
                for lemma in self.frame(level, decl, relation) {
                    if found.len() < UNSOLVED && !found.contains(&lemma) {
                        found.push(lemma);
                    }
                }
            }
        }
    }

    fn frame(&self, level: i32, decl: Z3_func_decl, relation: &HornRelation) -> Vec<Term> {
        let (api, c) = (self.cx.api, self.cx.raw);
        // SAFETY: what is read is held meanwhile.
        unsafe {
            let delta = api.fixedpoint_get_cover_delta(c, self.raw, level, decl);
            if delta.is_null() {
                return Vec::new();
            }
            api.inc_ref(c, delta);
            // the first argument is variable 0, which is the last of the list
            let arguments = relation.params.iter().rev().map(|v| v.term()).collect();
            let mut reader = Reader::new(api, c, arguments, &[]);
            let parts = conjuncts(api, c, delta);
            let lemmas = parts.into_iter().filter_map(|part| reader.formula(part)).collect();
            api.dec_ref(c, delta);
            lemmas
        }
    }
}

impl Drop for Fixedpoint {
    fn drop(&mut self) {
        // SAFETY: counted once in `new`.
        unsafe { self.cx.api.fixedpoint_dec_ref(self.cx.raw, self.raw) };
        self.terms.release(&self.cx);
    }
}

/// `∀ all. tail ⇒ head`.
fn implication(clause: &HornClause) -> Term {
    let formula = Term::implies(Term::and(clause.tail.iter().cloned()), clause.head.clone());
    let all = formula.free_vars();
    Term::forall(all, formula)
}
