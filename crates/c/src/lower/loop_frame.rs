//! `loop assigns`: what it does not name has the value it had when the loop was entered, whenever a
//! round begins and where the loop is left by `break`.

use super::body::Body;
use super::place::select;
use super::spec::defined_if;
use super::state::{Base, HeapKind, Key, Leaf, Region};
use super::value::{Home, Lowering, Object, View};
use crate::syntax::ast;
use crate::types::Type;
use abide_frontend::writes::{Write, Written};
use abide_ir::{Check, CheckKind, Stmt, StmtKind};
use abide_logic::{Sort, Term, Var};
use std::collections::BTreeSet;

/// What a loop does.
pub(super) struct Effects<'e> {
    /// The variables it assigns.
    pub targets: &'e BTreeSet<Var>,
    /// Its writes to memory.
    pub writes: &'e [Write],
    /// The blocks made inside.
    pub new: &'e [Term],
    /// The variables of the source that are there at its entry.
    pub visible: &'e [Object],
}

impl<'a> Body<'_, 'a> {
    /// What a loop's frame says, as formulas that hold at its head.
    pub(super) fn loop_frame(
        &mut self,
        assigns: &'a ast::Assigns,
        effects: &Effects,
        entry: usize,
    ) -> Lowering<Vec<Term>> {
        let scope = self.body_scope(View::Now);
        let mut regions: Vec<Region> = Vec::new();
        for place in &assigns.places {
            for region in self.regions(place, &scope)? {
                regions.extend(self.spread(region, place.span)?);
            }
        }
        let mut all = Vec::new();
        for object in effects.visible.iter().filter(|o| !o.ghost) {
            let Home::Vars(vars) = &object.home else { continue };
            let leaves = self.leaves(&object.ty);
            for (leaf, var) in leaves.iter().zip(vars).filter(|(_, v)| effects.targets.contains(v)) {
                let own = |r: &&Region| matches!(&r.base, Base::Object(o) if matches!(&o.home, Home::Vars(theirs) if theirs.contains(var)));
                let named: Vec<&Region> = regions.iter().filter(own).filter(|r| leaf.is_below(&r.path)).collect();
                all.push(self.preserved_outside(var, &[], leaf.depth, &named, entry));
            }
        }
        let heap: Vec<_> = self.heap.values().cloned().collect();
        for h in &heap {
            let written = effects.writes.iter().any(|w| w.map == h.var) || effects.targets.contains(&h.var);
            match &h.kind {
                HeapKind::Global(name, leaf) if written => {
                    let own = |r: &&Region| matches!(&r.base, Base::Global(n, _) if n == name);
                    let named: Vec<&Region> = regions.iter().filter(own).filter(|r| leaf.is_below(&r.path)).collect();
                    all.push(self.preserved_outside(&h.var, &[], leaf.depth, &named, entry));
                }
                HeapKind::Cells(root, leaf) if written => {
                    let cells = self.preserved_cells(&h.var, root, leaf, &regions, effects, entry);
                    all.extend(cells);
                }
                _ => {}
            }
        }
        all.retain(|f| !f.is_true());
        all.dedup();
        Ok(all)
    }

    /// The cells of a map are as at entry, but for those in the regions.
    fn preserved_cells(
        &mut self,
        map: &Var,
        root: &Type,
        leaf: &Leaf,
        regions: &[Region],
        effects: &Effects,
        entry: usize,
    ) -> Vec<Term> {
        let alone = self.stands_alone(root);
        let mut named: Vec<(Term, Region)> = Vec::new();
        for region in regions.iter().filter(|r| leaf.is_below(&r.path)) {
            match &region.base {
                Base::Cell { root: own, block, .. } if own == root => {
                    let mut region = region.clone();
                    if alone && !region.keys.is_empty() {
                        // the offset is none
                        region.keys.remove(0);
                    }
                    named.push((block.clone(), region));
                }
                Base::Block { root: own, block } if own == root => {
                    let mut region = region.clone();
                    region.keys.clear();
                    named.push((block.clone(), region));
                }
                _ => {}
            }
        }
        let depth = leaf.depth + usize::from(!alone);
        let Some(blocks) = blocks_written(map, effects) else {
            // any block that was there at entry may have been written
            let r = self.fresh("r", Sort::Ref);
            let allocated = self.allocated();
            let made = Term::select(self.at(View::At(entry), &allocated), self.whole(&r.term()));
            let same = self.same_but(map, &r.term(), depth, &named, entry);
            return vec![Term::forall([r], Term::implies(made, same))];
        };
        let each = blocks.iter().map(|b| self.same_but(map, b, depth, &named, entry));
        each.collect()
    }

    /// A block is as at entry, but for what lies in the regions.
    fn same_but(&mut self, map: &Var, block: &Term, depth: usize, named: &[(Term, Region)], entry: usize) -> Term {
        let keys: Vec<Var> = (0..depth).map(|_| self.fresh("k", Sort::Int)).collect();
        let terms: Vec<Term> = keys.iter().map(Var::term).collect();
        let within = named.iter().map(|(own, region)| {
            let inside = contains(&region.keys, &terms);
            Term::and([Term::eq(own.clone(), block.clone()), inside])
        });
        let within = Term::or(within);
        let path: Vec<Term> = std::iter::once(block.clone()).chain(terms).collect();
        let now = select(map.term(), &path);
        let before = select(self.at(View::At(entry), map), &path);
        Term::forall(keys, Term::or([within, Term::eq(now, before)]))
    }

    /// A variable is as at entry, but for what lies in the regions, which are all of it.
    fn preserved_outside(&mut self, var: &Var, at: &[Term], depth: usize, named: &[&Region], entry: usize) -> Term {
        if named.iter().any(|r| r.keys.is_empty()) {
            return Term::tt();
        }
        if named.is_empty() {
            return Term::eq(var.term(), self.at(View::At(entry), var));
        }
        let keys: Vec<Var> = (0..depth).map(|_| self.fresh("k", Sort::Int)).collect();
        let terms: Vec<Term> = keys.iter().map(Var::term).collect();
        let within = Term::or(named.iter().map(|r| contains(&r.keys, &terms)));
        let path: Vec<Term> = at.iter().cloned().chain(terms).collect();
        let now = select(var.term(), &path);
        let before = select(self.at(View::At(entry), var), &path);
        Term::forall(keys, Term::or([within, Term::eq(now, before)]))
    }
}

