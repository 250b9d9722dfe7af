//! The environment of all bodies of a run: the classes, and the options of lowering.

use super::shape::Options;
use crate::syntax::ast;
use crate::types::{ClassId, Classes, MethodRef};

/// What is the same for all methods.
pub(super) struct Environment<'a> {
    pub(super) classes: &'a Classes<'a>,
    pub(super) options: Options,
    /// Are the formulas of each file total?
    pub(super) total: Vec<bool>,
    /// May values have other types than their expressions, because of raw types or unchecked casts?
    pub(super) polluted: bool,
}

impl<'a> Environment<'a> {
    /// Do callers of a method know more of it than its types?
    pub(super) fn promises(&self, m: MethodRef<'a>) -> bool {
        let result = self.classes.resolve(&m.decl.result, Some(m.class));
        let object = result.is_none_or(|t| t.is_reference());
        let default = self.options.non_null_by_default;
        !m.decl.spec.cases.is_empty()
            || !m.decl.spec.unread.is_empty()
            || self.is_pure(m)
            || object && self.classes.is_non_null(&m.decl.modifiers, m.class, default)
    }

    /// Methods that a concrete class must have to keep a promise, and can only have from the library: the name of
    /// each, and who makes the promise.
    pub(super) fn met_by_library(&self, class: ClassId) -> Vec<(String, MethodRef<'a>)> {
        let info = self.classes.get(class);
        let Some(decl) = info.decl.filter(|_| !info.interface) else {
            return Vec::new();
        };
        let open = decl.kind == ast::ClassKind::Enum && decl.constants.iter().any(|c| c.body.is_some());
        if decl.modifiers.is_abstract || open {
            return Vec::new();
        }
        let mut found: Vec<(String, MethodRef<'a>)> = Vec::new();
        for up in self.classes.ancestors(class) {
            let decls = self.classes.get(up).decl.into_iter().flat_map(|d| &d.methods);
            for method in decls.filter(|m| m.body.is_none() && !m.modifiers.is_static && !m.modifiers.model) {
                let theirs = MethodRef {
                    class: up,
                    decl: method,
                };
                if !method.modifiers.native && self.promises(theirs) && !self.classes.is_implemented(class, theirs) {
                    let name = format!("{}.{}", info.path, method.name.text);
                    found.push((name, theirs));
                }
            }
        }
        found.dedup_by(|a, b| a.0 == b.0);
        found
    }

    /// Do the class or those above it ask anything of their subclasses?
    pub(super) fn constrains_subclasses(&self, class: ClassId) -> bool {
        self.classes.ancestors(class).into_iter().any(|id| {
            self.classes.get(id).decl.is_some_and(|decl| {
                let mut methods = decl.methods.iter().filter(|m| !m.constructor && !m.modifiers.is_static);
                !decl.invariants.is_empty() || methods.any(|m| self.promises(MethodRef { class: id, decl: m }))
            })
        })
    }

    /// What is not read though it concerns a method: in its body, its own contract and those it inherits, and
    /// what is said of its class, those above it and those around it.
    pub(super) fn unread(&self, m: MethodRef<'a>) -> Vec<&'a ast::Unread> {
        let mut found: Vec<&ast::Unread> = m.decl.unread.iter().collect();
        found.extend(self.unread_of_contract(m));
        let mut concerned = self.classes.ancestors(m.class);
        let mut around = self.classes.get(m.class).outer;
        while let Some(outer) = around {
            concerned.push(outer);
            around = self.classes.get(outer).outer;
        }
        for id in concerned {
            found.extend(self.classes.get(id).decl.iter().flat_map(|d| &d.unread));
        }
        found
    }

    /// What is not read of the contract that callers of a method know.
    pub(super) fn unread_of_contract(&self, m: MethodRef<'a>) -> Vec<&'a ast::Unread> {
        let above = self.classes.overridden(m);
        let all = std::iter::once(m).chain(above);
        all.flat_map(|m| &m.decl.spec.unread).collect()
    }

    /// Is a method, or its whole class, declared pure?
    pub(super) fn is_pure(&self, m: MethodRef<'a>) -> bool {
        m.decl.modifiers.pure || self.classes.get(m.class).decl.is_some_and(|d| d.modifiers.pure)
    }
}
