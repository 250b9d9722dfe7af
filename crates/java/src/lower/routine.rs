//! A method as a routine: its inputs, what is known of them, and its code.
//!
//! Parameters, `this` and the heap variables are the inputs. Where a fact may be assumed is decided here; what must
//! hold at the end is in [`super::postcondition`].

use super::body::Body;
use super::contract::Contract;
use super::environment::Environment;
use super::flow::Flow;
use super::shape::Shape;
use super::state::Dirty;
use super::survey;
use super::value::{Local, Lowering, Scope, Val, View, arithmetic_of, is_written_object, sort_of};
use crate::syntax::ast::{self, ExprKind};
use crate::types::{ClassId, MethodRef, Type};
use abide_base::{Diagnostic, Span};
use abide_frontend::draft::Draft;
use abide_frontend::heap::Heap;
use abide_ir::{AssumptionKind, Check, CheckKind, Fact, Routine};
use abide_logic::{Sort, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// A method lowered.
pub(super) struct Done {
    pub routine: Routine,
    pub warnings: Vec<Diagnostic>,
    pub shape: Shape,
}

/// Lowers a method. A first pass finds out which parts of the heap it speaks of, so that the
/// second knows what an unknown call may change.
pub(super) fn routine<'a>(env: &Environment<'a>, m: MethodRef<'a>, name: String) -> Result<Done, Vec<Diagnostic>> {
    let mut body = Body::new(env, m);
    let first = body.method_routine(name.clone());
    let mut again = Body::new(env, m);
    again.dirty = body.dirty.again();
    again.draft = body.draft.second_pass(&body.heap);
    again.heap = body.heap;
    again.literals = body.literals;
    for class in body.asserting {
        let on = again.temp("\\assertions", Sort::Bool);
        again.assertions.insert(class, on);
    }
    let result = first.and_then(|_| again.method_routine(name));
    match result {
        Ok((routine, shape)) => Ok(Done {
            routine,
            warnings: again.draft.diagnostics(env.options.lenient)?,
            shape,
        }),
        Err(error) => Err(body.draft.failed(*error, env.options.lenient)),
    }
}

/// What is known where a routine begins.
#[derive(Default)]
struct Given(Vec<Fact>);

impl Given {
    fn add(&mut self, formula: Term, span: Span) {
        if !formula.is_true() {
            self.0.push(Fact { formula, span });
        }
    }
}

/// Does a constructor begin with `this(…)` or `super(…)`?
pub(super) fn begins_with(body: &[ast::Stmt], word: &str) -> bool {
    let Some(ast::StmtKind::Expr(e)) = body.first().map(|s| &s.kind) else {
        return false;
    };
    matches!(&*e.kind, ExprKind::Call(None, name, _) if &*name.text == word)
}

impl<'w, 'a> Body<'w, 'a> {
    pub(super) fn new(env: &'w Environment<'a>, m: MethodRef<'a>) -> Body<'w, 'a> {
        Body {
            env,
            class: m.class,
            method: m,
            verified: m,
            measures: Vec::new(),
            inlined: Vec::new(),
            relies: BTreeSet::new(),
            initialising: Vec::new(),
            routine_class: m.class,
            initialises: None,
            captured: Vec::new(),
            first_this: None,
            draft: Draft::default(),
            heap: Heap::default(),
            params: Vec::new(),
            pre: 0,
            scopes: vec![Vec::new()],
            named: Vec::new(),
            this: None,
            root: None,
            making: Vec::new(),
            dirty: Dirty::default(),
            flow: Flow::default(),
            at_labels: BTreeMap::new(),
            ghost_locals: BTreeSet::new(),
            result: None,
            own_result: Type::Void,
            thrown: Var::new("\\thrown", 0, Sort::Ref),
            frames: Vec::new(),
            allowed: Vec::new(),
            defined: Vec::new(),
            bound: Vec::new(),
            asserting: BTreeSet::new(),
            assertions: BTreeMap::new(),
            sums: Vec::new(),
            literals: BTreeMap::new(),
            frame: Vec::new(),
        }
    }

