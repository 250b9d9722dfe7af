//! Constructors of terms.
//!
//! Each checks the sorts of its arguments and panics on a mistake, which is a bug of the
//! caller: front ends check sorts with messages before they build. Each simplifies what is
//! plain (constants, units, double negation, reading back what was just written), so that a
//! term that is trivially true is [`Term::is_true`].

use crate::{Func, Int, Kind, Quantifier, Sort, Term, Var, builtin};
use dashu_int::ops::{DivEuclid, RemEuclid};
use std::collections::HashMap;

#[track_caller]
fn want(t: &Term, sort: &Sort) {
    assert_eq!(t.sort(), sort, "ill-sorted term {t}");
}

#[track_caller]
fn want_same(a: &Term, b: &Term) {
    assert_eq!(a.sort(), b.sort(), "terms of different sorts: {a} and {b}");
}

impl Term {
    /// A truth value.
    pub fn bool(b: bool) -> Term {
        Term::new(Kind::Bool(b), Sort::Bool)
    }

    /// `true`.
    pub fn tt() -> Term {
        Term::bool(true)
    }

    /// `false`.
    pub fn ff() -> Term {
        Term::bool(false)
    }

    /// An integer.
    pub fn int(i: impl Into<Int>) -> Term {
        Term::new(Kind::Int(i.into()), Sort::Int)
    }

    /// The null reference.
    pub fn null() -> Term {
        Term::new(Kind::Null, Sort::Ref)
    }

    /// Negation; `!!a` is `a`, and comparisons turn around.
    #[allow(clippy::should_implement_trait)]
    pub fn not(a: Term) -> Term {
        want(&a, &Sort::Bool);
        match a.kind() {
            Kind::Bool(b) => Term::bool(!b),
            Kind::Not(inner) => inner.clone(),
            Kind::Lt(x, y) => Term::le(y.clone(), x.clone()),
            Kind::Le(x, y) => Term::lt(y.clone(), x.clone()),
            _ => Term::new(Kind::Not(a), Sort::Bool),
        }
    }

    /// Conjunction of any number; nested conjunctions are flattened, duplicates dropped.
    pub fn and(parts: impl IntoIterator<Item = Term>) -> Term {
        Term::junction(parts, true)
    }

    /// Disjunction of any number; nested disjunctions are flattened, duplicates dropped.
    pub fn or(parts: impl IntoIterator<Item = Term>) -> Term {
        Term::junction(parts, false)
    }

    fn junction(parts: impl IntoIterator<Item = Term>, unit: bool) -> Term {
        let mut flat: Vec<Term> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let mut add = |t: Term, flat: &mut Vec<Term>| {
            want(&t, &Sort::Bool);
            if seen.insert(t.clone()) {
                flat.push(t);
            }
        };
        for part in parts {
            match part.kind() {
                Kind::Bool(b) if *b == unit => {}
                Kind::Bool(_) => return Term::bool(!unit),
                Kind::And(inner) if unit => inner.iter().for_each(|t| add(t.clone(), &mut flat)),
                Kind::Or(inner) if !unit => inner.iter().for_each(|t| add(t.clone(), &mut flat)),
                _ => add(part, &mut flat),
            }
        }
        match flat.len() {
            0 => Term::bool(unit),
            1 => flat.remove(0),
            _ if unit => Term::new(Kind::And(flat), Sort::Bool),
            _ => Term::new(Kind::Or(flat), Sort::Bool),
        }
    }

    /// Implication.
    pub fn implies(a: Term, b: Term) -> Term {
        want(&a, &Sort::Bool);
        want(&b, &Sort::Bool);
        match (a.kind(), b.kind()) {
            (Kind::Bool(true), _) => b,
            (Kind::Bool(false), _) | (_, Kind::Bool(true)) => Term::tt(),
            (_, Kind::Bool(false)) => Term::not(a),
            _ => Term::new(Kind::Implies(a, b), Sort::Bool),
        }
    }

    /// Equality; equivalence for Booleans.
    pub fn eq(a: Term, b: Term) -> Term {
        want_same(&a, &b);
        if a == b {
            return Term::tt();
        }
        match (a.kind(), b.kind()) {
            (Kind::Int(_), Kind::Int(_)) => Term::ff(),
            (Kind::Bool(true), _) => b,
            (_, Kind::Bool(true)) => a,
            (Kind::Bool(false), _) => Term::not(b),
            (_, Kind::Bool(false)) => Term::not(a),
            _ => Term::new(Kind::Eq(a, b), Sort::Bool),
        }
    }

