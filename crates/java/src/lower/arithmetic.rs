//! Operators on values: integers that wrap around, truth values, references.

use super::body::Body;
use super::value::{Lowering, Val, unsupported, wrong};
use crate::ints::{self, Number};
use crate::syntax::ast::{BinaryOp, Expr, UnaryOp};
use crate::types::{IntKind, Type};
use abide_base::{Diagnostic, Span};
use abide_ir::CheckKind;
use abide_logic::{Int, Kind, Term, builtin};

impl<'a> Body<'_, 'a> {
    pub(super) fn unary(&mut self, op: UnaryOp, a: &'a Expr, span: Span) -> Lowering<Val> {
        let val = self.expr(a)?;
        self.unary_value(op, val, span)
    }

    pub(super) fn unary_value(&mut self, op: UnaryOp, val: Val, span: Span) -> Lowering<Val> {
        match (op, &val.ty) {
            (UnaryOp::Not, _) => {
                let val = self.convert(val, &Type::Bool, span)?;
                Ok(Val::new(Term::not(val.term), Type::Bool))
            }
            _ => {
                let val = self.unboxed(val, span)?;
                if val.ty.is_float() {
                    return Ok(self.float(val.ty, span));
                }
                if is_some_number(&val) {
                    return Ok(self.some_number(span));
                }
                let kind = promoted(&val.ty, &Type::INT).ok_or_else(|| not_a_number(span))?;
                let number = match op {
                    UnaryOp::Plus => val.number(),
                    UnaryOp::Neg => self.wrapped(val.number().negated(), kind),
                    // infinite two's complement: -a - 1, which never leaves the range
                    _ => val.number().negated().plus(Number::new(Term::int(-1))),
                };
                Ok(from_number(number, kind))
            }
        }
    }

    pub(super) fn wrapped(&self, number: Number, kind: IntKind) -> Number {
        if self.env.options.wrap {
            ints::wrap(number, kind)
        } else {
            number
        }
    }

    /// Is it a truth value, or one in a box?
    fn is_truth(&self, val: &Val) -> bool {
        self.plain(&val.ty) == Some(Type::Bool)
    }

    /// A binary operation on values, except the ones that may not evaluate both.
    pub(super) fn binary(&mut self, op: BinaryOp, x: Val, y: Val, span: Span) -> Lowering<Val> {
        if op == BinaryOp::Add && (self.is_string(&x.ty) || self.is_string(&y.ty)) {
            let y = self.save_from_heap(y, span);
            self.convert_to_string(&x, span)?;
            self.convert_to_string(&y, span)?;
            return Ok(self.concatenated(&x, &y, span));
        }
        match op {
            BinaryOp::Eq | BinaryOp::Ne => {
                let same = self.equal(x, y, span)?;
                let holds = if op == BinaryOp::Eq { same } else { Term::not(same) };
                return Ok(Val::new(holds, Type::Bool));
            }
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor if self.is_truth(&x) || self.is_truth(&y) => {
                let x = self.convert(x, &Type::Bool, span)?.term;
                let y = self.convert(y, &Type::Bool, span)?.term;
                let holds = match op {
                    BinaryOp::BitAnd => Term::and([x, y]),
                    BinaryOp::BitOr => Term::or([x, y]),
                    _ => Term::not(Term::eq(x, y)),
                };
                return Ok(Val::new(holds, Type::Bool));
            }
            _ => {}
        }
        let comparison = op.is_order();
        let x = self.unboxed(x, span)?;
        let y = self.unboxed(y, span)?;
        if x.ty.is_float() || y.ty.is_float() {
            let ty = wider_float(&x.ty, &y.ty);
            let val = self.float(ty, span);
            return Ok(match comparison {
                true => self.arbitrary(&Type::Bool, span),
                false => val,
            });
        }
        if is_some_number(&x) || is_some_number(&y) {
            if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
                let holds = Term::ne(y.term, Term::int(0));
                self.demand(holds, CheckKind::Division, "ArithmeticException", span)?;
            }
            return Ok(match comparison {
                true => self.arbitrary(&Type::Bool, span),
                false => self.some_number(span),
            });
        }
        let kind = match op {
            BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr => promoted(&x.ty, &Type::INT),
            _ => promoted(&x.ty, &y.ty),
        };
        let kind = kind.ok_or_else(|| not_a_number(span))?;
        let (a, b) = (x.number(), y.number());
        if comparison {
            let holds = match op {
                BinaryOp::Lt => Term::lt(a.term, b.term),
                BinaryOp::Le => Term::le(a.term, b.term),
                BinaryOp::Gt => Term::lt(b.term, a.term),
                _ => Term::le(b.term, a.term),
            };
            return Ok(Val::new(holds, Type::Bool));
        }
        let number = match op {
            BinaryOp::Add => self.wrapped(a.plus(b), kind),
            BinaryOp::Sub => self.wrapped(a.plus(b.negated()), kind),
            BinaryOp::Mul => self.wrapped(a.times(b), kind),
            BinaryOp::Div | BinaryOp::Rem => {
                let holds = Term::ne(b.term.clone(), Term::int(0));
                self.demand(holds, CheckKind::Division, "ArithmeticException", span)?;
                self.division(op, a, b, kind)
            }
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => self.bitwise(op, a, b, kind, span),
            BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr => self.shift(op, a, b, kind, span),
            _ => return Err(unsupported(span, "this JML operator in code")),
        };
        Ok(from_number(number, kind))
    }

    /// `x == y`.
    pub(super) fn equal(&mut self, x: Val, y: Val, span: Span) -> Lowering<Term> {
        if x.ty.is_reference() && y.ty.is_reference() {
            return Ok(self.same_object(&x, &y, span));
        }
        let x = self.unboxed(x, span)?;
        let y = self.unboxed(y, span)?;
        if x.ty.is_float() || y.ty.is_float() || is_some_number(&x) || is_some_number(&y) {
            return Ok(self.arbitrary(&Type::Bool, span).term);
        }
        if x.term.sort() != y.term.sort() {
            return Err(wrong(span, "these cannot be compared"));
        }
        Ok(Term::eq(x.term, y.term))
    }

    /// Quotient or remainder, rounded to zero.
    pub(super) fn division(&mut self, op: BinaryOp, a: Number, b: Number, kind: IntKind) -> Number {
        let natural = a.low.as_ref().is_some_and(|l| *l >= Int::ZERO);
        let positive = b.low.as_ref().is_some_and(|l| *l > Int::ZERO);
        let (low, high) = (a.low.clone(), a.high.clone());
        if op == BinaryOp::Div {
            let term = if natural {
                Term::div(a.term, b.term)
            } else {
                ints::quotient(&a.term, &b.term)
            };
            let number = match (low, high) {
                (Some(l), Some(h)) if positive => Number::between(term, Int::min(l, Int::ZERO), Int::max(h, Int::ZERO)),
                // MIN / -1
                _ => Number {
                    term,
                    low: ints::range(kind).map(|r| r.low),
                    high: ints::range(kind).map(|r| r.high + Int::ONE),
                },
            };
            return self.wrapped(number, kind);
        }
        let term = if natural {
            Term::modulo(a.term, b.term)
        } else {
            ints::remainder(&a.term, &b.term)
        };
        match b.high.filter(|_| positive) {
            Some(high) => {
                let top = high - Int::ONE;
                let bottom = if natural { Int::ZERO } else { -top.clone() };
                Number::between(term, bottom, top)
            }
            None => Number {
                term,
                low: low.map(|l| Int::min(l, Int::ZERO)),
                high: high.map(|h| Int::max(h, Int::ZERO)),
            },
        }
    }

    /// `&`, `|`, `^` on integers.
    fn bitwise(&mut self, op: BinaryOp, a: Number, b: Number, kind: IntKind, span: Span) -> Number {
        let (result, facts) = ints::bitwise(bit_function(op), &a, &b);
        let range = ints::in_range(&result.term, kind);
        self.assume(Term::and([range, facts]), span);
        match result.low {
            Some(_) => result,
            None => ints::typed(result.term, kind),
        }
    }

    /// `<<`, `>>`, `>>>`: products and quotients by powers of two.
    fn shift(&mut self, op: BinaryOp, a: Number, b: Number, kind: IntKind, span: Span) -> Number {
        let width = if kind == IntKind::Long { 64i64 } else { 32 };
        let by = Term::modulo(b.term, Term::int(width));
        let power = match by.kind() {
            Kind::Int(i) => Term::int(Int::ONE << usize::try_from(i).unwrap_or(0)),
            _ => {
                let power = Term::apply(ints::bits(builtin::POW2), vec![by]);
                self.assume(Term::le(Term::int(1), power.clone()), span);
                power
            }
        };
        let constant = matches!(power.kind(), Kind::Int(_));
        match op {
            BinaryOp::Shl if constant => self.wrapped(a.times(Number::new(power)), kind),
            BinaryOp::Shl => self.wrapped(
                Number {
                    term: Term::mul(a.term, power),
                    low: None,
                    high: None,
                },
                kind,
            ),
            BinaryOp::Shr => Number {
                term: Term::div(a.term, power),
                low: a.low.map(|l| Int::min(l, Int::ZERO)),
                high: a.high.map(|h| Int::max(h, Int::from(-1))),
            },
            _ => {
                let size = Term::int(Int::ONE << width as usize);
                let unsigned = Term::ite(
                    Term::le(Term::int(0), a.term.clone()),
                    a.term.clone(),
                    Term::add(a.term, size),
                );
                let quotient = Term::div(unsigned, power);
                let natural = Number {
                    term: quotient,
                    low: Some(Int::ZERO),
                    high: Some((Int::ONE << width as usize) - Int::ONE),
                };
                self.wrapped(natural, kind)
            }
        }
    }
}

