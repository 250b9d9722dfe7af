//! The context operator κ: what a heap implies for the named objects.
//!
//! ```text
//!   κ(H) = ⋀ { ⋁ {C(x) | C ∈ H contains v == x}  |  v == x is a singleton }
//! ```
//!
//! It follows from γ(H), has no quantifier, and is monotone. Instead of it the whole `∀v. ⋁ H` can be
//! the context, which leaves the instances to the prover.
//!
//! Contexts are ordered: one is stronger if it implies every part of the other.

use super::cube::Signature;
use super::heap::Heap;
use super::split::of;
use abide_region::Region;

/// Whose cubes a part of a context is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Instance {
    /// The object of this singleton.
    At(usize),
    /// Every object.
    Every,
}

/// What is assumed of the state before a command: cubes, of certain objects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    parts: Vec<(Instance, Region)>,
}

/// What a context says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kappa {
    /// Nothing.
    Nothing,
    /// What holds of the objects that have names.
    #[default]
    Names,
    /// What holds of every object.
    Every,
}

impl Kappa {
    /// The context of a heap.
    pub fn of(self, signature: &Signature, heap: &Heap) -> Context {
        let parts = match self {
            Kappa::Nothing => Vec::new(),
            // the predicates of a state are about no object at all
            Kappa::Names if !signature.is_of_state() => {
                let at = |p: &usize| (Instance::At(*p), heap.intersection(&of(signature, *p)));
                signature.singletons.iter().map(at).collect()
            }
            _ => vec![(Instance::Every, heap.clone())],
        };
        Context { parts }
    }
}

impl Context {
    /// The parts: of whom, and what.
    pub fn parts(&self) -> &[(Instance, Region)] {
        &self.parts
    }

    /// Does it imply the other, part by part?
    pub fn is_stronger(&self, other: &Context) -> bool {
        other.parts.iter().all(|(instance, weak)| {
            let same = self.parts.iter().filter(|(i, _)| i == instance);
            weak.is_full() || same.into_iter().any(|(_, strong)| strong.is_subset(weak))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_region::Valuation;

    fn heap(cubes: &[u64]) -> Heap {
        Region::from_valuations(2, cubes.iter().map(|c| Valuation(*c)))
    }

    fn signature() -> Signature {
        Signature {
            width: 2,
            singletons: vec![0],
            of_state: 0,
        }
    }

    #[test]
    fn names_select_their_cubes() {
        let context = Kappa::Names.of(&signature(), &heap(&[0b00, 0b01, 0b10]));
        assert_eq!(context.parts(), [(Instance::At(0), heap(&[0b01]))]);
    }

    #[test]
    fn the_order_of_contexts_is_that_of_heaps() {
        let (few, many) = (heap(&[0b01]), heap(&[0b01, 0b11]));
        for kappa in [Kappa::Names, Kappa::Every] {
            let (strong, weak) = (kappa.of(&signature(), &few), kappa.of(&signature(), &many));
            assert!(strong.is_stronger(&weak) && !weak.is_stronger(&strong));
            assert!(strong.is_stronger(&Context::default()));
            assert!(!Context::default().is_stronger(&strong));
        }
    }
}
