//! Structures, unions and enumerations.

use super::state::Hoisted;
use super::types::Named;
use super::{Meaning, Parser, Read, name_of};
use crate::syntax::ast::{Enum, Field, Layout, Name, Record, RecordKind, TypeKind};
use crate::syntax::lexer::Token;
use abide_base::Span;

impl<'t> Parser<'t> {
    /// `struct S`, `struct S { … }`, `union …`.
    pub(super) fn record(&mut self) -> Read<TypeKind> {
        let keyword = self.next();
        let kind = match keyword.token {
            Token::Union => RecordKind::Union,
            _ => RecordKind::Struct,
        };
        let outer_layout = std::mem::replace(&mut self.layout, self.packing.at(keyword.order));
        self.attributes_of_record();
        let tag = self.eat(Token::Name).map(name_of);
        self.attributes_of_record();
        if !self.is(Token::OpenBrace) {
            self.layout = outer_layout;
            return match tag {
                Some(tag) => Ok(TypeKind::Record(kind, tag)),
                None => Err(self.unexpected("a name or `{`")),
            };
        }
        let name = tag.unwrap_or_else(|| self.invented(keyword.span));
        let own = std::mem::take(&mut self.layout);
        let fields = self.fields()?;
        if std::mem::replace(&mut self.layout, own) != Layout::Usual {
            // what stands with a member
            self.layout = Layout::Unusual;
        }
        self.attributes_of_record();
        let layout = std::mem::replace(&mut self.layout, outer_layout);
        self.hoisted.push(Hoisted::Record(Record {
            kind,
            name: name.clone(),
            fields,
            layout,
            span: self.since(keyword.span),
            header: keyword.header,
        }));
        Ok(TypeKind::Record(kind, name))
    }

    /// Attributes of a structure or union: what is not understood may change how its members lie.
    fn attributes_of_record(&mut self) {
        if self.attributes().strange.is_some() {
            self.layout = Layout::Unusual;
        }
    }

    fn fields(&mut self) -> Read<Vec<Field>> {
        self.expect(Token::OpenBrace, "`{`")?;
        let mut fields = Vec::new();
        while self.eat(Token::CloseBrace).is_none() {
            match self.peek() {
                Token::Semicolon => {
                    self.next();
                }
                Token::StaticAssert => self.static_assert()?,
                _ => self.field(&mut fields)?,
            }
        }
        Ok(fields)
    }

    /// One declaration of members.
    fn field(&mut self, fields: &mut Vec<Field>) -> Read<()> {
        let specifiers = self.specifiers()?;
        if self.eat(Token::Semicolon).is_some() {
            // an unnamed structure, whose members belong to the outer one
            if matches!(*specifiers.ty.kind, TypeKind::Record(..) | TypeKind::Named(_)) {
                fields.push(Field {
                    name: None,
                    ty: specifiers.ty,
                    bits: None,
                });
            }
            return Ok(());
        }
        loop {
            let declarator = match self.is(Token::Colon) {
                true => None,
                false => Some(self.declarator(specifiers.ty.clone(), Named::Must)?),
            };
            let bits = match self.eat(Token::Colon) {
                Some(_) => Some(self.conditional()?),
                None => None,
            };
            let attributes = self.attributes();
            let (name, ty) = match declarator {
                Some(declarator) => (declarator.name.map(name_of), declarator.ty),
                None => (None, specifiers.ty.clone()),
            };
            fields.push(Field {
                name,
                ty: attributes.apply(ty),
                bits,
            });
            if self.eat(Token::Comma).is_none() {
                break;
            }
        }
        self.expect_semicolon()
    }

    /// `enum E`, `enum E { … }`.
    pub(super) fn enumeration(&mut self) -> Read<TypeKind> {
        let keyword = self.next();
        let outer_layout = std::mem::take(&mut self.layout);
        let mut strange = self.attributes().strange.is_some();
        let tag = self.eat(Token::Name).map(name_of);
        strange |= self.attributes().strange.is_some();
        if self.is(Token::Colon) && self.starts_type_at(1) {
            self.next();
            self.specifiers()?;
            strange = true;
        }
        if !self.is(Token::OpenBrace) {
            self.layout = outer_layout;
            return match tag {
                Some(tag) => Ok(TypeKind::Enum(tag)),
                None => Err(self.unexpected("a name or `{`")),
            };
        }
        let name = tag.unwrap_or_else(|| self.invented(keyword.span));
        self.next();
        let mut constants = Vec::new();
        while !self.is(Token::CloseBrace) {
            let constant = self.expect(Token::Name, "a name")?;
            self.attributes();
            let value = match self.eat(Token::Assign) {
                Some(_) => Some(self.conditional()?),
                None => None,
            };
            self.declare(constant.text, Meaning::Value);
            constants.push((name_of(constant), value));
            if self.eat(Token::Comma).is_none() {
                break;
            }
        }
        self.expect(Token::CloseBrace, "`,` or `}`")?;
        strange |= self.attributes().strange.is_some();
        strange |= std::mem::replace(&mut self.layout, outer_layout) != Layout::Usual;
        self.hoisted.push(Hoisted::Enum(Enum {
            name: name.clone(),
            constants,
            usual: !strange,
            span: self.since(keyword.span),
        }));
        Ok(TypeKind::Enum(name))
    }

    /// A name nobody can write.
    fn invented(&mut self, span: Span) -> Name {
        self.inventions += 1;
        Name {
            text: format!("#{}", self.inventions).into(),
            span,
        }
    }

    /// `_Static_assert(e, "…");`: the compiler's business.
    pub(super) fn static_assert(&mut self) -> Read<()> {
        self.next();
        if self.is(Token::OpenParen) {
            self.skip_group();
        }
        self.expect_semicolon()
    }
}
