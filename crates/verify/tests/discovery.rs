//! The corpus without predicates: contracts and assertions are all that is given.
//!
//! What is not proved then is listed here and in `docs/limits.md`; a name leaves both lists when the
//! program is proved.

mod support;

use abide_base::SourceFile;
use abide_infer::engine::EngineKind;
use abide_verify::{Mode, Report, Settings, Verdict};
use std::path::Path;
use std::time::Duration;
use support::strip::{stripped, stripped_but, taken};
use support::*;

/// Programs of `corpus/gcl/proves` that need what the user gives.
const GCL: [&str; 9] = [
    "clear2d",
    "dutch_flag",
    "field_array",
    "functions",
    "global_counter",
    "insertion_shift",
    "insertion_sort",
    "loop_old",
    "reverse",
];

/// Routines of `corpus/java/proves` that need what the user gives.
const JAVA: [&str; 9] = [
    "ClearRows.clear",
    "Dedupe.dedupe",
    "DutchFlag.flag",
    "Folds.sum",
    "Folds.count",
    "Folds.max",
    "Matrix.rowSums",
    "MergeSorted.merge",
    "Sums.prefix",
];

/// Routines of `corpus/c/proves` that need what the user gives.
const C: [&str; 12] = [
    "bubble_sort.bubble_sort",
    "digits.digit_count",
    "dutch_flag.dutch_flag",
    "goto_loop.twice",
    "insertion_sort.insertion_sort",
    "logic_functions.sum",
    "matrix.clear",
    "merge.merge",
    "power.power_mod",
    "primes.is_prime",
    "sum_average.sum",
    "sum_average.average",
];

/// Of the routines of a corpus from which something was taken, this part is proved without it, in percent.
const SHARE: usize = 80;

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().to_string()
}

fn verdicts(report: &Report) -> Vec<(String, Verdict)> {
    let worst = |f: &abide_verify::FileReport| f.routines.iter().map(|r| r.verdict).max();
    let path = |f: &abide_verify::FileReport| name(report.sources.file(f.file).path());
    let files = report.files.iter();
    files
        .map(|f| (path(f), worst(f).unwrap_or(Verdict::Unsupported)))
        .collect()
}

/// What is listed of a program: nothing, some of its routines, or none of them if all of it is.
fn given<'n>(path: &Path, needy: &[&'n str]) -> Option<Vec<&'n str>> {
    let own = needy.iter().map(|n| n.split_once('.').unwrap_or((n, "")));
    let own: Vec<&str> = own.filter(|(file, _)| *file == name(path)).map(|(_, r)| r).collect();
    match own.as_slice() {
        [] => None,
        [""] => Some(Vec::new()),
        _ => Some(own),
    }
}

/// The routines from which something was taken, and how many of them are proved without it. What needs
/// what the user gives is in the report as it is.
fn without(report: &Report, needy: &[&str]) -> (usize, usize) {
    let (mut all, mut proved) = (0, 0);
    for f in &report.files {
        let file = report.sources.file(f.file);
        let lines = taken(file.path());
        let line = |at: usize| file.text()[..at].matches('\n').count();
        let starts: Vec<usize> = f.routines.iter().map(|r| line(r.span.range().start)).collect();
        for (routine, from) in f.routines.iter().zip(&starts) {
            let to = starts.iter().filter(|s| *s > from).min().copied().unwrap_or(usize::MAX);
            if lines.iter().any(|l| (*from..to).contains(l)) {
                all += 1;
                let short = routine.name.rsplit('.').next().unwrap_or_default();
                let given = given(file.path(), needy).is_some_and(|all| all.is_empty() || all.contains(&short));
                proved += usize::from(!given && routine.verdict == Verdict::Proved);
            }
        }
    }
    (all, proved)
}

/// Everything but what is listed is proved, and that is most of what something was taken from.
fn proves(language: &str, needy: &[&str]) {
    let all = corpus_of(language, "proves");
    let known = |n: &&&str| all.iter().any(|p| n.split('.').next() == Some(&name(p)));
    assert_eq!(needy.iter().filter(known).count(), needy.len(), "a name is no program");
    // what nothing is taken from is proved as it stands, which another test holds
    let files = all.iter().filter_map(|p| {
        let whole = read(p);
        let file = match given(p, needy) {
            None => stripped(p),
            Some(routines) if routines.is_empty() => return None,
            Some(routines) => stripped_but(p, &routines),
        };
        (file.text() != whole.text()).then_some(file)
    });
    // seconds end nothing here: steps do
    let settings = Settings {
        timeout: Duration::MAX,
        ..settings()
    };
    let report = run(files.collect(), z3(), settings);
    let open: Vec<(String, Verdict)> = verdicts(&report)
        .into_iter()
        .filter(|(_, v)| *v != Verdict::Proved)
        .collect();
    // what a solver finds within its steps changes with its version: a few programs more may stay open
    assert!(open.iter().all(|(_, v)| *v == Verdict::Open), "{language}: {open:?}");
    assert!(open.len() * 20 <= all.len(), "{language}: {open:?}");
    let (routines, proved) = without(&report, needy);
    println!("{language}: {proved} of {routines} routines are proved without what was taken from them");
    assert!(
        proved * 100 >= routines * SHARE,
        "{language}: {proved} of {routines}; {open:?}"
    );
}

