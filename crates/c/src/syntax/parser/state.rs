//! The parser: its tokens, the scopes of names, and what it says.

use crate::syntax::ast::{Broken, Enum, Layout, Name, Record, Unread};
use crate::syntax::lexeme::Lexeme;
use crate::syntax::lexer::{Mode, Token, lex};
use crate::syntax::preprocess::macros::Macros;
use crate::syntax::preprocess::packing::Packing;
use crate::syntax::{Granted, preprocess::places::Placed};
use abide_base::{Diagnostic, FileId, Span};
use abide_frontend::tree::MAX_NESTING;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What does not fit, and where.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Where.
    pub span: Span,
    /// One line that stands alone.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Failure {
    /// A failure at a place.
    pub fn new(span: Span, message: impl Into<String>) -> Failure {
        Failure {
            span,
            message: message.into(),
            help: None,
        }
    }

    /// Adds advice.
    pub fn help(mut self, help: impl Into<String>) -> Failure {
        self.help = Some(help.into());
        self
    }

    /// As a diagnostic that is an error.
    pub fn error(self) -> Diagnostic {
        self.advise(Diagnostic::error(self.span, self.message.clone()))
    }

    /// As a diagnostic that is a warning.
    pub fn warning(self) -> Diagnostic {
        self.advise(Diagnostic::warning(self.span, self.message.clone()))
    }

    fn advise(&self, diagnostic: Diagnostic) -> Diagnostic {
        match &self.help {
            Some(help) => diagnostic.help(help.clone()),
            None => diagnostic,
        }
    }
}

/// What reading gives.
pub type Read<T> = Result<T, Failure>;

/// What a name in scope stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A type.
    Typedef,
    /// A variable, function or constant.
    Value,
}

/// A type that is declared inside a declaration or expression, and comes before it in the tree.
#[derive(Clone, Debug)]
pub(super) enum Hoisted {
    Record(Record),
    Enum(Enum),
}

/// What the parser remembers while it reads annotations.
#[derive(Clone, Debug, Default)]
pub(super) struct AcslState<'t> {
    /// Types declared by `type t;`.
    pub(super) types: BTreeSet<&'t str>,
    /// Ghost code that could not be read.
    pub(super) unread_ghost: Option<Broken>,
    /// The annotation that is being read.
    pub(super) here: Here,
}

/// What is remembered of one annotation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Here {
    /// Our own clauses may stand in it.
    pub(super) own: bool,
    /// In the middle of `? … :`, where `name:` is not the name of a formula.
    pub(super) before_colon: bool,
    /// How many binders have begun whose `;` is still to come.
    pub(super) open_heads: usize,
}

/// The state of reading one file.
pub struct Parser<'t> {
    pub(super) tokens: Vec<Lexeme<'t>>,
    pub(super) at: usize,
    pub(super) end: Lexeme<'t>,
    /// The annotations that stand before a token, given by its number. Who reads them takes
    /// them out; what is left is misplaced.
    pub(super) annotations: BTreeMap<usize, Vec<Lexeme<'t>>>,
    pub(super) scopes: Vec<BTreeMap<Arc<str>, Meaning>>,
    pub(super) depth: usize,
    /// How deep the tree under construction goes, counted from the root.
    pub(super) peak: usize,
    /// Clauses left out since somebody last asked for them.
    pub(super) unread: Vec<Unread>,
    /// Declarations of ACSL at file scope that were left out.
    pub(super) unread_logic: Vec<Unread>,
    /// What was said so far.
    pub(in crate::syntax) diagnostics: Vec<Diagnostic>,
    pub(super) macros: Macros<'t>,
    pub(super) packing: Packing,
    /// Did an attribute change the layout of the structure that is being read?
    pub(super) layout: Layout,
    /// What is said of the parameter that is being read.
    pub(super) promised: Promised,
    /// In ghost code?
    pub(super) ghost: bool,
    pub(super) acsl: AcslState<'t>,
    /// Structures and enumerations that were read since somebody last put them into the tree.
    pub(super) hoisted: Vec<Hoisted>,
    /// How many names were invented.
    pub(super) inventions: usize,
    /// The `#include`s of headers in which something was skipped.
    pub(super) skipped: BTreeSet<Span>,
    /// What functions require, and ensure, which have no contract.
    pub(in crate::syntax) given: Option<[&'t Granted; 2]>,
}

