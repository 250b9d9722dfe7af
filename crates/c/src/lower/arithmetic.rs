//! Operators, with checks for overflow, division and shifts.

use super::body::Body;
use super::value::{Lowering, Val, wrong};
use crate::syntax::ast::{BinaryOp, IntType, UnaryOp};
use crate::types::{Type, is_signed};
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::number::{self, Number, Range};
use abide_logic::{Int, Term, builtin};

impl<'a> Body<'_, 'a> {
    /// `x op y`.
    pub(super) fn binary(&mut self, op: BinaryOp, x: Val, y: Val, span: Span) -> Lowering<Val> {
        use BinaryOp::*;
        let pointers = (x.address().is_some(), y.address().is_some());
        match (op, pointers) {
            (Add, (true, false)) => return self.moved(x, y, false, span),
            (Add, (false, true)) => return self.moved(y, x, false, span),
            (Sub, (true, false)) => return self.moved(x, y, true, span),
            (Sub, (true, true)) => return self.difference(x, y, span),
            (Lt | Le | Gt | Ge | Eq | Ne, (true, _) | (_, true)) => return self.compare_pointers(op, x, y, span),
            _ => {}
        }
        if matches!(x.ty, Type::Float(_)) || matches!(y.ty, Type::Float(_)) {
            return self.floating(op, x, y, span);
        }
        let (Some(a), Some(b)) = (x.ty.as_int(), y.ty.as_int()) else {
            let (x, y) = (self.show(&x.ty), self.show(&y.ty));
            return Err(wrong(span, format!("`{x}` and `{y}` cannot be combined like this")));
        };
        if matches!(op, Add | Sub | Mul | Shl) {
            self.has_usual_width(&x, span)?;
            self.has_usual_width(&y, span)?;
        }
        let model = self.env.types.model;
        if matches!(op, Shl | Shr) {
            let x = self.convert(x, &Type::Int(model.promoted(a)), span)?;
            return self.shift(op, x, y, span);
        }
        let kind = model.common(a, b);
        let ty = Type::Int(kind);
        let x = self.number(x, &ty, span)?;
        let y = self.number(y, &ty, span)?;
        let (s, t) = (x.term.clone(), y.term.clone());
        let formula = match op {
            Lt => Term::lt(s, t),
            Le => Term::le(s, t),
            Gt => Term::lt(t, s),
            Ge => Term::le(t, s),
            Eq => Term::eq(s, t),
            Ne => Term::ne(s, t),
            _ => return self.arithmetic(op, x, y, kind, span),
        };
        Ok(Val::truth(formula))
    }

    /// A bit-field wider than `int` has as many bits in arithmetic as it is declared with, or those of its
    /// type: compilers differ.
    fn has_usual_width(&self, val: &Val, span: Span) -> Lowering<()> {
        let model = self.env.types.model;
        match val.ty {
            Type::Bits(kind, width) if width > model.bits(IntType::Int) && width < model.bits(kind) => {
                let what = format!("arithmetic on a bit-field of {width} bits: compilers differ in its type");
                Err(super::value::unsupported(span, what))
            }
            _ => Ok(()),
        }
    }

    fn number(&mut self, val: Val, ty: &Type, span: Span) -> Lowering<Number> {
        let val = self.convert(val, ty, span)?;
        val.int().ok_or_else(|| wrong(span, "an integer is needed"))
    }

    fn arithmetic(&mut self, op: BinaryOp, x: Number, y: Number, kind: IntType, span: Span) -> Lowering<Val> {
        use BinaryOp::*;
        let ty = Type::Int(kind);
        let result = match op {
            Add => x.plus(y),
            Sub => x.plus(y.negated()),
            Mul => x.times(y),
            Div | Rem => {
                let not_zero = Term::ne(y.term.clone(), Term::int(0));
                self.check(not_zero, CheckKind::Division, span, None);
                // the smallest number divided by -1; its remainder is undefined too
                if is_signed(kind)
                    && let Some(range) = self.range(&ty)
                    && x.low.as_ref().is_none_or(|l| *l <= range.low)
                    && y.low.as_ref().is_none_or(|l| *l <= Int::from(-1))
                    && y.high.as_ref().is_none_or(|h| *h >= Int::from(-1))
                {
                    let smallest = Term::eq(x.term.clone(), Term::int(range.low.clone()));
                    let bad = Term::and([smallest, Term::eq(y.term.clone(), Term::int(-1))]);
                    self.check(Term::not(bad), CheckKind::Overflow, span, None);
                }
                return Ok(Val::number(divided(op, x, y), ty));
            }
            BitAnd | BitOr | BitXor => {
                let name = match op {
                    BitAnd => builtin::AND,
                    BitOr => builtin::OR,
                    _ => builtin::XOR,
                };
                let (result, facts) = number::bitwise(name, &x, &y);
                self.assume(facts, span);
                // bits of the operands' type give bits of that type
                let Some(range) = self.range(&ty) else {
                    return Ok(Val::number(result, ty));
                };
                if !result.fits(&range) {
                    self.assume(range.holds(&result.term), span);
                    return Ok(Val::number(Number::within(result.term, &range), ty));
                }
                return Ok(Val::number(result, ty));
            }
            _ => return Err(wrong(span, "this operator belongs into an annotation")),
        };
        Ok(Val::number(self.in_type(result, kind, span), ty))
    }

    /// The result of an operation: signed numbers must not overflow, unsigned ones wrap around.
    fn in_type(&mut self, result: Number, kind: IntType, span: Span) -> Number {
        let Some(range) = self.range(&Type::Int(kind)) else {
            return result;
        };
        if !is_signed(kind) {
            return result.wrap(&range);
        }
        if result.fits(&range) {
            return result;
        }
        self.check(range.holds(&result.term), CheckKind::Overflow, span, None);
        let low = result.low.map_or(range.low.clone(), |l| l.max(range.low.clone()));
        let high = result.high.map_or(range.high.clone(), |h| h.min(range.high.clone()));
        match low <= high {
            true => Number::between(result.term, low, high),
            false => Number::within(result.term, &range),
        }
    }

    /// `+x`, `-x`, `~x`.
    pub(super) fn sign(&mut self, op: UnaryOp, val: Val, span: Span) -> Lowering<Val> {
        if let Type::Float(_) = val.ty {
            return Ok(match op {
                UnaryOp::Minus => self.negated(val, span),
                _ => val,
            });
        }
        let Some(kind) = val.ty.as_int() else {
            return Err(wrong(span, "an arithmetic value is needed"));
        };
        self.has_usual_width(&val, span)?;
        let kind = self.env.types.model.promoted(kind);
        let ty = Type::Int(kind);
        let x = self.number(val, &ty, span)?;
        let result = match op {
            UnaryOp::Minus => self.in_type(x.negated(), kind, span),
            UnaryOp::BitNot => {
                let flipped = x.negated().plus(Number::new(Term::int(-1)));
                match self.range(&ty) {
                    Some(range) => flipped.wrap(&range),
                    None => flipped,
                }
            }
            _ => x,
        };
        Ok(Val::number(result, ty))
    }

    /// `x << y`, `x >> y`.
    fn shift(&mut self, op: BinaryOp, x: Val, y: Val, span: Span) -> Lowering<Val> {
        let Some(kind) = x.ty.as_int() else {
            return Err(wrong(span, "an integer is needed"));
        };
        let ty = x.ty.clone();
        let (Some(x), Some(y)) = (x.int(), y.int()) else {
            return Err(wrong(span, "an integer is needed"));
        };
        let width = self.env.types.model.bits(kind);
        let distance = Range {
            low: Int::ZERO,
            high: Int::from(width - 1),
        };
        if !y.fits(&distance) {
            self.check(distance.holds(&y.term), CheckKind::Shift, span, None);
        }
        let (power, fact) = number::power_of_two(&y.term);
        self.assume(fact, span);
        if y.constant().is_none() {
            // the solver knows the function by its values only
            let value = |i: u32| {
                let here = Term::eq(y.term.clone(), Term::int(i));
                Term::implies(here, Term::eq(power.clone(), Term::int(Int::ONE << i as usize)))
            };
            self.assume(Term::and((0..width).map(value)), span);
        }
        let by = match y.constant() {
            Some(_) => Number::new(power.clone()),
            None => Number::between(power.clone(), Int::ONE, Int::ONE << (width - 1) as usize),
        };
        if op == BinaryOp::Shr {
            return Ok(Val::number(
                Number {
                    term: Term::div(x.term, power),
                    low: x.low.map(|l| l.min(Int::ZERO)),
                    high: x.high.map(|h| h.max(Int::from(-1))),
                },
                ty,
            ));
        }
        if is_signed(kind) && self.env.options.machine && x.low.as_ref().is_none_or(|l| *l < Int::ZERO) {
            let natural = Term::le(Term::int(0), x.term.clone());
            self.check(natural, CheckKind::Shift, span, None);
        }
        let product = x.times(by);
        Ok(Val::number(self.in_type(product, kind, span), ty))
    }

    /// A pointer moved by a number of elements.
    pub(super) fn moved(&mut self, pointer: Val, by: Val, back: bool, span: Span) -> Lowering<Val> {
        let (Some((block, offset)), Some(distance)) = (pointer.address(), by.int()) else {
            return Err(wrong(span, "a pointer and an integer are needed"));
        };
        let to = pointer.ty.target().cloned().unwrap_or(Type::Void);
        let real = pointer.real.clone().unwrap_or_else(|| to.clone());
        if self.env.cell_type(&real) != self.env.cell_type(&to) {
            let Some(ratio) = self.whole_ratio(&to, &real) else {
                let (from, as_if) = (self.show(&real), self.show(&to));
                let what = format!("arithmetic on a pointer to `{from}` as a pointer to `{as_if}`");
                let elsewhere = self.reinterpreted(&pointer, &to, &what, span)?;
                return self.moved(elsewhere, by, back, span);
            };
            let elements = Val::number(distance.times(Number::new(Term::int(ratio))), Type::Integer);
            let plain = Val {
                ty: real.clone().pointer(),
                real: None,
                ..pointer.clone()
            };
            let moved = self.moved(plain, elements, back, span)?;
            return Ok(Val {
                ty: pointer.ty,
                real: Some(real),
                ..moved
            });
        }
        if distance.term != Term::int(0) {
            self.not_alone(&to, "arithmetic on a pointer to", span)?;
        }
        if let Type::Void | Type::Function(_) = to {
            return Err(super::value::unsupported(span, "arithmetic on a pointer to `void`"));
        }
        let offset = match back {
            true => Term::sub(offset, distance.term),
            false => Term::add(offset, distance.term),
        };
        Ok(Val::new(pointer.ty, vec![block, offset]))
    }

    /// How many elements of the second type have the size of one of the first.
    fn whole_ratio(&self, of: &Type, unit: &Type) -> Option<u64> {
        let size = |ty: &Type| self.env.types.size_of(ty).filter(|n| *n > 0 && *ty != Type::Void);
        let (of, unit) = (size(of)?, size(unit)?);
        (of % unit == 0).then_some(of / unit)
    }

    /// The distance of two pointers.
    fn difference(&mut self, x: Val, y: Val, span: Span) -> Lowering<Val> {
        let (Some((a, i)), Some((b, j))) = (x.address(), y.address()) else {
            return Err(wrong(span, "two pointers are needed"));
        };
        let to = x.ty.target().cloned().unwrap_or(Type::Void);
        self.not_alone(&to, "the distance of pointers to", span)?;
        let unit = self.env.cell_type(&to);
        let plain = |p: &Val| self.env.cell_type(&super::addresses::memory_type(p)) == unit;
        let distance = match plain(&x) && plain(&y) && to != Type::Void {
            true => {
                self.check(Term::eq(a, b), CheckKind::SameBlock, span, None);
                Term::sub(i, j)
            }
            false => self.distance_in_bytes(&x, &y, &to, span)?,
        };
        let kind = self.env.types.model.difference_type();
        // no block is larger than what the type can say
        let range = self.range(&Type::Int(kind));
        let number = match range {
            Some(range) => {
                self.assume(range.holds(&distance), span);
                Number::within(distance, &range)
            }
            None => Number::new(distance),
        };
        Ok(Val::number(number, Type::Int(kind)))
    }

    /// The distance of two pointers to characters that really lead to something else.
    fn distance_in_bytes(&mut self, x: &Val, y: &Val, to: &Type, span: Span) -> Lowering<Term> {
        if self.env.types.size_of(to).filter(|_| *to != Type::Void) != Some(1) {
            let to = self.show(to);
            return Err(super::value::unsupported(
                span,
                format!("the distance of pointers to other types as pointers to `{to}`"),
            ));
        }
        let one = self.one_object(x, y);
        self.check(one, CheckKind::SameBlock, span, None);
        Ok(Term::sub(
            self.offset_in_block(x, span)?,
            self.offset_in_block(y, span)?,
        ))
    }

    fn compare_pointers(&mut self, op: BinaryOp, x: Val, y: Val, span: Span) -> Lowering<Val> {
        use BinaryOp::*;
        let as_pointer = |v: Val| match v.is_null_constant() {
            true => Ok(Val::null()),
            false => match v.address() {
                Some(_) => Ok(v),
                None => Err(wrong(span, "a pointer is compared with a number")),
            },
        };
        let (x, y) = (as_pointer(x)?, as_pointer(y)?);
        if matches!(op, Eq | Ne) {
            let same = self.same_address(&x, &y, span)?;
            return Ok(Val::truth(if op == Eq { same } else { Term::not(same) }));
        }
        self.not_alone(x.ty.target().unwrap_or(&Type::Void), "the order of pointers to", span)?;
        let one = self.one_object(&x, &y);
        self.check(one, CheckKind::SameBlock, span, None);
        Ok(Val::truth(match op {
            Lt => self.below(&x, &y, false, span)?,
            Le => self.below(&x, &y, true, span)?,
            Gt => self.below(&y, &x, false, span)?,
            _ => self.below(&y, &x, true, span)?,
        }))
    }
}

