//! Concrete runs of a routine: states its loops are really in.
//!
//! Inputs are small changes of earlier ones, with the numbers of the program among them, all small
//! values where there are few inputs, and models of "the loop is reached" that the prover gives
//! where guessing does not get through the precondition, or "this branch is taken" where no run has
//! taken it ([`cover`]). A formula that is false in one of the
//! states is no invariant; a check that fails on the way is false. Evaluating is a thousand times
//! cheaper than asking the prover.

mod cover;
mod guess;
mod vary;

pub use guess::Inputs;
pub use vary::first_values;
pub(crate) use vary::live;

use abide_base::{Budget, Span};
use abide_exec::climb::Repair;
use abide_exec::state::truth;
use abide_exec::{Draw, Machine, Stop, Values};
use abide_ir::CheckKind;
use abide_ir::cfg::{BlockId, Cfg};
use abide_logic::eval::charged;
use abide_logic::{Sort, Term, Var};
use abide_prover::{Answer, Instantiating, Limits, Prover, ProverError, Session, Stats};
use abide_vc::{CutGraph, Passive};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Runs made by guessing, commands of one run, visits of loop heads in one run.
const RUNS: u64 = 250;
const STEPS: usize = 6_000;
const VISITS: usize = 60;

/// Changes on the way to inputs with linked objects.
const CHANGES: usize = 2_000;

/// States kept for a loop; states with which it is worth asking the prover for inputs.
const STATES: usize = 240;
const FEW: usize = 40;

/// States kept that differ in maps only.
const ALIKE: usize = 12;

/// Inputs asked from the prover for each loop, runs from changes of each, and states with which no more
/// are asked for.
const ASKED: usize = 5;
const NEAR: usize = 150;
const ENOUGH: usize = 100;

/// Steps of all of it: runs over large structures are slow.
const ALL: u64 = 8_000_000;

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
    seen: Vec<HashMap<u64, usize>>,
    /// Blocks some run came through.
    visited: BTreeSet<BlockId>,
}

