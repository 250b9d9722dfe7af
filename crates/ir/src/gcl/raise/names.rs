//! How the variables of a routine are written.
//!
//! Variables of one routine may share a name, and a name may be impossible to write; in the
//! text every variable gets a name of its own. What is written once is written the same when
//! the text has been read and is raised again.

use super::super::ast::Name;
use crate::program::Routine;
use abide_logic::{Sort, Var};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How a variable is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// `x`
    Variable(Arc<str>),
    /// `.f`
    Field(Arc<str>),
}

/// The spellings of a routine's variables.
#[derive(Default)]
pub(super) struct Names {
    spellings: BTreeMap<Var, Spelling>,
    taken: BTreeSet<Arc<str>>,
}

impl Names {
    /// Spells a variable of the routine.
    pub(super) fn declare(&mut self, var: &Var) -> Arc<str> {
        let name = spell(var.name(), var.tag(), |name| self.taken.contains(name));
        self.taken.insert(name.clone());
        self.spellings.insert(var.clone(), Spelling::Variable(name.clone()));
        name
    }

    /// Spells a variable that is a field.
    pub(super) fn declare_field(&mut self, var: &Var, field: &str) {
        self.spellings.insert(var.clone(), Spelling::Field(field.into()));
    }

    pub(super) fn get(&self, var: &Var) -> Option<&Spelling> {
        self.spellings.get(var)
    }

    /// Spells a variable that is bound inside, where those in `around` are bound.
    pub(super) fn bound(&self, var: &Var, around: &[(Var, Arc<str>)]) -> Arc<str> {
        spell(var.name(), var.tag(), |name| {
            self.taken.contains(name) || around.iter().any(|(_, other)| **other == *name)
        })
    }
}

/// A name like `wanted` that can be written and is not taken.
pub(super) fn spell(wanted: &str, tag: u32, taken: impl Fn(&str) -> bool) -> Arc<str> {
    // a dot at the beginning would make a field of it
    let plain = wanted.trim_start_matches('.');
    if plain == wanted && Name::is_writable(wanted) && !taken(wanted) {
        return wanted.into();
    }
    let written: String = plain
        .chars()
        .map(|c| if Name::is_writable(&c.to_string()) { c } else { '_' })
        .collect();
    let mut name = format!("{written}#{tag}");
    while taken(&name) {
        name.push('#');
    }
    name.into()
}

/// How a function is written, where it is declared and where it is applied.
pub(super) fn function(name: &str) -> Name {
    Name::new(spell(name, 0, |_| false))
}

/// The fields of a program: variables called `.f` that are maps from references, of one sort
/// wherever they occur.
pub(super) fn fields(routines: &[(&Routine, &BTreeSet<Var>)]) -> BTreeMap<Arc<str>, Sort> {
    let mut found: BTreeMap<Arc<str>, Option<Sort>> = BTreeMap::new();
    for (routine, occurring) in routines {
        let mut here = BTreeSet::new();
        for var in routine.inputs.iter().filter(|v| occurring.contains(v)) {
            let Some((name, sort)) = field_of(var) else { continue };
            let first = here.insert(name.to_string());
            let entry = found.entry(name.into()).or_insert_with(|| Some(sort.clone()));
            if !first || entry.as_ref() != Some(sort) {
                *entry = None;
            }
        }
    }
    found
        .into_iter()
        .filter_map(|(name, sort)| Some((name, sort?)))
        .collect()
}

/// The field's name and the sort of its values, if the variable looks like one.
pub(super) fn field_of(var: &Var) -> Option<(&str, &Sort)> {
    let name = var.name().strip_prefix('.')?;
    let (key, value) = var.sort().as_map()?;
    (*key == Sort::Ref && Name::is_writable(name)).then_some((name, value))
}
