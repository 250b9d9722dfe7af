//! Families of quantified predicates (Weiß §5.2), for integer terms and ◁ either `<` or `<=`:
//!
//! ```text
//!   ∀x.   min ◁ x ◁ max                       → ψ(x)       4 members for two bounds
//!   ∀x,y. min ◁ x ◁ y ◁ max                   → ψ(x,y)     8
//!   ∀x,y. min₁ ◁ x ◁ max₁ ∧ min₂ ◁ y ◁ max₂   → ψ(x,y)    16 for four bounds
//! ```
//!
//! Members are compared by what they range over: who ranges over more says more. Weiß compares the
//! variants of ◁; here what is known of the order of the bounds is used too.

use super::pairs::Order;
use abide_logic::{Term, Var};
use std::cmp::Ordering;

/// Between two terms, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Range {
    /// The lower bound.
    pub min: usize,
    /// Is it left out?
    pub above: bool,
    /// The upper bound.
    pub max: usize,
    /// Is it part of the range?
    pub upto: bool,
}

/// What the quantified variables range over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// One variable.
    One(Range),
    /// Two variables of one range, the first before the second, or not after it.
    Chain(Range, Strict),
    /// Two variables of their own ranges.
    Two(Range, Range),
}

/// `<` or `<=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strict {
    /// `<`
    Yes,
    /// `<=`
    No,
}

/// How an integer compares with each of the bounds.
pub type Place = Vec<Ordering>;

/// Where one or two integers lie: compared with the bounds, and with each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// The first.
    pub x: Place,
    /// The second; empty if there is none.
    pub y: Place,
    /// The first compared with the second.
    pub between: Ordering,
}

/// What a property is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One element.
    One,
    /// Two elements.
    Two,
    /// Two elements, and the same property with the two exchanged has a family too: of the members
    /// with two ranges, each would be there twice.
    Mirrored,
}

/// The number of predicates with bounds among `n` terms.
pub fn count(n: usize, kind: Kind) -> usize {
    let pairs = n * n.saturating_sub(1);
    match kind {
        Kind::One => 4 * pairs,
        Kind::Two => 8 * pairs + 16 * pairs * pairs,
        Kind::Mirrored => 8 * pairs,
    }
}

impl Range {
    /// The four ranges between two terms, the usual one first.
    pub fn variants(min: usize, max: usize) -> [Range; 4] {
        [(false, false), (true, false), (false, true), (true, true)].map(|(above, upto)| Range {
            min,
            above,
            max,
            upto,
        })
    }

    /// Does this one range over everything the other does?
    pub fn covers(self, other: Range, order: &Order) -> bool {
        let lower = if self.above && !other.above {
            order.below(self.min, other.min)
        } else {
            order.at_most(self.min, other.min)
        };
        let upper = if !self.upto && other.upto {
            order.below(other.max, self.max)
        } else {
            order.at_most(other.max, self.max)
        };
        lower && upper
    }

    /// Is every integer of this range below every one of the other?
    fn precedes(self, other: Range, order: &Order) -> bool {
        if self.upto && !other.above {
            order.below(self.max, other.min)
        } else {
            order.at_most(self.max, other.min)
        }
    }

    /// Is the place in the range?
    pub fn has(self, place: &Place) -> bool {
        let (low, high) = (place[self.min], place[self.max]);
        let lower = low == Ordering::Greater || !self.above && low == Ordering::Equal;
        let upper = high == Ordering::Less || self.upto && high == Ordering::Equal;
        lower && upper
    }

    /// `min ◁ x ∧ x ◁ max`
    fn around(self, x: &Var, terms: &[Term]) -> Term {
        let compare = |strict: bool, a: Term, b: Term| if strict { Term::lt(a, b) } else { Term::le(a, b) };
        let (min, max) = (terms[self.min].clone(), terms[self.max].clone());
        Term::and([compare(self.above, min, x.term()), compare(!self.upto, x.term(), max)])
    }
}

impl Shape {
    /// The members with these ranges, the usual ones first.
    pub fn all(kind: Kind, ranges: &[Range]) -> Vec<Shape> {
        let ones = ranges.iter().map(|r| Shape::One(*r));
        let chains = ranges
            .iter()
            .flat_map(|r| [Strict::Yes, Strict::No].map(|s| Shape::Chain(*r, s)));
        let twos = ranges.iter().flat_map(|r| ranges.iter().map(|s| Shape::Two(*r, *s)));
        match kind {
            Kind::One => ones.collect(),
            Kind::Two => chains.chain(twos).collect(),
            Kind::Mirrored => chains.collect(),
        }
    }

