//! Expressions.

use super::super::ast::*;
use super::super::literal;
use super::converter::{Converter, child_of_kind, dimensions, in_field, named};
use abide_base::Span;
use tree_sitter::Node;

/// The unary operator with this text.
pub(super) fn unary_op(text: &str) -> Option<UnaryOp> {
    Some(match text {
        "-" => UnaryOp::Neg,
        "+" => UnaryOp::Plus,
        "!" => UnaryOp::Not,
        "~" => UnaryOp::BitNot,
        _ => return None,
    })
}

fn is_integer(kind: &str) -> bool {
    matches!(
        kind,
        "decimal_integer_literal" | "hex_integer_literal" | "octal_integer_literal" | "binary_integer_literal"
    )
}

fn unknown(what: &str) -> ExprKind {
    ExprKind::Unknown(what.to_string())
}

impl Converter<'_> {
    pub(super) fn unknown(&self, node: Node, what: &str) -> Expr {
        Expr {
            kind: Box::new(unknown(what)),
            span: self.span(node),
        }
    }

    /// The expression in a field of the grammar.
    pub(super) fn expression_in(&mut self, node: Node, field: &str) -> Expr {
        match node.child_by_field_name(field) {
            Some(child) => self.expression(child),
            None => self.unknown(node, "a missing expression"),
        }
    }

    /// The expression that a node has as its only child with a rule.
    pub(super) fn only_expression(&mut self, node: Node) -> Expr {
        match named(node).first() {
            Some(child) => self.expression(*child),
            None => self.unknown(node, "a missing expression"),
        }
    }

    /// The expressions that a node has as children.
    pub(super) fn expressions(&mut self, node: Node) -> Vec<Expr> {
        named(node).into_iter().map(|child| self.expression(child)).collect()
    }

    /// The initial value in a declarator.
    pub(super) fn initial_value(&mut self, declarator: Node) -> Option<Expr> {
        let value = declarator.child_by_field_name("value")?;
        Some(self.expression(value))
    }

    /// An expression. Parentheses leave no trace.
    pub(super) fn expression(&mut self, node: Node) -> Expr {
        let mut node = node;
        while node.kind() == "parenthesized_expression" {
            match named(node).first() {
                Some(inner) => node = *inner,
                None => return self.unknown(node, "a missing expression"),
            }
        }
        let kind = self
            .deeper(node, |this| this.expression_kind(node))
            .unwrap_or_else(|| unknown("an expression nested too deep"));
        Expr {
            kind: Box::new(kind),
            span: self.span(node),
        }
    }

    /// `-e` or `(T) e`, without a false cast in `e` but for parentheses.
    pub(super) fn prefixed(&mut self, node: Node) -> Expr {
        let kind = match node.kind() {
            "cast_expression" => self.cast(node),
            _ => self.unary(node),
        };
        Expr {
            kind: Box::new(kind),
            span: self.span(node),
        }
    }

    fn expression_kind(&mut self, node: Node) -> ExprKind {
        match node.kind() {
            "binary_expression" | "unary_expression" | "cast_expression" if self.has_false_cast(node) => {
                self.chain(node)
            }
            "identifier" | "type_identifier" => ExprKind::Name(self.slice(node).into()),
            "this" => ExprKind::This(None),
            "super" => ExprKind::Super(None),
            "binary_expression" => self.binary(node),
            "unary_expression" => self.unary(node),
            "assignment_expression" => self.assignment(node),
            "update_expression" => self.step(node),
            "field_access" => self.field_access(node),
            "array_access" => {
                let array = self.expression_in(node, "array");
                ExprKind::Index(array, self.expression_in(node, "index"))
            }
            "method_invocation" => self.call(node),
            "object_creation_expression" => self.creation(node),
            "array_creation_expression" => self.array_creation(node),
            "array_initializer" => ExprKind::ArrayInit(self.expressions(node)),
            "ternary_expression" => {
                let condition = self.expression_in(node, "condition");
                let yes = self.expression_in(node, "consequence");
                ExprKind::Conditional(condition, yes, self.expression_in(node, "alternative"))
            }
            "cast_expression" => self.cast(node),
            "instanceof_expression" => self.instance_of(node),
            "switch_expression" => {
                let (subject, cases) = self.switch(node, true);
                ExprKind::Switch(subject, cases)
            }
            "class_literal" => match named(node).first() {
                Some(ty) => ExprKind::ClassLiteral(self.type_ref(*ty)),
                None => unknown("a class literal"),
            },
            "lambda_expression" => {
                self.lambda(node);
                ExprKind::Lambda
            }
            "method_reference" => {
                let name = self.slice(node).rsplit("::").next().unwrap_or_default();
                ExprKind::MethodReference(name.trim().into())
            }
            _ => self.literal(node, false),
        }
    }

    /// A literal; `negated` says whether it stands behind a minus sign.
    fn literal(&mut self, node: Node, negated: bool) -> ExprKind {
        let text = self.slice(node);
        let value = match node.kind() {
            kind if is_integer(kind) => literal::integer(text, negated),
            "true" => Ok(Literal::Bool(true)),
            "false" => Ok(Literal::Bool(false)),
            "null_literal" => Ok(Literal::Null),
            "decimal_floating_point_literal" | "hex_floating_point_literal" if text.ends_with(['f', 'F']) => {
                Ok(Literal::Float)
            }
            "decimal_floating_point_literal" | "hex_floating_point_literal" => Ok(Literal::Double),
            "character_literal" => literal::character(text),
            "string_literal" => literal::string(text),
            kind => return unknown(&kind.replace('_', " ")),
        };
        match value {
            Ok(value) => ExprKind::Literal(value),
            Err(why) => {
                self.error(self.span(node), why);
                unknown("a literal without value")
            }
        }
    }
}

