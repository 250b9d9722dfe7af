//! Contracts: what a method may assume and must establish.

use super::{Body, Lowering, Scope, Val};
use crate::syntax::ast::{self, Behavior, Clause, ExprKind, SpecCase};
use crate::types::{ClassId, MethodRef, Type};
use abide_base::Span;
use abide_logic::Term;

/// A method's own and inherited specification cases.
pub(super) struct Contract<'a> {
    /// The cases, each with the method it was written for: its parameters may have other names
    /// there.
    pub cases: Vec<(MethodRef<'a>, &'a SpecCase)>,
    /// Does the method write nothing?
    pub pure: bool,
}

/// The contract of a method that has none.
fn nothing_asked() -> &'static SpecCase {
    static NOTHING: std::sync::OnceLock<SpecCase> = std::sync::OnceLock::new();
    NOTHING.get_or_init(SpecCase::default)
}

impl<'a> Contract<'a> {
    /// The cases written for one method.
    pub fn own(m: MethodRef<'a>) -> Contract<'a> {
        Contract {
            cases: m.decl.spec.cases.iter().map(|c| (m, c)).collect(),
            pure: false,
        }
    }

    /// One case alone.
    pub fn only(&self, number: usize) -> Contract<'a> {
        Contract {
            cases: vec![self.cases[number]],
            pure: false,
        }
    }

    /// The scope of a case: parameters by the names they have where it was written.
    pub fn scope(&self, number: usize, scope: &Scope) -> Scope {
        let (m, _) = self.cases[number];
        let this = scope.this.as_ref();
        let mut scope = Scope {
            class: m.class,
            // a subclass may have a field of the same name
            this: this.map(|t| Val::new(t.term.clone(), Type::Class(m.class))),
            ..scope.clone()
        };
        for ((name, _), own) in scope.bound.iter_mut().zip(&m.decl.params) {
            *name = own.name.text.to_string();
        }
        scope
    }

    /// Nothing is written about the method.
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty() && !self.pure
    }

    /// The case of a contract whose precondition needs no saying.
    pub fn is_single(&self) -> bool {
        self.cases.len() <= 1
    }
}

