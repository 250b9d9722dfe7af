//! Disjunctions: comparisons of one form combined, quantifiers without use removed, the rest put in an order for people.
//!
//! A universal variable that only bounds mention is no more than a comparison of the bounds: `forall x :: x < 0 ==> x < i`
//! says `0 <= i`. One that is equal to a term is that term. What does not speak of the variables stands outside of the
//! quantifier, and the bounds of the variables come first inside.

use super::atom::{Atom, Form, Values};
use abide_logic::{Int, Kind, Quantifier, Sort, Subst, Term, Var};
use std::collections::BTreeMap;

/// A disjunction under universal quantifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// What is quantified over.
    pub vars: Vec<Var>,
    /// What one of is true.
    pub literals: Vec<Term>,
}

/// What is known where a clause stands: comparisons by form, and other facts.
#[derive(Default)]
pub struct Known {
    comparisons: BTreeMap<Form, Values>,
    others: Vec<Term>,
}

impl Known {
    /// Takes a fact for known.
    pub fn learn(&mut self, fact: &Term) {
        match Atom::of(fact) {
            Some(atom) => {
                let values = match self.comparisons.get(&atom.form) {
                    Some(known) => known.intersection(&atom.values),
                    None => atom.values,
                };
                self.comparisons.insert(atom.form, values);
            }
            None => self.others.push(fact.clone()),
        }
    }

    /// What is known of a literal, if that decides it.
    fn decides(&self, literal: &Term) -> Option<bool> {
        let Some(atom) = Atom::of(literal) else {
            let is_true = self.others.contains(literal).then_some(true);
            return is_true.or_else(|| self.others.contains(&Term::not(literal.clone())).then_some(false));
        };
        let known = self.comparisons.get(&atom.form)?;
        let is_false = known.intersection(&atom.values).is_empty().then_some(false);
        known.is_within(&atom.values).then_some(true).or(is_false)
    }
}

impl Clause {
    /// The parts of a formula that is a disjunction or implication, perhaps for all values of variables.
    pub fn of(t: &Term) -> Clause {
        let (mut vars, mut body) = (Vec::new(), t);
        while let Kind::Quant(Quantifier::Forall, more, inner) = body.kind() {
            vars.extend(more.iter().cloned());
            body = inner;
        }
        let mut literals = Vec::new();
        flatten(body, &mut literals);
        let mut clause = Clause { vars, literals };
        while clause.widened() {}
        clause
    }

    /// Takes the quantifier of a literal for one of the whole, if its variables are not used elsewhere.
    fn widened(&mut self) -> bool {
        let is_free = |at: usize, vars: &[Var]| {
            let mut others = self.literals.iter().enumerate().filter(|(i, _)| *i != at);
            vars.iter().all(|v| !self.vars.contains(v)) && others.all(|(_, l)| !l.mentions_any(vars))
        };
        let found = self.literals.iter().enumerate().find_map(|(at, l)| match l.kind() {
            Kind::Quant(Quantifier::Forall, vars, body) if is_free(at, vars) => Some((at, vars.clone(), body.clone())),
            _ => None,
        });
        let Some((at, vars, body)) = found else { return false };
        self.vars.extend(vars);
        self.literals.remove(at);
        flatten(&body, &mut self.literals);
        true
    }

    /// A simpler one that says the same; none if it is true of everything that is known.
    pub fn simplified(mut self, known: &Known) -> Option<Clause> {
        // each step removes a literal or a variable
        loop {
            self = self.combined(known)?;
            if !self.without_a_point() && !self.without_a_range() {
                return Some(self);
            }
        }
    }

    /// Comparisons of one form are one; what is known to be false is left out.
    fn combined(self, known: &Known) -> Option<Clause> {
        let mut groups: Vec<(Option<Form>, Values, Vec<Term>)> = Vec::new();
        for literal in &self.literals {
            match known.decides(literal) {
                Some(true) => return None,
                Some(false) => continue,
                None => {}
            }
            let Some(atom) = Atom::of(literal) else {
                if literal.is_true() || self.literals.contains(&Term::not(literal.clone())) {
                    return None;
                }
                if !literal.is_false() && !groups.iter().any(|(_, _, terms)| terms.contains(literal)) {
                    groups.push((None, Values::only(Int::ZERO), vec![literal.clone()]));
                }
                continue;
            };
            match groups.iter_mut().find(|(form, ..)| form.as_ref() == Some(&atom.form)) {
                Some((_, values, terms)) => {
                    *values = values.union(&atom.values);
                    terms.push(literal.clone());
                }
                None => groups.push((Some(atom.form), atom.values, vec![literal.clone()])),
            }
        }
        let mut literals = Vec::new();
        for (form, values, terms) in groups {
            let Some(form) = form else {
                literals.extend(terms);
                continue;
            };
            if values.is_all() {
                return None;
            }
            match (Atom { form, values }.term(), terms.as_slice()) {
                (Some(one), [only]) => literals.push(shorter(only, one)),
                (Some(one), _) => literals.push(one),
                (None, _) => literals.extend(terms),
            }
        }
        Some(Clause { literals, ..self })
    }

