//! From text to tree.

mod annotations;
mod corpus;
mod declarations;
mod expressions;
mod formulas;
mod hostile;
mod jahob;
mod places;
mod show;
mod statements;
mod warnings;

use abide_base::{Diagnostic, FileId, Severity, Span};
use abide_java::syntax::ast::*;
use abide_java::syntax::{Parsed, parse};

/// A text read, with what one wants to know of it.
struct Read {
    text: String,
    parsed: Parsed,
}

/// Reads a text.
fn read(text: &str) -> Read {
    Read {
        text: text.to_string(),
        parsed: parse(FileId(0), text),
    }
}

/// Reads a text without mistakes.
fn good(text: &str) -> Read {
    let read = read(text);
    assert_eq!(read.messages(), Vec::<String>::new(), "{text}");
    read
}

/// Reads the members of a class.
fn members(text: &str) -> Read {
    good(&format!("class C {{\n{text}\n}}\n"))
}

/// Reads the body of a method.
fn body(text: &str) -> Read {
    members(&format!("void m() {{\n{text}\n}}"))
}

impl Read {
    fn diagnostics(&self) -> &[Diagnostic] {
        &self.parsed.diagnostics
    }

    /// The messages, each with the text it points at.
    fn messages(&self) -> Vec<String> {
        self.diagnostics()
            .iter()
            .map(|d| {
                let at = d.span.map_or("", |span| self.at(span));
                format!("{} `{at}`: {}", d.severity.word(), d.message)
            })
            .collect()
    }

    fn errors(&self) -> usize {
        let is_error = |d: &&Diagnostic| d.severity == Severity::Error;
        self.diagnostics().iter().filter(is_error).count()
    }

    /// The text of a place.
    fn at(&self, span: Span) -> &str {
        self.text.get(span.range()).expect("a place in the text")
    }

    fn class(&self) -> &Class {
        self.parsed.unit.classes.first().expect("a class")
    }

    fn method(&self) -> &Method {
        self.class().methods.first().expect("a method")
    }

    fn method_names(&self) -> Vec<&str> {
        let methods = self.parsed.unit.classes.iter().flat_map(|class| &class.methods);
        methods.map(|method| &*method.name.text).collect()
    }

    /// The body of the first method, as text.
    fn shown(&self) -> String {
        show::block(self.method().body.as_ref().expect("a body"))
    }
}
