//! Traversals of trees: the direct parts of statements and expressions.

use super::ast::{BinaryOp, Expr, ExprKind, Stmt, StmtKind as S};

/// The expressions directly inside one. A switch's cases hold statements, and are not among them.
pub fn children(e: &Expr) -> Vec<&Expr> {
    match &*e.kind {
        ExprKind::Field(a, _)
        | ExprKind::Unary(_, a)
        | ExprKind::Cast(_, a)
        | ExprKind::InstanceOf(a, _, _)
        | ExprKind::Old(a, _)
        | ExprKind::NonNullElements(a)
        | ExprKind::TypeOf(a)
        | ExprKind::ElemType(a)
        | ExprKind::Allocated(a)
        | ExprKind::Key(a)
        | ExprKind::Math(_, a)
        | ExprKind::InvariantFor(a)
        | ExprKind::Switch(a, _)
        | ExprKind::Such(_, _, a)
        | ExprKind::Step { target: a, .. } => vec![a],
        ExprKind::Let(_, _, a, b)
        | ExprKind::NewInside(a, b)
        | ExprKind::Index(a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::Assign(_, a, b) => {
            vec![a, b]
        }
        ExprKind::Conditional(a, b, c) => vec![a, b, c],
        ExprKind::Call(target, _, args) => target.iter().chain(args).collect(),
        ExprKind::New(_, args, _)
        | ExprKind::ArrayInit(args)
        | ExprKind::Fresh(args)
        | ExprKind::NotModified(args)
        | ExprKind::Reach(args) => args.iter().collect(),
        ExprKind::NewArray(_, sizes, init) => sizes.iter().chain(init).collect(),
        ExprKind::Quantified(_, _, _, range, body) => range.iter().chain([body]).collect(),
        _ => Vec::new(),
    }
}

/// The expressions of a statement's code, without those of statements in it and of formulas.
pub fn exprs(s: &Stmt) -> Vec<&Expr> {
    match &s.kind {
        S::Local(locals) => locals.iter().filter_map(|l| l.init.as_ref()).collect(),
        S::Expr(e)
        | S::If(e, _, _)
        | S::While(_, e, _)
        | S::Do(_, _, e)
        | S::ForEach(_, _, e, _)
        | S::Switch(e, _)
        | S::Yield(e)
        | S::Return(Some(e))
        | S::Throw(e)
        | S::JmlSet(e)
        | S::JmlHavoc(e)
        | S::Synchronized(e, _) => vec![e],
        S::Assert(c, m) => std::iter::once(c).chain(m).collect(),
        S::For(_, _, c, update, _) => c.iter().chain(update).collect(),
        S::Try(t) => {
            let each = t.resources.iter();
            each.flat_map(|r| r.local.init.iter().chain([&r.close])).collect()
        }
        _ => Vec::new(),
    }
}

/// The statements directly inside one.
pub fn statements(s: &Stmt) -> Vec<&Stmt> {
    match &s.kind {
        S::Block(b) | S::Synchronized(_, b) => b.iter().collect(),
        S::If(_, yes, no) => std::iter::once(&**yes).chain(no.as_deref()).collect(),
        S::While(_, _, body) | S::Do(_, body, _) | S::Labeled(_, body) | S::ForEach(_, _, _, body) => vec![body],
        S::For(_, init, _, _, body) => init.iter().chain([&**body]).collect(),
        S::Switch(_, cases) => cases.iter().flat_map(|c| &c.body).collect(),
        S::Try(t) => {
            let bodies = t.catches.iter().map(|c| &c.body).chain(&t.finally);
            t.body.iter().chain(bodies.flatten()).collect()
        }
        _ => Vec::new(),
    }
}

/// Calls `f` on an expression and on every one inside it, outer ones first.
pub fn each_part<'t>(e: &'t Expr, f: &mut dyn FnMut(&'t Expr)) {
    f(e);
    if let ExprKind::Switch(_, cases) = &*e.kind {
        cases.iter().for_each(|c| each_expr(&c.body, f));
    }
    children(e).into_iter().for_each(|c| each_part(c, f));
}

/// Calls `f` on every expression of the code of statements, outer ones first.
pub fn each_expr<'t>(block: impl IntoIterator<Item = &'t Stmt>, f: &mut dyn FnMut(&'t Expr)) {
    for s in block {
        exprs(s).into_iter().for_each(|e| each_part(e, f));
        each_expr(statements(s), f);
    }
}

/// The parts of a conjunction.
pub fn conjuncts<'t>(e: &'t Expr, parts: &mut Vec<&'t Expr>) {
    match &*e.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => {
            conjuncts(a, parts);
            conjuncts(b, parts);
        }
        _ => parts.push(e),
    }
}
