//! The values of constants and strings.

use super::ast::IntLit;
use super::encoding;
use abide_logic::Int;

/// An integer constant with its base and suffix.
pub(super) fn integer(text: &str) -> Result<IntLit, String> {
    let lower = text.to_ascii_lowercase();
    let (radix, rest) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        [b'0', _, ..] if lower.as_bytes()[1].is_ascii_digit() => (8, &lower[1..]),
        _ => (10, lower.as_str()),
    };
    let is_digit = |c: char| c.is_digit(if radix == 16 { 16 } else { 10 });
    let length = rest.find(|c| !is_digit(c)).unwrap_or(rest.len());
    let (digits, suffix) = rest.split_at(length);
    let value = Int::from_str_radix(digits, radix).map_err(|_| format!("`{text}` is not a number"))?;
    let (unsigned, longs) = match suffix {
        "" => (false, 0),
        "u" => (true, 0),
        "l" => (false, 1),
        "ll" => (false, 2),
        "ul" | "lu" => (true, 1),
        "ull" | "llu" => (true, 2),
        _ => return Err(format!("`{text}` is not a number: the suffix `{suffix}` means nothing")),
    };
    Ok(IntLit {
        value,
        unsigned,
        longs,
        decimal: radix == 10,
    })
}

/// The value of a character constant as `int`. Plain `char` is signed; of several characters
/// each is eight bits of the value, as GCC has it.
pub(super) fn character(text: &str) -> Result<i64, String> {
    let quote = text.find('\'').ok_or("a character constant needs quotes")?;
    let (prefix, quoted) = text.split_at(quote);
    let content = quoted
        .strip_prefix('\'')
        .and_then(|t| t.strip_suffix('\''))
        .ok_or("a character constant needs quotes")?;
    let units = units(content)?;
    if prefix.is_empty() {
        let bytes = bytes(&units)?;
        return match bytes.as_slice() {
            [] => Err("a character constant needs a character".to_string()),
            [one] => Ok(i64::from(*one as i8)),
            [_, _] | [_, _, _] | [_, _, _, _] => {
                let value = bytes.iter().fold(0u32, |value, byte| value << 8 | u32::from(*byte));
                Ok(i64::from(value as i32))
            }
            _ => Err("this character constant is too long for its type".to_string()),
        };
    }
    match units.as_slice() {
        [Unit::Char(c)] if encoding::encode(text).len() == text.len() => Ok(i64::from(u32::from(*c))),
        [Unit::Number(n)] => Ok(i64::from(*n)),
        _ => Err("a wide character constant needs exactly one character".to_string()),
    }
}

/// The bytes of a string without a prefix, or with `u8`. Of a wide string, nothing.
pub(super) fn string(text: &str) -> Result<Option<Vec<u8>>, String> {
    let quote = text.find('"').ok_or("a string needs quotes")?;
    let (prefix, quoted) = text.split_at(quote);
    let content = quoted
        .strip_prefix('"')
        .and_then(|t| t.strip_suffix('"'))
        .ok_or("a string needs quotes")?;
    match prefix {
        "" | "u8" => bytes(&units(content)?).map(Some),
        _ => Ok(None),
    }
}

/// One character or escape sequence.
enum Unit {
    /// A character, also `\n` or `\u00e9`.
    Char(char),
    /// `\x…` or `\123`: a code.
    Number(u32),
}

fn bytes(units: &[Unit]) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    for unit in units {
        match unit {
            Unit::Char(c) => encoding::push(*c, &mut bytes),
            Unit::Number(n) => {
                bytes.push(u8::try_from(*n).map_err(|_| "an escape sequence is out of range".to_string())?);
            }
        }
    }
    Ok(bytes)
}

fn units(content: &str) -> Result<Vec<Unit>, String> {
    let mut units = Vec::new();
    let mut rest = content.chars();
    while let Some(c) = rest.next() {
        units.push(match c {
            '\\' => match escape(&mut rest)? {
                Some(unit) => unit,
                None => continue,
            },
            _ => Unit::Char(c),
        });
    }
    Ok(units)
}

