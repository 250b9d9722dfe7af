//! Which variables matter at the beginning of a block.
//!
//! A variable is live where some way on reads it before it is assigned: in a command, in a
//! guard, or in what is said of a loop whose head is reached.

use abide_abstraction::Precision;
use abide_ir::cfg::{BlockId, Cfg, CommandKind};
use abide_logic::Var;
use std::collections::BTreeSet;

/// The live variables of each block, by [`BlockId`].
pub(super) fn live(cfg: &Cfg, precisions: &[Precision]) -> Vec<BTreeSet<Var>> {
    let mut live = vec![BTreeSet::new(); cfg.blocks.len()];
    let order = cfg.order();
    loop {
        let mut grown = false;
        for block in order.iter().rev() {
            let now = before(cfg, precisions, *block, &live);
            if now.len() > live[block.index()].len() {
                live[block.index()] = now;
                grown = true;
            }
        }
        if !grown {
            return live;
        }
    }
}

fn before(cfg: &Cfg, precisions: &[Precision], id: BlockId, live: &[BTreeSet<Var>]) -> BTreeSet<Var> {
    let block = cfg.block(id);
    let mut now: BTreeSet<Var> = BTreeSet::new();
    for edge in &block.edges {
        now.extend(live[edge.to.index()].iter().cloned());
        now.extend(edge.guard.free_vars());
    }
    for command in block.commands.iter().rev() {
        match &command.kind {
            CommandKind::Assign(pairs) => {
                pairs.iter().for_each(|(v, _)| {
                    now.remove(v);
                });
                now.extend(pairs.iter().flat_map(|(_, t)| t.free_vars()));
            }
            CommandKind::Havoc(vars) => vars.iter().for_each(|v| {
                now.remove(v);
            }),
            CommandKind::Assume(formula) => now.extend(formula.free_vars()),
            CommandKind::Assert(check) => now.extend(check.formula.free_vars()),
        }
    }
    if let Some(l) = cfg.loop_at(id) {
        let spec = &cfg.natural_loop(l).spec;
        now.extend(spec.invariants.iter().flat_map(|c| c.formula.free_vars()));
        let predicates = &precisions[l.index()].predicates;
        now.extend(predicates.iter().flat_map(|p| p.formula.free_vars()));
    }
    now
}
