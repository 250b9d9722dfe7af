//! One model after the other, each blocked once found: AllSMT (Lahiri, Nieuwenhuis & Oliveras, CAV 2006; used
//! for loop heads by Kalyanasundaram & Marché, RR-7714).
//!
//! A round asks for a valuation of Q that is not in r, until there is none. Over all rounds every valuation
//! of the result is found once, so the queries are their number and one more per round. No clause-by-clause
//! algorithm does better: it must see each of these valuations refute a clause.

use crate::abstractor::{Abstract, Abstractor, Round, Tally};
use crate::models::{Growth, grow};
use crate::oracle::{Oracle, Style, Unknown};

/// The algorithm.
pub struct AllSmt;

impl Abstractor for AllSmt {
    fn name(&self) -> String {
        "allsmt".to_string()
    }

    fn exact(&self) -> bool {
        true
    }

    fn round(&mut self, r: &mut Abstract, q: &mut dyn Oracle, tally: &mut Tally) -> Result<Round, Unknown> {
        r.advance(|r, post| {
            while grow(r, &post, Style::Valuation, q, tally)? == Growth::Some {}
            Ok(())
        })
    }
}
