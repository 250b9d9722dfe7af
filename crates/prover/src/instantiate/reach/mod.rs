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
mod walks;

use abide_logic::heap::{Between, field_sort};
use abide_logic::{Kind, MapValue, Quantifier, Sort, Term, Value, Var};
use model::Model;
use relevant::{Relevant, note_walks};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use walks::{Clash, Read, Tables, Walk, Walks, Why};

/// Objects of one query, at the most; beyond them some are left out.
const OBJECTS: usize = 48;
const _: () = assert!(OBJECTS <= Walks::OBJECTS);

/// Objects of a contradiction of which everything is said, at the most.
const AROUND: usize = 8;

/// Instances of one look at a model after which only what contradicts it is said.
const ENOUGH: usize = 300;

/// Instances of one look at a model after which it is asked for another one.
const PLENTY: usize = 600;

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

/// A field in a model.
struct Field {
    name: Term,
    /// Is it known by its name that every walk ends at null?
    ended: bool,
    /// Other terms with its value.
    others: BTreeSet<Term>,
    /// The writes that give it: the term, the field written to, the object and what it gets.
    writes: Vec<(Term, usize, [usize; 2])>,
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
        let mut round = self.round(&atoms, &mut model, look);
        round.compute(&atoms, &mut model);
        let Round {
            added,
            besides,
            fields,
            numbers,
            objects,
            tables,
            ..
        } = round;
        self.last = Picture {
            atoms,
            ended: (0..fields.len()).filter(|f| fields[*f].ended).collect(),
            fields: numbers,
            objects,
            tables,
        };
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

    /// The fields the atoms walk along, and those these were written from; and the objects.
    fn round<'r>(&'r self, atoms: &[(Term, bool)], model: &mut Model, look: Look) -> Round<'r> {
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
                    // what lies between is told by reachability along the one that is known to end
                    let better = !field.ended && self.ended.contains(&name);
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
                ended: self.ended.contains(&name),
                name,
                others: BTreeSet::new(),
                writes: Vec::new(),
            });
            for write in &self.writes {
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
        let reads: Vec<(usize, Term)> = self
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
        let mut tables: Tables = vec![Walks::new(names.terms.len()); fields.len()];
        for (field, read) in reads {
            if let Kind::Select(_, x) = read.kind()
                && let (Some(from), Some(to)) = (names.place(x, model), names.place(&read, model))
                && let walks = &mut tables[field]
                && !walks.reads.iter().any(|r| r.from == from)
            {
                walks.reads.push(Read { from, to, term: read });
            }
        }
        Round {
            reach: self,
            look,
            numbers,
            fields,
            names: names.terms,
            objects: names.places,
            tables,
            added: Vec::new(),
            told: HashSet::new(),
            around: BTreeMap::new(),
            besides: Vec::new(),
            judged: 0,
            telling: false,
        }
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

/// Does an instance leave the solver a choice, which the next look must respect?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// Its premises settle its conclusion.
    None,
    /// It does: which of two comes first, or what walks there were before a write.
    Open,
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

/// One look at a model.
struct Round<'r> {
    reach: &'r Reach,
    look: Look,
    numbers: BTreeMap<Value, usize>,
    fields: Vec<Field>,
    names: Vec<Term>,
    objects: BTreeMap<Value, usize>,
    tables: Tables,
    added: Vec<(Term, Choice)>,
    /// What has been added.
    told: HashSet<Term>,
    /// By field, the objects of the contradiction that is being explained.
    around: BTreeMap<usize, BTreeSet<usize>>,
    /// What else is true of these objects, for a search that has time for it later.
    besides: Vec<Term>,
    /// How many of the instances have been looked at, and whether one of them says something new.
    judged: usize,
    telling: bool,
}

