//! The workbench of engines: the facts found so far, and the operations that find more.

use super::config::Config;
use super::{clauses, paths, relevance};
use crate::houdini::{Ladder, descend};
use crate::runs::{Executable, Runs};
use crate::sources::{self, Proposal, RoutineView, Source, Tier, ViewInputs};
use crate::{Candidate, Subject, fixpoint};
use abide_abstraction::{Origin, Precision, Predicate};
use abide_base::Span;
use abide_exec::local_search::Repair;
use abide_ir::cfg::{Cfg, LoopId};
use abide_ir::{Check, CheckKind};
use abide_logic::{Sort, Term, Var};
use abide_prover::{Limits, Prover, ProverError, Stats};
use abide_vc::{CutGraph, Passive};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// A routine whose loops need invariants.
pub struct Case<'a> {
    /// Its graph.
    pub cfg: &'a Cfg,
    /// All its variables.
    pub vars: &'a BTreeSet<Var>,
    /// What the caller provides.
    pub inputs: &'a [Var],
    /// Can a formula be written in the annotations of its language, as far as its variables go?
    pub is_expressible: &'a dyn Fn(&Term) -> bool,
    /// Facts known to be inductive together, by loop.
    pub known: Vec<Vec<Found>>,
    /// The checks that these do not prove, by their places in the passive form of the whole routine, if
    /// that is known.
    pub open: Option<Vec<usize>>,
    /// Looks for inputs on which checks fail; says on which it found one.
    pub refute: &'a mut Refute<'a>,
    /// Puts inputs right that the language does not allow.
    pub repair: &'a Repair<'a>,
}

/// Looks for inputs on which checks fail; says on which it found one.
pub type Refute<'a> = dyn FnMut(&[Check]) -> Result<Vec<(CheckKind, Span)>, ProverError> + 'a;

/// A closed formula for a loop head, inductive with the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The formula.
    pub formula: Term,
    /// Where it came from.
    pub origin: Origin,
}

/// What an engine found.
pub struct Discovery {
    /// By loop: facts that are inductive together, each with whether the checks rest on it.
    pub facts: Vec<Vec<(Found, bool)>>,
    /// By loop: everything that was tried.
    pub tried: Vec<Vec<Found>>,
    /// By loop: how many predicates there were to be tried.
    pub generated: Vec<usize>,
    /// What it cost to find them.
    pub stats: Stats,
    /// What it cost to see which are needed.
    pub stats_needed: Stats,
}

/// Steps of a single phase, of the search for proposals for one loop, and of the prover for one check.
const PHASE: u64 = 15_000_000;
const PROPOSING: u64 = 6_000_000;
const CHECK: u64 = 4_000_000;

/// Names for quantified variables, and how many are kept ready.
const NAMES: [&str; 8] = ["k", "m", "p", "q", "r", "s", "t", "u"];
const SKOLEMS: usize = 3;

/// A way to find invariants for loops about which nothing is said.
pub trait Engine {
    /// Finds facts and puts them on the bench.
    fn run(&self, bench: &mut Workbench) -> Result<(), ProverError>;
}

/// A routine, what is known of it, and what it costs to know more.
pub struct Workbench<'a> {
    pub(super) case: Case<'a>,
    config: &'a Config,
    /// What may be spent now.
    limits: Limits,
    pub(super) prover: &'a Arc<dyn Prover>,
    /// The graph with room for skolem constants.
    pub(super) cfg: Cfg,
    skolems: Vec<Var>,
    pub(super) facts: Vec<Vec<Found>>,
    pub(super) tried: Vec<Vec<Found>>,
    pub(super) generated: Vec<usize>,
    /// By loop, what was put to the prover, and how many facts there were then: with more, what failed may hold.
    pub(super) seen: Vec<HashMap<Term, usize>>,
    /// All checks, in the order of the passive form of the whole routine.
    pub(super) checks: Vec<Check>,
    /// The places of those that are neither proved nor refuted, and these checks.
    pub(super) undecided: Vec<usize>,
    pub(super) open: Vec<Check>,
    pub(super) refuted: Vec<(CheckKind, Span)>,
    pub(super) runs: Runs,
    pub(super) stats: Stats,
    pub(super) stats_needed: Stats,
}

