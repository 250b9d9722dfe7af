//! Floating-point numbers: `double`, and `float`, which is a double that is rounded once more.
//!
//! They are what IEEE 754 makes of them, rounded to nearest, each operation by itself, as compilers do it for today's
//! machines unless they are told otherwise; whatever is computed relies on that. Of `long double`, which machines have in
//! different widths, nothing is known.

use super::body::Body;
use super::typing;
use super::value::{Lowering, Val, unsupported, wrong};
use crate::syntax::ast::{BinaryOp, IntType, UnaryOp};
use crate::types::Type;
use abide_base::Span;
use abide_ir::{AssumptionKind, CheckKind, StmtKind};
use abide_logic::float::{self, Op};
use abide_logic::number::Range;
use abide_logic::{Int, Sort, Term};

/// Integers up to here are doubles.
const EXACT: u64 = 1 << 53;

/// Is it a type of which the values are known?
pub(in crate::lower) fn is_known(ty: &Type) -> bool {
    matches!(ty, Type::Float(4 | 8))
}

impl Body<'_, '_> {
    /// A floating constant.
    pub(super) fn floating_constant(&mut self, words: &str, span: Span) -> Val {
        let ty = typing::floating(words);
        match (&ty, read(words)) {
            (Type::Float(4), Some((_, single))) => Val::new(ty, vec![float::constant(f64::from(single))]),
            (Type::Float(8), Some((double, _))) => Val::new(ty, vec![float::constant(double)]),
            _ => {
                self.guesses.insert(span);
                self.arbitrary(&ty, span)
            }
        }
    }

    /// `x op y`, where one of them is a floating-point number.
    pub(super) fn floating(&mut self, op: BinaryOp, x: Val, y: Val, span: Span) -> Lowering<Val> {
        use BinaryOp::*;
        let bytes = |t: &Type| match t {
            Type::Float(n) => *n,
            _ => 0,
        };
        let ty = Type::Float(bytes(&x.ty).max(bytes(&y.ty)));
        let x = self.convert(x, &ty, span)?;
        let y = self.convert(y, &ty, span)?;
        let ([a], [b]) = (x.parts.as_slice(), y.parts.as_slice()) else {
            return self.floating_unknown(op, ty, span);
        };
        let result = match op {
            Lt | Le | Gt | Ge | Eq | Ne => return Ok(Val::truth(compared(op, a, b))),
            Add => Op::Add,
            Sub => Op::Sub,
            Mul => Op::Mul,
            Div => Op::Div,
            _ => return Err(wrong(span, "floating values cannot be combined like this")),
        };
        Ok(self.computed(result, vec![a.clone(), b.clone()], ty, span))
    }

    /// The same of numbers of which nothing is known.
    fn floating_unknown(&mut self, op: BinaryOp, ty: Type, span: Span) -> Lowering<Val> {
        use BinaryOp::*;
        match op {
            Lt | Le | Gt | Ge | Eq | Ne => Ok(Val::truth(self.guessed(span))),
            Add | Sub | Mul | Div => Ok(Val::new(ty, Vec::new())),
            _ => Err(wrong(span, "floating values cannot be combined like this")),
        }
    }

    /// What is computed, in the type of the result.
    pub(super) fn computed(&mut self, op: Op, args: Vec<Term>, ty: Type, span: Span) -> Val {
        self.rely_on(
            AssumptionKind::Library,
            span,
            "floating-point numbers are those of IEEE 754, and each operation is rounded to nearest",
        );
        let exact = matches!(op, Op::Neg | Op::Abs);
        let double = op.term(args.clone());
        self.assume(op.facts(&args, &double), span);
        let result = match ty {
            Type::Float(4) if !exact => {
                let single = Op::Single.term(vec![double.clone()]);
                self.assume(Op::Single.facts(&[double], &single), span);
                single
            }
            _ => double,
        };
        Val::new(ty, vec![result])
    }

    /// `-x`.
    pub(super) fn negated(&mut self, val: Val, span: Span) -> Val {
        match val.parts.as_slice() {
            [x] => self.computed(Op::Neg, vec![x.clone()], val.ty.clone(), span),
            _ => val,
        }
    }

