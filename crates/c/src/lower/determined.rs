//! What the source, or the system, determines and is not known: no input can be chosen for it.
//!
//! `main` is given strings by the system, in memory that is as ISO C says. A static variable has values that the
//! functions of its file give it: unless a precondition speaks of it, any other one may be impossible.

use super::Type;
use super::body::Body;
use super::state::HeapKind;
use crate::syntax::ast::ExprKind as E;
use crate::syntax::walk;
use abide_logic::{Term, Var};

/// Maps that tell what memory is like.
const MEMORY: [&str; 4] = ["~\\low", "~\\high", "~\\writable", "~\\type"];

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

    /// The variables whose first values are determined and not known. With a pointer goes the memory it leads
    /// to.
    pub(super) fn determined(&self) -> Vec<Var> {
        let globals = self.heap.values().filter_map(|h| match &h.kind {
            HeapKind::Global(name, leaf) if self.is_own(name) => Some((h, leaf)),
            _ => None,
        });
        let globals: Vec<_> = globals.collect();
        let memory = self.has_arguments() || globals.iter().any(|(_, leaf)| matches!(leaf.ty, Type::Pointer(_)));
        let with_memory = self.heap.iter().filter(|(key, h)| {
            let tells = matches!(h.kind, HeapKind::Cells(..) | HeapKind::Allocated | HeapKind::Alive);
            memory && (tells || MEMORY.contains(&key.as_str()))
        });
        let all = globals.iter().map(|(h, _)| *h).chain(with_memory.map(|(_, h)| h));
        all.map(|h| h.var.clone()).collect()
    }

    /// Is it a variable of this file that has the values its functions give it?
    fn is_own(&self, name: &str) -> bool {
        let is_own = |g: &super::world::Global| g.is_static && !g.ghost;
        self.world.globals.get(name).is_some_and(is_own)
            && !self.world.exposed.vars.contains(name)
            && !self.is_required(name)
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
