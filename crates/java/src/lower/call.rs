//! Calls: which method is meant, and what it does.

use super::body::Body;
use super::contract::Contract;
use super::invariant::Next;
use super::state::{Cell, Goal, JumpTarget};
use super::survey::{assigns, is_small};
use super::texts::gives_no_null;
use super::value::{Local, Lowering, Scope, Val, View, is_written_object, sort_of, unsupported};
use crate::syntax::ast::{self, Expr, ExprKind};
use crate::types::{ClassId, MethodRef, Type};
use abide_base::{Diagnostic, Span};
use abide_frontend::draft::Drafting;
use abide_ir::{AssumptionKind, CheckKind, StmtKind};
use abide_logic::Term;

/// Calls inlined inside each other, at the most.
const INLINED: usize = 4;

impl<'a> Body<'_, 'a> {
    /// `f(…)`, `e.f(…)`, `C.f(…)`, `super.f(…)`.
    pub(super) fn call(
        &mut self,
        target: Option<&'a Expr>,
        name: &'a ast::Name,
        args: &'a [Expr],
        span: Span,
    ) -> Lowering<Val> {
        if matches!(&*name.text, "this" | "super") && target.is_none() {
            return self.constructor_call(&name.text, args, span);
        }
        let class = target.and_then(|t| self.as_class(t));
        let is_super = target.is_some_and(|t| matches!(&*t.kind, ExprKind::Super));
        let later: Vec<&'a Expr> = args.iter().collect();
        let object = match target {
            Some(t) if class.is_none() => {
                if let Some(val) = self.print_call(t, &name.text, args, span)? {
                    return Ok(val);
                }
                let val = self.object(t)?;
                Some(self.keep(val, &later, t.span))
            }
            _ => None,
        };
        let values = self.arguments(args)?;
        let found = match (class, &object) {
            (Some(c), _) => self.pick(c, &name.text, &values).map(|m| (m, None)),
            (None, Some(o)) => match &o.ty {
                Type::Class(c) => self.pick(*c, &name.text, &values).map(|m| (m, Some(o.clone()))),
                _ => None,
            },
            // the innermost class that has a method of the name, whatever its parameters
            (None, None) => {
                let this = self.this.clone();
                let has = |b: &Self, id| b.classes().has_method(id, &name.text).then_some(id);
                let around = self.outward(self.class, this, has);
                around.and_then(|(id, this)| Some((self.pick(id, &name.text, &values)?, this)))
            }
        };
        let is_static = found.as_ref().is_some_and(|(m, _)| m.decl.modifiers.is_static);
        if let (Some(object), Some(t)) = (&object, target)
            && !is_super
            && !is_static
        {
            self.not_null(object, t.span)?;
        }
        if let Some(val) = self.library_call(class, object.as_ref(), &name.text, &values, span)? {
            return Ok(val);
        }
        let Some((m, object)) = found else {
            if self.declares(&name.text) {
                let what = "this call: the method is not in the file, takes boxed arguments or any number, or is one of \
                            several among which a type chooses that is not known";
                return Err(unsupported(span, what));
            }
            return self.unknown_call(&name.text, span);
        };
        let object = object.filter(|_| !m.decl.modifiers.is_static);
        if m.decl.modifiers.is_static {
            self.first_use(m.class, span)?;
        }
        // what is called exactly is known: the method cannot be overridden
        let exact = is_super || self.is_exact(m) || object.as_ref().is_some_and(|o| self.is_exact_type(&o.ty));
        self.dirty.above = is_super;
        let own = target.is_none_or(|t| matches!(&*t.kind, ExprKind::This(_)));
        let chosen = m.decl.type_params.iter().any(|p| p.text == m.decl.result.name);
        let vague = chosen || self.is_vague_member(&m.decl.result, m.class, own);
        Ok(self.invoke(m, object, values, exact, span)?.vague_if(vague))
    }

    /// Is there a method of this name in the file?
    fn declares(&self, name: &str) -> bool {
        let all = self.classes().ids().filter_map(|id| self.classes().get(id).decl);
        all.flat_map(|d| &d.methods).any(|m| &*m.name.text == name)
    }

    pub(super) fn is_exact(&self, m: MethodRef<'a>) -> bool {
        let modifiers = &m.decl.modifiers;
        modifiers.is_static || modifiers.private || modifiers.is_final || self.classes().get(m.class).is_final
    }

    pub(super) fn is_exact_type(&self, ty: &Type) -> bool {
        matches!(ty, Type::Class(id) if self.classes().get(*id).is_final)
    }

    /// Does the method take its object as it is? Not if a subclass overrides it by one that does not.
    fn is_helper(&self, m: MethodRef<'a>) -> bool {
        let exact = self.is_exact(m) || m.decl.constructor || !self.classes().is_overridden(m);
        m.decl.modifiers.helper && exact && self.classes().overridden(m).is_empty()
    }

    /// The method that fits the arguments best.
    pub(super) fn pick(&self, class: ClassId, name: &str, values: &[Val]) -> Option<MethodRef<'a>> {
        self.best(self.classes().methods(class, name, values.len()), values)
    }

    pub(super) fn best(&self, candidates: Vec<MethodRef<'a>>, values: &[Val]) -> Option<MethodRef<'a>> {
        let fits = |m: &MethodRef<'a>| {
            let params = self.classes().parameters(*m);
            params.len() == values.len()
                && params.iter().zip(values).all(|(p, v)| {
                    // in formulas numbers have any size
                    let number = matches!((p, &v.ty), (Type::Int(_), Type::Int(crate::types::IntKind::Big)));
                    number || self.classes().is_assignable(&v.ty, p)
                })
        };
        if self.is_undecided(&candidates, values) {
            return None;
        }
        let mut fitting: Vec<MethodRef<'a>> = candidates.iter().filter(|m| fits(m)).copied().collect();
        let boxes = |m: &MethodRef<'a>| {
            let params = self.classes().parameters(*m);
            params
                .iter()
                .zip(values)
                .any(|(p, v)| p.is_reference() != v.ty.is_reference())
        };
        if fitting.iter().any(|m| !boxes(m)) {
            fitting.retain(|m| !boxes(m));
        }
        // two that look the same to us, such as float and double
        let same =
            |a: &MethodRef<'a>, b: &MethodRef<'a>| self.classes().parameters(*a) == self.classes().parameters(*b);
        if fitting
            .iter()
            .enumerate()
            .any(|(i, a)| fitting[i + 1..].iter().any(|b| a.class == b.class && same(a, b)))
        {
            return None;
        }
        let most_special = fitting.iter().find(|a| {
            fitting.iter().all(|b| {
                let (p, q) = (self.classes().parameters(**a), self.classes().parameters(*b));
                p.iter().zip(&q).all(|(x, y)| self.classes().is_assignable(x, y))
            })
        });
        most_special.or(fitting.first()).copied()
    }

    /// Does it depend on arguments of which we do not know the type which one of several methods is meant?
    fn is_undecided(&self, candidates: &[MethodRef<'a>], values: &[Val]) -> bool {
        let each: Vec<Vec<Type>> = candidates.iter().map(|m| self.classes().parameters(*m)).collect();
        let possible: Vec<&Vec<Type>> = each
            .iter()
            .filter(|p| {
                let fits = |(p, v): (&Type, &Val)| v.vague || v.mixed || self.classes().is_assignable(&v.ty, p);
                p.len() == values.len() && p.iter().zip(values).all(fits)
            })
            .collect();
        let mut unsure = (0..values.len()).filter(|i| values[*i].vague || values[*i].mixed);
        unsure.any(|i| possible.windows(2).any(|pair| pair[0][i] != pair[1][i]))
    }

    /// A call of something we know nothing about: any result, any effect.
    pub(super) fn unknown_call(&mut self, name: &str, span: Span) -> Lowering<Val> {
        self.warn(
            Diagnostic::warning(span, format!("nothing is known of the method `{name}`"))
                .note("its result and what it does to the heap are arbitrary"),
        );
        let trust = format!("`{name}` ends, and throws nothing but what is caught here");
        self.rely_on(AssumptionKind::Library, span, trust);
        self.unknown_code(span)?;
        let object = self.classes().object();
        let val = match gives_no_null(name) {
            true => self.some_object(&object, span),
            false => self.arbitrary(&object, span),
        };
        Ok(val.vague_if(true))
    }

    /// Code that we do not read runs: it may write everything, and throw what is caught here.
    pub(super) fn anything_happens(&mut self, span: Span) -> Lowering<()> {
        self.owe_statics(span)?;
        self.unread_code(span)
    }

    /// Code that is not given runs, in the same way.
    pub(super) fn unknown_code(&mut self, span: Span) -> Lowering<()> {
        self.trust_with_statics(span)?;
        self.unread_code(span)
    }

    fn unread_code(&mut self, span: Span) -> Lowering<()> {
        self.owe_dirty(&Next::Anybody, span)?;
        self.guesses.insert(span);
        self.frame_covers(&None, span);
        self.grow(span);
        self.forget(&None, span);
        self.trust_unknown_code(span)?;
        let caught = self.caught();
        self.may_throw_one_of(&caught, &[], span)?;
        self.may_not_return(span);
        Ok(())
    }

    /// Perhaps an exception of one of these types is thrown, of which the facts hold.
    fn may_throw_one_of(&mut self, types: &[Type], facts: &[(Term, Span)], span: Span) -> Lowering<()> {
        if types.is_empty() {
            return Ok(());
        }
        let thrown = self.thrown.clone();
        let ((), failing) = self.block(|b| {
            b.emit(StmtKind::Havoc(vec![thrown.clone()]), span);
            b.assume(Term::ne(thrown.term(), Term::null()), span);
            let throwable = Type::Class(b.classes().known("Throwable"));
            let fact = b.well_typed(&thrown.term(), &throwable);
            b.assume(fact, span);
            let types: Vec<Term> = types.iter().map(|t| b.has_type(&thrown.term(), t)).collect();
            b.assume(Term::or(types), span);
            for (formula, _) in facts {
                b.assume_formula(formula.clone(), span);
            }
            b.leave(Goal::Throw, span);
            Ok(())
        })?;
        let throws = match self.guesses.contains(&span) {
            true => Some(self.unknown_choice("throws", span)),
            false => None,
        };
        self.emit(StmtKind::If(throws, failing, Vec::new()), span);
        Ok(())
    }

    /// Calls a method with evaluated arguments.
    pub(super) fn invoke(
        &mut self,
        m: MethodRef<'a>,
        object: Option<Val>,
        values: Vec<Val>,
        exact: bool,
        span: Span,
    ) -> Lowering<Val> {
        self.knows_contract(m, span);
        let above = std::mem::take(&mut self.dirty.above);
        let args = self.converted(m, values, span)?;
        if let (Some(object), true) = (&object, self.world.polluted && !exact) {
            self.fits_below(m, object, &args, span)?;
        }
        let contract = self.contract(m);
        if contract.is_empty() && exact && self.may_inline(m) {
            return self.inline(m, object, args, span);
        }
        self.dirty.above = above;
        self.call_by_contract(m, &contract, object, args, span)
    }

    /// Where the source's types cannot be relied on, a method below may be given what it does not take.
    fn fits_below(&mut self, m: MethodRef<'a>, object: &Val, args: &[Val], span: Span) -> Lowering<()> {
        for below in self.classes().narrowed(m) {
            let is = self.has_type(&object.term, &Type::Class(below.class));
            for (ty, arg) in self.classes().parameters(below).iter().zip(args) {
                if arg.ty.is_reference() && !self.classes().is_assignable(&arg.ty, ty) {
                    let null = Term::eq(arg.term.clone(), Term::null());
                    let fits = self.has_type(&arg.term, ty);
                    let holds = Term::or([Term::not(is.clone()), null, fits]);
                    self.demand(holds, CheckKind::Cast, "ClassCastException", span)?;
                }
            }
        }
        Ok(())
    }

    /// Arguments as the parameters take them.
    pub(super) fn converted(&mut self, m: MethodRef<'a>, values: Vec<Val>, span: Span) -> Lowering<Vec<Val>> {
        let params = self.classes().parameters(m);
        let each = values.into_iter().zip(&params);
        each.map(|(val, ty)| self.convert(val, ty, span)).collect()
    }

    /// May the body take the place of a call? It is small, and does not call itself.
    pub(super) fn may_inline(&self, m: MethodRef<'a>) -> bool {
        is_small(m.decl) && !self.inlined.contains(&std::ptr::from_ref(m.decl)) && self.inlined.len() <= INLINED
    }

    /// The body of a small method in place of its call.
    pub(super) fn inline(
        &mut self,
        m: MethodRef<'a>,
        object: Option<Val>,
        args: Vec<Val>,
        span: Span,
    ) -> Lowering<Val> {
        let Some(body) = &m.decl.body else {
            return Err(unsupported(span, "a method without a body"));
        };
        // the body may write the field that the object was read from, and knows it as an object
        // of its own class
        let object = object.map(|o| Val::new(self.save_term(o.term, span), Type::Class(m.class)));
        let ty = self.resolve_in(&m.decl.result, m.class)?;
        let result = (ty != Type::Void).then(|| self.temp("\\result", sort_of(&ty)));
        let mut params = Vec::new();
        for (param, val) in m.decl.params.iter().zip(args) {
            let var = self.temp(&param.name.text, val.term.sort().clone());
            self.assign(&var, val.term, span);
            params.push(Local {
                name: param.name.text.to_string(),
                var,
                ty: val.ty,
                non_null: false,
                vague: false,
                plain_object: is_written_object(&param.ty),
            });
        }
        let scope = self.own_copies(&params, body, span);
        let pre = self.snapshot("old");
        // the callee sees its own names and its own pre-state only
        let scopes = std::mem::replace(&mut self.scopes, vec![scope]);
        let params = std::mem::replace(&mut self.params, params);
        let pre = std::mem::replace(&mut self.pre, pre);
        let this = std::mem::replace(&mut self.this, object);
        let class = std::mem::replace(&mut self.class, m.class);
        let method = std::mem::replace(&mut self.method, m);
        let own = std::mem::replace(&mut self.result, result.clone());
        let own_type = std::mem::replace(&mut self.own_result, ty.clone());
        self.inlined.push(m.decl);
        let frame = JumpTarget::Inlined {
            label: self.label("end"),
            used: false,
        };
        let done = self.block(|b| b.framed(frame, span, |b| b.statements(body)));
        self.inlined.pop();
        let kept = self.filled(self.pre, span);
        self.scopes = scopes;
        self.params = params;
        self.pre = pre;
        self.this = this;
        self.class = class;
        self.method = method;
        self.result = own;
        self.own_result = own_type;
        let ((), code) = done?;
        self.code.extend(kept);
        self.code.extend(code);
        Ok(match result {
            Some(var) => Val::new(var.term(), ty),
            None => Val::new(Term::ff(), Type::Void),
        })
    }

    /// The parameters as the body sees them: one that it assigns has a variable of its own.
    pub(super) fn own_copies(&mut self, params: &[Local], body: &[ast::Stmt], span: Span) -> Vec<Local> {
        let mut scope = Vec::new();
        for param in params {
            let mut own = param.clone();
            if assigns(body, &param.name) {
                own.var = self.temp(&param.name, param.var.sort().clone());
                self.assign(&own.var, param.var.term(), span);
                self.named.push((own.var.clone(), own.ty.clone()));
            }
            scope.push(own);
        }
        scope
    }

    /// Tells what a call by contract rests on.
    fn granted(&mut self, m: MethodRef<'a>, span: Span) {
        let name = &m.decl.name.text;
        if m.decl.body.is_none() {
            let told = format!("every implementation of `{name}` keeps its contract, also one that was not given");
            self.rely_on(AssumptionKind::Contract, span, told);
            return;
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
        let result_type = self.resolve_in(&m.decl.result, m.class)?;
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
            depth: 0,
        };
        // what the caller owes
        for (param, arg) in m.decl.params.iter().zip(&args) {
            if self.is_non_null(&param.modifiers, m.class, &arg.ty) {
                let holds = Term::ne(arg.term.clone(), Term::null());
                self.check(holds, CheckKind::Precondition, span, Some(param.name.span));
            }
        }
        self.owe_preconditions(contract, &scope, span)?;
        self.owe_statics(span)?;
        self.smaller(m, contract, &scope, span)?;
        let helper = self.is_helper(m);
        let seen: Vec<Val> = object.iter().chain(&args).cloned().collect();
        let objects = seen.iter().filter(|v| v.ty.is_reference());
        let terms: Vec<Term> = objects.map(|v| v.term.clone()).collect();
        match &object {
            Some(object) if helper => self.owe_dirty(&Next::Helper(&object.term), span)?,
            Some(object) if !m.decl.constructor && self.making.contains(&object.term) => {
                // an object that is not yet constructed is shown to a method
                self.dirty.escaped = true;
                self.owe_dirty(&Next::Given(&terms), span)?;
            }
            _ => self.owe_dirty(&Next::Given(&terms), span)?,
        }
        // what a method returns that nobody has written is a choice, what it does to the heap is not known even then
        let written = self.is_implemented(m);
        let end = if written { span.end } else { span.start };
        let effect = Span { end, ..span };
        self.guesses.insert(effect);
        // what the callee may do; its promises are read before anything changes, so that the
        // snapshot knows what to keep
        let frame = self.frame_of(contract, &scope, span)?;
        self.frame_covers(&frame, span);
        let result = (result_type != Type::Void).then(|| self.temp("result", sort_of(&result_type)));
        scope.result = result.as_ref().map(|r| Val::new(r.term(), result_type.clone()));
        let promised = self.normal_end(contract, &scope)?;
        let thrown = self.thrown.clone();
        let signalled = self.exceptional_end(contract, &scope, &thrown.term())?;
        let exceptions = self.allowed_exceptions(m, contract)?;
        let kept = self.filled(before, span);
        self.code.extend(kept);
        let allocates = !contract.pure || m.decl.constructor || result_type.is_reference() || !exceptions.is_empty();
        let touched = frame.as_ref().is_none_or(|f| !f.places.is_empty());
        if let Some(raw) = made.as_ref().filter(|m| self.making.contains(m)) {
            // a constructor of the class above may have shown the object, unless it writes nothing else
            let own = |c: &Cell| matches!(c, Cell::At(_, o) | Cell::Fields(o) if o == raw);
            self.dirty.escaped |= frame.as_ref().is_none_or(|f| !f.places.iter().all(own));
        }
        if allocates {
            self.grow(effect);
        }
        if let Some(made) = made {
            let allocated = self.allocated();
            self.assume(Term::select(allocated.term(), made), effect);
        }
        self.forget(&frame, effect);
        if touched {
            let whom: &[Val] = match helper || above || m.decl.constructor {
                true => &args,
                false => &seen,
            };
            let but = object.as_ref().filter(|_| helper || above).map(|o| &o.term);
            self.trust_invariants(whom, but, effect)?;
            if let (Some(object), true, false) = (&object, above, helper) {
                self.trust_above(m.class, object, effect)?;
            }
        }
        if let (true, Some(object)) = (touched && (helper || above) && !m.decl.constructor, &object) {
            self.helped(object, effect)?;
        }
        self.may_throw_one_of(&exceptions, &signalled, span)?;
        if let Some(result) = &result {
            self.emit(StmtKind::Havoc(vec![result.clone()]), span);
            let fact = self.well_typed(&result.term(), &result_type);
            self.assume(fact, effect);
            if self.is_non_null(&m.decl.modifiers, m.class, &result_type) {
                self.assume(Term::ne(result.term(), Term::null()), effect);
            }
            let val = Val::new(result.term(), result_type.clone());
            self.in_order(&val, effect)?;
        }
        for (formula, _) in promised {
            self.assume_formula(formula, effect);
        }
        if written && contract.is_empty() {
            self.may_not_return(span);
        }
        Ok(match result {
            Some(var) => Val::new(var.term(), result_type),
            None => Val::new(Term::ff(), Type::Void),
        })
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
                    let order = self.order_of(&formula)?;
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
