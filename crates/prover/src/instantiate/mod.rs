//! Quantifier instantiation of our own, in front of any solver.
//!
//! An [`Instantiating`] session takes formulas with quantifiers and gives the solver below it
//! ground ones only. Existential facts get fresh constants; universal facts ([`Universal`])
//! are instantiated over index terms, in the manner of the array property fragment of
//! Bradley, Manna and Sipma: at once over the terms that index the same maps, and lazily
//! from models. A model that falsifies an instance of a universal fact over the index terms
//! is no model; the instance is added and the solver asked again.
//!
//! Functions with a fixed meaning are taught to the solver from its models too ([`builtins`]),
//! and so is what is true of reachability along fields ([`reach`]).
//!
//! When that does not come to an end within [`ROUNDS`], the solver's own quantifiers are
//! tried once under a hard limit; what they do not refute is unknown.

mod builtins;
mod complete;
mod ground;
mod index;
mod reach;
mod universal;

use crate::{Answer, Limits, Prover, ProverError, Quantifiers, Reason, Session, Stats};
use abide_logic::{Sort, Term, Value, Var};
use builtins::Builtins;
use ground::Grounder;
use reach::Reach;
use std::collections::HashSet;
use std::sync::Arc;
use universal::{Universal, Violations};

/// How often one check may be repeated with more instances.
pub const ROUNDS: usize = 40;

/// How often one check may be repeated because a model was wrong about walks along fields.
const WALKS: usize = 400;

/// A session that accepts quantifiers.
pub struct Instantiating {
    prover: Arc<dyn Prover>,
    limits: Limits,
    inner: Box<dyn Session>,
    grounder: Grounder,
    /// Everything asserted, for the fallback.
    originals: Vec<Term>,
    quantified: bool,
    native: Option<(Box<dyn Session>, usize)>,
    /// Variables that have been assumed in some check: they switch facts on and off.
    switches: HashSet<Term>,
    instances: u64,
    builtins: Builtins,
    reach: Reach,
}

impl Instantiating {
    /// Opens a session of `prover` with instantiation in front.
    pub fn open(prover: &Arc<dyn Prover>, limits: &Limits) -> Result<Instantiating, ProverError> {
        let ground = Limits {
            quantifiers: Quantifiers::Ground,
            ..limits.clone()
        };
        Ok(Instantiating {
            inner: prover.open(&ground)?,
            prover: prover.clone(),
            limits: limits.clone(),
            grounder: Grounder::default(),
            originals: Vec::new(),
            quantified: false,
            native: None,
            switches: HashSet::new(),
            instances: 0,
            builtins: Builtins::default(),
            reach: Reach::default(),
        })
    }

    /// Has anything quantified been asserted?
    pub fn is_quantified(&self) -> bool {
        self.quantified
    }

    /// The values of variables in the last model, with integer maps completed between the
    /// index terms so that universal facts hold there too; see [`complete`].
    pub fn completed(&mut self, vars: &[Var]) -> Vec<Option<Value>> {
        let points = self.quantified.then(|| {
            let index = &self.grounder.index;
            let terms: Vec<Term> = [Sort::Int, Sort::Ref]
                .iter()
                .flat_map(|s| index.of_sort(s))
                .cloned()
                .collect();
            complete::points(self.inner.as_mut(), &terms)
        });
        let mut completed = |v: &Var| {
            let value = self.inner.value(&v.term())?;
            if let Some(heap) = self.reach.heap(&value) {
                return Some(heap);
            }
            Some(match &points {
                Some(points) => complete::complete(&value, points),
                None => value,
            })
        };
        vars.iter().map(&mut completed).collect()
    }

    /// Hands what the grounder has ready to the solver, with the first instances of every
    /// new universal fact.
    fn flush(&mut self) {
        loop {
            for formula in self.grounder.take_ready() {
                self.builtins.collect(&formula);
                self.reach.collect(&formula);
                self.inner.assert(&formula);
            }
            let written = self.reach.expand();
            self.tell(&written);
            let fresh = self.grounder.take_new_universals();
            if fresh.is_empty() {
                break;
            }
            for id in fresh {
                let tuples = self.grounder.eager_tuples(id);
                self.instances += tuples.len() as u64;
                for tuple in tuples {
                    self.grounder.instance(id, tuple);
                }
            }
        }
    }

