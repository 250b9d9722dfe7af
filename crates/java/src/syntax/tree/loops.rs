//! Loops, and the annotations before and in their heads.

use super::super::ast::*;
use super::super::attach::{Role, loop_spec};
use super::super::jml::Item;
use super::converter::{Converter, children, in_field};
use super::declarations::declaration_head;
use super::statements::is_loop;
use tree_sitter::Node;

// Loops.
impl Converter<'_> {
    /// What annotations say of a loop: those before it, those in its head, and those between the
    /// head and the body unless the body is a loop of its own.
    fn loop_items(&mut self, node: Node, before: Vec<Item>) -> LoopSpec {
        let keyword = match node.child(0) {
            Some(word) => self.span(word),
            None => self.span(node),
        };
        let body = node.child_by_field_name("body");
        let end = match body {
            Some(body) if is_loop(body) => head_end(node, body),
            Some(body) => body.start_byte(),
            None => node.end_byte(),
        };
        let of_loops = |role| matches!(role, Role::Loop | Role::ContractOrLoop);
        let (mut items, others): (Vec<Item>, Vec<Item>) = before.into_iter().partition(|item| of_loops(item.role()));
        self.misplaced(&others);
        items.extend(self.items.take_if(node.start_byte()..end, of_loops));
        if let (Some(body), Some(condition)) = (body, node.child_by_field_name("condition")) {
            // `do … while (c)`
            items.extend(self.items.take_if(body.end_byte()..condition.end_byte(), of_loops));
        }
        loop_spec(keyword, items)
    }

    pub(super) fn while_loop(&mut self, node: Node, before: Vec<Item>) -> StmtKind {
        let spec = self.loop_items(node, before);
        let condition = self.expression_in(node, "condition");
        StmtKind::While(spec, condition, self.loop_body(node))
    }

    pub(super) fn do_loop(&mut self, node: Node, before: Vec<Item>) -> StmtKind {
        let spec = self.loop_items(node, before);
        let body = self.loop_body(node);
        StmtKind::Do(spec, body, self.expression_in(node, "condition"))
    }

    pub(super) fn for_loop(&mut self, node: Node, before: Vec<Item>) -> StmtKind {
        let spec = self.loop_items(node, before);
        let mut init = Vec::new();
        for part in in_field(node, "init") {
            if part.kind() == "local_variable_declaration" {
                let head = node.start_byte()..part.start_byte();
                let modifiers = self.items.take_if(head, |role| role == Role::Modifiers);
                init.push(self.statement(part, modifiers));
            } else {
                let expr = self.expression(part);
                let span = expr.span;
                let kind = StmtKind::Expr(expr);
                init.push(Stmt { kind, span });
            }
        }
        let condition = node.child_by_field_name("condition").map(|c| self.expression(c));
        let update = in_field(node, "update")
            .into_iter()
            .map(|u| self.expression(u))
            .collect();
        StmtKind::For(spec, init, condition, update, self.loop_body(node))
    }

    pub(super) fn for_each(&mut self, node: Node, before: Vec<Item>) -> StmtKind {
        // modifiers in the head are those of the variable
        let (modifiers, others) = self.modifiers(node, Vec::new(), declaration_head(node));
        let items = before.into_iter().chain(others).collect();
        let spec = self.loop_items(node, items);
        let param = Param {
            name: self.name_of(node),
            ty: self.with_dimensions(self.type_of(node), node),
            modifiers,
            variadic: false,
        };
        let values = self.expression_in(node, "value");
        self.in_scope(&param.name, &param.ty, &param.modifiers, CapturedKind::Local);
        StmtKind::ForEach(spec, param, values, self.loop_body(node))
    }

    fn loop_body(&mut self, node: Node) -> Box<Stmt> {
        let at = node
            .child_by_field_name("body")
            .map_or(node.end_byte(), |body| head_end(node, body));
        self.part(node, "body", at)
    }
}

/// Where the head of a loop or a `catch` ends: behind the last token before the body.
pub(super) fn head_end(node: Node, body: Node) -> usize {
    children(node)
        .iter()
        .take_while(|child| child.id() != body.id())
        .last()
        .map_or(node.start_byte(), |child| child.end_byte())
}
