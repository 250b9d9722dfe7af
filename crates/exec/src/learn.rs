//! States with unknown values, and what follows for these from a formula that is known to be true.

mod first;

use crate::known::Known;
use crate::state::Values;
use abide_logic::eval::{Definitions, holds};
use abide_logic::{Int, Kind, MapValue, Quantifier, Sort, Subst, Term, Value, Var, eval};
use std::collections::{BTreeMap, BTreeSet};

/// The widest range of integer keys enumerated for one assumption.
const WIDTH: usize = 512;

/// Learns unknown values from a true formula that determines them.
pub(crate) fn learn(formula: &Term, known: &mut Values, logic: &Definitions) {
    let truth = |t: &Term, known: &Values| holds(t, &Known(known, logic));
    match formula.kind() {
        Kind::And(parts) => {
            parts.iter().for_each(|p| learn(p, known, logic));
            first::learn_first(parts, known, logic);
        }
        Kind::Or(parts) => {
            let mut open = parts.iter().filter(|p| truth(p, known) != Some(false));
            if let (Some(only), None) = (open.next(), open.next()) {
                learn(only, known, logic);
            }
        }
        Kind::Implies(guard, then) if truth(guard, known) == Some(true) => learn(then, known, logic),
        Kind::Quant(Quantifier::Forall, vars, body) => {
            if let [var] = vars.as_slice() {
                learn_all(var, body, known, logic);
                learn_each(var, body, known, logic);
            }
        }
        Kind::Quant(Quantifier::Exists, vars, body) => {
            if let [var] = vars.as_slice() {
                learn_only(var, body, known, logic);
            }
        }
        Kind::Not(inner) => {
            if let Kind::And(parts) = inner.kind() {
                let denied: Vec<Term> = parts.iter().map(|p| Term::not(p.clone())).collect();
                learn(&Term::or(denied), known, logic);
            } else {
                set(inner, &Value::Bool(false), known, logic);
            }
        }
        Kind::Eq(a, b) => {
            for (place, other) in [(a, b), (b, a)] {
                match eval(other, &Known(known, logic)) {
                    Some(Value::Bool(true)) => learn(place, known, logic),
                    Some(Value::Bool(false)) => learn(&Term::not(place.clone()), known, logic),
                    Some(value) => set(place, &value, known, logic),
                    None => {}
                }
            }
        }
        Kind::Var(_) | Kind::Select(..) | Kind::Ite(..) => set(formula, &Value::Bool(true), known, logic),
        _ => {}
    }
}

/// As [`learn`], at the start of a run. There the rest of the input was chosen with some value of what is unknown,
/// so a disjunct that is false now may still be the one that holds: disjunctions tell nothing.
pub(crate) fn learn_plainly(formula: &Term, known: &mut Values, logic: &Definitions) {
    match formula.kind() {
        Kind::And(parts) => parts.iter().for_each(|p| learn_plainly(p, known, logic)),
        Kind::Or(..) | Kind::Implies(..) | Kind::Quant(Quantifier::Exists, ..) => {}
        Kind::Not(inner) if matches!(inner.kind(), Kind::And(_)) => {}
        Kind::Eq(a, b) if *a.sort() == Sort::Bool => {
            for (place, other) in [(a, b), (b, a)] {
                if let Some(value) = eval(other, &Known(known, logic)) {
                    set(place, &value, known, logic);
                }
            }
        }
        Kind::Quant(Quantifier::Forall, vars, body) => {
            if let [var] = vars.as_slice() {
                learn_all(var, body, known, logic);
            }
        }
        _ => learn(formula, known, logic),
    }
}

/// The variable and the keys that a chain of reads begins with and goes along.
fn chain(term: &Term) -> Option<(&Var, Vec<&Term>)> {
    match term.kind() {
        Kind::Var(v) => Some((v, Vec::new())),
        Kind::Select(map, key) => {
            let (var, mut keys) = chain(map)?;
            keys.push(key);
            Some((var, keys))
        }
        _ => None,
    }
}

/// Records that a place holds a value.
fn set(place: &Term, value: &Value, known: &mut Values, logic: &Definitions) {
    if let Kind::Ite(condition, yes, no) = place.kind() {
        return match holds(condition, &Known(known, logic)) {
            Some(true) => set(yes, value, known, logic),
            Some(false) => set(no, value, known, logic),
            None => {}
        };
    }
    let Some((var, keys)) = chain(place) else { return };
    let keys: Option<Vec<Value>> = keys.iter().map(|k| eval(k, &Known(known, logic))).collect();
    if let (Some(keys), Some(old)) = (keys, known.get(var)) {
        let held = at(old, &keys);
        let new = old.written(&keys, merged(held, value));
        known.insert(var.clone(), new);
    }
}

