//! Expressions, by precedence climbing.
//!
//! Chains become one node, so the height of a tree is not the number of its operators. It is
//! still counted while the tree is built, because `x.f.f.f` nests without recursion here.

use super::super::ast::*;
use super::super::lexer::Token;
use super::{Parser, Result};
use abide_base::{Diagnostic, Span};
use abide_logic::print::Level;
use abide_logic::{Int, Quantifier};

/// How tightly a binary operator binds.
fn level(token: Token) -> Option<Level> {
    Some(match token {
        Token::Implies => Level::Implies,
        Token::OrOr => Level::Or,
        Token::AndAnd => Level::And,
        Token::EqEq | Token::NotEq => Level::Equality,
        Token::Less | Token::LessEq | Token::Greater | Token::GreaterEq => Level::Order,
        Token::Plus | Token::Minus => Level::Sum,
        Token::Star | Token::Slash | Token::Percent => Level::Product,
        _ => return None,
    })
}

/// The level of the operands of an operator that does not nest in itself.
fn tighter(level: Level) -> Level {
    match level {
        Level::Loose => Level::Implies,
        Level::Implies => Level::Or,
        Level::Or => Level::And,
        Level::And => Level::Equality,
        Level::Equality => Level::Order,
        Level::Order => Level::Sum,
        Level::Sum => Level::Product,
        Level::Product => Level::Unary,
        Level::Unary | Level::Atom => Level::Atom,
    }
}

