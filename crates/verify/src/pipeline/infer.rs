//! Stage 2: invariants of the loops, cut down to what is needed.

use super::batch::{Batch, Written, add};
use super::failing_inputs::{FailingInputs, Place};
use super::guard::Obstacle;
use super::missing;
use super::request::{Mode, Show};
use crate::check::{self, Outcome, Shown};
use crate::refute;
use crate::report::*;
use crate::vacuity::Vacuous;
use abide_abstraction::{Origin, Precision, Predicate};
use abide_base::{Budget, Diagnostic, Span};
use abide_infer::engine::{self, EngineKind, Found, Workbench};
use abide_infer::{Candidate, Config, Cut, Subject, given_predicates, inductive_core, infer, points};
use abide_ir::cfg::Cfg;
use abide_ir::{Check, Routine};
use abide_logic::{Term, Var};
use abide_prover::{Limits, Prover, ProverError};
use abide_region::{Clause, MAX_WIDTH, Region};
use abide_vc::{CutGraph, Passive};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A routine between inference and proof.
pub(super) struct Inferred {
    /// Its graph, or why there is nothing more to do.
    pub(super) cfg: Result<Cfg, Obstacle>,
    pub(super) vars: BTreeSet<Var>,
    pub(super) loops: Vec<LoopReport>,
    /// The predicates of the loops: those of the source, or the facts found.
    pub(super) precisions: Vec<Precision>,
    /// The abstract control-flow graph, if it is wanted.
    pub(super) graph: Option<GraphReport>,
    /// What is said of the state at the return, if that is wanted.
    pub(super) at_return: Vec<String>,
    /// Candidates to print, by the place of the loop.
    pub(super) printed: BTreeMap<Span, Vec<String>>,
    pub(super) stats: RoutineStats,
    /// What turned out to be proved of nothing, in the text as printed.
    pub(super) vacuous: Vec<Vacuous>,
    /// Checks for which a failing input was looked for, and those found.
    pub(super) failing_inputs: FailingInputs,
    /// Time used up, stage by stage: other routines run in between.
    pub(super) spent: Duration,
    /// The prover of all stages, if it is kept.
    pub(super) pool: Option<Arc<dyn Prover>>,
}

/// The places of checks that are not proved, if it is known which.
type Open = Option<Vec<usize>>;

/// A graph prepared by shape analysis, and by loop the facts that are kept through it.
type Linked = (Cfg, Vec<Vec<Term>>);

/// Routines of a batch that may keep their prover from stage to stage: each holds memory.
const POOLS: usize = 8;

/// Steps of discovery for one routine.
const DISCOVERY: u64 = 30_000_000;

/// Formulas tried for a loop that are told of, at the most.
const TOLD: usize = 60;

impl Inferred {
    /// A routine about which nothing more is done.
    pub(super) fn stopped(obstacle: Obstacle) -> Inferred {
        Inferred {
            cfg: Err(obstacle),
            vars: BTreeSet::new(),
            loops: Vec::new(),
            precisions: Vec::new(),
            graph: None,
            at_return: Vec::new(),
            printed: BTreeMap::new(),
            stats: RoutineStats::default(),
            vacuous: Vec::new(),
            failing_inputs: FailingInputs::default(),
            spent: Duration::ZERO,
            pool: None,
        }
    }

    /// All candidates to print.
    pub(super) fn candidates(&self) -> Vec<String> {
        self.printed.values().flatten().cloned().collect()
    }

