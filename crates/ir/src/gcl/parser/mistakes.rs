//! What people write by habit, and what to tell them.

use super::super::ast::Name;
use super::super::lexer::Token;
use super::Parser;
use abide_base::Diagnostic;

impl Parser<'_> {
    /// What is wrong with a token that is none.
    pub(super) fn bad_token(&self, pos: usize) -> Diagnostic {
        let span = self.span_at(pos);
        let text = self.slice(span);
        let shown: String = text.chars().take(20).flat_map(char::escape_debug).collect();
        match self.lexeme_at(pos).token {
            Token::UnterminatedComment => Diagnostic::error(span, "the comment does not end")
                .label("begins here")
                .help("end it with `*/`"),
            Token::UnterminatedQuote => Diagnostic::error(span, "the name between backquotes does not end")
                .label("begins here")
                .help("end it with a backquote on the same line"),
            Token::EmptyQuote => Diagnostic::error(span, "the name between backquotes is empty"),
            Token::BadNumber => Diagnostic::error(span, format!("`{shown}` is neither a number nor a name"))
                .help("a name does not begin with a digit; a number has digits only"),
            _ => {
                let characters = if text.chars().nth(1).is_some() {
                    "characters"
                } else {
                    "character"
                };
                let error = Diagnostic::error(span, format!("unexpected {characters} `{shown}`"));
                match text {
                    "?" => error.help("a conditional is written `if c then a else b`"),
                    "~" | "\u{ac}" => error.help("negation is written `!`"),
                    "\u{2264}" => error.help("write `<=`"),
                    "\u{2265}" => error.help("write `>=`"),
                    "\u{2260}" => error.help("write `!=`"),
                    "\u{2227}" => error.help("write `&&`"),
                    "\u{2228}" => error.help("write `||`"),
                    "\u{2200}" => error.help("write `forall`"),
                    "\u{2203}" => error.help("write `exists`"),
                    "#" => error.help("a comment begins with `//`"),
                    _ => error,
                }
            }
        }
    }

    /// Adds what may help with the unexpected token that comes next.
    pub(super) fn with_advice(&self, error: Diagnostic) -> Diagnostic {
        let token = self.peek();
        let last = self
            .pos
            .checked_sub(1)
            .map_or("", |last| self.slice(self.span_at(last)));
        if last == "not" {
            return error.help("negation is written `!`");
        }
        match (token, self.slice(self.here())) {
            (Token::Name, "and") => error.help("conjunction is written `&&`"),
            (Token::Or, _) => error.help("disjunction is written `||`"),
            (Token::Name, "div") => error.help("division is written `/`"),
            (Token::Name, "mod") => error.help("the remainder is written `%`"),
            (Token::Name, "implies") => error.help("implication is written `==>`"),
            (Token::Eq, _) => error.help("assignment is written `:=`, comparison `==`"),
            _ => error,
        }
    }

    /// Adds how a name is written that is a keyword, if a keyword comes next.
    pub(super) fn with_backquotes(&self) -> impl FnOnce(Diagnostic) -> Diagnostic + use<> {
        let token = self.peek();
        let word = token
            .text()
            .filter(|_| token.is_keyword() && token != Token::Or && !self.at_declaration());
        move |error| match word {
            Some(word) => error.help(format!(
                "`{word}` is a keyword; as a name it is written between backquotes: `` `{word}` ``"
            )),
            None => error,
        }
    }

    /// A keyword where a name is wanted, if what follows shows that a name was meant.
    pub(super) fn keyword_as_name(&mut self) -> Option<Name> {
        use Token::{Becomes, CloseParen, Colon, Comma, Dot, OpenBracket, OpenParen, Semicolon};
        let follows = self.peek_second();
        let meant = matches!(
            follows,
            Colon | Comma | CloseParen | OpenParen | Semicolon | Becomes | OpenBracket | Dot
        );
        if !self.peek().is_keyword() || !meant {
            return None;
        }
        let span = self.here();
        let word = self.slice(span);
        let error = Diagnostic::error(span, format!("`{word}` is a keyword"))
            .label("expected a name")
            .help(format!("as a name it is written between backquotes: `` `{word}` ``"));
        self.report(error);
        self.bump();
        Some(Name {
            text: word.into(),
            place: span.into(),
        })
    }

    /// The operator that was meant by one of another language; reports it.
    pub(super) fn operator(&mut self) -> Token {
        let (meant, help) = match self.peek() {
            Token::Eq => (Token::EqEq, "comparison is written `==`, assignment `:=`"),
            Token::Amp => (Token::AndAnd, "conjunction is written `&&`"),
            Token::Bar => (Token::OrOr, "disjunction is written `||`"),
            Token::FatArrow => (Token::Implies, "implication is written `==>`"),
            Token::Iff | Token::ShortIff => (Token::EqEq, "between Booleans `==` is equivalence"),
            other => return other,
        };
        let span = self.here();
        let error = Diagnostic::error(span, format!("`{}` is not an operator", self.slice(span))).help(help);
        self.report(error);
        meant
    }

    /// What the type that another language calls like the next token is called here.
    pub(super) fn type_advice(&self) -> &'static str {
        match self.slice(self.here()) {
            "integer" | "Int" | "Integer" | "nat" | "long" => "did you mean `int`?",
            "boolean" | "Bool" | "Boolean" => "did you mean `bool`?",
            "Ref" | "object" | "Object" => "did you mean `ref`?",
            "array" | "Array" => "an array type is written `int[]`",
            "Map" => "did you mean `map<int, int>`?",
            _ => "types are `int`, `bool`, `ref`, `map<K, V>` and `T[]`",
        }
    }
}
