//! Calls by contract.
//!
//! ```text
//! call x := p(e, y)   where p(a, inout b) returns (r) requires R; ensures E; modifies g;
//!
//! assert R[a := e, b := y];
//! a', y', g' := e, y, g;          -- those that E needs
//! havoc y, g, x;
//! assume E[a := a', b := y, r := x, old(b) := y', old(g) := g'];
//! ```
//!
//! A global variable that takes a result or is an `inout` argument is copied in before and out
//! after, because the contract may mention the global variable itself.

use super::super::ast::{Call, ClauseKind, Expr, Mode, Name, Param, Procedure, Type};
use super::assign::count;
use super::decls::Signature;
use super::expr::arity;
use super::past::When;
use super::routine::Lowering;
use super::scope::{Entry, Role, Scope, unknown};
use super::value::Value;
use crate::program::{Block, Check, CheckKind, Stmt, StmtKind};
use abide_base::{Diagnostic, Span};
use abide_logic::{Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// What the names of a called procedure stand for: role and value, in the order of the
/// parameters and the results.
struct Frame<'a> {
    callee: &'a Procedure,
    params: Vec<(Role, Value)>,
    results: Vec<Value>,
}

/// What happens around a call.
#[derive(Default)]
struct Copying {
    before: Vec<(Var, Term)>,
    after: Vec<(Var, Term)>,
}

