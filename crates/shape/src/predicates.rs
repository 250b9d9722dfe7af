//! Predicates over objects, found by themselves (BOH: derived predicates).
//!
//! For the head of a loop, over the variables that are alive there and one arbitrary object `v`:
//!
//! * the atoms of contracts, assertions and conditions, with `v` for the object a quantifier
//!   ranges over: membership in the sets a specification mentions;
//! * for a reference `x` the loop changes: `x == null`, and the atoms of the loop's conditions
//!   with `x` for another such reference (comparisons of data fields with locals), if specifications
//!   mention these fields or it is tested again outside of the loop;
//! * *iterators*, where the loop leaves the field `f` alone: `reach(f, r, x)` or `reach(f, x, r)`
//!   for the places `r` where the paths of specifications begin or end, `x == r`, `reach(f, r, x)` for
//!   the references `r` from which `x` sets out before the loop, and `x.f == y` where `x` trails behind `y`; `reach(f, x, v)`, what is still to come, if a specification says
//!   of objects what the loop's conditions ask of `x`;
//! * *segments*, where the loop writes `f`: `reach(f, x, v)`, `reach(f, x, null)`, and `v.f == x`
//!   if a specification mentions what objects point at; where it also allocates, that `v`
//!   is allocated, or null: so new objects are in no list.

