//! From text to a tree, and to messages about what is wrong with the text.
//!
//! Recursive descent. A mistake whose meaning is plain (`=` for `:=`, a missing `;`) is
//! reported and read as what was meant; any other is reported, and reading goes on after the
//! next `;`, at the next `}` or at the next declaration. What was passed over is not in the
//! tree; [`Parsed::lost`] says where that happened.
//!
//! * This file: the cursor over the tokens, messages, recovery.
//! * `items`, `stmts`, `exprs`: one per level of the grammar.
//! * `mistakes`: the advice that goes with what people write by habit.

mod exprs;
mod items;
mod mistakes;
mod stmts;
#[cfg(test)]
mod tests;

use super::ast::{File, Name};
use super::lexer::{Lexeme, Token, lex};
use abide_base::{Diagnostic, FileId, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How deep blocks, expressions and types may nest; each `else if` counts too.
///
/// Every traversal of a tree or over what it is lowered to recurses, so this bounds
/// the stack: at two hundred levels even an unoptimised build stays well below a thread's two
/// megabytes. Programs written by people have less than twenty.
pub const MAX_NESTING: usize = 200;

/// How many errors one file may have before reading stops.
pub const MAX_ERRORS: usize = 50;

/// What became of a text.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// What could be read.
    pub file: File,
    /// What is wrong, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// Where something was written that is not in the tree.
    pub lost: Vec<Span>,
    /// The names of declarations that could not be read. Complaints that they are unknown would
    /// not help anybody.
    pub half_declared: BTreeSet<Arc<str>>,
}

/// Reads a file. Never fails: what is wrong is in the diagnostics.
pub fn parse(file: FileId, text: &str) -> Parsed {
    if u32::try_from(text.len()).is_err() {
        let too_long = Diagnostic::error(Span::new(file, 0, 0), "the file has more than 4 GiB");
        return Parsed {
            diagnostics: vec![too_long],
            ..Parsed::default()
        };
    }
    let mut parser = Parser {
        text,
        file,
        lexemes: lex(text),
        pos: 0,
        depth: 0,
        silent: false,
        full: false,
        nested_too_deep: false,
        last_error: None,
        diagnostics: Vec::new(),
        lost: Vec::new(),
        half_declared: BTreeSet::new(),
    };
    parser.report_bad_tokens();
    let file = parser.items();
    let mut diagnostics = parser.diagnostics;
    diagnostics.sort_by_key(|d| d.span.map(|s| s.start));
    if diagnostics.len() > MAX_ERRORS {
        diagnostics.truncate(MAX_ERRORS);
        diagnostics.push(too_many_errors());
    }
    Parsed {
        file,
        diagnostics,
        lost: parser.lost,
        half_declared: parser.half_declared,
    }
}

/// The message that takes the place of all errors after the first [`MAX_ERRORS`].
pub(crate) fn too_many_errors() -> Diagnostic {
    let message = format!("too many errors: only the first {MAX_ERRORS} are shown");
    Diagnostic::new(abide_base::Severity::Error, message)
}

/// Something could not be read; this has been reported.
struct Lost;

type Result<T> = std::result::Result<T, Lost>;

struct Parser<'a> {
    text: &'a str,
    file: FileId,
    lexemes: Vec<Lexeme>,
    pos: usize,
    depth: usize,
    /// Until the next declaration there is nothing more to say.
    silent: bool,
    /// As many errors as anybody wants to read.
    full: bool,
    nested_too_deep: bool,
    /// The token at which the last error was reported: one error per token is enough.
    last_error: Option<usize>,
    diagnostics: Vec<Diagnostic>,
    lost: Vec<Span>,
    half_declared: BTreeSet<Arc<str>>,
}

// The cursor.
impl<'a> Parser<'a> {
    fn lexeme_at(&self, pos: usize) -> Lexeme {
        let end = self.text.len() as u32;
        self.lexemes.get(pos).copied().unwrap_or(Lexeme {
            token: Token::End,
            start: end,
            end,
        })
    }

    fn peek(&self) -> Token {
        self.lexeme_at(self.pos).token
    }

