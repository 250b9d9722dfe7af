//! Properties of single elements and of pairs of elements, to be said of ranges.
//!
//! They are what quantified contracts and assertions say inside of their ranges, and what the program
//! writes into maps, tests and asserts at an index, with the index made a skolem constant:
//! `a[i] := 0` gives `a[k] == 0`, and `if (a[j] < min)` gives `min <= a[k]` among others.

use super::carry;
use super::scene::{Scene, collect};
use abide_ir::cfg::{BlockId, CommandKind};
use abide_logic::{Kind, Quantifier, Sort, Subst, Term, Var};
use std::collections::BTreeSet;

/// A property of elements.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Body {
    /// 1 or 2: of an element, or of two.
    pub arity: usize,
    /// Over the first skolem constants.
    pub formula: Term,
    /// Is it assumed somewhere? Then nothing need be said of it where nothing changes it.
    pub assumed: bool,
}

/// Properties kept, at the most.
const BODIES: usize = 32;

/// Properties of two elements, one of them at an index of the program.
const FIXED: usize = 8;

/// The properties of elements that the routine speaks of, the most likely first.
pub fn of(scene: &Scene) -> Vec<Body> {
    let mut said = Finder::new(scene);
    let mut done = Finder::new(scene);
    for block in scene.blocks() {
        for (index, command) in scene.cfg.block(block).commands.iter().enumerate() {
            match &command.kind {
                CommandKind::Assert(check) => {
                    said.quantified(&check.formula);
                    said.at_heads(block, index, &check.formula);
                }
                CommandKind::Assume(f) => {
                    said.assumed = true;
                    said.quantified(f);
                    said.assumed = false;
                }
                CommandKind::Assign(pairs) => {
                    for (var, term) in pairs {
                        for written in writes(&var.term(), term) {
                            done.at_heads(block, index, &written);
                        }
                    }
                }
                CommandKind::Havoc(_) => {}
            }
        }
        let end = scene.cfg.block(block).commands.len();
        for edge in &scene.cfg.block(block).edges {
            done.at_heads(block, end, &edge.guard);
        }
    }
    // where nothing changes it, it need not be said
    said.assumed = true;
    for formula in unchanged(scene, &said.found) {
        said.property(1, &formula);
    }
    let mut fixed = Finder::new(scene);
    for body in said.found.iter().filter(|b| b.arity == 2) {
        fixed.with_fixed(body);
    }
    fixed.found.truncate(FIXED);
    let mut all: Vec<Body> = Vec::new();
    for body in said.found.into_iter().chain(fixed.found).chain(done.found) {
        match all.iter_mut().find(|b| b.formula == body.formula) {
            Some(known) => known.assumed &= body.assumed,
            None => all.push(body),
        }
    }
    all.truncate(BODIES);
    all
}

/// Where a property compares with elements of the past: that they are still the same.
fn unchanged(scene: &Scene, said: &[Body]) -> Vec<Term> {
    let Some(k) = scene.skolems.first() else {
        return Vec::new();
    };
    let mut found = BTreeSet::new();
    for body in said {
        body.formula.visit(&mut |t| {
            if let Kind::Select(array, key) = t.kind()
                && *key.sort() == Sort::Int
                && let Some(now) = scene.present(array)
            {
                let cell = |map: &Term| Term::select(map.clone(), k.term());
                found.insert(Term::eq(cell(&now), cell(array)));
            }
            true
        });
    }
    found.into_iter().collect()
}

/// Which cells an assignment to a map writes, as equations.
fn writes(map: &Term, value: &Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut value = value;
    while let Kind::Store(inner, at, stored) = value.kind() {
        let cell = Term::select(map.clone(), at.clone());
        match stored.kind() {
            Kind::Store(..) => found.extend(writes(&cell, stored)),
            _ if matches!(stored.sort(), Sort::Map(_)) => {}
            _ => found.push(Term::eq(cell, stored.clone())),
        }
        value = inner;
    }
    found
}

struct Finder<'a> {
    scene: &'a Scene<'a>,
    found: Vec<Body>,
    assumed: bool,
}

