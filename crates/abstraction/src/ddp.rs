//! The decision tree of Das, Dill & Park ("Experience with predicate abstraction", CAV 1999), as FQ §5.1
//! describes it and their released code does it (`BinaryDecisionTreeAbstractor`).
//!
//! A vertex at depth k is a clause over the predicates 0 … k−1, the negative literal first. Below a valid
//! clause nothing is tried. The order of the predicates is fixed, so the clauses found are
//! prefixes, often longer than they need be.

use abide_region::{Clause, Literal};

use crate::oracle::Unknown;
use crate::union::{Search, Union};

/// The search.
pub struct Ddp;

impl Search for Ddp {
    fn name(&self) -> String {
        "ddp".to_string()
    }

    fn exact(&self) -> bool {
        true
    }

    fn search(&mut self, _old: &[Clause], union: &mut Union) -> Result<(), Unknown> {
        descend(union, Clause::EMPTY, 0)
    }
}

/// Visits the children of the vertex `clause` at depth `k`.
fn descend(union: &mut Union, clause: Clause, k: usize) -> Result<(), Unknown> {
    if k == union.width() {
        return Ok(());
    }
    for literal in [Literal::negative(k), Literal::positive(k)] {
        let d = clause.with(literal);
        union.go_on()?;
        // the maximal clauses below d exclude the valuations of ¬d; all of them are in r or excluded already
        if !union.open().meets(!d) {
            continue;
        }
        if union.check(d)? {
            union.keep(d);
        } else {
            descend(union, d, k + 1)?;
        }
    }
    Ok(())
}
