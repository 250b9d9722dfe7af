//! Houdini: the largest part of a set of candidates that is inductive (Flanagan & Leino, FME
//! 2001).
//!
//! All candidates of all loops are put to one session. Each has a switch that assumes it where a
//! round of its loop begins, and a Boolean that implies that it is false where the loop is
//! entered or come back to. A model is a state in which some candidates are false: they go, all at
//! once, and so do those that are false in the states a run comes to from there. When there is no
//! model the rest is inductive, inner and outer loops together. Where the prover does not know,
//! the candidates are asked about in smaller parts; a single one that is not known goes.
//!
//! Candidates may come from a [`Ladder`]: only the strongest are put to the session, and when one goes,
//! what it implied and nothing else implies takes its place.
//!
//! Candidates are closed. The negation of `∀k. f` speaks of a constant of its own for `k`; all
//! candidates share these constants, since a disjunction of existential formulas is one.

use crate::hypotheses::Hypotheses;
use abide_exec::state::Here;
use abide_exec::{Draw, Machine, Values};
use abide_ir::cfg::{Cfg, LoopId};
use abide_logic::{Kind, Quantifier, Subst, Term, Value, Var, eval};
use abide_prover::{Answer, Instantiating, Limits, Prover, ProverError, Session, Stats};
use abide_vc::{CutGraph, Passive, Point};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// Visits of loop heads in a run from a model, and commands.
const VISITS: usize = 16;
const STEPS: usize = 2_000;

/// States of models that are remembered.
const STATES: usize = 64;

/// Answers that are not known after which nothing more is asked.
const UNKNOWN: usize = 40;

/// What is left.
pub struct Left {
    /// By loop: for each candidate, whether it is among those that are inductive.
    pub kept: Vec<Vec<bool>>,
    /// What the session did.
    pub stats: Stats,
}

/// Candidates in an order of strength.
pub trait Ladder {
    /// What to try now that these were given up: whatever was not offered yet and is not implied by
    /// something that is neither given up nor offered. At first nothing was given up.
    fn next(&mut self, gone: &[At]) -> Vec<At>;
}

/// A formula for the head of a loop.
pub type At = (LoopId, Term);

/// Candidates without an order.
struct Flat(Vec<At>);

impl Ladder for Flat {
    fn next(&mut self, _: &[At]) -> Vec<At> {
        std::mem::take(&mut self.0)
    }
}

/// The largest inductive part of the candidates, as far as the prover knows. What the loops of
/// the graph say already is assumed.
pub fn houdini(
    cfg: &Cfg,
    cut: &CutGraph,
    vars: &BTreeSet<Var>,
    candidates: &[Vec<Term>],
    prover: &Arc<dyn Prover>,
    limits: &Limits,
) -> Result<Left, ProverError> {
    let about: Vec<LoopId> = cfg.loop_ids().filter(|l| !candidates[l.index()].is_empty()).collect();
    if about.is_empty() {
        return Ok(Left {
            kept: candidates.iter().map(|_| Vec::new()).collect(),
            stats: Stats::default(),
        });
    }
    let all = about
        .iter()
        .flat_map(|l| candidates[l.index()].iter().map(|c| (*l, c.clone())));
    let mut flat = Flat(all.collect());
    let (alive, stats) = descend(cfg, cut, vars, &about, &mut flat, prover, limits)?;
    let alive: HashSet<At> = alive.into_iter().collect();
    let kept = cfg.loop_ids().map(|l| {
        let of_loop = candidates[l.index()].iter();
        of_loop.map(|c| alive.contains(&(l, c.clone()))).collect()
    });
    Ok(Left {
        kept: kept.collect(),
        stats,
    })
}

