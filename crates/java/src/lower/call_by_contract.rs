//! Calls by contract: the caller proves the precondition, forgets what the callee may write, and assumes the
//! postcondition.

use super::body::Body;
use super::contract::{Contract, Side};
use super::granted::{Clause, Clauses};
use super::invariant::Next;
use super::library_contract::{Known, changes_object, is_of_library};
use super::routine_name;
use super::state::{Cell, Frame};
use super::value::{Lowering, Scope, Val, View, arithmetic_of, sort_of};
use crate::types::{ClassId, MethodRef, Type};
use abide_base::Span;
use abide_ir::{AssumptionKind, CheckKind, Grant, StmtKind};
use abide_logic::Term;

/// A call with evaluated arguments.
struct Call<'c, 'a> {
    m: MethodRef<'a>,
    contract: &'c Contract<'a>,
    object: Option<Val>,
    args: Vec<Val>,
    /// Is it a call by `super`?
    above: bool,
    /// Does the method take its object as it is?
    helper: bool,
}

impl Call<'_, '_> {
    /// The values that the callee gets.
    fn seen(&self) -> Vec<Val> {
        self.object.iter().chain(&self.args).cloned().collect()
    }
}

impl<'a> Body<'_, 'a> {
    /// Does the method take its object as it is? Not if a subclass overrides it by one that does not.
    pub(super) fn is_helper(&self, m: MethodRef<'a>) -> bool {
        let exact = self.is_exact(m) || m.decl.constructor || !self.classes().is_overridden(m);
        m.decl.modifiers.helper && exact && self.classes().overridden(m).is_empty()
    }

    /// Records the assumptions that a call by contract rests on.
    fn granted(&mut self, m: MethodRef<'a>, span: Span) {
        let name = &m.decl.name.text;
        if is_of_library(m) {
            let class = &self.classes().get(m.class).name;
            let text = format!("`{class}.{name}` is as its contract in the library of Abide says");
            self.rely_on(AssumptionKind::Library, span, text);
            if changes_object(m) || !m.decl.modifiers.is_static && self.classes().field(m.class, "count").is_some() {
                self.relies_on_views(span);
            }
            return;
        }
        if m.decl.body.is_none() {
            let text = format!("every implementation of `{name}` keeps its contract, also one that was not given");
            self.rely_on(AssumptionKind::Contract, span, text);
            return;
        }
        let routine = routine_name(self.classes(), m);
        self.relies.insert(routine);
        // what runs may be one that overrides it
        for class in self.classes().overriders(m) {
            let own = self.classes().methods(class, name, m.decl.params.len());
            let is_it = |up: &MethodRef| std::ptr::eq(up.decl, m.decl);
            let own = own
                .into_iter()
                .filter(|o| self.classes().overridden(*o).iter().any(is_it));
            let own: Vec<String> = own.map(|o| routine_name(self.classes(), o)).collect();
            self.relies.extend(own);
        }
        if m.decl.name.span.file.is_context() {
            let text = format!("`{name}`, whose file is not verified here, keeps its contract");
            self.rely_on(AssumptionKind::Contract, span, text);
        }
        let again = std::ptr::eq(m.decl, self.method.decl) || self.inlined.contains(&std::ptr::from_ref(m.decl));
        let measured = m.decl.spec.cases.iter().any(|c| !c.decreases.is_empty());
        if again && !measured {
            self.rely_on(AssumptionKind::Termination, span, "the recursion ends");
        }
    }

    /// A call as its contract describes it.
    pub(super) fn call_by_contract(
        &mut self,
        m: MethodRef<'a>,
        contract: &Contract<'a>,
        object: Option<Val>,
        args: Vec<Val>,
        span: Span,
    ) -> Lowering<Val> {
        self.granted(m, span);
        // a method above knows nothing of what this class adds
        let above = std::mem::take(&mut self.dirty.above) && !m.decl.constructor;
        let object = object.map(|o| self.save_from_heap(o, span));
        let args: Vec<Val> = args.into_iter().map(|a| self.save_from_heap(a, span)).collect();
        let result_type = self.resolve_of(&m.decl.result, m)?;
        let made = object.as_ref().filter(|_| m.decl.constructor).map(|o| o.term.clone());
        if let Some(made) = &made {
            // to its constructor the object is new
            let allocated = self.allocated();
            let without = Term::store(allocated.term(), made.clone(), Term::ff());
            self.assign(&allocated, without, span);
        }
        let before = self.snapshot("before");
        let names = m.decl.params.iter().map(|p| p.name.text.to_string());
        let mut scope = Scope {
            bound: names.zip(args.iter().cloned()).collect(),
            locals: false,
            this: object.clone(),
            class: m.class,
            result: None,
            view: View::Now,
            old: View::At(before),
            entry: before,
            math: arithmetic_of(&m.decl.modifiers),
            depth: 0,
        };
        let inside = self.thrown_inside(m, contract);
        let contract = &self.without_exceptions(m, contract, &scope, span)?;
        let call = Call {
            m,
            contract,
            object,
            args,
            above,
            helper: self.is_helper(m),
        };
        self.owe_at_call(&call, &scope, span)?;
        // what a method returns that nobody has written is a choice, what it does to the heap is not known even then
        let written = self.is_implemented(m) || m.decl.name.span.file.is_context();
        let end = if written && !is_of_library(m) {
            span.end
        } else {
            span.start
        };
        let effect = Span { end, ..span };
        let writes = match is_of_library(m) {
            true => {
                let known = Known::by(m, contract).but_for_views(self.env.views && changes_object(m));
                self.guesses.extend((!known.effect).then_some(effect));
                self.guesses.extend((!known.result).then_some(span));
                known.writes
            }
            false => {
                self.guesses.insert(effect);
                !self.guesses.contains(&span)
            }
        };
        // the postcondition is read before anything changes, so that the snapshot knows what to keep
        let frame = self.frame_of(contract, &scope, span)?;
        let frame = frame.map(|frame| self.with_views(m, frame));
        self.frame_covers(&frame, writes, span);
        let result = (result_type != Type::Void).then(|| self.temp("result", sort_of(&result_type)));
        scope.result = result.as_ref().map(|r| Val::new(r.term(), result_type.clone()));
        let mut promised = self.normal_end(contract, &scope)?;
        promised.extend(self.constraints_of_call(m, &scope)?);
        let thrown = self.thrown.clone();
        let signalled = self.exceptional_end(contract, &scope, &thrown.term(), Side::Caller)?;
        let mut exceptions = self.allowed_exceptions(m, contract, Side::Caller)?;
        if frame.is_none() {
            exceptions.extend(inside);
        }
        let saved = self.filled(before, span);
        self.code.extend(saved);
        let allocates = !contract.pure || m.decl.constructor || result_type.is_reference() || !exceptions.is_empty();
        self.escape_in_constructor(made.as_ref(), &frame);
        if allocates {
            self.grow(effect);
        }
        if let Some(made) = made {
            let allocated = self.allocated();
            self.assume(Term::select(allocated.term(), made), effect);
        }
        let keeps = !is_of_library(m) || !self.library_writes(m, &call.seen(), &frame, span)?;
        self.forget(&frame, effect);
        if keeps && frame.as_ref().is_none_or(|f| !f.places.is_empty()) {
            self.invariants_after_call(&call, effect)?;
        }
        self.may_throw_one_of(&exceptions, &signalled, span)?;
        if let Some(result) = &result {
            self.emit(StmtKind::Havoc(vec![result.clone()]), span);
        }
        if is_of_library(m) {
            self.determine(&promised, &frame, result.as_ref(), span);
        }
        if let Some(result) = &result {
            self.result_of_call(m, Val::new(result.term(), result_type.clone()), effect)?;
        }
        for (formula, _) in promised {
            self.assume_formula(formula, effect);
        }
        let may_not = || written && contract.is_empty() || self.env.endless.contains(m);
        if !is_of_library(m) && may_not() {
            self.may_not_return(span);
        }
        self.trusts_silence(m, contract, span);
        Ok(match result {
            Some(var) => Val::new(var.term(), result_type),
            None => Val::new(Term::ff(), Type::Void),
        })
    }

    /// What the caller owes: the precondition, a smaller measure, and invariants.
    fn owe_at_call(&mut self, call: &Call<'_, 'a>, scope: &Scope, span: Span) -> Lowering<()> {
        let m = call.m;
        for (number, (param, arg)) in m.decl.params.iter().zip(&call.args).enumerate() {
            if self.is_non_null(&param.modifiers, m.class, &arg.ty) || self.adds_up(m) && self.is_required(m, number) {
                let holds = Term::ne(arg.term.clone(), Term::null());
                match is_of_library(m) {
                    true => self.demand(holds, CheckKind::Null, "NullPointerException", span)?,
                    false => self.check(holds, CheckKind::Precondition, span, Some(param.name.span)),
                }
            }
        }
        self.owe_preconditions(call.contract, scope, span)?;
        self.keep_to_granted(m, scope, span);
        let framed = call.contract.cases.iter().all(|(_, case)| case.assignable.is_some());
        if is_of_library(m) && framed && !call.args.iter().any(|a| self.may_be_of_program(&a.ty)) {
            // it calls nothing of the program, and keeps none of its objects
            return Ok(());
        }
        self.owe_statics(span)?;
        self.smaller(m, call.contract, scope, span)?;
        let seen = call.seen();
        let objects = seen.iter().filter(|v| v.ty.is_reference());
        let terms: Vec<Term> = objects.map(|v| v.term.clone()).collect();
        match &call.object {
            Some(object) if call.helper => self.owe_dirty(&Next::Helper(&object.term), span),
            Some(object) if !m.decl.constructor && self.making.contains(&object.term) => {
                // an object that is not yet constructed is shown to a method
                self.dirty.escaped = true;
                self.owe_dirty(&Next::Given(&terms), span)
            }
            _ => self.owe_dirty(&Next::Given(&terms), span),
        }
    }

    /// A call of a method that is granted preconditions has to keep to them. One that cannot be said here is not kept to.
    fn keep_to_granted(&mut self, m: MethodRef<'a>, scope: &Scope, span: Span) {
        let clauses: &'a Clauses = self.env.granted;
        let own = clauses.get(&routine_name(self.classes(), m));
        for (number, clause) in own.into_iter().flatten().enumerate() {
            let Some(Clause::Requires(formula)) = clause else {
                continue;
            };
            let kept = self.formula(formula, scope).unwrap_or_else(|_| Term::ff());
            self.owe_granted(kept, span, Grant::place(m.decl.name.span, number));
        }
    }

    /// A constructor of the class above may have shown the object, unless it writes nothing else.
    fn escape_in_constructor(&mut self, made: Option<&Term>, frame: &Option<Frame>) {
        if let Some(raw) = made.filter(|m| self.making.contains(m)) {
            let own = |c: &Cell| matches!(c, Cell::At(_, o) | Cell::Fields(o) if o == raw);
            self.dirty.escaped |= frame.as_ref().is_none_or(|f| !f.places.iter().all(own));
        }
    }

    /// Which invariants hold again after a call that may write, and whose may be broken now.
    fn invariants_after_call(&mut self, call: &Call<'_, 'a>, effect: Span) -> Lowering<()> {
        let Call { m, helper, above, .. } = *call;
        let seen = call.seen();
        let whom: &[Val] = match helper || above || m.decl.constructor {
            true => &call.args,
            false => &seen,
        };
        let but = call.object.as_ref().filter(|_| helper || above).map(|o| &o.term);
        self.trust_invariants(whom, but, effect)?;
        let Some(object) = &call.object else { return Ok(()) };
        if above && !helper {
            self.trust_above(m.class, object, effect)?;
        }
        if (helper || above) && !m.decl.constructor {
            self.helped(object, effect)?;
        }
        Ok(())
    }

    /// What types and invariants say of the result of a call.
    fn result_of_call(&mut self, m: MethodRef<'a>, result: Val, effect: Span) -> Lowering<()> {
        let fact = self.well_typed(&result.term, &result.ty);
        self.assume(fact, effect);
        self.of_bound(&result, self.bound_in(&m.decl.result, m.class, Some(m.decl)), effect);
        if self.is_non_null(&m.decl.modifiers, m.class, &result.ty) {
            self.assume(Term::ne(result.term.clone(), Term::null()), effect);
        }
        self.assume_invariants_of(&result, effect)
    }

    /// Does one of the given classes have a body for the method, or the machine?
    fn is_implemented(&self, m: MethodRef<'a>) -> bool {
        let overrides = |id: ClassId| {
            let own = self
                .classes()
                .get(id)
                .decl
                .filter(|_| self.classes().is_subclass(id, m.class));
            own.into_iter()
                .flat_map(|d| &d.methods)
                .any(|o| o.body.is_some() && o.name.text == m.decl.name.text && o.params.len() == m.decl.params.len())
        };
        m.decl.body.is_some() || m.decl.modifiers.native || self.classes().ids().any(overrides)
    }

    fn owe_preconditions(&mut self, contract: &Contract<'a>, scope: &Scope, span: Span) -> Lowering<()> {
        if contract.is_single() {
            for number in 0..contract.cases.len() {
                for (formula, clause) in self.requires(contract, number, scope)? {
                    let order = self.invariants_of_read(&formula)?;
                    self.assume(order, span);
                    let formula = self.with_types(formula);
                    self.check(formula, CheckKind::Precondition, span, Some(clause));
                }
            }
            return Ok(());
        }
        let mut ways = Vec::new();
        let mut place = None;
        for number in 0..contract.cases.len() {
            let parts = self.requires(contract, number, scope)?;
            place = place.or(parts.first().map(|(_, s)| *s));
            ways.push(Term::and(parts.into_iter().map(|(t, _)| t)));
        }
        let one = self.with_types(Term::or(ways));
        self.check(one, CheckKind::Precondition, span, place);
        Ok(())
    }
}
