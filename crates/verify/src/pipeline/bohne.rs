//! Stage 2 with Bohne's analysis: heaps of the loops, as invariants to be printed.

use super::abstraction::rounds;
use super::batch::{Batch, add};
use super::inferred::Inferred;
use super::request::Show;
use crate::report::*;
use abide_abstraction::Precision;
use abide_infer::Candidate;
use abide_logic::Term;
use abide_prover::{Limits, ProverError};
use abide_region::Clause;
use abide_shape::bohne::{Case, analyse};

impl Batch<'_> {
    /// Invariants of the loops by Bohne's analysis, from the predicates of the source and its own.
    pub(super) fn bohne(&self, result: &mut Inferred, given: &[Precision], limits: &Limits) -> Result<(), ProverError> {
        let prover = &self.pool(result);
        let Inferred {
            cfg: Ok(cfg),
            vars,
            loops,
            printed,
            style,
            stats,
            at_return,
            ..
        } = result
        else {
            return Ok(());
        };
        let settings = &self.run.request.settings;
        let case = Case { cfg, vars, given };
        // a panic in another routine leaves nothing half done: what is known is put in at the end
        let mut cache = self.entailments.lock().unwrap_or_else(|e| e.into_inner());
        let analysis = analyse(&case, &settings.bohne, &mut cache, prover, limits)?;
        add(&mut stats.checks_infer, &mut stats.instances, &analysis.stats);
        add(&mut stats.checks_minimise, &mut stats.instances, &analysis.stats_needed);
        stats.unknown += analysis.stats.unknown;
        stats.entailments += analysis.tally.queries;
        stats.cache_hits += analysis.tally.hits;
        *at_return = analysis.at_return.iter().map(|f| self.language.render(f)).collect();
        for (index, found) in analysis.loops.iter().enumerate() {
            let is_shown = |(_, needed): &&(_, bool)| *needed || settings.show == Show::All;
            let show = |(f, _): &(_, bool)| self.language.render(f);
            let facts: Vec<Term> = found.facts.iter().filter(is_shown).map(|(f, _)| f.clone()).collect();
            self.print(printed, loops[index].span, &facts, style);
            let precision = Precision {
                predicates: found.predicates.clone(),
                skolems: vec![analysis.object.clone()],
            };
            stats.predicates += precision.width() as u64;
            stats.rounds += found.rounds.len() as u64;
            let clause = |c: &Clause| self.language.render(&Candidate::of_clause(&precision, *c).formula);
            loops[index].history = History {
                predicates: precision
                    .predicates
                    .iter()
                    .map(|p| (self.language.render(&p.formula), p.origin.to_string()))
                    .collect(),
                rounds: rounds(&found.rounds, &precision, &clause),
                not_needed: found.facts.iter().filter(|f| !is_shown(f)).map(show).collect(),
                checks: analysis.stats.checks,
                queries: analysis.tally.queries,
                ..History::default()
            };
        }
        Ok(())
    }
}
