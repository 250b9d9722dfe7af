//! The program as its users meet it: arguments in, streams and an exit status out.

mod support;

use serde_json::Value;
use std::fs;
use std::process::{Command, Stdio};
use support::{Ended, Folder};

/// Proved, with an invariant to be found.
const COUNT: &str = "\
procedure count(n: int) returns (i: int)
  requires 0 <= n;
  ensures i == n;
{
  i := 0;
  while (i < n)
    predicate i <= n, i == 7;
  {
    i := i + 1;
  }
}
";

/// Refuted by any `x`.
const WRONG: &str = "\
procedure next(x: int) returns (r: int)
  ensures r == x + 1;
{
  r := x;
}
";

/// True, but there is nothing to find an invariant from.
const BARE: &str = "\
procedure bare(n: int) returns (i: int)
  requires 0 <= n;
  ensures i == n;
{
  i := 0;
  while (i < n) { i := i + 1; }
}
";

const MALFORMED: &str = "procedure broken( {\n  x := ;\n}\n";

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn the_status_is_that_of_the_worst_routine() {
    let folder = Folder::with(&[
        ("count.gcl", COUNT),
        ("wrong.gcl", WRONG),
        ("bare.gcl", BARE),
        ("bad.gcl", MALFORMED),
    ]);
    folder
        .abide(&["verify", "count.gcl"])
        .with(0)
        .says("proved   count (count.gcl:1)")
        .says("invariant i <= n");
    folder
        .abide(&["verify", "wrong.gcl"])
        .with(1)
        .says("refuted  next")
        .says("it fails for x = ");
    folder
        .abide(&["verify", "bare.gcl", "--engine", "off"])
        .with(1)
        .says("open     bare")
        .says("at the head of the loop at line 6");
    folder
        .abide(&["verify", "count.gcl", "wrong.gcl"])
        .with(1)
        .says("1 proved, 1 refuted");
    folder
        .abide(&["verify", "bad.gcl"])
        .with(2)
        .says("error: ")
        .says("bad.gcl:1:");
    folder
        .abide(&["verify", ".", "--engine", "off"])
        .with(2)
        .says("proved   count")
        .says("refuted  next")
        .says("open     bare");
}

#[test]
fn json_is_one_object_with_the_promised_keys() {
    let folder = Folder::with(&[("count.gcl", COUNT), ("wrong.gcl", WRONG), ("bad.gcl", MALFORMED)]);
    let ended = folder
        .abide(&[
            "verify",
            "count.gcl",
            "wrong.gcl",
            "bad.gcl",
            "gone.gcl",
            "--format",
            "json",
        ])
        .with(2);
    let report = ended.json();
    assert_eq!(keys(&report), ["files", "schema", "summary", "tool", "version"]);
    assert_eq!(report["tool"], "abide");
    assert_eq!(report["summary"]["proved"], 1);
    assert_eq!(report["summary"]["refuted"], 1);
    let file = &report["files"][0];
    assert_eq!(keys(file), ["diagnostics", "language", "mode", "path", "routines"]);
    assert_eq!((&file["path"], &file["language"]), (&"count.gcl".into(), &"gcl".into()));
    let count = &file["routines"][0];
    assert_eq!(
        keys(count),
        [
            "assumes",
            "counterexample",
            "line",
            "loops",
            "name",
            "obligations",
            "stats",
            "verdict"
        ]
    );
    assert_eq!(
        count["loops"],
        serde_json::json!([{"line": 6, "invariants": ["i <= n"]}])
    );
    assert_eq!(count["counterexample"], Value::Null);
    assert!(count["stats"]["checks_infer"].as_u64().unwrap() > 0);
    let next = &report["files"][1]["routines"][0];
    assert_eq!(
        keys(&next["obligations"][0]),
        [
            "column",
            "confirmed",
            "counterexample",
            "id",
            "kind",
            "line",
            "message",
            "verdict"
        ]
    );
    assert_eq!(next["obligations"][0]["kind"], "postcondition");
    assert!(next["counterexample"]["x"].is_string());
    let error = &report["files"][2]["diagnostics"][0];
    assert_eq!(keys(error), ["column", "help", "line", "message", "severity"]);
    assert_eq!(error["severity"], "error");
    assert_eq!(report["files"][3]["path"], "gone.gcl");
    assert_eq!(report["files"][3]["diagnostics"][0]["line"], Value::Null);
}

