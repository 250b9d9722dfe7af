//! The kinds of vacuous proofs.

use abide_base::Span;
use abide_ir::cfg::{BasicBlock, BlockId, CommandKind, LoopId};
use abide_ir::{Check, CheckKind};
use abide_logic::{Kind, Quantifier, Term};

/// What is proved vacuously.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Vacuous {
    /// Everything: no input satisfies the preconditions.
    Start,
    /// Everything: runs begin, and none comes to an end, nor to an endless loop.
    End,
    /// What follows an assumption in this block: runs come to the block, and none gets through it.
    Stuck(BlockId),
    /// What follows a loop: a run that enters it does not leave it.
    Left(LoopId),
    /// A check no run comes to, by its kind and place.
    Unreached(CheckKind, Span),
    /// A check whose premise never holds, by its kind and place.
    Premise(CheckKind, Span),
}

/// Is the check written in the source? That `false` is never reached is what such a check is for.
pub(super) fn is_stated(check: &Check) -> bool {
    let stated = matches!(check.kind, CheckKind::Assertion | CheckKind::Postcondition);
    stated && !check.formula.is_false()
}

/// Is something assumed in the block? Where a run is stopped on purpose, that is not meant.
pub(super) fn assumes(block: &BasicBlock) -> bool {
    let mut commands = block.commands.iter();
    commands.any(|c| matches!(&c.kind, CommandKind::Assume(f) if !f.is_false()))
}

/// *∃x.A* of a formula *∀x. A ⇒ B*. Implications without a quantifier are left alone: they tell
/// cases apart, and a case that never arises is ordinary.
pub(super) fn premise(formula: &Term) -> Option<Term> {
    let Kind::Quant(Quantifier::Forall, vars, body) = formula.kind() else {
        return None;
    };
    match body.kind() {
        Kind::Implies(premise, _) => Some(Term::exists(vars.clone(), premise.clone())),
        _ => None,
    }
}
