//! One refinement round: the fields and objects of a candidate model, the paths along them, and the
//! instances of axioms that the candidate violates.

use super::axioms;
use super::facts::Facts;
use super::model::Model;
use super::paths::{Clash, Path, Paths, Read, Tables, Why};
use super::reachability::Reachability;
use abide_logic::heap::Between;
use abide_logic::{Kind, Term, Value};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Objects of one query, at most; beyond them some are left out.
pub(super) const OBJECTS: usize = 48;
const _: () = assert!(OBJECTS <= Paths::OBJECTS);

/// Objects of a contradiction for which all axioms are instantiated, at most.
const AROUND: usize = 8;

/// Instances of one round after which only those that contradict the model are added.
const ENOUGH: usize = 300;

/// Instances of one round after which the solver is asked for another model.
const PLENTY: usize = 600;

/// A field in a model.
struct Field {
    name: Term,
    /// Is it known by its name that every path ends at null?
    ended: bool,
    /// Other terms with its value.
    others: BTreeSet<Term>,
    /// The writes that give it: the term, the field written to, the object and what it gets.
    writes: Vec<(Term, usize, [usize; 2])>,
}

/// A term for each object, null's first.
struct Names {
    terms: Vec<Term>,
    places: BTreeMap<Value, usize>,
}

impl Names {
    fn new() -> Names {
        Names {
            terms: vec![Term::null()],
            places: BTreeMap::from([(Value::NULL, 0)]),
        }
    }

    fn add(&mut self, t: &Term, model: &mut Model) {
        if let Some(value) = model.value(t)
            && self.terms.len() < OBJECTS
            && !self.places.contains_key(&value)
        {
            self.places.insert(value, self.terms.len());
            self.terms.push(t.clone());
        }
    }

    fn place(&self, t: &Term, model: &mut Model) -> Option<usize> {
        self.places.get(&model.value(t)?).copied()
    }
}

/// What is checked against the axioms.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::instantiate) enum Candidate {
    /// A model. Another one is expensive, so many instances are added at once.
    Model,
    /// An assignment that a search has arrived at. The search goes on from there, so one contradiction is
    /// explained; the other instances about its objects are for the next search.
    Assignment,
}

/// Does an instance leave the solver a choice, which the next round must respect?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    /// Its premises settle its conclusion.
    None,
    /// It does: which of two comes first, or which paths there were before a write.
    Open,
}

/// The outcome of a round.
pub(super) struct Outcome {
    pub(super) reachability: Reachability,
    /// Instances that explain what is wrong.
    pub(super) added: Vec<(Term, Choice)>,
    /// Other instances about the same objects, for the next search.
    pub(super) besides: Vec<Term>,
}

/// One refinement round.
pub(super) struct Round<'r> {
    facts: &'r Facts,
    candidate: Candidate,
    numbers: BTreeMap<Value, usize>,
    fields: Vec<Field>,
    names: Vec<Term>,
    objects: BTreeMap<Value, usize>,
    tables: Tables,
    added: Vec<(Term, Choice)>,
    /// What has been added, as it was before flattening.
    stated: HashSet<Term>,
    /// By field, the objects of the contradiction that is being explained.
    around: BTreeMap<usize, BTreeSet<usize>>,
    besides: Vec<Term>,
    /// How many of the instances have been judged, and whether one of them is new or violated.
    judged: usize,
    progress: bool,
}

impl<'r> Round<'r> {
    /// Checks a candidate, of which these are the relevant atoms.
    pub(super) fn run(facts: &'r Facts, atoms: Vec<(Term, bool)>, model: &mut Model, candidate: Candidate) -> Outcome {
        let mut round = Round::new(facts, &atoms, model, candidate);
        round.compute(&atoms, model);
        let Round { fields, .. } = &round;
        Outcome {
            reachability: Reachability {
                atoms,
                ended: (0..fields.len()).filter(|f| fields[*f].ended).collect(),
                fields: round.numbers,
                objects: round.objects,
                tables: round.tables,
            },
            added: round.added,
            besides: round.besides,
        }
    }

