//! When a run looks for rounds that it can take at once.
//!
//! Where a loop's head is come to often, the ways of two rounds are recorded. If they are the same, what the second
//! one changed is taken for what each round changes, and [`leap`] sees whether that is so. Attempts get rarer where
//! they fail.

use crate::progression::{Here, Leap, leap};
use abide_ir::cfg::{BlockId, Cfg};
use abide_logic::{Sort, Var};
use std::collections::BTreeMap;

/// Visits before a first attempt, blocks of a round, and rounds that are worth it.
const VISITS: u64 = 32;
const LONGEST: usize = 2_000;
const WORTH: i128 = 64;

/// A watch on the loops of a run.
pub(crate) struct Leaps<'c> {
    cfg: &'c Cfg,
    /// By block, the loop that has it as its head.
    heads: Vec<Option<usize>>,
    /// By loop, how often it was come to, and with how many visits an attempt is made.
    visits: Vec<(u64, u64)>,
    recorded: Option<Recorded>,
}

/// What is recorded of a loop.
struct Recorded {
    at: usize,
    /// The way of the round before, and the way since the head.
    before: Option<Vec<BlockId>>,
    way: Vec<BlockId>,
    /// The numbers at the head, when it was come to last.
    numbers: BTreeMap<Var, i128>,
}

impl<'c> Leaps<'c> {
    /// A watch on a run that begins.
    pub(crate) fn new(cfg: &'c Cfg) -> Leaps<'c> {
        let mut heads = vec![None; cfg.blocks.len()];
        for (i, l) in cfg.loops.iter().enumerate() {
            heads[l.head.index()] = Some(i);
        }
        Leaps {
            cfg,
            heads,
            visits: vec![(0, VISITS); cfg.loops.len()],
            recorded: None,
        }
    }

    /// The run comes to a block; says whether rounds can be taken at once from here.
    #[inline]
    pub(crate) fn arrive(&mut self, block: BlockId, here: &dyn Here) -> Option<Leap> {
        if self.recorded.is_none() {
            let at = self.heads[block.index()]?;
            self.visits[at].0 += 1;
            let (visits, next) = self.visits[at];
            if visits < next {
                return None;
            }
            self.recorded = Some(Recorded {
                at,
                before: None,
                way: vec![block],
                numbers: self.numbers(at, here),
            });
            return None;
        }
        self.record(block, here)
    }

    fn record(&mut self, block: BlockId, here: &dyn Here) -> Option<Leap> {
        let mut recorded = self.recorded.take()?;
        let l = &self.cfg.loops[recorded.at];
        if block != l.head {
            recorded.way.push(block);
            if recorded.way.len() > LONGEST {
                self.fail(recorded.at);
            } else if l.body.contains(&block) {
                self.recorded = Some(recorded);
            }
            return None;
        }
        let numbers = self.numbers(recorded.at, here);
        if recorded.before.is_none() {
            recorded.before = Some(std::mem::replace(&mut recorded.way, vec![block]));
            recorded.numbers = numbers;
            self.recorded = Some(recorded);
            return None;
        }
        let step = |(var, now): (&Var, &i128)| {
            let before = recorded.numbers.get(var)?;
            Some((var.clone(), now.checked_sub(*before)?))
        };
        let steps: Option<BTreeMap<Var, i128>> = numbers.iter().map(step).collect();
        let same = recorded.before.as_ref() == Some(&recorded.way);
        let found = steps.filter(|_| same);
        let found = found.and_then(|steps| leap(self.cfg, &recorded.way, steps, here));
        let found = found.filter(|leap| leap.rounds >= WORTH);
        match found {
            Some(_) => self.visits[recorded.at] = (0, VISITS),
            None => self.fail(recorded.at),
        }
        found
    }

    fn fail(&mut self, at: usize) {
        let (visits, next) = &mut self.visits[at];
        *next = 2 * (*visits).max(*next);
    }

    fn numbers(&self, at: usize, here: &dyn Here) -> BTreeMap<Var, i128> {
        let targets = self.cfg.loops[at].targets.iter();
        let scalars = targets.filter(|v| !matches!(v.sort(), Sort::Map(_)));
        let known = scalars.filter_map(|v| Some((v.clone(), here.number(&v.term())?)));
        known.collect()
    }
}
