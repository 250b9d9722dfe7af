//! The search for instances of universal facts that a model falsifies.

use super::ground::Grounder;
use super::index::IndexTerms;
use super::reach::Reach;
use super::universal::Universal;
use crate::session::Session;
use abide_base::Budget;
use abide_logic::eval::charged;
use abide_logic::{Env, Func, Kind, Sort, Term, Value, Var, builtin, eval, heap};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Tuples tried for one universal fact, and instances added for it, in one round.
const TUPLES: usize = 40_000;
const ADDED: usize = 24;

/// Tuples tried between two checks of the budget.
const PATIENCE: usize = 256;

/// Instances, as (universal fact, tuple of terms), that the session's model falsifies; not
/// all of them when the budget is exhausted.
pub(super) fn find(
    session: &mut dyn Session,
    grounder: &Grounder,
    reach: &Reach,
    active: impl Fn(&Universal) -> bool,
    budget: &Budget,
) -> Vec<(usize, Vec<Term>)> {
    let model = Model {
        session: RefCell::new(session),
        reach,
        known: RefCell::new(HashMap::new()),
    };
    let mut candidates: BTreeMap<Sort, Vec<(Value, Term)>> = BTreeMap::new();
    let mut found = Vec::new();
    for (id, universal) in grounder.universals.iter().enumerate().filter(|(_, u)| active(u)) {
        if budget.check().is_err() {
            break;
        }
        if !universal
            .guard
            .iter()
            .all(|g| eval(g, &model) == Some(Value::Bool(true)))
        {
            continue;
        }
        for bound in &universal.vars {
            let sort = bound.var.sort();
            candidates
                .entry(sort.clone())
                .or_insert_with(|| by_value(&model, &grounder.index, sort));
        }
        let lists: Vec<&[(Value, Term)]> = universal
            .vars
            .iter()
            .map(|b| candidates[b.var.sort()].as_slice())
            .collect();
        if lists.iter().any(|l| l.is_empty()) {
            // nothing to try yet: any instance is better than none
            let tuple = universal.vars.iter().map(|b| default_term(b.var.sort()));
            found.extend(tuple.collect::<Option<Vec<Term>>>().map(|t| (id, t)));
            continue;
        }
        // an instance that was added and cannot be evaluated adds nothing
        let new = |tuple: &Vec<Term>| !grounder.is_known(id, tuple);
        let tuples = falsified(universal, &lists, &model, budget, new);
        found.extend(tuples.into_iter().map(|tuple| (id, tuple)));
    }
    // instances about near terms may settle those about the terms beyond them
    keep_nearest(&mut found, &Sort::Ref, reads);
    keep_nearest(&mut found, &Sort::Int, |t| grounder.index.distance(t));
    found
}

/// Keeps the tuples whose terms of a sort are nearest, and those that have none.
fn keep_nearest(found: &mut Vec<(usize, Vec<Term>)>, sort: &Sort, distance: impl Fn(&Term) -> usize) {
    let farthest = |tuple: &[Term]| tuple.iter().filter(|t| t.sort() == sort).map(&distance).max();
    let least = found.iter().filter_map(|(_, tuple)| farthest(tuple)).min();
    found.retain(|(_, tuple)| farthest(tuple).is_none_or(|d| Some(d) == least));
}

/// Reads inside each other.
fn reads(t: &Term) -> usize {
    let inner = t.kind().children().map(reads).max().unwrap_or(0);
    inner + usize::from(matches!(t.kind(), Kind::Select(..)))
}

fn default_term(sort: &Sort) -> Option<Term> {
    Value::zero(sort).term(sort)
}

/// One term for each value that some term has in the model, the nearest first.
fn by_value(model: &Model, index: &IndexTerms, sort: &Sort) -> Vec<(Value, Term)> {
    let mut terms: Vec<&Term> = index.of_sort(sort).collect();
    terms.sort_by_key(|t| index.distance(t));
    let mut seen = BTreeSet::new();
    let valued = terms.into_iter().filter_map(|t| Some((eval(t, model)?, t.clone())));
    valued.filter(|(value, _)| seen.insert(value.clone())).collect()
}

fn falsified<'a>(
    universal: &Universal,
    lists: &[&[(Value, Term)]],
    model: &'a Model<'a>,
    budget: &Budget,
    new: impl Fn(&Vec<Term>) -> bool,
) -> Vec<Vec<Term>> {
    let mut found = Vec::new();
    let mut at = vec![0; lists.len()];
    for number in 0..TUPLES {
        if number % PATIENCE == 0 && budget.check().is_err() {
            break;
        }
        let bound = universal.vars.iter().zip(&at).zip(lists);
        let values: Vec<(Var, Value)> = bound.map(|((b, i), l)| (b.var.clone(), l[*i].0.clone())).collect();
        let env = Bindings { model, values };
        let truth = charged(budget, || eval(&universal.body, &env));
        let open = truth.is_none() && universal.body.has_quantifier();
        if truth == Some(Value::Bool(false)) || open {
            let tuple: Vec<Term> = at.iter().zip(lists).map(|(i, l)| l[*i].1.clone()).collect();
            found.extend(Some(tuple).filter(|t| !open || new(t)));
            if found.len() >= ADDED {
                break;
            }
        }
        // the next tuple, like a counter
        let mut place = 0;
        loop {
            if place == at.len() {
                return found;
            }
            at[place] += 1;
            if at[place] < lists[place].len() {
                break;
            }
            at[place] = 0;
            place += 1;
        }
    }
    found
}

/// The session's model as an environment, each variable asked for once.
struct Model<'a> {
    session: RefCell<&'a mut dyn Session>,
    reach: &'a Reach,
    known: RefCell<HashMap<Var, Option<Value>>>,
}

impl Env for Model<'_> {
    fn var(&self, var: &Var) -> Option<Value> {
        if let Some(value) = self.known.borrow().get(var) {
            return value.clone();
        }
        let value = self.session.borrow_mut().value(&var.term());
        self.known.borrow_mut().insert(var.clone(), value.clone());
        value
    }

    fn apply(&self, func: &Func, args: &[Value]) -> Option<Value> {
        let args = func
            .params
            .iter()
            .zip(args)
            .map(|(sort, v)| v.term(sort))
            .collect::<Option<Vec<_>>>()?;
        self.session.borrow_mut().value(&Term::apply(func.clone(), args))
    }

    /// Paths are what the model says of them, not what its fields lead to.
    fn interpret(&self, func: &Func, args: &[Value]) -> Option<Value> {
        match args {
            [field, x, y, z] if heap::is_between(func) => Some(Value::Bool(self.reach.truth(field, [x, y, z]))),
            _ => builtin::apply(&func.name, args).or_else(|| self.apply(func, args)),
        }
    }

    fn is_state(&self) -> bool {
        false
    }
}

struct Bindings<'a> {
    model: &'a Model<'a>,
    values: Vec<(Var, Value)>,
}

impl Env for Bindings<'_> {
    fn var(&self, var: &Var) -> Option<Value> {
        match self.values.iter().find(|(v, _)| v == var) {
            Some((_, value)) => Some(value.clone()),
            None => self.model.var(var),
        }
    }

    fn apply(&self, func: &Func, args: &[Value]) -> Option<Value> {
        self.model.apply(func, args)
    }

    fn interpret(&self, func: &Func, args: &[Value]) -> Option<Value> {
        self.model.interpret(func, args)
    }

    fn is_state(&self) -> bool {
        false
    }
}
