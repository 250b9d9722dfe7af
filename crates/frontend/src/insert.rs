//! Putting annotations into the text of a program, with everything else left as it is.

/// The text with pieces put in at bytes of it; pieces for the same place keep their order.
pub fn inserted(text: &str, mut pieces: Vec<(usize, String)>) -> String {
    pieces.retain(|(at, _)| text.is_char_boundary(*at));
    pieces.sort_by_key(|(at, _)| *at);
    let mut result = String::with_capacity(text.len());
    let mut done = 0;
    for (at, piece) in pieces {
        result.push_str(&text[done..at]);
        result.push_str(&piece);
        done = at;
    }
    result.push_str(&text[done..]);
    result
}

/// How the lines of a text end.
pub fn end_of_line(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// The same, with pieces whose lines end as `\n`.
pub fn inserted_lines(text: &str, mut pieces: Vec<(usize, String)>) -> String {
    let end = end_of_line(text);
    if end != "\n" {
        pieces
            .iter_mut()
            .for_each(|(_, piece)| *piece = piece.replace('\n', end));
    }
    inserted(text, pieces)
}

/// The beginning of the line that a byte is on, and what stands before the byte there.
pub fn line_before(text: &str, at: usize) -> (usize, &str) {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    (line, &text[line..at])
}

/// The white space that the line of a byte begins with.
pub fn indentation(text: &str, at: usize) -> &str {
    let (_, before) = line_before(text, at);
    &before[..before.len() - before.trim_start().len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_go_where_they_belong() {
        let pieces = vec![(3, "c".to_string()), (1, "a".to_string()), (1, "b".to_string())];
        assert_eq!(inserted("1é2", pieces), "1abéc2");
        assert_eq!(inserted("é", vec![(1, "x".to_string()), (9, "y".to_string())]), "é");
        assert_eq!(inserted_lines("a\r\nb", vec![(3, "x\n".to_string())]), "a\r\nx\r\nb");
    }

    #[test]
    fn lines_begin_after_the_last_end_of_one() {
        let text = "a\n \tb = c;";
        assert_eq!(line_before(text, 8), (2, " \tb = "));
        assert_eq!(indentation(text, 8), " \t");
        assert_eq!(indentation(text, 3), " ");
    }
}
