//! Which functions are verified by themselves: all that no other verified function inlines, so that no code goes
//! unverified.

use super::environment::Environment;
use super::{library, survey};
use crate::syntax::ast::{self, Item};
use crate::syntax::walk;
use abide_base::{Diagnostic, Span};
use std::collections::BTreeSet;

impl<'a> Environment<'a> {
    /// Finds what is called in other ways than by its name, and joins the names of one function.
    pub fn escape(&mut self, unit: &'a ast::Unit) {
        let mut escaped = BTreeSet::new();
        for f in &self.functions {
            walk::statements(&f.body, &mut |s| {
                walk::expressions(s)
                    .into_iter()
                    .for_each(|e| survey::values(e, &mut escaped));
            });
        }
        for item in &unit.items {
            let Item::Decl(d) = item else { continue };
            let mut parts = Vec::new();
            if let Some(init) = &d.init {
                walk::initial(init, &mut parts);
            }
            parts.into_iter().for_each(|e| survey::values(e, &mut escaped));
            let target = d.storage.alias.as_deref().and_then(|t| self.callees.get(t)).cloned();
            if let (Some(target), Some(own)) = (target, self.callees.get_mut(&*d.name.text))
                && own.function.is_none()
            {
                own.function = target.function;
                if own.contract.is_none() {
                    own.contract = target.contract;
                    own.params = target.params;
                }
            }
        }
        let mut constructors: Vec<(u32, String)> = Vec::new();
        for f in &self.functions {
            let name = f.name.text.to_string();
            let declared = |d: &ast::Storage| (d.constructor, d.destructor);
            let (mut before, mut after) = declared(&f.storage);
            for item in &unit.items {
                if let Item::Decl(d) = item
                    && *d.name.text == *name
                {
                    before = before.or(d.storage.constructor);
                    after |= d.storage.destructor;
                }
            }
            if let Some(priority) = before {
                constructors.push((priority, name.clone()));
            }
            if after {
                self.destructors.push(name.clone());
            }
            if before.is_some() || after {
                escaped.insert(name);
            }
        }
        constructors.sort_by_key(|(priority, _)| *priority);
        self.constructors = constructors.into_iter().map(|(_, name)| name).collect();
        escaped.retain(|name| self.callees.get(name).is_some_and(|c| c.function.is_some()));
        self.escaped = escaped;
    }

    /// The error that says why a function cannot be read as it is meant: a header in front of it is missing.
    pub fn missing_before(&self, f: &ast::Function) -> Option<Diagnostic> {
        // a task takes what it does not define for a source of values
        if self.options.lenient || !self.options.run_time {
            return None;
        }
        let before = |(at, _): &&(Span, String)| f.header || at.start < f.name.span.start;
        let (at, header) = self.missing.iter().find(before)?;
        let message = format!("the header `{header}` is not there: what follows cannot be read as it is meant");
        Some(
            Diagnostic::error(*at, message).help("say where it is with `-I FOLDER`, or go without it with `--lenient`"),
        )
    }

    /// The functions whose bodies must be verified by themselves.
    pub fn functions_to_see(&self) -> impl Iterator<Item = &'a ast::Function> + '_ {
        let own = |f: &&&ast::Function| !library::is_known(&f.name.text);
        self.functions.iter().filter(own).copied()
    }

    /// The functions that are verified by themselves: all but those that are always inlined.
    pub fn to_verify(&self) -> Vec<&'a ast::Function> {
        let called: BTreeSet<String> = self
            .functions
            .iter()
            .flat_map(|f| {
                let mut inside = survey::calls(&f.body);
                inside.remove(&*f.name.text);
                inside
            })
            .collect();
        let own = |f: &&ast::Function| {
            let name = &*f.name.text;
            let contract = self.callees.get(name).is_some_and(|c| c.contract.is_some());
            let plain = !library::is_known(name);
            plain && (contract || !called.contains(name) || !self.can_inline(name) || f.broken.is_some())
        };
        self.functions.iter().copied().filter(own).collect()
    }

    /// May a function be given whatever its contract allows? One that only this file knows, and that has no
    /// contract, is given what the file gives it.
    pub fn takes_any_input(&self, f: &ast::Function) -> bool {
        let name = &*f.name.text;
        let contract = self.callees.get(name).is_some_and(|c| c.contract.is_some());
        let called = || {
            let mut others = self.functions.iter().filter(|g| !std::ptr::eq(**g, f));
            self.escaped.contains(name) || others.any(|g| survey::calls(&g.body).contains(name))
        };
        contract || !f.storage.is_static || !called()
    }
}
