//! All clauses by increasing size, after Saïdi & Shankar ("Abstract and model check while you prove", CAV
//! 1999), as FQ §5.1 describes it and their released code does it (`EnumClausesAbstractor`).
//!
//! A clause that contains a valid one is skipped. The size of the clauses can be limited to given sizes;
//! sizes beyond the number of predicates stand for that number.

use std::collections::BTreeSet;

use abide_region::Clause;

use crate::oracle::Unknown;
use crate::sized::each_clause;
use crate::union::{Search, Union};

/// The search, with the sizes of the clauses it tries.
pub struct Ss(pub Sizes);

/// Some numbers of literals.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sizes {
    /// Every size, which makes the search exact.
    All,
    /// These.
    Only(BTreeSet<usize>),
}

impl Search for Ss {
    fn name(&self) -> String {
        match &self.0 {
            Sizes::All => "ss".to_string(),
            Sizes::Only(sizes) => {
                let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
                format!("ss:{}", sizes.join(","))
            }
        }
    }

    fn exact(&self) -> bool {
        self.0 == Sizes::All
    }

    fn search(&mut self, _old: &[Clause], union: &mut Union) -> Result<(), Unknown> {
        let width = union.width();
        let sizes: BTreeSet<usize> = match &self.0 {
            Sizes::All => (1..=width).collect(),
            Sizes::Only(sizes) => sizes.iter().map(|s| *s.min(&width)).collect(),
        };
        // the predicates of valid literals: if p is valid, d ∨ ¬p is valid exactly if d is
        let mut fixed = 0;
        for &size in &sizes {
            let shorter_tried = sizes.contains(&(size - 1));
            let leave_out = if shorter_tried { fixed } else { 0 };
            each_clause(union, size, leave_out, &mut |union, clause| {
                if union.check(clause)? {
                    union.keep(clause);
                    if size == 1 {
                        fixed |= clause.occurs();
                    }
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}
