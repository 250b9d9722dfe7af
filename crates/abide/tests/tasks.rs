//! Verification tasks: definitions, expected verdicts, folders of them.

mod support;

use abide_report::witness::Content;
use serde_json::Value;
use support::Folder;

/// No run reaches the error.
const COUNT: &str = "\
#include \"no/such/header.h\"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void __VERIFIER_assert(int cond) { if (!cond) { reach_error(); } }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  if (n < 0) return 0;
  while (i < n) {
    i = i + 1;
  }
  __VERIFIER_assert(i == n);
  return 0;
}
";

/// The sizes of `long` decide whether this is reached.
const SIZES: &str = "\
#include <limits.h>
void reach_error(void);
int main(void) {
  long most = LONG_MAX;
  if (most != 2147483647) { reach_error(); }
  if (sizeof(long) != 4) { reach_error(); }
  return 0;
}
";

fn definition(program: &str, verdict: bool, model: &str) -> String {
    format!(
        "format_version: '2.0'\ninput_files: '{program}'\nproperties:\n  - property_file: \
         ../properties/unreach-call.prp\n    expected_verdict: {verdict}\noptions:\n  language: C\n  data_model: \
         {model}\n"
    )
}

fn tasks() -> Folder {
    let broken = COUNT.replace("i == n", "i != n");
    Folder::with(&[
        ("count.yml", &definition("count.c", true, "LP64")),
        ("count.c", COUNT),
        ("broken.yml", &definition("broken.c", false, "LP64")),
        ("broken.c", &broken),
        ("small.yml", &definition("sizes.c", true, "ILP32")),
        ("large.yml", &definition("sizes.c", false, "LP64")),
        ("sizes.c", SIZES),
        ("workflow.yml", "name: build\non: [push]\n"),
    ])
}

#[test]
fn a_header_that_is_not_there_is_a_warning() {
    let folder = tasks();
    folder
        .abide(&["verify", "--checks", "stated", "--method", "main", "count.c"])
        .with(0)
        .says("warning: the header `no/such/header.h` is not there: what it declares is unknown")
        .says("count.c:1:1")
        .says("proved   main");
}

#[test]
fn a_definition_names_the_program_and_the_verdict() {
    let folder = tasks();
    folder
        .abide(&["verify", "count.yml"])
        .with(0)
        .says("count.yml: proved, as expected");
    // to refute what is false is all that can be asked for
    folder
        .abide(&["verify", "broken.yml"])
        .with(0)
        .says("refuted  main")
        .says("broken.yml: refuted, as expected");
    folder.put("lying.yml", definition("broken.c", true, "LP64").as_bytes());
    folder
        .abide(&["verify", "lying.yml"])
        .with(1)
        .complains("error: lying.yml: refuted, but the expected verdict is true");
    folder
        .abide(&["verify", "workflow.yml"])
        .with(2)
        .complains("workflow.yml is not a task that can be read");
}

#[test]
fn a_definition_names_the_data_model() {
    let folder = tasks();
    folder
        .abide(&["verify", "small.yml"])
        .with(0)
        .says("small.yml: proved, as expected");
    folder
        .abide(&["verify", "large.yml"])
        .with(0)
        .says("large.yml: refuted, as expected");
    folder
        .abide(&["verify", "--checks", "stated", "--data-model", "ilp32", "sizes.c"])
        .with(0);
}

#[test]
fn a_folder_of_definitions_is_read_once() {
    let folder = tasks();
    let ended = folder
        .abide(&["verify", "."])
        .with(0)
        .says("4 routines: 2 proved, 2 refuted");
    for task in ["count.yml", "broken.yml", "small.yml", "large.yml"] {
        assert!(ended.out.contains(&format!("{task}: ")), "{}", ended.out);
    }
}

#[test]
fn a_bench_compares_all_tasks_and_counts() {
    let folder = tasks();
    folder.put("own_false.c", COUNT.replace("i == n", "i < n").as_bytes());
    let ended = folder
        .abide(&["bench", ".", "--timeout", "20", "--output", "results.json"])
        .with(0)
        .says("5 tasks: 2 proved, 3 refuted, 0 open, 0 unsupported")
        .says("5 as expected, 0 wrong, 0 not decided, 0 without expectation");
    let names: Vec<&str> = ended
        .out
        .lines()
        .skip(1)
        .take(5)
        .filter_map(|l| l.split(' ').next())
        .collect();
    assert_eq!(
        names,
        ["broken.yml", "count.yml", "large.yml", "own_false.c", "small.yml"]
    );
    let results: Value = serde_json::from_str(&folder.text("results.json")).unwrap();
    assert_eq!(results["summary"]["right"], 5);
    assert_eq!(results["tasks"][0]["task"], "broken.yml");
    assert_eq!(results["tasks"][0]["verdict"], "refuted");
    assert_eq!(results["timeout_ms"], 20000);
}

