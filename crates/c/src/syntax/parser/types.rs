//! Types and declarators: what stands before and around a declared name.

use super::{Failure, Lexeme, Meaning, Parser, Read, name_of};
use crate::syntax::ast::{Expr, ExprKind, FunctionType, IntType, Name, Param, Storage, Type, TypeKind};
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

/// What attributes say that matters.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    pub(super) noreturn: bool,
    /// It runs before `main`.
    pub(super) constructor: Option<u32>,
    /// It runs at the end.
    pub(super) destructor: bool,
    /// What it is another name of.
    pub(super) alias: Option<std::sync::Arc<str>>,
    /// One that changes what a type or variable is, and that is not understood.
    pub(super) strange: Option<String>,
    /// `__mode__(__DI__)`: the width of the integer in bits.
    pub(super) width: Option<u32>,
}

impl Attributes {
    pub(super) fn add(&mut self, other: Attributes) {
        self.noreturn |= other.noreturn;
        self.constructor = other.constructor.or(self.constructor);
        self.destructor |= other.destructor;
        self.alias = other.alias.or(self.alias.take());
        self.strange = other.strange.or(self.strange.take());
        self.width = other.width.or(self.width);
    }

    /// Storage as these attributes change it.
    pub(super) fn mark(self, storage: &mut Storage) {
        storage.noreturn |= self.noreturn;
        storage.constructor = self.constructor.or(storage.constructor);
        storage.destructor |= self.destructor;
        storage.alias = self.alias.or(storage.alias.take());
    }

    /// The type as these attributes change it.
    pub(super) fn apply(&self, mut ty: Type) -> Type {
        if let Some(strange) = &self.strange {
            *ty.kind = TypeKind::Other(format!("__attribute__(({strange}))"));
        }
        if let (Some(width), TypeKind::Int(int)) = (self.width, &*ty.kind) {
            let signed = !is_unsigned(*int);
            let int = match (width, signed) {
                (8, true) => IntType::SChar,
                (8, false) => IntType::UChar,
                (16, true) => IntType::Short,
                (16, false) => IntType::UShort,
                (32, true) => IntType::Int,
                (32, false) => IntType::UInt,
                (64, true) => IntType::LongLong,
                (64, false) => IntType::ULongLong,
                (128, true) => IntType::Int128,
                (128, false) => IntType::UInt128,
                (_, true) => IntType::Long,
                (_, false) => IntType::ULong,
            };
            *ty.kind = TypeKind::Int(int);
        }
        ty
    }
}

fn is_unsigned(int: IntType) -> bool {
    use IntType::*;
    matches!(int, Bool | UChar | UShort | UInt | ULong | ULongLong | UInt128)
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
        let mut n = n;
        while self.peek_at(n) == Extension {
            n += 1;
        }
        let next = self.lexeme_at(n);
        match next.token {
            Name => self.is_typedef(next.text),
            Void | CharWord | Short | Int | Int128 | Long | FloatWord | Double | Complex | Signed | Unsigned | Bool
            | Struct | Union | Enum | Const | Volatile | Restrict | Atomic | Typeof | AutoType | Attribute => true,
            _ => false,
        }
    }

    /// Does a declaration begin here?
    pub fn starts_declaration(&self) -> bool {
        use Token::*;
        match self.peek() {
            Typedef | Extern | Static | Auto | Register | Inline | Noreturn | ThreadLocal | Alignas => true,
            Name if self.peek_at(1) == Colon => false,
            Extension => {
                let declares = |token| matches!(token, Typedef | Extern | Static | Inline);
                self.starts_type() || declares(self.peek_at(1))
            }
            _ => self.starts_type(),
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
                Token::OpenBracket if self.peek_at(1) == Token::OpenBracket && self.mark() == mark => {
                    self.skip_group();
                    continue;
                }
                Token::Alignas => {
                    self.unusual_layout = true;
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
        while self.is(Token::OpenBracket) && self.peek_at(1) == Token::OpenBracket {
            self.skip_group();
        }
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
        let declarator = self.declarator(specifiers.ty, Named::May)?;
        let attributes = self.attributes();
        if let Some(name) = declarator.name {
            self.declare(name.text, Meaning::Value);
        }
        Ok(Param {
            name: declarator.name.map(name_of),
            ty: attributes.apply(declarator.ty),
        })
    }

    /// The old style: `f(a, b) int a; char *b; { … }`.
    fn parameter_names(&mut self, mut function: FunctionType) -> Read<FunctionType> {
        function.unspecified = true;
        loop {
            let name = self.name()?;
            let ty = plain(TypeKind::Int(IntType::Int), name.span);
            function.params.push(Param { name: Some(name), ty });
            if self.eat(Token::Comma).is_none() {
                break;
            }
        }
        self.expect(Token::CloseParen, "`,` or `)`")?;
        Ok(function)
    }

    /// `const` and `volatile` after a `*`, with attributes in between.
    fn qualifiers(&mut self, attributes: &mut Attributes) -> (bool, bool) {
        let (mut is_const, mut volatile) = (false, false);
        loop {
            match self.peek() {
                Token::Const => is_const = true,
                Token::Volatile => volatile = true,
                Token::Restrict | Token::Atomic | Token::Extension => {}
                Token::Attribute => {
                    attributes.add(self.attributes());
                    continue;
                }
                _ => return (is_const, volatile),
            }
            self.next();
        }
    }

    /// Attributes, if there are any.
    pub(super) fn attributes(&mut self) -> Attributes {
        let mut attributes = Attributes::default();
        while self.is(Token::Attribute) {
            self.next();
            let begin = self.mark();
            self.skip_group();
            let end = self.mark();
            self.reset(begin);
            while self.mark() < end {
                let word = self.next();
                match word.text.trim_matches('_') {
                    "packed" | "aligned" | "scalar_storage_order" | "ms_struct" => self.unusual_layout = true,
                    "noreturn" => attributes.noreturn = true,
                    "constructor" => {
                        let priority = match self.is(Token::OpenParen) {
                            true => self.lexeme_at(1).text.parse().ok(),
                            false => None,
                        };
                        // those without a priority come last
                        attributes.constructor = Some(priority.unwrap_or(u32::MAX));
                    }
                    "destructor" => attributes.destructor = true,
                    "alias" if self.is(Token::OpenParen) => attributes.alias = quoted(self.lexeme_at(1).text),
                    "vector_size" | "cleanup" | "address_space" | "ifunc" => {
                        attributes.strange = Some(word.text.to_string())
                    }
                    "mode" if self.is(Token::OpenParen) => {
                        let mode = self.lexeme_at(1).text;
                        attributes.width = match mode.trim_matches('_') {
                            "QI" | "byte" => Some(8),
                            "HI" => Some(16),
                            "SI" => Some(32),
                            "DI" => Some(64),
                            "TI" => Some(128),
                            "word" | "pointer" => Some(0),
                            // of floating types
                            "SF" | "DF" | "XF" | "TF" | "SC" | "DC" | "XC" | "TC" => None,
                            _ => {
                                attributes.strange = Some(format!("mode({mode})"));
                                None
                            }
                        };
                    }
                    _ => {}
                }
            }
        }
        attributes
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

/// What stands between quotes, if anything does.
fn quoted(text: &str) -> Option<std::sync::Arc<str>> {
    let inside = text.strip_prefix('"')?.strip_suffix('"')?;
    (!inside.is_empty()).then(|| inside.into())
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
