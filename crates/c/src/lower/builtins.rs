//! The compiler's own functions, `__builtin_…`.

use super::body::Body;
use super::value::{Lowering, Val, unsupported, wrong};
use crate::syntax::ast::{Expr, IntType};
use crate::types::Type;
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::number::Number;
use abide_logic::{Int, Term, float};

impl<'a> Body<'_, 'a> {
    /// A function of the compiler's that has no meaning yet. What it computes is determined by its
    /// arguments, so that an arbitrary value in its place is a guess.
    pub(super) fn built_in(&mut self, name: &str, args: &'a [Expr], span: Span) -> Lowering<Option<Val>> {
        let word = name.trim_start_matches("__builtin_");
        if let Some(done) = self.argument_list(word, args, span)? {
            return Ok(Some(done));
        }
        if let ([a, b, to], Some(op)) = (args, overflowing(word)) {
            return self.with_overflow(op, a, b, to, span).map(Some);
        }
        let plain = word.trim_end_matches("ll").trim_end_matches('l');
        let (result, high) = match plain {
            "popcount" | "parity" | "ffs" | "clrsb" => (IntType::Int, Some(64)),
            "clz" | "ctz" => (IntType::Int, Some(63)),
            "bswap16" => (IntType::UShort, None),
            "bswap32" => (IntType::UInt, None),
            "bswap64" => (IntType::ULongLong, None),
            "object_size" | "dynamic_object_size" => (self.env.types.model.size_type(), None),
            "constant_p" => {
                // whether the compiler knows a value is its own business; it is not evaluated
                self.guesses.insert(span);
                return Ok(Some(self.arbitrary(&Type::INT, span)));
            }
            "isnan" | "isinf" | "isinf_sign" | "isfinite" | "isnormal" | "signbit" | "signbitf" | "isgreater"
            | "isgreaterequal" | "isless" | "islessequal" | "islessgreater" | "isunordered" => (IntType::Int, None),
            _ if word.starts_with("inf") || word.starts_with("nan") || word.starts_with("huge_val") => {
                for arg in args {
                    self.value(arg)?;
                }
                let bytes = match word.chars().last() {
                    Some('l') if word.starts_with("huge") && word != "huge_val" => 16,
                    Some('f') if word != "inf" => 4,
                    _ => 8,
                };
                let number = match word.starts_with("nan") {
                    true => f64::NAN,
                    false => f64::INFINITY,
                };
                let ty = Type::Float(bytes);
                let parts = match super::floating::is_known(&ty) {
                    true => vec![float::constant(number)],
                    false => Vec::new(),
                };
                return Ok(Some(Val::new(ty, parts)));
            }
            _ => return Err(unsupported(span, format!("`{name}`"))),
        };
        for arg in args {
            let val = self.value(arg)?;
            if let Some(known) = val.int().and_then(|n| computed(plain, counted(word), n.constant()?)) {
                return Ok(Some(Val::number(Number::new(Term::int(known)), Type::Int(result))));
            }
            if let Some(is) = of_class(word, &val) {
                let truth = self.arbitrary(&Type::Int(result), span);
                self.assume(Term::eq(Term::ne(truth.parts[0].clone(), Term::int(0)), is), span);
                return Ok(Some(truth));
            }
            if let "clz" | "ctz" = plain {
                // of zero the result is undefined
                let val = self.convert(val, &Type::Int(counted(word)), span)?;
                let not_zero = self.is_true(&val, span)?;
                self.check(not_zero, CheckKind::Shift, span, None);
            }
        }
        self.guesses.insert(span);
        let val = self.arbitrary(&Type::Int(result), span);
        if let Some(high) = high {
            let t = val.parts[0].clone();
            let within = Term::and([Term::le(Term::int(0), t.clone()), Term::le(t, Term::int(high))]);
            self.assume(within, span);
        }
        Ok(Some(val))
    }

    /// `__builtin_add_overflow(a, b, to)`: the result in its type, and whether that is another number.
    fn with_overflow(&mut self, op: Op, a: &'a Expr, b: &'a Expr, to: &'a Expr, span: Span) -> Lowering<Val> {
        self.sequenced(&[a, b, to])?;
        let mut numbers = Vec::new();
        for e in [a, b] {
            let val = self.value(e)?;
            let val = self.save(val, span);
            numbers.push(val.int().ok_or_else(|| wrong(e.span, "an integer is needed"))?.term);
        }
        let (x, y) = (numbers[0].clone(), numbers[1].clone());
        let pointer = self.value(to)?;
        let place = self.pointed(pointer, span)?;
        let exact = match op {
            Op::Add => Term::add(x, y),
            Op::Sub => Term::sub(x, y),
            Op::Mul => Term::mul(x, y),
        };
        let exact = self.save(Val::number(Number::new(exact), Type::Integer), span);
        let kept = self.convert(exact.clone(), &place.ty.clone(), span)?;
        let kept = self.save(kept, span);
        self.write(&place, kept.parts.clone(), span)?;
        let other = Term::ne(exact.parts[0].clone(), kept.parts[0].clone());
        Ok(Val {
            ty: Type::Int(IntType::Bool),
            ..Val::truth(other)
        })
    }
}

/// What a test of a floating-point number says.
fn of_class(word: &str, val: &Val) -> Option<Term> {
    let x = val.parts.first().filter(|_| matches!(val.ty, Type::Float(_)))?;
    match word {
        "isnan" => Some(float::is_nan(x)),
        "isfinite" => Some(float::is_finite(x)),
        "isinf" | "isinf_sign" => Some(float::is_infinite(x)),
        _ => None,
    }
}

/// What such a function computes of a number that is known, where that is defined.
fn computed(plain: &str, counted: IntType, of: &Int) -> Option<u64> {
    let long = counted != IntType::UInt;
    let of = i128::try_from(of).ok()?;
    let (bits, value) = match long {
        true => (64, of as u64),
        false => (32, u64::from(of as u32)),
    };
    Some(match plain {
        "popcount" => u64::from(value.count_ones()),
        "parity" => u64::from(value.count_ones() % 2),
        "clz" if value != 0 => u64::from(value.leading_zeros()) - (64 - bits),
        "ctz" if value != 0 => u64::from(value.trailing_zeros()),
        "ffs" if value == 0 => 0,
        "ffs" => u64::from(value.trailing_zeros()) + 1,
        "bswap16" => u64::from((of as u16).swap_bytes()),
        "bswap32" => u64::from((of as u32).swap_bytes()),
        "bswap64" => (of as u64).swap_bytes(),
        _ => return None,
    })
}

/// The type of the number whose bits a function counts.
fn counted(word: &str) -> IntType {
    match word {
        _ if word.ends_with("ll") => IntType::ULongLong,
        _ if word.ends_with('l') => IntType::ULong,
        _ => IntType::UInt,
    }
}

/// An operation that reports its overflow.
#[derive(Clone, Copy)]
enum Op {
    Add,
    Sub,
    Mul,
}

fn overflowing(word: &str) -> Option<Op> {
    Some(match word {
        "add_overflow" => Op::Add,
        "sub_overflow" => Op::Sub,
        "mul_overflow" => Op::Mul,
        _ => return None,
    })
}
