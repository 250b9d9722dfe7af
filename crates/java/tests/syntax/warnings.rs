//! Annotations that are misplaced, not supported or misspelt: each is named in a warning.

use super::*;

/// The warnings about a class, each with the text it points at.
#[track_caller]
fn warns(text: &str, expect: &[&str]) -> Read {
    let read = read(&format!("class C {{\n{text}\n}}\n"));
    assert_eq!(read.errors(), 0, "{:?}", read.messages());
    let messages = read.messages();
    assert_eq!(messages.len(), expect.len(), "{text}: {messages:?}");
    for (message, part) in messages.iter().zip(expect) {
        assert!(message.contains(part), "{text}: {message} does not speak of {part}");
    }
    read
}

#[test]
fn misplaced_annotations_are_named() {
    let loops = "this annotation is misplaced: it belongs before a loop";
    warns("void m() {\n//@ loop_invariant a;\nf(); }", &[loops]);
    warns("void m() { while (c) { //@ loop_invariant a;\n} }", &[loops]);
    warns("//@ loop_invariant a;\nvoid m() {}", &[loops]);
    warns("void m() {\n//@ requires a;\n}", &["it belongs before a method"]);
    warns(
        "//@ requires a;\nint x;",
        &["warning `requires a;`: this annotation is misplaced"],
    );
    warns("int x;\n//@ ensures a;", &["it belongs before a method"]);
    warns(
        "/*@ behavior\n  @ requires a;\n  @ assignable b; @*/\nint x;",
        &["it belongs before a method"],
    );
    warns("//@ assert a;\nvoid m() {}", &["it belongs into the body"]);
    warns("void m() {\n//@ invariant a;\n}", &["it belongs into a class"]);
    warns("void m() {\n//@ assignable a;\nf(); }", &["before a method or a loop"]);
    warns("int x = f(/*@ assert p; @*/ 1);", &["misplaced"]);
    // classes and lambdas in bodies are read like any other
    assert_eq!(
        read("class C { Object o = new A() { //@ invariant a;\n }; }")
            .messages()
            .len(),
        0
    );
    assert_eq!(read("class C { A a = () -> { //@ assert a;\n }; }").messages().len(), 0);
    let read = read("//@ requires a;\nimport b;\nclass C {}\n//@ ensures c;\n");
    assert_eq!(read.messages().len(), 2);
}

#[test]
fn clauses_that_are_left_out_are_named() {
    for word in [
        "accessible",
        "diverges",
        "callable",
        "captures",
        "working_space",
        "duration",
        "when",
    ] {
        let read = warns(
            &format!("//@ {word} a; requires b;\nvoid m() {{}}"),
            &[&format!("`{word}` is not supported")],
        );
        assert_eq!(show::spec(&read.method().spec), "Any; requires b");
    }
    for clause in ["axiom a", "monitors_for a = b"] {
        let word = clause.split(' ').next().unwrap();
        let read = warns(
            &format!("int x; //@ {clause};\n//@ invariant b;"),
            &[&format!("`{word}` is not supported")],
        );
        assert_eq!(read.class().invariants.len(), 1, "{clause}");
    }
}

#[test]
fn what_is_not_read_is_kept_with_whom_it_concerns() {
    let unread = |text: &str| {
        let read = read(&format!("class C {{\n{text}\n}}"));
        let class = read.class();
        let count = |m: &Method| (m.spec.unread.len(), m.unread.len());
        (class.unread.len(), class.methods.first().map(count))
    };
    for contract in [
        "//@ requires a +;",
        "//@ requirse a;",
        "//@ whatever;",
        "//@ {| requires a;",
        "//@ requires a; implies_that ensures b;",
        "//@ assignable_redundantly x;",
        "//@ code_safe_math",
        "//@ code behavior requires a;",
        "//@ loop_invariant a;",
    ] {
        assert_eq!(
            unread(&format!("{contract}\nvoid m() {{}}")),
            (0, Some((1, 0))),
            "{contract}"
        );
    }
    for of_class in [
        "constraint a for m",
        "invarant a",
        "invariant a +",
        "represents a.b = c",
        "axiom a",
    ] {
        assert_eq!(
            unread(&format!("//@ {of_class};\nvoid m() {{}}")),
            (1, Some((0, 0))),
            "{of_class}"
        );
    }
    assert_eq!(unread("int x; //@ in g;\nvoid m() {}"), (0, Some((0, 0))));
    for body in [
        "//@ asert a;",
        "//@ requires a;\nf();",
        "//@ invariant a;",
        "//@ refining requires a;",
    ] {
        let (class, method) = unread(&format!("void m() {{ f(); {body}\n}}"));
        assert_eq!(class + method.unwrap().1, 1, "{body}");
    }
    for java in [
        "//@Override",
        "//@Test(timeout = 3)",
        "//@formatter:off",
        "//@ nowarn Pre;",
    ] {
        assert_eq!(unread(&format!("{java}\nvoid m() {{}}")), (0, Some((0, 0))), "{java}");
    }
}

