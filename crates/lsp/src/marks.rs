//! What editors can show beyond the protocol, as answers to requests of our own: a mark for each line on which something
//! is to be proved, and what is known of a check that is not proved, with the linked objects as drawings.

use crate::document::{Document, Known};
use crate::lines::contains;
use abide_report::heap;
use abide_verify::{Moment, Obligation, Verdict};
use lsp_types::{Position, Range};
use serde::Serialize;
use std::collections::BTreeMap;

/// The request for the marks of a document.
pub const MARKS: &str = "abide/marks";

/// The request for what is known of a check at a place.
pub const FAILURE: &str = "abide/failure";

/// The worst verdict of what is to be proved on a line.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    line: u32,
    verdict: &'static str,
}

/// What is known of a check that is not proved.
#[derive(Debug, Serialize)]
pub struct Failure {
    verdict: &'static str,
    message: String,
    range: Range,
    details: Vec<String>,
    /// The failing input.
    inputs: Vec<(String, String)>,
    /// The lines of its run, where they are now.
    path: Vec<u32>,
    heaps: Vec<Picture>,
}

/// Linked objects at a moment.
#[derive(Debug, Serialize)]
struct Picture {
    when: String,
    svg: String,
}

/// The obligations of routines that are as they were verified, with their places now.
fn present(known: &Known) -> impl Iterator<Item = (&Obligation, Range)> {
    let unchanged = known.file().routines.iter().filter(|r| known.is_unchanged(r));
    let all = unchanged.flat_map(|r| &r.obligations);
    all.filter_map(|o| Some((o, known.range(o.span)?)))
}

/// The marks of a document, in the order of its lines.
pub fn marks(document: &Document) -> Vec<Mark> {
    let mut worst: BTreeMap<u32, Verdict> = BTreeMap::new();
    for (obligation, range) in document.known().into_iter().flat_map(present) {
        let mark = worst.entry(range.start.line).or_insert(obligation.verdict);
        *mark = obligation.verdict.max(*mark);
    }
    let mark = |(line, verdict): (u32, Verdict)| Mark {
        line,
        verdict: verdict.word(),
    };
    worst.into_iter().map(mark).collect()
}

/// What is not proved at a place: right there, else on its line; the worst of it.
pub fn failure(document: &Document, position: Position) -> Option<Failure> {
    let known = document.known()?;
    let near = |range: Range| match contains(range, position) {
        true => Some(1),
        false => (range.start.line == position.line).then_some(0),
    };
    let left = present(known).filter(|(o, _)| o.verdict != Verdict::Proved);
    let ranked = left.filter_map(|(o, range)| Some(((near(range)?, o.verdict), o, range)));
    // of those that are alike the first
    let (_, obligation, range) = ranked.reduce(|a, b| if b.0 > a.0 { b } else { a })?;
    Some(told(known, obligation, range))
}

fn told(known: &Known, obligation: &Obligation, range: Range) -> Failure {
    let input = obligation.counterexample.as_ref();
    let input = input.filter(|_| obligation.verdict == Verdict::Refuted);
    let path = input.into_iter().flat_map(|c| &c.path);
    let heaps = input.into_iter().flat_map(|c| &c.heaps).chain(&obligation.heaps);
    let picture = |moment: &Moment| Picture {
        when: moment.when.clone(),
        svg: heap::picture(&moment.heap),
    };
    Failure {
        verdict: obligation.verdict.word(),
        message: obligation.message.clone(),
        range,
        details: obligation.details.clone(),
        inputs: input.map(|c| c.inputs.clone()).unwrap_or_default(),
        path: path.filter_map(|line| Some(known.line(line - 1)? as u32)).collect(),
        heaps: heaps.map(picture).collect(),
    }
}
