//! `switch` and `try`.

use super::super::ast::*;
use super::converter::{Converter, child_of_kind, named};
use super::loops::head_end;
use tree_sitter::Node;

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

    pub(super) fn try_statement(&mut self, node: Node) -> Try {
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
            ty: TypeRef::named("var", init.span),
            modifiers: Modifiers::default(),
            init: Some(init),
        }
    }

    pub(super) fn catch(&mut self, node: Node) -> Option<Catch> {
        let param = child_of_kind(node, "catch_formal_parameter")?;
        let types = self.types_in(child_of_kind(param, "catch_type"));
        let mut span = self.span(node);
        if let Some(body) = node.child_by_field_name("body") {
            span.end = head_end(node, body) as u32;
        }
        let name = self.name_of(param);
        let ty = match types.as_slice() {
            [one] => one.clone(),
            _ => TypeRef::named("Throwable", name.span),
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
