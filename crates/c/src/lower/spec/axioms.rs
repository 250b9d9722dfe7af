//! Axioms about memory: what they say of the states in which their functions are applied.
//!
//! An axiom with one label holds for every state. It is stated with each application of a function that it speaks of, for the
//! state in which that is applied: for the values that make an application in the axiom that one, and for those that come up so,
//! as a definition is unfolded; for all values where this leaves a variable without one.

use crate::lower::body::Body;
use crate::lower::environment::Law;
use crate::lower::lemmas;
use crate::lower::value::{Lowering, Scope, View};
use crate::syntax::walk;
use abide_ir::AssumptionKind;
use abide_logic::{Func, Kind, Quantifier, Subst, Term, Var};

impl<'a> Body<'_, 'a> {
    /// Notes what the axioms about memory that speak of a function say of the state in which it is applied.
    pub(super) fn note_axioms(&mut self, function: &str, application: &Term, inner: &Scope) -> Lowering<()> {
        if !self.reading.is_empty() || self.in_axiom || application.mentions_any(&inner.bound_vars) {
            return Ok(());
        }
        let env = self.env;
        let mut axioms = Vec::new();
        for law in env.laws.iter().filter(|l| l.labels.len() == 1) {
            if self.may_use(law) && walk::mentions_call(law.formula, function) {
                axioms.push(self.axiom_at(law, inner.view)?);
            }
        }
        for fact in instances(&axioms, application) {
            let noted = (application.clone(), fact);
            if !self.unfoldings.contains(&noted) {
                self.unfoldings.push(noted);
            }
        }
        Ok(())
    }

    /// What an axiom about memory says of a state.
    pub(in crate::lower) fn axiom_at(&mut self, law: &Law<'a>, view: View) -> Lowering<Term> {
        let mut scope = Scope::of_file(view);
        let label = law.labels.iter().map(|l| l.text.to_string());
        scope.labels = label.chain(["Here".to_string()]).map(|l| (l, view)).collect();
        self.in_axiom = true;
        let fact = self.formula(law.formula, &scope);
        self.in_axiom = false;
        self.use_law(law);
        fact
    }

    /// May an axiom or lemma be used here? A lemma is used wherever it is not what is to be proved, and not in the proofs
    /// of those before it.
    pub(in crate::lower) fn may_use(&self, law: &Law<'a>) -> bool {
        let own = self.function.span;
        law.assumed || law.labels.len() < 2 && (!lemmas::is_lemma(self.function) || law.name.span.end <= own.start)
    }

    /// Notes that an axiom or lemma was used: the former is assumed, the latter has a verdict of its own.
    pub(in crate::lower) fn use_law(&mut self, law: &Law<'a>) {
        if law.assumed {
            let text = format!("the axiom `{}` is true", law.name.text);
            self.rely_on(AssumptionKind::Axiom, law.formula.span, text);
        } else {
            self.relies.insert(lemmas::routine_of(law.name));
        }
    }
}

/// How often what comes up in instances of an axiom is put into it again.
const ROUNDS: usize = 3;
/// How many instances of an axiom are stated with one application.
const INSTANCES: usize = 16;

/// Instances of axioms for an application of one of their functions; an axiom that has none is stated as it is.
fn instances(axioms: &[Term], application: &Term) -> Vec<Term> {
    let Kind::Apply(func, _) = application.kind() else {
        return axioms.to_vec();
    };
    let mut seen = vec![application.clone()];
    let mut found: Vec<Vec<Term>> = vec![Vec::new(); axioms.len()];
    let mut round = seen.clone();
    for _ in 0..ROUNDS {
        let mut next = Vec::new();
        for (axiom, found) in axioms.iter().zip(&mut found) {
            for instance in round.iter().flat_map(|given| matching(axiom, func, given)) {
                if found.contains(&instance) || found.len() == INSTANCES {
                    continue;
                }
                let new = applications(&instance, func).into_iter().filter(|a| !seen.contains(a));
                next.extend(new);
                seen.extend(next.iter().cloned());
                found.push(instance);
            }
        }
        round = next;
    }
    let of = |(axiom, found): (&Term, Vec<Term>)| match found.is_empty() {
        true => axiom.clone(),
        false => Term::and(found),
    };
    axioms.iter().zip(found).map(of).collect()
}

/// The instances of an axiom in which one of its applications of a function is the one given.
fn matching(axiom: &Term, func: &Func, given: &Term) -> Vec<Term> {
    let Kind::Quant(Quantifier::Forall, vars, body) = axiom.kind() else {
        return Vec::new();
    };
    let patterns = applications(body, func).into_iter();
    let values = patterns.filter_map(|pattern| matched(vars, &pattern, given));
    values.map(|values| values.apply(body)).collect()
}

/// The applications of a function in a formula, outside of quantifiers.
fn applications(formula: &Term, of: &Func) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    formula.visit(&mut |t| {
        if matches!(t.kind(), Kind::Apply(func, _) if func == of) && !found.contains(t) {
            found.push(t.clone());
        }
        !matches!(t.kind(), Kind::Quant(..))
    });
    found
}

/// What a variable is where a pattern, it alone or with a number added, has a value.
fn solution(v: &Var, vars: &[Var], pattern: &Term, value: &Term) -> Option<Term> {
    if pattern.as_var() == Some(v) {
        return Some(value.clone());
    }
    let Kind::Add(parts) = pattern.kind() else {
        return None;
    };
    let (own, rest): (Vec<Term>, Vec<Term>) = parts.iter().cloned().partition(|p| p.as_var() == Some(v));
    let free = own.len() == 1 && !rest.iter().any(|r| r.mentions_any(vars));
    free.then(|| rest.into_iter().fold(value.clone(), Term::sub))
}

/// Values for all variables that bring a pattern as near to an application as variables, and sums of one and a
/// number, can.
fn matched(vars: &[Var], pattern: &Term, given: &Term) -> Option<Subst> {
    let (Kind::Apply(_, patterns), Kind::Apply(_, values)) = (pattern.kind(), given.kind()) else {
        return None;
    };
    let mut found: Vec<(Var, Term)> = Vec::new();
    for (pattern, value) in patterns.iter().zip(values) {
        let solved = vars.iter().find_map(|v| Some((v, solution(v, vars, pattern, value)?)));
        if let Some((v, value)) = solved.filter(|(v, _)| found.iter().all(|(known, _)| known != *v)) {
            found.push((v.clone(), value));
        }
    }
    if found.len() < vars.len() {
        return None;
    }
    let mut subst = Subst::new();
    found.into_iter().for_each(|(v, value)| {
        subst.insert(v, value);
    });
    Some(subst)
}