impl Lowering<'_> {
    pub(super) fn call(&mut self, call: &Call, span: Span, out: &mut Block) {
        let decls = self.decls;
        let Some(signature) = decls.procedures.get(&call.callee.text) else {
            self.unknown(&call.callee, || {
                let error = unknown("procedure", &call.callee, decls.procedures.names());
                match decls.functions.get(&call.callee.text) {
                    Some(_) => error.help("a function is applied in an expression, without `call`"),
                    None => error,
                }
            });
            call.args.iter().for_each(|arg| drop(self.expr(arg)));
            call.targets.iter().for_each(|target| drop(self.assignable(target)));
            return;
        };
        let mut copying = Copying::default();
        let frame = self.frame(call, signature, span, &mut copying);
        self.emit_checks(out);
        let modified = self.modified(signature, span);
        if !signature.usable {
            self.fail();
        }
        if let (Some(frame), Some(modified), true) = (frame, modified, signature.usable) {
            push_assign(copying.before, span, out);
            self.by_contract(frame, modified, span, out);
            push_assign(copying.after, span, out);
        }
    }

    /// Evaluates the arguments and finds variables for what comes back.
    fn frame<'b>(
        &mut self,
        call: &Call,
        signature: &Signature<'b>,
        span: Span,
        copying: &mut Copying,
    ) -> Option<Frame<'b>> {
        let callee = signature.ast;
        let mut given: BTreeMap<Var, Span> = BTreeMap::new();
        let mut params = Vec::new();
        for (param, arg) in callee.params.iter().zip(&call.args) {
            params.push(match param.mode {
                Mode::Plain => self.typed(arg, &param.binding.ty).map(|value| (Role::Argument, value)),
                Mode::Inout => self
                    .inout(param, arg, &mut given, copying)
                    .map(|value| (Role::Local, value)),
            });
        }
        let mut results = Vec::new();
        if call.targets.is_empty() {
            for result in &callee.results {
                results.push(Some(Value::of_vars(
                    result.ty.clone(),
                    &self.new_locals(&result.name.text, &result.ty),
                )));
            }
        }
        for (result, target) in callee.results.iter().zip(&call.targets) {
            let value = self.variable_for(target, &result.ty, &mut given);
            results.push(value.map(|(role, value)| self.out_of(&result.name, role, value, copying)));
        }
        if !signature.usable {
            return None;
        }
        if callee.params.len() != call.args.len() {
            self.error(|| {
                arity("procedure", &call.callee, callee.params.len(), call.args.len(), span)
                    .related(callee.name.span(), "declared here")
            });
            return None;
        }
        if !call.targets.is_empty() && callee.results.len() != call.targets.len() {
            let (has, wants) = (
                count(callee.results.len(), "result"),
                count(call.targets.len(), "variable"),
            );
            self.error(|| {
                let message = format!(
                    "the procedure `{}` has {has}, but there is place for {wants}",
                    callee.name.text
                );
                Diagnostic::error(span, message).related(callee.name.span(), "declared here")
            });
            return None;
        }
        Some(Frame {
            callee,
            params: params.into_iter().collect::<Option<_>>()?,
            results: results.into_iter().collect::<Option<_>>()?,
        })
    }

    /// The argument of an `inout` parameter: a variable, of the same type.
    fn inout(
        &mut self,
        param: &Param,
        arg: &Expr,
        given: &mut BTreeMap<Var, Span>,
        copying: &mut Copying,
    ) -> Option<Value> {
        let name = &param.binding.name;
        let Some(variable) = Self::as_name(arg) else {
            self.error(|| {
                let message = format!(
                    "the argument of the `inout` parameter `{}` must be a variable",
                    name.text
                );
                Diagnostic::error(arg.span(), message).related(name.span(), "declared here")
            });
            self.expr(arg);
            return None;
        };
        let (role, value) = self.variable_for(&variable, &param.binding.ty, given)?;
        let inside = self.out_of(name, role, value.clone(), copying);
        if role == Role::Global {
            copying.before.extend(inside.vars().into_iter().zip(value.parts));
        }
        Some(inside)
    }

    /// A variable that the call changes: it can be assigned, has the type, and is given once.
    fn variable_for(&mut self, name: &Name, ty: &Type, given: &mut BTreeMap<Var, Span>) -> Option<(Role, Value)> {
        let value = self.assignable(name)?;
        let (role, ..) = self.resolve(name)?;
        if value.ty != *ty {
            self.error(|| super::expr::mismatch(name.span(), ty, &value.ty));
            return None;
        }
        if let Some(first) = given.insert(value.vars().swap_remove(0), name.span()) {
            self.error(|| {
                Diagnostic::error(name.span(), format!("the call gives two values to `{}`", name.text))
                    .related(first, "here too")
            });
            return None;
        }
        Some((role, value))
    }

    /// Where a value comes out of the call: in the variable itself, or, if that is global, in a
    /// new one that is copied to it afterwards.
    fn out_of(&mut self, name: &Name, role: Role, value: Value, copying: &mut Copying) -> Value {
        if role != Role::Global {
            return value;
        }
        let vars = self.new_locals(&name.text, &value.ty);
        copying
            .after
            .extend(value.vars().into_iter().zip(vars.iter().map(Var::term)));
        Value::of_vars(value.ty, &vars)
    }

    /// What the procedure modifies besides what it is given; this routine must be allowed to.
    fn modified(&mut self, signature: &Signature, span: Span) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        for root in &signature.modifies {
            let doing = format!("the call of `{}` changes", signature.ast.name.text);
            self.check_modifies(root, span, &doing);
            values.push(self.root(root));
        }
        values.into_iter().collect()
    }

    fn by_contract(&mut self, frame: Frame, modified: Vec<Value>, span: Span, out: &mut Block) {
        let Frame {
            callee,
            mut params,
            results,
        } = frame;
        for (formula, demanded) in self.contract(callee, Part::Requires, &params, &[]) {
            out.push(Stmt {
                kind: StmtKind::Assert(Check {
                    formula,
                    span,
                    kind: CheckKind::Precondition,
                    demanded: Some(demanded),
                }),
                span,
            });
        }
        let inout = params
            .iter()
            .filter(|(role, _)| *role == Role::Local)
            .map(|(_, value)| value);
        let changed: Vec<Value> = modified.iter().chain(inout).chain(&results).cloned().collect();
        let vars: Vec<Var> = changed.iter().flat_map(Value::vars).collect();
        self.past.changed = vars.iter().map(Var::tag).collect();
        let saved = self.save_arguments(callee, &mut params);
        let ensured = self.contract(callee, Part::Ensures, &params, &results);
        let needed: BTreeSet<Var> = ensured.iter().flat_map(|(formula, _)| formula.free_vars()).collect();
        let mut copies: Vec<(Var, Term)> = saved.into_iter().filter(|(var, _)| needed.contains(var)).collect();
        copies.extend(std::mem::take(&mut self.past.recent).into_used());
        self.adopt(copies.iter().map(|(copy, _)| copy));
        push_assign(copies, span, out);
        if !vars.is_empty() {
            let kind = StmtKind::Havoc(vars);
            out.push(Stmt { kind, span });
        }
        for value in &changed {
            self.assume_natural(value, span, out);
        }
        for (formula, _) in ensured {
            let kind = StmtKind::Assume(formula);
            out.push(Stmt { kind, span });
        }
    }

    /// Arguments that the call itself would change are read from copies made before.
    fn save_arguments(&mut self, callee: &Procedure, params: &mut [(Role, Value)]) -> Vec<(Var, Term)> {
        let mut saved = Vec::new();
        for (param, (role, value)) in callee.params.iter().zip(params) {
            let touched = |term: &Term| term.free_vars().iter().any(|v| self.past.changed.contains(&v.tag()));
            if *role == Role::Argument && value.parts.iter().any(touched) {
                let vars = self.new_vars(&param.binding.name.text, &value.ty);
                saved.extend(vars.iter().cloned().zip(std::mem::take(&mut value.parts)));
                *value = Value::of_vars(value.ty.clone(), &vars);
            }
        }
        saved
    }

    /// The formulas of a part of a contract, where the names of the procedure stand for the
    /// given values, each with the place of its clause.
    fn contract(
        &mut self,
        callee: &Procedure,
        part: Part,
        params: &[(Role, Value)],
        results: &[Value],
    ) -> Vec<(Term, Span)> {
        let mut scope = Scope::default();
        scope.open();
        let params = callee
            .params
            .iter()
            .map(|p| &p.binding.name)
            .zip(params.iter().cloned());
        let results = callee
            .results
            .iter()
            .map(|r| &r.name)
            .zip(results.iter().map(|v| (Role::Local, v.clone())));
        for (name, (role, value)) in params.chain(results) {
            let entry = Entry {
                role,
                value: Some(value),
                span: name.span(),
            };
            // a contract in which a name is declared twice is not usable
            let _ = scope.declare(name, entry);
        }
        std::mem::swap(&mut self.scope, &mut scope);
        let mut formulas = Vec::new();
        for clause in &callee.clauses {
            let formula = match (&clause.kind, part) {
                (ClauseKind::Requires(e), Part::Requires) => self.formula(e, When::Never("")),
                (ClauseKind::Ensures(e), Part::Ensures) => self.formula(e, When::Call),
                _ => continue,
            };
            formulas.extend(formula.map(|formula| (formula, clause.place.0)));
        }
        std::mem::swap(&mut self.scope, &mut scope);
        formulas
    }
}

/// A part of a contract.
#[derive(Clone, Copy)]
enum Part {
    Requires,
    Ensures,
}

fn push_assign(pairs: Vec<(Var, Term)>, span: Span, out: &mut Block) {
    if !pairs.is_empty() {
        let kind = StmtKind::Assign(pairs);
        out.push(Stmt { kind, span });
    }
}
