//! Memory that is accessed as another type than it consists of. What lies there then, and what else a write there
//! changes, is not followed: that it makes no difference is open, and no run from there on refutes anything.

use super::body::Body;
use super::value::{Lowering, Val, unsupported};
use crate::types::Type;
use abide_base::{Diagnostic, Span};
use abide_ir::CheckKind;
use abide_logic::Term;

impl Body<'_, '_> {
    /// A pointer into memory that is not followed, which is null if that holds.
    pub(super) fn pointer_elsewhere(&mut self, to: &Type, null: Option<Term>, what: &str, span: Span) -> Lowering<Val> {
        self.not_followed(what, span)?;
        self.guesses.insert(span);
        let pointer = self.arbitrary(&to.clone().pointer(), span);
        if let (Some((block, _)), Some(null)) = (pointer.address(), null) {
            self.assume(Term::eq(Term::eq(block, Term::null()), null), span);
        }
        Ok(pointer)
    }

    /// A pointer taken for one to something else.
    pub(super) fn reinterpreted(&mut self, pointer: &Val, to: &Type, what: &str, span: Span) -> Lowering<Val> {
        let null = pointer.address().map(|(block, _)| Term::eq(block, Term::null()));
        self.pointer_elsewhere(to, null, what, span)
    }

    /// Bytes are written that are no whole values of what the memory consists of.
    pub(super) fn bytes_written(&mut self, to: Val, what: &str, span: Span) -> Lowering<Val> {
        self.not_followed(what, span)?;
        self.guesses.insert(span);
        self.writes_through(std::slice::from_ref(&to), span);
        Ok(to)
    }

    /// From here on some memory is not followed.
    pub(super) fn not_followed(&mut self, what: &str, span: Span) -> Lowering<()> {
        // a task asks of its assertions only, and in formulas nothing can be left open
        if self.quiet || !self.env.options.run_time {
            return Err(unsupported(span, what));
        }
        self.warn(
            Diagnostic::warning(span, what)
                .note("what lies there, and what a write there changes, is not followed: this stays open"),
        );
        let apart = self.unknown_choice("apart", span.beginning());
        self.check(apart, CheckKind::Cast, span, None);
        Ok(())
    }
}
