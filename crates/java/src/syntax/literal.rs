//! What the literals of Java mean. JML has the same ones.

use super::ast::Literal;
use abide_logic::Int;

/// The value of `1`, `0x1F`, `0b1`, `017`, `1_000`, each perhaps with `L`. The smallest `int` and
/// `long` have no literal of their own: their absolute values stand only behind a minus sign.
pub(super) fn integer(text: &str, negated: bool) -> Result<Literal, &'static str> {
    let digits = text.trim_end_matches(['l', 'L']);
    let long = digits.len() < text.len();
    let bits = if long { 64 } else { 32 };
    let clean = digits.replace('_', "").to_ascii_lowercase();
    let (radix, clean) = match clean.as_bytes() {
        [b'0', b'x', ..] => (16, &clean[2..]),
        [b'0', b'b', ..] => (2, &clean[2..]),
        [b'0', b'o', ..] => return Err("an octal number begins with `0`, not with `0o`"),
        [b'0', _, ..] => (8, &clean[1..]),
        _ => (10, &clean[..]),
    };
    let too_large = if long {
        "the number does not fit into a `long`"
    } else {
        "the number does not fit into an `int`"
    };
    let significant = clean.trim_start_matches('0');
    let value = match u128::from_str_radix(significant, radix) {
        Ok(value) => value,
        Err(_) if significant.is_empty() && !clean.is_empty() => 0,
        Err(_) if significant.chars().all(|c| c.is_digit(radix)) && !clean.is_empty() => return Err(too_large),
        Err(_) => return Err("this is not a number"),
    };
    let half = 1u128 << (bits - 1);
    let value = if radix == 10 {
        if value > half || (value == half && !negated) {
            return Err(too_large);
        }
        Int::from(value)
    } else {
        if value >= 2 * half {
            return Err(too_large);
        }
        // the sign bit counts as one: 0xFFFFFFFF is -1
        Int::from(value) - Int::from(if value >= half { 2 * half } else { 0 })
    };
    Ok(if long {
        Literal::Long(value)
    } else {
        Literal::Int(value)
    })
}

/// The value of `'a'`, quotes included.
pub(super) fn character(text: &str) -> Result<Literal, &'static str> {
    let inner = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')).unwrap_or("");
    match units(inner)?[..] {
        [unit] => Ok(Literal::Char(unit)),
        _ => Err("a character literal holds exactly one character"),
    }
}

/// The value of `"…"` or of a text block, quotes included.
pub(super) fn string(text: &str) -> Result<Literal, &'static str> {
    let block = text
        .strip_prefix("\"\"\"")
        .and_then(|t| t.strip_suffix("\"\"\""))
        .map(without_indentation);
    let inner = match &block {
        Some(block) => block,
        None => text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(""),
    };
    if block.is_none() && inner.contains(['\n', '\r']) {
        return Err("the string is not closed on its line");
    }
    Ok(Literal::String(units(inner)?))
}

/// A text block without the first line end, and without the white space that all its lines
/// begin with or that one of them ends with.
fn without_indentation(inner: &str) -> String {
    let inner = inner.replace("\r\n", "\n").replace('\r', "\n");
    let content = inner.split_once('\n').map_or("", |(_, content)| content);
    let lines: Vec<&str> = content.split('\n').collect();
    let blank = |line: &str| line.chars().all(char::is_whitespace);
    let indentation = lines
        .iter()
        .enumerate()
        .filter(|(i, line)| *i + 1 == lines.len() || !blank(line))
        .map(|(_, line)| line.chars().take_while(|c| c.is_whitespace()).count())
        .min()
        .unwrap_or(0);
    let stripped: Vec<String> = lines
        .iter()
        .map(|line| {
            line.chars()
                .skip(indentation)
                .collect::<String>()
                .trim_end()
                .to_string()
        })
        .collect();
    stripped.join("\n")
}

