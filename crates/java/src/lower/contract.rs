//! Contracts: what a method may assume and must establish.

use super::body::Body;
use super::granted::{self, Clauses};
use super::value::{Lowering, Scope, Val, View, arithmetic_of, unsupported};
use crate::syntax::ast::{self, Behavior, Clause, ExprKind, SpecCase};
use crate::types::{ClassId, MethodRef, Type};
use abide_base::Span;
use abide_ir::Grant;
use abide_logic::Term;

/// A method's own and inherited specification cases.
pub(super) struct Contract<'a> {
    /// The cases, each with the method it was written for: its parameters may have other names
    /// there.
    pub cases: Vec<(MethodRef<'a>, &'a SpecCase)>,
    /// Does the method write nothing?
    pub pure: bool,
    /// Do all cases count at once, as in ESC/Java?
    pub adds_up: bool,
}

/// The contract of a method that has none.
fn empty_case() -> &'static SpecCase {
    static NOTHING: std::sync::OnceLock<SpecCase> = std::sync::OnceLock::new();
    NOTHING.get_or_init(SpecCase::default)
}

/// Whether a contract is read to be kept, or to be relied on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// By the method itself.
    Own,
    /// By those who call it.
    Caller,
}

impl<'a> Contract<'a> {
    /// The cases written for one method.
    pub fn own(m: MethodRef<'a>) -> Contract<'a> {
        Contract {
            cases: m.decl.spec.cases.iter().map(|c| (m, c)).collect(),
            pure: false,
            adds_up: false,
        }
    }

    /// One case alone.
    pub fn only(&self, number: usize) -> Contract<'a> {
        Contract {
            cases: vec![self.cases[number]],
            pure: false,
            adds_up: false,
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
            math: arithmetic_of(&m.decl.modifiers),
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
        self.cases.len() <= 1 || self.adds_up
    }
}

impl<'a> Body<'_, 'a> {
    /// The contract of a method, with what it inherits.
    pub(super) fn contract(&self, m: MethodRef<'a>) -> Contract<'a> {
        let mut contract = Contract {
            pure: self.env.is_pure(m),
            adds_up: self.adds_up(m),
            ..Contract::own(m)
        };
        for up in self.classes().overridden(m) {
            let theirs = Contract::own(up).cases;
            // a method without a contract promises nothing, and asks for nothing
            if theirs.is_empty() && !contract.cases.is_empty() && !contract.adds_up {
                contract.cases.push((up, empty_case()));
            }
            contract.cases.extend(theirs);
            contract.pure |= self.env.is_pure(up);
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
        let here = contract.scope(number, scope);
        let (m, case) = contract.cases[number];
        let mut all = Vec::new();
        for clause in &case.requires {
            let formula = match &*clause.formula.kind {
                ExprKind::Unknown(word) if word == "\\same" => self.same(m, scope, clause.span)?,
                _ => self.formula(&clause.formula, &here)?,
            };
            all.push((formula, clause.span));
        }
        Ok(all)
    }

    /// `\same`: the precondition that a method inherits.
    fn same(&mut self, m: MethodRef<'a>, scope: &Scope, span: Span) -> Lowering<Term> {
        let mut inherited = Contract {
            cases: Vec::new(),
            pure: false,
            adds_up: false,
        };
        for up in self.classes().overridden(m) {
            let theirs = Contract::own(up).cases;
            match theirs.is_empty() {
                true => inherited.cases.push((up, empty_case())),
                false => inherited.cases.extend(theirs),
            }
        }
        if inherited.cases.is_empty() {
            return Err(unsupported(span, "`\\same` where nothing is inherited"));
        }
        let mut ways = Vec::new();
        for number in 0..inherited.cases.len() {
            let parts = self.requires(&inherited, number, scope)?;
            ways.push(Term::and(parts.into_iter().map(|(t, _)| t)));
        }
        Ok(Term::or(ways))
    }

    /// What follows from the preconditions, if the contract is right.
    pub(super) fn implied(&mut self, contract: &Contract<'a>, scope: &Scope) -> Lowering<Vec<(Term, Span)>> {
        let mut all = Vec::new();
        for (number, (_, case)) in contract.cases.iter().enumerate() {
            let here = contract.scope(number, scope);
            for clause in &case.implied {
                let guard = self.case_guard(contract, number, scope)?;
                let formula = self.formula(&clause.formula, &here)?;
                all.push((Term::implies(guard, formula), clause.span));
            }
        }
        Ok(all)
    }

    /// Are parameters, results and fields with these modifiers non-null?
    pub(super) fn is_non_null(&self, modifiers: &ast::Modifiers, class: ClassId, ty: &Type) -> bool {
        let default = self.env.options.non_null_by_default;
        ty.is_reference() && self.classes().is_non_null(modifiers, class, default)
    }

    /// Exceptions that may leave a method with this contract: in some case of it.
    pub(super) fn allowed_exceptions(
        &mut self,
        m: MethodRef<'a>,
        contract: &Contract<'a>,
        side: Side,
    ) -> Lowering<Vec<Type>> {
        let mut allowed = Vec::new();
        if contract.cases.is_empty() {
            for ty in &m.decl.throws {
                allowed.push(self.declared_exception(ty, m, side)?);
            }
        }
        for number in 0..contract.cases.len() {
            for set in self.allowed_in_case(contract, number, side)? {
                for ty in set.0 {
                    if !allowed.contains(&ty) {
                        allowed.push(ty);
                    }
                }
            }
        }
        Ok(allowed)
    }

    /// An exception that a method declares. A type parameter is an exception of a class that only its callers know, and
    /// they may have given it any.
    fn declared_exception(&mut self, ty: &ast::TypeRef, m: MethodRef<'a>, side: Side) -> Lowering<Type> {
        match (self.classes().thrown_by_parameter(ty, m.class, m.decl), side) {
            (Some(unknown), Side::Own) => Ok(Type::Class(unknown)),
            (Some(_), Side::Caller) => Ok(Type::Class(self.classes().known("Throwable"))),
            (None, _) => self.resolve_known(ty, m.class),
        }
    }

    /// Exceptions that may leave a method in one case of its contract; what is thrown is in each of the sets. Where
    /// nothing is said of it, those that the method declares and those that the case speaks of.
    fn allowed_in_case(
        &mut self,
        contract: &Contract<'a>,
        number: usize,
        side: Side,
    ) -> Lowering<Vec<(Vec<Type>, Option<Span>)>> {
        let (written, case) = contract.cases[number];
        let first = case.ensures.first().or(case.requires.first()).map(|c| c.span);
        if case.behavior == Behavior::Normal {
            return Ok(vec![(Vec::new(), first)]);
        }
        let mut sets = Vec::new();
        for (types, span) in &case.signals_only {
            let types: Lowering<Vec<Type>> = types.iter().map(|t| self.resolve_known(t, written.class)).collect();
            sets.push((types?, Some(*span)));
        }
        if !sets.is_empty() {
            return Ok(sets);
        }
        let mut allowed = Vec::new();
        for ty in &written.decl.throws {
            allowed.push(self.declared_exception(ty, written, side)?);
        }
        let is_false = |f: &ast::Expr| matches!(&*f.kind, ExprKind::Literal(ast::Literal::Bool(false)));
        for signals in &case.signals {
            if !signals.formula.as_ref().is_some_and(is_false) {
                allowed.push(self.resolve_known(&signals.ty, written.class)?);
            }
        }
        let place = case.signals.first().map(|s| s.span).or(first);
        Ok(vec![(allowed, place)])
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
            for (formula, span) in self.preserved_models(contract.cases[number], &here)? {
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
        side: Side,
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
            let sets = self.allowed_in_case(contract, number, side)?;
            if contract.is_single() && sets.len() == 1 {
                // other exceptions are errors where they are thrown
                continue;
            }
            for (types, span) in sets {
                let one = Term::or(types.iter().map(|ty| self.has_type(thrown, ty)).collect::<Vec<_>>());
                ends.push((
                    Term::implies(guard.clone(), one),
                    span.unwrap_or(written.decl.name.span),
                ));
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
            sets.push(self.allowed_exceptions(one, &Contract::own(one), Side::Own)?);
        }
        Ok(sets)
    }

    /// What each precondition says that the method is granted, and what the types of what it reads say.
    pub(super) fn granted_preconditions(&mut self, routine: &str) -> Vec<Grant> {
        let clauses: &'a Clauses = self.env.granted;
        let entry = self.contract_scope(View::Now, View::Now);
        let mut granted = Vec::new();
        for (number, clause) in clauses.get(routine).into_iter().flatten().enumerate() {
            let formula = match clause {
                Some(granted::Clause::Requires(formula)) => self.formula(formula, &entry).ok(),
                _ => None,
            };
            // what is not understood says nothing
            let facts = formula.map_or_else(Vec::new, |f| vec![self.read_types(&f), f]);
            let place = Grant::place(self.method.decl.name.span, number);
            granted.push(Grant { facts, place });
        }
        granted
    }

    /// The exceptions that the method may throw by what it is granted.
    pub(super) fn granted_exceptions(&mut self, routine: &str) -> Lowering<Vec<Type>> {
        let clauses: &'a Clauses = self.env.granted;
        let mut types = Vec::new();
        for clause in clauses.get(routine).into_iter().flatten() {
            if let Some(granted::Clause::Signals(ty)) = clause {
                types.push(self.resolve_known(ty, self.method.class)?);
            }
        }
        Ok(types)
    }
}
