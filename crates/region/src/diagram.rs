//! The simplest diagrams, built node by node.
//!
//! Predicate i is variable `width` − 1 − i: the highest predicate is tested first.

use biodivine_lib_bdd::{Bdd, BddNode, BddPointer, BddVariable};

use crate::clause::{Clause, Cube};
use crate::literal::Literal;
use crate::predicates;

/// All valuations or none.
pub(crate) fn constant(width: usize, value: bool) -> Bdd {
    chain(width, [].into_iter(), !value)
}

/// The valuations of a cube: a false literal decides for *false*.
pub(crate) fn of_cube(width: usize, cube: Cube) -> Bdd {
    chain(width, cube.literals(), false)
}

/// The valuations of a clause: a true literal decides for *true*.
pub(crate) fn of_clause(width: usize, clause: Clause) -> Bdd {
    chain(width, clause.literals(), true)
}

/// One test per literal, the lowest predicate at the bottom. A literal that has the value `deciding` settles
/// the result, which is then `deciding`; if none does it is the opposite.
fn chain(width: usize, literals: impl Iterator<Item = Literal>, deciding: bool) -> Bdd {
    predicates(width);
    let decided = BddPointer::from_bool(deciding);
    let mut below = BddPointer::from_bool(!deciding);
    let mut nodes = vec![BddNode::mk_zero(width as u16), BddNode::mk_one(width as u16)];
    for literal in literals {
        let predicate = usize::from(literal.predicate);
        assert!(predicate < width, "literal {literal} outside of {width} predicates");
        let variable = BddVariable::from_index(width - 1 - predicate);
        let (low, high) = if literal.positive == deciding {
            (below, decided)
        } else {
            (decided, below)
        };
        nodes.push(BddNode::mk_node(variable, low, high));
        below = BddPointer::from_index(nodes.len() - 1);
    }
    // without inner nodes the last node is the root: *true*, or *false* once it stands alone
    if below.is_zero() {
        nodes.pop();
    }
    Bdd::from_nodes(&nodes).expect("a chain of tests is a diagram")
}
