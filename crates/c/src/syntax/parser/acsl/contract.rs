//! Clauses of contracts, of functions and of statements.

use super::super::{Failure, Parser, Read};
use super::part::Prefix;
use crate::syntax::ast::*;
use crate::syntax::lexer::Token;
use abide_base::{Diagnostic, Span};

/// Does a clause of a contract begin with this word?
#[rustfmt::skip]
pub(super) fn is_contract_clause(word: &str) -> bool {
    matches!(
        word,
        "requires" | "assumes" | "ensures" | "assigns" | "behavior" | "complete" | "disjoint"
            | "terminates" | "decreases" | "exits" | "returns" | "breaks" | "continues" | "allocates"
            | "frees"
    )
}

impl Parser<'_> {
    /// One clause, its keyword being next. It belongs to the last behaviour, if there is one.
    pub(super) fn contract_clause(&mut self, contract: &mut Contract, prefix: &Prefix) -> Read<()> {
        let keyword = self.next();
        let word = keyword.text;
        match word {
            "behavior" => return self.behavior(contract),
            "complete" => {
                let names = self.behavior_list()?;
                contract.complete.push((names, self.since(prefix.start)));
                return Ok(());
            }
            "disjoint" => {
                let names = self.behavior_list()?;
                contract.disjoint.push((names, self.since(prefix.start)));
                return Ok(());
            }
            _ => {}
        }
        if !contract.complete.is_empty() || !contract.disjoint.is_empty() {
            let message = format!("`{word}` stands after `complete behaviors` or `disjoint behaviors`");
            return Err(Failure::new(keyword.span, message).help("move it in front of them"));
        }
        match word {
            "terminates" => {
                let formula = self.terminated_formula(word)?;
                return self.only_one(&mut contract.terminates, formula, word, keyword.span);
            }
            "decreases" => {
                let (term, relation) = self.measure()?;
                if let Some(relation) = relation {
                    let message = "only `decreases` without a relation is supported";
                    let said = Diagnostic::warning(relation.span, message);
                    self.lose(said.note("this clause is left out"), false);
                    return Ok(());
                }
                return self.only_one(&mut contract.decreases, term, word, keyword.span);
            }
            _ => {}
        }
        let behavior = contract.behaviors.last_mut().unwrap_or(&mut contract.common);
        match word {
            "assumes" if behavior.name.is_none() => {
                let failure = Failure::new(keyword.span, "`assumes` stands outside of a behaviour");
                Err(failure.help("what the caller must ensure is `requires`"))
            }
            "assumes" => self.formula_clause(&mut behavior.assumes, prefix, word),
            "requires" => self.formula_clause(&mut behavior.requires, prefix, word),
            "ensures" => self.formula_clause(&mut behavior.ensures, prefix, word),
            "exits" => self.formula_clause(&mut behavior.exits, prefix, word),
            "assigns" => self.assigns(&mut behavior.assigns, prefix, word),
            _ => {
                self.leave_out(word, keyword.span);
                behavior.others.push((word.to_string(), self.since(prefix.start)));
                Ok(())
            }
        }
    }

    /// A clause with one formula, behind its keyword.
    pub(super) fn formula_clause(&mut self, into: &mut Vec<Clause>, prefix: &Prefix, word: &str) -> Read<()> {
        let formula = self.terminated_formula(word)?;
        into.push(Clause {
            behaviors: prefix.behaviors.clone(),
            kind: prefix.kind,
            formula,
            span: self.since(prefix.start),
        });
        Ok(())
    }

    /// `p;` behind a keyword.
    pub(super) fn terminated_formula(&mut self, word: &str) -> Read<Expr> {
        let formula = self.formula()?;
        self.clause_end(&format!("the formula of `{word}`"))?;
        Ok(formula)
    }

    /// `e;` or `e for R;` behind `decreases` or `variant`.
    pub(super) fn measure(&mut self) -> Read<(Expr, Option<Name>)> {
        let term = self.formula()?;
        let relation = match self.eat(Token::For) {
            Some(_) => Some(self.acsl_name("the name of a relation")?),
            None => None,
        };
        self.clause_end("the term")?;
        Ok((term, relation))
    }

    fn only_one(&mut self, into: &mut Option<Expr>, new: Expr, word: &str, keyword: Span) -> Read<()> {
        if let Some(old) = into {
            let warning = Diagnostic::warning(keyword, format!("a second `{word}` is left out"));
            self.lose(warning.related(old.span, "the first"), true);
            return Ok(());
        }
        *into = Some(new);
        Ok(())
    }

    /// `behavior b:`, behind its keyword.
    pub(super) fn behavior(&mut self, contract: &mut Contract) -> Read<()> {
        let name = self.acsl_name("the name of the behaviour")?;
        self.expect(Token::Colon, "`:`")?;
        let same = |b: &Behavior| b.name.as_ref().filter(|n| n.text == name.text).map(|n| n.span);
        if let Some(first) = contract.behaviors.iter().find_map(same) {
            let warning = Diagnostic::warning(name.span, format!("the behaviour `{}` is there twice", name.text));
            self.tell(warning.related(first, "the first"));
        }
        contract.behaviors.push(Behavior {
            name: Some(name),
            ..Behavior::default()
        });
        Ok(())
    }

    /// `behaviors a, b;` behind `complete` or `disjoint`.
    fn behavior_list(&mut self) -> Read<Vec<Name>> {
        if self.eat_word("behaviors").is_none() {
            return Err(self.unexpected("`behaviors`"));
        }
        let names = match self.is(Token::Semicolon) || self.at_clause() {
            true => Vec::new(),
            false => self.acsl_list(|p| p.acsl_name("the name of a behaviour"))?,
        };
        self.clause_end("the behaviours")?;
        Ok(names)
    }

    /// `p, q \from r;` behind `assigns`. Several clauses add up.
    pub(super) fn assigns(&mut self, into: &mut Option<Assigns>, prefix: &Prefix, word: &str) -> Read<()> {
        if prefix.kind != AssertKind::Assert {
            let message = format!("`{word}` is always checked, then assumed: the word in front of it is left out");
            self.lose(Diagnostic::warning(prefix.start, message), true);
        }
        let places = self.locations()?;
        let mut from = Vec::new();
        if let Some(word) = self.eat_word("\\from") {
            let sources = self.locations()?;
            from.push((sources, self.since(word.span)));
        }
        self.clause_end("the locations")?;
        let span = self.since(prefix.start);
        if !prefix.behaviors.is_empty() {
            let message = format!("`{word}` of a behaviour is not supported here and is left out");
            self.lose(Diagnostic::warning(span, message), true);
            return Ok(());
        }
        match into {
            Some(all) => {
                all.places.extend(places);
                all.from.extend(from);
                all.span = all.span.to(span);
            }
            None => *into = Some(Assigns { places, from, span }),
        }
        Ok(())
    }

    /// Locations separated by commas; none for `\nothing`.
    pub(super) fn locations(&mut self) -> Read<Vec<Expr>> {
        let mut all = self.acsl_list(Self::formula_or_range)?;
        all.retain(|place| !matches!(*place.kind, ExprKind::Nothing));
        Ok(all)
    }
}
