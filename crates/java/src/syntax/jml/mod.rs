//! JML: what annotations say, before it is known what they speak of.
//!
//! Recursive descent. A clause that cannot be read is passed over up to its semicolon, a
//! warning says what was expected, and whoever the clause speaks of learns of it ([`Unread`]).
//!
//! * This file: the items of an annotation, the cursor over the tokens, messages, recovery.
//! * `clause`: one function per kind of clause; `declaration`: ghosts and model members.
//! * `escjava`: the pragmas that only ESC/Java has.
//! * `expression`, `primary`: formulas and terms.
//! * `types`: types and sets of locations.
//! * `keywords`: the words an item may begin with, and what was meant by others.

mod clause;
mod declaration;
mod escjava;
mod expression;
mod keywords;
mod lexer;
mod primary;
mod types;

pub(super) use keywords::{is_keyword, is_of_escjava};

use super::ast::*;
use abide_base::{Diagnostic, FileId, Severity, Span};
use lexer::{Lexeme, Token, lex};

/// Something an annotation says, and its place.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) kind: ItemKind,
    pub(super) span: Span,
}

/// What an annotation says.
#[derive(Clone, Debug)]
pub(super) enum ItemKind {
    /// Modifiers of what follows.
    Modifiers(Modifiers),
    /// `also`.
    Also,
    /// `normal_behavior` and so on.
    Behavior(Behavior),
    /// `{|`, or else `|}`: cases within a case.
    Group(bool),
    /// `old T x = e;`.
    Old((TypeRef, Name, Expr)),
    /// `initially`.
    Initially(Clause),
    /// `in`: the groups of the fields that are named, or of those declared before it; `maps`: of the elements of one.
    Groups(Vec<Name>, bool, Vec<Name>),
    /// `constraint` of a class.
    Constraint(Invariant),
    /// `implies_that`, `for_example`: the rest of the contract follows from what came before.
    Consequences,
    /// `requires`.
    Requires(Expr),
    /// `ensures`.
    Ensures(Expr),
    /// `signals`.
    Signals(Signals),
    /// `signals_only`.
    SignalsOnly(Vec<TypeRef>),
    /// `assignable`, of a method or of a loop.
    Assignable(Vec<Location>),
    /// `decreases`, of a method or of a loop.
    Decreases(Expr),
    /// `measured_by`, of a method.
    Measure(Expr),
    /// `requires_redundantly`: it follows from the preconditions.
    Implied(Expr),
    /// `loop_invariant`.
    LoopInvariant(Expr),
    /// `loop_assigns`.
    LoopAssigns(Vec<Location>),
    /// `loop_predicate`.
    Predicates(Vec<Expr>),
    /// `skolem_constant`.
    Skolems(Vec<(TypeRef, Name)>),
    /// `invariant` of a class.
    Invariant(Invariant),
    /// `represents` of a class.
    Represents(Representation),
    /// Variables that are `ghost` or `model`: fields or local ones.
    Variables(Vec<Local>),
    /// A model method, without its contract.
    Method(Box<Method>),
    /// `assert` and so on.
    Statement(StmtKind),
    /// ESC/Java's `nowarn`, with the names of warnings.
    Nowarn(Vec<String>),
    /// A pragma of ESC/Java that is not checked: what it has us believe.
    Unchecked(String),
}

/// Reads the text of an annotation, of JML or of ESC/Java, which stands at byte `offset` of the file.
pub(super) fn parse_items(
    file: FileId,
    text: &str,
    offset: usize,
    escjava: bool,
    diagnostics: &mut Vec<Diagnostic>,
    unread: &mut Vec<Unread>,
) -> Vec<Item> {
    let mut parser = Parser::new(file, text, offset);
    parser.escjava = escjava;
    parser.items();
    diagnostics.append(&mut parser.diagnostics);
    unread.append(&mut parser.unread);
    parser.items
}

/// Reads a JML expression alone; its text stands at byte `offset` of the file.
#[allow(clippy::result_large_err)]
pub fn parse_expression(file: FileId, text: &str, offset: usize) -> Result<Expr, Diagnostic> {
    let mut parser = Parser::new(file, text, offset);
    let expr = parser.expression().and_then(|expr| match parser.peek() {
        Token::End => Ok(expr),
        _ => Err(parser.unexpected("an operator or the end of the expression")),
    });
    expr.map_err(|error| Diagnostic {
        severity: Severity::Error,
        ..*error
    })
}

/// What could not be read, as a message.
type Parse<T> = Result<T, Box<Diagnostic>>;

struct Parser<'a> {
    text: &'a str,
    file: FileId,
    offset: usize,
    lexemes: Vec<Lexeme>,
    pos: usize,
    depth: usize,
    /// Is this a pragma of ESC/Java?
    escjava: bool,
    /// Groups of cases that are open.
    groups: Vec<Span>,
    items: Vec<Item>,
    /// What is passed over although it says something.
    unread: Vec<Unread>,
    diagnostics: Vec<Diagnostic>,
}

