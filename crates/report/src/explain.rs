//! How the invariants of a loop came about, or what is missing.

use crate::Color;
use crate::unproved::{Drawings, unproved};
use abide_base::{Sources, shown};
use abide_verify::report::{History, MissingReport, RoundReport};
use abide_verify::{LoopReport, Report, RoutineReport};
use std::fmt::Write;

/// A loop, with its routine.
#[derive(Clone, Copy, Debug)]
pub struct Selected<'a> {
    /// The routine.
    pub routine: &'a RoutineReport,
    /// One of its loops.
    pub of_loop: &'a LoopReport,
}

/// The loops that `line` refers to: those that begin there, else the last that begins above
/// it in the same routine, else the first of that routine. Without a line, all loops; none for a line after the last.
pub fn select(report: &Report, line: Option<usize>) -> Vec<Selected<'_>> {
    let at = |span| report.sources.line(span);
    let all = report.routines().flat_map(|routine| {
        let with = move |of_loop| Selected { routine, of_loop };
        routine.loops.iter().map(with)
    });
    let Some(line) = line else { return all.collect() };
    let exact: Vec<Selected<'_>> = all.filter(|s| at(s.of_loop.span) == line).collect();
    if !exact.is_empty() {
        return exact;
    }
    let Some(routine) = report
        .routines()
        .filter(|r| (at(r.span)..=report.sources.file(r.span.file).lines()).contains(&line))
        .max_by_key(|r| at(r.span))
    else {
        return Vec::new();
    };
    let lines = || routine.loops.iter().map(|l| at(l.span));
    let Some(chosen) = lines().filter(|l| *l <= line).max().or_else(|| lines().min()) else {
        return Vec::new();
    };
    let loops = routine.loops.iter().filter(|l| at(l.span) == chosen);
    loops.map(|of_loop| Selected { routine, of_loop }).collect()
}

/// The story of each loop, and after the last loop of a routine what of it is not proved.
pub fn explain(sources: &Sources, loops: &[Selected<'_>], color: Color) -> String {
    let mut out = String::new();
    for (i, selected) in loops.iter().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        story(&mut out, sources, selected, color).expect("writing to a string");
        let routine = selected.routine;
        let last = loops.get(i + 1).is_none_or(|next| !std::ptr::eq(next.routine, routine));
        if last {
            let facts = routine.at_return.iter().map(String::as_str);
            list(&mut out, "at the return, says the analysis", facts).expect("writing to a string");
        }
        let missing = if last {
            unproved(sources, routine, color, Drawings::Full)
        } else {
            String::new()
        };
        if !missing.is_empty() {
            out.push_str(&format!("\n{}\n", missing.trim_end_matches('\n')));
        }
    }
    out
}

fn story(out: &mut String, sources: &Sources, selected: &Selected<'_>, color: Color) -> std::fmt::Result {
    let Selected { routine, of_loop } = selected;
    let file = sources.file(of_loop.span.file);
    let place = format!("{}:{}", shown(file.path()), file.line(of_loop.span.start));
    let verdict = color.verdict(routine.verdict, 0);
    writeln!(
        out,
        "{} of {}, which is {verdict}",
        color.bold(format_args!("loop at {place}")),
        routine.name
    )?;
    let history = &of_loop.history;
    if history.predicates.is_empty() {
        writeln!(out, "  it has no predicates: nothing was inferred")?;
        return Ok(());
    }
    predicates(out, history)?;
    for (i, round) in history.rounds.iter().enumerate() {
        self::round(out, i + 1, round, history.predicates.len())?;
    }
    if of_loop.invariants.is_empty() {
        writeln!(out, "  result: no invariants")?;
    } else {
        list(
            out,
            "result, proved from the printed source",
            of_loop.invariants.iter().map(|i| i.text()),
        )?;
    }
    list(
        out,
        "true but not needed",
        history.not_needed.iter().map(String::as_str),
    )?;
    list(
        out,
        "dropped, not proved from the printed source",
        history.dropped.iter().map(String::as_str),
    )?;
    if let Some(why) = &history.weakened {
        writeln!(out, "  perhaps not the strongest: {why}")?;
    }
    for missing in &history.missing {
        self::missing(out, sources, missing)?;
    }
    writeln!(
        out,
        "  solver checks: {}; queries of the abstractor: {}",
        history.checks, history.queries
    )
}

