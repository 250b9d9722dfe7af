//! Statements, and the clauses of loops.

use super::super::ast::*;
use super::super::lexer::Token;
use super::{Lost, Parser, Result};
use abide_base::{Diagnostic, Span};

impl Parser<'_> {
    /// `{ … }`. A block that is not closed ends where a declaration begins.
    pub(super) fn block(&mut self) -> Result<Block> {
        let open = self.expect(Token::OpenBrace, "before the statements")?;
        self.enter()?;
        let mut stmts = Vec::new();
        loop {
            if self.eat(Token::CloseBrace) {
                break;
            }
            if self.at(Token::End) || self.at_declaration() {
                self.unexpected("a statement or `}`", |d| d.related(open, "this block is not closed"));
                break;
            }
            self.stmt_into(&mut stmts);
        }
        self.leave();
        Ok(Block {
            stmts,
            place: self.since(open).into(),
        })
    }

    /// Reads a statement, or finds the place where the next one begins.
    fn stmt_into(&mut self, stmts: &mut Vec<Stmt>) {
        let (before, depth, start) = (self.pos, self.depth, self.here());
        match self.stmt() {
            Ok(Some(kind)) => stmts.push(Stmt {
                kind,
                place: self.since(start).into(),
            }),
            Ok(None) => self.lose(start),
            Err(Lost) => {
                self.depth = depth;
                self.recover();
                if self.pos == before {
                    self.bump();
                }
                self.lose(start);
            }
        }
    }

    /// Goes on where the next statement may begin. A block on the way is read for its errors.
    fn recover(&mut self) {
        self.skip_past_semicolon(Token::starts_statement);
        if self.at(Token::OpenBrace) {
            let depth = self.depth;
            // whatever it is, it is not in the tree
            let _ = self.block();
            self.depth = depth;
        }
    }

    /// A statement, or nothing where something was reported and passed over. Statements with
    /// blocks inside are dispatched here, so that only they cost stack.
    fn stmt(&mut self) -> Result<Option<StmtKind>> {
        let nested = match self.peek() {
            // a keyword as a name; the assignment says so
            token if token.is_keyword() && self.peek_second() == Token::Becomes => Self::assignment,
            Token::If => Self::if_chain,
            Token::While => |p: &mut Self| p.while_loop(None),
            Token::Choose => Self::choose,
            Token::Name if self.peek_second() == Token::Colon => Self::labelled_loop,
            Token::OpenBrace => return self.lonely_block(),
            _ => return self.flat_stmt(),
        };
        nested(self).map(Some)
    }

    /// A statement without blocks.
    fn flat_stmt(&mut self) -> Result<Option<StmtKind>> {
        let start = self.here();
        let kind = match self.peek() {
            Token::Var => self.var()?,
            Token::Label => self.label()?,
            Token::Call => self.call()?,
            Token::Semicolon => {
                let error = Diagnostic::error(start, "a `;` alone is not a statement").help("remove it");
                self.report(error);
                self.bump();
                return Ok(None);
            }
            token if token.starts_loop_clause() => {
                let error = Diagnostic::error(start, format!("a clause `{}` cannot stand here", self.slice(start)))
                    .help("clauses stand between the `)` and the `{` of a loop, or after the name of a label");
                self.report(error);
                self.loop_clause(start)?;
                return Ok(None);
            }
            Token::Else => {
                return Err(self.unexpected("a statement", |d| d.note("there is no `if` before this `else`")));
            }
            token if token.starts_statement() => self.simple()?,
            _ => self.assignment()?,
        };
        Ok(Some(kind))
    }

    fn lonely_block(&mut self) -> Result<Option<StmtKind>> {
        let error = Diagnostic::error(self.here(), "a block cannot stand alone").help("remove the braces");
        self.report(error);
        self.block()?;
        Ok(None)
    }

    /// `choose { … } or { … }`
    fn choose(&mut self) -> Result<StmtKind> {
        self.bump();
        let mut blocks = vec![self.body()?];
        while self.eat(Token::Or) {
            blocks.push(self.body()?);
        }
        Ok(StmtKind::Choose(blocks))
    }

    /// `l: while …`
    fn labelled_loop(&mut self) -> Result<StmtKind> {
        let label = self.name("a label")?;
        self.bump();
        if !self.at(Token::While) {
            let advice = match self.peek() {
                Token::Int | Token::Bool | Token::Ref | Token::Map => {
                    format!(
                        "a variable is declared by `var {}: {};`",
                        label.text,
                        self.slice(self.here())
                    )
                }
                _ => format!("a place to jump to is written `label {};`", label.text),
            };
            return Err(self.unexpected("`while` after the label of a loop", |d| d.help(advice)));
        }
        self.while_loop(Some(label))
    }

    /// Statements of a keyword, something after it, and `;`.
    fn simple(&mut self) -> Result<StmtKind> {
        let keyword = self.peek();
        self.bump();
        let kind = match keyword {
            Token::Havoc => StmtKind::Havoc(self.comma_separated(Self::location)?),
            Token::Assume => StmtKind::Assume(self.expr()?),
            Token::Assert => StmtKind::Assert(self.expr()?),
            Token::Break => StmtKind::Break(self.optional_label()?),
            Token::Continue => StmtKind::Continue(self.optional_label()?),
            Token::Goto => StmtKind::Goto(self.comma_separated(|p| p.name("a label"))?),
            _ => StmtKind::Return,
        };
        if keyword == Token::Return && !self.at(Token::Semicolon) && !self.at(Token::CloseBrace) {
            return Err(self.unexpected("`;` after `return`", |d| d.help("assign the results before `return;`")));
        }
        self.semicolon("the statement")?;
        Ok(kind)
    }

    fn optional_label(&mut self) -> Result<Option<Name>> {
        if matches!(self.peek(), Token::Semicolon | Token::CloseBrace | Token::End) {
            return Ok(None);
        }
        Ok(Some(self.name("a label or `;`")?))
    }

    fn var(&mut self) -> Result<StmtKind> {
        self.bump();
        let binding = self.binding("the name of a variable")?;
        let value = if self.becomes() { Some(self.expr()?) } else { None };
        if self.at(Token::Comma) {
            return Err(self.unexpected("`;` after the declaration", |d| {
                d.help("declare one variable with each `var`")
            }));
        }
        self.semicolon("the declaration")?;
        Ok(StmtKind::Var(binding, value))
    }

    /// Passes over `:=`, and over `=` with a complaint.
    fn becomes(&mut self) -> bool {
        if self.at(Token::Eq) {
            let error = Diagnostic::error(self.here(), "expected `:=`, found `=`").help("assignment is written `:=`");
            self.report(error);
            self.bump();
            return true;
        }
        self.eat(Token::Becomes)
    }

    fn assignment(&mut self) -> Result<StmtKind> {
        let start = self.here();
        if let (Token::Int | Token::Bool | Token::Ref, Token::Name) = (self.peek(), self.peek_second()) {
            let (ty, name) = (self.slice(start), self.slice(self.span_at(self.pos + 1)));
            let help = format!("a variable is declared by `var {name}: {ty};`");
            return Err(self.unexpected("a statement", |d| d.help(help)));
        }
        if !self.starts_target() {
            return Err(self.unexpected("a statement", |d| d));
        }
        let targets = self.comma_separated(Self::target)?;
        if !self.becomes() {
            let call = matches!(
                targets[..],
                [Expr {
                    kind: ExprKind::Apply(..),
                    ..
                }]
            );
            return Err(self.unexpected("`:=`", |d| match call {
                true => d.help(format!("a call is written `call {};`", call_text(&targets[0]))),
                false => d,
            }));
        }
        let values = self.comma_separated(Self::expr)?;
        self.semicolon("the assignment")?;
        Ok(StmtKind::Assign(targets, values))
    }

    fn starts_target(&self) -> bool {
        use Token::*;
        let keyword_as_name =
            self.peek().is_keyword() && matches!(self.peek_second(), Becomes | OpenBracket | Dot | Comma);
        let atom = matches!(
            self.peek(),
            Name | Dot | Number | True | False | Null | OpenParen | Old | Unchecked | Const
        );
        atom || keyword_as_name || self.peek().is_bad()
    }

    /// `if (c) { … } else if (d) { … } else { … }`; each `else if` counts as a level, because it
    /// will be inside of the `else`.
    fn if_chain(&mut self) -> Result<StmtKind> {
        let mut branches = Vec::new();
        let mut otherwise = None;
        let depth = self.depth;
        loop {
            self.bump();
            let condition = self.guard()?;
            let block = self.body()?;
            branches.push(Branch { condition, block });
            if !self.eat(Token::Else) {
                break;
            }
            if !self.at(Token::If) {
                otherwise = Some(self.body()?);
                break;
            }
            self.enter()?;
        }
        self.depth = depth;
        Ok(StmtKind::If(branches, otherwise))
    }

    /// `(c)` or `(*)`. What cannot be read is passed over, so that the block is not lost.
    fn guard(&mut self) -> Result<Option<Expr>> {
        let (start, depth) = (self.here(), self.depth);
        match self.condition() {
            Err(Lost) if !self.silent => {
                self.depth = depth;
                while !matches!(
                    self.peek(),
                    Token::OpenBrace | Token::CloseBrace | Token::Semicolon | Token::End
                ) && !self.peek().starts_loop_clause()
                    && !self.at_declaration()
                {
                    self.bump();
                }
                self.lose(start);
                Ok(None)
            }
            read => read,
        }
    }

    /// `(c)` or `(*)`; without parentheses it is reported and read.
    fn condition(&mut self) -> Result<Option<Expr>> {
        if !self.at(Token::OpenParen) {
            self.unexpected("`(` before the condition", |d| {
                d.help("write the condition between parentheses")
            });
            return match self.eat(Token::Star) {
                true => Ok(None),
                false => Ok(Some(self.expr()?)),
            };
        }
        let open = self.bump();
        if self.at(Token::Star) && self.peek_second() == Token::CloseParen {
            self.bump();
            self.bump();
            return Ok(None);
        }
        let condition = self.expr()?;
        self.close(Token::CloseParen, open)?;
        Ok(Some(condition))
    }

    /// A block; a statement without braces is reported and read.
    fn body(&mut self) -> Result<Block> {
        let next = self.peek();
        if next.starts_statement() || next == Token::Name {
            self.braceless()
        } else {
            self.block()
        }
    }

    fn braceless(&mut self) -> Result<Block> {
        self.unexpected("`{`", |d| d.help("a block is written between braces"));
        let start = self.here();
        self.enter()?;
        let stmt = self.stmt()?;
        self.leave();
        let place: Place = self.since(start).into();
        let stmts = stmt.map(|kind| Stmt { kind, place }).into_iter().collect();
        Ok(Block { stmts, place })
    }

    fn while_loop(&mut self, label: Option<Name>) -> Result<StmtKind> {
        let keyword = self.bump().into();
        let condition = self.guard()?;
        let clauses = self.loop_clauses();
        let body = self.body()?;
        Ok(StmtKind::While(While {
            label,
            keyword,
            condition,
            clauses,
            body,
        }))
    }

    fn loop_clauses(&mut self) -> Vec<LoopClause> {
        let mut clauses = Vec::new();
        let depth = self.depth;
        while self.peek().starts_loop_clause() {
            let start = self.here();
            match self.loop_clause(start) {
                Ok(clause) => clauses.push(clause),
                Err(Lost) => {
                    self.depth = depth;
                    self.skip_past_semicolon(|t| t.starts_loop_clause() || t.starts_statement());
                    self.lose(start);
                }
            }
        }
        clauses
    }

    fn loop_clause(&mut self, start: Span) -> Result<LoopClause> {
        let keyword = self.peek();
        self.bump();
        let kind = match keyword {
            Token::Invariant => LoopClauseKind::Invariant(self.expr()?),
            Token::Predicate => LoopClauseKind::Predicate(self.comma_separated(Self::expr)?),
            _ => LoopClauseKind::Skolem(self.comma_separated(|p| p.binding("a skolem constant"))?),
        };
        let place = self.since(start).into();
        self.semicolon("the clause")?;
        Ok(LoopClause { kind, place })
    }

    /// `label l;`, or `label l` with clauses that end in `;` themselves.
    fn label(&mut self) -> Result<StmtKind> {
        self.bump();
        let name = self.name("a label")?;
        if !self.peek().starts_loop_clause() {
            if self.at(Token::Colon) {
                return Err(self.unexpected("`;` or a clause after the label", |d| d.help("write `label l;`")));
            }
            self.semicolon("the label")?;
            return Ok(StmtKind::Label(name, Vec::new()));
        }
        let clauses = self.loop_clauses();
        Ok(StmtKind::Label(name, clauses))
    }

    /// `call p(e);`, `call x, y := p(e);`
    fn call(&mut self) -> Result<StmtKind> {
        self.bump();
        let mut targets = Vec::new();
        let first = self.name("the name of a procedure, or of a variable for its result")?;
        let callee = if self.at(Token::OpenParen) {
            first
        } else {
            targets.push(first);
            while self.eat(Token::Comma) {
                targets.push(self.name("a variable for a result")?);
            }
            if !self.becomes() {
                let next = self.peek();
                return Err(self.unexpected("`(` or `:=`", |d| match next {
                    Token::OpenBracket | Token::Dot => d.help("a result goes to a variable; assign it from there"),
                    _ => d,
                }));
            }
            self.name("the name of a procedure")?
        };
        let args = self.in_parens("before the arguments", Self::expr)?;
        self.semicolon("the call")?;
        Ok(StmtKind::Call(Call { targets, callee, args }))
    }
}

/// How the call that was written as an expression begins.
fn call_text(call: &Expr) -> String {
    match &call.kind {
        ExprKind::Apply(name, args) if args.is_empty() => format!("{}()", name.text),
        ExprKind::Apply(name, _) => format!("{}(…)", name.text),
        _ => String::new(),
    }
}
