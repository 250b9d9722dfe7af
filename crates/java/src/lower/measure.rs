//! Measures of methods: `decreases`, `measured_by`.
//!
//! Where a method with a measure calls one that may lead back to it, that one has a measure too; for the arguments it
//! is a natural number and smaller than the method's own was at its beginning. The call graph is that of the names in
//! all bodies of the given files.

use super::body::Body;
use super::contract::Contract;
use super::state::Measure;
use super::value::{Lowering, Scope, Val};
use crate::syntax::ast::{Clause, ExprKind};
use crate::syntax::walk;
use crate::types::{MethodRef, Type};
use abide_base::{Diagnostic, Span};
use abide_ir::CheckKind;
use abide_logic::Term;
use std::collections::BTreeSet;

impl<'a> Body<'_, 'a> {
    /// The measures in a contract, read in the state of the scope.
    pub(super) fn measures_of(&mut self, contract: &Contract<'a>, scope: &Scope) -> Lowering<Vec<Measure>> {
        let mut all = Vec::new();
        for (number, (_, case)) in contract.cases.iter().enumerate() {
            let Some(Clause { formula, span }) = case.decreases.first() else {
                continue;
            };
            if let Some(second) = case.decreases.get(1) {
                self.leave_out(Diagnostic::warning(second.span, "a method has one measure only"));
            }
            let here = contract.scope(number, scope);
            let guard = self.case_guard(contract, number, scope)?;
            let Val { term, ty, .. } = self.spec(formula, &here)?;
            if !matches!(ty, Type::Int(_)) {
                self.leave_out(Diagnostic::warning(formula.span, "a measure is an integer"));
                continue;
            }
            let (value, span) = (term, *span);
            all.push(Measure { guard, value, span });
        }
        Ok(all)
    }

    /// A call makes the measure of the method smaller, if it can lead back to it.
    pub(super) fn smaller(
        &mut self,
        callee: MethodRef<'a>,
        contract: &Contract<'a>,
        scope: &Scope,
        span: Span,
    ) -> Lowering<()> {
        let own = self.measures.clone();
        if own.is_empty() || !self.leads_to(callee, self.verified) {
            return Ok(());
        }
        let theirs = self.measures_of(contract, scope)?;
        if theirs.len() < contract.cases.len() || theirs.is_empty() {
            let name = &callee.decl.name.text;
            let message = format!("`{name}` may lead back here, and has no measure in some case of its contract");
            let place = own.first().map_or(span, |m| m.span);
            self.leave_out(Diagnostic::warning(span, message).related(place, "the measure of this method"));
        }
        for before in &own {
            for now in &theirs {
                let given = Term::and([before.guard.clone(), now.guard.clone()]);
                let natural = Term::le(Term::int(0), now.value.clone());
                let smaller = Term::lt(now.value.clone(), before.value.clone());
                let holds = self.with_types(Term::implies(given, Term::and([natural, smaller])));
                self.check(holds, CheckKind::Decreases, span, Some(before.span));
            }
        }
        Ok(())
    }

    /// Can a call of a method come to a call of another one?
    fn leads_to(&self, from: MethodRef<'a>, to: MethodRef<'a>) -> bool {
        let mut reached: BTreeSet<&str> = BTreeSet::new();
        let mut next: Vec<&str> = vec![&from.decl.name.text];
        while let Some(name) = next.pop() {
            if name == &*to.decl.name.text {
                return true;
            }
            if !reached.insert(name) {
                continue;
            }
            let declared = self.classes().ids().filter_map(|id| self.classes().get(id).decl);
            for method in declared.flat_map(|d| &d.methods).filter(|m| &*m.name.text == name) {
                walk::each_expr(method.body.iter().flatten(), &mut |e| match &*e.kind {
                    ExprKind::Call(_, callee, _) => next.push(&callee.text),
                    ExprKind::New(ty, _, _) => next.push(ty.name.rsplit('.').next().unwrap_or(&ty.name)),
                    _ => {}
                });
            }
        }
        false
    }
}
