//! The control-flow graph of a routine.
//!
//! Blocks hold simple commands; edges hold guards. `break`, `continue`, `return`, `goto` and
//! choice are edges like any other, so a loop may have several back edges and several exits.
//! After [`Cfg::of`] the graph is reducible: every cycle lies in a [`NaturalLoop`] that is
//! entered at its head only; regions with several entries have been split.

mod build;
mod loops;

use crate::program::{Call, Calls, Check, LoopSpec, SubroutineCall};
use abide_base::Span;
use abide_logic::{Term, Var};
use std::collections::BTreeSet;
use std::fmt;

/// The graph.
#[derive(Clone, Debug)]
pub struct Cfg {
    /// Blocks, by [`BlockId`].
    pub blocks: Vec<BasicBlock>,
    /// Where execution starts.
    pub entry: BlockId,
    /// Where it ends; holds the postconditions.
    pub exit: BlockId,
    /// Loops in program order: an outer loop before the loops inside it, an earlier loop
    /// before a later one.
    pub loops: Vec<NaturalLoop>,
    /// No variable of the routine has this tag or a higher one.
    pub next_tag: u32,
    /// Which arbitrary values are what functions return.
    pub calls: Calls,
}

/// A block's number.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u32);

/// A loop's number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(pub u32);

impl BlockId {
    /// For indexing.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl LoopId {
    /// For indexing.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for BlockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b{}", self.0)
    }
}

impl fmt::Debug for LoopId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "loop{}", self.0)
    }
}

/// Commands in sequence, then a jump.
#[derive(Clone, Debug, Default)]
pub struct BasicBlock {
    /// Executed one after the other.
    pub commands: Vec<Command>,
    /// Then one of the edges whose guard is true is taken, arbitrarily; none ends the run.
    pub edges: Vec<Edge>,
}

/// A guarded jump.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Must be true after the block's commands.
    pub guard: Term,
    /// Where to.
    pub to: BlockId,
}

/// A simple command and its place.
#[derive(Clone, Debug)]
pub struct Command {
    /// What it does.
    pub kind: CommandKind,
    /// Where it stands.
    pub span: Span,
}

/// What a simple command does.
#[derive(Clone, Debug)]
pub enum CommandKind {
    /// Assigns all right-hand sides at once.
    Assign(Vec<(Var, Term)>),
    /// Gives the variables arbitrary values.
    Havoc(Vec<Var>),
    /// Cannot be executed where the formula is false.
    Assume(Term),
    /// Goes wrong where the formula is false.
    Assert(Check),
}

/// A loop that is entered at its head only.
#[derive(Clone, Debug)]
pub struct NaturalLoop {
    /// Where it is entered, and where every round begins.
    pub head: BlockId,
    /// All blocks of the loop, the head and inner loops included.
    pub body: BTreeSet<BlockId>,
    /// The loop around it.
    pub parent: Option<LoopId>,
    /// The loops directly inside it, in program order.
    pub children: Vec<LoopId>,
    /// The variables the loop may change.
    pub targets: BTreeSet<Var>,
    /// What the source says about it.
    pub spec: LoopSpec,
}

/// Splitting the several entries of a loop made the graph too large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooIrreducible {
    /// The place of one such region.
    pub span: Span,
}

impl fmt::Display for TooIrreducible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the jumps form loops with too many entries")
    }
}

impl Cfg {
    /// The block of an id.
    pub fn block(&self, id: BlockId) -> &BasicBlock {
        &self.blocks[id.index()]
    }

    /// The call that a command stands for, if it does, and the variable that says that it returns.
    pub fn call(&self, command: &CommandKind) -> Option<(&Call, &Var)> {
        if self.calls.by_return.is_empty() {
            return None;
        }
        let last = match command {
            CommandKind::Havoc(vars) => vars.last(),
            CommandKind::Assign(pairs) => pairs.last().map(|(var, _)| var),
            CommandKind::Assume(_) | CommandKind::Assert(_) => None,
        };
        self.calls.by_return.get_key_value(last?).map(|(var, call)| (call, var))
    }

    /// The call of a subroutine that begins at a command, if one does.
    pub fn subroutine_call(&self, command: &CommandKind) -> Option<&SubroutineCall> {
        match command {
            CommandKind::Havoc(vars) => self.calls.subroutine_calls.get(vars.first()?),
            _ => None,
        }
    }

    /// The variables that it assigns.
    pub fn written(&self) -> BTreeSet<Var> {
        let commands = self.blocks.iter().flat_map(|b| &b.commands);
        let targets = commands.flat_map(|c| match &c.kind {
            CommandKind::Assign(pairs) => pairs.iter().map(|(v, _)| v.clone()).collect(),
            CommandKind::Havoc(vars) => vars.clone(),
            CommandKind::Assume(_) | CommandKind::Assert(_) => Vec::new(),
        });
        targets.collect()
    }

    /// The loop of an id.
    pub fn natural_loop(&self, id: LoopId) -> &NaturalLoop {
        &self.loops[id.index()]
    }

    /// All blocks.
    pub fn block_ids(&self) -> impl Iterator<Item = BlockId> + use<> {
        (0..self.blocks.len() as u32).map(BlockId)
    }

    /// All loops with their ids, in program order.
    pub fn loop_ids(&self) -> impl Iterator<Item = LoopId> + use<> {
        (0..self.loops.len() as u32).map(LoopId)
    }

    /// The loop with that head.
    pub fn loop_at(&self, head: BlockId) -> Option<LoopId> {
        self.loops.iter().position(|l| l.head == head).map(|i| LoopId(i as u32))
    }

    /// The blocks in an order in which every block stands before those it jumps to, jumps
    /// back to loop heads aside.
    pub fn order(&self) -> Vec<BlockId> {
        reverse_post_order(&self.blocks, self.entry)
    }
}

/// The blocks reachable from `entry` in reverse post-order.
pub fn reverse_post_order(blocks: &[BasicBlock], entry: BlockId) -> Vec<BlockId> {
    let mut seen = vec![false; blocks.len()];
    let mut order = Vec::with_capacity(blocks.len());
    let mut stack = vec![(entry, 0)];
    seen[entry.index()] = true;
    while let Some((block, next)) = stack.pop() {
        // the last edge first, so that in the reversed order the first one comes first
        let edges = &blocks[block.index()].edges;
        if next < edges.len() {
            stack.push((block, next + 1));
            let to = edges[edges.len() - 1 - next].to;
            if !std::mem::replace(&mut seen[to.index()], true) {
                stack.push((to, 0));
            }
        } else {
            order.push(block);
        }
    }
    order.reverse();
    order
}
