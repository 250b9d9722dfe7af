//! Flanagan & Qadeer's heuristics (POPL 2002, §6, as the released code has them): predicates from what
//! a loop changes.
//!
//! An integer target is compared with zero and with the other integer targets, a reference target with
//! null and with the other references. Where a map is read or written in the loop at an unknown index,
//! a skolem constant stands for the index: it is bounded by zero and by every integer of the loop.

use super::{Proposal, RoutineView, Source, Tier};
use abide_ir::cfg::LoopId;
use abide_logic::{Sort, Term, Var};

/// Predicates about targets.
pub struct Targets;

const ORIGIN: &str = "about what the loop changes";

/// Bounds of the skolem constant.
const BOUNDS: usize = 5;

impl Source for Targets {
    fn name(&self) -> &'static str {
        "targets"
    }

    fn tier(&self) -> Tier {
        Tier::First
    }

    fn propose(&self, view: &RoutineView, l: LoopId) -> Vec<Proposal> {
        let natural = view.cfg.natural_loop(l);
        let named = |v: &&Var| view.can_name(l, v);
        let mut found = Vec::new();
        let both = |formula: Term, weight: i32| {
            let atom = Proposal::atom(formula.clone(), ORIGIN).weighing(weight);
            [atom, Proposal::candidate(formula, ORIGIN).weighing(weight + 20)]
        };
        let targets: Vec<&Var> = natural.targets.iter().filter(named).collect();
        let integers: Vec<&Var> = targets.iter().copied().filter(|v| *v.sort() == Sort::Int).collect();
        for (number, t) in integers.iter().enumerate() {
            found.extend(both(Term::le(Term::int(0), t.term()), 10));
            for u in &integers[number + 1..] {
                found.push(Proposal::atom(Term::lt(t.term(), u.term()), ORIGIN).weighing(22));
                found.push(Proposal::atom(Term::lt(u.term(), t.term()), ORIGIN).weighing(22));
            }
        }
        let refs = |v: &&Var| *v.sort() == Sort::Ref && view.can_name(l, v);
        let all: Vec<&Var> = view.vars.iter().filter(refs).collect();
        for t in targets.iter().filter(|v| *v.sort() == Sort::Ref) {
            found.extend(both(Term::ne(t.term(), Term::null()), 30));
            for u in all.iter().filter(|u| **u != *t) {
                found.extend(both(Term::eq(t.term(), u.term()), 8));
            }
        }
        let Some(k) = view.skolems.first() else { return found };
        let over = |formula: Term, weight: i32| Proposal::atom(formula, ORIGIN).over([k.clone()]).weighing(weight);
        found.push(over(Term::le(Term::int(0), k.term()), 40));
        let ends = view.integers(l).into_iter().filter(|t| t.as_var().is_some());
        for (number, end) in ends.take(BOUNDS).enumerate() {
            let weight = if view.is_target(l, &end) { 45 } else { 20 };
            found.push(over(Term::lt(k.term(), end), weight - number as i32));
        }
        found
    }
}
