//! Text made fit for a page.

/// The text with characters that XML forbids replaced.
pub(super) fn clean(text: &str) -> String {
    let visible = |c: char| match c {
        '\t' | '\n' => c,
        c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => '\u{fffd}',
        c => c,
    };
    text.chars().map(visible).collect()
}