/// A routine to run.
pub struct Stage<'a> {
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
    /// Runs a routine on many inputs.
    pub fn of(stage: &Stage, prover: &Arc<dyn Prover>, limits: &Limits) -> Result<Runs, ProverError> {
        let loops = stage.cfg.loops.len();
        let limits = &limits.part(ALL);
        let mut runs = Runs {
            heads: vec![Vec::new(); loops],
            seen: vec![HashMap::new(); loops],
            ..Runs::default()
        };
        let open = &first_values(stage.cfg);
        let inputs = Inputs {
            cfg: stage.cfg,
            vars: stage.vars,
            open,
            repair: stage.repair,
        };
        // guesses are not put right: what the prover is asked for where they do not get through has more rounds
        let guesses = Inputs {
            repair: &Some,
            ..inputs
        };
        guesses.guessed(RUNS, &limits.budget, &mut |input, seed| {
            ControlFlow::Continue(runs.run(stage, input, seed))
        });
        if runs.heads.iter().any(|h| h.len() < FEW) || !runs.are_covered(stage) {
            inputs.linked(
                CHANGES,
                &limits.budget,
                &mut |input, seed| match runs.heads.iter().all(|h| h.len() >= ENOUGH) && runs.are_covered(stage) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(runs.run(stage, input, seed)),
                },
            );
        }
        if runs.heads.iter().any(|h| h.len() < FEW) {
            runs.ask(stage, open, prover, limits)?;
        }
        cover::cover(&mut runs, stage, open, prover, limits)?;
        Ok(runs)
    }

    /// Has some run come through every block of the loops?
    fn are_covered(&self, stage: &Stage) -> bool {
        let mut inside = stage.cfg.loops.iter().flat_map(|l| &l.body);
        inside.all(|b| self.visited.contains(b))
    }

    /// Is the formula true in all states seen at the loop, as far as can be told?
    pub fn agree(&self, l: usize, formula: &Term) -> bool {
        self.heads[l].iter().all(|state| truth(formula, state) != Some(false))
    }

    /// Inputs with which the loops are reached, from the prover.
    fn ask(
        &mut self,
        stage: &Stage,
        open: &[Var],
        prover: &Arc<dyn Prover>,
        limits: &Limits,
    ) -> Result<(), ProverError> {
        for l in stage.cfg.loop_ids() {
            if self.heads[l.index()].len() >= FEW || open.is_empty() {
                continue;
            }
            let entry = stage.cut.loops[l.index()].entry;
            let mut passive = Passive::leading_to(stage.cut, &[entry], stage.vars);
            let Some(point) = passive.ends.get(&entry).cloned() else {
                continue;
            };
            let mut session = Instantiating::open(prover, limits)?;
            for formula in std::mem::take(&mut passive.formulas) {
                session.assert(&formula);
            }
            let mut draw = Draw::seeded(11);
            let integers: Vec<Term> = integers(open);
            for trial in 0..ASKED {
                if self.heads[l.index()].len() >= ENOUGH {
                    break;
                }
                // different sizes: a lower bound for some of the numbers
                let wish = passive.fresh_bool("wish");
                let chosen: Vec<&Term> = integers.iter().filter(|_| trial > 0 && draw.below(2) == 0).collect();
                let least = |t: &Term| Term::le(Term::int(draw.below(3 * trial + 1) as i64), t.clone());
                let wanted: Vec<Term> = chosen.into_iter().map(least).collect();
                let upper = integers.iter().map(|t| Term::le(t.clone(), Term::int(20)));
                session.assert(&Term::implies(wish.clone(), Term::and(wanted.into_iter().chain(upper))));
                let reached = point.reached.clone();
                let mut answer = session.check(&[reached.clone(), wish]);
                if trial == 0 && answer != Answer::Sat {
                    answer = session.check(&[reached]);
                }
                match answer {
                    Answer::Sat => {}
                    _ if trial == 0 => break,
                    _ => continue,
                }
                let vars: Vec<Var> = stage.vars.iter().cloned().collect();
                let values = session.completed(&vars);
                let state: Values = vars
                    .into_iter()
                    .zip(values)
                    .filter_map(|(v, x)| Some((v, x?)))
                    .collect();
                charged(&limits.budget, || self.run(stage, state.clone(), trial as u64));
                self.near(stage, open, state, &mut draw, &limits.budget);
                if limits.budget.check().is_err() {
                    break;
                }
            }
            self.stats += session.stats();
        }
        Ok(())
    }

    /// Runs from small changes of an input.
    fn near(&mut self, stage: &Stage, open: &[Var], input: Values, draw: &mut Draw, budget: &Budget) {
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
            if charged(budget, || self.run(stage, changed.clone(), seed as u64)) {
                near.push(changed);
            }
        }
    }

    /// One run; says whether its input satisfies what is assumed.
    fn run(&mut self, stage: &Stage, input: Values, seed: u64) -> bool {
        let mut state = input.clone();
        let mut visits = 0;
        let mut machine = Machine::new(stage.cfg, Draw::seeded(seed), STEPS);
        let stop = machine.run(stage.cfg.entry, &mut state, &mut |block, state| {
            self.visited.insert(block);
            if let Some(l) = stage.cfg.loop_at(block) {
                visits += 1;
                // a run that breaks the user's invariant goes wrong here
                let invariants = &stage.cfg.natural_loop(l).spec.invariants;
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

    fn keep(&mut self, l: usize, state: &Values) {
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

/// The integers of the input: variables, and what maps that nobody writes hold for references.
fn integers(open: &[Var]) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    let refs: Vec<&Var> = open.iter().filter(|v| *v.sort() == Sort::Ref).collect();
    for var in open {
        match var.sort() {
            Sort::Int => found.push(var.term()),
            Sort::Map(kv) if kv.0 == Sort::Ref && kv.1 == Sort::Int => {
                found.extend(refs.iter().map(|r| Term::select(var.term(), r.term())));
            }
            _ => {}
        }
    }
    found
}
