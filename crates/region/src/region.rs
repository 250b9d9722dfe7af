//! Sets of valuations, as reduced ordered BDDs.
//!
//! A region is a value: it owns its diagram, can be sent between threads, and equal sets are equal. Width 0
//! is an ordinary width with one valuation, the empty one.
//!
//! The diagram tests the *highest* predicate first. A path read from the root is then the valuation read as
//! a number from its highest bit, and the valuations come out in increasing order without sorting.

use std::fmt;

use biodivine_lib_bdd::{Bdd, BddPointer, op_function};

use crate::clause::{Clause, Cube};
use crate::literal::{Literal, Valuation};
use crate::{diagram, predicates};

/// A set of valuations over `width` predicates.
///
/// Operations on two regions need the same width, and clauses, cubes and valuations must stay within it;
/// anything else is a mistake of the caller and panics.
#[derive(Clone)]
pub struct Region {
    pub(crate) width: usize,
    pub(crate) bdd: Bdd,
}

impl Region {
    /// No valuation.
    pub fn empty(width: usize) -> Region {
        Region {
            width,
            bdd: diagram::constant(width, false),
        }
    }

    /// Every valuation.
    pub fn full(width: usize) -> Region {
        Region {
            width,
            bdd: diagram::constant(width, true),
        }
    }

    /// The valuations of a cube.
    pub fn of_cube(width: usize, cube: Cube) -> Region {
        Region {
            width,
            bdd: diagram::of_cube(width, cube),
        }
    }

    /// The valuations of a clause.
    pub fn of_clause(width: usize, clause: Clause) -> Region {
        Region {
            width,
            bdd: diagram::of_clause(width, clause),
        }
    }

    /// The valuations on which all the clauses hold.
    pub fn from_clauses(width: usize, clauses: impl IntoIterator<Item = Clause>) -> Region {
        clauses
            .into_iter()
            .fold(Region::full(width), |r, c| r.intersection(&Region::of_clause(width, c)))
    }

    /// The given valuations.
    pub fn from_valuations(width: usize, valuations: impl IntoIterator<Item = Valuation>) -> Region {
        fn balanced(width: usize, valuations: &[Valuation]) -> Region {
            match valuations {
                [] => Region::empty(width),
                [one] => Region::of_cube(width, Cube::exactly(*one, width)),
                many => {
                    let (left, right) = many.split_at(many.len() / 2);
                    balanced(width, left).union(&balanced(width, right))
                }
            }
        }
        // neighbours share their upper bits, hence their upper nodes
        let mut valuations: Vec<Valuation> = valuations.into_iter().collect();
        valuations.sort_unstable();
        balanced(width, &valuations)
    }

    /// The number of predicates.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Puts a valuation in; says whether it was new.
    pub fn insert(&mut self, valuation: Valuation) -> bool {
        let new = !self.contains(valuation);
        if new {
            *self = self.union(&Region::of_cube(self.width, Cube::exactly(valuation, self.width)));
        }
        new
    }

    /// Puts many valuations in; says whether one of them was new.
    pub fn extend(&mut self, valuations: impl IntoIterator<Item = Valuation>) -> bool {
        let new: Vec<Valuation> = valuations.into_iter().filter(|v| !self.contains(*v)).collect();
        *self = self.union(&Region::from_valuations(self.width, new.iter().copied()));
        !new.is_empty()
    }

    /// Whether the valuation is in the region.
    pub fn contains(&self, valuation: Valuation) -> bool {
        assert_eq!(
            valuation.0 & !predicates(self.width),
            0,
            "{valuation:?} is wider than {}",
            self.width
        );
        let mut node = self.bdd.root_pointer();
        while !node.is_terminal() {
            node = self.child(node, valuation.get(self.predicate(node)));
        }
        node.is_one()
    }

    /// The valuations of either region.
    #[must_use]
    pub fn union(&self, other: &Region) -> Region {
        self.combine(other, Bdd::or)
    }

    /// The valuations of both regions.
    #[must_use]
    pub fn intersection(&self, other: &Region) -> Region {
        self.combine(other, Bdd::and)
    }

    /// The valuations of this region that are not in the other.
    #[must_use]
    pub fn difference(&self, other: &Region) -> Region {
        self.combine(other, Bdd::and_not)
    }

