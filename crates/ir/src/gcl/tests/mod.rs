//! The corners of the square: what is printed is read back the same, what is raised is lowered
//! the same, and nothing makes any of it panic.

mod trees;

use super::ast::*;
use super::*;
use abide_base::FileId;
use proptest::prelude::*;

/// Programs with every construct, all of them correct.
const SAMPLES: &[&str] = &[
    include_str!("arrays.gcl"),
    include_str!("calls.gcl"),
    include_str!("jumps.gcl"),
    include_str!("references.gcl"),
];

fn read(text: &str) -> File {
    let parsed = parse(FileId(0), text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    parsed.file
}

/// Reads a program without errors, dumps it, and checks that the dump says the same.
fn dump(text: &str) -> String {
    let lowered = load(FileId(0), text);
    assert_eq!(lowered.diagnostics, [], "{text}");
    let first = print(&raise(&lowered.program));
    let again = load(FileId(0), &first);
    assert_eq!(again.diagnostics, [], "{first}");
    assert_eq!(print(&raise(&again.program)), first, "from {text}");
    first
}

#[test]
fn samples_are_read_back_and_dumped() {
    for sample in SAMPLES {
        let tree = read(sample);
        let text = print(&tree);
        assert_eq!(read(&text), tree);
        assert_eq!(print(&read(&text)), text);
        dump(sample);
    }
}

#[test]
fn an_empty_file_is_a_program_without_routines() {
    for text in ["", "\n", "// nothing", "\u{feff}"] {
        let lowered = load(FileId(0), text);
        assert!(lowered.diagnostics.is_empty() && lowered.program.routines.is_empty() && lowered.failed.is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printed_trees_are_read_back(tree in trees::file()) {
        let text = print(&tree);
        let parsed = parse(FileId(0), &text);
        prop_assert_eq!(&parsed.diagnostics, &[], "{}", text);
        prop_assert_eq!(&parsed.file, &tree, "{}", text);
        prop_assert_eq!(print(&parsed.file), text);
        // whatever it means, lowering has something to say about it
        load(FileId(0), &print(&tree));
    }

    #[test]
    fn printed_expressions_are_read_back(tree in trees::expr()) {
        let text = print_expr(&tree);
        let axiom = format!("axiom {text};");
        let parsed = parse(FileId(0), &axiom);
        prop_assert_eq!(&parsed.diagnostics, &[], "{}", text);
        prop_assert_eq!(&parsed.file.items[0].kind, &ItemKind::Axiom(tree));
    }

    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        load(FileId(0), &String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_tokens_are_survived(words in proptest::collection::vec(proptest::sample::select(WORDS), 0..120)) {
        load(FileId(0), &words.join(" "));
        load(FileId(0), &format!("procedure p(a: int[], x: ref) {{ {} }}", words.join(" ")));
    }

    /// A correct program with a few tokens changed: usually wrong, always answered, and if it is
    /// right by chance then its dump is as well.
    #[test]
    fn slightly_broken_programs_are_survived(
        sample in proptest::sample::select(SAMPLES),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), 0..4, proptest::sample::select(WORDS)), 1..4),
    ) {
        let mut words: Vec<&str> = sample.split_inclusive([' ', '\n', '(', ')', ';', '[', ']', ',']).collect();
        for (index, what, word) in changes {
            let at = index.index(words.len());
            match what {
                0 => drop(words.remove(at)),
                1 => words.insert(at, word),
                2 => words[at] = word,
                _ => {
                    let other = (at + 1) % words.len();
                    words.swap(at, other);
                }
            }
        }
        let text = words.concat();
        let lowered = load(FileId(0), &text);
        let dumped = print(&raise(&lowered.program));
        let again = load(FileId(0), &dumped);
        prop_assert_eq!(&again.diagnostics, &[], "{}", dumped);
        prop_assert_eq!(print(&raise(&again.program)), dumped);
        prop_assert!(lowered.failed.is_empty() || !lowered.diagnostics.is_empty());
    }
}

const WORDS: &[&str] = &[
    "procedure",
    "function",
    "axiom",
    "field",
    "var",
    "inout",
    "returns",
    "requires",
    "ensures",
    "modifies",
    "invariant",
    "predicate",
    "skolem",
    "int",
    "bool",
    "ref",
    "map",
    "const",
    "if",
    "then",
    "else",
    "while",
    "choose",
    "or",
    "havoc",
    "assume",
    "assert",
    "break",
    "continue",
    "label",
    "goto",
    "call",
    "return",
    "forall",
    "exists",
    "old",
    "unchecked",
    "true",
    "false",
    "null",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    ".",
    ":",
    "::",
    ":=",
    "==>",
    "||",
    "&&",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "!",
    "=",
    "&",
    "|",
    "=>",
    "<==>",
    "x",
    "y",
    "a",
    "f",
    "p",
    "0",
    "1",
    "x.f",
    "a[x]",
    "a.length",
    "int[]",
    "x: int",
    "x := 1;",
    "`",
    "/*",
    "//",
    "#",
];

#[test]
fn long_chains_do_not_need_the_stack() {
    for (first, more) in [
        ("1", " + 1"),
        ("1", " - 1"),
        ("1", " * 1"),
        ("true", " && true"),
        ("true", " || false"),
    ] {
        let chain = format!("{first}{}", more.repeat(100_000));
        let formula = if first == "1" { format!("0 < {chain}") } else { chain };
        let tree = read(&format!("axiom {formula};"));
        assert_eq!(print(&tree), format!("axiom {formula};\n"));
        assert_eq!(tree, tree.clone());
        // a product is a term as deep as it is long, which is refused; the others are fine
        let lowered = load(FileId(0), &format!("axiom {formula};"));
        assert_eq!(lowered.diagnostics.is_empty(), !more.contains('*'), "{more}");
    }
}

#[test]
fn long_protected_chains_are_refused_rather_than_squared() {
    let chain: Vec<String> = (0..3_000).map(|i| format!("a[{i}] == 0")).collect();
    let lowered = load(
        FileId(0),
        &format!("procedure p(a: int[]) {{ if ({}) {{}} }}", chain.join(" && ")),
    );
    assert!(
        lowered.diagnostics[0].message.contains("too many operands"),
        "{:?}",
        lowered.diagnostics[0]
    );
}

#[test]
fn a_hundred_thousand_lines_are_read() {
    let line = "    if (x < y && a[x] == 0) { a[x] := y * 2; } else { x, y := y, x - 1; }\n";
    let one = format!(
        "procedure p(inout a: int[], inout x: int, inout y: int) {{\n{}}}\n",
        line.repeat(100_000)
    );
    let many: String = (0..20_000)
        .map(|i| format!("procedure p{i}(x: int) returns (y: int)\n  ensures y > x;\n{{\n  y := x + {i};\n}}\n"))
        .collect();
    for text in [one, many] {
        let lowered = load(FileId(0), &text);
        assert!(lowered.diagnostics.is_empty());
    }
}
