//! Comparisons of integers as sets of values of a linear form: `i < n + 1` says that `i - n` is at most 0.
//!
//! Two comparisons of one form are combined by their sets, and each set that a comparison can express has one normal
//! form: without a constant where there need be none (`i <= n`), and with sums of positive parts on both sides.

use abide_logic::{Int, Kind, Sort, Term};
use std::collections::BTreeMap;

/// A sum without its constant: the parts with their coefficients, the first of which is positive.
pub type Form = Vec<(Term, Int)>;

/// A comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// What is compared.
    pub form: Form,
    /// With what.
    pub values: Values,
}

/// Intervals in order, none next to another; an end that is missing is infinite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values(Vec<(Option<Int>, Option<Int>)>);

impl Values {
    /// All up to a number.
    pub fn at_most(high: Int) -> Values {
        Values(vec![(None, Some(high))])
    }

    /// All from a number on.
    pub fn at_least(low: Int) -> Values {
        Values(vec![(Some(low), None)])
    }

    /// One number.
    pub fn only(value: Int) -> Values {
        Values(vec![(Some(value.clone()), Some(value))])
    }

    /// The others.
    pub fn complement(&self) -> Values {
        let mut left = Vec::new();
        let mut low: Option<Int> = None;
        let mut is_open = true;
        for (start, end) in &self.0 {
            if let Some(start) = start {
                left.push((low.clone(), Some(start - Int::ONE)));
            }
            match end {
                Some(end) => low = Some(end + Int::ONE),
                None => is_open = false,
            }
        }
        if is_open {
            left.push((low, None));
        }
        Values(left)
    }

    /// The values of both.
    pub fn union(&self, other: &Values) -> Values {
        let mut all = [self.0.clone(), other.0.clone()].concat();
        // what is not bounded below comes first
        all.sort();
        let mut merged: Vec<(Option<Int>, Option<Int>)> = Vec::new();
        for (low, high) in all {
            match merged.last_mut() {
                Some((_, end)) if reaches(end.as_ref(), low.as_ref()) => {
                    let further = match (end.as_ref(), &high) {
                        (Some(end), Some(high)) => end < high,
                        (Some(_), None) => true,
                        (None, _) => false,
                    };
                    if further {
                        *end = high;
                    }
                }
                _ => merged.push((low, high)),
            }
        }
        Values(merged)
    }

    /// The values common to both.
    pub fn intersection(&self, other: &Values) -> Values {
        self.complement().union(&other.complement()).complement()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Is every integer among them?
    pub fn is_all(&self) -> bool {
        self.0 == [(None, None)]
    }

    /// Are all of them among the others?
    pub fn is_within(&self, others: &Values) -> bool {
        self.intersection(&others.complement()).is_empty()
    }

    /// The lower bound, if they are all from there on.
    pub fn lower(&self) -> Option<&Int> {
        match self.0.as_slice() {
            [(Some(low), None)] => Some(low),
            _ => None,
        }
    }

    /// The upper bound, if they are all up to there.
    pub fn upper(&self) -> Option<&Int> {
        match self.0.as_slice() {
            [(None, Some(high))] => Some(high),
            _ => None,
        }
    }

    /// The bounds, if they are all between these, and more than one.
    pub fn bounds(&self) -> Option<(&Int, &Int)> {
        match self.0.as_slice() {
            [(Some(low), Some(high))] if low != high => Some((low, high)),
            _ => None,
        }
    }

    /// The only value.
    pub fn value(&self) -> Option<&Int> {
        match self.0.as_slice() {
            [(Some(low), Some(high))] if low == high => Some(low),
            _ => None,
        }
    }

    /// The only value that is not among them.
    pub fn but(&self) -> Option<Int> {
        self.complement().value().cloned()
    }
}

/// Is an interval that begins at `low` next to, or not behind, the one that ends at `end`?
fn reaches(end: Option<&Int>, low: Option<&Int>) -> bool {
    match (end, low) {
        (Some(end), Some(low)) => *low <= end + Int::ONE,
        _ => true,
    }
}

impl Atom {
    /// A comparison of integers that are not both constant.
    pub fn of(t: &Term) -> Option<Atom> {
        let (a, b, values) = match t.kind() {
            Kind::Le(a, b) => (a, b, Values::at_most(Int::ZERO)),
            Kind::Lt(a, b) => (a, b, Values::at_most(-Int::ONE)),
            Kind::Eq(a, b) if *a.sort() == Sort::Int => (a, b, Values::only(Int::ZERO)),
            Kind::Not(inner) => {
                let atom = Atom::of(inner)?;
                return Some(Atom {
                    values: atom.values.complement(),
                    ..atom
                });
            }
            _ => return None,
        };
        let mut parts = BTreeMap::new();
        let mut constant = Int::ZERO;
        collect(a, &Int::ONE, &mut parts, &mut constant);
        collect(b, &-Int::ONE, &mut parts, &mut constant);
        parts.retain(|_, c| *c != Int::ZERO);
        let (_, first) = parts.first_key_value()?;
        let negative = *first < Int::ZERO;
        let sign = |c: Int| if negative { -c } else { c };
        let form = parts.into_iter().map(|(t, c)| (t, sign(c))).collect();
        // a + constant ≤ b, turned round where the first part is subtracted
        let shifted = |bound: &Int| sign(bound - &constant);
        let map = |(low, high): &(Option<Int>, Option<Int>)| {
            let (low, high) = (low.as_ref().map(&shifted), high.as_ref().map(&shifted));
            if negative { (high, low) } else { (low, high) }
        };
        let mut moved: Vec<_> = values.0.iter().map(map).collect();
        moved.sort();
        Some(Atom {
            form,
            values: Values(moved),
        })
    }

