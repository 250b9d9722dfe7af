//! The interface of front ends.

use crate::report::Choice;
use abide_base::{Diagnostic, FileId, Heap, Span};
use abide_c::syntax::Headers;
use abide_c::syntax::ast::Contracted;
use abide_exec::Values;
use abide_ir::cfg::Cfg;
use abide_ir::{Check, Grant, Granted, Program, Routine, Summaries, Unsupported, gcl};
use abide_logic::print::{Level, Notation};
use abide_logic::subst::without_capture;
use abide_logic::{Term, Value, Var, print};
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};

/// What a file has for others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interface {
    /// The names that it defines for others which only declare them.
    pub defines: BTreeSet<String>,
    /// Its contracts, by function.
    pub contracts: BTreeMap<String, BTreeSet<Contracted>>,
}

/// What files know of a name that they share with others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Does another file define it?
    defined: bool,
    /// The contracts that others have for it.
    contracts: BTreeSet<Contracted>,
}

/// What files that are verified together have for each other.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Definitions {
    files: BTreeMap<String, BTreeSet<FileId>>,
    contracts: BTreeMap<String, BTreeMap<FileId, BTreeSet<Contracted>>>,
    /// Who asked for which names.
    #[serde(skip)]
    asked: Arc<Mutex<BTreeSet<(FileId, String)>>>,
}

impl Definitions {
    /// A file has this for others.
    pub fn add(&mut self, file: FileId, interface: Interface) {
        for name in interface.defines {
            self.files.entry(name).or_default().insert(file);
        }
        for (name, contracts) in interface.contracts {
            self.contracts.entry(name).or_default().insert(file, contracts);
        }
    }

    /// Does another file define a name?
    pub fn is_elsewhere(&self, name: &str, file: FileId) -> bool {
        self.asked().insert((file, name.to_string()));
        self.defines_elsewhere(name, file)
    }

    /// The contracts that other files have for a function. Where several define it, they are no one program, and nobody
    /// knows which of them is meant.
    pub fn contracts(&self, function: &str, file: FileId) -> BTreeSet<Contracted> {
        self.asked().insert((file, function.to_string()));
        self.contracts_elsewhere(function, file)
    }

    fn contracts_elsewhere(&self, function: &str, file: FileId) -> BTreeSet<Contracted> {
        let definitions = self.files.get(function).map_or(0, BTreeSet::len);
        let files = self
            .contracts
            .get(function)
            .filter(|_| definitions < 2)
            .into_iter()
            .flatten();
        let others = files.filter(|(f, _)| **f != file);
        others.flat_map(|(_, contracts)| contracts.clone()).collect()
    }

    fn answer(&self, name: &str, file: FileId) -> Answer {
        Answer {
            defined: self.defines_elsewhere(name, file),
            contracts: self.contracts_elsewhere(name, file),
        }
    }

    fn defines_elsewhere(&self, name: &str, file: FileId) -> bool {
        let files = self.files.get(name);
        files.is_some_and(|files| files.iter().any(|f| *f != file))
    }

    fn asked(&self) -> MutexGuard<'_, BTreeSet<(FileId, String)>> {
        self.asked.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// What a file has asked so far, with the answers.
    pub fn answers(&self, file: FileId) -> BTreeMap<String, Answer> {
        let asked = self.asked();
        let own = asked.iter().filter(|(asking, _)| *asking == file);
        own.map(|(_, name)| (name.clone(), self.answer(name, file))).collect()
    }

    /// Would a file get these answers?
    pub fn agrees(&self, file: FileId, answers: &BTreeMap<String, Answer>) -> bool {
        let same = |(name, answer): (&String, &Answer)| self.answer(name, file) == *answer;
        answers.iter().all(same)
    }
}

/// How a routine of a source is written.
#[derive(Clone, Debug, Default)]
pub struct Wording {
    /// Its code, from its name on.
    pub text: String,
    /// The names of its variables.
    pub locals: BTreeSet<String>,
}

