//! `cargo bench --bench growth`: what one more predicate costs.
//!
//! A family of loops that move two counters about, with thresholds on each as predicates:
//! with n predicates there are (n/2 + 1)² valuations.

#[path = "../tests/support/mod.rs"]
mod support;

use abide_abstraction::AbstractorKind;
use abide_base::{Budget, Cancel, SourceFile};
use abide_prover::Limits;
use std::time::{Duration, Instant};
use support::*;

const WIDTHS: [usize; 6] = [4, 8, 12, 16, 20, 24];

/// Time for one cell; an abstractor that needed more is not tried on wider loops.
const LIMIT: Duration = Duration::from_secs(20);

/// The loop with `n` predicates.
fn program(n: usize) -> String {
    let thresholds = |v: &str| {
        (1..=n / 2)
            .map(|i| format!("{v} < {}", 3 * i))
            .collect::<Vec<_>>()
            .join(", ")
    };
    format!(
        "procedure walk(n: int) returns (x: int, y: int)
  ensures y < {top} ==> 0 <= x;
{{
  x := 0;
  y := 0;
  while (x < n)
    invariant 0 <= x && 0 <= y;
    predicate {};
    predicate {};
  {{
    if (*) {{ x := x + 1; }} else {{ y := y + 1; if (x > y) {{ x := x - 1; }} }}
  }}
}}
",
        thresholds("x"),
        thresholds("y"),
        top = 3 * (n / 2),
    )
}

fn main() {
    println!("checks / ms, one run; – where {} s were not enough\n", LIMIT.as_secs());
    print_heading(&["predicates", "valuations"]);
    let mut given_up = [false; ABSTRACTORS.len()];
    for n in WIDTHS {
        let file = SourceFile::new("walk.gcl", program(n));
        let mut row = String::new();
        let mut count = None;
        for (i, name) in ABSTRACTORS.iter().enumerate() {
            let abstractor: AbstractorKind = name.parse().expect("an abstractor");
            if given_up[i] {
                row.push_str(" – |");
                continue;
            }
            let limits = Limits {
                budget: Budget::within(LIMIT, Cancel::default()),
                ..Limits::default()
            };
            let start = Instant::now();
            let found = infer_within(&file, &z3(), &abstractor, &limits);
            let result = &found[0].1.loops[0];
            if limits.budget.check().is_err() || result.weakened.is_some() {
                given_up[i] = true;
                row.push_str(" – |");
                continue;
            }
            if abstractor.build().exact() {
                count.get_or_insert(result.region.count());
            }
            row.push_str(&format!(" {} / {} |", result.stats.checks, start.elapsed().as_millis()));
        }
        println!("| {n} | {} |{row}", count.map_or("–".into(), |c| c.to_string()));
    }
}
