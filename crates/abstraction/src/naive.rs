//! All 2ⁿ maximal clauses (FQ §5, first version of `Union`).
//!
//! The reference for the other algorithms: no clause is shortened, and the only saving is that clauses not
//! implied by r are passed over.

use abide_region::Clause;

use crate::maximal::Maximal;
use crate::oracle::Unknown;
use crate::union::{Search, Union};

/// The search.
pub struct Naive;

impl Search for Naive {
    fn name(&self) -> String {
        "naive".to_string()
    }

    fn exact(&self) -> bool {
        true
    }

    fn search(&mut self, _old: &[Clause], union: &mut Union) -> Result<(), Unknown> {
        // r ⇒ m for the maximal clause m of v, exactly if v ∉ r
        let mut maximal = Maximal::new(union.width());
        while let Some(v) = maximal.next(union.open()) {
            union.keep_if_valid(Clause::excluding(v, union.width()))?;
        }
        Ok(())
    }
}
