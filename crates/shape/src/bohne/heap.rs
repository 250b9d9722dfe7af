//! Boolean heaps and sets of them.
//!
//! ```text
//!   γ(H) = ∀v. ⋁ {C(v) | C ∈ H}          which kinds of objects there may be
//!   γ(𝓗) = ⋁ {γ(H) | H ∈ 𝓗}
//! ```
//!
//! A heap with fewer kinds is stronger. The predicates of the state are the same for all objects, so a
//! heap in which they differ from cube to cube stands for one heap for each of their valuations.

use abide_region::Region;

/// A Boolean heap: the complete cubes of the objects it allows.
pub type Heap = Region;

/// A set of Boolean heaps, none of which is stronger than another.
#[derive(Clone, Debug, Default)]
pub struct Heaps(Vec<Heap>);

/// Equal as sets.
impl PartialEq for Heaps {
    fn eq(&self, other: &Heaps) -> bool {
        self.len() == other.len() && self.0.iter().all(|h| other.0.contains(h))
    }
}

impl Eq for Heaps {}

impl Heaps {
    /// The set of one heap.
    pub fn of(heap: Heap) -> Heaps {
        let mut heaps = Heaps::default();
        heaps.add(heap);
        heaps
    }

    /// Is there no heap, hence no state?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many heaps there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The heaps.
    pub fn iter(&self) -> impl Iterator<Item = &Heap> {
        self.0.iter()
    }

    /// Is every state of the heap one of a heap that is there?
    pub fn subsumes(&self, heap: &Heap) -> bool {
        heap.is_empty() || self.0.iter().any(|h| heap.is_subset(h))
    }

    /// Puts a heap in; says whether it was new. What it subsumes goes.
    pub fn add(&mut self, heap: Heap) -> bool {
        if self.subsumes(&heap) {
            return false;
        }
        self.0.retain(|h| !h.is_subset(&heap));
        self.0.push(heap);
        true
    }

    /// All cubes of all heaps.
    pub fn join(&self, width: usize) -> Heap {
        self.0.iter().fold(Region::empty(width), |j, h| j.union(h))
    }
}

impl IntoIterator for Heaps {
    type Item = Heap;
    type IntoIter = std::vec::IntoIter<Heap>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl FromIterator<Heap> for Heaps {
    fn from_iter<I: IntoIterator<Item = Heap>>(heaps: I) -> Heaps {
        let mut all = Heaps::default();
        heaps.into_iter().for_each(|h| {
            all.add(h);
        });
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_region::Valuation;

    fn heap(cubes: &[u64]) -> Heap {
        Region::from_valuations(2, cubes.iter().map(|c| Valuation(*c)))
    }

    #[test]
    fn a_heap_with_fewer_kinds_is_subsumed() {
        let mut heaps = Heaps::of(heap(&[0, 1]));
        assert!(!heaps.add(heap(&[1])));
        assert!(heaps.add(heap(&[2])));
        assert!(heaps.add(heap(&[0, 1, 3])));
        assert_eq!(heaps.len(), 2);
        assert_eq!(heaps.join(2), Region::full(2));
    }

    #[test]
    fn the_heap_without_cubes_has_no_state() {
        assert!(Heaps::of(Region::empty(2)).is_empty());
    }
}
