//! Predicates about pairs of terms (Weiß §5.2): `t1 < t2` and `t1 <= t2` for integers, `t1 == t2` and
//! `t1 != t2` for references, `t` and `!t` for truth values.

use super::terms::Terms;
use abide_exec::Values;
use abide_exec::state::{Here, truth};
use abide_logic::{Int, Term, Value, eval};

/// What is known of the order of integer terms, by their numbers.
#[derive(Clone, Debug)]
pub struct Order {
    /// `relation[s][t]`: how s relates to t.
    relation: Vec<Vec<Known>>,
}

/// How one term relates to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    Nothing,
    AtMost,
    Below,
}

impl Order {
    /// The order that some facts state, and what follows from them.
    pub fn of(terms: &[Term], facts: &[Term]) -> Order {
        let mut relation = vec![vec![Known::Nothing; terms.len()]; terms.len()];
        for (i, s) in terms.iter().enumerate() {
            for (j, t) in terms.iter().enumerate() {
                let [below, most] = [Term::lt(s.clone(), t.clone()), Term::le(s.clone(), t.clone())];
                let holds = |f: &Term| f.is_true() || facts.contains(f);
                relation[i][j] = match () {
                    () if i == j => Known::AtMost,
                    () if holds(&below) => Known::Below,
                    () if holds(&most) => Known::AtMost,
                    () => Known::Nothing,
                };
            }
        }
        for m in 0..terms.len() {
            for i in 0..terms.len() {
                for j in 0..terms.len() {
                    let (a, b) = (relation[i][m], relation[m][j]);
                    if a != Known::Nothing && b != Known::Nothing {
                        relation[i][j] = relation[i][j].max(a.max(b));
                    }
                }
            }
        }
        Order { relation }
    }

    /// Is s <= t known?
    pub fn at_most(&self, s: usize, t: usize) -> bool {
        self.relation[s][t] >= Known::AtMost
    }

    /// Is s < t known?
    pub fn below(&self, s: usize, t: usize) -> bool {
        self.relation[s][t] >= Known::Below
    }
}

/// The number of predicates about pairs.
pub fn count(terms: &Terms) -> usize {
    let pairs = |n: usize| n * n.saturating_sub(1);
    2 * pairs(terms.integers.len()) + pairs(terms.references.len()) + 2 * terms.truths.len()
}

/// Those that are true in all states, in twos: the strong one, and the weak one if there is one. A
/// strong one that is false somewhere is left out.
pub fn consistent(terms: &Terms, states: &[Values]) -> Vec<(Option<Term>, Option<Term>)> {
    let values = |t: &Term| -> Vec<Option<Int>> {
        let value = |s| match eval(t, &Here(s)) {
            Some(Value::Int(i)) => Some(i),
            _ => None,
        };
        states.iter().map(value).collect()
    };
    let rows: Vec<Vec<Option<Int>>> = terms.integers.iter().map(values).collect();
    let always = |i: usize, j: usize, fits: fn(&Int, &Int) -> bool| {
        let both = rows[i].iter().zip(&rows[j]);
        both.into_iter().all(|pair| match pair {
            (Some(a), Some(b)) => fits(a, b),
            _ => true,
        })
    };
    let mut found = Vec::new();
    for (i, s) in terms.integers.iter().enumerate() {
        for (j, t) in terms.integers.iter().enumerate().filter(|(j, _)| i != *j) {
            // the weak one first: where it is false, so is the strong one
            if always(i, j, |a, b| a <= b) {
                let strong = always(i, j, |a, b| a < b).then(|| Term::lt(s.clone(), t.clone()));
                found.push((strong, Some(Term::le(s.clone(), t.clone()))));
            }
        }
    }
    let mut single = Vec::new();
    for (i, s) in terms.references.iter().enumerate() {
        for t in &terms.references[i + 1..] {
            let equal = Term::eq(s.clone(), t.clone());
            single.extend([equal.clone(), Term::not(equal)]);
        }
    }
    single.extend(terms.truths.iter().flat_map(|t| [t.clone(), Term::not(t.clone())]));
    let holds = |f: &Term| states.iter().all(|s| truth(f, s) != Some(false));
    single.retain(|f| holds(f));
    found.extend(single.into_iter().map(|f| (Some(f), None)));
    found
}
