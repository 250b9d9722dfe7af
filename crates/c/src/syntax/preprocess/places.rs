//! Where in the user's file the tokens stand that the compiler put out.
//!
//! The output is walked beside the original text. Line markers tell the line; in a line, tokens
//! of the same text match in order. The use of a macro in the original stands for what we expand
//! it to ourselves, or, where that is not what the compiler made of it, for whatever the output
//! has up to where both agree again. Tokens of headers have the place of the `#include`.

use super::macros::Macros;
use super::markers::line_marker;
use crate::syntax::lexeme::Lexeme;
use crate::syntax::lexer::{Mode, Spanned, Token, lex};
use abide_base::{Diagnostic, FileId, SourceFile, Span};
use std::borrow::Cow;
use std::ops::Range;

/// How many tokens must agree behind a macro.
const AGREEMENT: usize = 8;

/// How many tokens the expansion of one macro may have; more, and places are imprecise.
const MAX_EXPANSION: usize = 20_000;

/// All tokens with their places, and the macros for annotations.
#[derive(Debug, Default)]
pub struct Placed<'t> {
    /// The tokens.
    pub tokens: Vec<Lexeme<'t>>,
    /// The definitions.
    pub macros: Macros<'t>,
    /// What `#pragma pack` says.
    pub packing: Packing,
}

/// From which token on `#pragma pack` changes the layout of structures.
#[derive(Debug, Default)]
pub struct Packing {
    changes: Vec<(u32, bool)>,
    outer: Vec<bool>,
}

impl Packing {
    fn note(&mut self, directive: &str, order: u32) {
        let words = directive.trim_start_matches(['#', ' ', '\t']);
        let Some(rest) = words.strip_prefix("pragma").map(str::trim_start) else {
            return;
        };
        let Some(arguments) = rest.strip_prefix("pack").map(str::trim_start) else {
            return;
        };
        let arguments = arguments
            .trim_start_matches('(')
            .trim_end()
            .trim_end_matches(')')
            .trim();
        let active = match arguments {
            "" => false,
            _ if arguments.starts_with("pop") => self.outer.pop().unwrap_or(false),
            _ if arguments.starts_with("push") => {
                let now = self.is_active(u32::MAX);
                self.outer.push(now);
                now || arguments.contains(',')
            }
            _ => true,
        };
        self.changes.push((order, active));
    }

    /// Is the layout changed at this token?
    pub(crate) fn is_active(&self, order: u32) -> bool {
        let last = self.changes.iter().rev().find(|(since, _)| *since <= order);
        last.is_some_and(|(_, active)| *active)
    }
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
    }
}

/// Does a line marker lead to a header of the machine?
fn is_of_machine(marker: &str) -> bool {
    let flags = marker.rsplit('"').next().unwrap_or_default();
    flags.split_whitespace().any(|flag| flag == "3")
}

/// The tokens of `output`, which a compiler made of `text`.
pub(in crate::syntax) fn aligned<'t>(
    file: FileId,
    text: &'t str,
    output: &'t str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Placed<'t> {
    let mut walk = Walk {
        original: Original::new(file, text),
        output,
        row: Row::new(file),
        macros: Macros::default(),
        diagnostics,
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
                        walk.place(&mut own);
                        include = walk.original.include_at(here);
                    }
                    walk.row.system = is_of_machine(directive);
                    lines.enter(line, false);
                }
                None => {
                    // a definition changes what names mean from here on
                    walk.place(&mut own);
                    walk.macros.note(directive, walk.row.tokens.len() as u32);
                    packing.note(directive, walk.row.tokens.len() as u32);
                }
            }
        } else if lines.own {
            own.push(((token, range), here));
        } else {
            walk.row.push(token, output, range, include, true);
        }
    }
    walk.place(&mut own);
    Placed {
        tokens: walk.row.tokens,
        macros: walk.macros,
        packing,
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

/// The tokens so far. Lines of `//@` with nothing between them become one annotation.
struct Row<'t> {
    file: FileId,
    tokens: Vec<Lexeme<'t>>,
    /// Where the last token stands in the text it was taken from.
    last: Range<usize>,
    /// Does what comes from a header come from one of the machine?
    system: bool,
}

impl<'t> Row<'t> {
    fn new(file: FileId) -> Row<'t> {
        Row {
            file,
            tokens: Vec::new(),
            last: 0..0,
            system: false,
        }
    }

    /// Adds a token that stands at `range` of `source`.
    fn push(&mut self, token: Token, source: &'t str, range: Range<usize>, span: Span, header: bool) {
        if matches!(token, Token::Directive | Token::NearlyAnnotation) {
            return;
        }
        let text = &source[range.clone()];
        let order = self.tokens.len() as u32;
        if let Some(last) = self.tokens.last_mut()
            && token == Token::Annotation
            && last.token == Token::Annotation
            && last.header == header
            && text.starts_with("//")
            && last.text.get(..3) == text.get(..3)
            && source
                .get(self.last.end..range.start)
                .is_some_and(|between| between.trim().is_empty())
        {
            self.last.end = range.end;
            last.text = &source[self.last.clone()];
            if !header {
                last.span = Span::new(self.file, self.last.start, self.last.end);
            }
            return;
        }
        self.last = range;
        self.tokens.push(Lexeme {
            token,
            text,
            span,
            header,
            system: header && self.system,
            order,
        });
    }
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

