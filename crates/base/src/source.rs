//! Source files and places in them.
//!
//! A [`Span`] is a half-open range of bytes of one file. Lines and columns are computed on
//! demand; both count from one, columns in characters.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A file among the [`Sources`] of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct FileId(pub u32);

/// A half-open byte range of one file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct Span {
    /// The file the range lies in.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        Span {
            file,
            start: start as u32,
            end: end as u32,
        }
    }

    /// The smallest span that covers both; the file is that of `self`.
    pub fn to(self, other: Span) -> Span {
        Span {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The empty range where it begins.
    pub fn beginning(self) -> Span {
        Span {
            end: self.start,
            ..self
        }
    }

    /// The byte range, for slicing.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}..{}", self.file.0, self.start, self.end)
    }
}

/// A path as it is shown to people: characters that act on a terminal, or on the order of what is read, are escaped.
pub fn shown(path: &Path) -> String {
    let acts = |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let escape = |c: char| match acts(c) {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    path.display().to_string().chars().map(escape).collect()
}

/// A file's text with an index of its lines.
#[derive(Clone, Debug)]
pub struct SourceFile {
    path: PathBuf,
    text: String,
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// Indexes `text`, which was read from `path`.
    pub fn new(path: impl Into<PathBuf>, text: impl Into<String>) -> SourceFile {
        let text = text.into();
        let mut line_starts = vec![0];
        line_starts.extend(
            text.bytes()
                .enumerate()
                .filter(|(_, b)| *b == b'\n')
                .map(|(i, _)| i as u32 + 1),
        );
        SourceFile {
            path: path.into(),
            text,
            line_starts,
        }
    }

    /// Where the text came from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line of a byte offset, from one.
    pub fn line(&self, offset: u32) -> usize {
        self.line_starts.partition_point(|start| *start <= offset)
    }

    /// The column of a byte offset in characters, from one.
    pub fn column(&self, offset: u32) -> usize {
        let start = self.line_starts[self.line(offset) - 1] as usize;
        let end = (offset as usize).min(self.text.len());
        self.text.get(start..end).map_or(1, |s| s.chars().count() + 1)
    }

    /// How many lines there are.
    pub fn lines(&self) -> usize {
        self.line_starts.len()
    }

    /// The byte at which a line (from one) begins, or the end of the text.
    pub fn line_start(&self, line: usize) -> usize {
        self.line_starts
            .get(line.saturating_sub(1))
            .map_or(self.text.len(), |s| *s as usize)
    }

    /// The text of a line (from one), without its line end.
    pub fn line_text(&self, line: usize) -> &str {
        let text = &self.text[self.line_start(line)..self.line_start(line + 1).max(self.line_start(line))];
        text.trim_end_matches(['\n', '\r'])
    }
}

/// Where the ids of built-in files begin.
const BUILT_IN: u32 = 1 << 31;

/// The files that come with Abide and belong to every run.
static BUILT_IN_FILES: OnceLock<Vec<SourceFile>> = OnceLock::new();

fn built_in() -> &'static [SourceFile] {
    BUILT_IN_FILES.get().map_or(&[], |files| files)
}

/// Makes files known that come with Abide, and gives each with its id. Only the first call does.
pub fn add_built_in(files: impl FnOnce() -> Vec<SourceFile>) -> impl Iterator<Item = (FileId, &'static SourceFile)> {
    let files = BUILT_IN_FILES.get_or_init(files).iter().enumerate();
    files.map(|(i, f)| (FileId(BUILT_IN + i as u32), f))
}

/// Where the ids of files begin that are only known to others.
const CONTEXT: u32 = 1 << 30;

impl FileId {
    /// Does the file come with Abide?
    pub fn is_built_in(self) -> bool {
        self.0 >= BUILT_IN
    }

    /// The file of this number among those that are known to others only.
    pub fn of_context(number: usize) -> FileId {
        FileId(CONTEXT + number as u32)
    }

    /// Is the file known to others only, and not verified?
    pub fn is_context(self) -> bool {
        (CONTEXT..BUILT_IN).contains(&self.0)
    }
}

/// All files of one run, by [`FileId`].
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
    /// Those that are known to the others only.
    context: Vec<SourceFile>,
}

impl Sources {
    /// Adds a file and names it.
    pub fn add(&mut self, file: SourceFile) -> FileId {
        self.files.push(file);
        FileId(self.files.len() as u32 - 1)
    }

    /// Adds a file that is known to the others and not verified itself, and names it.
    pub fn add_context(&mut self, file: SourceFile) -> FileId {
        self.context.push(file);
        FileId::of_context(self.context.len() - 1)
    }

    /// The file of an id handed out here, or of a built-in one.
    pub fn file(&self, id: FileId) -> &SourceFile {
        match id.0 {
            number if id.is_built_in() => &built_in()[(number - BUILT_IN) as usize],
            number if id.is_context() => &self.context[(number - CONTEXT) as usize],
            number => &self.files[number as usize],
        }
    }

    /// The line of a span's first byte, from one.
    pub fn line(&self, span: Span) -> usize {
        self.file(span.file).line(span.start)
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).text().get(span.range()).unwrap_or("")
    }

    /// All files that are verified, with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId(i as u32), f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_and_in_characters() {
        let file = SourceFile::new("f", "ab\nc\u{e9}d\r\n\nlast");
        assert_eq!((file.line(0), file.column(0)), (1, 1));
        assert_eq!((file.line(2), file.column(2)), (1, 3));
        assert_eq!((file.line(3), file.column(3)), (2, 1));
        assert_eq!((file.line(6), file.column(6)), (2, 3));
        assert_eq!(file.line_text(2), "c\u{e9}d");
        assert_eq!(file.line_text(3), "");
        assert_eq!(file.line_text(4), "last");
        assert_eq!(file.line_text(9), "");
    }

    #[test]
    fn names_do_not_act_on_terminals() {
        assert_eq!(shown(Path::new("d/\u{e9} \\x.c")), "d/\u{e9} \\x.c");
        assert_eq!(
            shown(Path::new("a\n\u{1b}[31m\u{202e}.c")),
            "a\\n\\u{1b}[31m\\u{202e}.c"
        );
    }

    #[test]
    fn empty_file_has_one_empty_line() {
        let file = SourceFile::new("f", "");
        assert_eq!((file.line(0), file.column(0)), (1, 1));
        assert_eq!(file.line_text(1), "");
    }
}
