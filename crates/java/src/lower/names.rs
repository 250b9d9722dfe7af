//! What names mean: members of a class, of those above it and of those around it.

use super::body::Body;
use super::value::{Scope, Val, unsupported};
use crate::syntax::ast::{Captured, Expr, ExprKind};
use crate::types::{ClassId, FieldRef, Type};
use abide_base::{Diagnostic, Span};
use abide_logic::{Sort, Term, Var};

/// What a name without a target means.
pub(super) enum Member<'a> {
    /// A constant of the enum.
    Constant(ClassId),
    /// A field.
    Field(FieldRef<'a>),
    /// A variable of the body that the class stands in.
    Captured(ClassId, &'a Captured),
    /// Perhaps a field of a class of which nothing is known.
    Unknown,
}

impl<'a> Body<'_, 'a> {
    /// The member a name means inside a class, and the object it belongs to.
    pub(super) fn member(
        &mut self,
        name: &str,
        class: ClassId,
        this: Option<Val>,
    ) -> Option<(Member<'a>, Option<Val>)> {
        self.outward(class, this, |body, id| {
            if body.classes().enum_constant(id, name).is_some() {
                return Some(Member::Constant(id));
            }
            if let Some(field) = body.classes().field(id, name) {
                return Some(Member::Field(field));
            }
            if body.classes().has_unknown_ancestor(id) {
                return Some(Member::Unknown);
            }
            let captures = body
                .classes()
                .get(id)
                .decl
                .into_iter()
                .flat_map(|d| d.captures.iter().rev());
            let captured = captures.into_iter().find(|c| &*c.name.text == name);
            captured.map(|c| Member::Captured(id, c))
        })
    }

    /// What `find` finds in a class or else in those around it, and the object of that class.
    pub(super) fn outward<T>(
        &mut self,
        mut class: ClassId,
        this: Option<Val>,
        find: impl Fn(&Self, ClassId) -> Option<T>,
    ) -> Option<(T, Option<Val>)> {
        let mut object = this;
        loop {
            if let Some(found) = find(self, class) {
                return Some((found, object));
            }
            object = object.and_then(|o| self.around(&o, class)).map(|(o, _)| o);
            class = self.classes().get(class).outer?;
        }
    }

    /// The object around an object of an inner class, and its class.
    pub(super) fn around(&mut self, object: &Val, class: ClassId) -> Option<(Val, ClassId)> {
        let info = self.classes().get(class);
        if !info.inner {
            return None;
        }
        let outer = info.outer?;
        let map = self.classes().outer_map(class);
        let map = self.fixed(&map, Sort::Ref);
        let around = Term::select(map.term(), object.term.clone());
        let typed = self.well_typed(&around, &Type::Class(outer));
        let is_there = Term::and([Term::ne(around.clone(), Term::null()), typed]);
        let given = Term::or([Term::eq(object.term.clone(), Term::null()), is_there]);
        let free = object.term.free_vars();
        if free.iter().all(|v| self.inputs.contains(v)) {
            // what is around the objects that come in is there before the method begins
            if !self.facts.contains(&given) {
                self.facts.push(given);
            }
        } else if free.iter().all(|v| self.is_of_code(v)) {
            let span = self.method.decl.name.span;
            self.assume(given, span);
        }
        Some((Val::new(around, Type::Class(outer)), outer))
    }

    /// Is it a variable of the code, rather than one that a quantifier binds?
    fn is_of_code(&self, var: &Var) -> bool {
        self.locals.contains(var) || self.inputs.contains(var) || self.heap.has(var)
    }

    /// `this`, or the object around it, of a class.
    pub(super) fn enclosing(&mut self, wanted: ClassId) -> Option<Val> {
        let mut class = self.class;
        let mut object = self.this.clone()?;
        loop {
            if self.classes().is_subclass(class, wanted) {
                return Some(object);
            }
            (object, class) = self.around(&object, class)?;
        }
    }

    /// The class an expression of the code names, if it names one.
    pub(super) fn as_class(&self, e: &Expr) -> Option<ClassId> {
        self.class_in(e, self.class, |n| self.find_local(n).is_some())
    }

    /// The class an expression of a formula names, if it names one.
    pub(super) fn spec_class(&self, e: &Expr, scope: &Scope) -> Option<ClassId> {
        self.class_in(e, scope.class, |n| {
            scope.bound.iter().any(|(b, _)| b == n) || scope.locals && self.find_local(n).is_some()
        })
    }

    /// A name means a class only where it means no variable.
    fn class_in(&self, e: &Expr, class: ClassId, is_variable: impl Fn(&str) -> bool) -> Option<ClassId> {
        let name = dotted(e)?;
        let first = name.split('.').next().unwrap_or(&name);
        let is_member = |id: ClassId| {
            self.classes().field(id, first).is_some() || self.classes().enum_constant(id, first).is_some()
        };
        if is_variable(first) || self.classes().outward(class).any(is_member) {
            return None;
        }
        self.classes().class_named(&name, Some(class))
    }
}

/// `a.b.c` as text.
pub(super) fn dotted(e: &Expr) -> Option<String> {
    match &*e.kind {
        ExprKind::Name(n) => Some(n.to_string()),
        ExprKind::Field(target, name) => Some(format!("{}.{}", dotted(target)?, name.text)),
        _ => None,
    }
}

/// The name may belong to a superclass of which nothing is known.
pub(super) fn perhaps_inherited(name: &str, span: Span) -> Box<Diagnostic> {
    unsupported(span, format!("`{name}` below a class of which nothing is known"))
}
