//! One traversal of tree-sitter's tree: where the comments are, and the syntax errors.

use super::tree::is_false_cast;
use abide_base::{Diagnostic, FileId, Span};
use std::collections::HashSet;
use std::ops::Range;
use tree_sitter::{Node, Tree};

/// What the walk found.
#[derive(Default)]
pub(super) struct Survey {
    /// All comments, in order.
    pub(super) comments: Vec<Range<usize>>,
    /// The bodies of classes and of methods, outer ones first.
    pub(super) bodies: Vec<Range<usize>>,
    /// The bodies of classes with their names.
    pub(super) classes: Vec<(Range<usize>, String)>,
    /// What stands before the bodies of classes, with their names.
    pub(super) heads: Vec<(Range<usize>, String)>,
    /// The fields of classes.
    pub(super) fields: Vec<Declared>,
    /// Where types are named.
    types: Vec<(String, usize)>,
    /// Where types are named with arguments, or where no value comes to be of them.
    harmless: HashSet<usize>,
    /// Names of type parameters.
    type_params: Vec<String>,
    /// Is something cast to a type with arguments or to a type parameter?
    pub(super) unchecked: bool,
    /// Is an array that is just made cast so, or are there parameters for any number of arguments of such a type?
    pub(super) unchecked_arrays: bool,
    /// The first bytes of what only looks like a cast, in order.
    pub(super) false_casts: Vec<usize>,
    /// Where the text is not Java.
    pub(super) errors: Vec<Span>,
    /// The messages about that.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// A field that a class declares.
pub(super) struct Declared {
    pub(super) class: String,
    pub(super) name: String,
    pub(super) is_static: bool,
}

/// Walks over the tree, without recursion: it may be as deep as the text is long.
pub(super) fn survey(file: FileId, text: &str, tree: &Tree) -> Survey {
    let mut survey = Survey::default();
    let mut brackets = Brackets::default();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let span = Span::new(file, node.start_byte(), node.end_byte());
        if is_body(node) {
            survey.bodies.push(node.byte_range());
        }
        if node.kind() == "class_body" {
            let class = node.parent();
            if let (Some(name), Some(class)) = (class.and_then(|class| name(text, class)), class) {
                let before = class
                    .prev_named_sibling()
                    .map_or(class.start_byte(), |n| n.start_byte());
                survey
                    .heads
                    .push((before.min(class.start_byte())..node.start_byte(), name.clone()));
                survey.classes.push((node.byte_range(), name));
            }
        }
        survey.fields.extend(fields(text, node));
        survey.erasure(text, node);
        if matches!(node.kind(), "line_comment" | "block_comment") {
            survey.comments.push(node.byte_range());
        } else if node.is_missing() {
            let message = format!("this is not Java as we know it: {} is missing", readable(node.kind()));
            survey.complain(span, message);
        } else if node.is_error() && !has_inner_error(node) {
            let shown = first_line(text, node.byte_range());
            let message = match text.get(shown.clone()).map(str::trim) {
                Some(line) if !line.is_empty() => {
                    format!("this is not Java as we know it: unexpected `{}`", shortened(line))
                }
                _ => "this is not Java as we know it".to_string(),
            };
            survey.complain(Span::new(file, shown.start, shown.end), message);
        } else if is_false_cast(node) {
            survey.false_casts.push(node.start_byte());
        } else if node.child_count() == 0 {
            brackets.see(node.kind(), span);
        }
        if cursor.goto_first_child() || cursor.goto_next_sibling() {
            continue;
        }
        loop {
            if !cursor.goto_parent() {
                survey.blame_brackets(brackets, tree.root_node().has_error());
                survey.blame_escapes(file, text, tree);
                return survey;
            }
            if cursor.goto_next_sibling() {
                break;
            }
        }
    }
}

/// The name of what a node declares.
fn name(text: &str, node: Node) -> Option<String> {
    let name = node.child_by_field_name("name")?;
    Some(text.get(name.byte_range())?.to_string())
}

/// The fields that a node declares.
fn fields(text: &str, node: Node) -> Vec<Declared> {
    let class = || name(text, node.parent()?.parent()?);
    let Some(class) = (node.kind() == "field_declaration").then(class).flatten() else {
        return Vec::new();
    };
    let mut cursor = node.walk();
    let modifiers = node.named_child(0).filter(|m| m.kind() == "modifiers");
    let modifiers = modifiers.and_then(|m| text.get(m.byte_range())).unwrap_or("");
    let is_static = modifiers.split_whitespace().any(|word| word == "static");
    let declared = node.children_by_field_name("declarator", &mut cursor);
    let field = |name| Declared {
        class: class.clone(),
        name,
        is_static,
    };
    declared.filter_map(|d| name(text, d)).map(field).collect()
}

/// Is something cast that is not an array just made?
fn is_cast_of_value(node: Node) -> bool {
    let value = node.child_by_field_name("value");
    node.kind() == "cast_expression" && value.is_some_and(|v| v.kind() != "array_creation_expression")
}

/// Is it the body of a class or of a method?
fn is_body(node: Node) -> bool {
    match node.kind() {
        "class_body" | "interface_body" | "enum_body" | "constructor_body" => true,
        "block" => node
            .parent()
            .is_some_and(|p| matches!(p.kind(), "method_declaration" | "static_initializer" | "class_body")),
        _ => false,
    }
}

