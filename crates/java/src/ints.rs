//! Java's integers as mathematical ones that wrap around.

use crate::types::IntKind;
use abide_logic::{Func, Int, Kind, Sort, Term, builtin};

/// The smallest and the largest value of a type; none for `\bigint`.
pub fn range(kind: IntKind) -> Option<(Int, Int)> {
    let bits = match kind {
        IntKind::Byte => 8,
        IntKind::Short => 16,
        IntKind::Char => return Some((Int::ZERO, Int::from(0xFFFF))),
        IntKind::Int => 32,
        IntKind::Long => 64,
        IntKind::Big => return None,
    };
    let half = Int::from(1u128 << (bits - 1));
    Some((-half.clone(), half - Int::ONE))
}

/// How many values a type has.
fn modulus(kind: IntKind) -> Int {
    let (low, high) = range(kind).unwrap_or((Int::ZERO, Int::ZERO));
    high - low + Int::ONE
}

/// An integer term and what is known of its value by its form alone.
#[derive(Clone, Debug)]
pub struct Number {
    /// The term.
    pub term: Term,
    /// It is not below this.
    pub low: Option<Int>,
    /// It is not above this.
    pub high: Option<Int>,
}

impl Number {
    /// A value of a type.
    pub fn typed(term: Term, kind: IntKind) -> Number {
        if let Kind::Int(i) = term.kind() {
            let i = i.clone();
            return Number {
                term,
                low: Some(i.clone()),
                high: Some(i),
            };
        }
        let (low, high) = range(kind).unzip();
        Number { term, low, high }
    }

    /// A value between bounds.
    pub fn between(term: Term, low: Int, high: Int) -> Number {
        Number {
            term,
            low: Some(low),
            high: Some(high),
        }
    }

    /// `self + other`, not yet wrapped.
    pub fn plus(self, other: Number) -> Number {
        let sum = |a: Option<Int>, b: Option<Int>| Some(a? + b?);
        Number {
            term: Term::add(self.term, other.term),
            low: sum(self.low, other.low),
            high: sum(self.high, other.high),
        }
    }

    /// `-self`, not yet wrapped.
    pub fn negated(self) -> Number {
        Number {
            term: Term::neg(self.term),
            low: self.high.map(|h| -h),
            high: self.low.map(|l| -l),
        }
    }

    /// `self * other`, not yet wrapped.
    pub fn times(self, other: Number) -> Number {
        let corners = || -> Option<[Int; 4]> {
            let (a, b) = (self.low.as_ref()?, self.high.as_ref()?);
            let (c, d) = (other.low.as_ref()?, other.high.as_ref()?);
            Some([a * c, a * d, b * c, b * d])
        };
        let corners = corners();
        Number {
            low: corners.as_ref().and_then(|c| c.iter().min().cloned()),
            high: corners.and_then(|c| c.into_iter().max()),
            term: Term::mul(self.term, other.term),
        }
    }

    /// Brought into the range of a type, as Java does it.
    pub fn wrap(self, kind: IntKind) -> Number {
        let Some((low, high)) = range(kind) else { return self };
        if let Kind::Int(i) = self.term.kind() {
            let value = (i - &low).rem_euclid_by(&modulus(kind)) + &low;
            return Number::between(Term::int(value.clone()), value.clone(), value);
        }
        let below = self.low.as_ref().is_none_or(|l| *l < low);
        let above = self.high.as_ref().is_none_or(|h| *h > high);
        if !below && !above {
            return self;
        }
        let size = modulus(kind);
        // once around is enough for sums
        let near = |x: &Option<Int>| x.as_ref().is_some_and(|x| *x >= &low - &size && *x <= &high + &size);
        let t = self.term;
        let wrapped = if near(&self.low) && near(&self.high) {
            let mut wrapped = t.clone();
            if below {
                let under = Term::lt(t.clone(), Term::int(low.clone()));
                wrapped = Term::ite(under, Term::add(t.clone(), Term::int(size.clone())), wrapped);
            }
            if above {
                let over = Term::lt(Term::int(high.clone()), t.clone());
                wrapped = Term::ite(over, Term::sub(t.clone(), Term::int(size)), wrapped);
            }
            wrapped
        } else {
            let fits = Term::and([
                Term::le(Term::int(low.clone()), t.clone()),
                Term::le(t.clone(), Term::int(high.clone())),
            ]);
            let shifted = Term::sub(t.clone(), Term::int(low.clone()));
            let around = Term::add(Term::modulo(shifted, Term::int(size)), Term::int(low.clone()));
            Term::ite(fits, t, around)
        };
        Number::between(wrapped, low, high)
    }
}

trait RemEuclid {
    fn rem_euclid_by(self, by: &Int) -> Int;
}

impl RemEuclid for Int {
    fn rem_euclid_by(self, by: &Int) -> Int {
        let rest = self % by;
        if rest < Int::ZERO { rest + by } else { rest }
    }
}

/// The value lies in the range of the type.
pub fn in_range(term: &Term, kind: IntKind) -> Term {
    match range(kind) {
        Some((low, high)) => Term::and([
            Term::le(Term::int(low), term.clone()),
            Term::le(term.clone(), Term::int(high)),
        ]),
        None => Term::tt(),
    }
}

/// Quotient rounded to zero: `0 <= a ? a div b : -(-a div b)`.
pub fn quotient(a: &Term, b: &Term) -> Term {
    truncated(a, b, Term::div)
}

/// Remainder with the sign of the dividend: `0 <= a ? a mod b : -(-a mod b)`.
pub fn remainder(a: &Term, b: &Term) -> Term {
    truncated(a, b, Term::modulo)
}

fn truncated(a: &Term, b: &Term, op: fn(Term, Term) -> Term) -> Term {
    let negative = Term::neg(op(Term::neg(a.clone()), b.clone()));
    Term::ite(Term::le(Term::int(0), a.clone()), op(a.clone(), b.clone()), negative)
}

/// Is the term a quotient or remainder made here? Then its operands.
pub fn as_truncated(t: &Term) -> Option<(&'static str, Term, Term)> {
    let Kind::Ite(c, yes, no) = t.kind() else { return None };
    let (token, a, b) = match yes.kind() {
        Kind::Div(a, b) => ("/", a, b),
        Kind::Mod(a, b) => ("%", a, b),
        _ => return None,
    };
    let again = if token == "/" { quotient(a, b) } else { remainder(a, b) };
    let same = again == *t || *c == Term::le(Term::int(0), a.clone()) && matches!(no.kind(), Kind::Neg(_));
    same.then(|| (token, a.clone(), b.clone()))
}

/// A bit operation as a function of the logic: the solver knows it by what is assumed of it,
/// runs compute it (see [`abide_logic::builtin`]).
pub fn bits(name: &str) -> Func {
    let unary = name == builtin::POW2;
    Func {
        name: name.into(),
        params: vec![Sort::Int; if unary { 1 } else { 2 }],
        result: Sort::Int,
    }
}
