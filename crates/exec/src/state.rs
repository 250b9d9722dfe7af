//! Logical states, and formulas evaluated in them.

use abide_logic::eval::holds;
use abide_logic::{Env, Kind, Sort, Term, Value, Var, eval};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A state: the value of every variable that has one.
pub type Values = BTreeMap<Var, Value>;

/// The truth of a formula in a state, if it can be evaluated.
pub fn truth(formula: &Term, state: &Values) -> Option<bool> {
    holds(formula, &Here(state))
}

/// The key and the value, if what is assigned to a variable is the map that it holds, changed at one key.
pub(crate) fn stored<'t>(var: &Var, term: &'t Term) -> Option<(&'t Term, &'t Term)> {
    match term.kind() {
        Kind::Store(map, key, value) if map.as_var() == Some(var) => Some((key, value)),
        _ => None,
    }
}

/// Changes a map at one key, in place, if that is what is assigned; says whether the values were known.
pub(crate) fn write(var: &Var, term: &Term, state: &mut Values) -> Option<bool> {
    let (key, value) = stored(var, term)?;
    let [key, value] = [key, value].map(|t| eval(t, &Here(state)));
    let (Some(key), Some(value), Some(Value::Map(map))) = (key, value, state.get_mut(var)) else {
        return Some(false);
    };
    Arc::make_mut(map).set(key, value);
    Some(true)
}

/// A state as an environment. Unbounded quantifiers are tried on what occurs in the state.
pub struct Here<'a>(pub &'a Values);

impl Env for Here<'_> {
    fn var(&self, var: &Var) -> Option<Value> {
        self.0.get(var).cloned()
    }

    fn candidates(&self, sort: &Sort) -> Vec<Value> {
        self.all(sort).into_iter().take(64).collect()
    }
}

impl Here<'_> {
    /// All values of a sort that occur in the state.
    pub(crate) fn all(&self, sort: &Sort) -> BTreeSet<Value> {
        let mut found = BTreeSet::new();
        for value in self.0.values() {
            collect(value, sort, &mut found);
        }
        found
    }
}

fn collect(value: &Value, sort: &Sort, found: &mut BTreeSet<Value>) {
    match (value, sort) {
        (Value::Int(_), Sort::Int) | (Value::Ref(_), Sort::Ref) | (Value::Float(_), Sort::Float) => {
            found.insert(value.clone());
        }
        (Value::Map(map), _) => {
            for (k, v) in map.entries() {
                collect(k, sort, found);
                collect(v, sort, found);
            }
            collect(map.default(), sort, found);
        }
        _ => {}
    }
}
