//! Formulas and terms, types, and sets of locations.
//!
//! Operators are read by precedence climbing. The height of a tree is counted while it is built,
//! because `x.f.f.f` and `a + b + c` nest without recursion here.

use super::super::ast::*;
use super::super::literal;
use super::keywords::{is_java_keyword, is_primitive};
use super::lexer::Token;
use super::{Parse, Parser};
use abide_base::{Diagnostic, Span};
use std::sync::Arc;

/// An expression and its height.
struct Tall {
    expr: Expr,
    height: usize,
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

fn leaf(kind: ExprKind, span: Span) -> Tall {
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

    fn tall_initializer(&mut self) -> Parse<Tall> {
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

    fn node(&self, kind: ExprKind, span: Span, below: usize) -> Parse<Tall> {
        self.check_height(below + 1)?;
        Ok(Tall {
            height: below + 1,
            ..leaf(kind, span)
        })
    }

    /// One level deeper. Whoever recovers from an error restores the depth.
    fn enter(&mut self) -> Parse<()> {
        self.depth += 1;
        self.check_height(self.depth)
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    /// `a` or `a ? b : c`. Assignments are read no further than to say that they do not belong.
    fn tall_expression(&mut self) -> Parse<Tall> {
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

// What operators combine.
impl Parser<'_> {
    /// A primary expression and the fields, calls and subscripts behind it.
    fn postfix(&mut self) -> Parse<Tall> {
        let start = self.here();
        let mut base = self.primary()?;
        while matches!(self.peek(), Token::Dot | Token::OpenBracket) {
            base = self.suffix(start, base)?;
        }
        Ok(base)
    }

    fn suffix(&mut self, start: Span, base: Tall) -> Parse<Tall> {
        if self.eat(Token::OpenBracket) {
            let index = self.tall_expression()?;
            self.expect(Token::CloseBracket, "`]`")?;
            let below = base.height.max(index.height);
            return self.node(ExprKind::Index(base.expr, index.expr), self.since(start), below);
        }
        self.bump();
        if let Some(ty) = ["class", "this"]
            .contains(&self.word_at(0))
            .then(|| as_type(&base.expr))
            .flatten()
        {
            let is_class = self.at_word("class");
            self.bump();
            let kind = if is_class {
                ExprKind::ClassLiteral(ty)
            } else {
                ExprKind::This(Some(ty))
            };
            return Ok(leaf(kind, self.since(start)));
        }
        if self.at(Token::Less) {
            self.type_arguments()?;
        }
        let name = self.name("the name of a field or method")?;
        if !self.at(Token::OpenParen) {
            return self.node(ExprKind::Field(base.expr, name), self.since(start), base.height);
        }
        let (args, below) = self.arguments()?;
        let kind = ExprKind::Call(Some(base.expr), name, args);
        self.node(kind, self.since(start), below.max(base.height))
    }

    /// `(a, b)`, and the greatest height among the arguments.
    fn arguments(&mut self) -> Parse<(Vec<Expr>, usize)> {
        let all = self.in_parens(Self::tall_expression)?;
        let below = all.iter().map(|a| a.height).max().unwrap_or(0);
        Ok((all.into_iter().map(|a| a.expr).collect(), below))
    }

    fn primary(&mut self) -> Parse<Tall> {
        match self.peek() {
            Token::Name => self.named(),
            Token::Word => self.jml_word(),
            Token::Integer => self.integer(false),
            Token::Float => Ok(leaf(ExprKind::Literal(Literal::Float), self.bump())),
            Token::Char => self.literal(literal::character),
            Token::String => self.literal(literal::string),
            Token::Informal => {
                let text = self.word_at(0).to_string();
                Ok(leaf(ExprKind::Unknown(text), self.bump()))
            }
            Token::OpenParen => self.parenthesised(),
            _ => Err(self.unexpected("an expression")),
        }
    }

    fn integer(&mut self, negated: bool) -> Parse<Tall> {
        self.literal(|text| literal::integer(text, negated))
    }

    fn literal(&mut self, read: impl Fn(&str) -> Result<Literal, &'static str>) -> Parse<Tall> {
        match read(self.word_at(0)) {
            Ok(literal) => Ok(leaf(ExprKind::Literal(literal), self.bump())),
            Err(why) => Err(Box::new(Diagnostic::warning(self.here(), why))),
        }
    }

    /// `(e)`, or a quantifier.
    fn parenthesised(&mut self) -> Parse<Tall> {
        let start = self.bump();
        if let Some(kind) = quantifier(self.word_at(0)) {
            return self.quantified(start, kind);
        }
        let inner = self.tall_expression()?;
        self.expect(Token::CloseParen, "`)`")?;
        Ok(inner)
    }

    /// The rest of `(\forall T x, y; range; body)`.
    fn quantified(&mut self, start: Span, kind: QuantifierKind) -> Parse<Tall> {
        self.bump();
        self.enter()?;
        while matches!(self.word_at(0), "nullable" | "non_null" | "final") {
            self.bump();
        }
        let mut ty = self.type_ref()?;
        let names = self.comma_separated(|p| p.name("the name of a bound variable"))?;
        ty.dims += self.dimensions();
        self.expect(Token::Semicolon, "`;` after the bound variables")?;
        let (range, body) = if self.eat(Token::Semicolon) {
            (None, self.tall_expression()?)
        } else {
            let first = self.tall_expression()?;
            match self.eat(Token::Semicolon) {
                true => (Some(first), self.tall_expression()?),
                false => (None, first),
            }
        };
        self.expect(Token::CloseParen, "`)` after the quantified expression")?;
        self.leave();
        let below = range.as_ref().map_or(0, |r| r.height).max(body.height);
        let kind = ExprKind::Quantified(kind, ty, names, range.map(|r| r.expr), body.expr);
        self.node(kind, self.since(start), below)
    }

    /// What begins with a name: a variable, a call, `this`, `new`, `true`, a type.
    fn named(&mut self) -> Parse<Tall> {
        let word = self.word_at(0);
        let constant = match word {
            "true" => ExprKind::Literal(Literal::Bool(true)),
            "false" => ExprKind::Literal(Literal::Bool(false)),
            "null" => ExprKind::Literal(Literal::Null),
            "this" => ExprKind::This(None),
            "super" if self.peek_at(1) == Token::Dot => ExprKind::Super,
            "new" => return self.creation(),
            _ => {
                let array = self.peek_at(1) == Token::OpenBracket && self.peek_at(2) == Token::CloseBracket;
                if is_primitive(word) || array {
                    return self.class_literal();
                }
                let name = self.name("an expression")?;
                if !self.at(Token::OpenParen) {
                    return Ok(leaf(ExprKind::Name(name.text), name.span));
                }
                let start = name.span;
                let (args, below) = self.arguments()?;
                return self.node(ExprKind::Call(None, name, args), self.since(start), below);
            }
        };
        Ok(leaf(constant, self.bump()))
    }

    /// `int.class`, `String[].class`
    fn class_literal(&mut self) -> Parse<Tall> {
        let start = self.here();
        let ty = self.type_ref()?;
        self.expect(Token::Dot, "`.class` after the type")?;
        if !self.eat_word("class") {
            return Err(self.unexpected("`class`"));
        }
        Ok(leaf(ExprKind::ClassLiteral(ty), self.since(start)))
    }

    /// `new C(…)`, `new T[n][]`, `new T[] {…}`
    fn creation(&mut self) -> Parse<Tall> {
        let start = self.bump();
        let mut ty = self.element_type()?;
        if self.at(Token::OpenParen) {
            let (args, below) = self.arguments()?;
            return self.node(ExprKind::New(ty, args, false), self.since(start), below);
        }
        let (mut sizes, mut below) = (Vec::new(), 0);
        while self.at(Token::OpenBracket) && self.peek_at(1) != Token::CloseBracket {
            self.bump();
            let size = self.tall_expression()?;
            self.expect(Token::CloseBracket, "`]`")?;
            below = below.max(size.height);
            sizes.push(size.expr);
        }
        ty.dims = sizes.len() + self.dimensions();
        if ty.dims == 0 {
            return Err(self.unexpected("`(` or `[`"));
        }
        let mut init = None;
        if sizes.is_empty() {
            let values = self.tall_initializer()?;
            below = values.height;
            init = Some(values.expr);
        }
        self.node(ExprKind::NewArray(ty, sizes, init), self.since(start), below)
    }

    /// What begins with a backslash.
    fn jml_word(&mut self) -> Parse<Tall> {
        let word = self.word_at(0);
        let start = self.bump();
        match word {
            "\\result" => return Ok(leaf(ExprKind::Result, start)),
            "\\count" | "\\index" => return Ok(leaf(ExprKind::Count, start)),
            "\\old" | "\\pre" => return self.old(start),
            "\\type" => {
                self.expect(Token::OpenParen, "`(`")?;
                let ty = self.type_ref()?;
                self.expect(Token::CloseParen, "`)`")?;
                return Ok(leaf(ExprKind::TypeLiteral(ty), self.since(start)));
            }
            "\\fresh" | "\\not_modified" => {
                let (args, below) = self.arguments()?;
                let kind = match word {
                    "\\fresh" => ExprKind::Fresh(args),
                    _ => ExprKind::NotModified(args),
                };
                return self.node(kind, self.since(start), below);
            }
            "\\nonnullelements" | "\\typeof" => {
                self.expect(Token::OpenParen, "`(`")?;
                let arg = self.tall_expression()?;
                self.expect(Token::CloseParen, "`)`")?;
                let kind = match word {
                    "\\typeof" => ExprKind::TypeOf(arg.expr),
                    _ => ExprKind::NonNullElements(arg.expr),
                };
                return self.node(kind, self.since(start), arg.height);
            }
            _ => {}
        }
        if self.at(Token::OpenParen) {
            self.skip_parens()?;
        }
        Ok(leaf(ExprKind::Unknown(word.to_string()), self.since(start)))
    }

    /// The rest of `\old(e)` or `\old(e, L)`.
    fn old(&mut self, start: Span) -> Parse<Tall> {
        self.expect(Token::OpenParen, "`(`")?;
        let inner = self.tall_expression()?;
        let label: Option<Arc<str>> = match self.eat(Token::Comma) {
            // JML's own labels: `\LoopInit` and the like
            true if self.at(Token::Word) => {
                let text = self.word_at(0).into();
                self.bump();
                Some(text)
            }
            true => Some(self.name("a label")?.text),
            false => None,
        };
        self.expect(Token::CloseParen, "`)`")?;
        self.node(ExprKind::Old(inner.expr, label), self.since(start), inner.height)
    }

    /// Passes over `( … )`.
    fn skip_parens(&mut self) -> Parse<()> {
        let mut depth = 0usize;
        loop {
            match self.peek() {
                Token::OpenParen => depth += 1,
                Token::CloseParen => depth -= 1,
                Token::End => return Err(self.unexpected("`)`")),
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

/// The quantifier of a word with a backslash.
fn quantifier(word: &str) -> Option<QuantifierKind> {
    Some(match word {
        "\\forall" => QuantifierKind::Forall,
        "\\exists" => QuantifierKind::Exists,
        "\\num_of" => QuantifierKind::NumOf,
        "\\sum" => QuantifierKind::Sum,
        "\\product" => QuantifierKind::Product,
        "\\max" => QuantifierKind::Max,
        "\\min" => QuantifierKind::Min,
        _ => return None,
    })
}

/// The type that `a.b.C` names.
fn as_type(expr: &Expr) -> Option<TypeRef> {
    let mut parts = Vec::new();
    let mut rest = expr;
    let first = loop {
        match &*rest.kind {
            ExprKind::Field(base, name) => {
                parts.push(&*name.text);
                rest = base;
            }
            ExprKind::Name(name) => break name,
            _ => return None,
        }
    };
    parts.push(first);
    parts.reverse();
    Some(TypeRef {
        name: parts.join(".").into(),
        dims: 0,
        span: expr.span,
    })
}

// Types.
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
    fn element_type(&mut self) -> Parse<TypeRef> {
        let start = self.here();
        let mut name = self.word_at(0).to_string();
        if self.at(Token::Word) || is_primitive(&name) {
            self.bump();
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
        Ok(TypeRef {
            name: name.into(),
            dims: 0,
            span: self.since(start),
        })
    }

    /// Passes over `<…>`.
    fn type_arguments(&mut self) -> Parse<()> {
        match self.type_arguments_end(0) {
            Some(end) => {
                self.pos += end;
                Ok(())
            }
            None => Err(self.unexpected("type arguments")),
        }
    }

    /// Where the type that begins `ahead` tokens from here ends, if one does.
    fn type_ends(&self, ahead: usize) -> Option<usize> {
        let mut at = ahead;
        match self.peek_at(at) {
            Token::Word if matches!(self.word_at(at), "\\bigint" | "\\real" | "\\TYPE") => at += 1,
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
    /// One location, or many at once.
    pub(super) fn location(&mut self) -> Parse<Location> {
        match self.word_at(0) {
            "\\nothing" | "\\strictly_nothing" => {
                self.bump();
                return Ok(Location::Nothing);
            }
            "\\everything" | "\\not_specified" => {
                self.bump();
                return Ok(Location::Everything);
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
