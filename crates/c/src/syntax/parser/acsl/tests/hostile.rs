//! No input makes the parser panic or lose its way.

use super::{Place, annotation, items};
use proptest::prelude::*;

/// Words that make annotations.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "requires", "ensures", "assigns", "assumes", "behavior", "complete", "disjoint", "behaviors",
    "loop", "invariant", "variant", "predicate", "skolem", "assert", "check", "admit", "ghost", "for",
    "logic", "lemma", "axiom", "axiomatic", "inductive", "case", "type", "reads", "terminates",
    "decreases", "exits", "frees", "global", "\\forall", "\\exists", "\\let", "\\lambda", "\\result",
    "\\old", "\\at", "\\valid", "\\from", "\\with", "\\in", "\\nothing", "\\nonsense", "integer", "int",
    "struct", "sizeof", "word", "x", "y", "L", "1", "0.5", "'a'", "\"s\"", "(", ")", "[", "]", "{", "}",
    ";", ",", ":", "?", "..", ".", "->", "=", "==", "!=", "<", "<=", ">", "==>", "<==>", "^^", "&&",
    "||", "|", "&", "^", "-->", "<-->", "+", "-", "*", "/", "%", "!", "~", "<<", "++", "@", "/@ x @/",
    "\u{2200}", "#",
];

fn words() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(WORDS), 0..40).prop_map(|all| all.join(" "))
}

/// Reads it everywhere; every message lies inside.
fn survives(inside: &str) {
    for text in [
        format!("/*@ {inside} */"),
        format!("//@ {inside}"),
        format!("/*% {inside} */"),
        format!("/@ {inside} @/"),
    ] {
        for place in [Place::TopLevel, Place::Body] {
            annotation(&text, place);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_words(text in words()) {
        survives(&text);
    }

    #[test]
    fn any_text(text in "\\PC{0,60}") {
        survives(&text);
    }

    #[test]
    fn what_follows_an_annotation_is_not_touched(text in words()) {
        let (shown, _) = items(&format!("/*@ {text} */ int g;"));
        prop_assert_eq!(shown.last().map(String::as_str), Some("(decl int g)"));
        let (shown, _) = items(&format!("void f(void) {{ /*@ {text} */ g; }}"));
        prop_assert!(shown.last().is_some_and(|f| f.ends_with('g') || f.contains("g)") || f.contains("broken")));
    }
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [
        ("(", ")"),
        ("!", ""),
        ("- ", ""),
        ("f(", ")"),
        ("a[", "]"),
        ("{", "}"),
        ("\\old(", ")"),
        ("\\forall int i; ", ""),
        ("\\let x = ", "; x"),
        ("n: ", ""),
        ("a ==> ", ""),
        ("a --> ", ""),
        ("a ? b : ", ""),
        ("a ? ", " : b"),
        ("(int)", ""),
        ("sizeof ", ""),
        ("{ a \\with .x = ", " }"),
        ("{ a | int x; ", "}"),
        ("a<==>b==>c||d^^e&&f<-->g-->h|i^j \\in k&l<m<<n+o*(", ")"),
    ] {
        let inside = format!("{}x{}", open.repeat(10_000), close.repeat(10_000));
        let (parts, messages) = annotation(&format!("/*@ assert {inside}; */"), Place::Body);
        assert!(parts.is_empty(), "{open}");
        assert_eq!(messages.len(), 1, "{open}");
        assert!(
            messages[0].diagnostic.message.contains("deep"),
            "{open}: {}",
            messages[0].diagnostic.message
        );
    }
}

#[test]
fn long_chains_are_refused_as_deep_trees() {
    for link in [" + x", " && x", ".x", "->x", "[0]", " <==> x", ", [0] = 1"] {
        let text = match link.starts_with(',') {
            true => format!("{{ x \\with [0] = 1{} }}", link.repeat(10_000)),
            false => format!("x{}", link.repeat(10_000)),
        };
        let (parts, messages) = annotation(&format!("/*@ assert {text}; */"), Place::Body);
        assert!(parts.is_empty(), "{link}");
        assert!(messages[0].diagnostic.message.contains("deep"), "{link}");
    }
    // these are wide, not deep
    for (link, first) in [(", x", "f(x"), (" < x", "(x")] {
        let (parts, messages) = annotation(&format!("/*@ assert {first}{}); */", link.repeat(10_000)), Place::Body);
        assert_eq!((parts.len(), messages.len()), (1, 0), "{link}");
    }
}

#[test]
fn axiomatic_blocks_nest_within_limits() {
    let text = format!("/*@ {} {} */", "axiomatic A { ".repeat(10_000), "}".repeat(10_000));
    let (_, messages) = annotation(&text, Place::TopLevel);
    assert!(messages.iter().any(|m| m.diagnostic.message.contains("deep")));
}

#[test]
fn people_may_nest_as_deep_as_they_do() {
    let inside = format!("{}x{}", "(".repeat(60), ")".repeat(60));
    let (parts, messages) = annotation(&format!("/*@ assert {inside}; */"), Place::Body);
    assert_eq!((parts.len(), messages.len()), (1, 0));
    let sum = "x + ".repeat(150) + "x";
    let (parts, messages) = annotation(&format!("/*@ assert {sum} > 0; */"), Place::Body);
    assert_eq!((parts.len(), messages.len()), (1, 0));
}
