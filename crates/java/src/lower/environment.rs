//! The environment of all bodies of a run: the classes, and the options of lowering.

use super::endless::Endless;
use super::granted::Clauses;
use super::shape::Options;
use crate::syntax::ast;
use crate::types::{ClassId, Classes, MethodRef};
use abide_base::Span;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

/// What is the same for all methods.
pub(super) struct Environment<'a> {
    pub(super) classes: &'a Classes<'a>,
    pub(super) options: Options,
    /// Are the formulas of each file total?
    pub(super) total: Vec<bool>,
    /// Is each file written in ESC/Java's dialect?
    pub(super) escjava: Vec<bool>,
    /// What `nowarn` says, in all files.
    pub(super) nowarns: Vec<&'a ast::Nowarn>,
    /// Annotations of the file that are not checked.
    pub(super) unchecked: &'a [(Span, String)],
    /// May values have other types than their expressions, because of raw types or unchecked casts?
    pub(super) polluted: bool,
    /// The same for arrays, of which casts are not checked where they have just been made.
    pub(super) polluted_arrays: bool,
    /// Are there views of collections, which change with them?
    pub(super) views: bool,
    /// The words of the file.
    pub(super) words: &'a HashSet<String>,
    /// Methods that may never come back.
    pub(super) endless: Endless<'a>,
    /// Of classes that have been asked for: does their initialiser do more than to initialise them?
    pub(super) acting: RefCell<HashMap<ClassId, bool>>,
    /// What routines are granted that have no contract.
    pub(super) granted: &'a Clauses,
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
            || self.is_constrained(m.class)
            || object && self.classes.is_non_null(&m.decl.modifiers, m.class, default)
    }

    /// Do the class or those above it say how their objects may change?
    fn is_constrained(&self, class: ClassId) -> bool {
        let mut above = self.classes.ancestors(class).into_iter();
        above.any(|id| self.classes.get(id).decl.is_some_and(|d| !d.constraints.is_empty()))
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
        let mut methods = self.methods_above(class);
        self.has_invariants(class) || methods.any(|m| self.promises(m))
    }

    /// Is anything said of all objects of the class, by itself or by those above it?
    pub(super) fn has_invariants(&self, class: ClassId) -> bool {
        let mut above = self.classes.ancestors(class).into_iter();
        above.any(|id| self.classes.get(id).decl.is_some_and(|d| !d.invariants.is_empty()))
    }

    /// The methods that a class below has to write, of a class and of those above it, of which something is promised.
    pub(super) fn promised_methods(&self, class: ClassId) -> Vec<MethodRef<'a>> {
        let all = self.methods_above(class);
        let unwritten = all.filter(|m| m.decl.body.is_none() && !m.decl.modifiers.native);
        unwritten.filter(|m| self.promises(*m)).collect()
    }

    /// The methods of the objects of a class, its own and those of the classes above it.
    fn methods_above(&self, class: ClassId) -> impl Iterator<Item = MethodRef<'a>> {
        let above = self.classes.ancestors(class).into_iter();
        let declared = above.filter_map(|id| Some((id, self.classes.get(id).decl?)));
        declared.flat_map(|(class, decl)| {
            let methods = decl.methods.iter().filter(|m| !m.constructor && !m.modifiers.is_static);
            methods.map(move |decl| MethodRef { class, decl })
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

    /// Is the class written in ESC/Java's dialect?
    pub(super) fn is_escjava(&self, class: ClassId) -> bool {
        let file = self.classes.get(class).file;
        file.is_some_and(|file| self.escjava.get(file).copied().unwrap_or(false))
    }

    /// Is a method, or its whole class, declared pure?
    pub(super) fn is_pure(&self, m: MethodRef<'a>) -> bool {
        m.decl.modifiers.pure || self.classes.get(m.class).decl.is_some_and(|d| d.modifiers.pure)
    }
}
