//! Formulas and terms: binders, names, the operators by precedence climbing.
//!
//! ACSL has one grammar for both. From the loosest: names and binders, `? :`, `<==>`, `==>` (to
//! the right), `||`, `^^`, `&&`, `<-->`, `-->` (to the right), `|`, `^`, `\in`, `&`, comparisons,
//! shifts, sums, products. Comparisons chain: `a <= b < c`. A binder takes everything to its
//! right and may be the last operand of any operator.

use super::super::{Failure, Parser, Read, name_of};
use crate::syntax::ast::*;
use crate::syntax::lexer::Token;
use abide_base::Span;
use abide_frontend::operator::Level;

/// The operator that is written so, and how tightly it binds: all comparisons alike.
fn operator(symbol: &str) -> Option<(BinaryOp, Level)> {
    use BinaryOp::{BitIff, BitImplies, Eq, Iff, Implies, In, Ne, Xor};
    let op = BinaryOp::of(symbol)?;
    let level = match op {
        Eq | Ne => Level::Relation,
        _ => op.level(),
    };
    let known = op.is_common() || matches!(op, Iff | Implies | Xor | BitIff | BitImplies | In);
    known.then_some((op, level))
}

impl Parser<'_> {
    /// A formula, a term or a range.
    pub(super) fn formula_or_range(&mut self) -> Read<Expr> {
        self.chain(Self::range_formula)
    }

    fn range_formula(&mut self) -> Read<Expr> {
        let start = self.span();
        let first = match self.is(Token::DotDot) {
            true => None,
            false => Some(self.formula()?),
        };
        if self.eat(Token::DotDot).is_none() {
            return first.ok_or_else(|| self.unexpected("a formula"));
        }
        self.link()?;
        let ends_here = matches!(
            self.peek(),
            Token::CloseParen | Token::CloseBracket | Token::CloseBrace | Token::Comma | Token::Semicolon
        );
        let last = match ends_here {
            true => None,
            false => Some(self.formula()?),
        };
        Ok(self.acsl_node(ExprKind::Range(first, last), start))
    }

    /// Reads inside brackets of some kind: `name:` is a name there, even inside `? :`.
    pub(super) fn enclosed<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let outer = std::mem::replace(&mut self.acsl.here.before_colon, false);
        let result = self.nest(read);
        self.acsl.here.before_colon = outer;
        result
    }

    /// A formula or a term.
    pub(super) fn formula(&mut self) -> Read<Expr> {
        self.nest(|p| p.chain(Self::formula_choice))
    }

    fn formula_choice(&mut self) -> Read<Expr> {
        let start = self.span();
        let mut expr = self.formula_operators(Level::Iff)?;
        if self.eat(Token::Question).is_some() {
            self.link()?;
            let outer = std::mem::replace(&mut self.acsl.here.before_colon, true);
            let yes = self.formula();
            self.acsl.here.before_colon = outer;
            let yes = yes?;
            self.expect(Token::Colon, "`:` and the other value")?;
            let no = self.formula()?;
            expr = self.acsl_node(ExprKind::Conditional(expr, Some(yes), no), start);
        }
        self.no_effect()?;
        Ok(expr)
    }

    /// A formula must not end at an assignment.
    fn no_effect(&self) -> Read<()> {
        let help = match self.peek() {
            Token::Assign if self.peek_at(1) == Token::Greater => "implication is written `==>`",
            Token::Assign => "equality is written `==`",
            Token::OpAssign | Token::PlusPlus | Token::MinusMinus => "only ghost code may assign",
            _ => return Ok(()),
        };
        Err(Failure::new(self.span(), "a formula must not change anything").help(help))
    }

    /// Operators that bind at least as tightly as `least`.
    fn formula_operators(&mut self, least: Level) -> Read<Expr> {
        self.chain(|p| {
            let start = p.span();
            let mut left = p.formula_operand(least)?;
            while let Some((op, level)) = p.formula_operator().filter(|(_, level)| *level >= least) {
                p.link()?;
                if level == Level::Relation {
                    left = p.comparison_chain(start, left)?;
                    continue;
                }
                p.next();
                let right = p.nest(|p| p.formula_operators(op.right_level()))?;
                left = p.acsl_node(ExprKind::Binary(op, left, right), start);
            }
            Ok(left)
        })
    }

    /// The operator that comes next. In `{ e | T x; p }` the bar is none.
    fn formula_operator(&self) -> Option<(BinaryOp, Level)> {
        match self.peek() {
            Token::Bar if self.is_logic_type(1) => None,
            _ => operator(self.lexeme().text),
        }
    }

    /// `a < b`, or a chain `a <= b < c`, behind `a`.
    fn comparison_chain(&mut self, start: Span, first: Expr) -> Read<Expr> {
        let mut rest: Vec<(BinaryOp, Expr)> = Vec::new();
        let mut direction = None;
        while let Some((op, Level::Relation)) = self.formula_operator() {
            direction = match (direction, op) {
                (None, _) if rest.is_empty() => Some(op).filter(|op| *op != BinaryOp::Eq),
                (_, BinaryOp::Ne) | (Some(BinaryOp::Ne), _) => return Err(self.broken_chain()),
                (known, BinaryOp::Eq) => known,
                (None, _) => Some(op),
                (Some(known), _) if points_up(known) == points_up(op) => Some(known),
                _ => return Err(self.broken_chain()),
            };
            self.next();
            let operand = self.nest(|p| p.formula_operators(Level::Relation.tighter()))?;
            rest.push((op, operand));
        }
        let kind = match <[_; 1]>::try_from(rest) {
            Ok([(op, right)]) => ExprKind::Binary(op, first, right),
            Err(rest) => ExprKind::Chain(first, rest),
        };
        Ok(self.acsl_node(kind, start))
    }

    fn broken_chain(&self) -> Failure {
        Failure::new(self.span(), "the comparisons of a chain must point in one direction")
            .help("write each comparison alone and join them with `&&`, or add parentheses")
    }

    /// An operand of an operator that stands where operators of level `least` may. Names and
    /// binders reach as far as they can.
    fn formula_operand(&mut self, least: Level) -> Read<Expr> {
        if least <= Level::Relation && self.at_formula_name() {
            return self.named_formula();
        }
        if self.at_binder() {
            return self.binder();
        }
        self.unary_term()
    }

    /// `name: p`, also `"name": p`.
    fn at_formula_name(&self) -> bool {
        matches!(self.peek(), Token::Name | Token::Str)
            && self.peek_at(1) == Token::Colon
            && !self.acsl.here.before_colon
    }

    fn named_formula(&mut self) -> Read<Expr> {
        let mut name = name_of(self.next());
        name.text = name.text.trim_matches('"').into();
        let start = name.span;
        self.next();
        let inner = self.formula()?;
        Ok(self.acsl_node(ExprKind::Named(name, inner), start))
    }

    pub(super) fn at_binder(&self) -> bool {
        let next = self.lexeme();
        next.token == Token::AcslWord && matches!(next.text, "\\forall" | "\\exists" | "\\lambda" | "\\let")
    }

    /// `\forall T x, y; p`, `\exists …`, `\lambda …`, `\let x = e; p`.
    fn binder(&mut self) -> Read<Expr> {
        let word = self.next();
        if word.text == "\\let" {
            let (name, value) = self.binder_head(|p| {
                let name = p.acsl_name("the name of the value")?;
                p.expect(Token::Assign, "`=`")?;
                Ok((name, p.enclosed(Self::formula)?))
            })?;
            let body = self.formula()?;
            return Ok(self.acsl_node(ExprKind::Let(name, value, body), word.span));
        }
        let variables = self.binder_head(Self::binders)?;
        let body = self.formula()?;
        let kind = match word.text {
            "\\forall" => ExprKind::Quantifier(Quantifier::Forall, variables, body),
            "\\exists" => ExprKind::Quantifier(Quantifier::Exists, variables, body),
            _ => ExprKind::Lambda(variables, body),
        };
        Ok(self.acsl_node(kind, word.span))
    }

    /// What stands between the word of a binder and its `;`. If it cannot be read, recovery
    /// must not take that `;` for the end of the clause.
    fn binder_head<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.acsl.here.open_heads += 1;
        let head = read(self)?;
        self.expect(Token::Semicolon, "`;` and the formula")?;
        self.acsl.here.open_heads -= 1;
        Ok(head)
    }

    /// A node from `start` to the last token taken.
    pub(super) fn acsl_node(&self, kind: ExprKind, start: Span) -> Expr {
        Expr {
            kind: Box::new(kind),
            span: self.since(start),
        }
    }
}

/// `<` and `<=`, not `>` and `>=`.
fn points_up(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Lt | BinaryOp::Le)
}