/// An expression and its height.
struct Tall {
    expr: Expr,
    height: usize,
}

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Result<Expr> {
        Ok(self.binary(Level::Implies)?.expr)
    }

    /// What an assignment may have on its left: subscripts, but no operators.
    pub(super) fn target(&mut self) -> Result<Expr> {
        let start = self.here();
        let base = self.primary()?;
        Ok(self.postfix(base, start)?.expr)
    }

    fn node(&mut self, kind: ExprKind, span: Span, below: usize) -> Result<Tall> {
        self.check_height(below + 1)?;
        Ok(Tall {
            expr: Expr {
                kind,
                place: span.into(),
            },
            height: below + 1,
        })
    }

    /// Operators that bind at least as tightly as `least`.
    fn binary(&mut self, least: Level) -> Result<Tall> {
        let start = self.here();
        let mut left = self.unary()?;
        loop {
            let operator = self.operator();
            let Some(level) = level(operator).filter(|level| *level >= least) else {
                return Ok(left);
            };
            left = match level {
                Level::Implies => self.implication(left, start)?,
                Level::Equality | Level::Order => self.comparison(left, start, level)?,
                _ => self.chain(left, start, level)?,
            };
        }
    }

    /// `a ==> b`, where `b` may be an implication again.
    fn implication(&mut self, left: Tall, start: Span) -> Result<Tall> {
        self.bump();
        self.enter()?;
        let right = self.binary(Level::Implies)?;
        self.leave();
        let height = left.height.max(right.height);
        let kind = ExprKind::Implies(left.expr.into(), right.expr.into());
        self.node(kind, self.since(start), height)
    }

    /// `a + b - c …`, and so on for `*`, `&&`, `||`: one node.
    fn chain(&mut self, first: Tall, start: Span, own: Level) -> Result<Tall> {
        let mut height = first.height;
        let mut rest = Vec::new();
        loop {
            let operator = self.operator();
            if level(operator) != Some(own) {
                break;
            }
            self.bump();
            let operand = self.binary(tighter(own))?;
            height = height.max(operand.height);
            rest.push((operator, operand.expr));
        }
        let kind = match own {
            Level::Sum => ExprKind::Sum(
                first.expr.into(),
                rest.into_iter().map(|(t, e)| (sum_op(t), e)).collect(),
            ),
            Level::Product => ExprKind::Product(
                first.expr.into(),
                rest.into_iter().map(|(t, e)| (product_op(t), e)).collect(),
            ),
            _ => {
                let all = std::iter::once(first.expr)
                    .chain(rest.into_iter().map(|(_, e)| e))
                    .collect();
                if own == Level::And {
                    ExprKind::And(all)
                } else {
                    ExprKind::Or(all)
                }
            }
        };
        self.node(kind, self.since(start), height)
    }

    /// `a < b`. A chain is reported and read as what was meant, `a < b && b < c`.
    fn comparison(&mut self, first: Tall, start: Span, own: Level) -> Result<Tall> {
        let mut height = first.height;
        let (mut left, mut left_start) = (first.expr, start);
        let mut all = Vec::new();
        loop {
            let operator = compare_op(self.operator());
            if all.len() == 1 {
                let error = Diagnostic::error(self.here(), "comparisons do not chain").label("a second comparison");
                self.report(error.help("write `a < b && b < c`"));
            }
            self.bump();
            let right_start = self.here();
            let right = self.binary(tighter(own))?;
            height = height.max(right.height);
            let again = (level(self.operator()) == Some(own)).then(|| right.expr.clone());
            all.push(Expr {
                kind: ExprKind::Compare(operator, left.into(), right.expr.into()),
                place: self.since(left_start).into(),
            });
            match again {
                Some(expr) => (left, left_start) = (expr, right_start),
                None => break,
            }
        }
        let span = self.since(start);
        if all.len() == 1 {
            let kind = all.remove(0).kind;
            return self.node(kind, span, height);
        }
        self.node(ExprKind::And(all), span, height + 1)
    }

    fn unary(&mut self) -> Result<Tall> {
        match self.peek() {
            Token::Bang | Token::Minus => self.negation(),
            Token::Forall | Token::Exists => self.quantified(),
            Token::If => self.conditional(),
            _ => {
                let start = self.here();
                let base = self.primary()?;
                self.postfix(base, start)
            }
        }
    }

    /// `!e`, `-e`
    fn negation(&mut self) -> Result<Tall> {
        let token = self.peek();
        let start = self.bump();
        self.enter()?;
        let operand = self.unary()?;
        self.leave();
        let inner = operand.expr.into();
        let kind = if token == Token::Bang {
            ExprKind::Not(inner)
        } else {
            ExprKind::Neg(inner)
        };
        self.node(kind, self.since(start), operand.height)
    }

    /// `forall x: T :: e`, as far right as it reaches.
    fn quantified(&mut self) -> Result<Tall> {
        let quantifier = if self.at(Token::Forall) {
            Quantifier::Forall
        } else {
            Quantifier::Exists
        };
        let start = self.bump();
        self.enter()?;
        let vars = self.comma_separated(|p| p.binding("a bound variable"))?;
        if !self.at(Token::ColonColon) {
            return Err(self.unexpected("`::` after the bound variables", |d| {
                d.help("write `forall x: int :: e`")
            }));
        }
        self.bump();
        let body = self.binary(Level::Implies)?;
        self.leave();
        self.node(
            ExprKind::Quant(quantifier, vars, body.expr.into()),
            self.since(start),
            body.height,
        )
    }

    /// `if c then a else b`, as far right as it reaches.
    fn conditional(&mut self) -> Result<Tall> {
        let start = self.bump();
        self.enter()?;
        let condition = self.binary(Level::Implies)?;
        self.expect(Token::Then, "after the condition")?;
        let yes = self.binary(Level::Implies)?;
        self.expect(Token::Else, "and the other value")?;
        let no = self.binary(Level::Implies)?;
        self.leave();
        let height = condition.height.max(yes.height).max(no.height);
        let kind = ExprKind::Ite(condition.expr.into(), yes.expr.into(), no.expr.into());
        self.node(kind, self.since(start), height)
    }

    /// Subscripts and fields after `base`.
    fn postfix(&mut self, base: Tall, start: Span) -> Result<Tall> {
        let mut base = base;
        loop {
            base = match self.peek() {
                Token::Dot => self.dot(base, start)?,
                Token::OpenBracket => self.subscript(base, start)?,
                _ => return Ok(base),
            };
        }
    }

    fn dot(&mut self, base: Tall, start: Span) -> Result<Tall> {
        self.bump();
        let name = self.name("the name of a field, or `length`")?;
        self.node(ExprKind::Dot(base.expr.into(), name), self.since(start), base.height)
    }

    /// `e[e]`, `e[e := e]`
    fn subscript(&mut self, base: Tall, start: Span) -> Result<Tall> {
        let open = self.bump();
        self.enter()?;
        let index = self.binary(Level::Implies)?;
        let mut height = base.height.max(index.height);
        let kind = if self.eat(Token::Becomes) {
            let value = self.binary(Level::Implies)?;
            height = height.max(value.height);
            ExprKind::Store(base.expr.into(), index.expr.into(), value.expr.into())
        } else {
            ExprKind::Index(base.expr.into(), index.expr.into())
        };
        self.close(Token::CloseBracket, open)?;
        self.leave();
        self.node(kind, self.since(start), height)
    }

    /// What has no operator outside of brackets. What nests has a function of its own, so that
    /// only it costs stack.
    fn primary(&mut self) -> Result<Tall> {
        let nested = match self.peek() {
            Token::Name if self.peek_second() == Token::OpenParen => Self::application,
            Token::OpenParen => Self::group,
            Token::Old | Token::Unchecked => Self::wrapped,
            Token::Const => Self::constant_map,
            _ => Self::atom,
        };
        nested(self)
    }

    fn atom(&mut self) -> Result<Tall> {
        let start = self.here();
        let token = self.peek();
        let atom = match token {
            Token::Name => ExprKind::Name(self.name("a name")?.text),
            Token::Number => {
                let span = self.bump();
                ExprKind::Int(self.slice(span).parse::<Int>().expect("decimal digits"))
            }
            Token::True | Token::False | Token::Null => {
                self.bump();
                match token {
                    Token::Null => ExprKind::Null,
                    _ => ExprKind::Bool(token == Token::True),
                }
            }
            Token::Dot => {
                self.bump();
                ExprKind::Field(self.name("the name of a field")?)
            }
            _ => match self.keyword_as_name() {
                Some(name) => ExprKind::Name(name.text),
                None => {
                    let advice = self.with_backquotes();
                    return Err(self.unexpected("an expression", advice));
                }
            },
        };
        self.node(atom, self.since(start), 0)
    }

    /// `(e)`
    fn group(&mut self) -> Result<Tall> {
        let open = self.bump();
        let mut inner = self.parenthesised(open)?;
        inner.expr.place = self.since(open).into();
        Ok(inner)
    }

    /// `old(e)`, `unchecked(e)`
    fn wrapped(&mut self) -> Result<Tall> {
        let token = self.peek();
        let start = self.bump();
        let open = self.expect(Token::OpenParen, "before the expression")?;
        let inner = self.parenthesised(open)?;
        let boxed = inner.expr.into();
        let kind = if token == Token::Old {
            ExprKind::Old(boxed)
        } else {
            ExprKind::Unchecked(boxed)
        };
        self.node(kind, self.since(start), inner.height)
    }

    /// `const<K>(e)`
    fn constant_map(&mut self) -> Result<Tall> {
        let start = self.bump();
        self.expect(Token::Less, "before the type of the keys")?;
        let (key, _) = self.ty()?;
        self.expect(Token::Greater, "after the type of the keys")?;
        let open = self.expect(Token::OpenParen, "before the value")?;
        let inner = self.parenthesised(open)?;
        self.node(ExprKind::Const(key, inner.expr.into()), self.since(start), inner.height)
    }

    /// `f(e, e)`.
    fn application(&mut self) -> Result<Tall> {
        let start = self.here();
        let name = self.name("the name of a function")?;
        let mut height = 0;
        self.enter()?;
        let args = self.in_parens("before the arguments", |p| {
            let arg = p.binary(Level::Implies)?;
            height = height.max(arg.height);
            Ok(arg.expr)
        })?;
        self.leave();
        self.node(ExprKind::Apply(name, args), self.since(start), height)
    }

    /// What is inside the parenthesis at `open`, and the closing one.
    fn parenthesised(&mut self, open: Span) -> Result<Tall> {
        self.enter()?;
        let inner = self.binary(Level::Implies)?;
        self.close(Token::CloseParen, open)?;
        self.leave();
        Ok(inner)
    }
}

fn sum_op(token: Token) -> SumOp {
    if token == Token::Minus { SumOp::Sub } else { SumOp::Add }
}

fn product_op(token: Token) -> ProductOp {
    match token {
        Token::Slash => ProductOp::Div,
        Token::Percent => ProductOp::Mod,
        _ => ProductOp::Mul,
    }
}

fn compare_op(token: Token) -> CompareOp {
    match token {
        Token::NotEq => CompareOp::Ne,
        Token::Less => CompareOp::Lt,
        Token::LessEq => CompareOp::Le,
        Token::Greater => CompareOp::Gt,
        Token::GreaterEq => CompareOp::Ge,
        _ => CompareOp::Eq,
    }
}