/// What follows a backslash; nothing if it joins two lines.
fn escape(rest: &mut std::str::Chars) -> Result<Option<Unit>, String> {
    let c = rest.next().ok_or("a backslash needs a character after it")?;
    Ok(Some(match c {
        'n' => Unit::Char('\n'),
        't' => Unit::Char('\t'),
        'r' => Unit::Char('\r'),
        'a' => Unit::Char('\x07'),
        'b' => Unit::Char('\x08'),
        'f' => Unit::Char('\x0c'),
        'v' => Unit::Char('\x0b'),
        'e' | 'E' => Unit::Char('\x1b'),
        '\\' | '\'' | '"' | '?' => Unit::Char(c),
        '\n' => return Ok(None),
        '\r' => {
            let _line_feed = rest.next();
            return Ok(None);
        }
        '0'..='7' => {
            let digits: String = std::iter::once(c)
                .chain(rest.clone().take_while(|c| c.is_digit(8)).take(2))
                .collect();
            advance(rest, digits.len() - 1);
            Unit::Number(code(&digits, 8)?)
        }
        'x' => {
            let digits: String = rest.clone().take_while(char::is_ascii_hexdigit).collect();
            advance(rest, digits.len());
            Unit::Number(code(&digits, 16)?)
        }
        'u' | 'U' => {
            let length = if c == 'u' { 4 } else { 8 };
            let digits: String = rest.clone().take(length).take_while(char::is_ascii_hexdigit).collect();
            advance(rest, digits.len());
            let c = char::from_u32(code(&digits, 16)?);
            Unit::Char(c.ok_or("an escape sequence names no character")?)
        }
        _ => return Err(format!("`\\{c}` is not an escape sequence")),
    }))
}

fn advance(rest: &mut std::str::Chars, count: usize) {
    for _ in 0..count {
        rest.next();
    }
}

fn code(digits: &str, radix: u32) -> Result<u32, String> {
    u32::from_str_radix(digits, radix).map_err(|_| "an escape sequence is out of range".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_base_and_suffix() {
        let read = |text: &str| {
            let lit = integer(text).unwrap();
            (lit.value.to_string(), lit.unsigned, lit.longs, lit.decimal)
        };
        assert_eq!(read("42"), ("42".to_string(), false, 0, true));
        assert_eq!(read("0"), ("0".to_string(), false, 0, true));
        assert_eq!(read("0xFFuLL"), ("255".to_string(), true, 2, false));
        assert_eq!(read("017L"), ("15".to_string(), false, 1, false));
        assert_eq!(read("0b101"), ("5".to_string(), false, 0, false));
        for wrong in ["0x", "09", "12abc", "1_000", "0xg", "1lul"] {
            assert!(integer(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn characters_are_ints() {
        for (text, value) in [
            ("'a'", 97),
            (r"'\n'", 10),
            (r"'\0'", 0),
            (r"'\377'", -1),
            (r"'\xff'", -1),
            ("'ab'", 24930),
            ("'\u{10ffe9}'", -23),
            ("L'é'", 233),
            (r"L'\xff'", 255),
            (r"'\''", 39),
        ] {
            assert_eq!(character(text), Ok(value), "{text}");
        }
        for wrong in ["''", r"'\q'", "'abcde'", "L'ab'", r"'\x'", r"'\x100'"] {
            assert!(character(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn strings_are_bytes() {
        assert_eq!(string(r#""a\tb\0""#), Ok(Some(b"a\tb\0".to_vec())));
        assert_eq!(string("\"a\\\nb\""), Ok(Some(b"ab".to_vec())));
        assert_eq!(string(r#""\u00e9\1234""#), Ok(Some(vec![0xc3, 0xa9, 0o123, b'4'])));
        assert_eq!(string(r#"L"x""#), Ok(None));
    }
}
