//! What annotations say: the grammar of ACSL and of our own clauses.
//!
//! [`Parser::annotation`] reads one annotation into its parts, in order; the grammar of C around
//! it attaches them to what follows. Lines of `//@` are one annotation, so a single annotation
//! may hold ghost code and then the clauses of a loop.
//!
//! A clause that cannot be read is a warning and is passed over, up to its `;`.
//!
//! * `clause`: the clauses of an annotation one by one, and how to go on after a bad one.
//! * `contract`, `loops`, `statement`, `global`: one kind of clause each.
//! * `formula`, `term`, `types`: what clauses speak of.
//! * `keywords`: the words of ACSL, and what was meant by others.

mod clause;
mod contract;
mod formula;
mod global;
mod keywords;
mod loops;
mod part;
mod statement;
mod term;
mod types;

#[cfg(test)]
mod tests;

pub use part::{Part, Place};

use super::state::{Parser, Read, name_of};
use crate::syntax::ast::{Broken, Name};
use crate::syntax::lexeme::Lexeme;
use crate::syntax::lexer::Token;
use abide_base::Diagnostic;

impl<'t> Parser<'t> {
    /// Reads a whole annotation. What cannot be understood is a warning and left out.
    pub fn annotation(&mut self, annotation: Lexeme<'t>, place: Place) -> Vec<Part> {
        if is_group_of_doxygen(annotation.text) {
            return Vec::new();
        }
        let outer = std::mem::take(&mut self.acsl.here);
        let before = self.diagnostics.len();
        let parts = self.within(annotation, |p| p.parts(annotation, place));
        self.acsl.here = outer;
        if annotation.header && self.diagnostics.len() > before {
            let said = self.diagnostics.split_off(before);
            match annotation.system {
                true => self.skip_in_header(annotation.span, "an annotation of it is not supported"),
                false => self.unread_in_header(annotation, &said),
            }
        }
        parts
    }

    /// Tells at the `#include` what is wrong with an annotation of a header of the project.
    fn unread_in_header(&mut self, annotation: Lexeme<'t>, said: &[Diagnostic]) {
        let mut lines = annotation.text.lines().map(str::trim).filter(|line| !line.is_empty());
        let message = "an annotation of this header is not understood";
        let mut warning = Diagnostic::warning(annotation.span, message).note(lines.next().unwrap_or_default());
        for one in said {
            warning = warning.note(&*one.message);
        }
        self.tell(warning);
    }

    /// Ghost code that could not be read since this was last asked.
    pub(super) fn unread_ghost(&mut self) -> Option<Broken> {
        self.acsl.unread_ghost.take()
    }

    /// A name in a place where ACSL has no words of its own; a keyword of C will do.
    fn acsl_name(&mut self, what: &str) -> Read<Name> {
        let next = self.lexeme();
        let is_word = next
            .text
            .starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
            && !matches!(next.token, Token::Str | Token::Char | Token::Garbage);
        match is_word {
            true => Ok(name_of(self.next())),
            false => Err(self.unexpected(what)),
        }
    }

    /// What was read since a mark, macros expanded.
    pub(super) fn text_since(&self, mark: usize) -> String {
        let read = self.tokens.get(mark..self.at).unwrap_or_default();
        read.iter().map(|l| l.text).collect::<Vec<_>>().join(" ")
    }

    /// One or more of something, separated by commas.
    fn acsl_list<T>(&mut self, mut one: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut all = vec![one(self)?];
        while self.eat(Token::Comma).is_some() {
            all.push(one(self)?);
        }
        Ok(all)
    }
}

/// `/*@{*/` and `/*@}*/`, by which Doxygen groups declarations: no clause begins with a brace.
pub(super) fn is_group_of_doxygen(annotation: &str) -> bool {
    annotation
        .get(2..)
        .is_some_and(|text| text.starts_with("@{") || text.starts_with("@}"))
}
