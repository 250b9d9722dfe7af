//! What a front end offers.

use abide_base::{Diagnostic, FileId, Span};
use abide_ir::{Program, gcl};
use abide_logic::print::{Level, Notation};
use abide_logic::{Term, print};

/// A source language.
pub trait Language: Send + Sync {
    /// Its name in reports.
    fn name(&self) -> &'static str;

    /// Parses, checks and lowers a file.
    fn load(&self, file: FileId, text: &str) -> Loaded;

    /// A formula in the language's annotations.
    fn render(&self, formula: &Term) -> String;

    /// The text with invariants put in front of what the loops at these places already say.
    fn annotate(&self, text: &str, loops: &[(Span, Vec<String>)]) -> String;

    /// How results are to be read, for instance which integers.
    fn mode(&self) -> &'static str;
}

/// A loaded file.
pub struct Loaded {
    /// The routines that can be verified.
    pub program: Program,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// Routines that cannot be verified because of errors, with their places.
    pub failed: Vec<(String, Span)>,
}

/// The guarded-command language.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gcl;

impl Language for Gcl {
    fn name(&self) -> &'static str {
        "gcl"
    }

    fn load(&self, file: FileId, text: &str) -> Loaded {
        let parsed = gcl::parse(file, text);
        let places: Vec<(String, Span)> = parsed
            .file
            .items
            .iter()
            .filter_map(|item| match &item.kind {
                gcl::ast::ItemKind::Procedure(p) => Some((p.name.text.to_string(), p.name.place.0)),
                _ => None,
            })
            .collect();
        let lowered = gcl::lower(parsed);
        Loaded {
            program: lowered.program,
            diagnostics: lowered.diagnostics,
            failed: places
                .into_iter()
                .filter(|(name, _)| lowered.failed.contains(name))
                .collect(),
        }
    }

    fn render(&self, formula: &Term) -> String {
        print::Gcl {
            name: gcl::print::print_name,
        }
        .show(formula, Level::Loose)
    }

    fn annotate(&self, text: &str, loops: &[(Span, Vec<String>)]) -> String {
        gcl::insert_invariants(text, loops)
    }

    fn mode(&self) -> &'static str {
        "mathematical integers"
    }
}