// Operators.
impl Converter<'_> {
    fn binary(&mut self, node: Node) -> ExprKind {
        let operator = node.child_by_field_name("operator");
        let Some(op) = operator.and_then(|operator| BinaryOp::of(operator.kind())) else {
            return unknown("an operator");
        };
        let left = self.expression_in(node, "left");
        ExprKind::Binary(op, left, self.expression_in(node, "right"))
    }

    fn unary(&mut self, node: Node) -> ExprKind {
        let operator = node.child_by_field_name("operator");
        let Some(op) = operator.and_then(|operator| unary_op(operator.kind())) else {
            return unknown("an operator");
        };
        let literal = node.child_by_field_name("operand").filter(|o| is_integer(o.kind()));
        let operand = match literal {
            Some(literal) => Expr {
                kind: Box::new(self.literal(literal, op == UnaryOp::Neg)),
                span: self.span(literal),
            },
            None => self.expression_in(node, "operand"),
        };
        ExprKind::Unary(op, operand)
    }

    fn assignment(&mut self, node: Node) -> ExprKind {
        let operator = node.child_by_field_name("operator").map_or("=", |o| o.kind());
        let op = BinaryOp::of_assignment(operator);
        let target = self.expression_in(node, "left");
        ExprKind::Assign(op, target, self.expression_in(node, "right"))
    }

    fn step(&mut self, node: Node) -> ExprKind {
        let prefix = node.child(0).is_some_and(|first| matches!(first.kind(), "++" | "--"));
        let up = child_of_kind(node, "++").is_some();
        let target = self.only_expression(node);
        if prefix {
            ExprKind::Step { prefix, up, target }
        } else {
            postfix(up, target, self.span(node))
        }
    }

    fn cast(&mut self, node: Node) -> ExprKind {
        ExprKind::Cast(self.type_of(node), self.expression_in(node, "value"))
    }

    fn instance_of(&mut self, node: Node) -> ExprKind {
        let value = self.expression_in(node, "left");
        match node.child_by_field_name("right") {
            Some(ty) => {
                let name = node.child_by_field_name("name").map(|name| self.name(name));
                let ty = self.type_ref(ty);
                if let Some(name) = &name {
                    self.in_scope(name, &ty, &Modifiers::default(), CapturedKind::Pattern);
                }
                ExprKind::InstanceOf(value, ty, name)
            }
            None => unknown("a record pattern"),
        }
    }
}

/// `x++` binds more tightly than `-x`, `(T) x` and `(y) - x`; the grammar has it the other way
/// round.
pub(super) fn postfix(up: bool, target: Expr, whole: Span) -> ExprKind {
    let inner = |operand: Expr| Expr {
        span: Span {
            end: whole.end,
            ..operand.span
        },
        kind: Box::new(postfix(up, operand, whole)),
    };
    match *target.kind {
        ExprKind::Unary(op, operand) => ExprKind::Unary(op, inner(operand)),
        ExprKind::Cast(ty, operand) => ExprKind::Cast(ty, inner(operand)),
        ExprKind::Binary(op, left, right) => ExprKind::Binary(op, left, inner(right)),
        kind => ExprKind::Step {
            prefix: false,
            up,
            target: Expr {
                kind: Box::new(kind),
                span: target.span,
            },
        },
    }
}

