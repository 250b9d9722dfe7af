//! Invariants from assertions (Janota, "Assertion-based loop invariant generation", WING 2007).
//!
//! Every check, or every open one, is broken into [sequents](sequent), carried [back](backward) to the heads of all
//! loops on the way, and [altered](alter) there. All forms are sufficient for the check, as far as
//! the paths without the loop's own rounds go; which are invariants, Houdini finds out, for all loops
//! at once. That replaces the paper's preservation query, which as printed assumes the formula in the
//! first state of the program, and its context of inner loops, which leaves out the code before them.

pub(crate) mod alter;
pub(crate) mod backward;
mod sequent;

use super::{Proposal, RoutineView, Source, Tier};
use abide_ir::CheckKind;
use abide_ir::cfg::{BlockId, CommandKind, LoopId};
pub use sequent::Sequent;

/// Checks at loop heads, with alterations.
pub struct Assertions(pub Checks);

/// Which checks are carried back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checks {
    /// Those that are not proved.
    Open,
    /// All of them.
    All,
}

const CARRIED: &str = "an assertion carried back to the loop";
const GENERAL: &str = "an assertion carried back to the loop, altered";

/// Sequents of one check that go on from a loop's head to the loops around it.
const ONWARD: usize = 12;

impl Source for Assertions {
    fn name(&self) -> &'static str {
        "assertions"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn propose(&self, view: &RoutineView, l: LoopId) -> Vec<Proposal> {
        let mut found: Vec<(Sequent, &'static str)> = Vec::new();
        for (block, index, pieces) in obligations(view, self.0) {
            for piece in pieces {
                backward::carry(view, block, index, vec![piece], &mut |m, arrived| {
                    let forms = forms(view, m, arrived);
                    if m == l {
                        found.extend(forms.iter().cloned());
                    }
                    forms.into_iter().map(|(s, _)| s).take(ONWARD).collect()
                });
            }
        }
        let mut kept: Vec<(Sequent, &'static str)> = Vec::new();
        for (sequent, origin) in found {
            if !kept.iter().any(|(k, _)| *k == sequent) {
                kept.push((sequent, origin));
            }
        }
        let proposal = |(s, origin): (Sequent, &'static str)| {
            let weight = 60 - s.size().min(50) as i32;
            Proposal::candidate(s.closed(), origin).weighing(weight)
        };
        kept.into_iter().map(proposal).collect()
    }
}

/// What arrived at a loop and its alterations, as far as runs do not contradict.
fn forms(view: &RoutineView, l: LoopId, arrived: Vec<Sequent>) -> Vec<(Sequent, &'static str)> {
    let targets = &view.cfg.natural_loop(l).targets;
    let mut found: Vec<(Sequent, &'static str)> = Vec::new();
    for sequent in arrived {
        for form in alter::altered(&sequent, targets, view.skolems) {
            let origin = if form == sequent { CARRIED } else { GENERAL };
            let closed = form.closed();
            let new = !found.iter().any(|(f, _)| *f == form);
            if new && view.is_expressible(l, &closed) && view.runs.agree(l.index(), &closed) {
                found.push((form, origin));
            }
        }
    }
    found.sort_by_cached_key(|(s, _)| s.size());
    found
}

/// The checks as sequents, with their places in the graph without cycles.
fn obligations(view: &RoutineView, checks: Checks) -> Vec<(BlockId, usize, Vec<Sequent>)> {
    let is_open = |kind: CheckKind, span| {
        let same = view.open.iter().any(|c| (c.kind, c.span) == (kind, span));
        same || checks == Checks::All
    };
    let mut found = Vec::new();
    for block in &view.cut.order {
        let commands = &view.cut.blocks[block.index()].commands;
        for (index, command) in commands.iter().enumerate() {
            if let CommandKind::Assert(check) = &command.kind
                && is_open(check.kind, check.span)
            {
                let pieces = Sequent::pieces(&check.formula, view.skolems);
                found.push((*block, index, pieces));
            }
        }
    }
    found
}
