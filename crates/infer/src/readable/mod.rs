//! Invariants in the form in which a person would write them.
//!
//! What was found for a loop is a set of formulas that say the right thing in the words of whoever proposed them. Here they
//! become other formulas that say the same all together: one for each fact, comparisons in a normal form chosen by size
//! ([`atom`]), disjunctions of comparisons as one, bounds that are disguised as quantifiers as bounds ([`clause`]), without
//! what follows from another, or from what is true anyway, by its form. Where the source compares the same, its words are taken. The result is printed
//! and proved again like anything else; when that fails, the formulas are printed as they were found.

mod atom;
mod clause;
mod lemmas;

pub use lemmas::tidy;

use abide_logic::{Kind, Term, Var};
use atom::{Atom, Form, Values};
use clause::{Clause, Known, length, sides};
use std::collections::BTreeMap;

/// What a source says, to be said in its words: its comparisons by form.
#[derive(Default)]
pub struct Spoken(BTreeMap<Form, Vec<(Values, Term)>>);

impl Spoken {
    /// The comparisons among the parts of formulas.
    pub fn of<'t>(formulas: impl IntoIterator<Item = &'t Term>) -> Spoken {
        let mut spoken = Spoken::default();
        for formula in formulas {
            formula.visit(&mut |t| {
                if let Some(Atom { form, values }) = Atom::of(t) {
                    let known = spoken.0.entry(form).or_default();
                    let both = [(values.complement(), Term::not(t.clone())), (values, t.clone())];
                    for (values, term) in both {
                        if !known.iter().any(|(v, _)| *v == values) {
                            known.push((values, term));
                        }
                    }
                }
                true
            });
        }
        spoken
    }

    /// A comparison as the source has it.
    fn words(&self, t: &Term) -> Option<Term> {
        let atom = Atom::of(t)?;
        let mut known = self.0.get(&atom.form)?.iter();
        let known = known.find(|(values, _)| *values == atom.values);
        known
            .map(|(_, term)| term.clone())
            .filter(|term| length(term) <= length(t) + 2)
    }

    /// A formula with its comparisons as the source has them.
    fn said(&self, t: &Term) -> Term {
        match t.kind() {
            Kind::Lt(..) | Kind::Le(..) => self.words(t).unwrap_or_else(|| t.clone()),
            Kind::And(_) | Kind::Or(_) | Kind::Implies(..) | Kind::Quant(..) => {
                t.map_children(&mut |part| self.said(part))
            }
            _ => t.clone(),
        }
    }
}

/// Where facts are to be written.
pub struct Context<'a> {
    /// What is true there anyway.
    pub given: &'a [Term],
    /// What the source says.
    pub spoken: &'a Spoken,
    /// Can a formula be written?
    pub is_expressible: &'a dyn Fn(&Term) -> bool,
    /// Do indices begin at zero? What is said of all elements says nothing of what is before the first then.
    pub has_arrays: bool,
}

/// Formulas that say together what these say, as a person would write them. Only what is expressible is given for what
/// is; formulas that are not are left as they are.
pub fn readable(facts: &[Term], context: &Context) -> Vec<Term> {
    let Context {
        given,
        spoken,
        is_expressible,
        has_arrays,
    } = context;
    let parts: Vec<Term> = facts.iter().flat_map(|f| parts(f, is_expressible)).collect();
    let mut known = Known::default();
    given.iter().for_each(|fact| known.learn(fact));
    let (units, clauses): (Vec<Term>, Vec<Term>) = parts
        .iter()
        .map(|t| normal(t, &known, is_expressible))
        .filter(|t| !t.is_true())
        .partition(is_unit);
    let units = merged(units, is_expressible);
    units.iter().for_each(|u| known.learn(u));
    let mut all = units;
    for clause in clauses {
        let simple = normal(&clause, &known, is_expressible);
        if !simple.is_true() && !all.contains(&simple) {
            all.push(simple);
        }
    }
    // a premise that is gone may leave a fact without any
    let all = merged(all, is_expressible);
    let mut said: Vec<Term> = Vec::new();
    for fact in without_weaker(all) {
        let fact = if *has_arrays { bounded(&fact) } else { fact };
        let words = spoken.said(&fact);
        let fact = if is_expressible(&words) { words } else { fact };
        if !said.contains(&fact) {
            said.push(fact);
        }
    }
    // bounds first, quantifiers last
    said.sort_by_key(|t| match Atom::of(t) {
        Some(_) => 0,
        None if !t.has_quantifier() => 1,
        None => 2,
    });
    said
}

/// Two facts of which one bounds from below what the other one bounds from above as one, for languages with `a <= b < c`.
pub fn bounds_together(facts: Vec<Term>) -> Vec<Term> {
    let mut left = facts;
    let mut all = Vec::new();
    while !left.is_empty() {
        let fact = left.remove(0);
        let is_constant = |t: &Term| matches!(t.kind(), Kind::Int(_));
        let below = |a: &Term, b: &Term| match (sides(a), sides(b)) {
            (Some((_, end)), Some((start, _))) => end == start && !is_constant(end),
            _ => false,
        };
        let other = left.iter().position(|t| below(&fact, t) || below(t, &fact));
        all.push(match other.map(|at| left.remove(at)) {
            Some(other) if below(&fact, &other) => Term::and([fact, other]),
            Some(other) => Term::and([other, fact]),
            None => fact,
        });
    }
    all
}

