//! The two modes of Kalyanasundaram & Marché (RR-7714, §5): abstraction at program points and at
//! loop heads. Only the predicates of the source are used here.

mod support;

use abide_base::SourceFile;
use abide_infer::Cut;
use abide_infer::engine::EngineKind;
use abide_verify::report::PointKind;
use abide_verify::{C, Gcl, Language, Mode, Report, Request, RoutineReport, Settings, Verdict, verify};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use support::{read, z3};

/// Runs a program of the corpus in a mode, with its predicates only.
fn run(name: &str, mode: Mode, cut: Cut) -> Report {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name);
    run_file(read(&path), mode, cut)
}

fn run_file(file: SourceFile, mode: Mode, cut: Cut) -> Report {
    let language: Arc<dyn Language> = match file.path().extension().is_some_and(|e| e == "c") {
        true => Arc::new(C {
            path: file.path().to_owned(),
            ..C::default()
        }),
        false => Arc::new(Gcl),
    };
    let request = Request {
        mode,
        settings: Settings {
            cut,
            graph: Some(cut),
            engine: EngineKind::Off,
            ..support::settings()
        },
        ..Request::new(vec![(file, language)], z3())
    };
    verify(&request).expect("the prover works")
}

/// The programs of the report and of its table, and whether the abstraction at points is enough
/// for them. That at loop heads always is. The report says itself that points are not enough for
/// `searchmin` (§5.2, figure 12(a): "Insufficient Information at node-D") and for two of its table,
/// and names both modes for example 4 only; `find` forgets `a[i]` in the same way as `searchmin`.
const PROGRAMS: [(&str, Verdict); 35] = [
    ("gcl/proves/km_fig8.gcl", Verdict::Proved),
    ("gcl/proves/initcheck.gcl", Verdict::Proved),
    ("gcl/proves/searchmin.gcl", Verdict::Open),
    ("gcl/proves/searchmin3.gcl", Verdict::Open),
    ("gcl/proves/partition.gcl", Verdict::Proved),
    ("gcl/proves/multi_phase.gcl", Verdict::Proved),
    ("gcl/proves/tricky.gcl", Verdict::Proved),
    ("gcl/proves/km_ex1.gcl", Verdict::Open),
    ("gcl/proves/km_ex1_printed.gcl", Verdict::Open),
    ("gcl/proves/km_ex3.gcl", Verdict::Proved),
    ("gcl/proves/km_ex3_printed.gcl", Verdict::Proved),
    ("gcl/proves/join.gcl", Verdict::Open),
    ("gcl/proves/km_ex4.gcl", Verdict::Proved),
    ("c/proves/km_fig8.c", Verdict::Proved),
    ("c/proves/km_initcheck.c", Verdict::Proved),
    ("c/proves/km_initcheck_ghost.c", Verdict::Proved),
    ("c/proves/km_searchmin.c", Verdict::Open),
    ("c/proves/km_searchmin3.c", Verdict::Open),
    ("c/proves/km_partition.c", Verdict::Proved),
    ("c/proves/km_multi_phase.c", Verdict::Proved),
    ("c/proves/km_multi_phase_agen.c", Verdict::Proved),
    ("c/proves/km_ex1.c", Verdict::Open),
    ("c/proves/km_ex1_printed.c", Verdict::Open),
    ("c/proves/km_ex2.c", Verdict::Proved),
    ("c/proves/km_ex3.c", Verdict::Open),
    ("c/proves/km_ex3_printed.c", Verdict::Proved),
    ("c/proves/km_ex4.c", Verdict::Proved),
    ("c/proves/tag_scanner.c", Verdict::Proved),
    ("c/proves/squeeze_path.c", Verdict::Proved),
    ("c/proves/mime_line.c", Verdict::Proved),
    ("c/proves/mime_decode.c", Verdict::Open),
    ("c/proves/svd_backward.c", Verdict::Open),
    ("c/proves/svd_forward.c", Verdict::Proved),
    ("c/proves/nested_three.c", Verdict::Proved),
    ("c/proves/nested_if.c", Verdict::Proved),
];

fn verdict(report: &Report) -> Option<Verdict> {
    report.routines().map(|r| r.verdict).max()
}

