//! Claims of a file beside assertions and contracts: that functions end, and lemmas.

use super::body::Body;
use super::world::World;
use super::{library, survey};
use crate::syntax::ast::{self, AssertKind, Contract, Expr, LogicKind, Stmt, StmtKind as S, TypeKind};
use crate::syntax::walk;
use abide_base::Diagnostic;
use std::collections::BTreeSet;

impl<'a> Body<'_, 'a> {
    /// `terminates` is believed of functions that end for reasons that are checked, and of no others.
    pub(super) fn ends_as_said(&mut self, contract: &'a Contract) {
        let Some(claim) = &contract.terminates else { return };
        let never = matches!(&*claim.kind, ast::ExprKind::Bool(false));
        let name = self.function.name.text.to_string();
        if !never && !self.world.surely_ends(&name, &mut BTreeSet::new()) {
            let message = "`terminates` is not checked: a loop here has no variant, or a call may not return";
            self.leave_out(Diagnostic::warning(claim.span, message));
        }
    }
}

impl<'a> World<'a> {
    /// Has a function nothing that could keep it from ending: are all its loops measured, does it
    /// neither jump back nor call what may not end?
    fn surely_ends(&self, name: &str, around: &mut BTreeSet<String>) -> bool {
        let Some(callee) = self.callees.get(name) else {
            return library::is_known(name);
        };
        let Some(f) = callee.function else {
            return library::is_known(name);
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
        walk::each_expr(&f.body, &mut |e| {
            if let ast::ExprKind::Call(f, ..) = &*e.kind {
                direct &= matches!(&*f.kind, ast::ExprKind::Name(n) if self.callees.contains_key(&*n.text) || library::is_known(&n.text));
            }
        });
        let calls = survey::calls(&f.body);
        let ends = ends && direct && calls.iter().all(|c| self.surely_ends(c, around));
        around.remove(name);
        ends
    }
}

/// A function for each lemma of a file, that asserts it of an arbitrary state.
pub(super) fn lemmas(unit: &ast::Unit) -> Vec<ast::Function> {
    let mut found = Vec::new();
    for item in &unit.items {
        if let ast::Item::Logic(logic) = item {
            collect(logic, &mut found);
        }
    }
    found
}

fn collect(logic: &ast::Logic, found: &mut Vec<ast::Function>) {
    match &logic.kind {
        LogicKind::Axiomatic(_, inside) => inside.iter().for_each(|l| collect(l, found)),
        LogicKind::Lemma {
            name,
            labels,
            formula,
            assumed: false,
        } => found.push(lemma(logic, name, labels, formula)),
        _ => {}
    }
}

fn lemma(logic: &ast::Logic, name: &ast::Name, labels: &[ast::Name], formula: &Expr) -> ast::Function {
    let stmt = |kind: S| Stmt {
        kind,
        span: formula.span,
        ghost: false,
    };
    let asserted = stmt(S::Assert(AssertKind::Assert, Vec::new(), formula.clone()));
    let body = labels.iter().rev().fold(asserted, |inner, label| {
        stmt(S::Label(label.clone(), ast::LoopSpec::default(), Box::new(inner)))
    });
    // several labels are several states, which nothing relates
    let broken = (labels.len() > 1).then(|| ast::Broken {
        span: name.span,
        message: "not supported: a lemma about several states".to_string(),
    });
    ast::Function {
        name: ast::Name {
            text: format!("lemma {}", name.text).into(),
            span: name.span,
        },
        result: ast::Type {
            kind: Box::new(TypeKind::Void),
            is_const: false,
            volatile: false,
            span: name.span,
        },
        params: Vec::new(),
        variadic: false,
        storage: ast::Storage::default(),
        contract: None,
        body: vec![body],
        span: logic.span,
        end: logic.span,
        header: false,
        system: false,
        broken,
        unread: Vec::new(),
    }
}
