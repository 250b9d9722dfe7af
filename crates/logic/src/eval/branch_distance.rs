//! The branch distance of a formula, and changes that reduce it, for local search.

use super::{Env, Evaluator, Range, without};
use crate::{Int, Kind, Quantifier, Sort, Term, Value, Var};

/// The branch distance of a formula in `env`, if that can be determined: 0 where it holds; otherwise the
/// more, the more of its parts and instances are false and the further apart the numbers they compare.
pub fn distance(term: &Term, env: &dyn Env) -> Option<u64> {
    Evaluator::new(env).distance(term, true)
}

/// A change of a state: another value for a variable, or for a map at a key, or for a map in a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The variable.
    pub var: Var,
    /// The keys, from the outer map to the inner one.
    pub keys: Vec<Value>,
    /// The value.
    pub value: Value,
}

impl Fix {
    /// The variable's value after the change of an old one.
    pub fn of(&self, old: &Value) -> Value {
        old.written(&self.keys, self.value.clone())
    }
}

/// Changes each of which makes an equation, a comparison or a Boolean true on which a formula that is false
/// in `env` may depend; some of them.
pub fn fixes(term: &Term, env: &dyn Env) -> Vec<Fix> {
    let mut found = Vec::new();
    Evaluator::new(env).fixes(term, true, &mut found);
    found
}

/// Changes of one formula, at most.
const FIXES: usize = 24;

