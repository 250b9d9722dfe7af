//! Weiß's engine: very many generated predicates, each kept or not as a whole ("Inferring Invariants by
//! Static Analysis in KeY", Diplomarbeit, Karlsruhe 2007).
//!
//! The generator ([`terms`], [`pairs`], [`family`]) is his, but for two things: the formulas ψ of the
//! quantified families, which he asks the user for, are the [properties of elements](crate::sources::Body)
//! the program itself speaks of, and there are no variables for loop conditions. His symbolic
//! execution with merging is the graph without cycles here, and his fixpoint test, which is unsound as
//! printed (`end_while`), is Houdini's: what is left is proved to hold on entry and
//! to be preserved.
//!
//! First the pairs: they tell which ranges there are, since he passes over quantified predicates whose
//! `min <= max` does not hold. Then the families over these ranges, as a [`lattice`].

mod family;
mod lattice;
mod pairs;
mod terms;

use super::{Engine, Workbench};
use crate::sources::{Body, RoutineView, bodies, is_about_machine, is_atom};
use abide_abstraction::Origin;
use abide_ir::cfg::LoopId;
use abide_logic::{Subst, Term};
use abide_prover::ProverError;
use family::{Kind, Range};
use lattice::{Bounds, Lattice};
use pairs::Order;
use terms::Terms;

/// Generated predicates in families.
pub struct Wei;

const ORIGIN: Origin = Origin::Source("generated from the terms of the loop");

impl Engine for Wei {
    fn run(&self, bench: &mut Workbench) -> Result<(), ProverError> {
        let generated = bench.look(|view| view.cfg.loop_ids().map(|l| count(view, l)).collect());
        bench.generated(generated);
        let mut lattice = bench.look(|view| {
            let mut lattice = Lattice::default();
            view.cfg.loop_ids().for_each(|l| add_pairs(&mut lattice, view, l, &[]));
            lattice
        });
        bench.descend(&mut lattice, ORIGIN)?;
        if bench.is_done() {
            return Ok(());
        }
        let facts: Vec<Vec<Term>> = bench.loops().map(|l| bench.facts(l)).collect();
        let mut lattice = bench.look(|view| {
            let mut lattice = Lattice::default();
            for l in view.cfg.loop_ids() {
                let bounds = bounds(view, l, &facts[l.index()]);
                for (body, kind) in said(view, l) {
                    lattice.family(view, l, (&body, kind), &bounds);
                }
                // elements compared with each other may hold now that families are assumed
                add_pairs(&mut lattice, view, l, &facts[l.index()]);
            }
            lattice
        });
        bench.descend(&mut lattice, ORIGIN)
    }
}

/// The number of predicates the generator makes for a loop.
fn count(view: &RoutineView, l: LoopId) -> usize {
    let terms = Terms::of(view, l);
    let families = said(view, l).into_iter();
    let members = families.map(|(_, kind)| family::count(terms.integers.len(), kind));
    pairs::count(&terms) + members.sum::<usize>()
}

/// The properties of elements that families are made of.
fn said(view: &RoutineView, l: LoopId) -> Vec<(Body, Kind)> {
    let mut found: Vec<(Body, Kind)> = Vec::new();
    for body in bodies::at(view, l) {
        if is_about_machine(&body.formula) || !is_literal(&body.formula) {
            continue;
        }
        let mirror = match view.skolems {
            [x, y, ..] if body.arity == 2 => {
                let exchanged: Subst = [(x.clone(), y.term()), (y.clone(), x.term())].into_iter().collect();
                Some(exchanged.apply(&body.formula))
            }
            _ => None,
        };
        let kind = match mirror {
            None => Kind::One,
            Some(mirror) if found.iter().any(|(b, _)| b.formula == mirror) => Kind::Mirrored,
            Some(_) => Kind::Two,
        };
        found.push((body.clone(), kind));
    }
    found
}

/// Is it an atom, or the negation of one?
fn is_literal(formula: &Term) -> bool {
    match formula.kind() {
        abide_logic::Kind::Not(inner) => is_atom(inner),
        _ => is_atom(formula),
    }
}

/// The predicates about pairs of terms that the runs do not contradict and that are not known.
fn add_pairs(lattice: &mut Lattice, view: &RoutineView, l: LoopId, known: &[Term]) {
    let terms = Terms::of(view, l);
    let is_expressible = |f: &Term| view.is_expressible(l, f) && !f.is_true();
    for (strong, weak) in pairs::consistent(&terms, &view.runs.heads[l.index()]) {
        if strong.as_ref().is_some_and(|f| known.contains(f)) {
            continue;
        }
        let strong = strong.filter(is_expressible).map(|f| lattice.add(l, f, Vec::new()));
        if let Some(weak) = weak.filter(|f| is_expressible(f) && !known.contains(f)) {
            lattice.add(l, weak, strong.into_iter().collect());
        }
    }
}

/// The ranges whose bounds are known to be in order.
fn bounds(view: &RoutineView, l: LoopId, facts: &[Term]) -> Bounds {
    let terms = Terms::of(view, l).integers;
    let order = Order::of(&terms, facts);
    let all = (0..terms.len()).flat_map(|i| (0..terms.len()).map(move |j| (i, j)));
    let ordered = all.filter(|(i, j)| i != j && order.at_most(*i, *j));
    Bounds {
        ranges: ordered.flat_map(|(i, j)| Range::variants(i, j)).collect(),
        terms,
        order,
    }
}
