//! The clauses of an annotation one by one, and how to go on after one that cannot be read.

use super::super::{Failure, Lexeme, Parser, Read};
use super::contract::is_contract_clause;
use super::global::is_logic_word;
use super::keywords::{is_directive, is_keyword, is_left_out, meant_clause};
use super::part::{Part, Place, Prefix};
use crate::syntax::ast::*;
use crate::syntax::lexer::Token;
use crate::syntax::parser::state::Here;
use abide_base::{Diagnostic, Span};
use std::collections::BTreeSet;

/// What has been read of an annotation.
struct Reading {
    items: Vec<Item>,
    statements: Vec<Stmt>,
    contract: Option<Contract>,
    spec: Option<LoopSpec>,
    /// The annotation.
    span: Span,
    place: Place,
    /// After `for a, b:`, as long as the contract or the clauses of the loop go on.
    behaviors: Vec<Name>,
    /// Behaviours of the contract, by number from one, zero for none, with an `assigns` that
    /// could not be read: what the others say would be too little.
    unframed: BTreeSet<usize>,
}

impl<'t> Parser<'t> {
    /// All clauses of an annotation.
    pub(in crate::syntax::parser) fn parts(&mut self, annotation: Lexeme<'t>, place: Place) -> Vec<Part> {
        self.acsl.here.own = annotation.text.starts_with("/*%") || annotation.text.starts_with("//%");
        let mut reading = Reading {
            items: Vec::new(),
            statements: Vec::new(),
            contract: None,
            spec: None,
            span: annotation.span,
            place,
            behaviors: Vec::new(),
            unframed: BTreeSet::new(),
        };
        while !self.is(Token::End) {
            let mark = self.mark();
            if self.eat(Token::Semicolon).is_some() {
                continue;
            }
            let clause = match self.acsl.here.own {
                true => self.own_clause(&mut reading),
                false => self.clause(&mut reading),
            };
            if let Err(failure) = clause {
                self.recover_clause(mark, failure);
            }
            if self.mark() == mark {
                self.next();
            }
        }
        if let (Place::TopLevel, Some(contract)) = (place, &mut reading.contract) {
            contract.text = format!("/*@ {} */", self.text_since(0));
        }
        reading.finish()
    }

    fn own_clause(&mut self, reading: &mut Reading) -> Read<()> {
        if reading.place == Place::TopLevel {
            let failure = Failure::new(self.span(), "predicates stand outside of a function");
            return Err(failure.help("move them in front of a loop"));
        }
        let start = self.span();
        if self.is_word("loop") && self.lexeme_at(1).text == "predicate" {
            let prefix = Prefix {
                behaviors: Vec::new(),
                kind: AssertKind::Assert,
                start,
            };
            self.loop_clause(reading.spec(), &prefix)
        } else if self.is_word("skolem") {
            self.skolems(reading.spec())
        } else {
            Err(self.not_own_clause())
        }
    }

