//! From text to tokens, for C and for the ACSL in its comments.
//!
//! Both languages share one set of tokens. What only ACSL has (`\result`, `==>`, `..`) is
//! recognised inside annotations only, because C reads `i-->0` and `a<-->b` in its own way. An
//! annotation is one token of the C around it; [`lex`] opens it. What cannot be understood
//! becomes a token too, so that lexing never fails.

#[cfg(test)]
mod tests;

use abide_frontend::token::skip_past;
use logos::{Filter, Lexer, Logos};
use std::ops::Range;

/// How a text is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// As C: annotations are single tokens, other comments nothing.
    #[default]
    C,
    /// As what stands in `/*@ … */` (or `/@ … @/`), the comment signs included.
    Block,
    /// As a row of `//@` lines, the comment signs included.
    Lines,
}

impl Mode {
    /// How the text of a [`Token::Annotation`] is to be read.
    pub fn of_annotation(text: &str) -> Mode {
        if text.starts_with("//") {
            Mode::Lines
        } else {
            Mode::Block
        }
    }
}

/// A token and the bytes of the text it covers.
pub type Spanned = (Token, Range<usize>);

/// All tokens of `text`, without white space and plain comments.
pub fn lex(text: &str, mode: Mode) -> Vec<Spanned> {
    let mut tokens = Vec::new();
    let inner = inside(text, mode);
    let text = &text[..inner.end];
    let mut lexer = Token::lexer_with_extras(text, mode);
    lexer.bump(inner.start);
    while let Some(token) = lexer.next() {
        let (token, mut range) = (token.unwrap_or(Token::Garbage), lexer.span());
        if token == Token::At && mode != Mode::C && (starts_line(text, range.start) || range.end == text.len()) {
            continue;
        }
        let followed_by_dot = text.as_bytes().get(range.end) == Some(&b'.');
        let split = match token {
            Token::Float if followed_by_dot && text[range.clone()].ends_with('.') => {
                Some((Token::Integer, range.len() - 1))
            }
            _ if mode == Mode::C => c_prefix(token),
            _ => None,
        };
        match split {
            None => tokens.push((token, range)),
            Some((first, length)) => {
                range.end = range.start + length;
                lexer = Token::lexer_with_extras(text, mode);
                lexer.bump(range.end);
                tokens.push((first, range));
            }
        }
    }
    tokens
}

/// The bytes between the signs of an annotation.
fn inside(text: &str, mode: Mode) -> Range<usize> {
    let is_mark = |c: char| c == '@' || c == '%';
    match mode {
        Mode::C | Mode::Lines => 0..text.len(),
        Mode::Block => {
            let end = ["*/", "@/"]
                .iter()
                .find_map(|sign| text.strip_suffix(sign))
                .map_or(text.len(), str::len);
            let begin = match text.strip_prefix("/@").or_else(|| text.strip_prefix("/*")) {
                Some(rest) => text.len() - rest.strip_prefix(is_mark).unwrap_or(rest).len(),
                None => 0,
            };
            begin.min(end)..end
        }
    }
}

/// What C sees first where ACSL sees one token.
fn c_prefix(token: Token) -> Option<(Token, usize)> {
    Some(match token {
        Token::Implies => (Token::EqEq, 2),
        Token::Iff => (Token::LessEq, 2),
        Token::CaretCaret => (Token::Caret, 1),
        Token::DotDot => (Token::Dot, 1),
        Token::BitImplies => (Token::MinusMinus, 2),
        Token::BitIff => (Token::Less, 1),
        Token::AcslWord => (Token::Garbage, 1),
        _ => return None,
    })
}

/// Is there nothing but white space between the beginning of the line and this byte?
fn starts_line(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or("");
    before
        .trim_end_matches([' ', '\t', '@'])
        .chars()
        .next_back()
        .is_none_or(|c| c == '\n' || c == '\r')
}

