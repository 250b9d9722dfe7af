//! Disjunctions and conjunctions of literals.
//!
//! Both are two words, as in the released FQ code: which predicates occur, and which of those are positive.
//! A predicate occurs at most once (FQ §5), so neither a tautological clause nor a contradictory cube can
//! be written. The negation of a clause is a cube and vice versa: `!clause`, `!cube`.
//!
//! Clauses and cubes are ordered by length, then by their literals.

use std::cmp::Ordering;
use std::fmt;
use std::iter::FusedIterator;
use std::ops::Not;

use crate::literal::{Literal, Valuation};
use crate::predicates;

/// A disjunction of literals. The empty clause is *false*.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clause(Literals);

/// A conjunction of literals. The empty cube is *true*.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cube(Literals);

impl Clause {
    /// The clause that excludes one valuation and no other: all the literals false in it, a *maximal* clause.
    pub fn excluding(valuation: Valuation, width: usize) -> Clause {
        !Cube::exactly(valuation, width)
    }

    /// Whether the clause holds in `valuation`.
    pub fn holds_in(self, valuation: Valuation) -> bool {
        self.0.agreements(valuation) != 0
    }

    /// Whether every literal of this clause is in `other`. Then this clause implies the other.
    pub fn is_subset(self, other: Clause) -> bool {
        self.0.is_subset(other.0)
    }
}

impl Cube {
    /// The cube that holds in one valuation and no other.
    pub fn exactly(valuation: Valuation, width: usize) -> Cube {
        assert_eq!(
            valuation.0 & !predicates(width),
            0,
            "{valuation:?} is wider than {width}"
        );
        Cube::new(predicates(width), valuation.0)
    }

    /// Whether the cube holds in `valuation`.
    pub fn holds_in(self, valuation: Valuation) -> bool {
        self.0.agreements(valuation) == self.0.occurs
    }

    /// Whether every literal of this cube is in `other`. Then the other cube implies this one.
    pub fn is_subset(self, other: Cube) -> bool {
        self.0.is_subset(other.0)
    }

    /// The smallest cube implied by this one and true in `valuation`: the literals they share.
    #[must_use]
    pub fn widened_to(self, valuation: Valuation) -> Cube {
        let shared = self.0.agreements(valuation);
        Cube::new(shared, self.0.positive & shared)
    }
}

/// ¬(l₁ ∨ … ∨ lₖ) = ¬l₁ ∧ … ∧ ¬lₖ
impl Not for Clause {
    type Output = Cube;

    fn not(self) -> Cube {
        Cube(self.0.opposite())
    }
}

/// ¬(l₁ ∧ … ∧ lₖ) = ¬l₁ ∨ … ∨ ¬lₖ
impl Not for Cube {
    type Output = Clause;

    fn not(self) -> Clause {
        Clause(self.0.opposite())
    }
}

