//! Ghost code: `set`, and the values that ghosts are declared with.
//!
//! The program does nothing of the kind when it runs, so ghost code may change nothing but ghosts.

use super::body::Body;
use super::state::HeapKind;
use super::value::{Lowering, Val, unsupported};
use crate::syntax::ast::{self, Expr, ExprKind};
use crate::types::{ClassId, Type};
use abide_base::Span;
use abide_logic::Var;

impl<'a> Body<'_, 'a> {
    /// `set x = e`.
    pub(super) fn set_ghost(&mut self, e: &'a Expr) -> Lowering<()> {
        self.is_ghost_write(e)?;
        self.changing_ghosts(e.span, |b| b.effect(e))
    }

    /// What a field or a variable with these modifiers is given where it is declared.
    pub(super) fn first_value(&mut self, init: &'a Expr, ty: &Type, modifiers: &ast::Modifiers) -> Lowering<Val> {
        match modifiers.ghost {
            true => self.changing_ghosts(init.span, |b| b.initial(init, ty)),
            false => self.initial(init, ty),
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
            HeapKind::Field(class, name, _) | HeapKind::Static(class, name, _) => self
                .classes()
                .field(*class, name)
                .is_some_and(|f| f.decl.modifiers.ghost),
            _ => false,
        })
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