impl Survey {
    /// Notes where the types of the source do not say what objects are: raw types, and casts to type parameters. A
    /// node finds its parent from the root: only the few that need it are asked.
    fn erasure(&mut self, text: &str, node: Node) {
        let named = |n: Node| text.get(n.byte_range()).map(str::to_string);
        match node.kind() {
            "type_parameter" => self.type_params.extend(node.named_child(0).and_then(named)),
            "cast_expression" | "spread_parameter" => {
                let unnamed = || node.named_children(&mut node.walk()).find(|n| n.kind() != "modifiers");
                let mut ty = node.child_by_field_name("type").or_else(unnamed);
                while let Some(array) = ty.filter(|t| t.kind() == "array_type") {
                    ty = array.child_by_field_name("element");
                }
                let generic = ty.is_some_and(|t| match t.kind() {
                    "generic_type" => true,
                    _ => named(t).is_some_and(|n| self.type_params.contains(&n)),
                });
                match is_cast_of_value(node) {
                    true => self.unchecked |= generic,
                    false => self.unchecked_arrays |= generic,
                }
            }
            "type_identifier" => self.types.extend(named(node).map(|n| (n, node.start_byte()))),
            "instanceof_expression" if node.child_by_field_name("name").is_some() => {}
            "generic_type" | "class_literal" | "instanceof_expression" | "scoped_type_identifier" => {
                let mut cursor = node.walk();
                let types = node
                    .named_children(&mut cursor)
                    .filter(|n| n.kind() == "type_identifier");
                self.harmless.extend(types.map(|n| n.start_byte()));
            }
            _ => {}
        }
    }

    /// Types that stand without arguments where values come to be of them: a generic one is raw.
    pub(super) fn bare_types(&self) -> HashSet<String> {
        let bare = self.types.iter().filter(|(_, at)| !self.harmless.contains(at));
        bare.map(|(name, _)| name.clone()).collect()
    }

    fn complain(&mut self, span: Span, message: String) {
        self.errors.push(span);
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    /// In a text with errors, brackets that do not match tell more than where the parser gave up.
    fn blame_brackets(&mut self, brackets: Brackets, broken: bool) {
        if !broken {
            return;
        }
        if let Some((span, message)) = brackets.mistake()
            && !self.errors.contains(&span)
        {
            self.complain(span, format!("this is not Java as we know it: {message}"));
        }
        if self.errors.is_empty() {
            // the parser is not content, and does not say with what
            self.complain(Span::default(), "this is not Java as we know it".to_string());
        }
    }
}

impl Survey {
    /// Java replaces Unicode escapes before anything else. We read them in literals and skip them
    /// in comments: where that makes a difference, we say so.
    fn blame_escapes(&mut self, file: FileId, text: &str, tree: &Tree) {
        for (range, unit) in escapes(text) {
            let node = tree.root_node().descendant_for_byte_range(range.start, range.start);
            let ends = match node.map(|n| n.kind()) {
                Some("line_comment" | "block_comment") => "\n\r*/",
                Some(kind) if kind.contains("string") || kind.contains("character") || kind == "escape_sequence" => {
                    "\n\r\"'\\"
                }
                _ => "",
            };
            let harmless = !ends.is_empty() && char::from_u32(unit).is_none_or(|c| !ends.contains(c));
            if !harmless {
                let span = Span::new(file, range.start, range.end);
                self.complain(span, "not supported: a Unicode escape here".to_string());
            }
        }
    }
}

/// The Unicode escapes of a text, with their values.
fn escapes(text: &str) -> Vec<(Range<usize>, u32)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find('\\').map(|i| at + i) {
        // a backslash behind a backslash begins nothing
        let after = &text[start + 1..];
        let digits = after.trim_start_matches('u');
        let unit = digits.get(..4).and_then(|d| u32::from_str_radix(d, 16).ok());
        match unit.filter(|_| after.starts_with('u')) {
            Some(unit) => {
                let end = text.len() - digits.len() + 4;
                found.push((start..end, unit));
                at = end;
            }
            None => at = start + 1 + usize::from(after.starts_with('\\')),
        }
    }
    found
}

/// Does the parser say more precisely what is wrong inside this error?
fn has_inner_error(node: Node) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor)
        .any(|child| child.has_error() || child.is_missing())
}

/// The bytes of the first line that has something on it.
fn first_line(text: &str, range: Range<usize>) -> Range<usize> {
    let whole = text.get(range.clone()).unwrap_or("");
    let end = whole.find(['\n', '\r']).unwrap_or(whole.len());
    range.start..range.start + end
}

/// What to call a missing token.
fn readable(kind: &str) -> String {
    match kind {
        "identifier" | "type_identifier" => "a name".to_string(),
        kind => format!("`{kind}`"),
    }
}

/// At most forty characters.
fn shortened(line: &str) -> String {
    let mut short: String = line.chars().take(40).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    short
}

/// The brackets that are open, and the first that does not match.
#[derive(Default)]
struct Brackets {
    open: Vec<(char, Span)>,
    stray: Option<Span>,
}

impl Brackets {
    fn see(&mut self, token: &str, span: Span) {
        let closes = match token {
            "(" | "[" | "{" => {
                self.open.push((token.chars().next().unwrap_or('('), span));
                return;
            }
            ")" => '(',
            "]" => '[',
            "}" => '{',
            _ => return,
        };
        match self.open.last() {
            Some((open, _)) if *open == closes => {
                self.open.pop();
            }
            _ if self.stray.is_none() => self.stray = Some(span),
            _ => {}
        }
    }

    fn mistake(self) -> Option<(Span, &'static str)> {
        match (self.stray, self.open.last()) {
            (Some(span), _) => Some((span, "this closes nothing")),
            (None, Some((_, span))) => Some((*span, "this is never closed")),
            (None, None) => None,
        }
    }
}
