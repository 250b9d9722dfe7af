//! Types and declarators: what stands before and around a declared name.

use super::attributes::Attributes;
use super::{Failure, Lexeme, Parser, Read, name_of};
use crate::syntax::ast::{Expr, ExprKind, IntType, Layout, Name, Storage, Type, TypeKind};
use crate::syntax::lexer::Token;
use abide_base::Span;

/// What stands before the declarators.
#[derive(Clone, Debug)]
pub struct Specifiers {
    /// The type the declarators build on.
    pub ty: Type,
    /// Storage class and function specifiers.
    pub storage: Storage,
}

/// A declared name with its type.
#[derive(Clone, Debug)]
pub struct Declarator<'t> {
    /// The name, unless it is an abstract declarator.
    pub name: Option<Lexeme<'t>>,
    /// Its type.
    pub ty: Type,
}

/// Whether a declarator has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// It must.
    Must,
    /// A parameter may.
    May,
}

/// The words of an arithmetic type, in any order.
#[derive(Default)]
struct Words {
    short: u8,
    long: u8,
    signed: bool,
    unsigned: bool,
    /// `char`, `int`, `__int128`, `_Bool`, `double`, `float` and its like.
    base: Option<Token>,
    /// The text of a floating type.
    float: Vec<String>,
    complex: bool,
}

impl Words {
    fn is_empty(&self) -> bool {
        self.short == 0 && self.long == 0 && !self.signed && !self.unsigned && self.base.is_none() && !self.complex
    }

    fn kind(self) -> Result<TypeKind, String> {
        use IntType::*;
        let wrong = || Err("these words make no type".to_string());
        if self.complex || matches!(self.base, Some(Token::Double | Token::FloatWord)) {
            return Ok(TypeKind::Float(self.float.join(" ")));
        }
        if self.signed && self.unsigned || self.short > 0 && self.long > 0 || self.short > 1 || self.long > 2 {
            return wrong();
        }
        let sized = self.short > 0 || self.long > 0;
        let int = match self.base {
            Some(Token::CharWord) if !sized => match (self.signed, self.unsigned) {
                (true, _) => SChar,
                (_, true) => UChar,
                _ => Char,
            },
            Some(Token::Bool) if !sized && !self.signed && !self.unsigned => Bool,
            Some(Token::Int128) if !sized => match self.unsigned {
                true => UInt128,
                false => Int128,
            },
            None | Some(Token::Int) => match (self.short, self.long, self.unsigned) {
                (1, _, false) => Short,
                (1, _, true) => UShort,
                (_, 1, false) => Long,
                (_, 1, true) => ULong,
                (_, 2, false) => LongLong,
                (_, 2, true) => ULongLong,
                (_, _, false) => Int,
                (_, _, true) => UInt,
            },
            _ => return wrong(),
        };
        Ok(TypeKind::Int(int))
    }
}

impl<'t> Parser<'t> {
    /// Does a type begin here, as in a cast?
    pub fn starts_type(&self) -> bool {
        self.starts_type_at(0)
    }

    /// Does a type begin after the next `n` tokens?
    pub fn starts_type_at(&self, n: usize) -> bool {
        use Token::*;
        let next = self.lexeme_at(self.behind_attributes(n));
        match next.token {
            Name => self.is_typedef(next.text),
            Void | CharWord | Short | Int | Int128 | Long | FloatWord | Double | Complex | Signed | Unsigned | Bool
            | Struct | Union | Enum | Const | Volatile | Restrict | Atomic | Typeof | AutoType => true,
            _ => false,
        }
    }

    /// Does a declaration begin here?
    pub fn starts_declaration(&self) -> bool {
        use Token::*;
        let n = self.behind_attributes(0);
        match self.peek_at(n) {
            Typedef | Extern | Static | Auto | Register | Inline | Noreturn | ThreadLocal | Alignas => true,
            Name if self.peek_at(n + 1) == Colon => false,
            _ => self.starts_type_at(n),
        }
    }

    /// A type without a name: `const char *`, `int (*)(void)`.
    pub fn type_name(&mut self) -> Read<Type> {
        let specifiers = self.specifiers()?;
        Ok(self.declarator(specifiers.ty, Named::May)?.ty)
    }

    /// A type with the name it is given: `int *x`.
    pub fn specifiers_and_declarator(&mut self) -> Read<(Type, Name)> {
        let specifiers = self.specifiers()?;
        self.declarator_on(specifiers.ty)
    }

    /// A declarator with a name, on a type that was read before: the `*x[3]` of `int *x[3]`.
    pub fn declarator_on(&mut self, base: Type) -> Read<(Type, Name)> {
        let declarator = self.declarator(base, Named::Must)?;
        match declarator.name {
            Some(name) => Ok((declarator.ty, name_of(name))),
            None => Err(self.unexpected("a name")),
        }
    }

