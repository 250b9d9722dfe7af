//! Stages 3 and 4: the candidates as printed into the source, proved.

use super::infer::Inferred;
use super::{Batch, Outcomes, add};
use crate::check::{self, Outcome, is_invariant};
use abide_base::Span;
use abide_ir::cfg::Cfg;
use abide_ir::{Program, Routine};
use abide_logic::Var;
use abide_prover::ProverError;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// What became of a routine as printed.
pub(super) enum Proof {
    /// All candidates hold; the outcomes of the other checks.
    Done(Outcomes),
    /// Printed candidates that were not proved.
    Drop(Vec<String>),
}

impl Batch<'_> {
    /// Stage 4: every check of the routine as printed, its new invariants included.
    pub(super) fn prove(
        &self,
        routine: &Routine,
        inferred: &mut Inferred,
        again: &Program,
    ) -> Result<Proof, ProverError> {
        let Ok(original) = &inferred.cfg else {
            return Ok(Proof::Done(Vec::new()));
        };
        let reread;
        let cfg = if inferred.printed.values().all(Vec::is_empty) {
            original
        } else {
            let Some(twin) = again.routines.iter().find(|r| r.name == routine.name) else {
                // the annotated text does not load: nothing printed may be believed
                return Ok(Proof::Drop(inferred.candidates()));
            };
            match Cfg::of(twin, &again.axioms) {
                Ok(cfg) => {
                    reread = (
                        cfg,
                        twin.inputs
                            .iter()
                            .chain(&twin.locals)
                            .cloned()
                            .collect::<BTreeSet<Var>>(),
                    );
                    inferred.vars.extend(reread.1.iter().cloned());
                    &reread.0
                }
                Err(_) => return Ok(Proof::Drop(inferred.candidates())),
            }
        };
        let started = Instant::now();
        let limits = self.run.limits(inferred.spent);
        let checked = check::check(cfg, &inferred.vars, &self.desk(inferred), &limits)?;
        inferred.spent += started.elapsed();
        inferred.stats.unknown += checked.stats.unknown;
        let stats = &mut inferred.stats;
        add(&mut stats.checks_final, &mut stats.instances, &checked.stats);
        // the printed invariants come first in each loop; what is left corresponds one to one
        let mut candidates: BTreeMap<Span, String> = BTreeMap::new();
        for l in &cfg.loops {
            let own = original.loops.iter().map(|o| o.spec.invariants.len());
            let place = cfg.loops.iter().position(|x| x.head == l.head);
            let mine = place.and_then(|p| own.clone().nth(p)).unwrap_or(0);
            let new = l.spec.invariants.len().saturating_sub(mine);
            for c in &l.spec.invariants[..new] {
                candidates.insert(c.span, self.language.render(&c.formula));
            }
        }
        let mut drop = Vec::new();
        let mut rest = Vec::new();
        for (check, outcome) in checked.outcomes {
            match candidates.get(&check.span) {
                Some(text) if is_invariant(check.kind) => {
                    if outcome != Outcome::Proved {
                        drop.push(text.clone());
                    }
                }
                _ => rest.push((check, outcome)),
            }
        }
        if drop.is_empty() {
            return Ok(Proof::Done(rest));
        }
        Ok(Proof::Drop(drop))
    }
}
