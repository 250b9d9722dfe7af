//! All solutions of a transition (algorithm 1, `Solve`).
//!
//! One session serves all transitions of a routine. The program's variables are the state
//! before a transition, and a Boolean for each predicate tells its truth there; every
//! transition has versions of its own for the state after it. It is stated when it is asked
//! for the first time.

use super::Points;
use crate::Subject;
use abide_abstraction::Unknown;
use abide_ir::cfg::{BasicBlock, BlockId, Cfg, Command, CommandKind, reverse_post_order};
use abide_logic::{Sort, Term, Value, Var};
use abide_prover::{Answer, Instantiating, Limits, Prover, ProverError, Session, Stats};
use abide_region::Valuation;
use abide_vc::{CutGraph, Passive, Point};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The transitions between the points of a routine.
pub(super) struct Solver<'a> {
    subject: &'a Subject<'a>,
    session: Instantiating,
    limits: Limits,
    next_tag: u32,
    /// The truth of each predicate before a transition.
    before: Vec<Term>,
    /// The transitions from the points asked about.
    from: BTreeMap<usize, Vec<Transition>>,
}

/// A transition to a point.
struct Transition {
    to: usize,
    taken: Term,
    /// The truth of the predicates tracked there.
    after: Vec<After>,
}

/// The truth of a predicate after a transition.
#[derive(Clone)]
enum After {
    /// As before it: nothing the predicate speaks of has changed.
    Same(usize),
    /// A Boolean of its own.
    Atom(Term),
}

impl<'a> Solver<'a> {
    pub(super) fn open(
        subject: &'a Subject<'a>,
        points: &Points,
        prover: &Arc<dyn Prover>,
        limits: &Limits,
    ) -> Result<Solver<'a>, ProverError> {
        let mut solver = Solver {
            subject,
            session: Instantiating::open(prover, limits)?,
            limits: limits.clone(),
            next_tag: subject.cfg.next_tag,
            before: Vec::new(),
            from: BTreeMap::new(),
        };
        for fact in constant_facts(subject.cfg) {
            solver.session.assert(&fact);
        }
        for predicate in &points.predicates {
            let atom = solver.fresh("before");
            solver.session.assert(&Term::eq(atom.clone(), predicate.clone()));
            solver.before.push(atom);
        }
        Ok(solver)
    }

    pub(super) fn stats(&self) -> Stats {
        self.session.stats()
    }

    /// The points and valuations that a point with a valuation leads to.
    pub(super) fn successors(
        &mut self,
        points: &Points,
        point: usize,
        valuation: Valuation,
    ) -> Result<Vec<(usize, Valuation)>, Unknown> {
        let here = &points.places[point].tracked;
        let truth = |number: usize| here.binary_search(&number).ok().map(|i| valuation.get(i));
        let assumed: Vec<Term> = here
            .iter()
            .map(|number| literal(&self.before[*number], truth(*number) == Some(true)))
            .collect();
        let transitions = match self.from.remove(&point) {
            Some(known) => known,
            None => self.transitions(points, point),
        };
        let mut solve_all = || {
            let mut found = Vec::new();
            for transition in &transitions {
                let all = self.solve(&assumed, transition)?;
                found.extend(all.into_iter().map(|v| (transition.to, v)));
            }
            Ok(found)
        };
        let found = solve_all();
        self.from.insert(point, transitions);
        found
    }

    /// All valuations after a transition, in the order of their bits.
    fn solve(&mut self, assumed: &[Term], transition: &Transition) -> Result<BTreeSet<Valuation>, Unknown> {
        let asked = self.fresh("asked");
        let mut under = assumed.to_vec();
        under.extend([transition.taken.clone(), asked.clone()]);
        let atom = |after: &After| match after {
            After::Same(number) => self.before[*number].clone(),
            After::Atom(atom) => atom.clone(),
        };
        let atoms: Vec<Term> = transition.after.iter().map(atom).collect();
        let mut found = BTreeSet::new();
        loop {
            if let Err(exhausted) = self.limits.budget.check() {
                return Err(Unknown(exhausted.to_string()));
            }
            match self.session.check(&under) {
                Answer::Unsat(_) => return Ok(found),
                Answer::Unknown(why) => return Err(Unknown(why.to_string())),
                Answer::Sat => {}
            }
            let mut bits = 0;
            let mut differs = Vec::new();
            for (place, (atom, after)) in atoms.iter().zip(&transition.after).enumerate() {
                let Some(Value::Bool(truth)) = self.session.value(atom) else {
                    return Err(Unknown("the solver's model has no value for a predicate".into()));
                };
                bits |= u64::from(truth) << place;
                let free = !matches!(after, After::Same(_)) || !assumed.contains(&literal(atom, truth));
                if free {
                    differs.push(literal(atom, !truth));
                }
            }
            if !found.insert(Valuation(bits)) {
                return Err(Unknown("the solver gave the same model twice".into()));
            }
            self.session.assert(&Term::implies(asked.clone(), Term::or(differs)));
        }
    }

    /// States the transitions from a point.
    fn transitions(&mut self, points: &Points, point: usize) -> Vec<Transition> {
        let (graph, ends) = paths(self.subject.cfg, points, point, self.next_tag);
        let blocks: Vec<BlockId> = ends.values().copied().collect();
        let mut passive = Passive::beside_others(&graph, &blocks, self.subject.vars);
        self.next_tag = passive.next_tag;
        for formula in std::mem::take(&mut passive.formulas) {
            self.session.assert(&formula);
        }
        let mut transitions = Vec::new();
        for (to, block) in ends {
            let Some(end) = passive.ends.get(&block) else { continue };
            let taken = self.named("taken", &end.reached);
            let tracked = points.places[to].tracked.iter();
            let after = tracked.map(|number| self.after(*number, &points.predicates[*number], end));
            transitions.push(Transition {
                to,
                after: after.collect(),
                taken,
            });
        }
        transitions
    }

    fn after(&mut self, number: usize, predicate: &Term, end: &Point) -> After {
        let now = end.at(predicate);
        if now == *predicate {
            return After::Same(number);
        }
        let atom = self.fresh("after");
        self.session.assert(&Term::eq(atom.clone(), now));
        After::Atom(atom)
    }

    /// A Boolean that implies a formula.
    fn named(&mut self, name: &str, formula: &Term) -> Term {
        let atom = self.fresh(name);
        self.session.assert(&Term::implies(atom.clone(), formula.clone()));
        atom
    }

    fn fresh(&mut self, name: &str) -> Term {
        self.next_tag += 1;
        Var::new(name, self.next_tag - 1, Sort::Bool).term()
    }
}

