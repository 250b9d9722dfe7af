//! Line markers, by which a preprocessor says where a line comes from.

/// A line marker: the number of the next line, and its file.
pub(super) fn line_marker(directive: &str) -> Option<(usize, &str)> {
    let rest = directive.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let line = rest[..digits].parse().ok()?;
    let name = rest[digits..].trim_start().strip_prefix('"')?;
    let end = name.rfind('"')?;
    Some((line, &name[..end]))
}
