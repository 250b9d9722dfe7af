//! Texts that are no programs, and programs with mistakes.

use super::*;
use proptest::prelude::*;

/// Reads a text; every place in the messages must be one of the text.
fn survive(text: &str) -> Read {
    let read = read(text);
    read.messages();
    read
}

/// How many bytes of the same thing.
const MUCH: usize = 1 << 20;

#[test]
fn texts_without_sense() {
    for text in [
        "",
        " ",
        "\u{feff}",
        "\0",
        "\0\u{1}\u{7f}\u{80}\u{ffff}\u{10ffff}",
        "/*",
        "/*@",
        "/*@ requires",
        "//@",
        "//@@@@",
        "//+",
        "//@ requires",
        "class",
        "class A",
        "class A {",
        "class A { void",
        "class A { void m() {",
        "class A { void m() { \"",
        "class A { void m() { 'x",
        "class A { void m() { \"\"\"",
        "class A { /*@ requires x; void m() {} }",
        "class A { //@ requires (((((\nvoid m() {} }",
        "class A { //@ requires (* \nvoid m() {} }",
        "class A { //@ ghost\nvoid m() {} }",
        "class A { //@ model int f(\nvoid m() {} }",
        "class A { //@ model int f() { return\nvoid m() {} }",
        "class A { void m() { for (;; } }",
        "class A { void m() { switch (x) { case } } }",
        "class A { void m() { x = ; } }",
        "enum { , }",
        "record R( { R { } }",
        "import ;",
        "package ;",
        "}}}}}",
    ] {
        survive(text);
    }
}

#[test]
fn much_of_the_same() {
    for piece in ["(", "{"] {
        survive(&piece.repeat(MUCH));
    }
    for piece in ["[", "}", "-", "a+", "if(a)", "@", "class A {", "/*", "x->"] {
        survive(&piece.repeat(MUCH / 16 / piece.len()));
    }
}

#[test]
fn much_of_the_same_in_a_method() {
    for piece in ["(", "{", "a.", "(a)-", "a?b:", "else ", "\"", "new "] {
        let much = piece.repeat(MUCH / 8 / piece.len());
        let read = survive(&format!("class A {{ void m() {{ x = {much}"));
        assert!(read.errors() > 0, "{piece}");
    }
}

#[test]
fn much_of_the_same_in_an_annotation() {
    for piece in [
        "(",
        "!",
        "a.",
        "a+",
        "a[",
        "a?",
        "(a)",
        "a==>",
        "(\\forall int i;",
        "f(",
        "{",
        "requires ",
        "new A[",
    ] {
        let much = piece.repeat(MUCH / 8 / piece.len());
        let read = survive(&format!("class A {{ //@ requires {much}\n void m() {{}} }}"));
        assert!(!read.diagnostics().is_empty(), "{piece}");
        assert_eq!(read.method_names(), ["m"], "{piece}");
    }
}

#[test]
fn expressions_nested_too_deep_are_errors_in_their_method() {
    for (open, inner, close) in [
        ("- ", "1", ""),
        ("f(", "1", ")"),
        ("1 + ", "1", ""),
        ("", "1", " + 1"),
        ("", "a", ".b"),
        ("", "a", "[0]"),
        ("", "a", ".f()"),
        ("(int) ", "a", ""),
        ("a ? b : ", "c", ""),
        ("x = ", "1", ""),
        ("(a) - ", "1", ""),
        ("(a) - f(", "1", ")"),
        ("switch (", "x", ") { default -> 1; }"),
        ("new int[", "x", "]"),
    ] {
        let deep = format!("{}{inner}{}", open.repeat(500), close.repeat(500));
        let text = format!("class A {{ int m() {{ return {deep}; }} int n() {{ return 1; }} }}");
        let read = survive(&text);
        assert!(read.errors() > 0, "{open}");
        assert!(read.messages()[0].contains("nested too deep"), "{:?}", read.messages());
        assert_eq!(read.method_names(), ["m", "n"]);
        assert!(!read.class().methods[0].errors.is_empty(), "{open}");
        assert!(read.class().methods[1].errors.is_empty(), "{open}");
    }
}