/// The UTF-16 units of a text with escapes.
fn units(text: &str) -> Result<Vec<u16>, &'static str> {
    let raw = without_unicode_escapes(text)?;
    let mut units = Vec::with_capacity(raw.len());
    let mut rest = raw.as_slice();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first != u16::from(b'\\') {
            units.push(*first);
            continue;
        }
        let Some((escape, after)) = rest.split_first() else {
            return Err("a lone backslash");
        };
        rest = after;
        let escape = char::from_u32(u32::from(*escape)).unwrap_or('?');
        units.push(match escape {
            'b' => 8,
            't' => 9,
            'n' => 10,
            'f' => 12,
            'r' => 13,
            's' => 32,
            '"' | '\'' | '\\' => escape as u16,
            '\n' => continue,
            '0'..='7' => {
                let most = if escape <= '3' { 2 } else { 1 };
                let mut value = escape as u16 - u16::from(b'0');
                for _ in 0..most {
                    let Some((digit @ 0x30..=0x37, after)) = rest.split_first() else {
                        break;
                    };
                    value = value * 8 + (digit - 0x30);
                    rest = after;
                }
                value
            }
            _ => return Err("Java has no such escape"),
        });
    }
    Ok(units)
}

/// The UTF-16 units of a text in which `\uXXXX` has been replaced. A backslash behind an odd
/// number of backslashes begins no such escape.
fn without_unicode_escapes(text: &str) -> Result<Vec<u16>, &'static str> {
    let mut units = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        units.extend(rest[..at].encode_utf16());
        rest = &rest[at + 1..];
        if let Some(escape) = rest.strip_prefix('u') {
            let digits = escape.trim_start_matches('u');
            let value = digits.get(..4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
            let Some(value) = value.and_then(|d| u16::from_str_radix(d, 16).ok()) else {
                return Err("`\\u` wants four hexadecimal digits");
            };
            units.push(value);
            rest = &digits[4..];
        } else {
            units.push(u16::from(b'\\'));
            if let Some(after) = rest.strip_prefix('\\') {
                units.push(u16::from(b'\\'));
                rest = after;
            }
        }
    }
    units.extend(rest.encode_utf16());
    Ok(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(i: i64) -> Result<Literal, &'static str> {
        Ok(Literal::Int(Int::from(i)))
    }

    fn string_of(text: &str) -> String {
        match string(text) {
            Ok(Literal::String(units)) => String::from_utf16(&units).unwrap(),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn integers_have_the_value_java_gives_them() {
        for (text, value) in [
            ("0", 0),
            ("00", 0),
            ("017", 15),
            ("0_7", 7),
            ("1_000", 1000),
            ("2147483647", i64::from(i32::MAX)),
            ("0x7fffffff", i64::from(i32::MAX)),
            ("0xFFFFFFFF", -1),
            ("0x80000000", i64::from(i32::MIN)),
            ("0b1010", 10),
            ("037777777777", -1),
        ] {
            assert_eq!(integer(text, false), int(value), "{text}");
        }
        assert_eq!(integer("5L", false), Ok(Literal::Long(Int::from(5))));
        assert_eq!(integer("0xFFFFFFFFFFFFFFFFl", false), Ok(Literal::Long(Int::from(-1))));
        assert_eq!(integer("2147483648", true), int(1 << 31));
        for text in [
            "2147483648",
            "0x100000000",
            "9223372036854775808L",
            "99999999999999999999999999999999999999999",
        ] {
            assert!(integer(text, false).is_err(), "{text}");
        }
        for text in ["", "0x", "09", "L", "0o7"] {
            assert!(integer(text, false).is_err(), "{text}");
        }
    }

    #[test]
    fn escapes_are_resolved() {
        for (text, value) in [
            ("'a'", 97),
            ("'\\''", 39),
            ("'\\n'", 10),
            ("'\\0'", 0),
            ("'\\377'", 255),
            ("'\\u0041'", 65),
            ("'\\uuu0041'", 65),
            ("'\\\\'", 92),
            ("'\u{e9}'", 0xe9),
        ] {
            assert_eq!(character(text), Ok(Literal::Char(value)), "{text}");
        }
        for text in ["''", "'ab'", "'\\400'", "'\\q'", "'\u{1F600}'", "'\\u12'"] {
            assert!(character(text).is_err(), "{text}");
        }
        assert_eq!(string_of(r#""a\tb\"c\\u0041\u0042""#), "a\tb\"c\\u0041B");
        assert_eq!(string_of(r#""\18""#), "\u{1}8");
        assert!(string("\"a\nb\"").is_err());
    }

    #[test]
    fn text_blocks_lose_their_indentation() {
        assert_eq!(string_of("\"\"\"\n    a\n      b  \n    \"\"\""), "a\n  b\n");
        assert_eq!(string_of("\"\"\"  \r\n    a \"x\"\r\n  b\"\"\""), "  a \"x\"\nb");
        assert_eq!(string_of("\"\"\"\n  a\\\n  b\\s\n\n  \"\"\""), "ab \n\n");
    }
}
