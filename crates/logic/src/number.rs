//! Integers of machine types as mathematical ones: what is known of a term's value by its form
//! alone, wrapping around, quotients that round to zero, operations on bits.

use crate::{Func, Int, Kind, Sort, Term, builtin};

/// The values of an integer type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The smallest.
    pub low: Int,
    /// The largest.
    pub high: Int,
}

impl Range {
    /// Two's complement, or natural numbers, of a number of bits.
    pub fn of_bits(bits: u32, signed: bool) -> Range {
        let size = Int::ONE << bits as usize;
        if signed {
            let half = Int::ONE << (bits.max(1) - 1) as usize;
            Range {
                low: -half.clone(),
                high: half - Int::ONE,
            }
        } else {
            Range {
                low: Int::ZERO,
                high: size - Int::ONE,
            }
        }
    }

    /// How many values there are.
    pub fn size(&self) -> Int {
        &self.high - &self.low + Int::ONE
    }

    /// Does a value lie in it?
    pub fn contains(&self, value: &Int) -> bool {
        self.low <= *value && *value <= self.high
    }

    /// The value that is the same modulo the size.
    pub fn wrap(&self, value: &Int) -> Int {
        let size = self.size();
        let rest = (value - &self.low) % &size;
        let rest = if rest < Int::ZERO { rest + &size } else { rest };
        rest + &self.low
    }

    /// A term's value lies in it.
    pub fn holds(&self, term: &Term) -> Term {
        Term::and([
            Term::le(Term::int(self.low.clone()), term.clone()),
            Term::le(term.clone(), Term::int(self.high.clone())),
        ])
    }
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
    /// A term of which nothing is known, unless it is a constant.
    pub fn new(term: Term) -> Number {
        let value = match term.kind() {
            Kind::Int(i) => Some(i.clone()),
            _ => None,
        };
        Number {
            term,
            low: value.clone(),
            high: value,
        }
    }

    /// A value of a type.
    pub fn within(term: Term, range: &Range) -> Number {
        match term.kind() {
            Kind::Int(_) => Number::new(term),
            _ => Number::between(term, range.low.clone(), range.high.clone()),
        }
    }

    /// A value between bounds.
    pub fn between(term: Term, low: Int, high: Int) -> Number {
        Number {
            term,
            low: Some(low),
            high: Some(high),
        }
    }

    /// The value, if the term is a constant.
    pub fn constant(&self) -> Option<&Int> {
        match self.term.kind() {
            Kind::Int(i) => Some(i),
            _ => None,
        }
    }

    /// Is it in the range, whatever the variables are?
    pub fn fits(&self, range: &Range) -> bool {
        let low = self.low.as_ref().is_some_and(|l| *l >= range.low);
        low && self.high.as_ref().is_some_and(|h| *h <= range.high)
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

    /// Brought into a range modulo its size.
    pub fn wrap(self, range: &Range) -> Number {
        if let Some(i) = self.constant() {
            return Number::new(Term::int(range.wrap(i)));
        }
        let (low, high) = (&range.low, &range.high);
        let below = self.low.as_ref().is_none_or(|l| l < low);
        let above = self.high.as_ref().is_none_or(|h| h > high);
        if !below && !above {
            return self;
        }
        let size = range.size();
        // once around is enough for sums
        let near = |x: &Option<Int>| x.as_ref().is_some_and(|x| *x >= low - &size && *x <= high + &size);
        let t = self.term;
        let wrapped = if near(&self.low) && near(&self.high) {
            let mut wrapped = t.clone();
            if below {
                let under = Term::lt(t.clone(), Term::int(low.clone()));
                wrapped = Term::ite(under, Term::add(t.clone(), Term::int(size.clone())), wrapped);
            }
            if above {
                let over = Term::lt(Term::int(high.clone()), t.clone());
                wrapped = Term::ite(over, Term::sub(t, Term::int(size)), wrapped);
            }
            wrapped
        } else {
            let shifted = Term::sub(t.clone(), Term::int(low.clone()));
            let around = Term::add(Term::modulo(shifted, Term::int(size)), Term::int(low.clone()));
            Term::ite(range.holds(&t), t, around)
        };
        Number::within(wrapped, range)
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
/// runs compute it (see [`builtin`]).
pub fn bits(name: &str) -> Func {
    let unary = name == builtin::POW2;
    Func {
        name: name.into(),
        params: vec![Sort::Int; if unary { 1 } else { 2 }],
        result: Sort::Int,
    }
}

/// `a & b` where one of them is a mask `0…01…1`: a remainder.
pub fn masked(a: &Term, b: &Term) -> Option<Number> {
    [(a, b), (b, a)].into_iter().find_map(|(x, mask)| match mask.kind() {
        Kind::Int(m) if *m >= Int::ZERO && (m & (m + Int::ONE)) == Int::ZERO => {
            let rest = Term::modulo(x.clone(), Term::int(m + Int::ONE));
            Some(Number::between(rest, Int::ZERO, m.clone()))
        }
        _ => None,
    })
}

/// An operation on bits applied, with what is true of the result.
pub fn bitwise(name: &'static str, a: &Number, b: &Number) -> (Number, Term) {
    if name == builtin::AND
        && let Some(rest) = masked(&a.term, &b.term)
    {
        return (rest, Term::tt());
    }
    let result = Term::apply(bits(name), vec![a.term.clone(), b.term.clone()]);
    let natural = |t: &Term| Term::le(Term::int(0), t.clone());
    let mut facts = Vec::new();
    if name == builtin::AND {
        for t in [&a.term, &b.term] {
            let bounds = Term::and([natural(&result), Term::le(result.clone(), t.clone())]);
            facts.push(Term::implies(natural(t), bounds));
        }
    } else {
        let both = Term::and([natural(&a.term), natural(&b.term)]);
        let sum = Term::add(a.term.clone(), b.term.clone());
        let mut bounds = vec![natural(&result), Term::le(result.clone(), sum)];
        if name == builtin::OR {
            bounds.push(Term::le(a.term.clone(), result.clone()));
            bounds.push(Term::le(b.term.clone(), result.clone()));
        }
        facts.push(Term::implies(both, Term::and(bounds)));
    }
    (Number::new(result), Term::and(facts))
}

/// Two to the power of a term, a constant where that is one; else with what is true of it.
pub fn power_of_two(by: &Term) -> (Term, Term) {
    if let Kind::Int(i) = by.kind()
        && let Ok(i) = usize::try_from(i)
        && i < 256
    {
        return (Term::int(Int::ONE << i), Term::tt());
    }
    let power = Term::apply(bits(builtin::POW2), vec![by.clone()]);
    let fact = Term::le(Term::int(1), power.clone());
    (power, fact)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Var;

    #[test]
    fn constants_wrap_around() {
        let byte = Range::of_bits(8, true);
        let wrapped = |i: i64| byte.wrap(&Int::from(i));
        assert_eq!(wrapped(128), Int::from(-128));
        assert_eq!(wrapped(-129), Int::from(127));
        assert_eq!(wrapped(511), Int::from(-1));
        assert_eq!(Range::of_bits(8, false).wrap(&Int::from(-1)), Int::from(255));
    }

    #[test]
    fn sums_that_fit_are_left_alone() {
        let int = Range::of_bits(32, true);
        let short = Range::of_bits(16, true);
        let x = Number::within(Var::new("x", 1, Sort::Int).term(), &short);
        let sum = x.clone().plus(x.clone());
        assert!(sum.fits(&int));
        assert_eq!(sum.clone().wrap(&int).term, sum.term);
        assert!(!x.clone().times(x.clone()).times(x).fits(&int));
    }
}
