//! Where the lines of a verified text are in the present one.

use crate::lines::units;
use abide_base::{SourceFile, Span};
use lsp_types::{Position, Range};
use similar::{DiffTag, TextDiff};

/// The lines that are still there.
pub struct Shift {
    /// Of each line of the verified text the line in the present one; both count from zero.
    now: Vec<Option<usize>>,
}

impl Shift {
    /// From a verified text to the present one.
    pub fn new(verified: &SourceFile, present: &str) -> Shift {
        if verified.text() == present {
            return Shift {
                now: (0..verified.lines()).map(Some).collect(),
            };
        }
        let mut now = vec![None; verified.lines()];
        let diff = TextDiff::from_lines(verified.text(), present);
        for op in diff.ops().iter().filter(|op| op.tag() == DiffTag::Equal) {
            for (old, new) in op.old_range().zip(op.new_range()) {
                now[old] = Some(new);
            }
        }
        // what comes after the last line end is no line to the comparison
        let open = |text: &str| text.is_empty() || text.ends_with('\n');
        if let Some(last) = now.last_mut()
            && open(verified.text())
            && open(present)
        {
            *last = Some(present.matches('\n').count());
        }
        Shift { now }
    }

    /// The present line of a verified one; both count from zero.
    pub fn line(&self, verified: usize) -> Option<usize> {
        self.now.get(verified).copied().flatten()
    }

    /// The present range of a span, if all of its lines are still there, one below the other.
    pub fn range(&self, verified: &SourceFile, span: Span) -> Option<Range> {
        let end = span.end.max(span.start);
        let (first, last) = (verified.line(span.start) - 1, verified.line(end) - 1);
        if !self.keeps(first..last + 1) {
            return None;
        }
        let position = |line: usize, at: u32| {
            let text = verified.line_text(line + 1);
            let bytes = (at as usize).saturating_sub(verified.line_start(line + 1));
            Some(Position::new(self.line(line)? as u32, units(text, bytes)))
        };
        Some(Range::new(position(first, span.start)?, position(last, end)?))
    }

    /// Are these lines still there, one below the other?
    pub fn keeps(&self, lines: std::ops::Range<usize>) -> bool {
        let Some(first) = self.line(lines.start) else {
            return lines.is_empty();
        };
        lines.enumerate().all(|(i, line)| self.line(line) == Some(first + i))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_base::FileId;

    #[test]
    fn lines_move_and_those_that_changed_are_gone() {
        let verified = SourceFile::new("f", "a\nbb\ncc\nd\n");
        let shift = Shift::new(&verified, "x\na\nbb\nc\nd\n");
        assert_eq!(shift.line(0), Some(1));
        assert_eq!((shift.line(2), shift.line(3)), (None, Some(4)));
        let range = |start, end| shift.range(&verified, Span::new(FileId(0), start, end));
        assert_eq!(range(2, 4), Some(Range::new(Position::new(2, 0), Position::new(2, 2))));
        assert_eq!(range(2, 6), None);
        assert_eq!(shift.line(4), Some(5));
        assert!(shift.keeps(0..2) && !shift.keeps(0..3) && !shift.keeps(1..4));
    }
}
