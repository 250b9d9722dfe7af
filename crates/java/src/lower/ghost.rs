//! Ghost code: `set`, and the values that ghosts are declared with.
//!
//! The program does nothing of the kind when it runs, so ghost code may change nothing but ghosts.

use super::body::Body;
use super::names::Member;
use super::place::Place;
use super::state::HeapKind;
use super::survey::{Calls, has_effect};
use super::value::{Lowering, Val, View, sort_of, unsupported, wrong};
use crate::syntax::ast::{self, Expr, ExprKind};
use crate::types::{ClassId, FieldRef, Type};
use abide_base::Span;
use abide_logic::Var;

impl<'a> Body<'_, 'a> {
    /// `set x = e`.
    pub(super) fn set_ghost(&mut self, e: &'a Expr) -> Lowering<()> {
        if let ExprKind::Assign(None, target, value) = &*e.kind
            && let Some(place) = self.ghost_place(target)?
        {
            return self.changing_ghosts(e.span, |b| b.set_field(&place, value, target.span, e.span));
        }
        self.is_ghost_write(e)?;
        self.changing_ghosts(e.span, |b| b.effect(e))
    }

    /// What a field or a variable with these modifiers is given where it is declared.
    pub(super) fn first_value(
        &mut self,
        init: &'a Expr,
        (ty, written): (&Type, &ast::TypeRef),
        modifiers: &ast::Modifiers,
    ) -> Lowering<Val> {
        let unknown = self.unknown_class_of(written, self.class);
        match modifiers.ghost {
            true => self.changing_ghosts(init.span, |b| b.initial(init, ty)),
            false => self.initial_as(init, ty, unknown.as_deref()),
        }
    }

    /// Does what an annotation says. The program does nothing of the kind, so nothing but ghosts may change.
    fn changing_ghosts<T>(&mut self, span: Span, run: impl FnOnce(&mut Self) -> Lowering<T>) -> Lowering<T> {
        let before = self.writes.len();
        let done = run(self)?;
        match self.writes[before..].iter().all(|w| self.is_ghost(&w.map)) {
            true => Ok(done),
            false => Err(unsupported(span, "a value for a ghost that changes something else")),
        }
    }

    /// Does a part of the heap hold the values of a ghost field?
    fn is_ghost(&self, var: &Var) -> bool {
        self.heap.values().filter(|h| h.var == *var).any(|h| match &h.kind {
            HeapKind::Field(class, name, _) | HeapKind::Static(class, name, _) => {
                let field = self.field_or_ghost(&Type::Class(*class), name);
                field.is_some_and(|f| f.decl.modifiers.ghost)
            }
            _ => false,
        })
    }

    /// The ghost field that a path leads to, if its value is an object, a truth value or a type: what formulas
    /// compute as code does.
    fn ghost_place(&mut self, e: &'a Expr) -> Lowering<Option<Place<'a>>> {
        let ExprKind::Field(target, name) = &*e.kind else {
            let name = match &*e.kind {
                ExprKind::Name(name) if self.find_local(name).is_none() => name,
                _ => return Ok(None),
            };
            let (field, object) = match self.member(name, self.class, self.this.clone()) {
                Some((Member::Field(f), object)) => (f, object),
                _ => match self.ghost_of_objects(name) {
                    Some(f) => (f, self.this.clone()),
                    None => return Ok(None),
                },
            };
            return self.settable(field, object, e.span);
        };
        if let Some(class) = self.as_class(target) {
            let Some(field) = self.classes().field(class, &name.text).filter(|f| f.is_static) else {
                return Ok(None);
            };
            return self.settable(field, None, e.span);
        }
        let object = self.looking_into(target, |b| b.object(target))?;
        match self.field_or_ghost(&object.ty, &name.text) {
            Some(field) => self.settable(field, Some(object), e.span),
            None => Ok(None),
        }
    }

    fn settable(&mut self, f: FieldRef<'a>, object: Option<Val>, span: Span) -> Lowering<Option<Place<'a>>> {
        let ghost = f.decl.modifiers.ghost || f.decl.modifiers.model;
        if !ghost || self.classes().is_built_in(f.class) {
            return Ok(None);
        }
        let ty = self.field_type(f)?;
        match ty {
            Type::Type | Type::Bool => {}
            ref ty if ty.is_reference() => {}
            _ => return Ok(None),
        }
        self.field_place(f, object, span).map(Some)
    }

    /// `set` of such a field.
    fn set_field(&mut self, place: &Place<'a>, value: &'a Expr, target: Span, span: Span) -> Lowering<()> {
        self.may_access(place, target)?;
        let ty = self.place_type(place);
        let is_formula = self.env.is_escjava(self.class) && !has_effect(value, Calls::Act);
        let val = if ty == Type::Type || is_formula {
            let scope = self.body_scope(View::At(self.pre), 0);
            self.spec(value, &scope)?
        } else {
            let val = self.initial(value, &ty)?;
            self.convert(val, &ty, value.span)?
        };
        if sort_of(&ty) != *val.term.sort() || (ty == Type::Type) != (val.ty == Type::Type) {
            return Err(wrong(value.span, "the value does not fit the type of the ghost"));
        }
        self.write(place, val, span)
    }

    /// `set` may write ghost fields and locals only.
    fn is_ghost_write(&self, e: &Expr) -> Lowering<()> {
        let field = match &*e.kind {
            ExprKind::Assign(_, target, _) => match &*target.kind {
                ExprKind::Name(n) => match self.find_local(n) {
                    Some(local) if self.ghost_locals.contains(&local.var) => return Ok(()),
                    Some(_) => None,
                    None => self.classes().field(self.class, n),
                },
                ExprKind::Field(t, n) => self.class_by_name(t).and_then(|c| self.classes().field(c, &n.text)),
                _ => None,
            },
            _ => None,
        };
        match field {
            Some(f) if self.classes().is_built_in(f.class) => Err(unsupported(
                e.span,
                "`set` of a ghost of the library: its methods alone do that",
            )),
            Some(f) if f.decl.modifiers.ghost || f.decl.modifiers.model => Ok(()),
            _ => Err(unsupported(
                e.span,
                "`set` of anything but a ghost: a local variable, or a field of this object, a variable or a class",
            )),
        }
    }

    /// The class of an object, where that can be read off the expression, or the one it names.
    fn class_by_name(&self, e: &Expr) -> Option<ClassId> {
        let ty = match &*e.kind {
            ExprKind::This(None) => return Some(self.class),
            ExprKind::Cast(ty, _) => self.classes().resolve(ty, Some(self.class)),
            ExprKind::Name(n) => self.find_local(n).map(|l| l.ty),
            _ => None,
        };
        match ty {
            Some(Type::Class(class)) => Some(class),
            _ => self.as_class(e),
        }
    }
}
