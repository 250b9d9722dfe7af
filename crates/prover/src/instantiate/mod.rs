//! Quantifier instantiation of our own, in front of any solver.
//!
//! An [`Instantiating`] session takes formulas with quantifiers and gives the solver below it
//! ground ones only. Existential facts get fresh constants; universal facts ([`Universal`])
//! are instantiated over index terms, in the manner of the array property fragment of
//! Bradley, Manna and Sipma: at once over the terms that index the same maps, and lazily
//! from models. A model that falsifies an instance of a universal fact over the index terms
//! is no model; the instance is added and the solver asked again.
//!
//! Functions with a fixed meaning are taught to the solver from its models too ([`builtins`]), and so is
//! what is true of reachability along fields ([`reach`]); of that it is told while it searches, where it
//! can be.
//!
//! When that does not come to an end within [`ROUNDS`], the solver's own quantifiers are
//! tried once under a hard limit; what they do not refute is unknown.

mod builtins;
mod complete;
mod cone;
mod ground;
mod index;
mod logged;
mod reach;
mod universal;

use crate::{Answer, Limits, Prover, ProverError, Quantifiers, Reason, Session, Stats, Teacher};
use abide_logic::{Sort, Term, Value, Var};
use builtins::Builtins;
use cone::Cone;
use ground::Grounder;
use logged::Logged;
use reach::{Lesson, Look, Reach};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use universal::{Universal, Violations};

/// How often one check may be repeated with more instances.
pub const ROUNDS: usize = 40;

/// How often one check may be repeated because a model was wrong about walks along fields.
const WALKS: usize = 400;

/// Instances after which a session about walks is begun anew for the next check: more of them slow
/// the solver down more than they spare rounds.
const GROWN: u64 = 1_300;

/// Instances about walks after which several questions that were asked as one are better asked apart;
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
    /// Is anything said about walks along fields?
    walks: bool,
    native: Option<(Box<dyn Session>, usize)>,
    /// Variables that have been assumed in some check: they switch facts on and off.
    switches: HashSet<Term>,
    instances: u64,
    /// Instances, and what solvers did, when the present solver was taken.
    began: u64,
    spent: Stats,
    builtins: Builtins,
    reach: Reach,
    /// Facts about walks from the last search, for the next one.
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
            walks: false,
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

    /// For proofs that are relied on: what was found contradictory by a search that was told lemmas is asked
    /// again of a new solver, which knows them from the beginning and is told nothing. The lemmas are ours, and
    /// true; how they are taken up in the middle of a search is the solver's affair, and need not be trusted.
    pub fn confirming(self) -> Instantiating {
        Instantiating { confirm: true, ..self }
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

    /// Lets the solver know what a check under these assumptions depends on; where walks are spoken of
    /// that is not everything.
    fn prepare(&mut self, assumptions: &[Term]) {
        let formulas = match self.walks {
            true => self.cone.take(assumptions),
            false => self.cone.take_all(),
        };
        formulas.iter().for_each(|f| self.reach.learn(f));
        for formula in formulas {
            self.grounder.assert(&formula);
            self.flush();
        }
    }

    /// Leaves the solver for a new one that knows nothing yet; says whether that was possible.
    fn begin_anew(&mut self) -> bool {
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
        let session = &mut self.inner;
        let lesson = self.reach.refine(&mut |term| session.value(term), Look::Model);
        self.tell(&lesson.now)
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

    /// Adds the instances of universal facts that the current model falsifies, and others of the same facts
    /// that would have been made at once if their terms had been there; says whether there were any.
    fn repair(&mut self, assumptions: &[Term]) -> bool {
        let assumed: HashSet<&Term> = assumptions.iter().collect();
        let active = |u: &Universal| {
            u.guard
                .iter()
                .all(|g| !self.switches.contains(g) || assumed.contains(g))
        };
        let found = Violations::find(
            &mut self.inner,
            &self.grounder,
            &self.reach,
            active,
            &self.limits.budget,
        );
        let mut added = false;
        // where walks are spoken of there are too many objects
        let violated: BTreeSet<usize> = found.iter().map(|(id, _)| *id).filter(|_| !self.walks).collect();
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

    /// As [`Session::check`], for several questions asked as one; no answer where they are about walks and
    /// take more than [`TOGETHER`] instances.
    pub fn check_briefly(&mut self, assumptions: &[Term]) -> Option<Answer> {
        self.settle(assumptions, TOGETHER)
    }

    fn settle(&mut self, assumptions: &[Term], instances: u64) -> Option<Answer> {
        if self.walks && self.instances - self.began > GROWN {
            self.begin_anew();
        }
        let was_new = self.inner.stats().checks == 0;
        let answer = self.ask(assumptions, instances);
        // what earlier checks brought up may have left no room for what this one is about
        if answer == Some(Answer::Sat) && !was_new && self.reach.is_crowded() && self.begin_anew() {
            return self.ask(assumptions, instances);
        }
        answer
    }

    fn ask(&mut self, assumptions: &[Term], instances: u64) -> Option<Answer> {
        self.prepare(assumptions);
        self.switches.extend(assumptions.iter().cloned());
        let before = self.instances;
        let (mut round, mut walks) = (0, 0);
        while round < ROUNDS && walks < WALKS {
            if self.walks && self.instances - before >= instances {
                return None;
            }
            match self.search(assumptions) {
                Answer::Sat if self.builtins.refine(&mut self.inner, round) => round += 1,
                Answer::Sat if self.walk() => walks += 1,
                Answer::Sat if self.quantified && self.repair(assumptions) => round += 1,
                Answer::Sat if self.step_back() => walks += 1,
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

    /// One check of the solver, which is told what it has wrong about walks while it searches.
    fn search(&mut self, assumptions: &[Term]) -> Answer {
        self.pending.drain(..).for_each(|fact| self.inner.assert(&fact));
        if !self.walks {
            return self.inner.check(assumptions);
        }
        let mut walker = Walker {
            reach: &mut self.reach,
            lessons: Lesson::default(),
            seen: HashSet::new(),
        };
        let answer = self.inner.check_taught(assumptions, &mut walker);
        // the model is still looked at: nothing may be asserted now
        self.pending = walker.lessons.all();
        self.instances += self.pending.len() as u64;
        self.pending.iter().for_each(|fact| self.grounder.index.collect(fact));
        match answer {
            Answer::Unsat(_) if self.confirm && !self.pending.is_empty() => self.confirmed(assumptions),
            answer => answer,
        }
    }

    /// The check again, by a new solver that is told everything before.
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

/// Tells a search what it has wrong about walks.
struct Walker<'a> {
    reach: &'a mut Reach,
    /// What the next search is to know from the beginning.
    lessons: Lesson,
    seen: HashSet<Term>,
}

impl Teacher for Walker<'_> {
    fn lemmas(&mut self, values: &mut dyn FnMut(&Term) -> Option<Value>) -> Vec<Term> {
        let lesson = self.reach.refine(values, Look::Search);
        let new = lesson.now.iter().filter(|fact| self.seen.insert((*fact).clone()));
        self.lessons.now.extend(new.cloned());
        self.lessons.later.extend(lesson.later);
        lesson.now
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
        self.walks |= formula.has_walk();
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
