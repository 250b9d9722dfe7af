//! What operators combine: names, literals, calls, quantifiers, and the words of JML.

use super::super::ast::*;
use super::super::literal;
use super::expression::{Tall, leaf};
use super::keywords::is_primitive;
use super::lexer::Token;
use super::{Parse, Parser};
use abide_base::{Diagnostic, Span};
use std::sync::Arc;

impl Parser<'_> {
    /// A primary expression and the fields, calls and subscripts behind it.
    pub(super) fn postfix(&mut self) -> Parse<Tall> {
        let start = self.here();
        let mut base = self.primary()?;
        while matches!(self.peek(), Token::Dot | Token::OpenBracket) {
            base = self.suffix(start, base)?;
        }
        Ok(base)
    }

    pub(super) fn suffix(&mut self, start: Span, base: Tall) -> Parse<Tall> {
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
        if self.eat_word("\\inv") {
            return self.node(ExprKind::InvariantFor(base.expr), self.since(start), base.height);
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

    pub(super) fn primary(&mut self) -> Parse<Tall> {
        match self.peek() {
            Token::Name => self.named(),
            Token::Word => self.jml_word(),
            Token::Integer => self.integer(false),
            Token::Float => Ok(leaf(ExprKind::Literal(Literal::Double), self.bump())),
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

    pub(super) fn integer(&mut self, negated: bool) -> Parse<Tall> {
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
            self.bump();
            return self.quantified(start, kind, true);
        }
        match self.word_at(0) {
            "\\bsum" => return self.bounded(start, QuantifierKind::Sum),
            "\\bprod" => return self.bounded(start, QuantifierKind::Product),
            "\\let" => return self.let_in(start),
            "\\lbl" | "\\lblpos" | "\\lblneg" if self.peek_at(1) == Token::Name => {
                // a name for messages
                self.bump();
                self.bump();
            }
            _ => {}
        }
        let inner = self.tall_expression()?;
        self.expect(Token::CloseParen, "`)`")?;
        Ok(inner)
    }

    /// The rest of `(\forall T x, y; range; body)`, or of one without parentheses, which reaches as far as it can.
    fn quantified(&mut self, start: Span, kind: QuantifierKind, enclosed: bool) -> Parse<Tall> {
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
            let more = self.at(Token::Semicolon) && (enclosed || !self.ends_clause());
            match more {
                true => {
                    self.bump();
                    (Some(first), self.tall_expression()?)
                }
                false => (None, first),
            }
        };
        if enclosed {
            self.expect(Token::CloseParen, "`)` after the quantified expression")?;
        }
        self.leave();
        let below = range.as_ref().map_or(0, |r| r.height).max(body.height);
        let kind = ExprKind::Quantified(kind, ty, names, range.map(|r| r.expr), body.expr);
        self.node(kind, self.since(start), below)
    }

    /// Is the semicolon here the last one of its clause?
    fn ends_clause(&self) -> bool {
        match self.peek_at(1) {
            Token::End | Token::OpenGroup | Token::CloseGroup => true,
            Token::Name => super::is_keyword(self.word_at(1)),
            _ => false,
        }
    }

    /// The rest of KeY's `(\bsum T x; low; high; body)`.
    fn bounded(&mut self, start: Span, kind: QuantifierKind) -> Parse<Tall> {
        self.bump();
        self.enter()?;
        let ty = self.type_ref()?;
        let name = self.name("the name of a bound variable")?;
        self.expect(Token::Semicolon, "`;` after the bound variable")?;
        let low = self.tall_expression()?;
        self.expect(Token::Semicolon, "`;` and the end of the range")?;
        let high = self.tall_expression()?;
        self.expect(Token::Semicolon, "`;` and what is summed up")?;
        let body = self.tall_expression()?;
        self.expect(Token::CloseParen, "`)` after the quantified expression")?;
        self.leave();
        let span = self.since(start);
        let var = || leaf(ExprKind::Name(name.text.clone()), name.span).expr;
        let binary = |op, a, b| leaf(ExprKind::Binary(op, a, b), span).expr;
        let below = low.height.max(high.height).max(body.height) + 2;
        let from = binary(BinaryOp::Le, low.expr, var());
        let to = binary(BinaryOp::Lt, var(), high.expr);
        let range = binary(BinaryOp::And, from, to);
        let kind = ExprKind::Quantified(kind, ty, vec![name.clone()], Some(range), body.expr);
        self.node(kind, span, below)
    }

    /// The rest of `(\let T x = e; body)`.
    fn let_in(&mut self, start: Span) -> Parse<Tall> {
        self.bump();
        self.enter()?;
        let ty = self.type_ref()?;
        let name = self.name("the name of a value")?;
        self.expect(Token::Assign, "`=`")?;
        let value = self.tall_expression()?;
        self.expect(Token::Semicolon, "`;` after the value")?;
        let body = self.tall_expression()?;
        self.expect(Token::CloseParen, "`)`")?;
        self.leave();
        let below = value.height.max(body.height);
        let kind = ExprKind::Let(ty, name, value.expr, body.expr);
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
            "super" if self.peek_at(1) == Token::Dot => ExprKind::Super(None),
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
            return self.node(ExprKind::New(ty, args, None), self.since(start), below);
        }
        if self.at(Token::OpenBrace) {
            return self.comprehension(start);
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

    /// The rest of `new JMLObjectSet {C x | P}`
    fn comprehension(&mut self, start: Span) -> Parse<Tall> {
        self.bump();
        let ty = self.type_ref()?;
        let name = self.name("a name for the elements")?;
        self.expect(Token::Bar, "`|` and what holds of the elements")?;
        let body = self.tall_expression()?;
        self.expect(Token::CloseBrace, "`}`")?;
        self.node(ExprKind::Such(ty, name, body.expr), self.since(start), body.height)
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
            "\\reach" | "\\between" if self.at(Token::OpenParen) => {
                let (args, below) = self.arguments()?;
                return self.node(ExprKind::Reach(args), self.since(start), below);
            }
            "\\fresh" | "\\not_modified" => {
                let (args, below) = self.arguments()?;
                let kind = match word {
                    "\\fresh" => ExprKind::Fresh(args),
                    _ => ExprKind::NotModified(args),
                };
                return self.node(kind, self.since(start), below);
            }
            "\\inv" => {
                let this = leaf(ExprKind::This(None), start).expr;
                return self.node(ExprKind::InvariantFor(this), start, 1);
            }
            "\\static_invariant_for" => {
                self.expect(Token::OpenParen, "`(`")?;
                let ty = self.type_ref()?;
                self.expect(Token::CloseParen, "`)`")?;
                return Ok(leaf(ExprKind::StaticInvariantFor(ty), self.since(start)));
            }
            "\\lbl" | "\\lblpos" | "\\lblneg" => {
                self.expect(Token::OpenParen, "`(`")?;
                self.name("a label")?;
                self.expect(Token::Comma, "`,`")?;
                let inner = self.tall_expression()?;
                self.expect(Token::CloseParen, "`)`")?;
                return Ok(inner);
            }
            "\\nonnullelements" | "\\typeof" | "\\elemtype" | "\\allocated" | "\\key" | "\\invariant_for"
            | "\\java_math" | "\\safe_math" | "\\bigint_math" => {
                self.expect(Token::OpenParen, "`(`")?;
                let arg = self.tall_expression()?;
                self.expect(Token::CloseParen, "`)`")?;
                let kind = match word {
                    "\\typeof" => ExprKind::TypeOf(arg.expr),
                    "\\elemtype" => ExprKind::ElemType(arg.expr),
                    "\\allocated" => ExprKind::Allocated(arg.expr),
                    "\\key" => ExprKind::Key(arg.expr),
                    "\\invariant_for" => ExprKind::InvariantFor(arg.expr),
                    "\\java_math" => ExprKind::Math(Arithmetic::Java, arg.expr),
                    "\\safe_math" => ExprKind::Math(Arithmetic::Safe, arg.expr),
                    "\\bigint_math" => ExprKind::Math(Arithmetic::Bigint, arg.expr),
                    _ => ExprKind::NonNullElements(arg.expr),
                };
                return self.node(kind, self.since(start), arg.height);
            }
            _ => {}
        }
        if let Some(kind) = quantifier(word).filter(|_| !self.at(Token::OpenParen)) {
            return self.quantified(start, kind, false);
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
    Some(TypeRef::named(parts.join("."), expr.span))
}
