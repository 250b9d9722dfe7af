//! Callers by contracts that nobody wrote: of functions that are proved, and that take long to read in place of each of
//! their calls, the clauses are known that they are given, and what their code may change.

use super::batch::Run;
use super::contracts::is_done;
use super::load;
use super::request::KeptRoutine;
use crate::language::Language;
use crate::report::*;
use abide_base::FileId;
use abide_ir::Granted;
use abide_prover::ProverError;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Routines, each with those that were kept apart when it was verified.
pub(super) type Tried = BTreeSet<(String, BTreeSet<String>)>;

impl Run<'_> {
    /// Verifies routines that are open once more, with calls of those that are done and have loops as these are known by
    /// their clauses and by what their code may change. Gives those that are done now.
    pub(super) fn apart_from_callees(
        &self,
        (file, language): (FileId, &Arc<dyn Language>),
        proposed: &Granted,
        reports: &[RoutineReport],
        (granted, tried): (&Granted, &mut Tried),
    ) -> Result<Vec<KeptRoutine>, ProverError> {
        let is_long = |r: &&RoutineReport| is_done(r) && !r.is_run && !(r.loops.is_empty() && r.relies.is_empty());
        let done = reports.iter().filter(is_long).map(|r| r.name.clone()).collect();
        let Some(language) = language.apart(&done).filter(|_| !done.is_empty()) else {
            return Ok(Vec::new());
        };
        let reading = language.granting(granted).unwrap_or_else(|| language.clone());
        let Ok(loaded) = load(file, self.sources.file(file), &reading) else {
            return Ok(Vec::new());
        };
        let mut wanted = Granted::new();
        for report in reports.iter().filter(|r| r.verdict == Verdict::Open) {
            let routine = loaded.program.routines.iter().find(|r| r.name == report.name);
            let relies = routine.map_or_else(BTreeSet::new, |r| loaded.view.relies(r));
            let apart: BTreeSet<String> = relies.intersection(&done).cloned().collect();
            let is_new = !apart.is_empty() && tried.insert((report.name.clone(), apart));
            if let Some(clauses) = proposed.get(&report.name).filter(|_| is_new) {
                wanted.insert(report.name.clone(), clauses.clone());
            }
        }
        let mut found = self.under_preconditions((file, &language), wanted, granted)?;
        found.retain(|kept| is_done(&kept.report));
        Ok(found)
    }
}
