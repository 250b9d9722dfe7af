//! Types and sets of locations.

use super::super::ast::*;
use super::keywords::{is_java_keyword, is_primitive};
use super::lexer::Token;
use super::{Parse, Parser};
use abide_base::Diagnostic;

impl Parser<'_> {
    /// `int`, `a.b.C<D>[]`, `\bigint`
    pub(super) fn type_ref(&mut self) -> Parse<TypeRef> {
        let mut ty = self.element_type()?;
        ty.dims = self.dimensions();
        ty.span = self.since(ty.span);
        Ok(ty)
    }

    /// `[]` any number of times; modifiers may stand between.
    pub(super) fn dimensions(&mut self) -> usize {
        let mut dims = 0;
        while self.at(Token::OpenBracket) && self.peek_at(1) == Token::CloseBracket {
            self.bump();
            self.bump();
            dims += 1;
        }
        dims
    }

    /// A type without brackets.
    pub(super) fn element_type(&mut self) -> Parse<TypeRef> {
        let start = self.here();
        let mut name = self.word_at(0).to_string();
        if self.at(Token::Word) || is_primitive(&name) {
            self.bump();
            if name == "\\set" && self.at(Token::Less) {
                self.type_arguments()?;
            }
        } else {
            self.name("a type")?;
            loop {
                if self.at(Token::Less) {
                    self.type_arguments()?;
                }
                if !(self.at(Token::Dot) && self.peek_at(1) == Token::Name && !is_java_keyword(self.word_at(1))) {
                    break;
                }
                self.bump();
                name.push('.');
                name.push_str(self.word_at(0));
                self.bump();
            }
        }
        Ok(TypeRef::named(name, self.since(start)))
    }

    /// Passes over `<…>`.
    pub(super) fn type_arguments(&mut self) -> Parse<()> {
        match self.type_arguments_end(0) {
            Some(end) => {
                self.pos += end;
                Ok(())
            }
            None => Err(self.unexpected("type arguments")),
        }
    }

    /// Where the type that begins `ahead` tokens from here ends, if one does.
    pub(super) fn type_ends(&self, ahead: usize) -> Option<usize> {
        let mut at = ahead;
        match self.peek_at(at) {
            Token::Word if matches!(self.word_at(at), "\\bigint" | "\\real" | "\\TYPE" | "\\object") => at += 1,
            Token::Word if matches!(self.word_at(at), "\\objects" | "\\chars" | "\\truths") => at += 1,
            Token::Word if self.word_at(at) == "\\set" => {
                at += 1;
                if self.peek_at(at) == Token::Less {
                    at = self.type_arguments_end(at)?;
                }
            }
            Token::Name if is_primitive(self.word_at(at)) => at += 1,
            Token::Name if !is_java_keyword(self.word_at(at)) => {
                at += 1;
                loop {
                    if self.peek_at(at) == Token::Less {
                        at = self.type_arguments_end(at)?;
                    }
                    let more = self.peek_at(at) == Token::Dot && self.peek_at(at + 1) == Token::Name;
                    if !more || is_java_keyword(self.word_at(at + 1)) {
                        break;
                    }
                    at += 2;
                }
            }
            _ => return None,
        }
        while self.peek_at(at) == Token::OpenBracket && self.peek_at(at + 1) == Token::CloseBracket {
            at += 2;
        }
        Some(at)
    }

    /// Where the type arguments that begin `ahead` tokens from here end, if they are ones.
    fn type_arguments_end(&self, ahead: usize) -> Option<usize> {
        let (mut at, mut depth) = (ahead, 0usize);
        loop {
            let closes = match self.peek_at(at) {
                Token::Less => {
                    depth += 1;
                    0
                }
                Token::Greater => 1,
                Token::Shr => 2,
                Token::Ushr => 3,
                Token::Name
                | Token::Comma
                | Token::Dot
                | Token::Question
                | Token::Amp
                | Token::OpenBracket
                | Token::CloseBracket => 0,
                _ => return None,
            };
            at += 1;
            depth = depth.checked_sub(closes)?;
            if depth == 0 {
                return Some(at);
            }
        }
    }
}

// Locations.
impl Parser<'_> {
    /// Locations; a union is all of them.
    pub(super) fn locations_of(&mut self) -> Parse<Vec<Location>> {
        if !self.at_word("\\set_union") {
            return Ok(vec![self.location()?]);
        }
        self.bump();
        Ok(self.in_parens(Self::locations_of)?.into_iter().flatten().collect())
    }

    /// One location, or many at once.
    pub(super) fn location(&mut self) -> Parse<Location> {
        match self.word_at(0) {
            "\\nothing" => {
                self.bump();
                return Ok(Location::Nothing);
            }
            "\\strictly_nothing" => {
                self.bump();
                return Ok(Location::StrictlyNothing);
            }
            "\\everything" | "\\not_specified" => {
                self.bump();
                return Ok(Location::Everything);
            }
            "\\empty" => {
                self.bump();
                return Ok(Location::Nothing);
            }
            "\\singleton" => {
                self.bump();
                self.expect(Token::OpenParen, "`(`")?;
                let location = self.location()?;
                self.expect(Token::CloseParen, "`)`")?;
                return Ok(location);
            }
            "\\all_fields" => {
                self.bump();
                self.expect(Token::OpenParen, "`(`")?;
                let object = self.expression()?;
                self.expect(Token::CloseParen, "`)`")?;
                return Ok(Location::Fields(object));
            }
            _ => {}
        }
        let start = self.here();
        let mut base = self.primary()?;
        loop {
            match (self.peek(), self.peek_at(1)) {
                (Token::Dot, Token::Star) => {
                    self.bump();
                    self.bump();
                    return self.whole(Location::Fields(base.expr));
                }
                (Token::OpenBracket, Token::Star) => {
                    self.bump();
                    self.bump();
                    self.expect(Token::CloseBracket, "`]`")?;
                    return self.whole(Location::Elements(base.expr));
                }
                (Token::OpenBracket, _) => {
                    self.bump();
                    let index = self.tall_expression()?;
                    if self.eat(Token::DotDot) {
                        let last = self.expression()?;
                        self.expect(Token::CloseBracket, "`]`")?;
                        return self.whole(Location::Range(base.expr, index.expr, last));
                    }
                    self.expect(Token::CloseBracket, "`..` or `]`")?;
                    let below = base.height.max(index.height);
                    base = self.node(ExprKind::Index(base.expr, index.expr), self.since(start), below)?;
                }
                (Token::Dot, _) => base = self.suffix(start, base)?,
                _ => return Ok(Location::One(base.expr)),
            }
        }
    }

    /// A set of locations, behind which nothing more can follow.
    fn whole(&self, location: Location) -> Parse<Location> {
        if matches!(self.peek(), Token::Dot | Token::OpenBracket) {
            let message = "only the last part of a location can stand for many";
            return Err(Box::new(Diagnostic::warning(self.here(), message)));
        }
        Ok(location)
    }
}