    /// One clause, statement or declaration.
    fn clause(&mut self, reading: &mut Reading) -> Read<()> {
        let start = self.span();
        let has_for = self.eat(Token::For).is_some();
        if has_for {
            reading.behaviors = self.acsl_list(|p| p.acsl_name("the name of a behaviour"))?;
            self.expect(Token::Colon, "`:`")?;
        }
        let kind = self.clause_kind();
        let prefix = Prefix {
            behaviors: reading.behaviors.clone(),
            kind,
            start,
        };
        let keyword = self.lexeme();
        match keyword.text {
            word if is_contract_clause(word) => {
                let result = self.contract_clause(reading.contract(), &prefix);
                if result.is_err() && word == "assigns" {
                    reading.no_frame();
                }
                result
            }
            "loop" if reading.place == Place::Body => self.loop_clause(reading.spec(), &prefix),
            "assert" | "check" | "admit" if reading.place == Place::Body => {
                let behaviors = std::mem::take(&mut reading.behaviors);
                let behaviors = if has_for { behaviors } else { Vec::new() };
                let statement = self.assertion(start, behaviors)?;
                reading.statements.push(statement);
                Ok(())
            }
            "ghost" => {
                reading.behaviors.clear();
                self.next();
                let result = match reading.place {
                    Place::Body => self.ghost_statements(&mut reading.statements),
                    Place::TopLevel => self.ghost_items(&mut reading.items),
                };
                if let Err(failure) = result {
                    self.unreadable_ghost(failure);
                }
                Ok(())
            }
            word if is_logic_word(word) && reading.place == Place::TopLevel => {
                reading.behaviors.clear();
                let logic = self.logic_declaration(start, kind)?;
                reading.items.push(Item::Logic(logic));
                Ok(())
            }
            word @ ("loop" | "assert" | "check" | "admit") => {
                let message = format!("`{word}` stands outside of a function");
                Err(Failure::new(keyword.span, message).help("move it into a body"))
            }
            word if is_logic_word(word) => {
                let message = format!("`{word}` stands inside of a function");
                Err(Failure::new(keyword.span, message).help("move it to file scope"))
            }
            word if is_left_out(word) => {
                self.next();
                self.leave_out(word, keyword.span);
                Ok(())
            }
            word if self.is_misspelt_behavior() => {
                let warning = Diagnostic::warning(keyword.span, format!("`{word}` is not a word of ACSL"));
                self.tell(warning.help("write `behavior`"));
                self.next();
                self.behavior(reading.contract())
            }
            word => {
                if meant_clause(word) == Some("assigns") {
                    reading.no_frame();
                }
                Err(self.unknown_clause("a clause of ACSL"))
            }
        }
    }

    /// `check` or `admit` in front of another keyword.
    pub(super) fn clause_kind(&mut self) -> AssertKind {
        let kind = match self.lexeme().text {
            "check" => AssertKind::Check,
            "admit" => AssertKind::Admit,
            _ => return AssertKind::Assert,
        };
        let next = self.lexeme_at(1).text;
        if is_contract_clause(next) || is_logic_word(next) || matches!(next, "loop" | "invariant") {
            self.next();
            return kind;
        }
        AssertKind::Assert
    }

    /// `behaviour b:`. Its clauses must not be taken for those of another behaviour.
    fn is_misspelt_behavior(&self) -> bool {
        let next = self.lexeme();
        next.token == Token::Name
            && meant_clause(next.text) == Some("behavior")
            && self.peek_at(1) == Token::Name
            && self.peek_at(2) == Token::Colon
    }

    /// Nothing that could stand here begins with the next token.
    pub(super) fn unknown_clause(&self, what: &str) -> Failure {
        let failure = self.unexpected(what);
        match meant_clause(self.lexeme().text) {
            Some(meant) => failure.help(format!("did you mean `{meant}`?")),
            None => failure,
        }
    }

    /// Does a clause begin here, or does the annotation end? `check = 1` in ghost code is none.
    pub(super) fn at_clause(&self) -> bool {
        match self.peek() {
            Token::End => true,
            Token::For => matches!(self.peek_at(2), Token::Comma | Token::Colon),
            Token::Name => {
                is_keyword(self.lexeme().text)
                    && !matches!(
                        self.peek_at(1),
                        Token::Assign
                            | Token::OpAssign
                            | Token::PlusPlus
                            | Token::MinusMinus
                            | Token::Dot
                            | Token::Arrow
                            | Token::OpenBracket
                            | Token::Semicolon
                            | Token::Colon
                            | Token::Comma
                    )
            }
            _ => false,
        }
    }

    /// The `;` after `what`. At the end of the annotation, and where the next clause begins, it is
    /// plain what was meant.
    pub(super) fn clause_end(&mut self, what: &str) -> Read<()> {
        if self.eat(Token::Semicolon).is_some() {
            return Ok(());
        }
        if !self.at_clause() {
            return Err(self.unexpected(&format!("`;` after {what}")));
        }
        let last = self.last_span();
        let behind = Span::new(last.file, last.end as usize, last.end as usize);
        let warning = Diagnostic::warning(behind, format!("expected `;` after {what}"));
        self.tell(warning.label("`;` is missing here").help("add `;`"));
        Ok(())
    }