/// What callers promise of a parameter, by its declarator.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Promised {
    /// `restrict`.
    pub(super) restricted: bool,
    /// `[static n]`.
    pub(super) at_least: bool,
}

impl<'t> Parser<'t> {
    /// A parser over tokens of `file`.
    pub fn new(file: FileId, placed: Placed<'t>) -> Parser<'t> {
        let end = end_after(file, &placed.tokens);
        let (tokens, annotations) = without_annotations(placed.tokens);
        let types = ["__builtin_va_list", "__int128_t", "__uint128_t"];
        Parser {
            tokens,
            at: 0,
            end,
            annotations,
            scopes: vec![types.into_iter().map(|name| (name.into(), Meaning::Typedef)).collect()],
            depth: 0,
            peak: 0,
            unread: Vec::new(),
            unread_logic: Vec::new(),
            diagnostics: Vec::new(),
            macros: placed.macros,
            packing: placed.packing,
            layout: Layout::Usual,
            promised: Promised::default(),
            ghost: false,
            acsl: AcslState::default(),
            hoisted: Vec::new(),
            inventions: 0,
            skipped: BTreeSet::new(),
            given: None,
        }
    }

    /// Reads the tokens of an annotation with `read`, in the scopes of the code around it.
    pub fn within<T>(&mut self, annotation: Lexeme<'t>, read: impl FnOnce(&mut Parser<'t>) -> T) -> T {
        let (tokens, annotations) =
            without_annotations(self.macros.expand(open_annotation(annotation), annotation.order));
        let mut end = annotation;
        end.token = Token::End;
        end.text = "";
        if !annotation.header {
            end.span.start = end.span.end;
        }
        let outer_tokens = std::mem::replace(&mut self.tokens, tokens);
        let outer_annotations = std::mem::replace(&mut self.annotations, annotations);
        let outer_end = std::mem::replace(&mut self.end, end);
        let outer_at = std::mem::replace(&mut self.at, 0);
        let result = read(self);
        self.report_misplaced();
        self.tokens = outer_tokens;
        self.annotations = outer_annotations;
        self.end = outer_end;
        self.at = outer_at;
        result
    }

    // Looking at tokens.

    /// The next token.
    pub fn peek(&self) -> Token {
        self.lexeme().token
    }

    /// The token after the next `n`.
    pub fn peek_at(&self, n: usize) -> Token {
        self.lexeme_at(n).token
    }

