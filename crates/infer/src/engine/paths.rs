//! Predicates from paths that cannot be taken (Dietsch, Heizmann, Musa, Nutz,
//! Podelski, "Craig vs. Newton in software model checking", ESEC/FSE 2017).
//!
//! A path from the start to a failing check, around loops once or twice, is a list of facts that
//! contradict each other, or else the check is wrong. The unsatisfiable core says which of the facts on
//! the way are to blame. Carried back along the path under these facts alone, the check says at each
//! loop's head what must hold there: Janota's back-propagation, with the prover to say what is
//! relevant in place of shared variables, and through the loop's body as well as out of it.

use crate::sources::assertions::{Sequent, alter, backward};
use crate::sources::{Proposal, RoutineView, back_propagation};
use abide_ir::Check;
use abide_ir::cfg::{BlockId, Command, CommandKind, LoopId};
use abide_logic::{Subst, Term, Var};
use abide_prover::{Answer, Cores, Instantiating, Limits, Prover, ProverError, Session, Stats};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// Checks considered, paths to each, visits of a block on a path, partial paths tried.
const CHECKS: usize = 4;
const PATHS: usize = 6;
const VISITS: usize = 3;
const TRIED: usize = 4_000;

/// Sequents carried along a path.
const WIDTH: usize = 8;

const ORIGIN: &str = "needed on a path around the loop";

/// A step of a path.
enum Step<'a> {
    /// A command that is not an assumption.
    Does(&'a Command),
    /// Something assumed, passed or decided; its number among these.
    Fact(Term, usize),
    /// The head of a loop.
    Head(LoopId),
}

/// What the open checks need at the heads of loops, on paths that cannot be taken.
pub fn propose(
    view: &RoutineView,
    prover: &Arc<dyn Prover>,
    limits: &Limits,
) -> Result<(Vec<Vec<Proposal>>, Stats), ProverError> {
    let mut found = vec![Vec::new(); view.cfg.loops.len()];
    let mut stats = Stats::default();
    for (block, index, check) in targets(view).into_iter().take(CHECKS) {
        for path in paths_to(view, block) {
            if limits.budget.check().is_err() {
                return Ok((found, stats));
            }
            let steps = steps(view, &path, index);
            let (core, cost) = core(view, &steps, check, prover, limits)?;
            stats += cost;
            if let Some(core) = core {
                back(view, &steps, check, &core, &mut found);
            }
        }
    }
    Ok((found, stats))
}

/// Where the open checks are.
fn targets<'s>(view: &RoutineView<'s>) -> Vec<(BlockId, usize, &'s Check)> {
    let mut found = Vec::new();
    for block in view.blocks() {
        for (index, command) in view.cfg.block(block).commands.iter().enumerate() {
            if let CommandKind::Assert(check) = &command.kind
                && view.open.iter().any(|c| (c.kind, c.span) == (check.kind, check.span))
            {
                found.push((block, index, check));
            }
        }
    }
    found
}

/// The shortest paths from the start to a block.
fn paths_to(view: &RoutineView, block: BlockId) -> Vec<Vec<BlockId>> {
    let leading = leading_to(view, block);
    let mut found = Vec::new();
    let mut work = VecDeque::from([vec![view.cfg.entry]]);
    let mut tried = 0;
    while let Some(path) = work.pop_front() {
        tried += 1;
        let Some(last) = path.last().copied() else { continue };
        if last == block {
            found.push(path.clone());
        }
        if found.len() == PATHS || tried > TRIED {
            break;
        }
        for edge in &view.cfg.block(last).edges {
            let visits = path.iter().filter(|b| **b == edge.to).count();
            if leading.contains(&edge.to) && visits < VISITS {
                let mut longer = path.clone();
                longer.push(edge.to);
                work.push_back(longer);
            }
        }
    }
    found
}

/// The blocks from which a block can be reached.
fn leading_to(view: &RoutineView, block: BlockId) -> BTreeSet<BlockId> {
    let mut leading = BTreeSet::from([block]);
    loop {
        let before = leading.len();
        for b in view.blocks() {
            if view.cfg.block(b).edges.iter().any(|e| leading.contains(&e.to)) {
                leading.insert(b);
            }
        }
        if leading.len() == before {
            return leading;
        }
    }
}

