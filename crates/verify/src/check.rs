//! The plain verifier: proves the checks of a routine from the annotations as they stand.
//!
//! One session holds the passive form of the whole routine. The first query is about all checks together: if none can
//! fail, one answer decides all. A model names the checks it makes fail; these are open, and the rest is queried again.
//! Where the prover does not know, the checks are queried one by one, and stay open where it still does not know. So are
//! checks that take long together: each has a few steps first, so that a hard one does not take the time of the others.

use abide_base::{Exhausted, Heap};
use abide_exec::Values;
use abide_ir::cfg::{Cfg, LoopId};
use abide_ir::{Check, CheckKind};
use abide_logic::{Term, Value, Var};
use abide_prover::{Answer, Instantiating, Limits, Prover, ProverError, Reason, Session, Stats};
use abide_vc::{CutGraph, Passive, PassiveCheck};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What became of the checks, in program order.
pub struct Checked {
    /// Each check with its outcome.
    pub outcomes: Vec<(Check, Outcome)>,
    /// What the session did.
    pub stats: Stats,
}

/// What became of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No run fails here first.
    Proved,
    /// The proof breaks, with the states at the loop heads on the way and at the check.
    Broken(Vec<Snapshot>),
    /// The prover does not know.
    Unknown(String),
}

/// The values of the variables at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The loop at whose head it is, or the end of the block of the check.
    pub at: Option<LoopId>,
    /// What is shown of them.
    pub shown: Shown,
}

/// A state as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Names and values.
    pub values: Vec<(String, String)>,
    /// Its linked objects.
    pub heap: Option<Heap>,
}

/// How a state is shown.
pub type Show<'a> = dyn Fn(&Values) -> Shown + 'a;

/// Checks asked for together, at the most.
const TOGETHER: usize = 400;

/// Steps of asking for them together, and then for each of them before the hard ones have all that is left.
const TOGETHER_STEPS: u64 = 3_000_000;
const EACH: u64 = 1_000_000;

/// Proves the checks of a graph, but for those at places of which it is known that they fail. `show` tells how
/// states are shown.
pub fn check(
    cfg: &Cfg,
    vars: &BTreeSet<Var>,
    (fails, show): (&dyn Fn(usize) -> bool, &Show),
    prover: &Arc<dyn Prover>,
    limits: &Limits,
) -> Result<Checked, ProverError> {
    let cut = CutGraph::of(cfg);
    let passive = Passive::whole(&cut, vars);
    let checks = passive.checks.clone();
    let mut outcomes: Vec<Option<Outcome>> = vec![None; checks.len()];
    let (failing, all): (Vec<usize>, Vec<usize>) = (0..checks.len()).partition(|i| fails(*i));
    for i in failing {
        outcomes[i] = Some(Outcome::Broken(Vec::new()));
    }
    let mut stats = Stats::default();
    let mut ask = |which: &[usize], limits: &Limits, outcomes: &mut [Option<Outcome>]| {
        let Ok((passive, session)) = asserted(passive.clone(), prover, limits)? else {
            return Ok(());
        };
        let mut run = Run {
            cfg,
            cut: &cut,
            passive,
            session,
            show,
        };
        for part in which.chunks(TOGETHER) {
            run.part(&checks, part.to_vec(), outcomes);
        }
        stats += run.session.stats();
        Ok::<(), ProverError>(())
    };
    let undecided = |outcomes: &[Option<Outcome>]| -> Vec<usize> {
        let left = all.iter().copied().filter(|i| outcomes[*i].is_none());
        left.collect()
    };
    if all.len() > 1 {
        ask(&all, &limits.part(TOGETHER_STEPS), &mut outcomes)?;
        for i in undecided(&outcomes) {
            ask(&[i], &limits.part(EACH), &mut outcomes)?;
        }
    }
    for i in undecided(&outcomes) {
        ask(&[i], limits, &mut outcomes)?;
    }
    let why = limits.budget.check().err().map_or(Reason::Steps, Reason::from);
    let unknown = || Outcome::Unknown(why.to_string());
    let outcomes = checks.iter().cloned().zip(outcomes);
    Ok(Checked {
        outcomes: outcomes.map(|(c, o)| (c.check, o.unwrap_or_else(unknown))).collect(),
        stats,
    })
}

/// Are all checks of a graph proved, as far as one query shows? With what it cost. Checks about reachability should
/// not be asked as one.
pub fn are_proved(
    cfg: &Cfg,
    vars: &BTreeSet<Var>,
    prover: &Arc<dyn Prover>,
    limits: &Limits,
) -> Result<(bool, Stats), ProverError> {
    are_proved_but(cfg, vars, &|_| false, prover, limits)
}

/// The same of all checks but some, which are taken to hold.
pub fn are_proved_but(
    cfg: &Cfg,
    vars: &BTreeSet<Var>,
    but: &dyn Fn(usize) -> bool,
    prover: &Arc<dyn Prover>,
    limits: &Limits,
) -> Result<(bool, Stats), ProverError> {
    let passive = Passive::whole(&CutGraph::of(cfg), vars);
    let Ok((mut passive, mut session)) = asserted(passive, prover, limits)? else {
        return Ok((false, Stats::default()));
    };
    let checks = passive.checks.clone();
    let all: Vec<usize> = (0..checks.len()).filter(|i| !but(*i)).collect();
    let mut holds = |part: &[usize]| {
        let some = some_fails(&mut passive, &mut session, &checks, part);
        matches!(session.check_briefly(&[some]), Some(Answer::Unsat(_)))
    };
    let proved = all.chunks(TOGETHER).all(&mut holds);
    Ok((proved, session.stats()))
}

