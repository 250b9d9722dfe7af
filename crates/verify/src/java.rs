//! Java with JML as a [`Language`].

use crate::language::{Language, Loaded, View, When, Wording};
use crate::report::Choice;
use abide_base::{Diagnostic, FileId, Heap, Severity, Span};
use abide_exec::Values;
use abide_exec::state::truth;
use abide_ir::cfg::{Cfg, CommandKind};
use abide_ir::{Check, ContractClause, Grant, Granted, Routine};
use abide_java::lower::{Options, Shape, contracts, lower_granting, places};
use abide_java::together::Together;
use abide_java::{annotate, ints, render, syntax, witness};
use abide_logic::{Term, Value, Var};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Java with JML.
#[derive(Clone, Debug, Default)]
pub struct Java {
    /// How it is to be read.
    pub options: Options,
    /// The files that are verified together.
    pub together: Arc<Together>,
    /// Contracts that methods are granted which have none.
    pub granted: Arc<Granted>,
}

impl Language for Java {
    fn name(&self) -> &'static str {
        "java"
    }

    fn has_arrays(&self) -> bool {
        true
    }

    fn load(&self, file: FileId, text: &str) -> Loaded {
        let parsed = self.together.parsed(file, text, self.options.dialect);
        let others = self.together.around(file, &parsed.unit, text);
        let lowered = lower_granting(&parsed.unit, &others, self.options, &self.granted);
        let mut diagnostics = parsed.diagnostics;
        // an error says what a warning at its place does
        diagnostics.retain(|d| !lowered.diagnostics.iter().any(|error| error.span == d.span));
        diagnostics.extend(lowered.diagnostics);
        diagnostics.sort_by_key(|d| d.span);
        Loaded {
            program: lowered.program,
            diagnostics,
            unsupported: lowered.unsupported,
            view: Arc::new(Source {
                alone: others.iter().all(|unit| abide_java::library::is_built_in(unit)),
                text: text.to_string(),
                unit: parsed.unit,
                shapes: lowered.shapes,
            }),
        }
    }

    fn together(&self, files: &[(FileId, &str)]) -> Option<Arc<dyn Language>> {
        Some(Arc::new(Java {
            options: self.options,
            together: Arc::new(Together::read(files.iter().copied(), self.options.dialect)),
            granted: self.granted.clone(),
        }))
    }

    fn reading(&self) -> String {
        format!("{:?}", self.options)
    }

    fn render(&self, formula: &Term) -> String {
        render::render(formula)
    }

    fn render_as(&self, formula: &Term, wording: &Wording) -> String {
        render::render_within(formula, &|field| {
            wording.locals.contains(field) || wording.text.contains(&format!("this.{field}"))
        })
    }

    fn annotate(&self, text: &str, loops: &[(Span, Vec<String>)]) -> String {
        annotate::insert_invariants(text, loops)
    }

    fn measure(&self, measure: &Term, wording: &Wording) -> Option<String> {
        Some(self.render_as(&ints::unwrapped(measure), wording))
    }

    fn annotate_measures(&self, text: &str, loops: &[(Span, String)]) -> String {
        annotate::insert_measures(text, loops)
    }

    fn unreadable(&self, file: FileId, text: &str) -> Vec<Diagnostic> {
        let mut found = syntax::parse_as(file, text, self.options.dialect).diagnostics;
        found.retain(|d| d.severity == Severity::Error);
        found
    }

    fn contracts(&self, file: FileId, text: &str) -> Granted {
        let parsed = self.together.parsed(file, text, self.options.dialect);
        let others = self.together.around(file, &parsed.unit, text);
        contracts(&parsed.unit, &others, text)
    }

    fn granting(&self, given: &Granted) -> Option<Arc<dyn Language>> {
        Some(Arc::new(Java {
            granted: Arc::new(given.clone()),
            ..self.clone()
        }))
    }

    fn annotate_contracts(&self, text: &str, given: &Granted) -> String {
        let file = FileId::default();
        let parsed = self.together.parsed(file, text, self.options.dialect);
        let places = places(&parsed.unit, &self.together.around(file, &parsed.unit, text));
        let clause = |c: &ContractClause| format!("{} {}", c.keyword.word(), c.text);
        let methods = given
            .iter()
            .filter_map(|(name, clauses)| Some((*places.get(name)?, clauses.iter().map(clause).collect())));
        annotate::insert_contracts(text, &methods.collect::<Vec<_>>())
    }

    fn claims_an_end(&self) -> bool {
        true
    }

    fn mode(&self) -> &'static str {
        if self.options.wrap {
            "Java integers with wraparound"
        } else {
            "mathematical integers"
        }
    }
}

