//! A function as a routine: its inputs, what is known of them, its code, and what must hold at its end.

use super::body::Body;
use super::contract::Stated;
use super::environment::Environment;
use super::shape::Shape;
use super::state::{HeapKind, Part, PossibleAlias};
use super::survey;
use super::value::{Home, Lowering, Scope, View, unsupported};
use crate::syntax::ast::{self, AssertKind};
use crate::types::Type;
use abide_base::{Diagnostic, Span};
use abide_frontend::draft::{Draft, Drafting};
use abide_frontend::heap::Heap;
use abide_ir::{AssumptionKind, Calls, Check, CheckKind, Fact, Grant, Routine, Stmt, StmtKind};
use abide_logic::{Sort, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// A function lowered.
pub(super) struct Done {
    pub routine: Routine,
    pub warnings: Vec<Diagnostic>,
    pub shape: Shape,
    /// Functions whose bodies were read in place.
    pub read: BTreeSet<String>,
    /// Functions that are relied on.
    pub relies: BTreeSet<String>,
    /// Does it compute a number from numbers, and touch nothing else?
    pub functional: bool,
    /// The variable that holds the number it returns.
    pub result: Option<Var>,
}

/// How often places that turn out to be pointed to are put into memory.
const EXPOSED: usize = 4;

/// Lowers a function, with all the places in memory that pointers from outside may lead to.
pub(super) fn routine<'a>(env: &Environment<'a>, f: &'a ast::Function) -> Result<Done, Vec<Diagnostic>> {
    let first = attempt(env, f)?;
    let mut hidden = first.hidden;
    let mut wider = None;
    for _ in 0..EXPOSED {
        if hidden.is_empty() {
            break;
        }
        let next = wider.as_ref().unwrap_or(env).exposing(&hidden);
        // what is not understood so stays as it is, and is reported
        let Ok(again) = attempt(&next, f) else { break };
        if again.hidden.is_empty() {
            return Ok(again.done);
        }
        hidden = again.hidden;
        wider = Some(next);
    }
    Ok(first.done)
}

/// A function lowered with some places in memory, and those that should be, too.
struct Attempt {
    done: Done,
    hidden: Vec<PossibleAlias>,
}

/// Lowers a function. A first pass finds out which parts of memory it speaks of and which
/// variables may be read before they have a value, so that the second knows what an unknown call
/// may change.
fn attempt<'a>(env: &Environment<'a>, f: &'a ast::Function) -> Result<Attempt, Vec<Diagnostic>> {
    let mut body = Body::new(env, f);
    let first = body.function_routine();
    let mut again = Body::new(env, f);
    again.anchored = body.anchored;
    again.flagged = body.flagged;
    again.zeroed = body.zeroed;
    again.filled_as_a_whole = body.filled_as_a_whole;
    again.ended = body.ended;
    let contract = env.callees.get(&*f.name.text).and_then(|c| c.contract);
    again.initialized = body
        .initialized
        .again(contract.is_some_and(|c| env.speaks_of_values(c)));
    again.draft = body.draft.second_pass(&body.heap);
    again.heap = body.heap;
    let second = first.and_then(|_| again.function_routine());
    let second = second.and_then(|done| match &again.all_memory {
        Some(all) if *all != again.changing_memory() => Err(super::value::unsupported(
            f.name.span,
            "a logic function without `reads` here: all of memory is not known in time",
        )),
        _ => Ok(done),
    });
    match second {
        Ok((mut routine, shape)) => {
            let hidden = std::mem::take(&mut again.hidden);
            again.take_for_granted(&hidden);
            routine.assumes = again.assumes.iter().cloned().collect();
            let result = again.result.as_ref().and_then(|object| match &object.home {
                Home::Vars(vars) => vars.first().cloned(),
                _ => None,
            });
            let done = Done {
                functional: env.is_functional(&f.name.text),
                result,
                routine,
                warnings: again.draft.diagnostics(env.options.lenient)?,
                shape,
                read: again.read,
                relies: again.relies,
            };
            Ok(Attempt { done, hidden })
        }
        Err(error) => Err(body.draft.failed(*error, env.options.lenient)),
    }
}

