//! Sets of objects in formulas: `JMLObjectSet`, and what `\reach` comes to.
//!
//! A set is what it says of an arbitrary object, as in Jahob's specifications: the value of an
//! expression that is a set is a formula about one variable. Only ghost variables hold sets, as
//! maps from references to truth values. The type of a value tells that it is a set, the sort of
//! its term in which of the two forms.

use super::body::Body;
use super::value::{Lowering, Scope, Val, View, unsupported, wrong};
use crate::syntax::ast::{self, Expr};
use crate::types::{ClassId, Type};
use abide_base::Span;
use abide_ir::StmtKind;
use abide_logic::heap::set_sort;
use abide_logic::{Sort, Subst, Term, Var};

/// The object that the formula of a set speaks of.
fn element() -> Var {
    Var::new("\\element", 0, Sort::Ref)
}

/// The set of the objects for which a formula about [`element`] holds.
fn set_of(class: ClassId, inside: Term) -> Val {
    Val::new(inside, Type::Set(class))
}

/// Is an object in a set?
fn has(set: &Val, object: Term) -> Term {
    match set.term.sort() {
        Sort::Map(_) => Term::select(set.term.clone(), object),
        _ => {
            let mut at = Subst::new();
            at.insert(element(), object);
            at.apply(&set.term)
        }
    }
}

