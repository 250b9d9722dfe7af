//! Open checks with what the loop leaves alone replaced by what it changes (Furia & Meyer, "Inferring loop
//! invariants using postconditions", 2010: constant relaxation and uncoupling).
//!
//! `∀k. 0 ≤ k < n ⇒ a[k] ≤ a[n-1]` after a loop over `i` suggests `∀k. 0 ≤ k < i ⇒ a[k] ≤ a[i]` and the
//! like at its head: each term that the loop does not change may become one of its integer targets, each
//! in its own way, if the runs agree.

use super::goals::{carried, has_cases, opened};
use super::ranges::is_telling;
use super::{Proposal, RoutineView, Source, Tier};
use abide_exec::state::Here;
use abide_ir::cfg::LoopId;
use abide_logic::eval::charged;
use abide_logic::{Kind, Quantifier, Sort, Term, Value, Var, eval};

/// Terms replaced, targets they are replaced by, states considered.
const PLACES: usize = 3;
const TARGETS: usize = 4;
const STATES: usize = 40;

/// Mutated postconditions.
pub struct Mutation;

const ORIGIN: &str = "an open check with a constant relaxed";

impl Source for Mutation {
    fn name(&self) -> &'static str {
        "mutation"
    }

    fn tier(&self) -> Tier {
        Tier::First
    }

    fn propose(&self, view: &RoutineView, l: LoopId) -> Vec<Proposal> {
        let natural = view.cfg.natural_loop(l);
        let is_end = |v: &&Var| *v.sort() == Sort::Int && view.can_name(l, v) && view.is_index(v);
        let targets: Vec<Term> = natural
            .targets
            .iter()
            .filter(is_end)
            .take(TARGETS)
            .map(Var::term)
            .collect();
        let mut found = Vec::new();
        for goal in carried(view, l).into_iter().filter(|g| !has_cases(g)) {
            let (bound, body) = within(view, &goal);
            let is_some = matches!(goal.kind(), Kind::Quant(Quantifier::Exists, ..));
            if bound.is_empty() && !body.has_function() {
                continue;
            }
            let places = constants(view, l, &body, &bound);
            for chosen in choices(places.len(), targets.len() + 1) {
                let mut changed = body.clone();
                for (place, choice) in places.iter().zip(&chosen) {
                    if let Some(target) = choice.checked_sub(1).and_then(|c| targets.get(c)) {
                        changed = changed.replaced(place, target);
                    }
                }
                if changed == body || !is_some && !is_telling(view, l, &bound, &changed) {
                    continue;
                }
                let proposal = match is_some {
                    true => Proposal::candidate(Term::exists(bound.clone(), changed), ORIGIN),
                    false => Proposal::candidate(changed, ORIGIN).over(bound.clone()),
                };
                if holds(view, l, &proposal.closed()) {
                    found.push(proposal.weighing(70));
                }
            }
        }
        found
    }
}

/// What a quantified formula says of its variables: all, with skolem constants for them, or some.
fn within(view: &RoutineView, goal: &Term) -> (Vec<Var>, Term) {
    match goal.kind() {
        Kind::Quant(Quantifier::Exists, vars, body) => (vars.clone(), body.clone()),
        _ => opened(view, goal),
    }
}

/// The largest integer terms of a formula that the loop leaves alone, numbers aside.
fn constants(view: &RoutineView, l: LoopId, body: &Term, bound: &[Var]) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    body.visit(&mut |t| {
        let fixed = *t.sort() == Sort::Int
            && !matches!(t.kind(), Kind::Int(_) | Kind::Apply(..))
            && !view.is_target(l, t)
            && !t.mentions_any(bound);
        if fixed && !found.contains(t) && found.len() < PLACES {
            found.push(t.clone());
        }
        !fixed
    });
    // larger terms first: what is inside of them is theirs
    found.sort_by_key(|t| std::cmp::Reverse(t.size()));
    found
}

/// All ways to choose one of `options` at each of `places`.
fn choices(places: usize, options: usize) -> Vec<Vec<usize>> {
    (0..places).fold(vec![Vec::new()], |ways, _| {
        let longer = |way: Vec<usize>| (0..options).map(move |o| [way.clone(), vec![o]].concat());
        ways.into_iter().flat_map(longer).collect()
    })
}

/// Is it true in the states seen?
fn holds(view: &RoutineView, l: LoopId, formula: &Term) -> bool {
    if view.budget.check().is_err() {
        return false;
    }
    let states = &view.runs.heads[l.index()];
    let step = states.len().div_ceil(STATES).max(1);
    let mut some = states.iter().step_by(step);
    charged(&view.budget, || {
        some.all(|s| eval(formula, &Here(s)) != Some(Value::Bool(false)))
    })
}
