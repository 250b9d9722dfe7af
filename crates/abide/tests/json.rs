//! The report as JSON: it is what its schema says, and obligations have names that last.

mod support;

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use support::Folder;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn schema() -> jsonschema::Validator {
    let text = std::fs::read_to_string(root().join("docs/abide.schema.json")).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
}

/// The report on a file, which is valid.
#[track_caller]
fn report(folder: &Folder, args: &[&str]) -> Value {
    let all = [args, &["--format", "json", "--timeout", "5"]].concat();
    let report = folder.abide(&all).json();
    let wrong: Vec<String> = schema().iter_errors(&report).map(|e| e.to_string()).collect();
    assert!(wrong.is_empty(), "{args:?}: {wrong:?}");
    report
}

/// The identifiers of the obligations of a file, with kind and line.
fn obligations(report: &Value) -> Vec<(String, String, u64)> {
    let files = report["files"].as_array().unwrap().iter();
    let routines = files.flat_map(|f| f["routines"].as_array().unwrap());
    let all = routines.flat_map(|r| r["obligations"].as_array().unwrap());
    let text = |v: &Value| v.as_str().unwrap().to_string();
    all.map(|o| (text(&o["id"]), text(&o["kind"]), o["line"].as_u64().unwrap()))
        .collect()
}

const TWICE: &str =
    "/*@ requires \\valid_read(a + (0 .. 3)); */\nint both(int *a, int i, int j) { return a[i] == a[j]; }\n";

#[test]
fn two_bounds_on_one_line_are_told_apart() {
    let folder = Folder::with(&[("t.c", TWICE)]);
    let first = obligations(&report(&folder, &["verify", "t.c"]));
    let bounds: Vec<_> = first
        .iter()
        .filter(|(_, kind, line)| kind == "bounds" && *line == 2)
        .collect();
    assert!(bounds.len() >= 2, "{first:?}");
    let ids: BTreeSet<&String> = first.iter().map(|(id, ..)| id).collect();
    assert_eq!(ids.len(), first.len());
}

#[test]
fn names_of_obligations_last_while_lines_move() {
    let folder = Folder::with(&[
        ("t.c", TWICE),
        ("moved.c", &format!("\n\nint other(int x) {{ return x; }}\n{TWICE}")),
    ]);
    let names = |file: &str| -> BTreeSet<String> {
        let all = obligations(&report(&folder, &["verify", file]));
        all.into_iter().map(|(id, ..)| id).collect()
    };
    assert!(names("t.c").is_subset(&names("moved.c")));
}

#[test]
fn reports_on_the_corpus_are_valid() {
    let folder = Folder::with(&[]);
    for language in ["c", "java", "gcl"] {
        for expected in ["proves", "refutes", "open", "unsupported", "bad", "false"] {
            let place = root().join("corpus").join(language).join(expected);
            let Ok(files) = std::fs::read_dir(place) else { continue };
            let mut files: Vec<PathBuf> = files.map(|f| f.unwrap().path()).collect();
            files.sort();
            // small ones, spread over the folder
            let small = |f: &&PathBuf| {
                f.extension().is_some_and(|e| e == language) && std::fs::metadata(f).is_ok_and(|m| m.len() < 900)
            };
            for file in files.iter().filter(small).step_by(9) {
                let report = report(&folder, &["verify", file.to_str().unwrap()]);
                let ids: Vec<String> = obligations(&report).into_iter().map(|(id, ..)| id).collect();
                let distinct: BTreeSet<&String> = ids.iter().collect();
                assert_eq!(distinct.len(), ids.len(), "{}", file.display());
            }
        }
    }
}

#[test]
fn histories_contracts_and_unreadable_files_are_valid() {
    let folder = Folder::with(&[
        (
            "loop.c",
            "/*@ requires 0 <= n <= 9; ensures \\result == n; */ int f(int n) { int i = 0;\nwhile (i < n) i++;\nreturn i; }\n",
        ),
        ("bare.c", "int get(int *p) { return *p; }\n"),
    ]);
    report(&folder, &["verify", "loop.c", "gone.c"]);
    report(&folder, &["verify", "bare.c", "--contracts", "infer"]);
    report(&folder, &["explain", "loop.c:2"]);
}
