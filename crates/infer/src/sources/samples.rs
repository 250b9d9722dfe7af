//! The values of some integer terms in the states of concrete runs: a table to look for patterns in.

use super::RoutineView;
use abide_exec::state::Here;
use abide_ir::cfg::LoopId;
use abide_logic::{Int, Term, Value, eval};

/// Terms and their values, one row for each state in which all are known.
pub struct Samples {
    /// The terms.
    pub terms: Vec<Term>,
    /// The rows.
    pub rows: Vec<Vec<Int>>,
}

impl Samples {
    /// The values of `terms` at a loop, in the states where `condition` holds if there is one.
    pub fn of(view: &RoutineView, l: LoopId, terms: Vec<Term>, condition: Option<&Term>) -> Samples {
        let value = |t: &Term, state| match eval(t, &Here(state)) {
            Some(Value::Int(i)) => Some(i),
            _ => None,
        };
        let states = view.runs.heads[l.index()].iter();
        let chosen = states.filter(|s| condition.is_none_or(|c| eval(c, &Here(s)) == Some(Value::Bool(true))));
        let mut rows: Vec<Vec<Int>> = chosen
            .filter_map(|state| terms.iter().map(|t| value(t, state)).collect())
            .collect();
        rows.sort();
        rows.dedup();
        Samples { terms, rows }
    }

    /// The least and the greatest value of a combination of the columns.
    pub fn range(&self, of: impl Fn(&[Int]) -> Int) -> Option<(Int, Int)> {
        let values = self.rows.iter().map(|row| of(row));
        values.fold(None, |range, v| match range {
            None => Some((v.clone(), v)),
            Some((low, high)) => Some((low.min(v.clone()), high.max(v))),
        })
    }
}

/// The greatest common divisor; of zero and *a* it is |*a*|.
pub fn gcd(a: Int, b: Int) -> Int {
    let (mut a, mut b) = (magnitude(a), magnitude(b));
    while b != Int::ZERO {
        (a, b) = (b.clone(), &a % &b);
    }
    a
}

/// |*a*|.
pub fn magnitude(a: Int) -> Int {
    if a < Int::ZERO { -a } else { a }
}