    /// The next token with its text and place.
    pub fn lexeme(&self) -> Lexeme<'t> {
        self.lexeme_at(0)
    }

    /// The token after the next `n`, with its text and place.
    pub fn lexeme_at(&self, n: usize) -> Lexeme<'t> {
        self.tokens.get(self.at + n).copied().unwrap_or(self.end)
    }

    /// The place of the next token.
    pub fn span(&self) -> Span {
        self.lexeme().span
    }

    /// The place of the token before.
    pub fn last_span(&self) -> Span {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.map_or(self.span(), |l| l.span)
    }

    /// From `start` to the token before.
    pub fn since(&self, start: Span) -> Span {
        let last = self.last_span();
        if last.end < start.start { start } else { start.to(last) }
    }

    /// Is the next token this one?
    pub fn is(&self, token: Token) -> bool {
        self.peek() == token
    }

    /// Is the next token the name `word`? So the keywords of ACSL are recognised.
    pub fn is_word(&self, word: &str) -> bool {
        let next = self.lexeme();
        matches!(next.token, Token::Name | Token::AcslWord) && next.text == word
    }

    // Taking tokens.

    /// Takes the next token, whatever it is.
    pub(in crate::syntax) fn next(&mut self) -> Lexeme<'t> {
        let next = self.lexeme();
        self.at = (self.at + 1).min(self.tokens.len());
        next
    }

    /// Takes the next token if it is this one.
    pub fn eat(&mut self, token: Token) -> Option<Lexeme<'t>> {
        self.is(token).then(|| self.next())
    }

    /// Takes the next token if it is the name `word`.
    pub fn eat_word(&mut self, word: &str) -> Option<Lexeme<'t>> {
        self.is_word(word).then(|| self.next())
    }

    /// Takes this token, or fails.
    pub fn expect(&mut self, token: Token, what: &str) -> Read<Lexeme<'t>> {
        match self.eat(token) {
            Some(lexeme) => Ok(lexeme),
            None => Err(self.unexpected(what)),
        }
    }

    /// Takes the `;` at the end of something, or fails at that end.
    pub fn expect_semicolon(&mut self) -> Read<()> {
        if self.eat(Token::Semicolon).is_some() {
            return Ok(());
        }
        match self.is(Token::Unterminated) {
            true => Err(self.unexpected("`;`")),
            false => {
                let failure = self.unexpected("`;` after this");
                Err(Failure::new(self.last_span(), failure.message))
            }
        }
    }

    /// Takes a name, or fails.
    pub fn name(&mut self) -> Read<Name> {
        Ok(name_of(self.expect(Token::Name, "a name")?))
    }

    /// The failure that says what was expected instead of the next token.
    pub fn unexpected(&self, what: &str) -> Failure {
        let next = self.lexeme();
        let found = match next.token {
            Token::End => "the end".to_string(),
            Token::Unterminated => {
                return Failure::new(next.span, "this comment has no end").help("write `*/` at its end");
            }
            _ => format!("`{}`", shortened(next.text)),
        };
        Failure::new(next.span, format!("expected {what}, found {found}"))
    }

    // Going back and skipping.

    /// A place to go back to.
    pub fn mark(&self) -> usize {
        self.at
    }

    /// Goes back.
    pub fn reset(&mut self, mark: usize) {
        self.at = mark;
    }

    /// Skips a bracketed group whose opening token is next, to behind its closing one.
    pub fn skip_group(&mut self) {
        let mut open = 0usize;
        loop {
            match self.next().token {
                Token::OpenParen | Token::OpenBracket | Token::OpenBrace => open += 1,
                Token::CloseParen | Token::CloseBracket | Token::CloseBrace => open = open.saturating_sub(1),
                Token::End => return,
                _ => {}
            }
            if open == 0 {
                return;
            }
        }
    }

    /// Skips to behind the next `;` that is in no bracket, or to the end or an unmatched bracket.
    pub fn skip_past_semicolon(&mut self) {
        loop {
            match self.peek() {
                Token::OpenParen | Token::OpenBracket | Token::OpenBrace => self.skip_group(),
                Token::Semicolon => {
                    self.next();
                    return;
                }
                Token::End | Token::CloseBrace | Token::CloseParen | Token::CloseBracket => return,
                _ => {
                    self.next();
                }
            }
        }
    }

    // Depth.

    /// Reads something one level deeper, or fails if that is too deep.
    pub fn nest<T>(&mut self, read: impl FnOnce(&mut Parser<'t>) -> Read<T>) -> Read<T> {
        self.depth += 1;
        self.peak = self.peak.max(self.depth);
        let result = match self.depth > MAX_NESTING {
            true => Err(self.too_deep()),
            false => read(self),
        };
        self.depth -= 1;
        result
    }

    /// Reads a chain with `read`, which calls [`Parser::link`] whenever it puts a node on top of
    /// what it has read so far.
    pub fn chain<T>(&mut self, read: impl FnOnce(&mut Parser<'t>) -> Read<T>) -> Read<T> {
        let outer = std::mem::replace(&mut self.peak, self.depth);
        let result = read(self);
        self.peak = self.peak.max(outer);
        result
    }

    /// Everything read in this chain lies one level deeper than before.
    pub fn link(&mut self) -> Read<()> {
        self.peak += 1;
        match self.peak > MAX_NESTING {
            true => Err(self.too_deep()),
            false => Ok(()),
        }
    }

    pub(super) fn too_deep(&self) -> Failure {
        let message = format!("this is nested more than {MAX_NESTING} levels deep");
        Failure::new(self.span(), message).help("split it into smaller parts")
    }

    // Scopes.

    /// Reads something in a scope of its own.
    pub fn scoped<T>(&mut self, read: impl FnOnce(&mut Parser<'t>) -> T) -> T {
        self.scopes.push(BTreeMap::new());
        let result = read(self);
        self.scopes.pop();
        result
    }

    /// Declares a name in the innermost scope.
    pub fn declare(&mut self, name: &str, meaning: Meaning) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.into(), meaning);
        }
    }

    /// Does this name stand for a type here?
    pub fn is_typedef(&self, name: &str) -> bool {
        let meaning = self.scopes.iter().rev().find_map(|scope| scope.get(name));
        meaning == Some(&Meaning::Typedef)
    }

    /// Is anything known of this name?
    pub fn is_known(&self, name: &str) -> bool {
        self.scopes.iter().any(|scope| scope.contains_key(name))
    }

    // Messages.

    /// Says something.
    pub fn tell(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Are we in ghost code?
    pub fn is_ghost(&self) -> bool {
        self.ghost
    }

    /// Reads ghost code with `read`: what is declared and done there is ghost.
    pub fn in_ghost<T>(&mut self, read: impl FnOnce(&mut Parser<'t>) -> T) -> T {
        let outer = std::mem::replace(&mut self.ghost, true);
        let result = read(self);
        self.ghost = outer;
        result
    }
}

/// A name from its token.
pub fn name_of(lexeme: Lexeme) -> Name {
    Name {
        text: lexeme.text.into(),
        span: lexeme.span,
    }
}

/// The tokens of an annotation. Its text is that of the user's file, byte by byte.
fn open_annotation(annotation: Lexeme) -> Vec<Lexeme> {
    let at = annotation.span.start as usize;
    let place = |range: std::ops::Range<usize>| match annotation.header {
        true => annotation.span,
        false => Span::new(annotation.span.file, at + range.start, at + range.end),
    };
    lex(annotation.text, Mode::of_annotation(annotation.text))
        .into_iter()
        .map(|(token, range)| Lexeme {
            token,
            text: &annotation.text[range.clone()],
            span: place(range),
            ..annotation
        })
        .collect()
}

/// Tokens, and the annotations that stand before them.
type Separated<'t> = (Vec<Lexeme<'t>>, BTreeMap<usize, Vec<Lexeme<'t>>>);

/// Takes the annotations out of the row of tokens.
fn without_annotations(all: Vec<Lexeme>) -> Separated {
    let mut tokens = Vec::with_capacity(all.len());
    let mut annotations: BTreeMap<usize, Vec<Lexeme>> = BTreeMap::new();
    for lexeme in all {
        match lexeme.token {
            Token::Annotation => annotations.entry(tokens.len()).or_default().push(lexeme),
            _ => tokens.push(lexeme),
        }
    }
    (tokens, annotations)
}

/// The token that stands behind all others.
fn end_after<'t>(file: FileId, tokens: &[Lexeme<'t>]) -> Lexeme<'t> {
    let at = tokens.last().map_or(0, |last| last.span.end as usize);
    Lexeme {
        token: Token::End,
        text: "",
        span: Span::new(file, at, at),
        header: false,
        system: false,
        order: 0,
    }
}

/// At most forty characters of a text.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_string(),
    }
}
