//! Properties of all elements in a range (Flanagan & Qadeer §6, skolem constants for targets; Weiß
//! §5.2, guarded families; Furia & Meyer 2010, constant relaxation).
//!
//! Each property of elements ([`Body`]) is said of the ranges between any two integers of the loop.
//! Runs decide which of these are worth a prover's time: a range must be inhabited in one of the
//! states, and the property true in all of them.

use super::bodies;
use super::goals::conditions_and_goals;
use super::{Body, Proposal, RoutineView, Source, Tier};
use abide_exec::Values;
use abide_exec::state::{Here, truth};
use abide_ir::cfg::LoopId;
use abide_logic::eval::charged;
use abide_logic::{Int, Kind, Sort, Term, Value, Var, eval};

/// Bounds tried, proposals for one property, states considered for each.
const BOUNDS: usize = 9;
const EACH: usize = 14;
const STATES: usize = 48;

/// The weight of a range that begins or ends with a variable of the loop, for a small property.
const USUAL: i32 = 55;

/// Quantified facts about ranges.
pub struct Ranges;

const ORIGIN: &str = "a property of the elements in a range";

impl Source for Ranges {
    fn name(&self) -> &'static str {
        "ranges"
    }

    fn tier(&self) -> Tier {
        Tier::First
    }

    fn propose(&self, view: &RoutineView, l: LoopId) -> Vec<Proposal> {
        let ends = ends(view, l);
        let mut found = Vec::new();
        for body in bodies::at(view, l) {
            if body.assumed && !view.is_target(l, &body.formula) {
                continue;
            }
            let mut here: Vec<Proposal> = match body.arity {
                1 => one(view, l, body, &ends),
                _ => two(view, l, body, &ends),
            };
            here.sort_by_key(|p| -p.weight);
            here.truncate(EACH);
            found.extend(here);
        }
        found
    }
}

/// Quantified facts about ranges that hold under a condition of the program.
pub struct Guarded;

/// Conditions, properties and bounds of facts under a condition.
const CONDITIONS: usize = 10;
const GUARDED: usize = 6;

impl Source for Guarded {
    fn name(&self) -> &'static str {
        "guarded"
    }

    fn tier(&self) -> Tier {
        Tier::Second
    }

    fn propose(&self, view: &RoutineView, l: LoopId) -> Vec<Proposal> {
        let mut ends = ends(view, l);
        ends.truncate(GUARDED);
        let single = bodies::at(view, l).into_iter().filter(|b| b.arity == 1);
        let single: Vec<&Body> = single.take(GUARDED).collect();
        if single.is_empty() {
            return Vec::new();
        }
        let states = &view.runs.heads[l.index()];
        let mut found = Vec::new();
        let conditions = conditions_and_goals(view, l).into_iter();
        let telling = conditions.filter_map(|condition| {
            let sides = [condition.clone(), Term::not(condition)].map(|side| {
                let there: Vec<&Values> = states.iter().filter(|s| truth(&side, s) == Some(true)).collect();
                (side, there)
            });
            let splits = sides.iter().all(|(_, there)| !there.is_empty());
            splits.then_some(sides)
        });
        for sides in telling.take(CONDITIONS) {
            for (side, there) in &sides {
                for body in &single {
                    if view.budget.check().is_err() {
                        return found;
                    }
                    let mut here = charged(&view.budget, || under(view, l, body, &ends, side, there));
                    here.sort_by_key(|p| -p.weight);
                    here.truncate(GUARDED);
                    found.extend(here);
                }
            }
        }
        found
    }
}

/// ∀k. c ∧ lo ≤ k < hi ⇒ P(k), where it is true but not known without c.
fn under(view: &RoutineView, l: LoopId, body: &Body, ends: &[Term], c: &Term, there: &[&Values]) -> Vec<Proposal> {
    let skolem = &view.skolems[0];
    let k = skolem.term();
    let mut found = Vec::new();
    for lo in ends {
        for hi in ends.iter().filter(|hi| *hi != lo && !matches!(hi.kind(), Kind::Int(_))) {
            let nonempty = Term::lt(lo.clone(), hi.clone());
            if !there.iter().any(|s| truth(&nonempty, s) == Some(true)) {
                continue;
            }
            let range = [Term::le(lo.clone(), k.clone()), Term::lt(k.clone(), hi.clone())];
            let plain = Term::implies(Term::and(range.clone()), body.formula.clone());
            let closed = Term::forall([skolem.clone()], plain.clone());
            let holds = |s: &Values| eval(&closed, &Here(s)) != Some(Value::Bool(false));
            let step = there.len().div_ceil(STATES).max(1);
            if !there.iter().step_by(step).all(|s| holds(s)) || view.is_known(l, &closed) {
                continue;
            }
            let guard = Term::and(range.into_iter().chain([c.clone()]));
            let formula = Term::implies(guard, body.formula.clone());
            found.push((formula, weight(view, l, lo, hi, body) - 30));
        }
    }
    proposals(view, body, found)
}