    /// Passes over a part of ACSL that we know of and do not use; its words have been taken.
    pub(super) fn leave_out(&mut self, what: &str, keyword: Span) {
        let message = format!("`{what}` is not supported and is left out");
        let said = Diagnostic::warning(keyword, message);
        let word = what.strip_prefix("loop ").unwrap_or(what);
        match what.split(' ').next() {
            _ if is_directive(word) => self.tell(said),
            Some(first) if is_logic_word(first) => self.lose_logic(said),
            _ => self.lose(said, !matches!(what, "returns" | "breaks" | "continues")),
        }
        self.skip_clause(self.mark(), 0);
    }

    /// Says what is wrong with the clause that begins at `mark`, and goes on after it.
    pub(super) fn recover_clause(&mut self, mark: usize, failure: Failure) {
        let said = failure.warning().note("this clause is left out");
        let first = self.tokens.get(mark..).into_iter().flatten();
        let mut words = first.map(|l| l.text).filter(|w| !matches!(*w, "check" | "admit"));
        match words.next() {
            Some(word) if is_logic_word(word) => self.lose_logic(said),
            word => self.lose(said, !matches!(word, Some("ensures" | "exits" | "decreases"))),
        }
        let heads = self.acsl.here.open_heads;
        self.acsl.here = Here {
            own: self.acsl.here.own,
            ..Here::default()
        };
        self.skip_clause(mark, heads);
    }

    /// Goes on after the `;` of the clause that begins at `mark` and has been read up to here;
    /// `heads` binders have begun whose `;` is to come. What stands in braces ends with them.
    fn skip_clause(&mut self, mark: usize, mut heads: usize) {
        let read = self.tokens.get(mark..self.at).unwrap_or_default();
        let is_block = read.iter().any(|l| matches!(l.text, "axiomatic" | "inductive"));
        let is_behavior = read.first().is_some_and(|l| l.text == "behavior");
        let braces = |token: Token| match token {
            Token::OpenBrace => 1,
            Token::CloseBrace => -1,
            _ => 0,
        };
        let mut depth: isize = read.iter().map(|l| braces(l.token)).sum();
        loop {
            let next = self.lexeme();
            if next.token == Token::End || (next.token == Token::CloseBrace && depth <= 0) {
                return;
            }
            if is_behavior && matches!(next.text, "behavior" | "complete" | "disjoint") {
                return;
            }
            self.next();
            depth += braces(next.token);
            match next.token {
                Token::AcslWord if matches!(next.text, "\\forall" | "\\exists" | "\\lambda" | "\\let") => heads += 1,
                Token::Semicolon if heads > 0 => heads -= 1,
                Token::Semicolon if !is_behavior && (depth <= 0 || (!is_block && self.at_clause())) => return,
                Token::CloseBrace if is_block && depth <= 0 => return,
                _ => {}
            }
        }
    }
}

impl Reading {
    fn contract(&mut self) -> &mut Contract {
        self.contract.get_or_insert_with(|| Contract {
            span: self.span,
            ..Contract::default()
        })
    }

    fn spec(&mut self) -> &mut LoopSpec {
        self.spec.get_or_insert_default()
    }

    /// The frame of the last behaviour is not known.
    fn no_frame(&mut self) {
        let behaviors = self.contract.as_ref().map_or(0, |contract| contract.behaviors.len());
        self.unframed.insert(behaviors);
    }

    /// The parts: what is said of the statement that follows comes last.
    fn finish(mut self) -> Vec<Part> {
        for number in self.unframed {
            if let Some(contract) = &mut self.contract {
                let behavior = match number.checked_sub(1) {
                    Some(index) => contract.behaviors.get_mut(index),
                    None => Some(&mut contract.common),
                };
                behavior.into_iter().for_each(|b| b.assigns = None);
            }
        }
        let items = Some(self.items).filter(|all| !all.is_empty());
        let statements = Some(self.statements).filter(|all| !all.is_empty());
        let parts = [
            items.map(Part::Items),
            statements.map(Part::Stmts),
            self.contract.map(Part::Contract),
            self.spec.map(Part::Loop),
        ];
        parts.into_iter().flatten().collect()
    }
}
