//! Refinement: predicates from the checks that are still open.
//!
//! The atoms of a check and of the conditions on its path are carried back, atom by atom, to the heads
//! of the loops: `wlp` of an atom over an assignment is a substitution. The atoms that arrive, with the
//! arbitrary object for the one a quantifier ranges over, are predicates there. The next analysis has
//! more predicates than the last, or there is none.

use crate::predicates::leaves;
use abide_ir::Check;
use abide_ir::cfg::{BlockId, CommandKind, LoopId};
use abide_logic::{Sort, Subst, Term, Var};
use abide_vc::CutGraph;
use std::collections::{BTreeMap, BTreeSet};

/// Atoms at one place, and the size of one, at most.
const ATOMS: usize = 40;
const SIZE: usize = 12;

/// By loop, the atoms at its head that the open checks are carried back to.
pub fn atoms(graph: &CutGraph, open: &[Check], object: &Var) -> BTreeMap<LoopId, Vec<Term>> {
    let heads = graph.loops.iter().enumerate();
    let heads: BTreeMap<BlockId, LoopId> = heads.map(|(l, cut)| (cut.head, LoopId(l as u32))).collect();
    let is_open = |check: &Check| open.iter().any(|c| (c.kind, c.span) == (check.kind, check.span));
    let mut at: BTreeMap<BlockId, Vec<Term>> = BTreeMap::new();
    let mut found = BTreeMap::new();
    for id in graph.order.iter().rev() {
        let block = &graph.blocks[id.index()];
        let mut here: Vec<Term> = Vec::new();
        for edge in &block.edges {
            let after = at.get(&edge.to).cloned().unwrap_or_default();
            if !after.is_empty() {
                collect(&mut here, &edge.guard, object);
            }
            after.into_iter().for_each(|t| add(&mut here, t));
        }
        for command in block.commands.iter().rev() {
            match &command.kind {
                CommandKind::Assign(pairs) => {
                    let subst: Subst = pairs.iter().cloned().collect();
                    let carried: Vec<Term> = here.drain(..).map(|t| subst.apply(&t)).collect();
                    carried.into_iter().for_each(|t| add(&mut here, t));
                }
                CommandKind::Assert(check) if is_open(check) => collect(&mut here, &check.formula, object),
                CommandKind::Havoc(vars) if !heads.contains_key(id) => {
                    let forgotten = |t: &Term| vars.iter().any(|v| t.mentions(v));
                    here.retain(|t| !forgotten(t));
                }
                _ => {}
            }
        }
        if let Some(l) = heads.get(id) {
            found.insert(*l, here.clone());
        }
        at.insert(*id, here);
    }
    found
}

/// Adds the atoms of a formula that mention one quantified object at most.
fn collect(atoms: &mut Vec<Term>, formula: &Term, object: &Var) {
    leaves(formula, &mut |bound, atom| {
        let free = atom.free_vars();
        let used: BTreeSet<&Var> = bound.iter().filter(|v| free.contains(v)).collect();
        let one = used.first().copied();
        match (used.len(), one) {
            (0, _) => add(atoms, atom.clone()),
            (1, Some(v)) if *v.sort() == Sort::Ref => {
                add(atoms, Subst::from_iter([(v.clone(), object.term())]).apply(atom));
            }
            _ => {}
        }
    });
}

fn add(atoms: &mut Vec<Term>, atom: Term) {
    let plain = !atom.is_true() && !atom.is_false() && !atom.has_quantifier();
    if plain && atom.size() <= SIZE && atoms.len() < ATOMS && !atoms.contains(&atom) {
        atoms.push(atom);
    }
}
