//! Types as values: `\type(T)`, `\typeof(x)`, `\elemtype(t)` and `<:`.
//!
//! A type is the number that the dynamic types of its objects have ([`crate::types::Classes::exact`]); primitive types
//! have negative ones. What is below a type that is written out, an interval of numbers tells. What is below one that is
//! only a value is that same interval where it is one of the types that the routine writes out, and a relation
//! of which no more is known than that it is reflexive where it is none of them.

use super::body::Body;
use super::state::HeapKind;
use super::value::{Lowering, Scope, Val, unsupported, wrong};
use crate::syntax::ast::{Expr, ExprKind, TypeRef};
use crate::types::{DIMENSION, Type};
use abide_base::Span;
use abide_logic::{Sort, Term};

/// What the names of variables begin with that hold the numbers of classes of which nothing is known.
pub(super) const TYPE_NUMBER: &str = "\\type ";

/// The name of the map that tells which types are below which.
pub(super) const SUBTYPE: &str = "<:";

/// The name of the map that tells the types of elements.
pub(super) const ELEMENT_TYPE: &str = "\\elemtype";

/// The primitive types, the number of each being that of its place, negated.
const PRIMITIVE: [&str; 10] = [
    "", "boolean", "byte", "short", "char", "int", "long", "float", "double", "void",
];

/// The number of a primitive type.
fn primitive(name: &str) -> Option<i64> {
    let place = PRIMITIVE.iter().position(|p| *p == name)?;
    Some(-i64::try_from(place).ok()?)
}

impl<'a> Body<'_, 'a> {
    /// `\type(T)`.
    pub(super) fn type_literal(&mut self, ty: &'a TypeRef, scope: &Scope, span: Span) -> Lowering<Val> {
        if self.is_type_param(ty, scope.class) {
            return Err(unsupported(span, "a type parameter as a value"));
        }
        if let Some(number) = primitive(&ty.name).filter(|_| ty.dims == 0) {
            return Ok(Val::new(Term::int(number), Type::Type));
        }
        match self.classes().resolve(ty, Some(scope.class)) {
            Some(known) if known.is_reference() => {
                let number = self.classes().exact(&known);
                self.literals.insert(number, known);
                Ok(Val::new(Term::int(number), Type::Type))
            }
            Some(_) => Err(unsupported(span, "this type as a value")),
            // one of which nothing is known has a number all the same
            None => {
                let name = format!("{TYPE_NUMBER}{}", ty.name);
                let base = self.heap_var(format!("~{name}"), &name, Sort::Int, HeapKind::Fixed);
                let is_class = [
                    Term::lt(Term::int(0), base.term()),
                    Term::lt(base.term(), Term::int(DIMENSION)),
                ];
                if !self.facts.contains(&is_class[0]) {
                    self.facts.extend(is_class);
                }
                let offset = i64::try_from(ty.dims).unwrap_or(0) * DIMENSION;
                Ok(Val::new(Term::add(base.term(), Term::int(offset)), Type::Type))
            }
        }
    }

    /// The value of an expression that is a type.
    fn type_value(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Term> {
        let val = self.spec(e, scope)?;
        match val.ty {
            Type::Type => Ok(val.term),
            _ => Err(wrong(e.span, "a type is needed here")),
        }
    }

    /// `\elemtype(t)`. Arrays of references are numbered so that it is a difference.
    pub(super) fn element_type(&mut self, t: &'a Expr, scope: &Scope) -> Lowering<Val> {
        let number = self.type_value(t, scope)?;
        let sort = Sort::map(Sort::Int, Sort::Int);
        let key = format!("~{ELEMENT_TYPE}");
        let known = self.heap.contains_key(&key);
        let map = self.heap_var(key, ELEMENT_TYPE, sort, HeapKind::Fixed);
        if !known {
            for name in &PRIMITIVE[1..PRIMITIVE.len() - 1] {
                let array = TypeRef {
                    name: (*name).into(),
                    dims: 1,
                    span: t.span,
                    args: Vec::new(),
                };
                let array = self.classes().resolve(&array, None).map(|ty| self.classes().exact(&ty));
                if let (Some(array), Some(element)) = (array, primitive(name)) {
                    let read = Term::select(map.term(), Term::int(array));
                    self.facts.push(Term::eq(read, Term::int(element)));
                }
            }
        }
        let of_objects = Term::lt(Term::int(DIMENSION), number.clone());
        let less = Term::sub(number.clone(), Term::int(DIMENSION));
        let element = Term::ite(of_objects, less, Term::select(map.term(), number));
        Ok(Val::new(element, Type::Type))
    }

    /// `a <: b`.
    pub(super) fn subtype(&mut self, a: &'a Expr, b: &'a Expr, scope: &Scope) -> Lowering<Val> {
        let low = self.type_value(a, scope)?;
        let below = match &*b.kind {
            ExprKind::TypeLiteral(ty) | ExprKind::ClassLiteral(ty) => self.below_literal(low, ty, b, scope)?,
            _ => {
                let up = self.type_value(b, scope)?;
                self.below_value(low, up)
            }
        };
        Ok(Val::new(below, Type::Bool))
    }

    fn below_literal(&mut self, low: Term, ty: &'a TypeRef, b: &'a Expr, scope: &Scope) -> Lowering<Term> {
        let up = self.type_literal(ty, scope, b.span)?;
        Ok(match self.classes().resolve(ty, Some(scope.class)) {
            Some(known) if known.is_reference() => {
                // no primitive type is below one of objects, and an interface is no type of objects, but below itself
                let of_objects = Term::lt(Term::int(0), low.clone());
                let same = Term::eq(low.clone(), up.term);
                Term::or([same, Term::and([of_objects, self.is_number_of(low, &known)])])
            }
            Some(_) => Term::eq(low, up.term),
            None => {
                let name = format!("{}{}", ty.name, "[]".repeat(ty.dims));
                Term::or([Term::eq(low.clone(), up.term), self.is_number_of_unknown(low, &name)])
            }
        })
    }

    /// The type with one number is below that with another, which the source does not write out here.
    fn below_value(&mut self, low: Term, up: Term) -> Term {
        let sort = Sort::map(Sort::Int, Sort::map(Sort::Int, Sort::Bool));
        let relation = self.heap_var(format!("~{SUBTYPE}"), SUBTYPE, sort, HeapKind::Fixed);
        let unknown = Term::select(Term::select(relation.term(), low.clone()), up.clone());
        let literals: Vec<(i64, Type)> = self.literals.iter().map(|(n, ty)| (*n, ty.clone())).collect();
        let below = literals.into_iter().fold(unknown, |otherwise, (number, ty)| {
            let of_objects = Term::lt(Term::int(0), low.clone());
            let inside = Term::and([of_objects, self.is_number_of(low.clone(), &ty)]);
            Term::ite(Term::eq(up.clone(), Term::int(number)), inside, otherwise)
        });
        Term::or([Term::eq(low, up), below])
    }
}
