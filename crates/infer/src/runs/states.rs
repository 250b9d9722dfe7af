//! The states that runs of a routine come to, and one run.

use super::vary;
use abide_base::{Budget, Span};
use abide_exec::local_search::Repair;
use abide_exec::state::truth;
use abide_exec::{Draw, Machine, Stop, Values};
use abide_ir::CheckKind;
use abide_ir::cfg::{BlockId, Cfg};
use abide_logic::eval::charged;
use abide_logic::{Sort, Term, Var};
use abide_prover::Stats;
use abide_vc::CutGraph;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Commands of one run, visits of loop heads in one run, and runs from changes of one input.
pub(super) const STEPS: usize = 6_000;
const VISITS: usize = 60;
const NEAR: usize = 150;

/// States kept for a loop, and states kept that differ in maps only.
const STATES: usize = 240;
const ALIKE: usize = 12;

/// States of loop heads, and what failed.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    /// By loop: the states at its head.
    pub heads: Vec<Vec<Values>>,
    /// Checks that failed in a run, with the input.
    pub failed: BTreeMap<(CheckKind, Span), Values>,
    /// What asking for inputs cost.
    pub stats: Stats,
    /// By loop: how often the values of everything but maps were seen together.
    pub(super) seen: Vec<HashMap<u64, usize>>,
    /// Blocks some run came through.
    pub(super) visited: BTreeSet<BlockId>,
}

/// A routine to run.
pub struct Executable<'a> {
    /// Its graph.
    pub cfg: &'a Cfg,
    /// The graph with the loops cut.
    pub cut: &'a CutGraph,
    /// All variables.
    pub vars: &'a BTreeSet<Var>,
    /// What puts inputs right that the language does not allow.
    pub repair: &'a Repair<'a>,
}

impl Runs {
    /// Has some run come through every block of the loops?
    pub(super) fn are_covered(&self, routine: &Executable) -> bool {
        let mut inside = routine.cfg.loops.iter().flat_map(|l| &l.body);
        inside.all(|b| self.visited.contains(b))
    }

    /// Is the formula true in all states seen at the loop, as far as is known?
    pub fn agree(&self, l: usize, formula: &Term) -> bool {
        self.heads[l].iter().all(|state| truth(formula, state) != Some(false))
    }

    /// Runs from small changes of an input.
    pub(super) fn near(&mut self, routine: &Executable, open: &[Var], input: Values, draw: &mut Draw, budget: &Budget) {
        let mut near = vec![input];
        for seed in 0..NEAR {
            if budget.check().is_err() {
                return;
            }
            let mut changed = near[draw.below(near.len())].clone();
            // what arrays hold seldom matters for what is assumed
            if seed % 3 == 0 {
                vary::contents(draw, open, &mut changed);
            } else {
                for _ in 0..draw.below(3) {
                    draw.change(&mut changed, open);
                }
                vary::shuffle(draw, open, &mut changed);
            }
            if charged(budget, || self.run(routine, changed.clone(), seed as u64)) {
                near.push(changed);
            }
        }
    }

    /// One run; says whether its input satisfies what is assumed.
    pub(super) fn run(&mut self, routine: &Executable, input: Values, seed: u64) -> bool {
        let mut state = input.clone();
        let mut visits = 0;
        let mut machine = Machine::new(routine.cfg, Draw::seeded(seed), STEPS);
        let stop = machine.run(routine.cfg.entry, &mut state, &mut |block, state| {
            self.visited.insert(block);
            if let Some(l) = routine.cfg.loop_at(block) {
                visits += 1;
                // a run that breaks the user's invariant goes wrong here
                let invariants = &routine.cfg.natural_loop(l).spec.invariants;
                if invariants.iter().any(|c| truth(&c.formula, state) == Some(false)) {
                    return false;
                }
                self.keep(l.index(), state);
            }
            visits < VISITS
        });
        match stop {
            Stop::Failed(check) => {
                self.failed.entry((check.kind, check.span)).or_insert(input);
                true
            }
            Stop::End | Stop::Steps => true,
            Stop::Blocked | Stop::Unknown => visits > 0,
        }
    }

    pub(super) fn keep(&mut self, l: usize, state: &Values) {
        use std::hash::{DefaultHasher, Hash, Hasher};
        if self.heads[l].len() >= STATES {
            return;
        }
        let mut hasher = DefaultHasher::new();
        for (var, value) in state.iter().filter(|(v, _)| !matches!(v.sort(), Sort::Map(_))) {
            var.hash(&mut hasher);
            value.hash(&mut hasher);
        }
        let times = self.seen[l].entry(hasher.finish()).or_default();
        *times += 1;
        if *times <= ALIKE && !self.heads[l].contains(state) {
            self.heads[l].push(state.clone());
        }
    }
}
