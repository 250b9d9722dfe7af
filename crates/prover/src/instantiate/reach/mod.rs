//! Reachability along fields, decided over the objects a query speaks of.
//!
//! A solver takes `between` for any predicate. What is true of walks ([`axioms`]) is added to
//! it, instance by instance, where its models go wrong:
//!
//! 1. the atoms the model needs are found ([`relevant`]), and the objects they speak of are put
//!    into classes by their values;
//! 2. what follows from the true ones is computed ([`walks`]); along the writes `f[x := y]` that
//!    the model takes, the walks of the new field are computed from those of the old one;
//! 3. where that contradicts an atom, or makes two objects one, the instances by which it was
//!    derived are added, with what else is true of the few objects they speak of: the next models
//!    differ in these. Where the order of two objects on a walk is open, the axiom that there is
//!    one is added, and the solver chooses.
//!
//! A solver that lets a [teacher](crate::Teacher) see what its search comes to is told one contradiction
//! at a time, before there is a model ([`Look`]).
//!
//! What a write means for an atom that a formula has is added at once, where the formulas say which
//! write gave the field its value ([`Reach::expand`]).
//!
//! When nothing is contradicted the computed walks are the model's. Every instance is true in
//! every heap, so an answer *unsatisfiable* can be relied on. In the other direction this is
//! complete for formulas without quantifiers in which every successor that matters is a term (a
//! local theory extension, in the manner of GRASShopper); with quantifiers it is as complete as
//! their instantiation. The objects named stand for a heap in which others may lie between them;
//! [`Reach::heap`] draws the one in which there are none.

mod axioms;
mod model;
mod relevant;
mod round;
mod walks;

use abide_logic::heap::{Between, field_sort};
use abide_logic::{Kind, MapValue, Quantifier, Sort, Term, Value, Var};
use model::Model;
use relevant::{Relevant, note_walks};
use round::{Choice, OBJECTS, Round, Seen};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use walks::Tables;

/// Walks of one session whose last step is named, at the most.
const LAST_STEPS: usize = 24;

/// Tags of the objects named here begin at this one.
const FIRST_TAG: u32 = 1 << 29;

/// What a session says about walks.
#[derive(Default)]
pub(super) struct Reach {
    /// Formulas with atoms `between(…)` in them.
    formulas: Vec<Term>,
    walks: HashMap<Term, bool>,
    /// Reads `f[x]` of fields, and writes `f[x := y]`.
    reads: Vec<Term>,
    writes: Vec<Term>,
    /// Fields that are said to be a write: `g` where `g == f[x := y]` is asserted.
    definitions: HashMap<Term, Term>,
    /// Atoms of which it has not been told what a write means for them, and for the others what
    /// was told.
    unexpanded: Vec<Term>,
    expansions: HashMap<Term, Term>,
    seen: HashSet<Term>,
    known: HashSet<Term>,
    /// Walks for which the last step has been named.
    stepped: HashSet<Term>,
    /// Fields along which every walk is said to end at null.
    ended: HashSet<Term>,
    last: Picture,
}

/// The walks in a model.
#[derive(Default)]
struct Picture {
    atoms: Vec<(Term, bool)>,
    fields: BTreeMap<Value, usize>,
    /// The fields along which every walk ends at null.
    ended: BTreeSet<usize>,
    objects: BTreeMap<Value, usize>,
    tables: Tables,
}

/// What is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// A model: to ask for another one is dear, so much is said.
    Model,
    /// What a search takes for a model: it goes on from where it is, so one contradiction is explained to
    /// it. What else is true of the objects it is about, the next search knows from the beginning.
    Search,
}

/// Instances to be told.
#[derive(Default)]
pub(super) struct Lesson {
    /// Those the model breaks.
    pub(super) now: Vec<Term>,
    /// Others about the same objects, after a search.
    pub(super) later: Vec<Term>,
}

impl Lesson {
    pub(super) fn all(self) -> Vec<Term> {
        self.now.into_iter().chain(self.later).collect()
    }
}

impl Reach {
    /// Learns from a formula that is asserted along which fields every walk ends at null.
    pub(super) fn learn(&mut self, formula: &Term) {
        match formula.kind() {
            Kind::And(parts) => parts.iter().for_each(|p| self.learn(p)),
            Kind::Quant(Quantifier::Forall, vars, body) => {
                if let ([v], Some(b)) = (vars.as_slice(), Between::of(body))
                    && b.from.as_var() == Some(v)
                    && [b.by, b.to].iter().all(|t| **t == Term::null())
                    && !b.field.mentions(v)
                {
                    self.ended.insert(b.field.clone());
                }
            }
            _ => {}
        }
    }

