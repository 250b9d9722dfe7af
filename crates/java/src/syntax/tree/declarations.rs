//! Files, types and their members.

use super::super::ast::*;
use super::super::attach::{Role, contract};
use super::super::jml::{Item, ItemKind};
use super::converter::{Converter, child_of_kind, children, empty_class, in_field, named};
use super::lifting::assigned;
use abide_base::Span;
use std::ops::Range;
use tree_sitter::Node;

/// Is a type declared by this node, and which kind?
fn class_kind(node: Node) -> Option<ClassKind> {
    Some(match node.kind() {
        "class_declaration" => ClassKind::Class,
        "interface_declaration" | "annotation_type_declaration" => ClassKind::Interface,
        "enum_declaration" => ClassKind::Enum,
        "record_declaration" => ClassKind::Record,
        _ => return None,
    })
}

/// Is a type declared by this node?
pub(super) fn is_class(node: Node) -> bool {
    class_kind(node).is_some()
}

impl Converter<'_> {
    pub(in crate::syntax) fn unit(&mut self, root: Node) -> Unit {
        let mut unit = Unit::default();
        let mut at = 0;
        self.top_level(root, &mut at, &mut unit);
        self.left_over(&mut unit);
        unit
    }

    /// What stands at the top of a file. In a broken file a class may have been torn to pieces:
    /// then its head is in an error, and its members follow there or behind it.
    fn top_level(&mut self, node: Node, at: &mut usize, unit: &mut Unit) {
        let mut cursor = node.walk();
        let all: Vec<Node> = node.children(&mut cursor).filter(|child| !child.is_extra()).collect();
        let mut torn: Option<Class> = if node.is_error() { self.torn_class(&all) } else { None };
        for child in all {
            let items = self.items.take(*at..child.start_byte());
            *at = child.end_byte();
            match child.kind() {
                "package_declaration" => unit.package = named(child).pop().map(|name| self.dotted(name)),
                "import_declaration" => unit.imports.extend(self.import(child)),
                _ if is_class(child) => {
                    if let Some(class) = self.class(child, items) {
                        match &mut torn {
                            Some(outer) => outer.classes.push(class),
                            None => unit.classes.push(class),
                        }
                    }
                    continue;
                }
                _ if child.is_error() => {
                    *at = child.start_byte();
                    self.deeper(child, |this| this.top_level(child, at, unit));
                    *at = child.end_byte();
                }
                "method_declaration" | "constructor_declaration" | "field_declaration" if torn.is_some() => {
                    if let Some(class) = &mut torn {
                        self.member(class, child, items);
                    }
                    continue;
                }
                "method_declaration" | "constructor_declaration" => match unit.classes.last_mut() {
                    // it fell out of a class whose braces do not match
                    Some(class) if !self.errors.is_empty() => {
                        let mut class = std::mem::replace(class, empty_class(ClassKind::Class, class.name.clone()));
                        self.member(&mut class, child, items);
                        if let Some(last) = unit.classes.last_mut() {
                            *last = class;
                        }
                        continue;
                    }
                    _ => self.error(
                        self.span(child),
                        "this is not Java as we know it: a method outside of any class",
                    ),
                },
                ";" | "{" | "}" => {}
                _ if child.is_named() && !node.is_error() && child.kind() != "module_declaration" => self.error(
                    self.span(child),
                    "this is not Java as we know it: only types are declared here",
                ),
                _ => {}
            }
            self.misplaced(&items);
        }
        unit.classes.extend(torn);
    }

    /// The class whose head `class C … {` stands among the nodes of an error.
    fn torn_class(&self, all: &[Node]) -> Option<Class> {
        let at = all
            .iter()
            .position(|node| matches!(node.kind(), "class" | "interface" | "enum" | "record"))?;
        let kind = match all[at].kind() {
            "interface" => ClassKind::Interface,
            "enum" => ClassKind::Enum,
            "record" => ClassKind::Record,
            _ => ClassKind::Class,
        };
        let name = all.get(at + 1).filter(|node| node.kind() == "identifier")?;
        let mut class = empty_class(kind, self.name(*name));
        class.span = self.span(all[at]).to(self.span(*all.last()?));
        Some(class)
    }

    /// `a.b.C` or `a.b.*`
    fn import(&self, node: Node) -> Option<Import> {
        let parts = named(node);
        Some(Import {
            name: self.dotted(*parts.first()?),
            all: parts.iter().any(|part| part.kind() == "asterisk"),
            is_static: node.children(&mut node.walk()).any(|child| child.kind() == "static"),
        })
    }
}

