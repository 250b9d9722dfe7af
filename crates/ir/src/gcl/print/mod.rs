//! From a tree to text, in one canonical layout: two spaces of indentation, one clause on a
//! line, parentheses only where the tree needs them.
//!
//! Reading the text again gives the same tree; see [`super::ast`] for what a tree must satisfy.

mod expr;

use super::ast::*;
use super::lexer::is_plain_name;
use abide_logic::print::Level;
use std::fmt::{self, Write};

/// The text of a whole file.
pub fn print(file: &File) -> String {
    let mut printer = Printer::default();
    let mut after_procedure = false;
    for (i, item) in file.items.iter().enumerate() {
        let procedure = matches!(item.kind, ItemKind::Procedure(_));
        if i > 0 && (procedure || after_procedure) {
            printer.text.push('\n');
        }
        printer.item(item);
        after_procedure = procedure;
    }
    printer.text
}

/// The text of an expression, on one line.
pub fn print_expr(expr: &Expr) -> String {
    let mut printer = Printer::default();
    printer.expr(expr, Level::Loose);
    printer.text
}

/// A name as it is written: between backquotes where it must be.
pub fn print_name(name: &str) -> String {
    if is_plain_name(name) {
        name.to_string()
    } else {
        format!("`{name}`")
    }
}

/// As written.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Int => f.write_str("int"),
            Type::Bool => f.write_str("bool"),
            Type::Ref => f.write_str("ref"),
            Type::Map(kv) => write!(f, "map<{}, {}>", kv.0, kv.1),
            Type::Array(element) => write!(f, "{element}[]"),
        }
    }
}

#[derive(Default)]
struct Printer {
    text: String,
    indent: usize,
}

impl Printer {
    /// Writes what needs no thought.
    fn put(&mut self, args: fmt::Arguments<'_>) {
        self.text.write_fmt(args).expect("a string takes everything");
    }

    /// Begins a line.
    fn line(&mut self) {
        for _ in 0..self.indent {
            self.text.push_str("  ");
        }
    }

    fn name(&mut self, name: &str) {
        self.text.push_str(&print_name(name));
    }

    fn separated<T>(&mut self, all: &[T], mut one: impl FnMut(&mut Printer, &T)) {
        for (i, part) in all.iter().enumerate() {
            if i > 0 {
                self.text.push_str(", ");
            }
            one(self, part);
        }
    }

    fn binding(&mut self, binding: &Binding) {
        self.name(&binding.name.text);
        self.put(format_args!(": {}", binding.ty));
    }

    fn location(&mut self, location: &Location) {
        match location {
            Location::Variable(name) => self.name(&name.text),
            Location::Field(name) => {
                self.text.push('.');
                self.name(&name.text);
            }
        }
    }

    fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Field(binding) => {
                self.text.push_str("field ");
                self.binding(binding);
                self.text.push_str(";\n");
            }
            ItemKind::Global(binding) => {
                self.text.push_str("var ");
                self.binding(binding);
                self.text.push_str(";\n");
            }
            ItemKind::Function(function) => {
                self.text.push_str("function ");
                self.name(&function.name.text);
                self.text.push('(');
                self.separated(&function.params, Printer::binding);
                self.put(format_args!("): {};\n", function.result));
            }
            ItemKind::Axiom(formula) => {
                self.text.push_str("axiom ");
                self.expr(formula, Level::Loose);
                self.text.push_str(";\n");
            }
            ItemKind::Procedure(procedure) => self.procedure(procedure),
        }
    }

    fn procedure(&mut self, procedure: &Procedure) {
        self.text.push_str("procedure ");
        self.name(&procedure.name.text);
        self.text.push('(');
        self.separated(&procedure.params, |p, param| {
            if param.mode == Mode::Inout {
                p.text.push_str("inout ");
            }
            p.binding(&param.binding);
        });
        self.text.push(')');
        if !procedure.results.is_empty() {
            self.text.push_str(" returns (");
            self.separated(&procedure.results, Printer::binding);
            self.text.push(')');
        }
        self.indent += 1;
        for clause in &procedure.clauses {
            self.text.push('\n');
            self.line();
            match &clause.kind {
                ClauseKind::Requires(e) => self.keyword_expr("requires", e),
                ClauseKind::Ensures(e) => self.keyword_expr("ensures", e),
                ClauseKind::Modifies(locations) => {
                    self.text.push_str("modifies ");
                    self.separated(locations, Printer::location);
                    self.text.push(';');
                }
            }
        }
        self.indent -= 1;
        match &procedure.body {
            Some(body) => {
                self.text
                    .push_str(if procedure.clauses.is_empty() { " " } else { "\n" });
                self.block(body);
                self.text.push('\n');
            }
            None => self
                .text
                .push_str(if procedure.clauses.is_empty() { ";\n" } else { "\n" }),
        }
    }

    /// `word e;`
    fn keyword_expr(&mut self, word: &str, e: &Expr) {
        self.put(format_args!("{word} "));
        self.expr(e, Level::Loose);
        self.text.push(';');
    }

    fn block(&mut self, block: &Block) {
        self.text.push('{');
        if !block.stmts.is_empty() {
            self.text.push('\n');
            self.indent += 1;
            for stmt in &block.stmts {
                self.line();
                self.stmt(&stmt.kind);
                self.text.push('\n');
            }
            self.indent -= 1;
            self.line();
        }
        self.text.push('}');
    }

    fn stmt(&mut self, stmt: &StmtKind) {
        match stmt {
            StmtKind::Var(binding, value) => {
                self.text.push_str("var ");
                self.binding(binding);
                if let Some(value) = value {
                    self.text.push_str(" := ");
                    self.expr(value, Level::Loose);
                }
                self.text.push(';');
            }
            StmtKind::Assign(targets, values) => {
                self.separated(targets, |p, e| p.expr(e, Level::Atom));
                self.text.push_str(" := ");
                self.separated(values, |p, e| p.expr(e, Level::Loose));
                self.text.push(';');
            }
            StmtKind::Havoc(locations) => {
                self.text.push_str("havoc ");
                self.separated(locations, Printer::location);
                self.text.push(';');
            }
            StmtKind::Assume(e) => self.keyword_expr("assume", e),
            StmtKind::Assert(e) => self.keyword_expr("assert", e),
            StmtKind::If(branches, otherwise) => {
                for (i, branch) in branches.iter().enumerate() {
                    self.text.push_str(if i > 0 { " else if " } else { "if " });
                    self.guard(&branch.condition);
                    self.text.push(' ');
                    self.block(&branch.block);
                }
                if let Some(block) = otherwise {
                    self.text.push_str(" else ");
                    self.block(block);
                }
            }
            StmtKind::Choose(blocks) => {
                for (i, block) in blocks.iter().enumerate() {
                    self.text.push_str(if i > 0 { " or " } else { "choose " });
                    self.block(block);
                }
            }
            StmtKind::While(stmt) => self.while_loop(stmt),
            StmtKind::Break(label) => self.jump("break", label.as_slice()),
            StmtKind::Continue(label) => self.jump("continue", label.as_slice()),
            StmtKind::Goto(labels) => self.jump("goto", labels),
            StmtKind::Label(name, clauses) => {
                self.text.push_str("label ");
                self.name(&name.text);
                if clauses.is_empty() {
                    self.text.push(';');
                }
                self.loop_clauses(clauses);
            }
            StmtKind::Call(call) => {
                self.text.push_str("call ");
                self.separated(&call.targets, |p, name| p.name(&name.text));
                if !call.targets.is_empty() {
                    self.text.push_str(" := ");
                }
                self.name(&call.callee.text);
                self.text.push('(');
                self.separated(&call.args, |p, e| p.expr(e, Level::Loose));
                self.text.push_str(");");
            }
            StmtKind::Return => self.text.push_str("return;"),
        }
    }

    fn jump(&mut self, word: &str, labels: &[Name]) {
        self.text.push_str(word);
        if !labels.is_empty() {
            self.text.push(' ');
            self.separated(labels, |p, name| p.name(&name.text));
        }
        self.text.push(';');
    }

    fn guard(&mut self, condition: &Option<Expr>) {
        self.text.push('(');
        match condition {
            Some(e) => self.expr(e, Level::Loose),
            None => self.text.push('*'),
        }
        self.text.push(')');
    }

    fn while_loop(&mut self, stmt: &While) {
        if let Some(label) = &stmt.label {
            self.name(&label.text);
            self.text.push_str(": ");
        }
        self.text.push_str("while ");
        self.guard(&stmt.condition);
        self.loop_clauses(&stmt.clauses);
        if stmt.clauses.is_empty() {
            self.text.push(' ');
        } else {
            self.text.push('\n');
            self.line();
        }
        self.block(&stmt.body);
    }

    fn loop_clauses(&mut self, clauses: &[LoopClause]) {
        self.indent += 1;
        for clause in clauses {
            self.text.push('\n');
            self.line();
            match &clause.kind {
                LoopClauseKind::Invariant(e) => self.keyword_expr("invariant", e),
                LoopClauseKind::Predicate(all) => {
                    self.text.push_str("predicate ");
                    self.separated(all, |p, e| p.expr(e, Level::Loose));
                    self.text.push(';');
                }
                LoopClauseKind::Skolem(all) => {
                    self.text.push_str("skolem ");
                    self.separated(all, Printer::binding);
                    self.text.push(';');
                }
            }
        }
        self.indent -= 1;
    }
}
