//! Statements and expressions found by their places.

use crate::syntax::ast::{Case, Expr, ExprKind, Stmt, StmtKind as S, TypeRef};
use crate::syntax::walk::{children, each_expr, exprs};
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
                    self.locals.push(plain(&r.local.name.text, &r.local.ty));
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
