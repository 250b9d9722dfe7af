//! All clauses of one size, in the order of FQ's SS: highest predicate first, negative before positive.
//!
//! The clauses grow from their highest predicate downwards. A beginning that is already implied by the
//! clauses found is not continued: nor is anything that contains it. Nothing is stored, so
//! that 3ⁿ clauses cost time but no memory.

use abide_region::{Clause, Literal};

use crate::oracle::Unknown;
use crate::union::Union;

/// What to do with a clause.
pub(crate) type Visit<'v> = &'v mut dyn FnMut(&mut Union, Clause) -> Result<(), Unknown>;

/// Visits the clauses of `size` literals that the union does not imply, over the predicates for which
/// `leave_out` is not set.
pub(crate) fn each_clause(union: &mut Union, size: usize, leave_out: u64, visit: Visit) -> Result<(), Unknown> {
    let width = union.width();
    extend(union, Clause::EMPTY, width, size, leave_out, visit)
}

/// Extends a clause by `missing` literals over the predicates below `below`.
fn extend(
    union: &mut Union,
    clause: Clause,
    below: usize,
    missing: usize,
    leave_out: u64,
    visit: Visit,
) -> Result<(), Unknown> {
    if missing == 0 {
        return visit(union, clause);
    }
    // the last of the missing literals needs a predicate too
    for predicate in (missing - 1..below).rev().filter(|p| leave_out >> p & 1 == 0) {
        for literal in [Literal::negative(predicate), Literal::positive(predicate)] {
            let d = clause.with(literal);
            union.go_on()?;
            if union.open().is_empty() {
                return Ok(());
            }
            if !union.implies(d) {
                extend(union, d, predicate, missing - 1, leave_out, visit)?;
            }
        }
    }
    Ok(())
}
