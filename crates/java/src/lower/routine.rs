//! A method as a routine.

use super::body::Body;
use super::shape::{Link, Shape, Tree};
use super::state::{Dirty, HeapKind};
use super::survey;
use super::value::{Local, Lowering, Scope, Val, View, is_written_object, sort_of};
use super::world::World;
use crate::ints;
use crate::syntax::ast::{self, ExprKind};
use crate::syntax::inverted;
use crate::types::{ClassId, Classes, MethodRef, Type};
use abide_base::{Diagnostic, Span};
use abide_frontend::draft::Draft;
use abide_frontend::heap::Heap;
use abide_ir::{Check, CheckKind, Fact, Routine};
use abide_logic::heap::TYPE_OF;
use abide_logic::{Sort, Term, Var};
use std::collections::BTreeSet;

/// A method lowered.
pub(super) struct Done {
    pub routine: Routine,
    pub warnings: Vec<Diagnostic>,
    pub shape: Shape,
}

/// Lowers a method. A first pass finds out which parts of the heap it speaks of, so that the
/// second knows what an unknown call may change.
pub(super) fn routine<'a>(world: &World<'a>, m: MethodRef<'a>, name: String) -> Result<Done, Vec<Diagnostic>> {
    let mut body = Body::new(world, m);
    let first = body.method_routine(name.clone());
    let mut again = Body::new(world, m);
    again.dirty = body.dirty.again();
    again.draft = body.draft.second_pass(&body.heap);
    again.heap = body.heap;
    let result = first.and_then(|_| again.method_routine(name));
    match result {
        Ok((routine, shape)) => Ok(Done {
            routine,
            warnings: again.draft.diagnostics(world.options.lenient)?,
            shape,
        }),
        Err(error) => Err(body.draft.failed(*error, world.options.lenient)),
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
    fn new(world: &'w World<'a>, m: MethodRef<'a>) -> Body<'w, 'a> {
        Body {
            world,
            class: m.class,
            method: m,
            verified: m,
            measures: Vec::new(),
            inlined: Vec::new(),
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
            ghost_locals: BTreeSet::new(),
            result: None,
            own_result: Type::Void,
            thrown: Var::new("\\thrown", 0, Sort::Ref),
            frames: Vec::new(),
            allowed: Vec::new(),
            defined: Vec::new(),
            bound: Vec::new(),
            sums: Vec::new(),
            frame: Vec::new(),
        }
    }

    fn method_routine(&mut self, name: String) -> Lowering<(Routine, Shape)> {
        let m = self.method;
        let span = m.decl.name.span;
        self.snapshot("old");
        let thrown = self.thrown.clone();
        self.locals.push(thrown);
        self.own_result = self.resolve(&m.decl.result)?;
        if self.own_result != Type::Void {
            let ty = self.own_result.clone();
            self.result = Some(self.temp("\\result", sort_of(&ty)));
        }
        for unread in self.world.unread(m) {
            let warning = Diagnostic::warning(unread.span, &unread.what);
            self.leave_out(unread.help.iter().fold(warning, |w, help| w.help(help)));
        }
        let mut requires: Vec<Fact> = Vec::new();
        let mut given = |formula: Term, span: Span| {
            if !formula.is_true() {
                requires.push(Fact { formula, span });
            }
        };
        let is_static = m.decl.modifiers.is_static;
        if !is_static {
            let this = self.fresh("this", Sort::Ref);
            self.inputs.push(this.clone());
            let val = Val::new(this.term(), Type::Class(m.class));
            self.this = Some(val.clone());
            self.first_this = Some(val.clone());
            self.root = Some(val.clone()).filter(|_| !m.decl.constructor);
            given(Term::ne(this.term(), Term::null()), span);
            if m.decl.constructor {
                // the object has just been made; its class may be a subclass
                let allocated = self.allocated();
                given(Term::not(Term::select(allocated.term(), this.term())), span);
                let fact = self.has_type(&this.term(), &val.ty);
                given(fact, span);
                self.making.push(this.term());
                self.dirty.raw.push(val);
            } else {
                let fact = self.well_typed(&this.term(), &val.ty);
                given(fact, span);
                for below in self.overridden_below(m) {
                    let fact = self.has_type(&this.term(), &Type::Class(below));
                    given(Term::not(fact), span);
                }
            }
        }
        let body = m.decl.body.as_deref().unwrap_or_default();
        for param in &m.decl.params {
            let ty = self.resolve(&param.ty)?;
            // where the body has a copy of its own, what came in is a value of the past
            let name = match survey::assigns(body, &param.name.text) {
                true => format!("old({})", param.name.text),
                false => param.name.text.to_string(),
            };
            let var = self.fresh(&name, sort_of(&ty));
            self.inputs.push(var.clone());
            let fact = self.well_typed(&var.term(), &ty);
            given(fact, param.name.span);
            // a caller may only know the overridden method
            let place = m.decl.params.iter().position(|p| std::ptr::eq(p, param)).unwrap_or(0);
            let above = self.classes().overridden(m);
            let mut theirs = above
                .iter()
                .filter_map(|up| Some((up.class, up.decl.params.get(place)?)));
            let agreed = theirs.all(|(class, p)| self.is_non_null(&p.modifiers, class, &ty));
            let non_null = agreed && self.is_non_null(&param.modifiers, m.class, &ty);
            if non_null {
                given(Term::ne(var.term(), Term::null()), param.name.span);
            }
            let local = Local {
                name: param.name.text.to_string(),
                var: var.clone(),
                ty: ty.clone(),
                non_null: false,
                vague: &*param.ty.name == "var",
                plain_object: is_written_object(&param.ty),
            };
            self.params.push(local);
        }
        let params = self.params.clone();
        self.scopes = vec![self.own_copies(&params, body, span)];
        let contract = self.contract(m);
        let entry = self.contract_scope(View::Now, View::Now);
        let mut ways = Vec::new();
        let mut required = Vec::new();
        for number in 0..contract.cases.len() {
            let parts = self.requires(&contract, number, &entry)?;
            parts.iter().for_each(|(t, s)| given(self.read_types(t), *s));
            required.extend(parts.iter().cloned());
            if contract.is_single() {
                parts.into_iter().for_each(|(t, s)| given(t, s));
            } else {
                ways.push(Term::and(parts.into_iter().map(|(t, _)| t)));
            }
        }
        if !ways.is_empty() {
            given(Term::or(ways), span);
        }
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
            given(formula, clause);
        }
        for (formula, clause) in required {
            given(self.order_of(&formula)?, clause);
        }
        self.allowed = self.allowed_everywhere(m)?;
        // locations of the frame are those of the pre-state
        let before = self.contract_scope(View::At(0), View::At(0));
        self.frame = self.frames_of(&contract, &before, span)?;
        if self.world.options.throwing {
            self.frame.clear();
        }
        self.measures = self.measures_of(&contract, &before)?;
        self.assign_thrown(span);
        for (formula, clause) in self.implied(&contract, &before)? {
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
        self.statements(&body[done..])?;
        let ensures = self.ends(m, helper)?;
        let required: Vec<Term> = requires.iter().map(|f| f.formula.clone()).collect();
        let ensured: Vec<Term> = ensures.iter().map(|c| c.formula.clone()).collect();
        for fact in self.closed(&required, &ensured) {
            requires.push(Fact { formula: fact, span });
        }
        for fact in self.set_fields() {
            requires.push(Fact { formula: fact, span });
        }
        let code = std::mem::take(&mut self.code);
        let mut stmts = self.filled(0, span);
        stmts.extend(self.nothing_dirty(span));
        stmts.extend(code);
        for fact in self.facts.clone() {
            requires.insert(0, Fact { formula: fact, span });
        }
        let mut inputs = self.inputs.clone();
        inputs.extend(self.heap.values().map(|h| h.var.clone()));
        let shape = self.shape(&name, m);
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
        };
        Ok((routine, shape))
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
    fn contract_scope(&self, view: View, old: View) -> Scope {
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

    /// What must hold at the end.
    fn ends(&mut self, m: MethodRef<'a>, helper: bool) -> Lowering<Vec<Check>> {
        if self.world.options.throwing {
            return Ok(Vec::new());
        }
        let span = m.decl.name.span;
        let contract = self.contract(m);
        let scope = self.contract_scope(View::Now, View::At(0));
        let thrown = self.thrown.term();
        let normal = Term::eq(thrown.clone(), Term::null());
        let failed = Term::not(normal.clone());
        let mut ends = Vec::new();
        let mut owe = |formula: Term, span: Span, kind: CheckKind, demanded: Option<Span>| {
            if !formula.is_true() {
                ends.push(Check {
                    formula,
                    span,
                    kind,
                    demanded,
                });
            }
        };
        if let Some(result) = self.result.clone() {
            let ty = self.own_result.clone();
            let above = self.classes().overridden(m);
            let promised = above
                .iter()
                .any(|up| self.is_non_null(&up.decl.modifiers, up.class, &ty));
            if promised || self.is_non_null(&m.decl.modifiers, m.class, &ty) {
                let holds = Term::implies(normal.clone(), Term::ne(result.term(), Term::null()));
                owe(holds, m.decl.result.span, CheckKind::Postcondition, None);
            }
        }
        for (formula, clause) in self.normal_end(&contract, &scope)? {
            let order = self.order_of(&formula)?;
            let formula = Term::implies(Term::and([normal.clone(), order]), self.with_types(formula));
            owe(formula, clause, CheckKind::Postcondition, None);
        }
        for (formula, clause) in self.exceptional_end(&contract, &scope, &thrown)? {
            let formula = Term::implies(failed.clone(), self.with_types(formula));
            owe(formula, clause, CheckKind::Postcondition, None);
        }
        for check in self.dirty_at_end(span)? {
            owe(check.formula, check.span, check.kind, check.demanded);
        }
        let Some(this) = self.this.clone() else { return Ok(ends) };
        if !helper {
            for (formula, clause) in self.invariants(&this, View::Now)? {
                let formula = self.with_types(formula);
                // an object whose constructor throws is never seen
                let formula = match m.decl.constructor {
                    true => Term::implies(normal.clone(), formula),
                    false => formula,
                };
                owe(formula, clause, CheckKind::ClassInvariant, None);
            }
        }
        if m.decl.constructor {
            for (formula, clause) in self.raw_at_end(&this, span)? {
                owe(
                    Term::implies(failed.clone(), formula),
                    clause,
                    CheckKind::ClassInvariant,
                    None,
                );
            }
            // nobody wrote the constructor, and no run fails in it: whether others set the field later is not known
            let later = (m.decl.origin == ast::Origin::Constructor).then(|| self.arbitrary(&Type::Bool, span).term);
            for (set, field) in self.fields_set(m.class, &this)? {
                let set = Term::or(later.iter().cloned().chain([set]));
                owe(Term::implies(normal.clone(), set), span, CheckKind::Null, Some(field));
            }
        }
        Ok(ends)
    }

    /// What the heap variables mean, for showing inputs.
    fn shape(&self, routine: &str, m: MethodRef<'a>) -> Shape {
        let classes = self.classes();
        let mut shape = Shape {
            routine: routine.to_string(),
            class: classes.get(m.class).path.clone(),
            method: m.decl.name.text.to_string(),
            is_static: m.decl.modifiers.is_static,
            constructor: m.decl.constructor,
            params: self
                .params
                .iter()
                .map(|p| (p.var.clone(), classes.show(&p.ty)))
                .collect(),
            locals: self.named.iter().map(|(v, ty)| (v.clone(), classes.show(ty))).collect(),
            this: self
                .this
                .as_ref()
                .and_then(|t| Some((t.term.as_var()?.clone(), classes.show(&t.ty)))),
            guesses: self.guesses.clone(),
            determined: self.determined(),
            hidden: self.hidden(),
            ..Shape::default()
        };
        if !shape.determined.is_empty() || !shape.hidden.is_empty() {
            // what is known at the start is true of what is not known
            shape.guesses.insert(m.decl.name.span);
        }
        let given = self.params.iter().map(|p| (Some(&p.var), &p.ty));
        let this = self.this.iter().map(|t| (t.term.as_var(), &t.ty));
        let root = |(var, ty): (Option<&Var>, &Type)| Some((var?.clone(), numbers(classes, ty)?));
        shape.roots = given.chain(this).filter_map(root).collect();
        let path = |id: &ClassId| classes.get(*id).path.clone();
        for (key, h) in self.heap.iter() {
            match &h.kind {
                HeapKind::Field(class, name, ty) => {
                    let owner = classes.interval(&Type::Class(*class));
                    shape.links.extend(owner.map(|owner| Link {
                        field: h.var.clone(),
                        owner,
                        value: numbers(classes, ty),
                    }));
                    match inverted(name) {
                        Some(down) => shape.trees.extend(self.tree(*class, name, &h.var, &down)),
                        None => {
                            let shown = (h.var.clone(), path(class), name.clone(), classes.show(ty));
                            shape.fields.push(shown);
                        }
                    }
                }
                HeapKind::Static(class, name, ty) => {
                    shape
                        .roots
                        .extend(numbers(classes, ty).map(|range| (h.var.clone(), range)));
                    shape
                        .statics
                        .push((h.var.clone(), path(class), name.clone(), classes.show(ty)))
                }
                HeapKind::Elements(ty) => {
                    let range = ty.as_int().and_then(ints::range);
                    shape.numbers.extend(range.map(|range| (h.var.clone(), range)));
                    shape.arrays.push((h.var.clone(), classes.show(ty)));
                }
                HeapKind::Constant(name) => shape.constants.push((h.var.clone(), name.clone())),
                HeapKind::Fixed if key == "~.length" => shape.lengths = Some(h.var.clone()),
                HeapKind::Fixed if h.var.name() == TYPE_OF => shape.types = Some(h.var.clone()),
                HeapKind::Allocated => {
                    shape.allocated = Some(h.var.clone());
                    shape.makes = self.writes.iter().any(|w| w.map == h.var);
                }
                HeapKind::Fixed => {}
            }
        }
        for id in classes.ids() {
            let info = classes.get(id);
            shape.ranges.push(info.interval);
            let concrete = !info.interface && !info.decl.is_some_and(|d| d.modifiers.is_abstract);
            if concrete {
                shape.classes.push((info.interval.0, info.path.clone()));
            }
        }
        shape
    }

    /// The tree that a ghost field of a class leads up.
    fn tree(&self, class: ClassId, ghost: &str, up: &Var, down: &[&str]) -> Option<Tree> {
        let field = |wanted: &&str| {
            let is_it = |kind: &HeapKind| matches!(kind, HeapKind::Field(c, name, _) if *c == class && name == wanted);
            let found = self.heap.values().find(|h| is_it(&h.kind))?;
            Some(found.var.clone())
        };
        let declared = self.classes().get(class).decl?;
        let declared = declared.fields.iter().find(|f| *f.name.text == *ghost)?;
        Some(Tree {
            up: up.clone(),
            down: down.iter().map(field).collect::<Option<_>>()?,
            span: declared.name.span,
        })
    }
}

/// The numbers of the types that objects can have where a type is declared, if that says anything.
fn numbers(classes: &Classes, ty: &Type) -> Option<(i64, i64)> {
    match ty {
        Type::Array(element) if !element.is_reference() => {
            let number = classes.exact(ty);
            Some((number, number))
        }
        _ => classes.interval(ty),
    }
}
