//! What callers promise of parameters without a contract: `restrict`, `[static n]`, the attribute `nonnull`.
//!
//! Nothing is proved from these promises, and an input that breaks one refutes nothing. Callers of the program owe them, but
//! for `restrict`.

use super::body::Body;
use super::environment::Callee;
use super::value::Val;
use crate::syntax::ast::{Param, TypeKind};
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::Term;

impl Body<'_, '_> {
    /// What a call owes by the attribute `nonnull`, and by `[static n]`; where it is not plain that the latter is kept it is
    /// open, since no run need fail there.
    pub(super) fn keeps_promises(&mut self, callee: &Callee, values: &[Val], span: Span) {
        for (number, val) in values.iter().enumerate() {
            let Some((block, offset)) = val.address() else { continue };
            let not_null = Term::ne(block.clone(), Term::null());
            if is_among(&callee.nonnull, number) {
                self.check(not_null.clone(), CheckKind::Null, span, None);
            }
            let param = callee.function.and_then(|f| f.params.get(number));
            let Some(count) = param.and_then(|p| self.least(p)) else {
                continue;
            };
            let (alive, whole) = (self.alive(), self.whole(&block));
            let last = Term::add(offset.clone(), Term::int(count - 1));
            let kept = [
                not_null,
                Term::select(alive.term(), whole),
                self.inside(&block, &offset, &last),
                self.unknown_choice("fits", span.beginning()),
            ];
            let [not_null, lives, inside, fits] = kept;
            let kept = Term::or([Term::and([not_null, lives, inside]), fits]);
            self.check(kept, CheckKind::Bounds, span, None);
        }
    }

    /// What a function owes by the attribute `returns_nonnull`.
    pub(super) fn returns_promised(&mut self, val: &Val, span: Span) {
        let name = &*self.function.name.text;
        let promised = self.env.callees.get(name).is_some_and(|c| c.returns_nonnull);
        if let Some((block, _)) = val.address().filter(|_| promised) {
            self.check(Term::ne(block, Term::null()), CheckKind::Null, span, None);
        }
    }

    /// How many elements a parameter `[static n]` leads to at least.
    fn least(&self, param: &Param) -> Option<i64> {
        match &*param.ty.kind {
            TypeKind::Array(_, Some(size)) if param.at_least => {
                let size = self.env.types.constant(size)?;
                i64::try_from(size).ok()
            }
            _ => None,
        }
    }

    /// The promises, as formulas about the input.
    pub(super) fn promised(&mut self) -> Vec<Term> {
        let f = self.function;
        let mut all = Vec::new();
        let mut restricted: Vec<Term> = Vec::new();
        for (number, param) in f.params.iter().enumerate() {
            let Some(name) = &param.name else { continue };
            let val = self.params.iter().find(|(n, _)| **n == *name.text);
            let Some((block, offset)) = val.and_then(|(_, v)| v.address()) else {
                continue;
            };
            let null = Term::eq(block.clone(), Term::null());
            if is_among(&f.storage.nonnull, number) {
                all.push(Term::not(null.clone()));
            }
            if let (true, TypeKind::Array(_, Some(size))) = (param.at_least, &*param.ty.kind) {
                let last = self
                    .env
                    .types
                    .constant(size)
                    .map(|n| Term::sub(Term::int(n), Term::int(1)));
                let alive = self.alive();
                all.push(Term::not(null.clone()));
                all.push(Term::select(alive.term(), block.clone()));
                all.extend(last.map(|last| self.inside(&block, &offset, &Term::add(offset.clone(), last))));
            }
            if param.restricted {
                let others = restricted.iter().map(|other| Term::ne(other.clone(), block.clone()));
                let apart = Term::and(others);
                all.push(Term::or([null, apart]));
                restricted.push(block);
            }
        }
        all
    }
}

/// Is a parameter among those that the attribute `nonnull` names, from one on, or zero for all of them?
fn is_among(nonnull: &[usize], number: usize) -> bool {
    nonnull.contains(&0) || nonnull.contains(&(number + 1))
}
