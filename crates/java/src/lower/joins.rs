//! How what is known at a place ([`super::flow`]) comes there.
//!
//! Code is lowered from its beginning to its end. Where branches come together what holds after both is kept, and a jump
//! takes what is written before it along to its label. At the head of a loop all that is written in it may have been.

use super::body::Body;
use super::flow::add;
use super::state::Touched;
use super::value::Lowering;
use crate::syntax::ast::{self, Expr, ExprKind, Stmt};
use crate::syntax::walk::{each_expr, each_part, statements};
use abide_base::Span;
use abide_frontend::draft::Drafting;
use abide_ir::{Block, StmtKind};
use abide_logic::{Term, Var};
use std::collections::BTreeSet;

impl Drafting for Body<'_, '_> {
    /// What `f` emits, apart: it may run or not.
    fn block<T>(&mut self, f: impl FnOnce(&mut Self) -> Lowering<T>) -> Lowering<(T, Block)> {
        let known = self.flow.clone();
        let before = std::mem::take(&mut self.code);
        let result = f(self);
        let block = std::mem::replace(&mut self.code, before);
        self.flow.join(known);
        Ok((result?, block))
    }
}

impl<'a> Body<'_, 'a> {
    /// A part of the heap is written.
    pub(super) fn touch(&mut self, part: &Var, written: Touched) {
        for parts in [&mut self.dirty.touched, &mut self.flow.pending] {
            parts.entry(part.clone()).or_default().add(&written);
        }
        self.dirty.log.push((part.clone(), written));
    }

    /// Goes to a label.
    pub(super) fn goto(&mut self, label: impl Into<String>, span: Span) {
        let label = label.into();
        self.comes_from_here(&label);
        self.draft.goto(label, span);
    }

    /// What is written here is written at a label that a jump leads to.
    pub(super) fn comes_from_here(&mut self, label: &str) {
        add(self.at_labels.entry(label.to_string()).or_default(), &self.flow.pending);
    }

    /// Puts a label here that no loop begins at.
    pub(super) fn place_label(&mut self, label: impl Into<String>, span: Span) {
        let label = label.into();
        if let Some(known) = self.at_labels.get(&label) {
            add(&mut self.flow.pending, known);
        }
        self.other_code_runs();
        self.draft.place_label(label, span);
    }

    /// The routine ends here.
    pub(super) fn ends_here(&mut self, span: Span) {
        self.comes_to_end();
        self.emit(StmtKind::Return, span);
    }

    /// What is written here is looked at where the routine ends.
    pub(super) fn comes_to_end(&mut self) {
        add(&mut self.dirty.at_exits, &self.flow.pending);
    }

    /// What was read before need not be there any more.
    pub(super) fn other_code_runs(&mut self) {
        self.flow.given.clear();
        self.flow.origins.clear();
    }

    /// A loop begins, which executes these parts: what it writes may have been written, and it may show the arrays that it
    /// does more with than to look into them. Gives back how much had been written before.
    pub(super) fn loop_begins(&mut self, span: Span, exprs: &[&'a Expr], body: &'a Stmt) -> usize {
        self.other_code_runs();
        if let Some(known) = self.dirty.in_loops.get(&span) {
            add(&mut self.flow.pending, known);
        }
        let mut all: Vec<&'a Expr> = Vec::new();
        exprs.iter().for_each(|e| each_part(e, &mut |part| all.push(part)));
        each_expr(std::iter::once(body), &mut |part| all.push(part));
        // what a lambda or a class in the body does with them is not among its expressions
        if all.iter().any(|e| keeps_variables(e)) || declares_class(body) {
            self.flow.unseen.clear();
        }
        let used: BTreeSet<&str> = all.iter().filter_map(|e| name_of(e)).collect();
        let copied = self.copies_only_look();
        let locals: Vec<_> = self.scopes.iter().flatten().cloned().collect();
        for local in locals {
            if used.contains(&*local.name) && !looks_only_into(&all, &local.name, copied) {
                self.another_value(&local.var);
            }
        }
        self.dirty.log.len()
    }

    /// Does `System` mean the class of the library here?
    fn copies_only_look(&mut self) -> bool {
        let is_variable = self.find_local("System").is_some() || self.member("System", self.class, None).is_some();
        let class = self.classes().class_named("System", Some(self.class));
        !is_variable && class.is_none_or(|id| self.classes().get(id).decl.is_none())
    }

    /// The loop that began there ends.
    pub(super) fn loop_ends(&mut self, span: Span, mark: usize) {
        self.other_code_runs();
        let known = self.dirty.in_loops.entry(span).or_default();
        for (part, written) in &self.dirty.log[mark..] {
            known.entry(part.clone()).or_default().add(written);
        }
    }

    /// A variable is given another value.
    pub(super) fn another_value(&mut self, local: &Var) {
        self.flow.unseen.remove(local);
        self.flow.exact.remove(local);
        self.flow.given.remove(local);
    }

    /// Is it an array that only a variable refers to?
    pub(super) fn is_unseen(&self, array: &Term) -> bool {
        array.as_var().is_some_and(|v| self.flow.unseen.contains(v))
    }

    /// The variable that an expression is, if it holds such an array.
    pub(super) fn unseen_array(&self, e: &Expr) -> Option<Var> {
        let local = self.find_local(name_of(e)?)?;
        self.flow.unseen.contains(&local.var).then_some(local.var)
    }

    /// Does something that only looks into the array which an expression is: nobody else sees it.
    pub(super) fn looking_into<T>(&mut self, e: &Expr, f: impl FnOnce(&mut Self) -> T) -> T {
        let array = self.unseen_array(e);
        let done = f(self);
        self.flow.unseen.extend(array);
        done
    }

    /// The arrays among the arguments of a call that nobody else sees if the call only looks into them.
    pub(super) fn unseen_among(&self, args: &[Expr]) -> Vec<Var> {
        let mut all = Vec::new();
        args.iter().for_each(|e| each_part(e, &mut |part| all.push(part)));
        if all.iter().any(|e| keeps_variables(e)) {
            return Vec::new();
        }
        let direct = |name: &str| args.iter().filter(|e| name_of(e) == Some(name)).count();
        let uses = |name: &str| all.iter().filter(|e| name_of(e) == Some(name)).count();
        let names = args.iter().filter_map(|e| Some((name_of(e)?, self.unseen_array(e)?)));
        let only = names.filter(|(name, _)| direct(name) == uses(name));
        only.map(|(_, var)| var).collect()
    }
}

