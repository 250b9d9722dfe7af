//! Names in scope, and what to say of a name that is not.

use super::super::ast::{Mode, Name};
use super::value::Value;
use abide_base::{Diagnostic, Span, suggest};
use abide_logic::Var;
use std::collections::HashMap;
use std::sync::Arc;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) role: Role,
    /// Its value; none where its type makes no sense, which has been reported.
    pub(super) value: Option<Value>,
    /// Where it was declared.
    pub(super) span: Span,
}

/// What kind of thing a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A parameter.
    Param(Mode),
    /// A result.
    Result,
    /// A local variable.
    Local,
    /// A global variable, or a field.
    Global,
    /// The variable of a quantifier.
    Bound,
    /// A skolem constant.
    Skolem,
    /// The parameter of a called procedure: a value, not a variable.
    Argument,
}

/// Names by block, the innermost last.
#[derive(Default)]
pub(super) struct Scope {
    blocks: Vec<HashMap<Arc<str>, Entry>>,
    /// Names of blocks that have been closed.
    gone: HashMap<Arc<str>, Span>,
}

impl Scope {
    pub(super) fn open(&mut self) {
        self.blocks.push(HashMap::new());
    }

    pub(super) fn close(&mut self) {
        let block = self.blocks.pop().unwrap_or_default();
        let locals = block.into_iter().filter(|(_, entry)| entry.role == Role::Local);
        self.gone.extend(locals.map(|(name, entry)| (name, entry.span)));
    }

    /// Adds a name to the innermost block. If it is there already, says where.
    pub(super) fn declare(&mut self, name: &Name, entry: Entry) -> Result<(), Span> {
        let block = self.blocks.last_mut().expect("an open block");
        match block.get(&name.text) {
            Some(first) => Err(first.span),
            None => {
                block.insert(name.text.clone(), entry);
                Ok(())
            }
        }
    }

    pub(super) fn lookup(&self, name: &str) -> Option<&Entry> {
        self.blocks.iter().rev().find_map(|block| block.get(name))
    }

    /// Where a name was declared whose block has been closed.
    pub(super) fn gone(&self, name: &str) -> Option<Span> {
        self.gone.get(name).copied()
    }

    /// The variables that names stand for, hidden ones left out.
    pub(super) fn stored(&self) -> Vec<Var> {
        let mut seen = std::collections::BTreeSet::new();
        let mut found = Vec::new();
        for block in self.blocks.iter().rev() {
            for (name, entry) in block {
                let stored = matches!(entry.role, Role::Param(_) | Role::Result | Role::Local);
                if seen.insert(name.clone()) && stored {
                    found.extend(entry.value.iter().flat_map(Value::vars));
                }
            }
        }
        found.sort();
        found
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.blocks.iter().flat_map(|block| block.keys().map(|name| &**name))
    }
}

/// The error that a name is not known, with the name that was perhaps meant.
pub(super) fn unknown<'a>(what: &str, name: &Name, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    let error = Diagnostic::error(name.span(), format!("unknown {what} `{}`", name.text)).label("not declared");
    match suggest(&name.text, known) {
        Some(like) => error.help(format!("did you mean `{like}`?")),
        None => error,
    }
}