    /// It is not zero.
    pub(super) fn is_not_zero(&mut self, val: &Val, span: Span) -> Term {
        match val.parts.first() {
            Some(x) => Term::not(float::eq(x, &float::constant(0.0))),
            None => self.guessed(span),
        }
    }

    fn guessed(&mut self, span: Span) -> Term {
        self.guesses.insert(span);
        let temp = self.temp("any", Sort::Bool);
        self.emit(StmtKind::Havoc(vec![temp.clone()]), span);
        temp.term()
    }

    /// An integer or a floating-point number as one of a floating type.
    pub(super) fn as_floating(&mut self, val: &Val, ty: &Type, span: Span) -> Val {
        let single = *ty == Type::Float(4);
        let part = match (&val.ty, val.parts.first()) {
            (_, None) => None,
            _ if !is_known(ty) => None,
            (Type::Float(8), Some(x)) if single => {
                let rounded = Op::Single.term(vec![x.clone()]);
                self.assume(Op::Single.facts(std::slice::from_ref(x), &rounded), span);
                Some(rounded)
            }
            (Type::Float(_), Some(x)) => Some(x.clone()),
            (_, Some(i)) => {
                let number = float::of_int(i, single);
                self.place_of_integer(val, single, &number, span);
                Some(number)
            }
        };
        match part {
            Some(part) => Val::new(ty.clone(), vec![part]),
            None if is_known(ty) => {
                self.guesses.insert(span);
                self.arbitrary(ty, span)
            }
            None => Val::new(ty.clone(), Vec::new()),
        }
    }

    /// The number that is made of an integer is a number, and on the same side of zero.
    fn place_of_integer(&mut self, val: &Val, single: bool, number: &Term, span: Span) {
        let i = &val.parts[0];
        if matches!(i.kind(), abide_logic::Kind::Int(_)) || self.quiet {
            return;
        }
        // rounding keeps the order
        let bound = |i: &Option<Int>| i.clone().map(|i| float::rank(&float::of_int(&Term::int(i), single)));
        let within = [
            bound(&val.low).map(|low| Term::le(low, float::rank(number))),
            bound(&val.high).map(|high| Term::le(float::rank(number), high)),
        ];
        self.assume(Term::and(within.into_iter().flatten()), span);
        let (zero, rank) = (Term::int(0), float::rank(number));
        let facts = [
            float::is_finite(number),
            Term::eq(Term::lt(zero.clone(), i.clone()), Term::lt(zero.clone(), rank.clone())),
            Term::eq(Term::lt(i.clone(), zero.clone()), Term::lt(rank, zero)),
        ];
        self.assume(Term::and(facts), span);
    }

    /// A floating-point number cut off to an integer; one that does not fit is undefined.
    pub(super) fn cut_off(&mut self, val: &Val, kind: IntType, span: Span) -> Lowering<Val> {
        let ty = Type::Int(kind);
        let Some(x) = val.parts.first() else {
            let fits = self.unknown_choice("fits", span.beginning());
            self.check(fits, CheckKind::Overflow, span, None);
            self.guesses.insert(span);
            return Ok(self.arbitrary(&ty, span));
        };
        let range = self.env.types.model.range(kind);
        let Some((low, high)) = beyond(&range) else {
            return Err(unsupported(
                span,
                "a floating value converted to an integer of this type",
            ));
        };
        let fits = Term::and([float::lt(&low, x), float::lt(x, &high)]);
        self.check(fits, CheckKind::Overflow, span, None);
        let whole = float::to_int(x);
        let (zero, rank) = (Term::int(0), float::rank(x));
        self.assume(
            Term::and([
                range.holds(&whole),
                Term::implies(
                    Term::le(zero.clone(), rank.clone()),
                    Term::le(zero.clone(), whole.clone()),
                ),
                Term::implies(Term::le(rank, zero.clone()), Term::le(whole.clone(), zero)),
            ]),
            span,
        );
        Ok(self.typed(ty, vec![whole]))
    }

