//! The tokens with their places so far, and the tokens of the original text that they are matched with.

use crate::syntax::lexeme::Lexeme;
use crate::syntax::lexer::{Mode, Spanned, Token, lex};
use abide_base::{FileId, SourceFile, Span};
use std::ops::Range;

/// The tokens so far. Lines of `//@` with nothing between them become one annotation.
pub(super) struct Row<'t> {
    pub(super) file: FileId,
    pub(super) tokens: Vec<Lexeme<'t>>,
    /// Where the last token stands in the text it was taken from.
    pub(super) last: Range<usize>,
    /// Does what comes from a header come from one of the machine?
    pub(super) system: bool,
}

impl<'t> Row<'t> {
    pub(super) fn new(file: FileId) -> Row<'t> {
        Row {
            file,
            tokens: Vec::new(),
            last: 0..0,
            system: false,
        }
    }

    /// Adds a token that stands at `range` of `source`.
    pub(super) fn push(&mut self, token: Token, source: &'t str, range: Range<usize>, span: Span, header: bool) {
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

/// The user's text in tokens.
pub(super) struct Original<'t> {
    pub(super) file: FileId,
    pub(super) text: &'t str,
    pub(super) tokens: Vec<Spanned>,
    /// The line of each token.
    pub(super) lines: Vec<usize>,
    /// Lines with an `#include`, and their bytes.
    pub(super) includes: Vec<(usize, Range<usize>)>,
    /// The first token that is not yet matched.
    pub(super) cursor: usize,
}

impl<'t> Original<'t> {
    pub(super) fn new(file: FileId, text: &'t str) -> Original<'t> {
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

    pub(super) fn include_at(&self, line: usize) -> Span {
        let after = self.includes.partition_point(|(at, _)| *at <= line);
        let include = after.checked_sub(1).and_then(|at| self.includes.get(at));
        let range = include.map_or(0..0, |(_, range)| range.clone());
        Span::new(self.file, range.start, range.end)
    }

    pub(super) fn word(&self, at: usize) -> Option<(Token, &'t str)> {
        let (token, range) = self.tokens.get(at)?;
        Some((*token, &self.text[range.clone()]))
    }

    pub(super) fn span(&self, first: usize, last: usize) -> Span {
        let start = self.tokens.get(first).map_or(self.text.len(), |(_, range)| range.start);
        let end = self.tokens.get(last).map_or(start, |(_, range)| range.end);
        Span::new(self.file, start, end.max(start))
    }
}