impl<'a> Workbench<'a> {
    /// A bench for a routine.
    pub fn new(case: Case<'a>, prover: &'a Arc<dyn Prover>, config: &'a Config) -> Result<Workbench<'a>, ProverError> {
        let mut cfg = case.cfg.clone();
        let skolems = reserve(&mut cfg, case.vars);
        let loops = cfg.loops.len();
        let cut = CutGraph::of(&cfg);
        let routine = Executable {
            cfg: &cfg,
            cut: &cut,
            vars: case.vars,
            repair: case.repair,
        };
        let runs = Runs::of(&routine, prover, &config.limits)?;
        let passive = Passive::whole(&cut, case.vars).checks.into_iter();
        let checks: Vec<Check> = passive.map(|c| c.check).collect();
        let mut bench = Workbench {
            facts: case.known.clone(),
            undecided: case.open.clone().unwrap_or_else(|| (0..checks.len()).collect()),
            checks,
            seen: vec![HashMap::new(); loops],
            tried: vec![Vec::new(); loops],
            generated: vec![0; loops],
            refuted: runs.failed.keys().copied().collect(),
            stats: runs.stats,
            stats_needed: Stats::default(),
            open: Vec::new(),
            runs,
            cfg,
            skolems,
            case,
            limits: config.limits.clone(),
            config,
            prover,
        };
        // which checks hold without any facts is seen with the first ones
        match bench.case.open.is_none() && bench.facts.iter().any(|f| !f.is_empty()) {
            true => bench.review()?,
            false => bench.leave_refuted(),
        }
        Ok(bench)
    }

    /// The checks that are neither proved by the facts nor refuted.
    pub fn open(&self) -> &[Check] {
        &self.open
    }

    /// Is there nothing more to do?
    pub fn is_done(&self) -> bool {
        self.open.is_empty() || self.limits.budget.check().is_err()
    }

    /// From now on the last stage, if there is one, may spend what is its own. Gives the limits that hold again after it.
    pub fn begin_last_stage(&mut self) -> Option<Limits> {
        let last = self.config.last.clone()?;
        Some(std::mem::replace(&mut self.limits, last))
    }

    /// The last stage is over.
    pub fn end_last_stage(&mut self, before: Limits) {
        self.limits = before;
    }

    /// Looks for inputs on which the open checks fail.
    pub fn refute(&mut self) -> Result<(), ProverError> {
        let found = (self.case.refute)(&self.open)?;
        self.refuted.extend(found);
        self.leave_refuted();
        Ok(())
    }

    /// What the sources of a tier propose for each loop.
    pub fn proposals(&self, tier: Tier) -> Vec<Vec<Proposal>> {
        self.query(|source| source.tier() == tier)
    }

    /// What the sources with these names propose for each loop.
    pub fn proposals_of(&self, names: &[&str]) -> Vec<Vec<Proposal>> {
        self.query(|source| names.contains(&source.name()))
    }

    fn query(&self, wanted: impl Fn(&dyn Source) -> bool) -> Vec<Vec<Proposal>> {
        let all = sources::all();
        let asked = all
            .iter()
            .filter(|s| wanted(s.as_ref()) && self.config.sources.has(s.name()));
        self.proposed(asked.map(|s| &**s))
    }

    /// What one source proposes for each loop.
    pub fn proposals_from(&self, source: &dyn Source) -> Vec<Vec<Proposal>> {
        self.proposed([source].into_iter())
    }

    fn proposed<'s>(&self, asked: impl Iterator<Item = &'s dyn Source>) -> Vec<Vec<Proposal>> {
        let cfg = self.strengthened();
        let cut = CutGraph::of(&cfg);
        let view = self.view(&cfg, &cut);
        let mut found = vec![Vec::new(); cfg.loops.len()];
        for source in asked {
            for l in cfg.loop_ids() {
                if view.budget.check().is_err() {
                    return found;
                }
                let proposed = source.propose(&view, l);
                found[l.index()].extend(proposed.into_iter().filter(|p| view.is_expressible(l, &p.formula)));
            }
        }
        found
    }

