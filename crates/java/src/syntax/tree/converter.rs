//! The converter: places, names, types and modifiers of nodes.

use crate::syntax::ast::*;
use crate::syntax::attach::{Items, Role};
use crate::syntax::jml::{Item, ItemKind};
use abide_base::{Diagnostic, FileId, Span};
use std::ops::Range;
use tree_sitter::Node;

pub(in crate::syntax) struct Converter<'a> {
    pub(super) file: FileId,
    pub(super) text: &'a str,
    /// Where the text is not Java; what is nested too deep is added.
    pub(super) errors: Vec<Span>,
    /// The first bytes of what only looks like a cast, in order.
    pub(super) false_casts: Vec<usize>,
    pub(super) items: Items,
    pub(super) hidden: Hidden,
    pub(super) depth: usize,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Annotations that speak of nothing.
    pub(super) unread: Vec<Unread>,
}

/// What has been found in the class that is being converted, and what surrounds the present place.
#[derive(Default)]
pub(super) struct Hidden {
    /// Classes found in bodies.
    pub(super) classes: Vec<Class>,
    /// Lambdas.
    pub(super) lambdas: Vec<Method>,
    /// The variables in scope.
    pub(super) scope: Vec<Captured>,
    /// Type parameters of the methods around.
    pub(super) type_params: Vec<TypeParam>,
    /// Is there no `this`?
    pub(super) is_static: bool,
}

impl<'a> Converter<'a> {
    pub(in crate::syntax) fn new(
        file: FileId,
        text: &'a str,
        errors: Vec<Span>,
        false_casts: Vec<usize>,
        items: Items,
    ) -> Converter<'a> {
        Converter {
            file,
            text,
            errors,
            false_casts,
            items,
            hidden: Hidden::default(),
            depth: 0,
            diagnostics: Vec::new(),
            unread: Vec::new(),
        }
    }

    /// The messages of the conversion, and about annotations that speak of nothing.
    pub(in crate::syntax) fn finish(mut self, unread: &mut Vec<Unread>) -> Vec<Diagnostic> {
        let rest = self.items.rest();
        self.misplaced(&rest);
        unread.append(&mut self.unread);
        self.diagnostics
    }

    /// Warns of items that speak of nothing; of a whole contract, only once.
    pub(super) fn misplaced(&mut self, items: &[Item]) {
        let mut last: Option<&Item> = None;
        for item in items {
            let goes_on = last.is_some_and(|last| {
                let between = self.text.get(last.span.end as usize..item.span.start as usize);
                let nothing = between.is_some_and(|b| b.chars().all(|c| c.is_whitespace() || "/*@".contains(c)));
                nothing && last.is_of_contract() && item.is_of_contract()
            });
            if let Some(warning) = item.misplaced() {
                self.unread.push(Unread {
                    span: item.span,
                    what: warning.message.clone(),
                    help: Vec::new(),
                    about: match item.role() {
                        Role::Member => About::Class,
                        _ => About::Near,
                    },
                });
                if !goes_on {
                    self.diagnostics.push(warning);
                }
            }
            last = Some(item);
        }
    }

    pub(super) fn error(&mut self, span: Span, message: impl Into<String>) {
        self.errors.push(span);
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    /// Converts something one level deeper; None, and an error, if that is too deep.
    pub(super) fn deeper<T>(&mut self, node: Node, convert: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= MAX_NESTING {
            let start = node.start_byte();
            let message = format!("nested too deep: more than {MAX_NESTING} levels");
            self.error(Span::new(self.file, start, start), message);
            return None;
        }
        self.depth += 1;
        let result = convert(self);
        self.depth -= 1;
        Some(result)
    }
}

// Places and text.
impl<'a> Converter<'a> {
    pub(super) fn span(&self, node: Node) -> Span {
        Span::new(self.file, node.start_byte(), node.end_byte())
    }

    pub(super) fn slice(&self, node: Node) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    pub(super) fn name(&self, node: Node) -> Name {
        Name {
            text: self.slice(node).into(),
            span: self.span(node),
        }
    }

