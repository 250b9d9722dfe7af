//! Floating-point numbers: the doubles of IEEE 754, and what is computed of them.
//!
//! A double is kept as an integer, its *code*, in whose order the doubles stand: zero is 0, the positive ones follow by
//! their bits up to infinity, and [`NAN`], of which there is one, is behind it; the negative zero is −1, and the
//! negative ones go down from there. All comparisons are those of [ranks](rank), in which the two zeros are one; so a
//! solver that knows integers knows how doubles compare. What is computed is a function to it ([`builtin`](crate::builtin)),
//! which evaluation computes, rounded to nearest, as machines do.
//!
//! Numbers of type `float` are doubles that a `float` can hold; what is computed of them is rounded once more, which for
//! `+ - * /` and square roots is the same as to round once (Figueroa 1995).

use crate::{Func, Int, Kind, Sort, Term};

/// The code of infinity.
const INFINITY: i64 = 0x7ff0_0000_0000_0000;
/// The code of what is not a number.
const NAN: i64 = INFINITY + 1;

/// The constant with a code.
pub(crate) const CONSTANT: &str = "f64";
/// The place of a number in the order of numbers.
pub(crate) const RANK: &str = "f64_rank";

/// What is computed of one or two doubles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// `x + y`
    Add,
    /// `x - y`
    Sub,
    /// `x * y`
    Mul,
    /// `x / y`
    Div,
    /// What is left of a division whose quotient is cut off: `fmod`, and `%` in Java.
    Rem,
    /// `-x`
    Neg,
    /// Without its sign.
    Abs,
    /// The square root.
    Sqrt,
    /// The next whole number that is not greater.
    Floor,
    /// The next whole number that is not less.
    Ceil,
    /// The whole part.
    Trunc,
    /// The nearest whole number, away from zero between two: `round` in C.
    Round,
    /// The nearest whole number, the even one between two: `rint`.
    Rint,
    /// The nearest number of type `float`.
    Single,
}

use Op::*;