impl<'a> Finder<'a> {
    fn new(scene: &'a Scene<'a>) -> Finder<'a> {
        Finder {
            scene,
            found: Vec::new(),
            assumed: false,
        }
    }

    fn add(&mut self, arity: usize, formula: Term) {
        match self.found.iter_mut().find(|b| b.formula == formula) {
            Some(known) => known.assumed &= self.assumed,
            None => self.found.push(Body {
                arity,
                formula,
                assumed: self.assumed,
            }),
        }
    }

    /// What quantified formulas say of elements.
    fn quantified(&mut self, formula: &Term) {
        let mut inner = Vec::new();
        formula.visit(&mut |t| {
            if let Kind::Quant(Quantifier::Forall, vars, body) = t.kind() {
                inner.push((vars.clone(), body.clone()));
            }
            true
        });
        for (vars, body) in inner {
            if vars.len() > 2 || vars.iter().any(|v| *v.sort() != Sort::Int) {
                continue;
            }
            let skolems = &self.scene.skolems[..vars.len()];
            let renamed: Subst = vars.iter().cloned().zip(skolems.iter().map(Var::term)).collect();
            let said = inside(&carry::unwrapped(&renamed.apply(&body)), skolems);
            for part in said.conjuncts() {
                self.property(vars.len(), &part);
            }
        }
    }

    /// A property over skolem constants, and the one of two elements that neighbours suggest.
    fn property(&mut self, arity: usize, formula: &Term) {
        let skolems = &self.scene.skolems[..arity];
        if formula.has_quantifier()
            || !reads_at(formula, skolems)
            || is_reflexive(formula)
            || !is_simple(formula, skolems)
        {
            return;
        }
        let shifted = skolems.iter().fold(formula.clone(), |f, s| unshifted(&f, s));
        let formula = &shifted;
        self.add(arity, formula.clone());
        let [k, m, ..] = self.scene.skolems else { return };
        if arity == 1 {
            for (before, after) in [
                (Term::sub(k.term(), Term::int(1)), k.term()),
                (k.term(), Term::add(k.term(), Term::int(1))),
            ] {
                // a[k - 1] ⋈ a[k] becomes a[k] ⋈ a[m]
                let (first, second) = (index_replaced(formula, &before, k), index_replaced(formula, &after, m));
                if first != *formula && second != *formula {
                    let both = index_replaced(&index_replaced(formula, &after, m), &before, k);
                    if both.free_vars().contains(k) && both.free_vars().contains(m) {
                        self.add(2, both);
                    }
                }
            }
        }
    }

    /// A property of two elements, said of one and of the element at an index of the program.
    fn with_fixed(&mut self, body: &Body) {
        let [k, m, ..] = self.scene.skolems else { return };
        for index in self.scene.moving_indices() {
            let at = |var: &Var| -> Subst { [(var.clone(), index.clone())].into_iter().collect() };
            self.property(1, &at(m).apply(&body.formula));
            let second: Subst = [(m.clone(), k.term())].into_iter().collect();
            self.property(1, &second.apply(&at(k).apply(&body.formula)));
        }
    }

    /// A formula at loop heads, with the indices at which maps are read made skolem constants.
    fn at_heads(&mut self, block: BlockId, index: usize, formula: &Term) {
        let mut forms: BTreeSet<Term> = carry::to_heads(self.scene.cfg, block, index, formula)
            .into_iter()
            .map(|(_, f)| f)
            .collect();
        forms.insert(formula.clone());
        for form in forms {
            for atom in carry::atoms(&form) {
                self.generalised(&atom);
            }
        }
    }

    fn generalised(&mut self, atom: &Term) {
        let mut indices: BTreeSet<Term> = BTreeSet::new();
        collect(atom, &mut Vec::new(), &mut |t| {
            if let Kind::Select(_, key) = t.kind()
                && *key.sort() == Sort::Int
            {
                let vars = key.free_vars().into_iter().filter(|v| *v.sort() == Sort::Int);
                indices.extend(vars.map(|v| v.term()));
                indices.extend(matches!(key.kind(), Kind::Select(..)).then(|| key.clone()));
            }
        });
        let [k, m, ..] = self.scene.skolems else { return };
        let sides = [atom.clone(), Term::not(atom.clone())];
        for side in sides.iter().flat_map(weaker) {
            for i in &indices {
                let one = carry::replace(&self.scene.settled(&side, i), i, &k.term());
                self.property(1, &one);
                for j in indices.iter().filter(|j| *j != i) {
                    self.property(2, &carry::replace(&one, j, &m.term()));
                }
            }
        }
    }
}

