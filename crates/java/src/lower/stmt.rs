//! Statements.

use super::heap::Write;
use super::jump::{Frame, Goal};
use super::{Body, Lowering, Val, View, sort_of, unsupported, wrong};
use crate::syntax::ast::{self, Expr, ExprKind, StmtKind as S};
use crate::types::Type;
use abide_base::{Diagnostic, Span};
use abide_ir::{Check, CheckKind, Fact, Loop, LoopSpec, Stmt, StmtKind};
use abide_logic::{Sort, Term, Var};
use std::collections::BTreeSet;

/// The parts of a loop, whatever its keyword.
struct Parts<'t> {
    spec: &'t ast::LoopSpec,
    span: Span,
    labels: Vec<String>,
    condition: Option<&'t Expr>,
    /// Tests after the body rather than before.
    late: bool,
    update: &'t [Expr],
    body: &'t ast::Stmt,
}

/// The hidden variables of a loop over an array.
struct Each<'t> {
    param: &'t ast::Param,
    ty: Type,
    array: Val,
    count: Var,
}

impl<'a> Body<'_, 'a> {
    /// Statements in a scope of their own.
    pub(super) fn statements(&mut self, block: &'a [ast::Stmt]) -> Lowering<()> {
        self.scopes.push(Vec::new());
        let result = block.iter().try_for_each(|s| self.statement(s, Vec::new()));
        self.scopes.pop();
        result
    }

    /// A statement with the labels in front of it, if it is a loop or a switch.
    fn statement(&mut self, s: &'a ast::Stmt, labels: Vec<String>) -> Lowering<()> {
        let span = s.span;
        match &s.kind {
            S::Empty => Ok(()),
            S::Block(block) => self.statements(block),
            S::Local(locals) => locals.iter().try_for_each(|l| self.local(l)),
            S::LocalClass(class) => {
                self.warn(
                    Diagnostic::warning(class.name.span, "a class declared in a body is not modelled")
                        .note("its objects are arbitrary"),
                );
                Ok(())
            }
            S::Expr(e) => {
                self.scopes.push(Vec::new());
                let result = self.effect(e);
                self.scopes.pop();
                result
            }
            S::If(c, yes, no) => {
                // a pattern variable of the condition is in scope of the branches
                self.scopes.push(Vec::new());
                let result = self.branch(c, yes, no.as_deref(), span);
                let bound = self.scopes.pop();
                // and after `if (!(x instanceof T t)) return;`
                if no.is_none() && leaves(yes) {
                    bound.into_iter().flatten().for_each(|l| self.bring(l));
                }
                result
            }
            S::While(spec, c, body) => self.repeat(Parts {
                spec,
                span,
                labels,
                condition: Some(c),
                late: false,
                update: &[],
                body,
            }),
            S::Do(spec, body, c) => self.repeat(Parts {
                spec,
                span,
                labels,
                condition: Some(c),
                late: true,
                update: &[],
                body,
            }),
            S::For(spec, init, c, update, body) => {
                self.scopes.push(Vec::new());
                let result = init
                    .iter()
                    .try_for_each(|s| self.statement(s, Vec::new()))
                    .and_then(|()| {
                        self.repeat(Parts {
                            spec,
                            span,
                            labels,
                            condition: c.as_ref(),
                            late: false,
                            update,
                            body,
                        })
                    });
                self.scopes.pop();
                result
            }
            S::ForEach(spec, param, e, body) => {
                self.scopes.push(Vec::new());
                let result = self.for_each(spec, param, e, body, labels, span);
                self.scopes.pop();
                result
            }
            S::Labeled(name, inner) => {
                let mut labels = labels;
                labels.push(name.text.to_string());
                let own = matches!(
                    &inner.kind,
                    S::While(..) | S::Do(..) | S::For(..) | S::ForEach(..) | S::Switch(..) | S::Labeled(..)
                );
                if own {
                    return self.statement(inner, labels);
                }
                let frame = Frame::Break {
                    names: labels,
                    plain: false,
                    label: self.label("after"),
                    used: false,
                };
                self.framed(frame, span, |b| b.statement(inner, Vec::new()))
            }
            S::Switch(e, cases) => {
                let frame = Frame::Break {
                    names: labels,
                    plain: true,
                    label: self.label("after"),
                    used: false,
                };
                self.framed(frame, span, |b| b.switch(e, cases, span, false))
            }
            S::Break(name) => {
                let name = name.as_ref().map(|n| &*n.text);
                let frame = self.break_frame(name).ok_or_else(|| nowhere(span))?;
                self.leave(Goal::Frame(frame), span);
                Ok(())
            }
            S::Continue(name) => {
                let name = name.as_ref().map(|n| &*n.text);
                let frame = self.continue_frame(name).ok_or_else(|| nowhere(span))?;
                self.leave(Goal::Frame(frame), span);
                Ok(())
            }
            S::Yield(e) => {
                let frame = self.yield_frame().ok_or_else(|| nowhere(span))?;
                let Frame::Yield { result, ty, .. } = self.frames[frame].clone() else {
                    return Err(nowhere(span));
                };
                let val = self.expr(e)?;
                let val = self.convert(val, &ty, e.span)?;
                self.assign(&result, val.term, span);
                self.leave(Goal::Frame(frame), span);
                Ok(())
            }
            S::Return(e) => {
                if let Some(e) = e {
                    let val = self.expr(e)?;
                    if let Some(result) = self.result.clone() {
                        let ty = self.result_type()?;
                        let val = self.convert(val, &ty, e.span)?;
                        self.assign(&result, val.term, span);
                    }
                }
                self.leave(Goal::Return, span);
                Ok(())
            }
            S::Throw(e) => {
                let object = self.expr(e)?;
                self.not_null(&object, e.span)?;
                if let Type::Class(id) = object.ty
                    && self.classes().has_unknown_ancestor(id)
                {
                    return Err(unsupported(e.span, "an exception whose superclass is not known"));
                }
                self.throw(object, span);
                Ok(())
            }
            S::Try(t) => self.try_statement(t, span),
            // asserts that are switched on: the condition holds, or an AssertionError is thrown
            S::Assert(c, _) => {
                let holds = self.condition(c)?;
                self.demand(holds, CheckKind::Assertion, "AssertionError", c.span)
            }
            S::Synchronized(e, body) => {
                let lock = self.expr(e)?;
                self.not_null(&lock, e.span)?;
                self.warn(
                    Diagnostic::warning(e.span, "what other threads do is not modelled")
                        .note("the block is taken as if there were no lock"),
                );
                self.statements(body)
            }
            S::JmlAssert(e) => {
                let formula = self.body_formula(e)?;
                let formula = self.with_types(formula);
                self.check(formula, CheckKind::Assertion, span, None);
                Ok(())
            }
            S::JmlAssume(e) => {
                let formula = self.body_formula(e)?;
                self.warn(Diagnostic::warning(span, "what is assumed here is not proved"));
                self.assume(formula, span);
                Ok(())
            }
            S::JmlUnreachable => {
                self.check(Term::ff(), CheckKind::Assertion, span, None);
                Ok(())
            }
            S::JmlSet(e) => {
                self.is_ghost_write(e)?;
                self.effect(e)
            }
            S::Unknown(what) => Err(unsupported(span, what)),
        }
    }

    /// An expression for its effect.
    fn effect(&mut self, e: &'a Expr) -> Lowering<()> {
        self.expr(e).map(|_| ())
    }

    /// `set` may write ghost fields and locals only.
    fn is_ghost_write(&self, e: &Expr) -> Lowering<()> {
        let field = match &*e.kind {
            ExprKind::Assign(_, target, _) => match &*target.kind {
                ExprKind::Name(n) if self.find_local(n).is_some() => return Ok(()),
                ExprKind::Name(n) => self.classes().field(self.class, n),
                ExprKind::Field(t, n) if matches!(&*t.kind, ExprKind::This(None)) => {
                    self.classes().field(self.class, &n.text)
                }
                _ => None,
            },
            _ => None,
        };
        match field {
            Some(f) if f.decl.modifiers.ghost || f.decl.modifiers.model => Ok(()),
            _ => Err(unsupported(
                e.span,
                "`set` of anything but a ghost field of this object",
            )),
        }
    }

    /// A local variable.
    pub(super) fn local(&mut self, l: &'a ast::Local) -> Lowering<()> {
        let span = l.name.span;
        let inferred = &*l.ty.name == "var" && self.classes().class_named("var", None).is_none();
        if inferred {
            let Some(init) = &l.init else {
                return Err(unsupported(span, "`var` without a value"));
            };
            let val = self.expr(init)?;
            let var = self.declare(&l.name.text, val.ty.clone(), false);
            self.assign(&var, val.term, span);
            return Ok(());
        }
        let ty = self.resolve(&l.ty)?;
        let value = match &l.init {
            Some(init) => {
                // pattern variables of the value are not in scope afterwards
                self.scopes.push(Vec::new());
                let val = self.initial(init, &ty);
                self.scopes.pop();
                Some(self.convert(val?, &ty, init.span)?)
            }
            None => None,
        };
        let non_null = l.modifiers.non_null && ty.is_reference();
        let var = self.declare(&l.name.text, ty.clone(), non_null);
        match value {
            Some(val) => {
                if non_null {
                    let holds = Term::ne(val.term.clone(), Term::null());
                    self.check(holds, CheckKind::Null, span, None);
                }
                self.assign(&var, val.term, span);
            }
            // runs cannot guess an arbitrary value of the type
            None if self.world.options.throwing => self.assign(&var, Self::zero(&ty), span),
            // javac makes sure that it is assigned before it is read; a declaration in a loop
            // must not keep the value of the round before
            None => {
                self.emit(StmtKind::Havoc(vec![var.clone()]), span);
                let fact = self.well_typed(&var.term(), &ty);
                self.assume(fact, span);
            }
        }
        Ok(())
    }

    fn branch(&mut self, c: &'a Expr, yes: &'a ast::Stmt, no: Option<&'a ast::Stmt>, span: Span) -> Lowering<()> {
        let condition = self.condition(c)?;
        let ((), then) = self.block(|b| b.statement_scoped(yes))?;
        let ((), otherwise) = self.block(|b| match no {
            Some(no) => b.statement_scoped(no),
            None => Ok(()),
        })?;
        self.emit(StmtKind::If(Some(condition), then, otherwise), span);
        Ok(())
    }

    fn statement_scoped(&mut self, s: &'a ast::Stmt) -> Lowering<()> {
        self.statements(std::slice::from_ref(s))
    }

    /// The cases of a switch, in order; `yields` in a switch expression.
    pub(super) fn switch(&mut self, e: &'a Expr, cases: &'a [ast::Case], span: Span, yields: bool) -> Lowering<()> {
        let subject = self.expr(e)?;
        if subject.ty.is_reference() {
            self.not_null(&subject, e.span)?;
        }
        let subject = self.save(subject, e.span);
        let labels: Vec<String> = cases.iter().map(|_| self.label("case")).collect();
        let mut default = None;
        for (case, label) in cases.iter().zip(&labels) {
            if case.default {
                default = Some(label.clone());
            }
            let mut tests = Vec::new();
            for constant in &case.labels {
                tests.push(self.case_test(&subject, constant)?);
            }
            if !tests.is_empty() {
                let go = vec![Stmt {
                    kind: StmtKind::Goto(vec![label.clone()]),
                    span: case.span,
                }];
                self.emit(StmtKind::If(Some(Term::or(tests)), go, Vec::new()), case.span);
            }
        }
        let out = self.label("out");
        match default {
            Some(label) => self.emit(StmtKind::Goto(vec![label]), span),
            // a switch expression over all constants of an enum needs no default
            None if yields => self.assume(Term::ff(), span),
            None => self.emit(StmtKind::Goto(vec![out.clone()]), span),
        }
        self.scopes.push(Vec::new());
        let result: Lowering<()> = (|| {
            for (case, label) in cases.iter().zip(labels) {
                self.place_label(label, case.span);
                if case.arrow {
                    self.statements(&case.body)?;
                    self.emit(StmtKind::Goto(vec![out.clone()]), case.span);
                } else {
                    case.body.iter().try_for_each(|s| self.statement(s, Vec::new()))?;
                }
            }
            Ok(())
        })();
        self.scopes.pop();
        result?;
        self.place_label(out, span);
        Ok(())
    }

    /// Does the subject of a switch equal a label?
    fn case_test(&mut self, subject: &Val, constant: &'a Expr) -> Lowering<Term> {
        if let (Type::Class(class), ExprKind::Name(name)) = (&subject.ty, &*constant.kind)
            && self.classes().enum_constant(*class, name).is_some()
        {
            let own = self.enum_constant(*class, name);
            return Ok(Term::eq(subject.term.clone(), own));
        }
        if self.is_string(&subject.ty) {
            // equality of strings is not that of references
            return Ok(self.arbitrary(&Type::Bool, constant.span).term);
        }
        let val = self.expr(constant)?;
        if val.ty.is_reference() != subject.ty.is_reference() {
            return Err(unsupported(constant.span, "this kind of label"));
        }
        Ok(Term::eq(subject.term.clone(), val.term))
    }

    /// A loop over an array, or over something we know nothing about.
    fn for_each(
        &mut self,
        spec: &'a ast::LoopSpec,
        param: &'a ast::Param,
        e: &'a Expr,
        body: &'a ast::Stmt,
        labels: Vec<String>,
        span: Span,
    ) -> Lowering<()> {
        let array = self.expr(e)?;
        self.not_null(&array, e.span)?;
        let element = array.ty.element().cloned();
        let inferred = &*param.ty.name == "var";
        let ty = match &element {
            Some(element) if inferred => element.clone(),
            None if inferred => self.classes().object(),
            _ => self.resolve(&param.ty)?,
        };
        // a variable that the loop does not assign can stand for the array in invariants
        let written = |n: &str| match self.find_local(n) {
            Some(_) => super::survey::assigns(std::slice::from_ref(body), n),
            None => super::survey::may_write_field(body, n),
        };
        let simple = matches!(&*e.kind, ExprKind::Name(n) if array.term.as_var().is_some() && !written(n));
        let array = if simple { array } else { self.save(array, e.span) };
        let count = self.temp("\\count", Sort::Int);
        self.bring(super::Local {
            name: "\\count".into(),
            var: count.clone(),
            ty: Type::INT,
            non_null: false,
        });
        self.assign(&count, Term::int(0), span);
        let parts = Parts {
            spec,
            span,
            labels,
            condition: None,
            late: false,
            update: &[],
            body,
        };
        let known = element.is_some();
        if !known {
            self.warn(
                Diagnostic::warning(e.span, "what this loop runs over is not modelled")
                    .note("it takes any number of rounds with arbitrary elements"),
            );
        }
        let each = Each {
            param,
            ty,
            array,
            count,
        };
        self.repeat_each(parts, Some((each, known)))
    }

    fn repeat(&mut self, parts: Parts<'a>) -> Lowering<()> {
        self.repeat_each(parts, None)
    }

    fn repeat_each(&mut self, parts: Parts<'a>, each: Option<(Each<'a>, bool)>) -> Lowering<()> {
        let span = parts.spec.keyword;
        let entry = self.snapshot("entry", true);
        let mark = self.writes.len();
        let visible: Vec<super::Local> = self.scopes.iter().flatten().cloned().collect();
        self.scopes.push(Vec::new());
        let spec = self.loop_spec(parts.spec, entry);
        self.scopes.pop();
        let mut spec = spec?;
        spec.span = span;
        let after = self.label("after");
        let next = self.label("next");
        self.frames.push(Frame::Break {
            names: parts.labels.clone(),
            plain: true,
            label: after,
            used: false,
        });
        let lowered = self.round(&parts, each, next, entry);
        let frame = self.frames.pop();
        let (prelude, condition, mut body) = lowered?;
        // what the core forgets at the head although it cannot change
        let mut targets = BTreeSet::new();
        assigned(&prelude, &mut targets);
        assigned(&body, &mut targets);
        // the integers that invariants read have their types wherever the invariants are read
        let read = Term::and(spec.invariants.iter().map(|c| self.read_types(&c.formula)));
        let ((), mut facts) = self.block(|b| {
            b.kept(&visible, &targets, mark, entry, span);
            b.assume(read.clone(), span);
            Ok(())
        })?;
        facts.extend(prelude);
        let kept = self.filled(entry, span);
        self.code.extend(kept);
        self.assume(read.clone(), span);
        let ((), last) = self.block(|b| {
            b.assume(read, span);
            Ok(())
        })?;
        body.extend(last);
        self.emit(
            StmtKind::While(Loop {
                label: None,
                spec,
                prelude: facts,
                condition: Some(condition),
                body,
            }),
            parts.span,
        );
        if let Some(Frame::Break { label, used: true, .. }) = frame {
            self.place_label(label, span);
        }
        Ok(())
    }

    /// Prelude, condition and body of a loop.
    fn round(
        &mut self,
        parts: &Parts<'a>,
        each: Option<(Each<'a>, bool)>,
        next: String,
        entry: usize,
    ) -> Lowering<(Vec<Stmt>, Term, Vec<Stmt>)> {
        let span = parts.spec.keyword;
        let (condition, prelude) = match (&each, parts.condition) {
            // the hidden counter counts from zero to the length: nobody else writes it
            (Some((each, true)), _) => {
                let length = self.length_term(&each.array.term).term;
                let counted = Term::and([
                    Term::le(Term::int(0), each.count.term()),
                    Term::le(each.count.term(), length.clone()),
                ]);
                let ((), prelude) = self.block(|b| {
                    b.assume(counted, span);
                    Ok(())
                })?;
                (Term::lt(each.count.term(), length), prelude)
            }
            (Some((_, false)), _) => self.block(|b| Ok(b.arbitrary(&Type::Bool, span).term))?,
            (None, Some(c)) if !parts.late => self.block(|b| b.condition(c))?,
            _ => (Term::tt(), Vec::new()),
        };
        let ((), body) = self.block(|b| {
            let measures = b.measures(parts.spec, entry)?;
            let frame = Frame::Continue {
                names: parts.labels.clone(),
                label: next,
                used: false,
            };
            b.framed(frame, span, |b| {
                b.scopes.push(Vec::new());
                let result = b.each_value(&each).and_then(|()| b.statement_scoped(parts.body));
                b.scopes.pop();
                result
            })?;
            parts.update.iter().try_for_each(|e| b.effect(e))?;
            if let Some((each, _)) = &each {
                let up = Term::add(each.count.term(), Term::int(1));
                b.assign(&each.count, up, span);
            }
            if parts.late
                && let Some(c) = parts.condition
            {
                let on = b.condition(c)?;
                let ((), out) = b.block(|b| {
                    let frame = b.break_frame(None).ok_or_else(|| nowhere(span))?;
                    b.leave(Goal::Frame(frame), span);
                    Ok(())
                })?;
                b.emit(StmtKind::If(Some(on), Vec::new(), out), c.span);
            }
            b.decreased(parts.spec, measures)
        })?;
        Ok((prelude, condition, body))
    }

    /// The element of this round.
    fn each_value(&mut self, each: &Option<(Each<'a>, bool)>) -> Lowering<()> {
        let Some((each, known)) = each else { return Ok(()) };
        let span = each.param.name.span;
        let val = if *known {
            let val = self.element_term(&each.array, &each.count.term(), View::Now);
            self.known(val, span)
        } else {
            self.arbitrary(&each.ty, span)
        };
        let val = self.convert(val, &each.ty, span)?;
        let var = self.declare(&each.param.name.text, each.ty.clone(), false);
        self.assign(&var, val.term, span);
        Ok(())
    }

    /// Facts that hold at a loop's head whatever the loop does: variables keep to their types,
    /// and objects the loop does not write keep their contents.
    fn kept(&mut self, visible: &[super::Local], targets: &BTreeSet<Var>, mark: usize, entry: usize, span: Span) {
        let allocated = self.heap.get("~alloc").map(|h| h.var.clone());
        let allocates = allocated.is_some_and(|a| targets.contains(&a));
        let mut known: Vec<(Term, Type)> = visible
            .iter()
            .filter(|l| targets.contains(&l.var) || allocates && l.ty.is_reference())
            .map(|l| (l.var.term(), l.ty.clone()))
            .collect();
        if allocates {
            known.extend(self.this.iter().map(|t| (t.term.clone(), t.ty.clone())));
        }
        for h in self.heap.values() {
            if let super::heap::HeapKind::Static(_, _, ty) = &h.kind
                && targets.contains(&h.var)
            {
                known.push((h.var.term(), ty.clone()));
            }
        }
        for (term, ty) in known {
            let fact = self.well_typed(&term, &ty);
            self.assume(fact, span);
        }
        // what was thrown has been caught
        let thrown = self.thrown.clone();
        if targets.contains(&thrown) {
            self.assume(Term::eq(thrown.term(), Term::null()), span);
        }
        let writes: Vec<Write> = self.writes[mark..].to_vec();
        let maps: BTreeSet<Var> = writes.iter().map(|w| w.var.clone()).collect();
        for map in maps {
            if let Some(fact) = self.unwritten(&map, &writes, targets, entry) {
                self.assume(fact, span);
            }
        }
    }

    /// The map is as at loop entry but for the objects written.
    fn unwritten(&mut self, map: &Var, writes: &[Write], targets: &BTreeSet<Var>, entry: usize) -> Option<Term> {
        map.sort().as_map()?;
        let mut objects: Vec<Term> = Vec::new();
        let mut fresh = false;
        for w in writes.iter().filter(|w| w.var == *map) {
            match &w.object {
                Some(o) if o.free_vars().iter().all(|v| !targets.contains(v)) => {
                    if !objects.contains(o) {
                        objects.push(o.clone());
                    }
                }
                _ if w.fresh => fresh = true,
                _ => return None,
            }
        }
        if self.heap.get("~alloc").is_some_and(|h| h.var == *map) {
            // objects stay allocated
            let r = self.fresh("r", Sort::Ref);
            let before = Term::select(self.at(View::At(entry), map), r.term());
            return Some(Term::forall(
                [r.clone()],
                Term::implies(before, Term::select(map.term(), r.term())),
            ));
        }
        let mut before = self.at(View::At(entry), map);
        // runs can evaluate the formula below if `r` is nothing but a key
        if !fresh || self.world.options.throwing {
            before = objects
                .drain(..)
                .fold(before, |m, o| Term::store(m, o.clone(), Term::select(map.term(), o)));
        }
        if !fresh {
            return Some(Term::eq(map.term(), before));
        }
        let allocated = self.allocated();
        let old = self.at(View::At(entry), &allocated);
        let r = self.fresh("r", Sort::Ref);
        let mut guard = vec![Term::select(old, r.term())];
        guard.extend(objects.into_iter().map(|o| Term::ne(r.term(), o)));
        let same = Term::eq(Term::select(map.term(), r.term()), Term::select(before, r.term()));
        Some(Term::forall([r], Term::implies(Term::and(guard), same)))
    }

    /// Invariants, predicates and skolem constants.
    fn loop_spec(&mut self, spec: &'a ast::LoopSpec, entry: usize) -> Lowering<LoopSpec> {
        let mut lowered = LoopSpec::default();
        if let Some(assignable) = &spec.assignable {
            self.warn(
                Diagnostic::warning(assignable.span, "the frame of the loop is not used")
                    .note("what a loop leaves alone is found out from its body"),
            );
        }
        let scope = self.body_scope(View::At(0), entry);
        for clause in &spec.invariants {
            let formula = self.formula(&clause.formula, &scope)?;
            lowered.invariants.push(Check {
                formula,
                span: clause.span,
                kind: CheckKind::InvariantEntry,
                demanded: None,
            });
        }
        for (ty, name) in &spec.skolems {
            let ty = self.resolve(ty)?;
            let var = self.fresh(&name.text, sort_of(&ty));
            lowered.skolems.push(var.clone());
            self.bring(super::Local {
                name: name.text.to_string(),
                var,
                ty,
                non_null: false,
            });
        }
        let scope = self.body_scope(View::At(entry), entry);
        for clause in &spec.predicates {
            let formula = self.formula(&clause.formula, &scope)?;
            lowered.predicates.push(Fact {
                formula,
                span: clause.span,
            });
        }
        Ok(lowered)
    }

    /// The values of the measures at the beginning of a round: natural numbers.
    fn measures(&mut self, spec: &'a ast::LoopSpec, entry: usize) -> Lowering<Vec<Var>> {
        let mut kept = Vec::new();
        for clause in &spec.decreases {
            let scope = self.body_scope(View::At(0), entry);
            let val = self.spec(&clause.formula, &scope)?;
            let var = self.temp("measure", Sort::Int);
            self.assign(&var, val.term.clone(), clause.span);
            let natural = Term::le(Term::int(0), val.term);
            self.check(natural, CheckKind::Decreases, clause.span, None);
            kept.push(var);
        }
        Ok(kept)
    }

    /// At the end of a round every measure is smaller.
    fn decreased(&mut self, spec: &'a ast::LoopSpec, measures: Vec<Var>) -> Lowering<()> {
        for (clause, before) in spec.decreases.iter().zip(measures) {
            let scope = self.body_scope(View::At(0), 0);
            let val = self.spec(&clause.formula, &scope)?;
            let smaller = Term::lt(val.term, before.term());
            self.check(smaller, CheckKind::Decreases, clause.span, None);
        }
        Ok(())
    }
}

/// Does the statement never come to its end?
fn leaves(s: &ast::Stmt) -> bool {
    match &s.kind {
        S::Block(block) => block.last().is_some_and(leaves),
        S::Return(_) | S::Throw(_) | S::Break(_) | S::Continue(_) => true,
        _ => false,
    }
}

fn nowhere(span: Span) -> Box<Diagnostic> {
    wrong(span, "there is nothing to jump to")
}

/// The variables that statements assign.
pub(super) fn assigned(block: &[Stmt], targets: &mut BTreeSet<Var>) {
    for s in block {
        match &s.kind {
            StmtKind::Assign(pairs) => targets.extend(pairs.iter().map(|(v, _)| v.clone())),
            StmtKind::Havoc(vars) => targets.extend(vars.iter().cloned()),
            StmtKind::If(_, a, b) => {
                assigned(a, targets);
                assigned(b, targets);
            }
            StmtKind::Choice(blocks) => blocks.iter().for_each(|b| assigned(b, targets)),
            StmtKind::While(l) => {
                assigned(&l.prelude, targets);
                assigned(&l.body, targets);
            }
            _ => {}
        }
    }
}