// The cursor.
impl<'a> Parser<'a> {
    fn new(file: FileId, text: &'a str, offset: usize) -> Parser<'a> {
        Parser {
            text,
            file,
            offset,
            lexemes: lex(text),
            pos: 0,
            depth: 0,
            escjava: false,
            groups: Vec::new(),
            items: Vec::new(),
            unread: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    fn lexeme(&self, pos: usize) -> Lexeme {
        let end = self.text.trim_end().len();
        self.lexemes.get(pos).copied().unwrap_or(Lexeme {
            token: Token::End,
            start: end,
            end,
        })
    }

    fn peek(&self) -> Token {
        self.peek_at(0)
    }

    /// The token `ahead` of the next one.
    fn peek_at(&self, ahead: usize) -> Token {
        self.lexeme(self.pos + ahead).token
    }

    fn at(&self, token: Token) -> bool {
        self.peek() == token
    }

    /// The text of the next token, or of one `ahead` of it.
    fn word_at(&self, ahead: usize) -> &'a str {
        let lexeme = self.lexeme(self.pos + ahead);
        &self.text[lexeme.start..lexeme.end]
    }

    /// Is the next token this name, or this word with a backslash?
    fn at_word(&self, word: &str) -> bool {
        self.word_at(0) == word
    }

    /// The place of the next token.
    fn here(&self) -> Span {
        let lexeme = self.lexeme(self.pos);
        Span::new(self.file, self.offset + lexeme.start, self.offset + lexeme.end)
    }

    /// Just behind the last token passed.
    fn behind(&self) -> Span {
        let end = self.pos.checked_sub(1).map_or(0, |last| self.lexeme(last).end);
        Span::new(self.file, self.offset + end, self.offset + end)
    }

    /// From the beginning of `start` to the end of the last token passed.
    fn since(&self, start: Span) -> Span {
        start.to(self.behind())
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

    fn eat_word(&mut self, word: &str) -> bool {
        let there = self.at_word(word);
        if there {
            self.bump();
        }
        there
    }
}

// Expectations.
impl Parser<'_> {
    fn expect(&mut self, token: Token, what: &str) -> Parse<Span> {
        if self.at(token) {
            return Ok(self.bump());
        }
        Err(self.unexpected(what))
    }

    /// An identifier.
    fn name(&mut self, what: &str) -> Parse<Name> {
        if self.at(Token::Name) && !keywords::is_java_keyword(self.word_at(0)) {
            let text = self.word_at(0).into();
            let span = self.bump();
            return Ok(Name { text, span });
        }
        Err(self.unexpected(what))
    }

    /// The `;` after `what`. At the end of the annotation, and where the next clause begins, it
    /// is plain what was meant; ESC/Java does not ask for it at the end.
    fn semicolon(&mut self, what: &str) -> Parse<()> {
        if self.eat(Token::Semicolon) || self.escjava && self.at(Token::End) {
            return Ok(());
        }
        if self.at(Token::End) || (self.at(Token::Name) && is_keyword(self.word_at(0))) {
            let message = format!("expected `;` after {what}, found {}", self.found());
            let warning = Diagnostic::warning(self.behind(), message).label("`;` is missing here");
            self.diagnostics.push(warning.help("add `;`"));
            return Ok(());
        }
        Err(self.unexpected(&format!("`;` after {what}")))
    }

    /// One or more of something, separated by commas.
    fn comma_separated<T>(&mut self, mut one: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        let mut all = vec![one(self)?];
        while self.eat(Token::Comma) {
            all.push(one(self)?);
        }
        Ok(all)
    }

    /// `( … )` around any number of something, separated by commas.
    fn in_parens<T>(&mut self, one: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        self.expect(Token::OpenParen, "`(`")?;
        if self.eat(Token::CloseParen) {
            return Ok(Vec::new());
        }
        let all = self.comma_separated(one)?;
        self.expect(Token::CloseParen, "`,` or `)`")?;
        Ok(all)
    }

    /// Is a tree of this height not too high?
    fn check_height(&self, height: usize) -> Parse<()> {
        if height <= MAX_NESTING {
            return Ok(());
        }
        let message = format!("nested too deep: more than {MAX_NESTING} levels");
        Err(Box::new(Diagnostic::warning(self.here(), message)))
    }
}

// Messages and recovery.
impl Parser<'_> {
    /// Something else was expected at the next token.
    fn unexpected(&self, expected: &str) -> Box<Diagnostic> {
        let message = format!("expected {expected}, found {}", self.found());
        Box::new(Diagnostic::warning(self.here(), message).label(format!("expected {expected}")))
    }

    /// The next token in words.
    fn found(&self) -> String {
        let text = self.word_at(0);
        let mut shown: String = text.chars().take(40).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        match self.peek() {
            Token::End => "the end of the annotation".to_string(),
            Token::UnterminatedComment => "a comment without end".to_string(),
            _ => format!("`{shown}`"),
        }
    }

    /// Goes on after the `;` of this clause. One inside parentheses belongs to a quantifier,
    /// unless a clause begins behind it.
    fn skip_clause(&mut self) {
        let mut depth = 0usize;
        loop {
            let token = self.peek();
            self.bump();
            match token {
                Token::OpenParen | Token::OpenBrace | Token::OpenBracket => depth += 1,
                Token::CloseParen | Token::CloseBrace | Token::CloseBracket => depth = depth.saturating_sub(1),
                Token::Semicolon if depth == 0 || is_keyword(self.word_at(0)) => return,
                Token::End => return,
                _ => {}
            }
        }
    }
}
