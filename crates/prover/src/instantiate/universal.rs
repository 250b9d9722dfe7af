//! Universal facts, and which index terms their variables call for.

use super::index::{Bound, IndexTerms, map_names};
use abide_logic::{Kind, Sort, Term, Var};
use std::collections::BTreeSet;

/// `⋀ guard ⇒ ∀ vars. body`.
pub(super) struct Universal {
    pub(super) guard: Vec<Term>,
    pub(super) vars: Vec<Bound>,
    pub(super) body: Term,
}

impl Universal {
    /// Looks through the body for what each variable indexes, and for the terms that bound it.
    pub(super) fn new(guard: Vec<Term>, vars: &[Var], body: Term, index: &mut IndexTerms) -> Universal {
        let mut bounds: Vec<Bound> = vars
            .iter()
            .map(|v| Bound {
                var: v.clone(),
                uses: BTreeSet::new(),
            })
            .collect();
        let mut limits = Vec::new();
        body.visit(&mut |t| {
            match t.kind() {
                Kind::Select(map, key) | Kind::Store(map, key, _) => {
                    let mut names = BTreeSet::new();
                    map_names(map, &mut names);
                    note_use(&mut bounds, key, &names);
                    // the set that an object keeps, say
                    if matches!(map.kind(), Kind::Select(..)) && !map.has_quantifier() && !map.mentions_any(vars) {
                        index.collect(map);
                    }
                }
                Kind::Apply(func, args) => {
                    let names = BTreeSet::from([func.name.to_string()]);
                    args.iter().for_each(|a| note_use(&mut bounds, a, &names));
                }
                Kind::Lt(a, b) | Kind::Le(a, b) | Kind::Eq(a, b) => limits.extend(solved(a, b, vars)),
                _ => {}
            }
            true
        });
        for term in limits {
            index.add_bound(&term);
            if *term.sort() == Sort::Int {
                index.add_bound(&Term::sub(term.clone(), Term::int(1)));
                index.add_bound(&Term::add(term, Term::int(1)));
            }
        }
        // objects no index term stands for are taken to be like null (see `complete`)
        if vars.iter().any(|v| *v.sort() == Sort::Ref) {
            index.add_bound(&Term::null());
        }
        Universal {
            guard,
            vars: bounds,
            body,
        }
    }
}

/// The ground terms that a comparison of `a` and `b` compares single bound variables with:
/// `k - a <= 0` compares `k` with `a`.
fn solved(a: &Term, b: &Term, vars: &[Var]) -> Vec<Term> {
    let ground = |t: &Term| !t.has_quantifier() && !t.mentions_any(vars);
    if *a.sort() != Sort::Int {
        let is_bound = |t: &Term| t.as_var().is_some_and(|v| vars.contains(v));
        let sides = [(a, b), (b, a)].into_iter();
        return sides
            .filter(|(var, term)| is_bound(var) && ground(term))
            .map(|(_, term)| term.clone())
            .collect();
    }
    let summands = |t: Term| match t.kind() {
        Kind::Add(parts) => parts.clone(),
        _ => vec![t],
    };
    // the summands of a - b, one of which is the variable
    let mut parts = summands(a.clone());
    parts.extend(summands(Term::neg(b.clone())));
    let (grounds, open): (Vec<Term>, Vec<Term>) = parts.into_iter().partition(ground);
    match open.as_slice() {
        [only] => match only.kind() {
            Kind::Var(_) => vec![Term::neg(Term::sum(grounds))],
            Kind::Neg(inner) if inner.as_var().is_some() => vec![Term::sum(grounds)],
            _ => vec![],
        },
        _ => vec![],
    }
}

fn note_use(bounds: &mut [Bound], key: &Term, names: &BTreeSet<String>) {
    let (var, offset) = match key.kind() {
        Kind::Var(v) => (v, None),
        Kind::Add(parts) => match (parts[0].kind(), parts.get(1).map(Term::kind)) {
            (Kind::Var(v), Some(Kind::Int(by))) if parts.len() == 2 => (v, Some(by.clone())),
            _ => return,
        },
        _ => return,
    };
    if let Some(bound) = bounds.iter_mut().find(|b| b.var == *var) {
        bound.uses.extend(names.iter().map(|n| (n.clone(), offset.clone())));
    }
}
