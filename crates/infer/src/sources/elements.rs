//! What formulas about elements look like: where maps are read, and the same said in another way.

use super::terms::collect;
use abide_logic::{Kind, Sort, Subst, Term, Var};
use std::collections::BTreeSet;

/// A property of elements.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Body {
    /// 1 or 2: of an element, or of two.
    pub arity: usize,
    /// Over the first skolem constants.
    pub formula: Term,
    /// Does an assertion say it, or of other elements?
    pub likely: bool,
    /// Is it assumed somewhere? Then nothing need be said of it where nothing changes it.
    pub assumed: bool,
}

/// An equation or its negation with the sides exchanged.
pub fn turned(formula: &Term) -> Term {
    match formula.kind() {
        Kind::Eq(a, b) => Term::eq(b.clone(), a.clone()),
        Kind::Not(inner) if matches!(inner.kind(), Kind::Eq(..)) => Term::not(turned(inner)),
        _ => formula.clone(),
    }
}

/// Are maps with integer keys read at the skolem constants themselves only?
pub fn is_aligned(formula: &Term, skolems: &[Var]) -> bool {
    let mut aligned = true;
    formula.visit(&mut |t| {
        if let Kind::Select(_, key) = t.kind()
            && *key.sort() == Sort::Int
        {
            aligned &= key.as_var().is_some_and(|v| skolems.contains(v));
        }
        aligned
    });
    aligned
}

/// Is it a map read at an integer?
pub fn is_element(t: &Term) -> bool {
    matches!(t.kind(), Kind::Select(_, key) if *key.sort() == Sort::Int)
}

/// The integers from which the indices at which maps are read are computed.
pub fn indices(formula: &Term) -> BTreeSet<Term> {
    let mut indices: BTreeSet<Term> = BTreeSet::new();
    collect(formula, &mut Vec::new(), &mut |t| {
        if let Kind::Select(_, key) = t.kind()
            && *key.sort() == Sort::Int
        {
            let vars = key.free_vars().into_iter().filter(|v| *v.sort() == Sort::Int);
            indices.extend(vars.map(|v| v.term()));
            indices.extend(matches!(key.kind(), Kind::Select(..)).then(|| key.clone()));
        }
    });
    indices
}

/// An order weakened to the one that may be equal.
pub fn weaker(side: &Term) -> Vec<Term> {
    match side.kind() {
        Kind::Lt(a, b) => vec![Term::le(a.clone(), b.clone()), side.clone()],
        _ => vec![side.clone()],
    }
}

/// What is said beyond the bounds of the quantified variables.
pub fn inside(body: &Term, skolems: &[Var]) -> Term {
    let Kind::Implies(range, said) = body.kind() else {
        return body.clone();
    };
    let rest = range.conjuncts().into_iter().filter(|c| !is_bound(c, skolems));
    let rest: Vec<Term> = rest.collect();
    let said = inside(said, skolems);
    if rest.is_empty() {
        return said;
    }
    Term::implies(Term::and(rest), said)
}

/// Does it compare a quantified variable with another, or with a term about none of them?
fn is_bound(c: &Term, skolems: &[Var]) -> bool {
    let plain = |t: &Term| t.as_var().is_some_and(|v| skolems.contains(v));
    let fixed = |t: &Term| plain(t) || !t.mentions_any(skolems);
    match c.kind() {
        Kind::Lt(a, b) | Kind::Le(a, b) => (plain(a) && fixed(b)) || (plain(b) && fixed(a)),
        _ => false,
    }
}

/// Are maps read at the skolem constants themselves, at multiples of them, or at a distance from these?
pub fn is_simple(formula: &Term, skolems: &[Var]) -> bool {
    let mut simple = true;
    let about = |t: &Term| t.mentions_any(skolems);
    formula.visit(&mut |t| {
        if let Kind::Select(_, key) = t.kind()
            && *key.sort() == Sort::Int
            && about(key)
        {
            let parts = match key.kind() {
                Kind::Add(parts) => parts.clone(),
                _ => vec![key.clone()],
            };
            let plain = |p: &Term| match p.kind() {
                Kind::Neg(inner) => inner.as_var().is_some(),
                // every second element, and the like
                Kind::Mul(a, b) => matches!(a.kind(), Kind::Int(_)) && b.as_var().is_some(),
                _ => p.as_var().is_some(),
            };
            let own: Vec<&Term> = parts.iter().filter(|p| about(p)).collect();
            simple &= own.len() == 1 && own.iter().all(|p| plain(p));
        }
        simple
    });
    simple
}

/// Does it compare something with itself?
pub fn is_reflexive(formula: &Term) -> bool {
    match formula.kind() {
        Kind::Lt(a, b) | Kind::Le(a, b) | Kind::Eq(a, b) => a == b,
        Kind::Not(inner) => is_reflexive(inner),
        _ => formula.is_true() || formula.is_false(),
    }
}

/// Where all maps are read at `k + c`, the same about `k`.
pub fn unshifted(formula: &Term, k: &Var) -> Term {
    let mut keys: BTreeSet<Term> = BTreeSet::new();
    formula.visit(&mut |t| {
        if let Kind::Select(_, key) = t.kind()
            && key.mentions(k)
        {
            keys.insert(key.clone());
        }
        true
    });
    let mut keys = keys.into_iter();
    let (Some(key), None) = (keys.next(), keys.next()) else {
        return formula.clone();
    };
    match key.kind() {
        Kind::Add(parts) => match parts.as_slice() {
            [first, last] if first.as_var() == Some(k) && matches!(last.kind(), Kind::Int(_)) => {
                let back = Term::sub(k.term(), last.clone());
                [(k.clone(), back)].into_iter().collect::<Subst>().apply(formula)
            }
            _ => formula.clone(),
        },
        _ => formula.clone(),
    }
}

/// Is a map read at every one of the skolem constants?
pub fn reads_at(formula: &Term, skolems: &[Var]) -> bool {
    let mut read = BTreeSet::new();
    formula.visit(&mut |t| {
        if let Kind::Select(_, key) = t.kind() {
            read.extend(key.free_vars());
        }
        true
    });
    skolems.iter().all(|s| read.contains(s))
}

/// A formula with reads at an index made reads at a variable.
pub fn index_replaced(t: &Term, index: &Term, by: &Var) -> Term {
    t.rewritten(&mut |t| match t.kind() {
        Kind::Select(map, key) if key == index => Term::select(map.clone(), by.term()),
        _ => t,
    })
}
