//! Expressions of C.

use super::types::expr;
use super::{Failure, Parser, Read, name_of};
use crate::syntax::ast::{BinaryOp, Designator, Expr, ExprKind, Init, Name, Type, TypeKind, UnaryOp};
use crate::syntax::lexer::Token;
use crate::syntax::literal;
use abide_frontend::operator::Level;

impl<'t> Parser<'t> {
    /// `a, b`.
    pub fn expression(&mut self) -> Read<Expr> {
        self.chain(|p| {
            let mut left = p.assignment()?;
            while p.eat(Token::Comma).is_some() {
                let right = p.nest(Parser::assignment)?;
                p.link()?;
                let span = left.span.to(right.span);
                left = expr(ExprKind::Comma(left, right), span);
            }
            Ok(left)
        })
    }

    /// `a = b`, without comma.
    pub fn assignment(&mut self) -> Read<Expr> {
        let place = self.conditional()?;
        let op = match self.peek() {
            Token::Assign => None,
            Token::OpAssign => {
                Some(BinaryOp::of_assignment(self.lexeme().text).ok_or_else(|| self.unexpected("an operator"))?)
            }
            _ => return Ok(place),
        };
        self.next();
        let value = self.nest(Parser::assignment)?;
        let span = place.span.to(value.span);
        Ok(expr(ExprKind::Assign(op, place, value), span))
    }

    /// `c ? a : b`, and everything that binds stronger.
    pub fn conditional(&mut self) -> Read<Expr> {
        let condition = self.binary(Level::Or)?;
        if self.eat(Token::Question).is_none() {
            return Ok(condition);
        }
        let middle = match self.is(Token::Colon) {
            true => None,
            false => Some(self.nest(Parser::expression)?),
        };
        self.expect(Token::Colon, "`:`")?;
        let other = self.nest(Parser::conditional)?;
        let span = condition.span.to(other.span);
        Ok(expr(ExprKind::Conditional(condition, middle, other), span))
    }

    /// Operators with two operands that bind at least as strong as `least`.
    fn binary(&mut self, least: Level) -> Read<Expr> {
        self.chain(|p| {
            let mut left = p.unary()?;
            let operator = |p: &Self| BinaryOp::of(p.lexeme().text).filter(|op| op.is_common() && op.level() >= least);
            while let Some(op) = operator(p) {
                p.next();
                let right = p.nest(|p| p.binary(op.right_level()))?;
                p.link()?;
                let span = left.span.to(right.span);
                left = expr(ExprKind::Binary(op, left, right), span);
            }
            Ok(left)
        })
    }

    /// Operators with one operand, casts, and everything that binds stronger.
    pub fn unary(&mut self) -> Read<Expr> {
        while self.eat(Token::Extension).is_some() {}
        let start = self.span();
        let op = match self.peek() {
            Token::Plus => UnaryOp::Plus,
            Token::Minus => UnaryOp::Minus,
            Token::Bang => UnaryOp::Not,
            Token::Tilde => UnaryOp::BitNot,
            Token::Star => UnaryOp::Deref,
            Token::Amp => UnaryOp::Address,
            Token::Real => UnaryOp::Real,
            Token::PlusPlus | Token::MinusMinus => {
                let up = self.next().token == Token::PlusPlus;
                let place = self.nest(Parser::unary)?;
                let kind = ExprKind::Step {
                    up,
                    prefix: true,
                    place,
                };
                return Ok(expr(kind, self.since(start)));
            }
            Token::Sizeof => return self.sizeof(),
            Token::Alignof => return self.alignof(),
            Token::AndAnd => {
                self.next();
                let label = self.name()?;
                return Ok(expr(ExprKind::LabelAddress(label), self.since(start)));
            }
            Token::OpenParen if self.starts_type_at(1) => {
                let ty = self.parenthesised_type()?;
                if self.is(Token::OpenBrace) {
                    return self.postfix(|p| p.compound(ty));
                }
                let operand = self.nest(Parser::unary)?;
                return Ok(expr(ExprKind::Cast(ty, operand), self.since(start)));
            }
            _ => return self.postfix(Parser::primary),
        };
        self.next();
        let operand = self.nest(Parser::unary)?;
        Ok(expr(ExprKind::Unary(op, operand), self.since(start)))
    }

    /// `(T)`.
    pub fn parenthesised_type(&mut self) -> Read<Type> {
        self.expect(Token::OpenParen, "`(`")?;
        let ty = self.nest(Parser::type_name)?;
        self.expect(Token::CloseParen, "`)`")?;
        Ok(ty)
    }

    /// The `{ … }` of `(T){ … }`.
    fn compound(&mut self, ty: Type) -> Read<Expr> {
        let start = ty.span;
        let init = self.nest(Parser::initialiser)?;
        Ok(expr(ExprKind::Compound(ty, init), self.since(start)))
    }

