//! Splitting: a heap as several, each with more literals (BOH, `Split`).
//!
//! A singleton `v == x` holds of exactly one object, so of the cubes that contain it exactly one is
//! that object's: a case for each. Predicates of the state are true or false. The cases
//! together have exactly the states of the heap.

use super::cube::Signature;
use super::heap::{Heap, Heaps};
use abide_region::{Cube, Literal, Region};

/// Heaps that one heap is split into, at most; a singleton that would make more is not split on.
const CASES: usize = 48;

/// The cases of a heap.
pub fn split(signature: &Signature, heap: &Heap) -> Heaps {
    let of_state = (0..signature.width).filter(|p| signature.of_state >> p & 1 == 1);
    let mut cases = vec![heap.clone()];
    for p in of_state {
        cases = spread(cases, |h| {
            [Literal::positive(p), Literal::negative(p)]
                .map(|l| h.intersection(&Region::of_cube(signature.width, Cube::from(l))))
                .to_vec()
        });
    }
    for p in &signature.singletons {
        cases = spread(cases, |h| choices(signature, h, *p));
    }
    cases.into_iter().filter(|h| has_all(signature, h)).collect()
}

/// One heap for each cube that the one object of a singleton can have.
fn choices(signature: &Signature, heap: &Heap, singleton: usize) -> Vec<Heap> {
    let those = heap.intersection(&of(signature, singleton));
    if those.count() > CASES as u128 {
        return vec![heap.clone()];
    }
    let others = heap.difference(&those);
    let with = |cube| others.union(&Region::from_valuations(signature.width, [cube]));
    those.iter().map(with).collect()
}

/// Every case replaced by its own cases, unless that makes too many.
fn spread(cases: Vec<Heap>, of_case: impl Fn(&Heap) -> Vec<Heap>) -> Vec<Heap> {
    let mut more = Vec::new();
    for case in &cases {
        more.extend(of_case(case).into_iter().filter(|h| !h.is_empty()));
        if more.len() > CASES {
            return cases;
        }
    }
    more
}

/// Is there an object for every singleton?
pub fn has_all(signature: &Signature, heap: &Heap) -> bool {
    let there = |p: &usize| heap.meets(Cube::from(Literal::positive(*p)));
    signature.singletons.iter().all(there)
}

/// The cubes that contain a predicate.
pub fn of(signature: &Signature, predicate: usize) -> Region {
    Region::of_cube(signature.width, Cube::from(Literal::positive(predicate)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_region::Valuation;

    fn heap(cubes: &[u64]) -> Heap {
        Region::from_valuations(3, cubes.iter().map(|c| Valuation(*c)))
    }

    fn signature() -> Signature {
        Signature {
            width: 3,
            singletons: vec![0, 1],
            of_state: 0,
        }
    }

    #[test]
    fn each_case_has_one_cube_for_a_singleton() {
        let cases = split(&signature(), &heap(&[0b000, 0b001, 0b101, 0b010]));
        let expected: Heaps = [heap(&[0b000, 0b001, 0b010]), heap(&[0b000, 0b101, 0b010])]
            .into_iter()
            .collect();
        assert_eq!(cases, expected);
    }

    #[test]
    fn two_names_of_one_object_choose_the_same_cube() {
        let cases = split(&signature(), &heap(&[0b011, 0b001, 0b010]));
        let expected: Heaps = [heap(&[0b011]), heap(&[0b001, 0b010])].into_iter().collect();
        assert_eq!(cases, expected);
    }

    #[test]
    fn a_heap_without_the_object_of_a_variable_has_no_state() {
        assert!(split(&signature(), &heap(&[0b000, 0b001])).is_empty());
    }

    #[test]
    fn predicates_of_the_state_stand_one_way() {
        let of_state = Signature {
            width: 3,
            singletons: Vec::new(),
            of_state: 0b100,
        };
        let cases = split(&of_state, &heap(&[0b000, 0b001, 0b110]));
        let expected: Heaps = [heap(&[0b110]), heap(&[0b000, 0b001])].into_iter().collect();
        assert_eq!(cases, expected);
    }
}