#[test]
fn a_wrong_verdict_fails_the_bench() {
    let folder = tasks();
    folder.put("list.txt", b"# expected\ncount.c false\nno.c true\n");
    folder
        .abide(&["bench", "count.c", "--expected", "list.txt"])
        .with(1)
        .says("WRONG")
        .says("1 wrong")
        .complains("warning: list.txt: there is no task no.c");
    folder.put("list.txt", b"count.c\n");
    folder
        .abide(&["bench", "count.c", "--expected", "list.txt"])
        .with(2)
        .complains("list.txt: line 1");
}

#[test]
fn what_is_not_decided_is_no_failure_but_is_counted() {
    let folder = Folder::with(&[(
        "hard_true.c",
        "void reach_error(void);\nint main(void) { long double x = 1.0L; if (x * x < 0) reach_error(); return 0; }\n",
    )]);
    folder
        .abide(&["bench", "."])
        .with(0)
        .says("0 as expected, 0 wrong, 1 not decided");
}

/// The recursive function is not looked into, and the unknown one is taken to change memory it
/// cannot know: a run that fails in such a way refutes nothing.
#[test]
fn what_is_not_looked_into_refutes_nothing() {
    let text = "\
void reach_error(void);
int down(int n) { if (n <= 0) return 0; return down(n - 1); }
int main(void) { if (down(3) != 0) { reach_error(); } return 0; }
";
    let local = "\
void reach_error(void);
int other(void);
int main(void) {
  int n = other();
  if (n < 1 || n > 9) return 0;
  int a[n];
  a[0] = 1;
  other();
  if (a[0] != 1) { reach_error(); }
  return 0;
}
";
    let folder = Folder::with(&[("down_true.c", text), ("local_true.c", local)]);
    folder.abide(&["bench", "."]).with(0).says("0 wrong");
}

#[test]
fn peers_are_run_or_named_as_absent() {
    let folder = tasks();
    let ended = folder
        .abide(&[
            "bench",
            "--peers",
            "--timeout",
            "20",
            "--ints",
            "math",
            "count.c",
            "broken.c",
        ])
        .with(0)
        .says("time / our time");
    for peer in [
        "spacer",
        "spacer-quantified",
        "boogie:PredicateAbs",
        "boogie:PredicateAbsFull",
    ] {
        let line = ended.out.lines().find(|l| l.split(' ').next() == Some(peer));
        assert!(line.is_some(), "{peer} in\n{}", ended.out);
    }
    let spacer = ended.out.lines().find(|l| l.starts_with("spacer ")).unwrap();
    let words: Vec<&str> = spacer.split_whitespace().collect();
    assert!(words[1] == "absent" || words[1] == "2", "{}", ended.out);
}

#[test]
fn programs_are_exported_as_they_are_read() {
    let folder = tasks();
    let ended = folder
        .abide(&[
            "export", "--to", "chc", "--ints", "math", "--checks", "stated", "count.c",
        ])
        .with(0)
        .says("(set-logic HORN)");
    assert!(ended.out.contains("main loop 1"), "{}", ended.out);
    assert!(!ended.out.contains("overflow"), "{}", ended.out);
}

/// A witness as the format demands it, unknown fields refused.
fn read_witness(text: &str) -> abide_report::witness::Entry {
    let entries: Vec<abide_report::witness::Entry> = serde_saphyr::from_str(text).unwrap();
    let again = serde_saphyr::to_string(&entries).unwrap();
    assert_eq!(
        entries,
        serde_saphyr::from_str::<Vec<_>>(&again).unwrap(),
        "a round trip"
    );
    let [entry] = entries.try_into().unwrap();
    assert_eq!(entry.metadata.format_version, "2.0");
    assert_eq!(entry.metadata.task.specification, "G ! call(reach_error())");
    assert_eq!(entry.metadata.uuid.len(), 36);
    for hash in entry.metadata.task.input_file_hashes.values() {
        assert!(
            hash.len() == 64 && hash.chars().all(|c| c.is_ascii_hexdigit()),
            "{hash}"
        );
    }
    entry
}