    /// Adds what the current model has wrong about walks along fields; says whether there was any.
    fn walk(&mut self) -> bool {
        let facts = self.reach.refine(self.inner.as_mut());
        self.tell(&facts)
    }

    /// Names the objects from which the walks of the current model come to their ends; says whether
    /// there were any.
    fn step_back(&mut self) -> bool {
        let facts = self.reach.last_steps();
        self.tell(&facts)
    }

    /// Hands facts about walks to the solver; says whether there are any.
    fn tell(&mut self, facts: &[Term]) -> bool {
        self.instances += facts.len() as u64;
        for fact in facts {
            // their objects are index terms; what they say is computed, not looked up again
            self.grounder.index.collect(fact);
            self.inner.assert(fact);
        }
        !facts.is_empty()
    }

    /// Adds the instances of universal facts that the current model falsifies; says whether
    /// there were any.
    fn repair(&mut self, assumptions: &[Term]) -> bool {
        let assumed: HashSet<&Term> = assumptions.iter().collect();
        let active = |u: &Universal| {
            u.guard
                .iter()
                .all(|g| !self.switches.contains(g) || assumed.contains(g))
        };
        let found = Violations::find(
            self.inner.as_mut(),
            &self.grounder,
            &self.reach,
            active,
            &self.limits.budget,
        );
        let mut added = false;
        for (id, tuple) in found {
            if self.grounder.instance(id, tuple) {
                self.instances += 1;
                added = true;
            }
        }
        self.flush();
        added
    }

    /// The solver's own quantifiers: only a refutation is believed.
    fn fall_back(&mut self, assumptions: &[Term]) -> Answer {
        if self.native.is_none() {
            let limits = Limits {
                quantifiers: Quantifiers::Native,
                ..self.limits.clone()
            };
            match self.prover.open(&limits) {
                Ok(session) => self.native = Some((session, 0)),
                Err(e) => return Answer::Unknown(Reason::Failed(e.to_string())),
            }
        }
        let (session, done) = self.native.as_mut().expect("just opened");
        for formula in &self.originals[*done..] {
            session.assert(formula);
        }
        *done = self.originals.len();
        match session.check(assumptions) {
            Answer::Unsat(core) => Answer::Unsat(core),
            Answer::Sat => Answer::Unknown(Reason::Incomplete("quantifiers".into())),
            unknown => unknown,
        }
    }
}

impl Session for Instantiating {
    fn assert(&mut self, formula: &Term) {
        self.originals.push(formula.clone());
        self.quantified |= formula.has_quantifier();
        self.grounder.assert(formula);
        self.flush();
    }

    fn check(&mut self, assumptions: &[Term]) -> Answer {
        self.switches.extend(assumptions.iter().cloned());
        let (mut round, mut walks) = (0, 0);
        while round < ROUNDS && walks < WALKS {
            match self.inner.check(assumptions) {
                Answer::Sat if self.builtins.refine(self.inner.as_mut(), round) => round += 1,
                Answer::Sat if self.walk() => walks += 1,
                Answer::Sat if self.quantified && self.repair(assumptions) => round += 1,
                Answer::Sat if self.step_back() => walks += 1,
                // the model is only one if the search for instances came to its end
                Answer::Sat if self.quantified && self.limits.budget.check().is_err() => break,
                Answer::Unknown(reason @ (Reason::Incomplete(_) | Reason::Steps)) if self.quantified => {
                    return match self.fall_back(assumptions) {
                        Answer::Unknown(_) => Answer::Unknown(reason),
                        answer => answer,
                    };
                }
                answer => return answer,
            }
        }
        match self.limits.budget.check() {
            Ok(()) => self.fall_back(assumptions),
            Err(exhausted) => Answer::Unknown(exhausted.into()),
        }
    }

    fn value(&mut self, term: &Term) -> Option<Value> {
        self.inner.value(term)
    }

    fn stats(&self) -> Stats {
        let mut stats = self.inner.stats();
        if let Some((native, _)) = &self.native {
            stats += native.stats();
        }
        stats.instances += self.instances;
        stats
    }
}