impl Round<'_> {
    fn compute(&mut self, atoms: &[(Term, bool)], model: &mut Model) {
        let mut needed: Vec<(usize, Walk, bool)> = Vec::new();
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
        for (field, walk, truth) in &needed {
            if self.tables[*field].get(*walk) != *truth && !self.is_enough(model) {
                self.disagree(*field, *walk);
                self.look_around();
            }
        }
        if !self.added.is_empty() {
            self.identify();
        }
    }

    /// The walks along a field of which the model alone tells something.
    fn base(&mut self, field: usize, needed: &[(usize, Walk, bool)], model: &mut Model) {
        let walks = &mut self.tables[field];
        for (_, walk, _) in needed.iter().filter(|(f, _, truth)| *f == field && *truth) {
            walks.set(*walk, Why::Given);
        }
        let Field { name, ended, .. } = &self.fields[field];
        let name = name.clone();
        let ended = *ended;
        if ended {
            walks.end();
        }
        loop {
            walks.close();
            // an order the solver has chosen already
            let mut chosen = false;
            for (clash, _) in walks.clashes() {
                if let Clash::Ord1(x, y, z) = clash {
                    for walk in [[x, y, z], [x, z, y]] {
                        let [a, b, c] = walk.map(|i| &self.names[i]);
                        let atom = match ended {
                            true => axioms::reach(&name, b, c),
                            false => axioms::btwn(&name, a, b, c),
                        };
                        if !chosen && model.value(&atom) == Some(Value::Bool(true)) {
                            chosen = walks.set(walk, Why::Given);
                        }
                    }
                }
            }
            if !chosen {
                break;
            }
        }
        let clashes = walks.clashes();
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
            self.look_around();
        }
    }

    /// Has enough been said for this look?
    fn is_enough(&mut self, model: &mut Model) -> bool {
        match self.look {
            Look::Model => self.added.len() >= PLENTY,
            Look::Search => {
                let new = &self.added[self.judged..];
                self.judged = self.added.len();
                let mut says = |i: &Term| !self.reach.known.contains(i) || model.truth(i) != Some(true);
                self.telling |= new.iter().any(|(instance, _)| says(instance));
                self.telling
            }
        }
    }

    /// Adds all that is true of the objects of the contradiction just explained, if they are few.
    fn look_around(&mut self) {
        for (field, objects) in std::mem::take(&mut self.around) {
            let many = objects.len() > AROUND || self.added.len() > ENOUGH;
            if many || !self.fields[field].writes.is_empty() {
                continue;
            }
            let facts = self.tables[field].all_about(&objects, &self.fields[field].name, &self.names);
            for fact in facts {
                match self.look {
                    Look::Model => {
                        self.add(fact, Choice::None);
                    }
                    Look::Search => self.besides.push(self.reach.flatten(&fact)),
                }
            }
        }
    }

    /// The walks along a field that was written.
    fn written(&mut self, field: usize, model: &mut Model) {
        let writes = self.fields[field].writes.clone();
        for (number, (_, base, at)) in writes.iter().enumerate() {
            if number == 0 {
                let mut written = self.tables[field].clone();
                self.tables[*base].write(*at, &mut written);
                self.tables[field] = written;
                continue;
            }
            for walk in self.tables[*base].differences(*at, &self.tables[field]) {
                if self.is_enough(model) {
                    break;
                }
                self.updated(field, 0, walk);
                self.updated(field, number, walk);
                self.look_around();
            }
        }
    }

    /// Asks the solver to decide whether terms with one value are equal: for two maps it may not
    /// have noticed, and takes their walks for different ones.
    fn identify(&mut self) {
        let null = Term::null();
        for number in 0..self.fields.len() {
            let Field { name, others, .. } = &self.fields[number];
            let same = |other: &Term| {
                let walks = [other, name].map(|f| axioms::btwn(f, &null, &null, &null));
                let [a, b] = walks;
                Term::implies(Term::eq(other.clone(), name.clone()), Term::eq(a, b))
            };
            let asked: Vec<Term> = others.iter().map(same).collect();
            for question in asked {
                self.add(question, Choice::None);
            }
        }
    }

    /// An atom has another truth than was computed.
    fn disagree(&mut self, field: usize, walk: Walk) {
        if self.fields[field].writes.is_empty() {
            self.explain(field, walk);
        } else {
            self.updated(field, 0, walk);
        }
    }

    /// Adds the instances by which a walk was derived.
    fn explain(&mut self, field: usize, walk: Walk) {
        self.around.entry(field).or_default().extend(walk);
        match self.tables[field].why(walk).cloned() {
            None | Some(Why::Given) => {}
            Some(Why::Written(number)) => self.updated(field, number, walk),
            Some(Why::Rule(rule)) => {
                let walks = &self.tables[field];
                let instance = walks.instance(rule, &self.fields[field].name, &self.names);
                let premises = walks.premises(rule);
                if self.add(instance, Choice::None) {
                    premises.into_iter().for_each(|p| self.explain(field, p));
                }
            }
        }
    }

    /// Adds what a write means for a walk, and why the walks it rests on are there.
    fn updated(&mut self, field: usize, number: usize, walk: Walk) {
        let (write, base, at) = self.fields[field].writes[number].clone();
        let objects = walk.map(|i| &self.names[i]);
        let instance = axioms::update(&write, objects);
        if self.add(instance, Choice::Open) {
            for before in Walks::before(at, walk) {
                self.explain(base, before);
            }
        }
    }

    /// Where a formula speaks of what lies between along a field that only the model equates with one
    /// along which every walk ends: says it by reachability along that one.
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
            if self.told.insert(link.clone()) {
                self.added.push((link, Choice::Open));
            }
        }
    }

    /// Adds an instance; says whether it is new in this round.
    fn add(&mut self, instance: Term, choice: Choice) -> bool {
        let new = self.told.insert(instance.clone());
        if new {
            let instance = self.reach.flatten(&instance);
            if !instance.is_true() {
                self.link(&instance);
                self.added.push((instance, choice));
            }
        }
        new
    }
}