/// The strongest of the formulas of a ladder that are inductive together, and what it cost.
pub fn descend(
    cfg: &Cfg,
    cut: &CutGraph,
    vars: &BTreeSet<Var>,
    about: &[LoopId],
    ladder: &mut dyn Ladder,
    prover: &Arc<dyn Prover>,
    limits: &Limits,
) -> Result<(Vec<At>, Stats), ProverError> {
    let ends: Vec<_> = about
        .iter()
        .flat_map(|l| [cut.loops[l.index()].entry, cut.loops[l.index()].back])
        .collect();
    let mut passive = Passive::leading_to(cut, &ends, vars);
    let mut posts = Vec::new();
    for l in about {
        let cut = cut.loops[l.index()];
        let ways = [cut.entry, cut.back]
            .into_iter()
            .filter_map(|b| passive.ends.get(&b).cloned());
        let ways: Vec<Point> = ways.collect();
        // a loop that is never reached has every invariant
        if ways.is_empty() {
            continue;
        }
        let post = passive.join(&ways);
        posts.push((*l, post));
    }
    let mut session = Instantiating::open(prover, limits)?;
    for formula in std::mem::take(&mut passive.formulas) {
        session.assert(&formula);
    }
    let mut search = Search {
        cfg,
        limits,
        hypotheses: Hypotheses::at_heads(cfg, cut, &passive),
        passive,
        session,
        posts,
        constants: Vec::new(),
        alive: Vec::new(),
        asked: Vec::new(),
        states: Vec::new(),
        free: Vec::new(),
        ladder,
        runs: 0,
        unknown: 0,
    };
    search.step_down();
    search.run();
    let alive = search.alive.iter().map(|c| (c.l, c.formula.clone()));
    let alive: Vec<At> = alive.chain(search.free.iter().cloned()).collect();
    Ok((alive, search.session.stats()))
}

/// A candidate that has not been given up.
#[derive(Clone)]
struct Alive {
    l: LoopId,
    /// Its formula, for states of runs.
    formula: Term,
    /// Its formula with the shared constants for what it quantifies over.
    opened: Term,
    /// Assumes it at the head; none if the head is not on the way to anything asked.
    switch: Option<Term>,
    /// Implies that it is false at the end of a round, or at the entry.
    violated: Term,
}

struct Search<'a> {
    cfg: &'a Cfg,
    limits: &'a Limits,
    passive: Passive,
    session: Instantiating,
    hypotheses: Hypotheses,
    posts: Vec<(LoopId, Point)>,
    /// Shared constants for what candidates quantify over.
    constants: Vec<Var>,
    alive: Vec<Alive>,
    /// Everything the ladder offered that was not given up when last looked.
    asked: Vec<At>,
    /// States that models were in, for what the ladder offers later.
    states: Vec<(LoopId, Values)>,
    /// Formulas of loops that are never reached.
    free: Vec<At>,
    ladder: &'a mut dyn Ladder,
    runs: u64,
    /// Answers that were not known.
    unknown: usize,
}

