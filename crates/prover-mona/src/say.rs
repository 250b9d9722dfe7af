//! Facts in MONA's language.
//!
//! References are positions, sets of them are sets of positions, and a term is said as a formula about
//! a position: "the term is that position". An atom that cannot be said is a new truth value, or if it
//! depends on one bound object a new set; a reference that cannot be said is a new position. They are
//! the same wherever they are written in the same way. Whatever depends on more bound variables is left
//! out: what is said is then weaker than the facts, or stronger where they are denied.

use crate::backbone::{Backbone, base};
use crate::derived;
use abide_logic::heap::{Between, field_sort, set_sort};
use abide_logic::{Kind, Quantifier, Sort, Term, Var};
use abide_prover::Reason;
use std::collections::{BTreeMap, BTreeSet};

/// Longer programs are not written, in bytes, nor of more formulas.
const LONGEST: usize = 400_000;
const MOST: usize = 20_000;

/// Writes to a field of whose walks is spoken, at the most: each triples what is said.
const WRITES: usize = 5;

/// A program that describes no heap only if the facts contradict each other.
pub(crate) fn program(facts: &[Term], backbone: &Backbone) -> Result<String, Reason> {
    let mut facts = facts.to_vec();
    facts.extend(derived::instances(&facts, &backbone.field));
    let mut speaker = Speaker::new(backbone);
    // once to find the sets that stand for atoms
    speaker.all(&facts);
    let said = speaker.all(&facts);
    let reads = speaker.reads();
    let said = said.into_iter().chain(speaker.all(&reads));
    let formulas: BTreeSet<String> = said.filter(|text| text != "true").collect();
    let program = format!("{}{}", backbone.layout.text(), speaker.declared()) + &joined_lines(formulas);
    match speaker.too_long || program.len() > LONGEST {
        true => Err(Reason::Unsupported("formulas of that size".into())),
        false => Ok(program),
    }
}

fn joined_lines(formulas: BTreeSet<String>) -> String {
    formulas.into_iter().map(|f| f + ";\n").collect()
}

/// On which side what is said may miss what is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Weaker,
    Stronger,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Weaker => Side::Stronger,
            Side::Stronger => Side::Weaker,
        }
    }

    /// The form of what a layout defines.
    fn form(self) -> &'static str {
        match self {
            Side::Weaker => "may",
            Side::Stronger => "must",
        }
    }

    /// What is said where nothing can be.
    fn nothing(self) -> Said {
        Said {
            text: (self == Side::Weaker).to_string(),
            exact: false,
        }
    }
}

/// A formula of MONA, and whether it says all that is meant.
#[derive(Clone)]
struct Said {
    text: String,
    exact: bool,
}

impl Said {
    fn exactly(text: impl Into<String>) -> Said {
        Said {
            text: text.into(),
            exact: true,
        }
    }

    fn not(self) -> Said {
        let text = match self.text.as_str() {
            "true" => "false".into(),
            "false" => "true".into(),
            text => format!("~({text})"),
        };
        Said { text, ..self }
    }

    fn and(parts: impl IntoIterator<Item = Said>) -> Said {
        Said::joined(parts, " & ", "true", "false")
    }

    fn or(parts: impl IntoIterator<Item = Said>) -> Said {
        Said::joined(parts, " | ", "false", "true")
    }

    fn joined(parts: impl IntoIterator<Item = Said>, with: &str, unit: &str, zero: &str) -> Said {
        let (mut texts, mut exact) = (Vec::new(), true);
        for part in parts {
            exact &= part.exact;
            if part.text != unit {
                texts.push(part.text);
            }
        }
        let text = match texts.as_slice() {
            _ if texts.iter().any(|t| t == zero) => zero.to_string(),
            [] => unit.to_string(),
            [one] => one.clone(),
            _ => format!("({})", texts.join(with)),
        };
        Said { text, exact }
    }

