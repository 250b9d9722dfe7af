//! Preconditions carried through loops (BOH: propagation of precondition conjuncts).
//!
//! Every conjunct of the precondition that mentions something a loop changes is tried as an
//! invariant of the loop, all together; those that are not preserved go, until the rest is
//! inductive (a Houdini over conjuncts). What is left is known before the predicates are
//! looked at, and need not be found again.

use abide_ir::cfg::{Cfg, CommandKind, LoopId};
use abide_ir::{Check, CheckKind};
use abide_logic::{Term, Var};
use abide_prover::{Answer, Instantiating, Limits, Prover, ProverError, Session, Stats};
use abide_vc::{CutGraph, Passive};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Adds to the loops of the graph the conjuncts of the precondition they keep; gives them back
/// by loop.
pub fn propagate(
    cfg: &mut Cfg,
    vars: &BTreeSet<Var>,
    prover: &Arc<dyn Prover>,
    limits: &Limits,
) -> Result<(Vec<Vec<Term>>, Stats), ProverError> {
    let mut stats = Stats::default();
    let mut kept = vec![Vec::new(); cfg.loops.len()];
    let conjuncts = preconditions(cfg);
    for l in cfg.loop_ids() {
        let around = cfg.natural_loop(l);
        let changes = |t: &Term| t.free_vars().iter().any(|v| around.targets.contains(v));
        let is_given = |t: &Term| around.spec.invariants.iter().any(|c| c.formula == *t);
        let tried: Vec<Term> = conjuncts
            .iter()
            .filter(|t| changes(t) && !is_given(t))
            .cloned()
            .collect();
        if tried.is_empty() {
            continue;
        }
        kept[l.index()] = inductive(cfg, l, vars, tried, prover, limits, &mut stats)?;
        let span = cfg.natural_loop(l).spec.span;
        let checks = kept[l.index()].iter().map(|formula| Check {
            formula: formula.clone(),
            span,
            kind: CheckKind::InvariantEntry,
            demanded: None,
        });
        cfg.loops[l.index()].spec.invariants.extend(checks);
    }
    Ok((kept, stats))
}

/// The conjuncts of what is assumed at the start.
fn preconditions(cfg: &Cfg) -> Vec<Term> {
    let mut found = Vec::new();
    for command in &cfg.block(cfg.entry).commands {
        match &command.kind {
            CommandKind::Assume(formula) => found.extend(formula.conjuncts()),
            CommandKind::Assign(_) => {}
            _ => break,
        }
    }
    found
}

/// The largest part that is inductive, as far as the prover knows.
fn inductive(
    cfg: &Cfg,
    l: LoopId,
    vars: &BTreeSet<Var>,
    mut alive: Vec<Term>,
    prover: &Arc<dyn Prover>,
    limits: &Limits,
    stats: &mut Stats,
) -> Result<Vec<Term>, ProverError> {
    let graph = CutGraph::of(cfg);
    let cut = graph.loops[l.index()];
    let mut passive = Passive::leading_to(&graph, &[cut.entry, cut.back], vars);
    let ends: Vec<_> = [cut.entry, cut.back]
        .iter()
        .filter_map(|b| passive.ends.get(b).cloned())
        .collect();
    let Some(head) = passive.ends.get(&cut.head).cloned() else {
        return Ok(alive);
    };
    let post = passive.join(&ends);
    let mut session = Instantiating::open(prover, limits)?;
    let formulas = std::mem::take(&mut passive.formulas);
    formulas.iter().for_each(|f| session.assert(f));
    let mut parts: Vec<(Term, Term, Term)> = Vec::new();
    for formula in alive.drain(..) {
        let (switch, violated) = (passive.fresh_bool("keep"), passive.fresh_bool("lost"));
        let premise = Term::and([switch.clone(), head.reached.clone()]);
        session.assert(&Term::implies(premise, head.at(&formula)));
        let wrong = Term::and([post.reached.clone(), Term::not(post.at(&formula))]);
        session.assert(&Term::implies(violated.clone(), wrong));
        parts.push((formula, switch, violated));
    }
    loop {
        let switches: Vec<Term> = parts.iter().map(|(_, s, _)| s.clone()).collect();
        let before = parts.len();
        let mut index = 0;
        while index < parts.len() {
            let assumed: Vec<Term> = switches.iter().chain([&parts[index].2]).cloned().collect();
            match session.check(&assumed) {
                Answer::Unsat(_) => index += 1,
                _ => drop(parts.remove(index)),
            }
        }
        if parts.len() == before {
            break;
        }
    }
    *stats += session.stats();
    Ok(parts.into_iter().map(|(formula, _, _)| formula).collect())
}