    fn sizeof(&mut self) -> Read<Expr> {
        let start = self.next().span;
        let kind = match self.is(Token::OpenParen) && self.starts_type_at(1) {
            true => {
                let ty = self.parenthesised_type()?;
                match self.is(Token::OpenBrace) {
                    true => ExprKind::SizeofExpr(self.postfix(|p| p.compound(ty))?),
                    false => ExprKind::SizeofType(ty),
                }
            }
            false => ExprKind::SizeofExpr(self.nest(Parser::unary)?),
        };
        Ok(expr(kind, self.since(start)))
    }

    fn alignof(&mut self) -> Read<Expr> {
        let start = self.next().span;
        let ty = match self.is(Token::OpenParen) && self.starts_type_at(1) {
            true => self.parenthesised_type()?,
            false => {
                let operand = self.nest(Parser::unary)?;
                let span = operand.span;
                super::types::plain(TypeKind::TypeofExpr(operand), span)
            }
        };
        Ok(expr(ExprKind::Alignof(ty), self.since(start)))
    }

    /// An operand and what may follow it: `[i]`, `(…)`, `.x`, `->x`, `++`, `--`.
    fn postfix(&mut self, operand: impl FnOnce(&mut Parser<'t>) -> Read<Expr>) -> Read<Expr> {
        self.chain(|p| {
            let mut operand = operand(p)?;
            let start = operand.span;
            loop {
                let kind = match p.peek() {
                    Token::OpenBracket => {
                        p.next();
                        let index = p.nest(Parser::expression)?;
                        p.expect(Token::CloseBracket, "`]`")?;
                        ExprKind::Index(operand, index)
                    }
                    Token::OpenParen => {
                        let arguments = p.nest(Parser::arguments)?;
                        ExprKind::Call(operand, Vec::new(), arguments)
                    }
                    Token::Dot => {
                        p.next();
                        ExprKind::Member(operand, p.name()?)
                    }
                    Token::Arrow => {
                        p.next();
                        ExprKind::Arrow(operand, p.name()?)
                    }
                    Token::PlusPlus | Token::MinusMinus => {
                        let up = p.next().token == Token::PlusPlus;
                        ExprKind::Step {
                            up,
                            prefix: false,
                            place: operand,
                        }
                    }
                    _ => return Ok(operand),
                };
                p.link()?;
                operand = expr(kind, p.since(start));
            }
        })
    }

    /// `(a, b)`.
    fn arguments(&mut self) -> Read<Vec<Expr>> {
        self.expect(Token::OpenParen, "`(`")?;
        let mut arguments = Vec::new();
        if self.eat(Token::CloseParen).is_some() {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.assignment()?);
            if self.eat(Token::Comma).is_none() {
                break;
            }
        }
        self.expect(Token::CloseParen, "`,` or `)`")?;
        Ok(arguments)
    }

    /// Names, constants, and what stands in parentheses.
    fn primary(&mut self) -> Read<Expr> {
        let next = self.lexeme();
        match next.token {
            Token::Name => {
                if self.peek_at(1) == Token::OpenParen {
                    match next.text {
                        "__builtin_offsetof" => return self.offsetof(),
                        "__builtin_va_arg" | "__builtin_types_compatible_p" => return self.builtin(),
                        _ => {}
                    }
                }
                let name = name_of(self.next());
                Ok(expr(ExprKind::Name(name), next.span))
            }
            Token::Integer | Token::Float | Token::Char | Token::Str => self.literal(),
            Token::Generic => self.generic(),
            Token::OpenParen if self.peek_at(1) == Token::OpenBrace => {
                self.next();
                let statements = self.nest(Parser::block)?;
                self.expect(Token::CloseParen, "`)`")?;
                Ok(expr(ExprKind::StmtExpr(statements), self.since(next.span)))
            }
            Token::OpenParen => {
                self.next();
                let mut inner = self.nest(Parser::expression)?;
                self.expect(Token::CloseParen, "`)`")?;
                inner.span = self.since(next.span);
                Ok(inner)
            }
            _ => Err(self.unexpected("an expression")),
        }
    }

