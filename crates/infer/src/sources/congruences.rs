//! Congruences: `x % m == r` for an integer that the loop changes by multiples of *m* (Granger, "Static analysis
//! of arithmetical congruences", 1989).
//!
//! The modulus is the greatest common divisor of the differences seen in runs.

use super::samples::{Samples, gcd};
use super::{Proposal, RoutineView, Source, Tier};
use abide_ir::cfg::LoopId;
use abide_logic::{Int, Term, number};

/// Rows that must agree, and the largest modulus considered.
const ROWS: usize = 3;
const LARGEST: i64 = 1 << 16;

const ORIGIN: &str = "a remainder that does not change, seen in runs";

/// Remainders that no round changes.
pub struct Congruences;

impl Source for Congruences {
    fn name(&self) -> &'static str {
        "congruences"
    }

    fn tier(&self) -> Tier {
        Tier::First
    }

    fn propose(&self, view: &RoutineView, l: LoopId) -> Vec<Proposal> {
        let changed = view.integers(l).into_iter().filter(|t| view.is_target(l, t));
        let congruence = |x: Term| {
            let rows = Samples::of(view, l, vec![x.clone()], None).rows;
            let (first, rest) = rows.split_first()?;
            let modulus = rest.iter().fold(Int::ZERO, |m, row| gcd(m, &row[0] - &first[0]));
            if rows.len() < ROWS || modulus <= Int::ONE || modulus > Int::from(LARGEST) {
                return None;
            }
            Some(Proposal::candidate(congruent(view, x, &first[0], modulus), ORIGIN).weighing(10))
        };
        changed.filter_map(congruence).collect()
    }
}

/// *x ≡ value* modulo *m*, by the remainder that the language has: where it rounds to zero, the difference is
/// divided, whose remainder is zero whatever its sign.
fn congruent(view: &RoutineView, x: Term, value: &Int, m: Int) -> Term {
    let rest = ((value % &m) + &m) % &m;
    let m = Term::int(m);
    let rounded_down = Term::modulo(x.clone(), m.clone());
    if (view.is_expressible)(&Term::modulo(x.clone(), Term::int(3))) {
        return Term::eq(rounded_down, Term::int(rest));
    }
    let difference = Term::sub(x, Term::int(rest));
    Term::eq(number::remainder(&difference, &m), Term::int(0))
}
