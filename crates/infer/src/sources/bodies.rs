//! Properties of single elements and of pairs of elements, to be said of ranges.
//!
//! They are what quantified contracts and assertions say inside of their ranges, and what the program
//! writes into maps, tests and asserts at an index, with the index made a skolem constant:
//! `a[i] := 0` gives `a[k] == 0`, and `if (a[j] < min)` gives `min <= a[k]` among others.

use super::elements::*;
use super::terms::is_atom;
use super::view::RoutineView;
use super::{back_propagation, premises};
use abide_ir::CheckKind;
use abide_ir::cfg::{BlockId, CommandKind, LoopId};
use abide_logic::{Kind, Quantifier, Sort, Subst, Term, Var};
use std::collections::{BTreeSet, HashMap};

/// Properties found in one way, of a routine, and those worth speaking of at a loop, at the most.
const FOUND: usize = 2000;
const ALL: usize = 400;
const BODIES: usize = 32;

/// Properties of two elements, one of them at an index of the program.
const FIXED: usize = 8;

/// The properties of elements worth speaking of at a loop: first what is asserted and what is said of maps
/// that the loop writes, so that what other loops do does not crowd it out; and of these first what compares
/// elements at the same place.
pub fn at<'s>(view: &'s RoutineView, l: LoopId) -> Vec<&'s Body> {
    let all = view.bodies.get_or_init(|| of(view)).iter();
    let mut here: Vec<&Body> = all.filter(|b| view.is_expressible(l, &b.formula)).collect();
    here.sort_by_cached_key(|b| {
        let far = !writes_elements(view, l, b);
        let apart = !is_aligned(&b.formula, &view.skolems[..b.arity]);
        (!b.likely, !b.likely && far, !b.likely && apart)
    });
    here.truncate(BODIES);
    here
}

/// Does the loop write a map that the property is about?
fn writes_elements(view: &RoutineView, l: LoopId, body: &Body) -> bool {
    let targets = &view.cfg.natural_loop(l).targets;
    let is_written = |v: &Var| matches!(v.sort(), Sort::Map(_)) && targets.contains(v);
    body.formula.free_vars().iter().any(is_written)
}

