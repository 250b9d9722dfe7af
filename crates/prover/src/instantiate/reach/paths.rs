//! The paths along one field over numbered objects, closed under the axioms, each with its derivation.

use super::axioms as ax;
use abide_logic::{Kind, Term};
use std::collections::BTreeSet;

/// `between(x, y, z)` by the numbers of the objects; object 0 is null.
pub(super) type Path = [usize; 3];

/// Why a path exists.
#[derive(Clone, Debug)]
pub(super) enum Why {
    /// The model says so.
    Given,
    /// An axiom says so.
    Rule(Rule),
    /// The field was written; the number of the write.
    Written(usize),
}

/// An instance of an axiom: the objects it mentions. A number in front is that of a read.
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
    /// All paths end at null.
    Ended(usize),
}

/// A contradiction: two objects are one, or the order of two is open.
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

/// The paths along one field.
#[derive(Clone, Default)]
pub(super) struct Paths {
    size: usize,
    /// Reasons, and for each path the index of its reason plus one.
    reasons: Vec<Why>,
    whys: Vec<u32>,
    /// The paths indexed by two of their objects: the third ones of the first two, what lies between the
    /// first and the third, the first ones of the last two; and what each object reaches.
    ends: Vec<Set>,
    middles: Vec<Set>,
    starts: Vec<Set>,
    reached: Vec<Set>,
    pub(super) reads: Vec<Read>,
}

/// A set of objects, a bit for each.
type Set = u64;

fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

impl Paths {
    /// How many objects there may be.
    pub(super) const OBJECTS: usize = Set::BITS as usize;

    pub(super) fn new(size: usize) -> Paths {
        assert!(size <= Paths::OBJECTS, "{size} objects");
        Paths {
            size,
            reasons: Vec::new(),
            whys: vec![0; size * size * size],
            ends: vec![0; size * size],
            middles: vec![0; size * size],
            starts: vec![0; size * size],
            reached: vec![0; size],
            reads: Vec::new(),
        }
    }

    fn place(&self, [x, y, z]: Path) -> usize {
        (x * self.size + y) * self.size + z
    }

    pub(super) fn get(&self, [x, y, z]: Path) -> bool {
        self.ends[x * self.size + y] >> z & 1 == 1
    }

    pub(super) fn why(&self, at: Path) -> Option<&Why> {
        let reason = self.whys[self.place(at)].checked_sub(1)?;
        self.reasons.get(reason as usize)
    }

    /// Adds a path; says whether it is new.
    pub(super) fn set(&mut self, at: Path, why: Why) -> bool {
        let new = !self.get(at);
        if new {
            let (place, size, [x, y, z]) = (self.place(at), self.size, at);
            self.reasons.push(why);
            self.whys[place] = self.reasons.len() as u32;
            self.ends[x * size + y] |= 1 << z;
            self.middles[x * size + z] |= 1 << y;
            self.starts[y * size + z] |= 1 << x;
            if y == z {
                self.reached[x] |= 1 << y;
            }
        }
        new
    }

    pub(super) fn reach(&self, x: usize, y: usize) -> bool {
        self.get([x, y, y])
    }

    fn reached(&self, x: usize) -> Vec<usize> {
        members(self.reached[x]).collect()
    }

    /// Is `b` reached from `a` without passing `c`?
    fn without(&self, a: usize, b: usize, c: usize) -> bool {
        self.get([a, b, c]) || (self.reach(a, b) && !self.reach(a, c))
    }

    /// What lies between two objects after the write `f[x := y]`.
    fn after(&self, [x, y]: [usize; 2], u: usize, w: usize) -> Set {
        let middles = |from: usize, to: usize| self.middles[from * self.size + to];
        if x == 0 {
            return middles(u, w);
        }
        let mut after = 0;
        if self.without(u, w, x) {
            after |= middles(u, w);
        }
        if x != w && self.without(u, x, w) && self.without(y, w, x) {
            after |= middles(u, x) | middles(y, w);
        }
        after
    }

    /// Adds the paths along the field `f[x := y]`, where `f` is this one.
    pub(super) fn write(&self, at: [usize; 2], written: &mut Paths) {
        for (u, w) in self.pairs() {
            for v in members(self.after(at, u, w)) {
                written.set([u, v, w], Why::Written(0));
            }
        }
    }

