//! Assertions carried back on the graph without cycles (Janota §3.1, `pre_G`):
//!
//! ```text
//!   pre(n) = wlp(Cₙ, ⋀ pre(c) for the successors c of n)
//!   wlp(x := e, f)             = f[x := e]
//!   wlp(assume g, f)           = g ⇒ f      heuristically, see [`Sequent::under`]
//!   wlp(assert g, f)           = g ⇒ f
//!   wlp(havoc x, f)            = ∀x. f
//! ```
//!
//! Where a loop's head is come to, the formula is a candidate for its invariant, and must hold where
//! the loop is entered: it is carried on from there, to the loops around and to those before. So
//! assertions inside of loops, in loops inside, and after loops are one case.

use super::sequent::Sequent;
use crate::sources::RoutineView;
use abide_ir::cfg::{BlockId, Command, CommandKind, LoopId};
use abide_logic::{Subst, Term, Var};
use std::collections::{BTreeMap, HashMap};

/// Sequents at one place, and the size of one that is carried further.
const WIDTH: usize = 24;
const SIZE: usize = 90;

/// Carries sequents from before command `index` of `block` to the heads of loops. `arrive` says
/// what to carry on from the head it is given.
pub fn carry(
    view: &RoutineView,
    block: BlockId,
    index: usize,
    sequents: Vec<Sequent>,
    arrive: &mut dyn FnMut(LoopId, Vec<Sequent>) -> Vec<Sequent>,
) {
    let heads: HashMap<BlockId, LoopId> = view
        .cfg
        .loop_ids()
        .map(|l| (view.cut.loops[l.index()].head, l))
        .collect();
    let mut start = Some(sequents);
    let mut at: BTreeMap<BlockId, Vec<Sequent>> = BTreeMap::new();
    for id in view.cut.order.iter().rev() {
        let code = &view.cut.blocks[id.index()];
        let mut here: Vec<Sequent> = Vec::new();
        let mut commands = code.commands.as_slice();
        if *id == block {
            here = start.take().unwrap_or_default();
            commands = &commands[..index.min(commands.len())];
        } else {
            for edge in &code.edges {
                let next = at.get(&edge.to).into_iter().flatten();
                here.extend(next.filter_map(|s| s.under(&edge.guard)));
            }
        }
        if here.is_empty() {
            continue;
        }
        let head = heads.get(id);
        let is_invariant = |fact: &Term| {
            let spec = head.map(|l| &view.cfg.natural_loop(*l).spec);
            spec.is_some_and(|spec| spec.invariants.iter().any(|c| c.formula == *fact))
        };
        for command in commands.iter().rev() {
            here = match &command.kind {
                // what the loop changes is forgotten, but the formula is to be its invariant
                CommandKind::Havoc(_) if head.is_some() => here,
                CommandKind::Assume(fact) if is_invariant(fact) => {
                    here.iter().filter_map(|s| s.knowing(fact)).collect()
                }
                _ => over(command, here, view.skolems),
            };
        }
        here = kept(here);
        if let Some(l) = head {
            here = kept(arrive(*l, here));
        }
        at.insert(*id, here);
    }
}

/// The weakest precondition of a command, sequent by sequent.
pub fn over(command: &Command, sequents: Vec<Sequent>, names: &[Var]) -> Vec<Sequent> {
    match &command.kind {
        CommandKind::Assign(pairs) => {
            let subst: Subst = pairs.iter().cloned().collect();
            sequents.iter().flat_map(|s| s.replaced(&subst, names)).collect()
        }
        CommandKind::Assume(fact) => sequents.iter().filter_map(|s| s.under(fact)).collect(),
        CommandKind::Assert(check) => sequents.iter().filter_map(|s| s.under(&check.formula)).collect(),
        CommandKind::Havoc(vars) => sequents.into_iter().filter_map(|s| forget(s, vars, names)).collect(),
    }
}

/// ∀x. f, with a name that is free for x; maps are not quantified over.
fn forget(sequent: Sequent, vars: &[Var], names: &[Var]) -> Option<Sequent> {
    let free = sequent.free_vars();
    let mut new = sequent;
    for var in vars.iter().filter(|v| free.contains(v)) {
        new = super::alter::generalised(&new, var, names)?;
    }
    new.simplified()
}

/// Without repetitions and what is too large, the small ones first.
fn kept(mut sequents: Vec<Sequent>) -> Vec<Sequent> {
    sequents.retain(|s| s.size() <= SIZE);
    sequents.sort_by_cached_key(|s| (s.size(), s.clone()));
    sequents.dedup();
    sequents.truncate(WIDTH);
    sequents
}