impl<'w, 'a> Body<'w, 'a> {
    fn new(env: &'w Environment<'a>, function: &'a ast::Function) -> Body<'w, 'a> {
        let arrays = env.arrays.with_locals(&function.body);
        let mut address_taken = super::address_taken::AddressTaken::default();
        address_taken.block(&function.body, &arrays);
        Body {
            env,
            function,
            inlined: vec![function.name.text.to_string()],
            given: Vec::new(),
            draft: Draft::default(),
            heap: Heap::default(),
            params: Vec::new(),
            scopes: vec![Vec::new()],
            named: Vec::new(),
            address_taken: address_taken.vars,
            skipped: survey::skipped(&function.body),
            result: None,
            targets: Vec::new(),
            leave: None,
            labels: BTreeMap::new(),
            label_depths: BTreeMap::new(),
            label_states: BTreeMap::new(),
            states_at_labels: BTreeMap::new(),
            made: Vec::new(),
            anchored: BTreeSet::new(),
            frame: Vec::new(),
            assigned: BTreeSet::new(),
            flagged: BTreeSet::new(),
            initialized: super::state::Initialized::default(),
            bases: survey::bases(function),
            declaring: None,
            jumps: super::state::Jumps::default(),
            next_block: None,
            read: BTreeSet::new(),
            relies: BTreeSet::new(),
            followed: BTreeSet::new(),
            calls: BTreeMap::new(),
            logic: Default::default(),
            is_run: function.params.is_empty() || &*function.name.text == "main",
            subroutines: Default::default(),
            read_size: 0,
            void_casts: Vec::new(),
            forgotten: false,
            symbols: BTreeMap::new(),
            reading: BTreeSet::new(),
            all_memory: None,
            in_axiom: false,
            unfoldings: Vec::new(),
            strings: Vec::new(),
            returned: BTreeSet::new(),
            hidden: Vec::new(),
            zeroed: BTreeSet::new(),
            volatile: BTreeSet::new(),
            filled_as_a_whole: BTreeSet::new(),
            ended: false,
            quiet: false,
            unasked: None,
            pre: 0,
        }
    }

    fn function_routine(&mut self) -> Lowering<(Routine, Shape)> {
        let f = self.function;
        let span = f.name.span;
        let name = f.name.text.to_string();
        self.snapshot("old");
        let mut requires: Vec<Fact> = Vec::new();
        let mut given = |formula: Term, span: Span| {
            if !formula.is_true() {
                requires.push(Fact { formula, span });
            }
        };
        let result = self.resolve(&f.result, span)?;
        let declared = self.env.callees.get(&*f.name.text).map(|c| &c.signature.result);
        if let Some(Type::Unknown(what)) = declared
            && what.starts_with("__attribute__")
        {
            return Err(unsupported(span, format!("a function that is declared with `{what}`")));
        }
        if result != Type::Void {
            let mut object = self.new_object("\\result", &result, false, span)?;
            object.set = None;
            self.result = Some(object);
        }
        for fact in self.parameters()? {
            given(fact, span);
        }
        let parts = self.params.iter().flat_map(|(_, val)| &val.parts);
        self.given = parts.filter_map(|part| part.as_var().cloned()).collect();
        self.assumptions();
        for fact in self.arguments_of_main() {
            given(fact, span);
        }
        let callee = self.env.callees.get(&name);
        for unread in callee.into_iter().flat_map(|c| &c.unread) {
            self.leave_out(unread.said.clone());
        }
        let contract = callee.and_then(|c| c.contract);
        let start = self.own_scope(View::Now, View::Now);
        if let Some(contract) = contract {
            for (formula, clause) in self.own_precondition(contract, &start)? {
                given(formula, clause);
            }
            self.check_terminates(contract);
            self.check_exits(contract);
            for b in std::iter::once(&contract.common).chain(&contract.behaviors) {
                b.assigns.iter().for_each(|a| self.check_dependences(a));
            }
            self.behaviors_fit(contract, &start)?;
            let before = self.own_scope(View::At(0), View::At(0));
            self.frame = self.frames(contract, &before)?;
        }
        let mut granted = Vec::new();
        for (number, clause) in f.granted.iter().enumerate() {
            let facts = clause.as_ref().map_or_else(Vec::new, |c| self.granted(c, &start));
            for fact in &facts {
                given(fact.clone(), span);
            }
            let place = Grant::place(f.name.span, number);
            granted.push(Grant { facts, place });
        }
        for (formula, clause) in self.invariants_at_start()? {
            given(formula, clause);
        }
        for (formula, clause) in self.axioms()? {
            given(formula, clause);
        }
        let start = self.begins_program();
        let mut initial = self.initial_values(start)?;
        if start {
            initial.extend(self.block(Body::owe_invariants_at_first)?.1);
            initial.extend(self.constructed(span)?);
        }
        self.enter_labels(&f.body);
        let body = self.block(|b| b.scoped(&f.body))?.1;
        self.code.extend(initial);
        let voided = self.void_blocks(span);
        self.code.extend(voided);
        self.code.extend(body);
        self.returns_nothing(f, name == "main");
        if name == "main" {
            self.runs_at_the_end();
        }
        if name == "main"
            && let Some(Home::Vars(vars)) = self.result.as_ref().map(|o| o.home.clone())
            && let [var] = vars.as_slice()
        {
            // C has `main` return zero at its end
            self.assign(var, Term::int(0), f.end);
        }
        self.end_lifetimes(0, f.end);
        let ensures = self.ends(contract, &result)?;
        let code = std::mem::take(&mut self.code);
        let mut stmts = self.values_at_first(contract, span);
        stmts.extend(self.filled(0, span));
        stmts.extend(code);
        let stmts = self.with_states(stmts);
        self.hidden = self.find_hidden(&stmts);
        self.characters_are_apart(&stmts);
        let mut inputs = self.inputs.clone();
        inputs.extend(self.heap.values().map(|h| h.var.clone()));
        for fact in self.facts.clone() {
            requires.insert(0, Fact { formula: fact, span });
        }
        let globals = self.heap_facts();
        requires.extend(globals.into_iter().map(|formula| Fact { formula, span }));
        let shape = Shape {
            granted,
            ..self.shape(&name, result)
        };
        let mut calls = Calls {
            by_return: self.calls.clone(),
            logic: self.logic.clone(),
            ..Calls::default()
        };
        self.subroutine_calls(&stmts, &mut calls);
        let is_gone_through = |name: &String| calls.subroutines.contains_key(name) || self.env.is_functional(name);
        let followed = self
            .followed
            .difference(&self.relies)
            .filter(|name| is_gone_through(name));
        calls.followed = followed.cloned().collect();
        let routine = Routine {
            name,
            span,
            inputs,
            locals: self.locals.clone(),
            requires,
            body: stmts,
            ensures,
            next_tag: self.next_tag,
            definitions: self.definitions(span),
            assumes: self.assumes.iter().cloned().collect(),
            unread: self.unread.clone(),
            calls,
        };
        Ok((routine, shape))
    }

