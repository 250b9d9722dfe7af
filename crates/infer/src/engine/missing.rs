//! The nearest missing fact: what would tell a state that breaks a proof from those of real runs.
//!
//! An open check has a counterexample to induction, a state at a loop's head that satisfies every fact
//! found and from which the check fails. If no run comes there, some fact is missing that is false in it.
//! Of the states that runs come to, the one which agrees with it on most of the predicates tried shows
//! best what none of them distinguishes (Garg, Löding, Madhusudan and Neider, CAV 2014, on
//! examples and counterexamples to induction).

use super::Workbench;
use abide_exec::Values;
use abide_exec::state::truth;
use abide_ir::Check;
use abide_ir::cfg::LoopId;
use abide_logic::{Sort, Term, Value, Var};
use abide_prover::{Answer, Instantiating, ProverError, Session};
use abide_vc::{CutGraph, Passive, PassiveCheck, Point};
use std::collections::BTreeSet;

/// What an open check lacks.
#[derive(Clone, Debug)]
pub struct Missing {
    /// The check.
    pub check: Check,
    /// The loop at whose head a fact is missing.
    pub l: LoopId,
    /// A state there that satisfies all facts and from which the check fails.
    pub broken: Values,
    /// The states that runs come to there, the one most like it first.
    pub reached: Vec<Values>,
    /// What the loop changes.
    pub changed: BTreeSet<Var>,
    /// How many of the predicates tried tell the first of them from the broken one.
    pub distinguished: usize,
}

/// Open checks considered, and what counts as a small number.
const CHECKS: usize = 3;
const SMALL: i64 = 6;

impl Workbench<'_> {
    /// For open checks, the states that a missing fact would tell apart.
    pub fn missing(&mut self) -> Result<Vec<Missing>, ProverError> {
        let cfg = self.strengthened();
        let cut = CutGraph::of(&cfg);
        let mut passive = Passive::whole(&cut, self.case.vars);
        let mut session = Instantiating::open(self.prover, &self.limits())?;
        for formula in std::mem::take(&mut passive.formulas) {
            session.assert(&formula);
        }
        let heads = cut.loops.iter().filter_map(|l| passive.ends.get(&l.head).cloned());
        let heads: Vec<Point> = heads.collect();
        // a state that is easy to read, and near to what runs come to
        let small = passive.fresh_bool("small");
        let integers = heads.iter().flat_map(|p| p.state.iter()).map(|(_, version)| version);
        let integers = integers.filter(|t| *t.sort() == Sort::Int);
        let bounds = integers.flat_map(|t| {
            [
                Term::le(Term::int(-SMALL), t.clone()),
                Term::le(t.clone(), Term::int(SMALL)),
            ]
        });
        session.assert(&Term::implies(small.clone(), Term::and(bounds)));
        let mut found = Vec::new();
        let is_open = |c: &&PassiveCheck| {
            self.open()
                .iter()
                .any(|o| (o.kind, o.span) == (c.check.kind, c.check.span))
        };
        for check in passive.checks.iter().filter(is_open).take(CHECKS) {
            let fails = check.fails.clone();
            if session.check(&[fails.clone(), small.clone()]) != Answer::Sat && session.check(&[fails]) != Answer::Sat {
                continue;
            }
            let before = cut.leading_to(&[check.block]);
            let head = |l: LoopId| cut.loops[l.index()].head;
            let mut passed = cfg
                .loop_ids()
                .filter(|l| before.contains(&head(*l)))
                .filter_map(|l| Some((l, passive.ends.get(&head(l))?)))
                .filter(|(_, point)| session.value(&point.reached) == Some(Value::Bool(true)));
            // the last loop on the way
            if let Some((l, point)) = passed.by_ref().last() {
                let broken = state_at(&mut session, point);
                found.extend(self.distinguished(check.check.clone(), l, broken));
            }
        }
        self.stats += session.stats();
        Ok(found)
    }

    /// The states of runs by how many predicates tell them from the broken one.
    fn distinguished(&self, check: Check, l: LoopId, broken: Values) -> Option<Missing> {
        let tried: Vec<(&Term, Option<bool>)> = self.tried[l.index()]
            .iter()
            .map(|f| (&f.formula, truth(&f.formula, &broken)))
            .collect();
        let differs = |s: &Values| tried.iter().filter(|(f, there)| truth(f, s) != *there).count();
        let ranked = self.runs.heads[l.index()].iter().map(|s| (differs(s), s));
        let mut ranked: Vec<(usize, &Values)> = ranked.collect();
        ranked.sort_by_key(|(differs, _)| *differs);
        Some(Missing {
            check,
            l,
            broken,
            changed: self.cfg.natural_loop(l).targets.clone(),
            distinguished: ranked.first()?.0,
            reached: ranked.into_iter().map(|(_, s)| s.clone()).collect(),
        })
    }
}

fn state_at(session: &mut Instantiating, point: &Point) -> Values {
    let versions = point.state.iter();
    versions
        .filter_map(|(var, version)| Some((var.clone(), session.value(version)?)))
        .collect()
}
