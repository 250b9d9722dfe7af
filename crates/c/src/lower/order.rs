//! The order of evaluation, which C leaves open: that the value of an expression does not depend on it must be plain
//! from its parts. Else it is open, and the parts are taken from left to right.

use super::body::Body;
use super::survey;
use super::value::Lowering;
use crate::syntax::ast::{Expr, ExprKind as E};
use crate::types::Type;
use abide_base::{Diagnostic, Span};
use abide_ir::CheckKind;
use std::collections::BTreeSet;

impl<'a> Body<'_, 'a> {
    /// What is changed in one part of an expression must not be used in another, and only one
    /// part may call a function that changes anything: C does not say which comes first.
    pub(super) fn sequenced(&mut self, parts: &[&'a Expr]) -> Lowering<()> {
        for (i, part) in parts.iter().enumerate() {
            let others = || parts.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, o)| *o);
            for (change, span) in survey::changed(part) {
                let changes = self.widened(change.clone());
                if !others().any(|o| changes.iter().any(|c| self.reads(o, c))) {
                    continue;
                }
                let survey::Change::Var(name) = change else {
                    self.any_order("what is changed here may be used elsewhere in the expression", span);
                    return Ok(());
                };
                let message = format!("`{name}` is changed here and used elsewhere in the expression");
                let error = Diagnostic::error(span, message);
                let error = error.note("C does not say which comes first: this is undefined");
                return Err(Box::new(error.help("write two statements")));
            }
            let called = survey::called(part);
            let called = called.iter().flat_map(|f| self.changes_of(f));
            let called: BTreeSet<survey::Change> = called.flat_map(|c| self.widened(c)).collect();
            if others().any(|o| called.iter().any(|c| self.reads(o, c))) {
                self.any_order("a call that may change what the rest of the expression uses", part.span);
                return Ok(());
            }
        }
        let effects = |e: &&&Expr| survey::called(e).iter().any(|f| !self.changes_of(f).is_empty());
        if parts.iter().filter(effects).count() > 1 {
            self.any_order("two calls that change something in one expression", parts[0].span);
        }
        Ok(())
    }

    /// Whether the value depends on the order is not known: what follows holds for runs for which it does not matter.
    fn any_order(&mut self, what: &str, span: Span) {
        self.warn(Diagnostic::warning(span, what).note("C does not say which comes first"));
        let same = self.unknown_choice("order", span.beginning());
        self.check(same, CheckKind::Order, span, None);
    }

    /// A change of what lives in memory is one that pointers see, too.
    fn widened(&self, change: survey::Change) -> Vec<survey::Change> {
        let in_memory = match &change {
            survey::Change::Var(name) | survey::Change::Part(name) => self.lives_in_memory(name),
            survey::Change::Field(name) => self.env.address_taken.members.iter().any(|(_, m)| m == name),
            _ => false,
        };
        let mut all = vec![change];
        if in_memory {
            all.push(survey::Change::Memory);
        }
        all
    }

    fn lives_in_memory(&self, name: &str) -> bool {
        let global = self.find_local(name).is_none() && self.env.globals.contains_key(name);
        match global {
            true => self.env.address_taken.vars.contains(name),
            false => self.address_taken.contains(name),
        }
    }

    /// Does evaluating an expression read what a function changes?
    fn reads(&self, e: &Expr, change: &survey::Change) -> bool {
        let mut found = survey::uses(e, change);
        crate::syntax::walk::each_part(e, &mut |part| {
            let E::Name(n) = &*part.kind else { return };
            let name = &*n.text;
            let global = self.find_local(name).is_none() && self.env.globals.contains_key(name);
            let in_memory = self.lives_in_memory(name);
            let read = !matches!(self.type_of(part), Some(Type::Array(..)));
            found |= match change {
                survey::Change::Memory => in_memory && read,
                survey::Change::Anything => (in_memory || global) && read,
                _ => false,
            };
        });
        found
    }
}
