//! Java with JML as a [`Language`].

use crate::language::{Language, Loaded};
use abide_base::{FileId, Span};
use abide_java::lower::{Options, lower};
use abide_java::{annotate, render, syntax};
use abide_logic::Term;

/// Java with JML.
#[derive(Clone, Copy, Debug, Default)]
pub struct Java {
    /// How it is to be read.
    pub options: Options,
}

impl Language for Java {
    fn name(&self) -> &'static str {
        "java"
    }

    fn load(&self, file: FileId, text: &str) -> Loaded {
        let parsed = syntax::parse(file, text);
        let lowered = lower(&parsed.unit, self.options);
        let mut diagnostics = parsed.diagnostics;
        diagnostics.extend(lowered.diagnostics);
        diagnostics.sort_by_key(|d| d.span);
        Loaded {
            program: lowered.program,
            diagnostics,
            failed: lowered.failed,
            view: std::sync::Arc::new(crate::language::ByName),
        }
    }

    fn render(&self, formula: &Term) -> String {
        render::render(formula)
    }

    fn annotate(&self, text: &str, loops: &[(Span, Vec<String>)]) -> String {
        annotate::insert_invariants(text, loops)
    }

    fn mode(&self) -> &'static str {
        if self.options.wrap {
            "Java integers, which wrap around"
        } else {
            "mathematical integers"
        }
    }
}
