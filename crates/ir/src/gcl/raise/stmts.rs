//! From statements to surface statements.

use super::super::ast::{
    Block, Branch, Expr, ExprKind, Location, LoopClause, LoopClauseKind, Name, Place, Stmt, StmtKind, While,
};
use super::names::{Spelling, spell};
use super::terms::Terms;
use crate::program::{self, LoopSpec, StmtKind as Kind};
use abide_logic::{Term, Var};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Writes statements.
pub(super) struct Stmts<'a> {
    pub(super) terms: Terms<'a>,
    labels: BTreeMap<String, Arc<str>>,
    taken: BTreeSet<Arc<str>>,
}

impl<'a> Stmts<'a> {
    pub(super) fn new(terms: Terms<'a>) -> Stmts<'a> {
        Stmts {
            terms,
            labels: BTreeMap::new(),
            taken: BTreeSet::new(),
        }
    }

    pub(super) fn block(&mut self, stmts: &[program::Stmt]) -> Block {
        let mut out = Vec::new();
        for stmt in stmts {
            self.stmt(&stmt.kind, &mut out);
        }
        Block {
            stmts: out,
            place: Place::default(),
        }
    }

    fn stmt(&mut self, kind: &Kind, out: &mut Vec<Stmt>) {
        let kind = match kind {
            Kind::Assign(pairs) if pairs.is_empty() => return,
            Kind::Assign(pairs) => {
                let targets = pairs.iter().map(|(var, _)| self.terms.formula(&var.term())).collect();
                let values = pairs.iter().map(|(_, term)| self.terms.value(term)).collect();
                StmtKind::Assign(targets, values)
            }
            Kind::Havoc(vars) if vars.is_empty() => return,
            Kind::Havoc(vars) => StmtKind::Havoc(vars.iter().map(|var| self.location(var)).collect()),
            Kind::Assume(formula) => StmtKind::Assume(self.terms.formula(formula)),
            Kind::Assert(check) => StmtKind::Assert(self.terms.formula(&check.formula)),
            Kind::If(condition, yes, no) => {
                let condition = condition.as_ref().map(|c| self.terms.value(c));
                let block = self.block(yes);
                let mut branches = vec![Branch { condition, block }];
                let otherwise = self.otherwise(no, &mut branches);
                StmtKind::If(branches, otherwise)
            }
            // there is no block to go on with
            Kind::Choice(blocks) if blocks.is_empty() => stuck(),
            Kind::Choice(blocks) => StmtKind::Choose(blocks.iter().map(|b| self.block(b)).collect()),
            Kind::While(stmt) => self.while_loop(stmt),
            Kind::Break(label) => StmtKind::Break(label.as_ref().map(|l| self.label(l))),
            Kind::Continue(label) => StmtKind::Continue(label.as_ref().map(|l| self.label(l))),
            Kind::Return => StmtKind::Return,
            Kind::Label(label, spec) => StmtKind::Label(self.label(label), self.clauses(spec)),
            Kind::Goto(labels) if labels.is_empty() => stuck(),
            Kind::Goto(labels) => StmtKind::Goto(labels.iter().map(|l| self.label(l)).collect()),
        };
        out.push(at_nowhere(kind));
    }

    /// The `else` of an `if`; an `if` that is all of it joins the chain.
    fn otherwise(&mut self, no: &[program::Stmt], branches: &mut Vec<Branch>) -> Option<Block> {
        let mut block = self.block(no);
        match block.stmts.pop() {
            None => None,
            Some(Stmt {
                kind: StmtKind::If(more, last),
                ..
            }) if block.stmts.is_empty() => {
                branches.extend(more);
                last
            }
            Some(stmt) => {
                block.stmts.push(stmt);
                Some(block)
            }
        }
    }

    /// A loop with a prelude leaves in the middle:
    /// `while (true) { prelude; if (!c) { break; } body }`.
    fn while_loop(&mut self, stmt: &program::Loop) -> StmtKind {
        let label = stmt.label.as_ref().map(|l| self.label(l));
        let clauses = self.clauses(&stmt.spec);
        let mut condition = stmt.condition.as_ref().map(|c| self.terms.value(c));
        let mut body = self.block(&stmt.body);
        let mut prelude = self.block(&stmt.prelude).stmts;
        if !prelude.is_empty() {
            let exit = stmt.condition.as_ref().map(|c| self.terms.value(&Term::not(c.clone())));
            let branch = Branch {
                condition: exit,
                block: Block {
                    stmts: vec![at_nowhere(StmtKind::Break(None))],
                    place: Place::default(),
                },
            };
            prelude.push(at_nowhere(StmtKind::If(vec![branch], None)));
            prelude.append(&mut body.stmts);
            body.stmts = prelude;
            condition = Some(Expr::new(ExprKind::Bool(true)));
        }
        StmtKind::While(While {
            label,
            keyword: Place::default(),
            condition,
            clauses,
            body,
        })
    }

    fn clauses(&mut self, spec: &LoopSpec) -> Vec<LoopClause> {
        let mut clauses: Vec<LoopClauseKind> = Vec::new();
        for check in &spec.invariants {
            clauses.push(LoopClauseKind::Invariant(self.terms.formula(&check.formula)));
        }
        let skolems = self.terms.bind(&spec.skolems);
        if !skolems.is_empty() {
            clauses.push(LoopClauseKind::Skolem(skolems));
        }
        for fact in &spec.predicates {
            clauses.push(LoopClauseKind::Predicate(vec![self.terms.formula(&fact.formula)]));
        }
        self.terms.unbind(spec.skolems.len());
        let place = Place::default();
        clauses.into_iter().map(|kind| LoopClause { kind, place }).collect()
    }

    fn location(&self, var: &Var) -> Location {
        match self.terms.names.get(var) {
            Some(Spelling::Field(name)) => Location::Field(Name::new(name.clone())),
            Some(Spelling::Variable(name)) => Location::Variable(Name::new(name.clone())),
            None => Location::Variable(Name::new(var.name())),
        }
    }

    /// A label as it can be written.
    fn label(&mut self, label: &str) -> Name {
        if let Some(name) = self.labels.get(label) {
            return Name::new(name.clone());
        }
        let name = spell(label, 0, |name| self.taken.contains(name));
        self.taken.insert(name.clone());
        self.labels.insert(label.to_string(), name.clone());
        Name::new(name)
    }
}

fn at_nowhere(kind: StmtKind) -> Stmt {
    Stmt {
        kind,
        place: Place::default(),
    }
}

/// A statement after which there is nothing.
fn stuck() -> StmtKind {
    StmtKind::Assume(Expr::new(ExprKind::Bool(false)))
}