#[test]
fn without_predicates_the_corpus_is_proved() {
    proves("gcl", &GCL);
}

#[test]
fn without_predicates_the_corpus_of_java_is_proved() {
    proves("java", &JAVA);
}

#[test]
fn without_predicates_the_corpus_of_c_is_proved() {
    proves("c", &C);
}

#[test]
fn without_predicates_nothing_false_is_proved() {
    for language in ["gcl", "java", "c"] {
        let files = corpus_of(language, "refutes");
        let taken = files.iter().filter(|p| !taken(p).is_empty()).map(|p| stripped(p));
        // what is wrong may have been in what was taken away
        let files = taken.filter(|f| !marked(f, "// FAILS").is_empty()).collect();
        let report = run(files, z3(), settings());
        let proved: Vec<(String, Verdict)> = verdicts(&report)
            .into_iter()
            .filter(|(_, v)| *v == Verdict::Proved)
            .collect();
        assert_eq!(proved, [], "{language}");
    }
}

/// Two phases, a disjunction, an equation, a range: one program for each way to an invariant.
const PROGRAMS: [(&str, &str); 4] = [
    (
        "an equation",
        "procedure p(n: int) requires n >= 0; { var i: int := 0; var s: int := 0; while (i < n) { s := s + 3; i := i + 1; } assert s == 3 * n; }",
    ),
    (
        "a disjunction",
        "procedure p(n: int) { var x: int := 0; var m: int := 0; while (x < n) { if (*) { m := x; } x := x + 1; } if (n > 0) { assert m < n; } }",
    ),
    (
        "a range",
        "procedure p(inout a: int[]) ensures forall k: int :: 0 <= k && k < a.length ==> a[k] == 7; { var i: int := 0; while (i < a.length) { a[i] := 7; i := i + 1; } }",
    ),
    (
        "two phases",
        "procedure p() { var x: int := 0; var y: int := 50; while (x < 100) { if (x >= 50) { y := y + 1; } x := x + 1; } assert y == 100; }",
    ),
];

#[test]
fn each_kind_of_invariant_is_found() {
    for (kind, text) in PROGRAMS {
        let report = run_text(text, z3());
        assert_eq!(report.count(Verdict::Proved), 1, "{kind}");
        let history = &report.files[0].routines[0].loops[0].history;
        assert!(
            !history.predicates.is_empty(),
            "{kind}: nothing is told of what was tried"
        );
        assert!(history.predicates.iter().all(|(_, origin)| !origin.is_empty()));
    }
}

/// Elements handed on from array to array.
fn relay(loops: usize) -> String {
    let arrays = (1..=loops).map(|i| format!("inout a{i}: int[]"));
    let lengths = (1..=loops).map(|i| format!("requires a{i}.length == a0.length;"));
    let copies = (1..=loops).map(|i| {
        let before = i - 1;
        format!("i := 0; while (i < a0.length) {{ a{i}[i] := a{before}[i]; i := i + 1; }}")
    });
    format!(
        "procedure p(a0: int[], {}) {} ensures forall k: int :: 0 <= k && k < a0.length ==> a{loops}[k] == a0[k]; {{ var i: int; {} }}",
        arrays.collect::<Vec<_>>().join(", "),
        lengths.collect::<Vec<_>>().join(" "),
        copies.collect::<Vec<_>>().join(" ")
    )
}

#[test]
fn loops_in_sequence_cost_in_proportion_to_their_number() {
    let checks = |loops: usize| {
        let report = run_text(&relay(loops), z3());
        let routine = &report.files[0].routines[0];
        assert_eq!(routine.verdict, Verdict::Proved, "{loops} loops");
        routine.stats.checks_infer + routine.stats.checks_minimise + routine.stats.checks_final
    };
    let (few, many) = (checks(2), checks(5));
    assert!(many <= 4 * few, "{few} checks for 2 loops, {many} for 5");
}

#[test]
fn the_engine_can_be_switched_off_and_sources_chosen() {
    let (_, text) = PROGRAMS[0];
    let verdict = |settings: Settings| {
        let report = run(vec![SourceFile::new("p.gcl", text)], z3(), settings);
        report.files[0].routines[0].verdict
    };
    let off = Settings {
        engine: EngineKind::Off,
        ..settings()
    };
    assert_eq!(verdict(off), Verdict::Open);
    let only = |names: &str| Settings {
        sources: names.parse().expect("such sources exist"),
        ..settings()
    };
    assert_eq!(verdict(only("linear,relations")), Verdict::Proved);
    assert_eq!(verdict(only("ranges")), Verdict::Open);
}

#[test]
fn an_open_check_tells_what_is_missing() {
    let text = "procedure p(n: int) requires n >= 0; { var x: int := 0; var y: int := 0; while (x < n) { x := x + 1; y := y + x * x * x; } assert 4 * y == n * n * (n + 1) * (n + 1); }";
    let files = vec![SourceFile::new("p.gcl", text)];
    let report = run_in(Mode::Explain, files, z3(), settings());
    let routine = &report.files[0].routines[0];
    assert_eq!(routine.verdict, Verdict::Open);
    let missing = &routine.loops[0].history.missing[0];
    assert_eq!(&text[missing.check.range()], "4 * y == n * n * (n + 1) * (n + 1)");
    assert_ne!(missing.broken, missing.reached);
    assert!(missing.about.contains(&"y".to_string()), "{missing:?}");
}
