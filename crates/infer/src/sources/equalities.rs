//! Equations that all states seen satisfy (Müller-Olm & Seidl, POPL 2004, the idea; Sharma et al.,
//! ESOP 2013, from runs).
//!
//! The rows of a table of values span a space; what is orthogonal to all of them is an equation
//! between the columns. Exact arithmetic: fraction-free elimination over integers of any size. With
//! products of two terms as further columns the equations are quadratic. The same is done for
//! the states before and after each condition of the loop separately, for loops with phases.

use super::samples::{Samples, gcd, magnitude};
use super::{Proposal, RoutineView, Source, Tier};
use abide_ir::cfg::LoopId;
use abide_logic::{Int, Kind, Sort, Term};

/// Columns of linear and of quadratic equations, conditions considered, rows used.
const TERMS: usize = 10;
const FACTORS: usize = 5;
const CONDITIONS: usize = 6;
const ROWS: usize = 80;

/// Linear equations.
pub struct Linear;

/// Quadratic equations, and linear ones under conditions.
pub struct Quadratic;

/// Equations under a condition of the loop.
pub struct Phases;

impl Source for Linear {
    fn name(&self) -> &'static str {
        "linear"
    }

    fn tier(&self) -> Tier {
        Tier::First
    }

    fn propose(&self, view: &RoutineView, l: LoopId) -> Vec<Proposal> {
        let mut terms = view.integers(l);
        terms.truncate(TERMS);
        let samples = Samples::of(view, l, terms, None);
        let found = equations(&samples).into_iter();
        let found = found.filter(|e| view.is_target(l, e));
        found
            .map(|e| Proposal::candidate(e, "an equation seen in runs").weighing(60))
            .collect()
    }
}

impl Source for Quadratic {
    fn name(&self) -> &'static str {
        "quadratic"
    }

    fn tier(&self) -> Tier {
        Tier::Second
    }

    fn propose(&self, view: &RoutineView, l: LoopId) -> Vec<Proposal> {
        let integers = view.integers(l);
        let factors: Vec<Term> = integers
            .into_iter()
            .filter(|t| t.as_var().is_some())
            .take(FACTORS)
            .collect();
        let mut terms = factors.clone();
        for (i, x) in factors.iter().enumerate() {
            terms.extend(factors[i..].iter().map(|y| Term::mul(x.clone(), y.clone())));
        }
        let samples = Samples::of(view, l, terms, None);
        let found = equations(&samples).into_iter().filter(|e| view.is_target(l, e));
        found
            .map(|e| Proposal::candidate(e, "a quadratic equation seen in runs").weighing(20))
            .collect()
    }
}

impl Source for Phases {
    fn name(&self) -> &'static str {
        "phases"
    }

    fn tier(&self) -> Tier {
        Tier::Second
    }

    fn propose(&self, view: &RoutineView, l: LoopId) -> Vec<Proposal> {
        let mut terms = view.integers(l);
        terms.truncate(TERMS);
        let mut found = Vec::new();
        for condition in view.conditions(l).into_iter().take(CONDITIONS) {
            for side in [condition.clone(), Term::not(condition)] {
                let samples = Samples::of(view, l, terms.clone(), Some(&side));
                let equations = equations(&samples).into_iter().filter(|e| view.is_target(l, e));
                found.extend(equations.map(|e| {
                    let formula = Term::implies(side.clone(), e);
                    Proposal::candidate(formula, "an equation seen in one phase of the runs").weighing(20)
                }));
            }
        }
        found
    }
}

/// A basis of the equations between the columns that every row satisfies.
pub fn equations(samples: &Samples) -> Vec<Term> {
    let width = samples.terms.len() + 1;
    let mut rows: Vec<Vec<Int>> = Vec::new();
    let step = samples.rows.len().div_ceil(ROWS).max(1);
    for row in samples.rows.iter().step_by(step) {
        rows.push(row.iter().cloned().chain([Int::ONE]).collect());
    }
    // with too few states everything looks like an equation
    if rows.len() < 3 {
        return Vec::new();
    }
    let basis = null_space(rows, width);
    if basis.len() > width / 2 + 1 {
        return Vec::new();
    }
    let fine = basis.into_iter().filter(|v| v.iter().all(is_moderate));
    fine.map(|v| equation(&samples.terms, &v))
        .filter(|e| !e.is_true())
        .collect()
}

