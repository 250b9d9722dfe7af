//! Objects of which only the value counts: numbers and truth values in boxes, and what is made of strings.
//!
//! Such an object never changes, and whether it is a new one or one that was there before is not known. What it holds is
//! kept in maps that never change.

use super::arithmetic::from_number;
use super::body::Body;
use super::math::order;
use super::value::Val;
use crate::ints;
use crate::syntax::ast::BinaryOp;
use crate::types::{ClassId, IntKind, Type};
use abide_base::Span;
use abide_ir::StmtKind;
use abide_logic::{Sort, Term};

impl<'a> Body<'_, 'a> {
    /// An object of a final class of the library with a value that is determined: runs may take any object that has it.
    pub(super) fn value_object(
        &mut self,
        ty: &Type,
        span: Span,
        facts: impl FnOnce(&mut Self, &Term) -> Vec<Term>,
    ) -> Val {
        let span = Span {
            start: span.end,
            ..span
        };
        let made = self.temp("made", Sort::Ref);
        let object = made.term();
        self.emit(StmtKind::Havoc(vec![made]), span);
        let types = self.types();
        let exact = Term::int(self.classes().exact(ty));
        let own = [
            Term::ne(object.clone(), Term::null()),
            Term::eq(Term::select(types.term(), object.clone()), exact),
        ];
        let known = facts(self, &object);
        self.assume(Term::and(own.into_iter().chain(known)), span);
        // it may have been made just now
        let allocated = self.allocated();
        let grown = Term::store(allocated.term(), object.clone(), Term::tt());
        self.assign(&allocated, grown, span);
        self.wrote_new(&allocated, None);
        Val::new(object, ty.clone())
    }

    /// `x == y` of objects. Whether two boxes or strings are one object is not known, and refutes nothing.
    pub(super) fn same_object(&mut self, x: &Val, y: &Val, span: Span) -> Term {
        let same = Term::eq(x.term.clone(), y.term.clone());
        let boxes = self.heap.contains_key("~\\value") || self.heap.contains_key("~\\truth");
        let of_value =
            |v: &Val| self.is_string(&v.ty) || self.is_box(&v.ty) || boxes && v.ty == self.classes().object();
        let are_there = ![x, y].iter().any(|v| v.ty == Type::Null);
        if !are_there || !(of_value(x) || of_value(y)) || x.term == y.term {
            return same;
        }
        let are_one = self.arbitrary(&Type::Bool, span).term;
        // assumed where nothing is unknown: runs end here
        let decided = Span {
            start: span.end,
            ..span
        };
        self.assume(Term::eq(are_one.clone(), same), decided);
        are_one
    }

    /// A number or truth value in a box of a class; arbitrary where it is not known which it is.
    pub(super) fn boxed(&mut self, val: &Val, class: ClassId, span: Span) -> Val {
        let ty = Type::Class(class);
        let held = self.classes().unboxed(class).filter(|held| fits(&val.ty, held));
        match held.filter(|_| !val.vague && !val.mixed) {
            Some(held) => self.value_object(&ty, span, |b, object| {
                let own = b.boxed_value(object, &held).map(|own| Term::eq(own, val.term.clone()));
                own.into_iter().collect()
            }),
            None => self.some_object(&ty, span),
        }
    }

    /// A new box holds a value; where it is not known which, what comes behind refutes nothing.
    pub(super) fn holds_value(&mut self, object: &Val, class: ClassId, val: &Val, span: Span) {
        let Some(held) = self.classes().unboxed(class) else {
            return;
        };
        if !fits(&val.ty, &held) || val.vague || val.mixed {
            self.may_not_return(span);
        } else if let Some(own) = self.boxed_value(&object.term, &held) {
            self.assume(Term::eq(own, val.term.clone()), span);
        }
    }

    /// Operands of a formula: what a box holds, where the other one is in none.
    pub(super) fn out_of_boxes(&mut self, op: BinaryOp, x: Val, y: Val) -> (Val, Val) {
        let compares = !matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        if compares && self.is_box(&x.ty) && self.is_box(&y.ty) {
            let plain = |b: &Self, val: &Val| b.plain(&val.ty).map(|ty| Val::new(Term::int(0), ty));
            let (one, other) = (plain(self, &x), plain(self, &y));
            if let (Some(one), Some(other)) = (one, other) {
                return (self.out_of_box(x, &other), self.out_of_box(y, &one));
            }
        }
        let other = y.clone();
        let y = self.out_of_box(y, &x);
        (self.out_of_box(x, &other), y)
    }

    /// `e.intValue()` of an element of which only Java knows the type, in a formula.
    pub(super) fn held_by_element(&mut self, element: &Val, name: &str) -> Option<Val> {
        let held = match name {
            "intValue" => Type::Int(IntKind::Long),
            "booleanValue" => Type::Bool,
            _ => return None,
        };
        let is_any = element.ty == self.classes().object();
        let term = self.boxed_value(&element.term, &held).filter(|_| is_any)?;
        Some(Val::new(term, held))
    }

    fn out_of_box(&mut self, val: Val, other: &Val) -> Val {
        let plain = |ty: &Type| matches!(ty, Type::Int(_) | Type::Bool);
        let boxed = self.is_box(&val.ty) || val.ty == self.classes().object();
        if !boxed || !plain(&other.ty) {
            return val;
        }
        let fits = |held: &Type| plain(held) && (*held == Type::Bool) == (other.ty == Type::Bool);
        let own = match &val.ty {
            Type::Class(id) => self.classes().unboxed(*id),
            _ => None,
        };
        if own.as_ref().is_some_and(|held| !fits(held)) {
            return val;
        }
        self.uses(&val);
        let numbers = [
            IntKind::Int,
            IntKind::Long,
            IntKind::Short,
            IntKind::Byte,
            IntKind::Char,
        ]
        .map(Type::Int);
        if own.is_none() {
            // only Java knows the type
            let all = numbers.iter().chain([&Type::Bool]).filter(|held| fits(held));
            let boxes: Vec<ClassId> = all.filter_map(|held| self.classes().boxed(held)).collect();
            let is_box: Vec<Term> = boxes
                .into_iter()
                .map(|id| self.has_type(&val.term, &Type::Class(id)))
                .collect();
            self.defined_if(Term::or(is_box), true);
        }
        let held = own.unwrap_or_else(|| {
            if other.ty == Type::Bool {
                Type::Bool
            } else {
                Type::Int(IntKind::Long)
            }
        });
        match self.boxed_value(&val.term, &held) {
            Some(term) => Val::new(term, held),
            None => val,
        }
    }

    /// What an object holds that is a box for values of a type: integers and truth values only.
    pub(super) fn boxed_value(&mut self, object: &Term, ty: &Type) -> Option<Term> {
        let map = match ty {
            Type::Int(_) => self.fixed("\\value", Sort::Int),
            Type::Bool => self.fixed("\\truth", Sort::Bool),
            _ => return None,
        };
        Some(Term::select(map.term(), object.clone()))
    }

    /// A method of a box that depends on nothing but what it holds.
    pub(super) fn box_function(&mut self, object: &Val, class: ClassId, name: &str, args: &[Val]) -> Option<Val> {
        let ty = self.classes().unboxed(class)?;
        let own = Val::new(self.boxed_value(&object.term, &ty)?, ty.clone());
        let narrowed = |kind| from_number(ints::wrap(own.number(), kind), kind);
        match (name, args, &ty) {
            ("booleanValue", [], Type::Bool) | ("charValue", [], Type::Int(IntKind::Char)) => Some(own),
            (_, [], Type::Int(IntKind::Char)) => None,
            ("intValue" | "hashCode", [], Type::Int(IntKind::Int | IntKind::Short | IntKind::Byte)) => {
                Some(narrowed(IntKind::Int))
            }
            ("intValue", [], Type::Int(_)) => Some(narrowed(IntKind::Int)),
            ("longValue", [], Type::Int(_)) => Some(narrowed(IntKind::Long)),
            ("shortValue", [], Type::Int(_)) => Some(narrowed(IntKind::Short)),
            ("byteValue", [], Type::Int(_)) => Some(narrowed(IntKind::Byte)),
            ("equals", [other], _) if other.ty.is_reference() => {
                let same = Term::eq(own.term, self.boxed_value(&other.term, &ty)?);
                let is_box = self.has_type(&other.term, &object.ty);
                let there = Term::ne(other.term.clone(), Term::null());
                Some(Val::new(Term::and([there, is_box, same]), Type::Bool))
            }
            ("compareTo", [other], Type::Int(IntKind::Int | IntKind::Long)) if other.ty == object.ty => {
                let theirs = self.boxed_value(&other.term, &ty)?;
                Some(order(&own.term, &theirs))
            }
            _ => None,
        }
    }
}

/// May a value be put into a box of a type as it is? A constant may have a wider type than its box.
fn fits(value: &Type, held: &Type) -> bool {
    matches!((value, held), (Type::Int(_), Type::Int(_)) | (Type::Bool, Type::Bool))
}