/// What happens on a path up to command `index` of its last block.
fn steps<'s>(view: &RoutineView<'s>, path: &[BlockId], index: usize) -> Vec<Step<'s>> {
    let mut steps = Vec::new();
    let mut facts = 0;
    let mut fact = |f: Term, steps: &mut Vec<Step>| {
        if !f.is_true() {
            steps.push(Step::Fact(f, facts));
            facts += 1;
        }
    };
    for (position, id) in path.iter().enumerate() {
        if let Some(l) = view.cfg.loop_at(*id) {
            steps.push(Step::Head(l));
            for known in &view.cfg.natural_loop(l).spec.invariants {
                fact(known.formula.clone(), &mut steps);
            }
        }
        let block = view.cfg.block(*id);
        let next = path.get(position + 1);
        let end = if next.is_some() { block.commands.len() } else { index };
        for command in block.commands.iter().take(end) {
            match &command.kind {
                CommandKind::Assume(f) => fact(f.clone(), &mut steps),
                CommandKind::Assert(check) => fact(check.formula.clone(), &mut steps),
                CommandKind::Assign(_) | CommandKind::Havoc(_) => steps.push(Step::Does(command)),
            }
        }
        let guards = block.edges.iter().filter(|e| Some(&e.to) == next);
        let guards: Vec<Term> = guards.map(|e| e.guard.clone()).collect();
        if next.is_some() {
            fact(Term::or(guards), &mut steps);
        }
    }
    steps
}

/// The facts that keep the check from failing at the end of the path; none if it may fail there, or if
/// nobody knows.
fn core(
    view: &RoutineView,
    steps: &[Step],
    check: &Check,
    prover: &Arc<dyn Prover>,
    limits: &Limits,
) -> Result<(Option<BTreeSet<usize>>, Stats), ProverError> {
    let limits = Limits {
        cores: Cores::Minimal,
        ..limits.clone()
    };
    let mut session = Instantiating::open(prover, &limits)?;
    let mut next = view.cfg.next_tag;
    let mut fresh = |name: &str, sort: abide_logic::Sort| {
        next += 1;
        Var::new(name, next - 1, sort)
    };
    let mut now: BTreeMap<Var, Term> = BTreeMap::new();
    let at = |t: &Term, now: &BTreeMap<Var, Term>| -> Term {
        let free = t.free_vars().into_iter();
        let known = free.filter_map(|v| now.get(&v).map(|t| (v.clone(), t.clone())));
        known.collect::<Subst>().apply(t)
    };
    let mut assumed = Vec::new();
    for step in steps {
        match step {
            Step::Head(_) => {}
            Step::Fact(f, _) => {
                let switch = fresh("fact", abide_logic::Sort::Bool).term();
                session.assert(&Term::implies(switch.clone(), at(f, &now)));
                assumed.push(switch);
            }
            Step::Does(command) => match &command.kind {
                CommandKind::Assign(pairs) => {
                    let values: Vec<(Var, Term)> = pairs.iter().map(|(v, t)| (v.clone(), at(t, &now))).collect();
                    for (var, value) in values {
                        let version = fresh(var.name(), var.sort().clone()).term();
                        session.assert(&Term::eq(version.clone(), value));
                        now.insert(var, version);
                    }
                }
                CommandKind::Havoc(vars) => {
                    for var in vars {
                        now.insert(var.clone(), fresh(var.name(), var.sort().clone()).term());
                    }
                }
                CommandKind::Assume(_) | CommandKind::Assert(_) => {}
            },
        }
    }
    session.assert(&Term::not(at(&check.formula, &now)));
    let core = match session.check(&assumed) {
        Answer::Unsat(core) => Some(core.into_iter().collect()),
        Answer::Sat | Answer::Unknown(_) => None,
    };
    Ok((core, session.stats()))
}

/// The check carried back along the path, under the facts of the core.
fn back(view: &RoutineView, steps: &[Step], check: &Check, core: &BTreeSet<usize>, found: &mut [Vec<Proposal>]) {
    let mut here = Sequent::pieces(&check.formula, view.skolems);
    for step in steps.iter().rev() {
        match step {
            Step::Does(command) => here = backward::over(command, here, view.skolems),
            Step::Fact(f, number) if core.contains(number) => {
                here = here.iter().filter_map(|s| s.given(f)).collect();
            }
            Step::Fact(..) => {}
            Step::Head(l) => {
                let targets = &view.cfg.natural_loop(*l).targets;
                for sequent in &here {
                    let forms = alter::altered(sequent, targets, view.skolems);
                    let wanted = forms.iter().map(Sequent::closed).filter(|f| view.is_expressible(*l, f));
                    let wanted = wanted.map(|f| Proposal::candidate(f, ORIGIN).weighing(40));
                    found[l.index()].extend(wanted);
                    let atoms = back_propagation::atoms(&sequent.closed()).into_iter();
                    let atoms = atoms.filter(|a| view.is_expressible(*l, a));
                    found[l.index()].extend(atoms.map(|a| Proposal::atom(a, ORIGIN).weighing(50)));
                }
            }
        }
        here.sort_by_cached_key(|s| (s.size(), s.clone()));
        here.dedup();
        here.truncate(WIDTH);
    }
}
