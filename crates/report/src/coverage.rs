//! How much of a code base can be read, and what stands in the way.

use crate::Unread;
use abide_base::Sources;
use abide_verify::Coverage;
use abide_verify::UnsupportedRoutine;
use serde::Serialize;
use std::collections::BTreeMap;

/// What stands in the way of some routines, with an example.
struct Obstacle<'a> {
    what: String,
    routines: usize,
    with_loop: usize,
    example: &'a UnsupportedRoutine,
}

/// The obstacles by how many routines they stop. A routine counts for the first thing in it that cannot be read.
fn obstacles(coverage: &Coverage) -> Vec<Obstacle<'_>> {
    let mut all: BTreeMap<String, Obstacle<'_>> = BTreeMap::new();
    for routine in &coverage.unsupported {
        let what = routine.why.first().map_or("of an unknown kind", |d| &d.message);
        let what = general(what);
        let obstacle = all.entry(what.clone()).or_insert(Obstacle {
            what,
            routines: 0,
            with_loop: 0,
            example: routine,
        });
        obstacle.routines += 1;
        obstacle.with_loop += usize::from(routine.has_loop);
    }
    let mut all: Vec<Obstacle<'_>> = all.into_values().collect();
    all.sort_by_key(|o| std::cmp::Reverse(o.routines));
    all
}

/// How a message begins that is about what Abide does not support.
const LIMIT: &str = "not supported: ";

/// Of how many routines the source is wrong, or not all there, as far as Abide can see.
fn erroneous(coverage: &Coverage) -> usize {
    let first = coverage.unsupported.iter().filter_map(|routine| routine.why.first());
    first.filter(|d| !d.message.starts_with(LIMIT)).count()
}

/// A message without the names in it, and without what all of them begin with.
fn general(message: &str) -> String {
    let message = message.strip_prefix(LIMIT).unwrap_or(message);
    let parts = message.split('`').enumerate();
    let general: String = parts
        .map(|(n, part)| if n % 2 == 1 { "`\u{2026}`" } else { part })
        .collect();
    match general == "`\u{2026}`" {
        // the name is all there is
        true => message.to_string(),
        false => general,
    }
}

/// Where an obstacle is, in the routine that it stops.
fn place(sources: &Sources, routine: &UnsupportedRoutine) -> (String, usize) {
    let span = routine.why.first().and_then(|d| d.span).unwrap_or(routine.span);
    (sources.file(span.file).path().display().to_string(), sources.line(span))
}

/// A table for people.
pub fn coverage(coverage: &Coverage, unread: &[Unread]) -> String {
    let mut text = share("routines", coverage.routines(), coverage.unsupported.len());
    text += &share(
        "routines with loops",
        coverage.with_loop(),
        coverage.unsupported_with_loop(),
    );
    let erroneous = erroneous(coverage);
    if erroneous > 0 {
        text += &format!(
            "{erroneous} of the unsupported for errors: what they name is not there, or they are not in the language\n"
        );
    }
    if !unread.is_empty() {
        let files = if unread.len() == 1 { "file" } else { "files" };
        text += &format!("{} {files} cannot be read at all\n", unread.len());
    }
    let obstacles = obstacles(coverage);
    if !obstacles.is_empty() {
        text += "\nroutines  with loops  the first thing that cannot be read, with an example\n";
    }
    for o in &obstacles {
        let (path, line) = place(&coverage.sources, o.example);
        text += &format!("{:>8}  {:>10}  {}\n", o.routines, o.with_loop, o.what);
        text += &format!("{:22}`{}` ({path}:{line})\n", "", o.example.name);
    }
    for bug in &coverage.bugs {
        text += &format!("error of Abide's own: {}\n", bug.message);
    }
    text
}

fn share(what: &str, all: usize, unsupported: usize) -> String {
    let percent = |n: usize| 100.0 * n as f64 / all.max(1) as f64;
    format!(
        "{all} {what}: {unsupported} unsupported ({:.1} %)\n",
        percent(unsupported)
    )
}

/// The same as one JSON object.
pub fn coverage_json(coverage: &Coverage, unread: &[Unread]) -> String {
    let reasons = obstacles(coverage).into_iter().map(|o| {
        let (path, line) = place(&coverage.sources, o.example);
        Reason {
            what: o.what,
            routines: o.routines,
            with_loop: o.with_loop,
            example: Example {
                routine: &o.example.name,
                path,
                line,
            },
        }
    });
    let object = Object {
        routines: coverage.routines(),
        unsupported: coverage.unsupported.len(),
        erroneous: erroneous(coverage),
        with_loop: coverage.with_loop(),
        unsupported_with_loop: coverage.unsupported_with_loop(),
        unread: unread.iter().map(|u| u.path.display().to_string()).collect(),
        reasons: reasons.collect(),
    };
    let mut text = serde_json::to_string_pretty(&object).expect("strings and numbers are always JSON");
    text.push('\n');
    text
}

#[derive(Serialize)]
struct Object<'a> {
    routines: usize,
    unsupported: usize,
    erroneous: usize,
    with_loop: usize,
    unsupported_with_loop: usize,
    unread: Vec<String>,
    reasons: Vec<Reason<'a>>,
}

#[derive(Serialize)]
struct Reason<'a> {
    what: String,
    routines: usize,
    with_loop: usize,
    example: Example<'a>,
}

#[derive(Serialize)]
struct Example<'a> {
    routine: &'a str,
    path: String,
    line: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_base::{Diagnostic, FileId, SourceFile, Span};
    use abide_verify::Unsupported;

    #[test]
    fn obstacles_are_counted_without_names() {
        let mut sources = Sources::default();
        let file = sources.add(SourceFile::new("a.c", "one\ntwo\n"));
        assert_eq!(file, FileId(0));
        let routine = |name: &str, at: usize, message: &str, has_loop| {
            let span = Span::new(file, at, at + 1);
            UnsupportedRoutine::from(Unsupported::new(
                name,
                span,
                &[Diagnostic::error(span, message)],
                has_loop,
            ))
        };
        let coverage_of = Coverage {
            sources,
            read: 1,
            read_with_loop: 0,
            unsupported: vec![
                routine("f", 0, "a syntax error", false),
                routine("g", 4, "not supported: the type `x`", true),
                routine("h", 0, "not supported: the type `y`", false),
            ],
            bugs: Vec::new(),
        };
        assert_eq!(
            coverage(&coverage_of, &[]),
            "4 routines: 3 unsupported (75.0 %)\n\
             1 routines with loops: 1 unsupported (100.0 %)\n\
             1 of the unsupported for errors: what they name is not there, or they are not in the language\n\n\
             routines  with loops  the first thing that cannot be read, with an example\n       \
             2           1  the type `\u{2026}`\n                      `g` (a.c:2)\n       \
             1           0  a syntax error\n                      `f` (a.c:1)\n"
        );
        let json: serde_json::Value = serde_json::from_str(&coverage_json(&coverage_of, &[])).unwrap();
        assert_eq!(json["unsupported"], 3);
        assert_eq!(json["erroneous"], 1);
        assert_eq!(json["reasons"][0]["example"]["line"], 2);
    }
}
