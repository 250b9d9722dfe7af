//! What the prover leaves open about walks is asked of the second procedure, unless an input refutes it.

use super::Batch;
use super::infer::Inferred;
use super::sought::Place;
use crate::check::{Checked, Outcome};
use crate::second::Second;
use abide_ir::Routine;
use abide_ir::cfg::Cfg;
use abide_logic::Var;
use abide_prover::{Limits, ProverError};
use std::collections::BTreeSet;

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
        if !abide_shape::concerns(cfg) {
            return Ok(());
        }
        let is_open = |(_, (_, outcome)): &(_, &(_, Outcome))| *outcome != Outcome::Proved;
        let open = places.iter().zip(&checked.outcomes).filter(is_open);
        let open: Vec<Place> = open.filter_map(|(place, _)| *place).collect();
        let prover = &self.desk(inferred);
        let Inferred {
            cfg: Ok(original),
            vars: known,
            sought,
            ..
        } = inferred
        else {
            return Ok(());
        };
        let failing = sought.seek(&self.case(routine, original, known), &open, prover, limits)?;
        let fails = |at: usize| places[at].is_some_and(|place| failing.contains(&place));
        let mut second = Second::new(&**decider, prover.clone(), limits);
        second.settle(cfg, vars, checked, fails)?;
        checked.stats += second.stats;
        inferred.stats.second = second.proved;
        Ok(())
    }
}
