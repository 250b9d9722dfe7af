//! Sums that tree-sitter takes for casts.
//!
//! `(a) - b * c` is a difference, but tree-sitter reads `((a) -b) * c`, with a cast. Only a
//! primitive type may be cast to before a sign. Where this happens, the operators around are put
//! in a row and bound anew.

use super::super::ast::*;
use super::converter::{Converter, child_of_kind};
use super::expressions::{postfix, unary_op};
use abide_base::Span;
use tree_sitter::Node;

/// Is this a cast to a name of something with a sign?
pub(in crate::syntax) fn is_false_cast(node: Node) -> bool {
    node.kind() == "cast_expression" && false_cast_parts(node).is_some()
}

/// A name, the sign and what follows it; perhaps with `++` or `--`, which belong to that.
struct FalseCast<'t> {
    name: Node<'t>,
    op: BinaryOp,
    rest: Node<'t>,
    step: Option<bool>,
}

fn false_cast_parts(node: Node) -> Option<FalseCast> {
    let name = node.child_by_field_name("type")?;
    let value = node.child_by_field_name("value")?;
    // `(a) - b--` is read as `(a) ((-b)--)`
    let (signed, step) = match value.kind() {
        "update_expression" => (value.child(0)?, Some(value.child(1)?.kind() == "++")),
        _ => (value, None),
    };
    let sign = signed.child_by_field_name("operator")?;
    if signed.kind() != "unary_expression" || !matches!(name.kind(), "type_identifier" | "scoped_type_identifier") {
        return None;
    }
    let op = match sign.kind() {
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Sub,
        _ => return None,
    };
    Some(FalseCast {
        name,
        op,
        rest: signed.child_by_field_name("operand")?,
        step,
    })
}

/// An operand with its parentheses' place.
struct Operand {
    expr: Expr,
    outer: Span,
}

/// Operands, and the operators between them.
#[derive(Default)]
struct Row {
    operands: Vec<Operand>,
    operators: Vec<BinaryOp>,
}

impl Converter<'_> {
    /// Is there a false cast in this node?
    pub(super) fn has_false_cast(&self, node: Node) -> bool {
        let first = self.false_casts.partition_point(|start| *start < node.start_byte());
        self.false_casts
            .get(first)
            .is_some_and(|start| *start < node.end_byte())
    }

    /// An expression with false casts, bound anew.
    pub(super) fn chain(&mut self, node: Node) -> ExprKind {
        let mut row = Row::default();
        self.add_to_row(node, &mut row);
        match row.bind() {
            Some(expr) => *expr.kind,
            None => ExprKind::Unknown("an expression nested too deep".to_string()),
        }
    }

    fn add_to_row(&mut self, node: Node, row: &mut Row) {
        // what is too deep is missing in the row, which then does not bind
        self.deeper(node, |this| this.add_to_row_here(node, row));
    }

    fn add_to_row_here(&mut self, node: Node, row: &mut Row) {
        if let Some(cast) = false_cast_parts(node).filter(|_| is_false_cast(node)) {
            let expr = self.dotted_expression(cast.name);
            let mut outer = self.span(node);
            if let Some(close) = child_of_kind(node, ")") {
                outer.end = close.end_byte() as u32;
            }
            row.operands.push(Operand { expr, outer });
            row.operators.push(cast.op);
            let first = row.operands.len();
            self.add_to_row(cast.rest, row);
            if let (Some(up), Some(operand)) = (cast.step, row.operands.get_mut(first)) {
                operand.outer.end = node.end_byte() as u32;
                let kind = postfix(up, operand.expr.clone(), operand.outer);
                operand.expr = Expr {
                    kind: Box::new(kind),
                    span: operand.outer,
                };
            }
            return;
        }
        match node.kind() {
            "binary_expression" => {
                let parts = (
                    node.child_by_field_name("left"),
                    node.child_by_field_name("operator")
                        .and_then(|op| BinaryOp::of(op.kind())),
                    node.child_by_field_name("right"),
                );
                if let (Some(left), Some(op), Some(right)) = parts {
                    self.add_to_row(left, row);
                    row.operators.push(op);
                    self.add_to_row(right, row);
                }
            }
            "unary_expression" | "cast_expression" => self.add_prefixed(node, row),
            _ => {
                let expr = self.expression(node);
                let outer = self.span(node);
                row.operands.push(Operand { expr, outer });
            }
        }
    }

    /// `-e` or `(T) e`, where only the first operand of `e` is meant.
    fn add_prefixed(&mut self, node: Node, row: &mut Row) {
        let inner = node
            .child_by_field_name("operand")
            .or_else(|| node.child_by_field_name("value"));
        let inner = inner.filter(|inner| self.has_false_cast(*inner) && inner.kind() != "parenthesized_expression");
        let first = row.operands.len();
        let Some(inner) = inner else {
            let expr = self.prefixed(node);
            let outer = self.span(node);
            return row.operands.push(Operand { expr, outer });
        };
        let op = node.child_by_field_name("operator").and_then(|op| unary_op(op.kind()));
        let ty = self.type_of(node);
        self.add_to_row(inner, row);
        if let Some(operand) = row.operands.get_mut(first) {
            let outer = Span {
                end: operand.outer.end,
                ..self.span(node)
            };
            let expr = operand.expr.clone();
            let kind = match op {
                Some(op) => ExprKind::Unary(op, expr),
                None => ExprKind::Cast(ty, expr),
            };
            operand.expr = Expr {
                kind: Box::new(kind),
                span: outer,
            };
            operand.outer = outer;
        }
    }

    /// `a.b.c`, which was read as a type.
    fn dotted_expression(&mut self, node: Node) -> Expr {
        let ty = self.type_ref(node);
        let mut parts = ty.name.split('.');
        let expr = |kind| Expr {
            kind: Box::new(kind),
            span: ty.span,
        };
        let mut whole = expr(ExprKind::Name(parts.next().unwrap_or("").into()));
        for part in parts {
            let name = Name {
                text: part.into(),
                span: ty.span,
            };
            whole = expr(ExprKind::Field(whole, name));
        }
        whole
    }
}

impl Row {
    /// The one expression that the row is; None if an operand is missing, or if there are so many
    /// that the tree might be too high.
    fn bind(self) -> Option<Expr> {
        let mut operators = self.operators.into_iter();
        let mut operands = self.operands.into_iter();
        if operands.len() != operators.len() + 1 || operands.len() > MAX_NESTING {
            return None;
        }
        let mut done = vec![operands.next()?];
        let mut waiting: Vec<BinaryOp> = Vec::new();
        loop {
            let next = operators.next();
            while let Some(op) = waiting.pop_if(|op| next.is_none_or(|next| op.level() >= next.level())) {
                let (right, left) = (done.pop()?, done.pop()?);
                let outer = left.outer.to(right.outer);
                let kind = Box::new(ExprKind::Binary(op, left.expr, right.expr));
                let expr = Expr { kind, span: outer };
                done.push(Operand { expr, outer });
            }
            let Some(next) = next else {
                return done.pop().map(|operand| operand.expr);
            };
            waiting.push(next);
            done.push(operands.next()?);
        }
    }
}
