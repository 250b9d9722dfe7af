//! The inductive core: the facts that the checks of the routine rest on.
//!
//! One session holds the passive form of the whole routine. The checks that can be proved from all facts together have
//! an unsat core of facts; the proof that these are inductive, all together, has a core of its own, and so on until
//! nothing new is needed. What is in the core already may be used freely on the way, so that no weaker fact comes in
//! beside it, and what others at the same head imply is left out in the end. The result is closed: it proves the same
//! checks and is inductive by itself.

use crate::Subject;
use crate::hypotheses::Hypotheses;
use crate::redundancy::implied;
use abide_exec::Values;
use abide_ir::cfg::LoopId;
use abide_logic::{Term, Value};
use abide_prover::{Answer, Cores, Instantiating, Limits, Prover, ProverError, Reason, Session, Stats};
use abide_vc::Passive;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The facts that are needed, by loop.
pub struct InductiveCore {
    /// By [`LoopId`]; for each fact given, whether it is needed.
    pub facts: Vec<Vec<bool>>,
    /// Places of the checks that all facts together do not prove, among those of the passive
    /// form of the whole routine; nothing if it is not known.
    pub open: Option<Vec<usize>>,
    /// What the session did.
    pub stats: Stats,
}

/// Finds the facts that the provable checks rest on; closed formulas, inductive together. When
/// the prover does not know, all facts count as needed.
pub fn inductive_core(
    subject: &Subject,
    prover: &Arc<dyn Prover>,
    limits: &Limits,
    facts: &[Vec<Term>],
) -> Result<InductiveCore, ProverError> {
    let states = vec![Vec::new(); facts.len()];
    inductive_core_of(subject, prover, limits, (facts, &states), &|_| true)
}

/// The same for the checks at some places among those of the whole routine. States at the heads of the loops
/// spare questions.
pub fn inductive_core_of(
    subject: &Subject,
    prover: &Arc<dyn Prover>,
    limits: &Limits,
    (facts, states): (&[Vec<Term>], &[Vec<Values>]),
    wanted: &dyn Fn(usize) -> bool,
) -> Result<InductiveCore, ProverError> {
    let limits = Limits {
        cores: Cores::Minimal,
        ..limits.clone()
    };
    let mut search = Search::new(subject, prover, &limits, facts)?;
    let mut kept = search.run(wanted);
    let mut stats = search.session.stats();
    // to look for objects of which facts about functions and reachability hold but for one is expensive
    if let Ok(kept) = &mut kept
        && !kept.iter().any(|(_, fact)| fact.has_function())
    {
        for l in subject.cfg.loop_ids() {
            let said = kept.iter().filter(|(of, _)| *of == l).map(|(_, fact)| fact.clone());
            let (implied, cost) = implied(&said.collect::<Vec<_>>(), &states[l.index()], prover, &limits)?;
            implied.into_iter().for_each(|fact| {
                kept.remove(&(l, fact));
            });
            stats += cost;
        }
    }
    let is_kept = |l: usize, fact: &Term| match &kept {
        Ok(kept) => kept.contains(&(LoopId(l as u32), fact.clone())),
        Err(_) => true,
    };
    let chosen = facts.iter().enumerate();
    Ok(InductiveCore {
        facts: chosen
            .map(|(l, of_loop)| of_loop.iter().map(|f| is_kept(l, f)).collect())
            .collect(),
        open: kept.as_ref().ok().map(|_| search.open.clone()),
        stats,
    })
}

/// Those of some checks, by their places in the passive form of the whole routine, that the facts do not
/// prove or of which it is not known; and what it cost to see.
pub fn open_among(
    subject: &Subject,
    prover: &Arc<dyn Prover>,
    limits: &Limits,
    facts: &[Vec<Term>],
    places: &[usize],
) -> Result<(Vec<usize>, Stats), ProverError> {
    let mut search = Search::new(subject, prover, limits, facts)?;
    // what is not known is among the open ones
    let _ = search.checks(places.to_vec(), &BTreeSet::new());
    search.open.sort_unstable();
    Ok((search.open, search.session.stats()))
}

struct Search<'a> {
    subject: &'a Subject<'a>,
    passive: Passive,
    session: Instantiating,
    hypotheses: Hypotheses,
    /// Every fact with its switch.
    all: Vec<(At, Term)>,
    /// Checks found open.
    open: Vec<usize>,
}

/// A fact about the head of a loop.
type At = (LoopId, Term);

