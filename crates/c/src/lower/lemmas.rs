//! Lemmas: each is proved as the body of a function that asserts it of an arbitrary state.

use crate::syntax::ast::{self, AssertKind, Expr, LogicKind, Stmt, StmtKind as S, TypeKind};

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
        granted: Vec::new(),
        summary: Vec::new(),
        body: vec![body],
        span: logic.span,
        end: logic.span,
        header: false,
        system: false,
        broken,
        unread: Vec::new(),
    }
}
