//! Reachability along fields: `\reach(x, f, y)`, `\between(x, f, y, z)`, and the set `\reach(x, C, f)` of what
//! one comes to.

use super::body::Body;
use super::value::{Lowering, Scope, Val, View, unsupported, wrong};
use crate::syntax::ast::{Expr, ExprKind};
use crate::types::{ClassId, FieldRef, Type};
use abide_base::Span;
use abide_logic::Term;

impl<'a> Body<'_, 'a> {
    /// From the first object along the field: the arguments are `x, f, y` or `x, f, y, z`; those of
    /// a set are `x`, `x, C` or `x, C, f`.
    pub(super) fn reach(&mut self, args: &'a [Expr], scope: &Scope, span: Span) -> Lowering<Val> {
        match args {
            [x] => self.reach_from(x, None, scope, span),
            [x, class] => self.reach_from(x, Some(class), scope, span),
            [x, class, field] if self.names_class(class, scope) => {
                let class = self.class_of_path(class, scope)?;
                let (field, view) = self.path_field(field, scope)?;
                let x = self.spec_object(x, scope)?;
                self.reach_set(&x, class, field, view, span)
            }
            [x, field, rest @ ..] => self.between(x, field, rest, scope, span),
            [] => Err(wrong(span, "an object is needed here")),
        }
    }

    fn between(&mut self, x: &'a Expr, field: &'a Expr, rest: &'a [Expr], scope: &Scope, span: Span) -> Lowering<Val> {
        let (field, view) = self.path_field(field, scope)?;
        let (map, _) = self.walked_map(field, view, span)?;
        let mut objects = Vec::new();
        for e in std::iter::once(x).chain(rest) {
            objects.push(self.spec_object(e, scope)?.term);
        }
        let term = match objects.as_slice() {
            [x, y] => Term::reach(map, x.clone(), y.clone()),
            [x, y, z] => Term::between(map, x.clone(), y.clone(), z.clone()),
            _ => return Err(wrong(span, "two or three objects are needed here")),
        };
        Ok(Val::new(term, Type::Bool))
    }

    /// The map of a field that holds objects, and their type.
    fn walked_map(&mut self, field: FieldRef<'a>, view: View, span: Span) -> Lowering<(Term, Type)> {
        let ty = self.field_type(field)?;
        if field.is_static || !ty.is_reference() {
            return Err(wrong(span, "reachability is along fields that hold objects"));
        }
        let map = self.field_map(field.class, &field.decl.name.text, &ty);
        Ok((self.at(view, &map), ty))
    }

    /// The set of the objects of a class that one comes to along a field.
    fn reach_set(&mut self, x: &Val, class: ClassId, field: FieldRef<'a>, view: View, span: Span) -> Lowering<Val> {
        let (map, ty) = self.walked_map(field, view, span)?;
        Ok(self.reached(x, map, &ty, class))
    }

    /// `\reach(x)` and `\reach(x, C)`: along all fields, which must be one.
    fn reach_from(&mut self, x: &'a Expr, class: Option<&'a Expr>, scope: &Scope, span: Span) -> Lowering<Val> {
        let x = self.spec_object(x, scope)?;
        let wanted = match class {
            Some(class) => Some(self.class_of_path(class, scope)?),
            None => None,
        };
        let begin = match &x.ty {
            Type::Class(begin) => self.only_way(*begin).map(|field| (*begin, field)),
            _ => None,
        };
        let Some((begin, field)) = begin else {
            let what = "`\\reach` along several fields, or along one that leads to objects of another class";
            return Err(Box::new(
                unsupported(span, what).help("name the class and the field: `\\reach(x, C, f)`"),
            ));
        };
        self.reach_set(&x, wanted.unwrap_or(begin), field, scope.view, span)
    }

    /// The field that leads on from objects of a class, if it is the only one that can, and leads to
    /// objects of the same class again.
    fn only_way(&self, class: ClassId) -> Option<FieldRef<'a>> {
        let info = self.classes().get(class);
        if info.inner || info.interface || self.classes().has_unknown_ancestor(class) {
            return None;
        }
        let mut ways = Vec::new();
        let related = |id: ClassId| self.classes().is_subclass(id, class) || self.classes().is_subclass(class, id);
        for id in self.classes().ids().filter(|id| related(*id)) {
            let decl = self.classes().get(id).decl;
            for field in decl.into_iter().flat_map(|d| &d.fields) {
                let f = self.classes().field(id, &field.name.text)?;
                let ty = self.classes().resolve(&field.ty, Some(id))?;
                let spec_only = field.modifiers.ghost || field.modifiers.model;
                if ty.is_reference() && !f.is_static && !spec_only {
                    ways.push((f, ty));
                }
            }
        }
        match ways.as_slice() {
            [(field, Type::Class(to))] if *to == class => Some(*field),
            _ => None,
        }
    }

    /// Does the expression name a class, rather than a field to walk?
    fn names_class(&self, e: &'a Expr, scope: &Scope) -> bool {
        matches!(&*e.kind, ExprKind::TypeLiteral(_) | ExprKind::ClassLiteral(_)) || self.spec_class(e, scope).is_some()
    }

    /// The class that `C` or `\type(C)` names.
    fn class_of_path(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<ClassId> {
        let class = match &*e.kind {
            ExprKind::TypeLiteral(ty) | ExprKind::ClassLiteral(ty) => match self.resolve_known(ty, scope.class)? {
                Type::Class(class) => Some(class),
                _ => None,
            },
            _ => self.spec_class(e, scope),
        };
        class.ok_or_else(|| wrong(e.span, "the name of a class is needed here"))
    }

    /// The field that `f`, `C.f`, `\old(f)` names, and the state in which it is read.
    fn path_field(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<(FieldRef<'a>, View)> {
        let unknown = || wrong(e.span, "this names no field, or several: write `C.f`");
        match &*e.kind {
            ExprKind::Old(inner, None) => {
                let (field, _) = self.path_field(inner, scope)?;
                Ok((field, scope.old))
            }
            ExprKind::Old(..) => Err(unsupported(e.span, "this label of `\\old`")),
            ExprKind::Name(name) => {
                let own = self.classes().field(scope.class, name).filter(|f| !f.is_static);
                let field = self.only_field(name, scope.class).or(own).ok_or_else(unknown)?;
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

    /// The only instance field of that name, whatever its class. Where several files have one, those count
    /// whose class can be named in `class`.
    pub(super) fn only_field(&self, name: &str, class: ClassId) -> Option<FieldRef<'a>> {
        let own = |id| self.classes().field(id, name).filter(|f| !f.is_static && f.class == id);
        let mut found: Vec<FieldRef<'a>> = self.classes().ids().filter_map(own).collect();
        if found.len() > 1 {
            found.retain(|f| self.classes().can_be_named(f.class, class));
        }
        match found.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }
}