impl Wording {
    /// How a routine of a text is written, as far as something in it.
    pub fn of(routine: &Routine, text: &str, last: Span) -> Wording {
        let code = routine.span.start as usize..last.end.max(routine.span.end) as usize;
        let named = routine.inputs.iter().chain(&routine.locals);
        Wording {
            text: text.get(code).unwrap_or_default().to_string(),
            locals: named.map(|v| v.name().to_string()).collect(),
        }
    }
}

/// A source language.
pub trait Language: Any + Send + Sync {
    /// Its name in reports.
    fn name(&self) -> &'static str;

    /// Parses, checks and lowers a file.
    fn load(&self, file: FileId, text: &str) -> Loaded;

    /// The same of a text that clauses of ours were written into. Those that cannot be read back are left
    /// out: whoever wrote them misses them.
    fn reload(&self, file: FileId, text: &str) -> Loaded {
        self.load(file, text)
    }

    /// How it is read. Files that are read in different ways do not know each other.
    fn reading(&self) -> String {
        self.mode().to_string()
    }

    /// The language, with files known to each other; none if each stands for itself.
    fn together(&self, _files: &[(FileId, &str)]) -> Option<Arc<dyn Language>> {
        None
    }

    /// What a file has for others.
    fn interface(&self, _file: FileId, _text: &str) -> Interface {
        Interface::default()
    }

    /// The language of a file that is verified with others which have this for it; none if that does not matter.
    fn beside(&self, _others: &Arc<Definitions>) -> Option<Arc<dyn Language>> {
        None
    }

    /// What a file of this text includes. Nothing is said where more than that decides how it is read.
    fn headers(&self, _text: &str) -> Option<Headers> {
        Some(Headers::default())
    }

    /// What is said of a check, in the words of the language.
    fn in_own_words(&self, message: &str) -> String {
        message.to_string()
    }

    /// A formula in the language's annotations.
    fn render(&self, formula: &Term) -> String;

    /// A formula as the source of a routine would have it.
    fn render_as(&self, formula: &Term, _wording: &Wording) -> String {
        self.render(formula)
    }

    /// Do indices begin at zero?
    fn has_arrays(&self) -> bool {
        false
    }

    /// Is `a <= b < c` a formula of the annotations?
    fn chains_comparisons(&self) -> bool {
        false
    }

    /// Can the formula be written in the language's annotations, as far as its variables go?
    fn is_expressible(&self, _formula: &Term) -> bool {
        true
    }

    /// What the loops of a text assign at the most that do not say so, as clauses by the places of the loops: guesses, to
    /// be proved with the invariants beside which they are written.
    fn frames(&self, _text: &str) -> Vec<(Span, String)> {
        Vec::new()
    }

    /// The text with invariants, and frames, put in front of what the loops at these places already say.
    fn annotate(&self, text: &str, loops: &[(Span, Vec<String>)]) -> String;

    /// A measure in the language's annotations; none if they cannot say why a loop ends.
    fn measure(&self, _measure: &Term, _wording: &Wording) -> Option<String> {
        None
    }

    /// The text with a measure behind what each of the loops at these places says.
    fn annotate_measures(&self, text: &str, _loops: &[(Span, String)]) -> String {
        text.to_string()
    }

    /// What cannot be read in a file that is known to others and not verified.
    fn unreadable(&self, _file: FileId, _text: &str) -> Vec<Diagnostic> {
        Vec::new()
    }

    /// Contracts that the routines of a file may need which have none, by routine.
    fn contracts(&self, _file: FileId, _text: &str) -> Granted {
        Granted::new()
    }

    /// The language, with routines that are granted contracts; none if it has no such.
    fn granting(&self, _given: &Granted) -> Option<Arc<dyn Language>> {
        None
    }

    /// The language, with routines whose calls are not replaced by what they do; none if it has no such.
    fn apart(&self, _routines: &BTreeSet<String>) -> Option<Arc<dyn Language>> {
        None
    }

