//! Global invariants of ACSL, weak ones: they hold when the program begins, and whenever a function is called or
//! returns.
//!
//! A function assumes them at its start and shows them at its end. A caller shows them before each call and, where the
//! code of the callee is read in place, at its end; behind other calls they are assumed, as all functions keep them.
//! That they hold at first is shown where `main` begins, or, where a file has none, by a routine of its own. For
//! functions that only compute with numbers they do not matter, nor for those of the library that call nobody back.

use super::body::Body;
use super::environment::{Callee, Environment};
use super::value::{Lowering, Scope, View, unsupported};
use super::{lemmas, library, survey};
use crate::syntax::ast::{self, Expr, ExprKind as E, Function, UnaryOp};
use crate::syntax::walk;
use crate::types::Type;
use abide_base::Span;
use abide_ir::{AssumptionKind, Check, CheckKind};
use abide_logic::Term;

/// The routine that shows the invariants of the initial state. No function of C has such a name.
const AT_FIRST: &str = "global invariants";

/// A function without a body in which the program begins, for a file that has invariants and no `main`.
pub(super) fn at_first(env: &Environment) -> Option<Function> {
    if env.functions_to_see().any(|f| &*f.name.text == "main") {
        return None;
    }
    let known = env.invariants.iter().find(|i| !env.is_up_to_others(i.formula))?;
    let name = ast::Name {
        text: AT_FIRST.into(),
        span: known.name.span,
    };
    Some(lemmas::function(name, Vec::new(), known.name.span))
}

impl Environment<'_> {
    /// Is a function the one that shows the invariants of the initial state?
    pub fn shows_at_first(&self, name: &str) -> bool {
        name == AT_FIRST
    }

    /// Do global invariants matter to a function that is called?
    pub fn is_bound(&self, name: &str, callee: Option<&Callee>) -> bool {
        let is_callback = |ty: &Type| matches!(ty.target(), Some(Type::Function(_)));
        let calls_back = callee.is_some_and(|c| c.signature.params.iter().any(is_callback));
        let is_defined = self.is_of_program(name);
        let is_library = !is_defined && (library::needs_no_contract(name) || callee.is_some_and(|c| c.library));
        !self.invariants.is_empty() && !self.is_functional(name) && (!is_library || calls_back)
    }

    /// Is the first value of a variable that a formula speaks of somewhere else?
    fn is_up_to_others(&self, formula: &Expr) -> bool {
        let mut found = false;
        walk::each_part(formula, &mut |e| {
            found |= matches!(&*e.kind, E::Name(n) if self.globals.get(&*n.text).is_some_and(|g| g.is_extern));
        });
        found
    }

    /// Does a formula speak only of variables that nobody outside of the file can write?
    fn is_private(&self, formula: &Expr) -> bool {
        let mut private = true;
        walk::each_part(formula, &mut |e| match &*e.kind {
            E::Name(n) => {
                let global = self.globals.get(&*n.text);
                let is_own =
                    |g: &super::environment::Global| (g.is_static || g.is_const) && !self.is_pointed_to(&n.text);
                private &= global.is_none_or(is_own);
            }
            // memory, or what is defined elsewhere, may be anybody's
            E::Unary(UnaryOp::Deref, _) | E::Arrow(..) | E::Acsl(..) | E::Call(..) => private = false,
            _ => {}
        });
        private
    }

    fn is_pointed_to(&self, name: &str) -> bool {
        self.address_taken.vars.contains(name)
    }
}

impl<'a> Body<'_, 'a> {
    /// The invariants here and now, each with its place.
    fn invariants_now(&mut self) -> Lowering<Vec<(Term, Span)>> {
        let env = self.env;
        let scope = Scope::of_contract(Vec::new(), View::Now, View::Now);
        let mut now = Vec::new();
        for invariant in &env.invariants {
            if survey::speaks_of(invariant.formula, &["initialized"]) {
                let what = "a global invariant about values that memory has or has not";
                return Err(unsupported(invariant.name.span, what));
            }
            if !env.is_private(invariant.formula) {
                let text = format!(
                    "what is written outside of this file keeps the global invariant `{}`",
                    invariant.name.text
                );
                self.rely_on(AssumptionKind::Contract, invariant.name.span, text);
            }
            now.push((self.formula(invariant.formula, &scope)?, invariant.name.span));
        }
        Ok(now)
    }

    /// Does the function that is lowered assume the invariants at its start, and keep them?
    fn keeps_invariants(&self) -> bool {
        let name = &self.function.name.text;
        !self.env.shows_at_first(name) && !self.env.is_functional(name)
    }

    /// What a function may assume at its start, if it is not where the program begins.
    pub(super) fn invariants_at_start(&mut self) -> Lowering<Vec<(Term, Span)>> {
        if !self.keeps_invariants() || self.begins_program() {
            return Ok(Vec::new());
        }
        let now = self.invariants_now()?;
        Ok(now
            .into_iter()
            .flat_map(|(formula, span)| [(self.read_types(&formula), span), (formula, span)])
            .collect())
    }

    /// What a function has to show at its end.
    pub(super) fn invariants_at_end(&mut self) -> Lowering<Vec<Check>> {
        if !self.keeps_invariants() {
            return Ok(Vec::new());
        }
        let mut ends = Vec::new();
        for (formula, span) in self.invariants_now()? {
            ends.push(Check {
                formula: self.with_types(formula),
                span,
                kind: CheckKind::Postcondition,
                demanded: None,
            });
        }
        Ok(ends)
    }

    /// The invariants have to hold where the program begins, but those about variables of other files.
    pub(super) fn owe_invariants_at_first(&mut self) -> Lowering<()> {
        let env = self.env;
        let now = self.invariants_now()?.into_iter().zip(&env.invariants);
        for ((formula, place), _) in now.filter(|(_, i)| !env.is_up_to_others(i.formula)) {
            let formula = self.with_types(formula);
            self.check(formula, CheckKind::Assertion, place, None);
        }
        Ok(())
    }

    /// The invariants have to hold here, where a function is called or what was read in place of a call ends.
    pub(super) fn owe_invariants(&mut self, span: Span) -> Lowering<()> {
        for (formula, place) in self.invariants_now()? {
            let formula = self.with_types(formula);
            self.check(formula, CheckKind::Precondition, span, Some(place));
        }
        Ok(())
    }

    /// The call of a function, with what the invariants demand in front of it and give behind it.
    pub(super) fn with_invariants<T>(
        &mut self,
        (name, callee): (&str, Option<&Callee<'a>>),
        span: Span,
        call: impl FnOnce(&mut Self) -> Lowering<T>,
    ) -> Lowering<T> {
        if !self.env.is_bound(name, callee) {
            return call(self);
        }
        self.owe_invariants(span)?;
        let result = call(self)?;
        for (formula, _) in self.invariants_now()? {
            let types = self.read_types(&formula);
            self.assume(types, span);
            self.assume(formula, span);
        }
        Ok(result)
    }
}