abide_frontend::tokens! {
    /// A token.
    #[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
    #[logos(extras = Mode)]
    #[logos(skip r"([ \t\r\n\x0B\x0C\u{FEFF}]|\\\r?\n)+")]
    pub enum Token {
        /// An identifier that is no keyword of C. Keywords of ACSL are names.
        #[regex(r"[\p{XID_Start}_$][\p{XID_Continue}_$]*")]
        Name,
        /// ACSL: `\result` and its like, the backslash included.
        #[regex(r"\\[A-Za-z_][A-Za-z0-9_]*")]
        AcslWord,
        /// An integer constant with its suffix.
        #[regex(r"[0-9][0-9A-Za-z_]*")]
        Integer,
        /// A floating constant with its suffix.
        #[regex(r"[0-9]+\.[0-9]*([eE][+-]?[0-9]+)?[A-Za-z0-9]*")]
        #[regex(r"\.[0-9]+([eE][+-]?[0-9]+)?[A-Za-z0-9]*")]
        #[regex(r"[0-9]+[eE][+-]?[0-9]+[A-Za-z0-9]*")]
        #[regex(r"0[xX][0-9a-fA-F]*\.?[0-9a-fA-F]*[pP][+-]?[0-9]+[A-Za-z0-9]*")]
        Float,
        /// A character constant, with its prefix.
        #[regex(r"(L|u|U|u8)?'([^'\\\n\r]|\\[^\n\r]|\\\r?\n)*'")]
        Char,
        /// A string, with its prefix.
        #[regex(r#"(L|u|U|u8)?"([^"\\\n\r]|\\[^\n\r]|\\\r?\n)*""#)]
        Str,
        /// A whole annotation with its comment signs: `/*@ … */`, `//@ …`, `/*% … */`, `//% …`, and
        /// inside annotations `/@ … @/`.
        #[token("/*", block_comment)]
        #[token("//", line_comment)]
        #[token("/@", nested_annotation)]
        Annotation,
        /// A comment that nearly is an annotation: `// @ requires …`.
        NearlyAnnotation,
        /// `/* …` without an end: it reaches to the end of the text.
        Unterminated,
        /// `# 12 "file.c"` or another directive: the line.
        #[token("#", directive)]
        Directive,
        /// Characters that mean nothing.
        Garbage,
        /// After the last token; [`lex`] does not make it.
        End,

        /// `[`
        #[token("[")]
        #[token("<:")]
        OpenBracket,
        /// `]`
        #[token("]")]
        #[token(":>")]
        CloseBracket,
        /// `{`
        #[token("{")]
        #[token("<%")]
        OpenBrace,
        /// `}`
        #[token("}")]
        #[token("%>")]
        CloseBrace,
        /// `@`
        #[token("@")]
        At,

        /// `+=` and the other assignments with an operator.
        #[regex(r"([-+*/%&|^]|<<|>>)=")]
        OpAssign,
        /// ACSL: `^^`
        #[token("^^")]
        CaretCaret,
        /// ACSL: `-->`
        #[token("-->")]
        BitImplies,
        /// ACSL: `<-->`
        #[token("<-->")]
        BitIff,

        /// `auto`
        #[token("auto")]
        Auto,
        /// `__auto_type`
        #[token("__auto_type")]
        AutoType,
        /// `break`
        #[token("break")]
        Break,
        /// `case`
        #[token("case")]
        Case,
        /// `char`
        #[token("char")]
        CharWord,
        /// `const`
        #[token("const")]
        #[token("__const")]
        #[token("__const__")]
        Const,
        /// `continue`
        #[token("continue")]
        Continue,
        /// `default`
        #[token("default")]
        Default,
        /// `do`
        #[token("do")]
        Do,
        /// `else`
        #[token("else")]
        Else,
        /// `enum`
        #[token("enum")]
        Enum,
        /// `extern`
        #[token("extern")]
        Extern,
        /// `float`, `_Float128`, …: complete words of a floating type.
        #[token("float")]
        #[token("__float128")]
        #[token("__float80")]
        #[token("_Float16")]
        #[token("_Float32")]
        #[token("_Float64")]
        #[token("_Float128")]
        #[token("_Float32x")]
        #[token("_Float64x")]
        #[token("_Float128x")]
        #[token("_Decimal32")]
        #[token("_Decimal64")]
        #[token("_Decimal128")]
        #[token("__bf16")]
        FloatWord,
        /// `double`
        #[token("double")]
        Double,
        /// `_Complex`, `_Imaginary`
        #[token("_Complex")]
        #[token("__complex__")]
        #[token("__complex")]
        #[token("_Imaginary")]
        Complex,
        /// `for`
        #[token("for")]
        For,
        /// `goto`
        #[token("goto")]
        Goto,
        /// `if`
        #[token("if")]
        If,
        /// `inline`
        #[token("inline")]
        #[token("__inline")]
        #[token("__inline__")]
        Inline,
        /// `int`
        #[token("int")]
        Int,
        /// `__int128`
        #[token("__int128")]
        Int128,
        /// `long`
        #[token("long")]
        Long,
        /// `register`
        #[token("register")]
        Register,
        /// `restrict`, and Clang's `_Nonnull` and its like, which mean as little.
        #[token("restrict")]
        #[token("__restrict")]
        #[token("__restrict__")]
        #[token("_Nonnull")]
        #[token("_Nullable")]
        #[token("_Null_unspecified")]
        Restrict,
        /// `return`
        #[token("return")]
        Return,
        /// `short`
        #[token("short")]
        Short,
        /// `signed`
        #[token("signed")]
        #[token("__signed")]
        #[token("__signed__")]
        Signed,
        /// `sizeof`
        #[token("sizeof")]
        Sizeof,
        /// `static`
        #[token("static")]
        Static,
        /// `struct`
        #[token("struct")]
        Struct,
        /// `switch`
        #[token("switch")]
        Switch,
        /// `typedef`
        #[token("typedef")]
        Typedef,
        /// `union`
        #[token("union")]
        Union,
        /// `unsigned`
        #[token("unsigned")]
        Unsigned,
        /// `void`
        #[token("void")]
        Void,
        /// `volatile`
        #[token("volatile")]
        #[token("__volatile")]
        #[token("__volatile__")]
        Volatile,
        /// `while`
        #[token("while")]
        While,
        /// `_Alignas`
        #[token("_Alignas")]
        Alignas,
        /// `_Alignof`
        #[token("_Alignof")]
        #[token("__alignof__")]
        #[token("__alignof")]
        Alignof,
        /// `_Atomic`
        #[token("_Atomic")]
        Atomic,
        /// `_Bool`
        #[token("_Bool")]
        Bool,
        /// `_Generic`
        #[token("_Generic")]
        Generic,
        /// `_Noreturn`
        #[token("_Noreturn")]
        Noreturn,
        /// `_Static_assert`
        #[token("_Static_assert")]
        StaticAssert,
        /// `_Thread_local`
        #[token("_Thread_local")]
        #[token("__thread")]
        ThreadLocal,
        /// `__attribute__`
        #[token("__attribute__")]
        #[token("__attribute")]
        Attribute,
        /// `__extension__`
        #[token("__extension__")]
        Extension,
        /// `typeof`
        #[token("typeof")]
        #[token("__typeof")]
        #[token("__typeof__")]
        Typeof,
        /// `asm`
        #[token("asm")]
        #[token("__asm")]
        #[token("__asm__")]
        Asm,
        /// `__label__`
        #[token("__label__")]
        LocalLabel,
        /// `__real__`, `__imag__`
        #[token("__real__")]
        #[token("__real")]
        #[token("__imag__")]
        #[token("__imag")]
        Real,
    }
}