/// The user's text in tokens.
struct Original<'t> {
    file: FileId,
    text: &'t str,
    tokens: Vec<Spanned>,
    /// The line of each token.
    lines: Vec<usize>,
    /// Lines with an `#include`, and their bytes.
    includes: Vec<(usize, Range<usize>)>,
    /// The first token that is not yet matched.
    cursor: usize,
}

impl<'t> Original<'t> {
    fn new(file: FileId, text: &'t str) -> Original<'t> {
        let source = SourceFile::new("", text);
        let line = |range: &Range<usize>| source.line(range.start as u32);
        let (directives, tokens): (Vec<Spanned>, Vec<Spanned>) = lex(text, Mode::C)
            .into_iter()
            .partition(|(token, _)| *token == Token::Directive);
        let is_include = |range: &Range<usize>| {
            let word = text[range.clone()].trim_start_matches(['#', ' ', '\t']);
            word.starts_with("include") || word.starts_with("import")
        };
        Original {
            file,
            text,
            lines: tokens.iter().map(|(_, range)| line(range)).collect(),
            tokens,
            includes: directives
                .into_iter()
                .filter(|(_, range)| is_include(range))
                .map(|(_, range)| (line(&range), range))
                .collect(),
            cursor: 0,
        }
    }

    fn include_at(&self, line: usize) -> Span {
        let after = self.includes.partition_point(|(at, _)| *at <= line);
        let include = after.checked_sub(1).and_then(|at| self.includes.get(at));
        let range = include.map_or(0..0, |(_, range)| range.clone());
        Span::new(self.file, range.start, range.end)
    }

    fn word(&self, at: usize) -> Option<(Token, &'t str)> {
        let (token, range) = self.tokens.get(at)?;
        Some((*token, &self.text[range.clone()]))
    }

    fn span(&self, first: usize, last: usize) -> Span {
        let start = self.tokens.get(first).map_or(self.text.len(), |(_, range)| range.start);
        let end = self.tokens.get(last).map_or(start, |(_, range)| range.end);
        Span::new(self.file, start, end.max(start))
    }
}

struct Walk<'t, 'd> {
    original: Original<'t>,
    output: &'t str,
    row: Row<'t>,
    macros: Macros<'t>,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl<'t> Walk<'t, '_> {
    /// Gives places to a run of tokens of the user's own lines.
    fn place(&mut self, own: &mut Vec<(Spanned, usize)>) {
        let own = std::mem::take(own);
        let mut at = 0;
        while let Some(((token, range), line)) = own.get(at) {
            let first_of_line = self.original.lines.partition_point(|l| l < line);
            self.original.cursor = self.original.cursor.max(first_of_line);
            let cursor = self.original.cursor;
            if let Some(last) = self.macro_use(cursor) {
                let count = self.predicted(&own[at..], cursor, last);
                let count = count.unwrap_or_else(|| self.expansion(&own[at..], last + 1));
                let span = self.original.span(cursor, last);
                for ((token, range), _) in own[at..at + count].iter().filter(|((t, _), _)| *t != Token::Annotation) {
                    self.row.push(*token, self.output, range.clone(), span, false);
                }
                self.lost_annotations(cursor, last);
                self.original.cursor = last + 1;
                at += count;
                continue;
            }
            let text = &self.output[range.clone()];
            match self.matching(*token, text, *line) {
                Some(found) => {
                    self.original.cursor = found + 1;
                    let range = self.original.tokens[found].1.clone();
                    let span = self.original.span(found, found);
                    self.row.push(*token, self.original.text, range, span, false);
                }
                None if *token == Token::Annotation => self.lost_annotation(cursor),
                None => {
                    let near = cursor.min(self.original.tokens.len().saturating_sub(1));
                    let span = self.original.span(near, near);
                    self.row.push(*token, self.output, range.clone(), span, false);
                }
            }
            at += 1;
        }
    }

    /// If a macro is used at a token of the original: the last token of the use.
    fn macro_use(&self, at: usize) -> Option<usize> {
        let order = self.row.tokens.len() as u32;
        let mut last = None;
        let mut next = at;
        // uses that follow one another directly count as one
        while let Some((Token::Name, name)) = self.original.word(next) {
            let is_predefined = super::PREDEFINED.contains(&name);
            let end = match self.macros.takes_arguments(name, order) {
                _ if name == "_Pragma" => self.closing(next + 1),
                None if is_predefined => Some(next),
                None => None,
                Some(false) => Some(next),
                Some(true) => self.closing(next + 1),
            };
            let Some(end) = end else {
                break;
            };
            last = Some(end);
            next = end + 1;
        }
        last
    }

    /// The `)` to the `(` at a token of the original.
    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        let mut at = open;
        loop {
            match self.original.word(at)?.0 {
                Token::OpenParen => depth += 1,
                Token::CloseParen => depth = depth.checked_sub(1)?,
                Token::Annotation => {}
                _ if depth == 0 => return None,
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
            at += 1;
        }
    }

    /// How many of the tokens put out the macros in `first..=last` made, if they made what we
    /// expect.
    fn predicted(&self, own: &[(Spanned, usize)], first: usize, last: usize) -> Option<usize> {
        let order = self.row.tokens.len() as u32;
        let used = (first..=last).filter_map(|at| self.original.word(at));
        let used = used
            .filter(|(token, _)| *token != Token::Annotation)
            .map(|(token, text)| Lexeme {
                token,
                text,
                span: Span::default(),
                header: false,
                system: false,
                order,
            });
        let mut count = 0;
        for expected in self.macros.expand(used.collect(), order) {
            while matches!(own.get(count), Some(((Token::Annotation, _), _))) {
                count += 1;
            }
            let ((_, range), _) = own.get(count)?;
            if !same(&self.output[range.clone()], expected.text) {
                return None;
            }
            count += 1;
        }
        Some(count)
    }

    /// How many of the tokens put out a macro made: up to where the output agrees with the
    /// original from `after` on, if possible in lines too.
    fn expansion(&self, own: &[(Spanned, usize)], after: usize) -> usize {
        let following = after..after + AGREEMENT;
        let agreement: Vec<usize> = following.take_while(|at| self.macro_use(*at).is_none()).collect();
        let agreement: Vec<(Token, &str, usize)> = agreement
            .into_iter()
            .filter_map(|at| {
                let (token, text) = self.original.word(at)?;
                Some((token, text, *self.original.lines.get(at)?))
            })
            .collect();
        let last_line = agreement.first().map_or(usize::MAX, |(_, _, line)| *line);
        let beyond = |count: usize| own.get(count).is_none_or(|(_, line)| *line > last_line);
        let agrees = |count: usize, in_lines: bool| {
            let mut pairs = agreement.iter().zip(own.iter().skip(count));
            let is_same = |token: &Token, range: &Range<usize>, expected: &(Token, &str, usize), line: usize| {
                *token == expected.0
                    && same(&self.output[range.clone()], expected.1)
                    && (!in_lines || line == expected.2)
            };
            !agreement.is_empty()
                && pairs.all(|(expected, ((token, range), line))| is_same(token, range, expected, *line))
        };
        let end = (0..own.len().min(MAX_EXPANSION)).find(|count| beyond(*count));
        let end = end.unwrap_or(own.len().min(MAX_EXPANSION));
        let mut found = [true, false]
            .into_iter()
            .filter_map(|in_lines| (0..end).find(|count| agrees(*count, in_lines)));
        found.next().unwrap_or_else(|| {
            // nothing agrees: the rest of the line
            let line = own.first().map_or(0, |(_, line)| *line);
            own.iter().take(end).take_while(|(_, l)| *l == line).count()
        })
    }

    /// The token of the original with this text: the next one, or a later one in the line.
    fn matching(&self, token: Token, text: &str, line: usize) -> Option<usize> {
        let original = &self.original;
        let is_it = |at: usize| {
            original
                .word(at)
                .is_some_and(|word| word.0 == token && same(text, word.1))
        };
        if is_it(original.cursor) {
            return Some(original.cursor);
        }
        let in_line = |at: &usize| {
            original
                .lines
                .get(*at)
                .is_some_and(|l| *l <= line || token == Token::Annotation)
        };
        (original.cursor..).take_while(in_line).find(|at| is_it(*at))
    }

    fn lost_annotations(&mut self, first: usize, last: usize) {
        for at in first..=last {
            if let Some((Token::Annotation, _)) = self.original.word(at) {
                self.lost_annotation(at);
            }
        }
    }

    fn lost_annotation(&mut self, at: usize) {
        let message = "this annotation stands inside the use of a macro, and is ignored";
        self.diagnostics
            .push(Diagnostic::warning(self.original.span(at, at), message));
    }
}

/// Are these the same token? Joined lines and carriage returns do not count.
fn same(output: &str, original: &str) -> bool {
    output == original || plain(output) == plain(original)
}

fn plain(text: &str) -> Cow<'_, str> {
    match text.contains(['\r', '\n']) {
        true => Cow::Owned(text.replace('\r', "").replace("\\\n", "")),
        false => Cow::Borrowed(text),
    }
}
