//! Natural loops, and the splitting of regions that are entered in several places.
//!
//! A loop is a strongly connected region with one entry, its head; the loops inside it are
//! the strongly connected regions that remain when the jumps to the head are taken away.
//! A region with several entries is made reducible by copying, for every entry but one, what
//! can be reached from it without passing that one.

use super::{BlockId, Cfg, Command, CommandKind, LoopId, NaturalLoop, TooIrreducible};
use crate::program::{Check, CheckKind, LoopSpec};
use abide_base::Span;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Copies may make the graph this many times larger, and this many blocks larger in any case.
const GROWTH: usize = 4;
const ALLOWANCE: usize = 2_000;

/// Finds the loops of `cfg`, splitting where needed.
pub(super) fn find(cfg: &mut Cfg, mut specs: HashMap<BlockId, LoopSpec>) -> Result<(), TooIrreducible> {
    let limit = cfg.blocks.len() * GROWTH + ALLOWANCE;
    let mut found = loop {
        match forest(cfg) {
            Ok(found) => break found,
            Err(region) => {
                split(cfg, &mut specs, &region);
                if cfg.blocks.len() > limit {
                    return Err(TooIrreducible {
                        span: place(cfg, &region),
                    });
                }
            }
        }
    };
    let position: HashMap<BlockId, usize> = cfg.order().into_iter().enumerate().map(|(i, b)| (b, i)).collect();
    found.sort_by_key(|(head, body)| (position[head], std::cmp::Reverse(body.len())));
    for (index, (head, body)) in found.iter().enumerate() {
        // the innermost earlier loop around it: the smallest body that contains the head
        let parent = (0..index)
            .rev()
            .filter(|i| found[*i].1.contains(head))
            .min_by_key(|i| found[*i].1.len());
        if let Some(parent) = parent {
            cfg.loops[parent].children.push(LoopId(index as u32));
        }
        let targets = body
            .iter()
            .flat_map(|b| &cfg.blocks[b.index()].commands)
            .flat_map(|c| match &c.kind {
                CommandKind::Assign(pairs) => pairs.iter().map(|(v, _)| v.clone()).collect(),
                CommandKind::Havoc(vars) => vars.clone(),
                CommandKind::Assume(_) | CommandKind::Assert(_) => Vec::new(),
            });
        let targets = targets.collect();
        cfg.loops.push(NaturalLoop {
            head: *head,
            body: body.clone(),
            parent: parent.map(|p| LoopId(p as u32)),
            children: Vec::new(),
            targets,
            spec: specs.remove(head).unwrap_or_else(|| LoopSpec {
                span: place(cfg, &[*head]),
                ..LoopSpec::default()
            }),
        });
    }
    state_at_heads(cfg, specs);
    Ok(())
}

/// Says at the head of a loop that never comes back, and at a label that heads no loop, what is
/// said of them: it holds whenever control is there.
fn state_at_heads(cfg: &mut Cfg, specs: HashMap<BlockId, LoopSpec>) {
    for (head, spec) in specs {
        let checks = spec.invariants.into_iter().map(|check| Command {
            span: check.span,
            kind: CommandKind::Assert(Check {
                kind: CheckKind::InvariantEntry,
                ..check
            }),
        });
        cfg.blocks[head.index()].commands.splice(0..0, checks);
    }
}

type Found = Vec<(BlockId, BTreeSet<BlockId>)>;

/// All loops as (head, body), or a strongly connected region with several entries.
fn forest(cfg: &Cfg) -> Result<Found, Vec<BlockId>> {
    let mut predecessors: Vec<Vec<BlockId>> = vec![Vec::new(); cfg.blocks.len()];
    for (i, block) in cfg.blocks.iter().enumerate() {
        block
            .edges
            .iter()
            .for_each(|e| predecessors[e.to.index()].push(BlockId(i as u32)));
    }
    let mut found = Vec::new();
    // (blocks to look at, head whose incoming jumps are taken away)
    let mut work: Vec<(Vec<BlockId>, Option<BlockId>)> =
        vec![((0..cfg.blocks.len() as u32).map(BlockId).collect(), None)];
    while let Some((blocks, head)) = work.pop() {
        for region in components(cfg, &blocks, head) {
            let inside: BTreeSet<BlockId> = region.iter().copied().collect();
            let entries: Vec<BlockId> = region
                .iter()
                .copied()
                .filter(|b| *b == cfg.entry || predecessors[b.index()].iter().any(|p| !inside.contains(p)))
                .collect();
            match entries.as_slice() {
                [entry] => {
                    found.push((*entry, inside));
                    work.push((region, Some(*entry)));
                }
                _ => return Err(region),
            }
        }
    }
    Ok(found)
}

