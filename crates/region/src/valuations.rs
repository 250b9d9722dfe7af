//! One valuation of a region after the other, in increasing order.
//!
//! The iterator keeps nothing but the number it has come to: the next valuation is searched from the root,
//! one step per predicate. A reduced diagram has no dead inner node, so the search never backtracks.

use std::iter::FusedIterator;

use biodivine_lib_bdd::BddPointer;

use crate::literal::Valuation;
use crate::predicates;
use crate::region::Region;

impl<'a> IntoIterator for &'a Region {
    type Item = Valuation;
    type IntoIter = Valuations<'a>;

    fn into_iter(self) -> Valuations<'a> {
        self.iter()
    }
}

/// The valuations of a region in increasing order.
#[derive(Clone, Debug)]
pub struct Valuations<'a> {
    region: &'a Region,
    /// Where the search goes on; none once all are given out.
    from: Option<u64>,
}

impl Iterator for Valuations<'_> {
    type Item = Valuation;

    fn next(&mut self) -> Option<Valuation> {
        let found = self.region.first_from(self.from?);
        let last = predicates(self.region.width);
        self.from = found.filter(|v| v.0 < last).map(|v| v.0 + 1);
        found
    }
}

impl FusedIterator for Valuations<'_> {}

impl Region {
    /// One valuation of the region, always the same one: the smallest.
    pub fn pick(&self) -> Option<Valuation> {
        self.first_from(0)
    }

    /// The valuations in increasing order, found one at a time: there may be very many.
    pub fn iter(&self) -> Valuations<'_> {
        Valuations {
            region: self,
            from: Some(0),
        }
    }

    /// The smallest valuation of the region that is not below `bound`.
    ///
    /// Follows the bits of `bound` down the diagram. If that path dies, the answer leaves it at the last
    /// place where `bound` went low and high was open, and is the smallest one from there.
    fn first_from(&self, bound: u64) -> Option<Valuation> {
        let mut node = self.bdd.root_pointer();
        let mut turn = None;
        for bit in (0..self.width).rev() {
            let side = bound >> bit & 1 == 1;
            if !side && !self.step(node, bit, true).is_zero() {
                turn = Some((bit, self.step(node, bit, true)));
            }
            node = self.step(node, bit, side);
        }
        if node.is_one() {
            return Some(Valuation(bound));
        }
        let (bit, node) = turn?;
        let kept = bound & !predicates(bit);
        Some(Valuation(kept | 1 << bit | self.smallest_below(node, bit)))
    }

    /// The lowest bits, below `bit`, of the smallest valuation under a node that is not *false*.
    fn smallest_below(&self, mut node: BddPointer, bit: usize) -> u64 {
        let mut bits = 0;
        for bit in (0..bit).rev() {
            let high = self.step(node, bit, false).is_zero();
            bits |= u64::from(high) << bit;
            node = self.step(node, bit, high);
        }
        bits
    }

    /// Where a node leads when predicate `bit` has a value; the node itself if it does not test it.
    fn step(&self, node: BddPointer, bit: usize, side: bool) -> BddPointer {
        if !node.is_terminal() && self.predicate(node) == bit {
            self.child(node, side)
        } else {
            node
        }
    }
}
