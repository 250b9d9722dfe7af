//! What the parser accepts is tested by the round trip of the printer (`super::super::tests`);
//! here is what it says about what it does not accept.

use super::*;
use insta::assert_snapshot;
use std::time::{Duration, Instant};

/// The errors of `text`, one on a line: line, message, and what else is said.
fn errors(text: &str) -> String {
    let source = abide_base::SourceFile::new("test.gcl", text);
    let line = |span: Span| source.line(span.start);
    let show = |d: &Diagnostic| {
        let mut shown = format!("{}: {}", d.span.map_or(0, line), d.message);
        d.related
            .iter()
            .for_each(|(span, text)| shown += &format!(" [line {}: {text}]", line(*span)));
        d.notes
            .iter()
            .chain(&d.help)
            .for_each(|text| shown += &format!(" ({text})"));
        shown
    };
    parse(FileId(0), text)
        .diagnostics
        .iter()
        .map(show)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Like [`errors`], for the statements of a procedure; the first stands on line 1.
fn in_body(stmts: &str) -> String {
    errors(&format!("procedure p() {{ {stmts}\n}}"))
}

#[test]
fn operators_of_other_languages() {
    assert_snapshot!(in_body("x = 1; var y: int = 2; assert a = b;"), @r"
    1: expected `:=`, found `=` (assignment is written `:=`)
    1: expected `:=`, found `=` (assignment is written `:=`)
    1: `=` is not an operator (comparison is written `==`, assignment `:=`)
    ");
    assert_snapshot!(in_body("assert a & b | c => d <==> e <=> f;"), @r"
    1: `&` is not an operator (conjunction is written `&&`)
    1: `|` is not an operator (disjunction is written `||`)
    1: `=>` is not an operator (implication is written `==>`)
    1: `<==>` is not an operator (between Booleans `==` is equivalence)
    1: `<=>` is not an operator (between Booleans `==` is equivalence)
    ");
    assert_snapshot!(in_body("assert a and b; assert a or b; assert not a; x := x mod 2;"), @r"
    1: expected `;` after the statement, found the name `and` (conjunction is written `&&`)
    1: expected `;` after the statement, found the keyword `or` (disjunction is written `||`)
    1: expected `;` after the statement, found the name `a` (negation is written `!`)
    1: expected `;` after the assignment, found the name `mod` (the remainder is written `%`)
    ");
    assert_snapshot!(in_body("assert a < b < c < d; assert a == b != c; assert a < b == c < d;"), @r"
    1: comparisons do not chain (write `a < b && b < c`)
    1: comparisons do not chain (write `a < b && b < c`)
    ");
    assert_snapshot!(in_body("x := a ? 1 : 2; assert ~a; assert a \u{2264} b;"), @r"
    1: unexpected character `?` (a conditional is written `if c then a else b`)
    1: unexpected character `~` (negation is written `!`)
    1: unexpected character `≤` (write `<=`)
    ");
    assert_snapshot!(in_body("x += 1; x++; assert forall x: int. x == x;"), @r"
    1: expected `:=`, found `+`
    1: expected `:=`, found `+`
    1: expected `::` after the bound variables, found `.` (write `forall x: int :: e`)
    ");
}

#[test]
fn missing_and_superfluous_punctuation() {
    assert_snapshot!(in_body("x := 1\n y := 2\n if (*) { z := 3 } assert a"), @r"
    1: expected `;` after the assignment, found the name `y` (add `;`)
    2: expected `;` after the assignment, found the keyword `if` (add `;`)
    3: expected `;` after the assignment, found `}` (add `;`)
    3: expected `;` after the statement, found `}` (add `;`)
    ");
    assert_snapshot!(in_body("x := (1 + 2; y := a[1; z := f(1, 2;"), @r"
    1: expected `)`, found `;` [line 1: to close this]
    1: expected `]`, found `;` [line 1: to close this]
    1: expected `)`, found `;` [line 1: to close this]
    ");
    assert_snapshot!(in_body("if x > 0 { } while * { } if (*) x := 1; else y := 2; while (a);"), @r"
    1: expected `(` before the condition, found the name `x` (write the condition between parentheses)
    1: expected `(` before the condition, found `*` (write the condition between parentheses)
    1: expected `{`, found the name `x` (a block is written between braces)
    1: expected `{`, found the name `y` (a block is written between braces)
    1: expected `{` before the statements, found `;`
    ");
    assert_snapshot!(in_body("x := 1;; { y := 2; }; if (*) { };"), @r"
    1: a `;` alone is not a statement (remove it)
    1: a block cannot stand alone (remove the braces)
    1: a `;` alone is not a statement (remove it)
    1: a `;` alone is not a statement (remove it)
    ");
    assert_snapshot!(errors("procedure p() {\n if (*) {\n x := 1;\n}\nprocedure q() { x := ; }\n}\nvar g: int := 1;"), @r"
    5: expected a statement or `}`, found the keyword `procedure` [line 1: this block is not closed]
    5: expected an expression, found `;`
    6: this `}` closes nothing
    7: expected `;` after the declaration, found `:=` (a global variable has no initial value) (say what it is at the start of a procedure with `requires`)
    ");
    assert_snapshot!(errors("procedure p() requires a ensures b { } function f(x: int) bool; field f int; axiom a"), @r"
    1: expected `;` after the clause, found the keyword `ensures` (add `;`)
    1: expected `;` after the clause, found `{` (add `;`)
    1: expected `:` and the type of the result, found the keyword `bool`
    1: expected `:` and a type, found the keyword `int`
    1: expected `;` after the axiom, found the end of the file (add `;`)
    ");
}

#[test]
fn keywords_as_names() {
    assert_snapshot!(in_body("label := 1; x := field + 2; var or: int; call := p(old); goto while;"), @r"
    1: `label` is a keyword (as a name it is written between backquotes: `` `label` ``)
    1: expected an expression, found the keyword `field` (`field` is a keyword; as a name it is written between backquotes: `` `field` ``)
    1: `or` is a keyword (as a name it is written between backquotes: `` `or` ``)
    1: `call` is a keyword (as a name it is written between backquotes: `` `call` ``)
    1: expected `(` before the expression, found `)`
    1: `while` is a keyword (as a name it is written between backquotes: `` `while` ``)
    ");
    assert_snapshot!(errors("procedure label(map: int, inout ref: ref) { assert map.length == ref.field; }"), @r"
    1: `label` is a keyword (as a name it is written between backquotes: `` `label` ``)
    1: `map` is a keyword (as a name it is written between backquotes: `` `map` ``)
    1: `ref` is a keyword (as a name it is written between backquotes: `` `ref` ``)
    1: `map` is a keyword (as a name it is written between backquotes: `` `map` ``)
    1: `ref` is a keyword (as a name it is written between backquotes: `` `ref` ``)
    1: `field` is a keyword (as a name it is written between backquotes: `` `field` ``)
    ");
    assert_snapshot!(errors("field procedure; var procedure p() { }"), @r"
    1: `procedure` is a keyword (as a name it is written between backquotes: `` `procedure` ``)
    1: expected `:` and a type, found `;`
    1: expected the name of a global variable, found the keyword `procedure`
    ");
}

#[test]
fn statements_that_are_none() {
    assert_snapshot!(in_body("p(x); q(); int x; bool y := 1; return 3; x; else { } requires a;"), @r"
    1: expected `:=`, found `;` (a call is written `call p(…);`)
    1: expected `:=`, found `;` (a call is written `call q();`)
    1: expected a statement, found the keyword `int` (a variable is declared by `var x: int;`)
    1: expected a statement, found the keyword `bool` (a variable is declared by `var y: bool;`)
    1: expected `;` after `return`, found the number `3` (assign the results before `return;`)
    1: expected `:=`, found `;`
    1: expected a statement, found the keyword `else` (there is no `if` before this `else`)
    1: expected a statement, found the keyword `requires`
    ");
    assert_snapshot!(in_body("label l: x := 1; l: x := 2; label m; invariant x == 1; call a[0] := p(); var a: int, b: int;"), @r"
    1: expected `;` or a clause after the label, found `:` (write `label l;`)
    1: expected `while` after the label of a loop, found the name `x` (a place to jump to is written `label l;`)
    1: a clause `invariant` cannot stand here (clauses stand between the `)` and the `{` of a loop, or after the name of a label)
    1: expected `(` or `:=`, found `[` (a result goes to a variable; assign it from there)
    1: expected `;` after the declaration, found `,` (declare one variable with each `var`)
    ");
    assert_snapshot!(in_body("x: int; goto; break 3; havoc; havoc x.f; call p; assume; var x; var x := 3;"), @r"
    1: expected `while` after the label of a loop, found the keyword `int` (a variable is declared by `var x: int;`)
    1: expected a label, found `;`
    1: expected a label or `;`, found the number `3`
    1: expected a variable or a field, found `;`
    1: expected `;` after the statement, found `.`
    1: expected `(` or `:=`, found `;`
    1: expected an expression, found `;`
    1: expected `:` and a type, found `;`
    1: expected `:` and a type, found `:=`
    ");
}

#[test]
fn types() {
    assert_snapshot!(errors("var a: integer; var b: boolean; var c: array<int>; var d: map<int>; var e: map[int]int;"), @r"
    1: expected a type, found the name `integer` (did you mean `int`?)
    1: expected a type, found the name `boolean` (did you mean `bool`?)
    1: expected a type, found the name `array` (an array type is written `int[]`)
    1: expected `,` between the types of keys and values, found `>`
    1: expected `<` before the types of keys and values, found `[`
    ");
    assert_snapshot!(errors("var f: int[3]; var g: List; procedure p(x, y: int) returns z: int { }"), @r"
    1: expected `]`, found the number `3` [line 1: to close this]
    1: expected a type, found the name `List` (types are `int`, `bool`, `ref`, `map<K, V>` and `T[]`)
    1: expected `:` and a type, found `,`
    ");
}

#[test]
fn unfinished_comments_and_names() {
    assert_snapshot!(errors("var a: int; /* var b: int;\n"), @"1: the comment does not end (end it with `*/`)");
    assert_snapshot!(in_body("x := `a b;\n y := ``; z := 1a + 0x10;"), @r"
    1: the name between backquotes does not end (end it with a backquote on the same line)
    2: the name between backquotes is empty
    2: `1a` is neither a number nor a name (a name does not begin with a digit; a number has digits only)
    2: `0x10` is neither a number nor a name (a name does not begin with a digit; a number has digits only)
    ");
    assert_snapshot!(in_body("x := 1 # 2; \u{1} y \u{1}\u{2} := 3; z := ;"), @r"
    1: unexpected character `#` (a comment begins with `//`)
    1: unexpected character `\u{1}`
    1: unexpected characters `\u{1}\u{2}`
    1: expected an expression, found `;`
    ");
}

#[test]
fn one_error_does_not_hide_the_next() {
    assert_snapshot!(errors("procedure p(x int) requires ; ensures y > ; modifies 3; {
  x := ;
  while (x < ) invariant ; predicate a, ; invariant b { y := ; }
  if (a { z := ; } else { w := ; }
}
procedure (x: int) { }
procedure q() { x := ) }
function g(: int;
axiom ;
junk here
procedure r() { } } procedure s() { choose x := 1; or { } }"), @r"
    1: expected `:` and a type, found the keyword `int`
    1: expected an expression, found `;`
    1: expected an expression, found `;`
    1: expected a variable or a field, found the number `3`
    2: expected an expression, found `;`
    3: expected an expression, found `)`
    3: expected an expression, found `;`
    3: expected an expression, found `;`
    3: expected `;` after the clause, found `{` (add `;`)
    3: expected an expression, found `;`
    4: expected `)`, found `{` [line 4: to close this]
    4: expected an expression, found `;`
    4: expected an expression, found `;`
    6: expected the name of a procedure, found `(`
    7: expected an expression, found `)`
    8: expected a parameter, found `:`
    9: expected an expression, found `;`
    11: this `}` closes nothing
    11: expected `{`, found the name `x` (a block is written between braces)
    ");
}

#[test]
fn what_was_read_in_spite_of_errors() {
    let parsed = parse(
        FileId(0),
        "procedure p(x: int) { x = 1; y := ; z := 2 }\nnonsense\nvar g: int;",
    );
    assert_eq!(
        super::super::print(&parsed.file),
        "procedure p(x: int) {\n  x := 1;\n  z := 2;\n}\n\nvar g: int;\n"
    );
    assert_eq!(parsed.lost.len(), 2);
    let chain = parse(FileId(0), "axiom a < b < c;");
    assert_eq!(super::super::print(&chain.file), "axiom a < b && b < c;\n");
}

#[test]
fn nesting_is_bounded_and_reported_once() {
    let deep = |n: usize| format!("axiom {}x{};", "(".repeat(n), ")".repeat(n));
    assert_eq!(errors(&deep(MAX_NESTING - 1)), "");
    assert_snapshot!(errors(&format!("{}\n{}\n axiom = ;", deep(1000), deep(1000))), @r"
    1: nested too deep: more than 200 levels (split this into smaller parts)
    3: expected an expression, found `=` (assignment is written `:=`, comparison `==`)
    ");
    let blocks = |n: usize| format!("procedure p() {{ {} {} }}", "if (*) {".repeat(n), "}".repeat(n));
    assert_eq!(errors(&blocks(MAX_NESTING - 1)), "");
    assert_snapshot!(errors(&blocks(MAX_NESTING)), @"1: nested too deep: more than 200 levels (split this into smaller parts)");
    assert_snapshot!(errors(&format!("axiom x{};", ".f".repeat(1000))), @"1: nested too deep: more than 200 levels (split this into smaller parts)");
    assert_snapshot!(errors(&format!("var x: int{};", "[]".repeat(1000))), @"1: nested too deep: more than 200 levels (split this into smaller parts)");
    assert_snapshot!(in_body(&format!("if (*) {{ }} {}", "else if (*) { }".repeat(1000))), @"1: nested too deep: more than 200 levels (split this into smaller parts)");
}

#[test]
fn a_megabyte_of_anything_is_refused_quickly() {
    let inputs = [
        "(",
        "{",
        "!",
        "-",
        "[",
        "if(*){",
        "x.",
        "x[",
        "old(",
        "map<",
        "x:",
        "a<",
        "a==>",
        "`",
        "/*",
        "/ ",
        "*",
        "\u{fffd}",
        "procedure p(){",
        "forall x:int::",
        "if x then ",
        "else if(*){}",
        "{}",
        "}",
        ";",
        "var x:int[",
        "procedure ",
        "x,",
    ];
    for input in inputs {
        let many = input.repeat(1_000_000 / input.len());
        let short = &many[..many.len().min(input.len() * 20_000)];
        for (before, many) in [
            ("", &*many),
            ("procedure p() { x := ", &*many),
            ("procedure p() { ", short),
            ("procedure p() { if (*) {} ", short),
            ("axiom x ", short),
            ("field f: ", short),
        ] {
            let start = Instant::now();
            let errors = parse(FileId(0), &format!("{before}{many}")).diagnostics.len();
            assert!((1..=MAX_ERRORS + 1).contains(&errors), "{before}{input}");
            // unoptimised, and others may be running
            let time = start.elapsed();
            assert!(time < Duration::from_secs(20), "{before}{input}: {time:?}");
        }
    }
}