#[test]
fn what_cannot_be_read_does_not_stop_the_rest() {
    let folder = Folder::with(&[("count.gcl", COUNT), ("notes.txt", "hello"), ("empty/readme.md", "")]);
    folder.put("latin.gcl", b"// caf\xe9\n");
    folder.put("binary.gcl", b"\x7fELF\0\0");
    let check = |path: &str, why: &str| {
        folder
            .abide(&["verify", path, "count.gcl"])
            .with(2)
            .complains(why)
            .says("proved   count");
        folder.abide(&["verify", path]).with(2).complains(why);
    };
    check("gone.gcl", "gone.gcl cannot be read");
    check("latin.gcl", "latin.gcl is not a text: byte 7 is not UTF-8");
    check("binary.gcl", "binary.gcl is not a text");
    check("notes.txt", "notes.txt is in no language that is known");
    check("empty", "there is nothing to read in empty");
}

#[test]
fn an_empty_file_has_nothing_to_prove() {
    let folder = Folder::with(&[("empty.gcl", "")]);
    folder
        .abide(&["verify", "empty.gcl"])
        .with(0)
        .says("no routines: nothing to prove");
    folder
        .abide(&["explain", "empty.gcl"])
        .with(2)
        .complains("there are no loops to explain");
}

#[test]
fn bad_usage_is_told_with_what_is_known() {
    let folder = Folder::with(&[("count.gcl", COUNT)]);
    let check = |args: &[&str], why: &str| {
        folder.abide(args).with(2).complains(why);
    };
    check(&["verify"], "<PATH>");
    check(&["verify", "count.gcl", "--nonsense"], "--nonsense");
    check(
        &["verify", "count.gcl", "--abstractor", "magic"],
        "state-models, allsmt, fq,",
    );
    check(
        &["verify", "count.gcl", "--prover", "oracle"],
        "z3, z3-program, cvc5, yices, smtlib:COMMAND",
    );
    check(
        &["verify", "count.gcl", "--engine", "steam"],
        "auto, fq, km, houdini, janota, wei, bohne, spacer, off",
    );
    check(&["verify", "count.gcl", "--sources", "hearsay"], "no source `hearsay`");
    check(&["verify", "count.gcl", "--timeout", "soon"], "not a number of seconds");
    check(
        &["verify", "count.gcl", "--timeout", "-3"],
        "nothing can be done in no time",
    );
    check(&["verify", "count.gcl", "--jobs", "0"], "there is nobody to do it");
    check(&["verify", "count.gcl", "--format", "poem"], "text, json");
    check(&["infer", "count.gcl", "--write", "--diff"], "cannot be used with");
    check(&["infer", "count.gcl", "--diff", "--format", "json"], "only one form");
    check(&["verify", "count.gcl", "--method", "nobody"], "there are `count`");
    check(
        &["verify", "count.gcl", "--prover", "smtlib:no-such-solver"],
        "no-such-solver",
    );
    folder
        .abide(&["--version"])
        .with(0)
        .says(concat!("abide ", env!("CARGO_PKG_VERSION")));
}

#[test]
fn without_z3_the_user_learns_where_it_was_looked_for() {
    let folder = Folder::with(&[("count.gcl", COUNT)]);
    let ended = folder
        .command(&["verify", "count.gcl"])
        .env("ABIDE_Z3", folder.path("gone"))
        .output()
        .unwrap();
    Ended::from(ended)
        .with(2)
        .complains("ABIDE_Z3 does not name a Z3")
        .complains("abide setup");
}

#[test]
fn written_invariants_make_the_file_check_and_are_written_once() {
    let folder = Folder::with(&[("count.gcl", COUNT)]);
    folder.abide(&["check", "count.gcl"]).with(1).says("open     count");
    assert_eq!(folder.text("count.gcl"), COUNT);
    folder
        .abide(&["infer", "count.gcl", "--write"])
        .with(0)
        .says("count.gcl was changed");
    let written = folder.text("count.gcl");
    assert!(written.contains("invariant i <= n;"), "{written}");
    folder.abide(&["check", "count.gcl"]).with(0).says("proved   count");
    folder
        .abide(&["infer", "count.gcl", "--write"])
        .with(0)
        .says("no invariants for 1 loop");
    assert_eq!(folder.text("count.gcl"), written);
    assert_eq!(
        fs::read_dir(folder.0.path()).unwrap().count(),
        1,
        "no file is left behind"
    );
}

