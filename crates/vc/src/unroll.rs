//! Bounded unrolling of loops, with every arbitrary value turned into an input.
//!
//! The result is an acyclic graph without loops in which every `havoc` reads a variable of
//! its own that nothing assigns, and every arbitrary choice is decided by one. A run of it is
//! determined by its initial state, so a model of its passive form can be replayed.

use crate::CutGraph;
use abide_ir::cfg::{BasicBlock, BlockId, Cfg, Command, CommandKind, Edge, LoopId, reverse_post_order};
use abide_ir::{Check, CheckKind};
use abide_logic::{Kind, Sort, Term, Var};
use std::collections::{BTreeSet, HashMap};

/// An unrolled graph.
pub struct Unrolled {
    /// The graph: acyclic, deterministic.
    pub cfg: Cfg,
    /// For each block the block of the original graph.
    pub origin: Vec<BlockId>,
    /// The variables that stand for arbitrary values and choices.
    pub choices: Vec<Var>,
    /// Where the bound is exceeded: at the end of a block, under a condition.
    pub frontier: Vec<(BlockId, Term)>,
}

/// A block in a certain round of each loop around it.
type Place = (BlockId, Vec<u32>);

/// Unrolls every loop to at most `rounds` rounds; `None` if that takes more than `limit`
/// blocks.
pub fn unroll(cfg: &Cfg, rounds: u32, limit: usize) -> Option<Unrolled> {
    let around: Vec<Vec<LoopId>> = (0..cfg.blocks.len() as u32)
        .map(|b| loops_around(cfg, BlockId(b)))
        .collect();
    let heads: HashMap<BlockId, LoopId> = cfg.loop_ids().map(|l| (cfg.natural_loop(l).head, l)).collect();
    let mut numbers: HashMap<Place, BlockId> = HashMap::new();
    let mut result = Unrolled {
        cfg: Cfg {
            blocks: Vec::new(),
            loops: Vec::new(),
            ..cfg.clone()
        },
        origin: Vec::new(),
        choices: Vec::new(),
        frontier: Vec::new(),
    };
    let start: Place = (cfg.entry, vec![]);
    let mut work = vec![start.clone()];
    numbers.insert(start, BlockId(0));
    result.add(cfg.entry);
    while let Some((block, counts)) = work.pop() {
        let from = numbers[&(block, counts.clone())];
        let source = cfg.block(block);
        let mut commands = invariants(cfg, &heads, &around, block, &counts);
        commands.extend(source.commands.iter().map(|c| result.determined(c)));
        let mut edges = Vec::new();
        for edge in &source.edges {
            let Some(to) = next(&around, &heads, block, &counts, edge.to, rounds) else {
                result.frontier.push((from, edge.guard.clone()));
                continue;
            };
            let number = match numbers.get(&to) {
                Some(number) => *number,
                None => {
                    if result.origin.len() >= limit {
                        return None;
                    }
                    let number = result.add(to.0);
                    numbers.insert(to.clone(), number);
                    work.push(to);
                    number
                }
            };
            edges.push(Edge {
                guard: edge.guard.clone(),
                to: number,
            });
        }
        result.choose(&mut edges);
        result.cfg.blocks[from.index()] = BasicBlock { commands, edges };
    }
    // an exit that cannot be reached is represented by a block without predecessors
    let exit = result.origin.iter().position(|b| *b == cfg.exit);
    result.cfg.exit = match exit {
        Some(i) => BlockId(i as u32),
        None => result.add(cfg.exit),
    };
    result.cfg.entry = BlockId(0);
    Some(result)
}

/// The user's invariants, to be checked whenever control is at the head of their loop.
fn invariants(
    cfg: &Cfg,
    heads: &HashMap<BlockId, LoopId>,
    around: &[Vec<LoopId>],
    block: BlockId,
    counts: &[u32],
) -> Vec<Command> {
    let Some(l) = heads.get(&block) else { return Vec::new() };
    let place = around[block.index()]
        .iter()
        .position(|o| o == l)
        .expect("a head lies in its loop");
    let kind = match counts[place] {
        0 => CheckKind::InvariantEntry,
        _ => CheckKind::InvariantPreserved,
    };
    let checks = cfg
        .natural_loop(*l)
        .spec
        .invariants
        .iter()
        .map(|c| Check { kind, ..c.clone() });
    checks
        .map(|c| Command {
            span: c.span,
            kind: CommandKind::Assert(c),
        })
        .collect()
}

fn loops_around(cfg: &Cfg, block: BlockId) -> Vec<LoopId> {
    // program order puts outer loops first
    cfg.loop_ids()
        .filter(|l| cfg.natural_loop(*l).body.contains(&block))
        .collect()
}

/// Where an edge leads; nothing when it would exceed the bound.
fn next(
    around: &[Vec<LoopId>],
    heads: &HashMap<BlockId, LoopId>,
    from: BlockId,
    counts: &[u32],
    to: BlockId,
    rounds: u32,
) -> Option<Place> {
    let (old, new) = (&around[from.index()], &around[to.index()]);
    let mut result = Vec::with_capacity(new.len());
    for l in new {
        let before = old.iter().position(|o| o == l).map(|i| counts[i]);
        let again = heads.get(&to) == Some(l) && before.is_some();
        let count = before.unwrap_or(0) + u32::from(again);
        if count > rounds {
            return None;
        }
        result.push(count);
    }
    Some((to, result))
}

impl Unrolled {
    fn add(&mut self, origin: BlockId) -> BlockId {
        self.cfg.blocks.push(BasicBlock::default());
        self.origin.push(origin);
        BlockId(self.cfg.blocks.len() as u32 - 1)
    }

    fn fresh(&mut self, name: &str, sort: &Sort) -> Var {
        let var = Var::new(name, self.cfg.next_tag, sort.clone());
        self.cfg.next_tag += 1;
        self.choices.push(var.clone());
        var
    }

    fn determined(&mut self, command: &Command) -> Command {
        match &command.kind {
            CommandKind::Havoc(vars) => {
                let pairs = vars.iter().map(|v| (v.clone(), self.fresh(v.name(), v.sort()).term()));
                Command {
                    kind: CommandKind::Assign(pairs.collect()),
                    span: command.span,
                }
            }
            _ => command.clone(),
        }
    }

    /// Makes the guards of edges exclusive where they are not syntactically so.
    fn choose(&mut self, edges: &mut [Edge]) {
        let exclusive = match edges {
            [_] | [] => true,
            [a, b] => Term::not(a.guard.clone()) == b.guard,
            _ => false,
        };
        if exclusive {
            return;
        }
        let choice = self.fresh("choice", &Sort::Int).term();
        for (i, edge) in edges.iter_mut().enumerate() {
            let taken = Term::eq(choice.clone(), Term::int(i as i64));
            edge.guard = match edge.guard.kind() {
                Kind::Bool(true) => taken,
                _ => Term::and([taken, edge.guard.clone()]),
            };
        }
    }

    /// The graph as one without loops to cut, for the passive form.
    pub fn graph(&self) -> CutGraph {
        CutGraph {
            order: reverse_post_order(&self.cfg.blocks, self.cfg.entry),
            blocks: self.cfg.blocks.clone(),
            entry: self.cfg.entry,
            loops: Vec::new(),
            next_tag: self.cfg.next_tag,
        }
    }

    /// The variables of the graph: those of the routine and the choices.
    pub fn vars(&self, routine: &BTreeSet<Var>) -> BTreeSet<Var> {
        routine.iter().chain(&self.choices).cloned().collect()
    }
}