    /// The name in a field of the grammar; empty where it is missing.
    pub(super) fn name_of(&self, node: Node) -> Name {
        match node.child_by_field_name("name") {
            Some(name) => self.name(name),
            None => Name {
                text: "".into(),
                span: Span::new(self.file, node.start_byte(), node.start_byte()),
            },
        }
    }

    /// A dotted name, without white space and comments.
    pub(super) fn dotted(&self, node: Node) -> String {
        let mut parts = Vec::new();
        let mut rest = Some(node);
        while let Some(node) = rest {
            let last = node.child_by_field_name("name").unwrap_or(node);
            parts.push(self.slice(last));
            rest = node.child_by_field_name("scope");
        }
        parts.reverse();
        parts.join(".")
    }
}

/// The children that are neither comments nor errors.
pub(super) fn children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.children(&mut cursor)
        .filter(|child| !child.is_extra() && !child.is_error())
        .collect()
}

/// The children with a rule of their own, comments and errors excepted.
pub(super) fn named<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    children(node).into_iter().filter(Node::is_named).collect()
}

/// The first child of this kind.
pub(super) fn child_of_kind<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    node.children(&mut node.walk()).find(|child| child.kind() == kind)
}

/// All children in this field of the grammar.
pub(super) fn in_field<'t>(node: Node<'t>, field: &str) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.children_by_field_name(field, &mut cursor)
        .filter(|child| !child.is_extra() && !child.is_error())
        .collect()
}

// Types.
impl Converter<'_> {
    /// The type in the field `type`.
    pub(super) fn type_of(&self, node: Node) -> TypeRef {
        match node.child_by_field_name("type") {
            Some(ty) => self.type_ref(ty),
            None => TypeRef::named("", Span::new(self.file, node.start_byte(), node.start_byte())),
        }
    }

    /// A type, without annotations, and with the names of its arguments.
    pub(super) fn type_ref(&self, node: Node) -> TypeRef {
        let generic = Some(node).filter(|n| n.kind() == "generic_type");
        let list = generic.and_then(|n| child_of_kind(n, "type_arguments"));
        let args = list.map_or(Vec::new(), named).into_iter().map(|arg| match arg.kind() {
            "wildcard" => TypeRef {
                name: "?".into(),
                ..self.plain_type_ref(arg)
            },
            _ => self.plain_type_ref(arg),
        });
        TypeRef {
            args: args.collect(),
            ..self.plain_type_ref(node)
        }
    }

    /// A type, without its arguments and annotations.
    fn plain_type_ref(&self, node: Node) -> TypeRef {
        let span = self.span(node);
        let mut dims = 0;
        let mut parts: Vec<&str> = Vec::new();
        let mut rest = node;
        loop {
            let inner = match rest.kind() {
                "array_type" => {
                    dims += rest.child_by_field_name("dimensions").map_or(0, dimensions);
                    rest.child_by_field_name("element")
                }
                "annotated_type" => named(rest).pop(),
                "generic_type" => named(rest).into_iter().find(|child| child.kind() != "type_arguments"),
                "scoped_type_identifier" => {
                    let parts_of_it = named(rest);
                    parts.extend(parts_of_it.last().map(|last| self.slice(*last)));
                    parts_of_it.first().copied()
                }
                _ => None,
            };
            match inner {
                Some(inner) => rest = inner,
                None => break,
            }
        }
        parts.push(self.slice(rest));
        parts.reverse();
        TypeRef {
            name: parts.join(".").into(),
            dims,
            span,
            args: Vec::new(),
        }
    }

    /// All types in a list such as that of `throws`.
    pub(super) fn types_in(&self, node: Option<Node>) -> Vec<TypeRef> {
        let Some(node) = node else {
            return Vec::new();
        };
        named(node).into_iter().map(|child| self.type_ref(child)).collect()
    }

    /// The type of a declaration, with the brackets behind the name.
    pub(super) fn with_dimensions(&self, mut ty: TypeRef, declarator: Node) -> TypeRef {
        ty.dims += declarator.child_by_field_name("dimensions").map_or(0, dimensions);
        ty
    }

    /// `<T, U extends V>`.
    pub(super) fn type_params(&self, node: Node) -> Vec<TypeParam> {
        let Some(params) = node.child_by_field_name("type_parameters") else {
            return Vec::new();
        };
        let param = |param: Node| {
            let bounds = child_of_kind(param, "type_bound").map_or(Vec::new(), named);
            Some(TypeParam {
                name: self.name(child_of_kind(param, "type_identifier")?),
                bound: bounds.first().map(|bound| self.type_ref(*bound)),
                more_bounds: bounds.len() > 1,
            })
        };
        named(params).into_iter().filter_map(param).collect()
    }
}

