//! The order of evaluation: operands from left to right.
//!
//! The value of an operand is a term over the present state; it is saved in a temporary where a later operand may
//! change that state.

use super::body::Body;
use super::state::HeapKind;
use super::survey::{Calls, has_effect};
use super::value::{Lowering, Val};
use crate::syntax::ast::{Expr, ExprKind};
use crate::syntax::walk::each_part;
use abide_base::Span;

/// What evaluating an expression may change.
#[derive(Default)]
struct Effects {
    names: Vec<String>,
    heap: bool,
}

impl<'a> Body<'_, 'a> {
    fn effects(&mut self, e: &'a Expr, found: &mut Effects) {
        let mut parts = Vec::new();
        each_part(e, &mut |e| parts.push(e));
        for e in parts {
            found.heap |= self.calls_implicitly(e);
            effect(e, found);
        }
    }

    /// Has evaluating the expression an effect?
    pub(super) fn acts(&mut self, e: &'a Expr) -> bool {
        let mut parts = Vec::new();
        each_part(e, &mut |e| parts.push(e));
        has_effect(e, Calls::Act) || parts.into_iter().any(|e| self.calls_implicitly(e))
    }

    /// Keeps a value if evaluating `later` may change it.
    pub(super) fn save_if_changed(&mut self, val: Val, later: &[&'a Expr], span: Span) -> Val {
        let mut found = Effects::default();
        later.iter().for_each(|e| self.effects(e, &mut found));
        let changes = val.term.free_vars().iter().any(|v| {
            let heap = self.heap.part(v);
            match heap.map(|h| &h.kind) {
                Some(HeapKind::Fixed | HeapKind::Constant(_)) => false,
                Some(_) => found.heap,
                None => found.names.iter().any(|n| n == v.name()),
            }
        });
        if changes { self.save(val, span) } else { val }
    }

    /// One of several values: what it binds the others do not see.
    pub(super) fn operand(&mut self, e: &'a Expr) -> Lowering<Val> {
        let first = self.in_scope();
        let val = self.expr(e)?;
        self.out_of_scope(first);
        Ok(val)
    }

    /// Two operands in order.
    pub(super) fn two(&mut self, a: &'a Expr, b: &'a Expr) -> Lowering<(Val, Val)> {
        let x = self.operand(a)?;
        let x = self.save_if_changed(x, &[b], a.span);
        Ok((x, self.operand(b)?))
    }

    /// Arguments in order.
    pub(super) fn arguments(&mut self, args: &'a [Expr]) -> Lowering<Vec<Val>> {
        let mut values = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let val = self.operand(arg)?;
            let unsure = self.may_be_special(&val, arg);
            let val = val.vague_if(unsure);
            let later: Vec<&Expr> = args[i + 1..].iter().collect();
            values.push(self.save_if_changed(val, &later, arg.span));
        }
        Ok(values)
    }
}

fn effect(e: &Expr, found: &mut Effects) {
    match &*e.kind {
        ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } => match &*target.kind {
            ExprKind::Name(n) => {
                found.names.push(n.to_string());
                // it may be a field
                found.heap = true;
            }
            _ => found.heap = true,
        },
        ExprKind::Call(..)
        | ExprKind::New(..)
        | ExprKind::NewArray(..)
        | ExprKind::ArrayInit(..)
        | ExprKind::Switch(..) => {
            found.heap = true;
        }
        _ => {}
    }
}
