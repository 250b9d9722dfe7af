//! The alignment of the compiler's output with the original text.
//!
//! Both are read side by side. In a line, tokens of the same text match in order. The use of a macro in the original
//! stands for what we expand it to ourselves, or, where that is not what the compiler made of it, for whatever the
//! output has up to where both agree again.

use super::PREDEFINED;
use super::macros::Macros;
use super::stream::{Original, Row};
use crate::syntax::lexeme::Lexeme;
use crate::syntax::lexer::{Spanned, Token};
use abide_base::{Diagnostic, Span};
use std::borrow::Cow;
use std::ops::Range;

/// How many tokens must agree behind a macro.
const AGREEMENT: usize = 8;

/// How many tokens the expansion of one macro may have; more, and places are imprecise.
const MAX_EXPANSION: usize = 20_000;

/// Both texts, side by side.
pub(super) struct Alignment<'t> {
    pub(super) original: Original<'t>,
    pub(super) output: &'t str,
    pub(super) row: Row<'t>,
    pub(super) macros: Macros<'t>,
    /// Annotations that nothing can be done with.
    pub(super) lost: Vec<Diagnostic>,
}

impl<'t> Alignment<'t> {
    /// Gives places to a run of tokens of the user's own lines.
    pub(super) fn place(&mut self, own: &mut Vec<(Spanned, usize)>) {
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
            let is_predefined = PREDEFINED.contains(&name);
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
        self.lost.push(Diagnostic::warning(self.original.span(at, at), message));
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
