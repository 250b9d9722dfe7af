//! How a method uses what it is given, with the methods of its class that it calls: what it mentions, counts with,
//! compares with and throws.

use crate::syntax::ast::{self, BinaryOp, Expr, ExprKind as E, Stmt, StmtKind as S};
use crate::syntax::walk;
use std::collections::BTreeSet;

/// How a method uses what it is given.
#[derive(Default)]
pub(super) struct Usage {
    pub names: BTreeSet<String>,
    pub divisors: BTreeSet<String>,
    /// What is above others in comparisons.
    pub bounds: BTreeSet<String>,
    /// What others are less than: numbers of things.
    pub sizes: BTreeSet<String>,
    /// What is an index, a size or a number of something, or goes into one.
    pub counts: BTreeSet<String>,
    /// What is an index as it is.
    pub indices: BTreeSet<String>,
    /// Names with what goes into them.
    flows: Vec<(String, BTreeSet<String>)>,
    /// Is an element the index of another?
    pub nested_index: bool,
    /// The classes of exceptions that are thrown by `throw new`.
    pub thrown: BTreeSet<String>,
}

impl Usage {
    pub fn of(method: &ast::Method, class: &ast::Class) -> Usage {
        let mut found = Usage::default();
        let mut left = vec![method];
        let mut seen: Vec<*const ast::Method> = Vec::new();
        while let Some(m) = left.pop() {
            if seen.contains(&std::ptr::from_ref(m)) {
                continue;
            }
            seen.push(m);
            let body = m.body.iter().flatten();
            body.clone().for_each(|s| found.statement(s));
            walk::each_expr(body, &mut |e| {
                found.expression(e);
                if let E::Call(None, name, _) = &*e.kind {
                    left.extend(class.methods.iter().filter(|m| m.name.text == name.text));
                }
            });
        }
        found.follow_counts();
        found
    }

    /// What goes into a count is a count, too.
    fn follow_counts(&mut self) {
        self.counts.extend(self.bounds.iter().cloned());
        loop {
            let new = self.flows.iter().filter(|(to, _)| self.counts.contains(to));
            let new: BTreeSet<String> = new.flat_map(|(_, from)| from.clone()).collect();
            if new.is_subset(&self.counts) {
                return;
            }
            self.counts.extend(new);
        }
    }

    fn statement(&mut self, s: &Stmt) {
        match &s.kind {
            S::Local(locals) => {
                for local in locals {
                    let from = local.init.as_ref().map(names).unwrap_or_default();
                    self.flows.push((local.name.text.to_string(), from));
                }
            }
            S::Throw(e) => {
                if let E::New(ty, _, None) = &*e.kind {
                    self.thrown.insert(ty.name.to_string());
                }
            }
            _ => {}
        }
        walk::statements(s).into_iter().for_each(|s| self.statement(s));
    }

    fn expression(&mut self, e: &Expr) {
        match &*e.kind {
            E::Name(_) | E::Field(..) => self.names.extend(last_name(e)),
            E::Index(_, index) => {
                walk::each_part(index, &mut |e| self.nested_index |= matches!(&*e.kind, E::Index(..)));
                self.counts.extend(names(index));
                self.indices.extend(last_name(index));
            }
            E::NewArray(_, sizes, _) => sizes.iter().for_each(|s| self.counts.extend(names(s))),
            E::Call(_, _, args) => args.iter().for_each(|a| self.counts.extend(names(a))),
            E::Assign(op, place, value) => {
                if let Some(to) = last_name(place) {
                    self.flows.push((to, names(value)));
                }
                op.iter().for_each(|op| self.operator(*op, value, value));
            }
            E::Binary(op, left, right) => self.operator(*op, left, right),
            _ => {}
        }
    }

    fn operator(&mut self, op: BinaryOp, left: &Expr, right: &Expr) {
        match op {
            BinaryOp::Div | BinaryOp::Rem => self.divisors.extend(last_name(right)),
            BinaryOp::Lt | BinaryOp::Ne => {
                self.bounds.extend(numbers(right));
                self.sizes.extend(numbers(right));
            }
            BinaryOp::Gt => {
                self.bounds.extend(numbers(left));
                self.sizes.extend(numbers(left));
            }
            BinaryOp::Le => self.bounds.extend(numbers(right)),
            BinaryOp::Ge => self.bounds.extend(numbers(left)),
            _ => {}
        }
    }
}

/// The variables and fields that an expression mentions.
fn names(e: &Expr) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    walk::each_part(e, &mut |e| found.extend(last_name(e)));
    found
}

/// The same of what a number is made of: an element is none of its array or index.
fn numbers(e: &Expr) -> BTreeSet<String> {
    match &*e.kind {
        E::Index(..) | E::Call(..) => BTreeSet::new(),
        E::Name(_) | E::Field(..) => last_name(e).into_iter().collect(),
        _ => walk::children(e).into_iter().flat_map(numbers).collect(),
    }
}

/// The name of a variable, or of a field of this object.
fn last_name(e: &Expr) -> Option<String> {
    match &*e.kind {
        E::Name(name) => Some(name.to_string()),
        E::Field(of, name) if matches!(&*of.kind, E::This(None)) => Some(name.text.to_string()),
        _ => None,
    }
}
