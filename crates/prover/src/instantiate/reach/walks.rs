//! Walks along one field over numbered objects, each with the reason for which it is there.

use super::axioms as ax;
use abide_logic::{Kind, Term};
use std::collections::{BTreeMap, BTreeSet};

/// `between(x, y, z)` by the numbers of the objects; object 0 is null.
pub(super) type Walk = [usize; 3];

/// Why a walk is there.
#[derive(Clone, Debug)]
pub(super) enum Why {
    /// The model says so.
    Given,
    /// An axiom says so.
    Rule(Rule),
    /// The field was written; the number of the write.
    Written(usize),
}

/// An instance of an axiom: the objects it speaks of. A number in front is that of a read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rule {
    Refl(usize),
    Step(usize),
    First(usize, usize),
    Ord2(usize, usize, usize),
    Trn1(usize, usize, usize),
    Trn2(usize, usize, usize, usize),
    Trn3(usize, usize, usize, usize),
    Acyclic(usize, usize, usize),
    /// All walks end at null.
    Ended(usize),
}

/// What cannot be: two objects are one, or the order of two is open.
#[derive(Clone, Copy, Debug)]
pub(super) enum Clash {
    Null(usize),
    Sandwich(usize, usize),
    Cycle(usize, usize),
    Ord1(usize, usize, usize),
}

/// A read `f[x]`: the objects, and the term.
#[derive(Clone, Debug)]
pub(super) struct Read {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) term: Term,
}

/// The walks along one field.
#[derive(Clone)]
pub(super) struct Walks {
    size: usize,
    walks: Vec<Option<Why>>,
    pub(super) reads: Vec<Read>,
    /// A field of this value along which all walks end at null.
    ended: Option<Term>,
}

