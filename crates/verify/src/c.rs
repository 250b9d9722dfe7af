//! C with ACSL as a [`Language`].

use crate::language::{Definitions, Interface, Language, Loaded, View, When, Wording};
use crate::report::Choice;
use abide_base::{Diagnostic, FileId, Heap, Severity, Span};
use abide_c::expression::{self, LoopInvariant};
use abide_c::lower::{Lowered, Options, Shape, lower, preconditions};
use abide_c::syntax::ast::{Contracted, Item};
use abide_c::types::DataModel;
use abide_c::{annotate, render, syntax, witness};
use abide_exec::Values;
use abide_exec::state::truth;
use abide_ir::{Check, ContractClause, Grant, Granted, Routine, Summaries};
use abide_logic::{Int, Term, Var};
use std::any::Any;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// C with ACSL.
#[derive(Clone, Debug, Default)]
pub struct C {
    /// How it is to be read.
    pub options: Options,
    /// Where the file lies: headers are looked for from there.
    pub path: PathBuf,
    /// Further flags for the preprocessor: `-I`, `-D` and their like.
    pub flags: Arc<[String]>,
    /// The file is a whole program that begins here, where it has this function: it is verified, with all
    /// it relies on.
    pub entry: Option<&'static str>,
    /// What the files that are verified with it have for it.
    pub others: Arc<Definitions>,
    /// Preconditions that functions without a contract are given.
    pub granted: Arc<Granted>,
    /// What functions without a contract ensure.
    pub summaries: Arc<Summaries>,
    /// Functions that are not read in place of their calls.
    pub apart: Arc<BTreeSet<String>>,
    /// What the compiler has made of the texts that were read before in this run.
    pub preprocessed: syntax::Remembered,
}

impl C {
    fn load_with(&self, file: FileId, text: &str, options: Options) -> Loaded {
        let mut parsed = syntax::parse(file, &self.path, text, self.beside_others(file));
        for item in &mut parsed.unit.items {
            if let Item::Function(f) = item {
                f.apart = self.apart.contains(&*f.name.text);
            }
        }
        let mut lowered = lower(&parsed.unit, options, &|name| self.others.is_elsewhere(name, file));
        let mut diagnostics = parsed.diagnostics;
        // what is reported of a routine is not reported of the text once more
        let again = |d: &Diagnostic| {
            lowered
                .diagnostics
                .iter()
                .any(|l| l.span == d.span && l.message == d.message)
        };
        diagnostics.retain(|d| !again(d));
        diagnostics.append(&mut lowered.diagnostics);
        diagnostics.sort_by_key(|d| d.span);
        if let Some(entry) = self.entry {
            whole_program(&mut lowered, entry);
        }
        Loaded {
            program: lowered.program,
            diagnostics,
            unsupported: lowered.unsupported,
            view: Arc::new(Source {
                text: text.to_string(),
                unit: parsed.unit,
                shapes: lowered.shapes,
                runs: self.options.machine && self.options.model == DataModel::Lp64,
            }),
        }
    }
}

/// Clauses as annotations of functions.
fn annotations(clauses: &[ContractClause]) -> Vec<String> {
    let annotation = |c: &ContractClause| format!("/*@ {} {}; */", c.keyword.word(), c.text);
    clauses.iter().map(annotation).collect()
}

/// The language as C, if it is C: the language that witnesses are written for.
pub fn as_c(language: &dyn Language) -> Option<&C> {
    let any: &dyn Any = language;
    any.downcast_ref()
}

