//! From text to tokens. Nothing is lost: what cannot be understood becomes a token as well,
//! and the parser says what is wrong with it.

use logos::{Filter, Lexer, Logos};

/// A token and the bytes it covers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexeme {
    pub(crate) token: Token,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// All tokens of `text`, without white space and comments.
pub(crate) fn lex(text: &str) -> Vec<Lexeme> {
    let mut lexemes: Vec<Lexeme> = Vec::with_capacity(text.len() / 4);
    for (token, range) in Token::lexer(text).spanned() {
        let token = token.unwrap_or(Token::Garbage);
        let (start, end) = (range.start as u32, range.end as u32);
        match lexemes.last_mut() {
            // one complaint for a run of strange characters
            Some(last) if token == Token::Garbage && last.token == Token::Garbage && last.end == start => {
                last.end = end
            }
            _ => lexemes.push(Lexeme { token, start, end }),
        }
    }
    lexemes
}

/// Is `text` a name that needs no backquotes?
pub(crate) fn is_plain_name(text: &str) -> bool {
    let mut lexer = Token::lexer(text);
    lexer.next() == Some(Ok(Token::Name)) && lexer.span() == (0..text.len()) && !text.starts_with('`')
}

/// The enumeration of tokens and the text of those that have only one.
macro_rules! tokens {
    ($($keyword:ident = $word:tt,)* ; $($sign:ident = $text:tt,)*) => {
        /// A token.
        #[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
        #[logos(skip r"[ \t\r\n\x0B\x0C\u{FEFF}]+")]
        #[logos(skip(r"//[^\n]*", allow_greedy = true))]
        pub(crate) enum Token {
            #[regex(r"[\p{XID_Start}_'$@][\p{XID_Continue}_'$@]*")]
            #[token("`", quoted)]
            Name,
            #[regex(r"[0-9]+")]
            Number,
            /// A name that begins with a digit, or a number with something in it.
            #[regex(r"[0-9][\p{XID_Continue}_'$@]*", priority = 1)]
            BadNumber,
            #[token("/*", comment)]
            UnterminatedComment,
            UnterminatedQuote,
            EmptyQuote,
            /// Characters that mean nothing.
            Garbage,
            /// After the last token; the lexer does not make it.
            End,
            $(#[token($word)] $keyword,)*
            $(#[token($text)] $sign,)*
        }

        impl Token {
            /// The only text of this token, if it has only one.
            pub(crate) fn text(self) -> Option<&'static str> {
                match self {
                    $(Token::$keyword => Some($word),)*
                    $(Token::$sign => Some($text),)*
                    _ => None,
                }
            }

            /// Is this a word with a meaning of its own?
            pub(crate) fn is_keyword(self) -> bool {
                matches!(self, $(Token::$keyword)|*)
            }
        }
    };
}

tokens! {
    Procedure = "procedure", Function = "function", Axiom = "axiom", Field = "field", Var = "var",
    Inout = "inout", Returns = "returns",
    Requires = "requires", Ensures = "ensures", Modifies = "modifies",
    Invariant = "invariant", Predicate = "predicate", Skolem = "skolem",
    Int = "int", Bool = "bool", Ref = "ref", Map = "map", Const = "const",
    If = "if", Then = "then", Else = "else", While = "while", Choose = "choose", Or = "or",
    Havoc = "havoc", Assume = "assume", Assert = "assert", Break = "break", Continue = "continue",
    Label = "label", Goto = "goto", Call = "call", Return = "return",
    Forall = "forall", Exists = "exists", Old = "old", Unchecked = "unchecked",
    True = "true", False = "false", Null = "null",
    ;
    OpenParen = "(", CloseParen = ")", OpenBrace = "{", CloseBrace = "}",
    OpenBracket = "[", CloseBracket = "]",
    Semicolon = ";", Comma = ",", Dot = ".", Colon = ":", ColonColon = "::", Becomes = ":=",
    Implies = "==>", OrOr = "||", AndAnd = "&&",
    EqEq = "==", NotEq = "!=", Less = "<", LessEq = "<=", Greater = ">", GreaterEq = ">=",
    Plus = "+", Minus = "-", Star = "*", Slash = "/", Percent = "%", Bang = "!",
    // operators of other languages, for better messages
    Eq = "=", Amp = "&", Bar = "|", FatArrow = "=>", Iff = "<==>", ShortIff = "<=>",
}

impl Token {
    /// Has this token already been complained about?
    pub(crate) fn is_bad(self) -> bool {
        matches!(
            self,
            Token::BadNumber
                | Token::UnterminatedComment
                | Token::UnterminatedQuote
                | Token::EmptyQuote
                | Token::Garbage
        )
    }

    /// Can only a declaration begin like this?
    pub(crate) fn starts_declaration(self) -> bool {
        matches!(self, Token::Procedure | Token::Function | Token::Axiom | Token::Field)
    }

    /// Can only a statement begin like this (but for `var`, which also declares)?
    pub(crate) fn starts_statement(self) -> bool {
        use Token::*;
        matches!(
            self,
            Var | If | While | Choose | Havoc | Assume | Assert | Break | Continue | Label | Goto | Call | Return
        )
    }

    /// Does a clause of a contract begin like this?
    pub(crate) fn starts_clause(self) -> bool {
        matches!(self, Token::Requires | Token::Ensures | Token::Modifies)
    }

    /// Does a clause of a loop begin like this?
    pub(crate) fn starts_loop_clause(self) -> bool {
        matches!(self, Token::Invariant | Token::Predicate | Token::Skolem)
    }
}

/// `/* … */`, not nested; without an end it reaches to the end of the file.
fn comment(lexer: &mut Lexer<Token>) -> Filter<()> {
    match lexer.remainder().find("*/") {
        Some(at) => {
            lexer.bump(at + 2);
            Filter::Skip
        }
        None => {
            lexer.bump(lexer.remainder().len());
            Filter::Emit(())
        }
    }
}

/// A name between backquotes, on one line.
fn quoted(lexer: &mut Lexer<Token>) -> Result<Token, ()> {
    let rest = lexer.remainder();
    let end = rest.find(['`', '\n', '\r']).unwrap_or(rest.len());
    let closed = rest[end..].starts_with('`');
    lexer.bump(if closed { end + 1 } else { end });
    Ok(match (closed, end) {
        (true, 0) => Token::EmptyQuote,
        (true, _) => Token::Name,
        (false, _) => Token::UnterminatedQuote,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let tokens: Vec<String> = lex(text)
            .iter()
            .map(|l| format!("{:?} {}", l.token, &text[l.start as usize..l.end as usize]))
            .collect();
        assert_eq!(tokens.join(" | "), expect);
    }

    #[test]
    fn names_numbers_and_operators() {
        check(
            "x' _1 $@ \u{e9}t\u{e9}",
            "Name x' | Name _1 | Name $@ | Name \u{e9}t\u{e9}",
        );
        check("while whiles `while`", "While while | Name whiles | Name `while`");
        check("12 012 1x", "Number 12 | Number 012 | BadNumber 1x");
        check(
            "a<=b<==>c==>d",
            "Name a | LessEq <= | Name b | Iff <==> | Name c | Implies ==> | Name d",
        );
        check("x:=a::b", "Name x | Becomes := | Name a | ColonColon :: | Name b");
        check("a.length", "Name a | Dot . | Name length");
    }

    #[test]
    fn comments_and_quotes() {
        check("a /* * / ** */ b // c\nd", "Name a | Name b | Name d");
        check("a /* b", "Name a | UnterminatedComment /* b");
        check("/*/ x */ y", "Name y");
        check(
            "`a b` `c\nd ``",
            "Name `a b` | UnterminatedQuote `c | Name d | EmptyQuote ``",
        );
        check("a #~# b", "Name a | Garbage #~# | Name b");
    }

    #[test]
    fn plain_names_are_those_the_lexer_reads_back() {
        for (name, plain) in [
            ("x", true),
            ("x y", false),
            ("`x`", false),
            ("if", false),
            ("1", false),
            ("", false),
        ] {
            assert_eq!(is_plain_name(name), plain, "{name}");
        }
    }
}
