//! Quantifier instantiation of our own, in front of any solver.
//!
//! An [`Instantiating`] session takes formulas with quantifiers and gives the solver below it
//! ground ones only. Existential facts get fresh constants; universal facts ([`Universal`])
//! are instantiated over index terms, in the manner of the array property fragment of
//! Bradley, Manna and Sipma: at once over the terms that index the same maps, and lazily
//! from models: where a model falsifies an instance of a universal fact over the index terms, the
//! instance is added and the solver asked again.
//!
//! Lemmas on demand also give functions with a fixed meaning their values ([`builtins`]) and
//! reachability along fields its axioms ([`reach`]); the latter during the search, where the solver
//! supports a user propagator.
//!
//! When that does not terminate within [`ROUNDS`], the solver's own quantifiers are
//! tried once under a hard limit; what they do not refute is unknown.

mod builtins;
mod complete;
mod cone;
mod ground;
mod index;
mod logged;
mod reach;
mod universal;
mod violations;

use crate::answer::{Answer, Reason, Stats};
use crate::limits::{Limits, Quantifiers};
use crate::prover::{Prover, ProverError};
use crate::session::{Propagator, Session};
use abide_logic::{Sort, Term, Value, Var};
use builtins::Builtins;
use cone::Cone;
use ground::Grounder;
use logged::Logged;
use reach::{Candidate, Lemmas, Reach};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;
use universal::Universal;

/// How often one check may be repeated with more instances.
pub const ROUNDS: usize = 40;

/// How often one check may be repeated because a model violated the axioms of reachability.
const REACH_ROUNDS: usize = 400;

/// Instances after which a session about reachability is restarted for the next check: more of them slow
/// the solver down more than they save rounds.
const GROWN: u64 = 1_300;

/// Instances about reachability after which several queries asked as one are better asked separately;
/// see [`Instantiating::check_briefly`].
pub const TOGETHER: u64 = 10_000;

/// A session that accepts quantifiers.
pub struct Instantiating {
    prover: Arc<dyn Prover>,
    limits: Limits,
    inner: Logged,
    grounder: Grounder,
    /// Everything asserted.
    cone: Cone,
    quantified: bool,
    /// Is there an atom about reachability?
    reachability: bool,
    native: Option<(Box<dyn Session>, usize)>,
    /// Variables that have been assumed in some check: they switch facts on and off.
    switches: HashSet<Term>,
    instances: u64,
    /// Instances, and what solvers did, when the present solver was taken.
    began: u64,
    spent: Stats,
    builtins: Builtins,
    reach: Reach,
    /// Lemmas about reachability from the last search, for the next one.
    pending: Vec<Term>,
    /// See [`Instantiating::confirming`].
    confirm: bool,
}

impl Instantiating {
    /// Opens a session of `prover` with instantiation in front.
    pub fn open(prover: &Arc<dyn Prover>, limits: &Limits) -> Result<Instantiating, ProverError> {
        Ok(Instantiating {
            inner: Logged::new(open_ground(prover, limits)?),
            prover: prover.clone(),
            limits: limits.clone(),
            grounder: Grounder::default(),
            cone: Cone::default(),
            quantified: false,
            reachability: false,
            native: None,
            switches: HashSet::new(),
            instances: 0,
            began: 0,
            spent: Stats::default(),
            builtins: Builtins::default(),
            reach: Reach::default(),
            pending: Vec::new(),
            confirm: false,
        })
    }

    /// For proofs that are relied on: a refutation by a search with a propagator is confirmed by a new solver
    /// that has the lemmas from the start and no propagator. The lemmas are ours, and true; how the solver
    /// takes them up in the middle of a search need not be trusted.
    pub fn confirming(self) -> Instantiating {
        Instantiating { confirm: true, ..self }
    }

    /// Has anything quantified been asserted?
    pub fn is_quantified(&self) -> bool {
        self.quantified
    }

