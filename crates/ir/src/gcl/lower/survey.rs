//! A first look at a body: what it assigns, its labels, its skolem constants.

use super::super::ast::*;
use super::decls::{Decls, Root};
use abide_base::Span;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// What there is in a body, before names are resolved.
#[derive(Default)]
pub(super) struct Survey {
    /// Everything that may be assigned, by name. A local variable may hide a global one of the
    /// same name; then the global one is here as well, which costs a copy for `old`, no more.
    pub(super) assigned: BTreeSet<Root>,
    /// The labels one can jump to.
    pub(super) labels: HashMap<Arc<str>, Span>,
    /// Labels that are there before: the second place and the first.
    pub(super) repeated_labels: Vec<(Name, Span)>,
    /// The skolem constants of all loops.
    pub(super) skolems: HashMap<Arc<str>, Span>,
}

impl Survey {
    /// Looks at a body.
    pub(super) fn of(body: &Block, decls: &Decls) -> Survey {
        let mut survey = Survey::default();
        survey.block(body, decls);
        survey
    }

    fn block(&mut self, block: &Block, decls: &Decls) {
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::Assign(targets, _) => self.assigned.extend(targets.iter().filter_map(root)),
                StmtKind::Havoc(locations) => self.assigned.extend(locations.iter().map(Root::from)),
                StmtKind::Call(call) => self.call(call, decls),
                StmtKind::If(branches, otherwise) => {
                    branches.iter().map(|b| &b.block).chain(otherwise).for_each(|b| self.block(b, decls));
                }
                StmtKind::Choose(blocks) => blocks.iter().for_each(|b| self.block(b, decls)),
                StmtKind::While(stmt) => {
                    self.clauses(&stmt.clauses);
                    self.block(&stmt.body, decls);
                }
                StmtKind::Label(name, clauses) => {
                    self.clauses(clauses);
                    match self.labels.get(&name.text) {
                        Some(first) => self.repeated_labels.push((name.clone(), *first)),
                        None => {
                            self.labels.insert(name.text.clone(), name.span());
                        }
                    }
                }
                StmtKind::Var(..)
                | StmtKind::Assume(_)
                | StmtKind::Assert(_)
                | StmtKind::Break(_)
                | StmtKind::Continue(_)
                | StmtKind::Goto(_)
                | StmtKind::Return => {}
            }
        }
    }

    fn clauses(&mut self, clauses: &[LoopClause]) {
        for clause in clauses {
            if let LoopClauseKind::Skolem(all) = &clause.kind {
                self.skolems.extend(all.iter().map(|b| (b.name.text.clone(), b.name.span())));
            }
        }
    }

    fn call(&mut self, call: &Call, decls: &Decls) {
        self.assigned.extend(call.targets.iter().map(|t| Root::Variable(t.text.clone())));
        let Some(signature) = decls.procedures.get(&call.callee.text) else { return };
        self.assigned.extend(signature.modifies.iter().cloned());
        let inout = signature.ast.params.iter().zip(&call.args).filter(|(p, _)| p.mode == Mode::Inout);
        self.assigned.extend(inout.filter_map(|(_, arg)| root(arg)));
    }
}

/// What an assignment to `target` changes.
fn root(target: &Expr) -> Option<Root> {
    match &target.kind {
        ExprKind::Name(name) => Some(Root::Variable(name.clone())),
        ExprKind::Field(name) | ExprKind::Dot(_, name) => Some(Root::Field(name.text.clone())),
        ExprKind::Index(base, _) => root(base),
        _ => None,
    }
}
