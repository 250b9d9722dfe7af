//! The clauses of an annotation: keywords, words and texts in quotation marks.

use std::ops::Range;

/// The text of an annotation and where it begins, if the comment is one.
pub(super) fn body<'a>(text: &'a str, range: &Range<usize>) -> Option<(&'a str, usize)> {
    let whole = text.get(range.clone())?;
    let inner = match whole.strip_prefix("/*:") {
        Some(rest) => rest.strip_suffix("*/")?,
        None => whole.strip_prefix("//:")?,
    };
    Some((inner, range.start + 3))
}

/// A keyword, and what follows it up to the next one.
pub(super) struct Phrase {
    pub(super) word: String,
    pub(super) at: usize,
    pub(super) parts: Vec<Part>,
    /// The modifiers that stand before it.
    modifiers: Vec<String>,
}

/// A word or a text in quotation marks, with the place of its first byte.
#[derive(Clone)]
pub(super) enum Part {
    Word(String),
    Quoted(String, usize),
}

/// The word of an assignment to a specification variable, whose first part is the target.
pub(super) const ASSIGNS: &str = ":=";

const MODIFIERS: [&str; 6] = ["private", "public", "static", "ghost", "readonly", "ensured"];

const KEYWORDS: [&str; 17] = [
    "specvar",
    "vardefs",
    "invariant",
    "requires",
    "modifies",
    "ensures",
    "inv",
    "track",
    "assert",
    "assume",
    "noteThat",
    "claimedby",
    "havoc",
    "operation",
    "ghost",
    "lemma",
    "note",
];

/// Clauses that end with their formula.
const COMPLETE: [&str; 6] = ["requires", "ensures", "invariant", "inv", "assert", "assume"];

/// The clauses of an annotation.
pub(super) fn phrases(text: &str, offset: usize) -> Vec<Phrase> {
    let mut found: Vec<Phrase> = Vec::new();
    // what was read last, in case that it is assigned to
    let mut last_part = None;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let first = rest.chars().next().unwrap_or(' ');
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if let Some(quoted) = rest.strip_prefix('"') {
            let len = quoted.find('"').unwrap_or(quoted.len());
            let part = match is_label(&text[..at], &quoted[len..], found.last()) {
                true => Part::Word(quoted[..len].to_string()),
                false => Part::Quoted(quoted[..len].to_string(), offset + at + 1),
            };
            last_part = Some(part.clone());
            found.last_mut().into_iter().for_each(|p| p.parts.push(part.clone()));
            at += (len + 2).min(rest.len());
        } else if rest.starts_with(ASSIGNS) {
            found.last_mut().into_iter().for_each(|p| drop(p.parts.pop()));
            found.push(Phrase {
                word: ASSIGNS.to_string(),
                at: offset + at,
                parts: last_part.take().into_iter().collect(),
                modifiers: Vec::new(),
            });
            at += ASSIGNS.len();
        } else if first.is_alphanumeric() || first == '_' {
            let end = rest
                .find(|c: char| !c.is_alphanumeric() && !"_.'".contains(c))
                .unwrap_or(rest.len());
            let word = &rest[..end];
            if KEYWORDS.contains(&word) || is_misplaced(word, &rest[end..], found.last()) {
                last_part = None;
                found.push(Phrase {
                    word: word.to_string(),
                    at: offset + at,
                    parts: Vec::new(),
                    modifiers: modifiers(&text[..at]),
                });
            } else {
                let part = Part::Word(word.to_string());
                last_part = Some(part.clone());
                found.last_mut().into_iter().for_each(|p| p.parts.push(part.clone()));
            }
            at += end;
        } else {
            at += first.len_utf8();
        }
    }
    found
}

/// Does a word stand where a clause begins, and is it none? Then it is reported as such.
fn is_misplaced(word: &str, after: &str, phrase: Option<&Phrase>) -> bool {
    let assigned = after.trim_start_matches([' ', '"']).starts_with(ASSIGNS);
    let begins = match phrase {
        None => true,
        Some(p) => COMPLETE.contains(&p.word.as_str()) && matches!(p.parts.last(), Some(Part::Quoted(..))),
    };
    begins && !assigned && !MODIFIERS.contains(&word) && !["from", "by"].contains(&word)
}

/// Is what stands between these texts, in quotation marks, the name of an invariant: `invariant ("Name") "F"`?
fn is_label(before: &str, after: &str, phrase: Option<&Phrase>) -> bool {
    let named = phrase.is_some_and(|p| p.word == "invariant" && p.parts.is_empty());
    let after = after.trim_start_matches('"').trim_start();
    named && before.trim_end().ends_with('(') && after.starts_with(')')
}

/// The modifiers at the end of a text.
fn modifiers(before: &str) -> Vec<String> {
    let words = before.split_whitespace().rev();
    let modifiers = words.take_while(|w| MODIFIERS.contains(w));
    modifiers.map(str::to_string).collect()
}

impl Phrase {
    /// Does this modifier stand before it?
    pub(super) fn is(&self, modifier: &str) -> bool {
        self.modifiers.iter().any(|m| m == modifier)
    }

    pub(super) fn words(&self) -> Vec<&str> {
        self.parts
            .iter()
            .map(|p| match p {
                Part::Word(w) => w.as_str(),
                Part::Quoted(q, _) => q.as_str(),
            })
            .collect()
    }

    /// The name before a formula: `Name: "F"`.
    pub(super) fn label(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [Part::Word(name), Part::Quoted(..), ..] => Some(name),
            _ => None,
        }
    }

    /// The formula: in quotation marks, or a single word.
    pub(super) fn formula(&self) -> Option<(&str, usize)> {
        let quoted = self.parts.iter().find_map(|p| match p {
            Part::Quoted(text, at) => Some((text.as_str(), *at)),
            Part::Word(_) => None,
        });
        quoted.or_else(|| self.words().first().map(|w| (*w, self.at + self.word.len() + 1)))
    }
}
