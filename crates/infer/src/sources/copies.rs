//! What is known of a value is known of its copy: strongest postconditions of assignments, for atoms.
//!
//! Where the loop has `x := e`, every condition of the loop that speaks of `e` is an atom for `x` as well:
//! `if (curr.val > v) … else prev := curr` makes `prev.val > v` an atom, which is the one Flanagan and
//! Qadeer give for `partition`. What is assigned together is copied together.
//! A reference may be null as long as nothing was copied to it.

use super::{Proposal, RoutineView, Source, Tier};
use abide_ir::cfg::LoopId;
use abide_logic::{Kind, Sort, Term, Var};

/// Conditions, said of copies.
pub struct Copies;

const ORIGIN: &str = "a condition, for a copy of the value";

impl Source for Copies {
    fn name(&self) -> &'static str {
        "copies"
    }

    fn tier(&self) -> Tier {
        Tier::First
    }

    fn propose(&self, view: &RoutineView, l: LoopId) -> Vec<Proposal> {
        let body = &view.cfg.natural_loop(l).body;
        let conditions = view.formulas(body.iter().copied());
        let atoms: Vec<Term> = conditions.flat_map(|f| super::back_propagation::atoms(&f)).collect();
        let mut found = Vec::new();
        for pairs in view.together(body.iter().copied()) {
            let is_copy =
                |(x, e): &&(Var, Term)| matches!(e.kind(), Kind::Var(_) | Kind::Select(..)) && e.as_var() != Some(x);
            let copies: Vec<&(Var, Term)> = pairs.iter().filter(is_copy).collect();
            for atom in &atoms {
                let copied = copies.iter().fold(atom.clone(), |a, (x, e)| a.replaced(e, &x.term()));
                if copied != *atom {
                    found.push(Proposal::atom(copied.clone(), ORIGIN).weighing(42));
                    for known in [copied.clone(), Term::not(copied)] {
                        let nothing = copies.iter().map(|(x, _)| x).filter(|x| *x.sort() == Sort::Ref);
                        let nothing = nothing.filter(|x| known.mentions(x));
                        let or_none = nothing.map(|x| Term::or([Term::eq(x.term(), Term::null()), known.clone()]));
                        found.extend(or_none.map(|f| Proposal::candidate(f, ORIGIN).weighing(30)));
                        found.push(Proposal::candidate(known, ORIGIN).weighing(30));
                    }
                }
            }
        }
        found
    }
}
