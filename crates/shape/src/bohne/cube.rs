//! Cubes over the predicates of a place, the short ones first.
//!
//! A cube is a partial map from predicates to truth values: a kind of object. Bohne does not ask
//! about all of them, but about cubes of at most `length` literals, and about a longer one only
//! where the shorter ones leave something open.

use abide_region::{Cube, Literal, Region};

/// What is known of the predicates of a place but their meaning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// How many there are.
    pub width: usize,
    /// Those that hold of exactly one object: `v == x`.
    pub singletons: Vec<usize>,
    /// Those that do not mention the object `v`, as bits.
    pub of_state: u64,
}

impl Signature {
    /// The predicates of a state, all of them.
    pub fn is_of_state(&self) -> bool {
        self.of_state.count_ones() as usize == self.width
    }
}

/// Asks about cubes of at most `length` literals, short ones first, as long as they meet `left`. What
/// is settled of a cube is taken out of `left` by `ask`.
pub fn by_length(width: usize, length: usize, left: &mut Region, ask: &mut dyn FnMut(Cube, &mut Region)) {
    fn longer(cube: Cube, from: usize, more: usize, left: &mut Region, ask: &mut dyn FnMut(Cube, &mut Region)) {
        if !left.meets(cube) {
            return;
        }
        if more == 0 {
            return ask(cube, left);
        }
        for next in from..left.width() {
            for literal in [Literal::positive(next), Literal::negative(next)] {
                longer(cube.with(literal), next + 1, more - 1, left, ask);
            }
        }
    }
    for size in 0..=length.min(width) {
        longer(Cube::EMPTY, 0, size, left, ask);
    }
}

/// The part of `within` that is covered by cubes of at most `length` literals of which `none` says that
/// nothing is there.
pub fn refuted(within: &Region, length: usize, none: &mut dyn FnMut(Cube) -> bool) -> Region {
    let mut left = within.clone();
    by_length(within.width(), length, &mut left, &mut |cube, left| {
        if none(cube) {
            *left = left.difference(&Region::of_cube(left.width(), cube));
        }
    });
    within.difference(&left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_region::Valuation;

    #[test]
    fn a_cube_is_asked_about_once_and_only_where_something_is_left() {
        let mut asked = Vec::new();
        let settled = refuted(&Region::full(3), 2, &mut |cube| {
            asked.push(cube);
            cube.contains(Literal::positive(0))
        });
        assert_eq!(settled, Region::of_cube(3, Cube::from(Literal::positive(0))));
        // nothing, six literals, and the pairs without the first predicate or with its negation
        assert_eq!(asked.len(), 1 + 6 + 4 + 4);
        let mut once = asked.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), asked.len());
    }

    #[test]
    fn the_length_bounds_what_can_be_told_apart() {
        let corner = |cube: Cube| cube == Cube::exactly(Valuation(0b11), 2);
        assert!(refuted(&Region::full(2), 1, &mut |c| corner(c)).is_empty());
        assert_eq!(refuted(&Region::full(2), 2, &mut |c| corner(c)).count(), 1);
    }
}
