//! The engines of the papers, with no predicate and no skolem constant given.

mod support;

use abide_base::SourceFile;
use abide_infer::engine::EngineKind;
use abide_verify::pipeline::Show;
use abide_verify::{Report, RoutineReport, Settings, Verdict};
use std::path::{Path, PathBuf};
use std::time::Duration;
use support::*;

/// A program of the corpus without its predicates and skolem constants; its lines keep their numbers.
fn bare(path: &Path) -> SourceFile {
    let source = read(path);
    let java = path.extension().is_some_and(|e| e == "java");
    let mut text = String::new();
    let mut inside = false;
    for line in source.text().lines() {
        let said = line.trim_start().trim_start_matches(['/', '*', '@', ' ']);
        let words: &[&str] = match java {
            true => &["loop_predicate", "skolem_constant"],
            false => &["predicate ", "skolem "],
        };
        inside |= words.iter().any(|w| said.starts_with(w)) && (java == line.contains('@'));
        // the clauses of a label end it
        let label = text
            .trim_end()
            .lines()
            .last()
            .is_some_and(|l| l.trim_start().starts_with("label "));
        let kept = match inside {
            true if label && !text.trim_end().ends_with(';') => "    ;",
            true => "",
            false => line,
        };
        inside &= !line.contains(';');
        text.push_str(kept);
        text.push('\n');
    }
    for word in ["loop_predicate", "skolem_constant", "    predicate ", "    skolem "] {
        assert!(!text.contains(word), "{}:\n{text}", path.display());
    }
    SourceFile::new(path, text)
}

fn named(language: &str, folder: &str, name: &str) -> PathBuf {
    let all = corpus_of(language, folder);
    let found = all.into_iter().find(|p| p.file_stem().is_some_and(|s| s == name));
    found.unwrap_or_else(|| panic!("no program {name}"))
}

fn with(engine: EngineKind, files: Vec<SourceFile>, seconds: u64) -> Report {
    let settings = Settings {
        engine,
        show: Show::All,
        timeout: Duration::from_secs(seconds),
        ..settings()
    };
    run(files, z3(), settings)
}

/// One program with one routine, with time enough on a busy machine.
fn one(engine: EngineKind, file: SourceFile) -> RoutineReport {
    let report = with(engine, vec![file], 600);
    report.files[0].routines[0].clone()
}

fn invariants(routine: &RoutineReport, l: usize) -> Vec<&str> {
    routine.loops[l].invariants.iter().map(|i| i.text()).collect()
}

/// Janota, figure 1: every invariant printed there, for both loops, and no more prover calls than
/// assertions and loops account for. That the parameter is not null is found, too, and not printed: the method requires it.
#[test]
fn janota_finds_the_invariants_of_figure_1() {
    let routine = one(EngineKind::Janota, bare(&named("java", "proves", "SetToZero")));
    assert_eq!(routine.verdict, Verdict::Proved);
    let rows = "(\\forall int k; 0 <= k && k < a.length; a[k] != null)";
    let (outer, inner) = (invariants(&routine, 0), invariants(&routine, 1));
    for wanted in [rows, "0 <= i"] {
        assert!(outer.contains(&wanted), "{wanted} is not among {outer:?}");
    }
    for wanted in [rows, "0 <= j"] {
        assert!(inner.contains(&wanted), "{wanted} is not among {inner:?}");
    }
    assert!(routine.stats.checks_infer <= 30, "{}", routine.stats.checks_infer);
    for l in &routine.loops {
        assert!(l.history.predicates.iter().any(|(formula, _)| formula == "a != null"));
    }
    let tried = routine.loops.iter().flat_map(|l| &l.history.predicates);
    for (formula, origin) in tried {
        assert!(origin.starts_with("an assertion carried back"), "{formula}: {origin}");
    }
}

/// Janota, figure 4: the assertions of the inner loop give invariants of both.
#[test]
fn janota_finds_the_invariants_of_figure_4() {
    let routine = one(EngineKind::Janota, bare(&named("java", "proves", "ClearFromOne")));
    assert_eq!(routine.verdict, Verdict::Proved);
    assert!(invariants(&routine, 0).contains(&"1 <= i"));
    let inner = invariants(&routine, 1);
    for wanted in ["1 <= i", "i <= n", "1 <= j"] {
        assert!(inner.contains(&wanted), "{wanted} is not among {inner:?}");
    }
}

/// The preservation query as printed assumes the formula in the first state of the program, and so
/// takes `z >= 0` for an invariant here; it is none when x is negative.
#[test]
fn the_printed_preservation_query_is_not_used() {
    let text = "procedure f(x0: int, n: int) {
  var x: int := x0; var y: int := x; var z: int := 0; var i: int := 0;
  x := 0;
  while (i < n) {
    assert x >= 0 && z >= 0;
    z := y;
    i := i + 1;
  }
}
";
    let routine = one(EngineKind::Janota, SourceFile::new("printed.gcl", text));
    assert_eq!(routine.verdict, Verdict::Refuted);
    let found = invariants(&routine, 0);
    assert!(!found.iter().any(|i| i.contains('z')), "{found:?}");
}

/// Assertions after a loop, and alterations that put two hypotheses together.
#[test]
fn janota_proves_from_assertions_alone() {
    let names = [
        "clear",
        "copy",
        "fill_prefix",
        "initcheck",
        "max",
        "searchmin",
        "lomuto",
        "three_loops",
        "choose",
    ];
    let files = names.iter().map(|n| bare(&named("gcl", "proves", n))).collect();
    let report = with(EngineKind::Janota, files, 600);
    for routine in report.routines() {
        assert_eq!(routine.verdict, Verdict::Proved, "{}", routine.name);
    }
}

