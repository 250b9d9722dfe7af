//! The corpus against its own marks, and what is written of it against a JDK. All tests here look at the same
//! reports.

#[path = "corpus/emitted.rs"]
mod emitted;
#[path = "corpus/frama_c.rs"]
mod frama_c;
mod support;

use abide_base::Severity;
use abide_base::SourceFile;
use abide_infer::engine::EngineKind;
use abide_verify::{FileReport, Report, Verdict};
use std::collections::BTreeSet;
use support::*;

/// The lines of obligations that are not proved, of those that stand in the file.
fn not_proved(report: &Report, file: &FileReport) -> BTreeSet<usize> {
    let obligations = file.routines.iter().flat_map(|r| &r.obligations);
    obligations
        .filter(|o| o.verdict != Verdict::Proved && o.span.file == file.file)
        .map(|o| report.sources.line(o.span))
        .collect()
}

fn each_file(
    language: &'static str,
    folder: &'static str,
    problem: impl FnMut(&Report, &FileReport) -> Option<String>,
) {
    each_file_with(language, folder, EngineKind::Auto, problem);
}

fn each_file_with(
    language: &'static str,
    folder: &'static str,
    engine: EngineKind,
    mut problem: impl FnMut(&Report, &FileReport) -> Option<String>,
) {
    let report = verified(language, folder, engine);
    let problems: Vec<String> = report
        .files
        .iter()
        .filter_map(|f| {
            let path = report
                .sources
                .file(f.file)
                .path()
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .to_string();
            problem(&report, f).map(|p| format!("{path}: {p}"))
        })
        .collect();
    assert!(
        problems.is_empty(),
        "{} problems:\n{}",
        problems.len(),
        problems.join("\n")
    );
}

#[test]
fn what_proves_is_proved() {
    proves("gcl");
}

#[test]
fn java_that_proves_is_proved() {
    proves("java");
}

#[test]
fn c_that_proves_is_proved() {
    proves("c");
}

fn proves(language: &'static str) {
    each_file(language, "proves", |report, file| {
        let errors: Vec<&String> = file
            .diagnostics
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .map(|d| &d.message)
            .collect();
        let lines = not_proved(report, file);
        let bad = !lines.is_empty() || !errors.is_empty() || file.routines.iter().any(|r| r.verdict != Verdict::Proved);
        bad.then(|| format!("not proved at {lines:?} {errors:?}"))
    });
}

#[test]
fn what_refutes_fails_at_the_marked_lines() {
    refutes("gcl");
}

#[test]
fn java_that_refutes_fails_at_the_marked_lines() {
    refutes("java");
}

#[test]
fn c_that_refutes_fails_at_the_marked_lines() {
    refutes("c");
}

/// Every marked line is not proved, nothing else is refuted, and there is an input, unless
/// the program has uninterpreted functions, which no input can speak of.
fn refutes(language: &'static str) {
    each_file_with(language, "refutes", EngineKind::Off, |report, file| {
        let source = report.sources.file(file.file);
        let expected = marked(source, "// FAILS");
        let lines = not_proved(report, file);
        let obligations = || file.routines.iter().flat_map(|r| &r.obligations);
        let refuted: BTreeSet<usize> = obligations()
            .filter(|o| o.verdict == Verdict::Refuted)
            .map(|o| report.sources.line(o.span))
            .collect();
        let input = file
            .routines
            .iter()
            .any(|r| r.verdict == Verdict::Refuted && r.counterexample.is_some());
        let bad = expected.is_empty()
            || !expected.is_subset(&lines)
            || !refuted.is_subset(&expected)
            || !(input || source.text().contains("function "));
        bad.then(|| format!("expected {expected:?}, not proved {lines:?}, refuted {refuted:?}, input: {input}"))
    });
}

/// Attacks on soundness: the marked lines are not proved, refuted or not, and all others are.
#[test]
fn false_java_is_never_proved() {
    never_proved("java");
}

#[test]
fn false_c_is_never_proved() {
    never_proved("c");
}

/// False programs for which no input is found, or none is needed.
fn never_proved(language: &'static str) {
    each_file(language, "false", |report, file| {
        let expected = marked(report.sources.file(file.file), "// FAILS");
        let lines = not_proved(report, file);
        let errors = messages(report, file, Severity::Error);
        let bad = lines != expected || expected.is_empty() || !errors.is_empty();
        bad.then(|| format!("expected {expected:?}, not proved {lines:?}, errors at {errors:?}"))
    });
}

#[test]
fn what_is_open_stays_open() {
    open("gcl");
}

#[test]
fn java_that_is_open_stays_open() {
    open("java");
}

#[test]
fn c_that_is_open_stays_open() {
    open("c");
}

/// With the predicates given, and no others.
fn open(language: &'static str) {
    each_file_with(language, "open", EngineKind::Off, |report, file| {
        let expected = marked(report.sources.file(file.file), "// OPEN");
        let lines = not_proved(report, file);
        let refuted = file.routines.iter().any(|r| r.verdict == Verdict::Refuted);
        let silent = file
            .routines
            .iter()
            .flat_map(|r| &r.obligations)
            .any(|o| o.verdict == Verdict::Open && o.details.is_empty());
        let bad = lines != expected || expected.is_empty() || refuted || silent;
        bad.then(|| {
            format!("expected {expected:?}, not proved {lines:?}, refuted: {refuted}, without details: {silent}")
        })
    });
}

/// The lines of messages of a severity.
fn messages(report: &Report, file: &FileReport, severity: Severity) -> BTreeSet<usize> {
    let all = file.diagnostics.iter().filter(|d| d.severity == severity);
    all.filter_map(|d| d.span).map(|s| report.sources.line(s)).collect()
}

