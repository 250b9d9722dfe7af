//! From the text of an annotation to tokens. Keywords are names: only the place of a word tells
//! whether it is one. What cannot be understood becomes a token too.

use abide_frontend::token::skip_past;
use logos::{Filter, Lexer, Logos};

/// A token and the bytes it covers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexeme {
    pub(super) token: Token,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// All tokens of `text`, without white space and comments.
pub(super) fn lex(text: &str) -> Vec<Lexeme> {
    Token::lexer(text)
        .spanned()
        .map(|(token, range)| Lexeme {
            token: token.unwrap_or(Token::Garbage),
            start: range.start,
            end: range.end,
        })
        .collect()
}

abide_frontend::tokens! {
    /// A token.
    #[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
    #[logos(skip r"[ \t\r\n\x0B\x0C\u{FEFF}]+")]
    #[logos(skip(r"//[^\n]*", allow_greedy = true))]
    pub(super) enum Token {
        #[regex(r"[\p{XID_Start}_$][\p{XID_Continue}_$]*")]
        Name,
        /// `\result` and its like.
        #[regex(r"\\[A-Za-z_][A-Za-z0-9_]*")]
        Word,
        #[regex(r"[0-9][0-9_]*[lL]?")]
        #[regex(r"0[xX][0-9a-fA-F_]+[lL]?")]
        #[regex(r"0[bB][01_]+[lL]?")]
        Integer,
        #[regex(r"([0-9][0-9_]*)?\.[0-9]+([eE][+-]?[0-9]+)?[fFdD]?")]
        #[regex(r"[0-9][0-9_]*([eE][+-]?[0-9]+)[fFdD]?")]
        #[regex(r"[0-9][0-9_]*[fFdD]")]
        Float,
        #[regex(r"'([^'\\\n\r]|\\[^\n\r])[^'\n\r]*'")]
        Char,
        #[regex(r#""([^"\\\n\r]|\\[^\n\r])*""#)]
        String,
        /// `(* in words *)`.
        #[token("(*", informal)]
        Informal,
        #[token("/*", comment)]
        UnterminatedComment,
        /// Characters that mean nothing.
        Garbage,
        /// After the last token; the lexer does not make it.
        End,

        #[token("[")]
        OpenBracket,
        #[token("]")]
        CloseBracket,
        #[token("{")]
        OpenBrace,
        #[token("}")]
        CloseBrace,
        #[token("{|")]
        OpenGroup,
        #[token("|}")]
        CloseGroup,
        #[token("::")]
        ColonColon,

        #[regex(r"([-+*/%&|^]|<<|>>|>>>)=")]
        OpAssign,

        #[token("<=!=>")]
        NotIff,
        #[token("<==")]
        ImpliedBy,
        #[token("<:")]
        Subtype,
        #[token(">>>")]
        Ushr,
    }
}

/// `/* … */`, not nested; without an end it reaches to the end of the text.
fn comment(lexer: &mut Lexer<Token>) -> Filter<()> {
    match skip_past(lexer, "*/") {
        Some(_) => Filter::Skip,
        None => Filter::Emit(()),
    }
}

/// `(* … *)`; without an end it reaches to the end of the text.
fn informal(lexer: &mut Lexer<Token>) {
    skip_past(lexer, "*)");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let tokens: Vec<String> = lex(text)
            .iter()
            .map(|l| format!("{:?} {}", l.token, &text[l.start..l.end]))
            .collect();
        assert_eq!(tokens.join(" | "), expect);
    }

    #[test]
    fn operators_are_as_long_as_they_can_be() {
        check("a<==>b<==c", "Name a | Iff <==> | Name b | ImpliedBy <== | Name c");
        check(
            "a<=!=>b<=!c",
            "Name a | NotIff <=!=> | Name b | LessEq <= | Bang ! | Name c",
        );
        check("x<-1", "Name x | Less < | Minus - | Integer 1");
        check(
            "a[0..n]",
            "Name a | OpenBracket [ | Integer 0 | DotDot .. | Name n | CloseBracket ]",
        );
    }

    #[test]
    fn literals_words_and_comments() {
        check(
            "\\result 0x1FL 1.5f 1e3",
            "Word \\result | Integer 0x1FL | Float 1.5f | Float 1e3",
        );
        check(r"'a' '\'' '\u0041'", r"Char 'a' | Char '\'' | Char '\u0041'");
        check(r#""a\"b" c"#, r#"String "a\"b" | Name c"#);
        check("a /* b */ c // d\ne", "Name a | Name c | Name e");
        check("(* so to speak *) x", "Informal (* so to speak *) | Name x");
        check("\u{e9}t\u{e9} # '", "Name \u{e9}t\u{e9} | Garbage # | Garbage '");
    }
}
