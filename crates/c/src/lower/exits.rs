//! `exits`: what must hold where the program ends inside a function.
//!
//! It is checked where the function itself calls `exit` or the like. What it calls must not end the program: it is seen
//! not to, or says `exits \false`, which is checked of it, too.

use super::body::Body;
use super::contract::Stated;
use super::value::{Lowering, Val, View};
use super::{library, survey};
use crate::syntax::ast::{self, AssertKind, Contract, ExprKind as E};
use crate::syntax::walk;
use crate::types::Type;
use abide_base::{Diagnostic, Span};
use abide_ir::{AssumptionKind, CheckKind, StmtKind};
use abide_logic::{Sort, Term};
use std::collections::BTreeSet;

/// What `\exit_status` is called among bound variables.
pub(super) const EXIT_STATUS: &str = "\\exit_status";

/// Functions of the library that end the program.
fn is_exit(name: &str) -> bool {
    let name = name.trim_start_matches("__builtin_");
    matches!(name, "exit" | "_exit" | "_Exit" | "quick_exit" | "abort" | "trap")
}

/// Does a contract say that the program does not end inside?
fn never_exits(contract: &Contract) -> bool {
    let is_false = |c: &ast::Clause| c.kind == AssertKind::Assert && matches!(&*c.formula.kind, E::Bool(false));
    contract.common.exits.iter().any(is_false)
}

fn speaks_of_exits(contract: &Contract) -> bool {
    std::iter::once(&contract.common)
        .chain(&contract.behaviors)
        .any(|b| !b.exits.is_empty())
}

impl<'a> Body<'_, 'a> {
    /// `exits` is believed if the program ends in calls that are seen only.
    pub(super) fn check_exits(&mut self, contract: &'a Contract) {
        if !speaks_of_exits(contract) {
            return;
        }
        let mut span = contract.span;
        for b in std::iter::once(&contract.common).chain(&contract.behaviors) {
            b.exits.first().into_iter().for_each(|clause| span = clause.span);
        }
        if !self.exits_are_seen(&self.function.body, true, &mut BTreeSet::new()) {
            let message = "`exits` is not checked: what is called here may end the program";
            self.leave_out(Diagnostic::warning(span, message));
        }
        let body = &self.function.body;
        for name in survey::calls(body) {
            let callee = self.env.callees.get(&name);
            if let Some(callee) = callee.filter(|c| !self.env.is_of_program(&name) && !c.library)
                && callee.contract.is_some_and(|c| !speaks_of_exits(c))
            {
                let text = format!("`{name}`, which has no body here, does not end the program");
                self.rely_on(AssumptionKind::Contract, span, text);
            }
        }
    }

    /// Does code end the program nowhere but in calls of its own of functions made for that, if these are seen at all?
    fn exits_are_seen(&self, body: &[ast::Stmt], own: bool, around: &mut BTreeSet<String>) -> bool {
        let mut seen = true;
        walk::statements(body, &mut |s| seen &= !matches!(s.kind, ast::StmtKind::Asm(_)));
        walk::each_evaluated(body, &mut |e| {
            let E::Call(f, ..) = &*e.kind else { return };
            seen &= match &*f.kind {
                E::Name(n) => self.is_seen_to_return(&n.text, own, around),
                _ => false,
            };
        });
        seen
    }

    fn is_seen_to_return(&self, name: &str, own: bool, around: &mut BTreeSet<String>) -> bool {
        if is_exit(name) && !self.env.is_described(name) {
            return own;
        }
        let Some(callee) = self.env.callees.get(name) else {
            return library::is_known(name) && !name.starts_with("__VERIFIER_assume");
        };
        if callee.contract.is_some_and(never_exits) {
            return true;
        }
        if callee.contract.is_some_and(speaks_of_exits) || callee.noreturn {
            return false;
        }
        match callee.function {
            // its calls are looked at once
            Some(f) => !around.insert(name.to_string()) || self.exits_are_seen(&f.body, false, around),
            None if callee.elsewhere => false,
            None => callee.contract.is_some() || library::is_known(name),
        }
    }

    /// The program ends here, with a status that may be any but zero where none is given.
    pub(super) fn ends_program(&mut self, status: Option<Val>, span: Span) -> Lowering<()> {
        let contract = self.env.callees.get(&*self.function.name.text).and_then(|c| c.contract);
        let Some(contract) = contract.filter(|c| speaks_of_exits(c) && self.inlined.len() == 1) else {
            return Ok(());
        };
        let status = match status {
            Some(val) => val,
            None => {
                let any = self.temp("status", Sort::Int);
                self.emit(StmtKind::Havoc(vec![any.clone()]), span);
                self.assume(Term::ne(any.term(), Term::int(0)), span);
                Val::new(Type::Integer, vec![any.term()])
            }
        };
        let mut scope = self.own_scope(View::Now, View::At(0));
        scope.bound.push((EXIT_STATUS.to_string(), status));
        let before = self.own_scope(View::At(0), View::At(0));
        for Stated {
            formula,
            span: clause,
            kind,
        } in self.exited(contract, &scope, &before)?
        {
            match kind {
                AssertKind::Admit => self.rely_on_clause(clause),
                _ => {
                    let formula = self.with_types(formula);
                    self.check(formula, CheckKind::Postcondition, span, Some(clause));
                }
            }
        }
        Ok(())
    }
}
