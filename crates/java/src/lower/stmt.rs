//! Statements.

use super::body::Body;
use super::bounds::Needs;
use super::jump::nowhere;
use super::loops::Parts;
use super::state::{Goal, JumpTarget};
use super::survey::{self, Calls, has_effect};
use super::value::{Lowering, View, is_written_object, unsupported};
use crate::syntax::ast::{self, Expr, ExprKind, StmtKind as S};
use crate::types::Type;
use abide_base::{Diagnostic, Span};
use abide_frontend::draft::Drafting;
use abide_ir::{AssumptionKind, Block, CheckKind, Stmt, StmtKind};
use abide_logic::{Term, Var};

impl<'a> Body<'_, 'a> {
    /// Java's `assert`: if assertions are switched on, the condition holds or an AssertionError is
    /// thrown; otherwise nothing happens at all, which matters where the condition does something or
    /// somebody waits for the error.
    fn java_assert(&mut self, c: &'a Expr) -> Lowering<()> {
        let error = Type::Class(self.classes().known("AssertionError"));
        let expected = self.caught().iter().any(|t| self.classes().is_assignable(&error, t));
        let allowed = self
            .allowed
            .iter()
            .flatten()
            .any(|t| self.classes().is_assignable(&error, t));
        let matters = has_effect(c, Calls::Act) || expected || allowed;
        // they are switched on or off for a whole class with all that is in it
        let class = self.classes().outward(self.class).last().unwrap_or(self.class);
        let ((), on) = self.block(|b| {
            let holds = b.condition(c)?;
            b.demand(holds, CheckKind::Assertion, "AssertionError", c.span)
        })?;
        if self.env.options.throwing {
            self.code.extend(on);
            return Ok(());
        }
        self.asserting.extend(matters.then_some(class));
        match self.assertions.get(&class).map(Var::term) {
            Some(are_on) => self.emit(StmtKind::If(Some(are_on), on, Vec::new()), c.span),
            // the first pass finds out where it matters
            None => self.code.extend(on),
        }
        Ok(())
    }

    /// Assertions are switched on or off before the routine begins, for each class where that matters.
    pub(super) fn assertions_on_or_off(&mut self, span: Span) -> Block {
        let switches: Vec<Var> = self.assertions.values().cloned().collect();
        let choice = |on: Var| {
            let set = |to: Term| {
                let kind = StmtKind::Assign(vec![(on.clone(), to)]);
                vec![Stmt { kind, span }]
            };
            let kind = StmtKind::Choice(vec![set(Term::tt()), set(Term::ff())]);
            Stmt { kind, span }
        };
        switches.into_iter().map(choice).collect()
    }

    /// Statements in a scope of their own.
    pub(super) fn statements(&mut self, block: &'a [ast::Stmt]) -> Lowering<()> {
        self.scopes.push(Vec::new());
        let result = block.iter().try_for_each(|s| self.statement(s, Vec::new()));
        self.scopes.pop();
        result
    }

    /// A statement with the labels in front of it, if it is a loop or a switch.
    pub(super) fn statement(&mut self, s: &'a ast::Stmt, labels: Vec<String>) -> Lowering<()> {
        let first = self.in_scope();
        let result = self.statement_here(s, labels);
        if matches!(
            s.kind,
            S::Assert(..) | S::Return(_) | S::Throw(_) | S::Yield(_) | S::Switch(..) | S::Synchronized(..)
        ) {
            // pattern variables of its expressions
            self.out_of_scope(first);
        }
        result
    }

    fn statement_here(&mut self, s: &'a ast::Stmt, labels: Vec<String>) -> Lowering<()> {
        let span = s.span;
        match &s.kind {
            S::Empty => Ok(()),
            S::Block(block) => self.statements(block),
            S::Local(locals) => locals.iter().try_for_each(|l| self.local(l)),
            S::LocalClass(class) => {
                // it may keep what is around it
                self.flow.unseen.clear();
                match self.is_known_by_name(class) {
                    true => Ok(()),
                    false => self.local_class(class),
                }
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
                let bound = self.scopes.pop().unwrap_or_default();
                result?;
                // and after `if (!(x instanceof T t)) return;`
                self.bound_after_if(bound, c, yes, no.as_deref(), span)
            }
            S::While(spec, c, body) | S::Do(spec, body, c) => {
                let first = self.in_scope();
                let result = self.repeat(Parts {
                    spec,
                    span,
                    labels,
                    condition: Some(c),
                    late: matches!(&s.kind, S::Do(..)),
                    update: &[],
                    body,
                });
                let bound = self.out_of_scope(first);
                result?;
                self.bound_after_loop(bound, Some(c), body, span)
            }
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
                let bound = self.scopes.pop().unwrap_or_default();
                result?;
                self.bound_after_loop(bound, c.as_ref(), body, span)
            }
            S::ForEach(spec, param, e, body) => {
                self.scopes.push(Vec::new());
                let result = self.for_each(spec, param, e, body, labels, span);
                self.scopes.pop();
                result
            }
            S::Labeled(name, inner) => self.labeled(name, inner, labels, span),
            S::Switch(e, cases) => {
                let frame = JumpTarget::Break {
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
            S::Yield(e) => self.yield_statement(e, span),
            S::Return(e) => self.return_statement(e.as_ref(), span),
            S::Throw(e) => self.throw_statement(e, span),
            S::Try(t) => self.try_statement(t, span),
            S::Assert(c, _) => self.java_assert(c),
            S::Synchronized(e, body) => self.synchronized(e, body),
            S::JmlAssert(e) => self.jml_assert(e, span),
            S::JmlAssume(e) => self.jml_assume(e, span),
            S::JmlUnreachable => {
                self.check(Term::ff(), CheckKind::Assertion, span, None);
                Ok(())
            }
            S::JmlSet(e) => self.set_ghost(e),
            S::JmlHavoc(e) => self.havoc(e, span),
            S::Unknown(what) => Err(unsupported(span, what)),
        }
    }

    /// A class declared in a body that is not known by its name.
    fn local_class(&mut self, class: &'a ast::Class) -> Lowering<()> {
        let known = |b: &Self, name: &str| b.classes().class_named(name, Some(b.class));
        if known(self, &class.name.text).is_some() {
            let what = "a class in a body that hides another of the same name";
            return Err(unsupported(class.name.span, what));
        }
        for up in class.extends.iter().chain(&class.implements) {
            if known(self, &up.name).is_some_and(|id| self.env.constrains_subclasses(id)) {
                let what = "a class in a body for a type with a contract";
                return Err(unsupported(class.name.span, what));
            }
        }
        self.warn(
            Diagnostic::warning(class.name.span, "a class declared in a body is not modelled")
                .note("its objects are arbitrary"),
        );
        Ok(())
    }

    /// A statement with one more label.
    fn labeled(&mut self, name: &ast::Name, inner: &'a ast::Stmt, before: Vec<String>, span: Span) -> Lowering<()> {
        let mut names = before;
        names.push(name.text.to_string());
        let own = matches!(
            &inner.kind,
            S::While(..) | S::Do(..) | S::For(..) | S::ForEach(..) | S::Switch(..) | S::Labeled(..)
        );
        if own {
            return self.statement(inner, names);
        }
        let frame = JumpTarget::Break {
            names,
            plain: false,
            label: self.label("after"),
            used: false,
        };
        self.framed(frame, span, |b| b.statement(inner, Vec::new()))
    }

    fn yield_statement(&mut self, e: &'a Expr, span: Span) -> Lowering<()> {
        let frame = self.yield_frame().ok_or_else(|| nowhere(span))?;
        let JumpTarget::Yield { result, ty, .. } = self.frames[frame].clone() else {
            return Err(nowhere(span));
        };
        let val = self.expr(e)?;
        self.value_as_taken(&val, e, Needs::Type)?;
        let val = self.convert(val, &ty, e.span)?;
        self.assign(&result, val.term, span);
        self.leave(Goal::Frame(frame), span);
        Ok(())
    }

    fn return_statement(&mut self, e: Option<&'a Expr>, span: Span) -> Lowering<()> {
        if let Some(e) = e {
            let ty = self.own_result.clone();
            let val = match self.method.decl.modifiers.model && survey::speaks_jml(e) {
                // the body of a model method is a formula
                true => {
                    let scope = self.body_scope(View::At(self.pre), 0);
                    let defined = std::mem::take(&mut self.defined);
                    let val = self.spec(e, &scope);
                    self.defined = defined;
                    val?
                }
                false => self.initial(e, &ty)?,
            };
            if let Some(result) = self.result.clone() {
                let val = self.convert(val, &ty, e.span)?;
                self.assign(&result, val.term, span);
            }
        }
        self.leave(Goal::Return, span);
        Ok(())
    }

    fn throw_statement(&mut self, e: &'a Expr, span: Span) -> Lowering<()> {
        let object = self.expr(e)?;
        self.value_as_taken(&object, e, Needs::Type)?;
        self.not_null(&object, e.span)?;
        // Java has looked at that; we may not know the class, or one above it
        let throwable = Type::Class(self.classes().known("Throwable"));
        let is_one = self.has_type(&object.term, &throwable);
        self.assume(is_one, e.span);
        self.throw(object, span);
        Ok(())
    }

    fn synchronized(&mut self, e: &'a Expr, body: &'a [ast::Stmt]) -> Lowering<()> {
        let lock = self.expr(e)?;
        self.not_null(&lock, e.span)?;
        self.warn(
            Diagnostic::warning(e.span, "what other threads do is not modelled")
                .note("the block is taken as if there were no lock"),
        );
        self.rely_on(AssumptionKind::Races, e.span, "no other thread interferes");
        self.statements(body)
    }

    fn jml_assert(&mut self, e: &'a Expr, span: Span) -> Lowering<()> {
        let formula = self.body_formula(e)?;
        let order = self.invariants_of_read(&formula)?;
        self.assume(order, span);
        let formula = self.with_types(formula);
        self.check(formula, CheckKind::Assertion, span, None);
        Ok(())
    }

    fn jml_assume(&mut self, e: &'a Expr, span: Span) -> Lowering<()> {
        let formula = self.body_formula(e)?;
        self.warn(Diagnostic::warning(span, "what is assumed here is not proved"));
        self.rely_on(AssumptionKind::Admitted, span, "what `assume` says here is true");
        self.assume_formula(formula, span);
        Ok(())
    }

    /// Is a class declared in a body known by its own name?
    fn is_known_by_name(&self, class: &ast::Class) -> bool {
        let known = self.classes().class_named(&class.name.text, Some(self.class));
        let decl = known.and_then(|id| self.classes().get(id).decl);
        decl.is_some_and(|d| d.span == class.span)
    }

    /// `havoc x`: the variable has any value of its type.
    fn havoc(&mut self, e: &'a Expr, span: Span) -> Lowering<()> {
        let local = match &*e.kind {
            // runs cannot guess an arbitrary value of the type
            ExprKind::Assign(_, target, _) if !self.env.options.throwing => match &*target.kind {
                ExprKind::Name(name) => self.find_local(name),
                _ => None,
            },
            _ => None,
        };
        let Some(local) = local.filter(|l| !matches!(l.ty, Type::Set(_)) && !l.non_null) else {
            return Err(unsupported(e.span, "`havoc` of anything but a local variable"));
        };
        self.another_value(&local.var);
        self.any_value(&local.var, &local.ty, span);
        Ok(())
    }

    /// Gives a variable any value of its type.
    fn any_value(&mut self, var: &Var, ty: &Type, span: Span) {
        self.emit(StmtKind::Havoc(vec![var.clone()]), span);
        let fact = self.well_typed(&var.term(), ty);
        self.assume(fact, span);
    }

    /// An expression for its effect.
    pub(super) fn effect(&mut self, e: &'a Expr) -> Lowering<()> {
        self.expr(e).map(|_| ())
    }

    /// A local variable.
    pub(super) fn local(&mut self, l: &'a ast::Local) -> Lowering<()> {
        let span = l.name.span;
        let inferred = &*l.ty.name == "var" && self.classes().class_named("var", Some(self.class)).is_none();
        if inferred {
            let Some(init) = &l.init else {
                return Err(unsupported(span, "`var` without a value"));
            };
            self.scopes.push(Vec::new());
            let val = self.expr(init);
            self.scopes.pop();
            let val = val?;
            self.value_as_taken(&val, init, Needs::Type)?;
            let vague = self.may_be_special(&val, init);
            let var = self.declare_inferred(&l.name.text, val.ty.clone(), val.vague || vague);
            self.assign(&var, val.term, span);
            return Ok(());
        }
        let ty = self.resolve(&l.ty)?;
        let mut same_type = false;
        let non_null = l.modifiers.non_null && ty.is_reference();
        let early = l
            .init
            .as_ref()
            .is_some_and(|init| survey::assigns_in(init, &l.name.text));
        let declared = early.then(|| self.declare(&l.name.text, ty.clone(), non_null));
        let value = match &l.init {
            Some(init) => {
                // pattern variables of the value are not in scope afterwards
                self.scopes.push(Vec::new());
                let val = self.first_value(init, (&ty, &l.ty), &l.modifiers);
                self.scopes.pop();
                let val = val?;
                same_type = val.ty == ty;
                Some(self.convert(val, &ty, init.span)?)
            }
            None => None,
        };
        let var = declared.unwrap_or_else(|| self.declare(&l.name.text, ty.clone(), non_null));
        if let Some(local) = self.scopes.last_mut().and_then(|s| s.last_mut()) {
            local.plain_object = is_written_object(&l.ty);
        }
        if l.modifiers.ghost {
            self.ghost_locals.insert(var.clone());
        }
        match value {
            Some(val) => {
                if non_null {
                    self.owe_non_null(&val, span);
                }
                self.assign(&var, val.term, span);
                let same_name = match l.init.as_ref().map(|init| &*init.kind) {
                    // two classes of which nothing is known are one type here
                    Some(ExprKind::NewArray(made, ..)) => made.name == l.ty.name,
                    Some(ExprKind::ArrayInit(_)) => true,
                    _ => return Ok(()),
                };
                let exact = same_type && same_name;
                self.flow.exact.extend(exact.then(|| var.clone()));
                self.flow.unseen.insert(var);
            }
            // runs cannot guess an arbitrary value of the type
            None if self.env.options.throwing => self.assign(&var, Self::zero(&ty), span),
            // javac makes sure that it is assigned before it is read; a declaration in a loop
            // must not keep the value of the round before
            None => self.any_value(&var, &ty, span),
        }
        Ok(())
    }

    pub(super) fn branch(
        &mut self,
        c: &'a Expr,
        yes: &'a ast::Stmt,
        no: Option<&'a ast::Stmt>,
        span: Span,
    ) -> Lowering<()> {
        let first = self.in_scope();
        let condition = self.condition(c)?;
        let ((), then) = self.where_bound(first, c, true, |b| b.block(|b| b.statement_scoped(yes)))?;
        let ((), otherwise) = self.where_bound(first, c, false, |b| {
            b.block(|b| match no {
                Some(no) => b.statement_scoped(no),
                None => Ok(()),
            })
        })?;
        self.emit(StmtKind::If(Some(condition), then, otherwise), span);
        Ok(())
    }

    pub(super) fn statement_scoped(&mut self, s: &'a ast::Stmt) -> Lowering<()> {
        self.statements(std::slice::from_ref(s))
    }
}
