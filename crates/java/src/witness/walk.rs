//! Finding statements and expressions by their places.

use crate::syntax::ast::{Case, Expr, ExprKind, Stmt, StmtKind as S, TypeRef};
use abide_base::Span;

/// A local variable that is visible at a place.
#[derive(Clone)]
pub(super) struct Visible<'u> {
    pub name: &'u str,
    pub ty: &'u TypeRef,
    /// The value that `var` takes its type from; with `each`, the array whose element it is.
    pub init: Option<&'u Expr>,
    pub each: bool,
    /// Known to JML only.
    pub ghost: bool,
}

/// A statement with what is around it.
pub(super) struct Found<'u> {
    /// The statement last, before it those around it.
    pub path: Vec<&'u Stmt>,
    /// Locals declared before it.
    pub locals: Vec<Visible<'u>>,
}

impl<'u> Found<'u> {
    /// The statement.
    pub fn stmt(&self) -> Option<&'u Stmt> {
        self.path.last().copied()
    }

    /// The statement with the labels in front of it.
    pub fn labeled(&self) -> Option<&'u Stmt> {
        let mut all = self.path.iter().rev();
        let mut outermost = all.next()?;
        for s in all {
            if !matches!(s.kind, S::Labeled(..)) {
                break;
            }
            outermost = s;
        }
        Some(outermost)
    }
}

/// The innermost statement that is wanted.
pub(super) fn find_stmt<'u>(block: &'u [Stmt], wanted: &dyn Fn(&Stmt) -> bool) -> Option<Found<'u>> {
    let mut search = Search {
        wanted,
        path: Vec::new(),
        locals: Vec::new(),
    };
    search.block(block).then_some(Found {
        path: search.path,
        locals: search.locals,
    })
}

struct Search<'w, 'u> {
    wanted: &'w dyn Fn(&Stmt) -> bool,
    path: Vec<&'u Stmt>,
    locals: Vec<Visible<'u>>,
}

impl<'u> Search<'_, 'u> {
    /// Looks into a block; if it is there, path and locals stay as they are.
    fn block(&mut self, block: &'u [Stmt]) -> bool {
        let mark = self.locals.len();
        for s in block {
            if self.stmt(s) {
                return true;
            }
            self.declare(s);
        }
        self.locals.truncate(mark);
        false
    }

    /// What a statement declares for those after it.
    fn declare(&mut self, s: &'u Stmt) {
        self.locals.extend(declared(s));
        for e in exprs(s) {
            self.patterns(e);
        }
    }

    /// Variables of `instanceof`.
    fn patterns(&mut self, e: &'u Expr) {
        if let ExprKind::InstanceOf(_, ty, Some(name)) = &*e.kind {
            self.locals.push(plain(&name.text, ty));
        }
        for child in children(e) {
            self.patterns(child);
        }
    }

    fn stmt(&mut self, s: &'u Stmt) -> bool {
        let mark = self.locals.len();
        self.path.push(s);
        if self.inside(s) {
            return true;
        }
        self.locals.truncate(mark);
        if (self.wanted)(s) {
            return true;
        }
        self.path.pop();
        false
    }

    fn inside(&mut self, s: &'u Stmt) -> bool {
        for e in exprs(s) {
            self.patterns(e);
        }
        match &s.kind {
            S::Block(b) | S::Synchronized(_, b) => self.block(b),
            S::If(_, yes, no) => self.stmt(yes) || no.as_ref().is_some_and(|no| self.stmt(no)),
            S::While(_, _, body) | S::Do(_, body, _) | S::Labeled(_, body) => self.stmt(body),
            S::For(_, init, _, _, body) => {
                init.iter().for_each(|s| self.declare(s));
                self.stmt(body)
            }
            S::ForEach(_, param, array, body) => {
                self.locals.push(Visible {
                    init: Some(array),
                    each: true,
                    ..plain(&param.name.text, &param.ty)
                });
                self.stmt(body)
            }
            S::Switch(_, cases) => self.cases(cases),
            S::Try(t) => {
                let mark = self.locals.len();
                for r in &t.resources {
                    self.locals.push(plain(&r.name.text, &r.ty));
                }
                if self.block(&t.body) {
                    return true;
                }
                self.locals.truncate(mark);
                for c in &t.catches {
                    if let [only] = c.types.as_slice() {
                        self.locals.push(plain(&c.name.text, only));
                    }
                    if self.block(&c.body) {
                        return true;
                    }
                    self.locals.truncate(mark);
                }
                t.finally.as_ref().is_some_and(|f| self.block(f))
            }
            _ => false,
        }
    }

    fn cases(&mut self, cases: &'u [Case]) -> bool {
        for case in cases {
            for s in &case.body {
                if self.stmt(s) {
                    return true;
                }
                self.declare(s);
            }
        }
        false
    }
}

