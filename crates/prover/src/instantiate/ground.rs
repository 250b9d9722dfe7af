//! Formulas made ground: quantifiers replaced by fresh constants or by instances.
//!
//! A quantifier is *universal* where it must be instantiated (`∀` that is asserted, `∃` that
//! is denied) and *existential* where a fresh constant does. A universal quantifier that
//! stands under premises only (`p ⇒ q ⇒ ∀x. B`) becomes a fact guarded by these premises.
//! Any other quantified subformula is replaced by a fresh Boolean, from which the formula
//! follows, and which follows from the formula, as far as its polarity asks for it.

use super::index::IndexTerms;
use super::universal::Universal;
use abide_logic::{Kind, Quantifier, Sort, Subst, Term, Var};
use std::collections::{HashMap, HashSet};

/// Tags of the constants made here begin at this one; callers stay below.
const FIRST_TAG: u32 = 1 << 30;

/// Instances made at once for one universal fact, at most.
const EAGER: usize = 24;

/// In which direction a subformula counts.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Polarity {
    positive: bool,
    negative: bool,
}

const POSITIVE: Polarity = Polarity {
    positive: true,
    negative: false,
};
const BOTH: Polarity = Polarity {
    positive: true,
    negative: true,
};

impl Polarity {
    fn flip(self) -> Polarity {
        Polarity {
            positive: self.negative,
            negative: self.positive,
        }
    }
}

/// Makes formulas ground and keeps the universal facts.
#[derive(Default)]
pub(super) struct Grounder {
    pub(super) universals: Vec<Universal>,
    pub(super) index: IndexTerms,
    new: Vec<usize>,
    ready: Vec<Term>,
    /// For each replaced formula its Boolean and the directions already stated.
    replaced: HashMap<Term, (Term, Polarity)>,
    known: HashSet<(usize, Vec<Term>)>,
    made: u32,
}

impl Grounder {
    /// Accepts a formula; see [`Grounder::take_ready`].
    pub(super) fn assert(&mut self, formula: &Term) {
        self.guarded(&[], formula);
    }

    /// Ground formulas to be handed to the solver.
    pub(super) fn take_ready(&mut self) -> Vec<Term> {
        std::mem::take(&mut self.ready)
    }

    /// Universal facts that are new since the last call.
    pub(super) fn take_new_universals(&mut self) -> Vec<usize> {
        std::mem::take(&mut self.new)
    }

    /// The tuples over which a new universal fact is instantiated at once.
    pub(super) fn eager_tuples(&self, id: usize) -> Vec<Vec<Term>> {
        let universal = &self.universals[id];
        let lists: Vec<Vec<Term>> = universal.vars.iter().map(|v| self.index.matching(v)).collect();
        let total = lists.iter().map(Vec::len).product::<usize>();
        if total > EAGER {
            return Vec::new();
        }
        lists.iter().fold(vec![Vec::new()], |tuples, list| {
            let longer = |tuple: &Vec<Term>| {
                list.iter()
                    .map(|t| [tuple.as_slice(), std::slice::from_ref(t)].concat())
                    .collect::<Vec<_>>()
            };
            tuples.iter().flat_map(longer).collect()
        })
    }

    /// Was this instance of a universal fact added?
    pub(super) fn is_known(&self, id: usize, tuple: &[Term]) -> bool {
        self.known.contains(&(id, tuple.to_vec()))
    }

    /// Adds an instance of a universal fact, unless it was added before.
    pub(super) fn instance(&mut self, id: usize, tuple: Vec<Term>) -> bool {
        if !self.known.insert((id, tuple.clone())) {
            return false;
        }
        self.index.enter_instance(Some(&tuple));
        let universal = &self.universals[id];
        let subst: Subst = universal.vars.iter().map(|v| v.var.clone()).zip(tuple).collect();
        let body = subst.apply(&universal.body);
        let guard = universal.guard.clone();
        self.guarded(&guard, &body);
        self.index.enter_instance(None);
        true
    }

    /// ⋀ guard ⇒ formula
    fn guarded(&mut self, guard: &[Term], formula: &Term) {
        match formula.kind() {
            _ if !formula.has_quantifier() => {
                let formula = Term::implies(Term::and(guard.iter().cloned()), formula.clone());
                self.index.collect(&formula);
                self.ready.push(formula);
            }
            Kind::And(parts) => parts.iter().for_each(|p| self.guarded(guard, p)),
            Kind::Implies(premise, rest) if !premise.has_quantifier() => {
                let longer: Vec<Term> = guard.iter().cloned().chain(premise.conjuncts()).collect();
                self.guarded(&longer, rest);
            }
            Kind::Quant(Quantifier::Forall, vars, body) => self.universal(guard.to_vec(), vars, body.clone()),
            Kind::Quant(Quantifier::Exists, vars, body) => {
                let body = self.skolemised(vars, body);
                self.guarded(guard, &body);
            }
            _ => {
                let ground = self.ground(formula, POSITIVE);
                self.guarded(guard, &ground);
            }
        }
    }

