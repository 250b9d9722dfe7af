//! Pattern variables: where `x instanceof T t` binds `t` (JLS 6.3).
//!
//! A condition puts its variables into the innermost scope. Where they are not bound the name means something else,
//! such as a field.

use super::body::Body;
use super::constant::may_be_constant;
use super::value::{Local, Lowering, unsupported};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, UnaryOp};
use crate::syntax::walk::statements;
use abide_base::Span;

impl Body<'_, '_> {
    /// How many variables the innermost scope has.
    pub(super) fn in_scope(&self) -> usize {
        self.scopes.last().map_or(0, Vec::len)
    }

    /// The variables that came into the innermost scope behind the first ones.
    pub(super) fn out_of_scope(&mut self, first: usize) -> Vec<Local> {
        let scope = self.scopes.last_mut();
        scope.map_or(Vec::new(), |s| s.split_off(first.min(s.len())))
    }

    /// Runs `f` where a condition has come out as `so`: of its variables, which came behind the first ones, it sees
    /// those that are bound.
    pub(super) fn where_bound<T>(&mut self, first: usize, c: &Expr, so: bool, f: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.scopes.len();
        let all = self.out_of_scope(first);
        let names = bound_when(c, so);
        let (seen, hidden): (Vec<Local>, Vec<Local>) = all.into_iter().partition(|l| names.contains(&&*l.name));
        if let Some(scope) = self.scopes.last_mut() {
            scope.extend(seen);
        }
        let result = f(self);
        if let Some(scope) = self.scopes.get_mut(depth - 1) {
            scope.extend(hidden);
        }
        result
    }

    /// Brings the variables of these names into scope.
    fn bring_those(&mut self, bound: Vec<Local>, names: &[&str]) {
        let named = bound.into_iter().filter(|l| names.contains(&&*l.name));
        named.for_each(|l| self.bring(l));
    }

    /// After `if (c) yes else no`: what is bound on the only way that leads here.
    pub(super) fn bound_after_if(
        &mut self,
        bound: Vec<Local>,
        c: &Expr,
        yes: &Stmt,
        no: Option<&Stmt>,
        span: Span,
    ) -> Lowering<()> {
        if bound.is_empty() {
            return Ok(());
        }
        let names = match (completes(yes), no.map_or(Some(true), completes)) {
            (Some(false), Some(true)) => bound_when(c, false),
            (Some(true), Some(false)) => bound_when(c, true),
            (Some(_), Some(_)) => return Ok(()),
            _ => return Err(unsupported(span, "a pattern variable that may be bound after this")),
        };
        self.bring_those(bound, &names);
        Ok(())
    }

    /// After a loop: what is bound if its condition does not hold.
    pub(super) fn bound_after_loop(
        &mut self,
        bound: Vec<Local>,
        c: Option<&Expr>,
        body: &Stmt,
        span: Span,
    ) -> Lowering<()> {
        let names = c.map_or(Vec::new(), |c| bound_when(c, false));
        if !names.is_empty() && has_break(body) {
            return Err(unsupported(span, "a pattern variable that may be bound after this"));
        }
        self.bring_those(bound, &names);
        Ok(())
    }
}

/// May evaluating the expression bind variables for what comes after it?
pub(super) fn may_bind(e: &Expr) -> bool {
    matches!(
        &*e.kind,
        ExprKind::InstanceOf(..)
            | ExprKind::Unary(UnaryOp::Not, _)
            | ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..)
    )
}

/// The variables that are bound where a condition comes out as `so`.
fn bound_when(c: &Expr, so: bool) -> Vec<&str> {
    match &*c.kind {
        ExprKind::InstanceOf(_, _, Some(name)) if so => vec![&*name.text],
        ExprKind::Unary(UnaryOp::Not, a) => bound_when(a, !so),
        ExprKind::Binary(BinaryOp::And, a, b) if so => [bound_when(a, so), bound_when(b, so)].concat(),
        ExprKind::Binary(BinaryOp::Or, a, b) if !so => [bound_when(a, so), bound_when(b, so)].concat(),
        _ => Vec::new(),
    }
}

/// Can the statement come to its end, by Java's rules? None if we do not know.
fn completes(s: &Stmt) -> Option<bool> {
    match &s.kind {
        StmtKind::Return(_) | StmtKind::Throw(_) | StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Yield(_) => {
            Some(false)
        }
        StmtKind::Block(block) | StmtKind::Synchronized(_, block) => block.last().map_or(Some(true), completes),
        StmtKind::If(_, yes, Some(no)) => Some(completes(yes)? || completes(no)?),
        StmtKind::While(_, c, _) | StmtKind::Do(_, _, c) if may_be_constant(c) => None,
        StmtKind::For(_, _, None, ..) | StmtKind::Switch(..) | StmtKind::Try(_) | StmtKind::Labeled(..) => None,
        StmtKind::For(_, _, Some(c), ..) if may_be_constant(c) => None,
        StmtKind::Do(_, body, _) => completes(body).filter(|ends| *ends),
        _ => Some(true),
    }
}

fn has_break(s: &Stmt) -> bool {
    matches!(s.kind, StmtKind::Break(_)) || statements(s).into_iter().any(has_break)
}