    /// Takes back candidates.
    pub(super) fn drop_candidates(&mut self, texts: &[String]) {
        for printed in self.printed.values_mut() {
            printed.retain(|t| !texts.contains(t));
        }
        for l in &mut self.loops {
            l.history.dropped.extend(texts.iter().cloned());
        }
    }
}

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
        let mut result = self.invariants(routine)?;
        if let Some(cut) = self.run.request.settings.graph {
            let started = Instant::now();
            result.graph = self.draw(&result, cut, &self.run.limits(result.spent))?;
            result.spent += started.elapsed();
        }
        Ok(result)
    }

    /// Invariants of the loops. The predicates of the source are used first, and alone if they are
    /// enough; else more are looked for.
    fn invariants(&self, routine: &Routine) -> Result<Inferred, ProverError> {
        if self.run.cancelled() {
            return Ok(Inferred::stopped(Obstacle::unfinished()));
        }
        let started = Instant::now();
        let limits = self.run.limits(Duration::ZERO);
        let mut result = Inferred {
            cfg: Cfg::of(routine, &self.program.axioms).map_err(|e| Obstacle {
                verdict: Verdict::Unsupported,
                diagnostic: Some(Box::new(
                    Diagnostic::error(e.span, e.to_string())
                        .help("write the loop with `while`, or with one entry label"),
                )),
            }),
            vars: routine.inputs.iter().chain(&routine.locals).cloned().collect(),
            pool: (self.routines.len() <= POOLS).then(|| self.run.pool()),
            ..Inferred::stopped(Obstacle::unfinished())
        };
        let Ok(cfg) = &result.cfg else { return Ok(result) };
        let (mut precisions, _) = given_predicates(cfg);
        result.precisions = precisions.clone();
        let linked = abide_shape::concerns(cfg) && !cfg.loops.is_empty();
        let bare = cfg.loops.iter().map(|l| LoopReport {
            span: l.spec.span,
            invariants: Vec::new(),
            measure: None,
            measured: !l.spec.measures.is_empty(),
            history: History::default(),
        });
        result.loops = bare.collect();
        let given = precisions.iter().any(|p| !p.predicates.is_empty());
        let settings = &self.run.request.settings;
        let nothing = cfg.loops.is_empty() || !given && !linked && settings.engine == EngineKind::Off;
        if self.run.request.mode == Mode::Check || nothing || limits.budget.check().is_err() {
            return Ok(result);
        }
        let asked = self.run.request.mode == Mode::Explain || settings.show == Show::All;
        if !(asked && given) && self.is_proved(routine, &mut result, linked, &limits)? {
            result.spent = started.elapsed();
            return Ok(result);
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
            let limits = (&but(3).part(DISCOVERY), &but(6));
            // what shape analysis keeps of a loop is not among what is known
            let known = (known, open.filter(|_| !linked));
            self.discover(routine, &mut result, known, limits)?;
        }
        result.spent = started.elapsed();
        Ok(result)
    }

    /// Looks for inputs on which the open checks fail, and leaves out those that do: what discovery could find
    /// about linked structures is dear, and of no use to them.
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

    /// A routine to be refuted.
    pub(super) fn case<'c>(&'c self, routine: &'c Routine, cfg: &'c Cfg, vars: &'c BTreeSet<Var>) -> refute::Case<'c> {
        refute::Case {
            routine,
            view: self.view,
            cfg,
            vars,
            sources: &self.run.sources,
        }
    }

    /// What shape analysis adds: predicates over objects, and facts that are kept through loops.
    fn shape(
        &self,
        result: &mut Inferred,
        precisions: &mut Vec<Precision>,
        limits: &Limits,
    ) -> Result<Option<Linked>, ProverError> {
        let prover = &self.pool(result);
        let Ok(cfg) = &result.cfg else { return Ok(None) };
        let mut cfg = cfg.clone();
        let (kept, stats) = abide_shape::propagate(&mut cfg, &result.vars, prover, limits)?;
        add(&mut result.stats.checks_infer, &mut result.stats.instances, &stats);
        *precisions = abide_shape::precisions(&mut cfg, precisions);
        Ok(Some((cfg, kept)))
    }

    /// The abstraction over the predicates of the source, on the graph that shape analysis made, if
    /// it did. All facts it found, and the checks they do not prove.
    fn abstraction(
        &self,
        result: &mut Inferred,
        precisions: &[Precision],
        shape: Option<&Linked>,
        limits: &Limits,
    ) -> Result<(Vec<Vec<Found>>, Open), ProverError> {
        let prover = &self.pool(result);
        let Inferred {
            cfg: Ok(cfg),
            vars,
            loops,
            printed,
            stats,
            ..
        } = result
        else {
            return Ok((Vec::new(), None));
        };
        let settings = &self.run.request.settings;
        let cfg = shape.map_or(&*cfg, |(made, _)| made);
        let cut = CutGraph::of(cfg);
        let subject = Subject {
            cfg,
            cut: &cut,
            vars,
            precisions,
        };
        let config = Config {
            abstractor: settings.abstractor.clone(),
            limits: limits.clone(),
        };
        let inference = match settings.cut {
            Cut::LoopHeads => infer(&subject, prover, &config)?,
            Cut::Points => points::infer(&subject, prover, &config)?,
        };
        add(&mut stats.checks_infer, &mut stats.instances, &inference.shared);
        stats.unknown += inference.shared.unknown;
        let clauses: Vec<Vec<Clause>> = inference.loops.iter().map(|l| l.clauses.clone()).collect();
        let kept = |l: usize| shape.map_or(&[][..], |(_, kept)| &kept[l]);
        let closed = |(l, clauses): (usize, &Vec<Clause>)| -> Vec<Term> {
            let clauses = clauses.iter().map(|c| precisions[l].closed(*c));
            kept(l).iter().cloned().chain(clauses).collect()
        };
        let facts: Vec<Vec<Term>> = clauses.iter().enumerate().map(closed).collect();
        let said = shape.map(|(made, kept)| said_only(made, kept));
        let cut = said.as_ref().map(CutGraph::of);
        let subject = Subject {
            cfg: said.as_ref().unwrap_or(subject.cfg),
            cut: cut.as_ref().unwrap_or(subject.cut),
            ..subject
        };
        let needed = inductive_core::inductive_core(&subject, prover, limits, &facts)?;
        add(&mut stats.checks_minimise, &mut stats.instances, &needed.stats);
        let mut known = Vec::new();
        for (index, found) in inference.loops.iter().enumerate() {
            let precision = &precisions[index];
            let show = |c: &Clause| self.language.render(&Candidate::of_clause(precision, *c).formula);
            let is_shown = |(_, needed): &(&Clause, &bool)| **needed || settings.show == Show::All;
            let (needed_kept, needed_clauses) = needed.facts[index].split_at(kept(index).len());
            let marked = || clauses[index].iter().zip(needed_clauses);
            let kept = kept(index).iter().zip(needed_kept);
            let kept = kept
                .filter(|(_, needed)| **needed)
                .map(|(t, _)| self.language.render(t));
            let texts: Vec<String> = kept.chain(marked().filter(is_shown).map(|(c, _)| show(c))).collect();
            write(printed, loops[index].span, &texts);
            add(&mut stats.checks_infer, &mut stats.instances, &found.stats);
            stats.unknown += found.stats.unknown;
            stats.rounds += found.rounds.len() as u64;
            stats.predicates += precision.width() as u64;
            loops[index].history = History {
                predicates: precision
                    .predicates
                    .iter()
                    .map(|p| (self.language.render(&p.formula), p.origin.to_string()))
                    .collect(),
                rounds: rounds(&found.rounds, precision, &show),
                weakened: found.weakened.as_ref().map(|w| w.to_string()),
                not_needed: marked().filter(|m| !is_shown(m)).map(|(c, _)| show(c)).collect(),
                checks: found.stats.checks + inference.shared.checks,
                queries: found.tally.tried,
                ..History::default()
            };
            let as_found = |c: &Clause| Found {
                formula: Candidate::of_clause(precision, *c).formula,
                origin: Origin::User,
            };
            known.push(clauses[index].iter().map(as_found).collect());
        }
        Ok((known, needed.open))
    }

    /// Looks for more than is given, from facts that are known and the checks they leave open. There are
    /// limits for that and for cutting it down to what is needed.
    fn discover(
        &self,
        routine: &Routine,
        result: &mut Inferred,
        (known, open): (Vec<Vec<Found>>, Open),
        (limits, rest): (&Limits, &Limits),
    ) -> Result<(), ProverError> {
        if limits.budget.check().is_err() {
            return Ok(());
        }
        let prover = &self.pool(result);
        let Inferred {
            cfg: Ok(cfg),
            vars,
            loops,
            precisions,
            printed,
            stats,
            failing_inputs,
            ..
        } = result
        else {
            return Ok(());
        };
        let settings = &self.run.request.settings;
        let config = engine::Config {
            engine: settings.engine,
            sources: settings.sources.clone(),
            limits: limits.clone(),
        };
        let case = self.case(routine, cfg, vars);
        let mut refute = |open: &[Check]| {
            let places: Vec<Place> = open.iter().map(|c| (c.kind, c.span)).collect();
            failing_inputs.search(&case, &places, prover, limits)
        };
        let case = engine::Case {
            cfg,
            vars,
            inputs: &routine.inputs,
            is_expressible: &|formula| self.language.is_expressible(formula),
            known,
            open,
            refute: &mut refute,
            repair: &|input| self.view.possible(routine, input),
        };
        let mut bench = Workbench::new(case, prover, &config)?;
        if let Some(engine) = engine::build(settings.engine) {
            engine.run(&mut bench)?;
        }
        let missing = match self.run.request.mode {
            Mode::Explain => bench.missing()?,
            _ => Vec::new(),
        };
        for missing in &missing {
            let told = missing::told(missing, &|state| self.view.state(routine, state));
            loops[missing.l.index()].history.missing.push(told);
        }
        let found = bench.finish(rest)?;
        add(&mut stats.checks_infer, &mut stats.instances, &found.stats);
        add(&mut stats.checks_minimise, &mut stats.instances, &found.stats_needed);
        stats.unknown += found.stats.unknown;
        printed.clear();
        for (index, facts) in found.facts.iter().enumerate() {
            let is_shown = |(_, needed): &&(Found, bool)| *needed || settings.show == Show::All;
            let show = |(found, _): &(Found, bool)| self.language.render(&found.formula);
            let texts: Vec<String> = facts.iter().filter(is_shown).map(show).collect();
            write(printed, loops[index].span, &texts);
            if precisions[index].predicates.is_empty() {
                precisions[index] = over(facts.iter().filter(is_shown).map(|(f, _)| f));
            }
            let tried = &found.tried[index];
            stats.predicates += found.generated[index] as u64;
            let history = &mut loops[index].history;
            // the formulas that hold are told below; of all that were tried, some
            let named = tried
                .iter()
                .take(TOLD)
                .map(|f| (self.language.render(&f.formula), f.origin.to_string()));
            history.predicates.extend(named);
            history.not_needed = facts.iter().filter(|f| !is_shown(f)).map(show).collect();
            history.checks += found.stats.checks;
        }
        let unreadable = self.unreadable(routine, printed, &rest.budget);
        if !unreadable.is_empty() {
            result.drop_candidates(&unreadable);
        }
        Ok(())
    }

    /// Those of the formulas to be printed that the language cannot read at their places, and when the time is over
    /// those of which that is not known.
    fn unreadable(&self, routine: &Routine, printed: &BTreeMap<Span, Vec<String>>, budget: &Budget) -> Vec<String> {
        let text = self.run.sources.file(self.file).text();
        let reads = |some: &[(Span, &String)]| {
            let mut written: BTreeMap<Span, Vec<String>> = BTreeMap::new();
            for (span, text) in some {
                written.entry(*span).or_default().push(text.to_string());
            }
            let written: Written = written.into_iter().collect();
            let loaded = self.language.reload(self.file, &self.language.annotate(text, &written));
            loaded.program.routines.iter().any(|r| r.name == routine.name)
        };
        let each = printed
            .iter()
            .flat_map(|(span, texts)| texts.iter().map(|t| (*span, t)));
        let all: Vec<(Span, &String)> = each.collect();
        if all.is_empty() || reads(&all) {
            return Vec::new();
        }
        let mut unreadable = Vec::new();
        // lists with something unreadable in them
        let mut open = vec![all.as_slice()];
        while let Some(some) = open.pop() {
            if some.len() == 1 || budget.check().is_err() {
                unreadable.extend(some.iter().map(|(_, text)| text.to_string()));
                continue;
            }
            let (first, second) = some.split_at(some.len() / 2);
            open.extend([second, first].into_iter().filter(|half| !reads(half)));
        }
        unreadable
    }
}