fn literal(atom: &Term, truth: bool) -> Term {
    if truth { atom.clone() } else { Term::not(atom.clone()) }
}

/// What a routine assumes at its start of variables that nothing assigns: it holds everywhere.
fn constant_facts(cfg: &Cfg) -> Vec<Term> {
    let mut assigned: BTreeSet<&Var> = BTreeSet::new();
    for command in cfg.blocks.iter().flat_map(|b| &b.commands) {
        match &command.kind {
            CommandKind::Assign(pairs) => assigned.extend(pairs.iter().map(|(v, _)| v)),
            CommandKind::Havoc(vars) => assigned.extend(vars),
            CommandKind::Assume(_) | CommandKind::Assert(_) => {}
        }
    }
    let commands = cfg.block(cfg.entry).commands.iter();
    let assumed = commands.flat_map(|c| match &c.kind {
        CommandKind::Assume(fact) => fact.conjuncts(),
        _ => Vec::new(),
    });
    assumed
        .filter(|fact| !fact.free_vars().iter().any(|v| assigned.contains(v)))
        .collect()
}

/// The part of the graph from one point up to the next ones, and the blocks that stand for
/// these. Every cycle has a point, so there is none in it.
fn paths(cfg: &Cfg, points: &Points, point: usize, next_tag: u32) -> (CutGraph, BTreeMap<usize, BlockId>) {
    let start = &points.places[point];
    let mut blocks = vec![BasicBlock::default()];
    let mut new = BTreeMap::from([(start.block, BlockId(0))]);
    let mut ends: BTreeMap<usize, BlockId> = BTreeMap::new();
    let mut work = vec![start.block];
    while let Some(old) = work.pop() {
        let mut block = cfg.block(old).clone();
        for edge in &mut block.edges {
            let fresh = BlockId(blocks.len() as u32);
            let (to, is_inside) = match points.at(edge.to) {
                Some(end) => (*ends.entry(end).or_insert(fresh), false),
                None => (*new.entry(edge.to).or_insert(fresh), true),
            };
            if to == fresh {
                blocks.push(BasicBlock::default());
                if is_inside {
                    work.push(edge.to);
                }
            }
            edge.to = to;
        }
        blocks[new[&old].index()] = block;
    }
    if let Some(l) = start.head {
        let assume = cfg.natural_loop(l).spec.invariants.iter().map(|c| Command {
            kind: CommandKind::Assume(c.formula.clone()),
            span: c.span,
        });
        blocks[0].commands.splice(0..0, assume);
    }
    let graph = CutGraph {
        order: reverse_post_order(&blocks, BlockId(0)),
        blocks,
        entry: BlockId(0),
        loops: Vec::new(),
        next_tag,
    };
    (graph, ends)
}
