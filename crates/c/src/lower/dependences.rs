//! `\from`: believed of functions that plainly read nothing else, and of no others.
//!
//! Whatever a function assigns depends on nothing but what its body names: if all of that follows the `\from`, or is a variable of
//! its own, the clause is true.

use super::body::Body;
use super::survey;
use crate::syntax::ast::{Assigns, Expr, ExprKind as E, Stmt, StmtKind as S, Storage, UnaryOp};
use crate::syntax::walk;
use abide_base::Diagnostic;
use std::collections::BTreeSet;

/// What is named as a source, or read.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Source<'e> {
    /// A variable.
    Name(&'e str),
    /// What a variable points to.
    Target(&'e str),
}

impl<'a> Body<'_, 'a> {
    /// What the function assigns depends on nothing but what follows `\from`.
    pub(super) fn check_dependences(&mut self, assigns: &'a Assigns) {
        let body = &self.function.body;
        for (sources, span) in &assigns.from {
            let named: BTreeSet<Source> = sources.iter().filter_map(source).collect();
            let mut plain = true;
            let mut read = BTreeSet::new();
            walk::statements(body, &mut |s| {
                plain &= !remembers(s);
                for e in walk::evaluated(s) {
                    walk::each_part(e, &mut |part| plain &= is_plain(part));
                    collect(e, &mut read);
                }
            });
            let outside = |name: &str| {
                let param = self.function.params.iter();
                let param = param.filter_map(|p| p.name.as_ref()).any(|p| &*p.text == name);
                param || self.env.globals.contains_key(name)
            };
            let believed = plain
                && read.iter().all(|s| match s {
                    Source::Name(name) => !outside(name) || named.contains(s),
                    Source::Target(name) => named.contains(s) && !survey::assigns_parameter(body, name),
                });
            if !believed {
                let message = "what follows `\\from` is not checked: the function may read more";
                self.leave_out(Diagnostic::warning(*span, message));
            }
        }
    }

    /// `\from` of a loop or of a statement.
    pub(super) fn no_dependences(&mut self, assigns: &'a Assigns) {
        for (_, span) in &assigns.from {
            self.leave_out(Diagnostic::warning(*span, "what follows `\\from` is not checked here"));
        }
    }
}

/// Is something declared that is there before the function begins, or done that nobody sees through?
fn remembers(s: &Stmt) -> bool {
    match &s.kind {
        S::Decl(decls) => decls.iter().any(|d| d.storage != Storage::default()),
        S::Asm(_) | S::GotoComputed(_) => true,
        _ => false,
    }
}

fn source(e: &Expr) -> Option<Source<'_>> {
    match &*e.kind {
        E::Name(n) => Some(Source::Name(&n.text)),
        E::Unary(UnaryOp::Deref, p) => match &*p.kind {
            E::Name(n) => Some(Source::Target(&n.text)),
            _ => None,
        },
        _ => None,
    }
}

/// Does the expression read nothing but variables, and what they point to?
fn is_plain(e: &Expr) -> bool {
    match &*e.kind {
        E::Call(..) | E::Index(..) | E::Member(..) | E::Arrow(..) | E::StmtExpr(_) | E::Compound(..) => false,
        E::Builtin(..) | E::Generic(..) | E::LabelAddress(_) | E::Str(_) => false,
        E::Unary(UnaryOp::Deref, _) => source(e).is_some(),
        E::Unary(UnaryOp::Address, _) => false,
        _ => true,
    }
}

/// What an expression reads; where something is written to is not read.
fn collect<'e>(e: &'e Expr, read: &mut BTreeSet<Source<'e>>) {
    if let E::Assign(None, place, value) = &*e.kind
        && source(place).is_some()
    {
        return collect(value, read);
    }
    if let Some(source) = source(e) {
        read.insert(source);
        return;
    }
    walk::children(e).into_iter().for_each(|c| collect(c, read));
}
