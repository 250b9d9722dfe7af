//! Abstraction over the predicates of the source, with what shape analysis adds to them.

use super::batch::{Batch, add};
use super::inferred::{Inferred, Open};
use super::request::Show;
use crate::report::*;
use abide_abstraction::{Origin, Precision};
use abide_infer::engine::Found;
use abide_infer::{Candidate, Config, Cut, LoopResult, Subject, inductive_core, infer, points};
use abide_ir::cfg::Cfg;
use abide_logic::Term;
use abide_prover::{Limits, ProverError};
use abide_region::{Clause, Region};
use abide_vc::CutGraph;

/// A graph prepared by shape analysis, and by loop the facts that the loop preserves.
pub(super) type Linked = (Cfg, Vec<Vec<Term>>);

/// What the abstraction found of one loop, and what of it is needed.
struct Abstracted<'r> {
    precision: &'r Precision,
    found: &'r LoopResult,
    /// Facts of shape analysis that the loop preserves.
    preserved: &'r [Term],
    /// Which of those facts, and then of the clauses, are needed.
    needed: &'r [bool],
}

impl Batch<'_> {
    /// What shape analysis adds: predicates over objects, and facts that loops preserve.
    pub(super) fn shape(
        &self,
        result: &mut Inferred,
        precisions: &mut Vec<Precision>,
        limits: &Limits,
    ) -> Result<Option<Linked>, ProverError> {
        let prover = &self.pool(result);
        let Ok(cfg) = &result.cfg else { return Ok(None) };
        let mut cfg = cfg.clone();
        let (preserved, stats) = abide_shape::propagate(&mut cfg, &result.vars, prover, limits)?;
        add(&mut result.stats.checks_infer, &mut result.stats.instances, &stats);
        *precisions = abide_shape::precisions(&mut cfg, precisions);
        Ok(Some((cfg, preserved)))
    }

    /// The abstraction over the predicates of the source, on the graph that shape analysis made, if
    /// it did. Gives back all facts it found, and the checks they do not prove.
    pub(super) fn abstraction(
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
            style,
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
        let preserved = |l: usize| shape.map_or(&[][..], |(_, preserved)| &preserved[l]);
        let closed = |(l, found): (usize, &LoopResult)| -> Vec<Term> {
            let clauses = found.clauses.iter().map(|c| precisions[l].closed(*c));
            preserved(l).iter().cloned().chain(clauses).collect()
        };
        let facts: Vec<Vec<Term>> = inference.loops.iter().enumerate().map(closed).collect();
        let given = shape.map(|(made, preserved)| without_shape_facts(made, preserved));
        let cut = given.as_ref().map(CutGraph::of);
        let subject = Subject {
            cfg: given.as_ref().unwrap_or(subject.cfg),
            cut: cut.as_ref().unwrap_or(subject.cut),
            ..subject
        };
        let needed = inductive_core::inductive_core(&subject, prover, limits, &facts)?;
        add(&mut stats.checks_minimise, &mut stats.instances, &needed.stats);
        let mut known = Vec::new();
        for (index, found) in inference.loops.iter().enumerate() {
            let precision = &precisions[index];
            add(&mut stats.checks_infer, &mut stats.instances, &found.stats);
            stats.unknown += found.stats.unknown;
            stats.rounds += found.rounds.len() as u64;
            stats.predicates += precision.width() as u64;
            let abstracted = Abstracted {
                precision,
                found,
                preserved: preserved(index),
                needed: &needed.facts[index],
            };
            let shown = self.report_loop(&abstracted, &mut loops[index].history);
            loops[index].history.checks += inference.shared.checks;
            self.print(printed, loops[index].span, &shown, style);
            let as_found = |c: &Clause| Found {
                formula: Candidate::of_clause(precision, *c).formula,
                origin: Origin::User,
            };
            known.push(found.clauses.iter().map(as_found).collect());
        }
        Ok((known, needed.open))
    }

    /// How the invariant of a loop came about. Gives back the candidates to print.
    fn report_loop(&self, abstracted: &Abstracted, history: &mut History) -> Vec<Term> {
        let Abstracted {
            precision,
            found,
            preserved,
            needed,
        } = abstracted;
        let formula = |c: &Clause| Candidate::of_clause(precision, *c).formula;
        let show = |c: &Clause| self.language.render(&formula(c));
        let show_all = self.run.request.settings.show == Show::All;
        let is_shown = |(_, needed): &(&Clause, &bool)| **needed || show_all;
        let (needed_preserved, needed_clauses) = needed.split_at(preserved.len());
        let marked = || found.clauses.iter().zip(needed_clauses);
        *history = History {
            predicates: precision
                .predicates
                .iter()
                .map(|p| (self.language.render(&p.formula), p.origin.to_string()))
                .collect(),
            rounds: rounds(&found.rounds, precision, &show),
            weakened: found.weakened.as_ref().map(|w| w.to_string()),
            not_needed: marked().filter(|m| !is_shown(m)).map(|(c, _)| show(c)).collect(),
            checks: found.stats.checks,
            queries: found.tally.tried,
            ..History::default()
        };
        let preserved = preserved.iter().zip(needed_preserved);
        let preserved = preserved.filter(|(_, needed)| **needed).map(|(t, _)| t.clone());
        preserved
            .chain(marked().filter(is_shown).map(|(c, _)| formula(c)))
            .collect()
    }
}

/// The graph without the facts that shape analysis has added to its loops.
fn without_shape_facts(made: &Cfg, preserved: &[Vec<Term>]) -> Cfg {
    let mut given = made.clone();
    for (l, preserved) in given.loops.iter_mut().zip(preserved) {
        let invariants = &mut l.spec.invariants;
        invariants.truncate(invariants.len() - preserved.len());
    }
    given
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
