//! Symbolic expressions, as solvers answer in them.
//!
//! [`Framer`] cuts a stream of bytes into whole expressions, [`Sexp::parse`] reads one. Both
//! take whatever a broken solver prints: what is no expression is an error, and neither the
//! depth nor the length of an answer can do harm.

use std::fmt;

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sexp {
    /// A bare word: a symbol, a keyword or a number.
    Word(String),
    /// A symbol that was written `|…|`.
    Quoted(String),
    /// A string literal.
    Text(String),
    /// A list.
    List(Vec<Sexp>),
}

/// How deep lists may be nested.
pub const DEEPEST: usize = 2_000;

/// How long one answer may be, in bytes.
pub const LONGEST: usize = 32 << 20;

/// Why something is no expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SexpError {
    /// It ends in the middle.
    Unfinished,
    /// A parenthesis is closed that was not opened.
    Unopened,
    /// Something follows where the expression ends.
    Trailing,
    /// Lists are nested deeper than [`DEEPEST`].
    TooDeep,
    /// It is longer than [`LONGEST`].
    TooLong,
}

impl fmt::Display for SexpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SexpError::Unfinished => "the answer ends in the middle",
            SexpError::Unopened => "the answer closes a parenthesis that it did not open",
            SexpError::Trailing => "the answer goes on where it should end",
            SexpError::TooDeep => "the answer is nested too deeply",
            SexpError::TooLong => "the answer is too long",
        })
    }
}

impl std::error::Error for SexpError {}

impl Sexp {
    /// Reads the one expression that `text` is.
    pub fn parse(text: &str) -> Result<Sexp, SexpError> {
        let mut open: Vec<Vec<Sexp>> = Vec::new();
        let mut done: Option<Sexp> = None;
        let mut rest = text;
        while let Some((token, after)) = next_token(rest)? {
            rest = after;
            if done.is_some() {
                return Err(SexpError::Trailing);
            }
            let whole = match token {
                Token::Open if open.len() == DEEPEST => return Err(SexpError::TooDeep),
                Token::Open => {
                    open.push(Vec::new());
                    continue;
                }
                Token::Close => Sexp::List(open.pop().ok_or(SexpError::Unopened)?),
                Token::Atom(atom) => atom,
            };
            match open.last_mut() {
                Some(list) => list.push(whole),
                None => done = Some(whole),
            }
        }
        match open.is_empty() {
            true => done.ok_or(SexpError::Unfinished),
            false => Err(SexpError::Unfinished),
        }
    }

    /// The bare word, if it is one.
    pub fn word(&self) -> Option<&str> {
        match self {
            Sexp::Word(w) => Some(w),
            _ => None,
        }
    }

    /// The symbol, bare or quoted: `|x|` and `x` are the same.
    pub fn symbol(&self) -> Option<&str> {
        match self {
            Sexp::Word(w) | Sexp::Quoted(w) => Some(w),
            _ => None,
        }
    }

    /// The parts, if it is a list.
    pub fn list(&self) -> Option<&[Sexp]> {
        match self {
            Sexp::List(parts) => Some(parts),
            _ => None,
        }
    }

    /// The parts after the first, if it is a list that begins with the word `head`.
    pub fn tail_of(&self, head: &str) -> Option<&[Sexp]> {
        let (first, rest) = self.list()?.split_first()?;
        (first.word() == Some(head)).then_some(rest)
    }
}

/// As it would be written.
impl fmt::Display for Sexp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sexp::Word(w) => f.write_str(w),
            Sexp::Quoted(w) => write!(f, "|{w}|"),
            Sexp::Text(t) => write!(f, "\"{}\"", t.replace('"', "\"\"")),
            Sexp::List(parts) => {
                f.write_str("(")?;
                for (i, part) in parts.iter().enumerate() {
                    write!(f, "{}{part}", if i == 0 { "" } else { " " })?;
                }
                f.write_str(")")
            }
        }
    }
}

enum Token {
    Open,
    Close,
    Atom(Sexp),
}

/// The first token and what follows it; `None` at the end.
fn next_token(text: &str) -> Result<Option<(Token, &str)>, SexpError> {
    let mut text = text.trim_start();
    while let Some(comment) = text.strip_prefix(';') {
        text = comment.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
    }
    let Some(first) = text.chars().next() else {
        return Ok(None);
    };
    let after = &text[first.len_utf8()..];
    Ok(Some(match first {
        '(' => (Token::Open, after),
        ')' => (Token::Close, after),
        '|' => {
            let (symbol, rest) = after.split_once('|').ok_or(SexpError::Unfinished)?;
            (Token::Atom(Sexp::Quoted(symbol.to_string())), rest)
        }
        '"' => {
            let (string, rest) = string(after)?;
            (Token::Atom(Sexp::Text(string)), rest)
        }
        _ => {
            let end = text
                .find(|c: char| c.is_whitespace() || "()|\";".contains(c))
                .unwrap_or(text.len());
            (Token::Atom(Sexp::Word(text[..end].to_string())), &text[end..])
        }
    }))
}

