//! The points of a routine, and the predicates tracked at each.
//!
//! A point is where ways meet: the start, the loop heads, the joins and the end. From one point to
//! the next ones the code is a tree, whose transitions are taken as they are; a point within it
//! would only forget what the way there has tested.
//!
//! The report has one set of predicates for a whole function. Here they are given loop by loop,
//! and all of them are tracked wherever all their variables are live: a variable without a
//! value that matters would only double the valuations.

use super::{Cut, live};
use crate::Subject;
use abide_base::Span;
use abide_ir::cfg::{BlockId, Cfg, LoopId};
use abide_logic::{Term, Var};
use abide_region::MAX_WIDTH;
use std::collections::BTreeSet;

/// The points of a routine.
#[derive(Clone, Debug)]
pub struct Points {
    /// All predicates of the routine, without repetitions.
    pub predicates: Vec<Term>,
    /// In program order; the first one is the start.
    pub places: Vec<Place>,
}

/// The beginning of a block.
#[derive(Clone, Debug)]
pub struct Place {
    /// The block.
    pub block: BlockId,
    /// The loop that begins there.
    pub head: Option<LoopId>,
    /// Where that is in the source, as far as it is known.
    pub span: Option<Span>,
    /// The numbers of the predicates tracked there, increasing.
    pub tracked: Vec<usize>,
}

impl Place {
    /// Where a predicate stands in the valuations of this point.
    pub fn position(&self, predicate: usize) -> Option<usize> {
        self.tracked.binary_search(&predicate).ok()
    }
}

impl Points {
    /// The points of a routine.
    pub fn of(subject: &Subject, cut: Cut) -> Points {
        let cfg = subject.cfg;
        let mut predicates: Vec<Term> = Vec::new();
        for predicate in subject.precisions.iter().flat_map(|p| &p.predicates) {
            if !predicates.contains(&predicate.formula) {
                predicates.push(predicate.formula.clone());
            }
        }
        let skolems: BTreeSet<&Var> = subject.precisions.iter().flat_map(|p| &p.skolems).collect();
        let live = live::live(cfg, subject.precisions);
        let ways = ways_in(cfg);
        let chosen = |b: &BlockId| {
            let cuts = *b == cfg.entry || *b == cfg.exit || cfg.loop_at(*b).is_some();
            cuts || cut == Cut::Points && ways[b.index()] > 1
        };
        let place = |block: BlockId| {
            let matters = |v: &Var| skolems.contains(v) || live[block.index()].contains(v);
            let is_live = |p: &Term| p.free_vars().iter().all(matters);
            let mut tracked: Vec<usize> = (0..predicates.len()).filter(|i| is_live(&predicates[*i])).collect();
            if block == cfg.entry {
                // nothing is known of a routine's start
                tracked.clear();
            }
            if tracked.len() > MAX_WIDTH {
                tracked.sort_by_key(|i| distance(subject, block, &predicates[*i]));
                tracked.truncate(MAX_WIDTH);
                tracked.sort();
            }
            Place {
                block,
                head: cfg.loop_at(block),
                span: span(cfg, block),
                tracked,
            }
        };
        Points {
            places: cfg.order().into_iter().filter(chosen).map(place).collect(),
            predicates,
        }
    }

    /// The point at a block.
    pub fn at(&self, block: BlockId) -> Option<usize> {
        self.places.iter().position(|p| p.block == block)
    }

    /// The number of a predicate.
    pub fn number(&self, predicate: &Term) -> Option<usize> {
        self.predicates.iter().position(|p| p == predicate)
    }
}

/// How many edges lead to each block.
fn ways_in(cfg: &Cfg) -> Vec<usize> {
    let mut ways = vec![0; cfg.blocks.len()];
    for edge in cfg.blocks.iter().flat_map(|b| &b.edges) {
        ways[edge.to.index()] += 1;
    }
    ways
}

/// How many loops one must leave from a block to come to one with the predicate.
fn distance(subject: &Subject, block: BlockId, predicate: &Term) -> usize {
    let cfg = subject.cfg;
    let mut around: Vec<LoopId> = cfg
        .loop_ids()
        .filter(|l| cfg.natural_loop(*l).body.contains(&block))
        .collect();
    around.sort_by_key(|l| cfg.natural_loop(*l).body.len());
    let has = |l: &LoopId| {
        let own = &subject.precisions[l.index()].predicates;
        own.iter().any(|p| p.formula == *predicate)
    };
    around.iter().position(has).unwrap_or(around.len())
}

/// Where a block begins: at its loop or its first command, else where the next one does.
fn span(cfg: &Cfg, block: BlockId) -> Option<Span> {
    let mut seen = BTreeSet::new();
    let mut at = block;
    while seen.insert(at) {
        if let Some(l) = cfg.loop_at(at) {
            return Some(cfg.natural_loop(l).spec.span);
        }
        if let Some(command) = cfg.block(at).commands.first() {
            return Some(command.span);
        }
        at = cfg.block(at).edges.first()?.to;
    }
    None
}
