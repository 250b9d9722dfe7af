//! What was found out of a document that is still as it was, at its present places.

use crate::document::Known;
use crate::lines::start_of;
use abide_report::edits::Edit;
use abide_report::{Finding, findings};
use abide_verify::{RoutineReport, Verdict};
use lsp_types::{Range, TextEdit};

/// What was found that is still as it was, with its place now.
pub fn present(known: &Known) -> impl Iterator<Item = (Finding<'_>, Range)> {
    let unchanged = |f: &Finding| f.routine.is_none_or(|r| known.is_unchanged(r));
    // what a routine needs that is not proved is told with what fails
    let told = |f: &Finding| f.rule.id == "missing-contract" && f.routine.is_some_and(|r| r.verdict != Verdict::Given);
    let found = findings(&known.report, &[]).into_iter().filter(move |f| !told(f));
    found.filter(unchanged).filter_map(|finding| {
        let range = match finding.diagnostic.span {
            Some(span) => known.range(span)?,
            None => Range::default(),
        };
        Some((finding, range))
    })
}

/// What to do for the invariants of a routine that is as it was verified.
pub fn edits(known: &Known, routine: &RoutineReport) -> Vec<TextEdit> {
    if !known.is_unchanged(routine) {
        return Vec::new();
    }
    let edit = |edit: &Edit| {
        // what is put in goes above a line that is there
        let first = known.line(edit.lines.start - 1)?;
        let last = first + edit.lines.len();
        Some(TextEdit::new(
            Range::new(start_of(first), start_of(last)),
            edit.text.clone(),
        ))
    };
    known.changes(routine).iter().filter_map(edit).collect()
}