/// Is it a number of a type that is not known, perhaps a floating-point one?
fn is_some_number(val: &Val) -> bool {
    val.vague && val.ty == Type::Int(IntKind::Long)
}

/// The type two operands are brought to.
pub(super) fn promoted(a: &Type, b: &Type) -> Option<IntKind> {
    let wide = a.as_int()?.max(b.as_int()?);
    Some(wide.max(IntKind::Int))
}

/// The type two operands are brought to, of which one is a floating-point number.
pub(super) fn wider_float(a: &Type, b: &Type) -> Type {
    match (a, b) {
        (Type::Double, _) | (_, Type::Double) => Type::Double,
        _ => Type::Float,
    }
}

/// The value of a number of a type.
pub(super) fn from_number(number: Number, kind: IntKind) -> Val {
    Val {
        term: number.term,
        ty: Type::Int(kind),
        low: number.low,
        high: number.high,
        vague: false,
        mixed: false,
    }
}

fn not_a_number(span: Span) -> Box<Diagnostic> {
    wrong(span, "an integer is needed here")
}

/// `a & b`, `a | b`, `a ^ b` as a function of the logic.
pub(super) fn bit_operation(op: BinaryOp, a: Term, b: Term) -> Term {
    Term::apply(ints::bits(bit_function(op)), vec![a, b])
}

fn bit_function(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::BitAnd => builtin::AND,
        BinaryOp::BitOr => builtin::OR,
        _ => builtin::XOR,
    }
}
