//! Lifting of code that stands in no method of the text: anonymous and local classes, bodies of enum constants,
//! lambdas, and what a class implies without writing it.
//!
//! Each becomes a class or method of its own next to the code around it, so that no code goes unverified.

use super::super::ast::*;
use super::converter::{Converter, children, empty_class, named};
use abide_base::Span;
use tree_sitter::Node;

// The scope.
impl Converter<'_> {
    /// Converts something whose variables are not seen behind it.
    pub(super) fn scoped<T>(&mut self, convert: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.hidden.scope.len();
        let result = convert(self);
        self.hidden.scope.truncate(outer);
        result
    }

    /// Converts something that is static or not.
    pub(super) fn in_context<T>(&mut self, is_static: bool, convert: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.hidden.is_static, is_static);
        let result = self.scoped(convert);
        self.hidden.is_static = outer;
        result
    }

    /// A variable comes into scope.
    pub(super) fn in_scope(&mut self, name: &Name, ty: &TypeRef, modifiers: &Modifiers, kind: CapturedKind) {
        self.hidden.scope.push(Captured {
            name: name.clone(),
            ty: ty.clone(),
            modifiers: modifiers.clone(),
            kind,
        });
    }

    pub(super) fn params_in_scope(&mut self, params: &[Param]) {
        for p in params {
            self.in_scope(&p.name, &p.ty, &p.modifiers, CapturedKind::Parameter);
        }
    }

    /// Converts the body of a class: it begins without variables, and takes what is found in it.
    pub(super) fn inside_class(&mut self, class: &mut Class, convert: impl FnOnce(&mut Self, &mut Class)) {
        let outer = std::mem::take(&mut self.hidden);
        convert(self, class);
        let found = std::mem::replace(&mut self.hidden, outer);
        class.classes.extend(found.classes);
        class.implied.extend(found.lambdas);
    }

    /// What was found outside of any whole class belongs to the last one.
    pub(super) fn left_over(&mut self, unit: &mut Unit) {
        if let Some(class) = unit.classes.last_mut() {
            class.classes.append(&mut self.hidden.classes);
            class.implied.append(&mut self.hidden.lambdas);
        }
    }

    /// `line:column`
    fn line_and_column(&self, node: Node) -> String {
        let start = node.start_position();
        format!("{}:{}", start.row + 1, start.column + 1)
    }
}

// Classes in bodies.
impl Converter<'_> {
    /// The class of `new T(…) { … }`; its name.
    pub(super) fn anonymous_class(&mut self, ty: &TypeRef, body: Node) -> Name {
        let text = format!("<{} {}>", ty.name, self.line_and_column(body));
        let mut class = self.class_without_head(text, ty.span, body);
        class.extends = Some(ty.clone());
        class.modifiers.is_static = self.hidden.is_static;
        class.captures = self.hidden.scope.clone();
        class.type_params = self.hidden.type_params.clone();
        self.inside_class(&mut class, |this, class| this.class_body(class, body));
        self.finished(&mut class);
        let name = class.name.clone();
        self.hidden.classes.push(class);
        name
    }

    /// The class of an enum constant's body, below the enum.
    pub(super) fn constant_class(&mut self, of: &Class, constant: &Name, body: Node) -> Name {
        let mut class = self.class_without_head(format!("<{}>", constant.text), constant.span, body);
        class.extends = Some(TypeRef::named(of.name.text.clone(), constant.span));
        class.modifiers.is_static = true;
        self.inside_class(&mut class, |this, class| this.class_body(class, body));
        self.finished(&mut class);
        let name = class.name.clone();
        self.hidden.classes.push(class);
        name
    }

    fn class_without_head(&self, text: String, span: Span, body: Node) -> Class {
        let name = Name {
            text: text.into(),
            span,
        };
        let mut class = empty_class(ClassKind::Class, name);
        class.span = self.span(body);
        class.anonymous = true;
        class.modifiers.is_final = true;
        class
    }

    /// A class declared in a body; its head. It is known by its own name where that can mean nothing else.
    pub(super) fn local_class(&mut self, mut class: Class, node: Node) -> Class {
        if class.kind == ClassKind::Class {
            class.modifiers.is_static = self.hidden.is_static;
            class.captures = self.hidden.scope.clone();
            class.type_params.extend(self.hidden.type_params.clone());
        }
        // its members are there once: classes in bodies may be nested deep
        let head = Class {
            span: class.span,
            extends: class.extends.clone(),
            implements: class.implements.clone(),
            ..empty_class(class.kind, class.name.clone())
        };
        if !self.is_the_only(&class.name.text, node) {
            class.name.text = format!("<{} {}>", class.name.text, self.line_and_column(node)).into();
        }
        self.hidden.classes.push(class);
        head
    }

    /// Is a class in a body the only thing of its name, and is the name used in that body only?
    fn is_the_only(&self, name: &str, node: Node) -> bool {
        let mut body = node;
        while let Some(parent) = body.parent().filter(|_| !is_member(body)) {
            body = parent;
        }
        let mut declared = 0;
        for (at, _) in self.text.match_indices(name) {
            let end = at + name.len();
            let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$');
            if part(self.text[..at].chars().next_back()) || part(self.text[end..].chars().next()) {
                continue;
            }
            if at < body.start_byte() || at >= body.end_byte() {
                return false;
            }
            let word = self.text[..at].trim_end().rsplit(|c: char| !c.is_alphabetic()).next();
            declared += usize::from(matches!(word, Some("class" | "interface" | "enum" | "record")));
        }
        declared == 1
    }
}

