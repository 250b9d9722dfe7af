//! Small programs, and what becomes of them: the errors they get, or their dump.

mod checks;
mod errors;
mod forms;

use super::super::{load, print, raise};
use super::*;
use abide_base::SourceFile;

/// The errors of `text`, one on a line: line, message, and what else is said.
fn errors(text: &str) -> String {
    let source = SourceFile::new("test.gcl", text);
    let line = |span: Span| source.line(span.start);
    let show = |d: &Diagnostic| {
        let mut shown = format!("{}: {}", d.span.map_or(0, line), d.message);
        if !d.label.is_empty() {
            shown += &format!(" [{}]", d.label);
        }
        d.related
            .iter()
            .for_each(|(span, text)| shown += &format!(" [line {}: {text}]", line(*span)));
        d.notes
            .iter()
            .chain(&d.help)
            .for_each(|text| shown += &format!(" ({text})"));
        shown
    };
    let lowered = load(FileId(0), text);
    assert_eq!(
        lowered.diagnostics.is_empty(),
        lowered.failed.is_empty() || !text.contains("procedure"),
        "{lowered:?}"
    );
    lowered.diagnostics.iter().map(show).collect::<Vec<_>>().join("\n")
}

/// The dump of a program in which nothing is wrong.
fn dump(text: &str) -> String {
    let lowered = load(FileId(0), text);
    assert_eq!(lowered.diagnostics, [], "{text}");
    print(&raise(&lowered.program))
}
