//! Inequalities with a coefficient: `y <= c * x + d`, for two integers the loop changes (Cousot and
//! Halbwachs, POPL 1978; of a given shape: Sankaranarayanan, Sipma and Manna, "Scalable analysis of linear
//! systems using mathematical programming", VMCAI 2005).
//!
//! What is added in a round is often a number of the program, or bounded by one, such as the end of a
//! type's range. So the coefficients are the numbers of the program; which side of the line the states
//! are on, and at which distance, is seen in runs.

use super::samples::Samples;
use super::{Proposal, RoutineView, Source, Tier};
use abide_ir::cfg::LoopId;
use abide_logic::{Int, Term};
use std::collections::BTreeSet;

/// Integers considered, coefficients, and the largest of these.
const TERMS: usize = 5;
const SLOPES: usize = 8;
const LARGEST: i64 = 100_000;

const ORIGIN: &str = "a bound that grows with another variable, seen in runs";

/// Inequalities with coefficients.
pub struct Slopes;

impl Source for Slopes {
    fn name(&self) -> &'static str {
        "slopes"
    }

    fn tier(&self) -> Tier {
        Tier::Second
    }

    fn propose(&self, view: &RoutineView, l: LoopId) -> Vec<Proposal> {
        let changed = view.integers(l).into_iter().filter(|t| view.is_target(l, t));
        let samples = Samples::of(view, l, changed.take(TERMS).collect(), None);
        let mut distances = view.constants();
        distances.insert(Int::ZERO);
        let mut found = Vec::new();
        for (i, x) in samples.terms.iter().enumerate() {
            for (j, y) in samples.terms.iter().enumerate().filter(|(j, _)| *j != i) {
                for c in slopes(&distances) {
                    let Some((low, high)) = samples.range(|row| &row[j] - &c * &row[i]) else {
                        continue;
                    };
                    let line = Term::mul(Term::int(c.clone()), x.clone());
                    // the next number of the program, and none at all: what was seen may be far from the bound
                    let zero = Int::ZERO;
                    let above = distances.range(high.clone()..).next().into_iter();
                    for d in above.chain((high <= zero).then_some(&zero)).collect::<BTreeSet<_>>() {
                        let most = Term::add(line.clone(), Term::int(d.clone()));
                        found.push(
                            Proposal::candidate(Term::le(y.clone(), most), ORIGIN)
                                .weighing(15)
                                .resting(),
                        );
                    }
                    let below = distances.range(..=low.clone()).next_back().into_iter();
                    for d in below.chain((low >= zero).then_some(&zero)).collect::<BTreeSet<_>>() {
                        let least = Term::add(line.clone(), Term::int(d.clone()));
                        found.push(
                            Proposal::candidate(Term::le(least, y.clone()), ORIGIN)
                                .weighing(15)
                                .resting(),
                        );
                    }
                }
            }
        }
        found
    }
}

/// The numbers of the program that may be coefficients. One is left to the differences.
fn slopes(numbers: &BTreeSet<Int>) -> Vec<Int> {
    let fits = |c: &&Int| **c != Int::ZERO && **c != Int::ONE && **c < Int::from(LARGEST) && **c > Int::from(-LARGEST);
    let mut found: Vec<Int> = numbers.iter().filter(fits).cloned().collect();
    found.sort_by_key(|c| if *c < Int::ZERO { -c } else { c.clone() });
    found.truncate(SLOPES);
    found
}
