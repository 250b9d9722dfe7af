//! Syntactic queries about the tree that need no types.

use crate::syntax::ast::{BinaryOp, Class, Expr, ExprKind, Method, Name, Stmt, StmtKind, TypeRef, UnaryOp};
use crate::syntax::walk::{children, each_expr, each_part, statements};

/// What calls in an expression do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Calls {
    /// They may change anything.
    Act,
    /// They change nothing: only pure methods are called.
    Rest,
}

/// Has evaluating the expression an effect on variables or the heap?
pub(super) fn has_effect(e: &Expr, calls: Calls) -> bool {
    match &*e.kind {
        ExprKind::Call(..) if calls == Calls::Act => true,
        ExprKind::Assign(..)
        | ExprKind::Step { .. }
        | ExprKind::New(..)
        | ExprKind::NewArray(..)
        | ExprKind::ArrayInit(..)
        | ExprKind::Switch(..) => true,
        _ => children(e).into_iter().any(|c| has_effect(c, calls)),
    }
}

/// Does the expression assign to a variable of that name?
pub(super) fn assigns_in(e: &Expr, name: &str) -> bool {
    let mut found = false;
    each_part(e, &mut |e| {
        if let ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } = &*e.kind {
            found |= matches!(&*target.kind, ExprKind::Name(n) if &**n == name);
        }
    });
    found
}

/// Does the body assign to a variable of that name?
pub(super) fn assigns(body: &[Stmt], name: &str) -> bool {
    let mut found = false;
    each_expr(body, &mut |e| {
        if let ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } = &*e.kind {
            found |= matches!(&*target.kind, ExprKind::Name(n) if &**n == name);
        }
    });
    found
}

/// Does the body assign a variable or a field of that name?
pub(super) fn assigns_field(body: &[Stmt], name: &str) -> bool {
    let mut found = false;
    each_expr(body, &mut |e| {
        if let ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } = &*e.kind {
            found |= match &*target.kind {
                ExprKind::Name(n) => &**n == name,
                ExprKind::Field(_, n) => &*n.text == name,
                _ => false,
            };
        }
    });
    found
}

/// Does any code of a class, or of one inside it, assign a field of that name?
pub(super) fn writes(class: &Class, name: &str) -> bool {
    let mut methods = class.methods.iter().chain(&class.implied);
    methods.any(|m| m.body.as_deref().is_some_and(|b| assigns_field(b, name)))
        || class.initializers.iter().any(|i| assigns_field(&i.body, name))
        || class.classes.iter().any(|c| writes(c, name))
}

/// Is the statement `this.x = x;`?
pub(super) fn only_keeps(s: &Stmt) -> bool {
    let StmtKind::Expr(e) = &s.kind else { return false };
    let ExprKind::Assign(None, target, value) = &*e.kind else {
        return false;
    };
    match (&*target.kind, &*value.kind) {
        (ExprKind::Field(of, field), ExprKind::Name(name)) => {
            matches!(&*of.kind, ExprKind::This(None)) && *field.text == **name
        }
        _ => false,
    }
}

/// May any code of a class, or of one inside it, call the method of that name of the class above?
pub(super) fn calls_above(class: &Class, name: &str) -> bool {
    let mut found = false;
    let mut look = |e: &Expr| {
        found |= match &*e.kind {
            ExprKind::Call(Some(target), n, _) => matches!(&*target.kind, ExprKind::Super(_)) && &*n.text == name,
            // perhaps a reference to it, or `C.super.f()`
            ExprKind::Lambda | ExprKind::MethodReference(_) | ExprKind::Unknown(_) => true,
            _ => false,
        };
    };
    let methods = class.methods.iter().chain(&class.implied);
    let blocks = class.initializers.iter().map(|i| i.body.as_slice());
    for body in methods.filter_map(|m| m.body.as_deref()).chain(blocks) {
        each_expr(body, &mut look);
    }
    let inits = class.fields.iter().filter_map(|f| f.init.as_ref());
    inits.for_each(|e| each_part(e, &mut look));
    found || class.classes.iter().any(|c| calls_above(c, name))
}

/// May the statement write a field of that name, itself or by a call?
pub(super) fn may_write_field<'t>(s: &'t Stmt, name: &str, calls: &mut dyn FnMut(&'t Expr) -> bool) -> bool {
    let mut found = runs_over_objects(s);
    each_expr([s], &mut |e| found |= calls(e));
    each_expr([s], &mut |e| match &*e.kind {
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

/// Is there an enhanced `for` inside, over an array or not? Whatever runs over objects calls their iterator.
fn runs_over_objects(s: &Stmt) -> bool {
    matches!(s.kind, StmtKind::ForEach(..)) || statements(s).into_iter().any(runs_over_objects)
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
                let before = scope.len();
                let resources = t.resources.iter().map(|r| &r.local);
                scope.extend(resources.map(|l| (&l.name, &l.ty, l.init.as_ref())));
                yields(&t.body, scope, found);
                scope.truncate(before);
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
fn has_loop(s: &Stmt) -> bool {
    let own = matches!(
        s.kind,
        StmtKind::While(..) | StmtKind::Do(..) | StmtKind::For(..) | StmtKind::ForEach(..)
    );
    own || statements(s).into_iter().any(has_loop)
}

/// May the statement lead elsewhere than to what comes after it?
pub(super) fn has_jump(s: &Stmt) -> bool {
    let own = matches!(
        s.kind,
        StmtKind::Return(_) | StmtKind::Throw(_) | StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Yield(_)
    );
    own || statements(s).into_iter().any(has_jump)
}

/// How many statements there are, those inside included; blocks and labels do not count.
fn count(s: &Stmt) -> usize {
    let own = !matches!(
        s.kind,
        StmtKind::Block(_) | StmtKind::Synchronized(..) | StmtKind::Labeled(..)
    );
    usize::from(own) + statements(s).into_iter().map(count).sum::<usize>()
}

/// May calls of the method be replaced by its body? It is short, and has no loops.
pub(super) fn is_small(m: &Method) -> bool {
    const STATEMENTS: usize = 12;
    let Some(body) = &m.body else { return false };
    m.errors.is_empty() && !body.iter().any(has_loop) && body.iter().map(count).sum::<usize>() <= STATEMENTS
}

/// Can evaluating the expression fail, or do more than give a value?
pub(super) fn may_fail(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Literal(_) | ExprKind::ClassLiteral(_) | ExprKind::Lambda | ExprKind::MethodReference(_) => false,
        ExprKind::Unary(_, a) => may_fail(a),
        ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, _, _) => true,
        ExprKind::Binary(_, a, b) => may_fail(a) || may_fail(b),
        ExprKind::ArrayInit(all) => all.iter().any(may_fail),
        ExprKind::NewArray(_, sizes, init) => {
            let size = |e: &Expr| matches!(&*e.kind, ExprKind::Literal(crate::syntax::ast::Literal::Int(_)));
            !sizes.iter().all(size) || init.as_ref().is_some_and(may_fail)
        }
        _ => true,
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

/// Does the expression say something that only formulas can say?
pub(super) fn speaks_jml(e: &Expr) -> bool {
    let mut found = false;
    each_part(e, &mut |part| {
        found |= matches!(
            &*part.kind,
            ExprKind::Quantified(..) | ExprKind::Let(..) | ExprKind::Math(..) | ExprKind::NonNullElements(_)
        );
        found |= matches!(&*part.kind, ExprKind::Binary(op, ..) if !op.is_common() && *op != BinaryOp::Ushr);
    });
    found
}