fn is_moderate(i: &Int) -> bool {
    *i < Int::from(100_000) && *i > Int::from(-100_000)
}

/// Integer vectors orthogonal to all rows, one for each column that elimination leaves free.
fn null_space(mut rows: Vec<Vec<Int>>, width: usize) -> Vec<Vec<Int>> {
    let mut pivots: Vec<usize> = Vec::new();
    let mut done = 0;
    for column in 0..width {
        let Some(at) = (done..rows.len()).find(|r| rows[*r][column] != Int::ZERO) else {
            continue;
        };
        rows.swap(done, at);
        let pivot = rows[done].clone();
        for (r, row) in rows.iter_mut().enumerate() {
            if r == done || row[column] == Int::ZERO {
                continue;
            }
            let factor = row[column].clone();
            for c in 0..width {
                row[c] = &row[c] * &pivot[column] - &pivot[c] * &factor;
            }
            reduce(row);
        }
        pivots.push(column);
        done += 1;
        if done == rows.len() {
            break;
        }
    }
    let free = (0..width).filter(|c| !pivots.contains(c));
    let mut basis = Vec::new();
    for column in free {
        // x_column = m, the least multiple that makes the pivots' variables integers
        let mut scale = Int::ONE;
        for (r, p) in pivots.iter().enumerate() {
            if rows[r][column] != Int::ZERO {
                let need = &rows[r][*p] / gcd(rows[r][*p].clone(), rows[r][column].clone());
                scale = &scale * &need / gcd(scale.clone(), need.clone());
            }
        }
        let mut vector = vec![Int::ZERO; width];
        vector[column] = scale.clone();
        for (r, p) in pivots.iter().enumerate() {
            vector[*p] = -(&rows[r][column] * &scale) / &rows[r][*p];
        }
        reduce(&mut vector);
        basis.push(vector);
    }
    basis
}

/// Divides by what all have in common.
fn reduce(row: &mut [Int]) {
    let common = row.iter().fold(Int::ZERO, |g, x| gcd(g, x.clone()));
    if common > Int::ONE {
        row.iter_mut().for_each(|x| *x = &*x / &common);
    }
}

/// Σ cᵢ·tᵢ + c = 0, positive parts on the left.
fn equation(terms: &[Term], vector: &[Int]) -> Term {
    let mut sides = [Vec::new(), Vec::new()];
    for (number, c) in vector.iter().enumerate() {
        let negative = *c < Int::ZERO;
        let size = Term::int(magnitude(c.clone()));
        let part = match terms.get(number) {
            Some(t) => Term::mul(size, t.clone()),
            None => size,
        };
        sides[usize::from(negative)].push(part);
    }
    let [left, right] = sides.map(Term::sum);
    // a single variable reads better on the left
    let single = |t: &Term| matches!(t.kind(), Kind::Var(_) | Kind::Select(..)) && *t.sort() == Sort::Int;
    if single(&right) && !single(&left) {
        return Term::eq(right, left);
    }
    Term::eq(left, right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_logic::Var;

    #[test]
    fn the_equation_of_a_table_is_found() {
        let [i, a, b] = ["i", "a", "b"].map(|n| Var::new(n, n.as_bytes()[0].into(), Sort::Int).term());
        let rows = [[0, 0, 0], [1, 1, 2], [1, 2, 1], [2, 3, 3], [3, 4, 5]];
        let samples = Samples {
            terms: vec![i, a, b],
            rows: rows.iter().map(|r| r.iter().map(|x| Int::from(*x)).collect()).collect(),
        };
        let found: Vec<String> = equations(&samples).iter().map(|e| e.to_string()).collect();
        assert_eq!(found, ["a + b == 3 * i"]);
    }
}
