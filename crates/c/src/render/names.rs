//! What the names of variables mean.

use abide_frontend::snapshot::{Past, state_of};
use abide_logic::{Kind, Term, Var};

/// A name, and the label of the state it belongs to.
pub(super) fn state(name: &str) -> (&str, Option<&'static str>) {
    let (name, state) = state_of(name);
    let label = state.map(|past| match past {
        Past::Old => "Pre",
        Past::Entry => "LoopEntry",
    });
    (name, label)
}

/// The parts of a name after the variable: `@block`, `@offset a`.
pub(super) fn untailed(name: &str) -> &str {
    name.split('@').next().unwrap_or(name)
}

/// A variable of the program that lives in memory, whose block has its name.
pub(super) struct Object<'n> {
    pub name: &'n str,
    pub is_array: bool,
}

impl<'n> Object<'n> {
    /// The object whose block a term is.
    pub fn of(block: &'n Term) -> Option<Self> {
        Self::named(block.as_var()?)
    }

    /// The object whose block a variable is.
    pub fn named(block: &'n Var) -> Option<Self> {
        let (name, tail) = state(block.name()).0.split_once('@')?;
        let is_array = match tail {
            "array" => true,
            "object" => false,
            _ => return None,
        };
        Some(Self { name, is_array })
    }

    /// Its address.
    pub fn address(&self) -> String {
        let first = if self.is_array { "[0]" } else { "" };
        format!("&{}{first}", self.name)
    }
}

/// Is it a pointer to a structure that stands alone?
pub(super) fn is_whole(t: &Term) -> bool {
    keys(t).is_some_and(|(root, _)| state(root.name()).0.contains("@whole"))
}

/// The variable at the root of a chain of reads, and the keys.
pub(super) fn keys(t: &Term) -> Option<(&Var, Vec<&Term>)> {
    match t.kind() {
        Kind::Var(v) => Some((v, Vec::new())),
        Kind::Select(map, key) => {
            let (var, mut all) = keys(map)?;
            all.push(key);
            Some((var, all))
        }
        _ => None,
    }
}
