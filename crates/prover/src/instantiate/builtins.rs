//! Functions with a fixed meaning, given to the solver value by value.
//!
//! To the solver `bit_and` and its like are uninterpreted. Where a model gives one of them a wrong
//! value, the right value at these arguments is added, and the solver is asked again. A few rounds
//! suffice where the arguments are practically fixed; otherwise the model stands, with another
//! function in place of this one.

use crate::session::Session;
use abide_logic::{Kind, Term, Value, builtin};
use std::collections::HashSet;

/// Rounds of one check in which models are corrected.
const ROUNDS: usize = 12;

/// The applications of such functions that the solver has seen.
#[derive(Default)]
pub(super) struct Builtins {
    terms: Vec<Term>,
    seen: HashSet<Term>,
}

impl Builtins {
    /// Notes the applications in a ground formula.
    pub(super) fn collect(&mut self, formula: &Term) {
        formula.visit(&mut |t| {
            if let Kind::Apply(func, _) = t.kind()
                && builtin::is_builtin(&func.name)
                && self.seen.insert(t.clone())
            {
                self.terms.push(t.clone());
            }
            true
        });
    }

    /// Corrects the values the model gives; says whether there was anything to correct.
    pub(super) fn refine(&self, session: &mut dyn Session, round: usize) -> bool {
        if round >= ROUNDS || self.terms.is_empty() {
            return false;
        }
        let wrong: Vec<Term> = self.terms.iter().filter_map(|t| correction(t, session)).collect();
        wrong.iter().for_each(|fact| session.assert(fact));
        !wrong.is_empty()
    }
}

/// `args = their values ⇒ f(args) = its value`, if the model has it otherwise.
fn correction(t: &Term, session: &mut dyn Session) -> Option<Term> {
    let Kind::Apply(func, args) = t.kind() else { return None };
    let values = args.iter().map(|a| session.value(a)).collect::<Option<Vec<Value>>>()?;
    let right = builtin::apply(&func.name, &values)?;
    if session.value(t)? == right {
        return None;
    }
    let same = args.iter().zip(&values);
    let here = same.map(|(a, v)| Some(Term::eq(a.clone(), v.term(a.sort())?)));
    let here = here.collect::<Option<Vec<Term>>>()?;
    Some(Term::implies(
        Term::and(here),
        Term::eq(t.clone(), right.term(t.sort())?),
    ))
}
