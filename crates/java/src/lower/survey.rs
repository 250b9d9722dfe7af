//! Questions about the tree that need no types.

use crate::syntax::ast::{BinaryOp, Expr, ExprKind, Literal, Method, Name, Stmt, StmtKind, TypeRef, UnaryOp};
use abide_logic::Int;

/// Has evaluating the expression an effect on variables or the heap?
pub(super) fn has_effect(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Assign(..)
        | ExprKind::Step { .. }
        | ExprKind::Call(..)
        | ExprKind::New(..)
        | ExprKind::NewArray(..)
        | ExprKind::ArrayInit(..)
        | ExprKind::Switch(..) => true,
        _ => children(e).into_iter().any(has_effect),
    }
}

/// The expressions directly inside one.
pub(super) fn children(e: &Expr) -> Vec<&Expr> {
    match &*e.kind {
        ExprKind::Field(a, _)
        | ExprKind::Unary(_, a)
        | ExprKind::Cast(_, a)
        | ExprKind::InstanceOf(a, _, _)
        | ExprKind::Old(a, _)
        | ExprKind::NonNullElements(a)
        | ExprKind::TypeOf(a)
        | ExprKind::Switch(a, _)
        | ExprKind::Step { target: a, .. } => vec![a],
        ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) | ExprKind::Assign(_, a, b) => vec![a, b],
        ExprKind::Conditional(a, b, c) => vec![a, b, c],
        ExprKind::Call(target, _, args) => target.iter().chain(args).collect(),
        ExprKind::New(_, args, _) | ExprKind::ArrayInit(args) | ExprKind::Fresh(args) | ExprKind::NotModified(args) => {
            args.iter().collect()
        }
        ExprKind::NewArray(_, sizes, init) => sizes.iter().chain(init).collect(),
        ExprKind::Quantified(_, _, _, range, body) => range.iter().chain([body]).collect(),
        _ => Vec::new(),
    }
}

/// Calls `f` on an expression and every one inside it, outer ones first.
pub(super) fn down<'t>(e: &'t Expr, f: &mut dyn FnMut(&'t Expr)) {
    f(e);
    if let ExprKind::Switch(_, cases) = &*e.kind {
        cases.iter().flat_map(|c| &c.body).for_each(|s| each_expr(s, f));
    }
    children(e).into_iter().for_each(|c| down(c, f));
}

/// Calls `f` on every expression of a statement, outer ones first.
pub(super) fn each_expr<'t>(s: &'t Stmt, f: &mut dyn FnMut(&'t Expr)) {
    match &s.kind {
        StmtKind::Block(block) => block.iter().for_each(|s| each_expr(s, f)),
        StmtKind::Local(locals) => locals.iter().filter_map(|l| l.init.as_ref()).for_each(|e| down(e, f)),
        StmtKind::Expr(e)
        | StmtKind::Throw(e)
        | StmtKind::Yield(e)
        | StmtKind::JmlSet(e)
        | StmtKind::Return(Some(e)) => down(e, f),
        StmtKind::If(c, yes, no) => {
            down(c, f);
            each_expr(yes, f);
            no.iter().for_each(|s| each_expr(s, f));
        }
        StmtKind::While(_, c, body) | StmtKind::Do(_, body, c) => {
            down(c, f);
            each_expr(body, f);
        }
        StmtKind::For(_, init, c, update, body) => {
            init.iter().for_each(|s| each_expr(s, f));
            c.iter().chain(update).for_each(|e| down(e, f));
            each_expr(body, f);
        }
        StmtKind::ForEach(_, _, e, body) => {
            down(e, f);
            each_expr(body, f);
        }
        StmtKind::Labeled(_, body) => each_expr(body, f),
        StmtKind::Switch(e, cases) => {
            down(e, f);
            cases.iter().flat_map(|c| &c.body).for_each(|s| each_expr(s, f));
        }
        StmtKind::Try(t) => {
            t.resources
                .iter()
                .filter_map(|l| l.init.as_ref())
                .for_each(|e| down(e, f));
            let bodies = t.catches.iter().map(|c| &c.body).chain(&t.finally);
            t.body.iter().chain(bodies.flatten()).for_each(|s| each_expr(s, f));
        }
        StmtKind::Assert(c, m) => {
            down(c, f);
            m.iter().for_each(|e| down(e, f));
        }
        StmtKind::Synchronized(e, body) => {
            down(e, f);
            body.iter().for_each(|s| each_expr(s, f));
        }
        _ => {}
    }
}

