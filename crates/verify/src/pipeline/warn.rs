//! Warnings about vacuous proofs.

use crate::vacuity::Vacuous;
use abide_base::{Diagnostic, Span};
use abide_ir::cfg::{Cfg, CommandKind};
use abide_ir::{Check, CheckKind, Routine};

/// The warning about a finding, at its place in the original text. `original` gives the check of
/// the original text for a place in the printed one.
pub(super) fn warning<'c>(
    found: &Vacuous,
    routine: &Routine,
    cfg: &Cfg,
    original: &dyn Fn(&(CheckKind, Span)) -> Option<&'c Check>,
) -> Option<Diagnostic> {
    let at = |check: &Check| check.demanded.unwrap_or(check.span);
    Some(match found {
        Vacuous::Start => Diagnostic::warning(
            routine.span,
            format!("no input satisfies the preconditions of `{}`", routine.name),
        )
        .note("everything is proved of it, vacuously"),
        Vacuous::End => Diagnostic::warning(routine.span, format!("no run of `{}` comes to an end", routine.name))
            .note("what is assumed on the way contradicts itself; everything after that is proved vacuously"),
        Vacuous::Stuck(block) => {
            let commands = cfg.blocks.get(block.index())?.commands.iter();
            let mut assumed = commands.filter(|c| matches!(c.kind, CommandKind::Assume(_)));
            Diagnostic::warning(assumed.next()?.span, "no run gets through what is assumed here")
                .note("what follows is proved vacuously")
        }
        Vacuous::Left(l) => Diagnostic::warning(
            cfg.loops.get(l.index())?.spec.span,
            "a run that enters this loop never leaves it",
        )
        .note("what follows is proved vacuously: it is reached only without a single round"),
        Vacuous::Unreached(kind, span) => {
            let check = original(&(*kind, *span))?;
            Diagnostic::warning(at(check), "this is proved vacuously: no run comes to it")
        }
        Vacuous::Premise(kind, span) => {
            let check = original(&(*kind, *span))?;
            Diagnostic::warning(at(check), "this is proved vacuously: its premise never holds")
                .note("there is no value for which the quantified formula says anything")
        }
    })
}
