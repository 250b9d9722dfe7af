//! Statements.

use super::super::ast::{self, Binding, Branch, Expr, Location, Name, StmtKind, While};
use super::checks::Checking;
use super::past::When;
use super::routine::Lowering;
use super::scope::{Role, unknown};
use super::value::Value;
use crate::program::{Block, Check, CheckKind, Loop, Stmt, StmtKind as Kind};
use abide_base::{Diagnostic, Span};
use abide_logic::Term;
use std::collections::HashSet;
use std::sync::Arc;

/// Why there is no `old` in the expressions of statements.
const NO_OLD: When = When::Never("`old` stands in contracts, loop clauses, `assert` and `assume`");

impl Lowering<'_> {
    /// The block of a procedure; its variables share a scope with the parameters.
    pub(super) fn top_block(&mut self, block: &ast::Block) -> Block {
        let mut out = Vec::new();
        self.checks.switch(Checking::On);
        self.past.when = NO_OLD;
        for stmt in &block.stmts {
            self.stmt(stmt, &mut out);
        }
        out
    }

    fn block(&mut self, block: &ast::Block) -> Block {
        let mut out = Vec::new();
        self.scope.open();
        for stmt in &block.stmts {
            self.stmt(stmt, &mut out);
        }
        self.scope.close();
        out
    }

    /// Asserts what the expressions lowered since the last time need.
    pub(super) fn emit_checks(&mut self, out: &mut Block) {
        out.extend(self.checks.take().into_iter().map(|check| Stmt {
            span: check.span,
            kind: Kind::Assert(check),
        }));
    }

    fn stmt(&mut self, stmt: &ast::Stmt, out: &mut Block) {
        let span = stmt.place.0;
        let mut push = |kind: Kind| out.push(Stmt { kind, span });
        match &stmt.kind {
            StmtKind::Var(binding, value) => self.var(binding, value.as_ref(), span, out),
            StmtKind::Assign(targets, values) => self.assign(targets, values, span, out),
            StmtKind::Havoc(locations) => self.havoc(locations, span, out),
            StmtKind::Assume(e) => {
                if let Some(formula) = self.formula(e, When::Start) {
                    push(Kind::Assume(formula));
                }
            }
            StmtKind::Assert(e) => {
                if let Some(formula) = self.formula(e, When::Start) {
                    push(Kind::Assert(Check {
                        formula,
                        span: e.span(),
                        kind: CheckKind::Assertion,
                        demanded: None,
                    }));
                }
            }
            StmtKind::If(branches, otherwise) => self.branches(branches, otherwise.as_ref(), span, out),
            StmtKind::Choose(blocks) => {
                let blocks = blocks.iter().map(|b| self.block(b)).collect();
                push(Kind::Choice(blocks));
            }
            StmtKind::While(stmt) => self.while_loop(stmt, span, out),
            StmtKind::Break(label) => {
                if let Some(label) = self.enclosing_loop("break", label.as_ref(), span) {
                    push(Kind::Break(label));
                }
            }
            StmtKind::Continue(label) => {
                if let Some(label) = self.enclosing_loop("continue", label.as_ref(), span) {
                    push(Kind::Continue(label));
                }
            }
            StmtKind::Label(name, clauses) => {
                self.passed_label = true;
                let spec = self.loop_spec(clauses, name.span(), When::Never("a label has no entry of its own"));
                push(Kind::Label(name.text.to_string(), spec));
            }
            StmtKind::Goto(labels) => {
                labels.iter().for_each(|label| self.check_label(label));
                push(Kind::Goto(labels.iter().map(|label| label.text.to_string()).collect()));
            }
            StmtKind::Call(call) => self.call(call, span, out),
            StmtKind::Return => push(Kind::Return),
        }
    }

    /// `var x: T := e;`. Without a value it is arbitrary; where the statement is executed once
    /// only it is so from the start.
    fn var(&mut self, binding: &Binding, value: Option<&Expr>, span: Span, out: &mut Block) {
        let value = value.map(|e| self.typed(e, &binding.ty));
        self.emit_checks(out);
        let stored = self.stored(binding);
        let vars = stored.iter().flat_map(Value::vars).collect::<Vec<_>>();
        self.adopt(&vars);
        match (value, &stored) {
            (Some(Some(value)), Some(_)) => out.push(Stmt {
                kind: Kind::Assign(vars.into_iter().zip(value.parts).collect()),
                span,
            }),
            (None, Some(stored)) => {
                if self.passed_label || !self.loops.is_empty() {
                    let kind = Kind::Havoc(vars);
                    out.push(Stmt { kind, span });
                }
                self.assume_natural(stored, span, out);
            }
            _ => {}
        }
        self.declare("variable", &binding.name, Role::Local, stored);
    }

    fn havoc(&mut self, locations: &[Location], span: Span, out: &mut Block) {
        let mut values: Vec<Value> = Vec::new();
        let mut seen = HashSet::new();
        for location in locations {
            let value = self.location(location);
            values.extend(value.filter(|v| seen.insert(v.parts[0].clone())));
        }
        let vars = values.iter().flat_map(Value::vars).collect();
        out.push(Stmt {
            kind: Kind::Havoc(vars),
            span,
        });
        for value in &values {
            self.assume_natural(value, span, out);
        }
    }

    /// `if … else if … else …`: each branch in the `else` of the one before.
    fn branches(&mut self, branches: &[Branch], otherwise: Option<&ast::Block>, span: Span, out: &mut Block) {
        let [branch, rest @ ..] = branches else {
            out.extend(otherwise.map(|block| self.block(block)).unwrap_or_default());
            return;
        };
        let condition = branch.condition.as_ref().map(|e| self.condition(e));
        self.emit_checks(out);
        let yes = self.block(&branch.block);
        let mut no = Vec::new();
        self.branches(rest, otherwise, span, &mut no);
        out.push(Stmt {
            kind: Kind::If(condition, yes, no),
            span,
        });
    }

    /// A condition; where something is wrong with it, anything will do.
    fn condition(&mut self, e: &Expr) -> Term {
        self.scalar(e, &ast::Type::Bool).unwrap_or_else(Term::tt)
    }

    fn while_loop(&mut self, stmt: &While, span: Span, out: &mut Block) {
        let spec = self.loop_spec(&stmt.clauses, stmt.keyword.0, When::LoopEntry);
        let copies = std::mem::take(&mut self.past.recent).into_used();
        self.emit_copies(copies, span, out);
        let condition = stmt.condition.as_ref().map(|e| self.condition(e));
        let mut prelude = Vec::new();
        self.emit_checks(&mut prelude);
        if let Some(label) = &stmt.label
            && self.loops.contains(&Some(label.text.clone()))
        {
            self.error(|| {
                let message = format!("a loop around this one has the label `{}` already", label.text);
                Diagnostic::error(label.span(), message)
            });
        }
        self.loops.push(stmt.label.as_ref().map(|label| label.text.clone()));
        let body = self.block(&stmt.body);
        self.loops.pop();
        out.push(Stmt {
            kind: Kind::While(Loop {
                label: stmt.label.as_ref().map(|label| label.text.to_string()),
                spec,
                prelude,
                condition,
                body,
            }),
            span,
        });
    }

    /// The label of a jump out of a loop, if there is such a loop around.
    fn enclosing_loop(&mut self, word: &str, label: Option<&Name>, span: Span) -> Option<Option<String>> {
        let Some(label) = label else {
            if self.loops.is_empty() {
                self.error(|| Diagnostic::error(span, format!("`{word}` outside of a loop")));
                return None;
            }
            return Some(None);
        };
        if self.loops.contains(&Some(label.text.clone())) {
            return Some(Some(label.text.to_string()));
        }
        let around: Vec<Arc<str>> = self.loops.iter().flatten().cloned().collect();
        let jump = self.survey.labels.contains_key(&label.text);
        self.error(|| {
            let error = unknown("loop", label, around.iter().map(|l| &**l)).label("no loop around this has that label");
            match jump {
                true => error.help(format!("to a `label` one jumps by `goto {};`", label.text)),
                false => error,
            }
        });
        None
    }

    fn check_label(&mut self, label: &Name) {
        if !self.survey.labels.contains_key(&label.text) {
            let known: Vec<Arc<str>> = if self.has_room() {
                self.survey.labels.keys().cloned().collect()
            } else {
                Vec::new()
            };
            self.error(|| unknown("label", label, known.iter().map(|l| &**l)));
        }
    }
}
