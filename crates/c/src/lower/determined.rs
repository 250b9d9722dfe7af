//! What the source, or the system, determines and is not known: no input can be chosen for it.
//!
//! `main` is given strings by the system, in memory that is as ISO C says. A static variable that nobody assigns has
//! its first value for ever.

use super::memory::HeapKind;
use super::survey::{self, Change};
use super::{Body, Type};
use crate::syntax::ast::ExprKind as E;
use crate::syntax::walk;
use abide_logic::{Term, Var};
use std::collections::BTreeSet;

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
        let mut changed: Option<BTreeSet<Change>> = None;
        let found = self.heap.iter().filter(|(key, h)| match &h.kind {
            HeapKind::Cells(..) => arguments,
            HeapKind::Global(name, _) => {
                let is_own = |g: &super::world::Global| g.is_static && !g.ghost;
                self.world.globals.get(name).is_some_and(is_own)
                    && !self.world.exposed.vars.contains(name)
                    && !is_changed(changed.get_or_insert_with(|| self.all_changes()), name)
            }
            _ => arguments && MEMORY.contains(&key.as_str()),
        });
        found.map(|(_, h)| h.var.clone()).collect()
    }

    /// What the functions of the file change.
    fn all_changes(&self) -> BTreeSet<Change> {
        let mut found = BTreeSet::new();
        for function in self.world.callees.values().filter_map(|c| c.function) {
            walk::each_expr(&function.body, &mut |e| {
                if let E::Assign(_, place, _) | E::Step { place, .. } = &*e.kind {
                    survey::changed_place(place, &mut found);
                }
            });
        }
        found
    }
}

fn is_changed(changes: &BTreeSet<Change>, name: &str) -> bool {
    let is_it = |c: &Change| matches!(c, Change::Var(n) | Change::Part(n) if n == name);
    changes.iter().any(is_it)
}
