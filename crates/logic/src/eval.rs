//! Evaluation of terms to values; in one file because each kind of term is a case of one function.
//!
//! Evaluation is three-valued: `None` means that the value could not be determined, because a
//! variable has none or a quantifier ranges over too much. A bounded integer quantifier
//! (`forall k: int :: lo <= k && k < hi ==> …`) is evaluated exactly; any other is tried on
//! the candidates the environment offers, which can decide it in one direction only. The entries of a
//! map may be unknown, too ([`Value::Unknown`]); a term has a value if it has the same one for all
//! values of these.

mod branch_distance;
mod uses;

pub use branch_distance::{Fix, distance, fixes};

use crate::build::{div_total, mod_total};
use crate::{Func, Int, Kind, Quantifier, Sort, Term, Value, Var, builtin, heap};
use abide_base::Budget;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use uses::{Use, guards, only_as_key, only_in_uses};

/// What a function that is defined by itself stands for. The names in the body are its parameters.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its parameters.
    pub params: Vec<Var>,
    /// Its value, which may apply the function again.
    pub body: Term,
}

/// Functions that are defined by themselves, by name.
pub type Definitions = BTreeMap<Arc<str>, Definition>;

/// Where evaluation finds the values of variables and functions.
pub trait Env {
    /// The value of a variable.
    fn var(&self, var: &Var) -> Option<Value>;

    /// The value of an uninterpreted function.
    fn apply(&self, _func: &Func, _args: &[Value]) -> Option<Value> {
        None
    }

    /// What a function that is defined by itself stands for.
    fn definition(&self, _func: &Func) -> Option<&Definition> {
        None
    }

    /// The value of any function: of one with a fixed meaning, what it is.
    fn interpret(&self, func: &Func, args: &[Value]) -> Option<Value> {
        let fixed = heap::apply(func, args).or_else(|| builtin::apply(&func.name, args));
        fixed.or_else(|| self.apply(func, args))
    }

    /// Are the values what they are everywhere? In a solver's model maps are arbitrary at objects
    /// of which nothing was said, and quantifiers over objects are not decided by it.
    fn is_state(&self) -> bool {
        true
    }

    /// Do maps stay maps where what they hold is not known? Otherwise they are not known themselves.
    fn is_partial(&self) -> bool {
        false
    }

    /// Values worth trying for a quantified variable without bounds.
    fn candidates(&self, _sort: &Sort) -> Vec<Value> {
        Vec::new()
    }
}

/// The value of `term` in `env`, if it can be determined.
pub fn eval(term: &Term, env: &dyn Env) -> Option<Value> {
    Evaluator::new(env).eval(term)
}

thread_local! {
    /// Terms that were evaluated on this thread.
    static EVALUATED: Cell<u64> = const { Cell::new(0) };
}

/// Terms evaluated in the time of one step of a budget.
const A_STEP: u64 = 16;

/// Does work on this thread, and takes the steps of its evaluations from a budget.
pub fn charged<T>(budget: &Budget, work: impl FnOnce() -> T) -> T {
    let before = EVALUATED.get();
    let result = work();
    budget.spend(EVALUATED.get().wrapping_sub(before) / A_STEP + 1);
    result
}

/// The truth value of a formula in `env`, if it can be determined.
pub fn holds(term: &Term, env: &dyn Env) -> Option<bool> {
    eval(term, env)?.as_bool()
}

/// The value, unless it is not known.
fn known(value: Value) -> Option<Value> {
    (value != Value::Unknown).then_some(value)
}

/// How many instances of quantifiers one evaluation may try.
const QUANTIFIER_FUEL: usize = 3_000;

/// How often functions may apply themselves in one evaluation, and one inside another.
const UNFOLDINGS: usize = 50_000;
const DEPTH: usize = 400;

/// A variable of a quantifier by its place, values to try for it, and whether they stand for all.
struct Range {
    index: usize,
    values: Vec<Value>,
    exact: bool,
}

fn without(vars: &[Var], index: usize) -> Vec<Var> {
    let others = vars.iter().enumerate().filter(|(i, _)| *i != index);
    others.map(|(_, v)| v.clone()).collect()
}

