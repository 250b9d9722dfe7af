//! Formats of `printf` and `scanf`: their text and their directives.

use crate::syntax::ast::IntType;
use crate::types::DataModel;

/// A width or a precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    Is(u32),
    /// It is an argument.
    Argument,
}

/// `%-5.2ld`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Directive {
    /// `*` of `scanf`: what is read is not kept.
    pub skips: bool,
    /// Has it a flag that adds a sign or a prefix, such as `+` or `#`?
    pub flags: bool,
    pub width: Option<Amount>,
    pub precision: Option<Amount>,
    /// `h`, `ll` and the like.
    pub size: String,
    /// The letter it ends with; 0 if the format ends before.
    pub letter: u8,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// So many characters as they stand.
    Text(u32),
    Directive(Directive),
}

/// The pieces of a format; in those of `scanf` a star is no width.
pub(super) fn pieces(format: &[u8], scans: bool) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut rest = format.iter().copied().take_while(|byte| *byte != 0).peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' || rest.next_if_eq(&b'%').is_some() {
            match found.last_mut() {
                Some(Piece::Text(n)) => *n += 1,
                _ => found.push(Piece::Text(1)),
            }
            continue;
        }
        let mut d = Directive::default();
        for byte in rest.by_ref() {
            match byte {
                b'*' if scans => d.skips = true,
                b'*' => match &mut d.precision {
                    Some(precision) => *precision = Amount::Argument,
                    None => d.width = Some(Amount::Argument),
                },
                b'.' => d.precision = Some(Amount::Is(0)),
                // these fill up, and make nothing longer than its width
                b'-' => {}
                b'0' if d.width.is_none() && d.precision.is_none() => {}
                b'0'..=b'9' => {
                    let amount = if d.precision.is_some() {
                        &mut d.precision
                    } else {
                        &mut d.width
                    };
                    let so_far = match amount {
                        Some(Amount::Is(n)) => *n,
                        _ => 0,
                    };
                    let next = so_far.saturating_mul(10).saturating_add(u32::from(byte - b'0'));
                    *amount = Some(Amount::Is(next));
                }
                b'+' | b' ' | b'#' => d.flags = true,
                b'h' | b'l' | b'j' | b'z' | b't' | b'L' | b'q' | b'\'' => d.size.push(char::from(byte)),
                letter => {
                    d.letter = letter;
                    break;
                }
            }
        }
        if scans && d.letter == b'[' {
            rest.next_if_eq(&b'^');
            rest.next_if_eq(&b']');
            rest.by_ref().find(|byte| *byte == b']');
        }
        found.push(Piece::Directive(d));
    }
    found
}

impl Directive {
    /// The type of the integers that it is about, if it is about any.
    pub fn integer(&self, model: &DataModel) -> Option<IntType> {
        if !matches!(self.letter, b'd' | b'i' | b'u' | b'x' | b'X' | b'o') {
            return None;
        }
        Some(match &*self.size {
            "" => IntType::Int,
            "hh" => IntType::Char,
            "h" => IntType::Short,
            "l" => IntType::Long,
            "z" | "t" => model.size_type(),
            "ll" | "j" | "q" => IntType::LongLong,
            _ => return None,
        })
    }

    /// The base in which an integer is printed and the type that it has then, where the number alone tells how many
    /// digits there are.
    pub fn digits(&self, model: &DataModel) -> Option<(u32, IntType)> {
        if self.flags || self.precision.is_some() || self.width == Some(Amount::Argument) || self.size.contains('\'') {
            return None;
        }
        let kind = self.integer(model)?;
        let base = match self.letter {
            b'd' | b'i' => return Some((10, as_signed(kind))),
            b'u' => 10,
            b'o' => 8,
            _ => 16,
        };
        Some((base, as_unsigned(kind)))
    }

    /// Is it about numbers with a fraction?
    pub fn is_floating(&self) -> bool {
        matches!(self.letter, b'f' | b'e' | b'g' | b'a' | b'F' | b'E' | b'G' | b'A')
    }

