//! Statements and declarations in a body.

use super::attach::{Pending, take_predicates};
use super::state::Hoisted;
use super::types::expr;
use super::{Parser, Read, name_of};
use crate::syntax::ast::{Expr, ExprKind, LoopSpec, Name, Stmt, StmtKind};
use crate::syntax::lexer::Token;
use abide_base::Span;

impl<'t> Parser<'t> {
    /// `{ … }` in a scope of its own.
    pub fn block(&mut self) -> Read<Vec<Stmt>> {
        self.scoped(|p| {
            p.expect(Token::OpenBrace, "`{`")?;
            let mut statements = Vec::new();
            while !p.is(Token::CloseBrace) || p.has_annotations() {
                if p.is(Token::End) {
                    return Err(p.unexpected("`}`"));
                }
                statements.append(&mut p.block_item()?);
            }
            p.next();
            Ok(statements)
        })
    }

    /// A declaration or statement, with what comes before it in the tree: the structures it
    /// declares, and what the annotations in front of it do. At a `}` only the latter.
    pub fn block_item(&mut self) -> Read<Vec<Stmt>> {
        let outer = std::mem::take(&mut self.hoisted);
        let mut statements = Vec::new();
        let result = self.item_of_block(&mut statements);
        let hoisted = std::mem::replace(&mut self.hoisted, outer);
        result?;
        let mut all: Vec<Stmt> = hoisted.into_iter().map(|h| self.local_type(h)).collect();
        all.append(&mut statements);
        Ok(all)
    }

    fn local_type(&self, hoisted: Hoisted) -> Stmt {
        let (kind, span) = match hoisted {
            Hoisted::Record(record) => {
                let span = record.span;
                (StmtKind::Record(record), span)
            }
            Hoisted::Enum(enumeration) => {
                let span = enumeration.span;
                (StmtKind::Enum(enumeration), span)
            }
        };
        self.stmt(kind, span)
    }

    fn item_of_block(&mut self, statements: &mut Vec<Stmt>) -> Read<()> {
        let pending = self.body_annotations(statements);
        let start = self.span();
        match self.peek() {
            Token::CloseBrace | Token::End => self.not_for_this(&pending, "the end of a block"),
            Token::LocalLabel => {
                self.not_for_this(&pending, "a declaration");
                self.skip_past_semicolon();
            }
            Token::StaticAssert => {
                self.not_for_this(&pending, "a declaration");
                self.static_assert()?;
            }
            _ if self.starts_declaration() || self.names_unknown_type() => {
                self.no_loop(&pending, "a declaration");
                let declarations = self.local_declaration(pending.contract)?;
                if !declarations.is_empty() {
                    statements.push(self.stmt(StmtKind::Decl(declarations), self.since(start)));
                }
            }
            _ => self.statement_row(pending, statements)?,
        }
        Ok(())
    }

    /// `foo x` where nothing is known of `foo`: surely it should be a type.
    fn names_unknown_type(&self) -> bool {
        let next = self.lexeme();
        let declares = |n| {
            let ends = matches!(self.peek_at(n + 1), Token::Semicolon | Token::Assign | Token::Comma);
            self.peek_at(n) == Token::Name && ends
        };
        let is_pointer = self.peek_at(1) == Token::Star && !self.is_known(next.text) && declares(2);
        next.token == Token::Name && (self.peek_at(1) == Token::Name || is_pointer)
    }

    /// One statement where only one may stand, in a scope of its own. With annotations that do
    /// something in front of it, it becomes a block.
    pub fn statement(&mut self) -> Read<Stmt> {
        let start = self.span();
        let mut statements = Vec::new();
        self.nest(|p| {
            p.scoped(|p| {
                let pending = p.body_annotations(&mut statements);
                p.statement_row(pending, &mut statements)
            })
        })?;
        let only = statements.pop();
        match only {
            Some(only) if statements.is_empty() => Ok(only),
            last => {
                statements.extend(last);
                Ok(self.stmt(StmtKind::Block(statements), self.since(start)))
            }
        }
    }

