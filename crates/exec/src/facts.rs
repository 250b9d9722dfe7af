//! What is known of unknown values other than what they are, as that a number is not zero.

use crate::known::Known;
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
        if self.has(formula) {
            return Some(true);
        }
        if self.has(&Term::not(formula.clone())) {
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
            Kind::Le(a, b) => self.has(&Term::lt(a.clone(), b.clone())).then_some(true),
            Kind::Lt(a, b) => {
                let both = [Term::le(a.clone(), b.clone()), Term::ne(a.clone(), b.clone())];
                both.iter().all(|fact| self.has(fact)).then_some(true)
            }
            _ => None,
        }
    }

    /// Is a formula known as it stands, or with the sides of an equation swapped?
    fn has(&self, formula: &Term) -> bool {
        let swapped = |t: &Term| match t.kind() {
            Kind::Eq(a, b) => Some(Term::eq(b.clone(), a.clone())),
            _ => None,
        };
        let other = match formula.kind() {
            Kind::Not(inner) => swapped(inner).map(Term::not),
            _ => swapped(formula),
        };
        self.0.contains(formula) || other.is_some_and(|other| self.0.contains(&other))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known::NONE;
    use abide_logic::Sort;

    #[test]
    fn what_is_known_of_a_number_is_put_together() {
        let (x, zero) = (Var::new("x", 0, Sort::Int), Term::int(0));
        let known: Values = [(x.clone(), Value::Unknown)].into();
        let truth = |told: &[Term], asked: Term| {
            let mut facts = Facts::default();
            told.iter().for_each(|t| facts.learn(t, &known, &NONE));
            facts.truth(&asked, &known, &NONE)
        };
        let (negative, other) = (Term::lt(x.term(), zero.clone()), Term::ne(x.term(), zero.clone()));
        let positive = Term::lt(zero.clone(), x.term());
        assert_eq!(
            truth(&[Term::not(negative.clone()), other.clone()], positive.clone()),
            Some(true)
        );
        assert_eq!(truth(&[Term::not(negative.clone())], positive.clone()), None);
        assert_eq!(truth(std::slice::from_ref(&positive), other.clone()), Some(true));
        assert_eq!(
            truth(std::slice::from_ref(&positive), Term::le(zero, x.term())),
            Some(true)
        );
        assert_eq!(truth(&[positive], negative), None);
        // of a number that is assigned nothing is known any more
        let mut facts = Facts::default();
        facts.learn(&other, &known, &NONE);
        facts.forget(&x);
        assert_eq!(facts.truth(&other, &known, &NONE), None);
    }
}
