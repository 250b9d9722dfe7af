//! Axioms about memory: what they say of the states in which their functions are applied.
//!
//! An axiom with a label holds for every state, one with several for all of them. It is stated with each application of a function that it speaks of, for the
//! state in which that is applied: for the values that make an application in the axiom that one, and for those that come up so,
//! as a definition is unfolded; for all values where this leaves a variable without one.

use crate::lower::body::Body;
use crate::lower::environment::{Law, LogicDef};
use crate::lower::lemmas;
use crate::lower::value::{Lowering, Scope, View};
use crate::syntax::applied_as;
use crate::syntax::ast::{Expr, ExprKind as E, Name};
use crate::syntax::walk;
use abide_ir::AssumptionKind;
use abide_logic::{Func, Kind, Quantifier, Subst, Term, Var};

impl<'a> Body<'_, 'a> {
    /// Notes what the axioms about memory that speak of a function say of the states in which it is applied.
    pub(super) fn note_axioms(&mut self, def: &LogicDef<'a>, application: &Term, inner: &Scope) -> Lowering<()> {
        if !self.reading.is_empty() || self.in_axiom || application.mentions_any(&inner.bound_vars) {
            return Ok(());
        }
        let env = self.env;
        let function = applied_as(&def.head.name.text);
        let mut found = Vec::new();
        let mut here = Vec::new();
        for law in env.laws.iter().filter(|l| env.states_of(l) > 0) {
            if !self.may_use(law) || !walk::mentions_call(law.formula, function) {
                continue;
            }
            let own = def.head.labels.len() < 2;
            if env.states_of(law) == 1 && own {
                here.push(self.axiom_at(law, &[inner.view])?);
                continue;
            }
            for views in self.states_for(law, def, inner) {
                let axiom = self.axiom_at(law, &views)?;
                found.extend(narrowed(&axiom, application));
            }
        }
        for fact in instances(&here, application).into_iter().chain(found) {
            let noted = (application.clone(), fact);
            if !self.unfoldings.contains(&noted) {
                self.unfoldings.push(noted);
            }
        }
        Ok(())
    }

    /// The states that the labels of an axiom may stand for where a function is applied: those in which it is applied, and
    /// for labels that this leaves open those that the program has names for.
    fn states_for(&mut self, law: &Law<'a>, def: &LogicDef<'a>, inner: &Scope) -> Vec<Vec<View>> {
        let applied: Vec<View> = match def.head.labels.is_empty() {
            true => vec![inner.view],
            false => def.head.labels.iter().map(|l| inner.labels[&*l.text]).collect(),
        };
        let known = self.states_with_names(&applied);
        let lists = label_lists(law.formula, applied_as(&def.head.name.text));
        // what follows by a third state speaks of that and of the first or the last of these two
        let mut pairs = vec![applied.clone()];
        if let [first, last] = applied.as_slice() {
            let others = known.iter().filter(|v| !applied.contains(v));
            pairs.extend(others.flat_map(|v| [vec![*first, *v], vec![*v, *last]]));
        }
        let mut ways: Vec<Vec<View>> = Vec::new();
        for (number, pair) in pairs.iter().enumerate() {
            for given in &lists {
                let mut options: Vec<Vec<View>> = vec![Vec::new(); law.labels.len().max(1)];
                for (number, view) in pair.iter().enumerate() {
                    // one label that is not written is that of the axiom
                    let name = given.get(number).map(|label| &label.text);
                    let at = name.map_or(Some(0), |name| law.labels.iter().position(|l| l.text == *name));
                    if let Some(own) = at.map(|at| &mut options[at])
                        && !own.contains(view)
                    {
                        own.push(*view);
                    }
                }
                if number > 0 && options.iter().any(Vec::is_empty) {
                    continue;
                }
                let mut all: Vec<Vec<View>> = vec![Vec::new()];
                for choices in options {
                    let choices = if choices.is_empty() { &known } else { &choices };
                    all = all
                        .into_iter()
                        .flat_map(|way| choices.iter().map(move |view| [way.clone(), vec![*view]].concat()))
                        .take(WAYS)
                        .collect();
                }
                for way in all {
                    if !ways.contains(&way) && ways.len() < WAYS {
                        ways.push(way);
                    }
                }
            }
        }
        ways
    }

    /// States of the program in which an axiom may have something to say: those given, and those that have names, labels
    /// that come later among them.
    fn states_with_names(&mut self, given: &[View]) -> Vec<View> {
        let mut known = given.to_vec();
        let mut labels: Vec<(String, View)> = self.body_scope(View::Now).labels.into_iter().collect();
        let named: Vec<String> = self.labels.keys().cloned().collect();
        for name in named {
            let state = View::At(self.state_at_label(&name));
            labels.insert(0, (name, state));
        }
        for (_, view) in labels {
            if !known.contains(&view) && known.len() < STATES {
                known.push(view);
            }
        }
        known
    }

    /// What an axiom about memory says of the states that its labels stand for.
    pub(in crate::lower) fn axiom_at(&mut self, law: &Law<'a>, views: &[View]) -> Lowering<Term> {
        let first = views.first().copied().unwrap_or(View::Now);
        let mut scope = Scope::of_file(first);
        let labels = law.labels.iter().map(|l| l.text.to_string()).zip(views.iter().copied());
        scope.labels = labels.chain([("Here".to_string(), first)]).collect();
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
        law.assumed || (!lemmas::is_lemma(self.function) || law.name.span.end <= own.start)
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

/// How many states the labels of an axiom are tried with.
const STATES: usize = 6;
/// How many ways to give states to the labels of an axiom are tried.
const WAYS: usize = 12;

/// The labels with which a formula applies a function, once for each list.
fn label_lists<'e>(formula: &'e Expr, function: &str) -> Vec<&'e [Name]> {
    let mut found: Vec<&[Name]> = Vec::new();
    walk::each_part(formula, &mut |e| {
        if let E::Call(f, labels, _) = &*e.kind
            && matches!(&*f.kind, E::Name(n) if &*n.text == function)
            && !found
                .iter()
                .any(|known| known.iter().map(|l| &l.text).eq(labels.iter().map(|l| &l.text)))
        {
            found.push(labels);
        }
    });
    found
}

