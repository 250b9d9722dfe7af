//! What must hold where a method ends: its postconditions, and the invariants of its objects.

use super::body::Body;
use super::contract::{Contract, Side};
use super::value::{Lowering, Scope, Val, View};
use crate::syntax::ast::{self, Origin};
use crate::types::{MethodRef, Type};
use abide_base::Span;
use abide_ir::{Check, CheckKind};
use abide_logic::{Sort, Term};

impl<'a> Body<'_, 'a> {
    /// What `initially` clauses of the class and of those above it say of an object that a constructor has made.
    fn initial_conditions(&mut self, m: MethodRef<'a>, scope: &Scope) -> Lowering<Vec<(Term, Span)>> {
        let mut found = Vec::new();
        for class in self.classes().ancestors(m.class) {
            let Some(decl) = self.classes().get(class).decl else {
                continue;
            };
            let here = Scope {
                bound: Vec::new(),
                this: scope
                    .this
                    .as_ref()
                    .map(|t| Val::new(t.term.clone(), Type::Class(class))),
                class,
                math: self.arithmetic_in(class),
                ..scope.clone()
            };
            for clause in &decl.initially {
                found.push((self.formula(&clause.formula, &here)?, clause.span));
            }
        }
        Ok(found)
    }

    /// That no object has been made in a case that is strict about it, where its precondition held, and in a method that is
    /// strictly pure in none. Strings and boxes are values here.
    fn nothing_made(
        &mut self,
        m: MethodRef<'a>,
        contract: &Contract<'a>,
        scope: &Scope,
    ) -> Lowering<Vec<(Term, Span)>> {
        let mut found = Vec::new();
        let above = self.classes().overridden(m);
        if std::iter::once(&m)
            .chain(&above)
            .any(|m| m.decl.modifiers.strictly_pure)
        {
            found.push((self.none_new(scope), m.decl.name.span));
        }
        for (number, (_, case)) in contract.cases.iter().enumerate() {
            let Some(frame) = case.assignable.as_ref().filter(|frame| frame.is_strict()) else {
                continue;
            };
            let guard = self.case_guard(contract, number, scope)?;
            found.push((Term::implies(guard, self.none_new(scope)), frame.span));
        }
        Ok(found)
    }

    fn none_new(&mut self, scope: &Scope) -> Term {
        let allocated = self.allocated();
        let before = self.at(scope.old, &allocated);
        let r = self.fresh("r", Sort::Ref);
        let [now, before] = [allocated.term(), before].map(|map| Term::select(map, r.term()));
        let is_new = Term::and([now, Term::not(before)]);
        let is_value = self.is_value(&r.term());
        Term::forall([r], Term::implies(is_new, is_value))
    }

    /// Is an object a string or a box, of which nobody can tell how many there are?
    fn is_value(&mut self, object: &Term) -> Term {
        let number = Term::select(self.types().term(), object.clone());
        let classes = [
            "String",
            "Integer",
            "Long",
            "Short",
            "Byte",
            "Character",
            "Boolean",
            "Float",
            "Double",
        ];
        let exact = classes.map(|name| self.classes().exact(&Type::Class(self.classes().known(name))));
        let is_one = exact.map(|exact| Term::eq(number.clone(), Term::int(exact)));
        Term::or(is_one)
    }

    /// What must hold at the end.
    pub(super) fn ends(&mut self, m: MethodRef<'a>, helper: bool) -> Lowering<Vec<Check>> {
        if self.env.options.throwing {
            return Ok(Vec::new());
        }
        let span = m.decl.name.span;
        let contract = self.contract(m);
        let scope = self.contract_scope(View::Now, View::At(0));
        let thrown = self.thrown.term();
        let normal = Term::eq(thrown.clone(), Term::null());
        let failed = Term::not(normal.clone());
        let mut ends = Vec::new();
        let mut owe = |formula: Term, span: Span, kind: CheckKind, demanded: Option<Span>| {
            if !formula.is_true() {
                ends.push(Check {
                    formula,
                    span,
                    kind,
                    demanded,
                });
            }
        };
        if let Some(result) = self.result.clone() {
            let ty = self.own_result.clone();
            let above = self.classes().overridden(m);
            let promised = above
                .iter()
                .any(|up| self.is_non_null(&up.decl.modifiers, up.class, &ty));
            if promised || self.is_non_null(&m.decl.modifiers, m.class, &ty) {
                let holds = Term::implies(normal.clone(), Term::ne(result.term(), Term::null()));
                owe(holds, m.decl.result.span, CheckKind::Postcondition, None);
            }
        }
        for (formula, clause) in self.normal_end(&contract, &scope)? {
            let order = self.invariants_of_read(&formula)?;
            let formula = Term::implies(Term::and([normal.clone(), order]), self.with_types(formula));
            owe(formula, clause, CheckKind::Postcondition, None);
        }
        for (formula, clause) in self.exceptional_end(&contract, &scope, &thrown, Side::Own)? {
            let formula = Term::implies(failed.clone(), self.with_types(formula));
            owe(formula, clause, CheckKind::Postcondition, None);
        }
        for (formula, frame) in self.nothing_made(m, &contract, &scope)? {
            owe(formula, span, CheckKind::Frame, Some(frame));
        }
        // what a lambda does is seen at the end of the method in which it runs
        if !helper && m.decl.origin != Origin::Lambda {
            for (formula, clause) in self.constraints_at_end(m, &scope)? {
                let formula = self.with_types(formula);
                owe(formula, clause, CheckKind::Postcondition, None);
            }
        }
        self.comes_to_end();
        for check in self.dirty_at_end(span)? {
            owe(check.formula, check.span, check.kind, check.demanded);
        }
        let Some(this) = self.this.clone() else { return Ok(ends) };
        if !helper {
            // what nobody has touched since it was in order still is
            let touched = self.endangered_at_end()?;
            for clause in self.clauses_of(m.class) {
                if !m.decl.constructor && !touched.iter().any(|(c, _)| c.is(clause)) {
                    continue;
                }
                let formula = self.clause(clause, Some(&this.term), View::Now)?;
                let formula = self.with_types(formula);
                let clause = clause.invariant.span;
                // an object whose constructor throws is never seen
                let formula = match m.decl.constructor {
                    true => Term::implies(normal.clone(), formula),
                    false => formula,
                };
                owe(formula, clause, CheckKind::ClassInvariant, None);
            }
        }
        if m.decl.constructor {
            let initial = match helper {
                true => Vec::new(),
                false => self.initial_conditions(m, &scope)?,
            };
            for (formula, clause) in initial {
                let formula = self.with_types(formula);
                owe(
                    Term::implies(normal.clone(), formula),
                    clause,
                    CheckKind::Postcondition,
                    None,
                );
            }
            for (formula, clause) in self.raw_at_end(&this, span)? {
                owe(
                    Term::implies(failed.clone(), formula),
                    clause,
                    CheckKind::ClassInvariant,
                    None,
                );
            }
            // nobody wrote the constructor, and no run fails in it: whether others set the field later is not known
            let later = (m.decl.origin == ast::Origin::Constructor).then(|| self.arbitrary(&Type::Bool, span).term);
            for (set, field) in self.fields_set(m.class, &this)? {
                let set = Term::or(later.iter().cloned().chain([set]));
                owe(Term::implies(normal.clone(), set), span, CheckKind::Null, Some(field));
            }
        }
        Ok(ends)
    }
}
