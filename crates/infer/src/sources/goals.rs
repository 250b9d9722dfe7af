//! Open checks carried back to the heads of loops (KM §5.3; Janota, WING 2007).
//!
//! The check of a loop's body must follow from what holds at the head, and the check after the loop
//! from what holds at the head when the loop is left: the formula itself is a candidate, so is "the
//! loop goes on, or the formula holds", and its atoms are atoms for the abstraction. The quantified
//! variables of a check become skolem constants.

use super::back_propagation::{atoms, to_heads, unwrapped};
use super::{Proposal, RoutineView, Source, Tier};
use abide_ir::cfg::{CommandKind, LoopId};
use abide_logic::{Kind, Quantifier, Sort, Subst, Term, Var};

/// Open checks at loop heads.
pub struct Goals;

const ORIGIN: &str = "an open check, carried back to the loop";

/// What a candidate weighs less that is only to be tried when the others are not enough.
const LATE: i32 = 100;

impl Source for Goals {
    fn name(&self) -> &'static str {
        "goals"
    }

    fn tier(&self) -> Tier {
        Tier::First
    }

    fn propose(&self, view: &RoutineView, l: LoopId) -> Vec<Proposal> {
        let mut found = Vec::new();
        for goal in carried(view, l) {
            let size = goal.size() as i32 / 4;
            if !has_cases(&goal) {
                found.push(Proposal::candidate(goal.clone(), ORIGIN).weighing(60 - size));
                // of what is quantified the ranges say more
                let late = if goal.has_quantifier() { LATE } else { 0 };
                for guard in guards(view, l) {
                    let formula = Term::or([guard, goal.clone()]);
                    found.push(Proposal::candidate(formula, ORIGIN).weighing(35 - size - late));
                }
            }
            let (skolems, body) = opened(view, &goal);
            for atom in atoms(&body) {
                let free = atom.free_vars();
                let own: Vec<Var> = skolems.iter().filter(|s| free.contains(s)).cloned().collect();
                found.push(Proposal::atom(atom, ORIGIN).over(own).weighing(60 - size));
            }
        }
        found
    }
}

/// The open checks at the head of a loop, conjuncts apart.
pub fn carried(view: &RoutineView, l: LoopId) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    for block in view.blocks() {
        for (index, command) in view.cfg.block(block).commands.iter().enumerate() {
            let CommandKind::Assert(check) = &command.kind else {
                continue;
            };
            let same = |open: &&abide_ir::Check| (open.kind, open.span) == (check.kind, check.span);
            if view.open.iter().find(same).is_none() {
                continue;
            }
            for part in check.formula.conjuncts() {
                if view.budget.check().is_err() {
                    return found;
                }
                for (m, formula) in to_heads(view.cfg, block, index, &part) {
                    let formula = unwrapped(&formula);
                    if m == l && !found.contains(&formula) {
                        found.push(formula);
                    }
                }
            }
        }
    }
    found
}

/// The comparisons of the conditions of a loop's body, with the atoms of the open checks as they are at the head.
pub fn conditions_and_goals(view: &RoutineView, l: LoopId) -> Vec<Term> {
    let mut found = view.conditions(l);
    for goal in carried(view, l) {
        for atom in atoms(&goal) {
            let known = found.contains(&atom) || found.contains(&Term::not(atom.clone()));
            if !known && view.is_expressible(l, &atom) && view.is_target(l, &atom) {
                found.insert(0, atom);
            }
        }
    }
    for flag in view.flags(l) {
        found.retain(|c| *c != flag);
        found.insert(0, flag);
    }
    found
}

/// Is there a case distinction in it, from a write to a map?
pub fn has_cases(formula: &Term) -> bool {
    formula.has(|t| matches!(t.kind(), Kind::Ite(..)))
}

/// The conditions under which the loop goes on, as its head sees them.
pub fn guards(view: &RoutineView, l: LoopId) -> Vec<Term> {
    let natural = view.cfg.natural_loop(l);
    let head = view.cfg.block(natural.head);
    let inside = head.edges.iter().filter(|e| natural.body.contains(&e.to));
    inside.map(|e| e.guard.clone()).filter(|g| !g.is_true()).collect()
}

/// A universal formula with skolem constants for its variables.
pub fn opened(view: &RoutineView, formula: &Term) -> (Vec<Var>, Term) {
    match formula.kind() {
        Kind::Quant(Quantifier::Forall, vars, body)
            if vars.len() <= view.skolems.len() && vars.iter().all(|v| *v.sort() == Sort::Int) =>
        {
            let skolems = view.skolems[..vars.len()].to_vec();
            let renamed: Subst = vars.iter().cloned().zip(skolems.iter().map(Var::term)).collect();
            (skolems, renamed.apply(body))
        }
        _ => (Vec::new(), formula.clone()),
    }
}
