//! Loops cut at their heads (FQ §3.2, the desugaring of loops, on the graph).
//!
//! A loop with head *h*, targets *x* and user invariant *I* becomes
//!
//! ```text
//!   entry:  assert I            all jumps from outside to h
//!   head:   havoc x; assume I   from entry, and on to h
//!   back:   assert I            all jumps from inside to h; ends the run
//! ```
//!
//! so that the end of `entry` and of `back` are the states in which an invariant must hold,
//! and the end of `head` the one in which it may be assumed. The paper's figure prints
//! `assume I` for the first line; its text demands `assert`.

use abide_ir::cfg::{BasicBlock, BlockId, Cfg, Command, CommandKind, Edge, LoopId, reverse_post_order};
use abide_ir::{Check, CheckKind};
use abide_logic::{Term, Var};
use std::collections::{BTreeSet, HashMap};

/// An acyclic graph, with the places where its loops were.
#[derive(Clone, Debug)]
pub struct CutGraph {
    /// Blocks; those of the original graph keep their numbers.
    pub blocks: Vec<BasicBlock>,
    /// The reachable blocks, each before those it jumps to.
    pub order: Vec<BlockId>,
    /// Where execution starts.
    pub entry: BlockId,
    /// The loops, by [`LoopId`].
    pub loops: Vec<CutLoop>,
    /// No variable of the graph has this tag or a higher one.
    pub next_tag: u32,
}

/// The three blocks that stand for a loop's head.
#[derive(Clone, Copy, Debug)]
pub struct CutLoop {
    /// At its end, the loop is entered.
    pub entry: BlockId,
    /// At its end, a round begins in an arbitrary state that satisfies what is assumed.
    pub head: BlockId,
    /// At its end, a round is over and the next would begin.
    pub back: BlockId,
}

impl CutGraph {
    /// Cuts all loops of `cfg`.
    pub fn of(cfg: &Cfg) -> CutGraph {
        let mut blocks = cfg.blocks.clone();
        let fresh = |blocks: &mut Vec<BasicBlock>, commands: Vec<Command>, to: Option<BlockId>| {
            let edges = to.map(|to| Edge { guard: Term::tt(), to }).into_iter().collect();
            blocks.push(BasicBlock { commands, edges });
            BlockId(blocks.len() as u32 - 1)
        };
        let mut loops = Vec::new();
        for l in &cfg.loops {
            let span = l.spec.span;
            let asserted = |kind| -> Vec<Command> {
                let checks = l.spec.invariants.iter().map(|c| Check { kind, ..c.clone() });
                checks
                    .map(|c| Command {
                        span: c.span,
                        kind: CommandKind::Assert(c),
                    })
                    .collect()
            };
            let targets: Vec<Var> = l.targets.iter().cloned().collect();
            let mut forget = vec![Command {
                kind: CommandKind::Havoc(targets),
                span,
            }];
            forget.extend(l.spec.invariants.iter().map(|c| Command {
                kind: CommandKind::Assume(c.formula.clone()),
                span: c.span,
            }));
            let head = fresh(&mut blocks, forget, Some(l.head));
            let entry = fresh(&mut blocks, asserted(CheckKind::InvariantEntry), Some(head));
            let back = fresh(&mut blocks, asserted(CheckKind::InvariantPreserved), None);
            loops.push(CutLoop { entry, head, back });
        }
        let at: HashMap<BlockId, LoopId> = cfg.loop_ids().map(|l| (cfg.natural_loop(l).head, l)).collect();
        for (index, block) in blocks.iter_mut().take(cfg.blocks.len()).enumerate() {
            for edge in &mut block.edges {
                if let Some(l) = at.get(&edge.to) {
                    let inside = cfg.natural_loop(*l).body.contains(&BlockId(index as u32));
                    let cut = &loops[l.index()];
                    edge.to = if inside { cut.back } else { cut.entry };
                }
            }
        }
        let entry = cfg.entry;
        CutGraph {
            order: reverse_post_order(&blocks, entry),
            blocks,
            entry,
            loops,
            next_tag: cfg.next_tag,
        }
    }

    /// The blocks from which one of `ends` can be reached, these included.
    pub fn leading_to(&self, ends: &[BlockId]) -> BTreeSet<BlockId> {
        let mut leading: BTreeSet<BlockId> = ends.iter().copied().collect();
        for block in self.order.iter().rev() {
            if self.blocks[block.index()].edges.iter().any(|e| leading.contains(&e.to)) {
                leading.insert(*block);
            }
        }
        leading
    }
}