/// Does a node declare a member of a class?
fn is_member(node: Node) -> bool {
    matches!(
        node.kind(),
        "method_declaration"
            | "constructor_declaration"
            | "compact_constructor_declaration"
            | "static_initializer"
            | "field_declaration"
    ) || node.kind() == "block" && node.parent().is_some_and(|p| p.kind() == "class_body")
}

// Lambdas.
impl Converter<'_> {
    /// `x -> …`: what it does becomes a method of its own. What it is given may be anything.
    pub(super) fn lambda(&mut self, node: Node) {
        let span = self.span(node);
        let place = node.child_by_field_name("parameters");
        let text = format!("<lambda {}>", self.line_and_column(node));
        let body = self.scoped(|this| {
            for (name, ty) in this.lambda_params(place) {
                this.in_scope(&name, &ty, &Modifiers::default(), CapturedKind::Local);
            }
            let captures = this.hidden.scope.clone();
            let body = match node.child_by_field_name("body") {
                Some(body) if body.kind() == "block" => this.block(body),
                Some(body) => {
                    let value = this.expression(body);
                    vec![Stmt {
                        span: value.span,
                        kind: StmtKind::Expr(value),
                    }]
                }
                None => Vec::new(),
            };
            (captures, body)
        });
        let head = Span {
            end: place.map_or(span.end, |p| p.end_byte() as u32),
            ..span
        };
        let name = Name {
            text: text.into(),
            span: head,
        };
        let mut method = implied(name, span, body.1, Origin::Lambda);
        method.captures = body.0;
        method.type_params = self.hidden.type_params.clone();
        method.modifiers.is_static = self.hidden.is_static;
        method.modifiers.private = true;
        method.errors = self.errors_in(span);
        self.hidden.lambdas.push(method);
    }

    /// The parameters of a lambda; where no type is written, any object.
    fn lambda_params(&self, list: Option<Node>) -> Vec<(Name, TypeRef)> {
        let Some(list) = list else { return Vec::new() };
        let any = |name: Node| (self.name(name), TypeRef::named("\\object", self.span(name)));
        match list.kind() {
            "identifier" => vec![any(list)],
            "inferred_parameters" => named(list).into_iter().map(any).collect(),
            _ => {
                let each = children(list).into_iter().filter(|c| c.kind() == "formal_parameter");
                each.map(|param| {
                    let mut ty = self.with_dimensions(self.type_of(param), param);
                    if &*ty.name == "var" {
                        ty.name = "\\object".into();
                    }
                    (self.name_of(param), ty)
                })
                .collect()
            }
        }
    }
}

/// A method without a head in the text.
fn implied(name: Name, span: Span, body: Block, origin: Origin) -> Method {
    Method {
        result: TypeRef::named("void", name.span),
        name,
        span,
        constructor: false,
        modifiers: Modifiers::default(),
        type_params: Vec::new(),
        params: Vec::new(),
        throws: Vec::new(),
        body: Some(body),
        value: None,
        spec: MethodSpec::default(),
        errors: Vec::new(),
        unread: Vec::new(),
        origin,
        captures: Vec::new(),
    }
}