    /// The paths in which a written field differs from the field `f[x := y]`, where `f` is this one.
    pub(super) fn differences(&self, at: [usize; 2], written: &Paths) -> Vec<Path> {
        let differ = |(u, w): (usize, usize)| {
            let there = written.middles[u * self.size + w];
            members(self.after(at, u, w) ^ there).map(move |v| [u, v, w])
        };
        self.pairs().flat_map(differ).collect()
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let size = self.size;
        (0..size).flat_map(move |u| (0..size).map(move |w| (u, w)))
    }

    /// The paths of this field on which [`Paths::write`] rests.
    pub(super) fn before([x, y]: [usize; 2], [u, v, w]: Path) -> Vec<Path> {
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

    /// Every path ends at null.
    pub(super) fn end(&mut self) {
        for x in 0..self.size {
            self.set([x, 0, 0], Why::Rule(Rule::Ended(x)));
        }
    }

    /// Closes the paths under the axioms.
    pub(super) fn close(&mut self) {
        for x in 0..self.size {
            self.set([x, x, x], Why::Rule(Rule::Refl(x)));
        }
        let mut grew = true;
        while grew {
            grew = self.steps() | self.chains();
        }
    }

    fn rule(&mut self, rule: Rule, conclusions: &[Path]) -> bool {
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
        let (mut grew, size) = (false, self.size);
        for x in 0..size {
            for y in 0..size {
                for z in members(self.ends[x * size + y]) {
                    if y != z {
                        grew |= self.rule(Rule::Ord2(x, y, z), &[[x, y, y], [y, z, z]]);
                    }
                    let after = self.middles[y * size + z];
                    for u in members(after & !(self.ends[x * size + y] & self.middles[x * size + z])) {
                        grew |= self.rule(Rule::Trn2(x, y, z, u), &[[x, y, u], [x, u, z]]);
                    }
                    let before = self.middles[x * size + y];
                    for u in members(before & !(self.middles[x * size + z] & self.starts[y * size + z])) {
                        grew |= self.rule(Rule::Trn3(x, y, z, u), &[[x, u, z], [u, y, z]]);
                    }
                }
                if self.reach(x, y) {
                    for z in members(self.reached[y] & !self.reached[x]) {
                        grew |= self.rule(Rule::Trn1(x, y, z), &[[x, z, z]]);
                    }
                    if self.reach(x, 0) {
                        for z in members(self.reached[y] & !self.ends[x * size + y]) {
                            grew |= self.rule(Rule::Acyclic(x, y, z), &[[x, y, z]]);
                        }
                    }
                }
            }
        }
        grew
    }

    /// Contradictions, with the paths they follow from.
    pub(super) fn clashes(&self) -> Vec<(Clash, Vec<Path>)> {
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

    /// The paths a rule rests on.
    pub(super) fn premises(&self, rule: Rule) -> Vec<Path> {
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
            Rule::Step(i) => self.of_read(i, f, ax::step),
            Rule::First(i, y) => self.of_read(i, f, |f, x, fx| ax::first(f, x, fx, n(y))),
            Rule::Ord2(x, y, z) => ax::ord2(f, n(x), n(y), n(z)),
            Rule::Trn1(x, y, z) => ax::trn1(f, n(x), n(y), n(z)),
            Rule::Trn2(x, y, z, u) => ax::trn2(f, n(x), n(y), n(z), n(u)),
            Rule::Trn3(x, y, z, u) => ax::trn3(f, n(x), n(y), n(z), n(u)),
            Rule::Acyclic(x, y, z) => ax::acyclic(f, n(x), n(y), n(z)),
            Rule::Ended(x) => ax::reach(f, n(x), &Term::null()),
        }
    }

    /// The instance that a contradiction violates.
    pub(super) fn broken(&self, clash: Clash, f: &Term, names: &[Term]) -> Term {
        let n = |i: usize| &names[i];
        match clash {
            Clash::Null(y) => ax::null(f, n(y)),
            Clash::Sandwich(x, y) => ax::sandwich(f, n(x), n(y)),
            Clash::Cycle(i, y) => self.of_read(i, f, |f, x, fx| ax::cycle(f, x, fx, n(y))),
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

    /// An axiom about the field, for the object and the successor of a read, guarded by the equality of the
    /// fields.
    fn of_read(&self, read: usize, field: &Term, axiom: impl Fn(&Term, &Term, &Term) -> Term) -> Term {
        let term = &self.reads[read].term;
        match term.kind() {
            Kind::Select(f, x) => Term::implies(Term::eq(f.clone(), field.clone()), axiom(field, x, term)),
            _ => Term::tt(),
        }
    }
}

/// Tables by the number of the field.
pub(super) type Tables = Vec<Paths>;