    /// What the contract of the function lets it assume.
    fn own_precondition(&mut self, contract: &'a ast::Contract, start: &Scope) -> Lowering<Vec<(Term, Span)>> {
        let mut given = Vec::new();
        for clause in self.required(contract, start)? {
            match clause.kind {
                AssertKind::Check => continue,
                AssertKind::Admit => self.rely_on_clause(clause.span),
                AssertKind::Assert => {}
            }
            given.push((self.read_types(&clause.formula), clause.span));
            given.push((clause.formula, clause.span));
        }
        Ok(given)
    }

    /// What a precondition that the function is given says, and what the types of what it reads say; nothing if it is
    /// not understood.
    fn granted(&mut self, clause: &'a ast::Clause, start: &Scope) -> Vec<Term> {
        match self.formula(&clause.formula, start) {
            Ok(formula) => vec![self.read_types(&formula), formula],
            Err(_) => Vec::new(),
        }
    }

    /// Where a function that gives a value comes to its end without `return`: whoever calls it must not use the value.
    pub(super) fn returns_nothing(&mut self, f: &ast::Function, is_main: bool) {
        if self.result.is_some() && !is_main {
            let unused = self.unknown_choice("unused", f.end.beginning());
            self.check(unused, CheckKind::Uninitialised, f.end, None);
        }
    }

    /// Does the program start here, and come here from nowhere else?
    pub(super) fn begins_program(&self) -> bool {
        let name = &*self.function.name.text;
        let asks =
            |c: &ast::Contract| !c.common.requires.is_empty() || c.behaviors.iter().any(|b| !b.requires.is_empty());
        if self.env.shows_at_first(name) {
            return true;
        }
        let contract = self.env.callees.get(name).and_then(|c| c.contract);
        name == "main" && !contract.is_some_and(asks) && !self.env.mentions(name)
    }

    /// How functions that are defined by themselves unfold, as facts.
    fn definitions(&self, span: Span) -> Vec<Fact> {
        let equations = self.unfoldings.iter().map(|(_, equation)| equation.clone());
        equations.map(|formula| Fact { formula, span }).collect()
    }