    /// Two numbers compared in a formula, one of which at least is a floating-point number. Formulas speak of the real
    /// numbers that these are.
    pub(in crate::lower) fn compared_in_formula(
        &mut self,
        op: BinaryOp,
        x: &Val,
        y: &Val,
        span: Span,
    ) -> Lowering<Term> {
        let (a, b) = (self.real(x, span)?, self.real(y, span)?);
        let same = Term::or([float::eq(&a, &b), Term::eq(a.clone(), b.clone())]);
        Ok(match op {
            BinaryOp::Eq => same,
            BinaryOp::Ne => Term::not(same),
            op => compared(op, &a, &b),
        })
    }

    /// `-x`, `+x` in a formula.
    pub(in crate::lower) fn real_with_sign(&mut self, op: UnaryOp, val: &Val, span: Span) -> Lowering<Val> {
        let x = self.real(val, span)?;
        let signed = match op {
            UnaryOp::Minus => Op::Neg.term(vec![x]),
            _ => x,
        };
        Ok(Val::new(Type::Float(8), vec![signed]))
    }

    /// `c ? x : y` in a formula, where one of them is a floating-point number.
    pub(in crate::lower) fn real_of_two(&mut self, c: Term, x: &Val, y: &Val, span: Span) -> Lowering<Val> {
        let (x, y) = (self.real(x, span)?, self.real(y, span)?);
        Ok(Val::new(Type::Float(8), vec![Term::ite(c, x, y)]))
    }

    fn real(&mut self, val: &Val, span: Span) -> Lowering<Term> {
        let exact = |i: &Int| i.clone() <= Int::from(EXACT) && -i.clone() <= Int::from(EXACT);
        match (&val.ty, val.parts.as_slice()) {
            (Type::Float(4 | 8), [x]) => Ok(x.clone()),
            (Type::Int(_) | Type::Bits(..) | Type::Integer, [i]) => {
                let literal = matches!(i.kind(), abide_logic::Kind::Int(n) if exact(n));
                let narrow = self.range(&val.ty).is_some_and(|r| exact(&r.low) && exact(&r.high));
                match literal || narrow {
                    true => Ok(float::of_int(i, false)),
                    false => Err(unsupported(
                        span,
                        "an integer compared with a floating value in a formula",
                    )),
                }
            }
            _ => Err(unsupported(span, "floating values in a formula")),
        }
    }

    /// A constant in a formula, which is a real number: one that no double is, is not known here.
    pub(in crate::lower) fn real_constant(&mut self, words: &str, span: Span) -> Lowering<Val> {
        let number = read(words).map(|(double, _)| double).filter(|x| is_exactly(words, *x));
        match number {
            Some(x) => Ok(Val::new(Type::Float(8), vec![float::constant(x)])),
            None => Err(unsupported(span, "a constant that is no `double` in a formula")),
        }
    }

    /// Functions of the library that machines compute exactly.
    pub(super) fn exact_function(&mut self, name: &str, args: &[Val], span: Span) -> Option<Val> {
        let (plain, ty) = match name.strip_suffix('f').filter(|plain| operation(plain).is_some()) {
            Some(plain) => (plain, Type::Float(4)),
            None => (name, Type::Float(8)),
        };
        let op = operation(plain)?;
        let terms: Option<Vec<Term>> = args.iter().map(|v| v.parts.first().cloned()).collect();
        let terms = terms.filter(|t| t.iter().all(|t| *t.sort() == Sort::Float))?;
        let wanted = if op == Op::Rem { 2 } else { 1 };
        (terms.len() == wanted).then(|| self.computed(op, terms, ty, span))
    }
}