// Fields, calls, creation.
impl Converter<'_> {
    fn field_access(&mut self, node: Node) -> ExprKind {
        let (Some(object), Some(field)) = (node.child_by_field_name("object"), node.child_by_field_name("field"))
        else {
            return unknown("a field");
        };
        if field.kind() == "this" {
            return match self.expression_as_type(object) {
                Some(ty) => ExprKind::This(Some(ty)),
                None => unknown("an outer `this`"),
            };
        }
        if object.kind() != "super" && child_of_kind(node, "super").is_some() {
            return unknown("a field of an outer `super`");
        }
        ExprKind::Field(self.expression(object), self.name(field))
    }

    /// The type that `a.b.C` names.
    fn expression_as_type(&self, node: Node) -> Option<TypeRef> {
        let mut parts = Vec::new();
        let mut rest = node;
        while rest.kind() == "field_access" {
            parts.push(self.slice(rest.child_by_field_name("field")?));
            rest = rest.child_by_field_name("object")?;
        }
        if rest.kind() != "identifier" {
            return None;
        }
        parts.push(self.slice(rest));
        parts.reverse();
        Some(TypeRef::named(parts.join("."), self.span(node)))
    }

    fn call(&mut self, node: Node) -> ExprKind {
        let object = node.child_by_field_name("object");
        let above = object.filter(|o| o.kind() != "super" && child_of_kind(node, "super").is_some());
        let target = match above {
            Some(class) => match self.expression_as_type(class) {
                Some(ty) => Some(Expr {
                    kind: Box::new(ExprKind::Super(Some(ty))),
                    span: self.span(class),
                }),
                None => return unknown("a call of an outer `super`"),
            },
            None => object.map(|object| self.expression(object)),
        };
        let args = self.arguments(node);
        ExprKind::Call(target, self.name_of(node), args)
    }

    fn arguments(&mut self, node: Node) -> Vec<Expr> {
        match node.child_by_field_name("arguments") {
            Some(list) => self.expressions(list),
            None => Vec::new(),
        }
    }

    /// `this(…);` or `super(…);`
    pub(super) fn constructor_call(&mut self, node: Node) -> Expr {
        let target = node.child_by_field_name("object").map(|object| self.expression(object));
        let args = self.arguments(node);
        let mut span = self.span(node);
        if let Some(list) = node.child_by_field_name("arguments") {
            span.end = list.end_byte() as u32;
        }
        let kind = match node.child_by_field_name("constructor") {
            Some(word) => ExprKind::Call(target, self.name(word), args),
            None => unknown("a constructor call"),
        };
        Expr {
            kind: Box::new(kind),
            span,
        }
    }

    fn creation(&mut self, node: Node) -> ExprKind {
        let body = child_of_kind(node, "class_body");
        let args = self.arguments(node);
        let ty = self.type_of(node);
        let outer = node.child(0).filter(|first| first.kind() != "new");
        if outer.is_some() && body.is_some() {
            return unknown("`new` of an inner class with a body");
        }
        let body = body.map(|body| self.anonymous_class(&ty, body).text);
        let made = ExprKind::New(ty, args, body);
        match outer {
            Some(outer) => {
                let made = Expr {
                    kind: Box::new(made),
                    span: self.span(node),
                };
                ExprKind::NewInside(self.expression(outer), made)
            }
            None => made,
        }
    }

    fn array_creation(&mut self, node: Node) -> ExprKind {
        let mut ty = self.type_of(node);
        let mut sizes = Vec::new();
        for part in in_field(node, "dimensions") {
            if part.kind() == "dimensions_expr" {
                ty.dims += 1;
                let size = named(part)
                    .into_iter()
                    .find(|child| !matches!(child.kind(), "marker_annotation" | "annotation"));
                sizes.extend(size.map(|size| self.expression(size)));
            } else {
                ty.dims += dimensions(part);
            }
        }
        let init = self.initial_value(node);
        ExprKind::NewArray(ty, sizes, init)
    }
}