    /// The comparison, in as few words as there are; none if one comparison does not express it.
    pub fn term(&self) -> Option<Term> {
        let values = &self.values;
        if values.is_all() || values.is_empty() {
            return Some(Term::bool(values.is_all()));
        }
        let side = |positive: bool| {
            let parts = self.form.iter().filter(|(_, c)| (*c > Int::ZERO) == positive);
            let size = |c: &Int| if *c < Int::ZERO { -c.clone() } else { c.clone() };
            let part = |(t, c): &(Term, Int)| Term::mul(Term::int(size(c)), t.clone());
            Term::sum(parts.map(part).collect::<Vec<_>>())
        };
        let (above, below) = (side(true), side(false));
        let alone = below == Term::int(0);
        let plus = |t: &Term, c: &Int| Term::add(t.clone(), Term::int(c.clone()));
        // above - below is at most, at least, equal to the bound: no constant is subtracted
        let related = |relation: fn(Term, Term) -> Term, bound: &Int| match *bound < Int::ZERO && !alone {
            true => relation(plus(&above, &-bound.clone()), below.clone()),
            false => relation(above.clone(), plus(&below, bound)),
        };
        if let Some(high) = values.upper() {
            return Some(match *high < Int::ZERO && (!alone || *high == -Int::ONE) {
                true => related(Term::lt, &(high + Int::ONE)),
                false => related(Term::le, high),
            });
        }
        if let Some(low) = values.lower() {
            return Some(match *low > Int::ZERO && (!alone || *low == Int::ONE) {
                true => related(|a, b| Term::lt(b, a), &(low - Int::ONE)),
                false => related(|a, b| Term::le(b, a), low),
            });
        }
        match (values.value(), values.but()) {
            (Some(value), _) => Some(related(Term::eq, value)),
            (_, Some(value)) => Some(related(Term::ne, &value)),
            _ => None,
        }
    }
}

/// Adds a multiple of a sum to what there is.
fn collect(t: &Term, times: &Int, parts: &mut BTreeMap<Term, Int>, constant: &mut Int) {
    match t.kind() {
        Kind::Int(i) => *constant += times * i,
        Kind::Add(sum) => sum.iter().for_each(|t| collect(t, times, parts, constant)),
        Kind::Neg(inner) => collect(inner, &-times.clone(), parts, constant),
        Kind::Mul(a, b) => match (a.kind(), b.kind()) {
            (Kind::Int(c), _) => collect(b, &(times * c), parts, constant),
            (_, Kind::Int(c)) => collect(a, &(times * c), parts, constant),
            _ => *parts.entry(t.clone()).or_insert(Int::ZERO) += times,
        },
        _ => *parts.entry(t.clone()).or_insert(Int::ZERO) += times,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_logic::Var;

    fn vars() -> [Term; 2] {
        [("i", 0), ("n", 1)].map(|(name, tag)| Var::new(name, tag, Sort::Int).term())
    }

    #[test]
    fn comparisons_have_a_normal_form() {
        let [i, n] = vars();
        let int = |k: i64| Term::int(k);
        let check = |t: Term, expected: &str| {
            let shown = Atom::of(&t).unwrap().term().unwrap().to_string();
            assert_eq!(shown, expected, "{t}");
        };
        check(Term::le(int(0), Term::sub(i.clone(), int(2))), "2 <= i");
        check(Term::lt(i.clone(), Term::add(n.clone(), int(1))), "i <= n");
        check(Term::le(Term::add(i.clone(), int(1)), n.clone()), "i < n");
        check(Term::le(int(0), Term::sub(n.clone(), i.clone())), "i <= n");
        check(Term::lt(int(-1), i.clone()), "0 <= i");
        check(Term::lt(Term::add(n.clone(), int(3)), i.clone()), "n + 3 < i");
        check(Term::lt(Term::add(i.clone(), int(3)), n.clone()), "i + 3 < n");
        check(Term::eq(Term::sub(i.clone(), int(2)), n.clone()), "i == n + 2");
        check(Term::ne(int(0), Term::sub(n.clone(), i.clone())), "i != n");
        check(
            Term::le(Term::mul(int(2), i.clone()), Term::add(n.clone(), i)),
            "i <= n",
        );
        assert_eq!(Atom::of(&Term::le(n.clone(), n)), None);
    }

    #[test]
    fn sets_of_values_are_combined() {
        let at_most = |k: i64| Values::at_most(k.into());
        let at_least = |k: i64| Values::at_least(k.into());
        let only = |k: i64| Values::only(k.into());
        assert_eq!(at_most(3).union(&only(4)), at_most(4));
        assert_eq!(at_most(3).intersection(&at_most(5)), at_most(3));
        assert_eq!(at_most(3).intersection(&at_least(3)), only(3));
        assert_eq!(at_most(3).intersection(&only(3).complement()), at_most(2));
        assert_eq!(at_most(3).union(&at_least(5)).but(), Some(4.into()));
        assert!(at_most(3).union(&at_least(4)).is_all());
        assert!(at_most(3).intersection(&at_least(4)).is_empty());
        assert!(only(2).is_within(&at_most(3)) && !at_most(3).is_within(&only(2)));
        assert_eq!(at_most(3).complement(), at_least(4));
        assert_eq!(
            at_most(3).intersection(&at_least(1)).bounds(),
            Some((&1.into(), &3.into()))
        );
    }
}
