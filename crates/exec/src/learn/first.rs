//! The first place of its kind: what `a[n] == 0 && (forall k :: 0 <= k && k < n ==> a[k] != 0)` says of `n`.

use crate::known::Known;
use crate::state::Values;
use abide_logic::eval::{Definitions, holds};
use abide_logic::{Int, Kind, Quantifier, Term, Value, Var, eval};

/// How far it is looked for.
const FAR: usize = 5_000;

/// All places before one are of a kind.
struct Before<'t> {
    k: &'t Var,
    /// Where the places begin.
    low: &'t Term,
    /// The unknown number, and what is added to it for the place that they end before.
    n: Var,
    rest: Vec<&'t Term>,
    kind: &'t Term,
}

/// Learns a number, if parts of a conjunction say that all places before it are of a kind, and that it is not.
pub(super) fn learn_first(parts: &[Term], known: &mut Values, logic: &Definitions) {
    let before = parts.iter().find_map(|p| before(p, known));
    if let Some(before) = before
        && let Some(n) = found(&before, parts, known, logic)
    {
        known.insert(before.n, Value::Int(n));
    }
}

fn before<'t>(part: &'t Term, known: &Values) -> Option<Before<'t>> {
    let Kind::Quant(Quantifier::Forall, vars, body) = part.kind() else {
        return None;
    };
    let ([k], Kind::Implies(guard, kind)) = (vars.as_slice(), body.kind()) else {
        return None;
    };
    let Kind::And(guards) = guard.kind() else { return None };
    let [first, second] = guards.as_slice() else {
        return None;
    };
    let (Kind::Le(low, a), Kind::Lt(b, end)) = (first.kind(), second.kind()) else {
        return None;
    };
    if a.as_var() != Some(k) || b.as_var() != Some(k) {
        return None;
    }
    let terms = match end.kind() {
        Kind::Add(terms) => terms.as_slice(),
        _ => std::slice::from_ref(end),
    };
    let unknown = |t: &&Term| t.as_var().is_some_and(|v| known.get(v) == Some(&Value::Unknown));
    let (n, rest): (Vec<&Term>, Vec<&Term>) = terms.iter().partition(unknown);
    let [n] = n.as_slice() else { return None };
    let n = n.as_var()?.clone();
    let others = [low, kind].into_iter().chain(rest.iter().copied());
    others
        .into_iter()
        .all(|t| !t.mentions(&n))
        .then_some(Before { k, low, n, rest, kind })
}

fn found(before: &Before, parts: &[Term], known: &mut Values, logic: &Definitions) -> Option<Int> {
    let number = |t: &Term, known: &Values| match eval(t, &Known(known, logic)) {
        Some(Value::Int(n)) => Some(n),
        _ => None,
    };
    let least = parts.iter().filter_map(|p| match p.kind() {
        Kind::Le(a, b) if b.as_var() == Some(&before.n) => number(a, known),
        _ => None,
    });
    let least = least.max()?;
    let mut shift = Int::ZERO;
    for t in &before.rest {
        shift += number(t, known)?;
    }
    if number(before.low, known)? > &shift + &least {
        return None;
    }
    for d in 0..FAR {
        let n = &least + Int::from(d);
        known.insert(before.k.clone(), Value::Int(&shift + &n));
        let is_kind = holds(before.kind, &Known(known, logic));
        known.remove(before.k);
        if !is_kind? {
            // beyond it there would be one before that is not of the kind
            return Some(n);
        }
        // it cannot be here if that contradicts another part
        known.insert(before.n.clone(), Value::Int(n));
        let is_denied = parts.iter().any(|p| holds(p, &Known(known, logic)) == Some(false));
        known.insert(before.n.clone(), Value::Unknown);
        if !is_denied {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::learn;
    use super::*;
    use crate::known::NONE;
    use abide_logic::{MapValue, Sort};

    #[test]
    fn the_length_of_a_string_is_found() {
        let a = Var::new("a", 0, Sort::map(Sort::Int, Sort::Int));
        let (n, k) = (Var::new("n", 1, Sort::Int), Var::new("k", 2, Sort::Int));
        let end = Term::add(Term::int(2), n.term());
        let inside = Term::and([Term::le(Term::int(2), k.term()), Term::lt(k.term(), end.clone())]);
        let not_zero = Term::ne(Term::select(a.term(), k.term()), Term::int(0));
        let parts = [
            Term::le(Term::int(0), n.term()),
            Term::eq(Term::select(a.term(), end), Term::int(0)),
            Term::forall([k], Term::implies(inside, not_zero)),
        ];
        let length = |text: &[i64], parts: &[Term]| {
            let mut map = MapValue::constant(Value::Unknown);
            text.iter()
                .enumerate()
                .for_each(|(i, c)| map.set(Value::int(i as i64), Value::int(*c)));
            let mut known: Values = [(a.clone(), Value::map(map)), (n.clone(), Value::Unknown)].into();
            learn(&Term::and(parts.iter().cloned()), &mut known, &NONE);
            known[&n].clone()
        };
        assert_eq!(length(&[0, 7, 8, 9, 0, 5, 0], &parts), Value::int(2));
        assert_eq!(length(&[0, 7, 0], &parts), Value::int(0));
        assert_eq!(length(&[0, 7, 8, 9], &parts), Value::Unknown);
        // it may lie before the string
        assert_eq!(length(&[0, 7, 8, 9, 0, 5, 0], &parts[1..]), Value::Unknown);
        // it need not be at the end
        let ends = [parts[0].clone(), parts[2].clone()];
        assert_eq!(length(&[0, 7, 8, 9, 0, 5, 0], &ends), Value::Unknown);
    }
}
