//! The items of an annotation, one by one.

use super::super::ast::*;
use super::keywords::{
    about, add_modifier, is_advice, is_ignored, is_left_out, is_modifier, is_primitive, is_unused_modifier, meant,
    without_redundantly,
};
use super::lexer::Token;
use super::{Item, ItemKind, Parse, Parser, is_keyword};
use abide_base::{Diagnostic, Span};

impl Parser<'_> {
    /// All items up to the end of the annotation.
    pub(super) fn items(&mut self) {
        while !self.at(Token::End) {
            let start = self.pos;
            if let Err(warning) = self.item() {
                self.depth = 0;
                self.pos = start;
                self.commented_out(&warning);
                let note = "this part of the annotation is left out";
                self.diagnostics.push(warning.note(note));
                self.skip_clause();
            }
        }
        for open in std::mem::take(&mut self.groups) {
            self.not_read(open, "a group of cases without its `|}`", About::Contract);
        }
    }

    /// Notes that something is passed over, unless it is no JML at all: an annotation of Java behind comment
    /// signs, such as `//@Override`.
    fn commented_out(&mut self, warning: &Diagnostic) {
        let (word, next) = (self.word_at(0), self.peek_at(1));
        let java = word.starts_with(char::is_uppercase) && meant(word).is_none();
        if java && matches!(next, Token::End | Token::OpenParen | Token::Dot) || is_ignored(word) {
            return;
        }
        let mut first = 0;
        while is_modifier(self.word_at(first)) && first < self.lexemes.len() {
            first += 1;
        }
        let word = self.word_at(first);
        let span = warning.span.unwrap_or_else(|| self.here());
        self.unread.push(Unread {
            span,
            what: warning.message.clone(),
            help: warning.help.clone(),
            about: about(word),
        });
    }

    /// Something is passed over that says something.
    pub(super) fn not_read(&mut self, span: Span, what: &str, about: About) {
        let warning = Diagnostic::warning(span, format!("{what} is not supported and is left out"));
        self.diagnostics.push(warning);
        self.unread.push(Unread {
            span,
            what: format!("not supported: {what}"),
            help: Vec::new(),
            about,
        });
    }

    fn item(&mut self) -> Parse<()> {
        let mut start = self.here();
        if self.eat(Token::Semicolon) {
            return Ok(());
        }
        if self.at(Token::OpenGroup) || self.at(Token::CloseGroup) {
            return self.group();
        }
        let modifiers = self.modifiers();
        if modifiers.ghost || modifiers.model {
            return self.declaration(start, modifiers);
        }
        if self.at(Token::End) || speak_of_java(&modifiers) {
            let span = self.since(start);
            let kind = ItemKind::Modifiers(modifiers.clone());
            self.items.push(Item { kind, span });
            start = self.here();
        }
        if self.at(Token::End) {
            return Ok(());
        }
        let word = self.word_at(0);
        if word == "diverges" && ["true", "false"].contains(&self.word_at(1)) && self.word_at(2) == ";" {
            // that runs end is assumed where it is not shown
            self.skip_clause();
            return Ok(());
        }
        if is_advice(word) {
            self.skip_clause();
            return Ok(());
        }
        if self.escjava && self.pragma()? {
            return Ok(());
        }
        if is_left_out(word) {
            return self.left_out(word);
        }
        let keyword = self.here();
        if let Some(kind) = self.clause(start, &modifiers)? {
            let span = self.since(start);
            match implied(kind, word) {
                Some(kind) => self.items.push(Item { kind, span }),
                None => {
                    self.not_read(keyword, &format!("`{word}`"), about(word));
                }
            }
        }
        Ok(())
    }

    pub(super) fn modifiers(&mut self) -> Modifiers {
        let mut modifiers = Modifiers::default();
        while self.at(Token::Name) && add_modifier(&mut modifiers, self.word_at(0)) {
            let word = self.word_at(0);
            let span = self.bump();
            if is_unused_modifier(word) && !self.is_believed(word, span) {
                self.not_read(span, &format!("`{word}`"), About::Contract);
            }
        }
        modifiers
    }

    /// `{|` or `|}`: cases within a case, which are the last part of it.
    fn group(&mut self) -> Parse<()> {
        let opens = self.at(Token::OpenGroup);
        if !opens && self.groups.pop().is_none() {
            return Err(self.unexpected("a JML keyword"));
        }
        let span = self.bump();
        if opens {
            self.groups.push(span);
        } else if self.at(Token::Name) && !self.at_word("also") && about(self.word_at(0)) == About::Contract {
            return Err(self.unexpected("`also`, or the end of the contract, after the cases of a case"));
        }
        let kind = ItemKind::Group(opens);
        self.items.push(Item { kind, span });
        Ok(())
    }

    /// A clause that we know of and do not use.
    pub(super) fn left_out(&mut self, word: &str) -> Parse<()> {
        let span = self.here();
        self.skip_clause();
        self.not_read(span, &format!("`{word}`"), about(word));
        Ok(())
    }

    /// What follows the modifiers.
    fn clause(&mut self, start: Span, modifiers: &Modifiers) -> Parse<Option<ItemKind>> {
        if !self.at(Token::Name) {
            return Err(self.unexpected("a JML keyword"));
        }
        let word = without_redundantly(self.word_at(0));
        let keyword = self.bump();
        let kind = match word {
            "also" | "and" => ItemKind::Also,
            "implies_that" | "for_example" => {
                self.not_read(keyword, &format!("what follows `{word}`"), About::Contract);
                ItemKind::Consequences
            }
            "behavior" | "behaviour" | "example" => ItemKind::Behavior(Behavior::Any),
            "normal_behavior" | "normal_behaviour" | "normal_example" | "model_behavior" | "model_behaviour" => {
                ItemKind::Behavior(Behavior::Normal)
            }
            "exceptional_behavior" | "exceptional_behaviour" | "exceptional_example" => {
                ItemKind::Behavior(Behavior::Exceptional)
            }
            "requires" | "pre" => return self.formula(ItemKind::Requires),
            "ensures" | "post" => return self.formula(ItemKind::Ensures),
            "signals" | "exsures" => self.signals(start)?,
            "signals_only" => self.signals_only()?,
            "assignable" | "modifies" | "modifiable" | "assigns" | "writes" => ItemKind::Assignable(self.locations()?),
            "measured_by" => ItemKind::Measure(self.terminated_expression()?),
            "decreases" | "decreasing" | "loop_decreases" | "loop_variant" => {
                ItemKind::Decreases(self.terminated_expression()?)
            }
            "loop_invariant" | "maintaining" | "maintains" | "loop_inv" | "loop_invariant_free" => {
                ItemKind::LoopInvariant(self.terminated_expression()?)
            }
            "loop_assigns" | "loop_writes" | "loop_modifies" | "loop_assignable" | "loop_modifiable" => {
                ItemKind::LoopAssigns(self.locations()?)
            }
            "loop_predicate" => {
                let predicates = self.comma_separated(Self::expression)?;
                self.semicolon("the predicates")?;
                ItemKind::Predicates(predicates)
            }
            "skolem_constant" => self.skolems()?,
            "invariant" => {
                let formula = self.terminated_expression()?;
                ItemKind::Invariant(Invariant {
                    formula,
                    is_static: modifiers.is_static,
                    span: self.since(start),
                })
            }
            "constraint" => {
                let formula = self.expression()?;
                if self.eat_word("for") {
                    self.skip_clause();
                    self.not_read(keyword, "`constraint … for`", About::Class);
                    return Ok(None);
                }
                self.semicolon("the formula")?;
                let is_static = modifiers.is_static;
                let span = self.since(start);
                ItemKind::Constraint(Invariant {
                    formula,
                    is_static,
                    span,
                })
            }
            "in" | "in_group" => {
                let groups = self.group_names()?;
                ItemKind::Groups(Vec::new(), false, groups)
            }
            "maps" => self.mapped()?,
            "initially" => {
                let formula = self.terminated_expression()?;
                let span = self.since(start);
                ItemKind::Initially(Clause { formula, span })
            }
            "old" => self.old_value()?,
            "represents" => ItemKind::Represents(self.represents()?),
            "assert" | "check" => ItemKind::Statement(StmtKind::JmlAssert(self.asserted()?)),
            "assume" => ItemKind::Statement(StmtKind::JmlAssume(self.asserted()?)),
            "unreachable" => {
                self.semicolon("`unreachable`")?;
                ItemKind::Statement(StmtKind::JmlUnreachable)
            }
            "set" => {
                let assignment = self.assignment()?;
                self.semicolon("the assignment")?;
                ItemKind::Statement(StmtKind::JmlSet(assignment))
            }
            "nowarn" => {
                // names of warnings; without a `;` the next clause is not one of them
                while self.at(Token::Comma) || self.at(Token::Name) && !is_keyword(self.word_at(0)) {
                    self.bump();
                }
                self.semicolon("the names of warnings")?;
                return Ok(None);
            }
            _ => return Err(unknown_keyword(keyword, word)),
        };
        Ok(Some(kind))
    }

    /// `g, h;` behind `in`.
    pub(super) fn group_names(&mut self) -> Parse<Vec<Name>> {
        let groups = self.comma_separated(|p| {
            if matches!(p.word_at(0), "this" | "super") && p.peek_at(1) == Token::Dot {
                p.bump();
                p.bump();
            }
            p.name("the name of a model field")
        })?;
        self.semicolon("the groups")?;
        Ok(groups)
    }

    /// `a[*] \into g;` behind `maps`.
    fn mapped(&mut self) -> Parse<ItemKind> {
        let field = self.name("the name of a field")?;
        self.expect(Token::OpenBracket, "`[*]`: only the elements of an array can be mapped")?;
        if !self.eat_word("*") {
            return Err(self.unexpected("`*`"));
        }
        self.expect(Token::CloseBracket, "`]`")?;
        if !self.eat_word("\\into") {
            return Err(self.unexpected("`\\into`"));
        }
        Ok(ItemKind::Groups(vec![field], true, self.group_names()?))
    }

    /// A formula and its `;`. One that is not written out holds.
    fn formula(&mut self, make: fn(Expr) -> ItemKind) -> Parse<Option<ItemKind>> {
        if self.eat_word("\\not_specified") {
            self.semicolon("the formula")?;
            return Ok(None);
        }
        Ok(Some(make(self.terminated_expression()?)))
    }

    pub(super) fn terminated_expression(&mut self) -> Parse<Expr> {
        let expr = self.expression()?;
        self.semicolon("the expression")?;
        Ok(expr)
    }

    /// `x = e;`, `x <- e;`, or `x \such_that P;`, which is only kept to say so where it is used.
    fn represents(&mut self) -> Parse<Representation> {
        if self.at_word("this") && self.peek_at(1) == Token::Dot {
            self.bump();
            self.bump();
        }
        let name = self.name("the name of a model field")?;
        let start = self.here();
        if self.eat_word("\\such_that") {
            self.terminated_expression()?;
            let kind = Box::new(ExprKind::Unknown("`represents … \\such_that`".to_string()));
            let span = self.since(start);
            return Ok(Representation {
                name,
                value: Expr { kind, span },
            });
        }
        let arrow = self.at(Token::Less) && self.peek_at(1) == Token::Minus;
        if arrow {
            self.bump();
            self.bump();
        } else {
            self.expect(Token::Assign, "`=`, `<-` or `\\such_that`")?;
        }
        let value = self.terminated_expression()?;
        Ok(Representation { name, value })
    }

    /// `P;` or `P : "message";`
    fn asserted(&mut self) -> Parse<Expr> {
        let expr = self.expression()?;
        if self.eat(Token::Colon) {
            self.expression()?;
        }
        self.semicolon("the formula")?;
        Ok(expr)
    }

    /// `(T e) P;`, where the name and the formula may be missing.
    pub(super) fn signals(&mut self, start: Span) -> Parse<ItemKind> {
        self.expect(Token::OpenParen, "`(` and the type of an exception")?;
        let ty = self.type_ref()?;
        let name = match self.peek() {
            Token::CloseParen => None,
            _ => Some(self.name("a name for the exception, or `)`")?),
        };
        self.expect(Token::CloseParen, "`)`")?;
        let formula = if matches!(self.peek(), Token::Semicolon | Token::End) || self.eat_word("\\not_specified") {
            None
        } else {
            Some(self.expression()?)
        };
        self.semicolon("the formula")?;
        Ok(ItemKind::Signals(Signals {
            ty,
            name,
            formula,
            span: self.since(start),
        }))
    }

    /// `T, U;` or `\nothing;`
    fn signals_only(&mut self) -> Parse<ItemKind> {
        let types = if self.eat_word("\\nothing") {
            Vec::new()
        } else {
            self.comma_separated(Self::type_ref)?
        };
        self.semicolon("the types")?;
        Ok(ItemKind::SignalsOnly(types))
    }

    /// The rest of `old T x = e;`
    fn old_value(&mut self) -> Parse<ItemKind> {
        let ty = self.type_ref()?;
        let name = self.name("a name for the value")?;
        self.expect(Token::Assign, "`=`")?;
        Ok(ItemKind::Old((ty, name, self.terminated_expression()?)))
    }

    pub(super) fn locations(&mut self) -> Parse<Vec<Location>> {
        let locations = self.comma_separated(Self::locations_of)?;
        self.semicolon("the locations")?;
        Ok(locations.into_iter().flatten().collect())
    }

    /// `T x, y;`
    fn skolems(&mut self) -> Parse<ItemKind> {
        let ty = self.type_ref()?;
        let names = self.comma_separated(|p| p.name("the name of a constant"))?;
        self.semicolon("the constants")?;
        Ok(ItemKind::Skolems(
            names.into_iter().map(|name| (ty.clone(), name)).collect(),
        ))
    }
}

