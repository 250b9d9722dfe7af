//! `--engine bohne`: Boolean heaps on the lists of the corpus.

mod support;

use abide_base::SourceFile;
use abide_infer::engine::EngineKind;
use abide_verify::{BohneOptions, Report, Settings, Verdict};
use std::time::Duration;
use support::*;

/// The programs of a folder whose names begin like this.
fn lists(folder: &str, names: &[&str]) -> Vec<SourceFile> {
    let all = corpus(folder);
    let named = |name: &&str| {
        let found = all.iter().find(|p| p.file_stem().is_some_and(|s| s == *name));
        read(found.unwrap_or_else(|| panic!("no program {name}")))
    };
    names.iter().map(named).collect()
}

fn with(options: BohneOptions, files: Vec<SourceFile>) -> Report {
    let settings = Settings {
        engine: EngineKind::Bohne,
        bohne: options,
        timeout: Duration::from_secs(900),
        ..settings()
    };
    run(files, z3(), settings)
}

fn all_proved(report: &Report) {
    for routine in report.routines() {
        assert_eq!(routine.verdict, Verdict::Proved, "{}", routine.name);
    }
}

#[test]
fn lists_are_proved_without_a_predicate() {
    let names = [
        "list_traverse",
        "list_get_last",
        "list_remove_last",
        "list_append",
        "list_contains",
    ];
    let report = with(BohneOptions::default(), lists("proves", &names));
    all_proved(&report);
    for routine in report.routines() {
        let stats = routine.stats;
        assert!(
            stats.entailments > 0 && stats.cache_hits > 0,
            "{}: {stats:?}",
            routine.name
        );
    }
}

/// The paper: seven predicates and 371 calls of decision procedures.
#[test]
fn reverse_is_proved_with_fewer_checks_than_in_the_paper() {
    let report = with(BohneOptions::default(), lists("proves", &["list_reverse"]));
    all_proved(&report);
    let stats = report.routines().next().expect("one routine").stats;
    assert_eq!(stats.predicates, 7);
    assert!(stats.checks_infer <= 371, "{stats:?}");
}

#[test]
fn predicates_of_the_source_are_used() {
    all_proved(&with(
        BohneOptions::default(),
        lists("proves", &["list_walk", "list_clip"]),
    ));
}

/// Shape analysis has no predicate about numbers; an open check has.
#[test]
fn open_checks_give_predicates() {
    let text = "field next: ref;
procedure count(first: ref) returns (c: int)
  requires reach(.next, first, null);
  ensures c >= 0;
{
  var x: ref := first;
  c := 0;
  while (x != null) { c := c + 1; x := x.next; }
}
";
    let file = || vec![SourceFile::new("count.gcl", text)];
    let without = BohneOptions {
        refine: false,
        ..BohneOptions::default()
    };
    let verdict = |report: Report| report.routines().next().expect("one routine").verdict;
    assert_eq!(verdict(with(without, file())), Verdict::Open);
    assert_eq!(verdict(with(BohneOptions::default(), file())), Verdict::Proved);
}

/// What the heaps say at the return is told, if that is asked for.
#[test]
fn the_return_can_be_abstracted_too() {
    let options = BohneOptions {
        abstract_final: true,
        ..BohneOptions::default()
    };
    let said = |options| {
        let report = with(options, lists("proves", &["list_get_last"]));
        all_proved(&report);
        report.routines().next().expect("one routine").at_return.clone()
    };
    let at_return = said(options);
    assert!(
        at_return.contains(&"reach(.next, first, last)".to_string()),
        "{at_return:?}"
    );
    assert!(said(BohneOptions::default()).is_empty());
}

/// What fails is never proved.
#[test]
fn broken_lists_stay_broken() {
    let names = [
        "list_traverse_first",
        "list_get_last_empty",
        "list_reverse_lost",
        "list_contains_last",
        "list_append_cycle",
        "list_walk_null",
    ];
    let report = with(BohneOptions::default(), lists("refutes", &names));
    for file in &report.files {
        let source = report.sources.file(file.file);
        let obligations = file.routines.iter().flat_map(|r| &r.obligations);
        let failing: Vec<usize> = obligations
            .filter(|o| o.verdict != Verdict::Proved)
            .map(|o| report.sources.line(o.span))
            .collect();
        let marks = marked(source, "// FAILS");
        assert!(!marks.is_empty(), "{}", source.path().display());
        for line in marks {
            assert!(
                failing.contains(&line),
                "{}: line {line} is proved",
                source.path().display()
            );
        }
    }
}

/// A routine profits from an equal one before it, whatever its variables are called.
#[test]
fn routines_of_a_file_share_entailments() {
    let procedure = |name: &str, first: &str, last: &str| {
        format!(
            "procedure {name}({first}: ref) returns ({last}: ref)
  requires {first} != null && reach(.next, {first}, null);
  ensures {last}.next == null && reach(.next, {first}, {last});
{{
  {last} := {first};
  while ({last}.next != null) {{ {last} := {last}.next; }}
}}
"
        )
    };
    let text = format!(
        "field next: ref;\n{}{}",
        procedure("one", "first", "last"),
        procedure("two", "head", "tail")
    );
    let report = with(BohneOptions::default(), vec![SourceFile::new("twice.gcl", text)]);
    all_proved(&report);
    let stats: Vec<_> = report.routines().map(|r| r.stats).collect();
    assert!(stats[0].cache_hits < stats[0].entailments && stats[1].entailments <= stats[0].entailments);
    assert_eq!(stats[1].cache_hits, stats[1].entailments);
    assert!(stats[1].checks_infer < stats[0].checks_infer);
}

/// Without the cache every entailment goes to the prover, and the result is the same.
#[test]
fn the_cache_changes_counts_and_nothing_else() {
    let options = BohneOptions {
        cache: false,
        ..BohneOptions::default()
    };
    let names = ["list_traverse", "list_get_last"];
    let without = with(options, lists("proves", &names));
    let cached = with(BohneOptions::default(), lists("proves", &names));
    for (a, b) in without.routines().zip(cached.routines()) {
        assert_eq!(a.verdict, b.verdict);
        assert_eq!(a.stats.cache_hits, 0);
        assert!(b.stats.checks_infer < a.stats.checks_infer, "{}", a.name);
    }
}
