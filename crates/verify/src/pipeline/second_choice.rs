//! A second choice of what is printed. A formula can be true of the states as they are kept and not follow from its text:
//! in C, what it reads behind the end of an array is no value then. Where such a candidate had to go and checks are left,
//! everything else that was found is printed, and what of it stays is cut down to what the checks rest on.

use super::batch::Batch;
use super::printed::Printed;
use crate::report::LoopReport;
use abide_abstraction::Precision;
use abide_base::Span;
use abide_infer::{Subject, inductive_core};
use abide_ir::cfg::Cfg;
use abide_logic::{Term, Var};
use abide_prover::{Limits, Prover, ProverError, Stats};
use abide_vc::CutGraph;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What was found for the loops, and how much of it has been printed.
#[derive(Default)]
pub(super) enum Spare {
    /// Nothing else, or nothing more is to be tried.
    #[default]
    None,
    /// More than what is needed, by loop.
    Unused(Vec<(Span, Vec<Term>)>),
    /// All of it is printed.
    Printed(Vec<(Span, Vec<Term>)>),
}

impl Batch<'_> {
    /// Prints all that was found, if candidates had to go.
    pub(super) fn print_the_rest(&self, loops: &[LoopReport], printed: &mut Printed, spare: &mut Spare) -> bool {
        let gone: BTreeSet<&String> = loops.iter().flat_map(|l| &l.history.dropped).collect();
        let Spare::Unused(found) = &*spare else { return false };
        if gone.is_empty() {
            return false;
        }
        let render = |fact: &Term| self.language.render(fact);
        let left = found.iter().map(|(span, facts)| {
            let stays = facts.iter().filter(|fact| !gone.contains(&render(fact)));
            (*span, stays.cloned().collect::<Vec<Term>>())
        });
        let left: Vec<(Span, Vec<Term>)> = left.collect();
        printed.without_candidates();
        for (span, facts) in &left {
            let texts: Vec<String> = facts.iter().map(render).collect();
            printed.write(*span, &texts, &texts);
        }
        *spare = Spare::Printed(left);
        true
    }

    /// Prints what the checks rest on of all that stayed, and says what it cost to find that; if that is not enough by
    /// itself, all that stayed is printed again.
    pub(super) fn print_the_needed(
        &self,
        (cfg, vars): (&Cfg, &BTreeSet<Var>),
        loops: &[LoopReport],
        (printed, spare): (&mut Printed, &mut Spare),
        (prover, limits): (&Arc<dyn Prover>, &Limits),
    ) -> Result<Option<Stats>, ProverError> {
        let Spare::Printed(found) = std::mem::take(spare) else {
            return Ok(None);
        };
        let stayed = |span: &Span, fact: &Term| printed.at(*span).contains(&self.language.render(fact));
        let of_loop = |at: Span| -> Vec<Term> {
            let own = found.iter().filter(|(span, _)| *span == at);
            own.flat_map(|(span, facts)| facts.iter().filter(|fact| stayed(span, fact)).cloned())
                .collect()
        };
        let facts: Vec<Vec<Term>> = loops.iter().map(|l| of_loop(l.span)).collect();
        let cut = CutGraph::of(cfg);
        let subject = Subject {
            cfg,
            cut: &cut,
            vars,
            precisions: &vec![Precision::default(); cfg.loops.len()],
        };
        let core = inductive_core::inductive_core(&subject, prover, limits, &facts)?;
        printed.without_candidates();
        for ((l, facts), needed) in loops.iter().zip(&facts).zip(&core.facts) {
            let all = facts.iter().map(|fact| self.language.render(fact));
            let needed = facts.iter().zip(needed).filter(|(_, needed)| **needed);
            let needed = needed.map(|(fact, _)| self.language.render(fact));
            printed.write(l.span, &needed.collect::<Vec<_>>(), &all.collect::<Vec<_>>());
        }
        Ok(Some(core.stats))
    }
}
