//! Pieces of Java text: places in a source, changes to it, and literals.

use crate::types::IntKind;
use abide_logic::Int;

/// Changes to a text: ranges and what replaces them.
#[derive(Default)]
pub(super) struct Edits(Vec<(usize, usize, String)>);

impl Edits {
    pub fn insert(&mut self, at: usize, new: impl Into<String>) {
        self.0.push((at, at, new.into()));
    }

    pub fn replace(&mut self, start: usize, end: usize, new: impl Into<String>) {
        self.0.push((start, end, new.into()));
    }

    /// Removes a range, so that what follows keeps its place.
    pub fn blank(&mut self, start: usize, end: usize) {
        self.replace(start, end, " ".repeat(end - start));
    }

    /// All that is new.
    pub fn text(&self) -> String {
        self.0.iter().map(|(_, _, new)| new.as_str()).collect()
    }

    /// The changed text; none if changes overlap.
    pub fn apply(mut self, text: &str) -> Option<String> {
        self.0.sort_by_key(|(start, end, _)| (*start, *end));
        let mut result = String::with_capacity(text.len());
        let mut done = 0;
        for (start, end, new) in self.0 {
            result.push_str(text.get(done..start)?);
            result.push_str(&new);
            done = end;
        }
        result.push_str(text.get(done..)?);
        Some(result)
    }
}

/// The end of the comment, string or character that begins at a place.
fn skip(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let until = |from: usize, end: &str| rest.get(from..)?.find(end).map(|i| at + from + i + end.len());
    if rest.starts_with("//") {
        return Some(until(2, "\n").map_or(text.len(), |end| end - 1));
    }
    if rest.starts_with("/*") {
        return Some(until(2, "*/").unwrap_or(text.len()));
    }
    if rest.starts_with("\"\"\"") {
        return Some(until(3, "\"\"\"").unwrap_or(text.len()));
    }
    let quote = rest.bytes().next().filter(|b| matches!(b, b'"' | b'\''))?;
    let mut escaped = false;
    for (i, b) in rest.bytes().enumerate().skip(1) {
        match b {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            _ if b == quote => return Some(at + i + 1),
            _ => {}
        }
    }
    Some(text.len())
}

/// The first place from `from` on where the code, not a comment or a string, has a byte that
/// is wanted.
pub(super) fn find(text: &str, from: usize, wanted: impl Fn(u8) -> bool) -> Option<usize> {
    let mut at = from;
    while at < text.len() {
        match skip(text, at) {
            Some(end) => at = end,
            None if wanted(text.as_bytes()[at]) => return Some(at),
            None => at += 1,
        }
        while at < text.len() && !text.is_char_boundary(at) {
            at += 1;
        }
    }
    None
}

/// The place after the bracket that closes the one at `open`.
pub(super) fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = open;
    loop {
        at = find(text, at, |b| matches!(b, b'(' | b')' | b'{' | b'}' | b'[' | b']'))?;
        match text.as_bytes()[at] {
            b'(' | b'{' | b'[' => depth += 1,
            _ => depth = depth.checked_sub(1)?,
        }
        at += 1;
        if depth == 0 {
            return Some(at);
        }
    }
}

/// A word of the code between two places.
pub(super) fn word(text: &str, from: usize, to: usize, word: &str) -> Option<usize> {
    let mut at = from;
    loop {
        at = find(text, at, |b| b.is_ascii_alphabetic() || b == b'_' || b == b'$')?;
        if at >= to {
            return None;
        }
        let rest = &text[at..];
        let length = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
            .unwrap_or(rest.len());
        if &rest[..length] == word {
            return Some(at);
        }
        at += length.max(1);
    }
}

/// The end of the comment around a place.
pub(super) fn comment_end(text: &str, place: usize) -> Option<usize> {
    let mut at = 0;
    while at < text.len() {
        let start = find_skipped(text, at)?;
        let end = skip(text, start)?;
        if start <= place && place < end {
            return text[start..].starts_with('/').then_some(end);
        }
        if start > place {
            return None;
        }
        at = end;
    }
    None
}

/// The next comment, string or character.
fn find_skipped(text: &str, from: usize) -> Option<usize> {
    (from..text.len()).find(|at| text.is_char_boundary(*at) && skip(text, *at).is_some())
}

/// The number of the line of a place.
pub(super) fn line(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|b| *b == b'\n').count() + 1
}

/// A string literal.
pub(super) fn string(units: impl IntoIterator<Item = u16>) -> String {
    let mut literal = String::from("\"");
    for unit in units {
        match unit {
            0x22 => literal.push_str("\\\""),
            0x5c => literal.push_str("\\\\"),
            0x20..=0x7e => literal.push(char::from(unit as u8)),
            // a unicode escape would end the line inside the literal
            0x0a => literal.push_str("\\n"),
            0x0d => literal.push_str("\\r"),
            _ => literal.push_str(&format!("\\u{unit:04x}")),
        }
    }
    literal + "\""
}

/// A character literal, or a cast where there is none.
pub(super) fn character(unit: u16) -> String {
    match unit {
        0x27 | 0x5c => format!("'\\{}'", char::from(unit as u8)),
        0x20..=0x7e => format!("'{}'", char::from(unit as u8)),
        _ => format!("(char) {unit}"),
    }
}

/// An integer of a type; none if it is out of the type's range.
pub(super) fn integer(value: &Int, kind: IntKind) -> Option<String> {
    Some(match kind {
        IntKind::Byte => format!("(byte) {}", i8::try_from(value).ok()?),
        IntKind::Short => format!("(short) {}", i16::try_from(value).ok()?),
        IntKind::Char => character(u16::try_from(value).ok()?),
        IntKind::Int => i32::try_from(value).ok()?.to_string(),
        IntKind::Long | IntKind::Big => format!("{}L", i64::try_from(value).ok()?),
    })
}
