//! Live variables at the beginning of a block: those that are read later before they are written.
//!
//! A variable that is declared inside of a loop is not live at its head, so what is live there can be named in an
//! annotation of the loop.

use abide_ir::cfg::{BlockId, Cfg, CommandKind};
use abide_logic::Var;
use std::collections::BTreeSet;

/// The variables alive at each block.
pub struct Live {
    at: Vec<BTreeSet<Var>>,
}

impl Live {
    /// By going backwards until nothing changes.
    pub fn of(cfg: &Cfg) -> Live {
        let mut at = vec![BTreeSet::new(); cfg.blocks.len()];
        let order = cfg.order();
        loop {
            let mut grew = false;
            for id in order.iter().rev() {
                let block = cfg.block(*id);
                let mut now: BTreeSet<Var> = BTreeSet::new();
                for edge in &block.edges {
                    now.extend(at[edge.to.index()].iter().cloned());
                    now.extend(edge.guard.free_vars());
                }
                for command in block.commands.iter().rev() {
                    match &command.kind {
                        CommandKind::Assign(pairs) => {
                            now.retain(|v| !pairs.iter().any(|(w, _)| w == v));
                            pairs.iter().for_each(|(_, t)| now.extend(t.free_vars()));
                        }
                        CommandKind::Havoc(vars) => now.retain(|v| !vars.contains(v)),
                        CommandKind::Assume(f) => now.extend(f.free_vars()),
                        CommandKind::Assert(check) => now.extend(check.formula.free_vars()),
                    }
                }
                if let Some(l) = cfg.loop_at(*id) {
                    let invariants = &cfg.natural_loop(l).spec.invariants;
                    invariants.iter().for_each(|c| now.extend(c.formula.free_vars()));
                }
                grew |= now.len() > at[id.index()].len();
                at[id.index()].extend(now);
            }
            if !grew {
                return Live { at };
            }
        }
    }

    /// The variables alive at the beginning of a block.
    pub fn at(&self, block: BlockId) -> BTreeSet<Var> {
        self.at[block.index()].clone()
    }
}
