//! A first pass over a body: its labels and its skolem constants, which are known before their place.

use super::super::ast::*;
use abide_base::Span;
use std::collections::HashMap;
use std::sync::Arc;

/// What there is in a body, before names are resolved.
#[derive(Default)]
pub(super) struct Survey {
    /// The labels one can jump to.
    pub(super) labels: HashMap<Arc<str>, Span>,
    /// Labels that are there before: the second place and the first.
    pub(super) repeated_labels: Vec<(Name, Span)>,
    /// The skolem constants of all loops.
    pub(super) skolems: HashMap<Arc<str>, Span>,
}

impl Survey {
    /// Looks at a body.
    pub(super) fn of(body: &Block) -> Survey {
        let mut survey = Survey::default();
        survey.block(body);
        survey
    }

    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::If(branches, otherwise) => {
                    branches
                        .iter()
                        .map(|b| &b.block)
                        .chain(otherwise)
                        .for_each(|b| self.block(b));
                }
                StmtKind::Choose(blocks) => blocks.iter().for_each(|b| self.block(b)),
                StmtKind::While(stmt) => {
                    self.clauses(&stmt.clauses);
                    self.block(&stmt.body);
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
                | StmtKind::Assign(..)
                | StmtKind::Havoc(_)
                | StmtKind::Call(_)
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
                self.skolems
                    .extend(all.iter().map(|b| (b.name.text.clone(), b.name.span())));
            }
        }
    }
}
