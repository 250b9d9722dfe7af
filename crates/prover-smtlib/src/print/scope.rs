//! Shared parts, named where their variables are bound.

use abide_logic::Var;
use std::collections::HashMap;

/// A named part, and how many named parts are nested in it at most.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub(super) name: String,
    pub(super) height: u32,
}

/// A named part and what it stands for.
pub(super) struct Binding {
    pub(super) name: String,
    pub(super) height: u32,
    pub(super) sort: String,
    pub(super) text: String,
}

/// The top, or a quantifier with the variables it binds.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) vars: Vec<Var>,
    pub(super) bound: HashMap<usize, Bound>,
    /// In the order of need.
    pub(super) bindings: Vec<Binding>,
}

impl Scope {
    /// `body` below `let`s, one for all bindings of a height: these do not need each other.
    pub(super) fn around(mut self, body: String) -> String {
        if self.bindings.is_empty() {
            return body;
        }
        self.bindings.sort_by_key(|b| b.height);
        let mut text = String::new();
        let mut close = String::new();
        for group in self.bindings.chunk_by(|a, b| a.height == b.height) {
            text.push_str("(let (");
            for b in group {
                text.push_str(&format!("({} {})", b.name, b.text));
            }
            text.push_str(") ");
            close.push(')');
        }
        text + &body + &close
    }
}