    /// A constant or string; adjacent strings are one.
    pub fn literal(&mut self) -> Read<Expr> {
        let start = self.lexeme();
        let wrong = |message| Failure::new(start.span, message);
        let kind = match start.token {
            Token::Integer => ExprKind::Int(literal::integer(start.text).map_err(wrong)?),
            Token::Float => ExprKind::Float(start.text.to_string()),
            Token::Char => ExprKind::Char(literal::character(start.text).map_err(wrong)?),
            Token::Str => {
                let mut bytes = Vec::new();
                let mut wide = false;
                while let Some(part) = self.eat(Token::Str) {
                    match literal::string(part.text).map_err(wrong)? {
                        Some(part) => bytes.extend(part),
                        None => wide = true,
                    }
                }
                let span = self.since(start.span);
                let name = Name {
                    text: "wide string".into(),
                    span,
                };
                let kind = match wide {
                    true => ExprKind::Builtin(name, Vec::new()),
                    false => ExprKind::Str(bytes),
                };
                return Ok(expr(kind, span));
            }
            _ => return Err(self.unexpected("a constant")),
        };
        self.next();
        Ok(expr(kind, start.span))
    }

    /// `_Generic(e, T: a, default: b)`.
    fn generic(&mut self) -> Read<Expr> {
        let start = self.next().span;
        self.expect(Token::OpenParen, "`(`")?;
        let subject = self.nest(Parser::assignment)?;
        let mut cases = Vec::new();
        while self.eat(Token::Comma).is_some() {
            let ty = match self.eat(Token::Default) {
                Some(_) => None,
                None => Some(self.nest(Parser::type_name)?),
            };
            self.expect(Token::Colon, "`:`")?;
            cases.push((ty, self.nest(Parser::assignment)?));
        }
        self.expect(Token::CloseParen, "`,` or `)`")?;
        Ok(expr(ExprKind::Generic(subject, cases), self.since(start)))
    }

    /// `__builtin_offsetof(T, a.b[3])`.
    fn offsetof(&mut self) -> Read<Expr> {
        let start = self.next().span;
        self.expect(Token::OpenParen, "`(`")?;
        let ty = self.nest(Parser::type_name)?;
        self.expect(Token::Comma, "`,`")?;
        let mut path = vec![Designator::Field(self.name()?)];
        loop {
            match self.peek() {
                Token::Dot | Token::Arrow => {
                    self.next();
                    path.push(Designator::Field(self.name()?));
                }
                Token::OpenBracket => {
                    self.next();
                    path.push(Designator::Index(self.nest(Parser::expression)?));
                    self.expect(Token::CloseBracket, "`]`")?;
                }
                _ => break,
            }
        }
        self.expect(Token::CloseParen, "`)`")?;
        Ok(expr(ExprKind::Offsetof(ty, path), self.since(start)))
    }

    /// A builtin that takes types; a type is written as [`ExprKind::SizeofType`].
    fn builtin(&mut self) -> Read<Expr> {
        let name = self.name()?;
        self.expect(Token::OpenParen, "`(`")?;
        let mut arguments = Vec::new();
        loop {
            arguments.push(match self.starts_type() {
                true => {
                    let ty = self.nest(Parser::type_name)?;
                    let span = ty.span;
                    expr(ExprKind::SizeofType(ty), span)
                }
                false => self.nest(Parser::assignment)?,
            });
            if self.eat(Token::Comma).is_none() {
                break;
            }
        }
        self.expect(Token::CloseParen, "`,` or `)`")?;
        let span = self.since(name.span);
        Ok(expr(ExprKind::Builtin(name, arguments), span))
    }

    /// What stands after the `=` of a declaration.
    pub fn initialiser(&mut self) -> Read<Init> {
        let Some(open) = self.eat(Token::OpenBrace) else {
            return Ok(Init::Expr(self.assignment()?));
        };
        let mut parts = Vec::new();
        while !self.is(Token::CloseBrace) {
            let designators = self.designators()?;
            parts.push((designators, self.nest(Parser::initialiser)?));
            if self.eat(Token::Comma).is_none() {
                break;
            }
        }
        self.expect(Token::CloseBrace, "`,` or `}`")?;
        Ok(Init::List(parts, self.since(open.span)))
    }

    /// `.x`, `[i]`, `[a ... b]` with the `=` after them, and GNU's old `x:`.
    fn designators(&mut self) -> Read<Vec<Designator>> {
        if self.is(Token::Name) && self.peek_at(1) == Token::Colon {
            let name = self.name()?;
            self.next();
            return Ok(vec![Designator::Field(name)]);
        }
        let mut designators = Vec::new();
        loop {
            match self.peek() {
                Token::Dot => {
                    self.next();
                    designators.push(Designator::Field(self.name()?));
                }
                Token::OpenBracket => {
                    self.next();
                    let first = self.nest(Parser::conditional)?;
                    designators.push(match self.eat(Token::Ellipsis) {
                        Some(_) => Designator::Range(first, self.nest(Parser::conditional)?),
                        None => Designator::Index(first),
                    });
                    self.expect(Token::CloseBracket, "`]`")?;
                }
                _ => break,
            }
        }
        if !designators.is_empty() {
            self.eat(Token::Assign);
        }
        Ok(designators)
    }
}
