//! What is written into C programs, read by Frama-C where it is installed.

use super::support::*;
use abide_infer::engine::EngineKind;
use std::process::Command;

/// What Frama-C does not read, whatever is written into it, and why.
const UNREAD: [(&str, &str); 6] = [
    (
        "arguments_as_they_are.c",
        "calls before the parameters are told, and parameters between `)` and `{`",
    ),
    ("attributes.c", "`[[…]]`"),
    ("choice_by_type.c", "`_Generic`"),
    ("constants_of_enumerations.c", "constants of numbers with a fraction"),
    ("goto_loop.c", "it knows no invariants of loops made by `goto`"),
    ("whole_arrays.c", "only the first length of an array may be variable"),
];

/// Frama-C's parser and type checker accept every annotated program of the corpus. Features of
/// Abide alone stand in comments that Frama-C does not read.
#[test]
fn frama_c_reads_what_is_written() {
    if Command::new("frama-c").arg("-version").output().is_err() {
        eprintln!("skipped: frama-c is not installed");
        return;
    }
    let report = verified("c", "proves", EngineKind::Auto);
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut paths = Vec::new();
    for file in &report.files {
        let source = report.sources.file(file.file);
        let text = file.annotated.as_deref().unwrap_or(source.text());
        let name = source.path().file_name().expect("a file has a name");
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("the program can be written");
        paths.push(path);
    }
    let mut problems = Vec::new();
    for path in &paths {
        if UNREAD.iter().any(|(name, _)| path.ends_with(name)) {
            continue;
        }
        let output = Command::new("frama-c")
            .args(["-c11", "-kernel-warn-key", "annot-error=abort"])
            .args(["-print", "-ocode", "/dev/null"])
            .arg(path)
            .output()
            .expect("frama-c runs");
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stdout);
            let lines: Vec<&str> = said
                .lines()
                .filter(|l| l.contains("error") || l.contains("rror:"))
                .collect();
            problems.push(format!("{}: {}", path.display(), lines.join(" ")));
        }
    }
    assert!(paths.len() > 90, "only {} programs", paths.len());
    assert!(
        problems.is_empty(),
        "{} of {}:\n{}",
        problems.len(),
        paths.len(),
        problems.join("\n")
    );
}
