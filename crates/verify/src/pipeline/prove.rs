//! Stages 3 and 4: the candidates as printed into the source, proved.

use super::batch::{Batch, Outcomes, add};
use super::failing_inputs::Place;
use super::guard::Obstacle;
use super::inferred::Inferred;
use super::printed::Printed;
use super::request::Mode;
use crate::check::{self, Outcome, Shown, is_invariant};
use crate::language::{View, When};
use crate::vacuity;
use abide_base::{Span, Stopwatch};
use abide_exec::{AllRuns, Values};
use abide_ir::cfg::Cfg;
use abide_ir::{Check, CheckKind, Program, Routine};
use abide_logic::Var;
use abide_prover::{Limits, ProverError};
use abide_vc::{CutGraph, Passive};
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

/// The source with candidates printed into it, read again.
pub(super) struct Reread<'a> {
    /// What was read.
    pub program: &'a Program,
    /// The text it was read from.
    pub text: &'a str,
    /// How its states are shown.
    pub view: &'a dyn View,
}

impl Reread<'_> {
    /// The printed candidates by the places of their checks in the text, and those that did not come back
    /// when the text was read.
    fn candidates(&self, original: &Cfg, cfg: &Cfg, printed: &Printed) -> (BTreeMap<Span, Vec<String>>, Vec<String>) {
        let mut found: BTreeMap<Span, Vec<String>> = BTreeMap::new();
        let mut lost = Vec::new();
        let clauses = printed.clauses();
        let all: Vec<String> = printed.texts.values().flatten().cloned().collect();
        for (before, after) in original.loops.iter().zip(&cfg.loops) {
            let texts = clauses.get(&before.spec.span).map_or(&[][..], Vec::as_slice);
            let mut left: Vec<&String> = texts.iter().collect();
            let mut others = Vec::new();
            for clause in &after.spec.invariants {
                // a frame is several formulas at one place
                if found.contains_key(&clause.span) {
                    continue;
                }
                let there = self.text.get(clause.span.range()).unwrap_or_default();
                // the longest one: another may be a part of it
                let best = left.iter().enumerate().filter(|(_, t)| there.contains(t.as_str()));
                match best.max_by_key(|(_, t)| t.len()) {
                    Some((at, _)) => {
                        found.insert(clause.span, vec![left.remove(at).clone()]);
                    }
                    None => others.push(clause.span),
                }
            }
            // what another routine prints that has read this loop, too, has to hold here: else nothing is printed here
            let foreign = others.into_iter().skip(before.spec.invariants.len());
            let own = if texts.is_empty() { &all[..] } else { texts };
            found.extend(foreign.map(|span| (span, own.to_vec())));
            // a frame that says nothing is no formula
            lost.extend(left.into_iter().filter(|t| !printed.is_frame(t)).cloned());
        }
        (found, lost)
    }
}

/// What became of a routine as printed.
pub(super) enum Proof {
    /// All candidates hold; the outcomes of the other checks.
    Done(Outcomes),
    /// Printed candidates that were not proved.
    Drop(Vec<String>),
}

/// Steps of looking for vacuous proofs: a warning is not worth more than a moment.
const MOMENT: u64 = 5_000_000;

impl Inferred {
    /// Nothing more is done, and nothing that was found is believed.
    pub(super) fn stop(&mut self, obstacle: Obstacle) -> Proof {
        let found = self.candidates();
        *self = Inferred {
            printed: std::mem::take(&mut self.printed),
            ..Inferred::stopped(obstacle)
        };
        Proof::Drop(found)
    }
}