/// An order weakened to the one that may be equal.
fn weaker(side: &Term) -> Vec<Term> {
    match side.kind() {
        Kind::Lt(a, b) => vec![Term::le(a.clone(), b.clone()), side.clone()],
        _ => vec![side.clone()],
    }
}

/// What is said beyond the bounds of the quantified variables.
fn inside(body: &Term, skolems: &[Var]) -> Term {
    let Kind::Implies(range, said) = body.kind() else {
        return body.clone();
    };
    let rest = range.conjuncts().into_iter().filter(|c| !is_bound(c, skolems));
    let rest: Vec<Term> = rest.collect();
    let said = inside(said, skolems);
    if rest.is_empty() {
        return said;
    }
    Term::implies(Term::and(rest), said)
}

/// Does it compare a quantified variable with another, or with a term about none of them?
fn is_bound(c: &Term, skolems: &[Var]) -> bool {
    let plain = |t: &Term| t.as_var().is_some_and(|v| skolems.contains(v));
    let fixed = |t: &Term| plain(t) || t.free_vars().iter().all(|v| !skolems.contains(v));
    match c.kind() {
        Kind::Lt(a, b) | Kind::Le(a, b) => (plain(a) && fixed(b)) || (plain(b) && fixed(a)),
        _ => false,
    }
}

/// Are maps read at the skolem constants themselves, or at a distance from them?
fn is_simple(formula: &Term, skolems: &[Var]) -> bool {
    let mut simple = true;
    let about = |t: &Term| t.free_vars().iter().any(|v| skolems.contains(v));
    formula.visit(&mut |t| {
        if let Kind::Select(_, key) = t.kind()
            && *key.sort() == Sort::Int
            && about(key)
        {
            let parts = match key.kind() {
                Kind::Add(parts) => parts.clone(),
                _ => vec![key.clone()],
            };
            let plain = |p: &Term| match p.kind() {
                Kind::Neg(inner) => inner.as_var().is_some(),
                _ => p.as_var().is_some(),
            };
            let own: Vec<&Term> = parts.iter().filter(|p| about(p)).collect();
            simple &= own.len() == 1 && own.iter().all(|p| plain(p));
        }
        simple
    });
    simple
}

/// Does it compare something with itself?
fn is_reflexive(formula: &Term) -> bool {
    match formula.kind() {
        Kind::Lt(a, b) | Kind::Le(a, b) | Kind::Eq(a, b) => a == b,
        Kind::Not(inner) => is_reflexive(inner),
        _ => formula.is_true() || formula.is_false(),
    }
}

/// Where all maps are read at `k + c`, the same about `k`.
fn unshifted(formula: &Term, k: &Var) -> Term {
    let mut keys: BTreeSet<Term> = BTreeSet::new();
    formula.visit(&mut |t| {
        if let Kind::Select(_, key) = t.kind()
            && key.free_vars().contains(k)
        {
            keys.insert(key.clone());
        }
        true
    });
    let mut keys = keys.into_iter();
    let (Some(key), None) = (keys.next(), keys.next()) else {
        return formula.clone();
    };
    match key.kind() {
        Kind::Add(parts) => match parts.as_slice() {
            [first, last] if first.as_var() == Some(k) && matches!(last.kind(), Kind::Int(_)) => {
                let back = Term::sub(k.term(), last.clone());
                [(k.clone(), back)].into_iter().collect::<Subst>().apply(formula)
            }
            _ => formula.clone(),
        },
        _ => formula.clone(),
    }
}

/// Is a map read at every one of the skolem constants?
fn reads_at(formula: &Term, skolems: &[Var]) -> bool {
    let mut read = BTreeSet::new();
    formula.visit(&mut |t| {
        if let Kind::Select(_, key) = t.kind() {
            read.extend(key.free_vars());
        }
        true
    });
    skolems.iter().all(|s| read.contains(s))
}

/// A formula with reads at an index made reads at a variable.
fn index_replaced(t: &Term, index: &Term, by: &Var) -> Term {
    match t.kind() {
        Kind::Select(map, key) if key == index => Term::select(index_replaced(map, index, by), by.term()),
        _ => t.map_children(&mut |c| index_replaced(c, index, by)),
    }
}
