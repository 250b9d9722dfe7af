//! A memoised model.

use abide_logic::eval::junction;
use abide_logic::{Kind, Sort, Term, Value};
use std::collections::HashMap;

/// The values of terms, and the truth of formulas.
pub(super) struct Model<'a> {
    values: &'a mut dyn FnMut(&Term) -> Option<Value>,
    known: HashMap<Term, Option<Value>>,
    truths: HashMap<Term, Option<bool>>,
}

impl<'a> Model<'a> {
    pub(super) fn new(values: &'a mut dyn FnMut(&Term) -> Option<Value>) -> Model<'a> {
        Model {
            values,
            known: HashMap::new(),
            truths: HashMap::new(),
        }
    }

    pub(super) fn value(&mut self, term: &Term) -> Option<Value> {
        if let Some(value) = self.known.get(term) {
            return value.clone();
        }
        let value = (self.values)(term);
        self.known.insert(term.clone(), value.clone());
        value
    }

    /// The truth of a formula by that of its atoms.
    pub(super) fn truth(&mut self, t: &Term) -> Option<bool> {
        if let Some(known) = self.truths.get(t) {
            return *known;
        }
        let truth = match t.kind() {
            Kind::Not(a) => self.truth(a).map(|b| !b),
            Kind::And(parts) => junction(parts, true, |p| self.truth(p)),
            Kind::Or(parts) => junction(parts, false, |p| self.truth(p)),
            Kind::Implies(a, b) => match (self.truth(a), self.truth(b)) {
                (Some(false), _) | (_, Some(true)) => Some(true),
                (Some(true), Some(false)) => Some(false),
                _ => None,
            },
            Kind::Eq(a, b) if *a.sort() == Sort::Bool => self.truth(a).zip(self.truth(b)).map(|(a, b)| a == b),
            _ => self.value(t).and_then(|v| v.as_bool()),
        };
        self.truths.insert(t.clone(), truth);
        truth
    }
}