/// What a value holds at keys.
fn at<'v>(value: &'v Value, keys: &[Value]) -> &'v Value {
    match (keys.split_first(), value) {
        (Some((key, rest)), Value::Map(map)) => at(map.get(key), rest),
        _ => value,
    }
}

/// What is known by one or the other.
fn merged(old: &Value, new: &Value) -> Value {
    match (old, new) {
        (Value::Unknown, _) => new.clone(),
        (Value::Map(a), Value::Map(b)) => {
            let mut map = MapValue::constant(merged(a.default(), b.default()));
            for key in a.entries().keys().chain(b.entries().keys()) {
                map.set(key.clone(), merged(a.get(key), b.get(key)));
            }
            Value::map(map)
        }
        _ => old.clone(),
    }
}

/// What `forall x :: guards ==> place[x] == value` implies for the map at a place.
struct Pointwise<'t> {
    guards: Vec<Term>,
    map: &'t Term,
    value: Term,
}

impl<'t> Pointwise<'t> {
    fn of(x: &Var, body: &'t Term) -> Vec<Pointwise<'t>> {
        match body.kind() {
            Kind::Implies(guard, then) => {
                let mut inner = Pointwise::of(x, then);
                inner.iter_mut().for_each(|p| p.guards.push(guard.clone()));
                inner
            }
            Kind::Or(parts) => {
                let mut found = Vec::new();
                for (i, part) in parts.iter().enumerate() {
                    let others = parts.iter().enumerate().filter(|(j, _)| *j != i);
                    let others: Vec<Term> = others.map(|(_, p)| Term::not(p.clone())).collect();
                    let mut inner = Pointwise::of(x, part);
                    inner.iter_mut().for_each(|p| p.guards.extend(others.iter().cloned()));
                    found.extend(inner);
                }
                found
            }
            Kind::And(parts) => parts.iter().flat_map(|p| Pointwise::of(x, p)).collect(),
            Kind::Eq(a, b) => [(a, b), (b, a)]
                .into_iter()
                .filter_map(|(place, value)| Pointwise::at(x, place, value.clone()))
                .collect(),
            Kind::Not(place) => Pointwise::at(x, place, Term::ff()).into_iter().collect(),
            _ => Pointwise::at(x, body, Term::tt()).into_iter().collect(),
        }
    }

    fn at(x: &Var, place: &'t Term, value: Term) -> Option<Pointwise<'t>> {
        match place.kind() {
            Kind::Select(map, key) if key.as_var() == Some(x) && !map.mentions(x) => Some(Pointwise {
                guards: Vec::new(),
                map,
                value,
            }),
            _ => None,
        }
    }
}

fn learn_all(x: &Var, body: &Term, known: &mut Values, logic: &Definitions) {
    for fact in Pointwise::of(x, body) {
        let mut uses = Uses::default();
        let plain = fact.guards.iter().chain([&fact.value]).all(|t| uses.plain(t, x));
        if plain {
            learn_pointwise(x, &fact, &uses, known, logic);
        }
    }
}

/// Learns from each instance of a formula, if the variable that it is about has bounds.
fn learn_each(x: &Var, body: &Term, known: &mut Values, logic: &Definitions) {
    let Kind::Implies(guard, _) = body.kind() else {
        return;
    };
    for instance in instances(x, guard, body, known, logic).into_iter().flatten() {
        learn(&instance, known, logic);
    }
}

/// Learns the only instance of a formula that can be true, if the variable that it is about has bounds.
fn learn_only(x: &Var, body: &Term, known: &mut Values, logic: &Definitions) {
    let instances = instances(x, body, body, known, logic);
    let possible = |t: &Term| holds(t, &Known(known, logic)) != Some(false);
    let mut open = instances.into_iter().flatten().filter(possible);
    if let (Some(only), None) = (open.next(), open.next()) {
        learn(&only, known, logic);
    }
}

/// The instances of a formula for the values of a variable within the bounds that a condition sets; nothing if there
/// are too many.
fn instances(x: &Var, bounds: &Term, body: &Term, known: &Values, logic: &Definitions) -> Option<Vec<Term>> {
    let (mut low, mut high) = (None, None);
    let number = |t: &Term| match eval(t, &Known(known, logic)) {
        Some(Value::Int(n)) if !t.mentions(x) => Some(n),
        _ => None,
    };
    for part in bounds.conjuncts() {
        let (a, b, strict) = match part.kind() {
            Kind::Lt(a, b) => (a, b, Int::ONE),
            Kind::Le(a, b) => (a, b, Int::ZERO),
            _ => continue,
        };
        if b.as_var() == Some(x) {
            low = low.max(number(a).map(|n| n + &strict));
        } else if let Some(n) = number(b)
            && let Some(added) = added_to(x, a).and_then(|t| number(&t))
        {
            let n = n - &strict - added;
            high = Some(high.map_or(n.clone(), |h: Int| h.min(n)));
        }
    }
    let (low, high) = (low?, high?);
    if high < low {
        return Some(Vec::new());
    }
    let width = usize::try_from(&(&high - &low)).ok().filter(|w| *w < WIDTH)?;
    let instance = |d: usize| {
        let mut instance = Subst::new();
        instance.insert(x.clone(), Term::int(&low + Int::from(d)));
        instance.apply(body)
    };
    Some((0..=width).map(instance).collect())
}

/// What is added to a variable in a sum.
fn added_to(x: &Var, sum: &Term) -> Option<Term> {
    match sum.kind() {
        Kind::Add(parts) => {
            let (own, others): (Vec<&Term>, Vec<&Term>) = parts.iter().partition(|p| p.as_var() == Some(x));
            (own.len() == 1).then(|| others.into_iter().cloned().fold(Term::int(0), Term::add))
        }
        _ => (sum.as_var() == Some(x)).then(|| Term::int(0)),
    }
}

/// How a bound variable is used.
#[derive(Default)]
struct Uses {
    /// What it is compared with.
    compared: Vec<Term>,
    /// The maps that are read there.
    read: Vec<Term>,
}

impl Uses {
    /// Is the variable only a key of maps, or one side of a comparison?
    fn plain(&mut self, t: &Term, x: &Var) -> bool {
        match t.kind() {
            Kind::Var(v) => v != x,
            Kind::Select(map, key) if key.as_var() == Some(x) => {
                self.read.push(map.clone());
                !map.mentions(x)
            }
            Kind::Eq(a, b) | Kind::Lt(a, b) | Kind::Le(a, b) if a.as_var() == Some(x) || b.as_var() == Some(x) => {
                let other = if a.as_var() == Some(x) { b } else { a };
                self.compared.push(other.clone());
                !other.mentions(x)
            }
            Kind::Quant(..) | Kind::Apply(..) => !t.mentions(x),
            kind => kind.children().all(|c| self.plain(c, x)),
        }
    }
}

fn learn_pointwise(x: &Var, fact: &Pointwise, uses: &Uses, known: &mut Values, logic: &Definitions) {
    let Some(old) = eval(fact.map, &Known(known, logic)) else {
        return;
    };
    let Some(old) = old.as_map().cloned() else { return };
    // the keys that are distinguished
    let mut keys: BTreeSet<Value> = old.entries().keys().cloned().collect();
    for term in &uses.compared {
        keys.extend(eval(term, &Known(known, logic)));
    }
    for map in &uses.read {
        let value = eval(map, &Known(known, logic));
        let entries = value.as_ref().and_then(Value::as_map).map(MapValue::entries);
        keys.extend(entries.into_iter().flat_map(BTreeMap::keys).cloned());
    }
    let (keys, others) = match x.sort() {
        Sort::Ref => {
            let last = keys.iter().filter_map(|k| match k {
                Value::Ref(r) => Some(*r),
                _ => None,
            });
            let Some(other) = last.max().unwrap_or(0).max(0).checked_add(1) else {
                return;
            };
            (keys, vec![Value::Ref(other)])
        }
        Sort::Int => {
            let numbers: Vec<&Int> = keys.iter().filter_map(Value::as_int).collect();
            let zero = Int::ZERO;
            let low = numbers.iter().min().map_or(&zero, |n| *n) - Int::ONE;
            let high = numbers.iter().max().map_or(&zero, |n| *n) + Int::ONE;
            let ends = vec![Value::Int(low.clone()), Value::Int(high.clone())];
            match usize::try_from(&(&high - &low)).ok().filter(|w| *w <= WIDTH) {
                Some(width) => {
                    let all = (0..=width).map(|d| Value::Int(&low + Int::from(d)));
                    (all.collect(), ends)
                }
                // too many lie between: nothing is learned of the others
                None => (keys, Vec::new()),
            }
        }
        _ => return,
    };
    let mut value_at = |key: &Value| {
        known.insert(x.clone(), key.clone());
        let holds = |g: &Term| holds(g, &Known(known, logic)) == Some(true);
        let value = match fact.guards.iter().all(holds) {
            true => eval(&fact.value, &Known(known, logic)),
            false => None,
        };
        known.remove(x);
        value.unwrap_or(Value::Unknown)
    };
    let held: Vec<(Value, Value)> = keys.into_iter().map(|k| (k.clone(), value_at(&k))).collect();
    let others: Vec<Value> = others.iter().map(&mut value_at).collect();
    let everywhere = match others.as_slice() {
        [first, rest @ ..] if rest.iter().all(|r| r == first) => first.clone(),
        _ => Value::Unknown,
    };
    let both = |old: &Value, new: &Value| match new {
        Value::Unknown => old.clone(),
        _ => merged(old, new),
    };
    let mut map = MapValue::constant(both(old.default(), &everywhere));
    for (key, value) in &held {
        map.set(key.clone(), both(old.get(key), value));
    }
    set_map(fact.map, Value::map(map), known, logic);
}

/// Replaces the map at a place by one of which more is known.
fn set_map(place: &Term, value: Value, known: &mut Values, logic: &Definitions) {
    let Some((var, keys)) = chain(place) else { return };
    let keys: Option<Vec<Value>> = keys.iter().map(|k| eval(k, &Known(known, logic))).collect();
    if let (Some(keys), Some(old)) = (keys, known.get(var)) {
        let new = old.written(&keys, value);
        known.insert(var.clone(), new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known::NONE;

    fn var(name: &str, tag: u32, sort: Sort) -> Var {
        Var::new(name, tag, sort)
    }

    #[test]
    fn an_equation_tells_a_value_and_a_bound_does_not() {
        let (x, y) = (var("x", 0, Sort::Int), var("y", 1, Sort::Int));
        let mut known: Values = [(x.clone(), Value::Unknown), (y.clone(), Value::int(4))].into();
        learn(&Term::lt(Term::int(0), x.term()), &mut known, &NONE);
        assert_eq!(known[&x], Value::Unknown);
        learn(
            &Term::eq(x.term(), Term::add(y.term(), Term::int(1))),
            &mut known,
            &NONE,
        );
        assert_eq!(known[&x], Value::int(5));
    }

    #[test]
    fn a_frame_tells_what_is_kept() {
        let sort = Sort::map(Sort::Int, Sort::Int);
        let (old, new, k) = (
            var("old", 0, sort.clone()),
            var("new", 1, sort.clone()),
            var("k", 2, Sort::Int),
        );
        let mut held = MapValue::constant(Value::int(0));
        (0..4).for_each(|i| held.set(Value::int(i), Value::int(i * i)));
        let mut known: Values = [(old.clone(), Value::map(held)), (new.clone(), Value::unknown(&sort))].into();
        let outside = Term::or([Term::lt(k.term(), Term::int(1)), Term::lt(Term::int(2), k.term())]);
        let same = Term::eq(Term::select(new.term(), k.term()), Term::select(old.term(), k.term()));
        learn(
            &Term::forall([k.clone()], Term::implies(outside, same)),
            &mut known,
            &NONE,
        );
        let at = |i: i64| known[&new].as_map().map(|m| m.get(&Value::int(i)).clone());
        assert_eq!(at(0), Some(Value::int(0)));
        assert_eq!(at(1), Some(Value::Unknown));
        assert_eq!(at(2), Some(Value::Unknown));
        assert_eq!(at(3), Some(Value::int(9)));
        assert_eq!(at(70), Some(Value::int(0)));
    }

    #[test]
    fn what_was_allocated_stays_allocated() {
        let sort = Sort::map(Sort::Ref, Sort::Bool);
        let (old, new, r) = (
            var("old", 0, sort.clone()),
            var("new", 1, sort.clone()),
            var("r", 2, Sort::Ref),
        );
        let mut held = MapValue::constant(Value::Bool(false));
        held.set(Value::Ref(1), Value::Bool(true));
        let mut known: Values = [(old.clone(), Value::map(held)), (new.clone(), Value::unknown(&sort))].into();
        let kept = Term::implies(Term::select(old.term(), r.term()), Term::select(new.term(), r.term()));
        learn(&Term::forall([r.clone()], kept), &mut known, &NONE);
        let at = |i: i64| known[&new].as_map().map(|m| m.get(&Value::Ref(i)).clone());
        assert_eq!(at(1), Some(Value::Bool(true)));
        assert_eq!(at(2), Some(Value::Unknown));
    }

    #[test]
    fn a_write_somewhere_leaves_what_does_not_depend_on_it() {
        let sort = Sort::map(Sort::Int, Sort::Int);
        let (m, i) = (var("m", 0, sort.clone()), var("i", 1, Sort::Int));
        let known: Values = [(m.clone(), Value::zero(&sort)), (i.clone(), Value::Unknown)].into();
        let read = |value: i64| {
            let written = Term::store(m.term(), i.term(), Term::int(value));
            eval(&Term::select(written, Term::int(3)), &Known(&known, &NONE))
        };
        assert_eq!(read(0), Some(Value::int(0)));
        assert_eq!(read(1), None);
        let product = Term::mul(i.term(), Term::int(0));
        assert_eq!(eval(&product, &Known(&known, &NONE)), Some(Value::int(0)));
    }
}