    fn method_routine(&mut self, name: String) -> Lowering<(Routine, Shape)> {
        let m = self.method;
        let span = m.decl.name.span;
        self.snapshot("old");
        let thrown = self.thrown.clone();
        self.locals.push(thrown);
        self.own_result = match self.bound_in(&m.decl.result, m.class, Some(m.decl)) {
            Some(bound) => bound,
            None => self.resolve(&m.decl.result)?,
        };
        if self.own_result != Type::Void {
            let ty = self.own_result.clone();
            self.result = Some(self.temp("\\result", sort_of(&ty)));
        }
        for unread in self.env.unread(m) {
            let warning = Diagnostic::warning(unread.span, &unread.what);
            self.leave_out(unread.help.iter().fold(warning, |w, help| w.help(help)));
        }
        let body = m.decl.body.as_deref().unwrap_or_default();
        let mut requires = Given::default();
        if !m.decl.modifiers.is_static {
            self.receiver(&mut requires);
        }
        for number in 0..m.decl.params.len() {
            self.parameter(number, &mut requires)?;
        }
        let params = self.params.clone();
        self.scopes = vec![self.own_copies(&params, body, span)];
        let contract = self.contract(m);
        self.trusts_callers(m, &contract);
        if !self.env.options.wrap {
            self.rely_on(AssumptionKind::RunTime, span, "integers do not overflow");
        }
        self.unchecked();
        let required = self.precondition(&contract, &mut requires)?;
        let granted = self.granted_preconditions(&name);
        let facts = granted.iter().flat_map(|g| &g.facts);
        facts.for_each(|f| requires.add(f.clone(), span));
        // objects that come in satisfy their invariants, but for the one that a helper is to mend
        let helper = m.decl.modifiers.helper && self.classes().overridden(m).is_empty();
        self.dirty.helper = helper && !m.decl.constructor;
        self.dirty.routine = Some(m).filter(|_| !m.decl.constructor);
        let params = self.params.iter();
        self.dirty.params = params
            .filter(|p| matches!(p.ty, Type::Class(_)))
            .map(|p| Val::new(p.var.term(), p.ty.clone()))
            .collect();
        if m.decl.origin == ast::Origin::StaticInitialiser {
            self.initialises = Some(m.class);
        }
        for (formula, clause) in self.given_invariants()? {
            requires.add(formula, clause);
        }
        for (formula, clause) in required {
            requires.add(self.invariants_of_read(&formula)?, clause);
        }
        self.allowed = self.allowed_everywhere(m)?;
        let thrown = self.granted_exceptions(&name)?;
        self.allowed
            .iter_mut()
            .for_each(|set| set.extend(thrown.iter().cloned()));
        self.code_of(&contract, body, span)?;
        let ensures = self.ends(m, helper)?;
        let mut requires = requires.0;
        let required: Vec<Term> = requires.iter().map(|f| f.formula.clone()).collect();
        let ensured: Vec<Term> = ensures.iter().map(|c| c.formula.clone()).collect();
        for fact in self.closed(&required, &ensured) {
            requires.push(Fact { formula: fact, span });
        }
        for fact in self.set_fields() {
            requires.push(Fact { formula: fact, span });
        }
        let code = std::mem::take(&mut self.code);
        let code = self.without_warnings(code);
        let ensures = ensures.into_iter().filter(|c| !self.is_kept_back(c, Some(m.decl.span)));
        let ensures: Vec<Check> = ensures.collect();
        let mut stmts = self.filled(0, span);
        stmts.extend(self.nothing_dirty(span));
        stmts.extend(self.assertions_on_or_off(span));
        stmts.extend(code);
        for fact in self.facts.clone() {
            requires.insert(0, Fact { formula: fact, span });
        }
        let mut inputs = self.inputs.clone();
        inputs.extend(self.heap.values().map(|h| h.var.clone()));
        let shape = Shape {
            granted,
            relies: self.relies.clone(),
            ..self.shape(&name, m)
        };
        let routine = Routine {
            name,
            span,
            inputs,
            locals: self.locals.clone(),
            requires,
            body: stmts,
            ensures,
            next_tag: self.next_tag,
            definitions: Vec::new(),
            assumes: self.assumes.iter().cloned().collect(),
            unread: self.unread.clone(),
            calls: Default::default(),
        };
        Ok((routine, shape))
    }

    /// The object of the method, as an input.
    fn receiver(&mut self, requires: &mut Given) {
        let m = self.method;
        let span = m.decl.name.span;
        let this = self.fresh("this", Sort::Ref);
        self.inputs.push(this.clone());
        let val = Val::new(this.term(), Type::Class(m.class));
        self.this = Some(val.clone());
        self.first_this = Some(val.clone());
        self.root = Some(val.clone()).filter(|_| !m.decl.constructor);
        requires.add(Term::ne(this.term(), Term::null()), span);
        if m.decl.constructor {
            // the object has just been made; its class may be a subclass
            let allocated = self.allocated();
            requires.add(Term::not(Term::select(allocated.term(), this.term())), span);
            requires.add(self.has_type(&this.term(), &val.ty), span);
            self.making.push(this.term());
            self.dirty.raw.push(val);
        } else {
            requires.add(self.well_typed(&this.term(), &val.ty), span);
            for below in self.overridden_below(m) {
                let fact = self.has_type(&this.term(), &Type::Class(below));
                requires.add(Term::not(fact), span);
            }
        }
    }

    /// A parameter of the method, as an input.
    fn parameter(&mut self, number: usize, requires: &mut Given) -> Lowering<()> {
        let m = self.method;
        let param = &m.decl.params[number];
        let ty = self.resolve(&param.ty)?;
        // where the body has a copy of its own, what came in is a value of the past
        let body = m.decl.body.as_deref().unwrap_or_default();
        let name = match survey::assigns(body, &param.name.text) {
            true => format!("old({})", param.name.text),
            false => param.name.text.to_string(),
        };
        let var = self.fresh(&name, sort_of(&ty));
        self.inputs.push(var.clone());
        requires.add(self.as_given(&var.term(), &ty), param.name.span);
        // a caller may only know the overridden method
        let above = self.classes().overridden(m);
        let mut theirs = above
            .iter()
            .filter_map(|up| Some((up.class, up.decl.params.get(number)?)));
        let agreed = theirs.all(|(class, p)| self.is_non_null(&p.modifiers, class, &ty));
        let required = match self.adds_up(m) {
            true => self.is_required(m, number),
            false => agreed && self.is_non_null(&param.modifiers, m.class, &ty),
        };
        if required {
            requires.add(Term::ne(var.term(), Term::null()), param.name.span);
        }
        self.params.push(Local {
            name: param.name.text.to_string(),
            var,
            ty,
            non_null: false,
            vague: &*param.ty.name == "var",
            plain_object: is_written_object(&param.ty),
        });
        Ok(())
    }

