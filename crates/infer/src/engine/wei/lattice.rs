//! The generated predicates of a routine's loops, offered in the order of their strength (Weiß §5.1:
//! implications between predicates).
//!
//! Weiß asks about the weakest member of a family first, since most do not hold, and one answer
//! decides all sixteen. Here runs are the first to be asked, and they decide all members at once: a
//! property that is false of some elements refutes every member that speaks of these. Of the members
//! left the strongest are offered; a weaker one comes up when nothing stronger is left.

use super::family::{Kind, Place, Shape, Spot};
use super::pairs::Order;
use crate::houdini::{At, Ladder};
use crate::sources::{Body, RoutineView};
use abide_exec::Values;
use abide_exec::state::Here;
use abide_ir::cfg::LoopId;
use abide_logic::{Int, Term, Value, Var, eval};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Integers around the bounds at which elements are evaluated in one state, and states.
const WINDOW: i64 = 9;
const STATES: usize = 240;

/// A predicate, and those it implies.
struct Rung {
    at: At,
    /// Rungs that imply this one.
    stronger: Vec<usize>,
    offered: bool,
    gone: bool,
}

/// Predicates ordered by implication.
#[derive(Default)]
pub struct Lattice {
    rungs: Vec<Rung>,
    places: HashMap<At, usize>,
}

impl Lattice {
    /// Adds a predicate that these imply; a predicate that is known already is not added.
    pub fn add(&mut self, l: LoopId, formula: Term, stronger: Vec<usize>) -> usize {
        let at = (l, formula);
        if let Some(known) = self.places.get(&at) {
            return *known;
        }
        self.rungs.push(Rung {
            at: at.clone(),
            stronger,
            offered: false,
            gone: false,
        });
        self.places.insert(at, self.rungs.len() - 1);
        self.rungs.len() - 1
    }

    /// Adds the members of a family that the runs do not contradict.
    pub fn family(&mut self, view: &RoutineView, l: LoopId, (body, kind): (&Body, Kind), bounds: &Bounds) {
        let vars = &view.skolems[..body.arity];
        let seen = Spots::of(view, l, body, &bounds.terms);
        let shapes: Vec<Shape> = Shape::all(kind, &bounds.ranges)
            .into_iter()
            .filter(|s| seen.holds.iter().any(|spot| s.has(spot)) && !seen.fails.iter().any(|spot| s.has(spot)))
            .collect();
        let formula = |s: &Shape| s.formula(&body.formula, vars, &bounds.terms);
        let numbers: Vec<usize> = shapes.iter().map(|s| self.add(l, formula(s), Vec::new())).collect();
        for (position, shape) in shapes.iter().enumerate() {
            let covering = shapes.iter().enumerate().filter(|(other, s)| {
                let as_strong = s.covers(*shape, &bounds.order);
                // of two that say the same, the first is taken
                position != *other && as_strong && (*other < position || !shape.covers(**s, &bounds.order))
            });
            self.rungs[numbers[position]].stronger = covering.map(|(other, _)| numbers[other]).collect();
        }
    }
}

impl Ladder for Lattice {
    fn next(&mut self, gone: &[At]) -> Vec<At> {
        for at in gone {
            if let Some(number) = self.places.get(at) {
                self.rungs[*number].gone = true;
            }
        }
        let free = |rung: &Rung| {
            let standing = |s: &usize| self.rungs.get(*s).is_some_and(|r| !r.gone);
            !rung.offered && !rung.gone && !rung.stronger.iter().any(standing)
        };
        let now: Vec<usize> = (0..self.rungs.len()).filter(|i| free(&self.rungs[*i])).collect();
        let mut offered = Vec::new();
        for number in now {
            self.rungs[number].offered = true;
            offered.push(self.rungs[number].at.clone());
        }
        offered
    }
}

/// What quantified variables may range between at a loop.
pub struct Bounds {
    /// The integer terms.
    pub terms: Vec<Term>,
    /// What is known of their order.
    pub order: Order,
    /// The ranges between terms of which the first is known to be at most the second.
    pub ranges: Vec<super::family::Range>,
}

/// Where a property was seen to hold, and where to fail.
#[derive(Default)]
struct Spots {
    holds: BTreeSet<Spot>,
    fails: BTreeSet<Spot>,
}

impl Spots {
    fn of(view: &RoutineView, l: LoopId, body: &Body, terms: &[Term]) -> Spots {
        let mut spots = Spots::default();
        let states = &view.runs.heads[l.index()];
        let step = states.len().div_ceil(STATES).max(1);
        for state in states.iter().step_by(step) {
            spots.look(body, &view.skolems[..body.arity], terms, state);
        }
        spots
    }

    /// Looks at all elements around the bounds in a state.
    fn look(&mut self, body: &Body, vars: &[Var], terms: &[Term], state: &Values) {
        let values: Option<Vec<Int>> = terms
            .iter()
            .map(|t| match eval(t, &Here(state)) {
                Some(Value::Int(i)) => Some(i),
                _ => None,
            })
            .collect();
        let Some(values) = values else { return };
        let window: Vec<Int> = (-2..WINDOW).map(Int::from).collect();
        let place = |x: &Int| -> Place { values.iter().map(|v| x.cmp(v)).collect() };
        let places: BTreeMap<&Int, Place> = window.iter().map(|x| (x, place(x))).collect();
        let mut here = state.clone();
        let one = [Int::ZERO];
        let second = if vars.len() > 1 { window.as_slice() } else { &one };
        for x in &window {
            here.insert(vars[0].clone(), Value::Int(x.clone()));
            for y in second {
                if let Some(var) = vars.get(1) {
                    here.insert(var.clone(), Value::Int(y.clone()));
                }
                let spot = Spot {
                    x: places[x].clone(),
                    y: vars.get(1).map_or(Place::new(), |_| places[y].clone()),
                    between: x.cmp(y),
                };
                match eval(&body.formula, &Here(&here)) {
                    Some(Value::Bool(true)) => self.holds.insert(spot),
                    Some(Value::Bool(false)) => self.fails.insert(spot),
                    _ => continue,
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_logic::Sort;

    #[test]
    fn a_weaker_predicate_comes_up_when_all_that_imply_it_are_gone() {
        let x = Var::new("x", 0, Sort::Int).term();
        let [a, b, c] = [3, 2, 1].map(|n| Term::le(Term::int(n), x.clone()));
        let l = LoopId(0);
        let mut lattice = Lattice::default();
        let first = lattice.add(l, a.clone(), Vec::new());
        let second = lattice.add(l, b.clone(), vec![first]);
        lattice.add(l, c.clone(), vec![first, second]);
        assert_eq!(lattice.add(l, b.clone(), Vec::new()), second, "nothing is there twice");
        assert_eq!(lattice.next(&[]), [(l, a.clone())]);
        assert_eq!(lattice.next(&[]), []);
        assert_eq!(lattice.next(&[(l, a)]), [(l, b.clone())]);
        assert_eq!(lattice.next(&[(l, b)]), [(l, c.clone())]);
        assert_eq!(lattice.next(&[(l, c)]), []);
    }
}
