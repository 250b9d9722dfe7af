//! The pragmas that ESC/Java has and JML has not.

use super::super::ast::About;
use super::lexer::Token;
use super::{Item, ItemKind, Parse, Parser};
use abide_base::Span;

/// Pragmas that are not checked, and what they are taken to say.
#[rustfmt::skip]
const BELIEVED: &[(&str, &str)] = &[
    ("readable_if", "nothing is read where its `readable_if` does not hold"),
    ("writable_if", "nothing is written where its `writable_if` does not hold"),
    ("writable_deferred", "a field that is `writable_deferred` is written where it may be"),
    ("still_deferred", "a field that is `still_deferred` is written where it may be"),
    ("monitored_by", "what is `monitored_by` a lock is used by who holds it"),
    ("monitored", "what is `monitored` is used by who holds the lock"),
    ("uninitialized", "what is `uninitialized` is not read before it is assigned"),
];

/// What follows from a pragma that is not checked.
fn belief(word: &str) -> Option<&'static str> {
    BELIEVED.iter().find(|(name, _)| *name == word).map(|(_, text)| *text)
}

impl Parser<'_> {
    /// Reads a pragma that JML does not have, or has otherwise; false if the next one is none.
    pub(super) fn pragma(&mut self) -> Parse<bool> {
        let word = self.word_at(0);
        let start = self.here();
        let kind = match word {
            "nowarn" => self.nowarn()?,
            "also_ensures" | "also_exsures" | "also_modifies" => {
                self.bump();
                self.inherited(word, start)?
            }
            "also_requires" => {
                self.skip_clause();
                self.not_read(start, "`also_requires`", About::Contract);
                return Ok(true);
            }
            _ => match belief(word) {
                Some(text) => {
                    self.skip_clause();
                    ItemKind::Unchecked(text.to_string())
                }
                None => return Ok(false),
            },
        };
        let span = self.since(start);
        self.items.push(Item { kind, span });
        Ok(true)
    }

    /// A clause that adds to an inherited contract. In ESC/Java all clauses of a method that overrides another do.
    fn inherited(&mut self, word: &str, start: Span) -> Parse<ItemKind> {
        match word {
            "also_ensures" => Ok(ItemKind::Ensures(self.terminated_expression()?)),
            "also_exsures" => self.signals(start),
            _ => Ok(ItemKind::Assignable(self.locations()?)),
        }
    }

    /// `nowarn Null, Cast`, and words that nobody reads behind that.
    fn nowarn(&mut self) -> Parse<ItemKind> {
        self.bump();
        let mut names = Vec::new();
        while self.at(Token::Name) {
            names.push(self.word_at(0).to_string());
            self.bump();
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.skip_clause();
        Ok(ItemKind::Nowarn(names))
    }

    /// Is a modifier believed, rather than checked?
    pub(super) fn is_believed(&mut self, word: &str, span: Span) -> bool {
        let text = belief(word).filter(|_| self.escjava);
        self.items.extend(text.map(|text| Item {
            kind: ItemKind::Unchecked(text.to_string()),
            span,
        }));
        text.is_some()
    }
}
