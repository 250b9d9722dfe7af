//! How a formula uses a bound variable, which decides what values stand for all of its values.

use crate::{Kind, Quantifier, Sort, Term, Var};

/// Does `var` occur only as the key of a read? Collects the maps that are read.
pub(super) fn only_as_key(t: &Term, var: &Var, maps: &mut Vec<Term>) -> bool {
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
pub(super) struct Use {
    /// The map or the integer.
    pub(super) of: Term,
    /// What is added to the variable.
    pub(super) distance: Term,
}

/// Does `var` occur only as, or in a sum that is, a key of a read or one side of a comparison?
/// Collects these uses.
pub(super) fn only_in_uses(t: &Term, var: &Var, uses: &mut Vec<Use>) -> bool {
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

/// Formulas of which each must be true for the body of the quantifier to matter.
pub(super) fn guards(q: Quantifier, body: &Term) -> Vec<Term> {
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
