//! What is written for small programs.

mod common;

use abide_export::{ExportError, Format, export};
use common::{exported, load};
use insta::assert_snapshot;

const COUNT: &str = "\
procedure count(n: int) returns (i: int)
  requires 0 <= n;
  ensures i == n;
{
  i := 0;
  while (i < n)
    invariant 0 <= i;
    predicate i <= n;
  {
    i := i + 1;
  }
}
";

/// The export after its heading comment.
fn body(text: &str, format: Format) -> String {
    let written = exported(text, format);
    let comment = if format == Format::Boogie { "//" } else { ";" };
    let lines: Vec<&str> = written.lines().skip_while(|l| l.starts_with(comment)).collect();
    lines.join("\n")
}

#[test]
fn a_loop_head_is_a_relation() {
    assert_snapshot!(body(COUNT, Format::Chc));
}

#[test]
fn a_loop_head_begins_with_its_annotations() {
    assert_snapshot!(body(COUNT, Format::Boogie));
}

#[test]
fn every_check_is_a_question() {
    assert_snapshot!(body(COUNT, Format::Smt2));
}

#[test]
fn branches_meet_in_a_relation_and_are_not_multiplied() {
    let branch = "if (n > 0) { i := i + 1; } else { i := i + 2; }\n";
    let text = |n: usize| {
        let body = branch.repeat(n);
        format!("procedure p(n: int) returns (i: int) ensures i >= {n}; {{ i := 0; {body} }}")
    };
    let sizes = [10, 20, 40].map(|n| exported(&text(n), Format::Chc).len());
    assert!(sizes[2] - sizes[1] < 3 * (sizes[1] - sizes[0]), "{sizes:?}");
    let smt = [10, 20, 40].map(|n| exported(&text(n), Format::Smt2).len());
    assert!(smt[2] - smt[1] < 3 * (smt[1] - smt[0]), "{smt:?}");
}

#[test]
fn functions_are_handed_on_as_maps() {
    let text = "\
function f(x: int): int;
axiom forall x: int :: f(x) > 0;
procedure p(n: int) {
  var i: int := 0;
  while (i < n) { i := i + f(i); }
  assert f(n) > 0;
}
";
    let written = exported(text, Format::Chc);
    assert!(
        written.contains("(declare-fun |p loop 1()| (Int Int (Array Int Int)) Bool)"),
        "{written}"
    );
    assert!(!written.contains("|f()|"), "{written}");
    let written = exported(text, Format::Boogie);
    assert!(
        written.contains("function f(int): int;\naxiom (forall x: int :: 0 < f(x)); // line 2\n"),
        "{written}"
    );
}

#[test]
fn asserted_quantifiers_are_bound_by_the_clause() {
    let text = "\
procedure p(inout a: map<int, int>)
  ensures forall k: int :: a[k] == 0;
  ensures a[3] == 0;
{
  a := const<int>(0);
}
";
    let written = exported(text, Format::Chc);
    assert!(!written.contains("(forall ((|k#"), "{written}");
}

#[test]
fn skolem_constants_are_quantified_with_triggers() {
    let text = "\
procedure clear(inout a: map<int, ref>, n: int) {
  var i: int := 0;
  while (i < n)
    skolem k: int;
    predicate 0 <= k, k < i, a[k] == null;
  {
    a[i] := null;
    i := i + 1;
  }
}
";
    let written = exported(text, Format::Boogie);
    for line in [
        "procedure clear(a.in: [int]Ref, n: int) returns (a: [int]Ref)",
        "function {:existential true} inv.clear.1(p0: bool, p1: bool, p2: bool): bool;",
        "assert (forall k_2: int :: {a[k_2]} inv.clear.1(0 <= k_2, k_2 < i, a[k_2] == null)); // line 3",
        "assert inv.clear.1(0 <= k, k < i, a[k] == null); // line 3",
        "a := a.in;",
    ] {
        assert!(written.contains(line), "{line}\n{written}");
    }
}

#[test]
fn one_routine_can_be_chosen() {
    let loaded = load("procedure p(x: int) { assert x == x + 1; } procedure q() { }");
    let text = export(&loaded.program, Format::Smt2, Some("p")).expect("an export");
    assert!(
        text.contains("; routine p at byte 10\n") && !text.contains("; routine q"),
        "{text}"
    );
    let error = export(&loaded.program, Format::Chc, Some("r")).expect_err("no such routine");
    assert_eq!(
        error,
        ExportError::NoRoutine {
            name: "r".to_string(),
            known: vec!["p".to_string(), "q".to_string()]
        }
    );
    assert_eq!(error.to_string(), "there is no routine `r`; there are p, q");
}

#[test]
fn formats_are_known_by_name() {
    for format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
    let error = "dafny".parse::<Format>().expect_err("no such format");
    assert_eq!(
        error.to_string(),
        "there is no format `dafny`; there are chc, boogie, smt2"
    );
}