    /// Disequality.
    pub fn ne(a: Term, b: Term) -> Term {
        Term::not(Term::eq(a, b))
    }

    /// `a < b` on integers.
    pub fn lt(a: Term, b: Term) -> Term {
        Term::compare(a, b, |x, y| x < y, Kind::Lt)
    }

    /// `a <= b` on integers.
    pub fn le(a: Term, b: Term) -> Term {
        Term::compare(a, b, |x, y| x <= y, Kind::Le)
    }

    fn compare(a: Term, b: Term, known: fn(&Int, &Int) -> bool, kind: fn(Term, Term) -> Kind) -> Term {
        want(&a, &Sort::Int);
        want(&b, &Sort::Int);
        match (a.kind(), b.kind()) {
            (Kind::Int(x), Kind::Int(y)) => Term::bool(known(x, y)),
            _ => Term::new(kind(a, b), Sort::Bool),
        }
    }

    /// Sum of any number; constants are folded to the end.
    pub fn sum(parts: impl IntoIterator<Item = Term>) -> Term {
        let mut flat = Vec::new();
        let mut constant = Int::ZERO;
        for part in parts {
            want(&part, &Sort::Int);
            let inner = match part.kind() {
                Kind::Add(inner) => inner.clone(),
                _ => vec![part],
            };
            for t in inner {
                match t.kind() {
                    Kind::Int(i) => constant += i,
                    _ => flat.push(t),
                }
            }
        }
        if constant != Int::ZERO {
            flat.push(Term::int(constant));
        }
        match flat.len() {
            0 => Term::int(0),
            1 => flat.remove(0),
            _ => Term::new(Kind::Add(flat), Sort::Int),
        }
    }

    /// `a + b`.
    #[allow(clippy::should_implement_trait)]
    pub fn add(a: Term, b: Term) -> Term {
        Term::sum([a, b])
    }

    /// `a - b`.
    #[allow(clippy::should_implement_trait)]
    pub fn sub(a: Term, b: Term) -> Term {
        if a == b {
            Term::int(0)
        } else {
            Term::sum([a, Term::neg(b)])
        }
    }

    /// `-a`.
    #[allow(clippy::should_implement_trait)]
    pub fn neg(a: Term) -> Term {
        want(&a, &Sort::Int);
        match a.kind() {
            Kind::Int(i) => Term::int(-i.clone()),
            Kind::Neg(inner) => inner.clone(),
            Kind::Add(parts) => Term::sum(parts.iter().cloned().map(Term::neg)),
            _ => Term::new(Kind::Neg(a), Sort::Int),
        }
    }

    /// `a * b`.
    #[allow(clippy::should_implement_trait)]
    pub fn mul(a: Term, b: Term) -> Term {
        want(&a, &Sort::Int);
        want(&b, &Sort::Int);
        match (a.kind(), b.kind()) {
            (Kind::Int(x), Kind::Int(y)) => Term::int(x * y),
            (Kind::Int(x), _) if *x == Int::ZERO => a,
            (_, Kind::Int(y)) if *y == Int::ZERO => b,
            (Kind::Int(x), _) if *x == Int::ONE => b,
            (_, Kind::Int(y)) if *y == Int::ONE => a,
            (Kind::Int(x), _) if *x == -Int::ONE => Term::neg(b),
            (_, Kind::Int(y)) if *y == -Int::ONE => Term::neg(a),
            _ => Term::new(Kind::Mul(a, b), Sort::Int),
        }
    }

    /// Euclidean quotient, zero where `b` is zero.
    #[allow(clippy::should_implement_trait)]
    pub fn div(a: Term, b: Term) -> Term {
        Term::division(a, b, div_total, Kind::Div)
    }

    /// Euclidean remainder, `a` where `b` is zero.
    pub fn modulo(a: Term, b: Term) -> Term {
        Term::division(a, b, mod_total, Kind::Mod)
    }

