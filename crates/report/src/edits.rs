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

/// What to change in a file for all that was inferred, routine by routine.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    all: Vec<Edit>,
    /// The lines with the names of the routines, in order.
    names: Vec<usize>,
}

impl Changes {
    /// Those of a file.
    pub fn of(sources: &Sources, file: &FileReport) -> Changes {
        let source = sources.file(file.file);
        let all = file.annotated.as_ref().map(|new| edits(source.text(), new));
        let mut names: Vec<usize> = file.routines.iter().map(|r| source.line(r.span.start)).collect();
        names.sort_unstable();
        Changes {
            all: all.unwrap_or_default(),
            names,
        }
    }

    /// Those for a routine's loops and its contract. The name of a routine comes before its loops, and that of the next
    /// one after them; a contract is put in right above the name.
    pub fn for_routine(&self, sources: &Sources, routine: &RoutineReport) -> &[Edit] {
        let first = sources.line(routine.span);
        let next = self.names.partition_point(|line| *line <= first);
        let last = self.names.get(next).copied().unwrap_or(usize::MAX);
        let at = |line: usize| self.all.partition_point(|e| e.lines.start < line);
        &self.all[at(first)..at(last)]
    }
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
