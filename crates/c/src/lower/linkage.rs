//! Names to which the linker gives a meaning: second names of variables, and weak names, which may be missing or mean
//! something in another file.

use super::body::Body;
use super::environment::Environment;
use super::value::{Lowering, unsupported};
use crate::syntax::ast::{Item, Unit};
use crate::types::Type;
use abide_base::Span;
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
                self.second_names.insert(name.text.to_string());
            }
        }
    }
}

impl Body<'_, '_> {
    /// A variable has this name only.
    pub(super) fn has_one_name(&self, name: &str, span: Span) -> Lowering<()> {
        match self.env.second_names.contains(name) {
            true => Err(unsupported(
                span,
                format!("`{name}`, which is another name of a variable"),
            )),
            false => Ok(()),
        }
    }

    /// A name of the file is used.
    pub(super) fn uses_name(&mut self, name: &str) {
        if self.env.weak.contains(name) {
            let span = self.function.name.span;
            let text = format!("`{name}`, which is weak, is there, and means what this file says");
            self.rely_on(AssumptionKind::Contract, span, text);
        }
    }
}