impl Language for C {
    fn name(&self) -> &'static str {
        "c"
    }

    fn chains_comparisons(&self) -> bool {
        true
    }

    fn has_arrays(&self) -> bool {
        true
    }

    fn load(&self, file: FileId, text: &str) -> Loaded {
        self.load_with(file, text, self.options)
    }

    fn reload(&self, file: FileId, text: &str) -> Loaded {
        let options = Options {
            lenient: true,
            ..self.options
        };
        self.load_with(file, text, options)
    }

    fn interface(&self, file: FileId, text: &str) -> Interface {
        // a whole program has no other files
        if self.entry.is_some() {
            return Interface::default();
        }
        let unit = syntax::parse(file, &self.path, text, self.setup()).unit;
        Interface {
            defines: unit.definitions(self.options.model),
            contracts: unit.contracts,
        }
    }

    fn beside(&self, others: &Arc<Definitions>) -> Option<Arc<dyn Language>> {
        let others = others.clone();
        Some(Arc::new(C { others, ..self.clone() }))
    }

    fn headers(&self, text: &str) -> Option<syntax::Headers> {
        syntax::headers(&self.path, text, &self.setup())
    }

    fn in_own_words(&self, message: &str) -> String {
        let replaced = message.replace("the reference", "the pointer");
        replaced.replace("the index", "the access")
    }

    fn render(&self, formula: &Term) -> String {
        render::render(formula)
    }

    fn is_expressible(&self, formula: &Term) -> bool {
        render::is_expressible(formula)
    }

    fn annotate(&self, text: &str, loops: &[(Span, Vec<String>)]) -> String {
        annotate::insert_invariants(&self.path, text, self.setup(), loops)
    }

    fn frames(&self, text: &str) -> Vec<(Span, String)> {
        annotate::frames(&self.path, text, self.setup())
    }

    fn measure(&self, measure: &Term, _: &Wording) -> Option<String> {
        Some(render::render(measure))
    }

    fn annotate_measures(&self, text: &str, loops: &[(Span, String)]) -> String {
        annotate::insert_measures(&self.path, text, self.setup(), loops)
    }

    fn claims_an_end(&self) -> bool {
        true
    }

    fn contracts(&self, file: FileId, text: &str) -> Granted {
        let parsed = syntax::parse(file, &self.path, text, self.beside_others(file));
        preconditions(&parsed.unit, self.options)
    }

    fn granting(&self, given: &Granted) -> Option<Arc<dyn Language>> {
        let options = Options {
            endless_memory: true,
            obliging_input: true,
            ..self.options
        };
        Some(Arc::new(C {
            granted: Arc::new(given.clone()),
            options,
            ..self.clone()
        }))
    }

    fn apart(&self, routines: &BTreeSet<String>) -> Option<Arc<dyn Language>> {
        let apart = Arc::new(routines.clone());
        Some(Arc::new(C { apart, ..self.clone() }))
    }

    fn entry(&self) -> Option<&str> {
        self.entry
    }

    fn summarised(&self, summaries: &Summaries) -> Option<Arc<dyn Language>> {
        let summaries = Arc::new(summaries.clone());
        Some(Arc::new(C {
            summaries,
            ..self.clone()
        }))
    }

    fn annotate_contracts(&self, text: &str, given: &Granted) -> String {
        annotate::insert_contracts(&self.path, text, self.setup(), given)
    }

    fn mode(&self) -> &'static str {
        match (self.options.machine, self.options.run_time) {
            (true, true) => "machine integers, signed overflow checked",
            (true, false) => "machine integers; annotations only, for runs without run-time errors",
            (false, true) => "mathematical integers",
            (false, false) => "mathematical integers; annotations only, for runs without run-time errors",
        }
    }
}

/// A postcondition as it is written.
fn ensures(formula: &str) -> String {
    format!("/*@ ensures {formula}; */")
}

/// The files beside one.
#[derive(Debug)]
struct Beside {
    all: Arc<Definitions>,
    file: FileId,
}

impl syntax::Others for Beside {
    fn defines(&self, name: &str) -> bool {
        self.all.is_elsewhere(name, self.file)
    }

    fn contracts(&self, function: &str) -> BTreeSet<Contracted> {
        self.all.contracts(function, self.file)
    }
}

impl C {
    /// How a file is read that the others have to do with.
    fn beside_others(&self, file: FileId) -> syntax::Setup {
        let all = self.others.clone();
        syntax::Setup {
            others: Some(Arc::new(Beside { all, file })),
            ..self.setup()
        }
    }

    fn setup(&self) -> syntax::Setup {
        syntax::Setup {
            model: self.options.model,
            flags: self.flags.clone(),
            seconds: self.options.preprocessing,
            preprocessed: self.preprocessed.clone(),
            others: None,
            granted: Arc::new(
                self.granted
                    .iter()
                    .map(|(name, all)| (name.clone(), annotations(all)))
                    .collect(),
            ),
            summaries: Arc::new(
                self.summaries
                    .iter()
                    .map(|(name, all)| (name.clone(), all.iter().map(|f| ensures(f)).collect()))
                    .collect(),
            ),
        }
    }

    /// What is wrong with the text, as far as it is read without being lowered.
    pub fn errors(&self, file: FileId, text: &str) -> Vec<Diagnostic> {
        let said = syntax::parse(file, &self.path, text, self.setup()).diagnostics;
        said.into_iter().filter(|d| d.severity == Severity::Error).collect()
    }

