//! What is needed: the clauses that the checks of the routine rest on (reference §4.4).
//!
//! One session holds the passive form of the whole routine. The checks that can be proved
//! from all clauses together have an unsat core of clauses; the proof that these are
//! inductive, all together, has a core of its own, and so on until nothing new is needed. The
//! result is closed: it proves the same checks and is inductive by itself.

use crate::Subject;
use crate::hypotheses::Hypotheses;
use abide_ir::cfg::LoopId;
use abide_logic::{Term, Value};
use abide_prover::{Answer, Cores, Instantiating, Limits, Prover, ProverError, Reason, Session, Stats};
use abide_region::Clause;
use abide_vc::Passive;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The clauses that are needed, by loop.
pub struct Needed {
    /// By [`LoopId`]; sub-lists of the clauses given.
    pub clauses: Vec<Vec<Clause>>,
    /// What the session did.
    pub stats: Stats,
}

/// Finds the clauses that the provable checks rest on. When the prover does not know, all
/// clauses count as needed.
pub fn needed(
    subject: &Subject,
    prover: &Arc<dyn Prover>,
    limits: &Limits,
    clauses: &[Vec<Clause>],
) -> Result<Needed, ProverError> {
    let mut passive = Passive::whole(subject.cut, subject.vars);
    let limits = Limits {
        cores: Cores::Minimal,
        ..limits.clone()
    };
    let mut session = Instantiating::open(prover, &limits)?;
    for formula in std::mem::take(&mut passive.formulas) {
        session.assert(&formula);
    }
    let mut search = Search {
        hypotheses: Hypotheses::of(subject, &passive),
        subject,
        passive,
        session,
        all: Vec::new(),
    };
    search.all = search.switches(clauses);
    let kept = match search.run() {
        Ok(kept) => kept,
        Err(_) => search.all.iter().map(|(l, c, _)| (*l, *c)).collect(),
    };
    let chosen = |(i, of_loop): (usize, &Vec<Clause>)| {
        let l = LoopId(i as u32);
        of_loop.iter().copied().filter(|c| kept.contains(&(l, *c))).collect()
    };
    Ok(Needed {
        clauses: clauses.iter().enumerate().map(chosen).collect(),
        stats: search.session.stats(),
    })
}

struct Search<'a> {
    subject: &'a Subject<'a>,
    passive: Passive,
    session: Instantiating,
    hypotheses: Hypotheses,
    /// Every clause with its switch.
    all: Vec<(LoopId, Clause, Term)>,
}

type Kept = BTreeSet<(LoopId, Clause)>;

impl Search<'_> {
    fn switches(&mut self, clauses: &[Vec<Clause>]) -> Vec<(LoopId, Clause, Term)> {
        let mut all = Vec::new();
        for l in self.hypotheses.loops() {
            for clause in &clauses[l.index()] {
                let switch = self
                    .hypotheses
                    .switch(self.subject, &mut self.passive, &mut self.session, l, *clause);
                all.push((l, *clause, switch));
            }
        }
        all
    }

    fn run(&mut self) -> Result<Kept, Reason> {
        let mut kept = Kept::new();
        let mut new: Vec<(LoopId, Clause)> = self.checks()?;
        while !new.is_empty() {
            kept.extend(new.iter().copied());
            let mut used = self.induction(&new)?;
            used.retain(|clause| !kept.contains(clause));
            new = used;
        }
        Ok(kept)
    }

    /// The core of all checks that can be proved; those that cannot are left out one by one.
    /// What the source says already may do: then nothing is needed.
    fn checks(&mut self) -> Result<Vec<(LoopId, Clause)>, Reason> {
        let mut fails: Vec<Term> = self.passive.checks.iter().map(|c| c.fails.clone()).collect();
        let any = self.passive.fresh_bool("any");
        self.session
            .assert(&Term::implies(any.clone(), Term::or(fails.iter().cloned())));
        if let Answer::Unsat(_) = self.session.check(&[any]) {
            return Ok(Vec::new());
        }
        while !fails.is_empty() {
            let some = self.passive.fresh_bool("some");
            self.session
                .assert(&Term::implies(some.clone(), Term::or(fails.iter().cloned())));
            match self.refute(some)? {
                Ok(core) => return Ok(core),
                Err(()) => {
                    let before = fails.len();
                    let session = &mut self.session;
                    fails.retain(|f| session.value(f) != Some(Value::Bool(true)));
                    if fails.len() == before {
                        return Err(Reason::Incomplete("a model without a failing check".into()));
                    }
                }
            }
        }
        Ok(Vec::new())
    }

    /// The clauses that the induction proofs of some clauses rest on.
    fn induction(&mut self, clauses: &[(LoopId, Clause)]) -> Result<Vec<(LoopId, Clause)>, Reason> {
        let mut ways = Vec::new();
        for (l, clause) in clauses {
            let closed = self.subject.precisions[l.index()].closed(*clause);
            let cut = self.subject.cut.loops[l.index()];
            for point in [cut.entry, cut.back].iter().filter_map(|b| self.passive.ends.get(b)) {
                ways.push(Term::and([point.reached.clone(), Term::not(point.at(&closed))]));
            }
        }
        let broken = self.passive.fresh_bool("broken");
        self.session.assert(&Term::implies(broken.clone(), Term::or(ways)));
        self.refute(broken)?
            .map_err(|()| Reason::Incomplete("a clause is not inductive".into()))
    }

    /// The clauses needed to refute `goal`, or `Err(())` when all of them do not.
    fn refute(&mut self, goal: Term) -> Result<Result<Vec<(LoopId, Clause)>, ()>, Reason> {
        let mut assumed = vec![goal];
        assumed.extend(self.all.iter().map(|(_, _, switch)| switch.clone()));
        match self.session.check(&assumed) {
            Answer::Unsat(core) => {
                let used = core.into_iter().filter(|i| *i > 0).map(|i| {
                    let (l, c, _) = &self.all[i - 1];
                    (*l, *c)
                });
                Ok(Ok(used.collect()))
            }
            Answer::Sat => Ok(Err(())),
            Answer::Unknown(why) => Err(why),
        }
    }
}