/// The truth of a conjunction, or of a disjunction where `unit` is false, by that of its parts: one that
/// decides settles it whatever the others are.
pub fn junction(parts: &[Term], unit: bool, mut truth: impl FnMut(&Term) -> Option<bool>) -> Option<bool> {
    let mut known = true;
    for part in parts {
        match truth(part) {
            Some(b) if b != unit => return Some(!unit),
            Some(_) => {}
            None => known = false,
        }
    }
    known.then_some(unit)
}

struct Evaluator<'a> {
    env: &'a dyn Env,
    bound: Vec<(Var, Value)>,
    fuel: usize,
    unfoldings: usize,
    depth: usize,
}

impl<'a> Evaluator<'a> {
    fn new(env: &'a dyn Env) -> Evaluator<'a> {
        Evaluator {
            env,
            bound: Vec::new(),
            fuel: QUANTIFIER_FUEL,
            unfoldings: UNFOLDINGS,
            depth: 0,
        }
    }

    fn eval(&mut self, t: &Term) -> Option<Value> {
        EVALUATED.set(EVALUATED.get().wrapping_add(1));
        Some(match t.kind() {
            Kind::Var(v) => match self.bound.iter().rev().find(|(b, _)| b == v) {
                Some((_, value)) => known(value.clone())?,
                None => known(self.env.var(v)?)?,
            },
            Kind::Bool(b) => Value::Bool(*b),
            Kind::Int(i) => Value::Int(i.clone()),
            Kind::Null => Value::NULL,
            Kind::Not(a) => Value::Bool(!self.truth(a)?),
            Kind::And(parts) => Value::Bool(junction(parts, true, |p| self.truth(p))?),
            Kind::Or(parts) => Value::Bool(junction(parts, false, |p| self.truth(p))?),
            Kind::Implies(a, b) => Value::Bool(match self.truth(a) {
                Some(false) => true,
                Some(true) => self.truth(b)?,
                None if self.truth(b)? => true,
                None => return None,
            }),
            Kind::Eq(a, b) => Value::Bool(self.eval(a)?.same(&self.eval(b)?)?),
            Kind::Lt(a, b) => Value::Bool(self.int(a)? < self.int(b)?),
            Kind::Le(a, b) => Value::Bool(self.int(a)? <= self.int(b)?),
            Kind::Add(parts) => {
                let mut sum = Int::ZERO;
                for part in parts {
                    sum += self.int(part)?;
                }
                Value::Int(sum)
            }
            Kind::Neg(a) => Value::Int(-self.int(a)?),
            Kind::Mul(a, b) => match (self.int(a), self.int(b)) {
                (Some(a), Some(b)) => Value::Int(a * b),
                (Some(zero), None) | (None, Some(zero)) if zero == Int::ZERO => Value::Int(zero),
                _ => return None,
            },
            Kind::Div(a, b) => Value::Int(div_total(&self.int(a)?, &self.int(b)?)),
            Kind::Mod(a, b) => Value::Int(mod_total(&self.int(a)?, &self.int(b)?)),
            Kind::Ite(c, a, b) => match self.truth(c) {
                Some(true) => self.eval(a)?,
                Some(false) => self.eval(b)?,
                None if self.env.is_partial() => known(self.eval(a)?.joined(&self.eval(b)?))?,
                None => return None,
            },
            Kind::Select(m, k) => {
                let map = self.eval(m)?;
                let map = map.as_map()?;
                match self.eval(k) {
                    Some(key) => known(map.get(&key).clone())?,
                    // an unknown object need not be among those that the default is meant for
                    None if self.env.is_partial() && map.entries().is_empty() && *k.sort() != Sort::Ref => {
                        known(map.default().clone())?
                    }
                    None => return None,
                }
            }
            Kind::Store(m, k, v) => {
                let map = self.eval(m)?;
                let value = self.held(v)?;
                match self.eval(k).filter(|key| key.family().is_none()) {
                    Some(key) => {
                        let mut map = map.as_map()?.clone();
                        map.set(key, value);
                        Value::map(map)
                    }
                    // any entry may have become the value
                    None if self.env.is_partial() => {
                        let written = crate::MapValue::constant(value);
                        map.joined(&Value::map(written))
                    }
                    None => return None,
                }
            }
            Kind::Const(v) => {
                let value = self.held(v)?;
                Value::map(crate::MapValue::constant(value))
            }
            Kind::Apply(func, args) => {
                if let Some(definition) = self.env.definition(func) {
                    return self.unfolded(definition, args);
                }
                let args = args.iter().map(|a| self.eval(a)).collect::<Option<Vec<_>>>()?;
                if !args.iter().all(Value::is_known) {
                    return None;
                }
                self.env.interpret(func, &args)?
            }
            Kind::Quant(q, vars, body) => Value::Bool(self.quantified(*q, vars, body)?),
        })
    }

    /// The value of a function that is defined by itself.
    fn unfolded(&mut self, definition: &Definition, args: &[Term]) -> Option<Value> {
        self.unfoldings = self.unfoldings.checked_sub(1)?;
        if self.depth >= DEPTH || definition.params.len() != args.len() {
            return None;
        }
        let values: Option<Vec<Value>> = args.iter().map(|a| self.held(a)).collect();
        let params = definition.params.iter().cloned().zip(values?);
        let outer = std::mem::replace(&mut self.bound, params.collect());
        self.depth += 1;
        let value = self.eval(&definition.body);
        self.depth -= 1;
        self.bound = outer;
        value
    }

    /// What a map is to hold: what is not known, too, where maps may hold that.
    fn held(&mut self, t: &Term) -> Option<Value> {
        match self.eval(t) {
            None if self.env.is_partial() => Some(Value::unknown(t.sort())),
            value => value,
        }
    }

    fn truth(&mut self, t: &Term) -> Option<bool> {
        self.eval(t)?.as_bool()
    }

    fn int(&mut self, t: &Term) -> Option<Int> {
        match self.eval(t)? {
            Value::Int(i) => Some(i),
            _ => None,
        }
    }

    fn quantified(&mut self, q: Quantifier, vars: &[Var], body: &Term) -> Option<bool> {
        let neutral = q == Quantifier::Forall;
        if vars.is_empty() {
            return self.truth(body);
        }
        let range = self.range(q, vars, body);
        if self.env.is_partial() && range.as_ref().is_none_or(|r| !r.exact) {
            let of_any = self.of_any(vars, body);
            if of_any.is_some() {
                return of_any;
            }
        }
        let Range { index, values, exact } = range?;
        let rest = without(vars, index);
        let mut known = exact;
        for value in values {
            self.fuel = self.fuel.checked_sub(1)?;
            self.bound.push((vars[index].clone(), value));
            let truth = self.quantified(q, &rest, body);
            self.bound.pop();
            match truth {
                Some(b) if b != neutral => return Some(!neutral),
                Some(_) => {}
                None => known = false,
            }
        }
        known.then_some(neutral)
    }

    /// The truth that the body of a quantifier has whatever the values of its variables are.
    fn of_any(&mut self, vars: &[Var], body: &Term) -> Option<bool> {
        let outer = self.bound.len();
        self.bound.extend(vars.iter().map(|v| (v.clone(), Value::Unknown)));
        let truth = self.truth(body);
        self.bound.truncate(outer);
        truth
    }

    /// One of the variables of a quantifier, and the values to try for it.
    fn range(&mut self, q: Quantifier, vars: &[Var], body: &Term) -> Option<Range> {
        let (index, values, exact) = match self.bounded(q, vars, body) {
            Some((i, (low, high))) => {
                let width = Int::max(&high - &low + Int::ONE, Int::ZERO);
                let width = usize::try_from(&width).ok().filter(|w| *w <= self.fuel)?;
                let values = (0..width).map(|d| Value::Int(&low + Int::from(d))).collect();
                (i, values, true)
            }
            None if *vars[0].sort() == Sort::Bool => (0, vec![Value::Bool(false), Value::Bool(true)], true),
            None => {
                let keys = |e: &mut Self| (0..vars.len()).find_map(|i| Some((i, e.keys(&vars[i], vars, body)?)));
                let points = |e: &mut Self| (0..vars.len()).find_map(|i| Some((i, e.points(&vars[i], vars, body)?)));
                let found = self.objects(vars, body).or_else(|| keys(self));
                match found.or_else(|| points(self)) {
                    Some((i, values)) => (i, values, true),
                    None => (0, self.env.candidates(vars[0].sort()), false),
                }
            }
        };
        Some(Range { index, values, exact })
    }

    /// A variable with a lower and an upper bound outside of which the body is neutral, if the
    /// body states such bounds, directly or through another variable of the binder.
    fn bounded(&mut self, q: Quantifier, vars: &[Var], body: &Term) -> Option<(usize, (Int, Int))> {
        let mut low: Vec<Option<Int>> = vec![None; vars.len()];
        let mut high: Vec<Option<Int>> = vec![None; vars.len()];
        let guards = guards(q, body);
        // once around for each variable carries a bound along any chain x < y < z
        for _ in vars {
            for guard in &guards {
                let (strict, a, b) = match guard.kind() {
                    Kind::Lt(a, b) => (Int::ONE, a, b),
                    Kind::Le(a, b) => (Int::ZERO, a, b),
                    _ => continue,
                };
                let place = |t: &Term| t.as_var().and_then(|v| vars.iter().position(|x| x == v));
                let (at_a, at_b) = (place(a), place(b));
                if let Some(i) = at_b {
                    let bound = match at_a {
                        Some(j) => low[j].clone(),
                        None => self.free_int(a, vars),
                    };
                    raise(&mut low[i], bound.map(|x| x + &strict));
                }
                if let Some(i) = at_a {
                    let negated = match at_b {
                        Some(j) => high[j].clone(),
                        None => self.free_int(b, vars).map(|x| -x),
                    };
                    raise(&mut high[i], negated.map(|x| x + &strict));
                }
            }
        }
        for (i, var) in vars.iter().enumerate() {
            if low[i].is_some() && high[i].is_none() {
                let uppers: Vec<Int> = guards.iter().filter_map(|g| self.greatest(g, var, vars)).collect();
                high[i] = uppers.into_iter().min().map(|x| -x);
            }
        }
        // upper bounds were kept negated, so that both are raised
        let bounds = low.into_iter().zip(high).map(|(l, h)| Some((l?, -h?)));
        bounds
            .enumerate()
            .filter(|(i, _)| *vars[*i].sort() == Sort::Int)
            .find_map(|(i, b)| b.map(|b| (i, b)))
    }

    /// A number that a variable does not exceed where a formula holds.
    fn greatest(&mut self, t: &Term, var: &Var, vars: &[Var]) -> Option<Int> {
        match t.kind() {
            Kind::Lt(a, b) => self.difference(a, b, var, vars).map(|x| x - Int::ONE),
            Kind::Le(a, b) => self.difference(a, b, var, vars),
            Kind::And(parts) => parts.iter().filter_map(|p| self.greatest(p, var, vars)).min(),
            Kind::Or(parts) => {
                let all = parts.iter().map(|p| self.greatest(p, var, vars));
                all.collect::<Option<Vec<Int>>>()?.into_iter().max()
            }
            Kind::Implies(a, b) => {
                let ways = [Term::not(a.clone()), b.clone()];
                let all = ways.iter().map(|p| self.greatest(p, var, vars));
                all.collect::<Option<Vec<Int>>>()?.into_iter().max()
            }
            Kind::Not(a) => match a.kind() {
                Kind::Lt(a, b) => self.difference(b, a, var, vars),
                Kind::Le(a, b) => self.difference(b, a, var, vars).map(|x| x - Int::ONE),
                _ => None,
            },
            _ => None,
        }
    }

    /// What is left of `b` if a sum that a variable is part of is taken from it, but for the variable.
    fn difference(&mut self, a: &Term, b: &Term, var: &Var, vars: &[Var]) -> Option<Int> {
        let bound = self.free_int(b, vars)?;
        let parts = match a.kind() {
            Kind::Add(parts) => parts.as_slice(),
            _ => std::slice::from_ref(a),
        };
        let (own, others): (Vec<&Term>, Vec<&Term>) = parts.iter().partition(|p| p.as_var() == Some(var));
        if own.len() != 1 {
            return None;
        }
        others
            .into_iter()
            .try_fold(bound, |left, p| Some(left - self.free_int(p, vars)?))
    }

    /// The objects that stand for all values of a variable of sort `Ref`: null, those that occur
    /// in the values of what the body mentions, and one other. Nothing in a formula but an
    /// uninterpreted function tells apart two objects that occur nowhere.
    fn objects(&mut self, vars: &[Var], body: &Term) -> Option<(usize, Vec<Value>)> {
        let index = vars.iter().position(|v| *v.sort() == Sort::Ref)?;
        let mut fixed = true;
        body.visit(&mut |t| {
            if let Kind::Apply(func, _) = t.kind() {
                fixed &= heap::is_between(func) || builtin::is_builtin(&func.name);
            }
            fixed
        });
        if !fixed || !self.env.is_state() {
            return None;
        }
        let mut objects = BTreeSet::from([Value::NULL]);
        for var in body.free_vars().iter().filter(|v| !vars.contains(v)) {
            self.eval(&var.term())?.objects(&mut objects);
        }
        let highest = match objects.last() {
            Some(Value::Ref(r)) => r.checked_add(1)?.max(1),
            _ => return None,
        };
        objects.insert(Value::Ref(highest));
        Some((index, objects.into_iter().collect()))
    }

    /// The keys that stand for all values of `var`, if it occurs only as a key of maps that do
    /// not depend on the binder: the keys of their entries, and one key that is in none.
    fn keys(&mut self, var: &Var, vars: &[Var], body: &Term) -> Option<Vec<Value>> {
        let mut maps = Vec::new();
        let only = only_as_key(body, var, &mut maps);
        if !only || maps.iter().any(|m| m.mentions_any(vars)) {
            return None;
        }
        let mut keys = BTreeSet::new();
        for map in maps {
            keys.extend(self.eval(&map)?.as_map()?.entries().keys().cloned());
        }
        let other = match (var.sort(), keys.last()) {
            (Sort::Int, None) => Value::int(0),
            (Sort::Int, Some(Value::Int(i))) => Value::Int(i + Int::ONE),
            (Sort::Ref, None) => Value::NULL,
            (Sort::Ref, Some(Value::Ref(r))) => Value::Ref(r.checked_add(1)?),
            _ => return None,
        };
        keys.insert(other);
        Some(keys.into_iter().collect())
    }

    /// The integers that stand for all values of `var`, if it occurs only in keys of maps and in
    /// comparisons, at a distance from it that does not depend on the binder: the keys of the
    /// entries, what it is compared with, and the neighbours of these. Between two neighbours all
    /// integers are read and compared alike.
    fn points(&mut self, var: &Var, vars: &[Var], body: &Term) -> Option<Vec<Value>> {
        let mut uses = Vec::new();
        if *var.sort() != Sort::Int || !self.env.is_state() || !only_in_uses(body, var, &mut uses) {
            return None;
        }
        let mut points = BTreeSet::new();
        for Use { of, distance } in uses {
            if of.mentions_any(vars) {
                return None;
            }
            let distance = self.free_int(&distance, vars)?;
            let ends: Vec<Int> = match self.eval(&of)? {
                Value::Map(map) => map.entries().keys().filter_map(|k| k.as_int().cloned()).collect(),
                Value::Int(i) => vec![i],
                _ => return None,
            };
            for end in ends {
                let at = end - &distance;
                points.extend([&at - Int::ONE, &at + Int::ONE, at]);
            }
        }
        points.insert(Int::ZERO);
        Some(points.into_iter().map(Value::Int).collect())
    }

    /// The value of a term in which none of `vars` occurs.
    fn free_int(&mut self, t: &Term, vars: &[Var]) -> Option<Int> {
        if t.mentions_any(vars) {
            return None;
        }
        self.int(t)
    }
}

/// Replaces a bound by a stronger one.
fn raise(bound: &mut Option<Int>, new: Option<Int>) {
    if let Some(new) = new
        && bound.as_ref().is_none_or(|old| *old < new)
    {
        *bound = Some(new);
    }
}

#[cfg(test)]
mod tests;
