//! Stage 2: invariants of the loops, cut down to what is needed.

use super::guard::Obstacle;
use super::prove::Proof;
use super::{Batch, Mode, Show, add};
use crate::check::{self, Outcome};
use crate::report::*;
use abide_abstraction::Precision;
use abide_base::{Diagnostic, Span};
use abide_infer::{Candidate, Config, Subject, given_predicates, infer, needed};
use abide_ir::Routine;
use abide_ir::cfg::Cfg;
use abide_logic::Var;
use abide_prover::{Limits, Prover, ProverError};
use abide_region::{Clause, Region};
use abide_vc::CutGraph;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A routine between inference and proof.
pub(super) struct Inferred {
    /// Its graph, or why there is nothing more to do.
    pub(super) cfg: Result<Cfg, Obstacle>,
    pub(super) vars: BTreeSet<Var>,
    pub(super) loops: Vec<LoopReport>,
    /// Candidates to print, by the place of the loop.
    pub(super) printed: BTreeMap<Span, Vec<String>>,
    pub(super) stats: RoutineStats,
    /// Time used up, stage by stage: other routines run in between.
    pub(super) spent: Duration,
    /// The prover of all stages, if it is kept.
    pub(super) desk: Option<Arc<dyn Prover>>,
}

/// Routines of a batch that may keep their prover from stage to stage: each holds memory.
const DESKS: usize = 8;

impl Inferred {
    /// A routine about which nothing more is done.
    pub(super) fn stopped(obstacle: Obstacle) -> Inferred {
        Inferred {
            cfg: Err(obstacle),
            vars: BTreeSet::new(),
            loops: Vec::new(),
            printed: BTreeMap::new(),
            stats: RoutineStats::default(),
            spent: Duration::ZERO,
            desk: None,
        }
    }

    /// Nothing more is done, and nothing that was found is believed.
    pub(super) fn stop(&mut self, obstacle: Obstacle) -> Proof {
        let found = self.candidates();
        *self = Inferred {
            printed: std::mem::take(&mut self.printed),
            ..Inferred::stopped(obstacle)
        };
        Proof::Drop(found)
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
    /// Is everything proved by what the source says of the loops already?
    fn is_enough(&self, result: &mut Inferred, limits: &Limits) -> Result<bool, ProverError> {
        let Ok(cfg) = &result.cfg else { return Ok(false) };
        if cfg.loops.iter().all(|l| l.spec.invariants.is_empty()) {
            return Ok(false);
        }
        let checked = check::check(cfg, &result.vars, &|_| Vec::new(), &self.desk(result), limits)?;
        let stats = &mut result.stats;
        add(&mut stats.checks_minimise, &mut stats.instances, &checked.stats);
        Ok(checked.outcomes.iter().all(|(_, outcome)| *outcome == Outcome::Proved))
    }

    /// Stage 2: invariants of the loops, cut down to what is needed.
    pub(super) fn infer(&self, routine: &Routine) -> Result<Inferred, ProverError> {
        if self.run.cancelled() {
            return Ok(Inferred::stopped(Obstacle::unfinished()));
        }
        let started = Instant::now();
        let limits = self.run.limits(Duration::ZERO);
        let vars: BTreeSet<Var> = routine.inputs.iter().chain(&routine.locals).cloned().collect();
        let mut result = Inferred {
            cfg: Cfg::of(routine, &self.program.axioms).map_err(|e| Obstacle {
                verdict: Verdict::Unsupported,
                diagnostic: Some(Box::new(
                    Diagnostic::error(e.span, e.to_string())
                        .help("write the loop with `while`, or with one entry label"),
                )),
            }),
            vars,
            loops: Vec::new(),
            printed: BTreeMap::new(),
            stats: RoutineStats::default(),
            spent: Duration::ZERO,
            desk: (self.routines.len() <= DESKS).then(|| self.run.desk()),
        };
        let Ok(cfg) = &result.cfg else { return Ok(result) };
        let (precisions, _) = given_predicates(cfg);
        let bare = cfg.loops.iter().map(|l| LoopReport {
            span: l.spec.span,
            invariants: Vec::new(),
            history: History::default(),
        });
        result.loops = bare.collect();
        let nothing = precisions.iter().all(|p| p.predicates.is_empty());
        if self.run.request.mode == Mode::Check || nothing || limits.budget.check().is_err() {
            return Ok(result);
        }
        let asked = self.run.request.mode == Mode::Explain || self.run.request.settings.show == Show::All;
        if !asked && self.is_enough(&mut result, &limits)? {
            result.spent = started.elapsed();
            return Ok(result);
        }
        let Ok(cfg) = &result.cfg else { return Ok(result) };
        let cut = CutGraph::of(cfg);
        let subject = Subject {
            cfg,
            cut: &cut,
            vars: &result.vars,
            precisions: &precisions,
        };
        let prover = &self.desk(&result);
        let config = Config {
            abstractor: self.run.request.settings.abstractor.clone(),
            limits: limits.clone(),
        };
        let inference = infer(&subject, prover, &config)?;
        let clauses: Vec<Vec<Clause>> = inference.loops.iter().map(|l| l.clauses.clone()).collect();
        let chosen = match self.run.request.settings.show {
            Show::All => clauses.clone(),
            Show::Needed => {
                let needed = needed::needed(&subject, prover, &limits, &clauses)?;
                add(
                    &mut result.stats.checks_minimise,
                    &mut result.stats.instances,
                    &needed.stats,
                );
                needed.clauses
            }
        };
        for (index, found) in inference.loops.iter().enumerate() {
            let precision = &precisions[index];
            let show = |c: &Clause| self.language.render(&Candidate::of_clause(precision, *c).formula);
            let texts: Vec<String> = chosen[index].iter().map(show).collect();
            let span = result.loops[index].span;
            // a loop that was copied has one place in the source: what is written there must
            // hold for every copy
            match result.printed.get_mut(&span) {
                Some(known) => known.retain(|t| texts.contains(t)),
                None => {
                    result.printed.insert(span, texts.clone());
                }
            }
            let stats = &mut result.stats;
            add(&mut stats.checks_infer, &mut stats.instances, &found.stats);
            stats.unknown += found.stats.unknown;
            stats.rounds += found.rounds.len() as u64;
            stats.predicates += precision.width() as u64;
            let not_needed = clauses[index].iter().filter(|c| !chosen[index].contains(c)).map(show);
            result.loops[index].history = History {
                predicates: precision
                    .predicates
                    .iter()
                    .map(|p| (self.language.render(&p.formula), p.origin.to_string()))
                    .collect(),
                rounds: rounds(&found.rounds, precision, &show),
                weakened: found.weakened.as_ref().map(|w| w.to_string()),
                not_needed: not_needed.collect(),
                dropped: Vec::new(),
                checks: found.stats.checks,
                queries: found.tally.tried,
            };
        }
        result.spent = started.elapsed();
        Ok(result)
    }
}

/// The abstract values as valuations and clauses that came and went.
fn rounds(regions: &[Region], precision: &Precision, show: &dyn Fn(&Clause) -> String) -> Vec<RoundReport> {
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