/// The variables that a statement declares.
pub(super) fn declared(s: &Stmt) -> Vec<Visible<'_>> {
    let S::Local(locals) = &s.kind else { return Vec::new() };
    let each = locals.iter().map(|l| Visible {
        init: l.init.as_ref(),
        ghost: l.modifiers.ghost,
        ..plain(&l.name.text, &l.ty)
    });
    each.collect()
}

fn plain<'u>(name: &'u str, ty: &'u TypeRef) -> Visible<'u> {
    Visible {
        name,
        ty,
        init: None,
        each: false,
        ghost: false,
    }
}

/// The expressions of a statement, without those of statements in it.
pub(super) fn exprs(s: &Stmt) -> Vec<&Expr> {
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
        | S::Synchronized(e, _) => vec![e],
        S::Assert(c, m) => std::iter::once(c).chain(m).collect(),
        S::For(_, _, c, update, _) => c.iter().chain(update).collect(),
        S::Try(t) => t.resources.iter().filter_map(|l| l.init.as_ref()).collect(),
        _ => Vec::new(),
    }
}

/// The parts of an expression.
pub(super) fn children(e: &Expr) -> Vec<&Expr> {
    match &*e.kind {
        ExprKind::Field(a, _)
        | ExprKind::Unary(_, a)
        | ExprKind::Step { target: a, .. }
        | ExprKind::Cast(_, a)
        | ExprKind::InstanceOf(a, _, _)
        | ExprKind::Switch(a, _)
        | ExprKind::Old(a, _) => vec![a],
        ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) | ExprKind::Assign(_, a, b) => vec![a, b],
        ExprKind::Conditional(a, b, c) => vec![a, b, c],
        ExprKind::Call(target, _, args) => target.iter().chain(args).collect(),
        ExprKind::New(_, args, _) | ExprKind::ArrayInit(args) => args.iter().collect(),
        ExprKind::NewArray(_, sizes, init) => sizes.iter().chain(init).collect(),
        _ => Vec::new(),
    }
}

/// Calls `f` for every expression in statements.
pub(super) fn each_expr<'u>(block: &'u [Stmt], f: &mut dyn FnMut(&'u Expr)) {
    fn all<'u>(e: &'u Expr, f: &mut dyn FnMut(&'u Expr)) {
        f(e);
        for child in children(e) {
            all(child, f);
        }
        if let ExprKind::Switch(_, cases) = &*e.kind {
            for case in cases {
                each_expr(&case.body, f);
            }
        }
    }
    for s in block {
        for e in exprs(s) {
            all(e, f);
        }
        match &s.kind {
            S::Block(b) | S::Synchronized(_, b) => each_expr(b, f),
            S::If(_, yes, no) => {
                each_in(yes, f);
                if let Some(no) = no {
                    each_in(no, f);
                }
            }
            S::While(_, _, b) | S::Do(_, b, _) | S::Labeled(_, b) | S::ForEach(_, _, _, b) => each_in(b, f),
            S::For(_, init, _, _, b) => {
                each_expr(init, f);
                each_in(b, f);
            }
            S::Switch(_, cases) => cases.iter().for_each(|c| each_expr(&c.body, f)),
            S::Try(t) => {
                each_expr(&t.body, f);
                t.catches.iter().for_each(|c| each_expr(&c.body, f));
                if let Some(b) = &t.finally {
                    each_expr(b, f);
                }
            }
            _ => {}
        }
    }
}

/// The same for one statement.
fn each_in<'u>(s: &'u Stmt, f: &mut dyn FnMut(&'u Expr)) {
    each_expr(std::slice::from_ref(s), f);
}

/// The expression at a place that is wanted.
pub(super) fn find_expr<'u>(block: &'u [Stmt], span: Span, wanted: &dyn Fn(&Expr) -> bool) -> Option<&'u Expr> {
    let mut found = None;
    each_expr(block, &mut |e| {
        if e.span == span && wanted(e) {
            found = Some(e);
        }
    });
    found
}
