//! What a file defines for other files.

use super::ast::{Decl, Function, Item, TypeKind, Unit};
use crate::types::{DataModel, Type, Types};
use std::collections::BTreeSet;

/// Stands among the names that a file defines if it has code that runs before `main`.
pub const CONSTRUCTOR: &str = "\\constructor";

/// Stands behind the type of an array that is as long as its initial value.
pub const ANY_SIZE: &str = " of any size";

impl Unit {
    /// The functions and variables that it defines for other files, variables once more with their types.
    pub fn definitions(&self, model: DataModel) -> BTreeSet<String> {
        let mut types = Types::new(model);
        let mut all = BTreeSet::new();
        for item in &self.items {
            match item {
                Item::Record(record) => drop(types.define(record)),
                Item::Enum(e) => types.enumerate(e),
                Item::Function(f) if !f.storage.is_static => drop(all.insert(f.name.text.to_string())),
                Item::Decl(d) if d.storage.typedef => {
                    let ty = types.resolve(&d.ty);
                    types.alias(&d.name.text, ty, types.is_volatile(&d.ty));
                }
                Item::Decl(d) if is_definition(d) => {
                    all.insert(d.name.text.to_string());
                    all.extend(in_types(d, &types));
                }
                _ => {}
            }
            if let Item::Function(Function { storage, .. }) | Item::Decl(Decl { storage, .. }) = item
                && storage.constructor.is_some()
            {
                all.insert(CONSTRUCTOR.to_string());
            }
        }
        all
    }
}

fn is_definition(d: &Decl) -> bool {
    let is_function = matches!(&*d.ty.kind, TypeKind::Function(_));
    let is_declared = d.storage.is_extern && d.init.is_none();
    !d.storage.is_static && !is_function && !is_declared
}

/// A variable with the types that other files may declare it with: an array also without its size.
fn in_types(d: &Decl, types: &Types) -> Vec<String> {
    let (ty, volatile) = types.of_variable(&d.ty);
    let name = &*d.name.text;
    let own = types.variable(name, &ty, volatile);
    match &ty {
        Type::Array(of, Some(_)) => vec![own, types.variable(name, &Type::Array(of.clone(), None), volatile)],
        // as long as its initial value
        Type::Array(_, None) => vec![format!("{own}{ANY_SIZE}"), own],
        _ => vec![own],
    }
}
