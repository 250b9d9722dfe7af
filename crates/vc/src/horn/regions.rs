//! The graph cut at its points, and the variables that are live there.

use crate::CutGraph;
use abide_ir::cfg::{BasicBlock, BlockId, Cfg, CommandKind, Edge, reverse_post_order};
use abide_logic::{Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// Variables, in the order in which they are a relation's arguments.
pub(super) type Live = BTreeSet<Var>;

/// A point that gets a relation.
pub(super) struct Point {
    /// `loop 1`, `join 2`: counted in program order.
    pub name: String,
    /// The variables read after the point before they are written.
    pub live: Live,
}

/// A graph in which no jump to a point goes through: it ends in a block made for it.
pub(super) struct Regions {
    /// Entered where [`Regions::enter`] says.
    pub graph: CutGraph,
    start: BlockId,
    points: BTreeMap<BlockId, Point>,
    /// The blocks that end at a point, with the block of the point.
    ends: Vec<(BlockId, BlockId)>,
}

impl Regions {
    /// Cuts at loop heads and at blocks that are entered from several places.
    pub fn of(cfg: &Cfg) -> Regions {
        let live = live(cfg);
        // the head blocks of the cut graph, which forget and assume, are not entered any more
        let mut graph = CutGraph::of(cfg);
        let mut points = BTreeMap::new();
        let mut ends = Vec::new();
        for (number, l) in cfg.loop_ids().enumerate() {
            let head = cfg.natural_loop(l).head;
            let cut = graph.loops[l.index()];
            graph.blocks[cut.entry.index()].edges.clear();
            ends.extend([(cut.entry, head), (cut.back, head)]);
            let name = format!("loop {}", number + 1);
            points.insert(
                head,
                Point {
                    name,
                    live: live[head.index()].clone(),
                },
            );
        }
        let mut entered = vec![0; cfg.blocks.len()];
        let edges = cfg.order().into_iter().flat_map(|b| &cfg.block(b).edges);
        edges.for_each(|e| entered[e.to.index()] += 1);
        let joins = cfg
            .order()
            .into_iter()
            .filter(|b| entered[b.index()] > 1 && cfg.loop_at(*b).is_none());
        let mut end_of = BTreeMap::new();
        for (number, join) in joins.enumerate() {
            let end = BlockId(graph.blocks.len() as u32);
            graph.blocks.push(BasicBlock::default());
            end_of.insert(join, end);
            ends.push((end, join));
            let name = format!("join {}", number + 1);
            points.insert(
                join,
                Point {
                    name,
                    live: live[join.index()].clone(),
                },
            );
        }
        for edge in graph.blocks.iter_mut().flat_map(|b| &mut b.edges) {
            edge.to = *end_of.get(&edge.to).unwrap_or(&edge.to);
        }
        Regions {
            graph,
            start: cfg.entry,
            points,
            ends,
        }
    }

    /// Where regions begin: the start of the routine, and the points.
    pub fn sources(&self) -> Vec<BlockId> {
        std::iter::once(self.start).chain(self.points.keys().copied()).collect()
    }

    /// The point of a block; none for the start of the routine.
    pub fn point(&self, block: BlockId) -> Option<&Point> {
        self.points.get(&block)
    }

    /// The blocks that are reached from the start of the routine without passing a point.
    pub fn before_points(&mut self) -> BTreeSet<BlockId> {
        self.enter(self.start);
        self.graph.order.iter().copied().collect()
    }

    /// Makes the graph begin at a source.
    pub fn enter(&mut self, from: BlockId) {
        self.graph.entry = from;
        self.graph.order = reverse_post_order(&self.graph.blocks, from);
    }

    /// The ends that the region now entered leads to, and their points.
    pub fn ends(&self) -> Vec<(BlockId, BlockId)> {
        let reached: BTreeSet<BlockId> = self.graph.order.iter().copied().collect();
        self.ends
            .iter()
            .filter(|(end, _)| reached.contains(end))
            .copied()
            .collect()
    }
}

/// For each block, the variables that are read from its start on before they are written.
///
/// ```text
///   live(b) = read(b) ∪ ((⋃ live(successor) ∪ read by guards) \ written(b))
/// ```
fn live(cfg: &Cfg) -> Vec<Live> {
    let mut live: Vec<Live> = vec![Live::new(); cfg.blocks.len()];
    let order = cfg.order();
    loop {
        let mut changed = false;
        for id in order.iter().rev() {
            let now = before(cfg, *id, &live);
            changed |= now.len() > live[id.index()].len();
            live[id.index()] = now;
        }
        if !changed {
            return live;
        }
    }
}

fn before(cfg: &Cfg, id: BlockId, live: &[Live]) -> Live {
    let block = cfg.block(id);
    let mut now = Live::new();
    let read = |now: &mut Live, t: &Term| now.extend(t.free_vars());
    for Edge { guard, to } in &block.edges {
        read(&mut now, guard);
        now.extend(live[to.index()].iter().cloned());
    }
    for command in block.commands.iter().rev() {
        match &command.kind {
            CommandKind::Assign(pairs) => {
                pairs.iter().for_each(|(v, _)| {
                    now.remove(v);
                });
                pairs.iter().for_each(|(_, t)| read(&mut now, t));
            }
            CommandKind::Havoc(vars) => vars.iter().for_each(|v| {
                now.remove(v);
            }),
            CommandKind::Assume(t) => read(&mut now, t),
            CommandKind::Assert(check) => read(&mut now, &check.formula),
        }
    }
    if let Some(l) = cfg.loop_at(id) {
        cfg.natural_loop(l)
            .spec
            .invariants
            .iter()
            .for_each(|c| read(&mut now, &c.formula));
    }
    now
}
