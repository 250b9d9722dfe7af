//! An open file: its text, and what is known of it.

use crate::lines::offset;
use crate::shift::Shift;
use abide_base::{SourceFile, Sources, Span};
use abide_report::edits::{Changes, Edit};
use abide_verify::{FileReport, Report, RoutineReport};
use lsp_types::{Range, TextDocumentContentChangeEvent, Uri};
use std::path::PathBuf;

/// An open file.
pub struct Document {
    /// Its name in the protocol.
    pub uri: Uri,
    /// Its path.
    pub path: PathBuf,
    /// The editor's count of its changes.
    pub version: i32,
    text: String,
    known: Option<Known>,
}

/// What is known of a file.
pub struct Known {
    /// What was found out.
    pub report: Report,
    changes: Changes,
    shift: Shift,
}

impl Document {
    /// A file that was just opened.
    pub fn new(uri: Uri, path: PathBuf, version: i32, text: String) -> Document {
        Document {
            uri,
            path,
            version,
            text,
            known: None,
        }
    }

    /// The present text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What is known, with the places where it is now.
    pub fn known(&self) -> Option<&Known> {
        self.known.as_ref()
    }

    /// Does what the editor says. What is known moves along.
    pub fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        self.version = version;
        for change in changes {
            match change.range {
                None => self.text = change.text,
                Some(range) => {
                    let start = offset(&self.text, range.start);
                    let end = offset(&self.text, range.end).max(start);
                    self.text.replace_range(start..end, &change.text);
                }
            }
        }
        if let Some(known) = &mut self.known {
            known.shift = Shift::new(known.source(), &self.text);
        }
    }

    /// Takes what was found out about an earlier or the present text.
    pub fn learn(&mut self, report: Report) {
        self.known = Known::new(report, &self.text);
    }
}

impl Known {
    fn new(report: Report, present: &str) -> Option<Known> {
        let file = report.files.first()?;
        let shift = Shift::new(report.sources.file(file.file), present);
        let changes = Changes::of(&report.sources, file);
        Some(Known { report, changes, shift })
    }

    /// The file.
    pub fn file(&self) -> &FileReport {
        &self.report.files[0]
    }

    /// All files, as they were verified.
    pub fn sources(&self) -> &Sources {
        &self.report.sources
    }

    /// The text that was verified.
    pub fn source(&self) -> &SourceFile {
        self.sources().file(self.file().file)
    }

    /// What to put into the verified text for what was inferred for a routine.
    pub fn changes(&self, routine: &RoutineReport) -> &[Edit] {
        self.changes.for_routine(self.sources(), routine)
    }

    /// Where a place of the file is now, if its lines are unchanged.
    pub fn range(&self, span: Span) -> Option<Range> {
        let own = span.file == self.file().file;
        own.then(|| self.shift.range(self.source(), span)).flatten()
    }

    /// Where a line of the verified text is now, if it is unchanged; both count from zero.
    pub fn line(&self, verified: usize) -> Option<usize> {
        self.shift.line(verified)
    }

    /// The lines of a routine, its contract above it included, in the verified text; they count from zero.
    pub fn lines(&self, routine: &RoutineReport) -> std::ops::Range<usize> {
        let source = self.source();
        let at = |r: &RoutineReport| source.line(r.span.start) - 1;
        let name = at(routine);
        let below = self.file().routines.iter().map(at).filter(|line| *line > name).min();
        let end = below.map_or(source.lines(), |line| with_contract(source, line));
        with_contract(source, name)..end.max(name + 1)
    }

    /// Is the routine as it was verified?
    pub fn is_unchanged(&self, routine: &RoutineReport) -> bool {
        self.shift.keeps(self.lines(routine))
    }

    /// The routine that a present line belongs to, if it is as it was verified.
    pub fn routine_at(&self, line: u32) -> Option<&RoutineReport> {
        let mut unchanged = self.file().routines.iter().filter(|r| self.is_unchanged(r));
        unchanged.find(|r| {
            let lines = self.lines(r);
            let first = self.line(lines.start);
            first.is_some_and(|first| (first..first + lines.len()).contains(&(line as usize)))
        })
    }
}

/// The first line of what is written right above a line: comments, annotations and the like. Lines count from zero.
fn with_contract(source: &SourceFile, name: usize) -> usize {
    let text = |line: usize| source.line_text(line + 1).trim();
    let mut first = name;
    while first > 0 {
        let above = text(first - 1);
        if above.ends_with("*/") {
            let opening = (0..first).rev().find(|line| text(*line).contains("/*"));
            first = opening.unwrap_or(0);
        } else if above.is_empty() || above.ends_with('}') || (above.ends_with(';') && !above.starts_with("//")) {
            break;
        } else {
            first -= 1;
        }
    }
    first
}
