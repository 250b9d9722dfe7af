//! Where in the user's file the tokens stand that the compiler put out.
//!
//! Line markers say which line of the file the output belongs to, and [`super::alignment`] finds the token in it. Tokens
//! of headers have the place of the `#include`.

use super::alignment::Alignment;
use super::macros::Macros;
use super::markers::line_marker;
use super::packing::Packing;
use super::stream::{Original, Row};
use crate::syntax::lexeme::Lexeme;
use crate::syntax::lexer::{Mode, Spanned, Token, lex};
use abide_base::{Diagnostic, FileId, Span};

/// All tokens with their places, and the macros for annotations.
#[derive(Debug, Default)]
pub struct Placed<'t> {
    /// The tokens.
    pub tokens: Vec<Lexeme<'t>>,
    /// The definitions.
    pub macros: Macros<'t>,
    /// What `#pragma pack` says.
    pub packing: Packing,
    /// Annotations that nothing can be done with.
    pub lost: Vec<Diagnostic>,
}

/// The tokens of a text that needs no preprocessing. What its line markers say to come from
/// another file is from a header.
pub(in crate::syntax) fn as_written(file: FileId, text: &str) -> Placed<'_> {
    let tokens = lex(text, Mode::C);
    let markers = tokens.iter().filter(|(token, _)| *token == Token::Directive);
    let markers: Vec<&str> = markers.map(|(_, range)| &text[range.clone()]).collect();
    let includes = |marker: &&str| {
        marker
            .trim_end()
            .rsplit('"')
            .next()
            .is_some_and(|flags| flags.starts_with(" 1"))
    };
    let main = markers.iter().find_map(|marker| line_marker(marker));
    let main = main.filter(|_| markers.iter().any(includes)).map(|(_, name)| name);
    let mut row = Row::new(file);
    let mut packing = Packing::default();
    let mut header = false;
    for (token, range) in tokens {
        if token == Token::Directive {
            packing.note(&text[range.clone()], row.tokens.len() as u32);
            if let (Some(main), Some((_, name))) = (main, line_marker(&text[range.clone()])) {
                header = name != main;
                row.system = is_of_machine(&text[range]);
            }
            continue;
        }
        row.push(
            token,
            text,
            range.clone(),
            Span::new(file, range.start, range.end),
            header,
        );
    }
    Placed {
        tokens: row.tokens,
        macros: Macros::default(),
        packing,
        lost: Vec::new(),
    }
}

/// Does a line marker lead to a header of the machine?
fn is_of_machine(marker: &str) -> bool {
    let flags = marker.rsplit('"').next().unwrap_or_default();
    flags.split_whitespace().any(|flag| flag == "3")
}

/// The tokens of `output`, which a compiler made of `text`.
pub(in crate::syntax) fn aligned<'t>(file: FileId, text: &'t str, output: &'t str) -> Placed<'t> {
    let mut alignment = Alignment {
        original: Original::new(file, text),
        output,
        row: Row::new(file),
        macros: Macros::default(),
        lost: Vec::new(),
    };
    let tokens = lex(output, Mode::C);
    let mut lines = Lines::default();
    let mut include = Span::new(file, 0, 0);
    let mut packing = Packing::default();
    let mut own: Vec<(Spanned, usize)> = Vec::new();
    for (token, range) in tokens {
        let here = lines.advance(output, range.start);
        if token == Token::Directive {
            let directive = &output[range];
            match line_marker(directive) {
                // in the middle of a line too, where a header's macro is used
                Some((line, "<stdin>")) => lines.enter(line, true),
                Some((line, _)) => {
                    if lines.own {
                        alignment.place(&mut own);
                        include = alignment.original.include_at(here);
                    }
                    alignment.row.system = is_of_machine(directive);
                    lines.enter(line, false);
                }
                None => {
                    // a definition changes what names mean from here on
                    alignment.place(&mut own);
                    alignment.macros.note(directive, alignment.row.tokens.len() as u32);
                    packing.note(directive, alignment.row.tokens.len() as u32);
                }
            }
        } else if lines.own {
            own.push(((token, range), here));
        } else {
            alignment.row.push(token, output, range, include, true);
        }
    }
    alignment.place(&mut own);
    Placed {
        tokens: alignment.row.tokens,
        macros: alignment.macros,
        packing,
        lost: alignment.lost,
    }
}

/// The warnings about comments such as `// @ requires`, which are no annotations.
pub(in crate::syntax) fn nearly_annotations(file: FileId, text: &str) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for (token, range) in lex(text, Mode::C) {
        if token != Token::NearlyAnnotation {
            continue;
        }
        let comment = &text[range.clone()];
        let (signs, rest) = comment.split_at(2);
        let rest = rest.trim_start_matches([' ', '\t', '@']);
        let word = rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
        if super::macros::is_acsl_word(word) {
            let span = Span::new(file, range.start, range.end);
            let message = "this comment is not an annotation: there is a space before its `@`";
            warnings.push(Diagnostic::warning(span, message).help(format!("did you mean `{signs}@ {word}`?")));
        }
    }
    warnings
}

/// The errors about pragmas that give names another meaning.
pub(in crate::syntax) fn renaming_pragmas(file: FileId, text: &str) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for (token, range) in lex(text, Mode::C) {
        let mut words = text[range.clone()]
            .trim_start_matches(['#', ' ', '\t'])
            .split_whitespace();
        if token == Token::Directive
            && words.next() == Some("pragma")
            && let Some(word @ ("weak" | "redefine_extname")) = words.next()
        {
            let span = Span::new(file, range.start, range.end);
            errors.push(Diagnostic::error(span, format!("not supported: `#pragma {word}`")));
        }
    }
    errors
}

/// The line of the user's file, or of a header, that a byte of the output belongs to.
#[derive(Default)]
struct Lines {
    at: usize,
    line: usize,
    /// Are we in the user's file?
    own: bool,
}

impl Lines {
    fn advance(&mut self, output: &str, to: usize) -> usize {
        let between = output.as_bytes().get(self.at..to).unwrap_or_default();
        self.line += between.iter().filter(|byte| **byte == b'\n').count();
        self.at = to;
        self.line
    }

    /// The line after the marker that stands here is `line`.
    fn enter(&mut self, line: usize, own: bool) {
        self.line = line.saturating_sub(1);
        self.own = own;
    }
}