    fn peek_second(&self) -> Token {
        self.lexeme_at(self.pos + 1).token
    }

    fn at(&self, token: Token) -> bool {
        self.peek() == token
    }

    /// The place of the next token.
    fn here(&self) -> Span {
        self.span_at(self.pos)
    }

    fn span_at(&self, pos: usize) -> Span {
        let lexeme = self.lexeme_at(pos);
        Span::new(self.file, lexeme.start as usize, lexeme.end as usize)
    }

    /// Passes over the next token.
    fn bump(&mut self) -> Span {
        let span = self.here();
        self.pos = (self.pos + 1).min(self.lexemes.len());
        span
    }

    fn eat(&mut self, token: Token) -> bool {
        let there = self.at(token);
        if there {
            self.bump();
        }
        there
    }

    /// From the beginning of `start` to the end of the last token passed.
    fn since(&self, start: Span) -> Span {
        let end = self
            .pos
            .checked_sub(1)
            .map_or(start.end, |last| self.lexeme_at(last).end);
        Span {
            end: end.max(start.end),
            ..start
        }
    }

    /// Just behind the last token passed.
    fn behind(&self) -> Span {
        let end = self.pos.checked_sub(1).map_or(0, |last| self.lexeme_at(last).end) as usize;
        Span::new(self.file, end, end)
    }

    fn slice(&self, span: Span) -> &'a str {
        &self.text[span.range()]
    }

    /// The name at `span`, without backquotes.
    fn unquoted(&self, span: Span) -> &'a str {
        self.slice(span).trim_matches('`')
    }

    /// Does the next token stand on a later line than the last one?
    fn on_new_line(&self) -> bool {
        self.slice(Span {
            end: self.here().start,
            ..self.behind()
        })
        .contains('\n')
    }
}

// Expectations.
impl Parser<'_> {
    /// Passes over `token`, which must come next; `why` says what it is for.
    fn expect(&mut self, token: Token, why: &str) -> Result<Span> {
        if self.at(token) {
            return Ok(self.bump());
        }
        let wanted = format!("`{}`", token.text().expect("a fixed token"));
        Err(self.unexpected(&format!("{wanted} {why}"), |d| d))
    }

    /// Passes over the bracket that closes the one at `open`.
    fn close(&mut self, token: Token, open: Span) -> Result<Span> {
        if self.at(token) {
            return Ok(self.bump());
        }
        let wanted = format!("`{}`", token.text().expect("a fixed token"));
        Err(self.unexpected(&wanted, |d| d.related(open, "to close this")))
    }

    /// Passes over the `;` after `what`; a missing one is plain where something new begins.
    fn semicolon(&mut self, what: &str) -> Result<()> {
        if self.eat(Token::Semicolon) {
            return Ok(());
        }
        let next = self.peek();
        let begins =
            next.starts_statement() || next.starts_clause() || next.starts_loop_clause() || self.at_declaration();
        let brace = matches!(next, Token::OpenBrace | Token::CloseBrace | Token::End);
        let name = next == Token::Name && (self.on_new_line() || self.peek_second() == Token::Becomes);
        if begins || brace || name {
            let message = format!("expected `;` after {what}, found {}", self.found());
            let error = Diagnostic::error(self.behind(), message)
                .label("`;` is missing here")
                .help("add `;`");
            self.report(error);
            return Ok(());
        }
        Err(self.unexpected(&format!("`;` after {what}"), |d| d))
    }

    /// A name; `what` says of what.
    fn name(&mut self, what: &str) -> Result<Name> {
        if self.at(Token::Name) {
            let span = self.bump();
            return Ok(Name {
                text: self.unquoted(span).into(),
                place: span.into(),
            });
        }
        if let Some(name) = self.keyword_as_name() {
            return Ok(name);
        }
        let advice = self.with_backquotes();
        Err(self.unexpected(what, advice))
    }

    /// One or more of something, separated by commas.
    fn comma_separated<T>(&mut self, mut one: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut all = vec![one(self)?];
        while self.eat(Token::Comma) {
            all.push(one(self)?);
        }
        Ok(all)
    }

    /// `( … )` around any number of something, separated by commas.
    fn in_parens<T>(&mut self, why: &str, one: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let open = self.expect(Token::OpenParen, why)?;
        if self.eat(Token::CloseParen) {
            return Ok(Vec::new());
        }
        let all = self.comma_separated(one)?;
        self.close(Token::CloseParen, open)?;
        Ok(all)
    }

    /// One level deeper. Whoever recovers from an error restores the depth.
    fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        self.check_height(self.depth)
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Is what has been read not nested too deep? If it is, the rest of the declaration is given up.
    fn check_height(&mut self, height: usize) -> Result<()> {
        if height <= MAX_NESTING {
            return Ok(());
        }
        if !self.nested_too_deep {
            self.nested_too_deep = true;
            let message = format!("nested too deep: more than {MAX_NESTING} levels");
            self.report(Diagnostic::error(self.here(), message).help("split this into smaller parts"));
        }
        self.silent = true;
        while !self.at(Token::End) && !self.at_declaration() {
            self.bump();
        }
        Err(Lost)
    }
}