impl Op {
    pub(crate) const ALL: [Op; 14] = [
        Add, Sub, Mul, Div, Rem, Neg, Abs, Sqrt, Floor, Ceil, Trunc, Round, Rint, Single,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Add => "f64_add",
            Sub => "f64_sub",
            Mul => "f64_mul",
            Div => "f64_div",
            Rem => "f64_rem",
            Neg => "f64_neg",
            Abs => "f64_abs",
            Sqrt => "f64_sqrt",
            Floor => "f64_floor",
            Ceil => "f64_ceil",
            Trunc => "f64_trunc",
            Round => "f64_round",
            Rint => "f64_rint",
            Single => "f64_single",
        }
    }

    pub(crate) fn operands(self) -> usize {
        match self {
            Add | Sub | Mul | Div | Rem => 2,
            _ => 1,
        }
    }

    /// Computes.
    pub fn of(self, args: &[f64]) -> Option<f64> {
        Some(match (self, args) {
            (Add, [x, y]) => x + y,
            (Sub, [x, y]) => x - y,
            (Mul, [x, y]) => x * y,
            (Div, [x, y]) => x / y,
            (Rem, [x, y]) => x % y,
            (Neg, [x]) => -x,
            (Abs, [x]) => x.abs(),
            (Sqrt, [x]) => x.sqrt(),
            (Floor, [x]) => x.floor(),
            (Ceil, [x]) => x.ceil(),
            (Trunc, [x]) => x.trunc(),
            (Round, [x]) => x.round(),
            (Rint, [x]) => x.round_ties_even(),
            #[expect(clippy::cast_possible_truncation, reason = "this is what rounds")]
            (Single, [x]) => f64::from(*x as f32),
            _ => return None,
        })
    }

    /// What is always true of what is computed, by the ranks alone: rounding keeps the order.
    pub fn facts(self, args: &[Term], result: &Term) -> Term {
        let (zero, top) = (Term::int(0), Term::int(INFINITY));
        let at = |i: usize| rank(&args[i]);
        let natural = |r: &Term| Term::and([Term::le(zero.clone(), r.clone()), Term::le(r.clone(), top.clone())]);
        let own = rank(result);
        let both_finite = || Term::and(args.iter().map(is_finite));
        let of_natural = |facts: &[Term]| {
            let all = (0..self.operands()).map(|i| natural(&at(i)));
            Term::implies(Term::and(all), Term::and(facts.iter().cloned()))
        };
        let below_zero = |r: &Term| Term::neg(r.clone());
        match self {
            Add => Term::and([
                Term::implies(both_finite(), is_number(result)),
                of_natural(&[is_number(result), Term::le(at(0), own.clone()), Term::le(at(1), own)]),
            ]),
            Sub => {
                let ordered = Term::and([both_finite(), Term::le(at(1), at(0))]);
                Term::and([
                    Term::implies(both_finite(), is_number(result)),
                    Term::implies(ordered, Term::le(zero, own)),
                ])
            }
            Mul => Term::and([
                Term::implies(both_finite(), is_number(result)),
                of_natural(&[Term::le(zero.clone(), own)]),
            ]),
            Div => {
                let defined = Term::and([both_finite(), Term::ne(at(1), zero.clone())]);
                // by the negative zero it is infinite, and below all others
                let positive = Term::and([natural(&at(0)), natural(&at(1)), Term::lt(zero.clone(), at(1))]);
                Term::and([
                    Term::implies(defined, is_number(result)),
                    Term::implies(positive, Term::le(zero, own)),
                ])
            }
            Neg => Term::eq(own, Term::ite(Term::le(at(0), top), below_zero(&at(0)), at(0))),
            Abs => Term::eq(own, Term::ite(Term::lt(at(0), zero), below_zero(&at(0)), at(0))),
            Sqrt => {
                let one = Term::int(code(1.0));
                let below = |most: &f64| {
                    let least = Term::le(at(0), Term::int(code(*most)));
                    Term::implies(least, Term::le(own.clone(), Term::int(code(most.sqrt()))))
                };
                let from_one = Term::and([Term::le(one.clone(), own.clone()), Term::le(own.clone(), at(0))]);
                let mut facts = vec![natural(&own), Term::implies(Term::le(one, at(0)), from_one)];
                facts.extend(LARGEST.iter().map(below));
                of_natural(&facts)
            }
            Floor => Term::and([
                Term::le(own.clone(), at(0)),
                Term::implies(is_number(&args[0]), is_number(result)),
                of_natural(&[natural(&own)]),
            ]),
            Ceil => Term::and([
                Term::le(at(0), own),
                Term::implies(is_number(&args[0]), is_number(result)),
            ]),
            Trunc | Round | Rint | Single => Term::and([
                Term::eq(is_number(&args[0]), is_number(result)),
                of_natural(&[natural(&own)]),
                Term::implies(Term::le(at(0), zero.clone()), Term::le(own, zero.clone())),
            ]),
            Rem => Term::tt(),
        }
    }

    /// The term for what is computed of doubles.
    pub fn term(self, args: Vec<Term>) -> Term {
        Term::apply(function(self.name(), vec![Sort::Float; args.len()], Sort::Float), args)
    }
}

/// The doubles next to the largest integers that a machine has, in 32 and 64 bits, with and without a sign.
const LARGEST: [f64; 4] = [
    2_147_483_647.0,
    4_294_967_295.0,
    9_223_372_036_854_775_808.0,
    18_446_744_073_709_551_616.0,
];

/// The integers below their roots: up to these go loops that end at the root of a number.
fn roots() -> impl Iterator<Item = i64> {
    #[expect(clippy::cast_possible_truncation, reason = "this is what is left of it")]
    LARGEST.into_iter().map(|most| most.sqrt() as i64)
}

/// A double is below the one behind a root.
fn is_below_next(x: &Term, root: i64) -> Term {
    #[expect(clippy::cast_precision_loss, reason = "all are below 2^53")]
    Term::lt(rank(x), Term::int(code((root + 1) as f64)))
}

/// Where an integer is among the roots, so is the double that it is.
pub fn integer_among_roots(i: &Term, x: &Term) -> Term {
    Term::and(roots().map(|root| Term::eq(Term::le(i.clone(), Term::int(root)), is_below_next(x, root))))
}