    /// A statement with what its annotations say. Behind labels there may be annotations that
    /// are statements; the labels go to the first of them, and the rest follows.
    fn statement_row(&mut self, pending: Pending, statements: &mut Vec<Stmt>) -> Read<()> {
        let start = self.span();
        let label = match self.peek() {
            Token::Name if self.peek_at(1) == Token::Colon => {
                let name = name_of(self.next());
                self.next();
                self.attributes_of_statement()?;
                Label::Name(name)
            }
            Token::Case => {
                self.next();
                let first = self.nest(Parser::conditional)?;
                let last = match self.eat(Token::Ellipsis) {
                    Some(_) => Some(self.nest(Parser::conditional)?),
                    None => None,
                };
                self.expect(Token::Colon, "`:`")?;
                Label::Case(first, last)
            }
            Token::Default => {
                self.next();
                self.expect(Token::Colon, "`:`")?;
                Label::Default
            }
            _ => {
                let stmt = self.unlabelled(pending)?;
                statements.push(stmt);
                return Ok(());
            }
        };
        self.not_for_this(&pending, "a label");
        let span = self.since(start);
        let mut row = Vec::new();
        let mut pending = self.body_annotations(&mut row);
        let is_loop = matches!(self.peek(), Token::While | Token::Do | Token::For);
        let spec = match (&label, is_loop) {
            (Label::Name(_), false) => pending.loop_spec.take().unwrap_or_default(),
            _ => LoopSpec::default(),
        };
        if self.is(Token::CloseBrace) {
            self.not_for_this(&pending, "the end of a block");
            row.push(self.stmt(StmtKind::Empty, span));
        } else if self.starts_declaration() {
            // a declaration behind a label: C has it since 2023
            self.not_for_this(&pending, "a declaration");
            let declarations = self.local_declaration(None)?;
            row.push(self.stmt(StmtKind::Empty, span));
            row.push(self.stmt(StmtKind::Decl(declarations), span));
        } else {
            self.nest(|p| p.statement_row(pending, &mut row))?;
        }
        let mut row = row.into_iter();
        let first = Box::new(row.next().unwrap_or_else(|| self.stmt(StmtKind::Empty, span)));
        let kind = match label {
            Label::Name(name) => StmtKind::Label(name, spec, first),
            Label::Case(low, high) => StmtKind::Case(low, high, first),
            Label::Default => StmtKind::Default(first),
        };
        statements.push(self.stmt(kind, span));
        statements.extend(row);
        Ok(())
    }

    fn unlabelled(&mut self, mut pending: Pending) -> Read<Stmt> {
        let next = self.lexeme();
        let is_loop = matches!(next.token, Token::While | Token::Do | Token::For);
        if !is_loop {
            self.no_loop(&pending, "something that is no loop");
        }
        let spec = pending.loop_spec.take().unwrap_or_default();
        let (kind, span) = match is_loop {
            true => (self.nest(|p| p.scoped(|p| p.loop_(spec)))?, next.span),
            false => {
                let kind = self.plain_statement()?;
                (kind, self.since(next.span))
            }
        };
        let stmt = self.stmt(kind, span);
        Ok(match pending.contract {
            Some(contract) => self.stmt(StmtKind::Contract(contract, Box::new(stmt)), span),
            None => stmt,
        })
    }

    fn loop_(&mut self, mut spec: LoopSpec) -> Read<StmtKind> {
        match self.next().token {
            Token::While => {
                let condition = self.condition()?;
                let mut body = self.statement()?;
                take_predicates(&mut spec, &mut body);
                Ok(StmtKind::While(spec, condition, Box::new(body)))
            }
            Token::Do => {
                let mut body = self.statement()?;
                take_predicates(&mut spec, &mut body);
                self.expect(Token::While, "`while`")?;
                let condition = self.condition()?;
                self.expect_semicolon()?;
                Ok(StmtKind::DoWhile(spec, Box::new(body), condition))
            }
            _ => self.for_(spec),
        }
    }

    fn for_(&mut self, mut spec: LoopSpec) -> Read<StmtKind> {
        self.expect(Token::OpenParen, "`(`")?;
        let start = self.span();
        let init = if self.eat(Token::Semicolon).is_some() {
            None
        } else if self.starts_declaration() || self.names_unknown_type() {
            let declarations = self.local_declaration(None)?;
            Some(self.stmt(StmtKind::Decl(declarations), self.since(start)))
        } else {
            let first = self.expression()?;
            let span = first.span;
            self.expect(Token::Semicolon, "`;`")?;
            Some(self.stmt(StmtKind::Expr(first), span))
        };
        let condition = match self.is(Token::Semicolon) {
            true => None,
            false => Some(self.expression()?),
        };
        self.expect(Token::Semicolon, "`;`")?;
        let step = match self.is(Token::CloseParen) {
            true => None,
            false => Some(self.expression()?),
        };
        self.expect(Token::CloseParen, "`)`")?;
        let mut body = self.statement()?;
        take_predicates(&mut spec, &mut body);
        Ok(StmtKind::For(spec, init.map(Box::new), condition, step, Box::new(body)))
    }

