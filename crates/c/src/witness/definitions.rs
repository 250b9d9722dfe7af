//! Functions and predicates of the logic as functions of C.

use super::formula::Formulas;
use crate::syntax::ast::{Expr, Item, LogicHead, LogicKind, TypeKind, Unit};
use std::collections::BTreeSet;
use std::fmt::Write;

/// What the sanitizers know of memory. Programs that are compiled without them take all memory for valid.
const MEMORY: &str = "\
extern void *__asan_region_is_poisoned(void *, unsigned long) __attribute__((weak));
#define abide_valid(p, low, high) \\
  ((high) < (low) || ((p) != (void *)0 && (high) - (low) < (1LL << 40) && (!__asan_region_is_poisoned || !__asan_region_is_poisoned( \\
    (void *)((p) + (long long)(low)), (unsigned long)((high) - (low) + 1) * sizeof(*(p))))))
#define abide_separated(p, a, b, q, c, d) \\
  ((b) < (a) || (d) < (c) || (char *)((p) + (long long)(b) + 1) <= (char *)((q) + (long long)(c)) || \\
    (char *)((q) + (long long)(d) + 1) <= (char *)((p) + (long long)(a)))
";

/// The definitions of a file, and which of them are applied.
pub(super) struct Definitions<'u> {
    unit: &'u Unit,
    applied: BTreeSet<String>,
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

    fn find(&self, name: &str) -> Option<(&'u LogicHead, &'u Expr, bool)> {
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

    /// All that is applied, near and far, as text in C; nothing if some of it cannot be expressed.
    pub fn text(&self) -> Option<String> {
        let (mut heads, mut bodies) = (String::new(), String::new());
        let mut open: Vec<String> = self.applied.iter().cloned().collect();
        let mut done = BTreeSet::new();
        while let Some(name) = open.pop() {
            if !done.insert(name.clone()) {
                continue;
            }
            let (head, body, is_predicate) = self.find(&name)?;
            let mut params = Vec::new();
            for (ty, param) in &head.params {
                params.push(match &*ty.kind {
                    TypeKind::Pointer(to) => match &*to.kind {
                        TypeKind::Int(kind) => format!("const {} *{}", crate::types::show_int(*kind), param.text),
                        _ => return None,
                    },
                    _ => format!("__int128 {}", param.text),
                });
            }
            let mut formulas = Formulas::of_library(self.unit);
            let (result, value) = match is_predicate {
                true => ("int", formulas.formula(body)?),
                false => ("__int128", formulas.term(body)?),
            };
            open.extend(formulas.library?.applied);
            let declared = format!("static {result} abide_logic_{name}({})", params.join(", "));
            let _ = writeln!(heads, "{declared};");
            let _ = writeln!(bodies, "{declared} {{ return {value}; }}");
        }
        Some(format!("{MEMORY}{heads}{bodies}"))
    }
}