/// Houdini finds conjunctions of what is proposed, and no disjunctions.
#[test]
fn houdini_proves_what_needs_no_disjunction() {
    let of = |name| one(EngineKind::Houdini, bare(&named("gcl", "proves", name))).verdict;
    assert_eq!([of("clear"), of("max")], [Verdict::Proved; 2]);
    assert_eq!(of("find_first"), Verdict::Open);
}

/// Weiß, section 6.1: 258 predicates and 61 prover calls, with two predicates from the user. Seven
/// integer terms (0, i, max, a.length, a[0], a[i], a[max]) make 84 comparisons, two references two, and
/// each property of an element 168 predicates; the program speaks of nine.
#[test]
fn weiss_maximum() {
    let routine = one(EngineKind::Wei, bare(&named("java", "proves", "ArrayMax")));
    assert_eq!(routine.verdict, Verdict::Proved);
    assert_eq!(routine.stats.predicates, 84 + 2 + 9 * 168);
    assert!(routine.stats.checks_infer <= 61, "{}", routine.stats.checks_infer);
    let found = invariants(&routine, 0);
    for wanted in ["(\\forall int k; 0 <= k && k < i; a[k] <= max)", "0 <= max", "0 <= i"] {
        assert!(found.contains(&wanted), "{wanted} is not among {found:?}");
    }
}

/// Weiß, section 6.2: 8794 and 16950 predicates and 789 prover calls, with four predicates from the
/// user. The quantified invariants of his figures 6.2 and 6.3 are found.
#[test]
fn weiss_selection_sort() {
    let routine = one(EngineKind::Wei, bare(&named("java", "proves", "SelectionSort")));
    assert_eq!(routine.verdict, Verdict::Proved);
    assert!(routine.stats.predicates > 100_000, "{}", routine.stats.predicates);
    assert!(routine.stats.checks_infer <= 789, "{}", routine.stats.checks_infer);
    let outer = invariants(&routine, 0);
    for wanted in [
        "(\\forall int k, m; 0 <= k && k <= m && m < i; a[k] <= a[m])",
        "(\\forall int k, m; 0 <= k && k < i && i <= m && m < a.length; a[k] <= a[m])",
        "i <= a.length",
    ] {
        assert!(outer.contains(&wanted), "{wanted} is not among {outer:?}");
    }
    let inner = invariants(&routine, 1);
    assert!(
        inner.contains(&"(\\forall int k; i <= k && k < j; a[minIndex] <= a[k])"),
        "{inner:?}"
    );
}

/// What fails is never proved, whoever looks for invariants.
fn broken_stays_broken(engine: EngineKind, files: Vec<SourceFile>) {
    let report = with(engine, files, 4);
    for file in &report.files {
        let source = report.sources.file(file.file);
        let obligations = file.routines.iter().flat_map(|r| &r.obligations);
        let failing: Vec<usize> = obligations
            .filter(|o| o.verdict != Verdict::Proved)
            .map(|o| report.sources.line(o.span))
            .collect();
        for line in marked(source, "// FAILS") {
            assert!(
                failing.contains(&line),
                "{}: line {line} is proved; not proved are {failing:?}",
                source.path().display()
            );
        }
    }
}

#[test]
fn broken_programs_stay_broken_for_janota() {
    let files = corpus("refutes").iter().map(|p| bare(p)).collect();
    broken_stays_broken(EngineKind::Janota, files);
}

#[test]
fn broken_programs_stay_broken_for_weiss() {
    let names = [
        "ArrayMaxFirst",
        "ArrayMaxLast",
        "SelectionSortFirst",
        "SelectionSortLost",
        "SetToZeroNull",
        "SetToZeroSquare",
        "ClearFromOneZero",
        "ClearFromOneColumn",
        "ClearShort",
        "ClearPast",
        "CopyArrayLong",
    ];
    let java = names.iter().map(|n| bare(&named("java", "refutes", n)));
    let names = [
        "max_zero",
        "sort_short",
        "sort_descending",
        "copy_short",
        "clear_short",
        "find_last",
        "partition_prev",
        "binary_search_mid",
        "dutch_flag_range",
        "lomuto_le",
        "searchmin_empty",
        "bubble_pass_short",
    ];
    let gcl = names.iter().map(|n| bare(&named("gcl", "refutes", n)));
    broken_stays_broken(EngineKind::Wei, java.chain(gcl).collect());
}

/// Programs that the other engines leave open, and one about elements.
#[test]
fn spacer_solves_what_needs_lemmas_of_its_own() {
    for name in ["half_steps", "two_drains", "fill_prefix"] {
        let routine = one(EngineKind::Spacer, bare(&named("gcl", "proves", name)));
        assert_eq!(routine.verdict, Verdict::Proved, "{name}");
    }
}

/// What Spacer takes for safe is proved again, and what it takes for unsafe is not refuted by that.
#[test]
fn broken_programs_stay_broken_for_spacer() {
    let names = [
        "half_steps_odd",
        "two_drains_more",
        "clear_short",
        "copy_short",
        "max_zero",
        "find_last",
        "partition_prev",
        "searchmin_empty",
    ];
    let gcl = names.iter().map(|n| bare(&named("gcl", "refutes", n)));
    broken_stays_broken(EngineKind::Spacer, gcl.collect());
}
