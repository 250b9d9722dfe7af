//! `terminates`: believed of functions whose loops and recursion have measures that are checked, and of no others.

use super::body::Body;
use super::environment::Environment;
use super::library;
use crate::syntax::ast::{self, Contract, StmtKind as S};
use crate::syntax::walk;
use abide_base::Diagnostic;
use std::collections::BTreeSet;

impl<'a> Body<'_, 'a> {
    /// `terminates` is believed of functions that end for reasons that are checked, and of no others.
    pub(super) fn check_terminates(&mut self, contract: &'a Contract) {
        let Some(claim) = &contract.terminates else { return };
        let never = matches!(&*claim.kind, ast::ExprKind::Bool(false));
        let name = self.function.name.text.to_string();
        if !never && !self.env.terminates(&name, &mut BTreeSet::new()) {
            let message = "`terminates` is not checked: a loop here has no variant, or a call may not return";
            self.leave_out(Diagnostic::warning(claim.span, message));
        }
    }
}

impl<'a> Environment<'a> {
    /// Has a function nothing that could keep it from ending: are all its loops measured, does it
    /// neither jump back nor call what may not end?
    fn terminates(&self, name: &str, around: &mut BTreeSet<String>) -> bool {
        let Some(callee) = self.callees.get(name) else {
            return library::is_known(name);
        };
        let Some(f) = callee.function else {
            let says = callee.contract.and_then(|c| c.terminates.as_ref());
            let always = says.is_some_and(|claim| matches!(&*claim.kind, ast::ExprKind::Bool(true)));
            return library::is_known(name) || always && !callee.elsewhere;
        };
        if !around.insert(name.to_string()) {
            // a recursion: its measure is checked at the calls
            return callee.contract.is_some_and(|c| c.decreases.is_some());
        }
        let mut ends = true;
        walk::statements(&f.body, &mut |s| {
            ends &= match &s.kind {
                S::While(spec, ..) | S::DoWhile(spec, ..) | S::For(spec, ..) => spec.variant.is_some(),
                S::Goto(_) | S::GotoComputed(_) | S::Asm(_) => false,
                _ => true,
            };
        });
        let mut direct = true;
        let mut calls = BTreeSet::new();
        walk::each_evaluated(&f.body, &mut |e| {
            if let ast::ExprKind::Call(f, ..) = &*e.kind {
                match &*f.kind {
                    ast::ExprKind::Name(n) if self.callees.contains_key(&*n.text) || library::is_known(&n.text) => {
                        calls.insert(n.text.to_string());
                    }
                    _ => direct = false,
                }
            }
        });
        let ends = ends && direct && calls.iter().all(|c| self.terminates(c, around));
        around.remove(name);
        ends
    }
}