/// A string literal after its first quote; a quote inside is doubled.
fn string(text: &str) -> Result<(String, &str), SexpError> {
    let mut value = String::new();
    let mut rest = text;
    loop {
        let (part, after) = rest.split_once('"').ok_or(SexpError::Unfinished)?;
        value.push_str(part);
        match after.strip_prefix('"') {
            Some(more) => {
                value.push('"');
                rest = more;
            }
            None => return Ok((value, after)),
        }
    }
}

/// Cuts a stream into whole expressions.
///
/// A word outside of lists is whole only when a blank or a parenthesis follows it.
#[derive(Debug, Default)]
pub struct Framer {
    text: Vec<u8>,
    depth: usize,
    state: State,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Between,
    Word,
    Quoted,
    Text,
    Comment,
}

impl Framer {
    /// Takes more of the stream and gives each expression that is now whole to `found`.
    pub fn push(&mut self, bytes: &[u8], found: &mut dyn FnMut(String)) -> Result<(), SexpError> {
        for &byte in bytes {
            self.byte(byte, found)?;
        }
        Ok(())
    }

    fn byte(&mut self, byte: u8, found: &mut dyn FnMut(String)) -> Result<(), SexpError> {
        let blank = byte.is_ascii_whitespace();
        if self.state == State::Word && (blank || b"()|\";".contains(&byte)) {
            self.state = State::Between;
            self.whole(found);
        }
        if self.text.len() >= LONGEST {
            return Err(SexpError::TooLong);
        }
        match self.state {
            State::Quoted | State::Text => {
                self.text.push(byte);
                let end = if self.state == State::Text { b'"' } else { b'|' };
                if byte == end {
                    self.state = State::Between;
                    self.whole(found);
                }
            }
            State::Comment if byte == b'\n' => {
                self.state = State::Between;
                if self.depth > 0 {
                    self.text.push(byte);
                }
            }
            State::Comment => {}
            State::Word => self.text.push(byte),
            State::Between if blank => {
                if self.depth > 0 {
                    self.text.push(byte);
                }
            }
            State::Between => match byte {
                b';' => self.state = State::Comment,
                b')' if self.depth == 0 => return Err(SexpError::Unopened),
                _ => {
                    self.text.push(byte);
                    match byte {
                        b'(' => self.depth += 1,
                        b')' => {
                            self.depth -= 1;
                            self.whole(found);
                        }
                        b'|' => self.state = State::Quoted,
                        b'"' => self.state = State::Text,
                        _ => self.state = State::Word,
                    }
                }
            },
        }
        Ok(())
    }

    /// Where no list is open, what was gathered is an expression.
    fn whole(&mut self, found: &mut dyn FnMut(String)) {
        if self.depth == 0 {
            let text = std::mem::take(&mut self.text);
            found(String::from_utf8_lossy(&text).into_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(text: &str) -> String {
        Sexp::parse(text).map_or_else(|e| format!("{e:?}"), |s| s.to_string())
    }

    fn frames(chunks: &[&str]) -> (Vec<String>, Result<(), SexpError>) {
        let (mut framer, mut all) = (Framer::default(), Vec::new());
        for chunk in chunks {
            if let Err(e) = framer.push(chunk.as_bytes(), &mut |t| all.push(t)) {
                return (all, Err(e));
            }
        }
        (all, Ok(()))
    }

    #[test]
    fn expressions_are_read() {
        assert_eq!(
            round(" (a |b c|\n(- 5) \"say \"\"x\"\"\") "),
            "(a |b c| (- 5) \"say \"\"x\"\"\")"
        );
        assert_eq!(round("; comment )\nunsat"), "unsat");
        assert_eq!(round("()"), "()");
        assert_eq!(round("a(b"), "Trailing");
    }

    #[test]
    fn garbage_is_an_error() {
        for text in ["", "(", "(a", "|a", "\"a", "; only"] {
            assert_eq!(Sexp::parse(text), Err(SexpError::Unfinished), "{text}");
        }
        assert_eq!(Sexp::parse(")"), Err(SexpError::Unopened));
        assert_eq!(Sexp::parse("a b"), Err(SexpError::Trailing));
        let deep = "(".repeat(1_000_000);
        assert_eq!(Sexp::parse(&deep), Err(SexpError::TooDeep));
        let allowed = format!("{}{}", "(".repeat(DEEPEST), ")".repeat(DEEPEST));
        assert!(Sexp::parse(&allowed).is_ok());
    }

    #[test]
    fn streams_are_cut_where_expressions_end() {
        let (all, end) = frames(&["un", "sat\n((x 1)", " (|y ) z| \")\"))sat", "\"m-1\" unfinished"]);
        assert_eq!(all, ["unsat", "((x 1) (|y ) z| \")\"))", "sat", "\"m-1\""]);
        assert_eq!(end, Ok(()));
        assert_eq!(frames(&["sat\n)"]).1, Err(SexpError::Unopened));
        assert_eq!(frames(&["; a ) comment\nsat "]).0, ["sat"]);
        assert_eq!(frames(&["(a;)\nb)"]).0, ["(a\nb)"]);
    }
}
