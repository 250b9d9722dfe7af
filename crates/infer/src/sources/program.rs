//! What the program says itself: guards, branches, assertions, contracts and run-time checks.
//!
//! Each comparison that can be read at the loop's head is an atom. It is a candidate too, and so are
//! its negation and its neighbours: `i < n` in a guard becomes `i <= n` at the head.

use super::elements::is_element;
use super::proposal::{Proposal, Source, Tier};
use super::terms::{is_about_machine, is_type};
use super::view::RoutineView;
use abide_ir::cfg::LoopId;
use abide_logic::{Kind, Term};
use std::collections::BTreeSet;

/// Comparisons of the program.
pub struct Program;

const ORIGIN: &str = "a condition or check of the program";

impl Source for Program {
    fn name(&self) -> &'static str {
        "program"
    }

    fn tier(&self) -> Tier {
        Tier::First
    }

    fn propose(&self, view: &RoutineView, l: LoopId) -> Vec<Proposal> {
        let mut found = Vec::new();
        let (checked, assumed) = view.atoms(l);
        for atom in checked.into_iter().filter(|a| !is_type_test(a) || view.is_target(l, a)) {
            for (formula, weight) in neighbours(&atom) {
                found.push(Proposal::candidate(formula, ORIGIN).weighing(weight));
            }
            found.push(Proposal::atom(atom, ORIGIN).weighing(30));
        }
        for atom in assumed.into_iter().filter(|a| !is_type_of_element(a)) {
            found.push(Proposal::candidate(atom.clone(), ORIGIN).weighing(20));
            found.push(Proposal::atom(atom, ORIGIN).weighing(3));
        }
        // what was assumed at the start may still hold
        for formula in view.formulas([view.cfg.entry].into_iter()) {
            for part in formula.conjuncts() {
                if view.is_target(l, &part) {
                    found.push(Proposal::candidate(part, "a precondition").weighing(50));
                }
            }
        }
        found
    }
}

/// Does it compare the dynamic type of an object with the number of a type? A check of what an array may hold compares it with
/// those of all classes; where the loop does not change it, it is known as it was before.
fn is_type_test(atom: &Term) -> bool {
    matches!(atom.kind(), Kind::Eq(a, b) if is_type(a) && matches!(b.kind(), Kind::Int(_)) || is_type(b) && matches!(a.kind(), Kind::Int(_)))
}

/// Is it a bound that an element has by its type? It is known wherever the element is read.
fn is_type_of_element(atom: &Term) -> bool {
    is_about_machine(atom) && atom.kind().children().any(is_element)
}

/// A comparison, its negation, and both a little weaker.
fn neighbours(atom: &Term) -> Vec<(Term, i32)> {
    let mut found: BTreeSet<(Term, i32)> = BTreeSet::new();
    for side in [atom.clone(), Term::not(atom.clone())] {
        match side.kind() {
            Kind::Lt(a, b) => {
                found.insert((Term::le(a.clone(), b.clone()), 50));
            }
            Kind::Le(a, b) => {
                found.insert((Term::le(a.clone(), Term::add(b.clone(), Term::int(1))), 10));
                found.insert((Term::lt(a.clone(), b.clone()), 10));
            }
            Kind::Eq(a, b) if *a.sort() == abide_logic::Sort::Int => {
                found.insert((Term::le(a.clone(), b.clone()), 40));
                found.insert((Term::le(b.clone(), a.clone()), 40));
            }
            _ => {}
        }
        found.insert((side, 45));
    }
    found.into_iter().collect()
}
