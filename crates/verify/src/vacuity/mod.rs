//! Vacuous proofs.
//!
//! A check can be proved because no run reaches it, or because its premise never holds: `\forall k; A ==> B` where *A*
//! is always false. A loop may never be left once it is entered, and then what follows is proved only of the runs that
//! skip it. All this is sound, and seldom what was meant; the verdict stays, and a warning is given. If no run at all
//! reaches the end, or none gets through an assumption that some reach, what is assumed is contradictory, and nothing
//! is proved.
//!
//! A few runs dispel most suspicions ([`runs`]). For the others one session holds the passive form of the proved
//! routine, and for each suspicion a Boolean that implies a run which dispels it. Models dispel suspicions, several at
//! a time; what is left when there are no more models is reported. What the prover does not know is not reported.

mod runs;
mod vacuous;

pub use vacuous::Vacuous;

use abide_exec::local_search::Repair;
use abide_ir::cfg::{BasicBlock, BlockId, Cfg, Command, CommandKind, Edge, LoopId, reverse_post_order};
use abide_logic::{Term, Value, Var};
use abide_prover::{Answer, Instantiating, Limits, Prover, ProverError, Session, Stats};
use abide_vc::{CutGraph, Passive, PassiveCheck};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use vacuous::{assumes, is_stated, premise};

/// Models considered, at the most; nothing is reported when more would be needed.
const MODELS: usize = 12;

/// What is proved vacuously in a routine all of whose checks are proved; `repair` puts inputs right that the
/// language does not allow.
pub fn vacuous(
    cfg: &Cfg,
    vars: &BTreeSet<Var>,
    repair: &Repair,
    prover: &Arc<dyn Prover>,
    limits: &Limits,
) -> Result<(Vec<Vacuous>, Stats), ProverError> {
    let suspected = runs::not_dispelled(cfg, vars, suspected(cfg), repair, &limits.budget);
    if suspected.is_empty() {
        return Ok((Vec::new(), Stats::default()));
    }
    let mut graph = CutGraph::of(cfg);
    let ends = ends(&mut graph);
    let exits = add_second_rounds(&mut graph, cfg);
    let mut passive = Passive::whole(&graph, vars);
    let mut ways: BTreeMap<Vacuous, Vec<Term>> = BTreeMap::new();
    if let Some(start) = passive.ends.get(&graph.entry) {
        ways.insert(Vacuous::Start, vec![start.reached.clone()]);
    }
    let reached = |block| passive.ends.get(block).map(|end| end.reached.clone());
    ways.insert(Vacuous::End, ends.iter().filter_map(reached).collect());
    for suspicion in &suspected {
        if let Vacuous::Stuck(block) = suspicion
            && let Some(end) = reached(block)
        {
            ways.insert(*suspicion, vec![end]);
        }
    }
    for (l, exit) in &exits {
        if let Some(end) = passive.ends.get(exit) {
            ways.insert(Vacuous::Left(*l), vec![end.reached.clone()]);
        }
    }
    for check in passive.checks.iter().filter(|c| c.block.index() < cfg.blocks.len()) {
        for (suspicion, way) in suspicions(check) {
            ways.entry(suspicion).or_default().push(way);
        }
    }
    ways.retain(|suspicion, _| suspected.contains(suspicion));
    let mut session = Instantiating::open(prover, limits)?;
    let mut left: Vec<(Vacuous, Term)> = Vec::new();
    for (suspicion, ways) in ways {
        let dispelled = passive.fresh_bool("dispelled");
        passive.formulas.push(Term::implies(dispelled.clone(), Term::or(ways)));
        left.push((suspicion, dispelled));
    }
    for formula in std::mem::take(&mut passive.formulas) {
        session.assert(&formula);
    }
    let found = not_dispelled(&mut session, &mut passive, &graph, left);
    Ok((reported(found), session.stats()))
}