    /// The loop invariants of the annotated text that can be said in C, at their loops in the
    /// plain one.
    pub fn loop_invariants(&self, file: FileId, plain: &str, annotated: &str) -> Vec<LoopInvariant> {
        expression::loop_invariants(file, &self.path, plain, annotated, self.setup())
    }

    /// A place, and the function around it.
    pub fn function_around(&self, file: FileId, text: &str, place: Span) -> (Span, Option<String>) {
        expression::function_around(file, &self.path, text, place, self.setup())
    }

    /// Where the error of a failing call is reported, and in which function.
    pub fn error_call(&self, file: FileId, text: &str, call: Span) -> (Span, Option<String>) {
        expression::error_call(file, &self.path, text, call, self.setup())
    }
}

/// Leaves what a whole program needs: where it begins, what that relies on without having read it, and
/// what may be called through pointers. Of a function without a contract that is looked at by itself it
/// is not known that the program calls it with an input that fails.
fn whole_program(lowered: &mut Lowered, entry: &str) {
    let routines = lowered.program.routines.iter().map(|r| &r.name);
    let mut names = routines.chain(lowered.unsupported.iter().map(|u| &u.name));
    if !names.any(|name| name == entry) {
        return;
    }
    let mut needed = BTreeSet::from([entry.to_string()]);
    let mut open: Vec<String> = lowered.escaped.iter().cloned().chain([entry.to_string()]).collect();
    while let Some(name) = open.pop() {
        needed.insert(name.clone());
        // what was read in place relies on others as the reader does
        let further = lowered.relies.get(&name).into_iter().flatten();
        open.extend(further.filter(|n| !needed.contains(*n)).cloned());
    }
    lowered.program.routines.retain(|r| needed.contains(&r.name));
    lowered.unsupported.retain(|u| needed.contains(&u.name));
    for shape in &mut lowered.shapes {
        shape.exact &= shape.routine == entry || lowered.specified.contains(&shape.routine);
    }
}

/// A file of C, to show states of its functions.
struct Source {
    text: String,
    unit: syntax::ast::Unit,
    shapes: Vec<Shape>,
    /// Are its integers those of the machine it may run on?
    runs: bool,
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
        let promised = self.shape(routine).map_or(&[][..], |s| &s.promised);
        let kept = promised.iter().all(|p| truth(p, &input) == Some(true));
        kept.then_some(input)
    }

    fn guesses(&self, routine: &Routine) -> BTreeSet<Span> {
        self.shape(routine).map(|s| s.guesses.clone()).unwrap_or_default()
    }

    fn determined(&self, routine: &Routine) -> Vec<Var> {
        self.shape(routine).map(|s| s.determined.clone()).unwrap_or_default()
    }

    fn determined_entries(&self, routine: &Routine) -> Vec<(Var, Var)> {
        self.shape(routine)
            .map(|s| s.determined_entries.clone())
            .unwrap_or_default()
    }

    fn heap(&self, routine: &Routine, state: &Values, when: When) -> Option<Heap> {
        witness::heap(self.shape(routine)?, state, when == When::Inside)
    }

    fn demands(&self, check: &Check) -> Option<String> {
        // in a header only its `#include` has a place
        let place = self.text.get(check.demanded?.range())?;
        if check.kind != abide_ir::CheckKind::Precondition || !place.trim_start().starts_with('#') {
            return None;
        }
        let name = self.text.get(check.span.range())?.split('(').next()?.trim();
        let demanded = abide_c::library::demands(name)?;
        Some(format!("`{name}` has the precondition\n{demanded}"))
    }

    fn test(&self, routine: &Routine, input: &Values, check: &Check, choices: &[Choice]) -> Option<String> {
        let choices: Vec<(Span, Int)> = choices.iter().map(|c| (c.span, c.value.clone())).collect();
        let failure = witness::Failure {
            text: &self.text,
            unit: &self.unit,
            shape: self.shape(routine)?,
            state: input,
            kind: check.kind,
            span: check.span,
            demanded: check.demanded,
            choices: &choices,
        };
        witness::test_program(&failure).filter(|_| self.runs)
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

    fn takes_input(&self, routine: &Routine) -> bool {
        let is_run = |s: &Shape| s.params.is_empty() || s.routine == "main";
        !self.shape(routine).is_some_and(is_run)
    }

    fn is_underspecified(&self, routine: &Routine) -> bool {
        self.shape(routine).is_some_and(|s| !s.exact)
    }
}