impl Batch<'_> {
    /// Stage 4: every check of the routine as printed, its new invariants included.
    pub(super) fn prove(
        &self,
        routine: &Routine,
        inferred: &mut Inferred,
        again: &Reread,
    ) -> Result<Proof, ProverError> {
        if self.run.cancelled() {
            return Ok(inferred.stop(Obstacle::unfinished()));
        }
        let Ok(original) = &inferred.cfg else {
            return Ok(Proof::Done(Vec::new()));
        };
        if let Some(runs) = inferred.seen() {
            let mut outcomes = all_proved(original, &inferred.vars);
            if let AllRuns::Fail { check: failed, .. } = runs {
                let failing = outcomes
                    .iter_mut()
                    .filter(|(c, _)| (c.kind, c.span) == (failed.kind, failed.span));
                failing.for_each(|(_, outcome)| *outcome = Outcome::Broken(Vec::new()));
            }
            return Ok(Proof::Done(outcomes));
        }
        let reread;
        let (cfg, twin) = if inferred.candidates().is_empty() {
            (original, routine)
        } else {
            let Some(twin) = again.program.routines.iter().find(|r| r.name == routine.name) else {
                // the annotated text does not load: nothing printed may be believed
                return Ok(Proof::Drop(inferred.candidates()));
            };
            match Cfg::of(twin, &again.program.axioms) {
                Ok(cfg) => reread = cfg,
                Err(_) => return Ok(Proof::Drop(inferred.candidates())),
            }
            (&reread, twin)
        };
        let vars: BTreeSet<Var> = twin.inputs.iter().chain(&twin.locals).cloned().collect();
        let started = Stopwatch::start();
        let limits = self.run.limits(inferred.spent);
        let show = |state: &Values| Shown {
            values: again.view.state(twin, state),
            heap: again.view.heap(twin, state, When::Inside),
        };
        let (candidates, lost) = again.candidates(original, cfg, &inferred.printed);
        let is_printed = |c: &Check| is_invariant(c.kind) || c.kind == CheckKind::Frame;
        let is_candidate = |c: &Check| is_printed(c) && candidates.contains_key(&c.span);
        let places = LazyCell::new(|| places((original, &inferred.vars), (cfg, &vars), is_candidate));
        let failing_inputs = &inferred.failing_inputs;
        let fails = |at: usize| {
            !failing_inputs.refuted.is_empty() && places[at].is_some_and(|place| failing_inputs.is_refuted(place))
        };
        let mut checked = check::check(cfg, &vars, (&fails, &show), &self.pool(inferred), &limits)?;
        inferred.stats.second = 0;
        if self.wants_second(cfg, &checked) {
            let mut failing_inputs = std::mem::take(&mut inferred.failing_inputs);
            let asked = (&mut checked, &places[..]);
            let proved = self.second(routine, (&*inferred, &mut failing_inputs), (cfg, &vars), asked, &limits)?;
            inferred.failing_inputs = failing_inputs;
            inferred.stats.second = proved;
        }
        inferred.spent += started.elapsed();
        inferred.stats.unknown += checked.stats.unknown;
        let stats = &mut inferred.stats;
        add(&mut stats.checks_final, &mut stats.instances, &checked.stats);
        if !lost.is_empty() {
            return Ok(Proof::Drop(lost));
        }
        let mut drop = Vec::new();
        let mut rest = Vec::new();
        let mut is_left = false;
        let known = &inferred.failing_inputs;
        let fails = |at: usize| !known.refuted.is_empty() && places[at].is_some_and(|place| known.is_refuted(place));
        for (at, (check, outcome)) in checked.outcomes.into_iter().enumerate() {
            let is_open = outcome != Outcome::Proved;
            match candidates.get(&check.span) {
                Some(texts) if is_printed(&check) => {
                    if is_open {
                        drop.extend(texts.iter().cloned());
                    }
                }
                _ => {
                    is_left |= is_open && !fails(at);
                    rest.push((check, outcome));
                }
            }
        }
        if !drop.is_empty() {
            return Ok(Proof::Drop(drop));
        }
        // what takes long is not tried twice
        let has_time = 2 * inferred.spent < self.run.request.settings.timeout;
        if is_left && has_time && inferred.printed.fall_back() {
            return Ok(Proof::Drop(Vec::new()));
        }
        if has_time {
            let pool = self.pool(inferred);
            let (loops, printed, spare) = (&inferred.loops, &mut inferred.printed, &mut inferred.spare);
            if is_left && self.print_the_rest(loops, printed, spare) {
                return Ok(Proof::Drop(Vec::new()));
            }
            let case = (original, &inferred.vars);
            let found = match is_left {
                true => None,
                false => self.print_the_needed(case, loops, (printed, spare), (&pool, &limits))?,
            };
            if let Some(cost) = found {
                add(
                    &mut inferred.stats.checks_minimise,
                    &mut inferred.stats.instances,
                    &cost,
                );
                return Ok(Proof::Drop(Vec::new()));
            }
        }
        let mut is_proved = rest.iter().all(|(_, outcome)| *outcome == Outcome::Proved);
        if !is_proved && self.all_runs_pass(routine, inferred, &limits) {
            // the proof does not rest on what was found
            if !inferred.candidates().is_empty() {
                return Ok(Proof::Drop(inferred.candidates()));
            }
            rest = all_proved(original, &inferred.vars);
            // what calls return is not known to the prover, to whom more ways are open than to runs
            is_proved = original.calls.by_return.is_empty();
        }
        if is_proved && self.run.request.mode == Mode::Verify {
            let started = Stopwatch::start();
            let limits = self.run.limits(inferred.spent).part(MOMENT);
            // the verdict stands: a warning is not worth the rest of the time
            let limits = Limits {
                budget: limits.budget.earlier(4),
                ..limits
            };
            let repair = |input| again.view.repair(twin, input);
            let (vacuous, stats) = vacuity::vacuous(cfg, &vars, &repair, &self.pool(inferred), &limits)?;
            inferred.vacuous = vacuous;
            inferred.stats.checks_vacuous += stats.checks;
            inferred.spent += started.elapsed();
        }
        Ok(Proof::Done(rest))
    }
}

/// Every check of a graph, proved.
fn all_proved(cfg: &Cfg, vars: &BTreeSet<Var>) -> Outcomes {
    let checks = Passive::whole(&CutGraph::of(cfg), vars).checks.into_iter();
    checks.map(|p| (p.check, Outcome::Proved)).collect()
}

/// The places of the checks of a graph in the source as it was given; candidates have none there.
fn places(
    (original, given): (&Cfg, &BTreeSet<Var>),
    (cfg, vars): (&Cfg, &BTreeSet<Var>),
    is_candidate: impl Fn(&Check) -> bool,
) -> Vec<Option<Place>> {
    let checks = |cfg: &Cfg, vars: &BTreeSet<Var>| Passive::whole(&CutGraph::of(cfg), vars).checks.into_iter();
    let originals: Vec<Place> = checks(original, given).map(|p| (p.check.kind, p.check.span)).collect();
    let ours: Vec<bool> = checks(cfg, vars).map(|p| is_candidate(&p.check)).collect();
    if originals.len() != ours.iter().filter(|c| !**c).count() {
        return vec![None; ours.len()];
    }
    let mut originals = originals.into_iter();
    ours.into_iter()
        .map(|c| if c { None } else { originals.next() })
        .collect()
}