/// Does the body assign to a variable of that name?
pub(super) fn assigns(body: &[Stmt], name: &str) -> bool {
    let mut found = false;
    for s in body {
        each_expr(s, &mut |e| {
            let target = match &*e.kind {
                ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } => target,
                _ => return,
            };
            found |= matches!(&*target.kind, ExprKind::Name(n) if &**n == name);
        });
    }
    found
}

/// May the statement write a field of that name, itself or by a call?
pub(super) fn may_write_field(s: &Stmt, name: &str) -> bool {
    let mut found = false;
    each_expr(s, &mut |e| match &*e.kind {
        ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } => {
            found |= match &*target.kind {
                ExprKind::Name(n) => &**n == name,
                ExprKind::Field(_, n) => &*n.text == name,
                _ => false,
            };
        }
        ExprKind::Call(..) | ExprKind::New(..) => found = true,
        _ => {}
    });
    found
}

/// A variable that a statement declares: name, type, initial value.
pub(super) type Declared<'t> = (&'t Name, &'t TypeRef, Option<&'t Expr>);

/// The values that statements yield, each with the variables in scope there.
pub(super) fn yields<'t>(
    body: &'t [Stmt],
    scope: &mut Vec<Declared<'t>>,
    found: &mut Vec<(Vec<Declared<'t>>, &'t Expr)>,
) {
    let outer = scope.len();
    for s in body {
        match &s.kind {
            StmtKind::Local(locals) => scope.extend(locals.iter().map(|l| (&l.name, &l.ty, l.init.as_ref()))),
            StmtKind::Yield(e) => found.push((scope.clone(), e)),
            StmtKind::Block(b) | StmtKind::Synchronized(_, b) => yields(b, scope, found),
            StmtKind::If(_, yes, no) => {
                yields(std::slice::from_ref(yes), scope, found);
                no.iter().for_each(|no| yields(std::slice::from_ref(no), scope, found));
            }
            StmtKind::While(_, _, b) | StmtKind::Do(_, b, _) | StmtKind::Labeled(_, b) => {
                yields(std::slice::from_ref(b), scope, found);
            }
            StmtKind::For(_, init, _, _, b) => {
                let before = scope.len();
                for s in init {
                    if let StmtKind::Local(locals) = &s.kind {
                        scope.extend(locals.iter().map(|l| (&l.name, &l.ty, l.init.as_ref())));
                    }
                }
                yields(std::slice::from_ref(b), scope, found);
                scope.truncate(before);
            }
            StmtKind::ForEach(_, param, _, b) => {
                scope.push((&param.name, &param.ty, None));
                yields(std::slice::from_ref(b), scope, found);
                scope.pop();
            }
            StmtKind::Switch(_, cases) => cases.iter().for_each(|c| yields(&c.body, scope, found)),
            StmtKind::Try(t) => {
                yields(&t.body, scope, found);
                for clause in &t.catches {
                    scope.push((&clause.name, &clause.types[0], None));
                    yields(&clause.body, scope, found);
                    scope.pop();
                }
                t.finally.iter().for_each(|f| yields(f, scope, found));
            }
            _ => {}
        }
    }
    scope.truncate(outer);
}

/// Has the statement a loop in it?
pub(super) fn has_loop(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::While(..) | StmtKind::Do(..) | StmtKind::For(..) | StmtKind::ForEach(..) => true,
        StmtKind::Block(b) | StmtKind::Synchronized(_, b) => b.iter().any(has_loop),
        StmtKind::If(_, a, b) => has_loop(a) || b.as_ref().is_some_and(|b| has_loop(b)),
        StmtKind::Labeled(_, a) => has_loop(a),
        StmtKind::Switch(_, cases) => cases.iter().flat_map(|c| &c.body).any(has_loop),
        StmtKind::Try(t) => {
            let bodies = t.catches.iter().map(|c| &c.body).chain(&t.finally);
            t.body.iter().chain(bodies.flatten()).any(has_loop)
        }
        _ => false,
    }
}