/// The integers that may bound a range: zero, variables, and what the loop leaves alone.
fn ends(view: &RoutineView, l: LoopId) -> Vec<Term> {
    let integers = view.integers(l).into_iter();
    // a variable that is used as an index, or a field such as a length
    let field = |t: &Term| matches!(t.kind(), Kind::Select(_, key) if *key.sort() == Sort::Ref);
    let index = |t: &Term| t.as_var().is_some_and(|v| view.is_index(v));
    let plain = integers.filter(|t| index(t) || field(t));
    std::iter::once(Term::int(0)).chain(plain).take(BOUNDS).collect()
}

/// ∀k. lo ≤ k < hi ⇒ P(k)
fn one(view: &RoutineView, l: LoopId, body: &Body, ends: &[Term]) -> Vec<Proposal> {
    let k = view.skolems[0].term();
    let mut found = Vec::new();
    for lo in ends {
        for hi in ends.iter().filter(|hi| *hi != lo) {
            let moves = view.is_target(l, lo) || view.is_target(l, hi);
            let number = matches!(hi.kind(), Kind::Int(_));
            if !moves && (number || !view.is_target(l, &body.formula)) {
                continue;
            }
            let weight = weight(view, l, lo, hi, body);
            let said = |guard: [&Term; 2]| Term::implies(Term::and(guard.map(Clone::clone)), body.formula.clone());
            let from = [Term::le(lo.clone(), k.clone()), Term::lt(lo.clone(), k.clone())];
            let last = beside(hi, -1);
            let to = [
                Term::lt(k.clone(), hi.clone()),
                Term::le(k.clone(), hi.clone()),
                Term::lt(k.clone(), last.clone()),
            ];
            let (next, past) = (beside(lo, 1), beside(hi, 1));
            // what the formula says, and the elements it says it of
            let mut add = |guard: [&Term; 2], place: [&Term; 2], less: i32| {
                let formula = said(guard);
                let [from, to] = place.map(Clone::clone);
                let fits = is_inhabited(view, l, &from, &to) && seems_true(view, l, body, &formula);
                if fits {
                    // from the bound itself, in or out: other ranges that begin there are no wider
                    found.push(((lo.clone(), to), formula, weight - less));
                }
                fits
            };
            let [closed, open] = &from;
            let [below, upto, short] = &to;
            if add([closed, below], [lo, hi], 0) {
                add([closed, upto], [lo, &past], 1);
            } else if add([open, upto], [&next, &past], 6) | add([open, below], [&next, hi], 5) {
                continue;
            } else if view.is_target(l, hi) {
                add([closed, short], [lo, &last], 10);
            }
        }
    }
    proposals(view, body, widest(view, l, found))
}

/// A term at a distance.
fn beside(t: &Term, distance: i64) -> Term {
    Term::add(t.clone(), Term::int(distance))
}

type Place = (Term, Term);

/// The ranges that are within no other one in all states: of implied facts the strongest. Where two
/// are always the same, the more likely one.
fn widest(view: &RoutineView, l: LoopId, mut found: Vec<(Place, Term, i32)>) -> Vec<(Term, i32)> {
    found.sort_by_key(|(_, _, weight)| -weight);
    let states = &view.runs.heads[l.index()];
    let step = states.len().div_ceil(STATES).max(1);
    let some: Vec<&Values> = states.iter().step_by(step).collect();
    let value = |t: &Term, s: &Values| match eval(t, &Here(s)) {
        Some(Value::Int(i)) => Some(i),
        _ => None,
    };
    let spans: Vec<Vec<Option<(Int, Int)>>> = found
        .iter()
        .map(|((lo, hi), _, _)| some.iter().map(|s| Some((value(lo, s)?, value(hi, s)?))).collect())
        .collect();
    let within = |a: usize, b: usize| {
        spans[a].iter().zip(&spans[b]).all(|(a, b)| match (a, b) {
            (Some((lo, hi)), Some((from, to))) => lo >= hi || (from <= lo && hi <= to),
            _ => false,
        })
    };
    // what is between the beginning and a variable of the loop is worth a try even so
    let usual = |a: usize| found[a].2 >= USUAL && found[..a].iter().filter(|f| f.2 >= USUAL).count() < 4;
    let loses = |a: usize, b: usize| b != a && within(a, b) && !(within(b, a) && a < b);
    let is_widest = |a: &usize| usual(*a) || !(0..found.len()).any(|b| loses(*a, b));
    let kept: Vec<usize> = (0..found.len()).filter(is_widest).collect();
    kept.into_iter().map(|i| (found[i].1.clone(), found[i].2)).collect()
}