/// After `/*`: an annotation, or nothing.
fn block_comment(lexer: &mut Lexer<Token>) -> Filter<Token> {
    match skip_past(lexer, "*/") {
        Some(content) => comment(lexer.extras, content),
        None => Filter::Emit(Token::Unterminated),
    }
}

/// After `//`: an annotation, or nothing. In [`Mode::Lines`] the next line of the annotation.
fn line_comment(lexer: &mut Lexer<Token>) -> Filter<Token> {
    let rest = lexer.remainder();
    if lexer.extras == Mode::Lines && rest.starts_with(['@', '%']) && starts_line(lexer.source(), lexer.span().start) {
        lexer.bump(1);
        return Filter::Skip;
    }
    let mut end = 0;
    for line in rest.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        end += line.len();
        if !content.ends_with('\\') || content.len() == line.len() {
            end -= line.len() - content.len();
            break;
        }
    }
    lexer.bump(end);
    comment(lexer.extras, &rest[..end])
}

/// What a comment with this content is.
fn comment(mode: Mode, content: &str) -> Filter<Token> {
    if mode != Mode::C {
        return Filter::Skip;
    }
    if content.starts_with(['@', '%']) {
        return Filter::Emit(Token::Annotation);
    }
    match content.trim_start_matches([' ', '\t']).starts_with('@') {
        true => Filter::Emit(Token::NearlyAnnotation),
        false => Filter::Skip,
    }
}

/// After `/@`: an annotation inside ghost code.
fn nested_annotation(lexer: &mut Lexer<Token>) -> Token {
    let end = lexer.remainder().find("@/");
    match end {
        Some(end) if lexer.extras != Mode::C => {
            lexer.bump(end + 2);
            Token::Annotation
        }
        _ => Token::Garbage,
    }
}

/// After `#`: the rest of the line, if the line begins with it. Lines that end in a backslash
/// go on, and so do comments.
fn directive(lexer: &mut Lexer<Token>) -> Token {
    if lexer.extras != Mode::C || !starts_line(lexer.source(), lexer.span().start) {
        return Token::Garbage;
    }
    let rest = lexer.remainder().as_bytes();
    let mut at = 0;
    let mut in_comment = false;
    while let Some(byte) = rest.get(at) {
        let next = rest.get(at + 1);
        match byte {
            b'\n' if !in_comment => break,
            b'\\' if next == Some(&b'\n') => at += 1,
            b'\\' if next == Some(&b'\r') && rest.get(at + 2) == Some(&b'\n') => at += 2,
            b'/' if next == Some(&b'*') && !in_comment => {
                in_comment = true;
                at += 1;
            }
            b'*' if next == Some(&b'/') && in_comment => {
                in_comment = false;
                at += 1;
            }
            _ => {}
        }
        at += 1;
    }
    lexer.bump(at.min(rest.len()));
    Token::Directive
}