#[test]
fn a_patch_leads_to_what_would_be_written() {
    let folder = Folder::with(&[("dir/count.gcl", COUNT), ("wrong.gcl", WRONG)]);
    let patch = folder
        .abide(&["infer", "dir", "wrong.gcl", "--diff"])
        .with(1)
        .complains("1 routine not proved");
    assert!(
        patch.out.starts_with("--- a/dir/count.gcl\n+++ b/dir/count.gcl\n@@ "),
        "{}",
        patch.out
    );
    let added: Vec<&str> = patch.out.lines().skip(3).filter(|l| l.starts_with('+')).collect();
    assert_eq!(added, ["+    invariant i <= n;"]);
    assert_eq!(folder.text("dir/count.gcl"), COUNT);
}

#[test]
fn infer_prints_the_invariants_by_place() {
    let folder = Folder::with(&[("count.gcl", COUNT)]);
    let ended = folder.abide(&["infer", "count.gcl"]).with(0);
    assert_eq!(
        ended.out,
        "count.gcl:6: loop of count\n    invariant i <= n\n1 invariant for 1 loop\n"
    );
    let all = folder.abide(&["infer", "count.gcl", "--all-invariants"]).with(0);
    assert!(all.out.lines().count() >= ended.out.lines().count());
}

#[test]
fn explain_writes_the_abstract_graph() {
    let folder = Folder::with(&[("count.gcl", COUNT)]);
    for cut in ["loop-heads", "points"] {
        let explain = |file: &str| {
            let args = ["explain", "count.gcl", "--cut", cut, "--graph", file];
            folder.abide(&args).with(0).says("i <= n");
            folder.text(file)
        };
        let dot = explain("g.dot");
        assert!(dot.starts_with("digraph"), "{dot}");
        assert!(dot.contains("line 6, loop head\\li <= n\\li == 7"), "{dot}");
        assert!(dot.contains("label=\"T F\""), "{dot}");
        assert_eq!(dot, explain("again.dot"), "the same graph each time");
        let svg = explain("g.svg");
        assert!(svg.starts_with("<svg") && svg.contains("loop head"), "{svg}");
    }
    folder
        .abide(&["explain", "count.gcl", "--graph", "nowhere/g.dot"])
        .with(2)
        .complains("cannot be written");
    folder.abide(&["verify", "count.gcl", "--cut", "here"]).with(2);
}

#[test]
fn explain_tells_how_a_loop_came_to_its_invariant() {
    let folder = Folder::with(&[("count.gcl", COUNT), ("bare.gcl", BARE)]);
    let told = folder.abide(&["explain", "count.gcl:9"]).with(0);
    let told = told
        .says("loop at count.gcl:6 of count")
        .says("1  i <= n")
        .says("round 1:");
    told.says("result, proved from the printed source\n    i <= n\n");
    folder
        .abide(&["explain", "bare.gcl", "--engine", "off"])
        .with(1)
        .says("no predicates")
        .says("open: the postcondition may not hold");
    folder
        .abide(&["explain", "count.gcl:0"])
        .with(2)
        .complains("no loop at line 0")
        .complains("line 6");
    let json = folder
        .abide(&["explain", "count.gcl:6", "--format", "json"])
        .with(0)
        .json();
    assert_eq!(
        json["files"][0]["routines"][0]["loops"][0]["history"]["predicates"][0]["text"],
        "i <= n"
    );
}

