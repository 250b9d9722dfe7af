//! The encoding of facts in MONA's language.
//!
//! References are positions, sets of references are sets of positions, and a term is encoded as a formula
//! about a position: "the term is that position". An atom that is not expressible becomes a new truth value, or
//! a new set if it depends on one bound object; a reference that is not expressible becomes a new position. Equal
//! terms share theirs. Whatever depends on more bound variables is left out: the encoding is then weaker than the
//! fact, or stronger where it is negated ([`Approximation`]).

use crate::backbone::Backbone;
use crate::derived;
use crate::formula::{Approximation, Formula};
use abide_logic::heap::{Between, base_field, field_sort, set_sort};
use abide_logic::{Kind, Quantifier, Sort, Term, Var};
use abide_prover::Reason;
use std::collections::{BTreeMap, BTreeSet};

/// The longest program, in bytes, and the most formulas in it.
const LONGEST: usize = 400_000;
const MOST: usize = 20_000;

/// Writes to a field in a reachability atom, at most: each triples its encoding.
const WRITES: usize = 5;

/// A program that is satisfiable whenever the facts are.
pub(crate) fn program(facts: &[Term], backbone: &Backbone) -> Result<String, Reason> {
    let mut facts = facts.to_vec();
    facts.extend(derived::instances(&facts, &backbone.field));
    let mut encoder = Encoder::new(backbone);
    // a first pass finds the sets that stand for atoms
    encoder.all(&facts);
    let encoded = encoder.all(&facts);
    let reads = encoder.reads();
    let encoded = encoded.into_iter().chain(encoder.all(&reads));
    let formulas: BTreeSet<String> = encoded.filter(|text| text != "true").collect();
    let program = format!("{}{}", backbone.layout.text(), encoder.declared()) + &joined_lines(formulas);
    match encoder.too_long || program.len() > LONGEST {
        true => Err(Reason::Unsupported("formulas of that size".into())),
        false => Ok(program),
    }
}

fn joined_lines(formulas: BTreeSet<String>) -> String {
    formulas.into_iter().map(|f| f + ";\n").collect()
}

struct Encoder<'a> {
    backbone: &'a Backbone,
    /// The bound variables, with their positions if they are references.
    scope: Vec<(Var, Option<String>)>,
    /// The positions of the references that are being encoded.
    held: Vec<(Term, String)>,
    /// Positions, sets and truth values for terms that do not depend on bound variables.
    positions: BTreeMap<Term, String>,
    sets: BTreeMap<Term, String>,
    truths: BTreeMap<Term, String>,
    /// Sets for atoms that depend on one object, which is [`hole`].
    atoms: BTreeMap<Term, String>,
    fresh: usize,
    encoded: usize,
    too_long: bool,
}

/// What stands for the object that an atom depends on.
fn hole() -> Var {
    Var::new("hole", u32::MAX, Sort::Ref)
}