    /// The least and the greatest number of characters that it prints, but for strings; no greatest one if that is not
    /// known.
    pub fn printed(&self) -> (u32, Option<u32>) {
        let long = matches!(&*self.size, "l" | "ll" | "j" | "z" | "t" | "q");
        if self.size.contains('\'') {
            // digits in groups
            return (0, None);
        }
        let (least, greatest): (u32, Option<u32>) = match self.letter {
            b'c' if self.size.is_empty() => (1, Some(1)),
            b'd' | b'i' => (1, Some(if long { 20 } else { 11 })),
            b'u' => (1, Some(if long { 20 } else { 10 })),
            b'x' | b'X' => (1, Some(if long { 16 } else { 8 })),
            b'o' => (1, Some(if long { 22 } else { 11 })),
            b'f' | b'F' if self.size != "L" => (3, Some(309 + 9)),
            b'e' | b'E' | b'g' | b'G' if self.size != "L" => (1, Some(14)),
            b'n' => return (0, Some(0)),
            _ => (0, None),
        };
        // a sign or a prefix
        let greatest = greatest.map(|n| if self.flags { n + 2 } else { n });
        let greatest = match (self.precision, self.letter) {
            (None, _) => greatest,
            (Some(Amount::Is(n)), _) => greatest.and_then(|g| g.checked_add(n)),
            (Some(Amount::Argument), _) => None,
        };
        let least = if self.precision.is_some() { 0 } else { least };
        match self.width {
            None => (least, greatest),
            Some(Amount::Is(n)) => (least.max(n), greatest.map(|g| g.max(n))),
            Some(Amount::Argument) => (least, None),
        }
    }
}

fn as_signed(kind: IntType) -> IntType {
    match kind {
        IntType::UInt => IntType::Int,
        IntType::ULong => IntType::Long,
        IntType::ULongLong => IntType::LongLong,
        kind => kind,
    }
}

fn as_unsigned(kind: IntType) -> IntType {
    match kind {
        IntType::Char => IntType::UChar,
        IntType::Short => IntType::UShort,
        IntType::Int => IntType::UInt,
        IntType::Long => IntType::ULong,
        IntType::LongLong => IntType::ULongLong,
        kind => kind,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directives(format: &str, scans: bool) -> Vec<Directive> {
        let all = pieces(format.as_bytes(), scans).into_iter();
        all.filter_map(|p| match p {
            Piece::Directive(d) => Some(d),
            Piece::Text(_) => None,
        })
        .collect()
    }

    #[test]
    fn text_and_directives() {
        assert_eq!(pieces(b"ab%%c", false), [Piece::Text(4)]);
        let [d, s] = directives("%-5.2ld x %*.*s", false).try_into().unwrap();
        assert_eq!(
            (d.flags, d.width, d.precision),
            (false, Some(Amount::Is(5)), Some(Amount::Is(2)))
        );
        assert_eq!((d.size.as_str(), d.letter), ("l", b'd'));
        assert_eq!((s.width, s.precision), (Some(Amount::Argument), Some(Amount::Argument)));
    }

    #[test]
    fn formats_of_scanf() {
        let [skipped, set, text] = directives("%*d %[^]a-z] %19s", true).try_into().unwrap();
        assert!(skipped.skips);
        assert_eq!(set.letter, b'[');
        assert_eq!((text.width, text.letter), (Some(Amount::Is(19)), b's'));
    }

    #[test]
    fn lengths() {
        let printed = |format: &str| directives(format, false)[0].printed();
        assert_eq!(printed("%d"), (1, Some(11)));
        assert_eq!(printed("%5c"), (5, Some(5)));
        assert_eq!(printed("%08lx"), (8, Some(16)));
        assert_eq!(printed("%+d"), (1, Some(13)));
        assert_eq!(printed("%.3d"), (0, Some(14)));
        assert_eq!(printed("%*d"), (1, None));
    }
}
