//! How many valuations a region has, and which: one after the other, in increasing order.
//!
//! The iterator keeps only its current number: the next valuation is searched from the root,
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
    /// The number of valuations. Never overflows: there are at most 2⁶⁴.
    pub fn count(&self) -> u128 {
        // |node| counts the valuations of the predicates from the node's own one downwards
        let mut known: Vec<Option<u128>> = vec![None; self.bdd.size()];
        let mut stack = vec![self.bdd.root_pointer()];
        while let Some(&node) = stack.last() {
            if node.is_terminal() || known[node.to_index()].is_some() {
                stack.pop();
                continue;
            }
            let children = [false, true].map(|side| self.child(node, side));
            let counts = children.map(|child| match child.as_bool() {
                Some(value) => Some(u128::from(value)),
                None => known[child.to_index()],
            });
            match counts {
                [Some(low), Some(high)] => {
                    let gap = |child| self.level(node) - 1 - self.level(child);
                    known[node.to_index()] = Some((low << gap(children[0])) + (high << gap(children[1])));
                    stack.pop();
                }
                _ => stack.extend(children.into_iter().filter(|c| !c.is_terminal())),
            }
        }
        let root = self.bdd.root_pointer();
        let below = match root.as_bool() {
            Some(value) => u128::from(value),
            None => known[root.to_index()].expect("the root is counted last"),
        };
        below << (self.width - self.level(root))
    }

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