/// The double that a constant of type `long double` becomes. It is rounded twice then, which makes a difference only
/// where it lies between two doubles; those that agree with one in twenty digits do not.
pub(super) fn of_wide(words: &str) -> Option<f64> {
    const DIGITS: usize = 20;
    let (x, _) = read(words)?;
    let first = |text: &str| -> Option<u128> {
        let mantissa = text.split(['e', 'E']).next()?;
        let digits = mantissa.chars().filter(char::is_ascii_digit).skip_while(|c| *c == '0');
        let digits: String = digits.chain(std::iter::repeat('0')).take(DIGITS).collect();
        digits.parse().ok()
    };
    let plain = words.trim_end_matches(['l', 'L']);
    let near = !plain.starts_with("0x") && first(plain)?.abs_diff(first(&format!("{x:.25e}"))?) <= 1;
    (near && x.is_finite()).then_some(x)
}

fn operation(name: &str) -> Option<Op> {
    Some(match name {
        "sqrt" => Op::Sqrt,
        "fabs" => Op::Abs,
        "floor" => Op::Floor,
        "ceil" => Op::Ceil,
        "trunc" => Op::Trunc,
        "round" => Op::Round,
        "rint" | "nearbyint" => Op::Rint,
        "fmod" => Op::Rem,
        _ => return None,
    })
}

fn compared(op: BinaryOp, a: &Term, b: &Term) -> Term {
    match op {
        BinaryOp::Lt => float::lt(a, b),
        BinaryOp::Le => float::le(a, b),
        BinaryOp::Gt => float::lt(b, a),
        BinaryOp::Ge => float::le(b, a),
        BinaryOp::Ne => Term::not(float::eq(a, b)),
        _ => float::eq(a, b),
    }
}

/// The doubles between which a number lies that fits into the range once it is cut off: the first ones that do not.
fn beyond(range: &Range) -> Option<(Term, Term)> {
    #[expect(clippy::cast_precision_loss, reason = "powers of two, and their neighbours")]
    let double = |i: &Int| Some(i128::try_from(i).ok()? as f64);
    let high = double(&(range.high.clone() + Int::ONE))?;
    let below = double(&(range.low.clone() - Int::ONE))?;
    let low = match below == double(&range.low)? {
        // the lowest one itself fits
        true => below.next_down(),
        false => below,
    };
    Some((float::constant(low), float::constant(high)))
}

/// What a constant is as a `double` and as a `float`.
fn read(words: &str) -> Option<(f64, f32)> {
    let digits = words.replace('\'', "");
    if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        let double = hexadecimal(hex)?;
        #[expect(clippy::cast_possible_truncation, reason = "this is what rounds")]
        return Some((double, double as f32));
    }
    let digits = digits.trim_end_matches(['f', 'F', 'l', 'L']);
    Some((digits.parse().ok()?, digits.parse().ok()?))
}

/// `1.8p3`, if it is exact.
fn hexadecimal(text: &str) -> Option<f64> {
    let text = text.trim_end_matches(['f', 'F', 'l', 'L']);
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let number = u64::from_str_radix(&format!("{whole}{fraction}"), 16)
        .ok()
        .filter(|n| *n <= EXACT)?;
    let behind = i32::try_from(fraction.len()).ok()?.checked_mul(4)?;
    let exponent = exponent
        .parse::<i32>()
        .ok()?
        .checked_sub(behind)
        .filter(|e| (-1074..=971).contains(e))?;
    let half = exponent / 2;
    // in two steps, as the powers of the smallest numbers are none themselves
    Some(number as f64 * 2f64.powi(half) * 2f64.powi(exponent - half))
}

/// A double as a constant in a formula.
pub(crate) fn in_formula(x: f64) -> Option<String> {
    let decimal = float::text(x.abs());
    let magnitude = match x.is_finite() {
        true if is_exactly(&decimal, x) => decimal,
        true => hexadecimal_text(x.abs()),
        false => return None,
    };
    Some(match x.is_sign_negative() {
        true => format!("-{magnitude}"),
        false => magnitude,
    })
}

/// `0x1.8p1`: just what it is.
fn hexadecimal_text(x: f64) -> String {
    let bits = x.to_bits();
    let (exponent, fraction) = ((bits >> 52) & 0x7ff, bits & ((1 << 52) - 1));
    let (whole, exponent) = match exponent {
        0 => (0, -1022),
        e => (1, e.cast_signed() - 1023),
    };
    format!("0x{whole}.{fraction:013x}p{exponent}")
}

