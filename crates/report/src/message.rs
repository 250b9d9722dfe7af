//! Messages with the places they point at, as compilers show them.

use crate::Color;
use abide_base::{Diagnostic, FileId, Severity, SourceFile, Sources, Span, shown};
use annotate_snippets::{AnnotationKind, Group, Level, Snippet};
use std::ops::Range;

/// A place of more lines than this is shown by its first line alone.
const LINES: usize = 4;

/// A diagnostic with its places in the source, ending in a newline.
pub fn message(sources: &Sources, diagnostic: &Diagnostic, color: Color) -> String {
    headed(sources, diagnostic, diagnostic.severity.word(), color)
}

/// The same under another word than that of the severity; the severity keeps the colour.
pub(crate) fn headed(sources: &Sources, diagnostic: &Diagnostic, word: &str, color: Color) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level
        .with_name(word.to_string())
        .primary_title(diagnostic.message.as_str());
    let mut group = Group::with_title(title);
    for (file, places) in by_file(diagnostic) {
        group = group.element(snippet(sources.file(file), &places));
    }
    group = group.elements(diagnostic.notes.iter().map(|n| Level::NOTE.message(n.as_str())));
    group = group.elements(diagnostic.help.iter().map(|h| Level::HELP.message(h.as_str())));
    let mut text = color.renderer().render(&[group]);
    text.push('\n');
    text
}

struct Place<'a> {
    kind: AnnotationKind,
    span: Span,
    label: &'a str,
}

/// The places of each file, that of the message itself first.
fn by_file(diagnostic: &Diagnostic) -> Vec<(FileId, Vec<Place<'_>>)> {
    let primary = diagnostic.span.map(|span| Place {
        kind: AnnotationKind::Primary,
        span,
        label: &diagnostic.label,
    });
    let related = diagnostic.related.iter().map(|(span, label)| Place {
        kind: AnnotationKind::Context,
        span: *span,
        label,
    });
    let mut files: Vec<(FileId, Vec<Place<'_>>)> = Vec::new();
    for place in primary.into_iter().chain(related) {
        match files.iter_mut().find(|(file, _)| *file == place.span.file) {
            Some((_, places)) => places.push(place),
            None => files.push((place.span.file, vec![place])),
        }
    }
    files
}

/// The lines from the first place to the last; what lies between them is folded.
fn snippet<'a>(file: &'a SourceFile, places: &[Place<'a>]) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let ranges: Vec<Range<usize>> = places.iter().map(|p| visible(file, p.span)).collect();
    let first = ranges.iter().map(|r| line(file, r.start)).min().unwrap_or(1);
    let last = ranges.iter().map(|r| line(file, r.end)).max().unwrap_or(1);
    let (from, to) = (file.line_start(first), file.line_start(last + 1));
    let annotations = places.iter().zip(ranges).map(|(place, range)| {
        let annotation = place.kind.span(range.start - from..range.end - from);
        if place.label.is_empty() {
            annotation
        } else {
            annotation.label(place.label)
        }
    });
    Snippet::source(&file.text()[from..to])
        .path(shown(file.path()))
        .line_start(first)
        .annotations(annotations)
}

fn line(file: &SourceFile, offset: usize) -> usize {
    file.line(offset as u32)
}

/// The bytes of a span that are underlined: within the text, between characters, not too
/// many lines. A place after the last line goes to the end of the last line that has text.
fn visible(file: &SourceFile, span: Span) -> Range<usize> {
    let text = file.text();
    let boundary = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = boundary((span.start as usize).min(text.len()));
    if text[start..].trim().is_empty() {
        let end = text.trim_end().len();
        return end..end;
    }
    let end = boundary((span.end as usize).clamp(start, text.len()));
    if line(file, end) - line(file, start) < LINES {
        return start..end;
    }
    start..start + text[start..].find(['\r', '\n']).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use insta::assert_snapshot;

    fn show(text: &str, diagnostic: Diagnostic) -> String {
        let mut sources = Sources::default();
        sources.add(SourceFile::new("a.gcl", text));
        sources.add(SourceFile::new("b.gcl", "first\nsecond\n"));
        message(&sources, &diagnostic, Color::Plain)
    }

    fn span(start: usize, end: usize) -> Span {
        Span::new(FileId(0), start, end)
    }

    #[test]
    fn places_of_one_file_share_a_snippet_and_others_follow() {
        let diagnostic = Diagnostic::error(span(8, 13), "`x` is an int")
            .label("bool expected")
            .related(span(0, 3), "declared here")
            .related(Span::new(FileId(1), 6, 12), "used here")
            .note("a note")
            .help("a piece of advice");
        assert_snapshot!(show("var x;\n\nx + 1;\n", diagnostic), @"
        error: `x` is an int
         --> a.gcl:3:1
          |
        1 | var x;
          | --- declared here
        2 |
        3 | x + 1;
          | ^^^^^ bool expected
          |
         ::: b.gcl:2:1
          |
        2 | second
          | ------ used here
          |
          = note: a note
          = help: a piece of advice
        ");
    }

    #[test]
    fn a_place_at_the_end_is_shown_after_the_last_text() {
        assert_snapshot!(show("{ a\n\n\n", Diagnostic::error(span(6, 6), "`}` expected")), @"
        error: `}` expected
         --> a.gcl:1:4
          |
        1 | { a
          |    ^
        ");
        assert_snapshot!(show("", Diagnostic::error(span(0, 0), "nothing here")), @"
        error: nothing here
         --> a.gcl:1:1
          |
        1 |
          | ^
        ");
        assert_snapshot!(show("x", Diagnostic::error(span(90, 99), "beyond the text")), @"
        error: beyond the text
         --> a.gcl:1:2
          |
        1 | x
          |  ^
        ");
    }

    #[test]
    fn a_long_place_is_shown_by_its_first_line() {
        let text = "a {\n1\n2\n3\n4\n}\n";
        assert_snapshot!(show(text, Diagnostic::warning(span(0, text.len()), "long")), @"
        warning: long
         --> a.gcl:1:1
          |
        1 | a {
          | ^^^
        ");
    }

    #[test]
    fn places_never_cut_a_character() {
        let text = "\u{e9}\u{4e2d}\t\u{1f600}x\n";
        for start in 0..text.len() {
            for end in start..=text.len() + 1 {
                let shown = show(text, Diagnostic::error(span(start, end), "m"));
                assert!(shown.starts_with("error: m\n"), "{shown}");
            }
        }
    }
}