    /// `(e)`.
    fn condition(&mut self) -> Read<Expr> {
        self.expect(Token::OpenParen, "`(`")?;
        let condition = self.expression()?;
        self.expect(Token::CloseParen, "`)`")?;
        Ok(condition)
    }

    /// A statement that is neither a loop nor labelled.
    fn plain_statement(&mut self) -> Read<StmtKind> {
        let next = self.lexeme();
        let kind = match next.token {
            Token::OpenBrace => return Ok(StmtKind::Block(self.nest(Parser::block)?)),
            Token::If => return self.scoped(Parser::if_),
            Token::Switch => return self.scoped(Parser::switch),
            Token::Asm => self.assembler()?,
            Token::Semicolon => StmtKind::Empty,
            _ if self.starts_attribute() => {
                self.attributes_of_statement()?;
                if !self.is(Token::Semicolon) {
                    return self.nest(Parser::plain_statement);
                }
                StmtKind::Empty
            }
            Token::Goto => {
                self.next();
                match self.eat(Token::Star) {
                    Some(_) => StmtKind::GotoComputed(self.expression()?),
                    None => StmtKind::Goto(self.name()?),
                }
            }
            Token::Break => {
                self.next();
                StmtKind::Break
            }
            Token::Continue => {
                self.next();
                StmtKind::Continue
            }
            Token::Return => {
                self.next();
                match self.is(Token::Semicolon) {
                    true => StmtKind::Return(None),
                    false => StmtKind::Return(Some(self.expression()?)),
                }
            }
            Token::Else => return Err(self.unexpected("a statement").help("there is no `if` to this `else`")),
            _ => StmtKind::Expr(self.expression()?),
        };
        self.expect_semicolon()?;
        Ok(kind)
    }

    fn if_(&mut self) -> Read<StmtKind> {
        self.next();
        let condition = self.condition()?;
        let then = self.statement()?;
        let other = match self.eat(Token::Else) {
            Some(_) => Some(Box::new(self.statement()?)),
            None => None,
        };
        Ok(StmtKind::If(condition, Box::new(then), other))
    }

    fn switch(&mut self) -> Read<StmtKind> {
        self.next();
        let subject = self.condition()?;
        Ok(StmtKind::Switch(subject, Box::new(self.statement()?)))
    }

    /// `asm volatile goto ("…" : outputs : inputs : clobbers : labels)`. Clobbers are kept as
    /// strings, labels as their addresses.
    fn assembler(&mut self) -> Read<StmtKind> {
        self.next();
        while matches!(
            self.peek(),
            Token::Volatile | Token::Inline | Token::Goto | Token::Const
        ) {
            self.next();
        }
        self.expect(Token::OpenParen, "`(`")?;
        let mut operands = Vec::new();
        self.literal()?;
        for section in 0..4 {
            if self.eat(Token::Colon).is_none() {
                break;
            }
            if matches!(self.peek(), Token::Colon | Token::CloseParen) {
                continue;
            }
            loop {
                operands.push(self.assembler_operand(section)?);
                if self.eat(Token::Comma).is_none() {
                    break;
                }
            }
        }
        self.expect(Token::CloseParen, "`)`")?;
        Ok(StmtKind::Asm(operands))
    }

    fn assembler_operand(&mut self, section: usize) -> Read<Expr> {
        match section {
            0 | 1 => {
                if self.is(Token::OpenBracket) {
                    self.skip_group();
                }
                self.literal()?;
                self.expect(Token::OpenParen, "`(`")?;
                let operand = self.nest(Parser::expression)?;
                self.expect(Token::CloseParen, "`)`")?;
                Ok(operand)
            }
            2 => self.literal(),
            _ => {
                let label = self.name()?;
                let span = label.span;
                Ok(expr(ExprKind::LabelAddress(label), span))
            }
        }
    }

    /// A statement at a place, ghost if the code around it is.
    pub(super) fn stmt(&self, kind: StmtKind, span: Span) -> Stmt {
        Stmt {
            kind,
            span,
            ghost: self.ghost,
        }
    }
}

/// What stands before a `:`.
enum Label {
    Name(Name),
    Case(Expr, Option<Expr>),
    Default,
}
