//! The programs that the exports are for say what they should. Where one is not installed, its
//! tests print a line and pass.

mod common;

use abide_export::Format;
use common::exported;
use std::path::Path;
use std::process::Command;

const COUNT: &str = "\
procedure count(n: int) returns (i: int)
  requires 0 <= n;
  ensures i == n;
{
  i := 0;
  while (i < n) { i := i + 1; }
}
";

const SUM: &str = "\
procedure sum(n: int) returns (s: int)
  requires 0 <= n;
  ensures 2 * s == n * (n + 1);
{
  var i: int := 0;
  s := 0;
  while (i < n)
    invariant i <= n;
    invariant 2 * s == i * (i + 1);
  {
    i := i + 1;
    s := s + i;
  }
}
";

const FIND: &str = "\
procedure find(a: int[], inout b: bool[]) returns (spot: int)
  requires a.length == b.length;
  ensures forall j: int :: 0 <= j && j < spot ==> !b[j];
{
  var i: int := 0;
  spot := a.length;
  while (i < a.length)
    skolem j: int;
    predicate 0 <= i, spot == a.length, 0 <= j, j < i, j < spot, b[j];
  {
    if (spot == a.length && a[i] != 0) { spot := i; }
    b[i] := a[i] != 0;
    i := i + 1;
  }
}
";

/// The answers of Z3 to an export, or nothing if there is no Z3.
fn z3(text: &str, format: Format, options: &[&str]) -> Option<Vec<String>> {
    let Some(z3) = abide_z3::library::program() else {
        println!("z3 is not installed: nothing was tested");
        return None;
    };
    let output = run(&z3, &[&["-T:20"], options].concat(), &exported(text, format), "smt2");
    Some(output.lines().map(str::to_string).collect())
}

