//! `cargo bench -p abide-verify --bench shapes`: what the parts of Bohne's analysis are good for.
//!
//! Solver checks for finding invariants, with the entailments asked for in brackets, for the shape
//! operations of the corpus, with one part after the other switched off. `open` where the operation is not
//! proved then, and – where the time was not enough to tell. Names of operations after `--` select them.

#[path = "../tests/support/mod.rs"]
mod support;

use abide_base::SourceFile;
use abide_infer::engine::EngineKind;
use abide_shape::bohne::post::Method;
use abide_verify::{BohneOptions, Settings, Verdict};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use support::*;

/// Time for one cell.
const LIMIT: Duration = Duration::from_secs(120);

fn columns() -> [(&'static str, BohneOptions); 6] {
    let full = BohneOptions::default();
    [
        ("full", full),
        ("no cache", BohneOptions { cache: false, ..full }),
        (
            "no instantiation",
            BohneOptions {
                instantiate: false,
                ..full
            },
        ),
        ("no splitting", BohneOptions { split: false, ..full }),
        ("no cleaning", BohneOptions { clean: false, ..full }),
        (
            "exact",
            BohneOptions {
                post: Method::Exact,
                ..full
            },
        ),
    ]
}

/// The operations: programs that speak of reachability. Arguments name those that are wanted.
fn operations() -> Vec<PathBuf> {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let stem = |p: &PathBuf| p.file_stem().and_then(|s| s.to_str()).unwrap_or_default().to_string();
    let gcl = corpus("proves").into_iter().filter(|p| stem(p).starts_with("list_"));
    let java = corpus_of("java", "proves").into_iter();
    let java = java.filter(|p| stem(p).starts_with("Shape") && stem(p) != "Shapes");
    let all = gcl.chain(java);
    all.filter(|p| wanted.is_empty() || wanted.contains(&stem(p))).collect()
}

fn main() {
    let columns = columns();
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    println!("| operation | predicates | {} | hits |", names.join(" | "));
    println!("|{}", "---|".repeat(names.len() + 3));
    for path in operations() {
        let name = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
        let mut cells = Vec::new();
        let (mut predicates, mut hits) = (0, 0);
        for (column, options) in columns {
            let settings = Settings {
                engine: EngineKind::Bohne,
                bohne: options,
                timeout: LIMIT,
                ..settings()
            };
            let text = std::fs::read_to_string(&path).expect("the program can be read");
            let start = Instant::now();
            let report = run(vec![SourceFile::new(&path, text)], z3(), settings);
            let proved = report.routines().all(|r| r.verdict == Verdict::Proved);
            let sum = |count: fn(&abide_verify::RoutineStats) -> u64| report.routines().map(|r| count(&r.stats)).sum();
            let (checks, asked): (u64, u64) = (sum(|s| s.checks_infer), sum(|s| s.entailments));
            cells.push(match proved {
                true => format!("{checks} ({asked})"),
                false if start.elapsed() < LIMIT => format!("{checks} ({asked}) open"),
                false => "–".to_string(),
            });
            if column == "full" {
                predicates = sum(|s| s.predicates);
                hits = 100 * sum(|s| s.cache_hits) / asked.max(1);
            }
        }
        println!("| {name} | {predicates} | {} | {hits} % |", cells.join(" | "));
    }
}