    /// The variables that have a value in the last model, with these values, [completed](Self::completed).
    pub fn state<'v>(&mut self, vars: impl IntoIterator<Item = &'v Var>) -> BTreeMap<Var, Value> {
        let vars: Vec<Var> = vars.into_iter().cloned().collect();
        let values = self.completed(&vars);
        let known = vars.into_iter().zip(values);
        known.filter_map(|(var, value)| Some((var, value?))).collect()
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
            complete::points(&mut self.inner, &terms)
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

    /// Asserts what a check under these assumptions depends on; where reachability occurs that is not
    /// everything.
    fn prepare(&mut self, assumptions: &[Term]) {
        let formulas = match self.reachability {
            true => self.cone.take(assumptions),
            false => self.cone.take_all(),
        };
        formulas.iter().for_each(|f| self.reach.learn(f));
        for formula in formulas {
            self.grounder.assert(&formula);
            self.flush();
        }
    }

    /// Replaces the solver by a new one without assertions; says whether that was possible.
    fn restart(&mut self) -> bool {
        let Ok(new) = open_ground(&self.prover, &self.limits) else {
            return false;
        };
        self.spent += std::mem::replace(&mut self.inner, Logged::new(new)).stats();
        self.began = self.instances;
        self.grounder = Grounder::default();
        self.builtins = Builtins::default();
        self.reach = Reach::default();
        self.pending.clear();
        self.cone.forget();
        true
    }

    /// Hands what the grounder has ready to the solver, with the first instances of every
    /// new universal fact.
    fn flush(&mut self) {
        loop {
            for formula in self.grounder.take_ready() {
                let formula = self.reach.flatten(&formula);
                self.builtins.collect(&formula);
                self.reach.collect(&formula);
                self.inner.assert(&formula);
            }
            let written = self.reach.expand();
            self.add(&written);
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

    /// Adds the lemmas about reachability that the current model violates; says whether there are any.
    fn refine_reach(&mut self) -> bool {
        let session = &mut self.inner;
        let lemmas = self.reach.refine(&mut |term| session.value(term), Candidate::Model);
        self.add(&lemmas.now)
    }

    /// Names the last steps of the paths of the current model; says whether there are any.
    fn step_back(&mut self) -> bool {
        let facts = self.reach.last_steps();
        self.add(&facts)
    }

    /// Asserts facts about reachability; says whether there are any.
    fn add(&mut self, facts: &[Term]) -> bool {
        self.instances += facts.len() as u64;
        for fact in facts {
            // their objects are index terms; they are not collected by `reach`, which computed them
            self.grounder.index.collect(fact);
            self.inner.assert(fact);
        }
        !facts.is_empty()
    }

    /// Adds the instances of universal facts that the current model falsifies, and others of the same facts
    /// that would have been made at once if their terms had been there; says whether there were any.
    fn repair(&mut self, assumptions: &[Term]) -> bool {
        let assumed: HashSet<&Term> = assumptions.iter().collect();
        let active = |u: &Universal| {
            u.guard
                .iter()
                .all(|g| !self.switches.contains(g) || assumed.contains(g))
        };
        let found = violations::find(
            &mut self.inner,
            &self.grounder,
            &self.reach,
            active,
            &self.limits.budget,
        );
        let mut added = false;
        // with reachability there are too many objects
        let violated: BTreeSet<usize> = found.iter().map(|(id, _)| *id).filter(|_| !self.reachability).collect();
        let near: Vec<(usize, Vec<Term>)> = violated
            .into_iter()
            .flat_map(|id| self.grounder.eager_tuples(id).into_iter().map(move |tuple| (id, tuple)))
            .collect();
        for (id, tuple) in found.into_iter().chain(near) {
            if self.grounder.instance(id, tuple) {
                self.instances += 1;
                added = true;
            }
        }
        self.flush();
        added
    }

    /// As [`Session::check`], for several queries asked as one; no answer where they are about reachability
    /// and take more than [`TOGETHER`] instances.
    pub fn check_briefly(&mut self, assumptions: &[Term]) -> Option<Answer> {
        self.settle(assumptions, TOGETHER)
    }

    fn settle(&mut self, assumptions: &[Term], instances: u64) -> Option<Answer> {
        if self.reachability && self.instances - self.began > GROWN {
            self.restart();
        }
        let was_new = self.inner.stats().checks == 0;
        let answer = self.query(assumptions, instances);
        // the objects of earlier checks may have left no room for those of this one
        if answer == Some(Answer::Sat) && !was_new && self.reach.is_crowded() && self.restart() {
            return self.query(assumptions, instances);
        }
        answer
    }

    fn query(&mut self, assumptions: &[Term], instances: u64) -> Option<Answer> {
        self.prepare(assumptions);
        self.switches.extend(assumptions.iter().cloned());
        let before = self.instances;
        let (mut round, mut refinements) = (0, 0);
        while round < ROUNDS && refinements < REACH_ROUNDS {
            if self.reachability && self.instances - before >= instances {
                return None;
            }
            match self.search(assumptions) {
                Answer::Sat if self.builtins.refine(&mut self.inner, round) => round += 1,
                Answer::Sat if self.refine_reach() => refinements += 1,
                Answer::Sat if self.quantified && self.repair(assumptions) => round += 1,
                Answer::Sat if self.step_back() => refinements += 1,
                // the model is only one if the search for instances came to its end
                Answer::Sat if self.quantified && self.limits.budget.check().is_err() => break,
                Answer::Unknown(reason @ (Reason::Incomplete(_) | Reason::Steps)) if self.quantified => {
                    return Some(match self.fall_back(assumptions) {
                        Answer::Unknown(_) => Answer::Unknown(reason),
                        answer => answer,
                    });
                }
                answer => return Some(answer),
            }
        }
        Some(match self.limits.budget.check() {
            Ok(()) => self.fall_back(assumptions),
            Err(exhausted) => Answer::Unknown(exhausted.into()),
        })
    }

    /// One check of the solver, with lemmas about reachability during its search.
    fn search(&mut self, assumptions: &[Term]) -> Answer {
        self.pending.drain(..).for_each(|fact| self.inner.assert(&fact));
        if !self.reachability {
            return self.inner.check(assumptions);
        }
        let mut propagator = ReachPropagator {
            reach: &mut self.reach,
            lemmas: Lemmas::default(),
            seen: HashSet::new(),
        };
        let answer = self.inner.check_with_propagator(assumptions, &mut propagator);
        // asserting now would discard the model
        self.pending = propagator.lemmas.all();
        self.instances += self.pending.len() as u64;
        self.pending.iter().for_each(|fact| self.grounder.index.collect(fact));
        match answer {
            Answer::Unsat(_) if self.confirm && !self.pending.is_empty() => self.confirmed(assumptions),
            answer => answer,
        }
    }

    /// The check repeated by a new solver that has all lemmas from the start.
    fn confirmed(&mut self, assumptions: &[Term]) -> Answer {
        match open_ground(&self.prover, &self.limits) {
            Ok(new) => {
                self.spent += self.inner.replace(new).stats();
                self.pending.drain(..).for_each(|fact| self.inner.assert(&fact));
                self.inner.check(assumptions)
            }
            Err(e) => Answer::Unknown(Reason::Failed(e.to_string())),
        }
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
        let all = self.cone.all();
        let number = all.len();
        all.skip(*done).for_each(|formula| session.assert(formula));
        *done = number;
        match session.check(assumptions) {
            Answer::Unsat(core) => Answer::Unsat(core),
            Answer::Sat => Answer::Unknown(Reason::Incomplete("quantifiers".into())),
            unknown => unknown,
        }
    }
}

/// Lemmas about reachability on demand.
struct ReachPropagator<'a> {
    reach: &'a mut Reach,
    /// What the next search starts with.
    lemmas: Lemmas,
    seen: HashSet<Term>,
}

impl Propagator for ReachPropagator<'_> {
    fn lemmas(&mut self, values: &mut dyn FnMut(&Term) -> Option<Value>) -> Vec<Term> {
        let lemmas = self.reach.refine(values, Candidate::Assignment);
        let new = lemmas.now.iter().filter(|fact| self.seen.insert((*fact).clone()));
        self.lemmas.now.extend(new.cloned());
        self.lemmas.later.extend(lemmas.later);
        lemmas.now
    }
}

/// A session of the solver below, which gets ground formulas only.
fn open_ground(prover: &Arc<dyn Prover>, limits: &Limits) -> Result<Box<dyn Session>, ProverError> {
    prover.open(&Limits {
        quantifiers: Quantifiers::Ground,
        ..limits.clone()
    })
}

impl Session for Instantiating {
    fn assert(&mut self, formula: &Term) {
        self.cone.add(formula);
        self.quantified |= formula.has_quantifier();
        self.reachability |= formula.has_reachability();
    }

    fn check(&mut self, assumptions: &[Term]) -> Answer {
        self.settle(assumptions, u64::MAX).expect("no end but an answer")
    }

    fn value(&mut self, term: &Term) -> Option<Value> {
        self.inner.value(term)
    }

    fn stats(&self) -> Stats {
        let mut stats = self.inner.stats();
        stats += self.spent;
        if let Some((native, _)) = &self.native {
            stats += native.stats();
        }
        stats.instances += self.instances;
        stats
    }
}
