//! FQ's own algorithm (Flanagan & Qadeer, POPL 2002, §5): maximal clauses, each valid one made short.
//!
//! `Union(r, Q)`, second and third version. As in the released code the clauses of the last round are
//! tested first, and those that survive restrict the enumeration: in the last round this is all there is to
//! do, one query per clause. The paper's condition `result ≠ m` is read as `result ⇏ m`.

use abide_region::{Clause, Literal};

use crate::maximal::Maximal;
use crate::oracle::Unknown;
use crate::union::{Search, Union};

/// The search, with its way of making clauses short.
pub struct Fq(pub Shrink);

/// How literals are dropped from a valid clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shrink {
    /// Half of the clause at a time: the published algorithm.
    Halves,
    /// One literal after the other: the greedy version, which the released code has.
    Literals,
}

impl Search for Fq {
    fn name(&self) -> String {
        match self.0 {
            Shrink::Halves => "fq".to_string(),
            Shrink::Literals => "fq-linear".to_string(),
        }
    }

    fn exact(&self) -> bool {
        true
    }

    fn search(&mut self, old: &[Clause], union: &mut Union) -> Result<(), Unknown> {
        for &clause in old {
            union.keep_if_valid(clause)?;
        }
        let mut maximal = Maximal::new(union.width());
        while let Some(v) = maximal.next(union.open()) {
            let m = Clause::excluding(v, union.width());
            if union.check(m)? {
                let c = match self.0 {
                    Shrink::Halves => halve(union, Clause::EMPTY, m)?,
                    Shrink::Literals => drop_literals(union, m, m.literals())?,
                };
                union.keep(c);
            }
        }
        Ok(())
    }
}

/// A smallest c ⊆ m with a ∨ c valid, given that a ∨ m is.
///
/// Split m = m₁ ∨ m₂, m₂ having the lower predicates (the paper leaves this open). If a ∨ m₂ is valid, m₁ is not needed at all. Otherwise m₁ shrinks to c₁ beside m₂, then
/// m₂ to c₂ beside c₁. What was already refuted on the way down is not asked again: the union knows it.
fn halve(union: &mut Union, a: Clause, m: Clause) -> Result<Clause, Unknown> {
    match m.len() {
        0 => Ok(Clause::EMPTY),
        1 => Ok(if union.check(a)? { Clause::EMPTY } else { m }),
        n => {
            let m2: Clause = m.literals().take(n.div_ceil(2)).collect();
            let m1 = m.restricted_to(!m2.occurs());
            if union.check(a.union(m2))? {
                return halve(union, a, m2);
            }
            let c1 = halve(union, a.union(m2), m1)?;
            let c2 = halve(union, a.union(c1), m2)?;
            Ok(c1.union(c2))
        }
    }
}

/// What is left of a valid clause after trying to drop the given literals one by one.
pub(crate) fn drop_literals(
    union: &mut Union,
    clause: Clause,
    literals: impl Iterator<Item = Literal>,
) -> Result<Clause, Unknown> {
    let mut c = clause;
    for literal in literals {
        let d = c.without(literal.predicate.into());
        if union.check(d)? {
            c = d;
        }
    }
    Ok(c)
}
