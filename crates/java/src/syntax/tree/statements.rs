//! Statements, and the annotations among them.

use super::super::ast::*;
use super::super::jml::{Item, ItemKind};
use super::converter::{Converter, child_of_kind, in_field, named};
use super::declarations::{declaration_head, is_class};
use std::ops::Range;
use tree_sitter::Node;

/// Is this a loop, perhaps with labels?
pub(super) fn is_loop(node: Node) -> bool {
    let mut node = node;
    while node.kind() == "labeled_statement" {
        match named(node).pop() {
            Some(inner) => node = inner,
            None => return false,
        }
    }
    matches!(
        node.kind(),
        "while_statement" | "do_statement" | "for_statement" | "enhanced_for_statement"
    )
}

// Sequences.
impl Converter<'_> {
    /// `{ … }`
    pub(super) fn block(&mut self, node: Node) -> Block {
        let mut block = Block::new();
        let mut at = node.start_byte();
        self.scoped(|this| this.statements(node, &mut at, &mut block));
        self.lone_annotations(at..node.end_byte(), &mut block);
        block
    }

    /// The statements among the children of a node. Items from byte `at` on belong to the next.
    pub(super) fn statements(&mut self, node: Node, at: &mut usize, block: &mut Block) {
        let mut cursor = node.walk();
        let all: Vec<Node> = node.children(&mut cursor).filter(|child| !child.is_extra()).collect();
        for child in all {
            if matches!(child.kind(), "{" | "}" | ":" | "switch_label") {
                continue;
            }
            let items = self.items.take(*at..child.start_byte());
            *at = child.end_byte();
            let rest = self.jml_statements(items, block);
            let statement = self.statement(child, rest);
            block.push(statement);
        }
    }

    /// The statements of JML behind the last statement of Java.
    pub(super) fn lone_annotations(&mut self, range: Range<usize>, block: &mut Block) {
        let items = self.items.take(range);
        let rest = self.jml_statements(items, block);
        self.misplaced(&rest);
    }

    /// Adds the statements of JML among the items to the block, and gives back the others.
    pub(super) fn jml_statements(&mut self, items: Vec<Item>, block: &mut Block) -> Vec<Item> {
        let mut others = Vec::new();
        for Item { kind, span } in items {
            let kind = match kind {
                ItemKind::Statement(kind) => kind,
                ItemKind::Variables(variables) => StmtKind::Local(variables),
                kind => {
                    others.push(Item { kind, span });
                    continue;
                }
            };
            block.push(Stmt { kind, span });
        }
        others
    }

    /// The statement that another one consists of. Items from byte `at` on belong to it.
    pub(super) fn part(&mut self, node: Node, field: &str, at: usize) -> Box<Stmt> {
        let part = match node.child_by_field_name(field) {
            Some(part) => {
                let items = self.items.take(at..part.start_byte());
                self.with_annotations(part, items)
            }
            None => self.unknown_statement(node, "a missing statement"),
        };
        Box::new(part)
    }

    /// A statement, in a block with the statements of JML that stand before it.
    fn with_annotations(&mut self, node: Node, items: Vec<Item>) -> Stmt {
        let mut block = Block::new();
        let rest = self.jml_statements(items, &mut block);
        let statement = self.statement(node, rest);
        if block.is_empty() {
            return statement;
        }
        let span = block[0].span.to(statement.span);
        block.push(statement);
        Stmt {
            kind: StmtKind::Block(block),
            span,
        }
    }

    fn unknown_statement(&self, node: Node, what: &str) -> Stmt {
        Stmt {
            kind: StmtKind::Unknown(what.to_string()),
            span: self.span(node),
        }
    }
}

