//! The lines that differ between a source and the same source with invariants in it.

use abide_base::Sources;
use abide_verify::{FileReport, RoutineReport};
use similar::{DiffTag, TextDiff};
use std::ops::Range;

/// Lines that are replaced by others; where something is only put in, there are none to replace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The lines that go, counted from one.
    pub lines: Range<usize>,
    /// What comes instead, with its line ends.
    pub text: String,
}

/// What to do to `old` to get `new`, from top to bottom.
pub fn edits(old: &str, new: &str) -> Vec<Edit> {
    let diff = TextDiff::from_lines(old, new);
    let changes = diff.ops().iter().filter(|op| op.tag() != DiffTag::Equal);
    let edit = |op: &similar::DiffOp| {
        let gone = op.old_range();
        Edit {
            lines: gone.start + 1..gone.end + 1,
            text: op.new_range().filter_map(|i| diff.new_slice(i)).collect(),
        }
    };
    changes.map(edit).collect()
}

/// What to change for the invariants of a routine's loops and its contract. The name of a routine comes before its
/// loops, and that of the next one after them; a contract is put in right above the name.
pub fn edits_in(sources: &Sources, file: &FileReport, routine: &RoutineReport) -> Vec<Edit> {
    let Some(annotated) = &file.annotated else {
        return Vec::new();
    };
    let source = sources.file(file.file);
    let first = source.line(routine.span.start);
    let later = file.routines.iter().map(|r| source.line(r.span.start));
    let last = later.filter(|line| *line > first).min().unwrap_or(usize::MAX);
    let all = edits(source.text(), annotated).into_iter();
    all.filter(|e| (first..last).contains(&e.lines.start)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_replaces_nothing() {
        let put = |lines, text: &str| Edit {
            lines,
            text: text.to_string(),
        };
        assert_eq!(edits("a\nb\n", "a\nx\ny\nb\n"), [put(2..2, "x\ny\n")]);
        assert_eq!(edits("a\r\nb", "c\r\nb"), [put(1..2, "c\r\n")]);
        assert_eq!(edits("a\n", "a\n"), []);
        assert_eq!(edits("", "a\n"), [put(1..1, "a\n")]);
    }
}
