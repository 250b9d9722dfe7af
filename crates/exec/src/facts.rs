//! What is known of unknown values other than what they are, as that a number is not zero.

use crate::learn::Known;
use crate::state::Values;
use abide_logic::eval::{Definitions, holds, junction};
use abide_logic::{Kind, Term, Value, Var, eval};

/// Formulas that are true in a state.
#[derive(Clone, Default)]
pub(crate) struct Facts(Vec<Term>);

impl Facts {
    /// The truth of a formula in a state.
    pub(crate) fn truth(&self, formula: &Term, known: &Values, logic: &Definitions) -> Option<bool> {
        let plain = holds(formula, &Known(known, logic));
        if plain.is_some() || self.0.is_empty() {
            return plain;
        }
        if self.0.contains(formula) {
            return Some(true);
        }
        if self.0.contains(&Term::not(formula.clone())) {
            return Some(false);
        }
        let truth = |t: &Term| self.truth(t, known, logic);
        match formula.kind() {
            Kind::Not(a) => truth(a).map(|b| !b),
            Kind::And(parts) => junction(parts, true, truth),
            Kind::Or(parts) => junction(parts, false, truth),
            Kind::Implies(a, b) => match truth(a) {
                Some(false) => Some(true),
                Some(true) => truth(b),
                None => truth(b).filter(|b| *b),
            },
            _ => None,
        }
    }

    /// Takes in a formula that is true.
    pub(crate) fn learn(&mut self, formula: &Term, known: &Values, logic: &Definitions) {
        let truth = |t: &Term| holds(t, &Known(known, logic));
        match formula.kind() {
            Kind::And(parts) => parts.iter().for_each(|p| self.learn(p, known, logic)),
            Kind::Implies(a, b) if truth(a) == Some(true) => self.learn(b, known, logic),
            Kind::Eq(a, b) if *a.sort() == abide_logic::Sort::Bool => match (truth(a), truth(b)) {
                (Some(true), None) => self.learn(b, known, logic),
                (Some(false), None) => self.learn(&Term::not(b.clone()), known, logic),
                (None, Some(true)) => self.learn(a, known, logic),
                (None, Some(false)) => self.learn(&Term::not(a.clone()), known, logic),
                _ => {}
            },
            Kind::Lt(..) | Kind::Le(..) | Kind::Eq(..) | Kind::Not(..) => {
                let of_unknown = formula.free_vars();
                let of_unknown = of_unknown.iter().any(|v| known.get(v) == Some(&Value::Unknown));
                if of_unknown && truth(formula).is_none() && !self.0.contains(formula) {
                    self.0.push(formula.clone());
                }
                // what is less is different
                if let Kind::Lt(a, b) = formula.kind()
                    && eval(formula, &Known(known, logic)).is_none()
                {
                    self.learn(&Term::ne(a.clone(), b.clone()), known, logic);
                }
            }
            _ => {}
        }
    }

    /// Forgets what was known of a variable.
    pub(crate) fn forget(&mut self, var: &Var) {
        self.0.retain(|fact| !fact.mentions(var));
    }
}
