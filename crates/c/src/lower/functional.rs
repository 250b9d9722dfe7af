//! Functions that compute a number from numbers and touch nothing else: a run can compute what their calls return.

use super::body::Body;
use super::environment::{Callee, Environment};
use super::routine::Done;
use super::value::{Lowering, Scope, Val, View};
use super::{library, survey};
use crate::syntax::ast::{Decl, Expr, ExprKind as E, Function, Stmt, StmtKind as S, UnaryOp};
use crate::syntax::walk;
use crate::types::Type;
use abide_base::Span;
use abide_ir::{AssumptionKind, Call, Check, CheckKind, StmtKind};
use abide_logic::{Sort, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

impl Environment<'_> {
    /// Does a function, with all that it calls, take numbers, give back a number or nothing, and touch its own variables
    /// only? It may fail, or go on for ever.
    pub fn is_functional(&self, name: &str) -> bool {
        let known = self.functional.get_or_init(|| self.functions_that_compute());
        known.contains(name) || self.ends_there(name)
    }

    fn functions_that_compute(&self) -> BTreeSet<String> {
        let called = |name: &String| Some((name.clone(), self.called_by(name)?));
        let mut found: BTreeMap<String, BTreeSet<String>> = self.callees.keys().filter_map(called).collect();
        loop {
            let names: BTreeSet<String> = found.keys().cloned().collect();
            let is_known = |name: &String| names.contains(name) || self.ends_there(name);
            found.retain(|_, called| called.iter().all(is_known));
            if found.len() == names.len() {
                return names;
            }
        }
    }

    /// Does the run end where this function is called?
    fn ends_there(&self, name: &str) -> bool {
        let callee = self.callees.get(name);
        let is_defined = callee.is_some_and(|c| c.function.is_some() || c.contract.is_some());
        is_error(name) && (library::is_known(name) || !is_defined)
    }

    /// The functions that one calls, if all that it does apart from them is to compute.
    fn called_by(&self, name: &str) -> Option<BTreeSet<String>> {
        let plain = |c: &&Callee| c.contract.is_none() && !c.noreturn && !c.elsewhere && c.unread.is_empty();
        // one that is called in other ways is not seen whole by its calls
        let is_hidden = library::is_known(name) || self.escaped.contains(name);
        let callee = self.callees.get(name).filter(plain).filter(|_| !is_hidden)?;
        self.computes(callee, callee.function?)
    }

    /// The functions that the code of a function calls, if apart from them it computes with numbers only. What annotations
    /// say of its loops does not matter.
    fn computes(&self, callee: &Callee, function: &Function) -> Option<BTreeSet<String>> {
        let is_number = |ty: &Type| matches!(ty, Type::Int(_));
        let signature = &callee.signature;
        let is_result = is_number(&signature.result) || signature.result == Type::Void;
        let params = function
            .params
            .iter()
            .all(|p| p.name.is_some() && !self.types.is_volatile(&p.ty));
        let is_read = function.broken.is_none() && !self.clashes.contains_key(&*function.name.text);
        let is_known = is_read && !function.variadic && is_result && params;
        if !is_known || !signature.params.iter().all(is_number) {
            return None;
        }
        let names = function.params.iter().filter_map(|p| p.name.as_ref());
        let mut own: BTreeSet<&str> = names.map(|name| &*name.text).collect();
        let (mut fine, mut named, mut called) = (true, BTreeSet::new(), BTreeSet::new());
        walk::statements(&function.body, &mut |s| {
            fine &= is_plain(s);
            if let S::Decl(all) = &s.kind {
                fine &= all.iter().all(|d| self.is_plain_variable(d));
                own.extend(all.iter().map(|d| &*d.name.text));
            }
            for e in walk::evaluated(s) {
                survey::values(e, &mut named);
                walk::each_part(e, &mut |e| {
                    fine &= self.is_arithmetic(e);
                    if let E::Call(f, _, _) = &*e.kind
                        && let E::Name(name) = &*f.kind
                    {
                        called.insert(name.text.to_string());
                    }
                });
            }
        });
        // a variable of the file may be meant outside of the block of one that hides it
        let is_own = |name: &String| own.contains(name.as_str()) && !self.globals.contains_key(name);
        let is_called = |name: &String| !own.contains(name.as_str());
        (fine && named.iter().all(is_own) && called.iter().all(is_called)).then_some(called)
    }

    fn is_plain_variable(&self, d: &Decl) -> bool {
        let storage = &d.storage;
        let is_shared = storage.is_static || storage.is_extern || storage.thread_local || storage.typedef;
        !is_shared && !d.ghost && !self.types.is_volatile(&d.ty) && matches!(self.types.resolve(&d.ty), Type::Int(_))
    }

    fn is_arithmetic(&self, e: &Expr) -> bool {
        match &*e.kind {
            E::Int(_) | E::Char(_) | E::Name(_) | E::Binary(..) | E::Assign(..) | E::Step { .. } => true,
            E::Conditional(..) | E::Comma(..) => true,
            E::Unary(op, _) => !matches!(op, UnaryOp::Deref | UnaryOp::Address | UnaryOp::Real),
            E::Call(f, _, _) => matches!(&*f.kind, E::Name(_)),
            E::Cast(ty, _) => matches!(self.types.resolve(ty), Type::Int(_) | Type::Void),
            _ => false,
        }
    }
}