/// Is it known that no check is left?
fn is_enough(open: &Open) -> bool {
    open.as_ref().is_some_and(Vec::is_empty)
}

/// The graph without the facts that shape analysis has added to its loops.
fn said_only(made: &Cfg, kept: &[Vec<Term>]) -> Cfg {
    let mut said = made.clone();
    for (l, kept) in said.loops.iter_mut().zip(kept) {
        let invariants = &mut l.spec.invariants;
        invariants.truncate(invariants.len() - kept.len());
    }
    said
}

/// Facts as predicates, as many as an abstraction can have.
fn over<'f>(facts: impl Iterator<Item = &'f Found>) -> Precision {
    let predicate = |f: &Found| Predicate {
        formula: f.formula.clone(),
        origin: f.origin,
        span: None,
    };
    Precision {
        predicates: facts.take(MAX_WIDTH).map(predicate).collect(),
        skolems: Vec::new(),
    }
}

/// Notes what is to be printed at a loop, once. A loop that was copied has one place in the source: what
/// is written there must hold for every copy.
pub(super) fn write(printed: &mut BTreeMap<Span, Vec<String>>, span: Span, texts: &[String]) {
    match printed.get_mut(&span) {
        Some(known) => known.retain(|t| texts.contains(t)),
        None => {
            let mut seen = BTreeSet::new();
            let new = texts.iter().filter(|t| seen.insert(*t)).cloned();
            printed.insert(span, new.collect());
        }
    }
}

/// The abstract values as valuations and clauses that came and went.
pub(super) fn rounds(regions: &[Region], precision: &Precision, show: &dyn Fn(&Clause) -> String) -> Vec<RoundReport> {
    let letters = |v: abide_region::Valuation| -> String {
        (0..precision.width())
            .map(|i| if v.get(i) { 'T' } else { 'F' })
            .collect()
    };
    let mut before: Vec<Clause> = Vec::new();
    let mut reports = Vec::new();
    for region in regions {
        let now = region.clauses();
        reports.push(RoundReport {
            count: region.count(),
            valuations: region.iter().take(64).map(letters).collect(),
            came: now.iter().filter(|c| !before.contains(c)).map(show).collect(),
            went: before.iter().filter(|c| !now.contains(c)).map(show).collect(),
        });
        before = now;
    }
    reports
}