    /// The routine as sources see it.
    fn view<'s>(&'s self, cfg: &'s Cfg, cut: &'s CutGraph) -> RoutineView<'s> {
        RoutineView::new(ViewInputs {
            cfg,
            cut,
            vars: self.case.vars,
            inputs: self.case.inputs,
            is_expressible: self.case.is_expressible,
            runs: &self.runs,
            skolems: &self.skolems,
            open: &self.open,
            budget: self.limits.budget.part(PROPOSING * cfg.loops.len() as u64),
        })
    }

    /// What the open checks need on paths around the loops.
    pub fn refined(&mut self) -> Result<Vec<Vec<Proposal>>, ProverError> {
        let (prover, limits) = (self.prover, self.limits());
        let (found, stats) = self.look(|view| paths::propose(view, prover, &limits))?;
        self.stats += stats;
        Ok(found)
    }

    /// Integer constants with names that the routine does not use.
    pub(super) fn skolems(&self) -> &[Var] {
        &self.skolems
    }

    /// Shows the routine, with all that was found, as sources see it.
    pub fn look<T>(&self, look: impl FnOnce(&RoutineView) -> T) -> T {
        let cfg = self.strengthened();
        let cut = CutGraph::of(&cfg);
        look(&self.view(&cfg, &cut))
    }

    /// The facts found for a loop.
    pub fn facts(&self, l: LoopId) -> Vec<Term> {
        self.facts[l.index()].iter().map(|f| f.formula.clone()).collect()
    }

    /// Notes how many predicates were generated for each loop, most of them never written down.
    pub fn generated(&mut self, counts: Vec<usize>) {
        self.generated = counts;
    }

    /// The strongest predicates of a ladder that are inductive together become facts.
    pub fn descend(&mut self, ladder: &mut dyn Ladder, origin: Origin) -> Result<(), ProverError> {
        let cfg = self.strengthened();
        let cut = CutGraph::of(&cfg);
        let about: Vec<LoopId> = cfg.loop_ids().collect();
        let (left, stats) = descend(&cfg, &cut, self.case.vars, &about, ladder, self.prover, &self.limits)?;
        self.stats += stats;
        for (l, formula) in left {
            if self.is_new(l.index(), &formula) {
                self.facts[l.index()].push(Found { formula, origin });
            }
        }
        self.review()
    }

    /// The strongest Boolean combination of the atoms, by loop.
    pub fn abstraction(&mut self, atoms: &[Vec<Proposal>]) -> Result<(), ProverError> {
        let mut precisions = Vec::new();
        for (l, atoms) in atoms.iter().enumerate() {
            let mut precision = Precision::default();
            for p in atoms.iter().take(abide_region::MAX_WIDTH) {
                if precision.predicates.iter().any(|known| known.formula == p.formula) {
                    continue;
                }
                let new = p.skolems.iter().filter(|s| !precision.skolems.contains(s)).cloned();
                let new: Vec<Var> = new.collect();
                precision.skolems.extend(new);
                precision.predicates.push(Predicate {
                    formula: p.formula.clone(),
                    origin: p.origin,
                    span: None,
                });
                self.tried[l].push(Found {
                    formula: p.formula.clone(),
                    origin: p.origin,
                });
            }
            precisions.push(precision);
        }
        let cfg = self.strengthened();
        let cut = CutGraph::of(&cfg);
        let subject = Subject {
            cfg: &cfg,
            cut: &cut,
            vars: self.case.vars,
            precisions: &precisions,
        };
        let config = fixpoint::Config {
            limits: self.limits(),
            ..fixpoint::Config::default()
        };
        let inference = fixpoint::infer_from(&subject, &self.runs, self.prover, &config)?;
        for (l, found) in inference.loops.iter().enumerate() {
            self.stats += found.stats;
            for clause in &found.clauses {
                let formula = Candidate::of_clause(&precisions[l], *clause).formula;
                if self.is_new(l, &formula) {
                    let origin = Origin::Source("a combination of predicates found");
                    self.facts[l].push(Found { formula, origin });
                }
            }
        }
        self.review()
    }

    /// Is it worth asking about a formula, now that so much is known? It is asked about then.
    pub(super) fn is_new(&mut self, l: usize, formula: &Term) -> bool {
        let known: usize = self.facts.iter().map(Vec::len).sum();
        let before = self.seen[l].insert(formula.clone(), known);
        before.is_none_or(|before| before < known) && self.facts[l].iter().all(|f| f.formula != *formula)
    }

    /// Clauses of two or three of the atoms among the proposals that no run contradicts.
    pub fn clauses(&self, proposals: &[Vec<Proposal>], size: usize) -> Vec<Vec<Proposal>> {
        let each = proposals.iter().enumerate();
        each.map(|(l, p)| clauses::of(l, p, &self.runs, size)).collect()
    }

    /// The atoms among the proposals that are worth combining, at most `width` for a loop.
    pub fn relevant(&self, proposals: &[Vec<Proposal>], width: usize) -> Vec<Vec<Proposal>> {
        let each = proposals.iter().enumerate();
        each.map(|(l, p)| relevance::choose(l, p, &self.runs, width)).collect()
    }

    /// The graph with the facts as invariants of its loops.
    pub(super) fn strengthened(&self) -> Cfg {
        let mut cfg = self.cfg.clone();
        for (l, facts) in cfg.loops.iter_mut().zip(&self.facts) {
            let span = l.spec.span;
            l.spec.invariants.extend(facts.iter().map(|f| Check {
                formula: f.formula.clone(),
                span,
                kind: CheckKind::InvariantEntry,
                demanded: None,
            }));
        }
        cfg
    }

    pub(super) fn limits(&self) -> Limits {
        phase(&self.limits)
    }
}

/// The limits of a single phase.
pub(super) fn phase(all: &Limits) -> Limits {
    Limits {
        steps: Some(all.steps.map_or(CHECK, |s| s.min(CHECK))),
        ..all.part(PHASE)
    }
}

/// Integer constants with names nobody uses.
fn reserve(cfg: &mut Cfg, vars: &BTreeSet<Var>) -> Vec<Var> {
    let taken: BTreeSet<&str> = vars.iter().map(Var::name).collect();
    let more = (1..).map(|i| format!("k{i}"));
    let names = NAMES.iter().map(|n| n.to_string()).chain(more);
    let names = names.filter(|n| !taken.contains(n.as_str())).take(SKOLEMS);
    let first = cfg.next_tag;
    cfg.next_tag += SKOLEMS as u32;
    names
        .enumerate()
        .map(|(i, name)| Var::new(name, first + i as u32, Sort::Int))
        .collect()
}

/// The loops of a graph.
impl Workbench<'_> {
    /// Their number.
    pub fn loops(&self) -> impl Iterator<Item = LoopId> + use<> {
        self.cfg.loop_ids()
    }
}
