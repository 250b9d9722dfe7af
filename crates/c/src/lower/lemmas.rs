//! Lemmas: each is proved as the body of a function that asserts it of an arbitrary state.

use crate::syntax::ast::{self, AssertKind, Expr, LogicKind, Stmt, StmtKind as S, TypeKind};
use abide_base::Span;

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

/// How the routines begin that prove lemmas: no function of C has such a name.
const LEMMA: &str = "lemma ";

/// The name of the routine that proves a lemma.
pub(super) fn routine_of(lemma: &ast::Name) -> String {
    format!("{LEMMA}{}", lemma.text)
}

/// Does a function prove a lemma?
pub(super) fn is_lemma(function: &ast::Function) -> bool {
    function.name.text.starts_with(LEMMA)
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
    let routine = ast::Name {
        text: routine_of(name).into(),
        span: name.span,
    };
    ast::Function {
        broken,
        ..function(routine, vec![body], logic.span)
    }
}

/// A function that nobody wrote.
pub(super) fn function(name: ast::Name, body: Vec<Stmt>, span: Span) -> ast::Function {
    ast::Function {
        result: ast::Type {
            kind: Box::new(TypeKind::Void),
            is_const: false,
            volatile: false,
            span: name.span,
        },
        name,
        params: Vec::new(),
        variadic: false,
        old_style: false,
        storage: ast::Storage::default(),
        contract: None,
        granted: Vec::new(),
        summary: Vec::new(),
        apart: false,
        body,
        span,
        end: span,
        header: false,
        system: false,
        broken: None,
        unread: Vec::new(),
    }
}
