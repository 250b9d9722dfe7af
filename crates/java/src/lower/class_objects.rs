//! `a.getClass() == b.getClass()`: two objects are of the same class. Objects of class `Class` themselves are not modelled.

use super::body::Body;
use super::value::{Lowering, Val};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind};
use crate::types::Type;
use abide_logic::Term;

impl<'a> Body<'_, 'a> {
    /// A comparison of the classes of objects, or of one with a class that is named.
    pub(super) fn same_class(&mut self, op: BinaryOp, a: &'a Expr, b: &'a Expr) -> Lowering<Option<Val>> {
        let compares = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        if !compares || ![a, b].into_iter().any(is_get_class) || ![a, b].into_iter().all(|e| self.has_class_number(e)) {
            return Ok(None);
        }
        let (x, y) = (self.class_number(a)?, self.class_number(b)?);
        let same = Term::eq(x, y);
        let holds = if op == BinaryOp::Eq { same } else { Term::not(same) };
        Ok(Some(Val::new(holds, Type::Bool)))
    }

    /// Is it a call of `getClass`, or a class that is known and of which all objects are of classes with numbers?
    fn has_class_number(&mut self, e: &'a Expr) -> bool {
        match &*e.kind {
            ExprKind::Call(target, ..) if is_get_class(e) => target.as_ref().is_none_or(|t| !self.acts(t)),
            ExprKind::ClassLiteral(ty) => {
                let resolved = self.classes().resolve(ty, Some(self.class));
                let is_param = self.is_type_param(ty, self.class);
                matches!(resolved, Some(Type::Class(id)) if !is_param && self.has_objects(id))
            }
            _ => false,
        }
    }

    /// Does a class have objects that are of no class below it? Constants of an enum may have a class of their own.
    fn has_objects(&self, id: crate::types::ClassId) -> bool {
        let ty = Type::Class(id);
        !self.classes().get(id).interface && !self.is_enum(&ty) && ty != self.classes().object()
    }

    fn class_number(&mut self, e: &'a Expr) -> Lowering<Term> {
        if let ExprKind::ClassLiteral(ty) = &*e.kind {
            let ty = self.resolve(ty)?;
            return Ok(Term::int(self.classes().exact(&ty)));
        }
        let object = match &*e.kind {
            ExprKind::Call(Some(target), ..) => self.object(target)?,
            _ => self.this_value(e.span)?,
        };
        self.not_null(&object, e.span)?;
        let types = self.types();
        Ok(Term::select(types.term(), object.term))
    }
}

fn is_get_class(e: &Expr) -> bool {
    matches!(&*e.kind, ExprKind::Call(_, name, args) if &*name.text == "getClass" && args.is_empty())
}
