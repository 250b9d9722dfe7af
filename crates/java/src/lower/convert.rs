//! Conversions: of assignment, of casts, boxing; and tests of types.

use super::arithmetic::{from_number, promoted, wider_float};
use super::body::Body;
use super::constant::may_be_constant;
use super::value::{Lowering, Val, unsupported, wrong};
use crate::ints;
use crate::syntax::ast::{Expr, TypeRef};
use crate::types::{ClassId, IntKind, Type};
use abide_base::{Diagnostic, Span};
use abide_ir::CheckKind;
use abide_logic::{Kind, Term};

impl<'a> Body<'_, 'a> {
    /// A value as it is when it is assigned to a variable of a type.
    pub(super) fn convert(&mut self, val: Val, ty: &Type, span: Span) -> Lowering<Val> {
        match (&val.ty, ty) {
            (a, b) if a == b => Ok(val),
            (Type::Set(_), Type::Set(_)) => Ok(val),
            // a constant may be narrowed
            (Type::Int(_), Type::Int(kind)) => {
                let number = self.wrapped(val.number(), *kind);
                Ok(from_number(number, *kind))
            }
            (Type::Float, Type::Double) => Ok(Val::new(val.term, Type::Double)),
            (a, b) if a.is_float() && b.is_number() || a.is_number() && b.is_float() => {
                self.float(Type::Double, span);
                Ok(self.arbitrary(ty, span))
            }
            (Type::Lambda, Type::Class(id)) => {
                self.lambda_for(*id, span)?;
                Ok(Val::new(val.term, ty.clone()))
            }
            (a, b) if a.is_reference() && b.is_reference() => {
                // nobody writes this cast: the value's own type is a type parameter
                if self.env.polluted && *a == self.classes().object() && b != a {
                    return self.cast(val, ty, span);
                }
                let arrays = matches!((a, b), (Type::Array(_), Type::Array(_)));
                if arrays && self.env.polluted_arrays && !self.classes().is_assignable(a, b) {
                    self.is_array_of(&val, Some(b), span)?;
                }
                Ok(Val::new(val.term, ty.clone()))
            }
            // a constant may be put into a narrower box than its own
            (a, b) if b.is_reference() && !a.is_reference() => {
                let narrower = match b {
                    Type::Class(id) => self.classes().unboxed(*id).map(|_| *id),
                    _ => None,
                };
                let own = self.classes().boxed(a).filter(|_| !val.vague && !val.mixed);
                let made = match narrower.or(own) {
                    Some(class) => self.boxed(&val, class, span),
                    None => self.some_object(b, span),
                };
                Ok(Val::new(made.term, ty.clone()))
            }
            // what an unknown method returns may be anything
            (Type::Class(id), _) if Type::Class(*id) == self.classes().object() => {
                self.is_in_a_box(&val, Some(ty), span)?;
                Ok(self.arbitrary(ty, span))
            }
            (a, _) if a.is_reference() => {
                let val = self.unboxed(val, span)?;
                if val.ty.is_reference() {
                    return Err(wrong(span, "the types do not fit"));
                }
                self.convert(val, ty, span)
            }
            _ => Err(wrong(
                span,
                format!(
                    "a `{}` is needed here, not a `{}`",
                    self.classes().show(ty),
                    self.classes().show(&val.ty)
                ),
            )),
        }
    }

    /// A lambda or a method reference becomes an object of a class. Its body is not held against what is promised of the
    /// method it stands for: whether it keeps that is open.
    fn lambda_for(&mut self, class: ClassId, span: Span) -> Lowering<()> {
        if self.env.has_invariants(class) {
            return Err(unsupported(span, "a lambda for an interface with an invariant"));
        }
        for m in self.env.promised_methods(class) {
            let name = format!("{}.{}", self.classes().get(m.class).path, m.decl.name.text);
            let warning = Diagnostic::warning(
                span,
                format!("whether this keeps the contract of `{name}` is not known"),
            );
            self.warn(warning.related(m.decl.name.span, "the contract"));
            let kept = self.unknown_choice("kept", span);
            self.check(kept, CheckKind::Postcondition, span, Some(m.decl.name.span));
        }
        Ok(())
    }

    /// A number or truth value, of the type that is wanted if one is, is taken out of something of which the type is
    /// not known: a type parameter, or what a method of the library gives back. It must not be null, and of the right
    /// class where the source's types cannot be relied on, unless it was never in a box.
    fn is_in_a_box(&mut self, val: &Val, wanted: Option<&Type>, span: Span) -> Lowering<()> {
        let plain = self.arbitrary(&Type::Bool, span).term;
        let some = Term::ne(val.term.clone(), Term::null());
        self.demand(
            Term::or([some, plain.clone()]),
            CheckKind::Null,
            "NullPointerException",
            span,
        )?;
        if !self.env.polluted {
            return Ok(());
        }
        // others may come out of boxes of several classes
        let single = |ty: &&Type| matches!(ty, Type::Bool | Type::Int(IntKind::Byte | IntKind::Char));
        let own = wanted.filter(single).and_then(|ty| self.classes().boxed(ty));
        let fits = own.map_or(Term::ff(), |id| self.has_type(&val.term, &Type::Class(id)));
        self.demand(Term::or([fits, plain]), CheckKind::Cast, "ClassCastException", span)
    }

    /// A number of a type that is not known: it is read as a `long`.
    pub(super) fn some_number(&mut self, span: Span) -> Val {
        self.arbitrary(&Type::Int(IntKind::Long), span).vague_if(true)
    }

    /// Are two branches perhaps numbers in boxes? Then Java takes them out, brings them to one type and makes a new
    /// box.
    pub(super) fn are_perhaps_numbers(&self, x: &Val, y: &Val) -> bool {
        let boxed = |v: &Val| v.vague && v.ty.is_reference();
        let number = |v: &Val| boxed(v) || self.plain(&v.ty).is_some();
        boxed(x) && number(y) || number(x) && boxed(y)
    }

    /// One of two branches that are perhaps numbers in boxes.
    pub(super) fn perhaps_number(&mut self, val: &Val, span: Span) -> Lowering<Val> {
        if val.ty.is_reference() {
            self.is_in_a_box(val, None, span)?;
        }
        let object = self.classes().object();
        Ok(self.arbitrary(&object, span).vague_if(true))
    }

    /// The number in an object of class `Integer` or the like; a floating-point number is arbitrary.
    pub(super) fn unboxed(&mut self, val: Val, span: Span) -> Lowering<Val> {
        let Type::Class(id) = &val.ty else { return Ok(val) };
        let Some(ty) = self.classes().unboxed(*id) else {
            return Ok(match val.ty == self.classes().object() {
                // what an unknown method returns may be a number
                true => {
                    self.is_in_a_box(&val, None, span)?;
                    self.some_number(span)
                }
                false => val,
            });
        };
        self.not_null(&val, span)?;
        match self.boxed_value(&val.term, &ty) {
            Some(held) => Ok(self.known(Val::new(held, ty), span)),
            None => Ok(self.float(ty, span)),
        }
    }

    /// `(T) e`.
    pub(super) fn cast(&mut self, val: Val, ty: &Type, span: Span) -> Lowering<Val> {
        if val.ty.is_reference() && ty.is_reference() && val.ty != Type::Lambda {
            if !self.classes().is_assignable(&val.ty, ty) {
                let is = self.has_type(&val.term, ty);
                let holds = Term::or([Term::eq(val.term.clone(), Term::null()), is]);
                self.demand(holds, CheckKind::Cast, "ClassCastException", span)?;
            }
            let val = Val::new(val.term, ty.clone());
            self.assume_invariants_of(&val, span)?;
            return Ok(val);
        }
        self.convert(val, ty, span)
    }

    /// `(T) e` for a type parameter: what is checked when the program runs is the parameter's first bound.
    pub(super) fn cast_to_parameter(&mut self, val: Val, ty: &TypeRef, span: Span) -> Lowering<Val> {
        let erased = self.classes().erased(ty, self.class, Some(self.method.decl));
        let Some(bound) = self.classes().resolve(&erased.ty, Some(erased.scope)) else {
            let unknown = format!("{}{}", erased.ty.name, "[]".repeat(erased.ty.dims));
            let ty = self.resolve(ty)?;
            return self.cast_to_unknown(val, &unknown, &ty, span);
        };
        self.is_decidable(&bound, span)?;
        let bounded = bound != self.resolve(ty)?;
        Ok(self.cast(val, &bound, span)?.vague_if(bounded))
    }

    /// Can we tell whether an object has the type? Not for arrays of an interface.
    pub(super) fn is_decidable(&self, ty: &Type, span: Span) -> Lowering<()> {
        let mut base = ty;
        while let Type::Array(element) = base {
            base = element;
        }
        match base {
            Type::Class(id) if base != ty && self.classes().get(*id).interface => {
                Err(unsupported(span, "arrays of an interface here"))
            }
            _ => Ok(()),
        }
    }

    /// `e instanceof T`.
    pub(super) fn instance_of(&mut self, val: &Val, ty: &Type) -> Term {
        let some = Term::ne(val.term.clone(), Term::null());
        if self.classes().is_assignable(&val.ty, ty) && val.ty != Type::Null {
            return some;
        }
        let is = self.has_type(&val.term, ty);
        Term::and([some, is])
    }

    /// The type of a conditional with these branches, and whether it is vague: a constant takes the narrow type of the
    /// other branch if it fits.
    pub(super) fn conditional_type(&mut self, x: (&Val, &Expr), y: (&Val, &Expr)) -> (Type, bool) {
        let mut vague = x.0.vague || y.0.vague;
        for (narrow, (constant, e)) in [(x.0, y), (y.0, x)] {
            let Some(Type::Int(kind)) = self.plain(&narrow.ty).filter(|_| constant.ty == Type::INT) else {
                continue;
            };
            if kind >= IntKind::Int || !may_be_constant(e) {
                continue;
            }
            match constant.term.kind() {
                Kind::Int(i) if ints::range(kind).is_some_and(|r| r.contains(i)) => return (Type::Int(kind), vague),
                Kind::Int(_) => {}
                // perhaps the value is a constant to Java
                _ => vague = true,
            }
        }
        let ty = match (&x.0.ty, &y.0.ty) {
            (Type::Int(IntKind::Byte), Type::Int(IntKind::Short))
            | (Type::Int(IntKind::Short), Type::Int(IntKind::Byte)) => Type::Int(IntKind::Short),
            (a, b) => self.common(a, b),
        };
        let above = ty == self.classes().object() && x.0.ty != ty && y.0.ty != ty;
        (ty, vague || above)
    }

    /// The type of a conditional with branches of these types.
    pub(super) fn common(&mut self, a: &Type, b: &Type) -> Type {
        match (a, b) {
            _ if a == b => a.clone(),
            (Type::Null, t) | (t, Type::Null) if t.is_reference() => t.clone(),
            _ => match (self.plain(a), self.plain(b)) {
                // numbers in boxes are taken out of them
                (Some(x), Some(y)) if x == y => x,
                (Some(x), Some(y)) if x.is_number() && y.is_number() => match promoted(&x, &y) {
                    Some(kind) => Type::Int(kind),
                    None => wider_float(&x, &y),
                },
                _ if self.classes().is_assignable(a, b) => b.clone(),
                _ if self.classes().is_assignable(b, a) => a.clone(),
                _ => self.classes().object(),
            },
        }
    }

    /// Do objects of the type hold a number or truth value?
    pub(super) fn is_box(&self, ty: &Type) -> bool {
        ty.is_reference() && self.plain(ty).is_some()
    }

    /// The type of a number or truth value, also in a box.
    pub(super) fn plain(&self, ty: &Type) -> Option<Type> {
        match ty {
            Type::Class(id) => self.classes().unboxed(*id),
            _ if ty.is_number() || *ty == Type::Bool => Some(ty.clone()),
            _ => None,
        }
    }
}
