//! The abstract post of a command.
//!
//! ```text
//!   wlp#(c, Γ, p) = {C | Γ ∧ γ(C) ⊨ wlp(c, p)}                    C of limited length
//!   c#            = ⋀p ((p' ∧ ¬wlp#(¬p)) ∨ (¬p' ∧ ¬wlp#(p)))
//!   post(H)       = {C' | C ∈ H, (C, C') ∈ c#} ∖ {C' | sp(c, Γ) ⊨ ¬C'}
//! ```
//!
//! This is *Cartesian*: each predicate is updated by itself. The cubes taken out at the end are
//! Bohne's known-empty cubes, here proved for the command and its context; for the start of a
//! routine, where there is no heap before, they are all there is: `abstract(F)`.
//!
//! The *exact* one has for c# the pairs (C, C') that an object can have in some run, found from models
//! one after the other: there is no smaller relation for the context.

use super::cube::{by_length, refuted};
use super::heap::Heap;
use super::transition::{Asking, Pair};
use abide_region::{Cube, Literal, Region};
use std::collections::BTreeSet;

/// How posts are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Predicate by predicate, as Bohne does.
    #[default]
    Cartesian,
    /// The best one, from models.
    Exact,
}

/// An abstract post, for heaps within the one it was computed for.
#[derive(Clone, Debug)]
pub enum Post {
    /// Predicate by predicate.
    Cartesian {
        /// The cubes from which the command can be run.
        runs: Region,
        /// For each predicate, where it is made true and where it is made false.
        updates: Vec<Update>,
        /// The cubes there can be afterwards.
        possible: Region,
    },
    /// Pair by pair.
    Exact {
        /// The predicates after.
        width: usize,
        /// The pairs there can be.
        pairs: BTreeSet<Pair>,
    },
}

/// What a command does to a predicate: the cubes from which it is surely true, and surely false.
#[derive(Clone, Debug)]
pub struct Update {
    truth: Region,
    falsehood: Region,
}

impl Post {
    /// The post of a command for heaps within `heap`, which implies the context. Where the prover does not
    /// know all pairs, the exact one is not to be had, and the Cartesian one takes its place.
    pub fn of(method: Method, asking: &mut Asking, heap: &Heap, length: usize) -> Post {
        let exact = match method {
            Method::Exact => asking.all(heap),
            Method::Cartesian => None,
        };
        match exact {
            Some(pairs) => Post::Exact {
                width: asking.transition().after().width,
                pairs,
            },
            None => cartesian(asking, heap, length),
        }
    }

    /// What objects of the heap can be afterwards.
    pub fn apply(&self, heap: &Heap) -> Heap {
        match self {
            Post::Cartesian {
                runs,
                updates,
                possible,
            } => Image::new(updates).of(&heap.intersection(runs)).intersection(possible),
            Post::Exact { width, pairs } => {
                let after = pairs.iter().filter(|(b, _)| heap.contains(*b)).map(|(_, a)| *a);
                Region::from_valuations(*width, after)
            }
        }
    }
}

fn cartesian(asking: &mut Asking, heap: &Heap, length: usize) -> Post {
    let width = asking.transition().after().width;
    let stuck = refuted(heap, length, &mut |cube| asking.none(cube, Cube::EMPTY));
    let runs = heap.difference(&stuck);
    let updates: Vec<Update> = (0..width).map(|p| update(asking, &runs, p, length)).collect();
    let reached = Image::new(&updates).of(&runs);
    let empty = refuted(&reached, length, &mut |cube| asking.none(Cube::EMPTY, cube));
    Post::Cartesian {
        runs,
        updates,
        possible: reached.difference(&empty),
    }
}

/// wlp#(c, Γ, p) and wlp#(c, Γ, ¬p), as far as cubes of `runs` go.
fn update(asking: &mut Asking, runs: &Region, p: usize, length: usize) -> Update {
    let width = runs.width();
    if let Some(same) = asking.transition().unchanged(p) {
        let truth = Region::of_cube(width, Cube::from(Literal::positive(same)));
        return Update {
            falsehood: truth.complement(),
            truth,
        };
    }
    let mut update = Update {
        truth: Region::empty(width),
        falsehood: Region::empty(width),
    };
    let mut left = runs.clone();
    by_length(width, length, &mut left, &mut |cube, left| {
        for (literal, known) in [
            (Literal::negative(p), &mut update.truth),
            (Literal::positive(p), &mut update.falsehood),
        ] {
            if asking.none(cube, Cube::from(literal)) {
                let covered = Region::of_cube(width, cube);
                *known = known.union(&covered);
                *left = left.difference(&covered);
                return;
            }
        }
    });
    update
}

/// {C' | C ∈ H, (C, C') ∈ c#}, predicate by predicate from the last to the first.
struct Image<'u> {
    updates: &'u [Update],
    /// For the first predicates, of which heaps the image is known.
    known: Vec<Vec<(Heap, Region)>>,
}

impl Image<'_> {
    fn new(updates: &[Update]) -> Image<'_> {
        Image {
            known: vec![Vec::new(); updates.len() + 1],
            updates,
        }
    }

    fn of(&mut self, heap: &Heap) -> Region {
        self.first(self.updates.len(), heap)
    }

    /// The image as far as the first `many` predicates go; nothing is said of the others.
    fn first(&mut self, many: usize, heap: &Heap) -> Region {
        let width = self.updates.len();
        if heap.is_empty() {
            return Region::empty(width);
        }
        if many == 0 {
            return Region::full(width);
        }
        if let Some((_, image)) = self.known[many].iter().find(|(h, _)| h == heap) {
            return image.clone();
        }
        let p = many - 1;
        let update = &self.updates[p];
        let (to_true, to_false) = (heap.difference(&update.falsehood), heap.difference(&update.truth));
        let image = if to_true == to_false {
            self.first(p, heap)
        } else {
            let mut part = |literal: Literal, from: &Heap| {
                let cubes = Region::of_cube(width, Cube::from(literal));
                self.first(p, from).intersection(&cubes)
            };
            part(Literal::positive(p), &to_true).union(&part(Literal::negative(p), &to_false))
        };
        self.known[many].push((heap.clone(), image.clone()));
        image
    }
}
