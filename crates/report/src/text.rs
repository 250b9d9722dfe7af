//! The ordinary report: one line for each routine, the invariants of its loops, a message
//! for everything that is not proved, and a summary.
//!
//! What is proved takes little room, so that what is not is seen.

use crate::Color;
use crate::message::message;
use crate::unproved::{Drawings, importance, unfinished, unproved};
use abide_base::{Sources, shown};
use abide_verify::{FileReport, Grade, Keyword, LoopReport, Report, RoutineReport, Verdict};
use std::collections::BTreeSet;

/// How to show a report.
#[derive(Clone, Copy, Debug, Default)]
pub struct Text {
    /// Whether to colour.
    pub color: Color,
    /// Which routines to list.
    pub listing: Listing,
    /// How much is drawn.
    pub drawings: Drawings,
}

/// Which routines to list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Listing {
    /// All of them, and a summary.
    #[default]
    All,
    /// Those that are not proved, and no summary.
    Unproved,
}

/// The report as text; every line ends in a newline.
pub fn text(report: &Report, options: &Text) -> String {
    let mut out = String::new();
    for file in &report.files {
        out.push_str(&of_file(&report.sources, file, report.cancelled, options));
    }
    out + &end(report, options)
}

/// What is said of a file, in a run that is cancelled or not.
pub fn of_file(sources: &Sources, file: &FileReport, cancelled: bool, options: &Text) -> String {
    let mut out = messages(sources, file, options.color);
    for routine in by_importance(&file.routines) {
        if options.listing == Listing::All || routine.verdict != Verdict::Proved {
            out.push_str(&headline(sources, cancelled, routine, options.color));
            out.push_str(&rests_on(sources, routine));
            out.push_str(&loops(sources, routine));
            out.push_str(&unproved(sources, routine, options.color, options.drawings));
        }
    }
    out
}

/// What is said when all files are done.
pub fn end(report: &Report, options: &Text) -> String {
    let mut out = String::new();
    if options.listing == Listing::All {
        out.push_str(&summary(report, options.color));
    }
    if report.cancelled {
        out.push_str(CANCELLED);
    }
    out
}

/// The routines, those first that matter most, else in source order.
fn by_importance(routines: &[RoutineReport]) -> Vec<&RoutineReport> {
    let mut ordered: Vec<&RoutineReport> = routines.iter().collect();
    ordered.sort_by_key(|r| importance(r.verdict));
    ordered
}

/// What to say of a run that was stopped.
pub const CANCELLED: &str = "the run was cancelled: what was not finished is open\n";

/// The messages about a file itself.
pub fn messages(sources: &Sources, file: &FileReport, color: Color) -> String {
    file.diagnostics
        .iter()
        .map(|d| message(sources, d, color) + "\n")
        .collect()
}

/// `proved   find (find.gcl:4)`
fn headline(sources: &Sources, cancelled: bool, routine: &RoutineReport, color: Color) -> String {
    let file = sources.file(routine.span.file);
    let place = format!("{}:{}", shown(file.path()), file.line(routine.span.start));
    let untouched = cancelled && routine.verdict == Verdict::Open && routine.obligations.is_empty();
    let end = if untouched || routine.obligations.iter().any(unfinished) {
        ", not finished"
    } else {
        ""
    };
    format!(
        "{} {} ({place}){end}\n",
        color.verdict(routine.verdict, 8),
        color.bold(&routine.name)
    )
}

/// What the verdict rests on, one line for each thing, and how many clauses were left out.
fn rests_on(sources: &Sources, routine: &RoutineReport) -> String {
    let lines = assumptions(sources, routine).into_iter().map(|(kind, text, lines)| {
        let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
        let places = if lines.len() == 1 { "line" } else { "lines" };
        format!("    assumes {kind}: {text} ({places} {})\n", lines.join(", "))
    });
    let without = without(routine).map(|w| format!("    {w}\n"));
    lines.chain(without).chain(given(routine)).collect()
}

/// The preconditions that it is proved for, one line for each.
fn given(routine: &RoutineReport) -> Vec<String> {
    let mut lines = Vec::new();
    match routine.verdict {
        Verdict::Given => {}
        _ if routine.is_proved_but_for_overflow() => lines.push("    proved except overflow\n".to_string()),
        _ if routine.given.is_empty() => {}
        _ => lines.push("    it is proved for callers that keep to\n".to_string()),
    }
    let clauses = given_clauses(routine).map(|clause| format!("    given {clause}\n"));
    lines.extend(clauses);
    lines
}

/// The clauses of the contract that it is proved for.
pub(crate) fn given_clauses(routine: &RoutineReport) -> impl Iterator<Item = String> {
    routine.given.iter().map(|p| {
        let limit = if p.grade == Grade::Limit {
            " (machine limit)"
        } else {
            ""
        };
        match p.keyword {
            Keyword::Requires => format!("{}{limit}", p.text),
            other => format!("{} {}{limit}", other.word(), p.text),
        }
    })
}

/// `proved without 2 clauses`
pub(crate) fn without(routine: &RoutineReport) -> Option<String> {
    let verdict = routine.verdict.word();
    match routine.unread.len() {
        0 => None,
        1 => Some(format!("{verdict} without 1 clause")),
        n => Some(format!("{verdict} without {n} clauses")),
    }
}

