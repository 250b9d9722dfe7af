//! `constraint`: how an object may change from the beginning of a call to its end. Every method of the class keeps to it
//! that is no helper, and those of classes below.

use super::body::Body;
use super::state::HeapKind;
use super::value::{Lowering, Scope, Val, unsupported};
use crate::syntax::ast;
use crate::types::{ClassId, MethodRef, Type};
use abide_base::Span;
use abide_frontend::draft;
use abide_logic::{Sort, Subst, Term, Var};
use std::collections::BTreeSet;

impl<'a> Body<'_, 'a> {
    /// What the constraints of a class, and of those above it, say of an object, from one state to another.
    fn constraints(&mut self, class: ClassId, this: Option<&Term>, scope: &Scope) -> Lowering<Vec<(Term, Span)>> {
        let mut found = Vec::new();
        for class in self.classes().ancestors(class) {
            let Some(decl) = self.classes().get(class).decl else {
                continue;
            };
            for constraint in &decl.constraints {
                if this.is_none() != constraint.is_static {
                    continue;
                }
                let here = Scope {
                    bound: Vec::new(),
                    locals: false,
                    this: this.map(|t| Val::new(t.clone(), Type::Class(class))),
                    class,
                    result: None,
                    math: self.arithmetic_in(class),
                    ..scope.clone()
                };
                found.push((self.formula(&constraint.formula, &here)?, constraint.span));
            }
        }
        Ok(found)
    }

    /// What a method keeps to: its own object, and all others that were there when it began, of classes above it or that it can
    /// change.
    pub(super) fn constraints_at_end(&mut self, m: MethodRef<'a>, scope: &Scope) -> Lowering<Vec<(Term, Span)>> {
        let above = self.classes().ancestors(m.class);
        let helped = self.helped_by_method_around(m.class);
        let has_constraints = |id: &ClassId| {
            let decl = self.classes().get(*id).decl;
            decl.is_some_and(|d| !d.constraints.is_empty()) && !helped.contains(id)
        };
        let constrained: Vec<ClassId> = self.classes().ids().filter(has_constraints).collect();
        if constrained.is_empty() {
            return Ok(Vec::new());
        }
        let own: Vec<ClassId> = constrained.iter().copied().filter(|id| above.contains(id)).collect();
        self.inherits_nothing(&own)?;
        let mut found = self.constraints(m.class, None, scope)?;
        let this = self.this.clone();
        if let Some(this) = this.as_ref().filter(|_| !m.decl.constructor) {
            found.extend(self.constraints(m.class, Some(&this.term), scope)?);
        }
        let mut written = BTreeSet::new();
        draft::targets(&self.code, &mut written);
        for class in constrained {
            if !own.contains(&class) {
                let formulas = self.constraints(class, None, scope)?;
                found.extend(formulas.into_iter().filter(|(f, _)| self.reads_any(f, &written)));
            }
            let other = self.fresh("other", Sort::Ref);
            let allocated = self.allocated();
            let there = Term::select(self.at(scope.old, &allocated), other.term());
            let is_it = self.has_type(&other.term(), &Type::Class(class));
            let mut premises = vec![Term::ne(other.term(), Term::null()), there, is_it];
            let checked = this.as_ref().filter(|_| own.contains(&class));
            premises.extend(checked.map(|this| Term::ne(other.term(), this.term.clone())));
            // a class below that inherits methods is not supported itself
            let below = !own.contains(&class) && self.classes().is_subclass(class, m.class);
            let reached = !below && (own.contains(&class) || self.may_write_fields(m.class, class));
            for (formula, span) in self.constraints(class, Some(&other.term()), scope)? {
                if reached {
                    let holds = Term::implies(Term::and(premises.clone()), formula);
                    found.push((Term::forall([other.clone()], holds), span));
                } else if self.reads_any(&formula, &written) {
                    // whether somebody outside has what its private fields lead to is not looked for
                    let mut premises = premises.clone();
                    premises.push(self.in_old_state(&formula, scope));
                    premises.extend(self.led_to_before(&other.term(), class, scope));
                    let holds = Term::implies(Term::and(premises), formula);
                    let unknown = self.unknown_choice("shared", span);
                    found.push((Term::or([Term::forall([other.clone()], holds), unknown]), span));
                }
            }
        }
        Ok(found)
    }

    /// Can code of a class name a field of another one that is not private to that one?
    fn may_write_fields(&self, from: ClassId, class: ClassId) -> bool {
        let outermost = |class: ClassId| self.classes().outward(class).last();
        let mut fields = self.classes().get(class).decl.into_iter().flat_map(|d| &d.fields);
        outermost(from) == outermost(class) || fields.any(|f| !f.modifiers.private)
    }

    /// What a formula says where nothing changes.
    fn in_old_state(&mut self, formula: &Term, scope: &Scope) -> Term {
        let mut old = Subst::new();
        for var in formula.free_vars() {
            if self.heap.has(&var) {
                let before = self.at(scope.old, &var);
                old.insert(var, before);
            }
        }
        old.apply(formula)
    }

    /// The fields of an object led to objects that were there, if to any.
    fn led_to_before(&mut self, object: &Term, class: ClassId, scope: &Scope) -> Vec<Term> {
        let of_class = |h: &HeapKind| matches!(h, HeapKind::Field(of, _, ty) if *of == class && ty.is_reference());
        let fields = self.heap.values().filter(|h| of_class(&h.kind));
        let fields: Vec<Var> = fields.map(|h| h.var.clone()).collect();
        let allocated = self.allocated();
        let allocated = self.at(scope.old, &allocated);
        let mut facts = Vec::new();
        for field in fields {
            let led = Term::select(self.at(scope.old, &field), object.clone());
            let there = Term::select(allocated.clone(), led.clone());
            facts.push(Term::or([Term::eq(led, Term::null()), there]));
        }
        facts
    }

    /// Does a formula speak of a part of the heap that is written?
    fn reads_any(&self, formula: &Term, written: &BTreeSet<Var>) -> bool {
        let is_part = |v: &Var| {
            self.heap
                .part(v)
                .is_some_and(|p| !matches!(p.kind, HeapKind::Allocated))
        };
        formula.free_vars().iter().any(|v| written.contains(v) && is_part(v))
    }

    /// The classes of helpers that a class stands in: what it does is seen at the end of the method that calls them.
    fn helped_by_method_around(&self, class: ClassId) -> BTreeSet<ClassId> {
        let inside = |m: &ast::Method, span: Span| m.span.start <= span.start && span.end <= m.span.end;
        let mut found = BTreeSet::new();
        let mut span = self.classes().get(class).decl.map(|d| d.span);
        for around in self.classes().outward(class).skip(1) {
            let decl = self.classes().get(around).decl;
            let mut methods = decl.into_iter().flat_map(|d| &d.methods).filter(|m| m.modifiers.helper);
            if span.is_some_and(|span| methods.any(|m| inside(m, span))) {
                found.extend(self.classes().ancestors(around));
            }
            span = decl.map(|d| d.span);
        }
        found
    }

    /// What a call keeps to, of the object whose method it is.
    pub(super) fn constraints_of_call(&mut self, m: MethodRef<'a>, scope: &Scope) -> Lowering<Vec<(Term, Span)>> {
        if m.decl.constructor || self.is_helper(m) {
            return Ok(Vec::new());
        }
        let mut found = self.constraints(m.class, None, scope)?;
        if let Some(this) = scope.this.clone().filter(|_| !m.decl.modifiers.is_static) {
            found.extend(self.constraints(m.class, Some(&this.term), scope)?);
        }
        Ok(found)
    }

    /// Methods that a class inherits know nothing of its constraints.
    fn inherits_nothing(&self, constrained: &[ClassId]) -> Lowering<()> {
        for class in constrained {
            let decl = self.classes().get(*class).decl;
            let Some(constraint) = decl.and_then(|d| d.constraints.iter().find(|c| !c.is_static)) else {
                continue;
            };
            for up in self.classes().ancestors(*class).into_iter().filter(|up| up != class) {
                let theirs = self.classes().get(up).decl.filter(|_| !self.classes().is_built_in(up));
                let inherited = theirs.into_iter().flat_map(|d| &d.methods).any(|m| {
                    let private = m.modifiers.private || m.modifiers.is_static || m.constructor || m.modifiers.pure;
                    !private && m.body.is_some()
                });
                if inherited {
                    return Err(unsupported(
                        constraint.span,
                        "a `constraint` of a class that inherits methods",
                    ));
                }
            }
        }
        Ok(())
    }
}