    /// Everything before the declarators. Without any word of a type it is `int`, if there is at
    /// least a storage class.
    pub fn specifiers(&mut self) -> Read<Specifiers> {
        let start = self.span();
        let mut storage = Storage::default();
        let mut attributes = Attributes::default();
        let (mut is_const, mut volatile) = (false, false);
        let mut words = Words::default();
        let mut kind: Option<TypeKind> = None;
        let mark = self.mark();
        loop {
            let next = self.lexeme();
            let free = kind.is_none() && words.is_empty();
            match next.token {
                Token::Typedef => storage.typedef = true,
                Token::Extern => storage.is_extern = true,
                Token::Static => storage.is_static = true,
                Token::Register => storage.register = true,
                Token::Inline => storage.inline = true,
                Token::Noreturn => storage.noreturn = true,
                Token::ThreadLocal => storage.thread_local = true,
                Token::Auto | Token::Extension | Token::Restrict => {}
                Token::Const => is_const = true,
                Token::Volatile => volatile = true,
                Token::Attribute => {
                    attributes.add(self.attributes());
                    continue;
                }
                Token::OpenBracket if self.starts_attribute() && self.mark() == mark => {
                    attributes.add(self.attributes());
                    continue;
                }
                Token::Alignas => {
                    self.layout = Layout::Unusual;
                    self.next();
                    self.skip_group();
                    continue;
                }
                Token::Atomic if free && self.peek_at(1) == Token::OpenParen => {
                    self.next();
                    self.next();
                    let ty = self.nest(Parser::type_name)?;
                    self.expect(Token::CloseParen, "`)`")?;
                    kind = Some(*ty.kind);
                    continue;
                }
                Token::Atomic => {}
                Token::Void if free => kind = Some(TypeKind::Void),
                Token::AutoType if free => kind = Some(TypeKind::Auto),
                Token::Struct | Token::Union if free => {
                    kind = Some(self.nest(Parser::record)?);
                    continue;
                }
                Token::Enum if free => {
                    kind = Some(self.nest(Parser::enumeration)?);
                    continue;
                }
                Token::Typeof if free => {
                    let ty = self.nest(Parser::typeof_)?;
                    is_const |= ty.is_const;
                    volatile |= ty.volatile;
                    kind = Some(*ty.kind);
                    continue;
                }
                Token::Name if free && self.is_typedef(next.text) => {
                    kind = Some(match next.text {
                        "__int128_t" => TypeKind::Int(IntType::Int128),
                        "__uint128_t" => TypeKind::Int(IntType::UInt128),
                        _ => TypeKind::Named(name_of(next)),
                    });
                }
                Token::Short if kind.is_none() => words.short += 1,
                Token::Long if kind.is_none() => {
                    words.long = words.long.saturating_add(1);
                    words.float.push("long".to_string());
                }
                Token::Signed if kind.is_none() => words.signed = true,
                Token::Unsigned if kind.is_none() => words.unsigned = true,
                Token::Complex if kind.is_none() => {
                    words.complex = true;
                    words.float.push("_Complex".to_string());
                }
                Token::CharWord | Token::Int | Token::Int128 | Token::Bool | Token::Double | Token::FloatWord
                    if kind.is_none() && words.base.is_none() =>
                {
                    words.base = Some(next.token);
                    words.float.push(next.text.to_string());
                }
                _ => break,
            }
            self.next();
        }
        if self.mark() == mark {
            return Err(self.no_type());
        }
        let span = self.since(start);
        let kind = match kind {
            Some(kind) => kind,
            None => words.kind().map_err(|message| Failure::new(span, message))?,
        };
        attributes.clone().mark(&mut storage);
        let ty = Type {
            kind: Box::new(kind),
            is_const,
            volatile,
            span,
        };
        Ok(Specifiers {
            ty: attributes.apply(ty),
            storage,
        })
    }

    /// The failure where a type should stand.
    fn no_type(&self) -> Failure {
        let next = self.lexeme();
        if next.token == Token::Name && matches!(self.peek_at(1), Token::Name | Token::Star) {
            let help = "declare it with `typedef`, or include the header that does";
            return Failure::new(next.span, format!("unknown type `{}`", next.text)).help(help);
        }
        self.unexpected("a type")
    }

    /// `typeof(type)` or `typeof(expression)`.
    fn typeof_(&mut self) -> Read<Type> {
        let start = self.next().span;
        self.expect(Token::OpenParen, "`(`")?;
        let mut ty = match self.starts_type() {
            true => self.type_name()?,
            false => plain(TypeKind::TypeofExpr(self.expression()?), start),
        };
        self.expect(Token::CloseParen, "`)`")?;
        ty.span = self.since(start);
        Ok(ty)
    }

    /// `const` and `volatile` after a `*`, with attributes in between.
    pub(super) fn qualifiers(&mut self, attributes: &mut Attributes) -> (bool, bool) {
        let (mut is_const, mut volatile) = (false, false);
        loop {
            match self.peek() {
                Token::Const => is_const = true,
                Token::Volatile => volatile = true,
                Token::Restrict => self.promised.restricted = true,
                Token::Atomic | Token::Extension => {}
                Token::Attribute => {
                    attributes.add(self.attributes());
                    continue;
                }
                _ => return (is_const, volatile),
            }
            self.next();
        }
    }
}

/// A type without qualifiers.
pub(super) fn plain(kind: TypeKind, span: Span) -> Type {
    Type {
        kind: Box::new(kind),
        is_const: false,
        volatile: false,
        span,
    }
}

/// An expression at a place.
pub(super) fn expr(kind: ExprKind, span: Span) -> Expr {
    Expr {
        kind: Box::new(kind),
        span,
    }
}