// Types.
impl Converter<'_> {
    /// A type; `before` are the items that stand before it.
    pub(super) fn class(&mut self, node: Node, before: Vec<Item>) -> Option<Class> {
        self.deeper(node, |this| this.class_here(node, before)).flatten()
    }

    fn class_here(&mut self, node: Node, before: Vec<Item>) -> Option<Class> {
        let mut class = empty_class(class_kind(node)?, self.name_of(node));
        class.span = self.span(node);
        class.type_params = self.type_params(node);
        class.extends = self.types_in(node.child_by_field_name("superclass")).pop();
        let interfaces = node
            .child_by_field_name("interfaces")
            .or_else(|| child_of_kind(node, "extends_interfaces"));
        class.implements = self.types_in(interfaces.and_then(|list| child_of_kind(list, "type_list")));
        if let Some(params) = node.child_by_field_name("parameters") {
            class.components = self.params(params);
        }
        let body = node.child_by_field_name("body");
        let head = node.start_byte()..body.map_or(node.end_byte(), |body| body.start_byte());
        let (modifiers, others) = self.modifiers(node, before, head);
        class.modifiers = modifiers;
        self.misplaced(&others);
        if let Some(body) = body {
            self.inside_class(&mut class, |this, class| this.class_body(class, body));
        }
        self.finished(&mut class);
        Some(class)
    }

    pub(super) fn class_body(&mut self, class: &mut Class, body: Node) {
        let mut at = body.start_byte();
        self.members(class, body, &mut at);
        let last = self.items.take(at..body.end_byte());
        let left = self.jml_members(class, last);
        self.misplaced(&left);
    }

    /// The members in a body, in an error there, or behind the constants of an enum. Items from
    /// byte `at` on belong to the next member.
    fn members(&mut self, class: &mut Class, body: Node, at: &mut usize) {
        let mut cursor = body.walk();
        let all: Vec<Node> = body.children(&mut cursor).filter(|child| !child.is_extra()).collect();
        for child in all {
            if child.kind() == "enum_body_declarations" || child.is_error() {
                self.deeper(child, |this| this.members(class, child, at));
                continue;
            }
            if !child.is_named() && child.kind() != ";" {
                continue;
            }
            let items = self.items.take(*at..child.start_byte());
            *at = child.end_byte();
            self.member(class, child, items);
        }
    }

    /// One member; `before` are the items that stand before it.
    fn member(&mut self, class: &mut Class, node: Node, before: Vec<Item>) {
        let items = self.jml_members(class, before);
        match node.kind() {
            "method_declaration" | "constructor_declaration" | "annotation_type_element_declaration" => {
                if let Some(method) = self.method(node, items) {
                    class.methods.push(method);
                }
            }
            "compact_constructor_declaration" => {
                let components = class.components.clone();
                if let Some(method) = self.compact_constructor(node, items, components) {
                    class.methods.push(method);
                }
            }
            "field_declaration" | "constant_declaration" => self.fields(class, node, items),
            "enum_constant" => {
                self.misplaced(&items);
                let constant = self.in_context(true, |this| this.enum_constant(class, node));
                class.constants.push(constant);
            }
            "block" | "static_initializer" => {
                self.misplaced(&items);
                self.initializer(class, node);
            }
            _ if is_class(node) => class.classes.extend(self.class(node, items)),
            _ => self.misplaced(&items),
        }
    }

    /// Adds to the class what only JML declares, and gives back the other items.
    fn jml_members(&mut self, class: &mut Class, items: Vec<Item>) -> Vec<Item> {
        let mut others: Vec<Item> = Vec::new();
        for item in items {
            match item.kind {
                ItemKind::Invariant(invariant) => class.invariants.push(invariant),
                ItemKind::Initially(clause) => class.initially.push(clause),
                ItemKind::Constraint(constraint) => class.constraints.push(constraint),
                ItemKind::Groups(fields, elements, groups) => {
                    let fields = match fields.is_empty() {
                        true => declared_before(class, item.span),
                        false => fields,
                    };
                    class.groups.extend(fields.into_iter().map(|field| Grouped {
                        field,
                        elements,
                        groups: groups.clone(),
                    }));
                }
                ItemKind::Represents(representation) => class.representations.push(representation),
                ItemKind::Variables(variables) => class.fields.extend(variables.into_iter().map(|variable| Field {
                    name: variable.name,
                    ty: variable.ty,
                    modifiers: variable.modifiers,
                    init: variable.init,
                })),
                ItemKind::Method(mut method) => {
                    // the contract before a model method is its own
                    let (modifiers, rest): (Vec<Item>, Vec<Item>) = std::mem::take(&mut others)
                        .into_iter()
                        .partition(|item| item.role() == Role::Modifiers);
                    for item in modifiers {
                        if let ItemKind::Modifiers(more) = &item.kind {
                            method.modifiers.add(more);
                        }
                    }
                    method.spec = self.contract(rest);
                    class.methods.push(*method);
                }
                _ => others.push(item),
            }
        }
        others
    }

    /// The contract that these items make up; the others are misplaced.
    fn contract(&mut self, items: Vec<Item>) -> MethodSpec {
        let (contracts, others): (Vec<Item>, Vec<Item>) = items.into_iter().partition(Item::is_of_contract);
        self.misplaced(&others);
        contract(contracts)
    }

    fn enum_constant(&mut self, class: &Class, node: Node) -> EnumConstant {
        let args = match node.child_by_field_name("arguments") {
            Some(list) => self.expressions(list),
            None => Vec::new(),
        };
        let name = self.name_of(node);
        let body = node.child_by_field_name("body");
        let body = body.map(|body| self.constant_class(class, &name, body).text);
        EnumConstant { name, args, body }
    }

    fn initializer(&mut self, class: &mut Class, node: Node) {
        let is_static = node.kind() == "static_initializer";
        let block = if is_static {
            child_of_kind(node, "block")
        } else {
            Some(node)
        };
        if let Some(block) = block {
            let body = self.in_context(is_static, |this| this.block(block));
            let span = self.span(node);
            class.initializers.push(Initializer { is_static, body, span });
        }
    }

    fn fields(&mut self, class: &mut Class, node: Node, before: Vec<Item>) {
        let (mut modifiers, others) = self.modifiers(node, before, declaration_head(node));
        self.misplaced(&others);
        if class.kind == ClassKind::Interface {
            modifiers.is_static = true;
            modifiers.is_final = true;
        }
        let ty = self.type_of(node);
        for declarator in in_field(node, "declarator") {
            let init = self.in_context(modifiers.is_static, |this| this.initial_value(declarator));
            let mut modifiers = modifiers.clone();
            // what begins with null is meant to be null
            let null = |e: &Expr| matches!(&*e.kind, ExprKind::Literal(Literal::Null));
            modifiers.nullable |= !modifiers.non_null && init.as_ref().is_some_and(null);
            class.fields.push(Field {
                name: self.name_of(declarator),
                ty: self.with_dimensions(ty.clone(), declarator),
                modifiers,
                init,
            });
        }
    }

    /// Notes that annotations in a piece of Java that is not converted are not read.
    pub(super) fn unread(&mut self, node: Node, what: &str) {
        let items = self.items.take(node.byte_range());
        if let Some(first) = items.iter().find(|item| item.role() != Role::Modifiers) {
            let message = format!("annotations in {what} are left out");
            self.unread.push(Unread {
                span: first.span,
                what: format!("not supported: annotations in {what}"),
                help: Vec::new(),
                about: About::Near,
            });
            self.diagnostics
                .push(abide_base::Diagnostic::warning(first.span, message));
        }
    }
}