    /// Puts a term in place of a variable that is equal to it wherever the rest must be true.
    fn without_a_point(&mut self) -> bool {
        for (at, literal) in self.literals.iter().enumerate() {
            let Some((value, form)) = Atom::of(literal).and_then(|a| Some((a.values.but()?, a.form))) else {
                continue;
            };
            for var in self.vars.iter().filter(|v| *v.sort() == Sort::Int) {
                let Some((sign, rest)) = solved(&form, var) else {
                    continue;
                };
                let equal = match sign {
                    true => Term::sub(Term::int(value.clone()), rest),
                    false => Term::sub(rest, Term::int(value.clone())),
                };
                if equal.mentions(var) {
                    continue;
                }
                let var = var.clone();
                self.literals.remove(at);
                let substitution: Subst = [(var.clone(), equal)].into_iter().collect();
                self.literals = self.literals.iter().map(|l| substitution.apply(l)).collect();
                self.vars.retain(|v| *v != var);
                return true;
            }
        }
        false
    }

    /// Puts a comparison of the bounds in place of a variable that nothing but one or two bounds mentions.
    fn without_a_range(&mut self) -> bool {
        for (at, var) in self.vars.iter().enumerate() {
            let (about, others): (Vec<&Term>, Vec<&Term>) = self.literals.iter().partition(|l| l.mentions(var));
            let bounds: Option<Vec<Bound>> = about.iter().map(|l| Bound::of(l, var)).collect();
            let Some(bounds) = bounds.filter(|_| *var.sort() == Sort::Int) else {
                continue;
            };
            let (lower, upper): (Vec<&Bound>, Vec<&Bound>) = bounds.iter().partition(|b| b.is_lower);
            let left = match (lower.as_slice(), upper.as_slice()) {
                // var >= low or var <= high, for all: nothing is between
                ([low], [high]) => Some(Term::le(low.end.clone(), Term::add(high.end.clone(), Term::int(1)))),
                ([], _) | (_, []) => None,
                _ => continue,
            };
            self.literals = others.into_iter().cloned().chain(left).collect();
            self.vars.remove(at);
            return true;
        }
        false
    }

    /// Is an element read at a variable that no premise bounds from below?
    pub fn is_index(&self, var: &Var) -> bool {
        let is_read = |t: &Term| matches!(t.kind(), Kind::Select(_, key) if key.as_var() == Some(var));
        let is_lower = |l: &Term| match l.kind() {
            // the premise is the negation
            Kind::Lt(a, _) | Kind::Le(a, _) => a.as_var() == Some(var),
            _ => false,
        };
        *var.sort() == Sort::Int && self.literals.iter().any(|l| l.has(is_read)) && !self.literals.iter().any(is_lower)
    }

    /// The clause as a formula: bounds before other premises, what says most last.
    pub fn term(&self) -> Term {
        let (inner, outer): (Vec<&Term>, Vec<&Term>) = self.literals.iter().partition(|l| l.mentions_any(&self.vars));
        if inner.is_empty() {
            return arranged(outer, &[]);
        }
        let quantified = Term::forall(self.vars.iter().cloned(), arranged(inner, &self.vars));
        let outer: Vec<Term> = outer.into_iter().map(|l| Term::not(l.clone())).collect();
        Term::implies(Term::and(outer), quantified)
    }
}

/// The shorter of two formulas, the first among equals.
fn shorter(old: &Term, new: Term) -> Term {
    match length(&new) < length(old) {
        true => new,
        false => old.clone(),
    }
}

/// How many pieces of a formula a reader sees.
pub fn length(t: &Term) -> usize {
    1 + t.kind().children().map(length).sum::<usize>()
}

