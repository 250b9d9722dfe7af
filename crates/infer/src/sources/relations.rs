//! Intervals and octagons as the runs show them (Miné, HOSC 2006, the domain).
//!
//! For every integer and every pair of integers of the loop, the bounds of `x`, `x - y` and `x + y`
//! in all states seen, and the numbers of the program next to them: a bound that was not reached in
//! a run is usually one the program mentions. Sums and differences are also compared with terms the
//! loop leaves alone.

use super::elements::is_element;
use super::samples::Samples;
use super::terms::is_type;
use super::{Proposal, RoutineView, Source, Tier};
use abide_ir::cfg::LoopId;
use abide_logic::{Int, Kind, Term};
use std::collections::BTreeSet;

/// Terms compared with each other, at the most.
const TERMS: usize = 12;

/// What is added to the largest number of the program before it counts as small.
const SOME: i64 = 8;

/// Bounds of variables, differences and sums.
pub struct Relations;

const ORIGIN: &str = "a bound seen in runs";

impl Source for Relations {
    fn name(&self) -> &'static str {
        "relations"
    }

    fn tier(&self) -> Tier {
        Tier::First
    }

    fn propose(&self, view: &RoutineView, l: LoopId) -> Vec<Proposal> {
        let mut terms = view.integers(l);
        // numbers of types are no numbers to the program
        terms.retain(|t| !is_type(t));
        terms.truncate(TERMS);
        let samples = Samples::of(view, l, terms, None);
        let constants = view.constants();
        let mut near: BTreeSet<Int> = BTreeSet::new();
        for c in &constants {
            near.extend([-1, 0, 1].map(|d| c + Int::from(d)));
        }
        near.insert(Int::ZERO);
        let mut found = Vec::new();
        let count = samples.terms.len();
        let moves = |i: usize| view.is_target(l, &samples.terms[i]);
        for i in 0..count {
            let x = &samples.terms[i];
            if moves(i) {
                // what was seen of the elements of an array is by chance
                let reach = if is_element(x) { Reach::Near } else { Reach::Far };
                let bounds = Bounds::of(samples.range(|row| row[i].clone()), &near, reach);
                found.extend(bounds.between(x.clone(), &Term::int(0), 40));
            }
            for j in i + 1..count {
                if !moves(i) && !moves(j) {
                    continue;
                }
                let y = &samples.terms[j];
                let range = samples.range(|row| &row[i] - &row[j]);
                let bounds = Bounds::of(range, &near, Reach::Near);
                found.extend(bounds.between(x.clone(), y, 30));
                let range = samples.range(|row| &row[i] + &row[j]);
                let bounds = Bounds::of(range, &near, Reach::Near);
                found.extend(bounds.between(Term::add(x.clone(), y.clone()), &Term::int(0), 10));
                for k in (0..count).filter(|k| *k != i && *k != j && !moves(*k)) {
                    if !(moves(i) && moves(j)) {
                        continue;
                    }
                    let z = &samples.terms[k];
                    let range = samples.range(|row| &row[i] + &row[j] - &row[k]);
                    let bounds = Bounds::of(range, &near, Reach::Close);
                    found.extend(bounds.between(Term::add(x.clone(), y.clone()), z, 5));
                    let range = samples.range(|row| &row[i] - &row[j] - &row[k]);
                    let bounds = Bounds::of(range, &near, Reach::Close);
                    found.extend(bounds.between(x.clone(), &Term::add(y.clone(), z.clone()), 5));
                }
            }
        }
        found
    }
}

/// How far from what was seen bounds are tried.
#[derive(Clone, Copy, PartialEq)]
enum Reach {
    /// What was seen, unless it is large, and the next numbers of the program.
    Far,
    /// What was seen if it is a number of the program, and the next one.
    Near,
    /// What was seen if it is next to zero.
    Close,
}

/// Lower and upper bounds worth trying, with weights.
#[derive(Default)]
struct Bounds {
    low: Vec<(Int, i32)>,
    high: Vec<(Int, i32)>,
}

impl Bounds {
    fn of(range: Option<(Int, Int)>, near: &BTreeSet<Int>, reach: Reach) -> Bounds {
        let Some((low, high)) = range else {
            return Bounds::default();
        };
        let known = |c: &Int| near.contains(c);
        let close = |c: &Int| *c >= -Int::ONE && *c <= Int::ONE;
        // beyond the products of the program's numbers it is by chance
        let largest = near.iter().map(|c| c.max(&-c).clone()).max().unwrap_or(Int::ZERO) + Int::from(SOME);
        let limit = &largest * &largest;
        let seen = |c: &Int| match reach {
            Reach::Far => *c <= limit && -c <= limit,
            Reach::Near => known(c) || close(c),
            Reach::Close => close(c),
        };
        let next = match reach {
            Reach::Far => 3,
            Reach::Near => 1,
            Reach::Close => 0,
        };
        let mut bounds = Bounds::default();
        if seen(&low) {
            bounds.low.push((low.clone(), i32::from(known(&low)) * 5));
        }
        let below = near.range(..low).rev().take(next);
        bounds.low.extend(below.map(|c| (c.clone(), 0)));
        if seen(&high) {
            bounds.high.push((high.clone(), i32::from(known(&high)) * 5));
        }
        let above = near.range((std::ops::Bound::Excluded(high), std::ops::Bound::Unbounded));
        bounds.high.extend(above.take(next).map(|c| (c.clone(), 0)));
        bounds
    }

    /// low ≤ x − y and x − y ≤ high, written without subtraction.
    fn between(self, x: Term, y: &Term, weight: i32) -> Vec<Proposal> {
        let low = self.low.into_iter().map(|(c, w)| (least(&x, y, c), w));
        let high = self.high.into_iter().map(|(c, w)| (most(&x, y, c), w));
        let all: Vec<(Term, i32)> = low.chain(high).collect();
        all.into_iter()
            .map(|(f, w)| Proposal::candidate(f, ORIGIN).weighing(weight + w))
            .collect()
    }
}

/// `y + c <= x`
fn least(x: &Term, y: &Term, c: Int) -> Term {
    if c == Int::ONE && !is_number(y) {
        return Term::lt(y.clone(), x.clone());
    }
    if c < Int::ZERO && !is_number(y) {
        return Term::le(y.clone(), Term::add(x.clone(), Term::int(-c)));
    }
    Term::le(Term::add(y.clone(), Term::int(c)), x.clone())
}

/// `x <= y + c`
fn most(x: &Term, y: &Term, c: Int) -> Term {
    if c == -Int::ONE && !is_number(y) {
        return Term::lt(x.clone(), y.clone());
    }
    if c < Int::ZERO && !is_number(y) {
        return Term::le(Term::add(x.clone(), Term::int(-c)), y.clone());
    }
    Term::le(x.clone(), Term::add(y.clone(), Term::int(c)))
}

fn is_number(t: &Term) -> bool {
    matches!(t.kind(), Kind::Int(_))
}
