//! FQ's `traverse` and `infer` (POPL 2002, figure 4) on the control-flow graph.
//!
//! ```text
//!   infer(C, loop):  r := α(Norm(true, C))
//!                    repeat  infer the loops of the body, in the context C; havoc; assume e ∧ I ∧ ∀S.γ(r)
//!                            r := r ∨ α(Norm(true, C; havoc; assume e ∧ I ∧ ∀S.γ(r); body))
//!                    until r is stable
//! ```
//!
//! The context of a loop is the cut graph up to its head, so loops are taken in program
//! order, outer before inner. The value of an inner loop is kept from one round of the outer
//! loop to the next (the warm start of the released code): the outer value only grows, so
//! this is exact. Replays of models may bring valuations to any loop at any time; these
//! belong to the result too, for the reasons given in
//! [`abide_abstraction::state_models`].
//!
//! When the prover does not know, the loop falls back to its clauses one by one: those that
//! are not proved are dropped until the rest is inductive (Houdini on clauses). The result is
//! weaker then, never unsound.

use crate::Subject;
use crate::oracle::LoopOracle;
use crate::replay;
use crate::runs::Runs;
use abide_abstraction::{Abstract, Abstractor, AbstractorKind, Oracle, Post, Round, Tally, Truth, Unknown};
use abide_ir::cfg::LoopId;
use abide_prover::{Limits, Prover, ProverError, Stats};
use abide_region::{Clause, Region};
use std::sync::Arc;

/// How to infer.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Which abstractor computes α.
    pub abstractor: AbstractorKind,
    /// What a session may spend.
    pub limits: Limits,
}

/// What was found for all loops of a routine.
pub struct Inference {
    /// By [`LoopId`].
    pub loops: Vec<LoopResult>,
    /// What was done for all loops together.
    pub shared: Stats,
}

/// What was found for one loop.
#[derive(Clone, Debug)]
pub struct LoopResult {
    /// The set of valuations: an invariant, and the strongest one if `weakened` is `None` and
    /// the abstractor is exact.
    pub region: Region,
    /// Prime and irredundant clauses of the region.
    pub clauses: Vec<Clause>,
    /// Why the region is perhaps not the strongest.
    pub weakened: Option<Unknown>,
    /// The regions on the way, the last one included.
    pub rounds: Vec<Region>,
    /// The abstractor's own count of queries.
    pub tally: Tally,
    /// The solver's count.
    pub stats: Stats,
}

/// Infers the invariants of all loops.
pub fn infer(subject: &Subject, prover: &Arc<dyn Prover>, config: &Config) -> Result<Inference, ProverError> {
    infer_from(subject, &Runs::default(), prover, config)
}

/// The same, beginning with the states of concrete runs. They belong to the result, so this is
/// exact, and each valuation seen in a run saves a check.
pub fn infer_from(
    subject: &Subject,
    runs: &Runs,
    prover: &Arc<dyn Prover>,
    config: &Config,
) -> Result<Inference, ProverError> {
    let mut driver = Driver {
        subject,
        prover,
        config,
        works: Vec::new(),
    };
    for l in subject.cfg.loop_ids() {
        let width = subject.precisions[l.index()].width();
        let mut value = Abstract::new(width);
        if width == 0 {
            // nothing can be said: no question is needed for that
            value.region = Region::full(0);
        }
        for state in runs.heads.get(l.index()).into_iter().flatten() {
            value.seed(replay::valuations(subject, l, state));
        }
        driver.works.push(Work {
            question: None,
            abstractor: config.abstractor.build(),
            value,
            rounds: Vec::new(),
            tally: Tally::default(),
        });
    }
    let outermost = subject
        .cfg
        .loop_ids()
        .filter(|l| subject.cfg.natural_loop(*l).parent.is_none());
    for l in outermost {
        driver.infer(l)?;
    }
    Ok(Inference {
        loops: driver.works.into_iter().map(Work::finish).collect(),
        shared: Stats::default(),
    })
}

struct Driver<'a> {
    subject: &'a Subject<'a>,
    prover: &'a Arc<dyn Prover>,
    config: &'a Config,
    works: Vec<Work<'a>>,
}

