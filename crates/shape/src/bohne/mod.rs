//! Bohne's own analysis (Wies, Kuncak, Zee, Podelski, Rinard).
//!
//! An abstract state is a set of [Boolean heaps](heap); a Boolean heap is a set of [cubes](cube), the
//! kinds of objects there may be. Beginning at the start of the routine, an [abstract reachability
//! tree](tree) is grown over the [commands](command) between loop heads. A step [splits](split) heaps on
//! the objects that have names, [cleans](clean) them of what the command's guard excludes, and computes the
//! [abstract post](post), with the [context] of all heaps of the place. Entailments are
//! [cached](cache) by their contexts. The final heaps become closed formulas: [facts].
//!
//! Facts are candidates. Houdini keeps those that are inductive, the verifier proves them from the
//! printed source. So an error of the analysis is never unsound; its own correctness is tested on all small
//! heaps.

pub mod cache;
pub mod clean;
pub mod command;
pub mod context;
pub mod cube;
pub mod facts;
pub mod heap;
mod options;
pub mod post;
mod refine;
pub mod split;
pub mod transition;
pub mod tree;
pub mod vocabulary;

pub use options::Options;

use abide_abstraction::{Origin, Precision, Predicate};
use abide_infer::Subject;
use abide_infer::houdini::houdini;
use abide_infer::inductive_core::inductive_core;
use abide_ir::Check;
use abide_ir::cfg::Cfg;
use abide_logic::{Sort, Term, Var};
use abide_prover::{Limits, Prover, ProverError, Stats};
use abide_region::Region;
use abide_vc::{CutGraph, Passive};
use cache::{Cache, Cached, Tally};
use command::{Command, Place, segments};
use std::collections::BTreeSet;
use std::sync::Arc;
use tree::{Edge, Tree};
use vocabulary::Vocabulary;

/// A routine to be analysed.
pub struct Case<'a> {
    /// Its graph.
    pub cfg: &'a Cfg,
    /// All its variables.
    pub vars: &'a BTreeSet<Var>,
    /// The predicates of the source, by loop.
    pub given: &'a [Precision],
}

/// What the analysis found.
pub struct Analysis {
    /// The arbitrary object.
    pub object: Var,
    /// By loop.
    pub loops: Vec<LoopAnalysis>,
    /// What holds at the return, if that was asked for.
    pub at_return: Vec<Term>,
    /// Do the facts prove every check?
    pub enough: bool,
    /// What the sessions did to find facts.
    pub stats: Stats,
    /// What they did to see which are needed.
    pub stats_needed: Stats,
    /// Entailments.
    pub tally: Tally,
}

/// What was found for a loop.
#[derive(Clone, Debug, Default)]
pub struct LoopAnalysis {
    /// The predicates.
    pub predicates: Vec<Predicate>,
    /// Facts that are inductive together, with whether checks rest on them.
    pub facts: Vec<(Term, bool)>,
    /// All cubes of its heaps, each time new heaps came.
    pub rounds: Vec<Region>,
}

/// Analyses after which no more predicates are looked for.
const REFINEMENTS: usize = 2;

/// Analyses a routine.
pub fn analyse(
    case: &Case,
    options: &Options,
    cache: &mut Cache,
    prover: &Arc<dyn Prover>,
    limits: &Limits,
) -> Result<Analysis, ProverError> {
    let mut cfg = case.cfg.clone();
    let mut stats = Stats::default();
    let mut kept = vec![Vec::new(); cfg.loops.len()];
    if options.propagate_pre {
        (kept, stats) = crate::propagate(&mut cfg, case.vars, prover, limits)?;
    }
    let precisions = crate::precisions(&mut cfg, case.given);
    let object = Var::new("v", cfg.next_tag - 1, Sort::Ref);
    let vocabulary = |l| Vocabulary::of_loop(cfg.natural_loop(l), &precisions[l.index()], &object);
    let mut work = Work {
        vocabularies: cfg.loop_ids().map(vocabulary).collect(),
        graph: CutGraph::of(&cfg),
        cfg: &cfg,
        case,
        options,
        prover,
        limits,
        object,
        kept,
        stats,
        stats_needed: Stats::default(),
        tally: Tally::default(),
    };
    let mut round = 0;
    loop {
        let (tree, mut loops) = work.tree(cache)?;
        let open = work.inductive_facts(&mut loops)?;
        round += 1;
        let more = options.refine && round <= REFINEMENTS && !open.is_empty();
        if !(more && limits.budget.check().is_ok() && work.refine(&open)) {
            return Ok(Analysis {
                at_return: work.at_return(tree.as_ref()),
                object: work.object,
                enough: open.is_empty(),
                loops,
                stats: work.stats,
                stats_needed: work.stats_needed,
                tally: work.tally,
            });
        }
    }
}

struct Work<'a> {
    case: &'a Case<'a>,
    cfg: &'a Cfg,
    graph: CutGraph,
    options: &'a Options,
    prover: &'a Arc<dyn Prover>,
    limits: &'a Limits,
    object: Var,
    vocabularies: Vec<Vocabulary>,
    /// Preconditions that the loops keep.
    kept: Vec<Vec<Term>>,
    stats: Stats,
    stats_needed: Stats,
    tally: Tally,
}

