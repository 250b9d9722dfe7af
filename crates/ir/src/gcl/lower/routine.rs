//! The state of lowering one routine, and the routine that comes of it.

use super::super::ast::{self, ClauseKind, Expr, Name, Procedure, Type};
use super::checks::{Checking, Checks};
use super::copies::drop_needless_copies;
use super::decls::{Cell, Decls, Root, TypeUse, already_declared, check_type};
use super::past::{Past, When};
use super::scope::{Entry, Role, Scope};
use super::sink::Sink;
use super::survey::Survey;
use super::value::{Value, parts};
use crate::program::{Check, CheckKind, Fact, Routine, Stmt, StmtKind};
use abide_base::{Diagnostic, Span};
use abide_logic::{Term, Var};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Everything known while one routine (or one axiom) is lowered.
pub(super) struct Lowering<'a> {
    pub(super) decls: &'a Decls<'a>,
    pub(super) scope: Scope,
    pub(super) checks: Checks,
    pub(super) past: Past,
    pub(super) survey: Survey,
    /// What the body may modify besides its own variables.
    pub(super) modifies: &'a [Root],
    /// Are there global variables and fields? Not in axioms.
    pub(super) state: State,
    pub(super) next_tag: u32,
    /// How deep the expression at hand is nested.
    pub(super) depth: usize,
    /// The loops around the statement at hand, with their labels.
    pub(super) loops: Vec<Option<Arc<str>>>,
    /// Do the results have values? Not in preconditions.
    pub(super) has_results: bool,
    /// Has a label been passed, so that what follows may be executed again?
    pub(super) passed_label: bool,
    /// All copies made for `old`, each with its original.
    pub(super) copies: Vec<(Var, Term)>,
    /// The global variables and the fields that are mentioned, by position.
    pub(super) globals: BTreeMap<usize, Vec<Var>>,
    pub(super) fields: BTreeMap<usize, Vec<Var>>,
    locals: Vec<Var>,
    /// Has nothing been wrong so far?
    ok: bool,
    sink: &'a mut Sink,
}

/// Is there anything that changes?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// Functions only.
    Absent,
    /// Global variables and fields.
    Present,
}

/// Lowers an axiom.
pub(super) fn axiom(formula: &Expr, decls: &Decls, sink: &mut Sink) -> Option<Fact> {
    let mut lowering = Lowering::new(decls, &[], State::Absent, sink);
    let term = lowering.formula(formula, When::Never("an axiom has no past"))?;
    lowering.ok.then(|| Fact {
        formula: term,
        span: formula.span(),
    })
}

/// Reports what is wrong with the header and the contract of a procedure; true if nothing is.
pub(super) fn check_contract(procedure: &Procedure, decls: &Decls, sink: &mut Sink) -> bool {
    let mut lowering = Lowering::new(decls, &[], State::Present, sink);
    lowering.survey = procedure.body.as_ref().map(Survey::of).unwrap_or_default();
    lowering.header(procedure);
    lowering.requires(procedure);
    lowering.ensures(procedure);
    lowering.ok
}

/// Lowers a procedure with its body; nothing if something is wrong, which has been reported.
/// Only a procedure whose contract has no errors has its contract lowered again.
pub(super) fn routine(procedure: &Procedure, decls: &Decls, sink: &mut Sink) -> Option<Routine> {
    let body = procedure.body.as_ref()?;
    let signature = decls.procedures.get(&procedure.name.text)?;
    let mut lowering = Lowering::new(decls, &signature.modifies, State::Present, sink);
    lowering.survey = Survey::of(body);
    lowering.report_repeated_labels();
    let mut inputs = lowering.muted_header(procedure);
    let (mut requires, mut ensures) = (Vec::new(), Vec::new());
    if signature.usable {
        requires = lowering.requires(procedure);
        ensures = lowering.ensures(procedure);
    }
    for root in &signature.modifies {
        lowering.root(root);
    }
    let stmts = lowering.top_block(body);
    let at = procedure.name.span();
    let mut whole = Vec::new();
    let copies = std::mem::take(&mut lowering.past.start).into_used();
    lowering.emit_copies(copies, at, &mut whole);
    whole.extend(lowering.natural_results(procedure));
    whole.extend(stmts);
    let mut facts = lowering.natural_inputs(procedure);
    facts.append(&mut requires);
    inputs.extend(
        lowering
            .globals
            .values()
            .chain(lowering.fields.values())
            .flatten()
            .cloned(),
    );
    if !lowering.ok || !signature.usable {
        return None;
    }
    let mut routine = Routine {
        name: procedure.name.text.to_string(),
        span: at,
        inputs,
        locals: lowering.locals,
        requires: facts,
        body: whole,
        ensures,
        next_tag: lowering.next_tag,
        definitions: Vec::new(),
        assumes: Vec::new(),
        unread: Vec::new(),
        calls: Default::default(),
    };
    drop_needless_copies(&mut routine, &lowering.copies);
    Some(routine)
}

