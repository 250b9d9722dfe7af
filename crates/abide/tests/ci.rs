//! Abide in continuous integration: formats of other tools, baselines, what has changed.

mod support;

use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use support::{Ended, Folder};

/// A null pointer, a postcondition that fails, something unsupported.
const MIXED: &str = "\
int get(int *p) { return *p; }
/*@ requires 0 <= n; ensures \\result == n + 1; */
int count(int n) {
  int i = 0;
  while (i < n) { i++; }
  return i;
}
int odd(void) { asm(\"nop\"); return 1; }
";

/// A loop whose invariants are found.
const FINE: &str = "\
/*@ requires 0 <= n <= 100; ensures \\result == n; */
int fine(int n) {
  int i = 0;
  while (i < n) { i++; }
  return i;
}
";

/// SARIF's schema, as it comes with the crate that the types of others are made of.
fn schema() -> &'static jsonschema::Validator {
    static SCHEMA: OnceLock<jsonschema::Validator> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        // without the packages of other platforms, which nobody has brought
        let compiler = Command::new("rustc").arg("-vV").output().unwrap();
        let compiler = String::from_utf8(compiler.stdout).unwrap();
        let host = compiler.lines().find_map(|l| l.strip_prefix("host: ")).unwrap();
        let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
        let listed = Command::new(cargo)
            .args([
                "metadata",
                "--format-version",
                "1",
                "--offline",
                "--filter-platform",
                host,
            ])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
        let mut packages = listed["packages"].as_array().unwrap().iter();
        let package = packages.find(|p| p["name"] == "serde-sarif").unwrap();
        let manifest = PathBuf::from(package["manifest_path"].as_str().unwrap());
        let text = fs::read_to_string(manifest.with_file_name("src/schema.json")).unwrap();
        // a pattern of the schema, for the language of a run, is misprinted
        let text = text.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}$");
        jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
    })
}

/// The log, which is valid.
#[track_caller]
fn log(ended: &Ended) -> Value {
    let log = ended.json();
    let wrong: Vec<String> = schema().iter_errors(&log).map(|e| e.to_string()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    serde_json::from_value::<serde_sarif::sarif::Sarif>(log.clone()).unwrap();
    log
}

fn results<'a>(log: &'a Value, rule: &str) -> Vec<&'a Value> {
    let all = log["runs"][0]["results"].as_array().unwrap().iter();
    all.filter(|r| r["ruleId"] == rule).collect()
}

#[test]
fn a_log_of_sarif_is_valid_and_tells_places_runs_and_fixes() {
    let folder = Folder::with(&[("src/a b.c", MIXED), ("bad.gcl", "procedure p( {\n")]);
    let ended = folder
        .abide(&["verify", "src", "bad.gcl", "gone.c", "--format", "sarif"])
        .with(2);
    let log = log(&ended);
    let null = results(&log, "null")[0];
    let location = &null["locations"][0];
    assert_eq!(location["physicalLocation"]["artifactLocation"]["uri"], "src/a%20b.c");
    assert_eq!(location["physicalLocation"]["region"]["startLine"], 1);
    assert_eq!(location["logicalLocations"][0]["fullyQualifiedName"], "get");
    assert_eq!(null["level"], "error");
    assert_eq!(null["properties"]["counterexample"]["p"], "NULL");
    assert!(null["codeFlows"][0]["threadFlows"][0]["locations"].is_array());
    let wrong = results(&log, "postcondition")[0];
    assert_eq!(wrong["properties"]["verdict"], "refuted");
    let odd = results(&log, "unsupported")[0];
    assert_eq!(odd["locations"][0]["logicalLocations"][0]["fullyQualifiedName"], "odd");
    // the malformed file and the missing one
    assert_eq!(results(&log, "malformed").len(), 2);
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for result in log["runs"][0]["results"].as_array().unwrap() {
        assert_eq!(
            rules[result["ruleIndex"].as_u64().unwrap() as usize]["id"],
            result["ruleId"]
        );
    }
}

