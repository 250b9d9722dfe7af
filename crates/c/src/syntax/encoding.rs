//! Texts that are not UTF-8: a byte that belongs to no character is kept as a character of its own, which stands for that
//! byte in strings and character constants, too.

/// The character for the first byte that is none in ASCII, and the last one: the end of the last private plane, which no
/// text in UTF-8 may use.
const FIRST: u32 = 0x10_ff00 + 0x80;
const LAST: u32 = 0x10_ff00 + 0xff;

/// A text from its bytes; none if it has a character that stands for a byte.
pub fn decode(bytes: &[u8]) -> Option<String> {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        if chunk.valid().chars().any(|c| byte_of(c).is_some()) {
            return None;
        }
        text.push_str(chunk.valid());
        let kept = chunk.invalid().iter().map(|byte| 0x10_ff00 + u32::from(*byte));
        text.extend(kept.filter_map(char::from_u32));
    }
    Some(text)
}

/// The bytes of a text.
pub fn encode(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        push(c, &mut bytes);
    }
    bytes
}

/// Puts the bytes of a character behind others.
pub(super) fn push(c: char, bytes: &mut Vec<u8>) {
    match byte_of(c) {
        Some(byte) => bytes.push(byte),
        None => bytes.extend(c.encode_utf8(&mut [0; 4]).bytes()),
    }
}

/// The byte that a character stands for.
fn byte_of(c: char) -> Option<u8> {
    let code = u32::from(c);
    (FIRST..=LAST).contains(&code).then_some(code.to_le_bytes()[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        let latin = b"caf\xe9 \"\xff\x80\" ok";
        let text = decode(latin).unwrap();
        assert_eq!(encode(&text), latin);
        assert_eq!(text.chars().count(), latin.len());
        assert_eq!(decode("café".as_bytes()).as_deref(), Some("café"));
        assert_eq!(encode("café"), "café".as_bytes());
        assert_eq!(decode("\u{10ffe9}".as_bytes()), None);
    }
}
