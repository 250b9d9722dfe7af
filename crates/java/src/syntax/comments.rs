//! Which comments are JML, and the text in them that counts.

use super::jml::is_keyword;
use abide_base::{Diagnostic, FileId, Span};
use std::ops::Range;

/// The text of an annotation. What does not belong to it (comment signs, leading `@`s) is
/// blank, so that a byte of `text` is at the same distance from `offset` as in the file.
pub(super) struct Annotation {
    pub(super) text: String,
    pub(super) offset: usize,
}

/// The annotations among the comments, which are given by their bytes, in order. Lines of `//@`
/// with nothing between them are one annotation.
pub(super) fn annotations(
    file: FileId,
    text: &str,
    comments: &[Range<usize>],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Annotation> {
    let mut all: Vec<Annotation> = Vec::new();
    // where the last annotation ends, if it may go on
    let mut open_end = None;
    for comment in comments {
        let Some(whole) = text.get(comment.clone()) else {
            continue;
        };
        let is_line = whole.starts_with("//");
        let begin = match mark(whole) {
            Mark::Jml(begin) => begin,
            Mark::Other => continue,
            Mark::Plain => {
                diagnostics.extend(nearly_jml(file, comment.start, whole));
                continue;
            }
            Mark::Java => {
                let span = Span::new(file, comment.start, comment.end);
                let warning = Diagnostic::warning(span, "a Java annotation in a comment says nothing to Abide");
                diagnostics.push(warning);
                continue;
            }
        };
        let inner = if is_line {
            &whole[begin..]
        } else {
            whole[begin..].strip_suffix("*/").unwrap_or("").trim_end_matches('@')
        };
        let between = open_end.and_then(|end: usize| text.get(end..comment.start));
        match all.last_mut() {
            Some(last) if is_line && between.is_some_and(|b| b.trim().is_empty()) => {
                last.text.push_str(between.unwrap_or(""));
                last.text.push_str(&" ".repeat(begin));
                last.text.push_str(inner);
            }
            _ => all.push(Annotation {
                text: without_leading(inner, '@'),
                offset: comment.start + begin,
            }),
        }
        open_end = is_line.then_some(comment.end);
    }
    all
}

/// The pragmas of ESC/Java among the comments: each comment is one of its own, and what stands between `<esc>` and
/// `</esc>` in the documentation is one.
pub(super) fn pragmas(text: &str, comments: &[Range<usize>]) -> Vec<Annotation> {
    let mut all = Vec::new();
    for comment in comments {
        let Some(whole) = text.get(comment.clone()) else {
            continue;
        };
        match mark(whole) {
            Mark::Jml(begin) => {
                let inner = match whole.starts_with("//") {
                    true => &whole[begin..],
                    false => whole[begin..].strip_suffix("*/").unwrap_or("").trim_end_matches('@'),
                };
                all.push(Annotation {
                    text: without_leading(inner, '@'),
                    offset: comment.start + begin,
                });
            }
            Mark::Plain if whole.starts_with("/**") => {
                let documented = documented(whole).map(|(begin, inner)| Annotation {
                    text: without_leading(inner, '*'),
                    offset: comment.start + begin,
                });
                all.extend(documented);
            }
            _ => {}
        }
    }
    all
}

/// The parts of a comment between `<esc>` and `</esc>`, with their places.
pub(super) fn documented(comment: &str) -> impl Iterator<Item = (usize, &str)> {
    const OPEN: &str = "<esc>";
    comment.match_indices(OPEN).filter_map(|(at, _)| {
        let begin = at + OPEN.len();
        let end = comment[begin..].find("</esc>")?;
        Some((begin, &comment[begin..begin + end]))
    })
}

/// The first word of a comment that is an annotation.
pub(super) fn first_word(comment: &str) -> Option<&str> {
    let Mark::Jml(begin) = mark(comment) else { return None };
    let rest = comment[begin..].trim_start();
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    Some(&rest[..end.unwrap_or(rest.len())])
}

/// What the beginning of a comment says about it.
enum Mark {
    /// JML, from this byte on.
    Jml(usize),
    /// JML for other tools.
    Other,
    /// An annotation of Java that was commented out, as in `//@Immutable`.
    Java,
    /// Not JML.
    Plain,
}

/// Reads `//@`, `/*@`, and keys as in `//+ABIDE@` or `/*-ESC+ABIDE@`. With positive keys, ours
/// must be among them; ours must not be among the negative ones.
fn mark(comment: &str) -> Mark {
    let mut rest = comment.get(2..).unwrap_or("");
    let (mut positive, mut ours, mut refused) = (false, false, false);
    while let Some(sign) = rest.chars().next().filter(|c| matches!(c, '+' | '-')) {
        rest = &rest[1..];
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let is_our_key = rest[..end].eq_ignore_ascii_case("ABIDE");
        match sign {
            '+' if end > 0 => {
                positive = true;
                ours |= is_our_key;
            }
            '+' => {}
            _ => refused |= is_our_key || end == 0,
        }
        rest = &rest[end..];
    }
    if !rest.starts_with('@') {
        return Mark::Plain;
    }
    if refused || (positive && !ours) {
        return Mark::Other;
    }
    if !positive && is_java_annotation(rest) {
        return Mark::Java;
    }
    Mark::Jml(comment.len() - rest.trim_start_matches('@').len())
}

/// Is it `@Name` or `@Name(…)`, and nothing else? Clauses of JML begin with a small letter.
fn is_java_annotation(text: &str) -> bool {
    let text = text.strip_suffix("*/").unwrap_or(text).trim_end();
    let Some(name) = text.strip_prefix('@') else {
        return false;
    };
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '.');
    let rest = &name[end.unwrap_or(name.len())..];
    let one_line = !text.contains('\n');
    let arguments = rest.is_empty() || rest.starts_with('(') && rest.ends_with(')');
    name.starts_with(|c: char| c.is_uppercase()) && one_line && arguments
}

