//! Open checks about one element of each round, said of all rounds.
//!
//! A loop over `i` that checks `a[j] == b[2 * j + 1]` where `i == 2 * j + 1` in every round says of all `k` with
//! `2 * k + 1 < n` that `a[k] == b[2 * k + 1]`: what the loop changes is said by its index, and the condition under
//! which it goes on bounds the elements, where no variable does.

use super::elements::indices;
use super::goals::{carried, guards, has_cases};
use super::samples::Samples;
use super::{Proposal, RoutineView, Source, Tier};
use abide_ir::cfg::LoopId;
use abide_logic::{Int, Sort, Subst, Term, Var};

/// Indices tried for a check, states that a line needs.
const INDICES: usize = 3;
const ROWS: usize = 3;

const ORIGIN: &str = "an open check, said of all rounds";

/// Checks of a round, said of all of them.
pub struct Strides;

impl Source for Strides {
    fn name(&self) -> &'static str {
        "strides"
    }

    fn tier(&self) -> Tier {
        Tier::First
    }

    fn propose(&self, view: &RoutineView, l: LoopId) -> Vec<Proposal> {
        let (Some(skolem), [guard]) = (view.skolems.first(), &guards(view, l)[..]) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for goal in carried(view, l)
            .into_iter()
            .filter(|g| !has_cases(g) && !g.has_quantifier())
        {
            let keys = indices(&goal).into_iter();
            let indices = keys
                .filter_map(|t| t.as_var().cloned())
                .filter(|v| view.is_target(l, &v.term()));
            for index in indices.take(INDICES) {
                let Some(said) = by_index(view, l, &index, skolem, &[guard, &goal]) else {
                    continue;
                };
                let [guard, goal] = said.as_slice() else { continue };
                let least = Samples::of(view, l, vec![index.term()], None).range(|row| row[0].clone());
                let Some((least, _)) = least else { continue };
                let range = Term::and([Term::le(Term::int(least), skolem.term()), guard.clone()]);
                let formula = Term::implies(range, goal.clone());
                found.push(Proposal::candidate(formula, ORIGIN).over([skolem.clone()]).weighing(70));
            }
        }
        found
    }
}

/// Formulas with a constant for an index, and for whatever else the loop changes what it is by the index; nothing if
/// that is not known of something.
fn by_index(view: &RoutineView, l: LoopId, index: &Var, by: &Var, formulas: &[&Term]) -> Option<Vec<Term>> {
    let targets = &view.cfg.natural_loop(l).targets;
    let mut said = Subst::new();
    said.insert(index.clone(), by.term());
    let mut others = formulas
        .iter()
        .flat_map(|f| f.free_vars())
        .filter(|v| v != index && targets.contains(v));
    others.try_for_each(|v| {
        if said.get(&v).is_none() {
            let (slope, distance) = line(view, l, &v, index)?;
            let product = Term::mul(Term::int(slope), by.term());
            said.insert(v, Term::add(product, Term::int(distance)));
        }
        Some(())
    })?;
    Some(formulas.iter().map(|f| said.apply(f)).collect())
}

/// The slope and the distance, if a variable is on a line over the index in all states.
fn line(view: &RoutineView, l: LoopId, var: &Var, index: &Var) -> Option<(Int, Int)> {
    if *var.sort() != Sort::Int {
        return None;
    }
    let rows = Samples::of(view, l, vec![index.term(), var.term()], None).rows;
    let first = rows.first()?;
    let other = rows.iter().find(|row| row[0] != first[0])?;
    let (run, rise) = (&other[0] - &first[0], &other[1] - &first[1]);
    if rows.len() < ROWS || &rise % &run != Int::ZERO {
        return None;
    }
    let slope = rise / run;
    let distance = &first[1] - &slope * &first[0];
    let on_line = |row: &Vec<Int>| row[1] == &slope * &row[0] + &distance;
    rows.iter().all(on_line).then_some((slope, distance))
}