    /// Does this one speak of everything the other speaks of?
    pub fn covers(self, other: Shape, order: &Order) -> bool {
        match (self, other) {
            (Shape::One(a), Shape::One(b)) => a.covers(b, order),
            (Shape::Chain(a, s), Shape::Chain(b, t)) => (s == t || s == Strict::No) && a.covers(b, order),
            (Shape::Two(a, b), Shape::Two(c, d)) => a.covers(c, order) && b.covers(d, order),
            (Shape::Two(a, b), Shape::Chain(c, _)) => a.covers(c, order) && b.covers(c, order),
            (Shape::Chain(a, _), Shape::Two(b, c)) => {
                let whole = Range {
                    min: b.min,
                    above: b.above,
                    max: c.max,
                    upto: c.upto,
                };
                b.precedes(c, order) && a.covers(whole, order)
            }
            _ => false,
        }
    }

    /// Does it speak of what lies there?
    pub fn has(self, spot: &Spot) -> bool {
        match self {
            Shape::One(r) => r.has(&spot.x),
            Shape::Chain(r, strict) => {
                let between = spot.between == Ordering::Less || strict == Strict::No && spot.between == Ordering::Equal;
                between && r.has(&spot.x) && r.has(&spot.y)
            }
            Shape::Two(r, s) => r.has(&spot.x) && s.has(&spot.y),
        }
    }

    /// The predicate that says `body` of `vars`.
    pub fn formula(self, body: &Term, vars: &[Var], terms: &[Term]) -> Term {
        let guard = match (self, vars) {
            (Shape::One(r), [x, ..]) => r.around(x, terms),
            (Shape::Chain(r, strict), [x, y, ..]) => {
                let between = match strict {
                    Strict::Yes => Term::lt(x.term(), y.term()),
                    Strict::No => Term::le(x.term(), y.term()),
                };
                // min ◁ x, x ◁ y, y ◁ max: the other two follow
                let low = r.around(x, terms).conjuncts().into_iter().next();
                let high = r.around(y, terms).conjuncts().into_iter().next_back();
                Term::and(low.into_iter().chain([between]).chain(high))
            }
            (Shape::Two(r, s), [x, y, ..]) => Term::and([r.around(x, terms), s.around(y, terms)]),
            _ => return Term::tt(),
        };
        Term::forall(vars.iter().cloned(), Term::implies(guard, body.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_logic::Sort;

    /// Over all small values of three bounds that keep to what is known of their order: who covers
    /// has every spot the other has.
    #[test]
    fn who_covers_says_more() {
        let terms: Vec<Term> = (0..3).map(|i| Var::new(format!("t{i}"), i, Sort::Int).term()).collect();
        let facts = [
            Term::le(terms[0].clone(), terms[1].clone()),
            Term::lt(terms[1].clone(), terms[2].clone()),
        ];
        let order = Order::of(&terms, &facts);
        assert!(order.below(0, 2) && !order.below(0, 1));
        let ranges: Vec<Range> = [(0, 1), (0, 2), (1, 2)]
            .iter()
            .flat_map(|(a, b)| Range::variants(*a, *b))
            .collect();
        let shapes: Vec<Shape> = Shape::all(Kind::Two, &ranges)
            .into_iter()
            .chain(Shape::all(Kind::One, &ranges))
            .collect();
        let mut spots = Vec::new();
        for (t0, d1, d2) in (0..2).flat_map(|a| (0..3).flat_map(move |b| (1..3).map(move |c| (a, b, c)))) {
            let values: [i64; 3] = [t0, t0 + d1, t0 + d1 + d2];
            let place = |x: i64| -> Place { values.iter().map(|v| x.cmp(v)).collect() };
            for (x, y) in (-1..7).flat_map(|x| (-1..7).map(move |y| (x, y))) {
                spots.push(Spot {
                    x: place(x),
                    y: place(y),
                    between: x.cmp(&y),
                });
            }
        }
        let mut pairs = 0;
        for a in &shapes {
            for b in &shapes {
                if a != b && a.covers(*b, &order) {
                    pairs += 1;
                    assert!(
                        spots.iter().all(|s| a.has(s) || !b.has(s)),
                        "{a:?} does not cover {b:?}"
                    );
                }
            }
        }
        assert!(pairs > 300, "{pairs}");
    }

    #[test]
    fn families_have_the_sizes_weiss_states() {
        // seven integer terms, one property of one element: the maximum example
        assert_eq!(count(7, Kind::One), 168);
        assert_eq!(count(5, Kind::Two), 8 * 20 + 16 * 400);
        assert_eq!(Range::variants(0, 1).len(), 4);
    }
}
