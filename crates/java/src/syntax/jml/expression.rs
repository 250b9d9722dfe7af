//! Formulas and terms: the operators, by precedence climbing.
//!
//! The height of a tree is counted while it is built, because `x.f.f.f` and `a + b + c` nest
//! without recursion here.

use super::super::ast::*;
use super::keywords::{is_java_keyword, is_primitive};
use super::lexer::Token;
use super::{Parse, Parser};
use abide_base::{Diagnostic, Span};
use abide_frontend::operator::Level;

/// An expression and its height.
pub(super) struct Tall {
    pub(super) expr: Expr,
    pub(super) height: usize,
}

/// The operator that is written so, `instanceof` aside.
fn operator(symbol: &str) -> Option<BinaryOp> {
    use BinaryOp::{Iff, ImpliedBy, Implies, NotIff, Subtype, Ushr};
    let of_jml = |op: &BinaryOp| matches!(op, Iff | NotIff | Implies | ImpliedBy | Subtype | Ushr);
    BinaryOp::of(symbol).filter(|op| op.is_common() || of_jml(op))
}

pub(super) fn leaf(kind: ExprKind, span: Span) -> Tall {
    let kind = Box::new(kind);
    Tall {
        expr: Expr { kind, span },
        height: 1,
    }
}

// Operators.
impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parse<Expr> {
        Ok(self.tall_expression()?.expr)
    }

    /// `x = e`, `x += e`, `x++`: only `set` may do this.
    pub(super) fn assignment(&mut self) -> Parse<Expr> {
        let start = self.here();
        let target = self.postfix()?;
        let operator = match self.peek() {
            Token::Assign => None,
            Token::OpAssign => BinaryOp::of_assignment(self.word_at(0)),
            Token::PlusPlus | Token::MinusMinus => {
                let kind = ExprKind::Step {
                    prefix: false,
                    up: self.at(Token::PlusPlus),
                    target: target.expr,
                };
                self.bump();
                return Ok(leaf(kind, self.since(start)).expr);
            }
            _ => return Err(self.unexpected("`=`")),
        };
        self.bump();
        let value = self.tall_expression()?;
        let below = target.height.max(value.height);
        let kind = ExprKind::Assign(operator, target.expr, value.expr);
        Ok(self.node(kind, self.since(start), below)?.expr)
    }

    /// The initial value of a variable.
    pub(super) fn initializer(&mut self) -> Parse<Expr> {
        Ok(self.tall_initializer()?.expr)
    }

    pub(super) fn tall_initializer(&mut self) -> Parse<Tall> {
        if !self.at(Token::OpenBrace) {
            return self.tall_expression();
        }
        let start = self.bump();
        self.enter()?;
        let (mut all, mut below) = (Vec::new(), 0);
        while !self.at(Token::CloseBrace) {
            let element = self.tall_initializer()?;
            below = below.max(element.height);
            all.push(element.expr);
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::CloseBrace, "`,` or `}`")?;
        self.leave();
        self.node(ExprKind::ArrayInit(all), self.since(start), below)
    }

    pub(super) fn node(&self, kind: ExprKind, span: Span, below: usize) -> Parse<Tall> {
        self.check_height(below + 1)?;
        Ok(Tall {
            height: below + 1,
            ..leaf(kind, span)
        })
    }

    /// One level deeper. Whoever recovers from an error restores the depth.
    pub(super) fn enter(&mut self) -> Parse<()> {
        self.depth += 1;
        self.check_height(self.depth)
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// `a` or `a ? b : c`. Assignments are read no further than to say that they do not belong.
    pub(super) fn tall_expression(&mut self) -> Parse<Tall> {
        self.enter()?;
        let start = self.here();
        let mut expr = self.binary(Level::Iff)?;
        if self.eat(Token::Question) {
            let yes = self.tall_expression()?;
            self.expect(Token::Colon, "`:` and the other value")?;
            let no = self.tall_expression()?;
            let span = self.since(start);
            let below = expr.height.max(yes.height).max(no.height);
            expr = self.node(ExprKind::Conditional(expr.expr, yes.expr, no.expr), span, below)?;
        }
        if matches!(
            self.peek(),
            Token::Assign | Token::OpAssign | Token::PlusPlus | Token::MinusMinus
        ) {
            return Err(self.has_effect());
        }
        self.leave();
        Ok(expr)
    }

    /// The message about an assignment in a formula.
    fn has_effect(&self) -> Box<Diagnostic> {
        let message = "a formula must not change anything";
        let warning = Diagnostic::warning(self.here(), message).label("this assigns");
        Box::new(if self.at(Token::Assign) {
            warning.help("equality is written `==`")
        } else {
            warning
        })
    }

    /// Operators that bind at least as tightly as `least`.
    fn binary(&mut self, least: Level) -> Parse<Tall> {
        let start = self.here();
        let mut left = self.unary()?;
        loop {
            if self.at_word("instanceof") && least <= Level::Relation {
                left = self.instance_of(start, left)?;
                continue;
            }
            let Some(op) = operator(self.word_at(0)).filter(|op| op.level() >= least) else {
                return Ok(left);
            };
            self.bump();
            let right = if op == BinaryOp::Implies {
                self.enter()?;
                let right = self.binary(op.right_level())?;
                self.leave();
                right
            } else {
                self.binary(op.right_level())?
            };
            left = self.combine(start, op, left, right)?;
        }
    }

    /// `a op b`. `a < b < c` means what it means in mathematics.
    fn combine(&self, start: Span, op: BinaryOp, left: Tall, right: Tall) -> Parse<Tall> {
        let below = left.height.max(right.height);
        let span = self.since(start);
        if let Some(middle) = last_compared(&left.expr).filter(|_| op.is_order()) {
            let middle = middle.clone();
            let second = self.since(middle.span);
            let second = leaf(ExprKind::Binary(op, middle, right.expr), second).expr;
            return self.node(ExprKind::Binary(BinaryOp::And, left.expr, second), span, below + 1);
        }
        self.node(ExprKind::Binary(op, left.expr, right.expr), span, below)
    }

    /// `e instanceof T x`
    fn instance_of(&mut self, start: Span, left: Tall) -> Parse<Tall> {
        self.bump();
        let ty = self.type_ref()?;
        let name = match self.peek() {
            Token::Name if !is_java_keyword(self.word_at(0)) && !super::is_keyword(self.word_at(0)) => {
                Some(self.name("a name")?)
            }
            _ => None,
        };
        let kind = ExprKind::InstanceOf(left.expr, ty, name);
        self.node(kind, self.since(start), left.height)
    }

    fn unary(&mut self) -> Parse<Tall> {
        let op = match self.peek() {
            Token::Minus => UnaryOp::Neg,
            Token::Plus => UnaryOp::Plus,
            Token::Bang => UnaryOp::Not,
            Token::Tilde => UnaryOp::BitNot,
            Token::PlusPlus | Token::MinusMinus => return Err(self.has_effect()),
            Token::OpenParen if self.at_cast() => return self.cast(),
            _ => return self.postfix(),
        };
        let start = self.bump();
        self.enter()?;
        let operand = if op == UnaryOp::Neg && self.at(Token::Integer) && !self.followed_by_suffix() {
            self.integer(true)?
        } else {
            self.unary()?
        };
        self.leave();
        self.node(ExprKind::Unary(op, operand.expr), self.since(start), operand.height)
    }

    fn followed_by_suffix(&self) -> bool {
        matches!(self.peek_at(1), Token::Dot | Token::OpenBracket)
    }

    /// Does `(T) e` begin here, rather than a parenthesised expression?
    fn at_cast(&self) -> bool {
        let Some(close) = self
            .type_ends(1)
            .filter(|close| self.peek_at(*close) == Token::CloseParen)
        else {
            return false;
        };
        let first = self.word_at(1);
        if is_primitive(first) || first.starts_with('\\') || self.peek_at(close - 1) == Token::CloseBracket {
            return true;
        }
        match self.peek_at(close + 1) {
            Token::Name => self.word_at(close + 1) != "instanceof",
            Token::Word
            | Token::Integer
            | Token::Float
            | Token::Char
            | Token::String
            | Token::OpenParen
            | Token::Bang
            | Token::Tilde => true,
            _ => false,
        }
    }

    fn cast(&mut self) -> Parse<Tall> {
        let start = self.bump();
        self.enter()?;
        let ty = self.type_ref()?;
        self.expect(Token::CloseParen, "`)`")?;
        let operand = self.unary()?;
        self.leave();
        self.node(ExprKind::Cast(ty, operand.expr), self.since(start), operand.height)
    }
}

/// What was compared last in `a < b` or in a chain of comparisons.
fn last_compared(expr: &Expr) -> Option<&Expr> {
    match &*expr.kind {
        ExprKind::Binary(op, _, right) if op.is_order() => Some(right),
        ExprKind::Binary(BinaryOp::And, left, second) if left.span.end >= second.span.start => last_compared(second),
        _ => None,
    }
}