#[test]
fn loop_heads_are_enough_and_points_lose_what_the_table_says() {
    let mut wrong = Vec::new();
    for (name, at_points) in PROGRAMS {
        for (cut, expected) in [(Cut::LoopHeads, Verdict::Proved), (Cut::Points, at_points)] {
            let found = verdict(&run(name, Mode::Verify, cut));
            if found != Some(expected) {
                wrong.push(format!("{name} at {cut}: {found:?} instead of {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn only(report: &Report) -> &RoutineReport {
    report.routines().next().expect("one routine")
}

/// The valuations at the heads of the loops of a graph.
fn at_heads(routine: &RoutineReport) -> Vec<&str> {
    let graph = routine.graph.as_ref().expect("it was asked for");
    assert_eq!(graph.unfinished, None);
    let is_head = |point: usize| graph.points[point].kind == PointKind::LoopHead;
    let heads = graph.states.iter().filter(|(point, _)| is_head(*point));
    let mut found: Vec<&str> = heads.map(|(_, v)| v.as_str()).collect();
    found.sort();
    found
}

#[test]
fn figure_8_has_two_valuations_in_both_modes() {
    for name in ["gcl/proves/km_fig8.gcl", "c/proves/km_fig8.c"] {
        for cut in Cut::ALL {
            let report = run(name, Mode::Explain, cut);
            let routine = only(&report);
            assert_eq!(at_heads(routine), ["TFF", "TTT"], "{name}: the graph at {cut}");
            let rounds = &routine.loops[0].history.rounds;
            let mut found = rounds.last().expect("a round").valuations.clone();
            found.sort();
            assert_eq!(found, ["TFF", "TTT"], "{name}: the loop at {cut}");
        }
    }
}

#[test]
fn points_are_where_ways_meet() {
    let report = run("gcl/proves/join.gcl", Mode::Explain, Cut::Points);
    let graph = only(&report).graph.as_ref().expect("it was asked for");
    let mut found = Vec::new();
    for (number, point) in graph.points.iter().enumerate() {
        let own = graph.states.iter().filter(|(p, _)| *p == number);
        let mut valuations: Vec<&str> = own.map(|(_, v)| v.as_str()).collect();
        valuations.sort();
        found.push(format!(
            "{:?} [{}] {}",
            point.kind,
            point.predicates.join(", "),
            valuations.join(" ")
        ));
    }
    assert_eq!(
        found,
        ["Start [] ", "LoopHead [i <= n] F T", "Inner [i <= n] T", "End [] ",]
    );
}

#[test]
fn what_two_ways_have_in_common_is_all_a_join_remembers() {
    let path_programs = run("gcl/proves/join.gcl", Mode::Verify, Cut::LoopHeads);
    let routine = only(&path_programs);
    assert_eq!(routine.verdict, Verdict::Proved);
    assert_eq!(at_heads(routine), ["T"]);
    let points = run("gcl/proves/join.gcl", Mode::Verify, Cut::Points);
    let routine = only(&points);
    assert_eq!(routine.verdict, Verdict::Open);
    assert_eq!(at_heads(routine), ["F", "T"], "the step is forgotten at the join");
}

/// The warnings about a program, with their lines.
fn warnings(name: &str) -> Vec<String> {
    let report = run(name, Mode::Verify, Cut::LoopHeads);
    assert_eq!(verdict(&report), Some(Verdict::Proved), "{name}");
    let other = |d: &&abide_base::Diagnostic| !d.message.starts_with("nothing is known of the function");
    let told = report.files.iter().flat_map(|f| &f.diagnostics).filter(other);
    let line = |d: &abide_base::Diagnostic| d.span.map_or(0, |s| report.sources.line(s));
    told.map(|d| format!("{}: {}", line(d), d.message)).collect()
}

#[test]
fn what_is_proved_vacuously_is_told() {
    let premise = "this is proved vacuously: its premise never holds";
    let left = "a run that enters this loop never leaves it";
    for (name, expected) in [
        ("c/proves/km_ex1_printed.c", vec![format!("6: {premise}")]),
        ("c/proves/km_ex3_printed.c", vec![format!("12: {left}")]),
        ("c/proves/km_ex1.c", vec![]),
        ("c/proves/km_ex3.c", vec![]),
        ("c/proves/km_searchmin.c", vec![]),
        ("gcl/proves/join.gcl", vec![]),
    ] {
        assert_eq!(warnings(name), expected, "{name}");
    }
}

#[test]
fn every_kind_of_vacuity_has_its_warning() {
    let told = |text: &str| -> Vec<String> {
        let report = run_file(SourceFile::new("test.gcl", text), Mode::Verify, Cut::LoopHeads);
        assert_eq!(verdict(&report), Some(Verdict::Proved), "{text}");
        let all = report.files.iter().flat_map(|f| &f.diagnostics);
        all.map(|d| d.message.clone()).collect()
    };
    let cases = [
        (
            "procedure f(n: int) requires n < 0 && 0 < n; { assert n == 7; }",
            "no input satisfies the preconditions of `f`",
        ),
        (
            "procedure f(n: int) requires 0 < n; { if (n < 0) { assert n == 7; } }",
            "this is proved vacuously: no run comes to it",
        ),
        (
            "procedure f(n: int) { while (n == 1) { } assert n != 1; }",
            "a run that enters this loop never leaves it",
        ),
        (
            "procedure f(a: int[], n: int) requires n == 0; { assert forall k: int :: 0 <= k && k < n ==> a[k] == 7; }",
            "this is proved vacuously: its premise never holds",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(told(text), [message], "{text}");
    }
    for fine in [
        "procedure f(n: int) { if (n < 0) { assert n != 7; } }",
        "procedure f(n: int) requires 0 < n; { if (n < 0) { assert false; } }",
        "procedure f() { var n: int; while (n < 1) { n := n + 1; } assert n >= 1; }",
        "procedure f() { var n: int; while (n < 1) { n := n + 1; break; } assert n <= 7 || n > 7; }",
    ] {
        assert_eq!(told(fine), Vec::<String>::new(), "{fine}");
    }
}
