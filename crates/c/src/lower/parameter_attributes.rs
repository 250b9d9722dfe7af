//! What callers promise of parameters without a contract: `restrict`, `[static n]`, the attribute `nonnull`.
//!
//! Nothing is proved from these promises, and an input that breaks one refutes nothing. Callers of the program owe them; of
//! `restrict` they owe that two pointers do not point to the same thing, and what lies behind it is assumed not to meet.

use super::addresses::memory_type;
use super::body::Body;
use super::environment::{Callee, is_const};
use super::survey::Change;
use super::value::Val;
use crate::syntax::ast::{Param, TypeKind};
use abide_base::Span;
use abide_ir::{AssumptionKind, CheckKind};
use abide_logic::Term;

impl Body<'_, '_> {
    /// What a call owes by the attribute `nonnull`, and by `[static n]`; where it is not plain that the latter is kept it is
    /// open, since no run need fail there.
    pub(super) fn keeps_promises(&mut self, callee: &Callee, values: &[Val], span: Span) {
        for (number, val) in values.iter().enumerate() {
            let Some((block, offset)) = val.address() else { continue };
            self.keeps_apart(callee, values, number, span);
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

    /// A parameter that is `restrict` does not lead to what another one leads to, if something is written there. Where that
    /// is not plain it is open, since it depends on what the function does with them.
    fn keeps_apart(&mut self, callee: &Callee, values: &[Val], number: usize, span: Span) {
        let Some(function) = callee.function else { return };
        let param = |at: usize| function.params.get(at);
        let restricted = |at: usize| param(at).is_some_and(|p| p.restricted);
        let reads_only = |at: usize| {
            let param = param(at).map(|p| &*p.ty.kind);
            matches!(param, Some(TypeKind::Pointer(to) | TypeKind::Array(to, _)) if is_const(to))
        };
        for other in 0..values.len() {
            let is_first = number < other || !restricted(other);
            if other == number || !restricted(number) || !is_first || reads_only(number) && reads_only(other) {
                continue;
            }
            let addresses = (values[number].address(), values[other].address());
            let (Some((a, i)), Some((b, j))) = addresses else {
                continue;
            };
            let (own, others) = (memory_type(&values[number]), memory_type(&values[other]));
            if self.env.cell_type(&own) != self.env.cell_type(&others) || !self.writes_memory(&function.name.text) {
                continue;
            }
            let apart = [
                Term::eq(a.clone(), Term::null()),
                Term::ne(a.clone(), b.clone()),
                Term::ne(i, j),
                self.unknown_choice("fits", span.beginning()),
            ];
            self.check(Term::or(apart), CheckKind::Precondition, span, None);
            let text = "what a parameter that is `restrict` leads to is written and read by way of it alone";
            self.rely_on(AssumptionKind::Aliasing, span, text);
        }
    }

    fn writes_memory(&self, name: &str) -> bool {
        let is_memory = |c: &Change| !matches!(c, Change::Var(_) | Change::Part(_));
        self.changes_of(name).iter().any(is_memory)
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
        let mut pointers: Vec<(Term, bool)> = Vec::new();
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
            let others = pointers.iter().filter(|(_, other)| param.restricted || *other);
            let apart = others.map(|(other, _)| Term::ne(other.clone(), block.clone()));
            all.push(Term::or([null, Term::and(apart)]));
            pointers.push((block, param.restricted));
        }
        all
    }
}

/// Is a parameter among those that the attribute `nonnull` names, from one on, or zero for all of them?
fn is_among(nonnull: &[usize], number: usize) -> bool {
    nonnull.contains(&0) || nonnull.contains(&(number + 1))
}
