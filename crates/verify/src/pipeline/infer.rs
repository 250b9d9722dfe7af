//! Stage 2: invariants of the loops, reduced to what the checks rest on.
//!
//! What the source says is tried first, then the abstraction over its predicates ([`super::abstraction`]), then
//! discovery ([`super::discover`]). Each step runs only if the ones before left a check open.

use super::batch::{Batch, add};
use super::failing_inputs::Place;
use super::guard::Obstacle;
use super::inferred::{Inferred, Open};
use super::request::{Contracts, KeptRoutine, Mode, Show};
use crate::check::{self, Outcome, Shown};
use crate::refute;
use crate::report::*;
use abide_base::{Diagnostic, Stopwatch};
use abide_exec::AllRuns;
use abide_infer::engine::EngineKind;
use abide_infer::given_predicates;
use abide_ir::Routine;
use abide_ir::cfg::Cfg;
use abide_logic::Var;
use abide_prover::{Limits, Prover, ProverError};
use abide_vc::{CutGraph, Passive};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// Routines of a batch that may keep their prover from stage to stage: each holds memory.
const MAX_POOLS: usize = 8;

/// Commands of a routine that is simply run.
const STEPS: usize = 200_000;

impl Batch<'_> {
    /// The prover for the next stage of a routine.
    pub(super) fn pool(&self, inferred: &Inferred) -> Arc<dyn Prover> {
        inferred.pool.clone().unwrap_or_else(|| self.run.pool())
    }

    /// Is everything proved by what the source says of the loops? Where it says nothing, and there are
    /// predicates or linked structures, that is not worth a question.
    fn is_proved(
        &self,
        routine: &Routine,
        result: &mut Inferred,
        linked: bool,
        limits: &Limits,
    ) -> Result<bool, ProverError> {
        let Ok(cfg) = &result.cfg else { return Ok(false) };
        let bare = cfg.loops.iter().all(|l| l.spec.invariants.is_empty());
        let given = cfg.loops.iter().any(|l| !l.spec.predicates.is_empty());
        if bare && (given || linked) {
            return Ok(false);
        }
        let prover = &self.pool(result);
        let (proved, stats) = match linked {
            true => {
                let mut checked = check::check(cfg, &result.vars, (&|_| false, &|_| Shown::default()), prover, limits)?;
                if self.wants_second(cfg, &checked) {
                    let places = checked.outcomes.iter().map(|(c, _)| Some((c.kind, c.span)));
                    let places: Vec<Option<Place>> = places.collect();
                    let mut failing_inputs = std::mem::take(&mut result.failing_inputs);
                    let asked = (&mut checked, &places[..]);
                    self.second(
                        routine,
                        (&*result, &mut failing_inputs),
                        (cfg, &result.vars),
                        asked,
                        limits,
                    )?;
                    result.failing_inputs = failing_inputs;
                }
                let mut outcomes = checked.outcomes.iter();
                (outcomes.all(|(_, outcome)| *outcome == Outcome::Proved), checked.stats)
            }
            false => check::are_proved(cfg, &result.vars, prover, limits)?,
        };
        add(&mut result.stats.checks_minimise, &mut result.stats.instances, &stats);
        Ok(proved)
    }

    /// Stage 2: invariants of the loops, cut down to what is needed, and the graph if it is wanted.
    pub(super) fn infer(&self, routine: &Routine) -> Result<Inferred, ProverError> {
        let mut result = match self.earlier.get(&routine.span) {
            Some(kept) if !self.run.cancelled() => self.resumed(routine, kept),
            _ => self.invariants(routine)?,
        };
        if let Some(cut) = self.run.request.settings.graph {
            let started = Stopwatch::start();
            result.graph = self.draw(&result, cut, &self.run.limits(result.spent))?;
            result.spent += started.elapsed();
        }
        Ok(result)
    }

    /// A routine whose loops are known, and nothing of them.
    fn begun(&self, routine: &Routine) -> Inferred {
        let mut result = Inferred {
            cfg: Cfg::of(routine, &self.program.axioms).map_err(|e| Obstacle {
                verdict: Verdict::Unsupported,
                diagnostic: Some(Box::new(
                    Diagnostic::error(e.span, e.to_string())
                        .help("write the loop with `while`, or with one entry label"),
                )),
            }),
            vars: routine.inputs.iter().chain(&routine.locals).cloned().collect(),
            pool: (self.routines.len() <= MAX_POOLS).then(|| self.run.pool()),
            ..Inferred::stopped(Obstacle::unfinished())
        };
        let Ok(cfg) = &result.cfg else { return result };
        result.precisions = given_predicates(cfg).0;
        let bare = cfg.loops.iter().map(|l| LoopReport {
            span: l.spec.span,
            invariants: Vec::new(),
            measure: None,
            measured: !l.spec.measures.is_empty(),
            history: History::default(),
        });
        result.loops = bare.collect();
        result
    }

    /// The invariants that an earlier run has found, as candidates.
    fn resumed(&self, routine: &Routine, kept: &KeptRoutine) -> Inferred {
        let mut result = self.begun(routine);
        for (place, texts) in &kept.written {
            result.printed.write(*place, texts, texts);
        }
        result
    }

    /// Invariants of the loops. The predicates of the source are used first, and alone if they are
    /// enough; else more are looked for.
    fn invariants(&self, routine: &Routine) -> Result<Inferred, ProverError> {
        if self.run.cancelled() {
            return Ok(Inferred::stopped(Obstacle::unfinished()));
        }
        let started = Stopwatch::start();
        let limits = self.run.limits(Duration::ZERO);
        let mut result = self.begun(routine);
        let Ok(cfg) = &result.cfg else { return Ok(result) };
        let mut precisions = result.precisions.clone();
        let linked = abide_shape::concerns(cfg) && !cfg.loops.is_empty();
        let given = precisions.iter().any(|p| !p.predicates.is_empty());
        let settings = &self.run.request.settings;
        if self.run.request.mode == Mode::Check || limits.budget.check().is_err() {
            return Ok(result);
        }
        // where nobody has annotated anything, the proof counts and not how a loop comes to it; and of functions that runs
        // go through nothing else is known
        let is_run = settings.contracts != Contracts::Off && !cfg.loops.is_empty() || !cfg.calls.followed.is_empty();
        if is_run && self.all_runs(routine, &result, &limits).is_some() {
            result.spent = started.elapsed();
            return Ok(result);
        }
        if cfg.loops.is_empty() || !given && !linked && settings.engine == EngineKind::Off {
            return Ok(result);
        }
        let asked = self.run.request.mode == Mode::Explain || settings.show == Show::All;
        if !(asked && given) && self.is_proved(routine, &mut result, linked, &limits)? {
            result.spent = started.elapsed();
            return Ok(result);
        }
        if let Ok(cfg) = &result.cfg {
            result.style = self.style(routine, cfg);
        }
        if settings.engine == EngineKind::Bohne {
            self.bohne(&mut result, &precisions, &limits)?;
            result.spent = started.elapsed();
            return Ok(result);
        }
        let (mut known, mut open) = (vec![Vec::new(); result.loops.len()], None);
        if linked {
            let shape = self.shape(&mut result, &mut precisions, &limits)?;
            (known, open) = self.abstraction(&mut result, &precisions, shape.as_ref(), &limits)?;
            self.leave_refuted(routine, &mut result, &mut open, &limits)?;
        } else if given {
            (known, open) = self.abstraction(&mut result, &precisions, None, &limits)?;
        }
        if !is_enough(&open) && settings.engine != EngineKind::Off {
            // a third of the time is left for seeing what of it is needed, and for the proof
            let but = |part: u32| self.run.limits(started.elapsed() + settings.timeout / part);
            let limits = (&but(3), &but(6));
            // what shape analysis keeps of a loop is not among what is known
            let known = (known, open.filter(|_| !linked));
            self.discover(routine, &mut result, known, limits)?;
        }
        result.spent = started.elapsed();
        Ok(result)
    }

    /// Looks for inputs on which the open checks fail, and leaves out those that do: what discovery could find
    /// about linked structures is expensive to find, and of no use to them.
    fn leave_refuted(
        &self,
        routine: &Routine,
        result: &mut Inferred,
        open: &mut Open,
        limits: &Limits,
    ) -> Result<(), ProverError> {
        let prover = &self.pool(result);
        let Inferred {
            cfg: Ok(cfg),
            vars,
            failing_inputs,
            ..
        } = result
        else {
            return Ok(());
        };
        let Some(open) = open else { return Ok(()) };
        let checks = Passive::whole(&CutGraph::of(cfg), vars).checks;
        let place = |i: usize| (checks[i].check.kind, checks[i].check.span);
        let places: Vec<Place> = open.iter().map(|i| place(*i)).collect();
        let case = self.case(routine, cfg, vars);
        let failing = failing_inputs.search(&case, &places, prover, limits)?;
        open.retain(|i| !failing.contains(&place(*i)));
        Ok(())
    }

    /// Has the routine so few runs that it is seen of all that they pass every check?
    pub(super) fn all_runs_pass(&self, routine: &Routine, result: &Inferred, limits: &Limits) -> bool {
        matches!(self.all_runs(routine, result, limits), Some(AllRuns::Pass { .. }))
    }

    /// What all runs of the routine do, if it has so few that it is seen. What the source says of a loop is not run, and
    /// where only what the source says is wanted runs are no proof.
    pub(super) fn all_runs<'i>(&self, routine: &Routine, result: &'i Inferred, limits: &Limits) -> Option<&'i AllRuns> {
        let cfg = result.cfg.as_ref().ok()?;
        let is_proof = self.run.request.settings.engine != EngineKind::Off;
        let see = || {
            let bare = cfg.loops.iter().all(|l| l.spec.is_bare());
            let budget = limits.budget.earlier(2);
            let mut given = self.view.guesses(routine);
            given.insert(routine.span);
            let vars = result.vars.iter().cloned();
            let seen = bare.then(|| abide_exec::all_runs(cfg, vars, &given, STEPS, &budget))?;
            seen.filter(|runs| is_proof || matches!(runs, AllRuns::Fail { .. }))
        };
        result.runs.get_or_init(see).as_ref()
    }

    /// A routine to be refuted.
    pub(super) fn case<'c>(&'c self, routine: &'c Routine, cfg: &'c Cfg, vars: &'c BTreeSet<Var>) -> refute::Case<'c> {
        refute::Case {
            routine,
            view: self.view,
            cfg,
            vars,
            sources: &self.run.sources,
            calls: Default::default(),
        }
    }
}

/// Is it known that no check is left?
fn is_enough(open: &Open) -> bool {
    open.as_ref().is_some_and(Vec::is_empty)
}