impl<'a> Search<'a> {
    fn new(
        subject: &'a Subject<'a>,
        prover: &Arc<dyn Prover>,
        limits: &Limits,
        facts: &[Vec<Term>],
    ) -> Result<Search<'a>, ProverError> {
        let mut passive = Passive::whole(subject.cut, subject.vars);
        let mut session = Instantiating::open(prover, limits)?;
        for formula in std::mem::take(&mut passive.formulas) {
            session.assert(&formula);
        }
        let mut search = Search {
            hypotheses: Hypotheses::of(subject, &passive),
            subject,
            passive,
            session,
            all: Vec::new(),
            open: Vec::new(),
        };
        search.all = search.switches(facts);
        Ok(search)
    }

    fn switches(&mut self, facts: &[Vec<Term>]) -> Vec<(At, Term)> {
        let mut all = Vec::new();
        for l in self.hypotheses.loops() {
            for fact in &facts[l.index()] {
                let switch = self.hypotheses.switch(&mut self.passive, &mut self.session, l, fact);
                all.push(((l, fact.clone()), switch));
            }
        }
        all
    }

    fn run(&mut self, wanted: &dyn Fn(usize) -> bool) -> Result<BTreeSet<At>, Reason> {
        let mut kept = BTreeSet::new();
        let places = 0..self.passive.checks.len();
        let mut new: Vec<At> = self.checks(places.filter(|i| wanted(*i)).collect(), &kept)?;
        while !new.is_empty() {
            kept.extend(new.iter().cloned());
            new = self.induction(new, &kept)?;
        }
        Ok(kept)
    }

    fn switches_of(&self, facts: &BTreeSet<At>) -> Vec<Term> {
        let all = self.all.iter().filter(|(fact, _)| facts.contains(fact));
        all.map(|(_, switch)| switch.clone()).collect()
    }

    /// The core of those of the checks that can be proved, apart from what is kept; the others are left
    /// out one by one. Cores are minimal, so nothing is needed where what the source says does.
    fn checks(&mut self, mut left: Vec<usize>, kept: &BTreeSet<At>) -> Result<Vec<At>, Reason> {
        while !left.is_empty() {
            let fails = |i: &usize| self.passive.checks[*i].fails.clone();
            let any = Term::or(left.iter().map(fails));
            let some = self.passive.fresh_bool("some");
            self.session.assert(&Term::implies(some.clone(), any));
            let answer = match self.refute(some, kept, left.len()) {
                Ok(Found::Core(core)) => return Ok(core),
                Ok(Found::Model) => self.leave_failing(&mut left),
                Ok(Found::Nothing) => {
                    let parts = apart(left, |i| self.passive.checks[*i].check.formula.has_reachability());
                    return self.each(parts, kept, Self::checks);
                }
                Err(why) => Err(why),
            };
            if let Err(why) = answer {
                self.open.extend(left);
                return Err(why);
            }
        }
        Ok(Vec::new())
    }

    /// The cores of several parts; what one needs is kept for the next.
    fn each<T>(
        &mut self,
        parts: Vec<Vec<T>>,
        kept: &BTreeSet<At>,
        core: impl Fn(&mut Self, Vec<T>, &BTreeSet<At>) -> Result<Vec<At>, Reason>,
    ) -> Result<Vec<At>, Reason> {
        let mut needed = Vec::new();
        let mut kept = kept.clone();
        for part in parts {
            let new = core(self, part, &kept)?;
            kept.extend(new.iter().cloned());
            needed.extend(new);
        }
        Ok(needed)
    }

    /// The checks that fail in the current model are open.
    fn leave_failing(&mut self, left: &mut Vec<usize>) -> Result<(), Reason> {
        let before = left.len();
        let (session, open, checks) = (&mut self.session, &mut self.open, &self.passive.checks);
        left.retain(|i| {
            let fails = session.value(&checks[*i].fails) == Some(Value::Bool(true));
            open.extend(fails.then_some(*i));
            !fails
        });
        if left.len() == before {
            return Err(Reason::Incomplete("a model without a failing check".into()));
        }
        Ok(())
    }

    /// The facts that the induction proofs of some facts rest on, apart from those that are kept.
    fn induction(&mut self, facts: Vec<At>, kept: &BTreeSet<At>) -> Result<Vec<At>, Reason> {
        let mut ways = Vec::new();
        for (l, fact) in &facts {
            let cut = self.subject.cut.loops[l.index()];
            for point in [cut.entry, cut.back].iter().filter_map(|b| self.passive.ends.get(b)) {
                ways.push(Term::and([point.reached.clone(), Term::not(point.at(fact))]));
            }
        }
        let broken = self.passive.fresh_bool("broken");
        self.session.assert(&Term::implies(broken.clone(), Term::or(ways)));
        match self.refute(broken, kept, facts.len())? {
            Found::Core(core) => Ok(core),
            Found::Model => Err(Reason::Incomplete("a fact is not inductive".into())),
            Found::Nothing => self.each(apart(facts, |(_, fact)| fact.has_reachability()), kept, Self::induction),
        }
    }

    /// The facts needed to refute `goal`, which stands for several things, with those that are kept for
    /// nothing.
    fn refute(&mut self, goal: Term, kept: &BTreeSet<At>, things: usize) -> Result<Found, Reason> {
        let free = self.switches_of(kept);
        // what follows from the goal is in no minimal core with it
        self.session.assert(&Term::implies(goal.clone(), Term::and(free)));
        let mut assumed = vec![goal];
        assumed.extend(self.all.iter().map(|(_, switch)| switch.clone()));
        let answer = match things {
            1 => Some(self.session.check(&assumed)),
            _ => self.session.check_briefly(&assumed),
        };
        match answer {
            Some(Answer::Unsat(core)) => {
                let used = core.into_iter().filter(|i| *i > 0).map(|i| &self.all[i - 1].0);
                Ok(Found::Core(used.filter(|fact| !kept.contains(fact)).cloned().collect()))
            }
            Some(Answer::Sat) => Ok(Found::Model),
            Some(Answer::Unknown(why)) => Err(why),
            None => Ok(Found::Nothing),
        }
    }
}

/// What an attempt to refute something found.
enum Found {
    /// The facts that are needed for it.
    Core(Vec<At>),
    /// All of them do not.
    Model,
    /// Neither, in a short time: it is to be queried in parts.
    Nothing,
}

/// Several things, in parts that are queried together: those about reachability each on its own.
fn apart<T>(things: Vec<T>, is_reachability: impl Fn(&T) -> bool) -> Vec<Vec<T>> {
    let number = things.len();
    let (about_paths, plain): (Vec<T>, Vec<T>) = things.into_iter().partition(is_reachability);
    // the whole is no part
    let plain = if plain.len() < number {
        vec![plain]
    } else {
        plain.into_iter().map(|t| vec![t]).collect()
    };
    let each = about_paths.into_iter().map(|t| vec![t]);
    plain.into_iter().filter(|p| !p.is_empty()).chain(each).collect()
}