    /// Where a whole program begins, if a file is one.
    fn entry(&self) -> Option<&str> {
        None
    }

    /// The language, with functions of which something is assumed where they are called, and to be proved at their
    /// ends; none if it has no such.
    fn summarised(&self, _summaries: &Summaries) -> Option<Arc<dyn Language>> {
        None
    }

    /// The text with contracts written in front of routines.
    fn annotate_contracts(&self, text: &str, _given: &Granted) -> String {
        text.to_string()
    }

    /// How results are to be read, for instance which integers.
    fn mode(&self) -> &'static str;

    /// Do contracts of the language claim that routines end?
    fn claims_an_end(&self) -> bool {
        false
    }
}

/// A loaded file.
pub struct Loaded {
    /// The routines that can be verified.
    pub program: Program,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// Routines that cannot be verified because of errors.
    pub unsupported: Vec<Unsupported>,
    /// How states of the routines are shown.
    pub view: Arc<dyn View>,
}

/// What of a state is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// What the routine starts with.
    Start,
    /// Its variables as well.
    Inside,
}

/// States of a file's routines in the terms of its source.
pub trait View: Send + Sync {
    /// The input of a routine: what is shown for each of its parts.
    fn input(&self, routine: &Routine, state: &Values) -> Vec<(String, String)>;

    /// A state inside a routine.
    fn state(&self, routine: &Routine, state: &Values) -> Vec<(String, String)>;

    /// The linked objects of a state, to be drawn, if it has any.
    fn heap(&self, _routine: &Routine, _state: &Values, _when: When) -> Option<Heap> {
        None
    }

    /// All by which states of the routine are judged and shown, written down.
    fn written(&self, _routine: &Routine) -> String {
        String::new()
    }

    /// Does every run of the routine, with this graph, stand for one of the source? Only then does a
    /// failing run refute anything.
    fn is_exact(&self, _routine: &Routine, _cfg: &Cfg) -> bool {
        true
    }

    /// Does the source determine more of the routine's inputs and of its memory than is known? Then a run from some values
    /// refutes nothing.
    fn is_underspecified(&self, _routine: &Routine) -> bool {
        false
    }

    /// Does whoever runs the routine have to give it something? Else all of its runs are real.
    fn takes_input(&self, _routine: &Routine) -> bool {
        true
    }

    /// Does a check that fails in a state fail whatever the ghost variables are that stand for some value?
    fn fails_surely(&self, _routine: &Routine, _check: &Check, _state: &Values) -> bool {
        true
    }

    /// The preconditions among what the routine is granted; nothing is understood of other clauses.
    fn granted(&self, _routine: &Routine) -> &[Grant] {
        &[]
    }

    /// The routines that it calls without having read their code.
    fn relies(&self, _routine: &Routine) -> BTreeSet<String> {
        BTreeSet::new()
    }

    /// What is true of every input of the routine in the language and is not among what it requires.
    fn lawful(&self, _routine: &Routine) -> Vec<Term> {
        Vec::new()
    }

    /// The input with what is impossible in the language put right; none if that cannot be done.
    fn repair(&self, _routine: &Routine, input: Values) -> Option<Values> {
        Some(input)
    }

    /// Where runs of the routine take an arbitrary value for one that the source determines. A run
    /// that fails behind such a place refutes only what fails for all such values.
    fn guesses(&self, _routine: &Routine) -> BTreeSet<Span> {
        BTreeSet::new()
    }

    /// Inputs of the routine whose values the source determines, though they are not known. A run that
    /// depends on them refutes nothing.
    fn determined(&self, _routine: &Routine) -> Vec<Var> {
        Vec::new()
    }

    /// Entries of maps that are such: each map with the variable that holds the key.
    fn determined_entries(&self, _routine: &Routine) -> Vec<(Var, Var)> {
        Vec::new()
    }

    /// Inputs that callers cannot set as they like, and the values they are known to have at times; a map's are those
    /// that it holds. A run that depends on other values refutes nothing.
    fn hidden(&self, _routine: &Routine) -> Vec<(Var, Vec<Value>)> {
        Vec::new()
    }

