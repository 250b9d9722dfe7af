//! `realloc`: a block of another size with the same content, and the end of the old one.

use super::addresses::memory_type;
use super::body::Body;
use super::value::{Lowering, Val};
use crate::syntax::ast::Expr;
use crate::types::Type;
use abide_base::Span;
use abide_frontend::draft::Drafting;
use abide_ir::StmtKind;
use abide_logic::number::Number;
use abide_logic::{Sort, Term};

impl<'a> Body<'_, 'a> {
    /// `realloc(p, n)`: a new block, or null and the old block stays. Of the type that it has, not the one it is
    /// used as from now on.
    pub(super) fn realloc(&mut self, p: &'a Expr, n: &'a Expr, used_as: &Type, span: Span) -> Lowering<Val> {
        let old = self.value(p)?;
        let old = self.save(old, span);
        let bytes = self.size_argument(n, span)?;
        let of = match memory_type(&old) {
            Type::Void if old.is_null_constant() => used_as.clone(),
            Type::Void => {
                self.must_be_freeable(&old, span)?;
                let old = self.bytes_written(old, "memory of unknown type that gets another size", span)?;
                self.grow(true, span);
                return Ok(Val {
                    ty: Type::Void.pointer(),
                    ..self.arbitrary(&old.ty, span)
                });
            }
            of => of,
        };
        let (null, whole) = self.must_be_freeable(&old, span)?;
        let result = self.temp("made", Sort::Ref);
        let (_, made) = self.block(|b| {
            let (block, count) = b.new_on_heap(&of, &bytes, span)?;
            b.keep_content(&old, &of, &block, &count, span)?;
            b.end_unless(null.clone(), &whole, span)?;
            b.assign(&result, block, span);
            Ok(())
        })?;
        let (_, failed) = self.block(|b| {
            b.memory_runs_out(&bytes, span);
            b.assign(&result, Term::null(), span);
            b.freed_by_zero(&bytes, null.clone(), &whole, span)
        })?;
        self.emit(StmtKind::Choice(vec![made, failed]), span);
        let made = Val::pointer(of.clone(), result.term(), Term::int(0));
        Ok(Val {
            ty: Type::Void.pointer(),
            real: Some(of),
            ..made
        })
    }

    /// The elements of a block are copied into another one, as many as both have.
    fn keep_content(&mut self, old: &Val, of: &Type, block: &Term, count: &Term, span: Span) -> Lowering<()> {
        let root = self.env.cell_type(of);
        if self.stands_alone(&root) || self.has_parts(&root) {
            let what = format!("elements of `{}` that are moved", self.show(of));
            return self.not_followed(&what, span);
        }
        let Some((from, _)) = old.address() else { return Ok(()) };
        let had = Term::select(self.highs().term(), from.clone());
        let had = Term::ite(Term::eq(from, Term::null()), Term::int(0), had);
        let both = Term::ite(Term::lt(had.clone(), count.clone()), had, count.clone());
        let new = Val::pointer(of.clone(), block.clone(), Term::int(0));
        self.fill_range(&new, &root, &both, None, Some(old), span)
    }

    /// Whether the old block is given back where no bytes are wanted and null comes back, is left to the library.
    fn freed_by_zero(&mut self, bytes: &Number, null: Term, block: &Term, span: Span) -> Lowering<()> {
        let none = Term::eq(bytes.term.clone(), Term::int(0));
        if none.is_false() {
            return Ok(());
        }
        let kept = self.unknown_choice("kept", span.beginning());
        self.end_unless(Term::or([Term::not(none), null, kept]), block, span)
    }
}
