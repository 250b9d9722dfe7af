//! Discovery with symbolic constants in the place of large literal bounds.

use super::batch::Batch;
use abide_base::Span;
use abide_infer::engine::{self, Config, Discovery, Found, Workbench};
use abide_infer::symbolic::Symbolic;
use abide_ir::{Check, CheckKind, Routine};
use abide_logic::{Term, Var};
use abide_prover::{Limits, Prover, ProverError};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The part of the steps that is left for the search with the literals themselves.
const STEPS: u64 = 12_000_000;

/// What was found whatever the bounds are, said with the literals.
pub(super) struct Generally {
    /// What was found.
    pub discovery: Discovery,
    /// The checks that it does not prove, by their places in the passive form of the whole routine.
    pub open: Vec<(usize, Check)>,
    /// Those of them that fail for some bounds.
    pub failing: Vec<(CheckKind, Span)>,
}

impl Batch<'_> {
    /// Looks for facts that hold whatever the large bounds of the loops are.
    pub(super) fn discover_generally(
        &self,
        routine: &Routine,
        (symbolic, vars): (&Symbolic, &BTreeSet<Var>),
        config: &Config,
        (prover, rest): (&Arc<dyn Prover>, &Limits),
    ) -> Result<Generally, ProverError> {
        let config = &Config {
            limits: config.limits.part(STEPS),
            // a search that is expensive is worth it with the bounds themselves only
            last: None,
            ..config.clone()
        };
        let constants = || symbolic.constants().cloned();
        let vars: BTreeSet<Var> = vars.iter().cloned().chain(constants()).collect();
        let inputs: Vec<Var> = routine.inputs.iter().cloned().chain(constants()).collect();
        let case = engine::Case {
            cfg: &symbolic.cfg,
            vars: &vars,
            inputs: &inputs,
            is_expressible: &|formula| self.language.is_expressible(&symbolic.original(formula)),
            known: vec![Vec::new(); symbolic.cfg.loops.len()],
            open: None,
            // that a check fails for some bounds does not say that it fails for these
            refute: &mut |_| Ok(Vec::new()),
            repair: &|input| {
                let kept: Vec<_> = constants()
                    .filter_map(|c| Some((c.clone(), input.get(&c)?.clone())))
                    .collect();
                let mut repaired = self.view.repair(routine, input)?;
                repaired.extend(kept);
                Some(repaired)
            },
        };
        let mut bench = Workbench::new(case, prover, config)?;
        if let Some(engine) = engine::build(config.engine) {
            engine.run(&mut bench)?;
        }
        let (open, failing) = (bench.unproved(), bench.failing().to_vec());
        let mut discovery = bench.finish(rest)?;
        let original = |formula: &mut Term| *formula = symbolic.original(formula);
        let facts = discovery.facts.iter_mut().flatten().map(|(f, _)| f);
        facts.for_each(|f| original(&mut f.formula));
        discovery
            .tried
            .iter_mut()
            .flatten()
            .for_each(|f| original(&mut f.formula));
        let open = open.into_iter().map(|(at, mut check)| {
            original(&mut check.formula);
            (at, check)
        });
        Ok(Generally {
            open: open.collect(),
            discovery,
            failing,
        })
    }
}

impl Generally {
    /// The facts, by loop.
    pub(super) fn facts(&self) -> impl Iterator<Item = Vec<Found>> {
        let plain = |facts: &Vec<(Found, bool)>| facts.iter().map(|(f, _)| f.clone()).collect();
        self.discovery.facts.iter().map(plain)
    }
}
