//! What callers promise of parameters without a contract: `restrict`, `[static n]`, the attribute `nonnull`.
//!
//! Nothing is proved from these promises, and an input that breaks one refutes nothing.

use super::body::Body;
use crate::syntax::ast::TypeKind;
use abide_logic::Term;

impl Body<'_, '_> {
    /// The promises, as formulas about the input.
    pub(super) fn promised(&mut self) -> Vec<Term> {
        let f = self.function;
        let mut all = Vec::new();
        let mut restricted: Vec<Term> = Vec::new();
        for param in &f.params {
            let Some(name) = &param.name else { continue };
            let val = self.params.iter().find(|(n, _)| **n == *name.text);
            let Some((block, offset)) = val.and_then(|(_, v)| v.address()) else {
                continue;
            };
            let null = Term::eq(block.clone(), Term::null());
            if f.storage.nonnull {
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
