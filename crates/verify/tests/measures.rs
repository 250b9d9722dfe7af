//! Why loops end: measures that are found, and those that must not be.

mod support;

use abide_base::SourceFile;
use abide_verify::{Mode, Verdict};
use support::*;

/// The text with annotations, if anything was found; everything in it was proved.
fn annotated(name: &str, text: &str) -> Option<String> {
    let files = vec![SourceFile::new(name, text)];
    let report = run_in(Mode::Infer, files, z3(), settings());
    let open: Vec<&str> = report
        .routines()
        .filter(|r| r.verdict != Verdict::Proved)
        .map(|r| r.name.as_str())
        .collect();
    assert!(open.is_empty(), "not proved: {open:?}");
    report.files[0].annotated.clone()
}

fn check(name: &str, text: &str, expected: &str) {
    let first = annotated(name, text).expect("there are measures");
    assert_eq!(first, expected);
    assert_eq!(annotated(name, &first), None, "a second run changes nothing");
}

#[test]
fn differences_get_smaller() {
    check(
        "Test.java",
        "class Test {
  //@ requires n > 0;
  static void up(int n) {
    int i = 0;
    //@ loop_invariant 0 <= i;
    while (i < n - 1) i++;
  }

  static int down(int n) {
    int k = 0;
    //@ loop_invariant k >= 0;
    for (int i = n; i >= 0; i -= 2) if (k < 9) k++;
    return k;
  }

  //@ requires a >= 0 && b >= 0;
  static int gcd(int a, int b) {
    //@ loop_invariant a >= 0 && b >= 0;
    while (b != 0) { int r = a % b; a = b; b = r; }
    return a;
  }

  static void nested(int[][] a) {
    //@ loop_invariant 0 <= i;
    for (int i = 0; i < a.length; i++) {
      if (a[i] == null) continue;
      /*@ loop_invariant 0 <= j; @*/ for (int j = 0; j < a[i].length; j++) a[i][j] = 0;
    }
  }
}
",
        "class Test {
  //@ requires n > 0;
  static void up(int n) {
    int i = 0;
    //@ loop_invariant 0 <= i;
    //@ decreases n - i - 1;
    while (i < n - 1) i++;
  }

  static int down(int n) {
    int k = 0;
    //@ loop_invariant k >= 0;
    //@ decreases i + 1;
    for (int i = n; i >= 0; i -= 2) if (k < 9) k++;
    return k;
  }

  //@ requires a >= 0 && b >= 0;
  static int gcd(int a, int b) {
    //@ loop_invariant a >= 0 && b >= 0;
    //@ decreases b;
    while (b != 0) { int r = a % b; a = b; b = r; }
    return a;
  }

  static void nested(int[][] a) {
    //@ loop_invariant 0 <= i;
    //@ decreases a.length - i;
    for (int i = 0; i < a.length; i++) {
      if (a[i] == null) continue;
      /*@ loop_invariant 0 <= j; @*/ /*@ decreases a[i].length - j; @*/ for (int j = 0; j < a[i].length; j++) a[i][j] = 0;
    }
  }
}
",
    );
}

/// Loops that do not end get no measure, nor does one whose difference wraps around; one that
/// has a measure keeps it, and one without invariants is left alone.
#[test]
fn what_does_not_get_smaller_is_not_written() {
    let text = "class Test {
  static void stuck(int n) {
    int i = 0;
    //@ loop_invariant 0 <= i;
    while (i < n) { if (i == 3) continue; i++; }
  }

  static void around(int n) {
    int i = 0;
    //@ loop_invariant 0 <= i;
    while (i < n - 1) i++;
  }

  static void wraps(int n) {
    int i = n;
    //@ loop_invariant true;
    while (i != 7) i = i > 0 ? i - 1 : 5;
  }

  static void sometimes(int n, int[] a) {
    int i = 0;
    //@ loop_invariant 0 <= i;
    while (i < n) { if (i < a.length && a[i] > 0) i++; }
  }

  static void swapped(int x, int y) {
    //@ loop_invariant true;
    while (x < y) { int t = x; x = y; y = t; }
  }

  static void measured(int n) {
    int i = 0;
    //@ loop_invariant 0 <= i;
    //@ decreases n + 5 - i;
    while (i < n) i++;
  }

  static void bare(int n) {
    for (int i = 0; i < n; i++) { }
  }
}
";
    // the one that swaps ends after a round
    let found = annotated("Test.java", text).expect("there is a measure");
    let measures: Vec<&str> = found.lines().filter(|l| l.contains("decreases")).collect();
    assert_eq!(measures, ["    //@ decreases y - x;", "    //@ decreases n + 5 - i;"]);
}

