//! Calls and object creation.

use super::contract::Contract;
use super::jump::{Frame, Goal};
use super::survey::is_small;
use super::{Body, Local, Lowering, Scope, Val, View, sort_of, unsupported, wrong};
use crate::syntax::ast::{self, Expr, ExprKind, TypeRef};
use crate::types::{ClassId, MethodRef, Type};
use abide_base::{Diagnostic, Span};
use abide_ir::{CheckKind, StmtKind};
use abide_logic::{Sort, Term};

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
        let later: Vec<&Expr> = args.iter().collect();
        let object = match target {
            Some(t) if class.is_none() => {
                if let Some(val) = self.print_call(t, args)? {
                    return Ok(val);
                }
                let val = self.expr(t)?;
                Some(self.keep(val, &later, t.span))
            }
            _ => None,
        };
        let values = self.arguments(args)?;
        if let (Some(object), Some(t)) = (&object, target)
            && !is_super
        {
            self.not_null(object, t.span)?;
        }
        if let Some(val) = self.library_call(class, object.as_ref(), &name.text, &values, span)? {
            return Ok(val);
        }
        let found = match (class, &object) {
            (Some(c), _) => self.pick(c, &name.text, &values).map(|m| (m, None)),
            (None, Some(o)) => match &o.ty {
                Type::Class(c) => {
                    let c = match (is_super, self.classes().get(self.class).superclass) {
                        (true, Some(up)) => up,
                        _ => *c,
                    };
                    self.pick(c, &name.text, &values).map(|m| (m, Some(o.clone())))
                }
                _ => None,
            },
            (None, None) => self.pick_around(&name.text, &values),
        };
        let Some((m, object)) = found else {
            if self.declares(&name.text) {
                return Err(unsupported(
                    span,
                    "this call: arguments that are boxed, or of any number",
                ));
            }
            return self.unknown_call(&name.text, span);
        };
        let object = object.filter(|_| !m.decl.modifiers.is_static);
        // what is called exactly is known: the method cannot be overridden
        let exact = is_super || self.is_exact(m) || object.as_ref().is_some_and(|o| self.is_exact_type(&o.ty));
        self.invoke(m, object, values, exact, span)
    }

    /// Is there a method of this name in the file?
    fn declares(&self, name: &str) -> bool {
        let all = self.classes().ids().filter_map(|id| self.classes().get(id).decl);
        all.flat_map(|d| &d.methods).any(|m| &*m.name.text == name)
    }

    fn is_exact(&self, m: MethodRef<'a>) -> bool {
        let modifiers = &m.decl.modifiers;
        modifiers.is_static || modifiers.private || modifiers.is_final || self.classes().get(m.class).is_final
    }

    fn is_exact_type(&self, ty: &Type) -> bool {
        matches!(ty, Type::Class(id) if self.classes().get(*id).is_final)
    }

    /// A method named without a target: of this class, or of one around it.
    fn pick_around(&mut self, name: &str, values: &[Val]) -> Option<(MethodRef<'a>, Option<Val>)> {
        let mut class = self.class;
        let mut object = self.this.clone();
        loop {
            if let Some(m) = self.pick(class, name, values) {
                return Some((m, object));
            }
            object = object.and_then(|o| self.around(&o, class)).map(|(o, _)| o);
            class = self.classes().get(class).outer?;
        }
    }

    /// The method that fits the arguments best.
    pub(super) fn pick(&self, class: ClassId, name: &str, values: &[Val]) -> Option<MethodRef<'a>> {
        self.best(self.classes().methods(class, name, values.len()), values)
    }

    fn best(&self, candidates: Vec<MethodRef<'a>>, values: &[Val]) -> Option<MethodRef<'a>> {
        let fits = |m: &MethodRef<'a>| {
            let params = self.classes().parameters(*m);
            params.len() == values.len()
                && params.iter().zip(values).all(|(p, v)| {
                    // in formulas numbers have any size
                    let number = matches!((p, &v.ty), (Type::Int(_), Type::Int(crate::types::IntKind::Big)));
                    number || self.classes().is_assignable(&v.ty, p)
                })
        };
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

    /// A call of something we know nothing about: any result, any effect.
    pub(super) fn unknown_call(&mut self, name: &str, span: Span) -> Lowering<Val> {
        self.warn(
            Diagnostic::warning(span, format!("nothing is known of the method `{name}`"))
                .note("its result and what it does to the heap are arbitrary"),
        );
        self.anything_happens(span);
        let object = self.classes().object();
        Ok(self.arbitrary(&object, span))
    }

    /// Code we do not know runs: it may write everything, and throw what is caught here.
    pub(super) fn anything_happens(&mut self, span: Span) {
        self.frame_covers(&None, span);
        self.grow(span);
        self.forget(&None, span);
        let caught: Vec<Type> = self
            .frames
            .iter()
            .flat_map(|f| match f {
                Frame::Catch { types, .. } => types.clone(),
                _ => Vec::new(),
            })
            .collect();
        if caught.is_empty() {
            return;
        }
        let thrown = self.thrown.clone();
        let failing = self.block(|b| {
            b.emit(StmtKind::Havoc(vec![thrown.clone()]), span);
            b.assume(Term::ne(thrown.term(), Term::null()), span);
            let throwable = Type::Class(b.classes().known("Throwable"));
            let fact = b.well_typed(&thrown.term(), &throwable);
            b.assume(fact, span);
            let types: Vec<Term> = caught.iter().map(|t| b.has_type(&thrown.term(), t)).collect();
            b.assume(Term::or(types), span);
            b.leave(Goal::Throw, span);
            Ok(())
        });
        if let Ok(((), failing)) = failing {
            self.emit(StmtKind::If(None, failing, Vec::new()), span);
        }
    }

    /// Objects may have been allocated.
    fn grow(&mut self, span: Span) {
        let allocated = self.allocated();
        let before = self.temp("before", allocated.sort().clone());
        self.assign(&before, allocated.term(), span);
        self.emit(StmtKind::Havoc(vec![allocated.clone()]), span);
        self.writes.push(super::heap::Write {
            var: allocated.clone(),
            object: None,
            fresh: true,
        });
        let r = self.fresh("r", Sort::Ref);
        let grown = Term::implies(
            Term::select(before.term(), r.term()),
            Term::select(allocated.term(), r.term()),
        );
        self.assume(Term::forall([r], grown), span);
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
        let params = self.classes().parameters(m);
        let mut args = Vec::new();
        for (val, ty) in values.into_iter().zip(&params) {
            let val = self.convert(val, ty, span)?;
            args.push(val);
        }
        let contract = self.contract(m);
        let known = self.inlined.contains(&std::ptr::from_ref(m.decl));
        let small = is_small(m.decl) && !known && self.inlined.len() <= INLINED;
        if contract.is_empty() && exact && small {
            return self.inline(m, object, args, span);
        }
        self.call_by_contract(m, &contract, object, args, span)
    }

    /// The body of a small method in place of its call.
    fn inline(&mut self, m: MethodRef<'a>, object: Option<Val>, args: Vec<Val>, span: Span) -> Lowering<Val> {
        let Some(body) = &m.decl.body else {
            return Err(unsupported(span, "a method without a body"));
        };
        // the body may write the field that the object was read from
        let object = object.map(|o| self.save_unless_fixed(o, span));
        let ty = self.resolve_in(&m.decl.result, m.class)?;
        let result = (ty != Type::Void).then(|| self.temp("\\result", sort_of(&ty)));
        let mut scope = Vec::new();
        for (param, val) in m.decl.params.iter().zip(args) {
            let var = self.temp(&param.name.text, val.term.sort().clone());
            self.assign(&var, val.term, span);
            scope.push(Local {
                name: param.name.text.to_string(),
                var,
                ty: val.ty,
                non_null: false,
            });
        }
        // the callee sees its own names only
        let scopes = std::mem::replace(&mut self.scopes, vec![scope]);
        let this = std::mem::replace(&mut self.this, object);
        let class = std::mem::replace(&mut self.class, m.class);
        let method = std::mem::replace(&mut self.method, m);
        let own = std::mem::replace(&mut self.result, result.clone());
        let own_type = std::mem::replace(&mut self.own_result, ty.clone());
        self.inlined.push(m.decl);
        let frame = Frame::Inlined {
            label: self.label("end"),
            used: false,
        };
        let done = self.framed(frame, span, |b| b.statements(body));
        self.inlined.pop();
        self.scopes = scopes;
        self.this = this;
        self.class = class;
        self.method = method;
        self.result = own;
        self.own_result = own_type;
        done?;
        Ok(match result {
            Some(var) => Val::new(var.term(), ty),
            None => Val::new(Term::ff(), Type::Void),
        })
    }

    /// A call as its contract describes it.
    fn call_by_contract(
        &mut self,
        m: MethodRef<'a>,
        contract: &Contract<'a>,
        object: Option<Val>,
        args: Vec<Val>,
        span: Span,
    ) -> Lowering<Val> {
        let object = object.map(|o| self.save_unless_fixed(o, span));
        let args: Vec<Val> = args.into_iter().map(|a| self.save_unless_fixed(a, span)).collect();
        let result_type = self.resolve_in(&m.decl.result, m.class)?;
        let before = self.snapshot("before", false);
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
        let helper = m.decl.modifiers.helper;
        if !helper {
            self.owe_invariants(span)?;
        }
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
        let allocates = !contract.pure || result_type.is_reference() || !exceptions.is_empty();
        let touched = frame.as_ref().is_none_or(|f| !f.places.is_empty());
        if allocates {
            self.grow(span);
        }
        self.forget(&frame, span);
        if touched && !helper {
            self.trust_invariants(m.class, object.as_ref(), &args, span)?;
        }
        if let (true, Some(object)) = (touched && helper && !m.decl.constructor, &object)
            && self.root.as_ref().is_none_or(|r| r.term != object.term)
        {
            for (formula, clause) in self.invariants(object, View::Now)? {
                let formula = self.with_types(formula);
                self.check(formula, CheckKind::ClassInvariant, span, Some(clause));
            }
        }
        if !exceptions.is_empty() {
            let ((), failing) = self.block(|b| {
                b.emit(StmtKind::Havoc(vec![thrown.clone()]), span);
                b.assume(Term::ne(thrown.term(), Term::null()), span);
                let throwable = Type::Class(b.classes().known("Throwable"));
                let fact = b.well_typed(&thrown.term(), &throwable);
                b.assume(fact, span);
                let types: Vec<Term> = exceptions.iter().map(|t| b.has_type(&thrown.term(), t)).collect();
                b.assume(Term::or(types), span);
                for (formula, _) in &signalled {
                    b.assume(formula.clone(), span);
                }
                b.leave(Goal::Throw, span);
                Ok(())
            })?;
            self.emit(StmtKind::If(None, failing, Vec::new()), span);
        }
        if let Some(result) = &result {
            self.emit(StmtKind::Havoc(vec![result.clone()]), span);
            let fact = self.well_typed(&result.term(), &result_type);
            self.assume(fact, span);
            if self.is_non_null(&m.decl.modifiers, m.class, &result_type) {
                self.assume(Term::ne(result.term(), Term::null()), span);
            }
        }
        for (formula, _) in promised {
            self.assume(self.read_types(&formula), span);
            self.assume(formula, span);
        }
        Ok(match result {
            Some(var) => Val::new(var.term(), result_type),
            None => Val::new(Term::ff(), Type::Void),
        })
    }

    /// A value that no heap change alters stays as it is.
    fn save_unless_fixed(&mut self, val: Val, span: Span) -> Val {
        let heap = val
            .term
            .free_vars()
            .iter()
            .any(|v| self.heap.values().any(|h| h.var == *v));
        if heap { self.save(val, span) } else { val }
    }

    fn owe_preconditions(&mut self, contract: &Contract<'a>, scope: &Scope, span: Span) -> Lowering<()> {
        if contract.is_single() {
            for number in 0..contract.cases.len() {
                for (formula, clause) in self.requires(contract, number, scope)? {
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
        self.check(Term::or(ways), CheckKind::Precondition, span, place);
        Ok(())
    }

    /// Objects a callee can see satisfy their invariants.
    fn owe_invariants(&mut self, span: Span) -> Lowering<()> {
        // other objects are in order wherever a statement ends; `this` may be in between
        let Some(root) = self.root.clone() else { return Ok(()) };
        for (formula, clause) in self.invariants(&root, View::Now)? {
            let formula = self.with_types(formula);
            self.check(formula, CheckKind::ClassInvariant, span, Some(clause));
        }
        Ok(())
    }

    /// After a call these objects satisfy their invariants.
    fn trust_invariants(&mut self, class: ClassId, object: Option<&Val>, args: &[Val], span: Span) -> Lowering<()> {
        let own = self.root.clone();
        let known = self.classes().ancestors(class);
        // a method knows the invariants of its own class, not those of subclasses
        let as_known = |v: &Val| match &v.ty {
            Type::Class(id) if !known.contains(id) => Val::new(v.term.clone(), Type::Class(class)),
            _ => v.clone(),
        };
        let receiver = object.map(as_known);
        let own = own.map(|o| match &receiver {
            Some(r) if r.term == o.term => r.clone(),
            _ => o,
        });
        let mut seen: Vec<Term> = Vec::new();
        for val in own.iter().chain(&receiver).chain(args) {
            if seen.contains(&val.term) {
                continue;
            }
            seen.push(val.term.clone());
            for (formula, _) in self.invariants(val, View::Now)? {
                let null = Term::eq(val.term.clone(), Term::null());
                self.assume(Term::or([null, formula]), span);
            }
        }
        Ok(())
    }

    /// `new C(…)`.
    pub(super) fn new_object(&mut self, ty: &TypeRef, args: &'a [Expr], body: bool, span: Span) -> Lowering<Val> {
        let Some(found) = self.classes().resolve(ty, Some(self.class)) else {
            self.arguments(args)?;
            let ty = self.resolve(ty)?;
            let val = self.unknown_call(&format!("new {}", "object"), span)?;
            self.assume(Term::ne(val.term.clone(), Term::null()), span);
            return Ok(Val::new(val.term, ty));
        };
        let Type::Class(class) = found else {
            return Err(wrong(span, "only classes can be instantiated"));
        };
        let values = self.arguments(args)?;
        if body {
            self.warn(
                Diagnostic::warning(ty.span, "an anonymous class is not modelled").note("the object is arbitrary"),
            );
            self.anything_happens(span);
            let val = self.arbitrary(&found, span);
            self.assume(Term::ne(val.term.clone(), Term::null()), span);
            return Ok(val);
        }
        let object = self.allocate(&found, None, span);
        self.clear(&object, span)?;
        if let Some(outer) = self.classes().get(class).outer
            && self.classes().get(class).inner
        {
            let map = self.fixed("\\outer", Sort::Ref);
            let around = self.enclosing(outer);
            if let Some(around) = around {
                let is = Term::eq(Term::select(map.term(), object.term.clone()), around.term);
                self.assume(is, span);
            }
        }
        if self.classes().get(class).decl.is_none() {
            // a class of the library: exceptions and the like have no state we know of
            return Ok(object);
        }
        self.construct(class, object.clone(), values, span)?;
        Ok(object)
    }

    /// `this`, or the object around it, of a class.
    fn enclosing(&mut self, wanted: ClassId) -> Option<Val> {
        let mut class = self.class;
        let mut object = self.this.clone()?;
        loop {
            if self.classes().is_subclass(class, wanted) {
                return Some(object);
            }
            (object, class) = self.around(&object, class)?;
        }
    }

    /// Runs a constructor on an allocated object.
    fn construct(&mut self, class: ClassId, object: Val, values: Vec<Val>, span: Span) -> Lowering<()> {
        let all = self.classes().constructors(class);
        let decl = self.classes().get(class).decl;
        if all.is_empty() {
            let record = decl.filter(|d| d.kind == ast::ClassKind::Record);
            if let Some(record) = record {
                self.record_fields(class, record, &object, values, span)?;
                return self.is_in_order(class, &object, span);
            }
            let constructing = std::mem::replace(&mut self.constructing, true);
            let making = self.making.replace(object.term.clone());
            let made = self
                .super_fields(class, &object, span)
                .and_then(|()| self.initialise(class, &object, span));
            self.constructing = constructing;
            self.making = making;
            made?;
            return self.is_in_order(class, &object, span);
        }
        let fitting = all
            .into_iter()
            .filter(|m| m.decl.params.len() == values.len())
            .collect();
        let Some(m) = self.best(fitting, &values) else {
            return Err(unsupported(span, "this constructor call"));
        };
        let contract = self.contract(m);
        let known = self.inlined.contains(&std::ptr::from_ref(m.decl));
        // initialisers run after an explicit `super(…)`, which is inside the body
        let plain = m
            .decl
            .body
            .as_ref()
            .is_some_and(|b| !super::routine::begins_with(b, "super"));
        if contract.is_empty() && is_small(m.decl) && plain && !known && self.inlined.len() <= INLINED {
            let constructing = std::mem::replace(&mut self.constructing, true);
            let making = self.making.replace(object.term.clone());
            let result = self.inline_constructor(m, object, values, span);
            self.constructing = constructing;
            self.making = making;
            return result;
        }
        let params = self.classes().parameters(m);
        let mut args = Vec::new();
        for (val, ty) in values.into_iter().zip(&params) {
            args.push(self.convert(val, ty, span)?);
        }
        // a constructor may write the fields of its object, whatever its contract says
        for up in self.classes().ancestors(class) {
            let Some(decl) = self.classes().get(up).decl else {
                continue;
            };
            for field in decl.fields.iter().filter(|f| !f.modifiers.is_static) {
                let ty = self.resolve_in(&field.ty, up)?;
                let map = self.field_map(up, &field.name.text, &ty);
                let any = self.temp("any", sort_of(&ty));
                self.emit(StmtKind::Havoc(vec![any.clone()]), span);
                self.store(&map, &object.term, any.term(), true, span);
            }
        }
        self.call_by_contract(m, &contract, Some(object.clone()), args, span)?;
        if !m.decl.modifiers.helper {
            for (formula, _) in self.invariants(&object, View::Now)? {
                self.assume(formula, span);
            }
        }
        Ok(())
    }

    /// An object made without a constructor of its own has its non-null fields set and its
    /// invariants hold: no other method is asked to show that.
    fn is_in_order(&mut self, class: ClassId, object: &Val, span: Span) -> Lowering<()> {
        let decl = self.classes().get(class).decl;
        for field in decl.into_iter().flat_map(|d| &d.fields) {
            let ty = self.resolve_in(&field.ty, class)?;
            let spec_only = field.modifiers.ghost || field.modifiers.model;
            if !field.modifiers.is_static && !spec_only && self.is_non_null(&field.modifiers, class, &ty) {
                let map = self.field_map(class, &field.name.text, &ty);
                let set = Term::ne(Term::select(map.term(), object.term.clone()), Term::null());
                self.check(set, CheckKind::Null, span, Some(field.name.span));
            }
        }
        for (formula, clause) in self.invariants(object, View::Now)? {
            let formula = self.with_types(formula);
            self.check(formula, CheckKind::ClassInvariant, span, Some(clause));
        }
        Ok(())
    }

    fn inline_constructor(&mut self, m: MethodRef<'a>, object: Val, values: Vec<Val>, span: Span) -> Lowering<()> {
        let params = self.classes().parameters(m);
        let mut args = Vec::new();
        for (val, ty) in values.into_iter().zip(&params) {
            args.push(self.convert(val, ty, span)?);
        }
        let calls_this = m
            .decl
            .body
            .as_ref()
            .is_some_and(|b| super::routine::begins_with(b, "this"));
        let calls_super = m
            .decl
            .body
            .as_ref()
            .is_some_and(|b| super::routine::begins_with(b, "super"));
        if !calls_this && !calls_super {
            self.super_fields(m.class, &object, span)?;
        }
        if !calls_this {
            self.initialise(m.class, &object, span)?;
        }
        self.inline(m, Some(object.clone()), args, span)?;
        for (formula, clause) in self.invariants(&object, View::Now)? {
            self.check(formula, CheckKind::ClassInvariant, span, Some(clause));
        }
        Ok(())
    }

    /// The implicit `super()`.
    pub(super) fn super_fields(&mut self, class: ClassId, object: &Val, span: Span) -> Lowering<()> {
        let Some(up) = self.classes().get(class).superclass else {
            return Ok(());
        };
        if self.classes().get(up).decl.is_none() {
            return Ok(());
        }
        let object = Val::new(object.term.clone(), Type::Class(up));
        self.construct(up, object, Vec::new(), span)
    }

    /// `this(…)` and `super(…)`.
    fn constructor_call(&mut self, word: &str, args: &'a [Expr], span: Span) -> Lowering<Val> {
        let values = self.arguments(args)?;
        let object = self.this_value(span)?;
        let nothing = Val::new(Term::ff(), Type::Void);
        let class = match word {
            "this" => self.class,
            _ => match self.classes().get(self.class).superclass {
                Some(up) if self.classes().get(up).decl.is_some() => up,
                _ => return Ok(nothing),
            },
        };
        let object = Val::new(object.term, Type::Class(class));
        self.construct(class, object, values, span)?;
        Ok(nothing)
    }

    /// Initial values of fields, and initialiser blocks.
    pub(super) fn initialise(&mut self, class: ClassId, object: &Val, span: Span) -> Lowering<()> {
        let Some(decl) = self.classes().get(class).decl else {
            return Ok(());
        };
        if self.initialising.contains(&class) {
            return Err(unsupported(
                span,
                "a class whose initialisation makes another object of it",
            ));
        }
        self.initialising.push(class);
        let this = self.this.replace(Val::new(object.term.clone(), Type::Class(class)));
        let outer = std::mem::replace(&mut self.class, class);
        let scopes = std::mem::replace(&mut self.scopes, vec![Vec::new()]);
        let result = (|| {
            // in the order of the text
            let fields = decl.fields.iter().filter(|f| !f.modifiers.is_static);
            let blocks = decl.initializers.iter().filter(|i| !i.is_static);
            let mut all: Vec<(Span, Option<&ast::Field>, &[ast::Stmt])> = Vec::new();
            all.extend(fields.map(|f| (f.name.span, Some(f), &[] as &[ast::Stmt])));
            all.extend(blocks.filter_map(|i| Some((i.body.first()?.span, None, i.body.as_slice()))));
            all.sort_by_key(|(span, _, _)| *span);
            for (_, field, block) in all {
                let Some(field) = field else {
                    self.statements(block)?;
                    continue;
                };
                let Some(init) = &field.init else { continue };
                let ty = self.resolve_in(&field.ty, class)?;
                let val = self.initial(init, &ty)?;
                let val = self.convert(val, &ty, init.span)?;
                let map = self.field_map(class, &field.name.text, &ty);
                self.store(&map, &object.term, val.term, true, span);
            }
            Ok(())
        })();
        self.initialising.pop();
        self.this = this;
        self.class = outer;
        self.scopes = scopes;
        result
    }

    fn record_fields(
        &mut self,
        class: ClassId,
        decl: &'a ast::Class,
        object: &Val,
        values: Vec<Val>,
        span: Span,
    ) -> Lowering<()> {
        for (component, val) in decl.components.iter().zip(values) {
            let ty = self.resolve_in(&component.ty, class)?;
            let val = self.convert(val, &ty, span)?;
            if self.is_non_null(&component.modifiers, class, &ty) {
                let holds = Term::ne(val.term.clone(), Term::null());
                self.check(holds, CheckKind::Precondition, span, Some(component.name.span));
            }
            let map = self.field_map(class, &component.name.text, &ty);
            self.store(&map, &object.term, val.term, true, span);
        }
        Ok(())
    }
}