#[test]
fn a_proof_has_a_witness_of_invariants() {
    let folder = tasks();
    let made = |out: &str| {
        let mut command = folder.command(&["verify", "count.yml", "--witness", out]);
        let ended = command.env("SOURCE_DATE_EPOCH", "1769860800").output().unwrap();
        assert_eq!(
            ended.status.code(),
            Some(0),
            "{}",
            String::from_utf8_lossy(&ended.stderr)
        );
        folder.text(out)
    };
    let text = made("witness.yml");
    assert_eq!(text, made("again.yml"), "the same input gives the same witness");
    assert!(text.contains("creation_time: '2026-01-31T12:00:00Z'"), "{text}");
    let entry = read_witness(&text);
    assert_eq!(entry.entry_type, "invariant_set");
    assert_eq!(entry.metadata.task.data_model, "LP64");
    assert_eq!(entry.metadata.task.input_files, ["count.c"]);
    let invariants: Vec<_> = entry
        .content
        .iter()
        .map(|c| match c {
            Content::Invariant(i) => i,
            Content::Segment(_) => panic!("{text}"),
        })
        .collect();
    assert!(
        invariants
            .iter()
            .any(|i| i.value.contains("i < n") || i.value.contains("i <= n")),
        "{text}"
    );
    for invariant in invariants {
        assert_eq!(invariant.r#type, "loop_invariant");
        assert_eq!(invariant.format, "c_expression");
        let place = &invariant.location;
        assert_eq!((place.line, place.column), (9, 3), "the keyword of the loop");
        assert_eq!(place.function.as_deref(), Some("main"));
        assert!(!invariant.value.contains(['\\', '@']), "{}", invariant.value);
    }
}

#[test]
fn a_refutation_has_a_witness_of_returned_values() {
    let folder = tasks();
    folder
        .abide(&["verify", "broken.yml", "--witness", "witness.yml"])
        .with(0);
    let text = folder.text("witness.yml");
    let entry = read_witness(&text);
    assert_eq!(entry.entry_type, "violation_sequence");
    let points: Vec<_> = entry
        .content
        .iter()
        .map(|c| match c {
            Content::Segment(steps) => &steps[0].waypoint,
            Content::Invariant(_) => panic!("{text}"),
        })
        .collect();
    let [input, error] = points.as_slice() else {
        panic!("one call and the error: {text}")
    };
    assert_eq!((input.r#type.as_str(), input.location.line), ("function_return", 6));
    let value = &input.constraint.as_ref().unwrap().value;
    let number: i64 = value.strip_prefix("\\result == ").unwrap().parse().unwrap();
    assert!(number >= 0, "the program returns early for {number}");
    let column = COUNT.lines().nth(5).unwrap().rfind(')').unwrap() + 1;
    assert_eq!(input.location.column, column, "the closing parenthesis");
    assert_eq!((error.r#type.as_str(), error.location.line), ("target", 4));
    assert_eq!(error.location.function.as_deref(), Some("__VERIFIER_assert"));
}

#[test]
fn without_a_verdict_there_is_no_witness() {
    let folder = Folder::with(&[
        ("p.gcl", "procedure p() { }\n"),
        ("q.c", "int main(void) { return 0; }\n"),
    ]);
    folder
        .abide(&["verify", "p.gcl", "--witness", "w.yml"])
        .with(2)
        .complains("witnesses are written for C only");
    folder
        .abide(&["verify", "p.gcl", "q.c", "--witness", "w.yml"])
        .with(2)
        .complains("one program at a time");
    assert!(!folder.path("w.yml").exists());
}

#[test]
fn what_is_never_negative_refutes_nothing_in_textbook_integers() {
    let c = "unsigned g;\nint f(void) { return 1 / (g + 1); }\n";
    let java = "class T { static int f(char c, char[] a) { return a.length > 0 ? 1 / (a[0] + 1) : 1 / (c + 1); } }\n";
    let folder = Folder::with(&[("t.c", c), ("T.java", java)]);
    for file in ["t.c", "T.java"] {
        folder
            .abide(&["verify", "--ints", "math", file])
            .with(1)
            .says("1 routine: 1 open");
    }
}

#[test]
fn narrow_types_wrap_around_in_textbook_integers_too() {
    let c = "#include <ctype.h>\nint f(char c) { return isdigit((unsigned char)c); }\n\
        void g(int x) { signed char c = (signed char)x; /*@ assert c == x; */ }\n\
        void h(int x) { signed char c = x; /*@ assert c == x; */ }\n\
        void i(int x) { unsigned char c = x; /*@ assert c == x; */ }\n";
    let folder = Folder::with(&[("t.c", c)]);
    folder
        .abide(&["verify", "--ints", "math", "t.c"])
        .with(1)
        .says("4 routines: 2 proved, 2 refuted");
}