/// What is left of a double that is below the one behind a root is at most that root.
pub fn cut_off_among_roots(x: &Term, whole: &Term) -> Term {
    let below = |root| Term::implies(is_below_next(x, root), Term::le(whole.clone(), Term::int(root)));
    Term::and(roots().map(below))
}

/// The code of a double.
pub fn code(x: f64) -> i64 {
    let magnitude = (x.to_bits() & !(1 << 63)).cast_signed();
    match () {
        () if x.is_nan() => NAN,
        () if x.is_sign_negative() => -magnitude - 1,
        () => magnitude,
    }
}

/// The double with a code; those that no double has stand for what is not a number.
pub fn double(code: i64) -> f64 {
    match code {
        0..=INFINITY => f64::from_bits(code.cast_unsigned()),
        _ if (-INFINITY - 1..0).contains(&code) => -f64::from_bits((-(code + 1)).cast_unsigned()),
        _ => f64::NAN,
    }
}

fn function(name: &str, params: Vec<Sort>, result: Sort) -> Func {
    Func {
        name: name.into(),
        params,
        result,
    }
}

/// A constant.
pub fn constant(x: f64) -> Term {
    coded(code(x))
}

/// The constant with a code.
pub(crate) fn coded(code: i64) -> Term {
    let func = function(CONSTANT, vec![Sort::Int], Sort::Float);
    Term::apply(func, vec![Term::int(code)])
}

/// The constant that a term is.
pub fn as_constant(t: &Term) -> Option<f64> {
    match t.kind() {
        Kind::Apply(func, args) if is_constant(func) => match args[0].kind() {
            Kind::Int(code) => i64::try_from(code).ok().map(double),
            _ => None,
        },
        _ => None,
    }
}

/// Is it the function from codes to doubles?
pub fn is_constant(func: &Func) -> bool {
    *func.name == *CONSTANT
}

/// Is it the function from doubles to their ranks?
pub fn is_rank(func: &Func) -> bool {
    *func.name == *RANK
}

/// The place of a double in the order of numbers.
pub fn rank(x: &Term) -> Term {
    Term::apply(function(RANK, vec![Sort::Float], Sort::Int), vec![x.clone()])
}

/// It has a rank that a double has.
pub fn is_double(x: &Term) -> Term {
    let rank = rank(x);
    Term::and([
        Term::le(Term::int(-INFINITY), rank.clone()),
        Term::le(rank, Term::int(NAN)),
    ])
}

/// It is not a number.
pub fn is_nan(x: &Term) -> Term {
    Term::not(is_number(x))
}

/// It is a number, or infinite.
fn is_number(x: &Term) -> Term {
    Term::le(rank(x), Term::int(INFINITY))
}

/// The double whose rank a term is.
pub fn as_rank(t: &Term) -> Option<&Term> {
    match t.kind() {
        Kind::Apply(func, args) if is_rank(func) => Some(&args[0]),
        _ => None,
    }
}

/// What is said to be a number by `a <= b`, if that says it.
pub fn as_number<'t>(a: &'t Term, b: &Term) -> Option<&'t Term> {
    as_rank(a).filter(|_| *b == Term::int(INFINITY))
}

/// The double with a rank, of the zeros the positive one.
pub fn ranked(rank: &Int) -> Option<f64> {
    let rank = i64::try_from(rank).ok()?;
    Some(double(if rank < 0 { rank.checked_sub(1)? } else { rank }))
}

/// It is infinite.
pub fn is_infinite(x: &Term) -> Term {
    let is = |r: i64| Term::eq(rank(x), Term::int(r));
    Term::or([is(INFINITY), is(-INFINITY)])
}

/// It is a number, and not infinite.
pub fn is_finite(x: &Term) -> Term {
    let within = [
        Term::lt(Term::int(-INFINITY), rank(x)),
        Term::lt(rank(x), Term::int(INFINITY)),
    ];
    Term::and(within)
}

/// `x < y`, which nothing is that is not a number.
pub fn lt(x: &Term, y: &Term) -> Term {
    Term::and([Term::lt(rank(x), rank(y)), is_number(y)])
}

/// `x <= y`.
pub fn le(x: &Term, y: &Term) -> Term {
    Term::and([Term::le(rank(x), rank(y)), is_number(y)])
}

