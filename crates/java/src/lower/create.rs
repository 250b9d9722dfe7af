//! Object creation: constructors, and what runs before them.

use super::body::Body;
use super::implicit_code::initializers;
use super::library_contract::is_of_library;
use super::routine::begins_with;
use super::value::{Lowering, Val, View, sort_of, unsupported, wrong};
use crate::syntax::ast::{self, Expr, ExprKind, TypeRef};
use crate::types::{ClassId, MethodRef, Type};
use abide_base::{Diagnostic, Span};
use abide_ir::{AssumptionKind, CheckKind, StmtKind};
use abide_logic::{Sort, Term};

impl<'a> Body<'_, 'a> {
    /// `new C(…)`, with the name of the class of its body, if there is one.
    pub(super) fn new_object(
        &mut self,
        ty: &TypeRef,
        args: &'a [Expr],
        body: Option<&str>,
        span: Span,
    ) -> Lowering<Val> {
        let found = self.classes().resolve(ty, Some(self.class));
        if let Some(body) = body {
            let Some(own) = self.classes().hidden_class(self.class, body) else {
                return Err(unsupported(ty.span, "an anonymous class here"));
            };
            return self.new_anonymous(own, found, args, span);
        }
        let Some(found) = found else {
            self.arguments(args)?;
            let ty = self.resolve(ty)?;
            let val = self.unknown_call("new object", span)?;
            self.assume(Term::ne(val.term.clone(), Term::null()), span);
            return Ok(Val::new(val.term, ty));
        };
        let Type::Class(class) = found else {
            return Err(wrong(span, "only classes can be instantiated"));
        };
        self.first_use(class, span)?;
        let values = self.arguments(args)?;
        self.made_as_taken(class, &values, args)?;
        let object = self.allocate(&found, None, span);
        self.clear(&object, span)?;
        self.set_around(class, &object, None, span);
        if self.classes().get(class).decl.is_none() {
            self.constructed_elsewhere(class, &object, &values, span)?;
            return Ok(object);
        }
        self.construct(class, object.clone(), values, span)?;
        Ok(object)
    }

    /// An object of an anonymous class: the constructor of the class above runs, then its own initialisers, which
    /// see the variables around them.
    fn new_anonymous(&mut self, own: ClassId, up: Option<Type>, args: &'a [Expr], span: Span) -> Lowering<Val> {
        if let Some(Type::Class(up)) = up {
            self.first_use(up, span)?;
        }
        let values = self.arguments(args)?;
        let object = self.allocate(&Type::Class(own), None, span);
        self.clear(&object, span)?;
        self.set_around(own, &object, None, span);
        let known = match &up {
            Some(Type::Class(up)) if !self.classes().has_unknown_ancestor(*up) => Some(*up),
            _ => None,
        };
        if let Some(up) = known {
            self.made_as_taken(up, &values, args)?;
        }
        self.captured();
        let outer = self.captured.len();
        let seen = self.scopes.iter().flatten().cloned().collect::<Vec<_>>();
        self.captured.extend(seen.into_iter().map(|local| (own, local)));
        let made = self.while_making(&object, |b| {
            match known {
                Some(up) if b.classes().get(up).decl.is_some() && !b.classes().get(up).interface => {
                    b.construct(up, Val::new(object.term.clone(), Type::Class(up)), values, span)?;
                }
                Some(_) => {}
                None => b.constructor_not_given(span)?,
            }
            b.initialise(own, &object, span)
        });
        self.captured.truncate(outer);
        made?;
        self.is_in_order(own, &object, span)?;
        Ok(match up {
            Some(up) => Val::new(object.term, up),
            None => Val::new(object.term, self.classes().object()),
        })
    }

    /// `o.new C(…)`: the object around the new one is evaluated first, and is not null (JLS 15.9.4).
    pub(super) fn new_inside(&mut self, outer: &'a Expr, made: &'a Expr, span: Span) -> Lowering<Val> {
        let nothing = || unsupported(span, "`new` of an inner class");
        let ExprKind::New(ty, args, None) = &*made.kind else {
            return Err(nothing());
        };
        let later: Vec<&'a Expr> = args.iter().collect();
        let around = self.object(outer)?;
        let around = self.save_if_changed(around, &later, outer.span);
        self.not_null(&around, outer.span)?;
        let Type::Class(of) = around.ty else {
            return Err(nothing());
        };
        let class = self.classes().nested(of, &ty.name).ok_or_else(nothing)?;
        let info = self.classes().get(class);
        let fits = info.inner && info.outer.is_some_and(|outer| self.classes().is_subclass(of, outer));
        if !fits || info.decl.is_none() {
            return Err(nothing());
        }
        self.first_use(class, span)?;
        let values = self.arguments(args)?;
        self.made_as_taken(class, &values, args)?;
        let object = self.allocate(&Type::Class(class), None, span);
        self.clear(&object, span)?;
        self.set_around(class, &object, Some(around), span);
        self.construct(class, object.clone(), values, span)?;
        Ok(object)
    }

    /// A new object of an inner class has another one around it: the present one, or the one that is named.
    fn set_around(&mut self, class: ClassId, object: &Val, named: Option<Val>, span: Span) {
        if let Some(outer) = self.classes().get(class).outer
            && self.classes().get(class).inner
        {
            // superclasses in the same class have the same object around them
            let mut inside = self.classes().ancestors(class);
            inside.retain(|id| self.classes().get(*id).inner && self.classes().get(*id).outer == Some(outer));
            if let Some(around) = named.or_else(|| self.enclosing(outer)) {
                let around = self.shown(around);
                for id in inside {
                    let map = self.classes().outer_map(id);
                    let map = self.fixed(&map, Sort::Ref);
                    let is = Term::eq(Term::select(map.term(), object.term.clone()), around.term.clone());
                    self.assume(is, span);
                }
            }
        }
    }

    /// Runs a constructor on an allocated object.
    pub(super) fn construct(&mut self, class: ClassId, object: Val, values: Vec<Val>, span: Span) -> Lowering<()> {
        let all = self.classes().constructors(class);
        let decl = self.classes().get(class).decl;
        if all.is_empty() {
            let record = decl.filter(|d| d.kind == ast::ClassKind::Record);
            if let Some(record) = record {
                self.record_fields(class, record, &object, values, span)?;
                return self.is_in_order(class, &object, span);
            }
            self.while_making(&object, |b| {
                b.super_fields(class, &object, span)?;
                b.initialise(class, &object, span)
            })?;
            return self.is_in_order(class, &object, span);
        }
        let fitting = all.iter().filter(|m| m.decl.params.len() == values.len());
        let Some(m) = self.best(fitting.copied().collect(), &values) else {
            return self.some_constructor(&all, object, span);
        };
        self.knows_contract(m, span);
        let contract = self.contract(m);
        // initialisers run after an explicit `super(…)`, which is inside the body
        let plain = !begins_with(m.decl.body.as_deref().unwrap_or_default(), "super");
        if contract.is_empty() && plain && self.may_inline(m) {
            return self.while_making(&object, |b| b.inline_constructor(m, &object, values, span));
        }
        let given: Vec<Type> = values.iter().map(|v| v.ty.clone()).collect();
        let args = self.converted(m, values, span)?;
        self.forget_fields(class, &object, span)?;
        if is_of_library(m) {
            self.call_of_library(m, &contract, Some(object.clone()), (args, &given), span)?;
        } else {
            self.call_by_contract(m, &contract, Some(object.clone()), args, span)?;
        }
        self.made_by_contract(m.decl.modifiers.helper, &object, span)
    }

    /// A constructor has come back that was not read in place: its object keeps its invariants, unless a helper made it.
    fn made_by_contract(&mut self, helper: bool, object: &Val, span: Span) -> Lowering<()> {
        if helper {
            return self.helped(object, span);
        }
        for (formula, _) in self.invariants(object, View::Now)? {
            self.assume_formula(formula, span);
        }
        Ok(())
    }

    /// One of several constructors of a given class runs, and which is not known: what it requires is open.
    fn some_constructor(&mut self, all: &[MethodRef<'a>], object: Val, span: Span) -> Lowering<()> {
        let Type::Class(class) = object.ty else { return Ok(()) };
        let name = self.classes().get(class).path.clone();
        let mut warning = Diagnostic::warning(span, format!("which constructor of `{name}` is meant is not known"))
            .note("what it does is arbitrary, and what it requires is open");
        for m in all {
            self.knows_contract(*m, span);
            warning = warning.related(m.decl.name.span, "it may be this one");
        }
        self.warn(warning);
        // the library asks nothing of its callers, it throws
        if !self.classes().is_built_in(class) {
            let kept = self.unknown_choice("required", span);
            self.check(
                kept,
                CheckKind::Precondition,
                span,
                all.first().map(|m| m.decl.name.span),
            );
        }
        let trust = format!("the constructor of `{name}` ends, and throws nothing but what is caught here");
        self.rely_on(AssumptionKind::Library, span, trust);
        let object = self.shown(object);
        self.anything_happens(span)?;
        self.forget_fields(class, &object, span)?;
        self.made_by_contract(all.iter().any(|m| m.decl.modifiers.helper), &object, span)
    }

    /// A constructor may write the fields of its object, whatever its contract says.
    fn forget_fields(&mut self, class: ClassId, object: &Val, span: Span) -> Lowering<()> {
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
        Ok(())
    }

    /// Runs `f`, during which the object is not yet in order.
    fn while_making<T>(&mut self, object: &Val, f: impl FnOnce(&mut Self) -> T) -> T {
        self.making.push(object.term.clone());
        self.dirty.raw.push(object.clone());
        let made = f(self);
        self.making.pop();
        self.dirty.raw.pop();
        made
    }

    fn inline_constructor(&mut self, m: MethodRef<'a>, object: &Val, values: Vec<Val>, span: Span) -> Lowering<()> {
        let args = self.converted(m, values, span)?;
        if !begins_with(m.decl.body.as_deref().unwrap_or_default(), "this") {
            self.super_fields(m.class, object, span)?;
            self.initialise(m.class, object, span)?;
        }
        self.inline(m, Some(object.clone()), args, span)?;
        self.owe_invariants_of(object, span)
    }

    /// An object made without a constructor of its own has its non-null fields set and its
    /// invariants hold: no other method is asked to show that.
    pub(super) fn is_in_order(&mut self, class: ClassId, object: &Val, span: Span) -> Lowering<()> {
        for (set, field) in self.fields_set(class, object)? {
            self.check(set, CheckKind::Null, span, Some(field));
        }
        self.owe_invariants_of(object, span)
    }

    /// The non-null fields that a class declares are set in an object; each with its place.
    pub(super) fn fields_set(&mut self, class: ClassId, object: &Val) -> Lowering<Vec<(Term, Span)>> {
        let decl = self.classes().get(class).decl;
        let mut all = Vec::new();
        for field in decl.into_iter().flat_map(|d| &d.fields) {
            let ty = self.resolve_in(&field.ty, class)?;
            let spec_only = field.modifiers.ghost || field.modifiers.model;
            if !field.modifiers.is_static && !spec_only && self.is_non_null(&field.modifiers, class, &ty) {
                let map = self.field_map(class, &field.name.text, &ty);
                let set = Term::ne(Term::select(map.term(), object.term.clone()), Term::null());
                all.push((set, field.name.span));
            }
        }
        Ok(all)
    }

    /// The implicit `super()`.
    pub(super) fn super_fields(&mut self, class: ClassId, object: &Val, span: Span) -> Lowering<()> {
        let Some(up) = self.classes().get(class).superclass else {
            return Ok(());
        };
        if self.classes().has_unknown_ancestor(up) && self.classes().get(up).decl.is_none() {
            return self.constructor_not_given(span);
        }
        if self.classes().get(up).decl.is_none() {
            return Ok(());
        }
        let object = Val::new(object.term.clone(), Type::Class(up));
        self.construct(up, object, Vec::new(), span)
    }

    /// The constructor of a class that is not given, for an object of its own. Exceptions have no state we know of.
    fn constructed_elsewhere(&mut self, class: ClassId, object: &Val, values: &[Val], span: Span) -> Lowering<()> {
        let name = self.classes().get(class).name.clone();
        let exception = self.classes().is_subclass(class, self.classes().known("Throwable"));
        match self.classes().has_unknown_ancestor(class) {
            true if exception => {
                let trust = format!("the constructor of `{name}` does no more than to make the exception");
                self.rely_on(AssumptionKind::Library, span, trust);
                self.library_constructor(class, object, values, span)
            }
            true => {
                let trust = format!("the constructor of `{name}` ends, and throws nothing but what is caught here");
                self.rely_on(AssumptionKind::Library, span, trust);
                self.unknown_code(span)
            }
            false => self.library_constructor(class, object, values, span),
        }
    }

    /// The constructor of a class above of which nothing is known.
    fn constructor_not_given(&mut self, span: Span) -> Lowering<()> {
        let trust = "the constructor of the class above ends, throws nothing but what is caught here, and leaves the \
                     object alone that is being made";
        self.rely_on(AssumptionKind::Library, span, trust);
        self.unknown_code(span)
    }

    /// `this(…)` and `super(…)`.
    pub(super) fn constructor_call(&mut self, word: &str, args: &'a [Expr], span: Span) -> Lowering<Val> {
        let values = self.arguments(args)?;
        let object = self.this_value(span)?;
        let nothing = Val::new(Term::ff(), Type::Void);
        let class = match word {
            "this" => self.class,
            _ => match self.classes().get(self.class).superclass {
                Some(up) if self.classes().get(up).decl.is_some() => up,
                Some(up) if self.classes().has_unknown_ancestor(up) => {
                    self.constructor_not_given(span)?;
                    return Ok(nothing);
                }
                _ => return Ok(nothing),
            },
        };
        self.made_as_taken(class, &values, args)?;
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
            for (_, field, block) in initializers(decl, false) {
                let Some(field) = field else {
                    self.statements(block)?;
                    continue;
                };
                let Some(init) = &field.init else { continue };
                let ty = self.resolve_in(&field.ty, class)?;
                let val = self.first_value(init, (&ty, &field.ty), &field.modifiers)?;
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