/// What the verdict rests on: kind, text and the lines.
pub fn assumptions<'a>(sources: &Sources, routine: &'a RoutineReport) -> Vec<(&'static str, &'a str, BTreeSet<usize>)> {
    let mut all: Vec<(&'static str, &str, BTreeSet<usize>)> = Vec::new();
    for assumption in &routine.assumes {
        let line = sources.line(assumption.span);
        let (kind, text) = (assumption.kind.word(), assumption.text.as_str());
        match all.iter_mut().find(|(k, t, _)| (*k, *t) == (kind, text)) {
            Some((_, _, lines)) => {
                lines.insert(line);
            }
            None => all.push((kind, text, BTreeSet::from([line]))),
        }
    }
    all
}

/// The loops with invariants, one line for each of these. A loop that was copied is one
/// loop to its reader.
fn loops(sources: &Sources, routine: &RoutineReport) -> String {
    let mut out = String::new();
    for l in distinct_loops(routine) {
        let mut place = format!("line {}:", sources.line(l.span));
        for invariant in &l.invariants {
            out.push_str(&format!("    {place} invariant {}\n", invariant.text()));
            place = " ".repeat(place.len());
        }
        if let Some(measure) = &l.measure {
            out.push_str(&format!("    {place} decreases {measure}\n"));
        }
    }
    out
}

/// The loops of a routine, each place once.
pub fn distinct_loops(routine: &RoutineReport) -> impl Iterator<Item = &LoopReport> {
    let mut seen = BTreeSet::new();
    routine.loops.iter().filter(move |l| seen.insert(l.span))
}

/// How many routines have which verdict, with the prover and the reading of the integers.
fn summary(report: &Report, color: Color) -> String {
    let all = report.routines().count();
    let modes: BTreeSet<&str> = report.files.iter().map(|f| f.mode).collect();
    let modes: Vec<&str> = modes.into_iter().collect();
    let under = format!("({})", [vec![report.prover.as_str()], modes].concat().join(", "));
    if all == 0 {
        return format!("no routines: nothing to prove {under}\n");
    }
    let verdicts = [
        Verdict::Proved,
        Verdict::Given,
        Verdict::Refuted,
        Verdict::Open,
        Verdict::Unsupported,
    ];
    let counts = verdicts.map(|v| (report.count(v), v));
    let counts = counts
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, v)| format!("{n} {}", color.verdict(*v, 0)));
    let counts: Vec<String> = counts.collect();
    let routines = if all == 1 { "routine" } else { "routines" };
    format!("{all} {routines}: {} {under}\n", counts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;
    use insta::assert_snapshot;

    #[test]
    fn what_is_proved_takes_a_line_and_what_is_not_a_message() {
        assert_snapshot!(text(&samples::mixed(), &Text::default()), @"
        refuted  first (dir/find.gcl:19)
        refuted: the index may be out of bounds
          --> dir/find.gcl:21:8
           |
        21 |   x := a[0];
           |        ^^^^
           |
           = note: it fails for x = 0, a = []
           = note: the run passes the lines 19, 21

        open     find (dir/find.gcl:1)
            line 11: invariant 0 <= i
                     invariant spot == a.length
        open: the postcondition may not hold
          --> dir/find.gcl:17:1
           |
         3 |   ensures spot == a.length || b[spot];
           |           --------------------------- demanded here
        ...
        17 | }
           | ^
           |
           = note: at the head of the loop at line 11: i = 1, spot = 7
           = note: at the check at line 17: i = 2
           = note: what was inferred for the loop at line 11 may be too weak: the time limit was reached
           = help: allow more time with `--timeout`

        proved   skip (dir/find.gcl:24)
        3 routines: 1 proved, 1 refuted, 1 open (Solver 1.2, mathematical integers)
        ");
    }

    #[test]
    fn quiet_lists_only_what_is_not_proved() {
        let quiet = Text {
            listing: Listing::Unproved,
            ..Text::default()
        };
        assert_eq!(text(&samples::proved(), &quiet), "");
        let shown = text(&samples::mixed(), &quiet);
        assert!(
            shown.starts_with("refuted  first") && !shown.contains("skip"),
            "{shown}"
        );
    }

    #[test]
    fn diagnostics_come_before_the_routines() {
        assert_snapshot!(text(&samples::malformed(), &Text::default()), @"
        error: an expression is expected
         --> bad.gcl:2:8
          |
        2 |   x := ;
          |        ^
          |
          = help: write a value

        unsupported p (bad.gcl:1)
        1 routine: 1 unsupported (Solver 1.2, mathematical integers)
        ");
    }

    #[test]
    fn a_cancelled_run_says_so_once() {
        assert_snapshot!(text(&samples::cancelled(), &Text::default()), @"
        open     two (two.gcl:2), not finished
        proved   one (two.gcl:1)
        2 routines: 1 proved, 1 open (Solver 1.2, mathematical integers)
        the run was cancelled: what was not finished is open
        ");
    }

    #[test]
    fn colour_is_only_there_when_asked_for() {
        let ansi = Text {
            color: Color::Ansi,
            ..Text::default()
        };
        assert!(text(&samples::mixed(), &ansi).contains('\u{1b}'));
        assert!(!text(&samples::mixed(), &Text::default()).contains('\u{1b}'));
    }

    #[test]
    fn nothing_to_prove_is_not_everything_proved() {
        assert_snapshot!(text(&Report { prover: "P 1".into(), ..Report::default() }, &Text::default()), @"no routines: nothing to prove (P 1)");
    }
}