impl Work<'_> {
    /// Grows the tree; without it, because there was no time, nothing is known.
    fn tree(&mut self, cache: &mut Cache) -> Result<(Option<Tree>, Vec<LoopAnalysis>), ProverError> {
        let mut edges = Vec::new();
        for segment in segments(&self.graph, self.options.abstract_final) {
            let (from, to) = (self.vocabulary(segment.from), self.vocabulary(segment.to));
            let command = Command::open(&segment, self.case.vars, (&from, &to), self.prover, self.limits)?;
            if let Some(command) = command {
                let known = self.options.cache.then(|| cache.of(command.key()));
                let cached = Cached {
                    inner: command,
                    known,
                    tally: Tally::default(),
                };
                edges.push(Edge::new(segment.from, segment.to, cached));
            }
        }
        let stop = || self.limits.budget.check().is_err();
        let tree = Tree::grow(&mut edges, self.options, &stop);
        for edge in edges {
            let command = edge.transition;
            self.stats += command.inner.stats();
            self.tally += command.tally;
            if let Some(known) = command.known {
                cache.put(command.inner.key().clone(), known);
            }
        }
        let loops = self.cfg.loop_ids().map(|l| {
            let vocabulary = &self.vocabularies[l.index()];
            let heaps = tree.as_ref().and_then(|t| t.heaps.get(&Place::Head(l)));
            let found = heaps.map(|h| facts::facts(vocabulary, h, &stop)).unwrap_or_default();
            LoopAnalysis {
                predicates: vocabulary.predicates.clone(),
                facts: found.into_iter().map(|f| (f, true)).collect(),
                rounds: tree
                    .as_ref()
                    .map(|t| t.rounds(Place::Head(l), vocabulary.predicates.len()))
                    .unwrap_or_default(),
            }
        });
        let loops = loops.collect();
        Ok((tree, loops))
    }

    fn vocabulary(&self, place: Place) -> Vocabulary {
        match place {
            Place::Start => Vocabulary::empty(&self.object),
            Place::Head(l) => self.vocabularies[l.index()].clone(),
            Place::Return => self.last_words(),
        }
    }

    /// The predicates at the return: those of the loops.
    fn last_words(&self) -> Vocabulary {
        let mut all = Vocabulary::empty(&self.object);
        for predicate in self.vocabularies.iter().flat_map(|v| &v.predicates) {
            all.add(predicate.formula.clone(), predicate.origin);
        }
        all
    }

    fn at_return(&self, tree: Option<&Tree>) -> Vec<Term> {
        let stop = || self.limits.budget.check().is_err();
        let heaps = tree.and_then(|t| t.heaps.get(&Place::Return));
        heaps
            .map(|h| facts::facts(&self.last_words(), h, &stop))
            .unwrap_or_default()
    }

    /// Keeps the facts that are inductive together, and sees what checks rest on. The checks still open.
    fn inductive_facts(&mut self, loops: &mut [LoopAnalysis]) -> Result<Vec<Check>, ProverError> {
        let (cfg, vars) = (self.cfg, self.case.vars);
        let formulas: Vec<Vec<Term>> = loops
            .iter()
            .map(|l| l.facts.iter().map(|(f, _)| f.clone()).collect())
            .collect();
        let left = houdini(cfg, &self.graph, vars, &formulas, self.prover, self.limits)?;
        self.stats += left.stats;
        let mut inductive = Vec::new();
        for (formulas, kept) in formulas.into_iter().zip(left.kept) {
            let marked = formulas.into_iter().zip(kept);
            inductive.push(marked.filter(|(_, kept)| *kept).map(|(f, _)| f).collect::<Vec<Term>>());
        }
        let precisions = vec![Precision::default(); loops.len()];
        let subject = Subject {
            cfg,
            cut: &self.graph,
            vars,
            precisions: &precisions,
        };
        let needed = inductive_core(&subject, self.prover, self.limits, &inductive)?;
        self.stats_needed += needed.stats;
        for (l, (facts, needed)) in inductive.into_iter().zip(needed.facts).enumerate() {
            let kept = self.kept[l].iter().map(|f| (f.clone(), true));
            loops[l].facts = kept.chain(facts.into_iter().zip(needed)).collect();
        }
        let checks = Passive::whole(&self.graph, vars).checks;
        let all = 0..checks.len();
        let open = needed.open.unwrap_or_else(|| all.collect());
        Ok(open.into_iter().map(|i| checks[i].check.clone()).collect())
    }

    /// Adds predicates that the open checks mention; says whether there are any.
    fn refine(&mut self, open: &[Check]) -> bool {
        let live = crate::live::Live::of(self.cfg);
        let mut progress = false;
        for (l, atoms) in refine::atoms(&self.graph, open, &self.object) {
            let around = self.cfg.natural_loop(l);
            let known = live.at(around.head);
            let expressible = |t: &Term| t.free_vars().iter().all(|v| known.contains(v) || *v == self.object);
            for atom in atoms.into_iter().filter(expressible) {
                progress |= self.vocabularies[l.index()].extend(around, atom, Origin::Source("an open check"));
            }
        }
        progress
    }
}
