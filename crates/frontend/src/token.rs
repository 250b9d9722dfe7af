//! Tokens of programs and of the annotations in their comments.

use logos::{Lexer, Logos};

/// Declares the tokens of a language: its own, and those that C, Java and their annotations write alike.
#[macro_export]
macro_rules! tokens {
    ($(#[$($attribute:tt)*])* $visibility:vis enum $name:ident { $($own:tt)* }) => {
        $(#[$($attribute)*])*
        $visibility enum $name {
            $($own)*

            /// `(`
            #[token("(")]
            OpenParen,
            /// `)`
            #[token(")")]
            CloseParen,
            /// `;`
            #[token(";")]
            Semicolon,
            /// `,`
            #[token(",")]
            Comma,
            /// `.`
            #[token(".")]
            Dot,
            /// `..`
            #[token("..")]
            DotDot,
            /// `...`
            #[token("...")]
            Ellipsis,
            /// `:`
            #[token(":")]
            Colon,
            /// `?`
            #[token("?")]
            Question,
            /// `->`
            #[token("->")]
            Arrow,
            /// `=`
            #[token("=")]
            Assign,
            /// `++`
            #[token("++")]
            PlusPlus,
            /// `--`
            #[token("--")]
            MinusMinus,
            /// `<==>`
            #[token("<==>")]
            Iff,
            /// `==>`
            #[token("==>")]
            Implies,
            /// `||`
            #[token("||")]
            OrOr,
            /// `&&`
            #[token("&&")]
            AndAnd,
            /// `|`
            #[token("|")]
            Bar,
            /// `^`
            #[token("^")]
            Caret,
            /// `&`
            #[token("&")]
            Amp,
            /// `==`
            #[token("==")]
            EqEq,
            /// `!=`
            #[token("!=")]
            NotEq,
            /// `<`
            #[token("<")]
            Less,
            /// `<=`
            #[token("<=")]
            LessEq,
            /// `>`
            #[token(">")]
            Greater,
            /// `>=`
            #[token(">=")]
            GreaterEq,
            /// `<<`
            #[token("<<")]
            Shl,
            /// `>>`
            #[token(">>")]
            Shr,
            /// `+`
            #[token("+")]
            Plus,
            /// `-`
            #[token("-")]
            Minus,
            /// `*`
            #[token("*")]
            Star,
            /// `/`
            #[token("/")]
            Slash,
            /// `%`
            #[token("%")]
            Percent,
            /// `!`
            #[token("!")]
            Bang,
            /// `~`
            #[token("~")]
            Tilde,
        }
    };
}

/// Goes on behind the next `end`, and gives what stands before it. Without an end, goes to the end of the text.
pub fn skip_past<'s, T>(lexer: &mut Lexer<'s, T>, end: &str) -> Option<&'s str>
where
    T: Logos<'s, Source = str>,
{
    let rest = lexer.remainder();
    let at = rest.find(end);
    lexer.bump(at.map_or(rest.len(), |at| at + end.len()));
    at.map(|at| &rest[..at])
}
