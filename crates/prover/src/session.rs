//! Sessions: assertions, checks under assumptions, values of the model.

use crate::answer::{Answer, Reason, Stats};
use abide_logic::{Sort, Term, Value, Var};

/// One growing set of assertions.
///
/// Terms may contain any free variables: each is a constant of the solver, declared when
/// first seen. Assumptions are Boolean variables or their negations.
pub trait Session: Send {
    /// Adds a formula for good.
    fn assert(&mut self, formula: &Term);

    /// Is what was asserted satisfiable together with the assumptions?
    fn check(&mut self, assumptions: &[Term]) -> Answer;

    /// As [`Session::check`], with a propagator that adds lemmas during the search. A solver without
    /// such callbacks ignores it.
    fn check_with_propagator(&mut self, assumptions: &[Term], _propagator: &mut dyn Propagator) -> Answer {
        self.check(assumptions)
    }

    /// The value of a term in the model of the last check, which was satisfiable; nothing
    /// may have been asserted since. Variables the solver did not need get a default.
    fn value(&mut self, term: &Term) -> Option<Value>;

    /// The literals among `candidates` and their negations that follow from the assertions
    /// under `assumptions`; `None` when the assertions are inconsistent with them. The
    /// provided way keeps the literals that no model contradicts.
    fn consequences(&mut self, assumptions: &[Term], candidates: &[Term]) -> Result<Option<Vec<Term>>, Reason> {
        consequences_by_models(self, assumptions, candidates)
    }

    /// What was done so far.
    fn stats(&self) -> Stats;
}

/// A user propagator: lemmas on demand, from the assignments a search arrives at.
pub trait Propagator {
    /// Lemmas that the assignment violates; none when it is acceptable. Only equality of values means
    /// anything, except for null and the truth values, which are themselves.
    fn lemmas(&mut self, values: &mut dyn FnMut(&Term) -> Option<Value>) -> Vec<Term>;
}

/// Consequences from models: take a model, keep the literals it makes true, ask for a model
/// that falsifies one of them, until there is none (reference: Cartesian abstraction).
fn consequences_by_models<S: Session + ?Sized>(
    session: &mut S,
    assumptions: &[Term],
    candidates: &[Term],
) -> Result<Option<Vec<Term>>, Reason> {
    match session.check(assumptions) {
        Answer::Unsat(_) => return Ok(None),
        Answer::Unknown(why) => return Err(why),
        Answer::Sat => {}
    }
    let mut kept = Vec::new();
    for c in candidates {
        match session.value(c) {
            Some(Value::Bool(true)) => kept.push(c.clone()),
            Some(Value::Bool(false)) => kept.push(Term::not(c.clone())),
            _ => {}
        }
    }
    while !kept.is_empty() {
        // a name no earlier round of this session had: the number of checks only grows
        let tag = u32::MAX - (session.stats().checks % (1 << 28)) as u32;
        let some_false = Var::new("consequence", tag, Sort::Bool).term();
        let flips = kept.iter().cloned().map(Term::not);
        session.assert(&Term::implies(some_false.clone(), Term::or(flips)));
        let mut under = assumptions.to_vec();
        under.push(some_false);
        match session.check(&under) {
            Answer::Unsat(_) => break,
            Answer::Unknown(why) => return Err(why),
            Answer::Sat => {
                let mut still = Vec::new();
                for literal in kept {
                    if session.value(&literal) == Some(Value::Bool(true)) {
                        still.push(literal);
                    }
                }
                kept = still;
            }
        }
    }
    Ok(Some(kept))
}
