//! Terms of ACSL, and their types.

use super::labels::at_label;
use crate::lower::body::Body;
use crate::lower::value::{Lowering, Scope, Val, unsupported, wrong};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind as E, UnaryOp};
use crate::types::Type;
use abide_base::Span;
use abide_logic::number::{self, Number};
use abide_logic::{Func, Sort, Term, builtin};

impl<'a> Body<'_, 'a> {
    /// The value of a term.
    pub(super) fn spec(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Val> {
        use BinaryOp::*;
        let span = e.span;
        match &*e.kind {
            E::Int(lit) => Ok(integer(Term::int(lit.value.clone()))),
            E::Char(c) => Ok(integer(Term::int(*c))),
            E::Null => Ok(Val::null()),
            E::Result => scope
                .result
                .clone()
                .ok_or_else(|| wrong(span, "there is no `\\result` here")),
            E::Name(n) => self.spec_name(n, scope),
            E::Index(..) | E::Member(..) | E::Arrow(..) | E::Unary(UnaryOp::Deref, _) => {
                let place = self.spec_place(e, scope)?;
                let value = self.place_value(&place, scope, span)?;
                self.defined_inside(e, &place, value, scope)
            }
            E::Unary(UnaryOp::Address, a) => {
                let place = self.spec_place(a, scope)?;
                self.pointer_to(&place, span)
            }
            E::Unary(op @ (UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot), a) => {
                let val = self.term(a, scope)?;
                if matches!(val.ty, Type::Float(_)) && *op != UnaryOp::BitNot {
                    return self.real_with_sign(*op, &val, span);
                }
                let t = self.integer_of(&val, a.span)?;
                Ok(integer(match op {
                    UnaryOp::Minus => Term::neg(t),
                    UnaryOp::BitNot => Term::sub(Term::neg(t), Term::int(1)),
                    _ => t,
                }))
            }
            E::Binary(op @ (Add | Sub | Mul | Div | Rem | Shl | Shr | BitAnd | BitOr | BitXor), a, b) => {
                let x = self.spec(a, scope)?;
                let y = self.spec(b, scope)?;
                self.spec_arithmetic(*op, x, y, span)
            }
            E::Conditional(c, Some(a), b) => {
                let c = self.truth(c, scope)?;
                let (a, b) = (self.spec(a, scope)?, self.spec(b, scope)?);
                if matches!(a.ty, Type::Float(_)) || matches!(b.ty, Type::Float(_)) {
                    return self.real_of_two(c, &a, &b, span);
                }
                let ty = match (number_of(&a), number_of(&b)) {
                    (Some(_), Some(_)) => Type::Integer,
                    _ => a.ty.clone(),
                };
                let pairs = a.parts.into_iter().zip(b.parts);
                let parts = pairs.map(|(p, q)| Term::ite(c.clone(), p, q)).collect();
                Ok(Val::new(ty, parts))
            }
            E::Cast(ty, a) => {
                let ty = self.resolve(ty, span)?;
                let val = self.spec(a, scope)?;
                match (&ty, val.address()) {
                    (Type::Pointer(to), Some(_)) => {
                        // what the memory consists of, and offsets are counted in, is not forgotten
                        let real = crate::lower::addresses::memory_type(&val);
                        let same = self.env.cell_type(&real) == self.env.cell_type(to);
                        let known = real != Type::Void && val.parts[0] != Term::null();
                        if real == Type::Void {
                            self.note_void_cast(&val.parts[0], to, scope);
                        }
                        Ok(Val {
                            real: Some(real).filter(|_| known && !same),
                            ..Val::new(ty, val.parts)
                        })
                    }
                    (Type::Pointer(_), None) if number_of(&val) == Some(Term::int(0)) => Ok(Val::null()),
                    (Type::Integer | Type::Truth, _) => Ok(Val {
                        ty: Type::Integer,
                        ..val
                    }),
                    _ => self.cast(val, &ty, span),
                }
            }
            E::Old(inner) => {
                let inside = at_label(scope, "Old", span)?;
                self.spec(inner, &inside)
            }
            E::At(inner, label) => {
                let inside = at_label(scope, &label.text, label.span)?;
                self.spec(inner, &inside)
            }
            E::Let(name, value, body) => {
                let inner = self.with_let(name, value, scope)?;
                self.spec(body, &inner)
            }
            E::Named(_, inner) => self.spec(inner, scope),
            E::SizeofType(ty) => {
                let ty = self.resolve(ty, span)?;
                match self.env.types.size_of(&ty) {
                    Some(n) => Ok(integer(Term::int(n))),
                    None => Err(unsupported(span, "the size of this")),
                }
            }
            E::SizeofExpr(a) => match self.spec_type(a, scope).and_then(|t| self.env.types.size_of(&t)) {
                Some(n) => Ok(integer(Term::int(n))),
                None => Err(unsupported(span, "the size of this")),
            },
            E::Call(f, labels, args) if !self.is_predicate(f) => self.application(f, labels, args, scope, span),
            E::Acsl(name, _, args) => self.built_in_term(name, args, scope, span),
            E::Float(words) => self.real_constant(words, span),
            E::Str(_) => Err(unsupported(span, "this in a formula")),
            E::Assign(..) | E::Step { .. } => Err(wrong(span, "a formula changes nothing")),
            _ => {
                let formula = self.truth_only(e, scope)?;
                Ok(holds(formula))
            }
        }
    }

    /// A formula used as a term.
    fn truth_only(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Term> {
        use BinaryOp::*;
        match &*e.kind {
            E::Bool(_) | E::Chain(..) | E::Quantifier(..) | E::Unary(UnaryOp::Not, _) | E::Call(..) => {
                self.truth(e, scope)
            }
            E::Binary(And | Or | Implies | Iff | Xor | Lt | Le | Gt | Ge | Eq | Ne | In, ..) => self.truth(e, scope),
            _ => Err(unsupported(e.span, "this in a formula")),
        }
    }

    pub(in crate::lower) fn spec_integer(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Term> {
        let val = self.term(e, scope)?;
        self.integer_of(&val, e.span)
    }

    fn integer_of(&self, val: &Val, span: Span) -> Lowering<Term> {
        number_of(val).ok_or_else(|| wrong(span, format!("an integer is needed, not `{}`", self.show(&val.ty))))
    }

    pub(super) fn spec_arithmetic(&mut self, op: BinaryOp, x: Val, y: Val, span: Span) -> Lowering<Val> {
        use BinaryOp::*;
        if let (Add | Sub, Some(to)) = (op, x.ty.target().or(y.ty.target())) {
            self.not_alone(to, "arithmetic on a pointer to", span)?;
        }
        for p in [&x, &y].into_iter().filter(|p| p.real.is_some()) {
            let to = p.ty.target().cloned().unwrap_or(Type::Void);
            let real = self.env.cell_type(&crate::lower::addresses::memory_type(p));
            if real != self.env.cell_type(&to) {
                let (from, to) = (self.show(&real), self.show(&to));
                let what = format!("arithmetic on a pointer to `{from}` as a pointer to `{to}` in a formula");
                return Err(unsupported(span, what));
            }
        }
        match (op, x.address(), y.address()) {
            (Add, Some((b, i)), None) => {
                let by = number_of(&y).ok_or_else(|| wrong(span, "an integer is needed"))?;
                return Ok(Val::new(x.ty, vec![b, Term::add(i, by)]));
            }
            (Add, None, Some(_)) => return self.spec_arithmetic(op, y, x, span),
            (Sub, Some((b, i)), None) => {
                let by = number_of(&y).ok_or_else(|| wrong(span, "an integer is needed"))?;
                return Ok(Val::new(x.ty, vec![b, Term::sub(i, by)]));
            }
            (Sub, Some((b, i)), Some((c, j))) => {
                let distance = Term::sub(i.clone(), j.clone());
                let same = Term::eq(b.clone(), c.clone());
                return Ok(integer(defined_if(same, distance, "-", &[b, i, c, j])));
            }
            _ => {}
        }
        if matches!(x.ty, Type::Float(_)) || matches!(y.ty, Type::Float(_)) {
            return Err(unsupported(span, "arithmetic on floating values in a formula"));
        }
        let (Some(a), Some(b)) = (number_of(&x), number_of(&y)) else {
            return Err(wrong(span, "integers are needed"));
        };
        Ok(integer(match op {
            Add => Term::add(a, b),
            Sub => Term::sub(a, b),
            Mul => Term::mul(a, b),
            Div | Rem => {
                let natural = x.low.as_ref().is_some_and(|l| *l >= abide_logic::Int::ZERO);
                let given = [a.clone(), b.clone()];
                let by = Term::ne(b.clone(), Term::int(0));
                let (value, word) = match (op, natural) {
                    (Div, true) => (Term::div(a, b), "/"),
                    (Div, false) => (number::quotient(&a, &b), "/"),
                    (_, true) => (Term::modulo(a, b), "%"),
                    (_, false) => (number::remainder(&a, &b), "%"),
                };
                defined_if(by, value, word, &given)
            }
            Shl | Shr => {
                let by = Term::le(Term::int(0), b.clone());
                let power = number::power_of_two(&b).0;
                match op {
                    Shl => defined_if(by, Term::mul(a.clone(), power), "<<", &[a, b]),
                    _ => defined_if(by, Term::div(a.clone(), power), ">>", &[a, b]),
                }
            }
            _ => {
                let name = match op {
                    BitAnd => builtin::AND,
                    BitOr => builtin::OR,
                    _ => builtin::XOR,
                };
                number::bitwise(name, &Number::new(a), &Number::new(b)).0.term
            }
        }))
    }

    /// The type of an expression of a formula.
    pub(in crate::lower) fn spec_type(&self, e: &Expr, scope: &Scope) -> Option<Type> {
        match &*e.kind {
            E::Name(n) => {
                if let Some((_, val)) = scope.bound.iter().rev().find(|(b, _)| **b == *n.text) {
                    return Some(val.ty.clone());
                }
                if scope.locals {
                    return self.type_of(e);
                }
                self.env.globals.get(&*n.text).map(|g| g.ty.clone())
            }
            E::Index(a, _) => self.spec_type(a, scope)?.target().cloned(),
            E::Unary(UnaryOp::Deref, a) => self.spec_type(a, scope)?.target().cloned(),
            E::Member(a, f) => match self.spec_type(a, scope)? {
                Type::Record(id) => Some(self.env.types.member(id, &f.text)?.1),
                _ => None,
            },
            E::Arrow(a, f) => match self.spec_type(a, scope)?.target()? {
                Type::Record(id) => Some(self.env.types.member(*id, &f.text)?.1),
                _ => None,
            },
            E::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => match self.spec_type(a, scope)? {
                p @ (Type::Pointer(_) | Type::Array(..)) => Some(p.decayed()),
                _ => match self.spec_type(b, scope)? {
                    p @ (Type::Pointer(_) | Type::Array(..)) => Some(p.decayed()),
                    _ => Some(Type::Integer),
                },
            },
            E::Cast(ty, _) => Some(self.env.types.resolve(ty)),
            E::At(a, _) | E::Old(a) | E::Named(_, a) => self.spec_type(a, scope),
            E::Result => scope.result.as_ref().map(|r| r.ty.clone()),
            E::Range(..) => Some(Type::Integer),
            _ if scope.locals => self.type_of(e),
            _ => None,
        }
    }
}

impl Body<'_, '_> {
    /// Notes that a formula takes a `void *` for a pointer to a type.
    pub(in crate::lower) fn note_void_cast(&mut self, block: &Term, to: &Type, scope: &Scope) {
        let plain = *to == Type::Void || matches!(to, Type::Function(_)) || *block == Term::null();
        let free = block.free_vars();
        // what is returned is what the contract says
        let returned = scope.result.iter().flat_map(|r| &r.parts);
        let returned = returned.filter_map(Term::as_var).any(|v| free.contains(v));
        if !plain && !returned {
            let bound = free.iter().any(|v| scope.bound_vars.contains(v));
            let block = Some(block.clone()).filter(|_| !bound);
            self.void_casts.push((block, to.clone()));
        }
    }
}

/// An integer of the logic.
pub(super) fn integer(term: Term) -> Val {
    Val::number(Number::new(term), Type::Integer)
}

/// The integer that a value is.
pub(super) fn number_of(val: &Val) -> Option<Term> {
    match val.ty {
        Type::Int(_) | Type::Bits(..) | Type::Integer | Type::Truth => val.parts.first().cloned(),
        _ => None,
    }
}

/// A formula as a term: one if it holds, otherwise zero.
pub(super) fn holds(formula: Term) -> Val {
    Val {
        ty: Type::Integer,
        ..Val::truth(formula)
    }
}

/// A term that has the value if the condition holds, and otherwise one of which nothing is known but that
/// it depends on the operands alone.
pub(in crate::lower) fn defined_if(condition: Term, value: Term, word: &str, operands: &[Term]) -> Term {
    if condition.is_true() {
        return value;
    }
    let func = Func {
        name: format!("undefined {word}").into(),
        params: operands.iter().map(|t| t.sort().clone()).collect(),
        result: value.sort().clone(),
    };
    let unknown = Term::apply(func, operands.to_vec());
    match condition.is_false() {
        true => unknown,
        false if *value.sort() == Sort::Bool => {
            Term::and([Term::implies(condition.clone(), value), Term::or([condition, unknown])])
        }
        false => Term::ite(condition, value, unknown),
    }
}