use crate::live::Live;
use abide_ir::cfg::{BasicBlock, BlockId, Cfg, CommandKind, LoopId, NaturalLoop};
use abide_logic::heap::{Between, field_sort};
use abide_logic::{Kind, Sort, Subst, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// Predicates of one loop, at most.
const MOST: usize = 20;

/// The predicates of a loop, the likeliest first. `object` stands for any object.
pub fn of_loop(cfg: &Cfg, l: LoopId, live: &Live, object: &Var) -> Vec<Term> {
    let around = cfg.natural_loop(l);
    let fields_reached = reachability_fields(cfg);
    let known = live.at(around.head);
    let mut found = Found {
        around,
        known: &known,
        object,
        terms: Vec::new(),
    };
    let refs = |changed: bool| {
        let is = move |v: &&Var| *v.sort() == Sort::Ref && around.targets.contains(*v) == changed;
        known.iter().filter(is).cloned().collect::<Vec<Var>>()
    };
    let moving = refs(true);
    let mut begins = roots(cfg, around, &known, |b| (b.from, Some(b.to)));
    let mut ends = roots(cfg, around, &known, |b| (b.to, Some(b.from)));
    if begins.is_empty() && ends.is_empty() {
        begins = roots(cfg, around, &known, |b| (b.from, None));
    }
    let compared = compared(cfg, around, &refs(false));
    ends.extend(compared.iter().cloned());
    let fields: Vec<&Var> = fields_reached
        .iter()
        .filter(|f| known.contains(*f) && !is_old(f))
        .collect();
    let grown = grown(cfg, around);
    let mut atoms = atoms(cfg, object);
    atoms.retain(|a| !grown.iter().any(|(_, set)| is_in(a, set)));
    let conditions = conditions(cfg, around);
    for x in &moving {
        found.add(Term::eq(x.term(), Term::null()));
    }
    for f in &fields {
        let field = f.term();
        // does a specification mention what objects point at?
        let read = Term::select(field.clone(), object.term());
        let pointed = atoms.iter().any(|a| a.has(|t| *t == read));
        if around.targets.contains(*f) {
            found.add_written(&field, &moving, pointed, &grown);
            continue;
        }
        // whether there is a list at all is settled before the loop, but has to be remembered
        for r in &ends {
            found.terms.push(Term::eq(r.clone(), Term::null()));
        }
        for r in &begins {
            let there = |s: &Term| Term::reach(field.clone(), r.clone(), s.clone());
            found.terms.extend(compared.iter().filter(|s| *s != r).map(there));
        }
        for x in &moving {
            let of_all = |c: &Term| c.mentions(x) && atoms.contains(&at(c, x, &object.term()));
            if conditions.iter().any(of_all) {
                found.add(Term::reach(field.clone(), x.term(), object.term()));
            }
            for r in &begins {
                found.add(Term::reach(field.clone(), r.clone(), x.term()));
                found.add(Term::eq(x.term(), r.clone()));
            }
            for r in &ends {
                found.add(Term::reach(field.clone(), x.term(), r.clone()));
                found.add(Term::eq(x.term(), r.clone()));
            }
            for r in set_out(cfg, around, x, &field).filter(|r| !around.targets.contains(r)) {
                found.add(Term::reach(field.clone(), r.term(), x.term()));
            }
        }
    }
    found.add_conditions(cfg, &moving, &conditions);
    for atom in &atoms {
        found.add(atom.clone());
    }
    // facts about the arbitrary object matter only if some of them change
    let of_object = |t: &Term| t.mentions(object);
    let changes = |t: &Term| t.free_vars().iter().any(|v| around.targets.contains(v));
    if !found.terms.iter().any(|t| of_object(t) && changes(t)) {
        found.terms.retain(|t| !of_object(t));
    }
    found.terms.truncate(MOST);
    found.terms
}

/// The atom with another term for `x`.
fn at(atom: &Term, x: &Var, other: &Term) -> Term {
    Subst::from_iter([(x.clone(), other.clone())]).apply(atom)
}

/// The fields of the reachability atoms of a routine.
pub fn reachability_fields(cfg: &Cfg) -> BTreeSet<Var> {
    let mut found = BTreeSet::new();
    for formula in formulas(cfg) {
        formula.visit(&mut |t| {
            if let Some(b) = Between::of(t) {
                found.extend(b.field.free_vars().into_iter().filter(|v| *v.sort() == field_sort()));
            }
            true
        });
    }
    found
}

/// The places where the paths of specifications begin, or end, and which the loop leaves alone:
/// `first` or `this.first`. Only sets of objects count, where the other end is quantified over, if
/// that is asked for.
fn roots(
    cfg: &Cfg,
    around: &NaturalLoop,
    known: &BTreeSet<Var>,
    ends: fn(Between<'_>) -> (&Term, Option<&Term>),
) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    for formula in formulas(cfg) {
        formula.visit(&mut |t| {
            let Some(path) = Between::of(t) else {
                return true;
            };
            // the first value of a parameter matters for paths in the present state, not for those in the old one
            let past = path.field.as_var().is_some_and(is_old);
            let (root, other) = ends(path);
            let quantified = |t: &Term| t.as_var().is_some_and(|v| !known.contains(v));
            let stays = |v: &Var| known.contains(v) && !around.targets.contains(v) && !(past && is_old(v));
            let fits = *root != Term::null() && root.free_vars().iter().all(stays);
            if fits && other.is_none_or(quantified) && !found.contains(root) {
                found.push(root.clone());
            }
            true
        });
    }
    found
}

/// Does the loop assign `y` to `x`, so that `x` comes after it?
fn trails(cfg: &Cfg, around: &NaturalLoop, x: &Var, y: &Var) -> bool {
    x != y && assignments(inside(cfg, around)).any(|(var, value)| var == x && value.as_var() == Some(y))
}

/// The references from which, or from whose successors, `x` sets out before the loop.
fn set_out<'c>(cfg: &'c Cfg, around: &'c NaturalLoop, x: &'c Var, field: &'c Term) -> impl Iterator<Item = &'c Var> {
    let starts = assignments(outside(cfg, around)).filter(move |(var, _)| var == x);
    starts.filter_map(move |(_, value)| match value.kind() {
        Kind::Select(map, key) if map == field => key.as_var(),
        _ => value.as_var(),
    })
}

/// The blocks of a loop.
fn inside<'c>(cfg: &'c Cfg, around: &'c NaturalLoop) -> impl Iterator<Item = &'c BasicBlock> {
    around.body.iter().map(|b| cfg.block(*b))
}

/// The blocks that are no part of a loop.
fn outside<'c>(cfg: &'c Cfg, around: &'c NaturalLoop) -> impl Iterator<Item = &'c BasicBlock> {
    let blocks = (0..).map(BlockId).zip(&cfg.blocks);
    blocks
        .filter(|(id, _)| !around.body.contains(id))
        .map(|(_, block)| block)
}

/// What some blocks assign.
fn assignments<'c>(blocks: impl Iterator<Item = &'c BasicBlock>) -> impl Iterator<Item = &'c (Var, Term)> {
    blocks.flat_map(|b| &b.commands).flat_map(|c| match &c.kind {
        CommandKind::Assign(pairs) => pairs.as_slice(),
        _ => &[],
    })
}

/// The sets that the loop puts new objects into, which were not in them: what is allocated. Each with the
/// object, in the order of the text.
fn grown(cfg: &Cfg, around: &NaturalLoop) -> Vec<(Term, Var)> {
    let mut assumed: BTreeSet<Term> = BTreeSet::new();
    for command in inside(cfg, around).flat_map(|b| &b.commands) {
        if let CommandKind::Assume(f) = &command.kind {
            assumed.extend(f.conjuncts());
        }
    }
    let mut found = Vec::new();
    for (set, value) in assignments(inside(cfg, around)) {
        if let Kind::Store(before, object, inside) = value.kind()
            && before.as_var() == Some(set)
            && inside.is_true()
            && assumed.contains(&Term::not(Term::select(before.clone(), object.clone())))
        {
            found.push((object.clone(), set.clone()));
        }
    }
    found
}