// Messages and recovery.
impl Parser<'_> {
    /// Reports that something else was expected at the next token.
    fn unexpected(&mut self, expected: &str, more: impl FnOnce(Diagnostic) -> Diagnostic) -> Lost {
        if !self.peek().is_bad() {
            let message = format!("expected {expected}, found {}", self.found());
            let error = Diagnostic::error(self.here(), message).label(format!("expected {expected}"));
            let error = more(error);
            let error = if error.help.is_empty() {
                self.with_advice(error)
            } else {
                error
            };
            self.report(error);
        }
        Lost
    }

    /// Adds an error, unless this token had one before.
    fn report(&mut self, error: Diagnostic) {
        if self.silent || self.full || self.last_error == Some(self.pos) {
            return;
        }
        self.last_error = Some(self.pos);
        self.diagnostics.push(error);
        if self.diagnostics.len() > MAX_ERRORS {
            self.full = true;
            self.pos = self.lexemes.len();
        }
    }

    /// The next token in words.
    fn found(&self) -> String {
        let token = self.peek();
        let text = self.slice(self.here());
        let shown: String = text
            .chars()
            .take(40)
            .chain((text.chars().count() > 40).then_some('…'))
            .collect();
        match token {
            Token::End => "the end of the file".to_string(),
            Token::Name => format!("the name `{}`", shown.trim_matches('`')),
            Token::Number => format!("the number `{shown}`"),
            _ if token.is_keyword() => format!("the keyword `{shown}`"),
            _ => format!("`{shown}`"),
        }
    }

    /// Does a declaration begin here? A name must follow, for `field := 1;` does not declare.
    fn at_declaration(&self) -> bool {
        let next = self.peek_second();
        match self.peek() {
            Token::Axiom => !matches!(next, Token::Becomes | Token::Comma | Token::OpenBracket),
            token => token.starts_declaration() && matches!(next, Token::Name | Token::End),
        }
    }

    /// Notes that the text since `start` is not in the tree.
    fn lose(&mut self, start: Span) {
        let span = self.since(start);
        self.lost.push(span);
    }

    /// Goes on after the next `;`, or at a place where something new begins, `stop` or a brace.
    fn skip_past_semicolon(&mut self, stop: fn(Token) -> bool) {
        while !self.eat(Token::Semicolon) {
            let next = self.peek();
            let brace = matches!(next, Token::OpenBrace | Token::CloseBrace | Token::End);
            if brace || stop(next) || self.at_declaration() {
                break;
            }
            self.bump();
        }
    }

    /// Complains about all tokens that are none.
    fn report_bad_tokens(&mut self) {
        for pos in 0..self.lexemes.len() {
            if self.lexemes[pos].token.is_bad() {
                let error = self.bad_token(pos);
                self.diagnostics.push(error);
                if self.diagnostics.len() > MAX_ERRORS {
                    // this is not a program: there is no point in reading it
                    self.lexemes.clear();
                    return;
                }
            }
        }
    }
}