    /// The fields of the atoms, those these were written from, and the objects.
    fn new(facts: &'r Facts, atoms: &[(Term, bool)], model: &mut Model, candidate: Candidate) -> Round<'r> {
        let mut numbers: BTreeMap<Value, usize> = BTreeMap::new();
        let mut fields: Vec<Field> = Vec::new();
        let mut found: Vec<(Value, Term)> = Vec::new();
        for (atom, _) in atoms {
            if let Some(b) = Between::of(atom)
                && let Some(value) = model.value(b.field)
            {
                found.push((value, b.field.clone()));
            }
        }
        let mut taken: Vec<(Term, Value, Value)> = Vec::new();
        while let Some((value, name)) = found.pop() {
            if let Some(number) = numbers.get(&value) {
                let field: &mut Field = &mut fields[*number];
                if field.name != name {
                    // betweenness is expressed by reachability along the acyclic one
                    let better = !field.ended && facts.ended.contains(&name);
                    field.ended |= better;
                    let other = match better {
                        true => std::mem::replace(&mut field.name, name),
                        false => name,
                    };
                    field.others.insert(other);
                }
                continue;
            }
            numbers.insert(value.clone(), fields.len());
            fields.push(Field {
                ended: facts.ended.contains(&name),
                name,
                others: BTreeSet::new(),
                writes: Vec::new(),
            });
            for write in &facts.writes {
                if let Kind::Store(f, _, _) = write.kind()
                    && model.value(write).as_ref() == Some(&value)
                    && let Some(base) = model.value(f)
                {
                    found.push((value.clone(), write.clone()));
                    found.push((base.clone(), f.clone()));
                    if base != value {
                        taken.push((write.clone(), value.clone(), base));
                    }
                }
            }
        }
        let reads: Vec<(usize, Term)> = facts
            .reads
            .iter()
            .filter_map(|read| match read.kind() {
                Kind::Select(f, _) => Some((*numbers.get(&model.value(f)?)?, read.clone())),
                _ => None,
            })
            .collect();
        let mut names = Names::new();
        for (atom, _) in atoms {
            if let Some(b) = Between::of(atom) {
                [b.from, b.by, b.to].into_iter().for_each(|t| names.add(t, model));
            }
        }
        for (write, _, _) in &taken {
            write.kind().children().skip(1).for_each(|t| names.add(t, model));
        }
        // and where these lead to
        let mut before = 0;
        while before < names.terms.len() {
            before = names.terms.len();
            for (_, read) in &reads {
                if let Kind::Select(_, x) = read.kind()
                    && names.place(x, model).is_some()
                {
                    names.add(read, model);
                }
            }
        }
        for (write, value, base) in taken {
            if let Kind::Store(_, x, y) = write.kind()
                && let (Some(x), Some(y)) = (names.place(x, model), names.place(y, model))
            {
                let entry = (write.clone(), numbers[&base], [x, y]);
                fields[numbers[&value]].writes.push(entry);
            }
        }
        let mut tables: Tables = vec![Paths::new(names.terms.len()); fields.len()];
        for (field, read) in reads {
            if let Kind::Select(_, x) = read.kind()
                && let (Some(from), Some(to)) = (names.place(x, model), names.place(&read, model))
                && let paths = &mut tables[field]
                && !paths.reads.iter().any(|r| r.from == from)
            {
                paths.reads.push(Read { from, to, term: read });
            }
        }
        Round {
            facts,
            candidate,
            numbers,
            fields,
            names: names.terms,
            objects: names.places,
            tables,
            added: Vec::new(),
            stated: HashSet::new(),
            around: BTreeMap::new(),
            besides: Vec::new(),
            judged: 0,
            progress: false,
        }
    }

    /// Computes the paths, and the instances that the model violates.
    fn compute(&mut self, atoms: &[(Term, bool)], model: &mut Model) {
        let mut needed: Vec<(usize, Path, bool)> = Vec::new();
        for (atom, truth) in atoms {
            self.link(atom);
            if let Some(b) = Between::of(atom)
                && let Some(field) = model.value(b.field).and_then(|v| self.numbers.get(&v).copied())
            {
                let places = [b.from, b.by, b.to].map(|t| model.value(t).and_then(|v| self.objects.get(&v)).copied());
                if let [Some(x), Some(y), Some(z)] = places {
                    needed.push((field, [x, y, z], *truth));
                }
            }
        }
        // fields that were not written, then those written from them
        let mut done: BTreeSet<usize> = BTreeSet::new();
        loop {
            let ready =
                |i: &usize| !done.contains(i) && self.fields[*i].writes.iter().all(|(_, base, _)| done.contains(base));
            let Some(field) = (0..self.fields.len()).find(ready) else {
                break;
            };
            if self.fields[field].writes.is_empty() {
                self.base(field, &needed, model);
            } else {
                self.written(field, model);
            }
            done.insert(field);
        }
        for (field, path, truth) in &needed {
            if self.tables[*field].get(*path) != *truth && !self.is_enough(model) {
                self.disagree(*field, *path);
                self.saturate();
            }
        }
        if !self.added.is_empty() {
            self.identify();
        }
    }

    /// The paths along a field without writes, from the model alone.
    fn base(&mut self, field: usize, needed: &[(usize, Path, bool)], model: &mut Model) {
        let paths = &mut self.tables[field];
        for (_, path, _) in needed.iter().filter(|(f, _, truth)| *f == field && *truth) {
            paths.set(*path, Why::Given);
        }
        let Field { name, ended, .. } = &self.fields[field];
        let name = name.clone();
        let ended = *ended;
        if ended {
            paths.end();
        }
        loop {
            paths.close();
            // an order the solver has chosen already
            let mut chosen = false;
            for (clash, _) in paths.clashes() {
                if let Clash::Ord1(x, y, z) = clash {
                    for path in [[x, y, z], [x, z, y]] {
                        let [a, b, c] = path.map(|i| &self.names[i]);
                        let atom = match ended {
                            true => axioms::reach(&name, b, c),
                            false => axioms::btwn(&name, a, b, c),
                        };
                        if !chosen && model.value(&atom) == Some(Value::Bool(true)) {
                            chosen = paths.set(path, Why::Given);
                        }
                    }
                }
            }
            if !chosen {
                break;
            }
        }
        let clashes = paths.clashes();
        for (clash, premises) in clashes {
            if self.is_enough(model) {
                break;
            }
            let instance = self.tables[field].broken(clash, &name, &self.names);
            let choice = match clash {
                Clash::Ord1(..) => Choice::Open,
                _ => Choice::None,
            };
            self.add(instance, choice);
            premises.into_iter().for_each(|p| self.explain(field, p));
            self.saturate();
        }
    }

    /// Are there enough instances for this round?
    fn is_enough(&mut self, model: &mut Model) -> bool {
        match self.candidate {
            Candidate::Model => self.added.len() >= PLENTY,
            Candidate::Assignment => {
                let new = &self.added[self.judged..];
                self.judged = self.added.len();
                let mut helps = |i: &Term| !self.facts.known.contains(i) || model.truth(i) != Some(true);
                self.progress |= new.iter().any(|(instance, _)| helps(instance));
                self.progress
            }
        }
    }

    /// Instantiates all axioms for the objects of the contradiction just explained, if they are few.
    fn saturate(&mut self) {
        for (field, objects) in std::mem::take(&mut self.around) {
            let many = objects.len() > AROUND || self.added.len() > ENOUGH;
            if many || !self.fields[field].writes.is_empty() {
                continue;
            }
            let facts = self.tables[field].all_about(&objects, &self.fields[field].name, &self.names);
            for fact in facts {
                match self.candidate {
                    Candidate::Model => {
                        self.add(fact, Choice::None);
                    }
                    Candidate::Assignment => self.besides.push(self.facts.flatten(&fact)),
                }
            }
        }
    }

    /// The paths along a field that was written.
    fn written(&mut self, field: usize, model: &mut Model) {
        let writes = self.fields[field].writes.clone();
        for (number, (_, base, at)) in writes.iter().enumerate() {
            if number == 0 {
                let mut written = std::mem::take(&mut self.tables[field]);
                self.tables[*base].write(*at, &mut written);
                self.tables[field] = written;
                continue;
            }
            for path in self.tables[*base].differences(*at, &self.tables[field]) {
                if self.is_enough(model) {
                    break;
                }
                self.updated(field, 0, path);
                self.updated(field, number, path);
                self.saturate();
            }
        }
    }

    /// Makes the solver decide whether terms with one value are equal: two maps may be equal in the model
    /// without being so in its congruence, and then have different paths.
    fn identify(&mut self) {
        let null = Term::null();
        for number in 0..self.fields.len() {
            let Field { name, others, .. } = &self.fields[number];
            let same = |other: &Term| {
                let paths = [other, name].map(|f| axioms::btwn(f, &null, &null, &null));
                let [a, b] = paths;
                Term::implies(Term::eq(other.clone(), name.clone()), Term::eq(a, b))
            };
            let asked: Vec<Term> = others.iter().map(same).collect();
            for query in asked {
                self.add(query, Choice::None);
            }
        }
    }

    /// Adds the instances that contradict an atom.
    fn disagree(&mut self, field: usize, path: Path) {
        if self.fields[field].writes.is_empty() {
            self.explain(field, path);
        } else {
            self.updated(field, 0, path);
        }
    }

    /// Adds the instances by which a path was derived.
    fn explain(&mut self, field: usize, path: Path) {
        self.around.entry(field).or_default().extend(path);
        match self.tables[field].why(path).cloned() {
            None | Some(Why::Given) => {}
            Some(Why::Written(number)) => self.updated(field, number, path),
            Some(Why::Rule(rule)) => {
                let paths = &self.tables[field];
                let instance = paths.instance(rule, &self.fields[field].name, &self.names);
                let premises = paths.premises(rule);
                if self.add(instance, Choice::None) {
                    premises.into_iter().for_each(|p| self.explain(field, p));
                }
            }
        }
    }

    /// Adds the axiom of a write for a path, and the derivations of the paths it rests on.
    fn updated(&mut self, field: usize, number: usize, path: Path) {
        let (write, base, at) = self.fields[field].writes[number].clone();
        let objects = path.map(|i| &self.names[i]);
        let instance = axioms::update(&write, objects);
        if self.add(instance, Choice::Open) {
            for before in Paths::before(at, path) {
                self.explain(base, before);
            }
        }
    }

    /// Where an atom is about a field that the model equates with an acyclic one: expresses it by reachability
    /// along that one.
    fn link(&mut self, formula: &Term) {
        let mut links = Vec::new();
        formula.visit(&mut |t| {
            if let Some(b) = Between::of(t).filter(|b| b.by != b.to)
                && let Some(field) = self.fields.iter().find(|f| f.ended && f.others.contains(b.field))
            {
                let same = Term::eq(field.name.clone(), b.field.clone());
                let passed = axioms::passed(&field.name, b.from, b.by, b.to);
                links.push(Term::implies(same, Term::eq(t.clone(), passed)));
            }
            t.has_function()
        });
        for link in links {
            if self.stated.insert(link.clone()) {
                self.added.push((link, Choice::Open));
            }
        }
    }

    /// Adds an instance; says whether it is new in this round.
    fn add(&mut self, instance: Term, choice: Choice) -> bool {
        let new = self.stated.insert(instance.clone());
        if new {
            let instance = self.facts.flatten(&instance);
            if !instance.is_true() {
                self.link(&instance);
                self.added.push((instance, choice));
            }
        }
        new
    }
}