impl Evaluator<'_> {
    /// How far a formula is from being `wanted`; see [`distance`].
    fn distance(&mut self, t: &Term, wanted: bool) -> Option<u64> {
        match t.kind() {
            Kind::Not(a) => self.distance(a, !wanted),
            Kind::And(parts) if wanted => self.all(parts.iter().map(|p| (p, true))),
            Kind::Or(parts) if !wanted => self.all(parts.iter().map(|p| (p, false))),
            Kind::And(parts) => self.some(parts.iter().map(|p| (p, false))),
            Kind::Or(parts) => self.some(parts.iter().map(|p| (p, true))),
            Kind::Implies(a, b) if wanted => self.some([(a, false), (b, true)].into_iter()),
            Kind::Implies(a, b) => self.all([(a, true), (b, false)].into_iter()),
            Kind::Quant(q, vars, body) => self.distance_of_all(*q, vars, body, wanted),
            Kind::Lt(a, b) | Kind::Le(a, b) | Kind::Eq(a, b) if *a.sort() == Sort::Int => {
                if self.truth(t)? == wanted {
                    return Some(0);
                }
                let apart = i64::try_from(self.int(a)? - self.int(b)?).unwrap_or(i64::MAX);
                Some(u64::from(apart.unsigned_abs().checked_ilog2().unwrap_or(0)) + 1)
            }
            _ => Some(u64::from(self.truth(t)? != wanted)),
        }
    }

    /// Collects changes that bring a formula nearer to being `wanted`; see [`fixes`].
    fn fixes(&mut self, t: &Term, wanted: bool, found: &mut Vec<Fix>) {
        if found.len() >= FIXES || self.truth(t) == Some(wanted) {
            return;
        }
        match t.kind() {
            Kind::Not(a) => self.fixes(a, !wanted, found),
            Kind::And(parts) | Kind::Or(parts) => parts.iter().for_each(|p| self.fixes(p, wanted, found)),
            Kind::Implies(a, b) => {
                self.fixes(a, !wanted, found);
                self.fixes(b, wanted, found);
            }
            Kind::Quant(q, vars, body) => self.fixes_of_all(*q, vars, body, wanted, found),
            Kind::Eq(a, b) if wanted => {
                for (place, other) in [(a, b), (b, a)] {
                    let value = self.eval(other);
                    found.extend(value.and_then(|v| self.fix(place, v)));
                }
            }
            Kind::Lt(a, b) | Kind::Le(a, b) => {
                let strict = matches!(t.kind(), Kind::Lt(..)) == wanted;
                let by = if strict { Int::ONE } else { Int::ZERO };
                let (low, high) = if wanted { (a, b) } else { (b, a) };
                if let (Some(l), Some(h)) = (self.int(low), self.int(high)) {
                    found.extend(self.fix(low, Value::Int(h - &by)));
                    found.extend(self.fix(high, Value::Int(l + by)));
                }
            }
            Kind::Var(_) | Kind::Select(..) => found.extend(self.fix(t, Value::Bool(wanted))),
            _ => {}
        }
    }

    fn fixes_of_all(&mut self, q: Quantifier, vars: &[Var], body: &Term, wanted: bool, found: &mut Vec<Fix>) {
        if vars.is_empty() {
            return self.fixes(body, wanted, found);
        }
        let Some(Range { index, values, .. }) = self.range(q, vars, body) else {
            return;
        };
        let rest = without(vars, index);
        for value in values {
            let Some(fuel) = self.fuel.checked_sub(1) else { return };
            self.fuel = fuel;
            self.bound.push((vars[index].clone(), value));
            self.fixes_of_all(q, &rest, body, wanted, found);
            self.bound.pop();
        }
    }

    /// The change that gives a variable, or what is read from one, a value.
    fn fix(&mut self, place: &Term, value: Value) -> Option<Fix> {
        let mut keys = Vec::new();
        let mut at = place;
        while let Kind::Select(map, key) = at.kind() {
            keys.insert(0, self.eval(key)?);
            at = map;
        }
        let var = at.as_var()?.clone();
        let is_free = self.bound.iter().all(|(b, _)| *b != var);
        is_free.then_some(Fix { var, keys, value })
    }

    fn all<'t>(&mut self, mut parts: impl Iterator<Item = (&'t Term, bool)>) -> Option<u64> {
        parts.try_fold(0, |sum: u64, (part, wanted)| Some(sum + self.distance(part, wanted)?))
    }

    fn some<'t>(&mut self, parts: impl Iterator<Item = (&'t Term, bool)>) -> Option<u64> {
        parts.filter_map(|(part, wanted)| self.distance(part, wanted)).min()
    }

    /// The sum over the instances, or the least of them.
    fn distance_of_all(&mut self, q: Quantifier, vars: &[Var], body: &Term, wanted: bool) -> Option<u64> {
        if vars.is_empty() {
            return self.distance(body, wanted);
        }
        let Range { index, values, exact } = self.range(q, vars, body)?;
        let rest = without(vars, index);
        let every = wanted == (q == Quantifier::Forall);
        let mut apart: Vec<u64> = Vec::with_capacity(values.len());
        for value in values {
            self.fuel = self.fuel.checked_sub(1)?;
            self.bound.push((vars[index].clone(), value));
            let of_instance = self.distance_of_all(q, &rest, body, wanted);
            self.bound.pop();
            apart.push(of_instance?);
        }
        match every {
            true => Some(apart.into_iter().sum::<u64>() + u64::from(!exact)),
            false => Some(apart.into_iter().min().unwrap_or(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MapValue;
    use crate::eval::tests::Table;

    /// `forall x: Ref :: x != null && next[x] != null ==> prev[next[x]] == x` in a list of so many cells whose
    /// first `linked` lead back.
    fn doubly(cells: i64, linked: i64) -> (Term, Table) {
        let field = |name, tag| Var::new(name, tag, Sort::map(Sort::Ref, Sort::Ref));
        let (next, prev) = (field("next", 0), field("prev", 1));
        let mut maps = [MapValue::constant(Value::NULL), MapValue::constant(Value::NULL)];
        for cell in 1..cells {
            maps[0].set(Value::Ref(cell), Value::Ref(cell + 1));
        }
        for cell in 1..linked {
            maps[1].set(Value::Ref(cell + 1), Value::Ref(cell));
        }
        let x = Var::new("x", 2, Sort::Ref);
        let after = Term::select(next.term(), x.term());
        let there = Term::and([Term::ne(x.term(), Term::null()), Term::ne(after.clone(), Term::null())]);
        let back = Term::eq(Term::select(prev.term(), after), x.term());
        let all = Term::forall([x], Term::implies(there, back));
        let [n, p] = maps.map(Value::map);
        (all, Table(vec![(next, n), (prev, p)]))
    }

    #[test]
    fn the_distance_falls_with_what_is_false() {
        let of = |linked| {
            let (all, env) = doubly(4, linked);
            distance(&all, &env)
        };
        assert_eq!([1, 2, 3, 4].map(of), [Some(3), Some(2), Some(1), Some(0)]);
        let (x, y) = (Var::new("x", 0, Sort::Int), Var::new("y", 1, Sort::Int));
        let apart = |a: i64, b: i64| {
            let env = Table(vec![(x.clone(), Value::int(a)), (y.clone(), Value::int(b))]);
            distance(&Term::le(x.term(), y.term()), &env)
        };
        assert_eq!(apart(3, 3), Some(0));
        assert!(apart(100, 3) > apart(5, 3));
        let none = Table(Vec::new());
        assert_eq!(distance(&Term::le(x.term(), y.term()), &none), None);
    }

    #[test]
    fn a_formula_is_true_after_its_fixes() {
        let (all, mut env) = doubly(4, 1);
        for left in (0..3).rev() {
            let found = fixes(&all, &env);
            let fix = found.iter().find(|f| f.var.name() == "prev").expect("a way back");
            let place = env.0.iter_mut().find(|(v, _)| *v == fix.var).expect("a field");
            place.1 = fix.of(&place.1);
            assert_eq!(distance(&all, &env), Some(left));
        }
        assert_eq!(fixes(&all, &env), []);
    }
}
