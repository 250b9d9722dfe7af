//! The source, line by line, with what was found about each line.

use super::clean::clean;
use crate::text::distinct_loops;
use abide_base::SourceFile;
use abide_verify::{FileReport, LoopReport, Verdict};
use std::collections::{BTreeMap, BTreeSet};

/// A line of the source.
pub(super) struct Line {
    pub number: usize,
    pub anchor: String,
    pub text: String,
    /// The worst verdict of what has to be proved here.
    pub mark: &'static str,
    /// Does the run of a counterexample pass it?
    pub passed: bool,
    /// How far it is indented.
    pub indent: String,
    /// What holds whenever the loop that begins here comes to its head.
    pub found: Vec<String>,
    /// What is not proved here.
    pub messages: Vec<(&'static str, String)>,
}

pub(super) fn lines(source: &SourceFile, file: &FileReport, anchor: &dyn Fn(usize) -> String) -> Vec<Line> {
    let obligations = || file.routines.iter().flat_map(|r| &r.obligations);
    let mut marks: BTreeMap<usize, Verdict> = BTreeMap::new();
    let mut messages: BTreeMap<usize, Vec<(&'static str, String)>> = BTreeMap::new();
    for obligation in obligations() {
        let line = source.line(obligation.span.start);
        let mark = marks.entry(line).or_insert(obligation.verdict);
        *mark = obligation.verdict.max(*mark);
        if obligation.verdict != Verdict::Proved {
            let message = (obligation.verdict.word(), clean(&obligation.message));
            let here = messages.entry(line).or_default();
            if !here.contains(&message) {
                here.push(message);
            }
        }
    }
    let passed: BTreeSet<usize> = file
        .routines
        .iter()
        .filter_map(|r| r.counterexample.as_ref())
        .flat_map(|c| c.path.iter().copied())
        .collect();
    let mut found: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for l in file.routines.iter().flat_map(distinct_loops) {
        found.entry(source.line(l.span.start)).or_default().extend(facts(l));
    }
    let each = source.text().lines().enumerate();
    each.map(|(i, text)| {
        let number = i + 1;
        let text = clean(text);
        let indent = text.chars().take_while(|c| c.is_whitespace()).collect();
        Line {
            number,
            anchor: anchor(number),
            mark: marks.get(&number).map_or("", |v| v.word()),
            passed: passed.contains(&number),
            indent,
            found: found.remove(&number).unwrap_or_default(),
            messages: messages.remove(&number).unwrap_or_default(),
            text,
        }
    })
    .collect()
}

/// What was found about a loop, as annotations.
pub(super) fn facts(l: &LoopReport) -> Vec<String> {
    let invariants = l.invariants.iter().map(|i| format!("invariant {}", clean(i.text())));
    let measure = l.measure.iter().map(|m| format!("decreases {}", clean(m)));
    invariants.chain(measure).collect()
}