// What a class implies.
impl Converter<'_> {
    /// Adds what a class has without writing it: a constructor, accessors, a static initialiser.
    pub(super) fn finished(&mut self, class: &mut Class) {
        if class.kind == ClassKind::Record {
            component_fields(class);
        }
        if class.kind != ClassKind::Interface && !class.methods.iter().any(|m| m.constructor) {
            let mut init = implied(class.name.clone(), class.name.span, Vec::new(), Origin::Constructor);
            init.constructor = true;
            init.params = class.components.clone();
            init.body = Some(assigned(&class.components, class.name.span));
            init.errors = self.member_errors(class, false);
            class.implied.push(init);
        }
        let accessors: Vec<Method> = class.components.iter().filter_map(|c| accessor(class, c)).collect();
        class.implied.extend(accessors);
        let statics = class
            .fields
            .iter()
            .filter(|f| f.modifiers.is_static && f.init.is_some());
        let blocks = class.initializers.iter().filter(|i| i.is_static);
        let stated = class.invariants.iter().filter(|i| i.is_static);
        if statics.count() + blocks.count() + class.constants.len() + stated.count() > 0 {
            let name = Name {
                text: "<clinit>".into(),
                span: class.name.span,
            };
            let mut init = implied(name, class.name.span, Vec::new(), Origin::StaticInitialiser);
            init.modifiers.is_static = true;
            init.errors = self.member_errors(class, true);
            class.implied.push(init);
        }
    }

    /// The places inside of a class's initialisers where the text is not Java.
    fn member_errors(&self, class: &Class, is_static: bool) -> Vec<Span> {
        let fields = class.fields.iter().filter(|f| f.modifiers.is_static == is_static);
        let values = fields.filter_map(|f| Some(f.init.as_ref()?.span));
        let blocks = class.initializers.iter().filter(|i| i.is_static == is_static);
        let constants = class.constants.iter().filter(|_| is_static).flat_map(|c| &c.args);
        let all = values.chain(blocks.map(|b| b.span)).chain(constants.map(|a| a.span));
        all.flat_map(|span| self.errors_in(span)).collect()
    }
}

/// The components of a record are fields of it.
fn component_fields(class: &mut Class) {
    let fields = class.components.iter().map(|c| {
        let mut modifiers = c.modifiers.clone();
        (modifiers.private, modifiers.is_final) = (true, true);
        Field {
            name: c.name.clone(),
            ty: c.ty.clone(),
            modifiers,
            init: None,
        }
    });
    class.fields.splice(0..0, fields.collect::<Vec<_>>());
}

/// `this.c = c;` for each component.
pub(super) fn assigned(components: &[Param], span: Span) -> Block {
    let expr = |kind| Expr {
        kind: Box::new(kind),
        span,
    };
    let each = components.iter().map(|component| {
        let field = ExprKind::Field(expr(ExprKind::This(None)), component.name.clone());
        let value = ExprKind::Name(component.name.text.clone());
        let assignment = ExprKind::Assign(None, expr(field), expr(value));
        Stmt {
            kind: StmtKind::Expr(expr(assignment)),
            span,
        }
    });
    each.collect()
}

/// The accessor of a component, unless the record writes it.
fn accessor(class: &Class, component: &Param) -> Option<Method> {
    let name = &component.name;
    let mut own = class.methods.iter().filter(|m| m.params.is_empty());
    if own.any(|m| m.name.text == name.text) {
        return None;
    }
    let expr = |kind| Expr {
        kind: Box::new(kind),
        span: name.span,
    };
    let field = ExprKind::Field(expr(ExprKind::This(None)), name.clone());
    let body = vec![Stmt {
        kind: StmtKind::Return(Some(expr(field))),
        span: name.span,
    }];
    let mut method = implied(name.clone(), name.span, body, Origin::Accessor);
    method.result = component.ty.clone();
    method.modifiers = Modifiers {
        public: true,
        nullable: component.modifiers.nullable,
        non_null: component.modifiers.non_null,
        ..Modifiers::default()
    };
    Some(method)
}
