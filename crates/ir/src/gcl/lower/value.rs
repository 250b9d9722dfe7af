//! Values of surface types as terms, and how arrays are split into maps and lengths.
//!
//! A value of a type without arrays is one term. An array has parts: its elements, its length,
//! and one more for every kind of array inside it.
//!
//! | type | part | sort |
//! |---|---|---|
//! | `int[][]` | `a` | `map<int, map<int, int>>` |
//! | | `a.length` | `int` |
//! | | `a[].length` | `map<int, int>` |
//!
//! The same rule lifts through maps and fields, so these may have array values as well. All
//! parts but the first are lengths.

use super::super::ast::Type;
use abide_logic::{Sort, Term, Var};

/// A value: its type, and one term for each part of the type.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) ty: Type,
    pub(super) parts: Vec<Term>,
}

/// The parts of a type: what is appended to the name, and the sort. The first is the value
/// itself, the others are lengths.
pub(super) fn parts(ty: &Type) -> Vec<(String, Sort)> {
    let lift = |key: &Sort, inner: Vec<(String, Sort)>, length: bool| {
        let mut all = Vec::with_capacity(inner.len() + 1);
        for (i, (suffix, sort)) in inner.into_iter().enumerate() {
            let suffix = if i == 0 { suffix } else { format!("[]{suffix}") };
            all.push((suffix, Sort::map(key.clone(), sort)));
            if i == 0 && length {
                all.push((".length".to_string(), Sort::Int));
            }
        }
        all
    };
    match ty {
        Type::Int => vec![(String::new(), Sort::Int)],
        Type::Bool => vec![(String::new(), Sort::Bool)],
        Type::Ref => vec![(String::new(), Sort::Ref)],
        Type::Map(kv) => lift(&sort(&kv.0), parts(&kv.1), false),
        Type::Array(element) => lift(&Sort::Int, parts(element), true),
    }
}

/// The sort of a type without arrays.
pub(super) fn sort(ty: &Type) -> Sort {
    parts(ty).swap_remove(0).1
}

/// Is there an array anywhere in the type?
pub(super) fn has_array(ty: &Type) -> bool {
    match ty {
        Type::Int | Type::Bool | Type::Ref => false,
        Type::Map(kv) => has_array(&kv.0) || has_array(&kv.1),
        Type::Array(_) => true,
    }
}

/// Can there be values of this type? Arrays cannot be keys of maps.
pub(super) fn is_supported(ty: &Type) -> bool {
    match ty {
        Type::Int | Type::Bool | Type::Ref => true,
        Type::Map(kv) => !has_array(&kv.0) && is_supported(&kv.1),
        Type::Array(element) => is_supported(element),
    }
}

impl Value {
    /// A value of a type without arrays.
    pub(super) fn scalar(ty: Type, term: Term) -> Value {
        Value { ty, parts: vec![term] }
    }

    /// The value that the variables hold.
    pub(super) fn of_vars(ty: Type, vars: &[Var]) -> Value {
        Value {
            ty,
            parts: vars.iter().map(Var::term).collect(),
        }
    }

    /// The only term of a value without arrays.
    pub(super) fn term(self) -> Term {
        let mut parts = self.parts;
        parts.swap_remove(0)
    }

    /// The length of an array.
    pub(super) fn length(&self) -> Term {
        self.parts[1].clone()
    }

    /// The variables of which this is the value, if it is the value of some.
    pub(super) fn vars(&self) -> Vec<Var> {
        self.parts.iter().filter_map(|t| t.as_var().cloned()).collect()
    }

    /// What lies at `key`.
    pub(super) fn at(&self, key: &Term) -> Value {
        Value {
            ty: inner(&self.ty).clone(),
            parts: self
                .keyed()
                .map(|i| Term::select(self.parts[i].clone(), key.clone()))
                .collect(),
        }
    }

    /// The value changed at `key`. Lengths that stay the same stay the same terms.
    pub(super) fn with(&self, key: &Term, new: &Value) -> Value {
        let old = self.at(key);
        let mut changed = self.clone();
        for (i, (was, is)) in self.keyed().zip(old.parts.iter().zip(&new.parts)) {
            if i == 0 || was != is {
                changed.parts[i] = Term::store(self.parts[i].clone(), key.clone(), is.clone());
            }
        }
        changed
    }

    /// The value changed at the end of a path of keys.
    pub(super) fn with_at(&self, path: &[Term], new: &Value) -> Value {
        match path {
            [] => new.clone(),
            [key, rest @ ..] => self.with(key, &self.at(key).with_at(rest, new)),
        }
    }

    /// Combines two values of one type part by part.
    pub(super) fn zip(self, other: Value, combine: impl Fn(Term, Term) -> Term) -> Value {
        Value {
            parts: self
                .parts
                .into_iter()
                .zip(other.parts)
                .map(|(a, b)| combine(a, b))
                .collect(),
            ty: self.ty,
        }
    }

    /// The parts that are maps from the keys: all but the length of an array.
    fn keyed(&self) -> impl Iterator<Item = usize> + use<> {
        let array = matches!(self.ty, Type::Array(_));
        (0..self.parts.len()).filter(move |i| !(array && *i == 1))
    }

    /// That no length is negative: one formula for each length, quantified over the keys.
    pub(super) fn lengths_are_natural(&self, next_tag: &mut u32) -> Vec<Term> {
        let natural = |length: &Term| {
            let mut keys = Vec::new();
            let mut at = length.clone();
            while let Some((key, _)) = at.sort().as_map() {
                let name = if *key == Sort::Int { "i" } else { "k" };
                let var = Var::new(name, *next_tag, key.clone());
                *next_tag += 1;
                at = Term::select(at, var.term());
                keys.push(var);
            }
            Term::forall(keys, Term::le(Term::int(0), at))
        };
        self.parts[1..].iter().map(natural).collect()
    }
}

/// What lies in a map or an array.
pub(super) fn inner(ty: &Type) -> &Type {
    match ty {
        Type::Map(kv) => &kv.1,
        Type::Array(element) => element,
        other => other,
    }
}