impl<'a> Body<'_, 'a> {
    /// Does the expression name the class of sets?
    pub(super) fn is_set_class(&self, e: &Expr, scope: &Scope) -> bool {
        let Some(name) = super::names::dotted(e) else {
            return false;
        };
        let ty = ast::TypeRef::named(name, e.span);
        self.is_set_type(&ty, scope)
    }

    fn is_set_type(&self, ty: &ast::TypeRef, scope: &Scope) -> bool {
        matches!(self.classes().resolve(ty, Some(scope.class)), Some(Type::Set(_)))
    }

    fn any_class(&self) -> ClassId {
        self.classes().known("Object")
    }

    /// `JMLObjectSet.EMPTY_SET`
    pub(super) fn empty_set(&self) -> Val {
        let nothing = Term::constant_map(Sort::Ref, Term::ff());
        Val::new(nothing, Type::Set(self.any_class()))
    }

    /// `new JMLObjectSet()`, `new JMLObjectSet(x)`
    pub(super) fn new_set(&mut self, ty: &ast::TypeRef, args: &'a [Expr], scope: &Scope, span: Span) -> Lowering<Val> {
        match args {
            _ if !self.is_set_type(ty, scope) => Err(unsupported(span, "a new object in a formula")),
            [] => Ok(self.empty_set()),
            [one] => self.set_of_one(one, scope),
            _ => Err(wrong(span, "a set is made of nothing or of one object")),
        }
    }

    /// The set with one element.
    pub(super) fn set_of_one(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Val> {
        let one = self.spec_object(e, scope)?;
        let nothing = self.empty_set();
        Ok(self.inserted(&nothing, &one))
    }

    fn inserted(&self, set: &Val, object: &Val) -> Val {
        self.with(set, object, Term::tt())
    }

    /// The set with an object in it, or without it.
    fn with(&self, set: &Val, object: &Val, inside: Term) -> Val {
        let class = match (&set.ty, &object.ty) {
            (Type::Set(own), Type::Class(class)) if self.classes().is_subclass(*class, *own) => *own,
            (Type::Set(own), _) if inside.is_false() => *own,
            _ => self.any_class(),
        };
        if let Sort::Map(_) = set.term.sort() {
            let changed = Term::store(set.term.clone(), object.term.clone(), inside);
            return Val::new(changed, Type::Set(class));
        }
        let it = Term::eq(element().term(), object.term.clone());
        let before = set.term.clone();
        set_of(
            class,
            match inside.is_true() {
                true => Term::or([before, it]),
                false => Term::and([before, Term::not(it)]),
            },
        )
    }

    /// A set made of two, by what it means for an object to be in either.
    pub(super) fn joined(&self, a: &Val, b: &Val, how: impl FnOnce(Term, Term) -> Term) -> Val {
        let class = match (&a.ty, &b.ty) {
            (Type::Set(a), Type::Set(b)) if self.classes().is_subclass(*a, *b) => *b,
            (Type::Set(a), Type::Set(b)) if self.classes().is_subclass(*b, *a) => *a,
            _ => self.any_class(),
        };
        let at = element().term();
        set_of(class, how(has(a, at.clone()), has(b, at)))
    }

    /// The objects of which the sets say the same, or the like.
    fn each(&mut self, a: &Val, b: &Val, how: impl FnOnce(Term, Term) -> Term) -> Term {
        let v = self.fresh("v", Sort::Ref);
        let body = how(has(a, v.term()), has(b, v.term()));
        Term::forall([v], body)
    }

    /// The sets have the same elements.
    pub(super) fn same_sets(&mut self, a: &Val, b: &Val) -> Term {
        self.each(a, b, Term::eq)
    }

    /// `new JMLObjectSet {C x | P}`: objects of the class, without null. Jahob's sets have any objects, and may
    /// have null.
    pub(super) fn such(&mut self, ty: &ast::TypeRef, name: &ast::Name, body: &'a Expr, scope: &Scope) -> Lowering<Val> {
        let Type::Class(class) = self.resolve_known(ty, scope.class)? else {
            return Err(wrong(ty.span, "a class is needed here"));
        };
        let at = element().term();
        let mut inner = scope.clone();
        let var = self.fresh(&name.text, Sort::Ref);
        let bound = Val::new(var.term(), Type::Class(class));
        inner.bound.push((name.text.to_string(), bound));
        let mut parts = Vec::new();
        let any = &*ty.name == "\\object";
        if !any {
            parts.push(Term::ne(at.clone(), Term::null()));
        }
        if !any && !self.is_from_set_of(class, &name.text, body, &inner)? {
            parts.push(self.has_type(&at, &Type::Class(class)));
        }
        let mut as_element = Subst::new();
        let holds = self.truth(body, &inner)?;
        as_element.insert(var, at);
        parts.push(as_element.apply(&holds));
        Ok(set_of(class, Term::and(parts)))
    }

    /// Is it said of `name` that it is in a set that has objects of the class only?
    fn is_from_set_of(&mut self, class: ClassId, name: &str, body: &'a Expr, scope: &Scope) -> Lowering<bool> {
        use ast::{BinaryOp, ExprKind};
        match &*body.kind {
            ExprKind::Binary(BinaryOp::And, a, b) => {
                Ok(self.is_from_set_of(class, name, a, scope)? || self.is_from_set_of(class, name, b, scope)?)
            }
            ExprKind::Call(Some(set), member, args) if matches!(&*member.text, "has" | "contains") => {
                let own = |e: &Expr| matches!(&*e.kind, ExprKind::Name(n) if **n == *name);
                if args.len() != 1 || !own(&args[0]) || self.spec_class(set, scope).is_some() {
                    return Ok(false);
                }
                Ok(match self.spec(set, scope)?.ty {
                    Type::Set(of) => self.classes().is_subclass(of, class),
                    _ => false,
                })
            }
            _ => Ok(false),
        }
    }

    /// The methods of `JMLObjectSet`, and those of `java.util.Set` that mean the same.
    pub(super) fn set_operation(&mut self, set: &Val, name: &str, args: &[Val], span: Span) -> Lowering<Val> {
        let truth = |t: Term| Ok(Val::new(t, Type::Bool));
        let object = |v: &Val| *v.term.sort() == Sort::Ref;
        let is_set = |v: &Val| matches!(v.ty, Type::Set(_));
        match (name, args) {
            ("has" | "contains", [x]) if object(x) => truth(has(set, x.term.clone())),
            ("insert", [x]) if object(x) => Ok(self.inserted(set, x)),
            ("remove", [x]) if object(x) => Ok(self.with(set, x, Term::ff())),
            ("isEmpty", []) => {
                let nothing = self.empty_set();
                truth(self.same_sets(set, &nothing))
            }
            ("equals", [other]) if is_set(other) => truth(self.same_sets(set, other)),
            ("isSubset", [other]) if is_set(other) => truth(self.each(set, other, Term::implies)),
            ("isProperSubset", [other]) if is_set(other) => {
                let (inside, same) = (self.each(set, other, Term::implies), self.same_sets(set, other));
                truth(Term::and([inside, Term::not(same)]))
            }
            ("containsAll", [other]) if is_set(other) => truth(self.each(other, set, Term::implies)),
            ("union", [other]) if is_set(other) => Ok(self.joined(set, other, |a, b| Term::or([a, b]))),
            ("intersection", [other]) if is_set(other) => Ok(self.joined(set, other, |a, b| Term::and([a, b]))),
            ("difference", [other]) if is_set(other) => {
                Ok(self.joined(set, other, |a, b| Term::and([a, Term::not(b)])))
            }
            _ => Err(unsupported(span, format!("`{name}` of a set in a formula"))),
        }
    }

    /// A set that a ghost variable is to hold, as a map.
    pub(super) fn set_to_keep(&mut self, e: &'a Expr) -> Lowering<Val> {
        let scope = self.body_scope(View::At(self.pre), 0);
        let set = self.spec(e, &scope)?;
        let Type::Set(_) = set.ty else {
            return Err(wrong(e.span, "a set is needed here"));
        };
        if let Sort::Map(_) = set.term.sort() {
            return Ok(set);
        }
        let kept = self.temp("set", set_sort());
        self.emit(StmtKind::Havoc(vec![kept.clone()]), e.span);
        let kept = Val::new(kept.term(), set.ty.clone());
        let same = self.same_sets(&kept, &set);
        self.assume(same, e.span);
        Ok(kept)
    }

    /// The objects of a class among those that one comes to along a field; null is none of them.
    pub(super) fn reached(&mut self, from: &Val, map: Term, field: &Type, class: ClassId) -> Val {
        let at = element().term();
        let mut parts = vec![
            Term::ne(at.clone(), Term::null()),
            Term::reach(map, from.term.clone(), at.clone()),
        ];
        // what begins and goes on with objects of the class has no others
        let own = Type::Class(class);
        let certain = |ty: &Type| self.classes().is_assignable(ty, &own);
        if !certain(&from.ty) || !certain(field) {
            parts.push(self.has_type(&at, &own));
        }
        set_of(class, Term::and(parts))
    }
}