/// Is a double just what the digits say, and not what is next to it?
fn is_exactly(digits: &str, x: f64) -> bool {
    if digits.starts_with("0x") || digits.starts_with("0X") {
        return x.is_finite();
    }
    let digits = digits.trim_end_matches(['f', 'F', 'l', 'L', 'd', 'D']);
    let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let Ok(exponent) = exponent.parse::<i32>() else {
        return false;
    };
    let number = format!("{whole}{fraction}").parse::<u64>().ok().filter(|n| *n <= EXACT);
    let places = i32::try_from(fraction.len()).map_or(i32::MAX, |n| n - exponent);
    // n / 10^p is a double if 5^p divides n: it is then n / 5^p / 2^p
    let power = |n: i32| u64::checked_pow(5, n.unsigned_abs());
    let is_whole = match (number, places) {
        (Some(n), 1..=22) => power(places).is_some_and(|p| n % p == 0),
        (Some(_), 0) => true,
        (Some(n), -15..0) => {
            let scaled = u64::checked_pow(10, places.unsigned_abs()).and_then(|p| p.checked_mul(n));
            scaled.is_some_and(|n| n <= EXACT)
        }
        _ => false,
    };
    is_whole && x.is_finite()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_read() {
        assert_eq!(read("0.1f"), Some((0.1, 0.1)));
        assert_eq!(read("1e3"), Some((1000.0, 1000.0)));
        assert_eq!(read("5."), Some((5.0, 5.0)));
        assert_eq!(read(".5"), Some((0.5, 0.5)));
        assert_eq!(read("0x1.8p1"), Some((3.0, 3.0)));
        assert_eq!(read("0x.8p0"), Some((0.5, 0.5)));
    }

    #[test]
    fn constants_in_formulas_are_read_as_what_they_were() {
        for x in [0.5, 0.1, -2.0, 1e300, 3.0e-300, 1.0 / 3.0, 123_456.789] {
            let text = in_formula(x).expect("it is finite");
            let (sign, magnitude) = text.strip_prefix('-').map_or((1.0, &*text), |rest| (-1.0, rest));
            assert!(is_exactly(magnitude, x), "{text}");
            assert_eq!(read(magnitude).map(|(double, _)| sign * double), Some(x), "{text}");
        }
    }

    #[test]
    fn wide_constants_are_doubles_if_they_are_near_to_one() {
        assert_eq!(
            of_wide("2.22044604925031308084726333618164062e-16L"),
            Some(f64::EPSILON)
        );
        assert_eq!(of_wide("1.79769313486231570814527423731704357e+308L"), Some(f64::MAX));
        assert_eq!(of_wide("0.1L"), None);
        assert_eq!(of_wide("2.5L"), Some(2.5));
    }

    #[test]
    fn some_decimals_are_doubles() {
        for (digits, is) in [
            ("0.5", true),
            ("2.25", true),
            ("0.1", false),
            ("3.", true),
            ("1e5", true),
            ("1e-1", false),
            ("5e-1", true),
            ("100.0", true),
            ("0.30", false),
        ] {
            assert_eq!(is_exactly(digits, digits.parse().expect("a number")), is, "{digits}");
        }
    }

    #[test]
    fn what_does_not_fit_begins_where_it_is_cut_off_to_another_number() {
        let range = |low: i64, high: i64| Range {
            low: Int::from(low),
            high: Int::from(high),
        };
        let of = |range: &Range| {
            let (low, high) = beyond(range).expect("a range");
            (float::as_constant(&low), float::as_constant(&high))
        };
        assert_eq!(of(&range(-128, 127)), (Some(-129.0), Some(128.0)));
        let (low, high) = of(&range(i64::MIN, i64::MAX));
        assert_eq!(high, Some(9_223_372_036_854_775_808.0));
        assert_eq!(low, Some((-9_223_372_036_854_775_808.0f64).next_down()));
    }
}