/// Two states that a missing fact would distinguish.
fn missing(out: &mut String, sources: &Sources, missing: &MissingReport) -> std::fmt::Result {
    let state = |shown: &[(String, String)]| -> String {
        let parts: Vec<String> = shown.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        parts.join(", ")
    };
    writeln!(out, "  missing for the check at line {}:", sources.line(missing.check))?;
    writeln!(out, "    the proof breaks here      {}", state(&missing.broken))?;
    writeln!(out, "    a run reaches one like it  {}", state(&missing.reached))?;
    let tried = match missing.distinguished {
        0 => "no predicate tried distinguishes these".to_string(),
        1 => "one of the predicates tried distinguishes these, and is no invariant".to_string(),
        n => format!("{n} of the predicates tried distinguish these, and are no invariants"),
    };
    let quoted: Vec<String> = missing.about.iter().map(|name| format!("`{name}`")).collect();
    let wanted = match quoted.as_slice() {
        [] => "a fact about more than three values at once".to_string(),
        [only] => format!("a predicate that bounds {only}"),
        [first @ .., last] => format!("a predicate relating {} and {last}", first.join(", ")),
    };
    writeln!(out, "    {tried}; {wanted} would")
}

fn predicates(out: &mut String, history: &History) -> std::fmt::Result {
    writeln!(out, "  predicates")?;
    let number_width = history.predicates.len().to_string().len();
    let text_width = history
        .predicates
        .iter()
        .map(|(text, _)| text.chars().count())
        .max()
        .unwrap_or(0)
        .min(60);
    for (i, (text, origin)) in history.predicates.iter().enumerate() {
        writeln!(out, "    {:>number_width$}  {text:<text_width$}  {origin}", i + 1)?;
    }
    Ok(())
}

/// The reachable valuations under the numbers of the predicates, and the clauses that
/// changed.
fn round(out: &mut String, number: usize, round: &RoundReport, width: usize) -> std::fmt::Result {
    let of = 1u128
        .checked_shl(width as u32)
        .map_or(String::new(), |all| format!(" of {all}"));
    writeln!(out, "  round {number}: {}{of} valuations reachable", round.count)?;
    let cell = width.to_string().len();
    let row = |cells: Vec<String>| {
        let padded: Vec<String> = cells.iter().map(|c| format!("{c:>cell$}")).collect();
        format!("    {}", padded.join(" "))
    };
    if !round.valuations.is_empty() {
        writeln!(out, "{}", row((1..=width).map(|n| n.to_string()).collect()))?;
    }
    for valuation in &round.valuations {
        writeln!(out, "{}", row(valuation.chars().map(String::from).collect()))?;
    }
    let more = round.count.saturating_sub(round.valuations.len() as u128);
    if more > 0 {
        writeln!(out, "    \u{2026} and {more} more")?;
    }
    for clause in &round.came {
        writeln!(out, "    + {clause}")?;
    }
    for clause in &round.went {
        writeln!(out, "    - {clause}")?;
    }
    Ok(())
}

fn list<'a>(out: &mut String, head: &str, items: impl Iterator<Item = &'a str>) -> std::fmt::Result {
    for (i, item) in items.enumerate() {
        if i == 0 {
            writeln!(out, "  {head}")?;
        }
        writeln!(out, "    {item}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;
    use insta::assert_snapshot;

    #[test]
    fn a_loop_is_explained_from_predicates_to_result() {
        let report = samples::mixed();
        let chosen = select(&report, None);
        assert_snapshot!(explain(&report.sources, &chosen, Color::Plain), @"
        loop at dir/find.gcl:11 of find, which is open
          predicates
            1  0 <= i            given in the source
            2  spot == a.length  given in the source
          round 1: 1 of 4 valuations reachable
            1 2
            T T
            + 0 <= i
            + spot == a.length
            + spot < i
          round 2: 4 of 4 valuations reachable
            1 2
            T T
            F T
            … and 2 more
            + i <= spot
            - spot < i
          result, proved from the printed source
            0 <= i
            spot == a.length
          true but not needed
            i <= a.length
          dropped, not proved from the printed source
            b[i]
          perhaps not the strongest: the time limit was reached
          solver checks: 12; queries of the abstractor: 9

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
        ");
    }

    #[test]
    fn a_line_names_the_loop_at_or_above_it() {
        let report = samples::nested();
        let lines = |line| -> Vec<usize> {
            select(&report, Some(line))
                .iter()
                .map(|s| report.sources.line(s.of_loop.span))
                .collect()
        };
        let expected: [(usize, &[usize]); 8] = [
            (1, &[]),
            (2, &[4]),
            (3, &[4]),
            (4, &[4]),
            (5, &[5]),
            (7, &[5]),
            (9, &[]),
            (99, &[]),
        ];
        for (line, loops) in expected {
            assert_eq!(lines(line), loops, "line {line}");
        }
        assert_eq!(select(&report, None).len(), 2);
    }
}
