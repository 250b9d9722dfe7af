//! Formulas and terms: the operators, by precedence climbing.
//!
//! The height of a tree is counted while it is built, because `x.f.f.f` and `a + b + c` nest
//! without recursion here.

use super::super::ast::*;
use super::keywords::{is_java_keyword, is_primitive};
use super::lexer::Token;
use super::{Parse, Parser};
use abide_base::{Diagnostic, Span};

/// An expression and its height.
pub(super) struct Tall {
    pub(super) expr: Expr,
    pub(super) height: usize,
}

/// How tightly binary operators bind, the loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Equivalence,
    Implication,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Unary,
}

impl Level {
    /// The level of the operands of an operator that associates to the left.
    fn tighter(self) -> Level {
        use Level::*;
        match self {
            Equivalence => Implication,
            Implication => Or,
            Or => And,
            And => BitOr,
            BitOr => BitXor,
            BitXor => BitAnd,
            BitAnd => Equality,
            Equality => Relation,
            Relation => Shift,
            Shift => Sum,
            Sum => Product,
            Product | Unary => Unary,
        }
    }
}

/// The operator of a token and its level. `instanceof` is not among them.
fn operator(token: Token) -> Option<(BinaryOp, Level)> {
    Some(match token {
        Token::Iff => (BinaryOp::Iff, Level::Equivalence),
        Token::NotIff => (BinaryOp::NotIff, Level::Equivalence),
        Token::Implies => (BinaryOp::Implies, Level::Implication),
        Token::ImpliedBy => (BinaryOp::ImpliedBy, Level::Implication),
        Token::OrOr => (BinaryOp::Or, Level::Or),
        Token::AndAnd => (BinaryOp::And, Level::And),
        Token::Bar => (BinaryOp::BitOr, Level::BitOr),
        Token::Caret => (BinaryOp::BitXor, Level::BitXor),
        Token::Amp => (BinaryOp::BitAnd, Level::BitAnd),
        Token::EqEq => (BinaryOp::Eq, Level::Equality),
        Token::NotEq => (BinaryOp::Ne, Level::Equality),
        Token::Less => (BinaryOp::Lt, Level::Relation),
        Token::LessEq => (BinaryOp::Le, Level::Relation),
        Token::Greater => (BinaryOp::Gt, Level::Relation),
        Token::GreaterEq => (BinaryOp::Ge, Level::Relation),
        Token::Subtype => (BinaryOp::Subtype, Level::Relation),
        Token::Shl => (BinaryOp::Shl, Level::Shift),
        Token::Shr => (BinaryOp::Shr, Level::Shift),
        Token::Ushr => (BinaryOp::Ushr, Level::Shift),
        Token::Plus => (BinaryOp::Add, Level::Sum),
        Token::Minus => (BinaryOp::Sub, Level::Sum),
        Token::Star => (BinaryOp::Mul, Level::Product),
        Token::Slash => (BinaryOp::Div, Level::Product),
        Token::Percent => (BinaryOp::Rem, Level::Product),
        _ => return None,
    })
}

/// The operator of `+=` and so on.
fn compound(text: &str) -> Option<BinaryOp> {
    Some(match text {
        "+=" => BinaryOp::Add,
        "-=" => BinaryOp::Sub,
        "*=" => BinaryOp::Mul,
        "/=" => BinaryOp::Div,
        "%=" => BinaryOp::Rem,
        "&=" => BinaryOp::BitAnd,
        "|=" => BinaryOp::BitOr,
        "^=" => BinaryOp::BitXor,
        "<<=" => BinaryOp::Shl,
        ">>=" => BinaryOp::Shr,
        ">>>=" => BinaryOp::Ushr,
        _ => return None,
    })
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
            Token::OpAssign => compound(self.word_at(0)),
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
        let mut expr = self.binary(Level::Equivalence)?;
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
            let Some((op, level)) = operator(self.peek()).filter(|(_, level)| *level >= least) else {
                return Ok(left);
            };
            self.bump();
            let right = if op == BinaryOp::Implies {
                self.enter()?;
                let right = self.binary(level)?;
                self.leave();
                right
            } else {
                self.binary(level.tighter())?
            };
            left = self.combine(start, op, left, right)?;
        }
    }

    /// `a op b`. `a < b < c` means what it means in mathematics.
    fn combine(&self, start: Span, op: BinaryOp, left: Tall, right: Tall) -> Parse<Tall> {
        let below = left.height.max(right.height);
        let span = self.since(start);
        if let Some(middle) = last_compared(&left.expr).filter(|_| is_order(op)) {
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

/// `<`, `<=`, `>`, `>=`
fn is_order(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge)
}

/// What was compared last in `a < b` or in a chain of comparisons.
fn last_compared(expr: &Expr) -> Option<&Expr> {
    match &*expr.kind {
        ExprKind::Binary(op, _, right) if is_order(*op) => Some(right),
        ExprKind::Binary(BinaryOp::And, left, second) if left.span.end >= second.span.start => last_compared(second),
        _ => None,
    }
}
