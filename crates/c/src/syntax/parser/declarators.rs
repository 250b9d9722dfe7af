//! Declarators: what stands around a declared name, pointers, arrays and parameters.

use super::attributes::quoted;
use super::types::{Declarator, Named, Specifiers, plain};
use super::{Meaning, Parser, Read, name_of};
use crate::syntax::ast::{Expr, FunctionType, IntType, Param, Storage, Type, TypeKind};
use crate::syntax::lexer::Token;

impl<'t> Parser<'t> {
    /// A declarator around `base`.
    pub fn declarator(&mut self, base: Type, named: Named) -> Read<Declarator<'t>> {
        self.chain(|p| p.declarator_chain(base, named))
    }

    fn declarator_chain(&mut self, mut base: Type, named: Named) -> Read<Declarator<'t>> {
        let start = self.span();
        let mut attributes = self.attributes();
        while self.is(Token::Star) || self.is(Token::Caret) {
            self.next();
            self.link()?;
            let (is_const, volatile) = self.qualifiers(&mut attributes);
            base = Type {
                kind: Box::new(TypeKind::Pointer(base)),
                is_const,
                volatile,
                span: self.since(start),
            };
        }
        if self.is(Token::OpenParen) && self.is_inner_declarator(named) {
            let inner = self.mark();
            self.skip_group();
            let base = self.suffixes(base)?;
            let after = self.mark();
            self.reset(inner);
            self.next();
            let declarator = self.nest(|p| p.declarator(base, named))?;
            self.expect(Token::CloseParen, "`)`")?;
            self.reset(after);
            return Ok(declarator);
        }
        let name = match self.eat(Token::Name) {
            None if named == Named::Must => return Err(self.unexpected("a name")),
            name => name,
        };
        let ty = attributes.apply(self.suffixes(base)?);
        Ok(Declarator { name, ty })
    }

    /// Does this `(` open a declarator, not a list of parameters?
    fn is_inner_declarator(&self, named: Named) -> bool {
        match (named, self.peek_at(1)) {
            (Named::Must, _) => true,
            (_, Token::CloseParen) => false,
            (_, Token::Attribute) => true,
            (_, Token::Star | Token::Caret | Token::OpenParen | Token::OpenBracket) => true,
            (_, Token::Name) => !self.starts_type_at(1),
            _ => false,
        }
    }

    /// `[3]` and `(int, char)` after a declarator. The first is the outermost.
    fn suffixes(&mut self, base: Type) -> Read<Type> {
        // those of `__attribute__` belong to the whole declaration
        let base = match self.starts_attribute() && !self.is(Token::Attribute) {
            true => self.attributes().apply(base),
            false => base,
        };
        let start = self.span();
        let kind = match self.peek() {
            Token::OpenBracket => {
                let size = self.nest(Parser::array_size)?;
                let element = self.nest(|p| p.suffixes(base))?;
                TypeKind::Array(element, size)
            }
            Token::OpenParen => {
                let mut function = self.nest(|p| p.scoped(Parser::parameters))?;
                function.result = self.nest(|p| p.suffixes(base))?;
                TypeKind::Function(Box::new(function))
            }
            _ => return Ok(base),
        };
        Ok(plain(kind, self.since(start)))
    }

    fn array_size(&mut self) -> Read<Option<Expr>> {
        self.expect(Token::OpenBracket, "`[`")?;
        while matches!(
            self.peek(),
            Token::Static | Token::Const | Token::Volatile | Token::Restrict | Token::Attribute
        ) {
            self.promised.restricted |= self.is(Token::Restrict);
            self.promised.at_least |= self.is(Token::Static);
            if self.is(Token::Attribute) {
                self.attributes();
            } else {
                self.next();
            }
        }
        if self.is(Token::Star) && self.peek_at(1) == Token::CloseBracket {
            self.next();
        }
        let size = match self.is(Token::CloseBracket) {
            true => None,
            false => Some(self.assignment()?),
        };
        self.expect(Token::CloseBracket, "`]`")?;
        Ok(size)
    }

    /// The parameters with their parentheses; the result is filled in by the caller.
    fn parameters(&mut self) -> Read<FunctionType> {
        let start = self.expect(Token::OpenParen, "`(`")?.span;
        let mut function = FunctionType {
            result: plain(TypeKind::Void, start),
            params: Vec::new(),
            variadic: false,
            unspecified: false,
        };
        if self.eat(Token::CloseParen).is_some() {
            function.unspecified = true;
            return Ok(function);
        }
        if self.is(Token::Void) && self.peek_at(1) == Token::CloseParen {
            self.next();
            self.next();
            return Ok(function);
        }
        if self.is(Token::Name) && !self.starts_type() && matches!(self.peek_at(1), Token::Comma | Token::CloseParen) {
            return self.parameter_names(function);
        }
        loop {
            if self.eat(Token::Ellipsis).is_some() {
                function.variadic = true;
                break;
            }
            function.params.push(self.parameter()?);
            if self.eat(Token::Comma).is_none() {
                break;
            }
        }
        self.expect(Token::CloseParen, "`,` or `)`")?;
        Ok(function)
    }

    fn parameter(&mut self) -> Read<Param> {
        let specifiers = self.specifiers()?;
        let outer = std::mem::take(&mut self.promised);
        let declarator = self.declarator(specifiers.ty, Named::May)?;
        let promised = std::mem::replace(&mut self.promised, outer);
        let attributes = self.attributes();
        if let Some(name) = declarator.name {
            self.declare(name.text, Meaning::Value);
        }
        Ok(Param {
            name: declarator.name.map(name_of),
            ty: attributes.apply(declarator.ty),
            restricted: promised.restricted,
            at_least: promised.at_least,
        })
    }

    /// The old style: `f(a, b) int a; char *b; { … }`.
    fn parameter_names(&mut self, mut function: FunctionType) -> Read<FunctionType> {
        function.unspecified = true;
        loop {
            let name = self.name()?;
            let ty = plain(TypeKind::Int(IntType::Int), name.span);
            function.params.push(Param {
                name: Some(name),
                ty,
                restricted: false,
                at_least: false,
            });
            if self.eat(Token::Comma).is_none() {
                break;
            }
        }
        self.expect(Token::CloseParen, "`,` or `)`")?;
        Ok(function)
    }

    /// A declarator with a name, and what may follow it: `__asm__("name")` and attributes.
    pub(super) fn full_declarator(&mut self, specifiers: &Specifiers) -> Read<(Declarator<'t>, Storage)> {
        let mut declarator = self.declarator(specifiers.ty.clone(), Named::Must)?;
        let mut attributes = self.attributes();
        while self.eat(Token::Asm).is_some() {
            if self.is(Token::OpenParen) {
                attributes.alias = quoted(self.lexeme_at(1).text);
                self.skip_group();
            }
            attributes.add(self.attributes());
        }
        declarator.ty = attributes.apply(declarator.ty);
        let mut storage = specifiers.storage.clone();
        attributes.mark(&mut storage);
        Ok((declarator, storage))
    }
}
