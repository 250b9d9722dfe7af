//! Ghost code: it must not change what the program does, and must come to an end.

use super::body::Body;
use super::value::{Lowering, wrong};
use crate::syntax::ast::{self, Expr, ExprKind as E, Stmt, StmtKind as S};
use crate::syntax::walk;
use crate::types::Type;
use std::collections::BTreeSet;

impl<'a> Body<'_, 'a> {
    /// Refuses a statement of ghost code that the program would notice.
    pub(super) fn only_ghost(&mut self, s: &'a Stmt) -> Lowering<()> {
        let leaves = matches!(s.kind, S::Goto(_) | S::Break | S::Continue | S::Return(_));
        let ends = match &s.kind {
            S::While(spec, ..) | S::DoWhile(spec, ..) | S::For(spec, ..) => spec.variant.is_some(),
            S::Label(name, ..) => !self.is_jumped_to(&name.text),
            _ => true,
        };
        let mut quiet = true;
        for e in walk::expressions(s) {
            walk::each_part(e, &mut |e| quiet &= self.is_unnoticed(e));
        }
        if !ends {
            return Err(wrong(s.span, "ghost code must end: this loop needs a `loop variant`"));
        }
        match quiet && !leaves {
            true => Ok(()),
            false => Err(wrong(s.span, "ghost code must not change what the program does")),
        }
    }

    /// May a jump of the function lead to a label?
    fn is_jumped_to(&self, label: &str) -> bool {
        let mut found = false;
        walk::statements(&self.function.body, &mut |s| {
            found |= match &s.kind {
                S::Goto(name) => *name.text == *label,
                S::GotoComputed(_) => true,
                _ => false,
            };
        });
        found
    }

    fn is_unnoticed(&self, e: &Expr) -> bool {
        match &*e.kind {
            E::Assign(_, place, _) | E::Step { place, .. } => self.is_ghost_place(place),
            E::Call(f, _, _) => match &*f.kind {
                E::Name(n) => self.changes_of(&n.text).is_empty() && self.returns_always(&n.text, &mut BTreeSet::new()),
                _ => false,
            },
            E::StmtExpr(_) | E::Builtin(..) => false,
            _ => true,
        }
    }

    /// A ghost variable or a part of it; what a pointer points to may be the program's.
    fn is_ghost_place(&self, place: &Expr) -> bool {
        match &*place.kind {
            E::Name(n) => match self.find_local(&n.text) {
                Some(object) => object.ghost,
                None => self.env.globals.get(&*n.text).is_some_and(|g| g.ghost),
            },
            E::Member(a, _) => self.is_ghost_place(a),
            E::Index(a, _) => matches!(self.type_of(a), Some(Type::Array(..))) && self.is_ghost_place(a),
            _ => false,
        }
    }

    /// Does a call plainly come back: through code without loops, jumps and recursion, or by the
    /// contract of a function that is only declared?
    fn returns_always(&self, name: &str, around: &mut BTreeSet<String>) -> bool {
        let Some(callee) = self.env.callees.get(name) else {
            return false;
        };
        let Some(function) = callee.function else {
            return callee.contract.is_some() && !callee.noreturn;
        };
        if callee.noreturn || !around.insert(name.to_string()) {
            return false;
        }
        let mut plain = true;
        walk::statements(&function.body, &mut |s| plain &= !may_stay(s));
        walk::each_expr(&function.body, &mut |e| {
            plain &= match &*e.kind {
                E::Call(f, _, _) => matches!(&*f.kind, E::Name(n) if self.returns_always(&n.text, around)),
                E::StmtExpr(_) | E::Builtin(..) => false,
                _ => true,
            };
        });
        around.remove(name);
        plain
    }
}

/// May the program stay in a statement?
fn may_stay(s: &ast::Stmt) -> bool {
    matches!(
        s.kind,
        S::While(..) | S::DoWhile(..) | S::For(..) | S::Label(..) | S::Asm(_) | S::Assert(ast::AssertKind::Admit, ..)
    )
}