/// The text with blanks for the signs that lines begin with, the first line excepted.
fn without_leading(text: &str, sign: char) -> String {
    let mut lines = text.split_inclusive('\n');
    let mut clean = lines.next().unwrap_or("").to_string();
    for line in lines {
        let indented = line.trim_start_matches([' ', '\t']);
        let rest = indented.trim_start_matches(sign);
        clean.push_str(&line[..line.len() - indented.len()]);
        clean.push_str(&" ".repeat(indented.len() - rest.len()));
        clean.push_str(rest);
    }
    clean
}

/// The warning about `// @ requires`, which is no annotation.
fn nearly_jml(file: FileId, offset: usize, comment: &str) -> Option<Diagnostic> {
    let (signs, rest) = comment.split_at_checked(2)?;
    let after_at = rest.trim_start_matches([' ', '\t']).strip_prefix('@')?;
    let word: &str = after_at
        .trim_start_matches([' ', '\t'])
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .next()?;
    if !is_keyword(word) {
        return None;
    }
    let end = offset + comment.len() - after_at.len();
    let span = Span::new(file, offset, end);
    let message = "this comment is not an annotation: there is a space before its `@`";
    Some(Diagnostic::warning(span, message).help(format!("did you mean `{signs}@ {word}`?")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str, comments: &[&str]) -> Vec<(String, usize)> {
        let ranges: Vec<Range<usize>> = comments
            .iter()
            .map(|c| text.find(c).map(|at| at..at + c.len()).unwrap())
            .collect();
        annotations(FileId(0), text, &ranges, &mut Vec::new())
            .into_iter()
            .map(|a| (a.text, a.offset))
            .collect()
    }

    #[test]
    fn keys_select_who_reads() {
        for (comment, read) in [
            ("//@ pure", true),
            ("//@@ pure", true),
            ("//+ABIDE@ pure", true),
            ("//+KEY@ pure", false),
            ("//-ABIDE@ pure", false),
            ("//-KEY@ pure", true),
            ("//+KEY+ABIDE@ pure", true),
            ("//+ABIDE-KEY@ pure", true),
            ("//+KEY-ABIDE@ pure", false),
            ("//+@ pure", true),
            ("// @ pure", false),
            ("//pure", false),
            ("//", false),
        ] {
            assert_eq!(!texts(comment, &[comment]).is_empty(), read, "{comment}");
        }
    }

    #[test]
    fn lines_join_and_signs_are_blank() {
        let text = "//@ requires a\r\n  //@   && b;\r\nx";
        let joined = texts(text, &["//@ requires a\r", "//@   && b;\r"]);
        assert_eq!(joined, [(" requires a\r\n        && b;\r".to_string(), 3)]);
        let text = "/*@ requires a\n  @@ && b; @@*/";
        assert_eq!(texts(text, &[text]), [(" requires a\n     && b; ".to_string(), 3)]);
    }

    #[test]
    fn a_space_too_many_is_noticed() {
        let warn = |text: &str| {
            let mut diagnostics = Vec::new();
            annotations(
                FileId(0),
                text,
                std::slice::from_ref(&(0..text.len())),
                &mut diagnostics,
            );
            diagnostics.len()
        };
        assert_eq!(warn("// @ requires x;"), 1);
        assert_eq!(warn("/* @requires x; */"), 1);
        assert_eq!(warn("// @author x"), 0);
        assert_eq!(warn("// requires x"), 0);
    }
}