/// What a clause with such a keyword is: one with `_redundantly` says something that is to be shown, as the clause
/// without it does; a precondition that follows from the others is kept apart, and of sets of locations, types
/// and values there can be one only.
fn implied(kind: ItemKind, word: &str) -> Option<ItemKind> {
    if !word.ends_with("_redundantly") {
        return Some(kind);
    }
    Some(match kind {
        ItemKind::Requires(formula) => ItemKind::Implied(formula),
        ItemKind::Statement(StmtKind::JmlAssume(formula)) => ItemKind::Statement(StmtKind::JmlAssert(formula)),
        ItemKind::Ensures(_)
        | ItemKind::Signals(_)
        | ItemKind::LoopInvariant(_)
        | ItemKind::Decreases(_)
        | ItemKind::Invariant(_)
        | ItemKind::Statement(StmtKind::JmlAssert(_)) => kind,
        _ => return None,
    })
}

/// Do these modifiers speak of the Java that follows, whatever clause stands between?
fn speak_of_java(modifiers: &Modifiers) -> bool {
    modifiers.pure
        || modifiers.helper
        || modifiers.non_null
        || modifiers.nullable
        || modifiers.spec_public
        || modifiers.non_null_by_default
        || modifiers.nullable_by_default
        || modifiers.spec_math.is_some()
}

/// The message about an item that begins with no keyword.
fn unknown_keyword(span: Span, word: &str) -> Box<Diagnostic> {
    let warning = Diagnostic::warning(span, format!("`{word}` does not begin a clause of JML"));
    let warning = match meant(word) {
        Some(keyword) => warning.help(format!("did you mean `{keyword}`?")),
        None if is_primitive(word) => warning.help("a variable of the specification is declared with `ghost`"),
        None => warning,
    };
    Box::new(warning)
}