/// The bytes of a declaration of variables before the first name.
pub(super) fn declaration_head(node: Node) -> Range<usize> {
    let end = node
        .child_by_field_name("declarator")
        .or_else(|| node.child_by_field_name("name"))
        .map_or(node.start_byte(), |name| name.start_byte());
    node.start_byte()..end
}

// Methods.
impl Converter<'_> {
    fn method(&mut self, node: Node, before: Vec<Item>) -> Option<Method> {
        let name = self.name_of(node);
        let constructor = node.kind() == "constructor_declaration";
        let params_node = node.child_by_field_name("parameters");
        let params = match params_node {
            Some(list) => self.params(list),
            None => Vec::new(),
        };
        let result = if constructor {
            TypeRef::named("void", name.span)
        } else {
            self.with_dimensions(self.type_of(node), node)
        };
        let throws = self.types_in(child_of_kind(node, "throws"));
        let type_params = self.type_params(node);
        let body = node.child_by_field_name("body");
        let head = node.start_byte()..body.map_or(node.end_byte(), |body| body.start_byte());
        let (modifiers, others) = self.modifiers(node, before, head);
        let spec = self.contract(others);
        let body = body.map(|body| {
            self.in_context(modifiers.is_static, |this| {
                this.params_in_scope(&params);
                this.hidden.type_params = type_params.clone();
                this.block(body)
            })
        });
        self.hidden.type_params.clear();
        let span = self.span(node);
        Some(Method {
            name,
            span,
            constructor,
            modifiers,
            type_params,
            params,
            result,
            throws,
            body,
            value: None,
            spec,
            errors: self.errors_in(span),
            unread: Vec::new(),
            origin: Origin::Written,
            captures: Vec::new(),
        })
    }

    /// `C { … }` in a record. Behind its body the components are assigned.
    fn compact_constructor(&mut self, node: Node, before: Vec<Item>, components: Vec<Param>) -> Option<Method> {
        let mut method = self.method(node, before)?;
        method.constructor = true;
        method.result = TypeRef::named("void", method.name.span);
        let span = method.name.span;
        if let Some(body) = &mut method.body {
            body.extend(assigned(&components, span));
        }
        method.params = components;
        Some(method)
    }

    /// The places inside where the text is not Java.
    pub(super) fn errors_in(&self, span: Span) -> Vec<Span> {
        let inside = |error: &&Span| span.start <= error.start && error.end <= span.end;
        self.errors.iter().filter(inside).copied().collect()
    }

    /// The parameters between parentheses.
    fn params(&mut self, list: Node) -> Vec<Param> {
        let mut all = Vec::new();
        let mut at = list.start_byte();
        for child in children(list) {
            match child.kind() {
                "formal_parameter" => all.push(self.param(child, at)),
                "spread_parameter" => all.extend(self.spread_param(child, at)),
                _ => {}
            }
            at = child.end_byte();
        }
        all
    }

    /// `T x`; items from byte `at` on belong to it.
    pub(super) fn param(&mut self, node: Node, at: usize) -> Param {
        let (modifiers, others) = self.modifiers(node, Vec::new(), at..node.end_byte());
        self.misplaced(&others);
        Param {
            name: self.name_of(node),
            ty: self.with_dimensions(self.type_of(node), node),
            modifiers,
            variadic: false,
        }
    }

    /// `T... x`
    fn spread_param(&mut self, node: Node, at: usize) -> Option<Param> {
        let (modifiers, others) = self.modifiers(node, Vec::new(), at..node.end_byte());
        self.misplaced(&others);
        let parts = named(node);
        let ty = parts
            .iter()
            .find(|part| !matches!(part.kind(), "modifiers" | "marker_annotation" | "annotation"))?;
        let declarator = child_of_kind(node, "variable_declarator")?;
        let mut ty = self.with_dimensions(self.type_ref(*ty), declarator);
        ty.dims += 1;
        Some(Param {
            name: self.name_of(declarator),
            ty,
            modifiers,
            variadic: true,
        })
    }
}

/// The fields of the declaration that stands directly before an annotation.
fn declared_before(class: &Class, span: Span) -> Vec<Name> {
    let Some(last) = class.fields.last() else {
        return Vec::new();
    };
    let between = |m: &Method| m.span.start > last.name.span.start && m.span.start < span.start;
    if class.methods.iter().any(between) {
        return Vec::new();
    }
    let together = class.fields.iter().rev().take_while(|f| f.ty.span == last.ty.span);
    together.map(|f| f.name.clone()).collect()
}