    /// The valuations not in this region.
    #[must_use]
    pub fn complement(&self) -> Region {
        Region {
            width: self.width,
            bdd: self.bdd.not(),
        }
    }

    /// Whether there is no valuation.
    pub fn is_empty(&self) -> bool {
        self.bdd.is_false()
    }

    /// Whether every valuation is there.
    pub fn is_full(&self) -> bool {
        self.bdd.is_true()
    }

    /// Whether every valuation of this region is in the other.
    pub fn is_subset(&self, other: &Region) -> bool {
        self.never(other, op_function::and_not)
    }

    /// Whether the clause holds on every valuation of the region.
    pub fn implies(&self, clause: Clause) -> bool {
        !self.meets(!clause)
    }

    /// Whether the cube holds on some valuation of the region.
    ///
    /// One walk over the diagram that leaves out the branches the cube forbids; nothing is built.
    pub fn meets(&self, cube: Cube) -> bool {
        self.check_within(cube.occurs());
        let mut seen = vec![false; self.bdd.size()];
        let mut stack = vec![self.bdd.root_pointer()];
        while let Some(node) = stack.pop() {
            if node.is_terminal() {
                if node.is_one() {
                    return true;
                }
                continue;
            }
            if std::mem::replace(&mut seen[node.to_index()], true) {
                continue;
            }
            let predicate = self.predicate(node);
            for positive in [false, true] {
                if !cube.contains(!Literal {
                    predicate: predicate as u8,
                    positive,
                }) {
                    stack.push(self.child(node, positive));
                }
            }
        }
        false
    }

    /// The smallest cube that contains the region; none if the region is empty.
    pub fn hull(&self) -> Option<Cube> {
        let forced = |l: &Literal| !self.meets(Cube::from(!*l));
        let literals = (0..self.width).flat_map(|i| [Literal::negative(i), Literal::positive(i)]);
        (!self.is_empty()).then(|| literals.filter(forced).collect())
    }

    pub(crate) fn child(&self, node: BddPointer, side: bool) -> BddPointer {
        if side {
            self.bdd.high_link_of(node)
        } else {
            self.bdd.low_link_of(node)
        }
    }

    /// The predicate an inner node tests.
    pub(crate) fn predicate(&self, node: BddPointer) -> usize {
        self.level(node) - 1
    }

    /// One more than the tested predicate; 0 for a terminal.
    pub(crate) fn level(&self, node: BddPointer) -> usize {
        self.width - self.bdd.var_of(node).to_index()
    }

    fn combine(&self, other: &Region, operation: impl Fn(&Bdd, &Bdd) -> Bdd) -> Region {
        assert_eq!(self.width, other.width, "regions of different widths");
        Region {
            width: self.width,
            bdd: operation(&self.bdd, &other.bdd),
        }
    }

    /// Whether `operation` on the two regions gives the empty one. A dry run: the result is not built.
    fn never(&self, other: &Region, operation: impl Fn(Option<bool>, Option<bool>) -> Option<bool>) -> bool {
        assert_eq!(self.width, other.width, "regions of different widths");
        let dry = Bdd::check_binary_op(usize::MAX, &self.bdd, &other.bdd, operation);
        !dry.expect("there is no limit").0
    }

    fn check_within(&self, occurs: u64) {
        assert_eq!(
            occurs & !predicates(self.width),
            0,
            "a literal outside of {} predicates",
            self.width
        );
    }
}

/// Equal as sets. Regions of different widths are never equal.
impl PartialEq for Region {
    fn eq(&self, other: &Region) -> bool {
        self.width == other.width && (self.bdd == other.bdd || self.never(other, op_function::xor))
    }
}

impl Eq for Region {}

/// The width, the number of valuations and the first few of them, predicate 0 leftmost.
impl fmt::Debug for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 16;
        write!(f, "Region({} of 2^{}:", self.count(), self.width)?;
        for v in self.iter().take(SHOWN) {
            let bits: String = (0..self.width).map(|i| if v.get(i) { '1' } else { '0' }).collect();
            write!(f, " {bits}")?;
        }
        f.write_str(if self.iter().nth(SHOWN).is_some() { " …)" } else { ")" })
    }
}
