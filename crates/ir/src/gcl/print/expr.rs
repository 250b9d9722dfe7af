//! Expressions, with parentheses where an operand binds more loosely than its place.

use super::super::ast::{CompareOp, Expr, ExprKind};
use super::Printer;
use abide_logic::Quantifier;
use abide_logic::print::Level;

impl Printer {
    /// `e` at a place that binds at `level`.
    pub(super) fn expr(&mut self, e: &Expr, level: Level) {
        let parens = own_level(&e.kind) < level;
        if parens {
            self.text.push('(');
        }
        self.bare(&e.kind);
        if parens {
            self.text.push(')');
        }
    }

    fn bare(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Name(name) => self.name(name),
            ExprKind::Field(name) => {
                self.text.push('.');
                self.name(&name.text);
            }
            ExprKind::Int(i) => self.put(format_args!("{i}")),
            ExprKind::Bool(b) => self.put(format_args!("{b}")),
            ExprKind::Null => self.text.push_str("null"),
            ExprKind::Old(e) => self.wrapped("old(", e),
            ExprKind::Unchecked(e) => self.wrapped("unchecked(", e),
            ExprKind::Not(e) => {
                self.text.push('!');
                self.expr(e, Level::Unary);
            }
            ExprKind::Neg(e) => {
                self.text.push('-');
                self.expr(e, Level::Unary);
            }
            ExprKind::Sum(first, rest) => {
                self.expr(first, Level::Product);
                for (op, e) in rest {
                    self.put(format_args!(" {} ", op.token()));
                    self.expr(e, Level::Product);
                }
            }
            ExprKind::Product(first, rest) => {
                self.expr(first, Level::Unary);
                for (op, e) in rest {
                    self.put(format_args!(" {} ", op.token()));
                    self.expr(e, Level::Unary);
                }
            }
            ExprKind::And(all) => self.joined(all, " && ", Level::Equality),
            ExprKind::Or(all) => self.joined(all, " || ", Level::And),
            ExprKind::Implies(a, b) => {
                self.expr(a, Level::Or);
                self.text.push_str(" ==> ");
                self.expr(b, Level::Implies);
            }
            ExprKind::Compare(op, a, b) => {
                let operand = match op {
                    CompareOp::Eq | CompareOp::Ne => Level::Order,
                    _ => Level::Sum,
                };
                self.expr(a, operand);
                self.put(format_args!(" {} ", op.token()));
                self.expr(b, operand);
            }
            ExprKind::Quant(quantifier, vars, body) => {
                self.text.push_str(match quantifier {
                    Quantifier::Forall => "forall ",
                    Quantifier::Exists => "exists ",
                });
                self.separated(vars, Printer::binding);
                self.text.push_str(" :: ");
                self.expr(body, Level::Loose);
            }
            ExprKind::Ite(c, a, b) => {
                self.text.push_str("if ");
                self.expr(c, Level::Implies);
                self.text.push_str(" then ");
                self.expr(a, Level::Implies);
                self.text.push_str(" else ");
                self.expr(b, Level::Implies);
            }
            ExprKind::Index(e, index) => {
                self.expr(e, Level::Atom);
                self.text.push('[');
                self.expr(index, Level::Loose);
                self.text.push(']');
            }
            ExprKind::Store(e, index, value) => {
                self.expr(e, Level::Atom);
                self.text.push('[');
                self.expr(index, Level::Loose);
                self.text.push_str(" := ");
                self.expr(value, Level::Loose);
                self.text.push(']');
            }
            ExprKind::Dot(e, name) => {
                self.expr(e, Level::Atom);
                self.text.push('.');
                self.name(&name.text);
            }
            ExprKind::Apply(name, args) => {
                self.name(&name.text);
                self.text.push('(');
                self.separated(args, |p, e| p.expr(e, Level::Loose));
                self.text.push(')');
            }
            ExprKind::Const(key, value) => {
                self.put(format_args!("const<{key}>("));
                self.expr(value, Level::Loose);
                self.text.push(')');
            }
        }
    }

    fn wrapped(&mut self, open: &str, e: &Expr) {
        self.text.push_str(open);
        self.expr(e, Level::Loose);
        self.text.push(')');
    }

    fn joined(&mut self, all: &[Expr], between: &str, level: Level) {
        for (i, e) in all.iter().enumerate() {
            if i > 0 {
                self.text.push_str(between);
            }
            self.expr(e, level);
        }
    }
}

fn own_level(kind: &ExprKind) -> Level {
    match kind {
        ExprKind::Quant(..) | ExprKind::Ite(..) => Level::Loose,
        ExprKind::Implies(..) => Level::Implies,
        ExprKind::Or(_) => Level::Or,
        ExprKind::And(_) => Level::And,
        ExprKind::Compare(CompareOp::Eq | CompareOp::Ne, ..) => Level::Equality,
        ExprKind::Compare(..) => Level::Order,
        ExprKind::Sum(..) => Level::Sum,
        ExprKind::Product(..) => Level::Product,
        ExprKind::Not(_) | ExprKind::Neg(_) => Level::Unary,
        _ => Level::Atom,
    }
}
