//! Copies for `old` that are not needed: a variable that is never assigned is its own past.

use crate::program::{Block, LoopSpec, Routine, StmtKind};
use abide_logic::{Subst, Term, Var};
use std::collections::BTreeSet;

/// Replaces every copy of a variable that the routine never assigns by the variable itself.
pub(super) fn drop_needless_copies(routine: &mut Routine, copies: &[(Var, Term)]) {
    if copies.is_empty() {
        return;
    }
    let mut assigned = BTreeSet::new();
    collect_assigned(&routine.body, &mut assigned);
    let never = |original: &Term| original.as_var().is_some_and(|var| !assigned.contains(&var.tag()));
    let needless: Vec<(Var, Term)> = copies.iter().filter(|(_, original)| never(original)).cloned().collect();
    if needless.is_empty() {
        return;
    }
    let gone: BTreeSet<u32> = needless.iter().map(|(copy, _)| copy.tag()).collect();
    let replace = Replace {
        originals: needless.into_iter().collect(),
        gone,
    };
    routine.locals.retain(|var| !replace.gone.contains(&var.tag()));
    routine
        .ensures
        .iter_mut()
        .for_each(|check| replace.term(&mut check.formula));
    replace.block(&mut routine.body);
}

fn collect_assigned(block: &Block, assigned: &mut BTreeSet<u32>) {
    for stmt in block {
        match &stmt.kind {
            StmtKind::Assign(pairs) => assigned.extend(pairs.iter().map(|(var, _)| var.tag())),
            StmtKind::Havoc(vars) => assigned.extend(vars.iter().map(Var::tag)),
            StmtKind::If(_, yes, no) => {
                collect_assigned(yes, assigned);
                collect_assigned(no, assigned);
            }
            StmtKind::Choice(blocks) => blocks.iter().for_each(|b| collect_assigned(b, assigned)),
            StmtKind::While(stmt) => collect_assigned(&stmt.body, assigned),
            _ => {}
        }
    }
}

struct Replace {
    originals: Subst,
    gone: BTreeSet<u32>,
}

impl Replace {
    fn term(&self, term: &mut Term) {
        *term = self.originals.apply(term);
    }

    /// Copies occur only in formulas, and in the assignments that make them.
    fn block(&self, block: &mut Block) {
        for stmt in block.iter_mut() {
            match &mut stmt.kind {
                StmtKind::Assign(pairs) => pairs.retain(|(var, _)| !self.gone.contains(&var.tag())),
                StmtKind::Assume(formula) => self.term(formula),
                StmtKind::Assert(check) => self.term(&mut check.formula),
                StmtKind::If(_, yes, no) => {
                    self.block(yes);
                    self.block(no);
                }
                StmtKind::Choice(blocks) => blocks.iter_mut().for_each(|b| self.block(b)),
                StmtKind::While(stmt) => {
                    self.spec(&mut stmt.spec);
                    self.block(&mut stmt.body);
                }
                StmtKind::Label(_, spec) => self.spec(spec),
                _ => {}
            }
        }
        block.retain(|stmt| !matches!(&stmt.kind, StmtKind::Assign(pairs) if pairs.is_empty()));
    }

    fn spec(&self, spec: &mut LoopSpec) {
        spec.invariants
            .iter_mut()
            .for_each(|check| self.term(&mut check.formula));
        spec.predicates.iter_mut().for_each(|fact| self.term(&mut fact.formula));
    }
}
