//! Frames of small loops.

use super::frames;
use crate::syntax;
use abide_base::FileId;
use std::path::Path;

/// The frames of the loops in a text.
fn of(text: &str) -> Vec<String> {
    let parsed = syntax::parse(FileId::default(), Path::new("a.c"), text, syntax::Setup::default());
    frames(&parsed.unit).into_iter().map(|(_, text)| text).collect()
}

#[track_caller]
fn check(contract: &str, before: &str, body: &str, expected: &[&str]) {
    let text = format!("{before}\n{contract}\nint f(int *a, int *b, int n) {{ int i = 0; int s; {body} }}\n");
    assert_eq!(of(&text), expected, "{text}");
}

const ASSIGNS: &str = "/*@ requires \\valid(a + (0 .. n - 1)); assigns a[0 .. n - 1], *b; */";
const VALID: &str = "/*@ requires 0 <= n && \\valid(a + (0 .. n - 1)); requires \\valid(b); */";

#[test]
fn variables_are_named_and_ranges_have_two_ends() {
    check("", "", "while (i < n) { int k = i; k++; i++; }", &["assigns i"]);
    check("", "", "while (n) ;", &["assigns \\nothing"]);
    let fill = "while (i < n) { a[i] = 0; i++; }";
    check(ASSIGNS, "", fill, &["assigns i, a[0 .. n - 1]"]);
    check(VALID, "", fill, &["assigns i, a[0 .. n - 1]"]);
    // without a contract the ends are not known
    check("", "", fill, &[]);
    check(
        "",
        "",
        "int t[10]; for (i = 0; i < 10; i++) t[i] = 0;",
        &["assigns i, t[0 .. 9]"],
    );
    check(
        "",
        "int g[3][4];",
        "for (i = 0; i < 4; i++) g[1][i] = 0;",
        &["assigns i, g[1][0 .. 3]"],
    );
    check(
        "",
        "",
        "while (i < n) { *b = i; a[2] = *b; i++; }",
        &["assigns i, *b, a[2]"],
    );
}

#[test]
fn what_is_written_through_a_pointer_that_moves_is_what_may_be_written() {
    let walk = "int *p = a; while (p < a + n) { *p++ = 0; }";
    check(ASSIGNS, "", walk, &["assigns p, a[0 .. n - 1], *b"]);
    check("", "", walk, &[]);
    // the contract does not speak of a parameter that has changed
    check(ASSIGNS, "", "while (n > 0) { n--; a[n] = 0; }", &["assigns n, *b"]);
}

#[test]
fn calls_write_what_their_contracts_or_their_code_say() {
    let set = "/*@ requires \\valid(p); assigns *p; */ void set(int *p);\nint count;\n/*@ assigns count; */ void tick(void);\n\
        int twice(int x) { count = count + 1; return x + x; }\nint pure(int x) { return x; }\nvoid unknown(void);";
    check(
        "",
        set,
        "while (i < n) { set(b); tick(); i++; }",
        &["assigns count, i, *b"],
    );
    check(
        "",
        set,
        "while (i < n) { set(&s); i = twice(i); }",
        &["assigns s, i, count"],
    );
    check("", set, "while (i < n) { i = pure(i); }", &["assigns i"]);
    check("", set, "while (i < n) { unknown(); }", &[]);
}
