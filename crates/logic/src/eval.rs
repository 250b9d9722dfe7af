//! Evaluation of terms to values.
//!
//! Evaluation is three-valued: `None` means that the value could not be found out, because a
//! variable has none or a quantifier ranges over too much. A bounded integer quantifier
//! (`forall k: int :: lo <= k && k < hi ==> …`) is evaluated exactly; any other is tried on
//! the candidates the environment offers, which can settle it in one direction only. What a map
//! holds may be unknown, too ([`Value::Unknown`]); a term has a value if it is the same whatever
//! that is.

mod near;

pub use near::{Fix, distance, fixes};

use crate::build::{div_total, mod_total};
use crate::{Func, Int, Kind, Quantifier, Sort, Term, Value, Var, builtin, heap};
use abide_base::Budget;
use std::cell::Cell;
use std::collections::BTreeSet;

/// Where evaluation finds the values of variables and functions.
pub trait Env {
    /// The value of a variable.
    fn var(&self, var: &Var) -> Option<Value>;

    /// The value of an uninterpreted function.
    fn apply(&self, _func: &Func, _args: &[Value]) -> Option<Value> {
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

/// The value of `term` in `env`, if it can be found out.
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

/// The truth value of a formula in `env`, if it can be found out.
pub fn holds(term: &Term, env: &dyn Env) -> Option<bool> {
    eval(term, env)?.as_bool()
}

/// The value, unless it is not known.
fn known(value: Value) -> Option<Value> {
    (value != Value::Unknown).then_some(value)
}

/// How many instances of quantifiers one evaluation may look at.
const QUANTIFIER_FUEL: usize = 3_000;

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
}

impl<'a> Evaluator<'a> {
    fn new(env: &'a dyn Env) -> Evaluator<'a> {
        Evaluator {
            env,
            bound: Vec::new(),
            fuel: QUANTIFIER_FUEL,
        }
    }

    fn eval(&mut self, t: &Term) -> Option<Value> {
        EVALUATED.set(EVALUATED.get().wrapping_add(1));
        Some(match t.kind() {
            Kind::Var(v) => match self.bound.iter().rev().find(|(b, _)| b == v) {
                Some((_, value)) => value.clone(),
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
                    // an object of which nothing is known need not be like those that the map was made for
                    None if self.env.is_partial() && map.entries().is_empty() && *k.sort() != Sort::Ref => {
                        known(map.default().clone())?
                    }
                    None => return None,
                }
            }
            Kind::Store(m, k, v) => {
                let map = self.eval(m)?;
                let value = self.held(v)?;
                match self.eval(k) {
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
                let args = args.iter().map(|a| self.eval(a)).collect::<Option<Vec<_>>>()?;
                if !args.iter().all(Value::is_known) {
                    return None;
                }
                self.env.interpret(func, &args)?
            }
            Kind::Quant(q, vars, body) => Value::Bool(self.quantified(*q, vars, body)?),
        })
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
        let Range { index, values, exact } = self.range(q, vars, body)?;
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
        // upper bounds were kept negated, so that both are raised
        let bounds = low.into_iter().zip(high).map(|(l, h)| Some((l?, -h?)));
        bounds
            .enumerate()
            .filter(|(i, _)| *vars[*i].sort() == Sort::Int)
            .find_map(|(i, b)| b.map(|b| (i, b)))
    }

    /// The objects that stand for all values of a variable of sort `Ref`: null, those that occur
    /// in the values of what the body speaks of, and one other. Nothing in a formula but an
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

/// Does `var` occur only as the key of a read? Collects the maps that are read.
fn only_as_key(t: &Term, var: &Var, maps: &mut Vec<Term>) -> bool {
    match t.kind() {
        Kind::Var(v) => v != var,
        Kind::Select(map, key) if key.as_var() == Some(var) => {
            maps.push(map.clone());
            only_as_key(map, var, maps)
        }
        // an inner binder may hide it
        Kind::Quant(_, inner, _) if inner.contains(var) => true,
        kind => kind.children().all(|c| only_as_key(c, var, maps)),
    }
}

/// How a variable is used: as a key of a map, or compared with an integer.
struct Use {
    /// The map or the integer.
    of: Term,
    /// What is added to the variable.
    distance: Term,
}

/// Does `var` occur only as, or in a sum that is, a key of a read or one side of a comparison?
/// Collects these uses.
fn only_in_uses(t: &Term, var: &Var, uses: &mut Vec<Use>) -> bool {
    let free = |t: &Term| !t.mentions(var);
    match t.kind() {
        Kind::Var(v) => v != var,
        Kind::Select(map, key) if !free(key) => {
            let Some(distance) = added(key, var) else {
                return false;
            };
            uses.push(Use {
                of: map.clone(),
                distance,
            });
            only_in_uses(map, var, uses)
        }
        Kind::Lt(a, b) | Kind::Le(a, b) | Kind::Eq(a, b) if *a.sort() == Sort::Int => {
            for (own, other) in [(a, b), (b, a)] {
                if let (Some(distance), true) = (added(own, var), free(other)) {
                    uses.push(Use {
                        of: other.clone(),
                        distance,
                    });
                    return true;
                }
            }
            only_in_uses(a, var, uses) && only_in_uses(b, var, uses)
        }
        // an inner binder may hide it
        Kind::Quant(_, inner, _) if inner.contains(var) => true,
        kind => kind.children().all(|c| only_in_uses(c, var, uses)),
    }
}

/// What is added to `var` in a sum with it.
fn added(sum: &Term, var: &Var) -> Option<Term> {
    if sum.as_var() == Some(var) {
        return Some(Term::int(0));
    }
    let Kind::Add(parts) = sum.kind() else { return None };
    let at = parts.iter().position(|p| p.as_var() == Some(var))?;
    let rest = parts.iter().enumerate().filter(|(i, _)| *i != at);
    let rest = Term::sum(rest.map(|(_, t)| t.clone()));
    (!rest.mentions(var)).then_some(rest)
}

/// Replaces a bound by a stronger one.
fn raise(bound: &mut Option<Int>, new: Option<Int>) {
    if let Some(new) = new
        && bound.as_ref().is_none_or(|old| *old < new)
    {
        *bound = Some(new);
    }
}

/// Formulas of which each must be true for the body of the quantifier to matter.
fn guards(q: Quantifier, body: &Term) -> Vec<Term> {
    match (q, body.kind()) {
        (Quantifier::Exists, _) => body.conjuncts(),
        (Quantifier::Forall, Kind::Implies(guard, rest)) => {
            let mut all = guard.conjuncts();
            all.extend(guards(q, rest));
            all
        }
        (Quantifier::Forall, Kind::Not(all)) => all.conjuncts(),
        (Quantifier::Forall, Kind::Or(parts)) => parts.iter().map(|p| Term::not(p.clone())).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MapValue;

    pub(super) struct Table(pub(super) Vec<(Var, Value)>);
    impl Env for Table {
        fn var(&self, var: &Var) -> Option<Value> {
            self.0.iter().find(|(v, _)| v == var).map(|(_, value)| value.clone())
        }
    }

    fn array() -> (Var, Table) {
        let a = Var::new("a", 0, Sort::map(Sort::Int, Sort::Int));
        let mut map = MapValue::constant(Value::int(9));
        (0..3).for_each(|i| map.set(Value::int(i), Value::int(i * i)));
        (a.clone(), Table(vec![(a, Value::map(map))]))
    }

    #[test]
    fn bounded_quantifiers_are_exact() {
        let (a, env) = array();
        let (x, y) = (Var::new("x", 1, Sort::Int), Var::new("y", 2, Sort::Int));
        let at = |v: &Var| Term::select(a.term(), v.term());
        // forall x, y :: 0 <= x && x < y && y < 3 ==> a[x] <= a[y]
        let guard = |high: i64| {
            Term::and([
                Term::le(Term::int(0), x.term()),
                Term::lt(x.term(), y.term()),
                Term::lt(y.term(), Term::int(high)),
                Term::le(Term::int(0), y.term()),
            ])
        };
        let sorted = |high| {
            Term::forall(
                [x.clone(), y.clone()],
                Term::implies(guard(high), Term::le(at(&x), at(&y))),
            )
        };
        assert_eq!(holds(&sorted(3), &env), Some(true));
        assert_eq!(holds(&sorted(4), &env), Some(true));
        let strict = Term::forall(
            [x.clone(), y.clone()],
            Term::implies(guard(5), Term::lt(at(&x), at(&y))),
        );
        assert_eq!(holds(&strict, &env), Some(false));
        let some = Term::exists([x.clone()], Term::and([guard(3), Term::eq(at(&x), Term::int(4))]));
        assert_eq!(holds(&some, &env), None, "y has no value");
        // the lower bound of y follows from that of x
        let chain = Term::and([
            Term::le(Term::int(0), x.term()),
            Term::lt(x.term(), y.term()),
            Term::lt(y.term(), Term::int(3)),
        ]);
        let chained = Term::forall([x.clone(), y.clone()], Term::implies(chain, Term::lt(at(&x), at(&y))));
        assert_eq!(holds(&chained, &env), Some(true));
    }

    #[test]
    fn what_a_frame_says_is_exact() {
        let (a, mut env) = array();
        let b = Var::new("b", 7, a.sort().clone());
        let before = env.var(&a).expect("it has a value");
        env.0.push((b.clone(), before));
        let k = Var::new("k", 8, Sort::Int);
        let read = |map: &Var, by: i64| Term::select(map.term(), Term::add(k.term(), Term::int(by)));
        let inside = |low: i64, high: i64| {
            let above = Term::le(Term::int(low), k.term());
            Term::and([above, Term::lt(k.term(), Term::int(high))])
        };
        let same = |low: i64, high: i64| {
            let equal = Term::eq(read(&a, 0), read(&b, 0));
            Term::forall([k.clone()], Term::or([inside(low, high), equal]))
        };
        assert_eq!(holds(&same(1, 1), &env), Some(true));
        let mut changed = env.0[1].1.as_map().expect("a map").clone();
        changed.set(Value::int(5), Value::int(77));
        env.0[1].1 = Value::map(changed);
        assert_eq!(holds(&same(0, 5), &env), Some(false));
        assert_eq!(holds(&same(0, 6), &env), Some(true));
        assert_eq!(holds(&same(5, 6), &env), Some(true));
        // at a distance
        let next = Term::implies(Term::eq(read(&b, 3), Term::int(77)), Term::eq(k.term(), Term::int(2)));
        assert_eq!(holds(&Term::forall([k.clone()], next), &env), Some(true));
        let none = Term::exists(
            [k.clone()],
            Term::and([inside(3, 9), Term::eq(read(&b, 3), Term::int(77))]),
        );
        assert_eq!(holds(&none, &env), Some(false));
    }

    #[test]
    fn unbounded_quantifiers_stay_open() {
        let (a, env) = array();
        let x = Var::new("x", 1, Sort::Int);
        let all = Term::forall([x.clone()], Term::le(x.term(), Term::select(a.term(), x.term())));
        assert_eq!(holds(&all, &env), None);
        // but where the variable is a key only, the entries and one other key stand for all
        let read = |low: i64| Term::forall([x.clone()], Term::le(Term::int(low), Term::select(a.term(), x.term())));
        assert_eq!(holds(&read(0), &env), Some(true));
        assert_eq!(holds(&read(1), &env), Some(false));
        assert_eq!(holds(&Term::and([all, Term::lt(x.term(), x.term())]), &env), None);
    }
}