/// The properties of elements that the routine speaks of, the most likely first.
fn of(view: &RoutineView) -> Vec<Body> {
    let mut said = Finder::new(view);
    let mut done = Finder::new(view);
    for block in view.blocks() {
        for (index, command) in view.cfg.block(block).commands.iter().enumerate() {
            match &command.kind {
                CommandKind::Assert(check) => {
                    said.quantified(&check.formula);
                    // what arrays hold is asked of every type there is, which would crowd out all else
                    if check.kind != CheckKind::ArrayStore {
                        said.at_heads(block, index, &check.formula);
                    }
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
        let end = view.cfg.block(block).commands.len();
        for edge in &view.cfg.block(block).edges {
            done.at_heads(block, end, &edge.guard);
        }
    }
    // where nothing changes it, it need not be said
    said.assumed = true;
    for formula in unchanged(view, &said.found) {
        said.property(1, &formula);
    }
    let mut fixed = Finder::new(view);
    for body in said.found.iter().filter(|b| b.arity == 2) {
        fixed.with_fixed(body);
    }
    fixed.found.truncate(FIXED);
    for body in said.found.iter_mut().chain(&mut fixed.found) {
        body.likely = !body.assumed;
    }
    // what the program says where it says it comes before what that is at other loops
    let mut said_elsewhere = Finder::new(view);
    let mut done_elsewhere = Finder::new(view);
    said_elsewhere.all_generalised(&before_rounds(view, &said.found));
    said_elsewhere.all_generalised(&said.elsewhere);
    done_elsewhere.all_generalised(&done.elsewhere);
    let mut all: Vec<Body> = Vec::new();
    let mut places: HashMap<Term, usize> = HashMap::new();
    let found = [said, fixed, done, said_elsewhere, done_elsewhere];
    for body in found.into_iter().flat_map(|f| f.found) {
        let known = places.get(&body.formula);
        match known.or_else(|| places.get(&turned(&body.formula))) {
            Some(place) => all[*place].assumed &= body.assumed,
            None => {
                places.insert(body.formula.clone(), all.len());
                all.push(body);
            }
        }
    }
    all.truncate(ALL);
    all
}

/// What an asserted property of an element was before the rounds of the loops that write that element: a swap
/// of `a` and `b` makes `a[k] == c[k]` of `b[k] == c[k]`.
fn before_rounds(view: &RoutineView, said: &[Body]) -> Vec<Term> {
    let mut found = Vec::new();
    for body in said.iter().filter(|b| b.likely && b.arity == 1) {
        for l in view.cfg.loop_ids().filter(|l| writes_elements(view, *l, body)) {
            let natural = view.cfg.natural_loop(l);
            let goes_on = |b: &&BlockId| view.cfg.block(**b).edges.iter().any(|e| e.to == natural.head);
            for last in natural.body.iter().filter(goes_on) {
                let end = view.cfg.block(*last).commands.len();
                let carried = back_propagation::to_heads(view.cfg, *last, end, &body.formula);
                found.extend(carried.into_iter().map(|(_, f)| f));
            }
        }
    }
    found
}

/// Where a property compares with elements of the past: that they are still the same.
fn unchanged(view: &RoutineView, said: &[Body]) -> Vec<Term> {
    let Some(k) = view.skolems.first() else {
        return Vec::new();
    };
    let mut found = BTreeSet::new();
    for body in said {
        body.formula.visit(&mut |t| {
            if let Kind::Select(array, key) = t.kind()
                && *key.sort() == Sort::Int
                && let Some(now) = view.present(array)
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
    view: &'a RoutineView<'a>,
    found: Vec<Body>,
    /// Where in `found` a formula is.
    places: HashMap<Term, usize>,
    assumed: bool,
    /// What formulas are when they are carried to loop heads.
    elsewhere: Vec<Term>,
}

impl<'a> Finder<'a> {
    fn new(view: &'a RoutineView<'a>) -> Finder<'a> {
        Finder {
            view,
            found: Vec::new(),
            places: HashMap::new(),
            assumed: false,
            elsewhere: Vec::new(),
        }
    }

    fn add(&mut self, arity: usize, formula: Term) {
        match self.places.get(&formula) {
            Some(place) => self.found[*place].assumed &= self.assumed,
            None if self.found.len() == FOUND => {}
            None => {
                self.places.insert(formula.clone(), self.found.len());
                self.found.push(Body {
                    arity,
                    formula,
                    likely: false,
                    assumed: self.assumed,
                });
            }
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
            let skolems = &self.view.skolems[..vars.len()];
            let renamed: Subst = vars.iter().cloned().zip(skolems.iter().map(Var::term)).collect();
            let said = inside(&back_propagation::unwrapped(&renamed.apply(&body)), skolems);
            for part in said.conjuncts() {
                self.property(vars.len(), &part);
            }
        }
    }

    /// A property over skolem constants, and the one of two elements that neighbours suggest.
    fn property(&mut self, arity: usize, formula: &Term) {
        let skolems = &self.view.skolems[..arity];
        if formula.has_quantifier()
            || !reads_at(formula, skolems)
            || !self.is_news(formula, skolems)
            || is_reflexive(formula)
            || !is_simple(formula, skolems)
        {
            return;
        }
        let shifted = skolems.iter().fold(formula.clone(), |f, s| unshifted(&f, s));
        let formula = &shifted;
        self.add(arity, formula.clone());
        let [k, m, ..] = self.view.skolems else { return };
        if arity == 1 {
            for (before, after) in [
                (Term::sub(k.term(), Term::int(1)), k.term()),
                (k.term(), Term::add(k.term(), Term::int(1))),
            ] {
                // a[k - 1] ⋈ a[k] becomes a[k] ⋈ a[m]
                let (first, second) = (index_replaced(formula, &before, k), index_replaced(formula, &after, m));
                if first != *formula && second != *formula {
                    let both = index_replaced(&index_replaced(formula, &after, m), &before, k);
                    if both.mentions(k) && both.mentions(m) {
                        self.add(2, both);
                    }
                }
            }
        }
    }

    /// Is what follows from premises about elements itself about elements, or about what a loop changes?
    /// That an array is not null, and an index within it, does not depend on what the array holds.
    fn is_news(&self, formula: &Term, skolems: &[Var]) -> bool {
        let Kind::Implies(_, said) = formula.kind() else {
            return true;
        };
        reads_at(said, skolems) || self.view.cfg.loops.iter().any(|l| said.mentions_any(&l.targets))
    }

    /// A property of two elements, said of one and of the element at an index of the program.
    fn with_fixed(&mut self, body: &Body) {
        let [k, m, ..] = self.view.skolems else { return };
        for index in self.view.moving_indices() {
            let at = |var: &Var| -> Subst { [(var.clone(), index.clone())].into_iter().collect() };
            self.property(1, &at(m).apply(&body.formula));
            let second: Subst = [(m.clone(), k.term())].into_iter().collect();
            self.property(1, &second.apply(&at(k).apply(&body.formula)));
        }
    }

    /// A formula where it stands and at loop heads, with the indices at which maps are read made skolem
    /// constants.
    fn at_heads(&mut self, block: BlockId, index: usize, formula: &Term) {
        if self.view.budget.check().is_err() {
            return;
        }
        for atom in back_propagation::atoms(formula) {
            self.generalised(&atom);
        }
        let under_conditions = premises::of(self.view.cfg, block, index, formula);
        let composed = formula.conjuncts().into_iter().filter(|f| !is_atom(f));
        for whole in composed.chain(under_conditions) {
            for i in indices(&whole) {
                self.property(1, &whole.replaced(&i, &self.view.skolems[0].term()));
            }
        }
        let carried = back_propagation::to_heads(self.view.cfg, block, index, formula);
        self.elsewhere.extend(carried.into_iter().map(|(_, f)| f));
    }

    fn all_generalised(&mut self, formulas: &[Term]) {
        let formulas: BTreeSet<&Term> = formulas.iter().collect();
        let within = formulas.into_iter().take_while(|_| self.view.budget.check().is_ok());
        let atoms: BTreeSet<Term> = within.flat_map(back_propagation::atoms).collect();
        for atom in &atoms {
            if self.found.len() == FOUND || self.view.budget.check().is_err() {
                break;
            }
            self.generalised(atom);
        }
    }

    fn generalised(&mut self, atom: &Term) {
        let indices = indices(atom);
        let [k, m, ..] = self.view.skolems else { return };
        let sides = [atom.clone(), Term::not(atom.clone())];
        for side in sides.iter().flat_map(weaker) {
            for i in &indices {
                let one = self.view.settled(&side, i).replaced(i, &k.term());
                self.property(1, &one);
                for j in indices.iter().filter(|j| *j != i) {
                    self.property(2, &one.replaced(j, &m.term()));
                }
            }
        }
    }
}