    fn division(a: Term, b: Term, known: fn(&Int, &Int) -> Int, kind: fn(Term, Term) -> Kind) -> Term {
        want(&a, &Sort::Int);
        want(&b, &Sort::Int);
        match (a.kind(), b.kind()) {
            (Kind::Int(x), Kind::Int(y)) => Term::int(known(x, y)),
            _ => Term::new(kind(a, b), Sort::Int),
        }
    }

    /// `if c then a else b`.
    pub fn ite(c: Term, a: Term, b: Term) -> Term {
        want(&c, &Sort::Bool);
        want_same(&a, &b);
        match c.kind() {
            Kind::Bool(true) => a,
            Kind::Bool(false) => b,
            _ if a == b => a,
            _ => {
                let sort = a.sort().clone();
                Term::new(Kind::Ite(c, a, b), sort)
            }
        }
    }

    /// The value of `map` at `key`.
    #[track_caller]
    pub fn select(map: Term, key: Term) -> Term {
        let (k, v) = map.sort().as_map().expect("select from a map");
        want(&key, k);
        match map.kind() {
            Kind::Store(_, at, value) if *at == key => value.clone(),
            Kind::Const(value) => value.clone(),
            _ => {
                let sort = v.clone();
                Term::new(Kind::Select(map, key), sort)
            }
        }
    }

    /// `map` changed to `value` at `key`.
    #[track_caller]
    pub fn store(map: Term, key: Term, value: Term) -> Term {
        let (k, v) = map.sort().as_map().expect("store into a map");
        want(&key, k);
        want(&value, v);
        let sort = map.sort().clone();
        Term::new(Kind::Store(map, key, value), sort)
    }

    /// The map with keys of sort `key` that has `value` everywhere.
    pub fn constant_map(key: Sort, value: Term) -> Term {
        let sort = Sort::map(key, value.sort().clone());
        Term::new(Kind::Const(value), sort)
    }

    /// An uninterpreted function applied.
    #[track_caller]
    pub fn apply(func: Func, args: Vec<Term>) -> Term {
        assert_eq!(func.params.len(), args.len(), "arity of {}", func.name);
        func.params.iter().zip(&args).for_each(|(s, t)| want(t, s));
        if let Some(constant) = builtin::folded(&func, &args) {
            return constant;
        }
        let sort = func.result.clone();
        Term::new(Kind::Apply(func, args), sort)
    }

    /// `∀ vars. body`; variables that do not occur are dropped.
    pub fn forall(vars: impl IntoIterator<Item = Var>, body: Term) -> Term {
        Term::quantify(Quantifier::Forall, vars, body)
    }

    /// `∃ vars. body`; variables that do not occur are dropped.
    pub fn exists(vars: impl IntoIterator<Item = Var>, body: Term) -> Term {
        Term::quantify(Quantifier::Exists, vars, body)
    }

    /// Quantifies `body`; every sort is inhabited, so variables that do not occur are dropped.
    pub fn quantify(quantifier: Quantifier, vars: impl IntoIterator<Item = Var>, body: Term) -> Term {
        want(&body, &Sort::Bool);
        let free = body.free_vars();
        let vars: Vec<Var> = vars.into_iter().filter(|v| free.contains(v)).collect();
        if vars.is_empty() {
            body
        } else {
            Term::new(Kind::Quant(quantifier, vars, body), Sort::Bool)
        }
    }

    /// The same node over other children, rebuilt by the simplifying constructors. For
    /// quantifiers the bound variables are kept.
    pub fn map_children(&self, f: &mut dyn FnMut(&Term) -> Term) -> Term {
        match self.kind() {
            Kind::Var(_) | Kind::Bool(_) | Kind::Int(_) | Kind::Null => self.clone(),
            Kind::Not(a) => Term::not(f(a)),
            Kind::And(v) => Term::and(v.iter().map(f).collect::<Vec<_>>()),
            Kind::Or(v) => Term::or(v.iter().map(f).collect::<Vec<_>>()),
            Kind::Implies(a, b) => Term::implies(f(a), f(b)),
            Kind::Eq(a, b) => Term::eq(f(a), f(b)),
            Kind::Lt(a, b) => Term::lt(f(a), f(b)),
            Kind::Le(a, b) => Term::le(f(a), f(b)),
            Kind::Add(v) => Term::sum(v.iter().map(f).collect::<Vec<_>>()),
            Kind::Neg(a) => Term::neg(f(a)),
            Kind::Mul(a, b) => Term::mul(f(a), f(b)),
            Kind::Div(a, b) => Term::div(f(a), f(b)),
            Kind::Mod(a, b) => Term::modulo(f(a), f(b)),
            Kind::Ite(c, a, b) => Term::ite(f(c), f(a), f(b)),
            Kind::Select(a, b) => Term::select(f(a), f(b)),
            Kind::Store(a, b, c) => Term::store(f(a), f(b), f(c)),
            Kind::Const(a) => {
                let key = self.sort().as_map().expect("a map").0.clone();
                Term::constant_map(key, f(a))
            }
            Kind::Apply(func, v) => Term::apply(func.clone(), v.iter().map(f).collect()),
            Kind::Quant(q, vars, body) => Term::quantify(*q, vars.clone(), f(body)),
        }
    }