/// The conjuncts, those of what is implied among them, if each can be expressed alone.
fn parts(fact: &Term, is_expressible: &dyn Fn(&Term) -> bool) -> Vec<Term> {
    let parts = match fact.kind() {
        Kind::Implies(premise, all) => {
            let implied = |one: Term| Term::implies(premise.clone(), one);
            all.conjuncts().into_iter().map(implied).collect()
        }
        _ => fact.conjuncts(),
    };
    match parts.iter().all(is_expressible) {
        true => parts,
        false => vec![fact.clone()],
    }
}

/// A fact about all elements up to an index as one about those from the first one on.
fn bounded(fact: &Term) -> Term {
    let mut clause = Clause::of(fact);
    let indices: Vec<Term> = clause
        .vars
        .iter()
        .filter(|v| clause.is_index(v))
        .map(Var::term)
        .collect();
    let open = indices.into_iter().map(|index| Term::lt(index, Term::int(0)));
    let before = clause.literals.len();
    clause.literals.extend(open);
    match clause.literals.len() == before {
        true => fact.clone(),
        false => clause.term(),
    }
}

/// Is it a fact without premises?
fn is_unit(t: &Term) -> bool {
    !matches!(t.kind(), Kind::Or(_) | Kind::Implies(..) | Kind::Quant(..))
}

/// A formula in its normal form where something is known; `true` if it adds nothing.
fn normal(t: &Term, known: &Known, is_expressible: &dyn Fn(&Term) -> bool) -> Term {
    let clause = Clause::of(t);
    if clause
        .literals
        .iter()
        .any(|l| !l.mentions_any(&clause.vars) && !is_expressible(l))
    {
        return t.clone();
    }
    let simple = clause.simplified(known).map_or_else(Term::tt, |c| c.term());
    match is_expressible(&simple) {
        true => simple,
        false => t.clone(),
    }
}

/// Comparisons of one form that are one comparison, or two bounds.
fn merged(facts: Vec<Term>, is_expressible: &dyn Fn(&Term) -> bool) -> Vec<Term> {
    let mut groups: Vec<(Option<Atom>, Vec<Term>)> = Vec::new();
    for fact in facts {
        let atom = Atom::of(&fact);
        let same = |known: &Option<Atom>| {
            atom.as_ref()
                .is_some_and(|a| known.as_ref().is_some_and(|k| k.form == a.form))
        };
        match groups.iter_mut().find(|(known, _)| same(known)) {
            Some((Some(known), terms)) => {
                if let Some(atom) = atom {
                    known.values = known.values.intersection(&atom.values);
                }
                terms.push(fact);
            }
            _ => groups.push((atom, vec![fact])),
        }
    }
    let one = |(atom, terms): (Option<Atom>, Vec<Term>)| -> Vec<Term> {
        let Some(atom) = atom.filter(|_| terms.len() > 1) else {
            return terms;
        };
        let as_said = |values: &Values| {
            let said = terms.iter().find(|t| Atom::of(t).is_some_and(|a| a.values == *values));
            let made = || {
                Atom {
                    form: atom.form.clone(),
                    values: values.clone(),
                }
                .term()
            };
            said.cloned().or_else(made)
        };
        let wanted = match atom.values.bounds() {
            Some((low, high)) => vec![Values::at_least(low.clone()), Values::at_most(high.clone())],
            None => vec![atom.values.clone()],
        };
        let made: Option<Vec<Term>> = wanted.iter().map(as_said).collect();
        made.filter(|made| made.iter().all(is_expressible)).unwrap_or(terms)
    };
    groups.into_iter().flat_map(one).collect()
}

/// The facts without those of which another one is a part.
fn without_weaker(facts: Vec<Term>) -> Vec<Term> {
    let clauses: Vec<Clause> = facts.iter().map(Clause::of).collect();
    let is_weaker = |i: usize| {
        let mut others = clauses.iter().enumerate().filter(|(j, _)| *j != i);
        others.any(|(j, other)| {
            let is_part = other.vars == clauses[i].vars && is_within(other, &clauses[i]);
            // of two that are equal the first stays
            is_part && (j < i || !is_within(&clauses[i], other))
        })
    };
    (0..facts.len())
        .filter(|i| !is_weaker(*i))
        .map(|i| facts[i].clone())
        .collect()
}

/// Does each literal imply one of the other clause?
fn is_within(stronger: &Clause, weaker: &Clause) -> bool {
    let implies = |a: &Term, b: &Term| {
        a == b
            || matches!((Atom::of(a), Atom::of(b)), (Some(a), Some(b))
                if a.form == b.form && a.values.is_within(&b.values))
    };
    let mut literals = stronger.literals.iter();
    literals.all(|a| weaker.literals.iter().any(|b| implies(a, b)))
}

#[cfg(test)]
mod tests;