#[test]
fn what_is_inferred_is_told_with_the_lines_to_insert() {
    let folder = Folder::with(&[("a.c", FINE)]);
    let ended = folder.abide(&["infer", "a.c", "--format", "sarif"]).with(0);
    let log = log(&ended);
    let told = results(&log, "inferred-invariant")[0];
    assert_eq!(
        (&told["kind"], &told["level"]),
        (&"informational".into(), &"none".into())
    );
    let put = &told["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(put["deletedRegion"]["startLine"], 4);
    assert_eq!(put["deletedRegion"]["endLine"], 4);
    let text = put["insertedContent"]["text"].as_str().unwrap();
    assert!(text.contains("loop invariant") && text.ends_with('\n'), "{text}");
    let silent = folder.abide(&["verify", "a.c", "--format", "sarif"]).with(0);
    assert_eq!(self::log(&silent)["runs"][0]["results"], Value::Array(Vec::new()));
}

#[test]
fn a_contract_that_nobody_wrote_is_a_note_with_a_fix() {
    let folder = Folder::with(&[("a.c", "int get(int *p) { return *p; }\n")]);
    let verify = |format: &str| {
        folder
            .abide(&["verify", "a.c", "--contracts", "infer", "--format", format])
            .with(0)
    };
    let log = log(&verify("sarif"));
    let told = results(&log, "missing-contract")[0];
    assert_eq!(told["level"], "note");
    let put = &told["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"];
    assert_eq!(*put, "/*@ requires \\valid_read(p); */\n");
    verify("github").says("::notice file=a.c,line=1");
    verify("junit").says("failures=\"0\"");
}

#[test]
fn annotations_of_github_are_one_on_a_line_and_escaped() {
    let folder = Folder::with(&[("a,b:%.c", MIXED)]);
    let ended = folder
        .abide(&["verify", "a,b:%.c", "--format", "github"])
        .with(2)
        .says("::error file=a%2Cb%3A%25.c,line=1,endLine=1,col=26,endColumn=28,title=refuted%3A get::refuted: ")
        .says("%0Ait fails for p = NULL");
    assert!(ended.out.lines().all(|l| l.starts_with("::error ")), "{}", ended.out);
    // a pointer that leads nowhere is told once, with all that fails there
    let of_pointer: Vec<&str> = ended.out.lines().filter(|l| l.contains("refuted%3A get")).collect();
    assert_eq!(of_pointer.len(), 1, "{}", ended.out);
    assert!(
        of_pointer[0].contains("%0Athe access is out of bounds for p = "),
        "{of_pointer:?}"
    );
}

#[test]
fn routines_are_tests_for_junit() {
    let folder = Folder::with(&[("a.c", MIXED), ("fine.c", FINE)]);
    folder
        .abide(&["verify", "a.c", "fine.c", "gone.c", "--format", "junit"])
        .with(2)
        .says("<testsuite name=\"a.c\" tests=\"3\" skipped=\"0\" errors=\"1\" failures=\"2\">")
        .says("<testcase name=\"fine\" classname=\"fine.c\" time=\"")
        .says("<failure message=\"the postcondition does not hold\" type=\"refuted\">")
        .says("<error message=\"gone.c cannot be read");
}

#[test]
fn only_what_the_baseline_does_not_know_fails() {
    let folder = Folder::with(&[("src/a.c", MIXED)]);
    let verify = |more: &[&str]| folder.abide(&[&["verify", "src"], more].concat());
    verify(&["--write-baseline", "known.json"]).with(0).says("0 new");
    verify(&[]).with(2);
    // what is known stays known when lines move and spaces come
    let moved = format!("// one\n\n// two\n{}", MIXED.replace("return *p", "return  * p"));
    let spaced = MIXED.replace("  int i = 0;\n", "  int  i = 0;\n\n");
    for text in [moved.replace("return  * p", "return *p"), spaced] {
        folder.put("src/a.c", text.as_bytes());
        let ended = verify(&["--baseline", "known.json"]).with(0).says("findings: 0 new");
        assert!(!ended.out.contains("it fails for"), "{}", ended.out);
    }
    // a second failure of the same kind is new, and so is one in another file
    folder.put(
        "src/a.c",
        format!("{MIXED}int more(int a) {{ return a + 1; }}\n").as_bytes(),
    );
    let ended = verify(&["--baseline", "known.json"])
        .with(1)
        .says("1 new")
        .says("a = 2147483647");
    assert!(!ended.out.contains("p = NULL"), "{}", ended.out);
    let log = log(&verify(&["--baseline", "known.json", "--format", "sarif"]).with(1));
    assert_eq!(results(&log, "overflow")[0]["baselineState"], "new");
    assert_eq!(results(&log, "null")[0]["baselineState"], "unchanged");
    folder
        .abide(&["verify", "src", "--baseline", "known.json", "--format", "github"])
        .with(1)
        .says("title=refuted%3A more");
    folder
        .abide(&["verify", "src", "--baseline", "known.json", "--format", "junit"])
        .with(1)
        .says("<skipped message=\"in the baseline\"/>");
    folder.put("src/a.c", MIXED.as_bytes());
    folder.put("src/copy.c", MIXED.replace("get", "got").as_bytes());
    verify(&["--baseline", "known.json"]).with(2);
    // a file that cannot be read is never known
    folder.put("src/copy.c", b"int f( {\n");
    verify(&["--write-baseline", "other.json"]).with(2);
    verify(&["--baseline", "gone.json"])
        .with(2)
        .complains("the baseline gone.json cannot be read");
    folder.put("known.json", b"{}");
    verify(&["--baseline", "known.json"])
        .with(2)
        .complains("known.json is not a baseline");
}

#[test]
fn warnings_fail_where_they_are_denied() {
    let vacuous = "procedure p(x: int)\n  requires x < 0;\n  requires 0 < x;\n{\n  assert x == 5;\n}\n";
    let folder = Folder::with(&[("p.gcl", vacuous)]);
    folder.abide(&["verify", "p.gcl"]).with(0).says("warning: ");
    folder.abide(&["verify", "p.gcl", "--deny", "warnings"]).with(1);
}

#[test]
fn only_what_has_changed_is_verified_and_what_speaks_of_it() {
    let folder = Folder::with(&[
        ("lib.h", "/*@ ensures \\result == 1; */ int one(void);\n"),
        (
            "uses.c",
            "#include \"lib.h\"\nint two(void) { return one() + one(); }\n",
        ),
        ("other.c", "int far(int a) { return a + 1; }\n"),
    ]);
    let git = |words: &[&str]| {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=t", "-c", "user.email=t@t"]).args(words);
        let done = command.current_dir(folder.0.path()).output().unwrap();
        assert!(done.status.success(), "{done:?}");
    };
    folder.abide(&["verify", "--changed"]).with(2).complains("git");
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "first"]);
    folder
        .abide(&["verify", "--changed"])
        .with(0)
        .complains("has changed since HEAD");
    // one who includes what has changed
    folder.put("lib.h", b"/*@ ensures \\result == 2147483647; */ int one(void);\n");
    let ended = folder.abide(&["verify", "--changed"]).with(1).says("two (uses.c:2)");
    assert!(!ended.out.contains("other.c"), "{}", ended.out);
    git(&["commit", "-qam", "second"]);
    folder.abide(&["verify", ".", "--changed"]).with(0);
    folder.abide(&["verify", "--changed=HEAD~1"]).with(1).says("two");
    // a new file that git does not know yet
    folder.put("fresh.c", b"int near(int a) { return a - 1; }\n");
    folder.abide(&["verify", "--changed"]).with(1).says("near (fresh.c:1)");
    folder
        .abide(&["verify", "--changed=nowhere"])
        .with(2)
        .complains("nowhere");
    folder
        .abide(&["verify", "--changed=--help"])
        .with(2)
        .complains("git does not tell");
}

