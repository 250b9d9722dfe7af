//! What the prover leaves open about walks is asked of the second procedure, unless an input refutes it.

use super::Batch;
use super::infer::Inferred;
use crate::check::{Checked, Outcome};
use crate::refute::{Case, refute};
use crate::second::Second;
use abide_base::Span;
use abide_ir::cfg::Cfg;
use abide_ir::{CheckKind, Routine};
use abide_logic::Var;
use abide_prover::{Limits, ProverError};
use std::collections::BTreeSet;

/// What a check is and where it stands in the source as it was given.
pub(super) type Place = (CheckKind, Span);

impl Batch<'_> {
    /// Asks the second procedure, if there is one, about the open checks of a graph, and counts those that
    /// it proves now. `places` are those of the checks in the source as it was given, where they have one.
    pub(super) fn second(
        &self,
        routine: &Routine,
        inferred: &mut Inferred,
        (cfg, vars): (&Cfg, &BTreeSet<Var>),
        (checked, places): (&mut Checked, &[Option<Place>]),
        limits: &Limits,
    ) -> Result<(), ProverError> {
        let Some(decider) = &self.run.request.second else {
            return Ok(());
        };
        let is_open = |(_, (_, outcome)): &(_, &(_, Outcome))| *outcome != Outcome::Proved;
        let open = places.iter().zip(&checked.outcomes).filter(is_open);
        let open: Vec<Place> = open.filter_map(|(place, _)| *place).collect();
        self.seek(routine, inferred, &open, limits)?;
        let fails = |at: usize| {
            let hit = |place: Place| inferred.refuted.iter().any(|r| (r.kind, r.span) == place);
            places[at].is_some_and(hit)
        };
        let mut second = Second::new(&**decider, self.desk(inferred), limits);
        second.settle(cfg, vars, checked, fails)?;
        checked.stats += second.stats;
        inferred.stats.second = second.proved;
        Ok(())
    }

    /// Looks for inputs that make open checks fail, unless that was done before.
    pub(super) fn seek(
        &self,
        routine: &Routine,
        inferred: &mut Inferred,
        open: &[Place],
        limits: &Limits,
    ) -> Result<(), ProverError> {
        let is_new = |place: &&Place| !inferred.sought.contains(place);
        let left: Vec<Place> = open.iter().filter(is_new).copied().collect();
        let Ok(cfg) = &inferred.cfg else { return Ok(()) };
        if left.is_empty() {
            return Ok(());
        }
        let case = Case {
            routine,
            view: self.view,
            cfg,
            vars: &inferred.vars,
            sources: &self.run.sources,
        };
        let search = refute(&case, &left, &self.desk(inferred), limits)?;
        inferred.stats.checks_refute += search.stats.checks;
        inferred.doubts.extend(search.doubts);
        inferred.refuted.extend(search.refuted);
        inferred.sought.extend(left);
        Ok(())
    }
}
