//! Symbolic shape analysis, as Bohne does it (Wies, Kuncak, Zee, Podelski, Rinard).
//!
//! Loops over linked structures are described by predicates over objects: which list an object
//! is in, whether it comes before another, how its key compares. [`predicates`] finds them;
//! what combinations of them objects can have is a Boolean heap, and what a loop keeps is a set
//! of Boolean heaps, one for each case of what the variables of the program point at.
//!
//! Everything here is a candidate: a universally quantified formula that is printed into the
//! source and proved there.

pub mod bohne;
pub mod live;
pub mod predicates;
mod propagate;

pub use propagate::propagate;

use abide_abstraction::{Origin, Precision, Predicate};
use abide_ir::cfg::Cfg;
use abide_logic::{Sort, Var};
use live::Live;

/// Is the routine about reachability?
pub fn concerns(cfg: &Cfg) -> bool {
    !predicates::reachability_fields(cfg).is_empty()
}

/// The predicates of each loop, added to those that are given. The graph gets a new variable for
/// the arbitrary object.
pub fn precisions(cfg: &mut Cfg, given: &[Precision]) -> Vec<Precision> {
    let object = Var::new("v", cfg.next_tag, Sort::Ref);
    cfg.next_tag += 1;
    let live = Live::of(cfg);
    let ids = cfg.loop_ids();
    let of_loop = |l: abide_ir::cfg::LoopId| {
        let mut precision = given.get(l.index()).cloned().unwrap_or_default();
        for formula in predicates::of_loop(cfg, l, &live, &object) {
            if precision.predicates.iter().all(|p| p.formula != formula) {
                precision.predicates.push(Predicate {
                    formula,
                    origin: Origin::Shape,
                    span: None,
                });
            }
        }
        let speaks = |p: &Predicate| p.formula.mentions(&object);
        if precision.predicates.iter().any(speaks) {
            precision.skolems.push(object.clone());
        }
        precision
    };
    ids.map(of_loop).collect()
}