/// The name that an expression is.
fn name_of(e: &Expr) -> Option<&str> {
    match &*e.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}

/// Do the expressions use an array of that name only to read and write its elements and ghosts, and to copy them?
fn looks_only_into(all: &[&Expr], name: &str, copied: bool) -> bool {
    let is_it = |e: &Expr| usize::from(name_of(e) == Some(name));
    let uses: usize = all.iter().map(|e| is_it(e)).sum();
    let looks = all.iter().map(|e| match &*e.kind {
        ExprKind::Index(array, _) | ExprKind::Field(array, _) => is_it(array),
        ExprKind::Call(Some(target), called, args) if copied && is_copy(target, &called.text) => {
            args.iter().map(is_it).sum()
        }
        _ => 0,
    });
    uses == looks.sum()
}

/// Does an expression itself, not its parts, keep variables around it, as lambdas and objects of classes in bodies do?
fn keeps_variables(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Lambda | ExprKind::MethodReference(_) | ExprKind::New(_, _, Some(_)) => true,
        ExprKind::Switch(_, cases) => cases.iter().flat_map(|c| &c.body).any(declares_class),
        _ => false,
    }
}

/// Does a statement declare a class?
fn declares_class(s: &Stmt) -> bool {
    matches!(s.kind, ast::StmtKind::LocalClass(_)) || statements(s).into_iter().any(declares_class)
}

/// Is it called like `System.arraycopy`?
pub(super) fn is_copy(target: &Expr, name: &str) -> bool {
    name == "arraycopy" && name_of(target) == Some("System")
}
