//! The cone of influence of a query.
//!
//! Many queries share a session, and a formula `b ⇒ F` matters only to those that mention `b`. The
//! *cone* of a query consists of the formulas without such a premise, and of those whose premise is made
//! of variables that the query or another formula of the cone mentions. What is left out can be made
//! true by making its premise false, so every model of the cone extends to one of all formulas.

use abide_logic::{Kind, Sort, Term, Var};
use std::collections::{BTreeSet, HashSet};

/// The formulas of a session, and which of them the solver knows.
#[derive(Default)]
pub(super) struct Cone {
    formulas: Vec<Guarded>,
    /// Formulas that the solver does not know, by their places.
    left: Vec<usize>,
    /// The variables of what the solver knows and is asked, but for the formulas at some places.
    mentioned: HashSet<Var>,
    uncounted: Vec<usize>,
}

/// A formula with the variables it is guarded by.
struct Guarded {
    formula: Term,
    guards: Vec<Var>,
}

impl Cone {
    /// Notes a formula.
    pub(super) fn add(&mut self, formula: &Term) {
        self.left.push(self.formulas.len());
        self.formulas.push(Guarded {
            formula: formula.clone(),
            guards: guards(formula),
        });
    }

    /// All formulas that the solver does not know. It is taken to know them from now on.
    pub(super) fn take_all(&mut self) -> Vec<Term> {
        let taken = std::mem::take(&mut self.left);
        self.uncounted.extend(&taken);
        taken
            .into_iter()
            .map(|place| self.formulas[place].formula.clone())
            .collect()
    }

    /// Those of them that a query under assumptions depends on.
    pub(super) fn take(&mut self, assumptions: &[Term]) -> Vec<Term> {
        let counted = self.uncounted.drain(..).map(|place| &self.formulas[place].formula);
        let all = counted.chain(assumptions);
        self.mentioned.extend(all.flat_map(Term::free_vars));
        let mut taken = BTreeSet::new();
        loop {
            let before = taken.len();
            // what a formula rests on was asserted before it
            for place in self.left.iter().rev() {
                let Guarded { formula, guards } = &self.formulas[*place];
                if !taken.contains(place) && guards.iter().all(|g| self.mentioned.contains(g)) {
                    self.mentioned.extend(formula.free_vars());
                    taken.insert(*place);
                }
            }
            if taken.len() == before {
                break;
            }
        }
        self.left.retain(|place| !taken.contains(place));
        taken
            .into_iter()
            .map(|place| self.formulas[place].formula.clone())
            .collect()
    }

    /// The solver knows nothing any more.
    pub(super) fn forget(&mut self) {
        self.left = (0..self.formulas.len()).collect();
        self.mentioned.clear();
        self.uncounted.clear();
    }

    /// All formulas, in the order they came.
    pub(super) fn all(&self) -> impl ExactSizeIterator<Item = &Term> {
        self.formulas.iter().map(|g| &g.formula)
    }
}

/// The Boolean variables that are the premise of a formula; none if there is no such premise.
fn guards(formula: &Term) -> Vec<Var> {
    let Kind::Implies(premise, _) = formula.kind() else {
        return Vec::new();
    };
    let parts = match premise.kind() {
        Kind::And(parts) => parts.as_slice(),
        _ => std::slice::from_ref(premise),
    };
    let switch = |t: &Term| t.as_var().filter(|v| *v.sort() == Sort::Bool).cloned();
    parts.iter().filter_map(switch).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn b(name: &str) -> Term {
        Var::new(name, 0, Sort::Bool).term()
    }

    #[test]
    fn a_query_takes_what_it_depends_on_and_nothing_twice() {
        let mut cone = Cone::default();
        let x = Var::new("x", 0, Sort::Int).term();
        let at_start = Term::implies(b("start"), Term::le(Term::int(0), x.clone()));
        let here = Term::implies(b("here"), Term::and([b("start"), Term::lt(x.clone(), Term::int(0))]));
        let there = Term::implies(b("there"), Term::eq(x.clone(), Term::int(7)));
        let switched = Term::implies(Term::and([b("switch"), b("start")]), Term::lt(Term::int(1), x.clone()));
        let always = Term::lt(x, Term::int(9));
        let formulas = [&at_start, &here, &there, &switched, &always];
        formulas.iter().for_each(|f| cone.add(f));
        assert_eq!(
            cone.take(&[b("here")]),
            [at_start.clone(), here.clone(), always.clone()]
        );
        assert_eq!(cone.take(&[b("here")]), Vec::<Term>::new());
        assert_eq!(cone.take(&[b("switch")]), std::slice::from_ref(&switched));
        assert_eq!(cone.take_all(), std::slice::from_ref(&there));
        // `there` is known now, and mentions its premise
        let more = Term::implies(b("there"), b("here"));
        cone.add(&more);
        assert_eq!(cone.take(&[]), std::slice::from_ref(&more));
        cone.forget();
        assert_eq!(cone.take(&[b("there")]), [at_start, here, there, always, more]);
        assert_eq!(cone.all().count(), 6);
    }
}
