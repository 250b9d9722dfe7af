//! Statements, and the annotations among them.

use super::super::ast::*;
use super::super::attach::{Role, loop_spec};
use super::super::jml::{Item, ItemKind};
use super::converter::{Converter, child_of_kind, children, in_field, named};
use super::declarations::{declaration_head, is_class};
use super::hidden::untyped;
use std::ops::Range;
use tree_sitter::Node;

/// Is this a loop, perhaps with labels?
fn is_loop(node: Node) -> bool {
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
    fn statements(&mut self, node: Node, at: &mut usize, block: &mut Block) {
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
    fn lone_annotations(&mut self, range: Range<usize>, block: &mut Block) {
        let items = self.items.take(range);
        let rest = self.jml_statements(items, block);
        self.misplaced(&rest);
    }

    /// Adds the statements of JML among the items to the block, and gives back the others.
    fn jml_statements(&mut self, items: Vec<Item>, block: &mut Block) -> Vec<Item> {
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
    fn part(&mut self, node: Node, field: &str, at: usize) -> Box<Stmt> {
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
    fn statement(&mut self, node: Node, before: Vec<Item>) -> Stmt {
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
    fn block_in(&mut self, node: Node) -> Block {
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

    fn local(&mut self, node: Node, before: Vec<Item>) -> StmtKind {
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

    fn while_loop(&mut self, node: Node, before: Vec<Item>) -> StmtKind {
        let spec = self.loop_items(node, before);
        let condition = self.expression_in(node, "condition");
        StmtKind::While(spec, condition, self.loop_body(node))
    }

    fn do_loop(&mut self, node: Node, before: Vec<Item>) -> StmtKind {
        let spec = self.loop_items(node, before);
        let body = self.loop_body(node);
        StmtKind::Do(spec, body, self.expression_in(node, "condition"))
    }

    fn for_loop(&mut self, node: Node, before: Vec<Item>) -> StmtKind {
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

    fn for_each(&mut self, node: Node, before: Vec<Item>) -> StmtKind {
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
fn head_end(node: Node, body: Node) -> usize {
    children(node)
        .iter()
        .take_while(|child| child.id() != body.id())
        .last()
        .map_or(node.start_byte(), |child| child.end_byte())
}

// `switch` and `try`.
impl Converter<'_> {
    /// The subject and the cases. `value` says whether an arrow leads to the value of the whole.
    pub(super) fn switch(&mut self, node: Node, value: bool) -> (Expr, Vec<Case>) {
        self.scoped(|this| this.switch_here(node, value))
    }

    fn switch_here(&mut self, node: Node, value: bool) -> (Expr, Vec<Case>) {
        let subject = self.expression_in(node, "condition");
        let Some(body) = node.child_by_field_name("body") else {
            return (subject, Vec::new());
        };
        let mut cases: Vec<Case> = Vec::new();
        let mut at = body.start_byte();
        for group in named(body) {
            // what stands before a label belongs to the group before
            match cases.last_mut() {
                Some(last) => self.lone_annotations(at..group.start_byte(), &mut last.body),
                None => {
                    let items = self.items.take(at..group.start_byte());
                    self.misplaced(&items);
                }
            }
            at = group.end_byte();
            match group.kind() {
                "switch_rule" => cases.push(self.switch_rule(group, value)),
                "switch_block_statement_group" => {
                    let mut case = self.switch_group(group);
                    if let Some(same) = cases.pop_if(|last| !last.arrow && last.body.is_empty()) {
                        case.labels.splice(..0, same.labels);
                        case.default |= same.default;
                        case.span = same.span.to(case.span);
                    }
                    cases.push(case);
                }
                _ => {}
            }
        }
        if let Some(last) = cases.last_mut() {
            self.lone_annotations(at..body.end_byte(), &mut last.body);
        }
        (subject, cases)
    }

    /// `case a: case b: …`
    fn switch_group(&mut self, node: Node) -> Case {
        let mut case = self.case(node, false);
        let mut at = case.span.end as usize;
        self.statements(node, &mut at, &mut case.body);
        case
    }

    /// `case a, b -> …`
    fn switch_rule(&mut self, node: Node, value: bool) -> Case {
        let mut case = self.case(node, true);
        let Some(target) = named(node).into_iter().find(|child| child.kind() != "switch_label") else {
            return case;
        };
        let items = self.items.take(case.span.end as usize..target.start_byte());
        let rest = self.jml_statements(items, &mut case.body);
        self.misplaced(&rest);
        if target.kind() == "block" {
            let block = self.block(target);
            case.body.extend(block);
            return case;
        }
        let mut statement = self.statement(target, Vec::new());
        statement.kind = match statement.kind {
            StmtKind::Expr(expr) if value => StmtKind::Yield(expr),
            kind => kind,
        };
        case.body.push(statement);
        case
    }

    /// The labels of a case.
    fn case(&mut self, node: Node, arrow: bool) -> Case {
        let mut case = Case {
            labels: Vec::new(),
            default: false,
            arrow,
            body: Block::new(),
            span: self.span(node),
        };
        let labels: Vec<Node> = named(node)
            .into_iter()
            .filter(|child| child.kind() == "switch_label")
            .collect();
        if let (Some(first), Some(last)) = (labels.first(), labels.last()) {
            case.span = self.span(*first).to(self.span(*last));
        }
        for label in labels {
            case.default |= child_of_kind(label, "default").is_some();
            for part in named(label) {
                case.labels.push(match part.kind() {
                    "pattern" => self.unknown(part, "a pattern"),
                    "guard" => self.unknown(part, "a guard"),
                    _ => self.expression(part),
                });
            }
        }
        case
    }

    fn try_statement(&mut self, node: Node) -> Try {
        let mut result = Try {
            resources: Vec::new(),
            body: Block::new(),
            catches: Vec::new(),
            finally: None,
        };
        let outer = self.scoped(|this| {
            if let Some(resources) = node.child_by_field_name("resources") {
                for resource in named(resources) {
                    let local = this.resource(resource);
                    this.in_scope(&local.name, &local.ty, &local.modifiers, CapturedKind::Local);
                    let close = close(&local.name);
                    result.resources.push(Resource { local, close });
                }
            }
            this.block_in(node)
        });
        result.body = outer;
        for clause in named(node) {
            match clause.kind() {
                "catch_clause" => result.catches.extend(self.catch(clause)),
                "finally_clause" => result.finally = child_of_kind(clause, "block").map(|block| self.block(block)),
                _ => {}
            }
        }
        result
    }

    /// `T x = e`, or a variable that is there already: then it is copied to one that has its place for a name.
    fn resource(&mut self, node: Node) -> Local {
        if let Some(value) = node.child_by_field_name("value") {
            return Local {
                name: self.name_of(node),
                ty: self.with_dimensions(self.type_of(node), node),
                modifiers: self.java_modifiers(node),
                init: Some(self.expression(value)),
            };
        }
        let init = self.only_expression(node);
        Local {
            name: Name {
                text: format!("#{}", init.span.start).into(),
                span: init.span,
            },
            ty: TypeRef {
                name: "var".into(),
                dims: 0,
                span: init.span,
                args: Vec::new(),
            },
            modifiers: Modifiers::default(),
            init: Some(init),
        }
    }

    fn catch(&mut self, node: Node) -> Option<Catch> {
        let param = child_of_kind(node, "catch_formal_parameter")?;
        let types = self.types_in(child_of_kind(param, "catch_type"));
        let mut span = self.span(node);
        if let Some(body) = node.child_by_field_name("body") {
            span.end = head_end(node, body) as u32;
        }
        let name = self.name_of(param);
        let ty = match types.as_slice() {
            [one] => one.clone(),
            _ => untyped("Throwable", name.span),
        };
        let body = self.scoped(|this| {
            this.in_scope(&name, &ty, &Modifiers::default(), CapturedKind::Local);
            this.block_in(node)
        });
        Some(Catch {
            types,
            name,
            body,
            span,
        })
    }
}

/// `x.close()`.
fn close(resource: &Name) -> Expr {
    let span = resource.span;
    let expr = |kind| Expr {
        kind: Box::new(kind),
        span,
    };
    let name = Name {
        text: "close".into(),
        span,
    };
    let object = expr(ExprKind::Name(resource.text.clone()));
    expr(ExprKind::Call(Some(object), name, Vec::new()))
}
