//! Names of declared symbols.

use abide_logic::{Func, Var};
use std::collections::{HashMap, HashSet};

/// The names of variables and functions, all different.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    pub(super) vars: HashMap<Var, String>,
    pub(super) funcs: HashMap<Func, String>,
    used: HashSet<String>,
}

impl Names {
    /// The name of a variable.
    pub(super) fn var(&mut self, var: &Var) -> String {
        if let Some(name) = self.vars.get(var) {
            return name.clone();
        }
        let name = self.fresh(var.name(), &format!("#{}", var.tag()));
        self.vars.insert(var.clone(), name.clone());
        name
    }

    /// The name of a function.
    pub(super) fn func(&mut self, func: &Func) -> String {
        if let Some(name) = self.funcs.get(func) {
            return name.clone();
        }
        let name = self.fresh(&func.name, "()");
        self.funcs.insert(func.clone(), name.clone());
        name
    }

    /// `|name` `end|`, with a count between them if that is taken.
    fn fresh(&mut self, name: &str, end: &str) -> String {
        let fit = |c: char| {
            if matches!(c, ' '..='~') && c != '|' && c != '\\' {
                c
            } else {
                '_'
            }
        };
        // The standard reserves such names for solvers.
        let reserved = name.starts_with(['.', '@']).then_some('_');
        let safe: String = reserved.into_iter().chain(name.chars().map(fit)).collect();
        let counted = (2u32..).map(|n| format!("|{safe}!{n}{end}|"));
        let free = std::iter::once(format!("|{safe}{end}|"))
            .chain(counted)
            .find(|n| !self.used.contains(n));
        let name = free.expect("numbers do not end");
        self.used.insert(name.clone());
        name
    }
}