/// Does a function stand for an error, or end the program?
fn is_error(name: &str) -> bool {
    matches!(
        name,
        "reach_error" | "__VERIFIER_error" | "__VERIFIER_assert" | "__assert_fail" | "assert" | "abort" | "exit"
    )
}

fn is_plain(s: &Stmt) -> bool {
    !matches!(
        s.kind,
        S::Record(_) | S::Enum(_) | S::GotoComputed(_) | S::Asm(_) | S::Assert(..) | S::Contract(..)
    )
}

/// A function as it can be run, if it can.
pub(super) fn code(done: &Done) -> Option<abide_ir::Function> {
    let are_numbers = done.routine.inputs.iter().all(|v| *v.sort() == Sort::Int);
    (done.functional && are_numbers).then(|| abide_ir::Function {
        routine: done.routine.clone(),
        result: done.result.clone(),
    })
}

impl<'a> Body<'_, 'a> {
    /// A call of a function that computes: any number may come back of which nothing more is known.
    pub(super) fn call_functional(
        &mut self,
        name: &str,
        callee: &Callee<'a>,
        values: Vec<Val>,
        span: Span,
    ) -> Lowering<Val> {
        self.followed.extend(callee.function.map(|f| f.name.text.to_string()));
        self.guesses.insert(span);
        let values: Vec<Val> = values.into_iter().map(|v| self.save(v, span)).collect();
        self.keep_to_granted(callee, &values, span);
        let ty = callee.signature.result.clone();
        self.returned.insert(ty.clone());
        let result = (ty != Type::Void).then(|| self.temp("any", Sort::Int));
        let returns = self.temp("returns", Sort::Bool);
        let vars = result.clone().into_iter().chain([returns.clone()]);
        self.emit(StmtKind::Havoc(vars.collect()), span);
        let call = Call {
            callee: callee.function.map_or(name, |f| &*f.name.text).to_string(),
            args: values.iter().flat_map(|v| v.parts.clone()).collect(),
            result: result.clone(),
        };
        self.calls.insert(returns.clone(), call);
        let parts: Vec<Term> = result.iter().map(Var::term).collect();
        self.assume_given(&ty, &parts, span);
        self.assume(returns.term(), span);
        let names = callee.params.iter().cloned().zip(values);
        let bound = names.filter_map(|(name, val)| Some((name?, val))).collect();
        let mut after = Scope::of_contract(bound, View::Now, View::Now);
        after.result = result.map(|var| self.typed(ty.clone(), vec![var.term()]));
        for clause in callee.function.into_iter().flat_map(|f| f.summary.iter().flatten()) {
            let formula = self.formula(&clause.formula, &after)?;
            self.assume(formula, span);
        }
        if self.leads_back(name) {
            self.rely_on(AssumptionKind::Termination, span, "the recursion ends");
        } else {
            self.returns_safely(name, span);
        }
        Ok(match ty {
            Type::Void => Val::void(),
            ty => self.typed(ty, parts),
        })
    }

    /// What the function is to ensure, though nobody wrote it down.
    pub(super) fn summary_at_end(&mut self, after: &Scope) -> Lowering<Vec<Check>> {
        let mut ends = Vec::new();
        for clause in self.function.summary.iter().flatten() {
            ends.push(Check {
                formula: self.formula(&clause.formula, after)?,
                span: clause.span,
                kind: CheckKind::Postcondition,
                demanded: None,
            });
        }
        Ok(ends)
    }
}
