//! One predicate with a sign, and one truth value for every predicate.
//!
//! Both are plain words and `Copy`. A valuation does not know how many predicates there are: whoever holds
//! it does, and the bits above that number are zero.

use std::fmt;
use std::ops::Not;

/// A predicate or its negation. Ordered by predicate, the negation first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal {
    /// The number of the predicate, below [`MAX_WIDTH`](crate::MAX_WIDTH).
    pub predicate: u8,
    /// Whether the literal asks for the predicate to be true.
    pub positive: bool,
}

impl Literal {
    /// The literal `p`.
    pub fn positive(predicate: usize) -> Literal {
        Literal {
            predicate: number(predicate),
            positive: true,
        }
    }

    /// The literal `¬p`.
    pub fn negative(predicate: usize) -> Literal {
        Literal {
            predicate: number(predicate),
            positive: false,
        }
    }

    /// Whether the literal is true in `valuation`.
    pub fn holds_in(self, valuation: Valuation) -> bool {
        valuation.get(self.predicate.into()) == self.positive
    }
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal {
            positive: !self.positive,
            ..self
        }
    }
}

/// `3` or `!3`.
impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.positive { "" } else { "!" }, self.predicate)
    }
}

/// The truth value of every predicate: bit i is predicate i. Ordered as a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Valuation(pub u64);

impl Valuation {
    /// The value of one predicate.
    pub fn get(self, predicate: usize) -> bool {
        self.0 >> number(predicate) & 1 == 1
    }

    /// The same valuation, but for one literal that now holds.
    #[must_use]
    pub fn with(self, literal: Literal) -> Valuation {
        let bit = 1 << literal.predicate;
        Valuation(if literal.positive { self.0 | bit } else { self.0 & !bit })
    }
}

/// From the truth values of predicates 0, 1, 2, …
impl FromIterator<bool> for Valuation {
    fn from_iter<I: IntoIterator<Item = bool>>(values: I) -> Valuation {
        values.into_iter().enumerate().fold(Valuation::default(), |v, (i, b)| {
            Valuation(v.0 | u64::from(b) << number(i))
        })
    }
}

fn number(predicate: usize) -> u8 {
    assert!(predicate < crate::MAX_WIDTH, "no predicate {predicate}");
    predicate as u8
}
