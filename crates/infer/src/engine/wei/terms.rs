//! The terms predicates are made of (Weiß §5.2).
//!
//! The variables that can be named at the loop and matter from there on, zero and null; and each field,
//! length and array element that can be read with these in one step. An object's fields are those the
//! program reads of it: our terms have no classes.

use crate::runs::live;
use crate::sources::{RoutineView, collect};
use abide_ir::cfg::LoopId;
use abide_logic::{Kind, Sort, Term, Var};
use std::collections::BTreeSet;

/// Terms by sort, those of the initial set first.
#[derive(Debug, Default)]
pub struct Terms {
    /// Integers.
    pub integers: Vec<Term>,
    /// References.
    pub references: Vec<Term>,
    /// Truth values.
    pub truths: Vec<Term>,
}

/// Integers kept, at the most.
const INTEGERS: usize = 16;

impl Terms {
    /// The terms for the head of a loop.
    pub fn of(view: &RoutineView, l: LoopId) -> Terms {
        let live = &live(view.cfg)[view.cfg.natural_loop(l).head.index()];
        let plain = |v: &&Var| view.can_name(l, v) && !matches!(v.sort(), Sort::Map(_));
        let mut terms = Terms {
            integers: vec![Term::int(0)],
            references: vec![Term::null()],
            truths: Vec::new(),
        };
        for var in live.iter().filter(plain) {
            terms.add(var.term());
        }
        let indices = terms.integers.clone();
        for read in reads(view, l, live) {
            match read.sort().as_map() {
                Some((Sort::Int, value)) if !matches!(value, Sort::Map(_)) => {
                    let elements = indices.iter().map(|i| Term::select(read.clone(), i.clone()));
                    elements.for_each(|t| terms.add(t));
                }
                _ => terms.add(read),
            }
        }
        terms.integers.truncate(INTEGERS);
        terms
    }

    fn add(&mut self, term: Term) {
        let list = match term.sort() {
            Sort::Int => &mut self.integers,
            Sort::Ref => &mut self.references,
            Sort::Bool => &mut self.truths,
            _ => return,
        };
        if !list.contains(&term) {
            list.push(term);
        }
    }
}

/// Maps of the program, and what it reads from them with a variable for an object.
fn reads(view: &RoutineView, l: LoopId, live: &BTreeSet<Var>) -> BTreeSet<Term> {
    let named = |t: &Term| t.as_var().is_some_and(|v| live.contains(v) && view.can_name(l, v));
    let mut found = BTreeSet::new();
    let formulas = view.formulas(view.blocks());
    let assigned = view.assignments(view.blocks().collect::<Vec<_>>().into_iter());
    for term in formulas.chain(assigned.into_iter().map(|(_, t)| t)) {
        collect(&term, &mut Vec::new(), &mut |t| match t.kind() {
            Kind::Select(map, key) if *key.sort() == Sort::Int && named(map) => {
                found.insert(map.clone());
            }
            Kind::Select(map, key) if named(map) && named(key) => {
                found.insert(t.clone());
            }
            _ => {}
        });
    }
    found
}