/// ∀k,m. lo ≤ k < m < hi ⇒ P(k,m), with a border below or above one of them, and with a gap at the border.
fn two(view: &RoutineView, l: LoopId, body: &Body, ends: &[Term]) -> Vec<Proposal> {
    let [k, m] = [&view.skolems[0], &view.skolems[1]].map(|s| s.term());
    let mut found = Vec::new();
    for lo in ends.iter().filter(|t| !view.is_target(l, t)) {
        for hi in ends.iter().filter(|hi| *hi != lo) {
            if matches!(hi.kind(), Kind::Int(_)) || !is_inhabited(view, l, lo, hi) {
                continue;
            }
            let base = [
                Term::le(lo.clone(), k.clone()),
                Term::lt(k.clone(), m.clone()),
                Term::lt(m.clone(), hi.clone()),
            ];
            let said = |more: &[Term]| {
                let guard = base.iter().chain(more).cloned();
                Term::implies(Term::and(guard), body.formula.clone())
            };
            let speaks = |formula: &Term| is_telling(view, l, &view.skolems[..2], formula);
            let all = said(&[]);
            if !speaks(&all) {
                continue;
            }
            if seems_true(view, l, body, &all) {
                found.push((all, weight(view, l, lo, hi, body)));
                continue;
            }
            let moves = |b: &Term| view.is_target(l, b) || view.is_target(l, &body.formula);
            let parts = |b: &&Term| moves(b) && *b != hi && *b != lo && !matches!(b.kind(), Kind::Int(_));
            for border in ends.iter().filter(parts) {
                let weight = weight(view, l, lo, hi, body);
                let mut add = |formula: Term, less: i32| {
                    let fits = seems_true(view, l, body, &formula);
                    if fits {
                        found.push((formula, weight - less));
                    }
                    fits
                };
                let below = Term::lt(k.clone(), border.clone());
                let above = Term::le(border.clone(), m.clone());
                let split = said(&[below.clone(), above.clone()]);
                if speaks(&split) && !(add(said(&[below]), 0) | add(said(&[above]), 1)) {
                    add(split, 5);
                }
                // all but the one at the border, which has no place yet
                let upto = [
                    Term::le(lo.clone(), k.clone()),
                    Term::lt(k.clone(), m.clone()),
                    Term::le(m.clone(), hi.clone()),
                    Term::ne(k.clone(), border.clone()),
                    Term::ne(m.clone(), border.clone()),
                ];
                let apart = Term::implies(Term::and(upto), body.formula.clone());
                if speaks(&apart) {
                    add(apart, 3);
                }
            }
        }
    }
    proposals(view, body, found)
}

fn proposals(view: &RoutineView, body: &Body, found: Vec<(Term, i32)>) -> Vec<Proposal> {
    let skolems = &view.skolems[..body.arity];
    let made = found.into_iter().map(|(formula, weight)| {
        Proposal::candidate(formula, ORIGIN)
            .over(skolems.iter().cloned())
            .weighing(weight)
    });
    made.collect()
}

/// Ranges from where the loop began to where it is are the usual ones.
fn weight(view: &RoutineView, l: LoopId, lo: &Term, hi: &Term, body: &Body) -> i32 {
    let moves = |t: &Term| view.is_target(l, t);
    let zero = matches!(lo.kind(), Kind::Int(_));
    let ends = match (moves(lo), moves(hi)) {
        (false, true) => 80 + i32::from(zero) * 5,
        (true, false) => 70,
        (true, true) => 60,
        (false, false) => 75,
    };
    let settled = if is_settled(view, l, body) { SETTLED } else { 0 };
    ends - body.formula.size() as i32 - settled
}

/// What a property weighs less where it was settled before.
const SETTLED: i32 = 200;

/// Does the loop leave alone what an earlier one writes? Then what that one established still holds, and
/// seldom need be said again.
fn is_settled(view: &RoutineView, l: LoopId, body: &Body) -> bool {
    let head = view.cfg.natural_loop(l).head;
    let earlier = view.cfg.loop_ids().take_while(|m| *m < l);
    let mut earlier = earlier.filter(|m| !view.cfg.natural_loop(*m).body.contains(&head));
    !view.is_target(l, &body.formula) && earlier.any(|m| view.is_target(m, &body.formula))
}

fn is_inhabited(view: &RoutineView, l: LoopId, lo: &Term, hi: &Term) -> bool {
    let nonempty = Term::lt(lo.clone(), hi.clone());
    let states = &view.runs.heads[l.index()];
    states.is_empty() || states.iter().any(|s| truth(&nonempty, s) == Some(true))
}

/// Is the range of a quantified formula inhabited in one of the states?
pub fn is_telling(view: &RoutineView, l: LoopId, vars: &[Var], formula: &Term) -> bool {
    let Kind::Implies(range, _) = formula.kind() else {
        return true;
    };
    let inhabited = Term::exists(vars.to_vec(), range.clone());
    let states = &view.runs.heads[l.index()];
    states.is_empty() || states.iter().any(|s| truth(&inhabited, s) == Some(true))
}

/// Is the closed formula true in some of the states? The rest are evaluated later.
fn seems_true(view: &RoutineView, l: LoopId, body: &Body, formula: &Term) -> bool {
    if view.budget.check().is_err() {
        return false;
    }
    let closed = Term::forall(view.skolems[..body.arity].iter().cloned(), formula.clone());
    let states = &view.runs.heads[l.index()];
    let step = states.len().div_ceil(STATES).max(1);
    let mut some = states.iter().step_by(step);
    charged(&view.budget, || {
        some.all(|s| eval(&closed, &Here(s)) != Some(Value::Bool(false)))
    })
}
