//! The maximal clauses in the order of the released FQ code (`GenerateMaxClauses`).
//!
//! A maximal clause excludes one valuation. They come by their valuation, read with predicate 0 first and
//! *true* before *false*: the clause of only negative literals is the first, that of only positive ones the
//! last. Only valuations of a given region are visited, and the region may shrink between two steps.

use abide_region::{Cube, Literal, Region, Valuation};

/// Where the enumeration has come to.
pub(crate) struct Maximal {
    width: usize,
    /// The first valuation not yet visited; none at the end.
    cursor: Option<Valuation>,
}

impl Maximal {
    pub(crate) fn new(width: usize) -> Maximal {
        let all_true = (0..width).map(|_| true).collect();
        Maximal {
            width,
            cursor: Some(all_true),
        }
    }

    /// The next valuation of `open`.
    pub(crate) fn next(&mut self, open: &Region) -> Option<Valuation> {
        let cursor = self.cursor?;
        let found = self.from(cursor, open);
        self.cursor = found.and_then(|v| self.after(v));
        found
    }

    /// The first valuation of `open` that does not come before `cursor`.
    ///
    /// Follows the cursor as long as the region has something that way. Otherwise the answer leaves the
    /// cursor at the last predicate where *false* was still to come and leads on.
    fn from(&self, cursor: Valuation, open: &Region) -> Option<Valuation> {
        let mut along = Cube::EMPTY;
        let mut turn = None;
        for i in 0..self.width {
            if cursor.get(i) {
                let aside = along.with(Literal::negative(i));
                turn = if open.meets(aside) { Some((i, aside)) } else { turn };
            }
            along = along.with(Literal {
                predicate: i as u8,
                positive: cursor.get(i),
            });
            if !open.meets(along) {
                let (i, aside) = turn?;
                return Some(self.first_in(aside, i + 1, open));
            }
        }
        open.contains(cursor).then_some(cursor)
    }

    /// The first valuation of `open` in a cube that meets it and fixes the predicates below `from`.
    fn first_in(&self, mut cube: Cube, from: usize, open: &Region) -> Valuation {
        for i in from..self.width {
            let positive = cube.with(Literal::positive(i));
            cube = if open.meets(positive) {
                positive
            } else {
                cube.with(Literal::negative(i))
            };
        }
        Valuation(cube.positive())
    }

    /// The valuation after `v`: the last *true* becomes *false*, what follows becomes *true* again.
    fn after(&self, v: Valuation) -> Option<Valuation> {
        let last = (0..self.width).rev().find(|i| v.get(*i))?;
        let flipped = v.with(Literal::negative(last));
        Some((last + 1..self.width).fold(flipped, |v, i| v.with(Literal::positive(i))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(width: usize, open: &[u64], expected: &[u64]) {
        let open = Region::from_valuations(width, open.iter().copied().map(Valuation));
        let mut maximal = Maximal::new(width);
        let found: Vec<u64> = std::iter::from_fn(|| maximal.next(&open)).map(|v| v.0).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn predicate_zero_leads_and_true_comes_first() {
        check(2, &[0b00, 0b01, 0b10, 0b11], &[0b11, 0b01, 0b10, 0b00]);
        check(3, &[0b001, 0b110, 0b101], &[0b101, 0b001, 0b110]);
        check(3, &[], &[]);
        check(0, &[0], &[0]);
    }

    #[test]
    fn the_region_may_shrink() {
        let mut maximal = Maximal::new(2);
        assert_eq!(maximal.next(&Region::full(2)), Some(Valuation(0b11)));
        let left = Region::from_valuations(2, [Valuation(0b11), Valuation(0b00)]);
        assert_eq!(maximal.next(&left), Some(Valuation(0b00)));
        assert_eq!(maximal.next(&left), None);
    }
}