    /// What a check demands, in words, if the place that demands it does not show it.
    fn demands(&self, _check: &Check) -> Option<String> {
        None
    }

    /// A program in the language that runs the routine on an input and fails as the check does; the
    /// arbitrary numbers on the way are known.
    fn test(&self, _routine: &Routine, _input: &Values, _check: &Check, _choices: &[Choice]) -> Option<String> {
        None
    }
}

/// States by the names of the variables, arrays with their length as lists.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByName;

impl View for ByName {
    fn input(&self, routine: &Routine, state: &Values) -> Vec<(String, String)> {
        let known = |v: &Var| state.get(v).map(|value| (v.clone(), value.clone()));
        by_name(&routine.inputs.iter().filter_map(known).collect::<Vec<_>>())
    }

    fn state(&self, _routine: &Routine, state: &Values) -> Vec<(String, String)> {
        let small = |v: &Value| v.as_map().is_none_or(|m| m.entries().len() <= 8);
        let shown = state.iter().filter(|(_, v)| small(v));
        by_name(&shown.map(|(n, v)| (n.clone(), v.clone())).collect::<Vec<_>>())
    }

    fn heap(&self, routine: &Routine, state: &Values, when: When) -> Option<Heap> {
        crate::drawing::heap(state, |v| when == When::Inside || routine.inputs.contains(v))
    }
}

fn by_name(values: &[(Var, Value)]) -> Vec<(String, String)> {
    let named = |name: &str| values.iter().find(|(v, _)| v.name() == name).map(|(_, value)| value);
    let mut shown = Vec::new();
    for (var, value) in values {
        let length = named(&format!("{}.length", var.name())).and_then(Value::as_int);
        let array = var.name().strip_suffix(".length").and_then(named);
        match (value, length) {
            (Value::Map(map), Some(n)) if i64::try_from(n).is_ok_and(|n| n <= 32) => {
                let n = i64::try_from(n).unwrap_or(0).max(0);
                let elements: Vec<String> = (0..n).map(|i| map.get(&Value::int(i)).to_string()).collect();
                shown.push((var.name().to_string(), format!("[{}]", elements.join(", "))));
            }
            // the list shows its length
            _ if array.is_some() => {}
            _ => shown.push((var.name().to_string(), value.to_string())),
        }
    }
    shown
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
        let procedures = parsed.file.items.iter().filter_map(|item| match &item.kind {
            gcl::ast::ItemKind::Procedure(p) => Some((p.name.text.to_string(), p.name.place.0, item.place.0)),
            _ => None,
        });
        let procedures: Vec<(String, Span, Span)> = procedures.collect();
        let lowered = gcl::lower(parsed);
        let failed = procedures
            .into_iter()
            .filter(|(name, ..)| lowered.failed.contains(name));
        let said = |whole: Span| {
            let inside = |d: &&Diagnostic| d.span.is_some_and(|s| whole.range().contains(&(s.start as usize)));
            lowered.diagnostics.iter().filter(inside).cloned().collect::<Vec<_>>()
        };
        let unsupported = failed.map(|(name, span, whole)| {
            let has_loop = text[whole.range()].contains("while");
            Unsupported::new(name, span, &said(whole), has_loop)
        });
        Loaded {
            unsupported: unsupported.collect(),
            program: lowered.program,
            diagnostics: lowered.diagnostics,
            view: Arc::new(ByName),
        }
    }

    fn render(&self, formula: &Term) -> String {
        let formula = without_capture(formula, |var| var.name().to_string());
        let notation = print::Gcl {
            name: gcl::print::print_name,
        };
        notation.show(&formula, Level::Loose)
    }

    fn annotate(&self, text: &str, loops: &[(Span, Vec<String>)]) -> String {
        gcl::insert_invariants(text, loops)
    }

    fn mode(&self) -> &'static str {
        "mathematical integers"
    }
}