struct Work<'a> {
    question: Option<LoopOracle<'a>>,
    abstractor: Box<dyn Abstractor>,
    value: Abstract,
    rounds: Vec<Region>,
    tally: Tally,
}

impl<'a> Driver<'a> {
    fn infer(&mut self, l: LoopId) -> Result<(), ProverError> {
        let children = self.subject.cfg.natural_loop(l).children.clone();
        if self.subject.precisions[l.index()].width() == 0 {
            return children.into_iter().try_for_each(|child| self.infer(child));
        }
        self.works[l.index()].value.reopen();
        // the region under which the inner loops were inferred last
        let mut inner: Option<Region> = None;
        loop {
            // what the round assumes of the inner loops; replays in it may bring them more
            let assumed = self.regions_inside(l);
            let round = self.round(l)?;
            let region = self.works[l.index()].value.region.clone();
            let current = assumed == self.regions_inside(l);
            if round == Round::Closed && current && (children.is_empty() || inner.as_ref() == Some(&region)) {
                return Ok(());
            }
            for child in &children {
                self.infer(*child)?;
            }
            // closed under what the inner loops had, and they still have it
            let unchanged = assumed == self.regions_inside(l) && region == self.works[l.index()].value.region;
            if round == Round::Closed && unchanged {
                return Ok(());
            }
            inner = Some(region);
        }
    }

    /// The values of the loops inside a loop.
    fn regions_inside(&self, l: LoopId) -> Vec<Region> {
        let children = &self.subject.cfg.natural_loop(l).children;
        let own = children.iter().map(|c| self.works[c.index()].value.region.clone());
        own.chain(children.iter().flat_map(|c| self.regions_inside(*c)))
            .collect()
    }

    /// One round of the abstractor, or the retreat if the prover does not know.
    fn round(&mut self, l: LoopId) -> Result<Round, ProverError> {
        let mut question = match self.works[l.index()].question.take() {
            Some(question) => question,
            None => LoopOracle::open(self.subject, l, self.prover, &self.config.limits)?,
        };
        question.set_context(|other| self.works[other.index()].value.region.clauses());
        let work = &mut self.works[l.index()];
        let result = work.abstractor.round(&mut work.value, &mut question, &mut work.tally);
        let round = match result {
            Ok(round) => round,
            Err(why) => {
                retreat(&mut work.value, &mut question, &mut work.tally);
                work.value.weakened.get_or_insert(why);
                Round::Closed
            }
        };
        for region in question.trace().iter().chain([&work.value.region]) {
            if !work.rounds.contains(region) {
                work.rounds.push(region.clone());
            }
        }
        let elsewhere = question.take_elsewhere();
        work.question = Some(question);
        for (other, valuations) in elsewhere {
            let other = &mut self.works[other.index()].value;
            // once weakened, a loop's value is an invariant of its own: it already has them
            other.seed(valuations);
        }
        Ok(round)
    }
}

/// Keeps the clauses of the region that are proved together, entry and back edges.
fn retreat(value: &mut Abstract, question: &mut LoopOracle, tally: &mut Tally) {
    let mut kept: Vec<Clause> = value.region.clauses();
    let width = question.width();
    loop {
        let from = Region::from_clauses(width, kept.iter().copied());
        let before = kept.len();
        kept.retain(|clause| {
            if question.stopped().is_some() {
                return false;
            }
            tally.tried += 1;
            question.holds(&Post::Head { from: &from }, *clause) == Truth::Yes
        });
        if kept.len() == before {
            value.region = from;
            value.clauses = kept;
            value.entered = true;
            return;
        }
    }
}

impl Work<'_> {
    fn finish(mut self) -> LoopResult {
        if self.rounds.last() != Some(&self.value.region) {
            self.rounds.push(self.value.region.clone());
        }
        LoopResult {
            clauses: self.value.region.clauses(),
            region: self.value.region,
            weakened: self.value.weakened,
            rounds: self.rounds,
            tally: self.tally,
            stats: self.question.map(|q| q.stats()).unwrap_or_default(),
        }
    }
}