/// The suspicions that no model dispels, each with what would.
fn not_dispelled(
    session: &mut Instantiating,
    passive: &mut Passive,
    graph: &CutGraph,
    mut left: Vec<(Vacuous, Term)>,
) -> Vec<Vacuous> {
    for _ in 0..MODELS {
        let some = passive.fresh_bool("some");
        let any = Term::or(left.iter().map(|(_, d)| d.clone()));
        session.assert(&Term::implies(some.clone(), any));
        match session.check(&[some]) {
            Answer::Sat => {
                let before = left.len();
                left.retain(|(_, d)| session.value(d) != Some(Value::Bool(true)));
                if left.is_empty() || left.len() == before {
                    return Vec::new();
                }
            }
            Answer::Unknown(_) => return Vec::new(),
            Answer::Unsat(_) => {
                let mut found: Vec<Vacuous> = left.into_iter().map(|(v, _)| v).collect();
                // a loop without a second round is left in the first one, or not at all
                found.retain(|v| match v {
                    Vacuous::Left(l) => {
                        let back = passive.ends.get(&graph.loops[l.index()].back).cloned();
                        back.is_some_and(|b| holds_somewhere(session, passive, &b.reached))
                    }
                    Vacuous::Stuck(block) => {
                        let entered = entered(passive, graph, *block);
                        holds_somewhere(session, passive, &entered)
                    }
                    _ => true,
                });
                return found;
            }
        }
    }
    Vec::new()
}

/// A run comes to the beginning of the block.
fn entered(passive: &Passive, graph: &CutGraph, block: BlockId) -> Term {
    let before = graph.order.iter().filter_map(|p| Some((p, passive.ends.get(p)?)));
    let jumps = before.flat_map(|(p, end)| {
        let edges = graph.blocks[p.index()].edges.iter().filter(|e| e.to == block);
        edges.map(|e| Term::and([end.reached.clone(), end.at(&e.guard)]))
    });
    Term::or(jumps.collect::<Vec<_>>())
}

fn holds_somewhere(session: &mut Instantiating, passive: &mut Passive, formula: &Term) -> bool {
    let asked = passive.fresh_bool("asked");
    session.assert(&Term::implies(asked.clone(), formula.clone()));
    session.check(&[asked]) == Answer::Sat
}

/// Leaves out what another finding explains.
fn reported(found: Vec<Vacuous>) -> Vec<Vacuous> {
    if found.contains(&Vacuous::Start) {
        return vec![Vacuous::Start];
    }
    let endless = found.iter().any(|v| matches!(v, Vacuous::Left(_)));
    let is_reached = |v: &&Vacuous| match v {
        Vacuous::Premise(kind, span) => !found.contains(&Vacuous::Unreached(*kind, *span)),
        Vacuous::End => !endless,
        _ => true,
    };
    found.iter().filter(is_reached).copied().collect()
}

/// All that may be wrong with a routine.
fn suspected(cfg: &Cfg) -> BTreeSet<Vacuous> {
    let mut all = BTreeSet::from([Vacuous::Start, Vacuous::End]);
    all.extend(assuming(cfg).into_iter().map(Vacuous::Stuck));
    all.extend(cfg.loop_ids().map(Vacuous::Left));
    for command in cfg.blocks.iter().flat_map(|b| &b.commands) {
        if let CommandKind::Assert(check) = &command.kind
            && is_stated(check)
        {
            all.insert(Vacuous::Unreached(check.kind, check.span));
            all.extend(premise(&check.formula).map(|_| Vacuous::Premise(check.kind, check.span)));
        }
    }
    all
}

/// The blocks in which something is assumed of runs that come there. Where a run chooses between ways, or an arbitrary
/// value does, as between the ends of a call, what is assumed at the beginning of each of them is its guard.
fn assuming(cfg: &Cfg) -> Vec<BlockId> {
    let mut chosen = BTreeSet::from([cfg.entry]);
    for block in cfg.blocks.iter().filter(|b| b.edges.len() > 1) {
        let mut arbitrary: BTreeSet<&Var> = BTreeSet::new();
        for command in &block.commands {
            if let CommandKind::Havoc(vars) = &command.kind {
                arbitrary.extend(vars);
            }
        }
        let is_choice = |e: &&Edge| e.guard.is_true() || e.guard.free_vars().iter().any(|v| arbitrary.contains(v));
        chosen.extend(block.edges.iter().filter(is_choice).map(|e| e.to));
    }
    let mut entries = vec![0; cfg.blocks.len()];
    let edges = cfg.blocks.iter().flat_map(|b| &b.edges);
    edges.for_each(|e| entries[e.to.index()] += 1);
    let mut on_the_way: Vec<BlockId> = chosen.iter().copied().filter(|b| *b != cfg.entry).collect();
    while let Some(block) = on_the_way.pop() {
        if let [next] = cfg.block(block).edges.as_slice()
            && entries[next.to.index()] == 1
            && chosen.insert(next.to)
        {
            on_the_way.push(next.to);
        }
    }
    let blocks = cfg.block_ids().filter(|b| !chosen.contains(b));
    blocks.filter(|b| assumes(cfg.block(*b))).collect()
}

