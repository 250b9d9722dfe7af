//! Every piece of code of the corpus is in the report: verified, or named as what cannot be. What there is is taken
//! from the concrete tree, so that nothing can be lost on the way from there.

use abide_base::FileId;
use abide_java::lower::{Lowered, Options, lower};
use abide_java::syntax::parse;
use std::path::{Path, PathBuf};
use tree_sitter::{Node, Parser};

fn java_files(dir: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            java_files(&path, files);
        } else if path.extension().is_some_and(|e| e == "java") {
            files.push(path);
        }
    }
}

/// A routine of the report: its name, and where it stands.
struct Told {
    name: String,
    start: usize,
}

fn told(lowered: &Lowered) -> Vec<Told> {
    let verified = lowered.program.routines.iter().map(|r| (&r.name, r.span));
    let failed = lowered.unsupported.iter().map(|u| (&u.name, u.span));
    let each = verified.chain(failed).map(|(name, span)| Told {
        name: name.clone(),
        start: span.start as usize,
    });
    each.collect()
}

/// The nearest node around of one of these kinds.
fn around<'t>(node: Node<'t>, kinds: &[&str]) -> Option<Node<'t>> {
    std::iter::successors(node.parent(), Node::parent).find(|n| kinds.contains(&n.kind()))
}

const TYPES: [&str; 4] = [
    "class_declaration",
    "interface_declaration",
    "enum_declaration",
    "record_declaration",
];

/// Is the code of a class's initialisers told of: in its constructors or in a routine of its own? What an anonymous
/// class does is read where it is made.
fn initialiser_is_told(node: Node, report: &[Told], kind: &str) -> bool {
    let mut holders = TYPES.to_vec();
    holders.extend(["object_creation_expression", "enum_constant"]);
    let Some(class) = around(node, &holders) else {
        return false;
    };
    if !TYPES.contains(&class.kind()) {
        return enclosing_is_told(class, report);
    }
    let name = class.child_by_field_name("name").map_or(0, |n| n.start_byte());
    let own = report.iter().any(|r| r.start == name && r.name.ends_with(kind));
    let mut cursor = class.walk();
    let body = class.child_by_field_name("body");
    let constructors = body
        .into_iter()
        .flat_map(|b| b.children(&mut cursor).collect::<Vec<_>>());
    let written = constructors.filter(|n| n.kind() == "constructor_declaration").count();
    // an enum's constants are made when it is initialised
    let made = class.kind() == "enum_declaration" && report.iter().any(|r| r.start == name);
    own || made || kind == "<init>" && written > 0
}

/// Is the code around a node told of?
fn enclosing_is_told(node: Node, report: &[Told]) -> bool {
    let kinds = [
        "method_declaration",
        "constructor_declaration",
        "compact_constructor_declaration",
        "lambda_expression",
        "field_declaration",
        "static_initializer",
        "enum_constant",
        "block",
    ];
    let mut at = node;
    if at.kind() == "enum_constant" {
        return initialiser_is_told(at, report, "<clinit>");
    }
    while let Some(outer) = around(at, &kinds) {
        let code = outer.kind() != "block" || is_initialiser(outer);
        if code {
            return is_told(outer, report);
        }
        at = outer;
    }
    false
}

/// `{ … }` in a class.
fn is_initialiser(node: Node) -> bool {
    node.kind() == "block" && node.parent().is_some_and(|p| p.kind() == "class_body")
}

fn is_told(node: Node, report: &[Told]) -> bool {
    match node.kind() {
        "method_declaration" | "constructor_declaration" | "compact_constructor_declaration" => {
            let name = node.child_by_field_name("name").map_or(0, |n| n.start_byte());
            report.iter().any(|r| r.start == name)
        }
        "lambda_expression" => report.iter().any(|r| r.start == node.start_byte()),
        "static_initializer" | "enum_constant" => initialiser_is_told(node, report, "<clinit>"),
        "field_declaration" | "constant_declaration" => {
            let mut cursor = node.walk();
            let modifiers = node.children(&mut cursor).find(|n| n.kind() == "modifiers");
            let mut cursor = node.walk();
            let is_static = node.kind() == "constant_declaration"
                || modifiers.is_some_and(|m| m.children(&mut cursor).any(|w| w.kind() == "static"));
            initialiser_is_told(node, report, if is_static { "<clinit>" } else { "<init>" })
        }
        _ => initialiser_is_told(node, report, "<init>"),
    }
}

/// Is there code at this node that somebody has to look at?
fn is_code(node: Node) -> bool {
    match node.kind() {
        "method_declaration" | "constructor_declaration" | "compact_constructor_declaration" => {
            node.child_by_field_name("body").is_some()
        }
        "lambda_expression" => true,
        "static_initializer" => node.named_child(0).is_some_and(|b| b.named_child_count() > 0),
        "enum_constant" => {
            node.child_by_field_name("arguments").is_some() || node.child_by_field_name("body").is_some()
        }
        "field_declaration" | "constant_declaration" => acts(node),
        _ => is_initialiser(node) && node.named_child_count() > 0,
    }
}

/// Is something called, divided, read from an array or made in a field's value?
fn acts(node: Node) -> bool {
    const ACTS: [&str; 4] = [
        "method_invocation",
        "object_creation_expression",
        "array_access",
        "assignment_expression",
    ];
    let mut cursor = node.walk();
    let inside: Vec<Node> = node.children(&mut cursor).collect();
    let code = |n: Node| !matches!(n.kind(), "class_body" | "lambda_expression");
    ACTS.contains(&node.kind()) || inside.into_iter().any(|n| code(n) && acts(n))
}

/// The pieces of code of a text that no routine of the report stands for.
fn unseen(text: &str) -> Vec<String> {
    let parsed = parse(FileId::default(), text);
    let report = told(&lower(&parsed.unit, &[], Options::default()));
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_java::LANGUAGE.into())
        .expect("the grammar fits");
    let tree = parser.parse(text, None).expect("a tree");
    let mut left = vec![tree.root_node()];
    let mut found = Vec::new();
    while let Some(node) = left.pop() {
        if is_code(node) && !is_told(node, &report) {
            let line = node.start_position().row + 1;
            found.push(format!("line {line}: {}", node.kind()));
        }
        let mut cursor = node.walk();
        left.extend(node.children(&mut cursor));
    }
    found
}

#[test]
fn every_body_of_the_corpus_is_in_the_report() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java");
    let mut files = Vec::new();
    java_files(&corpus, &mut files);
    assert!(files.len() >= 200, "only {} files", files.len());
    let mut problems = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a file of the corpus");
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_string();
        problems.extend(unseen(&text).into_iter().map(|u| format!("{name}: {u}")));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_body_of_a_file_with_everything_in_it_is_in_the_report() {
    let text = "
        class A {
            static int s = f();
            static { s++; }
            int i = f();
            { i++; }
            static int f() { return 1; }
            Runnable r = () -> { Runnable q = () -> f(); q.run(); };
            Object o = new Object() { int k = f(); { k++; } int g() { return k; } };
            void m() {
                class B { int b = f(); int g() { return b; } }
                enum C { X(f()) { int h() { return 2; } }; C(int n) { } int h() { return 1; } }
                record D(int d) { D { f(); } int e() { return d; } }
                new Object() { void deep() { Runnable r = () -> new B().g(); } };
            }
            void twice() {
                class B { int g() { return f(); } }
            }
        }
        interface I { int V = A.f(); default int d() { return V; } static void st() { A.f(); } }
    ";
    assert_eq!(unseen(text), Vec::<String>::new());
}