#[test]
fn statements_nested_too_deep_are_errors_in_their_method() {
    for (open, close) in [
        ("{", "}"),
        ("if (a) ", ""),
        ("if (a) {} else ", ""),
        ("while (a) {", "}"),
        ("for (;;) ", ""),
        ("do ", " while (a);"),
        ("switch (a) { default: ", "}"),
        ("try {", "} finally {}"),
        ("L: ", ""),
        ("class B { void m() {", "} }"),
        ("synchronized (a) {", "}"),
    ] {
        let deep = format!("{};{}", open.repeat(500), close.repeat(500));
        let text = format!("class A {{ void m() {{ {deep} }} int n() {{ return 1; }} }}");
        let read = survive(&text);
        assert!(read.errors() > 0, "{open}");
        assert!(read.messages()[0].contains("nested too deep"), "{:?}", read.messages());
        assert_eq!(read.method_names(), ["m", "n"]);
        assert!(!read.class().methods[0].errors.is_empty(), "{open}");
        assert!(read.class().methods[1].errors.is_empty(), "{open}");
    }
}

#[test]
fn formulas_nested_too_deep_are_left_out() {
    for (open, inner, close) in [
        ("(", "1", ")"),
        ("- ", "1", ""),
        ("f(", "1", ")"),
        ("", "1", " + 1"),
        ("", "a", ".b"),
        ("", "a", "[0]"),
        ("(int) ", "a", ""),
        ("a ? b : ", "c", ""),
        ("a ==> ", "b", ""),
        ("", "b", " < 1"),
        ("(\\forall int i; ", "b", ")"),
        ("\\old(", "b", ")"),
        ("new int[", "x", "]"),
    ] {
        let deep = format!("{}{inner}{}", open.repeat(500), close.repeat(500));
        let text = format!("class A {{ //@ requires {deep};\n//@ ensures a;\nint m() {{ return 1; }} }}");
        let read = survive(&text);
        assert_eq!(read.errors(), 0, "{open}");
        assert_eq!(read.diagnostics().len(), 1, "{open}");
        assert!(read.messages()[0].contains("nested too deep"), "{:?}", read.messages());
        assert_eq!(show::spec(&read.method().spec), "Any; ensures a");
    }
}

#[test]
fn what_people_write_is_not_nested_too_deep() {
    let parens = format!("{}1{}", "(".repeat(500), ")".repeat(500));
    assert_eq!(body(&format!("x = {parens};")).shown(), "(x = 1);");
    body(&format!("x = {};", vec!["1"; 150].join(" + ")));
    body(&format!("{} f();", "if (a) g(); else ".repeat(150)));
    members(&format!(
        "//@ requires {};\nvoid m() {{}}",
        vec!["a < b"; 150].join(" && ")
    ));
}

/// The methods that are left of a broken file, and which of them are not to be trusted.
#[track_caller]
fn left(text: &str, expect: &[(&str, bool)]) -> Read {
    let read = survive(text);
    assert!(read.errors() > 0, "{text}");
    let methods = read.parsed.unit.classes.iter().flat_map(|class| &class.methods);
    let found: Vec<(&str, bool)> = methods.map(|m| (&*m.name.text, m.errors.is_empty())).collect();
    assert_eq!(found, expect, "{text}\n{:?}", read.messages());
    read
}

#[test]
fn an_error_stays_in_its_method() {
    let read = left(
        "class A { int f() { return 1 + ; }\n int g() { return 2; } }",
        &[("f", false), ("g", true)],
    );
    assert_eq!(read.errors(), 1);
    left(
        "class A { int f() { x = (1; }\n int g() { return 2; } }",
        &[("f", false), ("g", true)],
    );
    left(
        "class A { int f() { x = 1 }\n int g() { return 2; } }",
        &[("f", false), ("g", true)],
    );
    left(
        "class A { int f() { foo bar baz; }\n int g() { return 2; } }",
        &[("f", false), ("g", true)],
    );
    left(
        "class A { int f() { int = 3; }\n int g() { return 2; } }",
        &[("f", false), ("g", true)],
    );
    left(
        "class A { int f() { return 99999999999; }\n int g() { return 2; } }",
        &[("f", false), ("g", true)],
    );
}

#[test]
fn errors_outside_of_methods_leave_the_methods() {
    left(
        "class A { int f() { return 1; }\n ???\n int g() { return 2; } }",
        &[("f", true), ("g", true)],
    );
    left("class A { int x = ; int f() { return 1; } }", &[("f", true)]);
    left(
        "class A { int f() { return 1; } }\n}\nclass B { int g() { return 2; } }",
        &[("f", true), ("g", true)],
    );
    left("import ;\nclass A { int f() { return 1; } }", &[("f", true)]);
}

