//! Reachability along fields, decided over the objects a query mentions.
//!
//! To the solver `between` is an uninterpreted predicate. The [`axioms`] of reachability are added
//! on demand, instance by instance, where its models violate them:
//!
//! 1. the atoms the model needs are found ([`relevant`]), and the objects they mention are put
//!    into classes by their values;
//! 2. the closure of the true ones under the axioms is computed ([`paths`]); for a write `f[x := y]` in
//!    the model, the paths along the new field are computed from those along the old one;
//! 3. where that contradicts an atom, or makes two objects one, the instances by which it was
//!    derived are added, with what else is true of the few objects they mention: the next models
//!    differ in these. Where the order of two objects on a path is open, the axiom that there is
//!    one is added, and the solver chooses.
//!
//! A solver that supports a [user propagator](crate::Propagator) is given one contradiction at a time,
//! during its search ([`Candidate`]).
//!
//! Where the formulas say which write defines a field, the axiom of that write is added at once for the
//! atoms of the formulas ([`Reach::expand`]).
//!
//! When nothing is contradicted the computed paths are the model's. Every instance holds in every
//! heap, so the answer *unsatisfiable* is sound. In the other direction this is
//! complete for formulas without quantifiers in which every successor that matters is a term (a
//! local theory extension, in the manner of GRASShopper); with quantifiers it is as complete as
//! their instantiation. The objects named stand for a heap in which others may lie between them;
//! [`Reach::heap`] draws the one in which there are none.

mod axioms;
mod facts;
mod model;
mod paths;
mod reachability;
mod relevant;
mod round;

pub(super) use round::Candidate;

use abide_logic::heap::{Between, field_sort};
use abide_logic::{Kind, Sort, Term, Value, Var};
use facts::Facts;
use model::Model;
use reachability::Reachability;
use relevant::{Relevant, note_atoms};
use round::{Choice, OBJECTS, Outcome, Round};
use std::collections::{HashMap, HashSet};

/// Paths of one session whose last step is named, at most.
const LAST_STEPS: usize = 24;

/// Tags of the objects named here begin at this one.
const FIRST_TAG: u32 = 1 << 29;

/// The reachability theory of a session.
#[derive(Default)]
pub(super) struct Reach {
    /// Formulas with atoms `between(…)` in them.
    formulas: Vec<Term>,
    /// For each subterm of a formula, whether it contains such an atom.
    has_atom: HashMap<Term, bool>,
    facts: Facts,
    /// Fields defined by a write: `g` where `g == f[x := y]` is asserted.
    definitions: HashMap<Term, Term>,
    /// Atoms without the axiom of the write that defines their field, and for the others this axiom.
    unexpanded: Vec<Term>,
    expansions: HashMap<Term, Term>,
    seen: HashSet<Term>,
    /// Paths whose last step has been named.
    stepped: HashSet<Term>,
    /// The last model.
    last: Reachability,
}

/// Lemmas for the solver.
#[derive(Default)]
pub(super) struct Lemmas {
    /// Those the model violates.
    pub(super) now: Vec<Term>,
    /// Others about the same objects, after a search.
    pub(super) later: Vec<Term>,
}

impl Lemmas {
    pub(super) fn all(self) -> Vec<Term> {
        self.now.into_iter().chain(self.later).collect()
    }
}

impl Reach {
    /// Notes what a ground formula says about fields.
    pub(super) fn collect(&mut self, formula: &Term) {
        if note_atoms(formula, &mut self.has_atom) {
            self.formulas.push(formula.clone());
        }
        let field = field_sort();
        if let Kind::Eq(a, b) = formula.kind()
            && *a.sort() == field
        {
            for (name, write) in [(a, b), (b, a)] {
                if matches!(write.kind(), Kind::Store(..)) {
                    self.definitions.insert(name.clone(), write.clone());
                }
            }
        }
        self.note(formula);
    }

    /// Notes the atoms, reads and writes in a formula.
    fn note(&mut self, formula: &Term) {
        let field = field_sort();
        formula.visit(&mut |t| {
            let small = t.kind().children().next().is_none();
            if !small && !self.seen.insert(t.clone()) {
                return false;
            }
            if Between::of(t).is_some() {
                self.unexpanded.push(t.clone());
            }
            match t.kind() {
                Kind::Select(map, _) if *map.sort() == field => self.facts.reads.push(t.clone()),
                Kind::Store(..) if *t.sort() == field => self.facts.writes.push(t.clone()),
                _ => {}
            }
            true
        });
    }