fn flatten(t: &Term, literals: &mut Vec<Term>) {
    match t.kind() {
        Kind::Or(parts) => parts.iter().for_each(|p| flatten(p, literals)),
        Kind::Implies(a, b) => {
            a.conjuncts().iter().for_each(|p| literals.push(Term::not(p.clone())));
            flatten(b, literals);
        }
        _ => literals.push(t.clone()),
    }
}

/// What is added to a variable in a form that has it once, and whether both have their signs as they are; else the
/// variable is subtracted from it.
fn solved(form: &Form, var: &Var) -> Option<(bool, Term)> {
    let own = form.iter().find(|(t, _)| t.as_var() == Some(var))?;
    let sign = match &own.1 {
        c if *c == Int::ONE => true,
        c if *c == -Int::ONE => false,
        _ => return None,
    };
    let rest = form.iter().filter(|(t, _)| t.as_var() != Some(var));
    let rest = rest.map(|(t, c)| Term::mul(Term::int(c.clone()), t.clone()));
    Some((sign, Term::sum(rest.collect::<Vec<_>>())))
}

/// A bound of a variable by a term without it.
struct Bound {
    is_lower: bool,
    end: Term,
}

impl Bound {
    fn of(literal: &Term, var: &Var) -> Option<Bound> {
        let Atom { form, values } = Atom::of(literal)?;
        let (sign, rest) = solved(&form, var)?;
        let (at, is_upper) = match (values.upper(), values.lower()) {
            (Some(high), _) => (high, true),
            (_, Some(low)) => (low, false),
            _ => return None,
        };
        let at = Term::int(at.clone());
        let (end, is_lower) = match sign {
            true => (Term::sub(at, rest), !is_upper),
            // rest - var is at most: var is at least
            false => (Term::sub(rest, at), is_upper),
        };
        (!end.mentions(var)).then_some(Bound { is_lower, end })
    }
}

/// Premises and a conclusion. Bounds of variables are the range that the rest stands in.
fn arranged(literals: Vec<&Term>, vars: &[Var]) -> Term {
    let mut left: Vec<Term> = literals.into_iter().cloned().collect();
    let is_bound =
        |t: &Term| matches!(t.kind(), Kind::Lt(a, b) | Kind::Le(a, b) if [a, b].iter().any(|t| is_of(t, vars)));
    // the best conclusion, the latest among equals
    let best = (0..left.len()).max_by_key(|i| (weight(&left[*i], is_bound(&left[*i])), *i));
    let Some(best) = best else { return Term::ff() };
    let conclusion = left.remove(best);
    let premises = left.into_iter().map(Term::not);
    let (range, rest): (Vec<Term>, Vec<Term>) = premises.partition(|p| is_bound(p));
    let inner = Term::implies(Term::and(rest), conclusion);
    Term::implies(Term::and(chained(range, vars)), inner)
}

fn is_of(t: &Term, vars: &[Var]) -> bool {
    t.as_var().is_some_and(|v| vars.contains(v))
}

/// How much a literal says as a conclusion.
fn weight(literal: &Term, is_bound: bool) -> u32 {
    let mut reads = 0;
    literal.visit(&mut |t| {
        reads += u32::from(matches!(t.kind(), Kind::Select(..) | Kind::Apply(..) | Kind::Quant(..)));
        true
    });
    match literal.kind() {
        _ if reads > 0 => 10 + reads,
        _ if is_bound => 0,
        // a positive fact reads better after the arrow than a negated one
        Kind::Not(_) => 1,
        _ => 2,
    }
}

/// Bounds in an order in which one begins where another ends: `0 <= j && j < k && k < n`.
fn chained(bounds: Vec<Term>, vars: &[Var]) -> Vec<Term> {
    let mut left = bounds;
    let mut ordered: Vec<Term> = Vec::new();
    while !left.is_empty() {
        let end = ordered.last().and_then(sides).map(|(_, b)| b);
        let next = left
            .iter()
            .position(|t| end.is_some() && sides(t).map(|(a, _)| a) == end);
        // a new chain begins at something that is not bound
        let first = || left.iter().position(|t| sides(t).is_some_and(|(a, _)| !is_of(a, vars)));
        ordered.push(left.remove(next.or_else(first).unwrap_or(0)));
    }
    ordered
}

/// What is less than what.
pub fn sides(t: &Term) -> Option<(&Term, &Term)> {
    match t.kind() {
        Kind::Lt(a, b) | Kind::Le(a, b) => Some((a, b)),
        _ => None,
    }
}
