//! Places as the protocol counts them: lines from zero, columns in units of UTF-16.

use lsp_types::{Position, Range};

/// The byte of a position; one beyond its line is at its end, one beyond the text at the end of that.
pub fn offset(text: &str, position: Position) -> usize {
    let mut start = 0;
    for _ in 0..position.line {
        match text[start..].find('\n') {
            Some(end) => start += end + 1,
            None => return text.len(),
        }
    }
    let line = text[start..].split('\n').next().unwrap_or("");
    let line = line.strip_suffix('\r').unwrap_or(line);
    let mut units = 0;
    for (at, c) in line.char_indices() {
        if units >= position.character as usize {
            return start + at;
        }
        units += c.len_utf16();
    }
    start + line.len()
}

/// Units before a byte of a line.
pub fn units(line: &str, bytes: usize) -> u32 {
    let before = line.char_indices().take_while(|(at, _)| *at < bytes);
    before.map(|(_, c)| c.len_utf16() as u32).sum()
}

/// The beginning of a line that is counted from zero.
pub fn start_of(line: usize) -> Position {
    Position::new(line as u32, 0)
}

/// Does the range contain the position, its end included?
pub fn contains(range: Range, position: Position) -> bool {
    range.start <= position && position <= range.end
}

/// Have the ranges something in common?
pub fn touch(a: Range, b: Range) -> bool {
    a.start <= b.end && b.start <= a.end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_units_and_stay_in_their_line() {
        let text = "a\u{1f600}b\r\n\u{e9}x";
        let at = |line, character| offset(text, Position::new(line, character));
        assert_eq!((at(0, 0), at(0, 1), at(0, 3), at(0, 4)), (0, 1, 5, 6));
        assert_eq!((at(0, 99), at(1, 1), at(1, 9), at(7, 0)), (6, 10, 11, text.len()));
        assert_eq!((units("a\u{1f600}b", 5), units("abc", 9)), (3, 3));
        // within a character there is no place
        assert_eq!(at(0, 2), 5);
    }
}
