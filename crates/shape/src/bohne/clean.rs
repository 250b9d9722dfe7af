//! Cleaning: inconsistent heaps and cubes are removed (BOH, `Clean`).
//!
//! For a command with its guard, heaps that are inconsistent with the guard are dropped, and of the
//! others the complete cubes that are inconsistent with guard and heap.

use super::context::Kappa;
use super::heap::{Heap, Heaps};
use super::split::has_all;
use super::transition::{Asking, Transition};
use abide_region::{Cube, Region};

/// Cubes of a heap that are checked one by one, at most.
const CUBES: usize = 64;

/// The heaps from which the command can be run, without the cubes that no object has then.
pub fn clean(transition: &mut dyn Transition, kappa: Kappa, heaps: Heaps) -> Heaps {
    let signature = transition.before().clone();
    let cleaned = heaps.iter().map(|h| clean_heap(transition, kappa, h));
    cleaned.filter(|h| has_all(&signature, h)).collect()
}

fn clean_heap(transition: &mut dyn Transition, kappa: Kappa, heap: &Heap) -> Heap {
    let width = heap.width();
    let context = kappa.of(transition.before(), heap);
    let mut asking = Asking::new(transition, &context);
    if asking.none(Cube::EMPTY, Cube::EMPTY) {
        return Region::empty(width);
    }
    if heap.count() > CUBES as u128 {
        return heap.clone();
    }
    let possible = heap
        .iter()
        .filter(|c| !asking.none(Cube::exactly(*c, width), Cube::EMPTY));
    Region::from_valuations(width, possible)
}
