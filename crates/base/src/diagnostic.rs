//! Messages to people, as data. Rendering them belongs to the report layer.

use crate::Span;
use serde::{Deserialize, Serialize};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Severity {
    /// The input cannot be used.
    Error,
    /// Something is odd, or was left out.
    Warning,
    /// For information.
    Note,
}

impl Severity {
    /// The word people and machines read.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// A message with the places it points at, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// One line that stands alone.
    pub message: String,
    /// The place, if the message has one.
    pub span: Option<Span>,
    /// What to write under the place.
    pub label: String,
    /// Other places that matter, each with its text.
    pub related: Vec<(Span, String)>,
    /// Further facts.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Vec<String>,
}

/// The first errors, and as many other messages, with a word about those kept back.
pub fn only_the_first(most: usize, all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let (mut errors, mut warnings) = (0, 0);
    let before = all.len();
    let mut kept: Vec<Diagnostic> = all
        .into_iter()
        .filter(|d| {
            let count = match d.severity {
                Severity::Error => &mut errors,
                _ => &mut warnings,
            };
            *count += 1;
            *count <= most
        })
        .collect();
    if kept.len() < before {
        let worst = if errors > most {
            Severity::Error
        } else {
            Severity::Warning
        };
        let message = format!("too many messages: only the first {most} are shown");
        kept.push(Diagnostic::new(worst, message));
    }
    kept
}

impl Diagnostic {
    /// A message of the given severity without a place.
    pub fn new(severity: Severity, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity,
            message: message.into(),
            span: None,
            label: String::new(),
            related: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
        }
    }

    /// An error at a place.
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, message).at(span, "")
    }

    /// A warning at a place.
    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, message).at(span, "")
    }

    /// Sets the place and the text under it.
    pub fn at(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.span = Some(span);
        self.label = label.into();
        self
    }

    /// Sets the text under the place.
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// Adds another place.
    pub fn related(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.related.push((span, text.into()));
        self
    }

    /// Adds a fact.
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// Adds advice.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help.push(help.into());
        self
    }
}