impl<'a> Lowering<'a> {
    fn new(decls: &'a Decls<'a>, modifies: &'a [Root], state: State, sink: &'a mut Sink) -> Lowering<'a> {
        Lowering {
            decls,
            scope: Scope::default(),
            checks: Checks::default(),
            past: Past::new(),
            survey: Survey::default(),
            modifies,
            state,
            next_tag: 0,
            depth: 0,
            loops: Vec::new(),
            has_results: true,
            passed_label: false,
            copies: Vec::new(),
            globals: BTreeMap::new(),
            fields: BTreeMap::new(),
            locals: Vec::new(),
            ok: true,
            sink,
        }
    }

    /// Reports an error.
    pub(super) fn error(&mut self, error: impl FnOnce() -> Diagnostic) {
        self.ok = false;
        self.sink.report(error);
    }

    /// Will an error be read? If not, it need not be made.
    pub(super) fn has_room(&self) -> bool {
        self.sink.has_room()
    }

    /// Reports that a name is not declared, unless it is, but in a way that nobody understands.
    pub(super) fn unknown(&mut self, name: &Name, error: impl FnOnce() -> Diagnostic) {
        if self.decls.half_declared.contains(&name.text) {
            self.fail();
        } else {
            self.error(error);
        }
    }

    /// What is at hand makes no sense because of something reported elsewhere.
    pub(super) fn fail(&mut self) {
        self.ok = false;
    }

    /// Reports a type that cannot stand here; true if there is none.
    pub(super) fn check_type(&mut self, ty: &Type, at: Span, usage: TypeUse) -> bool {
        let fine = check_type(ty, at, usage, self.sink);
        self.ok &= fine;
        fine
    }

    /// New variables for the parts of a value: `a`, `a.length`.
    pub(super) fn new_vars(&mut self, name: &str, ty: &Type) -> Vec<Var> {
        parts(ty)
            .into_iter()
            .map(|(suffix, sort)| self.new_var(format!("{name}{suffix}"), sort))
            .collect()
    }

    pub(super) fn new_var(&mut self, name: String, sort: abide_logic::Sort) -> Var {
        let var = Var::new(name, self.next_tag, sort);
        self.next_tag += 1;
        var
    }

    /// New variables that belong to the routine.
    pub(super) fn new_locals(&mut self, name: &str, ty: &Type) -> Vec<Var> {
        let vars = self.new_vars(name, ty);
        self.locals.extend(vars.iter().cloned());
        vars
    }

    /// Makes variables those of the routine.
    pub(super) fn adopt<'v>(&mut self, vars: impl IntoIterator<Item = &'v Var>) {
        self.locals.extend(vars.into_iter().cloned());
    }

    /// Assigns the copies that `old` has asked for.
    pub(super) fn emit_copies(&mut self, copies: Vec<(Var, Term)>, span: Span, out: &mut Vec<Stmt>) {
        if !copies.is_empty() {
            self.adopt(copies.iter().map(|(copy, _)| copy));
            self.copies.extend(copies.iter().cloned());
            let kind = StmtKind::Assign(copies);
            out.push(Stmt { kind, span });
        }
    }

    /// Puts a name into the innermost block; reports it if it is there already.
    pub(super) fn declare(&mut self, what: &str, name: &Name, role: Role, value: Option<Value>) {
        let entry = Entry {
            role,
            value,
            span: name.span(),
        };
        if let Err(first) = self.scope.declare(name, entry) {
            self.error(|| already_declared(what, name, first));
        }
    }

    /// Lowers a formula, in which nothing is checked; `when` tells which moment `old` refers to.
    pub(super) fn formula(&mut self, e: &Expr, when: When) -> Option<Term> {
        let was = std::mem::replace(&mut self.past.when, when);
        let before = self.checks.switch(Checking::Off);
        let term = self.scalar(e, &Type::Bool);
        if let Some(term) = &term {
            self.past.note_uses(term);
        }
        self.checks.switch(before);
        self.past.when = was;
        term
    }

    /// Declares parameters, and the results for the body; returns the inputs.
    fn header(&mut self, procedure: &Procedure) -> Vec<Var> {
        self.scope.open();
        let mut inputs = Vec::new();
        for param in &procedure.params {
            let value = self.stored(&param.binding);
            inputs.extend(value.iter().flat_map(Value::vars));
            self.declare("parameter", &param.binding.name, Role::Param(param.mode), value);
        }
        for result in &procedure.results {
            let value = self.stored(result);
            self.locals.extend(value.iter().flat_map(Value::vars));
            self.declare("result", &result.name, Role::Result, value);
        }
        inputs
    }

    /// The same without complaints: they have been made.
    fn muted_header(&mut self, procedure: &Procedure) -> Vec<Var> {
        let mut sink = Sink::default();
        std::mem::swap(self.sink, &mut sink);
        let inputs = self.header(procedure);
        std::mem::swap(self.sink, &mut sink);
        inputs
    }

    /// The value of a new variable; none if its type makes no sense.
    pub(super) fn stored(&mut self, binding: &ast::Binding) -> Option<Value> {
        let fine = self.check_type(&binding.ty, binding.ty_place.0, TypeUse::Storage);
        fine.then(|| Value::of_vars(binding.ty.clone(), &self.new_vars(&binding.name.text, &binding.ty)))
    }

    fn requires(&mut self, procedure: &Procedure) -> Vec<Fact> {
        let mut facts = Vec::new();
        self.has_results = false;
        for clause in &procedure.clauses {
            if let ClauseKind::Requires(e) = &clause.kind {
                let formula = self.formula(e, When::Never("a precondition speaks of the start already"));
                facts.extend(formula.map(|formula| Fact {
                    formula,
                    span: clause.place.0,
                }));
            }
        }
        self.has_results = true;
        facts
    }

    fn ensures(&mut self, procedure: &Procedure) -> Vec<Check> {
        let mut checks = Vec::new();
        for clause in &procedure.clauses {
            if let ClauseKind::Ensures(e) = &clause.kind {
                checks.extend(self.formula(e, When::Start).map(|formula| Check {
                    formula,
                    span: clause.place.0,
                    kind: CheckKind::Postcondition,
                    demanded: None,
                }));
            }
        }
        checks
    }

    fn report_repeated_labels(&mut self) {
        for (name, first) in std::mem::take(&mut self.survey.repeated_labels) {
            self.error(|| already_declared("label", &name, first));
        }
    }

    /// That no array among the inputs has a negative length.
    fn natural_inputs(&mut self, procedure: &Procedure) -> Vec<Fact> {
        let mut values = Vec::new();
        for param in &procedure.params {
            let value = self
                .scope
                .lookup(&param.binding.name.text)
                .and_then(|entry| entry.value.clone());
            values.extend(value.map(|v| (v, param.binding.span())));
        }
        let (globals, fields): (Vec<usize>, Vec<usize>) = (
            self.globals.keys().copied().collect(),
            self.fields.keys().copied().collect(),
        );
        let span = |cell: (&Name, &Cell)| cell.1.span;
        for g in globals {
            values.extend(self.global(g).map(|v| (v, span(self.decls.globals.at(g)))));
        }
        for f in fields {
            values.extend(self.field(f).map(|v| (v, span(self.decls.fields.at(f)))));
        }
        let mut facts = Vec::new();
        for (value, span) in values {
            let natural = value.lengths_are_natural(&mut self.next_tag);
            facts.extend(natural.into_iter().map(|formula| Fact { formula, span }));
        }
        facts
    }

    /// The same for the results, which start with arbitrary values.
    fn natural_results(&mut self, procedure: &Procedure) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for result in &procedure.results {
            let entry = self.scope.lookup(&result.name.text);
            if let Some(value) = entry.and_then(|entry| entry.value.clone()) {
                self.assume_natural(&value, result.span(), &mut stmts);
            }
        }
        stmts
    }

    /// Assumes that the lengths in a value are not negative.
    pub(super) fn assume_natural(&mut self, value: &Value, span: Span, out: &mut Vec<Stmt>) {
        for formula in value.lengths_are_natural(&mut self.next_tag) {
            out.push(Stmt {
                kind: StmtKind::Assume(formula),
                span,
            });
        }
    }
}