/// Does the atom say that an object is in the set, now or where the loop began?
fn is_in(atom: &Term, set: &Var) -> bool {
    let is =
        |v: &Var| v == set || v.name().strip_prefix("entry(").and_then(|n| n.strip_suffix(')')) == Some(set.name());
    matches!(atom.kind(), Kind::Select(map, _) if map.as_var().is_some_and(is))
}

/// The fields the loop reads at references it changes, and leaves alone.
fn followed(cfg: &Cfg, around: &NaturalLoop, known: &BTreeSet<Var>, moving: &[Var]) -> BTreeSet<Var> {
    let mut found = BTreeSet::new();
    let mut visit = |term: &Term| {
        term.visit(&mut |t| {
            if let Kind::Select(map, key) = t.kind()
                && *map.sort() == field_sort()
                && let (Some(field), Some(x)) = (map.as_var(), key.as_var())
                && moving.contains(x)
                && known.contains(field)
                && !around.targets.contains(field)
            {
                found.insert(field.clone());
            }
            true
        });
    };
    assignments(inside(cfg, around)).for_each(|(_, t)| visit(t));
    found
}

/// References that stay and that the loop's conditions compare others with: what it looks for.
fn compared(cfg: &Cfg, around: &NaturalLoop, staying: &[Var]) -> Vec<Term> {
    let mut found = BTreeSet::new();
    for formula in tested(cfg, around) {
        leaves(formula, &mut |_, atom| {
            if let Kind::Eq(a, b) = atom.kind() {
                let sides = [a, b]
                    .into_iter()
                    .filter(|t| t.as_var().is_some_and(|v| staying.contains(v)));
                found.extend(sides.cloned());
            }
        });
    }
    found.into_iter().collect()
}

/// What is tested inside a loop: its guards, and truth values that are kept in variables, as those of
/// `a && b` are.
fn tested<'c>(cfg: &'c Cfg, around: &'c NaturalLoop) -> impl Iterator<Item = &'c Term> {
    inside(cfg, around).flat_map(|block| {
        let pairs = assignments(std::iter::once(block));
        let kept = pairs.filter(|(v, _)| *v.sort() == Sort::Bool).map(|(_, t)| t);
        kept.chain(block.edges.iter().map(|edge| &edge.guard))
    })
}

/// The atoms that are tested outside of a loop.
fn tested_elsewhere(cfg: &Cfg, around: &NaturalLoop) -> Vec<Term> {
    let mut found = Vec::new();
    for edge in outside(cfg, around).flat_map(|b| &b.edges) {
        leaves(&edge.guard, &mut |_, atom| found.push(atom.clone()));
    }
    found
}

/// Do specifications mention all the data fields that a condition reads?
fn is_specified(cfg: &Cfg, condition: &Term) -> bool {
    let data = |v: &&Var| v.sort().as_map().is_some() && *v.sort() != field_sort();
    let free = condition.free_vars();
    let mentioned: BTreeSet<Var> = formulas(cfg)
        .iter()
        .filter(|f| f.has_quantifier())
        .flat_map(Term::free_vars)
        .collect();
    free.iter().filter(data).all(|v| mentioned.contains(v))
}

struct Found<'a> {
    around: &'a NaturalLoop,
    known: &'a BTreeSet<Var>,
    object: &'a Var,
    terms: Vec<Term>,
}

