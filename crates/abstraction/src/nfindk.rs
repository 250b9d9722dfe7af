//! All invariants of at most K literals, from maximal clauses (`EnumNFindK` of the released FQ code; the
//! paper does not mention it).
//!
//! Every clause of exactly K literals that is still undecided is extended to an undecided maximal clause
//! with random signs. One query then decides many clauses: if it is not valid, neither is any part of it; if
//! it is, it shrinks to a short one, the added literals being dropped first. Either way the K-literal clause
//! is decided. A valid clause of fewer literals is the conjunction of its extensions to K.
//!
//! Longer invariants found on the way are kept. To discard them, as a switch of the released code does,
//! would lose some of the short ones too, since those implied by a long one are never asked for.

use abide_region::{Clause, Literal, Valuation};

use crate::fq::drop_literals;
use crate::oracle::Unknown;
use crate::sized::each_clause;
use crate::union::{Search, Union};

/// The search, with K and the state of its random choices.
pub struct NFindK {
    k: usize,
    signs: Signs,
}

impl NFindK {
    /// For clauses of at most `k` literals; more than there are predicates stands for their number.
    pub fn new(k: usize) -> NFindK {
        assert!(k > 0, "clauses have at least one literal");
        NFindK {
            k,
            signs: Signs(0xcafcaf),
        }
    }
}

impl Search for NFindK {
    fn name(&self) -> String {
        format!("nfindk:{}", self.k)
    }

    fn exact(&self) -> bool {
        false
    }

    fn search(&mut self, old: &[Clause], union: &mut Union) -> Result<(), Unknown> {
        for &clause in old {
            union.keep_if_valid(clause)?;
        }
        let k = self.k.min(union.width());
        each_clause(union, k, 0, &mut |union, short| {
            if union.known(short).is_some() {
                return Ok(());
            }
            let m = self.extend(union, short);
            if union.check(m)? {
                let (own, added): (Vec<Literal>, Vec<Literal>) = m.literals().partition(|l| short.contains(*l));
                let c = drop_literals(union, m, added.into_iter().chain(own))?;
                union.keep(c);
            }
            Ok(())
        })
    }
}

impl NFindK {
    /// A maximal clause that contains an undecided one and is undecided.
    ///
    /// It is the clause of a valuation in valid ∧ ¬short: then valid does not imply it, and what refutes it
    /// would refute its part too.
    fn extend(&mut self, union: &Union, short: Clause) -> Clause {
        let open = union.open();
        let mut cube = !short;
        for i in (0..union.width()).filter(|i| short.occurs() >> i & 1 == 0) {
            let wanted = Literal {
                predicate: i as u8,
                positive: self.signs.next(),
            };
            let with = cube.with(wanted);
            cube = if open.meets(with) { with } else { cube.with(!wanted) };
        }
        Clause::excluding(Valuation(cube.positive()), union.width())
    }
}

/// Random signs from a fixed seed (Vigna's splitmix64), so that every run is the same.
struct Signs(u64);

impl Signs {
    fn next(&mut self) -> bool {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z >> 63 == 1
    }
}
