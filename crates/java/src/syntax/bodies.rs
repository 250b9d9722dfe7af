//! Bodies that are nothing but values: what methods return, as one expression.
//!
//! `if (c) return a; return b;` is `c ? a : b`, and a variable that keeps its first value is a `\let`. Pure methods with such
//! bodies can be read in formulas.

use super::ast::{Class, Expr, ExprKind, Local, Stmt, StmtKind};
use super::walk::{each_expr, statements};

/// Bodies of more statements than this are no plain values.
const STATEMENTS: usize = 16;

/// Notes what the methods of a class return, where that is one expression.
pub(super) fn note_values(class: &mut Class) {
    for method in &mut class.methods {
        let body = method.body.as_deref().unwrap_or_default();
        method.value = match body {
            [] => None,
            _ if body.iter().map(size).sum::<usize>() > STATEMENTS => None,
            _ => value(body, body),
        };
    }
    class.classes.iter_mut().for_each(note_values);
}

/// How many statements there are in one, itself included.
fn size(s: &Stmt) -> usize {
    1 + statements(s).into_iter().map(size).sum::<usize>()
}

/// What statements at the end of a body return.
fn value(rest: &[Stmt], body: &[Stmt]) -> Option<Expr> {
    let (first, rest) = rest.split_first()?;
    let kind = match &first.kind {
        StmtKind::Return(Some(value)) => return Some(value.clone()),
        StmtKind::Block(inner) => return value(&joined(inner, rest), body),
        StmtKind::If(test, yes, no) => {
            let yes = value(&joined(std::slice::from_ref(&**yes), rest), body)?;
            let no = no.as_deref().map(std::slice::from_ref).unwrap_or_default();
            let no = value(&joined(no, rest), body)?;
            ExprKind::Conditional(test.clone(), yes, no)
        }
        StmtKind::Local(locals) => {
            let after = value(rest, body)?;
            let mut all = locals.iter().rev();
            return all.try_fold(after, |after, local| bound(local, after, body));
        }
        _ => return None,
    };
    Some(Expr {
        kind: Box::new(kind),
        span: first.span,
    })
}

/// A value with the first value of a variable that nobody assigns.
fn bound(local: &Local, after: Expr, body: &[Stmt]) -> Option<Expr> {
    let first = local.init.clone()?;
    let mut assigned = false;
    each_expr(body, &mut |e| {
        if let ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } = &*e.kind {
            assigned |= matches!(&*target.kind, ExprKind::Name(n) if *n == local.name.text);
        }
    });
    if assigned || &*local.ty.name == "var" || local.modifiers.ghost {
        return None;
    }
    let span = after.span;
    let kind = Box::new(ExprKind::Let(local.ty.clone(), local.name.clone(), first, after));
    Some(Expr { kind, span })
}

fn joined(first: &[Stmt], rest: &[Stmt]) -> Vec<Stmt> {
    first.iter().chain(rest).cloned().collect()
}
