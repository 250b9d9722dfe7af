//! Which functions and predicates of the logic are applied.

use crate::syntax::ast::{Expr, Item, LogicHead, LogicKind, TypeKind, Unit};
use std::collections::BTreeSet;

/// The definitions of a file, and which of them are applied.
pub(super) struct Definitions<'u> {
    pub unit: &'u Unit,
    pub applied: BTreeSet<String>,
}

impl<'u> Definitions<'u> {
    pub fn of(unit: &'u Unit) -> Definitions<'u> {
        Definitions {
            unit,
            applied: BTreeSet::new(),
        }
    }

    /// Notes that a function is applied: which of its parameters are pointers.
    pub fn applied(&mut self, name: &str) -> Option<Vec<bool>> {
        let (head, _, _) = self.find(name)?;
        let is_pointer = |ty: &crate::syntax::ast::Type| matches!(&*ty.kind, TypeKind::Pointer(_));
        let pointers = head.params.iter().map(|(ty, _)| is_pointer(ty)).collect();
        self.applied.insert(name.to_string());
        Some(pointers)
    }

    /// Is it a variable that our library alone declares?
    pub fn has_variable(&self, name: &str) -> bool {
        let mut items = self.unit.items.iter();
        items.any(|i| matches!(i, Item::Decl(d) if d.system && *d.name.text == *name && name.starts_with("__")))
    }

    /// A definition: its head, its body, and whether it is a predicate.
    pub fn find(&self, name: &str) -> Option<(&'u LogicHead, &'u Expr, bool)> {
        self.unit.items.iter().find_map(|item| {
            let Item::Logic(logic) = item else { return None };
            let (head, body, is_predicate) = match &logic.kind {
                LogicKind::Predicate(head, body) => (head, body, true),
                LogicKind::Function(_, head, body) => (head, body, false),
                _ => return None,
            };
            (*head.name.text == *name).then_some((head, body.as_ref()?, is_predicate))
        })
    }
}
