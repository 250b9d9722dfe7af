//! What holds under conditions about elements: `if (a[i] == c) assert b[i] == d` says of each element that
//! `a[k] == c ==> b[k] == d`, and an assertion with `||` is reached by as many ways as it has parts.
//!
//! A formula is carried back to the head of its own loop, way by way, as a weakest precondition; of the
//! conditions passed, those that read elements become its premises and the others are left out.

use super::back_propagation::{over, predecessors};
use super::elements::is_element;
use abide_ir::cfg::{BlockId, Cfg};
use abide_logic::Term;

/// Blocks passed on all ways together, and premises of a formula.
const STEPS: usize = 60;
const PREMISES: usize = 3;

/// A formula before command `index` of `block` as the head of its loop sees it, under the conditions about
/// elements on the way; only what has such conditions.
pub fn of(cfg: &Cfg, block: BlockId, index: usize, formula: &Term) -> Vec<Term> {
    if !cfg.loops.iter().any(|l| l.body.contains(&block)) {
        return Vec::new();
    }
    let mut walk = Walk {
        cfg,
        before: predecessors(cfg),
        found: Vec::new(),
        steps: 0,
    };
    walk.back(block, index, vec![formula.clone()]);
    walk.found
}

struct Walk<'a> {
    cfg: &'a Cfg,
    before: Vec<Vec<BlockId>>,
    found: Vec<Term>,
    steps: usize,
}

impl Walk<'_> {
    /// Carries a formula and, after it, its premises.
    fn back(&mut self, block: BlockId, index: usize, carried: Vec<Term>) {
        self.steps += 1;
        if self.steps > STEPS {
            return;
        }
        let commands = &self.cfg.block(block).commands;
        let mut terms = carried.into_iter().map(|t| over(commands, index, t));
        let Some(Some(formula)) = terms.next() else {
            return;
        };
        let carried: Vec<Term> = [formula].into_iter().chain(terms.flatten()).collect();
        if carried[0].is_true() || carried[1..].iter().any(Term::is_false) {
            return;
        }
        if self.cfg.loop_at(block).is_some() {
            return self.arrive(carried);
        }
        for before in self.before[block.index()].clone() {
            let from = self.cfg.block(before);
            for edge in from.edges.iter().filter(|e| e.to == block) {
                let mut carried = carried.clone();
                carried.push(edge.guard.clone());
                self.back(before, from.commands.len(), carried);
            }
        }
    }

    fn arrive(&mut self, mut carried: Vec<Term>) {
        let formula = carried.remove(0);
        carried.retain(|p| p.has(is_element) && *p != formula);
        carried.sort();
        carried.dedup();
        if carried.is_empty() || carried.len() > PREMISES || formula.is_false() {
            return;
        }
        let found = Term::implies(Term::and(carried), formula);
        if !self.found.contains(&found) {
            self.found.push(found);
        }
    }
}