/// `x == y`, by which the two zeros are one, and what is not a number is not even itself.
pub fn eq(x: &Term, y: &Term) -> Term {
    Term::and([Term::eq(rank(x), rank(y)), is_number(y)])
}

/// The double next to an integer; of those that a `float` holds, if that is wanted.
pub fn of_int(i: &Term, single: bool) -> Term {
    let name = if single { "f32_of_int" } else { "f64_of_int" };
    Term::apply(function(name, vec![Sort::Int], Sort::Float), vec![i.clone()])
}

/// The integer that is left where everything behind the point is cut off; zero of what has none.
pub fn to_int(x: &Term) -> Term {
    Term::apply(function("f64_to_int", vec![Sort::Float], Sort::Int), vec![x.clone()])
}

/// Is it the name of one of these functions?
pub(crate) fn is_name(name: &str) -> bool {
    name.starts_with("f64") && (name.len() == 3 || name.as_bytes()[3] == b'_') || name == "f32_of_int"
}

/// A double in the fewest digits that tell it from the others.
pub fn text(x: f64) -> String {
    format!("{x:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: [f64; 16] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.1,
        -2.5,
        3.5,
        1e300,
        -1e300,
        5e-324,
        -5e-324,
        f64::MAX,
        f64::MIN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];

    fn truth(t: &Term) -> bool {
        assert!(t.is_true() || t.is_false(), "{t}");
        t.is_true()
    }

    #[test]
    fn codes_stand_for_doubles() {
        for x in SOME {
            assert_eq!(
                double(code(x)).to_bits() == x.to_bits(),
                !x.is_nan() || x.to_bits() == f64::NAN.to_bits()
            );
            assert_eq!(as_constant(&constant(x)).map(f64::is_nan), Some(x.is_nan()));
        }
    }

    #[test]
    fn ranks_compare_as_doubles_do() {
        for x in SOME {
            for y in SOME {
                let (a, b) = (constant(x), constant(y));
                assert_eq!(truth(&lt(&a, &b)), x < y, "{x} < {y}");
                assert_eq!(truth(&le(&a, &b)), x <= y, "{x} <= {y}");
                assert_eq!(truth(&eq(&a, &b)), x == y, "{x} == {y}");
            }
            assert_eq!(truth(&is_nan(&constant(x))), x.is_nan());
            assert_eq!(truth(&is_infinite(&constant(x))), x.is_infinite());
            assert_eq!(truth(&is_finite(&constant(x))), x.is_finite());
            assert!(truth(&is_double(&constant(x))));
        }
    }

    #[test]
    fn constants_are_computed() {
        for x in SOME {
            for y in SOME {
                for (op, right) in [(Add, x + y), (Sub, x - y), (Mul, x * y), (Div, x / y), (Rem, x % y)] {
                    let got = as_constant(&op.term(vec![constant(x), constant(y)])).expect("a constant");
                    assert_eq!(code(got), code(right), "{op:?} {x} {y}");
                }
            }
        }
        for op in Op::ALL {
            for x in SOME {
                for y in SOME {
                    let args = &[constant(x), constant(y)][..op.operands()];
                    assert!(truth(&op.facts(args, &op.term(args.to_vec()))), "{op:?} {x} {y}");
                }
            }
        }
        let one = |op: Op, x: f64| as_constant(&op.term(vec![constant(x)]));
        assert_eq!(one(Sqrt, 2.0), Some(std::f64::consts::SQRT_2));
        assert_eq!(
            roots().collect::<Vec<_>>(),
            [46_340, 65_535, 3_037_000_499, 4_294_967_296]
        );
        assert_eq!(one(Round, 2.5), Some(3.0));
        assert_eq!(one(Rint, 2.5), Some(2.0));
        assert_eq!(one(Single, 0.1), Some(f64::from(0.1f32)));
        assert_eq!(
            as_constant(&of_int(&Term::int(9_007_199_254_740_993_i64), false)),
            Some(9_007_199_254_740_992.0)
        );
        assert_eq!(as_constant(&of_int(&Term::int(16_777_217), true)), Some(16_777_216.0));
        assert_eq!(to_int(&constant(-2.9)), Term::int(-2));
        assert_eq!(to_int(&constant(f64::NAN)), Term::int(0));
    }
}
