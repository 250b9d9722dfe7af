//! Terms: signs, casts, selections, calls, sets, and the words behind a backslash.

use super::super::{Failure, Parser, Read};
use super::keywords::{is_built_in, meant_built_in};
use crate::syntax::ast::*;
use crate::syntax::lexer::Token;
use abide_base::Span;

impl Parser<'_> {
    /// `! ~ + - * &`, casts, `sizeof`, and what they stand in front of.
    pub(super) fn unary_term(&mut self) -> Read<Expr> {
        let op = match self.peek() {
            Token::Bang => UnaryOp::Not,
            Token::Tilde => UnaryOp::BitNot,
            Token::Plus => UnaryOp::Plus,
            Token::Minus => UnaryOp::Minus,
            Token::Star => UnaryOp::Deref,
            Token::Amp => UnaryOp::Address,
            Token::Sizeof => return self.sizeof_term(),
            Token::OpenParen if self.is_logic_type(1) => return self.cast_term(),
            _ => return self.postfix_term(),
        };
        let start = self.next().span;
        let operand = self.nest(Self::sign_operand)?;
        Ok(self.acsl_node(ExprKind::Unary(op, operand), start))
    }

    /// What a sign or a cast stands in front of: `!\forall …` too.
    fn sign_operand(&mut self) -> Read<Expr> {
        match self.at_binder() {
            true => self.formula(),
            false => self.unary_term(),
        }
    }

    /// `(T) e`
    fn cast_term(&mut self) -> Read<Expr> {
        let start = self.next().span;
        let ty = self.logic_type()?;
        self.expect(Token::CloseParen, "`)`")?;
        let operand = self.nest(Self::sign_operand)?;
        Ok(self.acsl_node(ExprKind::Cast(ty, operand), start))
    }

    /// `sizeof(T)`, `sizeof e`
    fn sizeof_term(&mut self) -> Read<Expr> {
        let start = self.next().span;
        if self.is(Token::OpenParen) && self.is_logic_type(1) {
            self.next();
            let ty = self.logic_type()?;
            self.expect(Token::CloseParen, "`)`")?;
            return Ok(self.acsl_node(ExprKind::SizeofType(ty), start));
        }
        let operand = self.nest(Self::unary_term)?;
        Ok(self.acsl_node(ExprKind::SizeofExpr(operand), start))
    }

    /// `a.x`, `a->x`, `a[i]`, `a[i..j]`
    fn postfix_term(&mut self) -> Read<Expr> {
        self.chain(|p| {
            let start = p.span();
            let mut term = p.primary_term()?;
            while let Token::Dot | Token::Arrow | Token::OpenBracket = p.peek() {
                p.link()?;
                let kind = match p.next().token {
                    Token::Dot => ExprKind::Member(term, p.acsl_name("the name of a member")?),
                    Token::Arrow => ExprKind::Arrow(term, p.acsl_name("the name of a member")?),
                    _ => {
                        let index = p.enclosed(Self::formula_or_range)?;
                        p.expect(Token::CloseBracket, "`]`")?;
                        ExprKind::Index(term, index)
                    }
                };
                term = p.acsl_node(kind, start);
            }
            Ok(term)
        })
    }

    fn primary_term(&mut self) -> Read<Expr> {
        match self.peek() {
            Token::Name => self.name_or_call(),
            Token::AcslWord => self.backslash_word(),
            Token::OpenParen => {
                self.next();
                let inner = self.enclosed(Self::formula_or_range)?;
                self.expect(Token::CloseParen, "`)`")?;
                Ok(inner)
            }
            Token::OpenBrace => self.set_term(),
            Token::Integer | Token::Float | Token::Char | Token::Str => self.literal(),
            Token::PlusPlus | Token::MinusMinus => {
                let failure = Failure::new(self.span(), "a formula must not change anything");
                Err(failure.help("two signs are written apart, `- -x`"))
            }
            _ => Err(self.unexpected("a formula")),
        }
    }

    /// `x`, `f(a, b)`, `f{L}(a)`, `c{L}`
    fn name_or_call(&mut self) -> Read<Expr> {
        let name = self.acsl_name("a name")?;
        let start = name.span;
        let callee = self.acsl_node(ExprKind::Name(name), start);
        if !matches!(self.peek(), Token::OpenParen | Token::OpenBrace) {
            return Ok(callee);
        }
        let labels = self.acsl_labels()?;
        let arguments = self.term_arguments()?;
        Ok(self.acsl_node(ExprKind::Call(callee, labels, arguments), start))
    }

    /// `{L1, L2}`, if it is there.
    pub(super) fn acsl_labels(&mut self) -> Read<Vec<Name>> {
        if self.eat(Token::OpenBrace).is_none() {
            return Ok(Vec::new());
        }
        let labels = self.acsl_list(|p| p.acsl_name("a label"))?;
        self.expect(Token::CloseBrace, "`,` or `}`")?;
        Ok(labels)
    }

    /// `(a, b)`, if it is there.
    fn term_arguments(&mut self) -> Read<Vec<Expr>> {
        if self.eat(Token::OpenParen).is_none() || self.eat(Token::CloseParen).is_some() {
            return Ok(Vec::new());
        }
        let all = self.enclosed(|p| p.acsl_list(Self::formula_or_range))?;
        self.expect(Token::CloseParen, "`,` or `)`")?;
        Ok(all)
    }

    /// `\result` and its like.
    fn backslash_word(&mut self) -> Read<Expr> {
        let lexeme = self.next();
        let word = lexeme.text.trim_start_matches('\\');
        let kind = match word {
            "result" => ExprKind::Result,
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "null" => ExprKind::Null,
            "nothing" | "empty" => ExprKind::Nothing,
            "old" => {
                self.expect(Token::OpenParen, "`(`")?;
                let inner = self.enclosed(Self::formula)?;
                self.expect(Token::CloseParen, "`)`")?;
                ExprKind::Old(inner)
            }
            "at" => {
                self.expect(Token::OpenParen, "`(`")?;
                let inner = self.enclosed(Self::formula)?;
                self.expect(Token::Comma, "`,` and a label")?;
                let label = self.acsl_name("a label")?;
                self.expect(Token::CloseParen, "`)`")?;
                ExprKind::At(inner, label)
            }
            _ if is_built_in(word) => {
                let name = Name {
                    text: word.into(),
                    span: lexeme.span,
                };
                let labels = self.acsl_labels()?;
                let arguments = self.term_arguments()?;
                ExprKind::Acsl(name, labels, arguments)
            }
            _ => return Err(self.unknown_word(word, lexeme.span)),
        };
        Ok(self.acsl_node(kind, lexeme.span))
    }

    /// `{a, b}`, `{ e | T x; p }`, `{ e \with .x = a, [i] = b }`.
    fn set_term(&mut self) -> Read<Expr> {
        let start = self.next().span;
        if matches!(self.peek(), Token::Dot | Token::OpenBracket) {
            let message = "values of structures and arrays are not supported in formulas";
            return Err(Failure::new(self.span(), message));
        }
        if self.eat(Token::CloseBrace).is_some() {
            return Ok(self.acsl_node(ExprKind::Nothing, start));
        }
        let kind = self.enclosed(|p| p.chain(Self::set_inside))?;
        self.expect(Token::CloseBrace, "`,` or `}`")?;
        Ok(self.acsl_node(kind, start))
    }

    /// What stands between the braces.
    fn set_inside(&mut self) -> Read<ExprKind> {
        let first = self.formula_or_range()?;
        match self.peek() {
            Token::Bar => self.comprehension(first),
            Token::AcslWord if self.is_word("\\with") => self.updates(first),
            _ => {
                let mut all = vec![first];
                while self.eat(Token::Comma).is_some() {
                    all.push(self.formula_or_range()?);
                }
                Ok(ExprKind::Set(all))
            }
        }
    }

    /// `| T x; p` behind the element of a comprehension.
    fn comprehension(&mut self, element: Expr) -> Read<ExprKind> {
        self.next();
        let variables = self.binders()?;
        let mut bodies = vec![element];
        if self.eat(Token::Semicolon).is_some() {
            bodies.push(self.formula()?);
        }
        self.link()?;
        let over = |body: Expr| Expr {
            span: body.span,
            kind: Box::new(ExprKind::Lambda(variables.clone(), body)),
        };
        Ok(ExprKind::Set(bodies.into_iter().map(over).collect()))
    }

    /// `\with .x = a, [i].y = b` behind the value that is changed.
    fn updates(&mut self, mut whole: Expr) -> Read<ExprKind> {
        self.next();
        loop {
            self.link()?;
            let path = self.update_path()?;
            self.expect(Token::Assign, "`=`")?;
            let value = self.formula()?;
            let span = whole.span;
            let kind = ExprKind::With(whole, path, value);
            if self.eat(Token::Comma).is_none() {
                return Ok(kind);
            }
            whole = self.acsl_node(kind, span);
        }
    }

    /// `.x[i].y`
    fn update_path(&mut self) -> Read<Vec<Designator>> {
        let mut path = Vec::new();
        loop {
            if self.eat(Token::Dot).is_some() {
                path.push(Designator::Field(self.acsl_name("the name of a member")?));
            } else if self.eat(Token::OpenBracket).is_some() {
                path.push(Designator::Index(self.formula()?));
                self.expect(Token::CloseBracket, "`]`")?;
            } else if path.is_empty() {
                return Err(self.unexpected("`.` and a member, or `[` and an index"));
            } else {
                return Ok(path);
            }
        }
    }

    /// What is wrong with a word behind a backslash, which has been taken.
    fn unknown_word(&mut self, word: &str, span: Span) -> Failure {
        if self.is_logic_type(0) {
            // a misspelt quantifier, whose `;` does not end the clause
            self.acsl.here.open_heads += 1;
        }
        let failure = Failure::new(span, format!("`\\{word}` is not supported"));
        match meant_built_in(word) {
            Some(meant) => failure.help(format!("did you mean `\\{meant}`?")),
            None => failure,
        }
    }
}