#[test]
fn a_missing_brace_leaves_the_methods() {
    let read =
        survive("class A {\n int f() { if (x) { return 1; }\n int g() { return 2; }\n int h() { return 3; }\n}\n");
    assert!(read.errors() > 0);
    let names = read.method_names();
    assert!(
        names.contains(&"f") && names.contains(&"h"),
        "{names:?} {:?}",
        read.messages()
    );
    let read = survive("class A {\n int f() { return 1; }\n int g() { return 2; }\n");
    assert!(read.errors() > 0);
    assert_eq!(read.method_names(), ["f", "g"], "{:?}", read.messages());
    let read = survive("class A {\n int f() { return 1; } }\n int g() { return 2; }\n}\n");
    assert!(read.errors() > 0);
    assert_eq!(read.method_names(), ["f", "g"], "{:?}", read.messages());
}

#[test]
fn messages_are_few() {
    let read = survive(&"class A { int f() { return 1 + ; } }\n".repeat(500));
    assert!(read.diagnostics().len() <= 52, "{}", read.diagnostics().len());
    assert_eq!(read.method_names().len(), 500);
}

const PROGRAM: &str = r#"package a.b;
import java.util.*;

/*@ nullable_by_default @*/ public class Stack<T> extends Base implements Some<T> {
  //@ public invariant 0 <= size && size <= data.length;
  private /*@ spec_public non_null @*/ Object[] data = {1, "two", '\u0033'};
  int size;
  //@ ghost \bigint pushed = 0;

  /*@ public normal_behavior
    @   requires size < data.length;
    @   assignable size, data[size .. data.length - 1], this.*;
    @   ensures (\forall int i; 0 <= i < \old(size); data[i] == \old(data[i]));
    @ also exceptional_behavior
    @   signals (Full e) size == data.length ==> \fresh(e);
    @   signals_only Full, a.B;
    @*/
  public void push(T item, final int... rest) throws Full {
    //@ loop_invariant (\sum int k; 0 <= k && k < i; rest[k]) >= 0;
    //@ decreases rest.length - i; loop_predicate i > 0, x[k] == 0; skolem_constant int k;
    outer: for (int i = 0, j = -1; i < rest.length; i++, j += 2) {
      switch (rest[i]) { case 1: case 2: continue outer; default: break; }
      int y = switch (j) { case 3, 4 -> (size) - y * 2; default -> { yield 5; } };
      try (var r = open()) { data[size++] = (T) item; } catch (E | F e) { throw e; } finally { done(); }
      //@ set pushed = pushed + 1; assert pushed > 0;
    }
    Runnable r = () -> { size--; }; Object o = new Object() { int z; };
    if (o instanceof String s && s.length() > 0x1F) return; else do { size >>>= 1; } while (size != 0);
    String t = """
      text ""\" block
      """;
  }
  /*@ pure @*/ int size() { return size; }
  enum E { A(1), B { }; E(int... x) { this(); } }
  record P(int x, int y) { P { assert x > y : "no"; } }
}
"#;

#[test]
fn the_program_that_is_going_to_be_spoilt() {
    let read = read(PROGRAM);
    assert_eq!(read.messages(), Vec::<String>::new());
}

/// Words and signs of both languages, good for nothing in particular.
fn pieces() -> impl Strategy<Value = &'static str> {
    prop::sample::select(
        "class interface enum record void int x y m ( ) { } [ ] ; , . : :: -> = == + - * / < > << >> >>> <= && || ! ~ ? @ \
         if else while for do switch case default break continue return yield throw try catch finally new this super \
         instanceof static final public abstract var null true 1 2L 0x 1.5 'a' \" \"s\" \"\"\" // /* */ //@ /*@ @*/ requires \
         ensures loop_invariant invariant ghost model pure also assert set assignable signals \\old \\result (\\forall \
         \\forall ==> <==> <: .. (* *) {| |} \u{e9} \\ # package import <T>"
            .split(' ')
            .chain(["\n", "\r\n", "\n", " ", "//@ "])
            .collect::<Vec<_>>(),
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn a_soup_of_words(words in prop::collection::vec(pieces(), 0..200), in_class in any::<bool>()) {
        let soup = words.join(" ");
        survive(&soup);
        if in_class {
            survive(&format!("class A {{ void m() {{ {soup} }} }}"));
            survive(&format!("class A {{ /*@ {soup} */ void m() {{ }} }}"));
        }
    }

    #[test]
    fn any_text(text in any::<String>()) {
        survive(&text);
        survive(&format!("class A {{ //@ {text}"));
    }

    #[test]
    fn a_spoilt_program(at in 0..PROGRAM.len(), length in 0..60usize, word in pieces(), cut in any::<bool>()) {
        prop_assume!(PROGRAM.is_ascii());
        let end = (at + length).min(PROGRAM.len());
        survive(&format!("{}{word}{}", &PROGRAM[..at], &PROGRAM[end..]));
        if cut {
            survive(&PROGRAM[..at]);
            survive(&PROGRAM[at..]);
        }
    }
}
