//! Loop invariants by predicate abstraction.
//!
//! [`infer()`] takes the graph of a routine and the predicates of its loops and computes, by
//! FQ's algorithm ([`fixpoint`]), the strongest Boolean combination of the predicates that
//! is an invariant of each loop. A loop is put to the abstractors as a [`oracle`] that one
//! incremental solver session answers; models are turned into states and run on
//! ([`replay`]). What is found becomes formulas by [`present`], is cut down to what is
//! needed by [`inductive_core`](mod@inductive_core), and written as people write by [`readable`]. Why loops end is guessed in [`measure`]. [`points`] is the other way: an
//! invariant at every point of the program, from its abstract control-flow graph.
//!
//! Where no predicates are given, or those given are not enough, an [`engine`] finds some: it
//! asks [`sources`] for formulas, drops what [concrete runs](runs) contradict, and keeps what
//! [`houdini`](mod@houdini) and the abstraction leave.
//!
//! Everything here is a [`Candidate`]: the verifier proves it again from the printed source
//! before anyone calls it an invariant.

pub mod engine;
pub mod fixpoint;
pub mod houdini;
pub mod hypotheses;
pub mod inductive_core;
pub mod measure;
pub mod oracle;
pub mod points;
pub mod present;
pub mod readable;
mod redundancy;
pub mod replay;
pub mod runs;
pub mod sources;
pub mod summaries;
pub mod symbolic;

pub use fixpoint::{Config, Inference, LoopResult, infer};
pub use points::Cut;
pub use present::Candidate;

use abide_abstraction::{Origin, Precision, Predicate};
use abide_ir::cfg::Cfg;
use abide_logic::Var;
use abide_vc::CutGraph;
use std::collections::BTreeSet;

/// A routine as inference sees it.
pub struct Subject<'a> {
    /// Its graph.
    pub cfg: &'a Cfg,
    /// The graph with the loops cut.
    pub cut: &'a CutGraph,
    /// All variables of the routine.
    pub vars: &'a BTreeSet<Var>,
    /// The predicates of each loop.
    pub precisions: &'a [Precision],
}

/// The predicates the source gives for each loop. Predicates beyond the abstractors' width
/// ([`abide_region::MAX_WIDTH`]) are left out; their number is the second result.
pub fn given_predicates(cfg: &Cfg) -> (Vec<Precision>, usize) {
    let mut left_out = 0;
    let of_loop = |l: &abide_ir::cfg::NaturalLoop| {
        let mut predicates: Vec<Predicate> = Vec::new();
        for fact in &l.spec.predicates {
            if predicates.iter().any(|p| p.formula == fact.formula) {
                continue;
            }
            if predicates.len() == abide_region::MAX_WIDTH {
                left_out += 1;
                continue;
            }
            predicates.push(Predicate {
                formula: fact.formula.clone(),
                origin: Origin::User,
                span: Some(fact.span),
            });
        }
        Precision {
            predicates,
            skolems: l.spec.skolems.clone(),
        }
    };
    let precisions = cfg.loops.iter().map(of_loop).collect();
    (precisions, left_out)
}