impl Search<'_> {
    /// Takes from the ladder what is to be tried instead of what was given up.
    fn step_down(&mut self) {
        loop {
            let (asked, alive) = (std::mem::take(&mut self.asked), &self.alive);
            let is_alive = |at: &At| alive.iter().any(|c| c.l == at.0 && c.formula == at.1);
            let gone: Vec<At> = asked.into_iter().filter(|at| !is_alive(at)).collect();
            self.asked = self.alive.iter().map(|c| (c.l, c.formula.clone())).collect();
            let offered = self.ladder.next(&gone);
            if offered.is_empty() {
                return;
            }
            for (l, formula) in offered {
                match self.posts.iter().find(|(m, _)| *m == l).map(|(_, p)| p.clone()) {
                    Some(post) => {
                        self.add(l, &post, &formula);
                        self.asked.push((l, formula));
                    }
                    None => self.free.push((l, formula)),
                }
            }
            let states = std::mem::take(&mut self.states);
            let before = self.alive.len();
            for (l, state) in &states {
                self.leave_false(*l, state);
            }
            self.states = states;
            if self.alive.len() == before {
                return;
            }
        }
    }

    /// Gives up what is false in a state, which has the shared constants too.
    fn leave_false(&mut self, l: LoopId, state: &Values) {
        self.alive
            .retain(|c| c.l != l || eval(&c.opened, &Here(state)) != Some(Value::Bool(false)));
    }

    fn add(&mut self, l: LoopId, post: &Point, candidate: &Term) {
        let opened = self.opened(candidate);
        let violated = self.passive.fresh_bool("violated");
        let wrong = Term::and([post.reached.clone(), Term::not(post.at(&opened))]);
        self.session.assert(&Term::implies(violated.clone(), wrong));
        let switch = self.hypotheses.head(l).is_some().then(|| {
            self.hypotheses
                .switch(&mut self.passive, &mut self.session, l, candidate)
        });
        self.alive.push(Alive {
            l,
            formula: candidate.clone(),
            opened,
            switch,
            violated,
        });
    }

    /// The body of a universal formula, with shared constants.
    fn opened(&mut self, candidate: &Term) -> Term {
        let Kind::Quant(Quantifier::Forall, vars, body) = candidate.kind() else {
            return candidate.clone();
        };
        let mut subst = Subst::new();
        let mut used: Vec<Var> = Vec::new();
        for var in vars {
            let free = self
                .constants
                .iter()
                .find(|c| c.sort() == var.sort() && !used.contains(c));
            let constant = free.cloned().unwrap_or_else(|| {
                let tag = self.passive.fresh_bool("constant");
                let tag = tag.as_var().map_or(0, Var::tag);
                let new = Var::new(var.name(), tag, var.sort().clone());
                self.constants.push(new.clone());
                new
            });
            used.push(constant.clone());
            subst.insert(var.clone(), constant.term());
        }
        subst.apply(body)
    }

    fn run(&mut self) {
        let mut size = self.alive.len().max(1);
        loop {
            let mut from = 0;
            // everything in parts, under the same hypotheses, until nothing goes
            let mut went = false;
            while from < self.alive.len() {
                let part: Vec<usize> = (from..self.alive.len().min(from + size)).collect();
                match self.query(&part) {
                    Step::Holds => from += part.len(),
                    Step::Went => {
                        self.step_down();
                        went = true;
                    }
                    Step::Unknown if part.len() > 1 => size = part.len().div_ceil(2),
                    Step::Unknown => {
                        self.alive.remove(from);
                        self.step_down();
                        went = true;
                    }
                    Step::Over => {
                        self.alive.clear();
                        return;
                    }
                }
            }
            if !went {
                return;
            }
        }
    }

    /// Can one of these be false? Those that are false in the model go.
    fn query(&mut self, part: &[usize]) -> Step {
        if self.limits.budget.check().is_err() {
            return Step::Over;
        }
        let goal = self.passive.fresh_bool("goal");
        let ways = part.iter().map(|i| self.alive[*i].violated.clone());
        self.session.assert(&Term::implies(goal.clone(), Term::or(ways)));
        let mut assumed = vec![goal];
        assumed.extend(self.alive.iter().filter_map(|c| c.switch.clone()));
        match self.session.check(&assumed) {
            Answer::Unsat(_) => Step::Holds,
            Answer::Unknown(_) => {
                self.unknown += 1;
                if self.unknown > UNKNOWN {
                    Step::Over
                } else {
                    Step::Unknown
                }
            }
            Answer::Sat => {
                let before = self.alive.len();
                self.drop_false(part);
                if self.alive.len() < before {
                    Step::Went
                } else {
                    Step::Unknown
                }
            }
        }
    }

    /// Gives up what the current model makes false.
    fn drop_false(&mut self, part: &[usize]) {
        let said: HashSet<Term> = part
            .iter()
            .map(|i| self.alive[*i].violated.clone())
            .filter(|violated| self.session.value(violated) == Some(Value::Bool(true)))
            .collect();
        let shared: Values = self
            .constants
            .clone()
            .into_iter()
            .filter_map(|c| Some((c.clone(), self.session.value(&c.term())?)))
            .collect();
        let mut states: Vec<(LoopId, Values)> = Vec::new();
        for (l, post) in self.posts.clone() {
            if self.session.value(&post.reached) == Some(Value::Bool(true)) {
                states.push((l, self.state_at(&post)));
            }
        }
        self.alive.retain(|c| !said.contains(&c.violated));
        for (l, state) in &states {
            let mut here = state.clone();
            here.extend(shared.iter().map(|(k, v)| (k.clone(), v.clone())));
            self.leave_false(*l, &here);
            if self.states.len() < STATES {
                self.states.push((*l, here));
            }
        }
        // with quantified facts the model's maps are arbitrary where no instance speaks of them
        if !self.session.is_quantified() {
            for (l, state) in states {
                self.replay(l, state);
            }
        }
    }

    fn state_at(&mut self, point: &Point) -> Values {
        let mut state = Values::new();
        for (var, version) in &point.state {
            if let Some(value) = self.session.value(version) {
                state.insert(var.clone(), value);
            }
        }
        state
    }

    /// Runs a state on, and gives up what is false on the way.
    fn replay(&mut self, l: LoopId, mut state: Values) {
        self.runs += 1;
        let mut visits = 0;
        let (cfg, alive) = (self.cfg, &mut self.alive);
        let mut machine = Machine::new(cfg, Draw::seeded(self.runs), STEPS);
        machine.run(cfg.natural_loop(l).head, &mut state, &mut |block, state| {
            if let Some(l) = cfg.loop_at(block) {
                visits += 1;
                alive.retain(|c| c.l != l || eval(&c.formula, &Here(state)) != Some(Value::Bool(false)));
            }
            visits < VISITS
        });
    }
}

/// What came of a question.
enum Step {
    Holds,
    Went,
    Unknown,
    Over,
}