/// The keys lie in those of a region; what it does not fix is all in it.
fn contains(region: &[Key], keys: &[Term]) -> Term {
    Term::and(region.iter().zip(keys).map(|(own, k)| own.contains(k)))
}

/// The blocks that a loop writes in a map, those made inside aside; none if any block may be.
fn blocks_written(map: &Var, effects: &Effects) -> Option<Vec<Term>> {
    let is_written = effects.writes.iter().any(|w| w.map == *map);
    let written = Written::of(map, effects.writes, effects.targets, effects.new);
    written.filter(|_| is_written).map(|w| w.objects)
}

/// The code of a loop with its frame checked where it is left by `break`. That ACSL demands it there is
/// disputed: a run that breaks the frame refutes nothing.
pub(super) fn checked_at_breaks(
    code: Vec<Stmt>,
    end: &str,
    frame: &[Term],
    facts: &Term,
    assigns: &ast::Assigns,
) -> Vec<Stmt> {
    if frame.is_empty() {
        return code;
    }
    let checks = frame.iter().map(|formula| {
        StmtKind::Assert(Check {
            formula: Term::or([formula.clone(), unknown_truth("loop assigns")]),
            span: assigns.span,
            kind: CheckKind::Frame,
            demanded: None,
        })
    });
    let checks = std::iter::once(StmtKind::Assume(facts.clone())).chain(checks);
    let checks: Vec<Stmt> = checks
        .map(|kind| Stmt {
            kind,
            span: assigns.span,
        })
        .collect();
    before_jumps(code, end, &checks)
}

/// A truth value of which nothing is known.
fn unknown_truth(word: &str) -> Term {
    defined_if(Term::ff(), Term::tt(), word, &[Term::int(0)])
}

fn before_jumps(code: Vec<Stmt>, end: &str, checks: &[Stmt]) -> Vec<Stmt> {
    let mut all = Vec::new();
    for s in code {
        let kind = s.kind.map_blocks(|block| before_jumps(block, end, checks));
        if matches!(&kind, StmtKind::Goto(names) if names.iter().any(|n| n == end)) {
            all.extend(checks.iter().cloned());
        }
        all.push(Stmt { kind, span: s.span });
    }
    all
}