/// What a program prints about a file of that content.
fn run(program: &Path, options: &[&str], content: &str, extension: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(format!("file.{extension}"));
    std::fs::write(&file, content).expect("a file");
    let output = Command::new(program).args(options).arg(&file).output().expect("a run");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn spacer_proves_a_loop_and_refutes_its_twin() {
    let Some(answers) = z3(COUNT, Format::Chc, &[]) else {
        return;
    };
    assert_eq!(answers, ["sat"]);
    let broken = COUNT.replace("requires 0 <= n", "requires 0 - 1 <= n");
    assert_eq!(z3(&broken, Format::Chc, &[]).expect("Z3"), ["unsat"]);
}

#[test]
fn spacer_checks_the_invariants_of_the_user() {
    let annotated = |invariant: &str| COUNT.replace("(i < n)", &format!("(i < n) invariant {invariant};"));
    let Some(answers) = z3(&annotated("i <= n"), Format::Chc, &[]) else {
        return;
    };
    assert_eq!(answers, ["sat"]);
    assert_eq!(z3(&annotated("i < 3"), Format::Chc, &[]).expect("Z3"), ["unsat"]);
}

#[test]
fn spacer_finds_quantified_invariants() {
    let options = [
        "fp.spacer.q3.use_qgen=true",
        "fp.spacer.ground_pobs=false",
        "fp.spacer.mbqi=false",
    ];
    let Some(answers) = z3(FIND, Format::Chc, &options) else {
        return;
    };
    assert_eq!(answers, ["sat"]);
    let broken = FIND.replace("spot := i", "spot := i + 1");
    assert_eq!(z3(&broken, Format::Chc, &[]).expect("Z3"), ["unsat"]);
}

#[test]
fn functions_keep_their_axioms() {
    let text = "\
function f(x: int): int;
axiom f(7) > 0;
procedure p(n: int) {
  var i: int := 0;
  while (i < n) { i := i + 1; }
  assert f(7) > 0;
}
";
    let Some(answers) = z3(text, Format::Chc, &[]) else {
        return;
    };
    assert_eq!(answers, ["sat"]);
    let other = text.replace("axiom f(7)", "axiom f(8)");
    assert_eq!(z3(&other, Format::Chc, &[]).expect("Z3"), ["unsat"]);
}

#[test]
fn obligations_of_a_right_annotation_are_unsatisfiable() {
    let Some(answers) = z3(SUM, Format::Smt2, &[]) else {
        return;
    };
    assert_eq!(answers, ["unsat"; 4]);
    let broken = SUM.replace("invariant i <= n;", "invariant i <= n + 1;");
    let answers = z3(&broken, Format::Smt2, &[]).expect("Z3");
    assert_eq!(answers.iter().filter(|a| *a == "sat").count(), 1, "{answers:?}");
}

/// Boogie's summary of an export, or nothing if there is no Boogie that knows the options.
fn boogie(text: &str, options: &[&str]) -> Option<String> {
    let Some(boogie) = abide_base::process::on_path("boogie") else {
        println!("boogie is not installed: nothing was tested");
        return None;
    };
    let summary = |content: &str| {
        let output = run(&boogie, options, content, "bpl");
        let last = output
            .lines()
            .find_map(|l| l.strip_prefix("Boogie program verifier finished with "));
        last.map(str::to_string).ok_or(output)
    };
    let probe = "function {:existential true} f(p: bool): bool;\nprocedure p() { assert f(true); }\n";
    if summary(probe).as_deref() != Ok("1 verified, 0 errors") {
        println!("boogie does not know {options:?}: nothing was tested");
        return None;
    }
    Some(summary(&exported(text, Format::Boogie)).unwrap_or_else(|output| panic!("{output}")))
}

#[test]
fn boogie_infers_from_the_predicates() {
    // a clause of five predicates is needed
    let options = ["/noinfer", "/contractInfer", "/abstractHoudini:PredicateAbsFull"];
    let Some(summary) = boogie(FIND, &options) else { return };
    assert_eq!(summary, "1 verified, 0 errors");
    let broken = FIND.replace("spot := i", "spot := i + 1");
    assert_eq!(boogie(&broken, &options).expect("Boogie"), "0 verified, 1 error");
}

#[test]
fn boogie_checks_the_invariants_of_the_user() {
    let options = ["/noinfer", "/contractInfer", "/abstractHoudini:PredicateAbs"];
    let Some(summary) = boogie(SUM, &options) else { return };
    assert_eq!(summary, "1 verified, 0 errors");
    let broken = SUM.replace("invariant i <= n;", "invariant i <= n + 1;");
    assert_eq!(boogie(&broken, &options).expect("Boogie"), "0 verified, 1 error");
}

#[test]
fn boogie_reads_everything_that_can_be_written() {
    let text = "\
field next: ref;
var `total sum`: int;
function f(x: int, r: ref): bool;
axiom forall r: ref :: f(0, r) == (r == null);
procedure p(x: ref, inout m: map<int, bool>, y: int) returns (z: int)
  requires x != null && (y > 0 || y == 0 && m[0]);
  modifies .next, `total sum`;
  ensures z == old(`total sum`) / 3 + y % 4;
  ensures (m[1] ==> m[2]) == (forall y: int :: m[y] || !m[y]);
{
  var k: map<int, bool> := const<int>(y == 0 || f(0, null));
  var RNE: int := y;
  var real: int := RNE;
  var `1 + 1`: int := real;
  z := `total sum` / 3 + y % 4;
  `total sum`, x.next := 0 - 1, null;
  m := k[7 := true];
  if (*) { goto out; }
  choose { assume exists y: int :: m[y]; } or { havoc k; }
  label out;
  assert `1 + 1` == y && x.next == (if y / z > 0 then null else null);
}
";
    let options = ["/noinfer", "/contractInfer", "/abstractHoudini:PredicateAbs"];
    let Some(summary) = boogie(text, &options) else { return };
    assert_eq!(summary, "1 verified, 0 errors");
}
