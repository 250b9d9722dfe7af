//! What the source, or the system, determines and is not known: no input can be chosen for it.
//!
//! `main` is given strings by the system, in memory that is as ISO C says. A static variable has values that the
//! functions of its file give it: unless a precondition speaks of it, any other one may be impossible.

use super::memory::HeapKind;
use super::{Body, Type};
use crate::syntax::ast::ExprKind as E;
use crate::syntax::walk;
use abide_logic::{Term, Var};

/// Maps that tell what memory is like.
const MEMORY: [&str; 5] = ["~\\low", "~\\high", "~\\writable", "~\\type", "~alive"];

impl Body<'_, '_> {
    /// Is the function where the program begins, and is it given arguments?
    fn has_arguments(&self) -> bool {
        &*self.function.name.text == "main" && self.function.params.len() >= 2
    }

    /// What ISO C says of the arguments of `main`.
    pub(super) fn arguments_of_main(&self) -> Vec<Term> {
        let mut facts = Vec::new();
        if self.has_arguments() {
            for (_, val) in &self.params {
                match (&val.ty, val.parts.as_slice()) {
                    (Type::Int(_), [count]) => facts.push(Term::le(Term::int(0), count.clone())),
                    (Type::Pointer(_), [block, ..]) => facts.push(Term::ne(block.clone(), Term::null())),
                    _ => {}
                }
            }
        }
        facts
    }

    /// The variables whose first values are determined and not known.
    pub(super) fn determined(&self) -> Vec<Var> {
        let arguments = self.has_arguments();
        let found = self.heap.iter().filter(|(key, h)| match &h.kind {
            HeapKind::Cells(..) => arguments,
            HeapKind::Global(name, _) => {
                let is_own = |g: &super::world::Global| g.is_static && !g.ghost;
                self.world.globals.get(name).is_some_and(is_own)
                    && !self.world.exposed.vars.contains(name)
                    && !self.is_required(name)
            }
            _ => arguments && MEMORY.contains(&key.as_str()),
        });
        found.map(|(_, h)| h.var.clone()).collect()
    }

    /// Does the precondition say which values a variable may have?
    fn is_required(&self, name: &str) -> bool {
        let contract = self
            .world
            .callees
            .get(&*self.function.name.text)
            .and_then(|c| c.contract);
        let mut clauses = contract.into_iter().flat_map(|c| {
            let cases = std::iter::once(&c.common).chain(&c.behaviors);
            cases.flat_map(|case| case.requires.iter().map(|clause| &clause.formula))
        });
        clauses.any(|formula| {
            let mut named = false;
            walk::each_part(formula, &mut |e| {
                named |= matches!(&*e.kind, E::Name(n) if &*n.text == name)
            });
            named
        })
    }
}