#[test]
fn what_is_bad_gets_an_error_on_the_marked_lines() {
    each_file("gcl", "bad", |report, file| {
        let expected = marked(report.sources.file(file.file), "// ERROR");
        let lines = messages(report, file, Severity::Error);
        let bad = lines != expected || expected.is_empty();
        bad.then(|| format!("expected {expected:?}, errors at {lines:?}"))
    });
}

#[test]
fn bad_java_gets_messages_on_the_marked_lines() {
    bad("java");
}

#[test]
fn bad_c_gets_messages_on_the_marked_lines() {
    bad("c");
}

fn bad(language: &'static str) {
    each_file(language, "bad", |report, file| {
        let source = report.sources.file(file.file);
        let (errors, warnings) = (marked(source, "// ERROR"), marked(source, "// WARNING"));
        let found = (
            messages(report, file, Severity::Error),
            messages(report, file, Severity::Warning),
        );
        let bad = found != (errors.clone(), warnings.clone()) || errors.is_empty() && warnings.is_empty();
        bad.then(|| format!("expected {errors:?} and {warnings:?}, found {found:?}"))
    });
}

/// What is not supported says so at its place, and the other methods are verified.
#[test]
fn java_that_is_unsupported_says_where() {
    unsupported("java");
}

#[test]
fn c_that_is_unsupported_says_where() {
    unsupported("c");
}

fn unsupported(language: &'static str) {
    each_file(language, "unsupported", |report, file| {
        let expected = marked(report.sources.file(file.file), "// UNSUPPORTED");
        let lines = messages(report, file, Severity::Error);
        let unsupported = file
            .routines
            .iter()
            .filter(|r| r.verdict == Verdict::Unsupported)
            .count();
        let rest = file
            .routines
            .iter()
            .all(|r| matches!(r.verdict, Verdict::Unsupported | Verdict::Proved));
        let bad = lines != expected || expected.len() != unsupported || !rest;
        bad.then(|| format!("expected {expected:?}, errors at {lines:?}, {unsupported} unsupported"))
    });
}

#[test]
fn the_report_does_not_depend_on_the_number_of_jobs() {
    let shown = |jobs: usize| {
        let files = corpus("proves").iter().take(12).map(|p| read(p)).collect();
        let report = run(files, z3(), abide_verify::Settings { jobs, ..settings() });
        let mut text = String::new();
        for r in report.routines() {
            let mut r = r.clone();
            r.stats.ms = 0;
            text.push_str(&format!("{r:?}\n"));
        }
        text
    };
    assert_eq!(shown(1), shown(2));
}

#[test]
fn what_was_written_once_is_enough() {
    written_once("gcl");
}

#[test]
fn what_was_written_once_into_java_is_enough() {
    written_once("java");
}

#[test]
fn what_was_written_once_into_c_is_enough() {
    written_once("c");
}

fn written_once(language: &'static str) {
    let first = verified(language, "proves", EngineKind::Auto);
    let written = first.files.iter().filter_map(|f| {
        let path = first.sources.file(f.file).path();
        Some(SourceFile::new(path, f.annotated.clone()?))
    });
    let written: Vec<SourceFile> = written.collect();
    assert!(written.len() > 20, "only {} files with invariants", written.len());
    let second = run(written, z3(), settings());
    for file in &second.files {
        let source = second.sources.file(file.file);
        for routine in &file.routines {
            assert_eq!(
                routine.verdict,
                Verdict::Proved,
                "{}: {}",
                source.path().display(),
                routine.name
            );
        }
        assert_eq!(file.annotated, None, "{}:\n{}", source.path().display(), source.text());
    }
}

/// Packages, several classes, letters of all alphabets, tabs and Windows line ends: places are
/// right, and what is written keeps to the line ends.
#[test]
fn places_in_java_are_right_whatever_the_file_looks_like() {
    let text = [
        "package a.b;",
        "",
        "class Größe {",
        "\t//@ ensures (\\forall int k; 0 <= k && k < α.length; α[k] == 0);",
        "\tstatic void lösche(int[] α) {",
        "\t\t//@ skolem_constant int k;",
        "\t\t//@ loop_predicate 0 <= i, 0 <= k, k < i, α[k] == 0;",
        "\t\tfor (int i = 0; i < α.length; i++) α[i] = 0;",
        "\t}",
        "}",
        "",
        "class Zwei {",
        "\tint f(int[] ä) { return ä[0]; }",
        "}",
        "",
    ]
    .join("\r\n");
    let report = run(vec![SourceFile::new("Namen.java", text)], z3(), settings());
    let file = &report.files[0];
    let [first, second] = file.routines.as_slice() else {
        panic!("two methods, not {}", file.routines.len());
    };
    assert_eq!((first.name.as_str(), first.verdict), ("Größe.lösche", Verdict::Proved));
    assert_eq!((second.name.as_str(), second.verdict), ("Zwei.f", Verdict::Refuted));
    let refuted = second.obligations.iter().find(|o| o.verdict == Verdict::Refuted);
    let at = refuted.expect("it is refuted").span;
    assert_eq!(report.sources.line(at), 13);
    let source = report.sources.file(file.file);
    assert_eq!(source.column(at.start), 26, "in characters, a tab is one");
    let annotated = file.annotated.as_deref().expect("there are invariants");
    assert!(annotated.contains("\t\t//@ loop_invariant 0 <= i;\r\n"), "{annotated}");
    assert_eq!(annotated.matches('\n').count(), annotated.matches("\r\n").count());
}