#[cfg(unix)]
#[test]
fn the_action_writes_a_log_and_annotations() {
    let folder = Folder::with(&[("src/a.c", MIXED), ("fine.c", FINE)]);
    let program = PathBuf::from(env!("CARGO_BIN_EXE_abide"));
    let path = std::env::var_os("PATH").unwrap();
    let path = std::env::join_paths(
        [program.parent().unwrap().to_owned()]
            .into_iter()
            .chain(std::env::split_paths(&path)),
    );
    let path = path.unwrap();
    let act = |paths: &str, args: &str, sarif: &str| {
        let output = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/action"))
            .current_dir(folder.0.path())
            .env("PATH", &path)
            .envs([("PATHS", paths), ("ARGS", args), ("SARIF", sarif)])
            .output();
        Ended::from(output.unwrap())
    };
    act("src fine.c", "--timeout 20 --method get", "")
        .with(1)
        .says("::error file=src/a.c");
    act("fine.c", "", "log.sarif").with(0);
    let log: Value = serde_json::from_str(&folder.text("log.sarif")).unwrap();
    assert!(schema().is_valid(&log));
}

#[test]
fn standard_input_is_read_in_the_language_that_is_said() {
    let folder = Folder::with(&[("h.h", "#define N 3\n")]);
    let given = |args: &[&str], text: &str| {
        use std::io::Write;
        use std::process::Stdio;
        let mut child = folder
            .command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // who does not read is not given anything
        let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
        Ended::from(child.wait_with_output().unwrap())
    };
    given(
        &["verify", "-", "--language", "c"],
        "#include \"h.h\"\nint f(int a) { return a / (N - 3); }\n",
    )
    .with(1)
    .says("refuted  f (<stdin>:2)");
    given(
        &["verify", "-", "--language", "gcl"],
        "procedure p() { assert true; }\n",
    )
    .with(0);
    given(&["verify", "-"], "").with(2).complains("--language");
    given(&["verify", "-", "--language", "c"], "\0")
        .with(2)
        .complains("is not a text");
}