/// How many `[]` there are.
pub(super) fn dimensions(node: Node) -> usize {
    children(node).iter().filter(|child| child.kind() == "[").count()
}

// Modifiers.
impl Converter<'_> {
    /// Java's modifiers of a declaration.
    pub(super) fn java_modifiers(&self, node: Node) -> Modifiers {
        let mut modifiers = Modifiers::default();
        let Some(list) = child_of_kind(node, "modifiers") else {
            return modifiers;
        };
        for word in children(list) {
            match word.kind() {
                "public" => modifiers.public = true,
                "private" => modifiers.private = true,
                "protected" => modifiers.protected = true,
                "static" => modifiers.is_static = true,
                "final" => modifiers.is_final = true,
                "abstract" => modifiers.is_abstract = true,
                "native" => modifiers.native = true,
                "synchronized" => modifiers.synchronized = true,
                "volatile" => modifiers.volatile = true,
                "default" => modifiers.default = true,
                "marker_annotation" | "annotation" => self.java_annotation(word, &mut modifiers),
                "sealed" => modifiers.sealed = true,
                _ => {}
            }
        }
        modifiers
    }

    /// Java's annotations that say whether something may be null, of whatever package.
    pub(super) fn java_annotation(&self, node: Node, modifiers: &mut Modifiers) {
        let name = node.child_by_field_name("name").map(|n| self.slice(n));
        match name.and_then(|n| n.rsplit('.').next()).unwrap_or_default().trim() {
            "Nullable" | "CheckForNull" | "PossiblyNull" | "NullableDecl" => modifiers.nullable = true,
            "NonNull" | "Nonnull" | "NotNull" | "NonNullDecl" => modifiers.non_null = true,
            "NullMarked" | "NonNullByDefault" => modifiers.non_null_by_default = true,
            "NullUnmarked" => modifiers.nullable_by_default = true,
            _ => {}
        }
    }

    /// Java's modifiers of a declaration, and JML's from `before` and from the annotations in
    /// its head; and the other items there.
    pub(super) fn modifiers(&mut self, node: Node, before: Vec<Item>, head: Range<usize>) -> (Modifiers, Vec<Item>) {
        let mut modifiers = self.java_modifiers(node);
        let mut others = Vec::new();
        for item in before.into_iter().chain(self.items.take(head)) {
            match &item.kind {
                ItemKind::Modifiers(more) => modifiers.add(more),
                _ => others.push(item),
            }
        }
        (modifiers, others)
    }
}

/// A class with nothing in it.
pub(super) fn empty_class(kind: ClassKind, name: Name) -> Class {
    Class {
        kind,
        span: name.span,
        name,
        modifiers: Modifiers::default(),
        type_params: Vec::new(),
        extends: None,
        implements: Vec::new(),
        constants: Vec::new(),
        components: Vec::new(),
        fields: Vec::new(),
        methods: Vec::new(),
        initializers: Vec::new(),
        classes: Vec::new(),
        invariants: Vec::new(),
        representations: Vec::new(),
        initially: Vec::new(),
        groups: Vec::new(),
        constraints: Vec::new(),
        unread: Vec::new(),
        implied: Vec::new(),
        anonymous: false,
        captures: Vec::new(),
    }
}