impl<'a> Encoder<'a> {
    fn new(backbone: &'a Backbone) -> Encoder<'a> {
        Encoder {
            backbone,
            scope: Vec::new(),
            held: Vec::new(),
            positions: BTreeMap::new(),
            sets: BTreeMap::new(),
            truths: BTreeMap::new(),
            atoms: BTreeMap::new(),
            fresh: 0,
            encoded: 0,
            too_long: false,
        }
    }

    fn all(&mut self, facts: &[Term]) -> Vec<String> {
        self.encoded = 0;
        facts
            .iter()
            .map(|f| self.formula(f, Approximation::Over).text)
            .collect()
    }

    /// The declarations of all names.
    fn declared(&self) -> String {
        // `null` leads nowhere, but the field holds something there
        let mut text = String::from("var1 z;\nheap(z);\n");
        for form in ["may", "must"] {
            let null = self.backbone.layout.null();
            text.push_str(&format!(
                "pred {form}_hold(var1 x, var1 y) = (x = {null} & y = z) | {form}_step(x, y);\n"
            ));
        }
        for name in self.positions.values() {
            text.push_str(&format!("var1 {name};\nheap({name});\n"));
        }
        for name in self.sets.values().chain(self.atoms.values()) {
            text.push_str(&format!("var2 {name};\n"));
        }
        for name in self.truths.values() {
            text.push_str(&format!("var0 {name};\n"));
        }
        text
    }

    /// One field holds one thing at one object.
    fn reads(&self) -> Vec<Term> {
        let reads: Vec<(&Term, &Term, &Term)> = self
            .positions
            .keys()
            .filter_map(|t| match t.kind() {
                Kind::Select(map, key) if *key.sort() == Sort::Ref => Some((t, map, key)),
                _ => None,
            })
            .collect();
        let pairs = reads
            .iter()
            .enumerate()
            .flat_map(|(i, a)| reads[..i].iter().map(move |b| (a, b)));
        pairs
            .filter(|((_, f, _), (_, g, _))| f == g)
            .map(|((a, _, x), (b, _, y))| {
                let same = Term::eq((*x).clone(), (*y).clone());
                Term::implies(same, Term::eq((*a).clone(), (*b).clone()))
            })
            .collect()
    }

    fn new_name(&mut self, letter: char) -> String {
        self.fresh += 1;
        format!("{letter}{}", self.fresh)
    }

    /// Does the term depend on a bound variable?
    fn is_open(&self, t: &Term) -> bool {
        t.mentions_any(self.scope.iter().map(|(v, _)| v))
    }

    fn formula(&mut self, t: &Term, approx: Approximation) -> Formula {
        self.encoded += 1;
        self.too_long |= self.encoded > MOST;
        if self.too_long {
            return approx.trivial();
        }
        match t.kind() {
            Kind::Bool(b) => Formula::exactly(b.to_string()),
            Kind::Not(a) => self.formula(a, approx.dual()).not(),
            Kind::And(parts) => Formula::and(self.formulas(parts, approx)),
            Kind::Or(parts) => Formula::or(self.formulas(parts, approx)),
            Kind::Implies(a, b) => Formula::or([self.formula(a, approx.dual()).not(), self.formula(b, approx)]),
            Kind::Eq(a, b) if *a.sort() == Sort::Bool => {
                let there = [self.formula(a, approx.dual()).not(), self.formula(b, approx)];
                let back = [self.formula(b, approx.dual()).not(), self.formula(a, approx)];
                Formula::and([Formula::or(there), Formula::or(back)])
            }
            Kind::Ite(c, a, b) => self.choice(c, approx, |me| me.formula(a, approx), |me| me.formula(b, approx)),
            Kind::Quant(quantifier, vars, body) => self.quantified(*quantifier, vars, body, approx),
            _ => self.atom(t, approx),
        }
    }

    fn formulas(&mut self, parts: &[Term], approx: Approximation) -> Vec<Formula> {
        parts.iter().map(|p| self.formula(p, approx)).collect()
    }

    /// One thing if a condition holds, else another.
    fn choice(
        &mut self,
        condition: &Term,
        approx: Approximation,
        yes: impl FnOnce(&mut Self) -> Formula,
        no: impl FnOnce(&mut Self) -> Formula,
    ) -> Formula {
        let then = [self.formula(condition, approx.dual()).not(), yes(self)];
        let otherwise = [self.formula(condition, approx), no(self)];
        Formula::and([Formula::or(then), Formula::or(otherwise)])
    }

    /// Variables of other sorts than references have some value; what depends on it is not expressible.
    fn quantified(&mut self, quantifier: Quantifier, vars: &[Var], body: &Term, approx: Approximation) -> Formula {
        let depth = self.scope.len();
        // a variable may be bound again
        let held = std::mem::take(&mut self.held);
        for v in vars {
            let position = (*v.sort() == Sort::Ref).then(|| self.new_name('p'));
            self.scope.push((v.clone(), position));
        }
        let mut encoded = self.formula(body, approx);
        self.held = held;
        for (_, position) in self.scope.split_off(depth).into_iter().rev() {
            if let Some(p) = position {
                encoded = encoded.quantified(quantifier, &p);
            }
        }
        encoded
    }

    /// An atom: encoded as it is, or as a fresh truth value.
    fn atom(&mut self, t: &Term, approx: Approximation) -> Formula {
        let encoded = self.exactly(t, approx);
        if encoded.exact || self.too_long {
            return encoded;
        }
        if let Some((set, object)) = self.known_atom(t) {
            return self.at(&object, approx, |_, p| Formula::exactly(format!("{p} in {set}")));
        }
        let open: Vec<(Var, Option<String>)> = self.open_in(t);
        match open.as_slice() {
            [] => Formula::exactly(name(&mut self.truths, &mut self.fresh, t, 'b')),
            [(v, Some(p))] if !t.has_quantifier() => {
                let key = t.replaced(&v.term(), &hole().term());
                let set = name(&mut self.atoms, &mut self.fresh, &key, 'S');
                Formula::exactly(format!("{p} in {set}"))
            }
            _ => encoded,
        }
    }

    /// The bound variables that a term depends on; of equal ones, the innermost counts.
    fn open_in(&self, t: &Term) -> Vec<(Var, Option<String>)> {
        let mut found: Vec<(Var, Option<String>)> = Vec::new();
        for (v, p) in self.scope.iter().rev() {
            if t.mentions(v) && !found.iter().any(|(known, _)| known == v) {
                found.push((v.clone(), p.clone()));
            }
        }
        found
    }

    /// The set that stands for an atom, and the object that is in it if the atom holds.
    fn known_atom(&mut self, t: &Term) -> Option<(String, Term)> {
        if t.has_quantifier() {
            return None;
        }
        let mut objects = BTreeSet::new();
        t.visit(&mut |part| {
            if *part.sort() == Sort::Ref {
                objects.insert(part.clone());
            }
            true
        });
        let sets = objects.into_iter().filter_map(|object| {
            let key = t.replaced(&object, &hole().term());
            let set = self.atoms.get(&key).filter(|_| !self.is_open(&key))?;
            Some((set.clone(), object))
        });
        let sets: Vec<(String, Term)> = sets.collect();
        sets.into_iter()
            .find(|(_, object)| self.is(object, "p", Approximation::Over).exact)
    }

    /// The atom as an expressible one, as far as it is.
    fn exactly(&mut self, t: &Term, approx: Approximation) -> Formula {
        if let Some(atom) = Between::of(t) {
            return self.between(&atom, approx);
        }
        match t.kind() {
            Kind::Var(_) if !self.is_open(t) => Formula::exactly(name(&mut self.truths, &mut self.fresh, t, 'b')),
            Kind::Eq(a, b) if *a.sort() == Sort::Ref => {
                let (a, b) = if self.position(a).is_some() { (b, a) } else { (a, b) };
                self.at(b, approx, |me, p| me.is(a, p, approx))
            }
            Kind::Eq(a, b) if is_set(a) => {
                let p = self.new_name('p');
                let there = [self.member(a, &p, approx.dual()).not(), self.member(b, &p, approx)];
                let back = [self.member(b, &p, approx.dual()).not(), self.member(a, &p, approx)];
                Formula::and([Formula::or(there), Formula::or(back)]).quantified(Quantifier::Forall, &p)
            }
            Kind::Eq(a, b) if *a.sort() == field_sort() => {
                let (x, y) = (self.new_name('p'), self.new_name('p'));
                let there = [
                    self.holds(a, None, &x, &y, approx.dual()).not(),
                    self.holds(b, None, &x, &y, approx),
                ];
                // a field holds one thing at one object
                let each = Formula::or(there).quantified(Quantifier::Forall, &y);
                each.quantified(Quantifier::Forall, &x)
            }
            Kind::Select(set, key) if is_set(set) => self.at(key, approx, |me, p| me.member(set, p, approx)),
            _ => approx.trivial(),
        }
    }

    /// The position of a reference that has a name.
    fn position(&mut self, t: &Term) -> Option<String> {
        match t.kind() {
            Kind::Null => Some(self.backbone.layout.null().into()),
            Kind::Var(v) => match self.scope.iter().rev().find(|(bound, _)| bound == v) {
                Some((_, position)) => position.clone(),
                None => Some(name(&mut self.positions, &mut self.fresh, t, 'x')),
            },
            _ => self.held.iter().find(|(held, _)| held == t).map(|(_, p)| p.clone()),
        }
    }

    /// A formula about the position of a reference.
    fn at(&mut self, t: &Term, approx: Approximation, encode: impl FnOnce(&mut Self, &str) -> Formula) -> Formula {
        if let Some(p) = self.position(t) {
            return encode(self, &p);
        }
        let p = self.new_name('p');
        let is = self.is(t, &p, approx);
        self.held.push((t.clone(), p.clone()));
        let encoded = encode(self, &p);
        self.held.pop();
        Formula::and([is, encoded]).quantified(Quantifier::Exists, &p)
    }

    /// The reference is the position.
    fn is(&mut self, t: &Term, p: &str, approx: Approximation) -> Formula {
        if let Some(q) = self.position(t) {
            return Formula::exactly(format!("{p} = {q}"));
        }
        match t.kind() {
            Kind::Select(field, key) if *field.sort() == field_sort() => {
                self.at(key, approx, |me, q| me.holds(field, Some(key), q, p, approx))
            }
            Kind::Ite(c, a, b) => self.choice(c, approx, |me| me.is(a, p, approx), |me| me.is(b, p, approx)),
            _ if self.is_open(t) => approx.trivial(),
            _ => Formula::exactly(format!("{p} = {}", name(&mut self.positions, &mut self.fresh, t, 'x'))),
        }
    }

    /// The field holds `p` at `q`, which is the position of the key if there is one.
    fn holds(&mut self, field: &Term, key: Option<&Term>, q: &str, p: &str, approx: Approximation) -> Formula {
        match field.kind() {
            Kind::Var(v) if *v == self.backbone.field => {
                Formula::exactly(format!("{}_hold({q}, {p})", approx.prefix()))
            }
            Kind::Store(map, at, value) => self.at(at, approx, |me, a| {
                let written = [Formula::exactly(format!("{q} = {a}")), me.is(value, p, approx)];
                let kept = [
                    Formula::exactly(format!("{q} ~= {a}")),
                    me.holds(map, key, q, p, approx),
                ];
                Formula::or([Formula::and(written), Formula::and(kept)])
            }),
            Kind::Ite(c, a, b) => self.choice(
                c,
                approx,
                |me| me.holds(a, key, q, p, approx),
                |me| me.holds(b, key, q, p, approx),
            ),
            Kind::Const(value) => self.is(value, p, approx),
            _ => match key.map(|key| Term::select(field.clone(), key.clone())) {
                Some(read) if !self.is_open(&read) => Formula::exactly(format!(
                    "{p} = {}",
                    name(&mut self.positions, &mut self.fresh, &read, 'x')
                )),
                _ => approx.trivial(),
            },
        }
    }

    /// The position is in the set.
    fn member(&mut self, set: &Term, p: &str, approx: Approximation) -> Formula {
        match set.kind() {
            Kind::Store(map, at, value) => self.at(at, approx, |me, a| {
                let written = [Formula::exactly(format!("{p} = {a}")), me.formula(value, approx)];
                let kept = [Formula::exactly(format!("{p} ~= {a}")), me.member(map, p, approx)];
                Formula::or([Formula::and(written), Formula::and(kept)])
            }),
            Kind::Ite(c, a, b) => self.choice(c, approx, |me| me.member(a, p, approx), |me| me.member(b, p, approx)),
            Kind::Const(value) => self.formula(value, approx),
            _ if self.is_open(set) => approx.trivial(),
            _ => Formula::exactly(format!("{p} in {}", name(&mut self.sets, &mut self.fresh, set, 'S'))),
        }
    }

    /// A reachability atom.
    fn between(&mut self, atom: &Between, approx: Approximation) -> Formula {
        if base_field(atom.field) != Some(&self.backbone.field) || writes(atom.field) > WRITES {
            return approx.trivial();
        }
        self.at(atom.from, approx, |me, x| {
            me.at(atom.to, approx, |me, z| {
                let reach = me.path(atom.field, x, z, &[], approx);
                if atom.by == atom.to {
                    return reach;
                }
                let past = me.at(atom.by, approx, |me, y| {
                    me.path(atom.field, x, y, &[z.to_string()], approx)
                });
                Formula::and([reach, past])
            })
        })
    }

    /// There is a path from `x` to `y` that does not leave one of the stops. Along a field that was written at
    /// `a`, it either does not leave `a`, or leads to `a` and goes on from the object written.
    fn path(&mut self, field: &Term, x: &str, y: &str, stops: &[String], approx: Approximation) -> Formula {
        let Kind::Store(map, at, value) = field.kind() else {
            let (reach, pass) = (approx.prefix(), approx.dual().prefix());
            let left = stops
                .iter()
                .map(|z| format!(" & ~({z} ~= {y} & {pass}_pass({x}, {z}, {y}))"));
            return Formula::exactly(format!("({reach}_reach({x}, {y}){})", left.collect::<String>()));
        };
        self.at(at, approx, |me, a| {
            me.at(value, approx, |me, b| {
                let others = stops.iter().map(|z| format!(" & {a} ~= {z}"));
                let leaves = format!("{a} ~= {}{}", me.backbone.layout.null(), others.collect::<String>());
                let stops: Vec<String> = stops.iter().cloned().chain([a.to_string()]).collect();
                let through = [
                    Formula::exactly(leaves),
                    me.path(map, x, a, &stops, approx),
                    me.path(map, b, y, &stops, approx),
                ];
                Formula::or([me.path(map, x, y, &stops, approx), Formula::and(through)])
            })
        })
    }
}

/// How often the field was written to.
fn writes(field: &Term) -> usize {
    match field.kind() {
        Kind::Store(map, _, _) => 1 + writes(map),
        _ => 0,
    }
}

/// Is it a set of objects?
fn is_set(t: &Term) -> bool {
    *t.sort() == set_sort()
}

/// The name of a term, which is new if it has none yet.
fn name(names: &mut BTreeMap<Term, String>, fresh: &mut usize, t: &Term, letter: char) -> String {
    let new = || {
        *fresh += 1;
        format!("{letter}{fresh}")
    };
    names.entry(t.clone()).or_insert_with(new).clone()
}