/// May calls of the method be replaced by its body? It is short, and has no loops.
pub(super) fn is_small(m: &Method) -> bool {
    const STATEMENTS: usize = 12;
    fn count(s: &Stmt) -> usize {
        match &s.kind {
            StmtKind::Block(b) | StmtKind::Synchronized(_, b) => b.iter().map(count).sum(),
            StmtKind::If(_, a, b) => 1 + count(a) + b.as_ref().map_or(0, |b| count(b)),
            StmtKind::Labeled(_, a) => count(a),
            StmtKind::Switch(_, cases) => 1 + cases.iter().flat_map(|c| &c.body).map(count).sum::<usize>(),
            StmtKind::Try(t) => {
                let bodies = t.catches.iter().map(|c| &c.body).chain(&t.finally);
                1 + t.body.iter().chain(bodies.flatten()).map(count).sum::<usize>()
            }
            _ => 1,
        }
    }
    let Some(body) = &m.body else { return false };
    m.errors.is_empty() && !body.iter().any(has_loop) && body.iter().map(count).sum::<usize>() <= STATEMENTS
}

/// The value of a constant expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Constant {
    /// An integer of any type, not yet wrapped.
    Int(Int),
    /// A truth value.
    Bool(bool),
}

/// The value of an expression made of literals and of the names `named` knows.
pub(super) fn constant<'t>(e: &'t Expr, depth: usize, named: &dyn Fn(&str) -> Option<&'t Expr>) -> Option<Constant> {
    if depth > 20 {
        return None;
    }
    let value = |e: &'t Expr| constant(e, depth + 1, named);
    // where it might wrap around, better no constant than a wrong one
    let small = |i: Int| (i >= Int::from(i32::MIN) && i <= Int::from(i32::MAX)).then_some(Constant::Int(i));
    Some(match &*e.kind {
        ExprKind::Literal(Literal::Int(i) | Literal::Long(i)) => Constant::Int(i.clone()),
        ExprKind::Literal(Literal::Char(c)) => Constant::Int(Int::from(*c)),
        ExprKind::Literal(Literal::Bool(b)) => Constant::Bool(*b),
        ExprKind::Name(n) => value(named(n)?)?,
        ExprKind::Unary(UnaryOp::Neg, a) => match value(a)? {
            Constant::Int(i) if i >= Int::ZERO => Constant::Int(-i),
            Constant::Int(i) => return small(-i),
            Constant::Bool(_) => return None,
        },
        ExprKind::Binary(op, a, b) => {
            let (Constant::Int(a), Constant::Int(b)) = (value(a)?, value(b)?) else {
                return None;
            };
            return match op {
                BinaryOp::Add => small(a + b),
                BinaryOp::Sub => small(a - b),
                BinaryOp::Mul => small(a * b),
                BinaryOp::Shl => {
                    let by = u32::try_from(&b).ok().filter(|b| *b < 31)?;
                    small(a << by as usize)
                }
                _ => None,
            };
        }
        _ => return None,
    })
}

/// Has evaluating the expression an effect, if calls have none?
pub(super) fn has_effect_but_calls(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Call(_, _, args) => args.iter().any(has_effect_but_calls),
        ExprKind::Assign(..)
        | ExprKind::Step { .. }
        | ExprKind::New(..)
        | ExprKind::NewArray(..)
        | ExprKind::ArrayInit(..)
        | ExprKind::Switch(..) => true,
        _ => children(e).into_iter().any(has_effect_but_calls),
    }
}

/// Is there arithmetic in the expression?
pub(super) fn has_arithmetic(e: &Expr) -> bool {
    use BinaryOp::*;
    let own = match &*e.kind {
        ExprKind::Binary(op, _, _) => matches!(
            op,
            Mul | Div | Rem | Add | Sub | Shl | Shr | Ushr | BitAnd | BitXor | BitOr
        ),
        ExprKind::Unary(op, _) => !matches!(op, UnaryOp::Not),
        ExprKind::Cast(..) => true,
        _ => false,
    };
    own || children(e).into_iter().any(has_arithmetic)
}
