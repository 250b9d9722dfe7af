//! The abstract control-flow graph of a routine, for the report.

use super::batch::Batch;
use super::inferred::Inferred;
use crate::report::{GraphReport, PointKind, PointReport};
use abide_infer::points::{AbstractGraph, Place};
use abide_infer::{Config, Cut, Subject};
use abide_ir::cfg::Cfg;
use abide_prover::{Limits, ProverError};
use abide_region::Valuation;
use abide_vc::CutGraph;

impl Batch<'_> {
    /// The graph over the predicates of the source, or over the facts found where it gives none.
    pub(super) fn draw(
        &self,
        inferred: &Inferred,
        at: Cut,
        limits: &Limits,
    ) -> Result<Option<GraphReport>, ProverError> {
        let Ok(cfg) = &inferred.cfg else { return Ok(None) };
        let cut = CutGraph::of(cfg);
        let subject = Subject {
            cfg,
            cut: &cut,
            vars: &inferred.vars,
            precisions: &inferred.precisions,
        };
        let config = Config {
            limits: limits.clone(),
            ..Config::default()
        };
        let graph = AbstractGraph::of(&subject, at, &self.pool(inferred), &config)?;
        Ok(Some(self.graph(cfg, &graph)))
    }

    fn graph(&self, cfg: &Cfg, graph: &AbstractGraph) -> GraphReport {
        let text = |number: &usize| self.language.render(&graph.points.predicates[*number]);
        let point = |place: &Place| PointReport {
            kind: match place.head {
                Some(_) => PointKind::LoopHead,
                None if place.block == cfg.entry => PointKind::Start,
                None if place.block == cfg.exit => PointKind::End,
                None => PointKind::Inner,
            },
            line: place.span.map(|span| self.run.sources.line(span)),
            predicates: place.tracked.iter().map(text).collect(),
        };
        let letters = |point: usize, v: Valuation| -> String {
            let width = graph.points.places[point].tracked.len();
            (0..width).map(|i| if v.get(i) { 'T' } else { 'F' }).collect()
        };
        let states = graph.states.iter();
        GraphReport {
            points: graph.points.places.iter().map(point).collect(),
            states: states.map(|s| (s.point, letters(s.point, s.valuation))).collect(),
            transitions: graph.transitions.clone(),
            unfinished: graph.unfinished.as_ref().map(|w| w.to_string()),
        }
    }
}