impl Found<'_> {
    /// Adds a predicate over variables that are known; one that cannot change says nothing, but
    /// where it mentions the arbitrary object it can be combined with others.
    fn add(&mut self, term: Term) {
        let free = term.free_vars();
        let nameable = |v: &Var| v == self.object || self.known.contains(v);
        let changes = free.iter().any(|v| v == self.object || self.around.targets.contains(v));
        let plain = !term.is_true() && !term.is_false() && !term.has_quantifier();
        // a path from null is trivial
        let trivial = Between::of(&term).is_some_and(|b| b.from == b.to || *b.from.kind() == Kind::Null);
        if plain && !trivial && changes && free.iter().all(nameable) && !self.has(&term) {
            self.terms.push(term);
        }
    }

    /// Predicates about a field that the loop writes.
    fn add_written(&mut self, field: &Term, moving: &[Var], pointed: bool, grown: &[(Term, Var)]) {
        let object = self.object.term();
        for x in moving {
            self.add(Term::reach(field.clone(), x.term(), Term::null()));
            self.add(Term::reach(field.clone(), x.term(), object.clone()));
            if pointed {
                self.add(Term::eq(Term::select(field.clone(), object.clone()), x.term()));
            }
        }
        // of several sets for one object the last says most: what lives has been made
        let last: BTreeMap<&Term, &Var> = grown.iter().map(|(new, set)| (new, set)).collect();
        for set in last.values() {
            let made = Term::select(set.term(), object.clone());
            let none = Term::eq(object.clone(), Term::null());
            self.add(Term::or([none.clone(), Term::and([Term::not(none), made])]));
        }
    }

    /// References that follow one another, and what conditions test of one reference, said of the others.
    fn add_conditions(&mut self, cfg: &Cfg, moving: &[Var], conditions: &[Term]) {
        let around = self.around;
        for field in followed(cfg, around, self.known, moving) {
            for x in moving {
                for y in moving.iter().filter(|y| trails(cfg, around, x, y)) {
                    self.add(Term::eq(Term::select(field.term(), x.term()), y.term()));
                }
            }
        }
        let later = tested_elsewhere(cfg, around);
        for atom in conditions {
            let specified = is_specified(cfg, atom);
            for x in moving.iter().filter(|x| atom.mentions(x)) {
                for other in moving.iter().map(|y| at(atom, x, &y.term())) {
                    if specified || later.contains(&other) {
                        self.add(other);
                    }
                }
            }
        }
    }

    /// Is it there, or its negation, or turned around?
    fn has(&self, term: &Term) -> bool {
        let turned = match term.kind() {
            Kind::Eq(a, b) => Term::eq(b.clone(), a.clone()),
            _ => term.clone(),
        };
        let negated = Term::not(term.clone());
        self.terms.iter().any(|t| *t == *term || *t == turned || *t == negated)
    }
}

/// Is it a copy of a variable as it was?
fn is_old(var: &Var) -> bool {
    var.name().starts_with("old(")
}

/// The formulas of a routine: what is assumed, asserted and tested, and the given loop invariants.
fn formulas(cfg: &Cfg) -> Vec<Term> {
    let mut all = Vec::new();
    for block in &cfg.blocks {
        for command in &block.commands {
            match &command.kind {
                CommandKind::Assume(f) => all.push(f.clone()),
                CommandKind::Assert(check) => all.push(check.formula.clone()),
                _ => {}
            }
        }
        all.extend(block.edges.iter().map(|e| e.guard.clone()));
    }
    for l in &cfg.loops {
        all.extend(l.spec.invariants.iter().map(|c| c.formula.clone()));
        all.extend(l.spec.predicates.iter().map(|f| f.formula.clone()));
    }
    all
}

/// The atoms of the routine's formulas about a quantified object, with `object` for it.
fn atoms(cfg: &Cfg, object: &Var) -> Vec<Term> {
    let mut found = Vec::new();
    for formula in formulas(cfg) {
        leaves(&formula, &mut |quantified, atom| {
            let objects: Vec<&Var> = quantified.iter().filter(|v| *v.sort() == Sort::Ref).collect();
            let free = atom.free_vars();
            let used: Vec<&Var> = quantified.iter().filter(|v| free.contains(v)).collect();
            if let ([one], [_]) = (used.as_slice(), objects.as_slice())
                && *one.sort() == Sort::Ref
            {
                found.push(Subst::from_iter([((*one).clone(), object.term())]).apply(atom));
            }
        });
    }
    found
}

/// The atoms of the conditions inside a loop.
fn conditions(cfg: &Cfg, around: &NaturalLoop) -> Vec<Term> {
    let mut found = Vec::new();
    for formula in tested(cfg, around) {
        leaves(formula, &mut |_, atom| {
            if !matches!(atom.kind(), Kind::Eq(a, _) if *a.sort() == Sort::Ref) {
                found.push(atom.clone());
            }
        });
    }
    found
}

/// Visits the atoms of a formula, each with the variables quantified around it.
pub(crate) fn leaves(formula: &Term, visit: &mut dyn FnMut(&[Var], &Term)) {
    fn go(t: &Term, bound: &mut Vec<Var>, visit: &mut dyn FnMut(&[Var], &Term)) {
        match t.kind() {
            Kind::Not(_) | Kind::And(_) | Kind::Or(_) | Kind::Implies(..) => {
                t.kind().children().for_each(|c| go(c, bound, visit))
            }
            Kind::Eq(a, _) | Kind::Ite(_, a, _) if *a.sort() == Sort::Bool => {
                t.kind().children().for_each(|c| go(c, bound, visit))
            }
            Kind::Quant(_, vars, body) => {
                let depth = bound.len();
                bound.extend(vars.iter().cloned());
                go(body, bound, visit);
                bound.truncate(depth);
            }
            Kind::Bool(_) | Kind::Var(_) => {}
            _ => visit(bound, t),
        }
    }
    go(formula, &mut Vec::new(), visit);
}