    /// The precondition of the contract. Gives back its clauses.
    fn precondition(&mut self, contract: &Contract<'a>, requires: &mut Given) -> Lowering<Vec<(Term, Span)>> {
        let entry = self.contract_scope(View::Now, View::Now);
        let mut ways = Vec::new();
        let mut required = Vec::new();
        for number in 0..contract.cases.len() {
            let parts = self.requires(contract, number, &entry)?;
            parts.iter().for_each(|(t, s)| requires.add(self.read_types(t), *s));
            required.extend(parts.iter().cloned());
            if contract.is_single() {
                parts.into_iter().for_each(|(t, s)| requires.add(t, s));
            } else {
                ways.push(Term::and(parts.into_iter().map(|(t, _)| t)));
            }
        }
        if !ways.is_empty() {
            requires.add(Term::or(ways), self.method.decl.name.span);
        }
        Ok(required)
    }

    /// The code of the method, and what of its contract holds at its beginning.
    fn code_of(&mut self, contract: &Contract<'a>, body: &'a [ast::Stmt], span: Span) -> Lowering<()> {
        let m = self.method;
        // locations of the frame are those of the pre-state
        let before = self.contract_scope(View::At(0), View::At(0));
        self.frame = self.frames_of(contract, &before, span)?;
        if self.env.options.throwing {
            self.frame.clear();
        }
        self.trusts_frame(span);
        self.measures = self.measures_of(contract, &before)?;
        self.assign_thrown(span);
        for (formula, clause) in self.implied(contract, &before)? {
            let formula = self.with_types(formula);
            self.check(formula, CheckKind::Assertion, clause, None);
        }
        let captured = self.captured_by_lambda(m)?;
        self.scopes[0].extend(captured);
        self.captured_by_classes(m)?;
        if m.decl.constructor {
            self.begin_constructor(m, body, span)?;
        }
        if m.decl.origin == ast::Origin::StaticInitialiser {
            self.static_initialiser(m.class, span)?;
        }
        let done = usize::from(m.decl.constructor && begins_with(body, "super"));
        self.statements(&body[done..])
    }

    /// The given classes on whose objects the method never runs, since they override it and do not call it.
    fn overridden_below(&self, m: MethodRef<'a>) -> Vec<ClassId> {
        let runs_not = |id: &ClassId| {
            let Some(decl) = self.classes().get(*id).decl else {
                return false;
            };
            let mut methods = decl.methods.iter().map(|decl| MethodRef { class: *id, decl });
            let is_it = |up: &MethodRef<'a>| up.class == m.class && std::ptr::eq(up.decl, m.decl);
            *id != m.class
                && self.classes().is_subclass(*id, m.class)
                && methods.any(|own| self.classes().overridden(own).iter().any(is_it))
                && !survey::calls_above(decl, &m.decl.name.text)
        };
        self.classes().ids().filter(runs_not).collect()
    }

    fn assign_thrown(&mut self, span: Span) {
        let thrown = self.thrown.clone();
        self.assign(&thrown, Term::null(), span);
    }

    /// Where a contract of the method itself is read.
    pub(super) fn contract_scope(&self, view: View, old: View) -> Scope {
        let params = self.params.iter();
        Scope {
            bound: params
                .map(|p| (p.name.clone(), Val::new(p.var.term(), p.ty.clone())))
                .collect(),
            locals: false,
            this: self.this.clone(),
            class: self.method.class,
            result: self
                .result
                .as_ref()
                .map(|r| Val::new(r.term(), self.own_result.clone())),
            view,
            old,
            entry: 0,
            math: arithmetic_of(&self.method.decl.modifiers),
            depth: 0,
        }
    }

    /// A new object gets its first values before the constructor's body runs.
    fn begin_constructor(&mut self, m: MethodRef<'a>, body: &'a [ast::Stmt], span: Span) -> Lowering<()> {
        let this = self.this_value(span)?;
        let allocated = self.allocated();
        let grown = Term::store(allocated.term(), this.term.clone(), Term::tt());
        self.assign(&allocated, grown, span);
        self.clear(&this, span)?;
        if begins_with(body, "this") {
            return Ok(());
        }
        // initialisers come after `super(…)`, whether it is written or not
        if begins_with(body, "super") {
            self.statements(&body[..1])?;
        } else {
            self.super_fields(m.class, &this, span)?;
        }
        self.initialise(m.class, &this, span)
    }
}