#[test]
fn the_output_does_not_depend_on_the_number_of_jobs() {
    let names: Vec<String> = (0..12).map(|i| format!("dir{}/f{i}.gcl", i % 3)).collect();
    let programs = [COUNT, WRONG, BARE, MALFORMED];
    let files: Vec<(&str, &str)> = names
        .iter()
        .zip(programs.iter().cycle())
        .map(|(n, p)| (n.as_str(), *p))
        .collect();
    let folder = Folder::with(&files);
    let without_times = |jobs: &str| {
        let ended = folder
            .abide(&["verify", ".", "--format", "json", "--jobs", jobs])
            .with(2);
        let lines = ended.out.lines().filter(|l| !l.trim_start().starts_with("\"ms\":"));
        lines.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(without_times("1"), without_times("2"));
    let text = |jobs: &str| folder.abide(&["verify", ".", "--jobs", jobs]).with(2).out;
    assert_eq!(text("1"), text("2"));
}

#[test]
fn only_the_chosen_routine_is_looked_at() {
    let folder = Folder::with(&[("both.gcl", &format!("{COUNT}{WRONG}"))]);
    folder.abide(&["verify", "both.gcl"]).with(1).says("2 routines");
    folder
        .abide(&["verify", "both.gcl", "--method", "count"])
        .with(0)
        .says("1 routine: 1 proved");
}

#[test]
fn quiet_says_nothing_when_all_is_well() {
    let folder = Folder::with(&[("count.gcl", COUNT), ("wrong.gcl", WRONG)]);
    folder.abide(&["verify", "count.gcl", "--quiet"]).with(0).silent();
    folder
        .abide(&["infer", "count.gcl", "--quiet", "--write"])
        .with(0)
        .silent();
    folder.abide(&["verify", ".", "-q"]).with(1).says("refuted  next");
}

#[test]
fn colours_and_counts_are_there_when_asked_for() {
    let folder = Folder::with(&[("count.gcl", COUNT)]);
    let plain = folder.abide(&["verify", "count.gcl"]).with(0);
    assert!(!plain.out.contains('\u{1b}'));
    folder
        .abide(&["verify", "count.gcl", "--color", "always"])
        .with(0)
        .says("\u{1b}[");
    folder
        .abide(&["verify", "count.gcl", "--stats"])
        .with(0)
        .says("predicates  rounds");
}

#[test]
fn every_abstractor_finds_the_invariant() {
    let folder = Folder::with(&[("count.gcl", COUNT)]);
    for name in [
        "state-models",
        "allsmt",
        "fq",
        "ddp",
        "ss",
        "naive",
        "cartesian",
        "nfindk:2",
    ] {
        folder
            .abide(&["verify", "count.gcl", "--abstractor", name])
            .with(0)
            .says("invariant i <= n");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = Folder::with(&[("wrong.gcl", WRONG)]);
    let mut child = folder
        .command(&["verify", "wrong.gcl"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    Ended::from(child.wait_with_output().unwrap()).with(1).silent();
}

/// A solver that tells its name and then never answers.
#[cfg(unix)]
const HANGS: &str = r#"
while read -r line; do
  case "$line" in
    *:name*) echo '(:name "Hangs")' ;;
    *:version*) echo '(:version "1")' ;;
    *check-sat*) : > asked; exec sleep 60 ;;
  esac
  case "$line" in
    *echo*) printf '%s\n' "$line" | sed 's/.*(echo "\(.*\)").*/"\1"/' ;;
  esac
done
"#;

#[cfg(unix)]
#[test]
fn an_interrupted_run_reports_what_it_has() {
    let folder = Folder::with(&[("count.gcl", COUNT), ("hangs.sh", HANGS)]);
    let started = std::time::Instant::now();
    let child = folder
        .command(&["verify", "count.gcl", "--prover", "smtlib:sh hangs.sh"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let asked = folder.path("asked");
    while !asked.exists() && started.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let started = std::time::Instant::now();
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    let ended = Ended::from(child.wait_with_output().unwrap()).with(1);
    ended
        .says("open     count (count.gcl:1), not finished")
        .says("the run was cancelled");
    assert!(started.elapsed().as_secs() < 30, "the run went on");
}

#[test]
fn coverage_counts_what_stands_in_the_way() {
    let text = "int f(int x) { return x; }\nint g(void) { asm(\"nop\"); while (1) { } }\n";
    let done = Folder::with(&[("a.c", text)]).abide(&["coverage", "."]).with(0);
    done.says("2 routines: 1 unsupported (50.0 %)\n1 routines with loops: 1 unsupported")
        .says("`g` (a.c:2)");
}
