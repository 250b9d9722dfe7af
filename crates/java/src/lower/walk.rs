//! Walks along fields: `\reach(x, f, y)` and `\between(x, f, y, z)`.

use super::{Body, Lowering, Scope, Val, View, unsupported, wrong};
use crate::syntax::ast::{Expr, ExprKind};
use crate::types::{FieldRef, Type};
use abide_base::Span;
use abide_logic::{Sort, Term};

impl<'a> Body<'_, 'a> {
    /// From the first object along the field: the arguments are `x, f, y` or `x, f, y, z`.
    pub(super) fn walk(&mut self, args: &'a [Expr], scope: &Scope, span: Span) -> Lowering<Val> {
        let [x, field, rest @ ..] = args else {
            return Err(wrong(span, "an object, a field and another object are needed here"));
        };
        let (field, view) = self.walked_field(field, scope)?;
        let ty = self.field_type(field)?;
        if field.is_static || !ty.is_reference() {
            return Err(wrong(span, "only fields that hold objects can be walked"));
        }
        let map = self.field_map(field.class, &field.decl.name.text, &ty);
        let map = self.at(view, &map);
        let mut objects = Vec::new();
        for e in std::iter::once(x).chain(rest) {
            let val = self.spec(e, scope)?;
            if *val.term.sort() != Sort::Ref {
                return Err(wrong(e.span, "an object is needed here"));
            }
            objects.push(val.term);
        }
        let term = match objects.as_slice() {
            [x, y] => Term::reach(map, x.clone(), y.clone()),
            [x, y, z] => Term::between(map, x.clone(), y.clone(), z.clone()),
            _ => return Err(wrong(span, "two or three objects are needed here")),
        };
        Ok(Val::new(term, Type::Bool))
    }

    /// The field that `f`, `C.f`, `\old(f)` names, and the state in which it is read.
    fn walked_field(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<(FieldRef<'a>, View)> {
        let unknown = || wrong(e.span, "this names no field, or several: write `C.f`");
        match &*e.kind {
            ExprKind::Old(inner, None) => {
                let (field, _) = self.walked_field(inner, scope)?;
                Ok((field, scope.old))
            }
            ExprKind::Old(..) => Err(unsupported(e.span, "this label of `\\old`")),
            ExprKind::Name(name) => {
                let own = self.classes().field(scope.class, name).filter(|f| !f.is_static);
                let field = self.only_field(name).or(own).ok_or_else(unknown)?;
                Ok((field, scope.view))
            }
            ExprKind::Field(class, name) => {
                let class = self.spec_class(class, scope).ok_or_else(unknown)?;
                let field = self.classes().field(class, &name.text).ok_or_else(unknown)?;
                Ok((field, scope.view))
            }
            _ => Err(unknown()),
        }
    }

    /// The only instance field of that name in the file, whatever its class.
    pub(super) fn only_field(&self, name: &str) -> Option<FieldRef<'a>> {
        let mut found: Option<FieldRef<'a>> = None;
        for id in self.classes().ids() {
            let own = self.classes().field(id, name);
            if let Some(field) = own.filter(|f| !f.is_static && f.class == id) {
                if found.is_some() {
                    return None;
                }
                found = Some(field);
            }
        }
        found
    }
}
