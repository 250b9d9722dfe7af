//! `cargo bench --bench abstractors`: the papers' loops under every abstractor.
//!
//! Prints solver checks and the median wall time of five runs. With `-- --instructions` and
//! valgrind on the machine, also the instructions of one run, which no other load disturbs.

#[path = "../tests/support/mod.rs"]
mod support;

use abide_abstraction::AbstractorKind;
use abide_base::{Budget, Cancel};
use abide_prover::Limits;
use std::time::{Duration, Instant};
use support::*;

const LOOPS: [(&str, &[&str]); 4] = [
    ("partition4", &["partition"]),
    ("sort", &["sort outer", "sort inner"]),
    ("find", &["find"]),
    ("directory_scan", &["directory scan"]),
];

/// Time for one program under one abstractor.
const LIMIT: Duration = Duration::from_secs(20);

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if let Some(at) = args.iter().position(|a| a == "--one") {
        run_once(&args[at + 1], &args[at + 2].parse().expect("an abstractor"));
        return;
    }
    println!(
        "checks / median ms of five runs; – where {} s were not enough\n",
        LIMIT.as_secs()
    );
    print_heading(&["loop", "predicates", "valuations"]);
    for (name, loops) in LOOPS {
        let cells: Vec<Option<Cell>> = ABSTRACTORS
            .iter()
            .map(|a| measure(name, &a.parse().expect("an abstractor")))
            .collect();
        let sizes = cells[0].as_ref().map(|c| c.2.clone()).unwrap_or_default();
        for (i, title) in loops.iter().enumerate() {
            let (width, count) = sizes.get(i).copied().unwrap_or_default();
            print!("| {title} | {width} | {count} |");
            for cell in &cells {
                match cell {
                    Some((checks, ms, _)) if i == 0 => print!(" {} / {ms:.1} |", checks[i]),
                    Some((checks, _, _)) => print!(" {} |", checks[i]),
                    None => print!(" – |"),
                }
            }
            println!();
        }
    }
    if args.iter().any(|a| a == "--instructions") {
        instructions();
    }
}

/// Checks of the loops, with their predicates and valuations.
type Counts = (Vec<u64>, Vec<(usize, u128)>);
/// Checks, milliseconds, predicates and valuations.
type Cell = (Vec<u64>, f64, Vec<(usize, u128)>);

fn measure(name: &str, abstractor: &AbstractorKind) -> Option<Cell> {
    let mut times = Vec::new();
    let mut result = None;
    for _ in 0..5 {
        let start = Instant::now();
        let found = run_once(name, abstractor)?;
        times.push(start.elapsed().as_secs_f64() * 1000.0);
        result = Some(found);
        if times[0] > 2_000.0 {
            break;
        }
    }
    times.sort_by(f64::total_cmp);
    let (checks, sizes) = result?;
    Some((checks, times[times.len() / 2], sizes))
}

/// Checks and sizes of the loops, or nothing when time ran out.
fn run_once(name: &str, abstractor: &AbstractorKind) -> Option<Counts> {
    let path = corpus("proves")
        .into_iter()
        .find(|p| p.ends_with(format!("{name}.gcl")))
        .expect("a corpus program");
    let limits = Limits {
        budget: Budget::within(LIMIT, Cancel::default()),
        ..Limits::default()
    };
    let found = infer_within(&read(&path), &z3(), abstractor, &limits);
    let loops: Vec<_> = found.iter().flat_map(|(_, i)| &i.loops).collect();
    if limits.budget.check().is_err() {
        return None;
    }
    let checks = loops.iter().map(|l| l.stats.checks).collect();
    Some((
        checks,
        loops.iter().map(|l| (l.region.width(), l.region.count())).collect(),
    ))
}

/// Runs this program under valgrind for each cell and prints what it collected.
fn instructions() {
    let this = std::env::current_exe().expect("this program");
    println!("\ninstructions in millions, one run\n");
    for (name, _) in &LOOPS[..3] {
        for abstractor in ["state-models", "allsmt", "fq"] {
            let output = std::process::Command::new("valgrind")
                .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
                .arg(&this)
                .args(["--one", name, abstractor])
                .output();
            let Ok(output) = output else {
                println!("valgrind is not installed: no instruction counts");
                return;
            };
            let text = String::from_utf8_lossy(&output.stderr).to_string();
            let collected = text.lines().find_map(|l| l.split("Collected : ").nth(1)).unwrap_or("?");
            let millions = collected.trim().parse::<u64>().map(|n| n / 1_000_000);
            println!(
                "{name:16} {abstractor:14} {}",
                millions.map_or("?".into(), |m| m.to_string())
            );
        }
    }
}