/// In C the variant is the last clause of the one annotation that a loop has.
#[test]
fn variants_of_c_come_last() {
    check(
        "test.c",
        "/*@ requires 0 <= n && \\valid(a + (0 .. n - 1)); */
void clear(int *a, int n)
{
  int i = 0;
  //@ loop invariant 0 <= i <= n;  // in the array
  while (i < n) { a[i] = 0; i++; }
  /*@ loop invariant 0 <= i <= n;
      loop assigns i;  // and nothing else
  */
  for (; i > 0; i--) ;
  /*@ loop invariant 0 <= i <= 3; */ while (i < 3) i++;
}
",
        "/*@ requires 0 <= n && \\valid(a + (0 .. n - 1)); */
void clear(int *a, int n)
{
  int i = 0;
  //@ loop invariant 0 <= i <= n; loop assigns i, a[0 .. n - 1]; loop variant n - i;  // in the array
  while (i < n) { a[i] = 0; i++; }
  /*@ loop invariant 0 <= i <= n;
      loop assigns i;  // and nothing else
      loop variant i;
  */
  for (; i > 0; i--) ;
  /*@ loop invariant 0 <= i <= 3; loop assigns i; loop variant 3 - i; */ while (i < 3) i++;
}
",
    );
}

/// A loop that need not end, one whose condition changes what it tests, and one without an
/// annotation get no variant.
#[test]
fn what_does_not_end_in_c_gets_no_variant() {
    let text = "int nd(void);
void stuck(int n)
{
  int i = 0;
  //@ loop invariant 0 <= i;
  while (i < n) { if (nd()) i++; }
  int k = 7;
  //@ loop invariant -1 <= k <= 7;
  while (k-- > 0) ;
  for (unsigned j = 0; j < 10; j++) i = 0;
}
";
    let written = annotated("test.c", text).expect("there are frames");
    assert!(!written.contains("loop variant"), "{written}");
}

/// What is written for the corpus is proved as it stands.
#[test]
fn measures_of_the_corpus_are_proved_again() {
    proved_again(
        "java",
        &["ArrayMax", "BinarySearch", "Clear", "Gcd", "Partition", "SelectionSort"],
        "decreases",
    );
}

#[test]
fn variants_of_the_corpus_are_proved_again() {
    proved_again(
        "c",
        &[
            "km_initcheck",
            "km_searchmin",
            "km_fig8",
            "nested_if",
            "predicates_only",
        ],
        "loop variant",
    );
}

fn proved_again(language: &str, names: &[&str], word: &str) {
    let all = corpus_of(language, "proves");
    let chosen = all
        .iter()
        .filter(|p| p.file_stem().is_some_and(|s| names.iter().any(|n| s == *n)));
    let first = run_in(Mode::Infer, chosen.map(|p| read(p)).collect(), z3(), settings());
    let written: Vec<SourceFile> = first
        .files
        .iter()
        .filter_map(|f| Some(SourceFile::new(first.sources.file(f.file).path(), f.annotated.clone()?)))
        .collect();
    let measures = written.iter().map(|f| f.text().matches(word).count()).sum::<usize>();
    assert!(measures >= 4, "only {measures} measures");
    let second = run_in(Mode::Check, written, z3(), settings());
    assert!(second.routines().all(|r| r.verdict == Verdict::Proved));
}
