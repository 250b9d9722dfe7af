//! Derived fields: all but the backbone, known only where they are read.
//!
//! A universal fact about a field `g` that is not expressible is instantiated at the objects where `g` is read:
//! from `∀x. F(g[s])`, where `s` depends on `x`, follows `∀x. s = t ⇒ F(g[t])` for each such object `t`.
//! This is field constraint analysis (Wies, Kuncak, Lam, Podelski, Rinard), for constraints of any form.

use abide_logic::heap::{base_field, field_sort};
use abide_logic::{Kind, Quantifier, Subst, Term, Var};
use std::collections::{BTreeSet, HashMap};

/// Facts added, at most.
const MOST: usize = 60;

/// The instances of the universal facts, where fields other than the backbone are read.
pub(crate) fn instances(facts: &[Term], backbone: &Var) -> Vec<Term> {
    let bound: BTreeSet<Var> = facts.iter().flat_map(Term::bound_vars).collect();
    let all_reads: BTreeSet<Read> = facts.iter().flat_map(|f| reads(f, backbone)).collect();
    let objects: Vec<Read> = all_reads.into_iter().filter(|r| !r.key.mentions_any(&bound)).collect();
    let mut found: Vec<Term> = Vec::new();
    let mut work: Vec<Term> = facts.to_vec();
    while let Some(fact) = work.pop() {
        for instance in at(&fact, &objects, backbone) {
            if found.len() == MOST {
                return found;
            }
            if !found.contains(&instance) && !facts.contains(&instance) {
                found.push(instance.clone());
                work.push(instance);
            }
        }
    }
    found
}

/// A field read at an object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Read {
    field: Var,
    key: Term,
}

/// The reads of fields other than the backbone; a written field is read at the same object.
fn reads(t: &Term, backbone: &Var) -> BTreeSet<Read> {
    let mut found = BTreeSet::new();
    t.visit(&mut |t| {
        if let Kind::Select(field, key) = t.kind()
            && *field.sort() == field_sort()
            && let Some(field) = base_field(field).filter(|f| *f != backbone)
        {
            found.insert(Read {
                field: field.clone(),
                key: key.clone(),
            });
        }
        true
    });
    found
}

/// A universal fact at the objects, for the first of the reads in it that depend on its variables.
fn at(fact: &Term, objects: &[Read], backbone: &Var) -> Vec<Term> {
    let Kind::Quant(Quantifier::Forall, vars, body) = fact.kind() else {
        return Vec::new();
    };
    let inner = body.bound_vars();
    if vars.iter().any(|v| inner.contains(v)) {
        return Vec::new();
    }
    let depends = |r: &Read| r.key.mentions_any(vars) && !r.key.mentions_any(&inner);
    let Some(read) = reads(body, backbone).into_iter().find(depends) else {
        return Vec::new();
    };
    let same_field = objects.iter().filter(|o| o.field == read.field);
    same_field
        .map(|object| match read.key.as_var() {
            Some(x) => {
                let instance = Subst::from_iter([(x.clone(), object.key.clone())]).apply(body);
                Term::forall(vars.iter().cloned(), instance)
            }
            None => {
                let instance = moved(body, &read, &object.key, &mut HashMap::new());
                let here = Term::eq(read.key.clone(), object.key.clone());
                Term::forall(vars.iter().cloned(), Term::implies(here, instance))
            }
        })
        .collect()
}

/// The term with the field read at another object in place of one.
fn moved(t: &Term, read: &Read, object: &Term, memo: &mut HashMap<usize, Term>) -> Term {
    if let Some(known) = memo.get(&t.address()) {
        return known.clone();
    }
    let mut done = t.map_children(&mut |c| moved(c, read, object, memo));
    if let Kind::Select(field, key) = t.kind()
        && *key == read.key
        && base_field(field) == Some(&read.field)
    {
        let field = moved(field, read, object, memo);
        done = Term::select(field, object.clone());
    }
    memo.insert(t.address(), done.clone());
    done
}
