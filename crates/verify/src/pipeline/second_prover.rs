//! Checks about reachability that the prover leaves open go to the second one, unless an input refutes them.

use super::batch::Batch;
use super::failing_inputs::{FailingInputs, Place};
use super::inferred::Inferred;
use crate::check::{Checked, Outcome};
use crate::second_prover::Second;
use abide_ir::Routine;
use abide_ir::cfg::Cfg;
use abide_logic::Var;
use abide_prover::{Limits, ProverError};
use std::collections::BTreeSet;

impl Batch<'_> {
    /// Is there a second procedure, and something for it to do in a graph?
    pub(super) fn wants_second(&self, cfg: &Cfg, checked: &Checked) -> bool {
        let is_open = |(_, outcome): &(_, Outcome)| *outcome != Outcome::Proved;
        self.run.request.second.is_some() && checked.outcomes.iter().any(is_open) && abide_shape::concerns(cfg)
    }

    /// Asks the second procedure about the open checks of a graph; says how many it proves now. `places` are
    /// those of the checks in the source as it was given, where they have one.
    pub(super) fn second(
        &self,
        routine: &Routine,
        (inferred, failing_inputs): (&Inferred, &mut FailingInputs),
        (cfg, vars): (&Cfg, &BTreeSet<Var>),
        (checked, places): (&mut Checked, &[Option<Place>]),
        limits: &Limits,
    ) -> Result<u64, ProverError> {
        let (Some(decider), Ok(original)) = (&self.run.request.second, &inferred.cfg) else {
            return Ok(0);
        };
        let is_open = |(_, (_, outcome)): &(_, &(_, Outcome))| *outcome != Outcome::Proved;
        let open = places.iter().zip(&checked.outcomes).filter(is_open);
        let open: Vec<Place> = open.filter_map(|(place, _)| *place).collect();
        let prover = &self.pool(inferred);
        let case = self.case(routine, original, &inferred.vars);
        let failing = failing_inputs.search(&case, &open, prover, limits)?;
        let fails = |at: usize| places[at].is_some_and(|place| failing.contains(&place));
        let mut second = Second::new(&**decider, prover.clone(), limits);
        second.settle(cfg, vars, checked, fails)?;
        checked.stats += second.stats;
        Ok(second.proved)
    }
}