    /// Rebuilt from the leaves up, with `f` applied to each subterm once its children are; a shared subterm
    /// is rewritten once.
    pub fn rewritten(&self, f: &mut dyn FnMut(Term) -> Term) -> Term {
        fn go(t: &Term, f: &mut dyn FnMut(Term) -> Term, done: &mut HashMap<usize, Term>) -> Term {
            if let Some(known) = done.get(&t.address()) {
                return known.clone();
            }
            let children = t.map_children(&mut |c| go(c, f, done));
            let new = f(children);
            done.insert(t.address(), new.clone());
            new
        }
        go(self, f, &mut HashMap::new())
    }

    /// The term with another in place of one of its parts, everywhere outside of quantifiers.
    pub fn replaced(&self, part: &Term, by: &Term) -> Term {
        fn go(t: &Term, part: &Term, by: &Term, done: &mut HashMap<usize, Term>) -> Term {
            if t == part {
                return by.clone();
            }
            if t.kind().children().next().is_none() || matches!(t.kind(), Kind::Quant(..)) {
                return t.clone();
            }
            if let Some(known) = done.get(&t.address()) {
                return known.clone();
            }
            let new = t.map_children(&mut |c| go(c, part, by, done));
            done.insert(t.address(), new.clone());
            new
        }
        go(self, part, by, &mut HashMap::new())
    }
}

/// Euclidean quotient made total.
pub(crate) fn div_total(a: &Int, b: &Int) -> Int {
    if *b == Int::ZERO { Int::ZERO } else { a.div_euclid(b) }
}

/// Euclidean remainder made total.
pub(crate) fn mod_total(a: &Int, b: &Int) -> Int {
    if *b == Int::ZERO {
        a.clone()
    } else {
        Int::from(a.rem_euclid(b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x() -> Term {
        Var::new("x", 0, Sort::Int).term()
    }

    #[test]
    fn trivial_terms_collapse() {
        let p = Term::lt(x(), Term::int(3));
        assert!(Term::and([Term::tt(), Term::or([p.clone(), Term::tt()])]).is_true());
        assert_eq!(Term::not(Term::not(p.clone())), p);
        assert_eq!(Term::and([p.clone(), p.clone()]), p);
        assert_eq!(Term::sub(Term::add(x(), Term::int(2)), Term::int(2)), x());
        assert!(Term::eq(x(), x()).is_true());
        let m = Var::new("m", 1, Sort::map(Sort::Int, Sort::Int)).term();
        assert_eq!(Term::select(Term::store(m, x(), Term::int(7)), x()), Term::int(7));
    }

    #[test]
    fn euclidean_division_is_total() {
        let div = |a: i64, b: i64| div_total(&a.into(), &b.into());
        let rem = |a: i64, b: i64| mod_total(&a.into(), &b.into());
        assert_eq!((div(-7, 2), rem(-7, 2)), ((-4).into(), 1.into()));
        assert_eq!((div(-7, -2), rem(-7, -2)), (4.into(), 1.into()));
        assert_eq!((div(7, -2), rem(7, -2)), ((-3).into(), 1.into()));
        assert_eq!((div(5, 0), rem(5, 0)), (0.into(), 5.into()));
    }

    #[test]
    #[should_panic(expected = "ill-sorted")]
    fn ill_sorted_terms_are_refused() {
        Term::lt(Term::tt(), x());
    }
}