impl Walks {
    pub(super) fn new(size: usize) -> Walks {
        Walks {
            size,
            walks: vec![None; size * size * size],
            reads: Vec::new(),
            ended: None,
        }
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    fn place(&self, [x, y, z]: Walk) -> usize {
        (x * self.size + y) * self.size + z
    }

    pub(super) fn get(&self, at: Walk) -> bool {
        self.walks[self.place(at)].is_some()
    }

    pub(super) fn why(&self, at: Walk) -> Option<&Why> {
        self.walks[self.place(at)].as_ref()
    }

    /// Adds a walk; says whether it is new.
    pub(super) fn set(&mut self, at: Walk, why: Why) -> bool {
        let place = self.place(at);
        let new = self.walks[place].is_none();
        if new {
            self.walks[place] = Some(why);
        }
        new
    }

    pub(super) fn reach(&self, x: usize, y: usize) -> bool {
        self.get([x, y, y])
    }

    fn reached(&self, x: usize) -> Vec<usize> {
        (0..self.size).filter(|y| self.reach(x, *y)).collect()
    }

    /// Is `b` reached from `a` without passing `c`?
    fn without(&self, a: usize, b: usize, c: usize) -> bool {
        self.get([a, b, c]) || (self.reach(a, b) && !self.reach(a, c))
    }

    /// The truth of a walk after the field was written at `x` to `y`.
    pub(super) fn after(&self, [x, y]: [usize; 2], [u, v, w]: Walk) -> bool {
        if x == 0 {
            return self.get([u, v, w]);
        }
        let before = self.get([u, v, w]) && self.without(u, w, x);
        let passed = self.get([u, v, x]) || self.get([y, v, w]);
        before || x != w && self.without(u, x, w) && self.without(y, w, x) && passed
    }

    /// The walks of this field on which [`Walks::after`] rests.
    pub(super) fn before([x, y]: [usize; 2], [u, v, w]: Walk) -> Vec<Walk> {
        vec![
            [u, v, w],
            [u, w, x],
            [u, w, w],
            [u, x, x],
            [u, x, w],
            [y, w, x],
            [y, w, w],
            [y, x, x],
            [u, v, x],
            [y, v, w],
        ]
    }

    /// The nearest object that `x` reaches besides itself: its successor where that is known.
    pub(super) fn next(&self, x: usize) -> Option<usize> {
        if let Some(read) = self.reads.iter().find(|r| r.from == x) {
            return Some(read.to);
        }
        let others: Vec<usize> = self.reached(x).into_iter().filter(|y| *y != x).collect();
        let nearest = |y: &usize| others.iter().all(|z| self.get([x, *y, *z]));
        others.iter().copied().find(nearest)
    }

    /// Every walk ends at null, for they do along `known`, a field of this value.
    pub(super) fn end(&mut self, known: Term) {
        self.ended = Some(known);
        for x in 0..self.size {
            self.set([x, 0, 0], Why::Rule(Rule::Ended(x)));
        }
    }

    /// Adds what follows.
    pub(super) fn close(&mut self) {
        for x in 0..self.size {
            self.set([x, x, x], Why::Rule(Rule::Refl(x)));
        }
        let mut grew = true;
        while grew {
            grew = self.steps() | self.chains();
        }
    }

    fn rule(&mut self, rule: Rule, conclusions: &[Walk]) -> bool {
        conclusions
            .iter()
            .fold(false, |grew, c| self.set(*c, Why::Rule(rule)) | grew)
    }

    /// step and reach, for the reads there are.
    fn steps(&mut self) -> bool {
        let mut grew = false;
        for i in 0..self.reads.len() {
            let Read { from, to, .. } = self.reads[i];
            if from == 0 {
                continue;
            }
            grew |= self.rule(Rule::Step(i), &[[from, to, to]]);
            for y in self.reached(from).into_iter().filter(|y| *y != from) {
                grew |= self.rule(Rule::First(i, y), &[[from, to, y]]);
            }
        }
        grew
    }

    /// ord2, trn1, trn2, trn3, and what holds where there is no cycle.
    fn chains(&mut self) -> bool {
        let mut grew = false;
        for x in 0..self.size {
            for y in 0..self.size {
                for z in 0..self.size {
                    if self.get([x, y, z]) {
                        if y != z {
                            grew |= self.rule(Rule::Ord2(x, y, z), &[[x, y, y], [y, z, z]]);
                        }
                        for u in 0..self.size {
                            if self.get([y, u, z]) {
                                grew |= self.rule(Rule::Trn2(x, y, z, u), &[[x, y, u], [x, u, z]]);
                            }
                            if self.get([x, u, y]) {
                                grew |= self.rule(Rule::Trn3(x, y, z, u), &[[x, u, z], [u, y, z]]);
                            }
                        }
                    }
                    if self.reach(x, y) && self.reach(y, z) {
                        grew |= self.rule(Rule::Trn1(x, y, z), &[[x, z, z]]);
                        if self.reach(x, 0) {
                            grew |= self.rule(Rule::Acyclic(x, y, z), &[[x, y, z]]);
                        }
                    }
                }
            }
        }
        grew
    }

    /// What cannot be, with the walks it follows from.
    pub(super) fn clashes(&self) -> Vec<(Clash, Vec<Walk>)> {
        let mut found = Vec::new();
        for x in 0..self.size {
            let reached = self.reached(x);
            for y in reached.iter().copied().filter(|y| *y != x) {
                if x == 0 {
                    found.push((Clash::Null(y), vec![[0, y, y]]));
                }
                if self.get([x, y, x]) {
                    found.push((Clash::Sandwich(x, y), vec![[x, y, x]]));
                }
                for z in reached.iter().copied().filter(|z| *z > y && *z != x) {
                    if !self.get([x, y, z]) && !self.get([x, z, y]) {
                        found.push((Clash::Ord1(x, y, z), vec![[x, y, y], [x, z, z]]));
                    }
                }
            }
        }
        for (i, read) in self.reads.iter().enumerate().filter(|(_, r)| r.from == r.to) {
            for y in self.reached(read.from).into_iter().filter(|y| *y != read.from) {
                found.push((Clash::Cycle(i, y), vec![[read.from, y, y]]));
            }
        }
        found
    }

    /// The walks a rule rests on.
    pub(super) fn premises(&self, rule: Rule) -> Vec<Walk> {
        match rule {
            Rule::Refl(_) | Rule::Step(_) | Rule::Ended(_) => Vec::new(),
            Rule::First(i, y) => vec![[self.reads[i].from, y, y]],
            Rule::Ord2(x, y, z) => vec![[x, y, z]],
            Rule::Trn1(x, y, z) => vec![[x, y, y], [y, z, z]],
            Rule::Trn2(x, y, z, u) => vec![[x, y, z], [y, u, z]],
            Rule::Trn3(x, y, z, u) => vec![[x, y, z], [x, u, y]],
            Rule::Acyclic(x, y, z) => vec![[x, 0, 0], [x, y, y], [y, z, z]],
        }
    }

    /// The instance of a rule, where `f` is the field and `names` are the objects.
    pub(super) fn instance(&self, rule: Rule, f: &Term, names: &[Term]) -> Term {
        let n = |i: usize| &names[i];
        match rule {
            Rule::Refl(x) => ax::refl(f, n(x)),
            Rule::Step(i) => self.of_read(i, ax::step),
            Rule::First(i, y) => self.of_read(i, |f, x, fx| ax::first(f, x, fx, n(y))),
            Rule::Ord2(x, y, z) => ax::ord2(f, n(x), n(y), n(z)),
            Rule::Trn1(x, y, z) => ax::trn1(f, n(x), n(y), n(z)),
            Rule::Trn2(x, y, z, u) => ax::trn2(f, n(x), n(y), n(z), n(u)),
            Rule::Trn3(x, y, z, u) => ax::trn3(f, n(x), n(y), n(z), n(u)),
            Rule::Acyclic(x, y, z) => ax::acyclic(f, n(x), n(y), n(z)),
            Rule::Ended(x) => {
                let same = self.ended.iter().map(|known| Term::eq(known.clone(), f.clone()));
                Term::implies(Term::and(same), ax::reach(f, n(x), &Term::null()))
            }
        }
    }

    /// The instance that a clash breaks.
    pub(super) fn broken(&self, clash: Clash, f: &Term, names: &[Term]) -> Term {
        let n = |i: usize| &names[i];
        match clash {
            Clash::Null(y) => ax::null(f, n(y)),
            Clash::Sandwich(x, y) => ax::sandwich(f, n(x), n(y)),
            Clash::Cycle(i, y) => self.of_read(i, |f, x, fx| ax::cycle(f, x, fx, n(y))),
            Clash::Ord1(x, y, z) => ax::ord1(f, n(x), n(y), n(z)),
        }
    }

    /// The axioms of up to three objects for some of them.
    pub(super) fn all_about(&self, objects: &BTreeSet<usize>, f: &Term, names: &[Term]) -> Vec<Term> {
        let mut facts = Vec::new();
        for (i, read) in self.reads.iter().enumerate().filter(|(_, r)| objects.contains(&r.from)) {
            facts.push(self.instance(Rule::Step(i), f, names));
            let others = objects.iter().filter(|y| **y != read.from);
            facts.extend(others.map(|y| self.instance(Rule::First(i, *y), f, names)));
        }
        for x in objects {
            facts.push(self.instance(Rule::Refl(*x), f, names));
            for y in objects.iter().filter(|y| *y != x) {
                facts.push(self.broken(Clash::Sandwich(*x, *y), f, names));
                for z in objects.iter().filter(|z| *z != x && *z != y) {
                    facts.push(self.instance(Rule::Ord2(*x, *y, *z), f, names));
                    facts.push(self.instance(Rule::Trn1(*x, *y, *z), f, names));
                    facts.push(self.instance(Rule::Acyclic(*x, *y, *z), f, names));
                    if y < z {
                        facts.push(self.broken(Clash::Ord1(*x, *y, *z), f, names));
                    }
                }
            }
        }
        if objects.contains(&0) {
            facts.extend(objects.iter().map(|y| self.broken(Clash::Null(*y), f, names)));
        }
        facts
    }

    /// An axiom about the field and the object as the read has them.
    fn of_read(&self, read: usize, axiom: impl Fn(&Term, &Term, &Term) -> Term) -> Term {
        let term = &self.reads[read].term;
        match term.kind() {
            Kind::Select(f, x) => axiom(f, x, term),
            _ => Term::tt(),
        }
    }
}

/// Tables by the number of the field.
pub(super) type Tables = BTreeMap<usize, Walks>;
