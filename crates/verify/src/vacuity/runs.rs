//! Suspicions that a concrete run dispels, which is cheaper than a model.

use super::vacuous::{Vacuous, is_stated, premise};
use abide_base::Budget;
use abide_exec::local_search::Repair;
use abide_exec::state::truth;
use abide_exec::{Draw, Machine, Observer, Stop, Values};
use abide_infer::runs::{Inputs, first_values};
use abide_ir::Check;
use abide_ir::cfg::{BlockId, Cfg};
use abide_logic::Var;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Runs, commands of one of them, and steps of all.
const RUNS: u64 = 60;
const COMMANDS: usize = 1_000;
const STEPS: u64 = 30_000;

/// Changes on the way to inputs with linked objects, and steps of them.
const CHANGES: usize = 4_000;
const HEAPS: u64 = 1_000_000;

/// What is left of the suspicions after a few runs.
pub(super) fn not_dispelled(
    cfg: &Cfg,
    vars: &BTreeSet<Var>,
    suspicions: BTreeSet<Vacuous>,
    repair: &Repair,
    budget: &Budget,
) -> BTreeSet<Vacuous> {
    let mut left = suspicions;
    let mut run = |mut state: Values, seed: u64| {
        if left.is_empty() {
            return ControlFlow::Break(());
        }
        let mut watcher = Watcher {
            cfg,
            left: &mut left,
            rounds: vec![0; cfg.loops.len()],
            started: false,
            last: None,
        };
        let stop = Machine::new(cfg, Draw::seeded(seed), COMMANDS).observed(cfg.entry, &mut state, &mut watcher);
        if let Stop::End = stop {
            watcher.left.remove(&Vacuous::End);
            watcher.left.remove(&Vacuous::Stuck(cfg.exit));
        }
        ControlFlow::Continue(watcher.started)
    };
    let open = &first_values(cfg);
    let inputs = Inputs {
        cfg,
        vars,
        open,
        repair,
    };
    inputs.guessed(RUNS, &budget.part(STEPS), &mut run);
    inputs.linked(CHANGES, &budget.part(HEAPS), &mut run);
    left
}

/// Strikes out what a run dispels.
struct Watcher<'w> {
    cfg: &'w Cfg,
    left: &'w mut BTreeSet<Vacuous>,
    /// By loop: how often its head was come to since it was entered.
    rounds: Vec<usize>,
    /// Did the input satisfy the preconditions?
    started: bool,
    /// The block that the run is in.
    last: Option<BlockId>,
}

impl Observer for Watcher<'_> {
    fn arrive(&mut self, block: BlockId, _: &Values) -> bool {
        if let Some(passed) = self.last.replace(block) {
            self.left.remove(&Vacuous::Stuck(passed));
        }
        if block != self.cfg.entry {
            self.started = true;
            self.left.remove(&Vacuous::Start);
        }
        for l in self.cfg.loop_ids() {
            let rounds = &mut self.rounds[l.index()];
            let of_loop = self.cfg.natural_loop(l);
            if block == of_loop.head {
                *rounds += 1;
            } else if !of_loop.body.contains(&block) {
                // a second arrival at the head ends a round
                if *rounds > 1 {
                    self.left.remove(&Vacuous::Left(l));
                }
                *rounds = 0;
            }
        }
        true
    }

    fn check(&mut self, check: &Check, state: &Values) {
        if !is_stated(check) {
            return;
        }
        self.left.remove(&Vacuous::Unreached(check.kind, check.span));
        let suspicion = Vacuous::Premise(check.kind, check.span);
        if self.left.contains(&suspicion)
            && let Some(premise) = premise(&check.formula)
            && truth(&premise, state) == Some(true)
        {
            self.left.remove(&suspicion);
        }
    }
}
