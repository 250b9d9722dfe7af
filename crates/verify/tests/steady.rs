//! The same result whatever else the machine does: seconds end nothing but what the user's own limit ends.

mod support;

use abide_base::SourceFile;
use abide_verify::{Report, Settings, Verdict};
use std::path::PathBuf;
use std::time::Duration;
use support::strip::stripped;
use support::*;

/// Loops about which nothing is said, in every language: what is found quickly, what takes every phase
/// of discovery, and what asks a model for thousands of terms.
const PROGRAMS: [(&str, &str); 13] = [
    ("gcl", "find.gcl"),
    ("gcl", "multi_phase.gcl"),
    ("gcl", "searchmin.gcl"),
    ("gcl", "three_loops.gcl"),
    ("gcl", "km_ex3.gcl"),
    ("java", "Clear.java"),
    ("java", "Pivot.java"),
    ("java", "ShapeParentTreeAdd.java"),
    ("java", "ShapeSortedAdd.java"),
    ("c", "km_initcheck.c"),
    ("c", "two_loops.c"),
    ("c", "digits.c"),
    ("c", "shape_insert_sorted.c"),
];

/// What is not found.
const CUBES: &str = "procedure cubes(n: int) requires n >= 0;
{
  var x: int := 0;
  var y: int := 0;
  while (x < n) {
    x := x + 1;
    y := y + x * x * x;
  }
  assert 4 * y == n * n * (n + 1) * (n + 1);
}
";

/// Verdicts, invariants and checks of every routine.
fn told(report: &Report) -> Vec<(String, Verdict, Vec<String>, [u64; 6])> {
    let routines = report.files.iter().flat_map(|f| &f.routines);
    let told = routines.map(|r| {
        let invariants = r.loops.iter().flat_map(|l| &l.invariants).map(|i| i.text().to_string());
        let s = &r.stats;
        let costs = [
            s.checks_infer,
            s.checks_minimise,
            s.checks_final,
            s.checks_refute,
            s.checks_vacuous,
            s.instances,
        ];
        (r.name.clone(), r.verdict, invariants.collect(), costs)
    });
    told.collect()
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let all = |(language, name): &(&str, &str)| -> PathBuf {
        let all = corpus_of(language, "proves");
        all.into_iter()
            .find(|p| p.ends_with(name))
            .expect("the program is there")
    };
    let mut files: Vec<SourceFile> = PROGRAMS.iter().map(|p| stripped(&all(p))).collect();
    files.push(SourceFile::new("cubes.gcl", CUBES));
    let with = |jobs: usize| {
        let settings = Settings {
            jobs,
            timeout: Duration::MAX,
            ..settings()
        };
        told(&run(files.clone(), z3(), settings))
    };
    let alone = with(1);
    assert!(alone.iter().any(|r| r.1 == Verdict::Proved && !r.2.is_empty()));
    assert!(alone.iter().any(|r| r.1 == Verdict::Open));
    // four jobs on fewer cores: each gets less of the machine
    assert_eq!(alone, with(4));
}
