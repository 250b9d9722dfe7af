//! A model, of which each term is asked for once.

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
            Kind::And(parts) => self.junction(parts, true),
            Kind::Or(parts) => self.junction(parts, false),
            Kind::Implies(a, b) => match (self.truth(a), self.truth(b)) {
                (Some(false), _) | (_, Some(true)) => Some(true),
                (Some(true), Some(false)) => Some(false),
                _ => None,
            },
            Kind::Eq(a, b) if *a.sort() == Sort::Bool => match (self.truth(a), self.truth(b)) {
                (Some(a), Some(b)) => Some(a == b),
                _ => None,
            },
            _ => self.value(t).and_then(|v| v.as_bool()),
        };
        self.truths.insert(t.clone(), truth);
        truth
    }

    fn junction(&mut self, parts: &[Term], unit: bool) -> Option<bool> {
        let mut known = true;
        for part in parts {
            match self.truth(part) {
                Some(b) if b != unit => return Some(!unit),
                Some(_) => {}
                None => known = false,
            }
        }
        known.then_some(unit)
    }
}