/// What clauses and cubes share: everything that only looks at the literals as a set.
macro_rules! literal_set {
    ($name:ident, $empty:literal, $between:literal) => {
        impl $name {
            /// No literal at all.
            pub const EMPTY: $name = $name(Literals {
                occurs: 0,
                positive: 0,
            });

            /// From the predicates that occur and those of them that are positive.
            pub fn new(occurs: u64, positive: u64) -> $name {
                assert_eq!(positive & !occurs, 0, "a positive literal that does not occur");
                $name(Literals { occurs, positive })
            }

            /// The predicates that occur, as bits.
            pub fn occurs(self) -> u64 {
                self.0.occurs
            }

            /// The predicates that occur positively, as bits.
            pub fn positive(self) -> u64 {
                self.0.positive
            }

            /// The number of literals.
            pub fn len(self) -> usize {
                self.0.occurs.count_ones() as usize
            }

            /// Whether there is no literal.
            pub fn is_empty(self) -> bool {
                self.0.occurs == 0
            }

            /// Whether `literal` is one of them.
            pub fn contains(self, literal: Literal) -> bool {
                self.0.get(literal.predicate) == Some(literal.positive)
            }

            /// With one literal more. Its predicate must not occur with the other sign.
            #[must_use]
            pub fn with(self, literal: Literal) -> $name {
                self.union($name::from(literal))
            }

            /// Without the literal of one predicate, if it occurs.
            #[must_use]
            pub fn without(self, predicate: usize) -> $name {
                self.restricted_to(!(1 << predicate))
            }

            /// Only the literals of some predicates, given as bits.
            #[must_use]
            pub fn restricted_to(self, predicates: u64) -> $name {
                $name::new(self.0.occurs & predicates, self.0.positive & predicates)
            }

            /// The literals of both. No predicate may occur in them with different signs.
            #[must_use]
            pub fn union(self, other: $name) -> $name {
                let both = self.0.occurs & other.0.occurs;
                assert_eq!(
                    (self.0.positive ^ other.0.positive) & both,
                    0,
                    "{self} and {other} contradict"
                );
                $name::new(self.0.occurs | other.0.occurs, self.0.positive | other.0.positive)
            }

            /// The literals, by predicate.
            pub fn literals(self) -> LiteralIter {
                LiteralIter(self.0)
            }
        }

        impl From<Literal> for $name {
            fn from(literal: Literal) -> $name {
                let bit = 1 << literal.predicate;
                $name::new(bit, if literal.positive { bit } else { 0 })
            }
        }

        impl FromIterator<Literal> for $name {
            fn from_iter<I: IntoIterator<Item = Literal>>(literals: I) -> $name {
                literals.into_iter().fold($name::EMPTY, $name::with)
            }
        }

        impl IntoIterator for $name {
            type Item = Literal;
            type IntoIter = LiteralIter;

            fn into_iter(self) -> LiteralIter {
                self.literals()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                if self.is_empty() {
                    return f.write_str($empty);
                }
                for (i, literal) in self.literals().enumerate() {
                    write!(f, "{}{literal}", if i == 0 { "" } else { $between })?;
                }
                Ok(())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }
    };
}

literal_set!(Clause, "false", " | ");
literal_set!(Cube, "true", " & ");

/// The literals of a clause or a cube, by predicate.
#[derive(Clone, Debug)]
pub struct LiteralIter(Literals);

impl Iterator for LiteralIter {
    type Item = Literal;

    fn next(&mut self) -> Option<Literal> {
        let predicate = self.0.occurs.trailing_zeros() as u8;
        let positive = self.0.get(predicate)?;
        self.0.occurs &= self.0.occurs - 1;
        Some(Literal { predicate, positive })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.occurs.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for LiteralIter {}
impl FusedIterator for LiteralIter {}

/// A set of literals; `positive` is a part of `occurs`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Literals {
    occurs: u64,
    positive: u64,
}

impl Literals {
    fn get(self, predicate: u8) -> Option<bool> {
        let bit = 1u64.checked_shl(predicate.into())?;
        (self.occurs & bit != 0).then_some(self.positive & bit != 0)
    }

    fn opposite(self) -> Literals {
        Literals {
            positive: self.occurs & !self.positive,
            ..self
        }
    }

    /// The predicates that occur with the sign they have in `valuation`.
    fn agreements(self, valuation: Valuation) -> u64 {
        self.occurs & !(self.positive ^ valuation.0)
    }

    fn is_subset(self, other: Literals) -> bool {
        self.occurs & !other.occurs == 0 && self.positive == other.positive & self.occurs
    }
}

impl Ord for Literals {
    fn cmp(&self, other: &Literals) -> Ordering {
        let length = |l: &Literals| l.occurs.count_ones();
        length(self)
            .cmp(&length(other))
            .then_with(|| LiteralIter(*self).cmp(LiteralIter(*other)))
    }
}

impl PartialOrd for Literals {
    fn partial_cmp(&self, other: &Literals) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