/// A session with the formulas of a passive form, if the budget lasts.
type Opened = Result<(Passive, Instantiating), Exhausted>;

fn asserted(mut passive: Passive, prover: &Arc<dyn Prover>, limits: &Limits) -> Result<Opened, ProverError> {
    let mut session = Instantiating::open(prover, limits)?.confirming();
    for formula in std::mem::take(&mut passive.formulas) {
        if let Err(exhausted) = limits.budget.check() {
            return Ok(Err(exhausted));
        }
        session.assert(&formula);
    }
    Ok(Ok((passive, session)))
}

/// A Boolean from which it follows that one of some checks fails.
fn some_fails(passive: &mut Passive, session: &mut Instantiating, checks: &[PassiveCheck], which: &[usize]) -> Term {
    let some = passive.fresh_bool("some");
    let fails = which.iter().map(|i| checks[*i].fails.clone());
    session.assert(&Term::implies(some.clone(), Term::or(fails)));
    some
}

struct Run<'a> {
    cfg: &'a Cfg,
    cut: &'a CutGraph,
    passive: Passive,
    session: Instantiating,
    show: &'a Show<'a>,
}

impl Run<'_> {
    /// Decides some checks, as far as the budget lasts.
    fn part(&mut self, checks: &[PassiveCheck], mut left: Vec<usize>, outcomes: &mut [Option<Outcome>]) {
        while !left.is_empty() {
            let some = some_fails(&mut self.passive, &mut self.session, checks, &left);
            let Some(answer) = self.session.check_briefly(&[some]) else {
                let is_reachability = |i: &usize| checks[*i].check.formula.has_reachability();
                let (mut about_paths, plain): (Vec<usize>, Vec<usize>) = left.iter().partition(|i| is_reachability(i));
                if !about_paths.is_empty() {
                    self.part(checks, plain, outcomes);
                    self.one_by_one(checks, &mut about_paths, outcomes);
                } else {
                    self.one_by_one(checks, &mut left, outcomes);
                }
                return;
            };
            match answer {
                Answer::Unsat(_) => {
                    left.drain(..).for_each(|i| outcomes[i] = Some(Outcome::Proved));
                }
                Answer::Sat => {
                    let failing: Vec<usize> = left.iter().copied().filter(|i| self.truth(&checks[*i].fails)).collect();
                    for i in &failing {
                        outcomes[*i] = Some(Outcome::Broken(self.snapshots(&checks[*i])));
                    }
                    left.retain(|i| !failing.contains(i));
                    if failing.is_empty() {
                        // the model does not say which: nothing may be concluded
                        self.one_by_one(checks, &mut left, outcomes);
                    }
                }
                Answer::Unknown(Reason::Time | Reason::Steps | Reason::Cancelled) => return,
                Answer::Unknown(_) => self.one_by_one(checks, &mut left, outcomes),
            }
        }
    }

    fn one_by_one(&mut self, checks: &[PassiveCheck], left: &mut Vec<usize>, outcomes: &mut [Option<Outcome>]) {
        for i in left.drain(..) {
            outcomes[i] = match self.session.check(&[checks[i].fails.clone()]) {
                Answer::Unsat(_) => Some(Outcome::Proved),
                Answer::Sat => Some(Outcome::Broken(self.snapshots(&checks[i]))),
                Answer::Unknown(Reason::Time | Reason::Steps | Reason::Cancelled) => None,
                Answer::Unknown(why) => Some(Outcome::Unknown(why.to_string())),
            };
        }
    }

    fn truth(&mut self, t: &Term) -> bool {
        self.session.value(t) == Some(Value::Bool(true))
    }

    /// The states of the current model at the heads of the loops it passes on the way to a
    /// failing check, and after the block before it.
    fn snapshots(&mut self, check: &PassiveCheck) -> Vec<Snapshot> {
        let before = self.cut.leading_to(&[check.block]);
        let mut found = Vec::new();
        for l in self.cfg.loop_ids() {
            let head = self.cut.loops[l.index()].head;
            if let Some(point) = self.passive.ends.get(&head).cloned()
                && before.contains(&head)
                && self.truth(&point.reached)
            {
                found.push((Some(l), point));
            }
        }
        if let Some(point) = self.passive.ends.get(&check.block).cloned() {
            found.push((None, point));
        }
        let shown = found.into_iter().map(|(at, point)| {
            let named = point.state.iter().filter(|(v, _)| !v.name().starts_with("old("));
            let values = named.filter_map(|(v, t)| Some((v.clone(), self.session.value(t)?)));
            Snapshot {
                at,
                shown: (self.show)(&values.collect()),
            }
        });
        shown.collect()
    }
}

/// Is this a check of a loop invariant?
pub(crate) fn is_invariant(kind: CheckKind) -> bool {
    matches!(kind, CheckKind::InvariantEntry | CheckKind::InvariantPreserved)
}