    /// Says by reachability what lies between, where every walk ends at null.
    pub(super) fn flatten(&self, formula: &Term) -> Term {
        if self.ended.is_empty() || !formula.has_function() {
            return formula.clone();
        }
        flatten(&self.ended, formula)
    }

    /// Notes what a ground formula says about fields.
    pub(super) fn collect(&mut self, formula: &Term) {
        if note_walks(formula, &mut self.walks) {
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
                Kind::Select(map, _) if *map.sort() == field => self.reads.push(t.clone()),
                Kind::Store(..) if *t.sort() == field => self.writes.push(t.clone()),
                _ => {}
            }
            true
        });
    }

    /// For the atoms noted since: what the write that gave the field its value means for them.
    pub(super) fn expand(&mut self) -> Vec<Term> {
        let mut told = Vec::new();
        while let Some(atom) = self.unexpanded.pop() {
            let Some(b) = Between::of(&atom) else { continue };
            let write = self.definitions.get(b.field).unwrap_or(b.field);
            if !matches!(write.kind(), Kind::Store(..)) {
                continue;
            }
            let instance = self.flatten(&axioms::update(write, [b.from, b.by, b.to]));
            note_walks(&instance, &mut self.walks);
            self.expansions.insert(atom.clone(), instance.clone());
            if self.known.insert(instance.clone()) {
                self.note(&instance);
                told.push(instance);
            }
        }
        told
    }

    /// What a model has wrong; nothing when it is a model of walks.
    pub(super) fn refine(&mut self, values: &mut dyn FnMut(&Term) -> Option<Value>, look: Look) -> Lesson {
        self.last = Picture::default();
        let mut lesson = Lesson::default();
        if self.formulas.is_empty() {
            return lesson;
        }
        let mut model = Model::new(values);
        let mut relevant = Relevant::new(&mut model, &self.walks, &self.expansions);
        self.formulas.iter().for_each(|f| relevant.follow(f));
        let atoms = relevant.atoms;
        let Seen {
            picture,
            added,
            besides,
        } = Round::see(self, atoms, &mut model, look);
        self.last = picture;
        for (instance, choice) in added {
            let new = self.known.insert(instance.clone());
            if new && choice == Choice::Open && note_walks(&instance, &mut self.walks) {
                self.formulas.push(instance.clone());
            }
            // a search may have lost what it was told, when it went back
            if new || look == Look::Search && model.truth(&instance) != Some(true) {
                lesson.now.push(instance);
            }
        }
        let new = |fact: &Term| !fact.is_true() && self.known.insert(fact.clone());
        lesson.later = besides;
        lesson.later.retain(new);
        lesson
    }

    /// Was something left out, for there was too much?
    pub(super) fn is_crowded(&self) -> bool {
        self.last.objects.len() >= OBJECTS || self.stepped.len() >= 2 * LAST_STEPS
    }

    /// Names the last step of walks that are true and come to another object than null: who
    /// points at something nobody points at is found this way. Each is an object more, so this
    /// comes after everything else.
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

    /// The truth of `between` in the last model; an atom nobody has spoken of is false.
    pub(super) fn truth(&self, field: &Value, objects: [&Value; 3]) -> bool {
        let number = self.last.fields.get(field);
        let walks = number.and_then(|f| self.last.tables.get(*f));
        let ended = number.is_some_and(|f| self.last.ended.contains(f));
        let places = objects.map(|v| self.last.objects.get(v).copied());
        match (walks, places) {
            (Some(walks), [Some(x), Some(y), Some(z)]) => walks.get([x, y, z]),
            (Some(_), [None, Some(0), Some(0)]) if ended => true,
            _ => objects[0] == objects[1] && objects[1] == objects[2],
        }
    }

    /// A field's value in which each object leads to the nearest one it reaches.
    pub(super) fn heap(&self, field: &Value) -> Option<Value> {
        let walks = self.last.tables.get(*self.last.fields.get(field)?)?;
        let mut values: Vec<(&usize, &Value)> = self.last.objects.iter().map(|(v, i)| (i, v)).collect();
        values.sort();
        let mut map = MapValue::constant(Value::NULL);
        for (x, value) in &values {
            let next = walks.next(**x).and_then(|y| values.get(y)).map_or(*value, |(_, v)| v);
            if **value != Value::NULL {
                map.set((*value).clone(), next.clone());
            }
        }
        Some(Value::map(map))
    }
}

fn flatten(ended: &HashSet<Term>, t: &Term) -> Term {
    match Between::of(t) {
        Some(b) if b.by != b.to && ended.contains(b.field) => axioms::passed(b.field, b.from, b.by, b.to),
        Some(_) => t.clone(),
        None if t.has_function() => t.map_children(&mut |c| flatten(ended, c)),
        None => t.clone(),
    }
}
