//! Results of the search for failing inputs, from stage to stage.

use crate::refute::{Case, Refuted, refute};
use abide_base::Span;
use abide_ir::CheckKind;
use abide_prover::{Limits, Prover, ProverError};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a check is and where it stands in the source as it was given.
pub(super) type Place = (CheckKind, Span);

/// Checks for which a failing input was looked for.
#[derive(Default)]
pub(super) struct FailingInputs {
    places: Vec<Place>,
    /// Those that fail in runs with an arbitrary value for what is not known, and where that is.
    pub(super) doubts: BTreeMap<Place, Span>,
    /// Those that fail.
    pub(super) refuted: Vec<Refuted>,
    /// Solver checks that it took.
    pub(super) checks: u64,
}

impl FailingInputs {
    /// Was an input found on which a check fails?
    pub(super) fn is_refuted(&self, place: Place) -> bool {
        self.refuted.iter().any(|r| (r.kind, r.span) == place)
    }

    /// Looks for inputs on which checks fail, where that was not done before. Says which of them fail.
    pub(super) fn search(
        &mut self,
        case: &Case,
        open: &[Place],
        prover: &Arc<dyn Prover>,
        limits: &Limits,
    ) -> Result<Vec<Place>, ProverError> {
        let new = open.iter().copied().filter(|place| !self.places.contains(place));
        let new: Vec<Place> = new.collect();
        if !new.is_empty() {
            let search = refute(case, &new, prover, limits)?;
            self.checks += search.stats.checks;
            self.places.extend(new);
            self.doubts.extend(search.doubts);
            self.refuted.extend(search.refuted);
        }
        let failing = self.refuted.iter().map(|r| (r.kind, r.span));
        Ok(failing.filter(|place| open.contains(place)).collect())
    }
}