/// A file of Java, to show states of its methods.
struct Source {
    /// Does it need no other file?
    alone: bool,
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

    fn repair(&self, routine: &Routine, input: Values) -> Option<Values> {
        match self.shape(routine) {
            Some(shape) => witness::repair(shape, input),
            None => Some(input),
        }
    }

    fn written(&self, routine: &Routine) -> String {
        format!("{:?}", self.shape(routine))
    }

    fn granted(&self, routine: &Routine) -> &[Grant] {
        self.shape(routine).map_or(&[], |s| &s.granted)
    }

    fn relies(&self, routine: &Routine) -> BTreeSet<String> {
        self.shape(routine).map(|s| s.relies.clone()).unwrap_or_default()
    }

    fn lawful(&self, routine: &Routine) -> Vec<Term> {
        self.shape(routine).map_or_else(Vec::new, witness::lawful)
    }

    fn guesses(&self, routine: &Routine) -> BTreeSet<Span> {
        self.shape(routine).map(|s| s.guesses.clone()).unwrap_or_default()
    }

    fn hidden(&self, routine: &Routine) -> Vec<(Var, Vec<Value>)> {
        self.shape(routine).map(|s| s.hidden.clone()).unwrap_or_default()
    }

    fn determined(&self, routine: &Routine) -> Vec<Var> {
        self.shape(routine).map(|s| s.determined.clone()).unwrap_or_default()
    }

    fn heap(&self, routine: &Routine, state: &Values, when: When) -> Option<Heap> {
        let roots = match when {
            When::Start => witness::at_start,
            When::Inside => witness::inside,
        };
        witness::heap(self.shape(routine)?, state, roots)
    }

    fn is_exact(&self, routine: &Routine, cfg: &Cfg) -> bool {
        let Some(shape) = self.shape(routine).filter(|s| !s.trees.is_empty()) else {
            return true;
        };
        // what is assumed on the way may be true for another value of a ghost field only
        let ghosts: Vec<Var> = shape.trees.iter().map(|t| t.up.clone()).collect();
        let commands = cfg.blocks.iter().flat_map(|b| &b.commands);
        let mut assumed = commands.filter_map(|c| match &c.kind {
            CommandKind::Assume(f) => Some(f),
            _ => None,
        });
        let is_required = |f: &Term| routine.requires.iter().any(|r| r.formula == *f);
        // what a field holds is of its type: that is no matter of the tree
        let is_more = |f: &Term| f.has_quantifier() || f.has_function();
        !assumed.any(|f| !is_required(f) && f.mentions_any(&ghosts) && is_more(f))
    }

    fn fails_surely(&self, routine: &Routine, check: &Check, state: &Values) -> bool {
        let Some(shape) = self.shape(routine).filter(|s| !s.trees.is_empty()) else {
            return true;
        };
        match witness::determine_ghosts(shape, state.clone()) {
            Some(state) => truth(&check.formula, &state) == Some(false),
            None => shape.trees.iter().any(|t| t.span == check.span),
        }
    }

    fn test(&self, routine: &Routine, input: &Values, check: &Check, _choices: &[Choice]) -> Option<String> {
        if !self.alone {
            return None;
        }
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