/// The strongly connected components with a cycle among `blocks`, jumps to `head` aside.
/// (Tarjan's algorithm without recursion.)
fn components(cfg: &Cfg, blocks: &[BlockId], head: Option<BlockId>) -> Vec<Vec<BlockId>> {
    let index_of: HashMap<BlockId, usize> = blocks.iter().enumerate().map(|(i, b)| (*b, i)).collect();
    let next: Vec<Vec<usize>> = blocks
        .iter()
        .map(|b| {
            let edges = cfg.blocks[b.index()].edges.iter();
            edges
                .filter(|e| Some(e.to) != head)
                .filter_map(|e| index_of.get(&e.to).copied())
                .collect()
        })
        .collect();
    const UNSEEN: usize = usize::MAX;
    let n = blocks.len();
    let (mut number, mut low, mut on_stack) = (vec![UNSEEN; n], vec![0; n], vec![false; n]);
    let (mut stack, mut counter, mut result) = (Vec::new(), 0, Vec::new());
    for root in 0..n {
        if number[root] != UNSEEN {
            continue;
        }
        let mut calls = vec![(root, 0)];
        while let Some((v, edge)) = calls.pop() {
            if edge == 0 {
                number[v] = counter;
                low[v] = counter;
                counter += 1;
                stack.push(v);
                on_stack[v] = true;
            } else {
                let w = next[v][edge - 1];
                if on_stack[w] {
                    low[v] = low[v].min(low[w]);
                }
            }
            // the next unvisited successor, if any
            let mut at = edge;
            let mut descend = None;
            while at < next[v].len() {
                let w = next[v][at];
                at += 1;
                if number[w] == UNSEEN {
                    descend = Some(w);
                    break;
                }
                if on_stack[w] {
                    low[v] = low[v].min(number[w]);
                }
            }
            if let Some(w) = descend {
                calls.push((v, at));
                calls.push((w, 0));
                continue;
            }
            if low[v] == number[v] {
                let mut component = Vec::new();
                loop {
                    let w = stack.pop().expect("the root is on the stack");
                    on_stack[w] = false;
                    component.push(blocks[w]);
                    if w == v {
                        break;
                    }
                }
                if component.len() > 1 || next[v].contains(&v) {
                    component.sort();
                    result.push(component);
                }
            }
        }
    }
    result
}

/// Gives every entry of `region` but one a copy of its own of what it reaches without
/// passing that one.
fn split(cfg: &mut Cfg, specs: &mut HashMap<BlockId, LoopSpec>, region: &[BlockId]) {
    let inside: BTreeSet<BlockId> = region.iter().copied().collect();
    let mut entries = BTreeSet::new();
    for (i, block) in cfg.blocks.iter().enumerate() {
        if !inside.contains(&BlockId(i as u32)) {
            entries.extend(block.edges.iter().map(|e| e.to).filter(|to| inside.contains(to)));
        }
    }
    let annotated = |b: &&BlockId| {
        specs
            .get(b)
            .is_some_and(|s| !s.predicates.is_empty() || !s.invariants.is_empty())
    };
    let head = *entries
        .iter()
        .find(annotated)
        .or(entries.first())
        .expect("a region is entered");
    entries.remove(&head);
    let mut copies: BTreeMap<BlockId, BlockId> = BTreeMap::new();
    let mut work: Vec<BlockId> = entries.iter().copied().collect();
    while let Some(block) = work.pop() {
        if copies.contains_key(&block) {
            continue;
        }
        copies.insert(block, BlockId(cfg.blocks.len() as u32));
        cfg.blocks.push(cfg.blocks[block.index()].clone());
        if let Some(spec) = specs.get(&block).cloned() {
            specs.insert(copies[&block], spec);
        }
        let edges = &cfg.blocks[block.index()].edges;
        work.extend(
            edges
                .iter()
                .map(|e| e.to)
                .filter(|to| inside.contains(to) && *to != head),
        );
    }
    for copy in copies.values() {
        for edge in &mut cfg.blocks[copy.index()].edges {
            edge.to = *copies.get(&edge.to).unwrap_or(&edge.to);
        }
    }
    let made: BTreeSet<BlockId> = copies.values().copied().collect();
    for (i, block) in cfg.blocks.iter_mut().enumerate() {
        let from = BlockId(i as u32);
        if inside.contains(&from) || made.contains(&from) {
            continue;
        }
        for edge in &mut block.edges {
            if entries.contains(&edge.to) {
                edge.to = copies[&edge.to];
            }
        }
    }
}

fn place(cfg: &Cfg, blocks: &[BlockId]) -> Span {
    let commands = blocks.iter().flat_map(|b| &cfg.blocks[b.index()].commands);
    commands.map(|c| c.span).next().unwrap_or_default()
}
