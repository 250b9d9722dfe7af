//! Only the invariants, loop by loop.

use crate::Color;
use crate::text::distinct_loops;
use abide_base::shown;
use abide_verify::{Report, RoutineReport, Verdict};

/// The invariants of all loops, each loop headed by its place and its routine.
pub fn invariants(report: &Report, color: Color) -> String {
    let mut out = String::new();
    for file in &report.files {
        let source = report.sources.file(file.file);
        for routine in &file.routines {
            for l in distinct_loops(routine).filter(|l| !l.invariants.is_empty() || l.measure.is_some()) {
                let place = format!("{}:{}:", shown(source.path()), source.line(l.span.start));
                out.push_str(&format!("{place} loop of {}\n", color.bold(&routine.name)));
                for invariant in &l.invariants {
                    out.push_str(&format!("    invariant {}\n", invariant.text()));
                }
                if let Some(measure) = &l.measure {
                    out.push_str(&format!("    decreases {measure}\n"));
                }
            }
        }
    }
    out
}

/// A line that counts them, and says whether there is more to look at.
pub fn tally(report: &Report) -> String {
    let loops: Vec<usize> = report
        .routines()
        .flat_map(distinct_loops)
        .map(|l| l.invariants.len())
        .collect();
    let found = format!(
        "{} for {}",
        plural(loops.iter().sum(), "invariant"),
        plural(loops.len(), "loop")
    );
    let is_left = |r: &&RoutineReport| !matches!(r.verdict, Verdict::Proved | Verdict::Given);
    match report.routines().filter(is_left).count() {
        0 => format!("{found}\n"),
        n => format!("{found}; {} not proved, see `abide verify`\n", plural(n, "routine")),
    }
}

fn plural(count: usize, what: &str) -> String {
    match count {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;
    use insta::assert_snapshot;

    #[test]
    fn loops_are_headed_by_their_place() {
        assert_snapshot!(invariants(&samples::mixed(), Color::Plain), @"
        dir/find.gcl:11: loop of find
            invariant 0 <= i
            invariant spot == a.length
        ");
        assert_snapshot!(tally(&samples::mixed()), @"2 invariants for 1 loop; 2 routines not proved, see `abide verify`");
    }
}