    /// There is a position, or for all positions of the heap.
    fn quantified(self, quantifier: Quantifier, p: &str) -> Said {
        let text = match (self.text.as_str(), quantifier) {
            ("true" | "false", _) => self.text,
            (text, Quantifier::Exists) => format!("(ex1 {p}: heap({p}) & {text})"),
            (text, Quantifier::Forall) => format!("(all1 {p}: heap({p}) => {text})"),
        };
        Said { text, ..self }
    }
}

struct Speaker<'a> {
    backbone: &'a Backbone,
    /// The bound variables, with their positions if they are references.
    scope: Vec<(Var, Option<String>)>,
    /// The positions of the references of which something is being said.
    held: Vec<(Term, String)>,
    /// Positions, sets and truth values for terms that do not depend on bound variables.
    positions: BTreeMap<Term, String>,
    sets: BTreeMap<Term, String>,
    truths: BTreeMap<Term, String>,
    /// Sets for atoms that depend on one object, which is [`hole`].
    atoms: BTreeMap<Term, String>,
    fresh: usize,
    spoken: usize,
    too_long: bool,
}

/// What stands for the object that an atom depends on.
fn hole() -> Var {
    Var::new("hole", u32::MAX, Sort::Ref)
}

impl<'a> Speaker<'a> {
    fn new(backbone: &'a Backbone) -> Speaker<'a> {
        Speaker {
            backbone,
            scope: Vec::new(),
            held: Vec::new(),
            positions: BTreeMap::new(),
            sets: BTreeMap::new(),
            truths: BTreeMap::new(),
            atoms: BTreeMap::new(),
            fresh: 0,
            spoken: 0,
            too_long: false,
        }
    }

    fn all(&mut self, facts: &[Term]) -> Vec<String> {
        self.spoken = 0;
        facts.iter().map(|f| self.formula(f, Side::Weaker).text).collect()
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

    fn formula(&mut self, t: &Term, side: Side) -> Said {
        self.spoken += 1;
        self.too_long |= self.spoken > MOST;
        if self.too_long {
            return side.nothing();
        }
        match t.kind() {
            Kind::Bool(b) => Said::exactly(b.to_string()),
            Kind::Not(a) => self.formula(a, side.other()).not(),
            Kind::And(parts) => Said::and(self.formulas(parts, side)),
            Kind::Or(parts) => Said::or(self.formulas(parts, side)),
            Kind::Implies(a, b) => Said::or([self.formula(a, side.other()).not(), self.formula(b, side)]),
            Kind::Eq(a, b) if *a.sort() == Sort::Bool => {
                let there = [self.formula(a, side.other()).not(), self.formula(b, side)];
                let back = [self.formula(b, side.other()).not(), self.formula(a, side)];
                Said::and([Said::or(there), Said::or(back)])
            }
            Kind::Ite(c, a, b) => self.choice(c, side, |me| me.formula(a, side), |me| me.formula(b, side)),
            Kind::Quant(quantifier, vars, body) => self.quantified(*quantifier, vars, body, side),
            _ => self.atom(t, side),
        }
    }

    fn formulas(&mut self, parts: &[Term], side: Side) -> Vec<Said> {
        parts.iter().map(|p| self.formula(p, side)).collect()
    }

    /// One thing if a condition holds, else another.
    fn choice(
        &mut self,
        condition: &Term,
        side: Side,
        yes: impl FnOnce(&mut Self) -> Said,
        no: impl FnOnce(&mut Self) -> Said,
    ) -> Said {
        let then = [self.formula(condition, side.other()).not(), yes(self)];
        let otherwise = [self.formula(condition, side), no(self)];
        Said::and([Said::or(then), Said::or(otherwise)])
    }

    /// Variables of other sorts than references have some value; what depends on it cannot be said.
    fn quantified(&mut self, quantifier: Quantifier, vars: &[Var], body: &Term, side: Side) -> Said {
        let depth = self.scope.len();
        // a variable may be bound again, and then stands for something else
        let held = std::mem::take(&mut self.held);
        for v in vars {
            let position = (*v.sort() == Sort::Ref).then(|| self.new_name('p'));
            self.scope.push((v.clone(), position));
        }
        let mut said = self.formula(body, side);
        self.held = held;
        for (_, position) in self.scope.split_off(depth).into_iter().rev() {
            if let Some(p) = position {
                said = said.quantified(quantifier, &p);
            }
        }
        said
    }

    /// An atom: said as it is, or as something new that may be true or false.
    fn atom(&mut self, t: &Term, side: Side) -> Said {
        let said = self.said(t, side);
        if said.exact || self.too_long {
            return said;
        }
        if let Some((set, object)) = self.known_atom(t) {
            return self.at(&object, side, |_, p| Said::exactly(format!("{p} in {set}")));
        }
        let open: Vec<(Var, Option<String>)> = self.open_in(t);
        match open.as_slice() {
            [] => Said::exactly(name(&mut self.truths, &mut self.fresh, t, 'b')),
            [(v, Some(p))] if !t.has_quantifier() => {
                let key = t.replaced(&v.term(), &hole().term());
                let set = name(&mut self.atoms, &mut self.fresh, &key, 'S');
                Said::exactly(format!("{p} in {set}"))
            }
            _ => said,
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
            .find(|(_, object)| self.is(object, "p", Side::Weaker).exact)
    }

    /// The atom in MONA's own words, as far as there are any.
    fn said(&mut self, t: &Term, side: Side) -> Said {
        if let Some(atom) = Between::of(t) {
            return self.between(&atom, side);
        }
        match t.kind() {
            Kind::Var(_) if !self.is_open(t) => Said::exactly(name(&mut self.truths, &mut self.fresh, t, 'b')),
            Kind::Eq(a, b) if *a.sort() == Sort::Ref => {
                let (a, b) = if self.position(a).is_some() { (b, a) } else { (a, b) };
                self.at(b, side, |me, p| me.is(a, p, side))
            }
            Kind::Eq(a, b) if is_set(a) => {
                let p = self.new_name('p');
                let there = [self.member(a, &p, side.other()).not(), self.member(b, &p, side)];
                let back = [self.member(b, &p, side.other()).not(), self.member(a, &p, side)];
                Said::and([Said::or(there), Said::or(back)]).quantified(Quantifier::Forall, &p)
            }
            Kind::Eq(a, b) if *a.sort() == field_sort() => {
                let (x, y) = (self.new_name('p'), self.new_name('p'));
                let there = [
                    self.holds(a, None, &x, &y, side.other()).not(),
                    self.holds(b, None, &x, &y, side),
                ];
                // a field holds one thing at one object
                let each = Said::or(there).quantified(Quantifier::Forall, &y);
                each.quantified(Quantifier::Forall, &x)
            }
            Kind::Select(set, key) if is_set(set) => self.at(key, side, |me, p| me.member(set, p, side)),
            _ => side.nothing(),
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

    /// What is said of the position that a reference is.
    fn at(&mut self, t: &Term, side: Side, say: impl FnOnce(&mut Self, &str) -> Said) -> Said {
        if let Some(p) = self.position(t) {
            return say(self, &p);
        }
        let p = self.new_name('p');
        let is = self.is(t, &p, side);
        self.held.push((t.clone(), p.clone()));
        let said = say(self, &p);
        self.held.pop();
        Said::and([is, said]).quantified(Quantifier::Exists, &p)
    }

    /// The reference is the position.
    fn is(&mut self, t: &Term, p: &str, side: Side) -> Said {
        if let Some(q) = self.position(t) {
            return Said::exactly(format!("{p} = {q}"));
        }
        match t.kind() {
            Kind::Select(field, key) if *field.sort() == field_sort() => {
                self.at(key, side, |me, q| me.holds(field, Some(key), q, p, side))
            }
            Kind::Ite(c, a, b) => self.choice(c, side, |me| me.is(a, p, side), |me| me.is(b, p, side)),
            _ if self.is_open(t) => side.nothing(),
            _ => Said::exactly(format!("{p} = {}", name(&mut self.positions, &mut self.fresh, t, 'x'))),
        }
    }

    /// The field holds `p` at `q`, which is the position of the key if there is one.
    fn holds(&mut self, field: &Term, key: Option<&Term>, q: &str, p: &str, side: Side) -> Said {
        match field.kind() {
            Kind::Var(v) if *v == self.backbone.field => Said::exactly(format!("{}_hold({q}, {p})", side.form())),
            Kind::Store(map, at, value) => self.at(at, side, |me, a| {
                let written = [Said::exactly(format!("{q} = {a}")), me.is(value, p, side)];
                let kept = [Said::exactly(format!("{q} ~= {a}")), me.holds(map, key, q, p, side)];
                Said::or([Said::and(written), Said::and(kept)])
            }),
            Kind::Ite(c, a, b) => self.choice(
                c,
                side,
                |me| me.holds(a, key, q, p, side),
                |me| me.holds(b, key, q, p, side),
            ),
            Kind::Const(value) => self.is(value, p, side),
            _ => match key.map(|key| Term::select(field.clone(), key.clone())) {
                Some(read) if !self.is_open(&read) => Said::exactly(format!(
                    "{p} = {}",
                    name(&mut self.positions, &mut self.fresh, &read, 'x')
                )),
                _ => side.nothing(),
            },
        }
    }

    /// The position is in the set.
    fn member(&mut self, set: &Term, p: &str, side: Side) -> Said {
        match set.kind() {
            Kind::Store(map, at, value) => self.at(at, side, |me, a| {
                let written = [Said::exactly(format!("{p} = {a}")), me.formula(value, side)];
                let kept = [Said::exactly(format!("{p} ~= {a}")), me.member(map, p, side)];
                Said::or([Said::and(written), Said::and(kept)])
            }),
            Kind::Ite(c, a, b) => self.choice(c, side, |me| me.member(a, p, side), |me| me.member(b, p, side)),
            Kind::Const(value) => self.formula(value, side),
            _ if self.is_open(set) => side.nothing(),
            _ => Said::exactly(format!("{p} in {}", name(&mut self.sets, &mut self.fresh, set, 'S'))),
        }
    }

    /// From one to another, and past a third on the way.
    fn between(&mut self, atom: &Between, side: Side) -> Said {
        if base(atom.field) != Some(&self.backbone.field) || writes(atom.field) > WRITES {
            return side.nothing();
        }
        self.at(atom.from, side, |me, x| {
            me.at(atom.to, side, |me, z| {
                let reach = me.walk(atom.field, x, z, &[], side);
                if atom.by == atom.to {
                    return reach;
                }
                let past = me.at(atom.by, side, |me, y| me.walk(atom.field, x, y, &[z.to_string()], side));
                Said::and([reach, past])
            })
        })
    }

    /// A walk from `x` comes to `y` without leaving one of the stops. Along a field that was written at
    /// `a`, it either does not leave `a`, or comes to `a` and goes on from what was written.
    fn walk(&mut self, field: &Term, x: &str, y: &str, stops: &[String], side: Side) -> Said {
        let Kind::Store(map, at, value) = field.kind() else {
            let (reach, pass) = (side.form(), side.other().form());
            let left = stops
                .iter()
                .map(|z| format!(" & ~({z} ~= {y} & {pass}_pass({x}, {z}, {y}))"));
            return Said::exactly(format!("({reach}_reach({x}, {y}){})", left.collect::<String>()));
        };
        self.at(at, side, |me, a| {
            me.at(value, side, |me, b| {
                let others = stops.iter().map(|z| format!(" & {a} ~= {z}"));
                let leaves = format!("{a} ~= {}{}", me.backbone.layout.null(), others.collect::<String>());
                let stops: Vec<String> = stops.iter().cloned().chain([a.to_string()]).collect();
                let through = [
                    Said::exactly(leaves),
                    me.walk(map, x, a, &stops, side),
                    me.walk(map, b, y, &stops, side),
                ];
                Said::or([me.walk(map, x, y, &stops, side), Said::and(through)])
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