impl<'a> Body<'_, 'a> {
    /// The contract of a method, with what it inherits.
    pub(super) fn contract(&self, m: MethodRef<'a>) -> Contract<'a> {
        let mut contract = Contract {
            pure: self.world.is_pure(m),
            ..Contract::own(m)
        };
        for up in self.classes().overridden(m) {
            let theirs = Contract::own(up).cases;
            // a method without a contract promises nothing, and asks for nothing
            if theirs.is_empty() && !contract.cases.is_empty() {
                contract.cases.push((up, nothing_asked()));
            }
            contract.cases.extend(theirs);
            contract.pure |= self.world.is_pure(up);
        }
        contract
    }

    /// The precondition of a case.
    pub(super) fn requires(
        &mut self,
        contract: &Contract<'a>,
        number: usize,
        scope: &Scope,
    ) -> Lowering<Vec<(Term, Span)>> {
        let scope = contract.scope(number, scope);
        let each = contract.cases[number].1.requires.iter();
        each.map(|c| Ok((self.formula(&c.formula, &scope)?, c.span))).collect()
    }

    /// Are parameters, results and fields with these modifiers non-null?
    pub(super) fn is_non_null(&self, modifiers: &ast::Modifiers, class: ClassId, ty: &Type) -> bool {
        let default = self.world.options.non_null_by_default;
        ty.is_reference() && self.classes().is_non_null(modifiers, class, default)
    }

    /// Exceptions that may leave a method with this contract.
    pub(super) fn allowed_exceptions(&mut self, m: MethodRef<'a>, contract: &Contract<'a>) -> Lowering<Vec<Type>> {
        let mut allowed = Vec::new();
        let mut only = false;
        for (written, case) in &contract.cases {
            if let Some((types, _)) = &case.signals_only {
                only = true;
                for ty in types {
                    allowed.push(self.resolve_known(ty, written.class)?);
                }
            }
        }
        if only {
            return Ok(allowed);
        }
        for ty in &m.decl.throws {
            allowed.push(self.resolve_known(ty, m.class)?);
        }
        for (written, case) in &contract.cases {
            for signals in &case.signals {
                let never = signals
                    .formula
                    .as_ref()
                    .is_some_and(|f| matches!(&*f.kind, ExprKind::Literal(ast::Literal::Bool(false))));
                if !never {
                    allowed.push(self.resolve_known(&signals.ty, written.class)?);
                }
            }
        }
        let all_normal =
            !contract.cases.is_empty() && contract.cases.iter().all(|(_, c)| c.behavior == Behavior::Normal);
        if all_normal {
            allowed.clear();
        }
        Ok(allowed)
    }

    /// What must hold at a normal end: formulas with their places.
    pub(super) fn normal_end(&mut self, contract: &Contract<'a>, scope: &Scope) -> Lowering<Vec<(Term, Span)>> {
        let mut ends = Vec::new();
        for (number, (_, case)) in contract.cases.iter().enumerate() {
            let here = contract.scope(number, scope);
            let guard = self.case_guard(contract, number, scope)?;
            if case.behavior == Behavior::Exceptional {
                let span = case.requires.first().map_or(Span::default(), |c| c.span);
                ends.push((Term::not(guard.clone()), span));
            }
            for Clause { formula, span } in &case.ensures {
                let formula = self.formula(formula, &here)?;
                ends.push((Term::implies(guard.clone(), formula), *span));
            }
            for (formula, span) in self.kept_models(contract.cases[number], &here)? {
                ends.push((Term::implies(guard.clone(), formula), span));
            }
        }
        Ok(ends)
    }

    /// What must hold when `thrown` leaves the method.
    pub(super) fn exceptional_end(
        &mut self,
        contract: &Contract<'a>,
        scope: &Scope,
        thrown: &Term,
    ) -> Lowering<Vec<(Term, Span)>> {
        let mut ends = Vec::new();
        for (number, (written, case)) in contract.cases.iter().enumerate() {
            let guard = self.case_guard(contract, number, scope)?;
            for signals in &case.signals {
                let ty = self.resolve_known(&signals.ty, written.class)?;
                let is = self.has_type(thrown, &ty);
                let mut here = contract.scope(number, scope);
                if let Some(name) = &signals.name {
                    here.bound.push((name.text.to_string(), Val::new(thrown.clone(), ty)));
                }
                let formula = match &signals.formula {
                    Some(f) => self.formula(f, &here)?,
                    None => Term::tt(),
                };
                ends.push((Term::implies(Term::and([guard.clone(), is]), formula), signals.span));
            }
            if case.behavior == Behavior::Normal && !contract.is_single() {
                let span = case
                    .ensures
                    .first()
                    .or(case.requires.first())
                    .map_or(Span::default(), |c| c.span);
                ends.push((Term::not(guard), span));
            }
        }
        Ok(ends)
    }

    /// The precondition of a case, in the pre-state; `true` where there is only one case.
    pub(super) fn case_guard(&mut self, contract: &Contract<'a>, number: usize, scope: &Scope) -> Lowering<Term> {
        if contract.is_single() {
            return Ok(Term::tt());
        }
        let before = Scope {
            view: scope.old,
            result: None,
            ..scope.clone()
        };
        let parts = self.requires(contract, number, &before)?;
        Ok(Term::and(parts.into_iter().map(|(t, _)| t)))
    }

    /// The exceptions that may leave a method: by its own contract, and by that of each method
    /// it overrides, whose callers know no other.
    pub(super) fn allowed_everywhere(&mut self, m: MethodRef<'a>) -> Lowering<Vec<Vec<Type>>> {
        let above = self.classes().overridden(m);
        let mut sets = Vec::new();
        for one in std::iter::once(m).chain(above.iter().copied()) {
            let alone = one.decl.spec.cases.is_empty() && std::ptr::eq(one.decl, m.decl) && !above.is_empty();
            if alone {
                continue;
            }
            sets.push(self.allowed_exceptions(one, &Contract::own(one))?);
        }
        Ok(sets)
    }
}