    fn universal(&mut self, guard: Vec<Term>, vars: &[Var], body: Term) {
        if let Some((vars, body)) = image(vars, &body) {
            self.universal(guard.clone(), &vars, body);
        }
        self.new.push(self.universals.len());
        self.universals.push(Universal::new(guard, vars, body, &mut self.index));
    }

    fn skolemised(&mut self, vars: &[Var], body: &Term) -> Term {
        let fresh: Vec<(Var, Term)> = vars
            .iter()
            .map(|v| (v.clone(), self.fresh(v.name(), v.sort())))
            .collect();
        fresh.iter().for_each(|(_, constant)| self.index.add_constant(constant));
        fresh.into_iter().collect::<Subst>().apply(body)
    }

    fn fresh(&mut self, name: &str, sort: &Sort) -> Term {
        self.made += 1;
        Var::new(name, FIRST_TAG + self.made, sort.clone()).term()
    }

    /// The formula with every quantified subformula replaced by a Boolean.
    fn ground(&mut self, t: &Term, polarity: Polarity) -> Term {
        if !t.has_quantifier() {
            return t.clone();
        }
        match t.kind() {
            Kind::Quant(q, vars, body) => self.replace(t, *q, vars, body, polarity),
            Kind::Not(a) => Term::not(self.ground(a, polarity.flip())),
            Kind::Implies(a, b) => Term::implies(self.ground(a, polarity.flip()), self.ground(b, polarity)),
            Kind::And(_) | Kind::Or(_) => t.map_children(&mut |c| self.ground(c, polarity)),
            Kind::Ite(c, a, b) if *t.sort() == Sort::Bool => {
                let (a, b) = (self.ground(a, polarity), self.ground(b, polarity));
                Term::ite(self.ground(c, BOTH), a, b)
            }
            _ => t.map_children(&mut |c| self.ground(c, BOTH)),
        }
    }

    fn replace(&mut self, t: &Term, q: Quantifier, vars: &[Var], body: &Term, polarity: Polarity) -> Term {
        let (proxy, stated) = match self.replaced.get(t) {
            Some(known) => known.clone(),
            None => (
                self.fresh("holds", &Sort::Bool),
                Polarity {
                    positive: false,
                    negative: false,
                },
            ),
        };
        let now = Polarity {
            positive: stated.positive || polarity.positive,
            negative: stated.negative || polarity.negative,
        };
        self.replaced.insert(t.clone(), (proxy.clone(), now));
        // proxy ⇒ t
        if polarity.positive && !stated.positive {
            match q {
                Quantifier::Forall => self.universal(vec![proxy.clone()], vars, body.clone()),
                Quantifier::Exists => {
                    let body = self.skolemised(vars, body);
                    self.guarded(std::slice::from_ref(&proxy), &body);
                }
            }
        }
        // ¬proxy ⇒ ¬t
        if polarity.negative && !stated.negative {
            let denied = Term::not(proxy.clone());
            match q {
                Quantifier::Exists => self.universal(vec![denied], vars, Term::not(body.clone())),
                Quantifier::Forall => {
                    let body = self.skolemised(vars, body);
                    self.guarded(&[denied], &Term::not(body));
                }
            }
        }
        proxy
    }
}

/// Where something holds of `x` if there is an `n` with `x = t(n)` of which `B` is true (`S = {x. EX n. B & x = t}`):
/// that it holds of `t(n)` for all of these. Index terms alone would not tell, for `t(n)` need not be one.
fn image(vars: &[Var], body: &Term) -> Option<(Vec<Var>, Term)> {
    let sides = match body.kind() {
        Kind::Eq(a, b) if *a.sort() == Sort::Bool => vec![(a, b), (b, a)],
        Kind::Implies(a, b) => vec![(a, b)],
        _ => return None,
    };
    sides.into_iter().find_map(|(if_any, then)| {
        let Kind::Quant(Quantifier::Exists, own, inner) = if_any.kind() else {
            return None;
        };
        if then.mentions_any(own) {
            return None;
        }
        let parts = inner.conjuncts();
        let (x, t) = parts.iter().find_map(|part| solution(part, vars))?;
        let at = Subst::from_iter([(x.clone(), t)]);
        let others = vars.iter().filter(|v| **v != x).chain(own).cloned();
        let premise = Term::and(parts.iter().map(|p| at.apply(p)));
        Some((others.collect(), Term::implies(premise, at.apply(then))))
    })
}

/// The variable, of these, that an equation says the value of.
fn solution(equation: &Term, vars: &[Var]) -> Option<(Var, Term)> {
    let Kind::Eq(a, b) = equation.kind() else { return None };
    [(a, b), (b, a)].into_iter().find_map(|(x, t)| {
        let x = x.as_var().filter(|x| vars.contains(x) && !t.mentions(x))?;
        Some((x.clone(), t.clone()))
    })
}