    /// What must hold at the end.
    fn ends(&mut self, contract: Option<&'a ast::Contract>, result: &Type) -> Lowering<Vec<Check>> {
        let mut ends = Vec::new();
        let function = self.function;
        if self.env.callees.get(&*function.name.text).is_some_and(|c| c.noreturn) {
            // it must not come to its end
            ends.push(Check {
                formula: Term::ff(),
                span: function.name.span,
                kind: CheckKind::Postcondition,
                demanded: None,
            });
        }
        let mut after = self.own_scope(View::Now, View::At(0));
        let value = self.result.clone().map(|object| match object.home {
            Home::Vars(vars) => vars.iter().map(Var::term).collect(),
            _ => Vec::new(),
        });
        after.result = value.map(|parts: Vec<Term>| self.typed(result.clone(), parts));
        ends.extend(self.summary_at_end(&after)?);
        ends.extend(self.invariants_at_end()?);
        let Some(contract) = contract else {
            return Ok(ends);
        };
        let before = self.own_scope(View::At(0), View::At(0));
        ends.extend(self.values_at_last(function.name.span));
        let ensured = self.ensured(contract, &after, &before)?;
        for Stated { formula, span, kind } in ensured {
            if kind == AssertKind::Admit {
                let message = "this clause is admitted, and not checked";
                self.rely_on(AssumptionKind::Admitted, span, message);
                continue;
            }
            let formula = self.with_types(formula);
            if !formula.is_true() {
                ends.push(Check {
                    formula,
                    span,
                    kind: CheckKind::Postcondition,
                    demanded: None,
                });
            }
        }
        Ok(ends)
    }

    /// What runs before `main`.
    fn constructed(&mut self, span: Span) -> Lowering<Vec<Stmt>> {
        let env = self.env;
        let ((), code) = self.block(|b| {
            if env.constructed_elsewhere {
                b.guesses.insert(span);
                b.forget_everything(span);
            }
            for name in &env.constructors {
                if let Some(callee) = env.callees.get(name) {
                    b.invoke(name, callee, Vec::new(), span)?;
                }
            }
            Ok(())
        })?;
        Ok(code)
    }

    /// What the types of global variables say at the start.
    fn heap_facts(&mut self) -> Vec<Term> {
        let mut facts = Vec::new();
        for (ty, vars) in self.global_scalars() {
            let parts: Vec<Term> = vars.iter().map(Var::term).collect();
            facts.push(self.well_typed(&ty, &parts));
        }
        let statics = self
            .heap
            .iter()
            .filter(|(k, h)| k.starts_with("~&") && h.var.sort() == &Sort::Ref);
        let statics: Vec<Term> = statics.map(|(_, h)| h.var.term()).collect();
        facts.extend(statics.iter().map(|block| self.is_whole(block)));
        facts.extend(self.standard_streams());
        facts.retain(|f| !f.is_true());
        facts
    }

    /// The streams that every program has are there.
    fn standard_streams(&self) -> Vec<Term> {
        let streams = self.heap.values().filter(|h| match &h.kind {
            HeapKind::Global(name, leaf) => leaf.part != Part::Offset && self.env.is_standard_stream(name),
            _ => false,
        });
        streams.map(|h| Term::ne(h.var.term(), Term::null())).collect()
    }

    /// Axioms and lemmas without labels.
    fn axioms(&mut self) -> Lowering<Vec<(Term, Span)>> {
        let mut all = Vec::new();
        let env = self.env;
        for law in &env.laws {
            if !self.may_use(law) {
                continue;
            }
            if env.states_of(law) > 0 {
                // stated where its functions are applied
                continue;
            }
            let scope = Scope::of_file(View::Now);
            all.push((self.formula(law.formula, &scope)?, law.formula.span));
            self.use_law(law);
        }
        Ok(all)
    }

    /// Fills in what is kept at labels.
    pub(super) fn with_states(&self, block: Vec<Stmt>) -> Vec<Stmt> {
        let mut filled = Vec::new();
        for s in block {
            let span = s.span;
            let kind = match s.kind {
                StmtKind::Label(name, spec) => match name.strip_prefix("\\at ").and_then(|n| n.parse().ok()) {
                    Some(number) => {
                        filled.extend(self.filled(number, span));
                        continue;
                    }
                    None => StmtKind::Label(name, spec),
                },
                kind => kind.map_blocks(|b| self.with_states(b)),
            };
            filled.push(Stmt { kind, span });
        }
        filled
    }
}