/// What may be wrong with a check, each with a formula for the runs that dispel it.
fn suspicions(check: &PassiveCheck) -> Vec<(Vacuous, Term)> {
    if !is_stated(&check.check) {
        return Vec::new();
    }
    let (kind, span) = (check.check.kind, check.check.span);
    let reached = check.before.reached.clone();
    let mut all = vec![(Vacuous::Unreached(kind, span), reached.clone())];
    if let Some(premise) = premise(&check.check.formula) {
        let holds = Term::and([reached, check.before.at(&premise)]);
        all.push((Vacuous::Premise(kind, span), holds));
    }
    all
}

/// The blocks in which runs end: those without a way on. Where a run is stopped on purpose (`assume false`,
/// for `exit`) the graph is cut. A loop without a way out ends a run with each of its rounds.
fn ends(graph: &mut CutGraph) -> BTreeSet<BlockId> {
    for block in &mut graph.blocks {
        let is_stop = |c: &Command| matches!(&c.kind, CommandKind::Assume(f) if f.is_false());
        if let Some(at) = block.commands.iter().position(is_stop) {
            block.commands.truncate(at);
            block.edges.clear();
        }
    }
    let backs: BTreeSet<BlockId> = graph.loops.iter().map(|l| l.back).collect();
    let ends_from = |start: BlockId| {
        let reached = reverse_post_order(&graph.blocks, start).into_iter();
        reached.filter(|b| graph.blocks[b.index()].edges.is_empty() && !backs.contains(b))
    };
    let endless = graph.loops.iter().filter(|l| ends_from(l.head).next().is_none());
    ends_from(graph.entry).chain(endless.map(|l| l.back)).collect()
}

/// Lets each loop, after a round, be left: behind its back edge stands a copy of its body from which only
/// the ways out are taken. The blocks they lead to, by loop.
fn add_second_rounds(graph: &mut CutGraph, cfg: &Cfg) -> Vec<(LoopId, BlockId)> {
    let plain = graph.blocks.clone();
    let mut exits = Vec::new();
    for l in cfg.loop_ids() {
        let of_loop = cfg.natural_loop(l);
        let mut inside: BTreeSet<BlockId> = of_loop.body.clone();
        for inner in cfg.loop_ids().filter(|i| *i != l) {
            if of_loop.body.contains(&cfg.natural_loop(inner).head) {
                let cut = graph.loops[inner.index()];
                inside.extend([cut.entry, cut.head, cut.back]);
            }
        }
        let exit = push(&mut graph.blocks);
        let copies: BTreeMap<BlockId, BlockId> = inside.iter().map(|b| (*b, push(&mut graph.blocks))).collect();
        let back = graph.loops[l.index()].back;
        for (old, new) in &copies {
            let mut block = plain[old.index()].clone();
            block.edges.retain(|e| e.to != back);
            for edge in &mut block.edges {
                edge.to = copies.get(&edge.to).copied().unwrap_or(exit);
            }
            graph.blocks[new.index()] = block;
        }
        graph.blocks[back.index()].edges.push(Edge {
            guard: Term::tt(),
            to: copies[&of_loop.head],
        });
        exits.push((l, exit));
    }
    graph.order = reverse_post_order(&graph.blocks, graph.entry);
    exits
}

fn push(blocks: &mut Vec<BasicBlock>) -> BlockId {
    blocks.push(BasicBlock::default());
    BlockId(blocks.len() as u32 - 1)
}
