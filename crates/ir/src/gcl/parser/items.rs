//! Declarations, types, and contracts.

use super::super::ast::*;
use super::super::lexer::Token;
use super::{Lost, Parser, Result};
use abide_base::{Diagnostic, Span};

impl Parser<'_> {
    /// The whole file.
    pub(super) fn items(&mut self) -> File {
        let mut file = File::default();
        while !self.at(Token::End) {
            let start = self.here();
            let before = self.pos;
            match self.item() {
                Ok(kind) => file.items.push(Item {
                    kind,
                    place: self.since(start).into(),
                }),
                Err(Lost) => {
                    self.skip_to_declaration(before);
                    self.lose(start);
                    // `var g: mistake`
                    if self.lexeme_at(before).token.is_keyword() && self.lexeme_at(before + 1).token == Token::Name {
                        let name = self.unquoted(self.span_at(before + 1));
                        self.half_declared.insert(name.into());
                    }
                }
            }
            self.depth = 0;
            self.silent = false;
        }
        file
    }

    fn item(&mut self) -> Result<ItemKind> {
        match self.peek() {
            Token::Field => {
                self.bump();
                let binding = self.binding("the name of a field")?;
                self.semicolon("the declaration")?;
                Ok(ItemKind::Field(binding))
            }
            Token::Var => {
                self.bump();
                let binding = self.binding("the name of a global variable")?;
                if self.at(Token::Becomes) {
                    let advice = "say what it is at the start of a procedure with `requires`";
                    return Err(self.unexpected("`;` after the declaration", |d| {
                        d.note("a global variable has no initial value").help(advice)
                    }));
                }
                self.semicolon("the declaration")?;
                Ok(ItemKind::Global(binding))
            }
            Token::Function => self.function(),
            Token::Axiom => {
                self.bump();
                let formula = self.expr()?;
                self.semicolon("the axiom")?;
                Ok(ItemKind::Axiom(formula))
            }
            Token::Procedure => self.procedure(),
            Token::CloseBrace => {
                let error = Diagnostic::error(self.here(), "this `}` closes nothing");
                self.report(error);
                Err(Lost)
            }
            _ => Err(self.unexpected("a declaration", |d| {
                d.help("declarations begin with `procedure`, `function`, `axiom`, `field` or `var`")
            })),
        }
    }

    /// `function f(x: T): U;`
    fn function(&mut self) -> Result<ItemKind> {
        self.bump();
        let name = self.name("the name of a function")?;
        let params = self.in_parens("before the parameters", |p| p.binding("a parameter"))?;
        self.expect(Token::Colon, "and the type of the result")?;
        let (result, place) = self.ty()?;
        self.semicolon("the declaration")?;
        Ok(ItemKind::Function(Function {
            name,
            params,
            result,
            result_place: place.into(),
        }))
    }

    /// `procedure p(x: T) returns (y: U) … { … }`. A header that cannot be read does not keep
    /// the body from being read.
    fn procedure(&mut self) -> Result<ItemKind> {
        self.bump();
        let mut procedure = Procedure {
            name: self.name("the name of a procedure")?,
            params: Vec::new(),
            results: Vec::new(),
            clauses: Vec::new(),
            body: None,
        };
        let start = self.here();
        if let Err(Lost) = self.parameters(&mut procedure) {
            self.depth = 0;
            while !self.at_contract_or_body() {
                self.bump();
            }
            self.lose(start);
        }
        procedure.clauses = self.contract();
        procedure.body = match self.peek() {
            Token::OpenBrace => Some(self.block()?),
            Token::Semicolon => {
                self.bump();
                None
            }
            // the `;` of the last clause is enough
            Token::Var | Token::End if !procedure.clauses.is_empty() => None,
            token if !procedure.clauses.is_empty() && token.starts_declaration() => None,
            _ => {
                let start = self.here();
                self.unexpected("a clause, `{` or `;`", |d| d);
                self.lose(start);
                self.skip_to_declaration(self.pos);
                None
            }
        };
        Ok(ItemKind::Procedure(procedure))
    }

    fn at_contract_or_body(&self) -> bool {
        let next = self.peek();
        let ends = matches!(
            next,
            Token::OpenBrace | Token::CloseBrace | Token::Semicolon | Token::End
        );
        ends || next.starts_clause() || self.at_declaration()
    }

    fn parameters(&mut self, procedure: &mut Procedure) -> Result<()> {
        procedure.params = self.in_parens("before the parameters", |p| {
            let mode = if p.eat(Token::Inout) { Mode::Inout } else { Mode::Plain };
            let binding = p.binding("a parameter")?;
            Ok(Param { mode, binding })
        })?;
        if self.eat(Token::Returns) {
            procedure.results = self.in_parens("before the results", |p| p.binding("a result"))?;
        }
        if !self.at_contract_or_body() {
            return Err(self.unexpected("`returns`, a clause, `{` or `;`", |d| d));
        }
        Ok(())
    }

    fn contract(&mut self) -> Vec<Clause> {
        let mut clauses = Vec::new();
        while self.peek().starts_clause() {
            let start = self.here();
            match self.clause(start) {
                Ok(clause) => clauses.push(clause),
                Err(Lost) => {
                    self.depth = 0;
                    self.skip_past_semicolon(Token::starts_clause);
                    self.lose(start);
                }
            }
        }
        clauses
    }

    fn clause(&mut self, start: Span) -> Result<Clause> {
        let keyword = self.peek();
        self.bump();
        let kind = match keyword {
            Token::Requires => ClauseKind::Requires(self.expr()?),
            Token::Ensures => ClauseKind::Ensures(self.expr()?),
            _ => ClauseKind::Modifies(self.comma_separated(Self::location)?),
        };
        let place = self.since(start).into();
        self.semicolon("the clause")?;
        Ok(Clause { kind, place })
    }

    /// `x` or `.f`.
    pub(super) fn location(&mut self) -> Result<Location> {
        if self.eat(Token::Dot) {
            Ok(Location::Field(self.name("the name of a field")?))
        } else {
            Ok(Location::Variable(self.name("a variable or a field")?))
        }
    }

    /// `x: T`.
    pub(super) fn binding(&mut self, what: &str) -> Result<Binding> {
        let name = self.name(what)?;
        self.expect(Token::Colon, "and a type")?;
        let (ty, place) = self.ty()?;
        Ok(Binding {
            name,
            ty,
            ty_place: place.into(),
        })
    }

    /// A type and its place.
    pub(super) fn ty(&mut self) -> Result<(Type, Span)> {
        let start = self.here();
        let (ty, _) = self.tall_type()?;
        Ok((ty, self.since(start)))
    }

    /// A type and its height.
    fn tall_type(&mut self) -> Result<(Type, usize)> {
        self.enter()?;
        let (mut ty, mut height) = match self.peek() {
            Token::Int => (Type::Int, 1),
            Token::Bool => (Type::Bool, 1),
            Token::Ref => (Type::Ref, 1),
            Token::Map => {
                self.bump();
                self.expect(Token::Less, "before the types of keys and values")?;
                let (key, key_height) = self.tall_type()?;
                self.expect(Token::Comma, "between the types of keys and values")?;
                let (value, value_height) = self.tall_type()?;
                if !self.at(Token::Greater) {
                    return Err(self.unexpected("`>` after the type of values", |d| d));
                }
                (Type::map(key, value), 1 + key_height.max(value_height))
            }
            _ => {
                let advice = self.type_advice();
                return Err(self.unexpected("a type", |d| d.help(advice)));
            }
        };
        self.bump();
        while self.at(Token::OpenBracket) {
            let open = self.bump();
            self.close(Token::CloseBracket, open)?;
            ty = Type::array(ty);
            height += 1;
            self.check_height(height)?;
        }
        self.leave();
        Ok((ty, height))
    }

    /// Passes over everything up to the next declaration, and over one token at least unless
    /// something was read since `before`.
    fn skip_to_declaration(&mut self, before: usize) {
        if self.pos == before && !self.at_declaration() {
            self.bump();
        }
        let mut braces = 0usize;
        while !self.at(Token::End) && !self.at_declaration() {
            match self.peek() {
                Token::Var if braces == 0 => break,
                Token::OpenBrace => braces += 1,
                Token::CloseBrace => braces = braces.saturating_sub(1),
                _ => {}
            }
            self.bump();
        }
    }
}
