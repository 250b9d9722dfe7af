//! Types in formulas: those of C, `integer`, `real`, `boolean` and declared ones.

use super::super::types::plain;
use super::super::{Failure, Parser, Read, name_of};
use crate::syntax::ast::{Name, Type, TypeKind};
use crate::syntax::lexer::Token;

impl Parser<'_> {
    /// Is there a type behind the next `n` tokens, and not a variable?
    pub(super) fn is_logic_type(&self, n: usize) -> bool {
        let next = self.lexeme_at(n);
        match next.token {
            Token::Name if self.is_type_of_logic(next.text) => true,
            _ => self.starts_type_at(n),
        }
    }

    /// Only ACSL has this type.
    fn is_type_of_logic(&self, name: &str) -> bool {
        let is_value = self.scopes.iter().any(|scope| scope.contains_key(name));
        !is_value && (matches!(name, "integer" | "real" | "boolean") || self.acsl.types.contains(name))
    }

    /// A type alone, as in a cast: `unsigned char *`, `integer`.
    pub(super) fn logic_type(&mut self) -> Read<Type> {
        match self.is_name_of_logic_type() {
            true => self.result_type(),
            false => self.type_name(),
        }
    }

    /// A type in front of a name that is not part of it.
    pub(super) fn result_type(&mut self) -> Read<Type> {
        self.chain(|p| {
            let mut ty = p.base_type()?;
            while p.eat(Token::Star).is_some() {
                p.link()?;
                let span = p.since(ty.span);
                ty = plain(TypeKind::Pointer(ty), span);
            }
            Ok(ty)
        })
    }

    /// Must the next token be the name of a type of logic, or of a type nobody knows?
    fn is_name_of_logic_type(&self) -> bool {
        self.is(Token::Name) && !self.is_typedef(self.lexeme().text)
    }

    /// A type by its name alone.
    fn named_type(&mut self) -> Read<Type> {
        let name = name_of(self.expect(Token::Name, "a type")?);
        if self.is(Token::Less) {
            return Err(Failure::new(self.span(), "types with parameters are not supported"));
        }
        let span = name.span;
        Ok(plain(TypeKind::Named(name), span))
    }

    /// `T x, *y, U z`: variables of a binder, or parameters.
    pub(super) fn binders(&mut self) -> Read<Vec<(Type, Name)>> {
        let mut base = self.base_type()?;
        let mut all = vec![self.declarator_on(base.clone())?];
        while self.eat(Token::Comma).is_some() {
            let begins_type = self.is_logic_type(0) || (self.is(Token::Name) && self.peek_at(1) == Token::Name);
            if begins_type {
                base = self.base_type()?;
            }
            all.push(self.declarator_on(base.clone())?);
        }
        Ok(all)
    }

    /// The type in front of declarators.
    fn base_type(&mut self) -> Read<Type> {
        match self.peek() {
            Token::Name if self.is_name_of_logic_type() => self.named_type(),
            _ if self.starts_type() => Ok(self.specifiers()?.ty),
            _ => Err(self.unexpected("a type")),
        }
    }
}
