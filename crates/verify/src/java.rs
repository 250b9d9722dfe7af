//! Java with JML as a [`Language`].

use crate::language::{Language, Loaded, View};
use abide_base::{FileId, Span};
use abide_exec::Values;
use abide_ir::{Check, Routine};
use abide_java::lower::{Options, Shape, lower};
use abide_java::{annotate, ints, render, syntax, witness};
use abide_logic::Term;
use std::sync::Arc;

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
            view: Arc::new(Source {
                text: text.to_string(),
                unit: parsed.unit,
                shapes: lowered.shapes,
            }),
        }
    }

    fn render(&self, formula: &Term) -> String {
        render::render(formula)
    }

    fn annotate(&self, text: &str, loops: &[(Span, Vec<String>)]) -> String {
        annotate::insert_invariants(text, loops)
    }

    fn measure(&self, measure: &Term) -> Option<String> {
        Some(render::render(&ints::unwrapped(measure)))
    }

    fn annotate_measures(&self, text: &str, loops: &[(Span, String)]) -> String {
        annotate::insert_measures(text, loops)
    }

    fn mode(&self) -> &'static str {
        if self.options.wrap {
            "Java integers, which wrap around"
        } else {
            "mathematical integers"
        }
    }
}

/// A file of Java, to show states of its methods.
struct Source {
    text: String,
    unit: syntax::ast::Unit,
    shapes: Vec<Shape>,
}

impl Source {
    fn shape(&self, routine: &Routine) -> Option<&Shape> {
        self.shapes.iter().find(|s| s.routine == routine.name)
    }
}

impl View for Source {
    fn input(&self, routine: &Routine, state: &Values) -> Vec<(String, String)> {
        self.shape(routine).map_or_else(Vec::new, |s| witness::inputs(s, state))
    }

    fn state(&self, routine: &Routine, state: &Values) -> Vec<(String, String)> {
        self.shape(routine).map_or_else(Vec::new, |s| witness::state(s, state))
    }

    fn is_exact(&self, routine: &Routine) -> bool {
        let vars = routine.inputs.iter().chain(&routine.locals);
        !vars.into_iter().any(|v| abide_java::syntax::is_ghost(v.name()))
    }

    fn test(&self, routine: &Routine, input: &Values, check: &Check) -> Option<String> {
        witness::test_program(&witness::Failure {
            text: &self.text,
            unit: &self.unit,
            shape: self.shape(routine)?,
            state: input,
            kind: check.kind,
            span: check.span,
            demanded: check.demanded,
        })
    }
}
