//! Abstraction at program points (Kalyanasundaram & Marché, INRIA RR-7714, §5.1).
//!
//! The abstract control-flow graph has the pairs of a point and a valuation of the predicates
//! tracked there that can be reached from the start. It is built depth-first ([`build`],
//! algorithm 2 of the report); the successors of a pair are all solutions of
//!
//! ```text
//!   ∃x,x'. T(x,x') ∧ ⋀ bᵢ ⇔ αᵢ(x) ∧ ⋀ b'ᵢ ⇔ αᵢ(x')
//! ```
//!
//! for the transition *T* of an edge ([`solve`], algorithm 1). The invariant of a point is the
//! *disjunction* of its valuations (the report prints a conjunction). A skolem constant is a
//! variable nobody assigns, and the invariant is closed over it in the end.
//!
//! With points wherever ways meet ([`Cut::Points`]) there is an invariant at each of them, but at
//! a join only what the predicates say is left of the ways that led there. With points at the
//! start, the loop heads and the end only ([`Cut::LoopHeads`]), the transitions are the path
//! programs of §5.2 and nothing is lost in between. Inference at loop heads is the business of
//! [`fixpoint`](crate::fixpoint), which also assumes quantified facts; here its graph is drawn.

mod build;
mod live;
mod place;
mod solve;

pub use build::{AbstractState, Build};
pub use place::{Place, Points};

use crate::Subject;
use crate::fixpoint::{Config, Inference, LoopResult};
use abide_abstraction::{Tally, Unknown};
use abide_ir::cfg::LoopId;
use abide_prover::{Prover, ProverError, Stats};
use abide_region::{Region, Valuation};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Where the abstraction takes place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cut {
    /// At the loop heads only.
    #[default]
    LoopHeads,
    /// At all points where ways meet: joins too.
    Points,
}

impl Cut {
    /// Both.
    pub const ALL: [Cut; 2] = [Cut::LoopHeads, Cut::Points];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Cut::LoopHeads => "loop-heads",
            Cut::Points => "points",
        }
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Cut {
    type Err = String;

    fn from_str(text: &str) -> Result<Cut, String> {
        let known = Cut::ALL.into_iter().find(|c| c.name() == text);
        known.ok_or_else(|| format!("the abstraction takes place at loop-heads or at points, not at `{text}`"))
    }
}

/// The reachable part of the abstract control-flow graph.
#[derive(Clone, Debug)]
pub struct AbstractGraph {
    /// The points and what is tracked there.
    pub points: Points,
    /// The pairs reached; the first one is the start.
    pub states: Vec<AbstractState>,
    /// The transitions between them, as places in `states`, in the order in which they were
    /// found.
    pub transitions: Vec<(usize, usize)>,
    /// Why there may be more.
    pub unfinished: Option<Unknown>,
    /// What the solver did.
    pub stats: Stats,
}

impl AbstractGraph {
    /// Builds the graph of a routine.
    pub fn of(subject: &Subject, cut: Cut, prover: &Arc<dyn Prover>, config: &Config) -> Result<Self, ProverError> {
        Build::new(subject, Points::of(subject, cut), prover, &config.limits)?.run()
    }

    /// The valuations reached at a point.
    pub fn valuations(&self, point: usize) -> impl Iterator<Item = Valuation> + '_ {
        self.states
            .iter()
            .filter(move |s| s.point == point)
            .map(|s| s.valuation)
    }

    /// The invariant of a loop head over the predicates of that loop.
    pub fn at_head(&self, subject: &Subject, l: LoopId) -> Region {
        let precision = &subject.precisions[l.index()];
        let point = self.points.at(subject.cfg.natural_loop(l).head);
        let tracked = |p| self.points.places[point?].position(self.points.number(p)?);
        let places: Option<Vec<usize>> = precision.predicates.iter().map(|p| tracked(&p.formula)).collect();
        match (point, places) {
            (Some(point), Some(places)) if self.unfinished.is_none() && !places.is_empty() => {
                let own = |v: Valuation| (0..).zip(&places).map(|(i, p)| u64::from(v.get(*p)) << i).sum();
                let valuations = self.valuations(point).map(|v| Valuation(own(v)));
                Region::from_valuations(precision.width(), valuations)
            }
            _ => Region::full(precision.width()),
        }
    }
}

/// Infers the invariants of all loops from the abstraction at points.
pub fn infer(subject: &Subject, prover: &Arc<dyn Prover>, config: &Config) -> Result<Inference, ProverError> {
    let graph = AbstractGraph::of(subject, Cut::Points, prover, config)?;
    let of_loop = |l: LoopId| {
        let region = graph.at_head(subject, l);
        LoopResult {
            clauses: region.clauses(),
            rounds: vec![region.clone()],
            region,
            weakened: graph.unfinished.clone(),
            tally: Tally::default(),
            stats: Stats::default(),
        }
    };
    Ok(Inference {
        loops: subject.cfg.loop_ids().map(of_loop).collect(),
        shared: graph.stats,
    })
}