/// An axiom for the values of its variables that bring an application in it near to one that is there; the others stay open.
fn narrowed(axiom: &Term, application: &Term) -> Vec<Term> {
    let (Kind::Apply(func, _), Kind::Quant(Quantifier::Forall, vars, body)) = (application.kind(), axiom.kind()) else {
        return vec![axiom.clone()];
    };
    let mut found: Vec<Term> = Vec::new();
    for pattern in applications(body, func) {
        let solved = solved(vars, &pattern, application);
        let open: Vec<Var> = vars
            .iter()
            .filter(|v| solved.iter().all(|(w, _)| w != *v))
            .cloned()
            .collect();
        let mut subst = Subst::new();
        solved.into_iter().for_each(|(v, value)| {
            subst.insert(v, value);
        });
        let instance = subst.apply(body);
        let instance = match open.is_empty() {
            true => instance,
            false => Term::forall(open, instance),
        };
        if !found.contains(&instance) && found.len() < INSTANCES {
            found.push(instance);
        }
    }
    found
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
    let found = solved(vars, pattern, given);
    if found.len() < vars.len() {
        return None;
    }
    let mut subst = Subst::new();
    found.into_iter().for_each(|(v, value)| {
        subst.insert(v, value);
    });
    Some(subst)
}

/// The values of variables that bring a pattern near to an application.
fn solved(vars: &[Var], pattern: &Term, given: &Term) -> Vec<(Var, Term)> {
    let (Kind::Apply(_, patterns), Kind::Apply(_, values)) = (pattern.kind(), given.kind()) else {
        return Vec::new();
    };
    let mut found: Vec<(Var, Term)> = Vec::new();
    for (pattern, value) in patterns.iter().zip(values) {
        let solved = vars.iter().find_map(|v| Some((v, solution(v, vars, pattern, value)?)));
        if let Some((v, value)) = solved.filter(|(v, _)| found.iter().all(|(known, _)| known != *v)) {
            found.push((v.clone(), value));
        }
    }
    found
}