// One statement.
impl Converter<'_> {
    /// A statement; `before` are the items that stand before it, statements of JML excepted.
    pub(super) fn statement(&mut self, node: Node, before: Vec<Item>) -> Stmt {
        self.deeper(node, |this| this.statement_here(node, before))
            .unwrap_or_else(|| self.unknown_statement(node, "a statement nested too deep"))
    }

    fn statement_here(&mut self, node: Node, before: Vec<Item>) -> Stmt {
        let span = self.span(node);
        let kind = match node.kind() {
            "while_statement" => self.while_loop(node, before),
            "do_statement" => self.do_loop(node, before),
            "for_statement" => self.scoped(|this| this.for_loop(node, before)),
            "enhanced_for_statement" => self.scoped(|this| this.for_each(node, before)),
            "labeled_statement" => self.labeled(node, before),
            "local_variable_declaration" => self.local(node, before),
            _ if is_class(node) => match self.class(node, before) {
                Some(class) => StmtKind::LocalClass(Box::new(self.local_class(class, node))),
                None => StmtKind::Unknown("a class".to_string()),
            },
            _ => {
                self.misplaced(&before);
                self.plain(node)
            }
        };
        Stmt { kind, span }
    }

    /// A statement that annotations do not speak of.
    fn plain(&mut self, node: Node) -> StmtKind {
        match node.kind() {
            ";" => StmtKind::Empty,
            "block" => StmtKind::Block(self.block(node)),
            "expression_statement" => self.expression_statement(node),
            "explicit_constructor_invocation" => StmtKind::Expr(self.constructor_call(node)),
            "if_statement" => self.if_statement(node),
            "switch_expression" => {
                let (subject, cases) = self.switch(node, false);
                StmtKind::Switch(subject, cases)
            }
            "break_statement" => StmtKind::Break(named(node).first().map(|label| self.name(*label))),
            "continue_statement" => StmtKind::Continue(named(node).first().map(|label| self.name(*label))),
            "yield_statement" => StmtKind::Yield(self.only_expression(node)),
            "return_statement" => StmtKind::Return(named(node).first().map(|value| self.expression(*value))),
            "throw_statement" => StmtKind::Throw(self.only_expression(node)),
            "assert_statement" => {
                let mut parts = self.expressions(node).into_iter();
                match parts.next() {
                    Some(condition) => StmtKind::Assert(condition, parts.next()),
                    None => StmtKind::Unknown("an assertion of nothing".to_string()),
                }
            }
            "synchronized_statement" => {
                let lock = match child_of_kind(node, "parenthesized_expression") {
                    Some(lock) => self.expression(lock),
                    None => self.unknown(node, "a missing expression"),
                };
                StmtKind::Synchronized(lock, self.block_in(node))
            }
            "try_statement" | "try_with_resources_statement" => StmtKind::Try(self.try_statement(node)),
            _ if node.is_error() => {
                self.unread(node, "a piece of text that is not Java");
                StmtKind::Unknown("what is not Java".to_string())
            }
            kind => StmtKind::Unknown(kind.replace('_', " ")),
        }
    }

    fn expression_statement(&mut self, node: Node) -> StmtKind {
        StmtKind::Expr(self.only_expression(node))
    }

    /// The block in the field `body`.
    pub(super) fn block_in(&mut self, node: Node) -> Block {
        match node.child_by_field_name("body") {
            Some(body) => self.block(body),
            None => Block::new(),
        }
    }

    fn if_statement(&mut self, node: Node) -> StmtKind {
        let condition = self.expression_in(node, "condition");
        let at = node
            .child_by_field_name("condition")
            .map_or(node.start_byte(), |c| c.end_byte());
        let then = self.part(node, "consequence", at);
        let otherwise = child_of_kind(node, "else").map(|word| self.part(node, "alternative", word.end_byte()));
        StmtKind::If(condition, then, otherwise)
    }

    fn labeled(&mut self, node: Node, before: Vec<Item>) -> StmtKind {
        let parts = named(node);
        let (Some(label), Some(inner)) = (parts.first(), parts.get(1)) else {
            return StmtKind::Unknown("a label without a statement".to_string());
        };
        let mut items = before;
        items.extend(self.items.take(label.end_byte()..inner.start_byte()));
        let inner = self.with_annotations(*inner, items);
        StmtKind::Labeled(self.name(*label), Box::new(inner))
    }

    pub(super) fn local(&mut self, node: Node, before: Vec<Item>) -> StmtKind {
        let (modifiers, others) = self.modifiers(node, before, declaration_head(node));
        self.misplaced(&others);
        let ty = self.type_of(node);
        let mut all = Vec::new();
        for declarator in in_field(node, "declarator") {
            let init = self.initial_value(declarator);
            let name = self.name_of(declarator);
            let ty = self.with_dimensions(ty.clone(), declarator);
            self.in_scope(&name, &ty, &modifiers, CapturedKind::Local);
            all.push(Local {
                name,
                ty,
                modifiers: modifiers.clone(),
                init,
            });
        }
        StmtKind::Local(all)
    }
}
