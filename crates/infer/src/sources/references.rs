//! Premises of quantified assumptions about references, said of the references a loop changes.
//!
//! `∀p. valid(p) ⇒ p.next = null ∨ valid(p.next)` is of use only for a `p` that is valid. So the premise is a candidate
//! for each reference that moves, as it stands and where the reference is not null. A pointer into a block is a
//! reference and an integer, which are assigned together.

use super::{Proposal, RoutineView, Source, Tier};
use abide_ir::cfg::LoopId;
use abide_logic::{Kind, Quantifier, Sort, Subst, Term, Var};
use std::collections::BTreeSet;

/// Premises about references.
pub struct References;

const ORIGIN: &str = "what an assumption asks of a reference";

impl Source for References {
    fn name(&self) -> &'static str {
        "references"
    }

    fn tier(&self) -> Tier {
        Tier::First
    }

    fn propose(&self, view: &RoutineView, l: LoopId) -> Vec<Proposal> {
        let mut found = Vec::new();
        for (vars, premise) in premises(view) {
            for chosen in view.pointers(l) {
                let parts: Option<Subst> = vars
                    .iter()
                    .map(|v| Some((v.clone(), chosen.iter().find(|c| c.sort() == v.sort())?.term())))
                    .collect();
                let (Some(parts), Some(reference)) = (parts, chosen.first()) else {
                    continue;
                };
                let said = parts.apply(&premise);
                let none = Term::eq(reference.term(), Term::null());
                found.push(Proposal::candidate(said.clone(), ORIGIN).weighing(90).resting());
                found.push(
                    Proposal::candidate(Term::or([none, said]), ORIGIN)
                        .weighing(95)
                        .resting(),
                );
            }
        }
        found
    }
}

/// The premises of what is assumed of all references at the start, with their variables.
fn premises(view: &RoutineView) -> BTreeSet<(Vec<Var>, Term)> {
    let mut found = BTreeSet::new();
    for formula in view.formulas([view.cfg.entry].into_iter()) {
        for part in formula.conjuncts() {
            if let Kind::Quant(Quantifier::Forall, vars, body) = part.kind()
                && let Kind::Implies(premise, _) = body.kind()
                && vars.iter().filter(|v| *v.sort() == Sort::Ref).count() == 1
                && vars.iter().filter(|v| *v.sort() == Sort::Int).count() == vars.len() - 1
                && vars.len() <= 2
                && !premise.has_quantifier()
            {
                found.insert((vars.clone(), premise.clone()));
            }
        }
    }
    found
}
