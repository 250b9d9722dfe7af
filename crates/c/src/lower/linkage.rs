//! Names to which the linker gives a meaning: second names of variables, and weak names, which may be missing or mean
//! something in another file.

use super::body::Body;
use super::environment::Environment;
use crate::syntax::ast::{Item, Unit};
use crate::types::Type;
use abide_ir::AssumptionKind;

impl Environment<'_> {
    /// Finds weak names. A second name of a variable has a type of which nothing is known: whoever uses it would write that
    /// variable.
    pub fn link(&mut self, unit: &Unit) {
        for item in &unit.items {
            let (name, storage) = match item {
                Item::Decl(d) => (&d.name, &d.storage),
                Item::Function(f) => (&f.name, &f.storage),
                _ => continue,
            };
            if storage.weak {
                self.weak.insert(name.text.to_string());
            }
            let target = storage.alias.as_deref().filter(|t| self.globals.contains_key(*t));
            if let Some(target) = target.filter(|t| **t != *name.text)
                && let Some(global) = self.globals.get_mut(&*name.text)
            {
                global.ty = Type::Unknown(format!("another name of `{target}`"));
            }
        }
    }
}

impl Body<'_, '_> {
    /// A name of the file is used.
    pub(super) fn uses_name(&mut self, name: &str) {
        if self.env.weak.contains(name) {
            let span = self.function.name.span;
            let text = format!("`{name}`, which is weak, is there, and means what this file says");
            self.rely_on(AssumptionKind::Contract, span, text);
        }
    }
}
