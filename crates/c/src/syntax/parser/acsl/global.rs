//! Declarations at file scope: logic functions, predicates, lemmas, axiomatic blocks.

use super::super::{Failure, Parser, Read, name_of};
use crate::syntax::ast::*;
use crate::syntax::lexer::Token;
use abide_base::Span;

/// Does a declaration of logic begin with this word?
pub(super) fn is_logic_word(word: &str) -> bool {
    matches!(
        word,
        "logic"
            | "predicate"
            | "lemma"
            | "axiom"
            | "axiomatic"
            | "inductive"
            | "type"
            | "global"
            | "model"
            | "volatile"
            | "import"
            | "module"
    )
}

impl<'t> Parser<'t> {
    /// One declaration that begins at `start`; `admit` or `check` has been passed.
    pub(super) fn logic_declaration(&mut self, start: Span, kind: AssertKind) -> Read<Logic> {
        let mark = self.mark();
        let keyword = self.next();
        let word = keyword.text;
        let kind = match word {
            "predicate" => {
                let (head, body) = self.logic_definition()?;
                LogicKind::Predicate(head, body)
            }
            "logic" => {
                let ty = self.result_type()?;
                let (head, body) = self.logic_definition()?;
                LogicKind::Function(ty, head, body)
            }
            "lemma" | "axiom" => self.lemma(word == "axiom" || kind == AssertKind::Admit)?,
            "axiomatic" => self.axiomatic()?,
            "inductive" => self.inductive()?,
            "type" if !self.is_word("invariant") => self.logic_type_declaration(keyword.span)?,
            "global" if self.eat_word("invariant").is_some() => {
                let name = self.acsl_name("the name of the invariant")?;
                self.expect(Token::Colon, "`:` and the formula")?;
                LogicKind::GlobalInvariant(name, self.terminated_formula("invariant")?)
            }
            _ => {
                let what = match self.is_word("invariant") {
                    true => format!("{word} invariant"),
                    false => word.to_string(),
                };
                self.leave_out(&what, keyword.span);
                LogicKind::Other(what)
            }
        };
        let span = self.since(start);
        let text = self.text_since(mark);
        Ok(Logic { kind, span, text })
    }

    /// `p{L}(T x) = e;`, `p{L}(T x) reads a, b;`, `p(T x);`
    fn logic_definition(&mut self) -> Read<(LogicHead, Option<Expr>)> {
        let mut head = self.logic_head()?;
        let body = match self.eat(Token::Assign) {
            Some(_) => Some(self.formula()?),
            None => None,
        };
        if body.is_none() && self.eat_word("reads").is_some() {
            head.reads = Some(self.locations()?);
        }
        self.clause_end("the declaration")?;
        Ok((head, body))
    }

    /// `p{L}(T x, T y)`
    fn logic_head(&mut self) -> Read<LogicHead> {
        let name = self.acsl_name("a name")?;
        let labels = self.acsl_labels()?;
        self.no_type_variables()?;
        let mut params = Vec::new();
        if self.eat(Token::OpenParen).is_some() && self.eat(Token::CloseParen).is_none() {
            params = self.binders()?;
            self.expect(Token::CloseParen, "`,` or `)`")?;
        }
        Ok(LogicHead {
            name,
            labels,
            params,
            reads: None,
        })
    }

    fn no_type_variables(&self) -> Read<()> {
        match self.is(Token::Less) {
            true => Err(Failure::new(
                self.span(),
                "declarations with type variables are not supported",
            )),
            false => Ok(()),
        }
    }

    /// `l{L}: p;`
    fn lemma(&mut self, assumed: bool) -> Read<LogicKind> {
        let name = self.acsl_name("the name of the lemma")?;
        let labels = self.acsl_labels()?;
        self.no_type_variables()?;
        self.expect(Token::Colon, "`:` and the formula")?;
        let formula = self.terminated_formula("lemma")?;
        Ok(LogicKind::Lemma {
            name,
            labels,
            formula,
            assumed,
        })
    }

    /// `A { … }`. A declaration that cannot be read is left out alone.
    fn axiomatic(&mut self) -> Read<LogicKind> {
        let name = self.acsl_name("the name of the block")?;
        self.expect(Token::OpenBrace, "`{`")?;
        let mut all = Vec::new();
        while !matches!(self.peek(), Token::CloseBrace | Token::End) {
            if self.eat(Token::Semicolon).is_some() {
                continue;
            }
            let start = self.mark();
            match self.nest(Self::axiomatic_part) {
                Ok(logic) => all.push(logic),
                Err(failure) => self.recover_clause(start, failure),
            }
        }
        self.expect(Token::CloseBrace, "`}`")?;
        Ok(LogicKind::Axiomatic(name, all))
    }

    fn axiomatic_part(&mut self) -> Read<Logic> {
        let start = self.span();
        let kind = self.clause_kind();
        match is_logic_word(self.lexeme().text) {
            true => self.logic_declaration(start, kind),
            false => Err(self.unknown_clause("a declaration")),
        }
    }

    /// `p{L}(T x) { case c: e; … }`
    fn inductive(&mut self) -> Read<LogicKind> {
        let head = self.logic_head()?;
        self.expect(Token::OpenBrace, "`{`")?;
        let mut cases = Vec::new();
        while self.eat(Token::Case).is_some() {
            let name = self.acsl_name("the name of the case")?;
            let mut labels = self.acsl_labels()?;
            if labels.is_empty() {
                labels = head.labels.clone();
            }
            self.no_type_variables()?;
            self.expect(Token::Colon, "`:` and the formula")?;
            let formula = self.terminated_formula("case")?;
            cases.push(Case { name, labels, formula });
        }
        self.expect(Token::CloseBrace, "`case` or `}`")?;
        Ok(LogicKind::Inductive(head, cases))
    }

    /// `t;` behind `type`.
    fn logic_type_declaration(&mut self, keyword: Span) -> Read<LogicKind> {
        let name = self.expect(Token::Name, "the name of the type")?;
        self.acsl.types.insert(name.text);
        if self.is(Token::Semicolon) {
            self.clause_end("the type")?;
            return Ok(LogicKind::Type(name_of(name)));
        }
        self.leave_out("type … =", keyword);
        Ok(LogicKind::Other("type".to_string()))
    }
}