/// Quotient and remainder, with bounds.
fn divided(op: BinaryOp, x: Number, y: Number) -> Number {
    let natural = x.low.as_ref().is_some_and(|l| *l >= Int::ZERO);
    let term = match (op, natural) {
        (BinaryOp::Div, true) => Term::div(x.term.clone(), y.term.clone()),
        (BinaryOp::Div, false) => number::quotient(&x.term, &y.term),
        (_, true) => Term::modulo(x.term.clone(), y.term.clone()),
        (_, false) => number::remainder(&x.term, &y.term),
    };
    let largest = |n: &Number| {
        let (low, high) = (n.low.clone()?, n.high.clone()?);
        Some((-low).max(high))
    };
    let size = match op {
        BinaryOp::Div => largest(&x),
        _ => match (largest(&x), largest(&y)) {
            (Some(a), Some(b)) => Some(a.min((b - Int::ONE).max(Int::ZERO))),
            (a, b) => a.or(b.map(|b| (b - Int::ONE).max(Int::ZERO))),
        },
    };
    let positive = y.low.as_ref().is_some_and(|l| *l >= Int::ZERO);
    let low = match (natural, op == BinaryOp::Rem || positive) {
        (true, true) => Some(Int::ZERO),
        _ => size.clone().map(|s| -s),
    };
    Number { term, low, high: size }
}