    /// The axioms of the writes that define the fields of the atoms noted since the last call.
    pub(super) fn expand(&mut self) -> Vec<Term> {
        let mut added = Vec::new();
        while let Some(atom) = self.unexpanded.pop() {
            let Some(b) = Between::of(&atom) else { continue };
            let write = self.definitions.get(b.field).unwrap_or(b.field);
            if !matches!(write.kind(), Kind::Store(..)) {
                continue;
            }
            let instance = self.flatten(&axioms::update(write, [b.from, b.by, b.to]));
            note_atoms(&instance, &mut self.has_atom);
            self.expansions.insert(atom.clone(), instance.clone());
            if self.facts.known.insert(instance.clone()) {
                self.note(&instance);
                added.push(instance);
            }
        }
        added
    }

    /// Lemmas that the candidate violates; none when it is a model of reachability.
    pub(super) fn refine(&mut self, values: &mut dyn FnMut(&Term) -> Option<Value>, candidate: Candidate) -> Lemmas {
        self.last = Reachability::default();
        let mut lemmas = Lemmas::default();
        if self.formulas.is_empty() {
            return lemmas;
        }
        let mut model = Model::new(values);
        let mut relevant = Relevant::new(&mut model, &self.has_atom, &self.expansions);
        self.formulas.iter().for_each(|f| relevant.follow(f));
        let atoms = relevant.atoms;
        let Outcome {
            reachability,
            added,
            besides,
        } = Round::run(&self.facts, atoms, &mut model, candidate);
        self.last = reachability;
        for (instance, choice) in added {
            let new = self.facts.known.insert(instance.clone());
            if new && choice == Choice::Open && note_atoms(&instance, &mut self.has_atom) {
                self.formulas.push(instance.clone());
            }
            // the search may have lost a lemma when it backtracked
            if new || candidate == Candidate::Assignment && model.truth(&instance) != Some(true) {
                lemmas.now.push(instance);
            }
        }
        let new = |fact: &Term| !fact.is_true() && self.facts.known.insert(fact.clone());
        lemmas.later = besides;
        lemmas.later.retain(new);
        lemmas
    }

    /// Was something left out because a limit was reached?
    pub(super) fn is_crowded(&self) -> bool {
        self.last.objects.len() >= OBJECTS || self.stepped.len() >= 2 * LAST_STEPS
    }

    /// Names the last step of each path of the model to an object other than null, so that a predecessor
    /// of an object without one is found. Each adds an object, so this comes last.
    pub(super) fn last_steps(&mut self) -> Vec<Term> {
        let mut named = Vec::new();
        for (atom, truth) in &std::mem::take(&mut self.last.atoms) {
            let Some(b) = Between::of(atom).filter(|b| *truth && b.by == b.to) else {
                continue;
            };
            let places = [b.from, b.to].map(|t| self.stepped.contains(t));
            let plain = *b.to != Term::null() && b.from != b.to && places == [false, false];
            if plain && self.stepped.len() < 2 * LAST_STEPS && self.stepped.insert(atom.clone()) {
                let tag = FIRST_TAG + self.stepped.len() as u32;
                let step = Var::new("step", tag, Sort::Ref).term();
                self.stepped.insert(step.clone());
                let fact = self.flatten(&axioms::last(b.field, b.from, b.to, &step));
                self.collect(&fact);
                named.push(fact);
            }
        }
        named
    }

    /// See [`Facts::learn`].
    pub(super) fn learn(&mut self, formula: &Term) {
        self.facts.learn(formula);
    }

    /// See [`Facts::flatten`].
    pub(super) fn flatten(&self, formula: &Term) -> Term {
        self.facts.flatten(formula)
    }

    /// See [`Reachability::truth`].
    pub(super) fn truth(&self, field: &Value, objects: [&Value; 3]) -> bool {
        self.last.truth(field, objects)
    }

    /// See [`Reachability::heap`].
    pub(super) fn heap(&self, field: &Value) -> Option<Value> {
        self.last.heap(field)
    }
}