#[test]
fn what_model_fields_are_made_of() {
    let read = members(
        "int x;\n//@ model int a, b; public model \\set<Object> c;\n//@ represents a = x + 1;\n//@ private represents this.b <- -x;\n//@ represents c \\such_that c.has(this);",
    );
    let clauses = read.class().representations.iter();
    let shown: Vec<String> = clauses
        .map(|r| format!("{} = {}", r.name.text, show::expr(&r.value)))
        .collect();
    assert_eq!(
        shown,
        ["a = (Add x 1)", "b = (Neg x)", "c = <`represents … \\such_that`>"]
    );
    warns(
        "//@ represents a.b = c;\nint x;",
        &["expected `=`, `<-` or `\\such_that`, found `.`"],
    );
}

#[test]
fn bad_clauses_are_passed_over() {
    let read = warns(
        "//@ requires a +;\n//@ ensures b;\nvoid m() {}",
        &["`;`: expected an expression, found `;`"],
    );
    assert_eq!(show::spec(&read.method().spec), "Any; ensures b");
    let read = warns(
        "//@ requires (a > b;\n//@ ensures b;\nvoid m() {}",
        &["expected `)`, found `;`"],
    );
    assert_eq!(show::spec(&read.method().spec), "Any; ensures b");
    let read = warns(
        "//@ requires (\\forall int i; a >; b);\n//@ ensures b;\nvoid m() {}",
        &["expected an expression, found `;`"],
    );
    assert_eq!(show::spec(&read.method().spec), "Any; ensures b");
    let read = warns(
        "//@ requires a\n//@ ensures b\nvoid m() {}",
        &["expected `;`", "expected `;`"],
    );
    assert_eq!(show::spec(&read.method().spec), "Any; requires a; ensures b");
    let read = warns("//@ requires a = b;\n//@ ensures b;\nvoid m() {}", &["must not change"]);
    assert_eq!(read.diagnostics()[0].help, ["equality is written `==`"]);
    warns(
        "//@ {| requires a;\nvoid m() {}",
        &["a group of cases without its `|}`"],
    );
    warns(
        "//@ requires a; |} ensures b;\nvoid m() {}",
        &["expected a JML keyword"],
    );
    warns(
        "//@ assignable a[*][*];\nvoid m() {}",
        &["only the last part of a location"],
    );
    warns(
        "//@ requires 99999999999;\nvoid m() {}",
        &["does not fit into an `int`"],
    );
}

#[test]
fn quantifiers_without_parentheses_reach_to_the_end_of_the_clause() {
    for text in ["\\exists int i; a; b;", "(\\exists int i; a; b);"] {
        let read = warns(&format!("//@ ensures {text} ensures c;\nvoid m() {{}}"), &[]);
        let shown = show::spec(&read.method().spec);
        assert_eq!(shown, "Any; ensures (Exists int i; a; b); ensures c");
    }
    let read = warns("//@ ensures \\forall int i; a; ensures c;\nvoid m() {}", &[]);
    assert_eq!(
        show::spec(&read.method().spec),
        "Any; ensures (Forall int i; ; a); ensures c"
    );
}

#[test]
fn misspelt_keywords_are_guessed() {
    for (word, keyword) in [
        ("loop_invarian", "loop_invariant"),
        ("require", "requires"),
        ("enusres", "ensures"),
        ("asignable", "assignable"),
        ("pur", "pure"),
    ] {
        let read = warns(
            &format!("//@ {word} a;\nvoid m() {{}}"),
            &[&format!("`{word}` does not begin")],
        );
        assert_eq!(
            read.diagnostics()[0].help,
            [format!("did you mean `{keyword}`?")],
            "{word}"
        );
    }
    let read = warns("//@ whatever a;\nvoid m() {}", &["`whatever` does not begin"]);
    assert!(read.diagnostics()[0].help.is_empty());
}

#[test]
fn a_space_too_many_is_noticed() {
    let read = warns(
        "// @ requires a;\nvoid m() {}",
        &["warning `// @`: this comment is not an annotation"],
    );
    assert_eq!(read.diagnostics()[0].help, ["did you mean `//@ requires`?"]);
    members("// @author me\n// requires a;\nvoid m() {}");
}
