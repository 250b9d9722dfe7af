//! Expressions of code: their value as a term, and the statements that compute it.
//!
//! Operands are evaluated from left to right. The value of an operand is a term over the
//! present state; it is kept in a temporary where a later operand may change that state.

use super::heap::HeapKind;
use super::jump::Frame;
use super::survey::{down, has_effect};
use super::{Body, Local, Lowering, Val, View, sort_of, unsupported, wrong};
use crate::ints::{self, Number};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, Literal, TypeRef, UnaryOp};
use crate::types::{ClassId, DIMENSION, FieldRef, IntKind, Type};
use abide_base::{Diagnostic, Span};
use abide_ir::{CheckKind, StmtKind};
use abide_logic::{Int, Term, builtin};

/// Something that can be assigned to.
#[derive(Clone)]
pub(super) enum Place<'a> {
    Local(Local),
    Static(FieldRef<'a>, Type),
    Field(Val, FieldRef<'a>, Type),
    Element(Val, Term),
}

/// What evaluating an expression may change.
#[derive(Default)]
struct Effects {
    names: Vec<String>,
    heap: bool,
}

fn effects(e: &Expr, found: &mut Effects) {
    down(e, &mut |e| match &*e.kind {
        ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } => match &*target.kind {
            ExprKind::Name(n) => {
                found.names.push(n.to_string());
                // it may be a field
                found.heap = true;
            }
            _ => found.heap = true,
        },
        ExprKind::Call(..)
        | ExprKind::New(..)
        | ExprKind::NewArray(..)
        | ExprKind::ArrayInit(..)
        | ExprKind::Switch(..) => {
            found.heap = true;
        }
        _ => {}
    });
}

impl<'a> Body<'_, 'a> {
    /// The value of an expression.
    pub(super) fn expr(&mut self, e: &'a Expr) -> Lowering<Val> {
        let span = e.span;
        match &*e.kind {
            ExprKind::Literal(l) => self.literal(l, span),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::This(None) => self.this_value(span),
            ExprKind::This(Some(ty)) => self.outer_this(ty, span),
            ExprKind::Super => {
                let this = self.this_value(span)?;
                let up = self.classes().get(self.class).superclass;
                Ok(up.map_or(this.clone(), |up| Val::new(this.term, Type::Class(up))))
            }
            ExprKind::Field(target, name) => self.field(target, &name.text, span),
            ExprKind::Index(array, index) => {
                let place = self.element_place(array, index, &[])?;
                self.may_access(&place, span)?;
                self.read(&place, span)
            }
            ExprKind::Call(target, name, args) => self.call(target.as_ref(), name, args, span),
            ExprKind::New(ty, args, body) => self.new_object(ty, args, *body, span),
            ExprKind::NewArray(ty, sizes, init) => {
                let ty = self.resolve(ty)?;
                match init {
                    Some(init) => self.initial(init, &ty),
                    None => self.new_array(&ty, sizes, span),
                }
            }
            ExprKind::ArrayInit(_) => Err(unsupported(span, "an array initialiser here")),
            ExprKind::Unary(op, a) => self.unary(*op, a, span),
            ExprKind::Step { prefix, up, target } => self.step(*prefix, *up, target, span),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => self.short_circuit(*op, a, b, span),
            ExprKind::Binary(op, a, b) => {
                let (x, y) = self.two(a, b)?;
                self.binary(*op, x, y, span)
            }
            ExprKind::Assign(op, target, value) => self.assignment(*op, target, value, span),
            ExprKind::Conditional(c, a, b) => self.conditional(c, a, b, span),
            ExprKind::Cast(ty, a) => {
                let val = self.expr(a)?;
                let ty = self.resolve_known(ty, self.class)?;
                self.is_decidable(&ty, span)?;
                self.cast(val, &ty, span)
            }
            ExprKind::InstanceOf(a, ty, name) => {
                let val = self.expr(a)?;
                let ty = self.resolve_known(ty, self.class)?;
                self.is_decidable(&ty, span)?;
                let yes = self.instance_of(&val, &ty);
                if let Some(name) = name {
                    // where the test fails the variable cannot be seen: null has every type
                    let var = self.declare(&name.text, ty, true);
                    let bound = Term::ite(yes.clone(), val.term, Term::null());
                    self.assign(&var, bound, span);
                }
                Ok(Val::new(yes, Type::Bool))
            }
            ExprKind::Switch(subject, cases) => self.switch_value(subject, cases, span),
            ExprKind::ClassLiteral(_) | ExprKind::Lambda => {
                if matches!(&*e.kind, ExprKind::Lambda) {
                    self.warn(
                        Diagnostic::warning(span, "lambdas and method references are not modelled")
                            .note("the value is an arbitrary object"),
                    );
                }
                let object = self.classes().object();
                let val = self.arbitrary(&object, span);
                self.assume(Term::ne(val.term.clone(), Term::null()), span);
                Ok(val)
            }
            ExprKind::Unknown(what) => Err(unsupported(span, what)),
            _ => Err(unsupported(span, "this JML expression in code")),
        }
    }

    pub(super) fn literal(&mut self, l: &Literal, span: Span) -> Lowering<Val> {
        Ok(match l {
            Literal::Int(i) => Val::new(Term::int(i.clone()), Type::INT),
            Literal::Long(i) => Val::new(Term::int(i.clone()), Type::Int(IntKind::Long)),
            Literal::Char(c) => Val::new(Term::int(i64::from(*c)), Type::Int(IntKind::Char)),
            Literal::Bool(b) => Val::new(Term::bool(*b), Type::Bool),
            Literal::Null => Val::null(),
            Literal::String(units) => self.string_literal(units),
            Literal::Float => self.float(span),
        })
    }

    /// A floating-point value: arbitrary, and said so.
    pub(super) fn float(&mut self, span: Span) -> Val {
        self.warn(Diagnostic::warning(span, "floating-point numbers are not modelled").note("the value is arbitrary"));
        self.arbitrary(&Type::Float, span)
    }

    pub(super) fn this_value(&mut self, span: Span) -> Lowering<Val> {
        self.this
            .clone()
            .ok_or_else(|| wrong(span, "there is no `this` in a static method"))
    }

    /// `C.this`: the object of a class around.
    fn outer_this(&mut self, ty: &TypeRef, span: Span) -> Lowering<Val> {
        let Type::Class(wanted) = self.resolve(ty)? else {
            return Err(unsupported(span, "this use of `this`"));
        };
        let mut at = self.this_value(span)?;
        let mut class = self.class;
        while class != wanted {
            let (object, outer) = self
                .around(&at, class)
                .ok_or_else(|| unsupported(span, "this use of `this`"))?;
            (at, class) = (object, outer);
        }
        Ok(at)
    }

    /// The object around an object of an inner class, and its class.
    pub(super) fn around(&mut self, object: &Val, class: ClassId) -> Option<(Val, ClassId)> {
        let info = self.classes().get(class);
        if !info.inner {
            return None;
        }
        let outer = info.outer?;
        let map = self.fixed("\\outer", abide_logic::Sort::Ref);
        let around = Term::select(map.term(), object.term.clone());
        // the object around `this` is there before the method begins
        let input = object.term.as_var().is_some_and(|v| self.inputs.contains(v));
        if input && !self.facts.iter().any(|f| f.free_vars().contains(&map)) {
            let typed = self.well_typed(&around, &Type::Class(outer));
            self.facts.extend([Term::ne(around.clone(), Term::null()), typed]);
        }
        Some((Val::new(around, Type::Class(outer)), outer))
    }

    /// A simple name: a local, or a field of this class or of one around it.
    fn name(&mut self, name: &str, span: Span) -> Lowering<Val> {
        if let Some(local) = self.find_local(name) {
            return Ok(Val::new(local.var.term(), local.ty));
        }
        match self.field_in_scope(name, span)? {
            Some(place) => self.read(&place, span),
            None => Err(wrong(span, format!("there is no variable `{name}` here"))),
        }
    }

    /// A field named without a target.
    fn field_in_scope(&mut self, name: &str, span: Span) -> Lowering<Option<Place<'a>>> {
        let mut class = self.class;
        let mut object = self.this.clone();
        loop {
            if self.classes().enum_constant(class, name).is_some() {
                let var = self.enum_constant(class, name);
                let var = var.as_var().expect("a constant is a variable").clone();
                return Ok(Some(Place::Local(Local {
                    name: name.to_string(),
                    var,
                    ty: Type::Class(class),
                    non_null: true,
                })));
            }
            if let Some(f) = self.classes().field(class, name) {
                let ty = self.field_type(f)?;
                if f.is_static {
                    return Ok(Some(Place::Static(f, ty)));
                }
                let object = object.ok_or_else(|| {
                    wrong(
                        span,
                        format!("the field `{name}` needs an object, and there is none here"),
                    )
                })?;
                return Ok(Some(Place::Field(object, f, ty)));
            }
            let around = object.and_then(|o| self.around(&o, class));
            object = around.map(|(o, _)| o);
            match self.classes().get(class).outer {
                Some(outer) => class = outer,
                None => return Ok(None),
            }
        }
    }

    /// The class an expression names, if it names one.
    pub(super) fn as_class(&self, e: &Expr) -> Option<ClassId> {
        match &*e.kind {
            ExprKind::Name(n) => {
                let variable = self.find_local(n).is_some() || {
                    let mut class = Some(self.class);
                    let mut found = false;
                    while let Some(c) = class {
                        found |= self.classes().field(c, n).is_some();
                        class = self.classes().get(c).outer;
                    }
                    found
                };
                if variable {
                    return None;
                }
                self.classes().class_named(n, Some(self.class))
            }
            ExprKind::Field(..) => self.classes().class_named(&dotted(e)?, Some(self.class)),
            _ => None,
        }
    }

    /// `target.name`.
    fn field(&mut self, target: &'a Expr, name: &str, span: Span) -> Lowering<Val> {
        if let Some(class) = self.as_class(target) {
            if let Some(val) = self.library_constant(class, name) {
                return Ok(val);
            }
            if self.classes().enum_constant(class, name).is_some() {
                return Ok(Val::new(self.enum_constant(class, name), Type::Class(class)));
            }
        }
        if self.as_class(target).is_none() {
            let object = self.expr(target)?;
            if matches!(object.ty, Type::Array(_)) && name == "length" {
                self.not_null(&object, target.span)?;
                return Ok(self.length_term(&object.term));
            }
            let place = self.field_of(object, name, span)?;
            self.may_access(&place, target.span)?;
            return self.read(&place, span);
        }
        let place = self.static_place(target, name, span)?;
        self.read(&place, span)
    }

    fn field_of(&mut self, object: Val, name: &str, span: Span) -> Lowering<Place<'a>> {
        let Type::Class(class) = object.ty else {
            return Err(wrong(span, format!("there is no field `{name}`")));
        };
        let Some(f) = self.classes().field(class, name) else {
            if self.classes().get(class).decl.is_none() {
                return Err(unsupported(
                    span,
                    format!("the field `{name}` of a class we know nothing about"),
                ));
            }
            return Err(wrong(span, format!("there is no field `{name}`")));
        };
        let ty = self.field_type(f)?;
        Ok(if f.is_static {
            Place::Static(f, ty)
        } else {
            Place::Field(object, f, ty)
        })
    }

    /// `C.name`.
    fn static_place(&mut self, target: &Expr, name: &str, span: Span) -> Lowering<Place<'a>> {
        let class = self.as_class(target).ok_or_else(|| unsupported(span, "this field"))?;
        let Some(f) = self.classes().field(class, name) else {
            return Err(unsupported(span, format!("the static field `{name}` of this class")));
        };
        let ty = self.field_type(f)?;
        if !f.is_static {
            return Err(wrong(span, format!("the field `{name}` is not static")));
        }
        Ok(Place::Static(f, ty))
    }

    /// The target of an assignment.
    pub(super) fn target(&mut self, e: &'a Expr, later: &[&Expr]) -> Lowering<Place<'a>> {
        let span = e.span;
        match &*e.kind {
            ExprKind::Name(name) => {
                if let Some(local) = self.find_local(name) {
                    return Ok(Place::Local(local));
                }
                let found = self.field_in_scope(name, span)?;
                found.ok_or_else(|| wrong(span, format!("there is no variable `{name}` here")))
            }
            ExprKind::Field(target, name) => {
                if self.as_class(target).is_some() {
                    return self.static_place(target, &name.text, span);
                }
                let object = self.expr(target)?;
                let object = self.keep(object, later, target.span);
                self.field_of(object, &name.text, span)
            }
            ExprKind::Index(array, index) => self.element_place(array, index, later),
            _ => Err(unsupported(span, "this as the target of an assignment")),
        }
    }

    fn element_place(&mut self, array: &'a Expr, index: &'a Expr, later: &[&Expr]) -> Lowering<Place<'a>> {
        let object = self.expr(array)?;
        let mut after_array = vec![index];
        after_array.extend(later);
        let object = self.keep(object, &after_array, array.span);
        if object.ty.element().is_none() {
            return Err(wrong(array.span, "this is not an array"));
        }
        let at = self.expr(index)?;
        let at = self.convert(at, &Type::INT, index.span)?;
        let at = self.keep(at, later, index.span);
        Ok(Place::Element(object, at.term))
    }

    /// The checks an access to a place needs.
    fn may_access(&mut self, place: &Place<'a>, span: Span) -> Lowering<()> {
        match place {
            Place::Field(object, _, _) => self.not_null(object, span),
            Place::Element(array, index) => {
                self.not_null(array, span)?;
                self.in_bounds(array, index, span)
            }
            _ => Ok(()),
        }
    }

    /// The value at a place.
    fn read(&mut self, place: &Place<'a>, span: Span) -> Lowering<Val> {
        match place {
            Place::Local(local) => Ok(Val::new(local.var.term(), local.ty.clone())),
            Place::Static(f, _) => {
                let val = self.field_term(*f, None, View::Now)?;
                let val = if val.term.as_var().is_some() {
                    self.known(val, span)
                } else {
                    val
                };
                self.assume_non_null(&val, *f, None, span);
                Ok(val)
            }
            Place::Field(object, f, _) => {
                let val = self.field_term(*f, Some(&object.term), View::Now)?;
                let val = self.known(val, span);
                self.assume_non_null(&val, *f, Some(&object.term), span);
                Ok(val)
            }
            Place::Element(array, index) => {
                let val = self.element_term(array, index, View::Now);
                Ok(self.known(val, span))
            }
        }
    }

    /// Is a field declared non-null?
    pub(super) fn is_non_null_field(&self, f: FieldRef<'a>, ty: &Type) -> bool {
        let default = self.world.options.non_null_by_default;
        ty.is_reference() && self.classes().is_non_null(&f.decl.modifiers, f.class, default)
    }

    /// A non-null field is not null, unless its object is still being made.
    fn assume_non_null(&mut self, val: &Val, f: FieldRef<'a>, object: Option<&Term>, span: Span) {
        let own = self.this.as_ref().map(|t| &t.term);
        let unfinished = self.constructing && object.is_some() && object == own;
        // nobody looks at what initialises a class: a static field without a value may be null
        let made = |e: &Expr| {
            use ExprKind::{ArrayInit, New, NewArray};
            matches!(
                &*e.kind,
                New(..) | NewArray(..) | ArrayInit(..) | ExprKind::Literal(Literal::String(_))
            )
        };
        let decl = self.classes().get(f.class).decl;
        let blocks = decl.is_some_and(|d| d.initializers.iter().any(|i| i.is_static));
        let unset = f.is_static && (blocks || !f.decl.init.as_ref().is_some_and(made));
        if self.is_non_null_field(f, &val.ty) && !unfinished && !unset {
            let set = Term::ne(val.term.clone(), Term::null());
            // perhaps it is the object being made, under another name
            let fact = match (&self.making, object) {
                (Some(made), Some(object)) => Term::or([Term::eq(made.clone(), object.clone()), set]),
                _ => set,
            };
            self.assume(fact, span);
        }
    }

    /// Writes a value to a place; the access has been checked.
    pub(super) fn write(&mut self, place: &Place<'a>, val: Val, span: Span) -> Lowering<()> {
        match place {
            Place::Local(local) => {
                if local.non_null {
                    let holds = Term::ne(val.term.clone(), Term::null());
                    self.check(holds, CheckKind::Null, span, None);
                }
                self.assign(&local.var, val.term, span);
            }
            Place::Static(f, ty) => {
                if self.is_non_null_field(*f, ty) {
                    let holds = Term::ne(val.term.clone(), Term::null());
                    self.check(holds, CheckKind::Null, span, None);
                }
                let var = self.static_var(f.class, &f.decl.name.text, ty);
                self.frame_check(&var, None, None, span);
                self.assign(&var, val.term, span);
                self.writes.push(super::heap::Write {
                    var,
                    object: None,
                    fresh: false,
                });
            }
            Place::Field(object, f, ty) => {
                if self.is_non_null_field(*f, ty) {
                    let holds = Term::ne(val.term.clone(), Term::null());
                    self.check(holds, CheckKind::Null, span, None);
                }
                let map = self.field_map(f.class, &f.decl.name.text, ty);
                self.frame_check(&map, Some(&object.term), None, span);
                self.store(&map, &object.term, val.term, false, span);
                self.invariant_after_write(object, *f, span)?;
            }
            Place::Element(array, index) => {
                let element = array.ty.element().cloned().unwrap_or_else(|| self.classes().object());
                let map = self.elements_map(&element);
                self.frame_check(&map, Some(&array.term), Some(index), span);
                let contents = Term::select(map.term(), array.term.clone());
                let changed = Term::store(contents, index.clone(), val.term);
                self.store(&map, &array.term, changed, false, span);
            }
        }
        Ok(())
    }

    /// An array may hold a value.
    fn storable(&mut self, array: &Val, val: &Val, span: Span) -> Lowering<()> {
        let Some(element) = array.ty.element().cloned() else {
            return Ok(());
        };
        if !element.is_reference() || val.ty == Type::Null {
            return Ok(());
        }
        let exact_element = match &element {
            Type::Class(id) => {
                let info = self.classes().get(*id);
                let object = info.decl.is_none() && !info.is_final;
                !object && !info.interface && !self.classes().has_subclass(*id)
            }
            Type::Array(inner) => !inner.is_reference(),
            _ => false,
        };
        if exact_element {
            return Ok(());
        }
        let number = self.classes().exact(&array.ty);
        let types = self.types().term();
        let own = Term::select(types.clone(), array.term.clone());
        // it takes what its type says, and what is exactly of the type of its elements
        let element_type = Term::sub(own.clone(), Term::int(DIMENSION));
        let mut ways = vec![
            Term::eq(val.term.clone(), Term::null()),
            Term::eq(own.clone(), Term::int(number)),
            Term::eq(Term::select(types, val.term.clone()), element_type),
        ];
        // and what is of a subclass
        for id in self.classes().ids() {
            let class = Type::Class(id);
            let below = self.classes().has_subclass(id) && self.classes().is_assignable(&class, &element);
            if below && class != element && !self.classes().get(id).interface {
                let number = self.classes().exact(&Type::Array(Box::new(class.clone())));
                let fits = self.has_type(&val.term, &class);
                ways.push(Term::and([Term::eq(own.clone(), Term::int(number)), fits]));
            }
        }
        let holds = Term::or(ways);
        self.demand(holds, CheckKind::ArrayStore, "ArrayStoreException", span)
    }

    /// `target = value` and `target op= value`.
    fn assignment(&mut self, op: Option<BinaryOp>, target: &'a Expr, value: &'a Expr, span: Span) -> Lowering<Val> {
        let place = self.target(target, &[value])?;
        let ty = self.place_type(&place);
        let new = match op {
            None => {
                let val = self.initial(value, &ty)?;
                let val = self.convert(val, &ty, value.span)?;
                self.may_access(&place, target.span)?;
                if let Place::Element(array, _) = &place {
                    self.storable(array, &val, span)?;
                }
                val
            }
            Some(op) => {
                self.may_access(&place, target.span)?;
                let old = self.read(&place, target.span)?;
                let old = self.keep(old, &[value], target.span);
                let by = self.expr(value)?;
                let val = self.binary(op, old, by, span)?;
                self.cast(val, &ty, span)?
            }
        };
        let new = self.save_if_needed(new, &place, span);
        self.write(&place, new.clone(), span)?;
        Ok(match &place {
            Place::Local(local) => Val {
                term: local.var.term(),
                ..new
            },
            _ => new,
        })
    }

    /// Keeps a value that the write to `place` would change and that is used afterwards.
    fn save_if_needed(&mut self, val: Val, place: &Place<'a>, span: Span) -> Val {
        match place {
            // the local itself stands for the value
            Place::Local(_) => val,
            _ => {
                let heap = val
                    .term
                    .free_vars()
                    .iter()
                    .any(|v| self.heap.values().any(|h| h.var == *v));
                if heap { self.save(val, span) } else { val }
            }
        }
    }

    fn place_type(&mut self, place: &Place<'a>) -> Type {
        match place {
            Place::Local(local) => local.ty.clone(),
            Place::Static(_, ty) | Place::Field(_, _, ty) => ty.clone(),
            Place::Element(array, _) => array.ty.element().cloned().unwrap_or_else(|| self.classes().object()),
        }
    }

    /// `++x`, `x--` and so on.
    fn step(&mut self, prefix: bool, up: bool, target: &'a Expr, span: Span) -> Lowering<Val> {
        let place = self.target(target, &[])?;
        self.may_access(&place, target.span)?;
        let ty = self.place_type(&place);
        let old = self.read(&place, target.span)?;
        let old = if prefix { old } else { self.save(old, span) };
        let one = Val::new(Term::int(1), Type::INT);
        let op = if up { BinaryOp::Add } else { BinaryOp::Sub };
        let new = self.binary(op, old.clone(), one, span)?;
        let new = self.cast(new, &ty, span)?;
        let new = self.save_if_needed(new, &place, span);
        self.write(&place, new.clone(), span)?;
        if !prefix {
            return Ok(old);
        }
        Ok(match &place {
            Place::Local(local) => Val {
                term: local.var.term(),
                ..new
            },
            _ => new,
        })
    }

    /// Keeps a value if evaluating `later` may change it.
    pub(super) fn keep(&mut self, val: Val, later: &[&Expr], span: Span) -> Val {
        let mut found = Effects::default();
        later.iter().for_each(|e| effects(e, &mut found));
        let changes = val.term.free_vars().iter().any(|v| {
            let heap = self.heap.values().find(|h| h.var == *v);
            match heap.map(|h| &h.kind) {
                Some(HeapKind::Fixed | HeapKind::Constant(_)) => false,
                Some(_) => found.heap,
                None => found.names.iter().any(|n| n == v.name()),
            }
        });
        if changes { self.save(val, span) } else { val }
    }

    /// Two operands in order.
    fn two(&mut self, a: &'a Expr, b: &'a Expr) -> Lowering<(Val, Val)> {
        let x = self.expr(a)?;
        let x = self.keep(x, &[b], a.span);
        Ok((x, self.expr(b)?))
    }

    /// Arguments in order; `later` come after them.
    pub(super) fn arguments(&mut self, args: &'a [Expr]) -> Lowering<Vec<Val>> {
        let mut values = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let val = self.expr(arg)?;
            let later: Vec<&Expr> = args[i + 1..].iter().collect();
            values.push(self.keep(val, &later, arg.span));
        }
        Ok(values)
    }

    fn unary(&mut self, op: UnaryOp, a: &'a Expr, span: Span) -> Lowering<Val> {
        let val = self.expr(a)?;
        self.unary_value(op, val, span)
    }

    pub(super) fn unary_value(&mut self, op: UnaryOp, val: Val, span: Span) -> Lowering<Val> {
        match (op, &val.ty) {
            (UnaryOp::Not, _) => {
                let val = self.convert(val, &Type::Bool, span)?;
                Ok(Val::new(Term::not(val.term), Type::Bool))
            }
            (_, Type::Float) => Ok(self.float(span)),
            _ => {
                let val = self.unboxed(val, span)?;
                let kind = promoted(&val.ty, &Type::INT).ok_or_else(|| not_a_number(span))?;
                let number = match op {
                    UnaryOp::Plus => val.number(),
                    UnaryOp::Neg => self.wrapped(val.number().negated(), kind),
                    // infinite two's complement: -a - 1, which never leaves the range
                    _ => val.number().negated().plus(Number::typed(Term::int(-1), kind)),
                };
                Ok(from_number(number, kind))
            }
        }
    }

    fn wrapped(&self, number: Number, kind: IntKind) -> Number {
        if self.world.options.wrap {
            number.wrap(kind)
        } else {
            number
        }
    }

    /// A binary operation on values, except the ones that may not evaluate both.
    pub(super) fn binary(&mut self, op: BinaryOp, x: Val, y: Val, span: Span) -> Lowering<Val> {
        let string = |b: &Self, t: &Type| matches!(t, Type::Class(id) if b.classes().get(*id).name == "String");
        if op == BinaryOp::Add && (string(self, &x.ty) || string(self, &y.ty)) {
            let object = |b: &Self, t: &Type| t.is_reference() && *t != Type::Null && !string(b, t);
            if object(self, &x.ty) || object(self, &y.ty) {
                // `toString` of some class
                self.anything_happens(span);
            }
            return Ok(self.new_string(span));
        }
        match op {
            BinaryOp::Eq | BinaryOp::Ne => {
                let same = self.equal(x, y, span)?;
                let holds = if op == BinaryOp::Eq { same } else { Term::not(same) };
                return Ok(Val::new(holds, Type::Bool));
            }
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor if x.ty == Type::Bool && y.ty == Type::Bool => {
                let holds = match op {
                    BinaryOp::BitAnd => Term::and([x.term, y.term]),
                    BinaryOp::BitOr => Term::or([x.term, y.term]),
                    _ => Term::not(Term::eq(x.term, y.term)),
                };
                return Ok(Val::new(holds, Type::Bool));
            }
            _ => {}
        }
        let comparison = matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge);
        if x.ty == Type::Float || y.ty == Type::Float {
            let ty = if comparison { Type::Bool } else { Type::Float };
            let val = self.float(span);
            return Ok(if ty == Type::Bool {
                self.arbitrary(&ty, span)
            } else {
                val
            });
        }
        let x = self.unboxed(x, span)?;
        let y = self.unboxed(y, span)?;
        let kind = match op {
            BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr => promoted(&x.ty, &Type::INT),
            _ => promoted(&x.ty, &y.ty),
        };
        let kind = kind.ok_or_else(|| not_a_number(span))?;
        let (a, b) = (x.number(), y.number());
        if comparison {
            let holds = match op {
                BinaryOp::Lt => Term::lt(a.term, b.term),
                BinaryOp::Le => Term::le(a.term, b.term),
                BinaryOp::Gt => Term::lt(b.term, a.term),
                _ => Term::le(b.term, a.term),
            };
            return Ok(Val::new(holds, Type::Bool));
        }
        let number = match op {
            BinaryOp::Add => self.wrapped(a.plus(b), kind),
            BinaryOp::Sub => self.wrapped(a.plus(b.negated()), kind),
            BinaryOp::Mul => self.wrapped(a.times(b), kind),
            BinaryOp::Div | BinaryOp::Rem => {
                let holds = Term::ne(b.term.clone(), Term::int(0));
                self.demand(holds, CheckKind::Division, "ArithmeticException", span)?;
                self.division(op, a, b, kind)
            }
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => self.bitwise(op, a, b, kind, span),
            BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr => self.shift(op, a, b, kind, span),
            _ => return Err(unsupported(span, "this JML operator in code")),
        };
        Ok(from_number(number, kind))
    }

    /// Quotient or remainder, rounded to zero.
    pub(super) fn division(&mut self, op: BinaryOp, a: Number, b: Number, kind: IntKind) -> Number {
        let natural = a.low.as_ref().is_some_and(|l| *l >= Int::ZERO);
        let positive = b.low.as_ref().is_some_and(|l| *l > Int::ZERO);
        let (low, high) = (a.low.clone(), a.high.clone());
        if op == BinaryOp::Div {
            let term = if natural {
                Term::div(a.term, b.term)
            } else {
                ints::quotient(&a.term, &b.term)
            };
            let number = match (low, high) {
                (Some(l), Some(h)) if positive => Number::between(term, Int::min(l, Int::ZERO), Int::max(h, Int::ZERO)),
                // MIN / -1
                _ => Number {
                    term,
                    low: ints::range(kind).map(|(l, _)| l),
                    high: ints::range(kind).map(|(_, h)| h + Int::ONE),
                },
            };
            return self.wrapped(number, kind);
        }
        let term = if natural {
            Term::modulo(a.term, b.term)
        } else {
            ints::remainder(&a.term, &b.term)
        };
        match b.high.filter(|_| positive) {
            Some(high) => {
                let top = high - Int::ONE;
                let bottom = if natural { Int::ZERO } else { -top.clone() };
                Number::between(term, bottom, top)
            }
            None => Number {
                term,
                low: low.map(|l| Int::min(l, Int::ZERO)),
                high: high.map(|h| Int::max(h, Int::ZERO)),
            },
        }
    }

    /// `&`, `|`, `^` on integers.
    fn bitwise(&mut self, op: BinaryOp, a: Number, b: Number, kind: IntKind, span: Span) -> Number {
        // x & 0…01…1 is a remainder
        for (x, mask) in [(&a, &b), (&b, &a)] {
            if op == BinaryOp::BitAnd
                && let abide_logic::Kind::Int(m) = mask.term.kind()
                && *m >= Int::ZERO
                && (m & (m + Int::ONE)) == Int::ZERO
            {
                let rest = Term::modulo(x.term.clone(), Term::int(m + Int::ONE));
                return Number::between(rest, Int::ZERO, m.clone());
            }
        }
        let name = match op {
            BinaryOp::BitAnd => builtin::AND,
            BinaryOp::BitOr => builtin::OR,
            _ => builtin::XOR,
        };
        let result = Term::apply(ints::bits(name), vec![a.term.clone(), b.term.clone()]);
        let natural = |t: &Term| Term::le(Term::int(0), t.clone());
        let both = Term::and([natural(&a.term), natural(&b.term)]);
        let mut facts = vec![ints::in_range(&result, kind)];
        match op {
            BinaryOp::BitAnd => {
                for t in [&a.term, &b.term] {
                    let bounds = Term::and([natural(&result), Term::le(result.clone(), t.clone())]);
                    facts.push(Term::implies(natural(t), bounds));
                }
            }
            _ => {
                let sum = Term::add(a.term.clone(), b.term.clone());
                let mut bounds = vec![natural(&result), Term::le(result.clone(), sum)];
                if op == BinaryOp::BitOr {
                    bounds.push(Term::le(a.term.clone(), result.clone()));
                    bounds.push(Term::le(b.term.clone(), result.clone()));
                }
                facts.push(Term::implies(both, Term::and(bounds)));
            }
        }
        self.assume(Term::and(facts), span);
        Number::typed(result, kind)
    }

    /// `<<`, `>>`, `>>>`: products and quotients by powers of two.
    fn shift(&mut self, op: BinaryOp, a: Number, b: Number, kind: IntKind, span: Span) -> Number {
        let width = if kind == IntKind::Long { 64i64 } else { 32 };
        let by = Term::modulo(b.term, Term::int(width));
        let power = match by.kind() {
            abide_logic::Kind::Int(i) => Term::int(Int::ONE << usize::try_from(i).unwrap_or(0)),
            _ => {
                let power = Term::apply(ints::bits(builtin::POW2), vec![by]);
                self.assume(Term::le(Term::int(1), power.clone()), span);
                power
            }
        };
        let constant = matches!(power.kind(), abide_logic::Kind::Int(_));
        match op {
            BinaryOp::Shl if constant => self.wrapped(a.times(Number::typed(power, IntKind::Big)), kind),
            BinaryOp::Shl => self.wrapped(
                Number {
                    term: Term::mul(a.term, power),
                    low: None,
                    high: None,
                },
                kind,
            ),
            BinaryOp::Shr => Number {
                term: Term::div(a.term, power),
                low: a.low.map(|l| Int::min(l, Int::ZERO)),
                high: a.high.map(|h| Int::max(h, Int::from(-1))),
            },
            _ => {
                let size = Term::int(Int::ONE << width as usize);
                let unsigned = Term::ite(
                    Term::le(Term::int(0), a.term.clone()),
                    a.term.clone(),
                    Term::add(a.term, size),
                );
                let quotient = Term::div(unsigned, power);
                let natural = Number {
                    term: quotient,
                    low: Some(Int::ZERO),
                    high: Some((Int::ONE << width as usize) - Int::ONE),
                };
                self.wrapped(natural, kind)
            }
        }
    }

    /// `x == y`.
    pub(super) fn equal(&mut self, x: Val, y: Val, span: Span) -> Lowering<Term> {
        if x.ty == Type::Float || y.ty == Type::Float {
            return Ok(self.arbitrary(&Type::Bool, span).term);
        }
        if x.ty.is_reference() && y.ty.is_reference() {
            return Ok(Term::eq(x.term, y.term));
        }
        let x = self.unboxed(x, span)?;
        let y = self.unboxed(y, span)?;
        if x.term.sort() != y.term.sort() {
            return Err(wrong(span, "these cannot be compared"));
        }
        Ok(Term::eq(x.term, y.term))
    }

    /// A condition.
    pub(super) fn condition(&mut self, e: &'a Expr) -> Lowering<Term> {
        let val = self.expr(e)?;
        Ok(self.convert(val, &Type::Bool, e.span)?.term)
    }

    /// `a && b` and `a || b`: the second is evaluated only if it matters.
    fn short_circuit(&mut self, op: BinaryOp, a: &'a Expr, b: &'a Expr, span: Span) -> Lowering<Val> {
        let x = self.condition(a)?;
        let (y, code) = self.block(|s| s.condition(b))?;
        let join = |x: Term, y: Term| match op {
            BinaryOp::And => Term::and([x, y]),
            _ => Term::or([x, y]),
        };
        let branches = |then: Vec<_>| match op {
            BinaryOp::And => (then, Vec::new()),
            _ => (Vec::new(), then),
        };
        if !has_effect(b) {
            if !code.is_empty() {
                let (then, otherwise) = branches(code);
                self.emit(StmtKind::If(Some(x.clone()), then, otherwise), span);
            }
            return Ok(Val::new(join(x, y), Type::Bool));
        }
        let result = self.temp("t", abide_logic::Sort::Bool);
        self.assign(&result, x, span);
        let ((), tail) = self.block(|s| {
            s.code = code;
            s.assign(&result, y, span);
            Ok(())
        })?;
        let (then, otherwise) = branches(tail);
        self.emit(StmtKind::If(Some(result.term()), then, otherwise), span);
        Ok(Val::new(result.term(), Type::Bool))
    }

    /// `c ? a : b`.
    fn conditional(&mut self, c: &'a Expr, a: &'a Expr, b: &'a Expr, span: Span) -> Lowering<Val> {
        let test = Val::new(self.condition(c)?, Type::Bool);
        let test = self.keep(test, &[a, b], c.span);
        let (x, then) = self.block(|s| s.expr(a))?;
        let (y, otherwise) = self.block(|s| s.expr(b))?;
        let ty = self.common(&x.ty, &y.ty);
        let (x, then) = self.continued(then, |s| s.convert(x, &ty, a.span))?;
        let (y, otherwise) = self.continued(otherwise, |s| s.convert(y, &ty, b.span))?;
        if !has_effect(a) && !has_effect(b) {
            if !then.is_empty() || !otherwise.is_empty() {
                self.emit(StmtKind::If(Some(test.term.clone()), then, otherwise), span);
            }
            let join = |a: Option<Int>, b: Option<Int>, f: fn(Int, Int) -> Int| Some(f(a?, b?));
            return Ok(Val {
                low: join(x.low, y.low, Int::min),
                high: join(x.high, y.high, Int::max),
                term: Term::ite(test.term, x.term, y.term),
                ty,
            });
        }
        let result = self.temp("t", sort_of(&ty));
        let ((), then) = self.continued(then, |s| {
            s.assign(&result, x.term, a.span);
            Ok(())
        })?;
        let ((), otherwise) = self.continued(otherwise, |s| {
            s.assign(&result, y.term, b.span);
            Ok(())
        })?;
        self.emit(StmtKind::If(Some(test.term), then, otherwise), span);
        Ok(Val::new(result.term(), ty))
    }

    /// Emits more at the end of a block.
    fn continued<T>(
        &mut self,
        code: Vec<abide_ir::Stmt>,
        f: impl FnOnce(&mut Self) -> Lowering<T>,
    ) -> Lowering<(T, Vec<abide_ir::Stmt>)> {
        self.block(|s| {
            s.code = code;
            f(s)
        })
    }

    /// The type of a conditional with branches of these types.
    pub(super) fn common(&mut self, a: &Type, b: &Type) -> Type {
        match (a, b) {
            _ if a == b => a.clone(),
            (Type::Null, t) | (t, Type::Null) if t.is_reference() => t.clone(),
            (Type::Float, _) | (_, Type::Float) => Type::Float,
            (Type::Int(_), Type::Int(_)) => match promoted(a, b) {
                Some(kind) => Type::Int(kind),
                None => Type::INT,
            },
            _ if self.classes().is_assignable(a, b) => b.clone(),
            _ if self.classes().is_assignable(b, a) => a.clone(),
            _ => self.classes().object(),
        }
    }

    /// A switch expression.
    fn switch_value(&mut self, subject: &'a Expr, cases: &'a [crate::syntax::ast::Case], span: Span) -> Lowering<Val> {
        let ty = self.yield_type(cases).unwrap_or(Type::INT);
        let result = self.temp("t", sort_of(&ty));
        let label = self.label("yielded");
        self.frames.push(Frame::Yield {
            result: result.clone(),
            ty: ty.clone(),
            label: label.clone(),
        });
        let done = self.switch(subject, cases, span, true);
        self.frames.pop();
        done?;
        // a case that yields nothing has thrown
        self.assume(Term::ff(), span);
        self.place_label(label, span);
        Ok(Val::new(result.term(), ty))
    }

    /// The type that the cases yield, by a trial run.
    fn yield_type(&mut self, cases: &'a [crate::syntax::ast::Case]) -> Option<Type> {
        let mut found: Option<Type> = None;
        let mut yields = Vec::new();
        let mut scope = Vec::new();
        cases
            .iter()
            .for_each(|c| super::survey::yields(&c.body, &mut scope, &mut yields));
        for (scope, e) in yields {
            let locals = self.locals.len();
            let writes = self.writes.len();
            self.scopes.push(Vec::new());
            let val = self.block(|s| {
                for (name, ty, init) in scope {
                    let ty = match init {
                        Some(init) if &*ty.name == "var" => s.expr(init)?.ty,
                        _ => s.resolve(ty)?,
                    };
                    s.declare(&name.text, ty, false);
                }
                s.expr(e)
            });
            self.scopes.pop();
            self.locals.truncate(locals);
            self.writes.truncate(writes);
            let Ok((val, _)) = val else { continue };
            found = Some(match found {
                Some(t) => self.common(&t, &val.ty),
                None => val.ty,
            });
        }
        found
    }

    /// A value as it is when it is assigned to a variable of a type.
    pub(super) fn convert(&mut self, val: Val, ty: &Type, span: Span) -> Lowering<Val> {
        match (&val.ty, ty) {
            (a, b) if a == b => Ok(val),
            // a constant may be narrowed
            (Type::Int(_), Type::Int(kind)) => {
                let number = self.wrapped(val.number(), *kind);
                Ok(from_number(number, *kind))
            }
            (Type::Int(_), Type::Float) | (Type::Float, Type::Int(_)) => {
                self.float(span);
                Ok(self.arbitrary(ty, span))
            }
            (a, b) if a.is_reference() && b.is_reference() => Ok(Val::new(val.term, ty.clone())),
            // boxing
            (a, b) if b.is_reference() && !a.is_reference() => {
                let object = self.arbitrary(ty, span);
                self.assume(Term::ne(object.term.clone(), Term::null()), span);
                Ok(object)
            }
            // what an unknown method returns may be anything
            (Type::Class(id), _) if Type::Class(*id) == self.classes().object() => Ok(self.arbitrary(ty, span)),
            (a, _) if a.is_reference() => {
                let val = self.unboxed(val, span)?;
                if val.ty.is_reference() {
                    return Err(wrong(span, "the types do not fit"));
                }
                self.convert(val, ty, span)
            }
            _ => Err(wrong(
                span,
                format!(
                    "a `{}` is needed here, not a `{}`",
                    self.classes().show(ty),
                    self.classes().show(&val.ty)
                ),
            )),
        }
    }

    /// The number in an object of class `Integer` or the like: arbitrary.
    fn unboxed(&mut self, val: Val, span: Span) -> Lowering<Val> {
        let Type::Class(id) = &val.ty else { return Ok(val) };
        let ty = match &*self.classes().get(*id).name {
            "Integer" => Type::INT,
            "Long" => Type::Int(IntKind::Long),
            "Character" => Type::Int(IntKind::Char),
            "Boolean" => Type::Bool,
            // what an unknown method returns may be a number
            "Object" if self.classes().get(*id).decl.is_none() => {
                return Ok(self.arbitrary(&Type::Int(IntKind::Long), span));
            }
            _ => return Ok(val),
        };
        self.not_null(&val, span)?;
        self.warn(Diagnostic::warning(span, "boxed values are not modelled").note("the value is arbitrary"));
        Ok(self.arbitrary(&ty, span))
    }

    /// `(T) e`.
    pub(super) fn cast(&mut self, val: Val, ty: &Type, span: Span) -> Lowering<Val> {
        if val.ty.is_reference() && ty.is_reference() {
            if !self.classes().is_assignable(&val.ty, ty) {
                let is = self.has_type(&val.term, ty);
                let holds = Term::or([Term::eq(val.term.clone(), Term::null()), is]);
                self.demand(holds, CheckKind::Cast, "ClassCastException", span)?;
            }
            return Ok(Val::new(val.term, ty.clone()));
        }
        self.convert(val, ty, span)
    }

    /// Can we tell whether an object has the type? Not for arrays of an interface.
    fn is_decidable(&self, ty: &Type, span: Span) -> Lowering<()> {
        let mut base = ty;
        while let Type::Array(element) = base {
            base = element;
        }
        match base {
            Type::Class(id) if base != ty && self.classes().get(*id).interface => {
                Err(unsupported(span, "arrays of an interface here"))
            }
            _ => Ok(()),
        }
    }

    /// `e instanceof T`.
    pub(super) fn instance_of(&mut self, val: &Val, ty: &Type) -> Term {
        let some = Term::ne(val.term.clone(), Term::null());
        if self.classes().is_assignable(&val.ty, ty) && val.ty != Type::Null {
            return some;
        }
        let is = self.has_type(&val.term, ty);
        Term::and([some, is])
    }

    /// The value of an expression, which may be an array initialiser.
    pub(super) fn initial(&mut self, e: &'a Expr, ty: &Type) -> Lowering<Val> {
        let ExprKind::ArrayInit(elements) = &*e.kind else {
            return self.expr(e);
        };
        let Type::Array(element) = ty else {
            return Err(wrong(e.span, "only an array can be initialised like this"));
        };
        let array = self.allocate(ty, Some(Term::int(elements.len() as i64)), e.span);
        self.clear(&array, e.span)?;
        for (i, part) in elements.iter().enumerate() {
            let val = self.initial(part, element)?;
            let val = self.convert(val, element, part.span)?;
            let map = self.elements_map(element);
            let contents = Term::select(map.term(), array.term.clone());
            let changed = Term::store(contents, Term::int(i as i64), val.term);
            self.store(&map, &array.term, changed, true, part.span);
        }
        Ok(array)
    }

    /// `new T[a][b][]`.
    fn new_array(&mut self, ty: &Type, sizes: &'a [Expr], span: Span) -> Lowering<Val> {
        let mut lengths = Vec::new();
        for (i, size) in sizes.iter().enumerate() {
            let val = self.expr(size)?;
            let val = self.convert(val, &Type::INT, size.span)?;
            let later: Vec<&Expr> = sizes[i + 1..].iter().collect();
            lengths.push(self.keep(val, &later, size.span));
        }
        for (length, size) in lengths.iter().zip(sizes) {
            let holds = Term::le(Term::int(0), length.term.clone());
            self.demand(holds, CheckKind::NegativeSize, "NegativeArraySizeException", size.span)?;
        }
        let first = lengths
            .first()
            .ok_or_else(|| unsupported(span, "an array without a size"))?;
        let array = self.allocate(ty, Some(first.term.clone()), span);
        self.clear(&array, span)?;
        if lengths.len() > 1 {
            self.rows(&array, &lengths, span);
        }
        Ok(array)
    }

    /// The rows of a new array of arrays: new, different from each other, of the length given.
    /// Only two dimensions are described; deeper rows are arbitrary arrays.
    fn rows(&mut self, array: &Val, lengths: &[Val], span: Span) {
        let Some(row) = array.ty.element().cloned() else { return };
        let object = self.classes().object();
        let refs = self.elements_map(&object);
        let allocated = self.allocated();
        let before = self.temp("before", allocated.sort().clone());
        self.assign(&before, allocated.term(), span);
        let rows = self.temp(
            "rows",
            abide_logic::Sort::map(abide_logic::Sort::Int, abide_logic::Sort::Ref),
        );
        self.emit(StmtKind::Havoc(vec![rows.clone(), allocated.clone()]), span);
        let (i, j, r) = (
            self.fresh("i", abide_logic::Sort::Int),
            self.fresh("j", abide_logic::Sort::Int),
            self.fresh("r", abide_logic::Sort::Ref),
        );
        let within = |v: &abide_logic::Var| {
            Term::and([
                Term::le(Term::int(0), v.term()),
                Term::lt(v.term(), lengths[0].term.clone()),
            ])
        };
        let at = |v: &abide_logic::Var| Term::select(rows.term(), v.term());
        let types = self.types();
        let exact = self.classes().exact(&row);
        let mut facts = vec![
            Term::ne(at(&i), Term::null()),
            Term::not(Term::select(before.term(), at(&i))),
            Term::select(allocated.term(), at(&i)),
            Term::eq(Term::select(types.term(), at(&i)), Term::int(exact)),
        ];
        if lengths.len() >= 2 {
            let all = self.lengths();
            facts.push(Term::eq(Term::select(all.term(), at(&i)), lengths[1].term.clone()));
        }
        if let Some(element) = row.element()
            && !element.is_reference()
        {
            let map = self.elements_map(element);
            let zeros = Term::constant_map(abide_logic::Sort::Int, Self::zero(element));
            let kept = self.temp("contents", map.sort().clone());
            self.assign(&kept, map.term(), span);
            self.emit(StmtKind::Havoc(vec![map.clone()]), span);
            self.writes.push(super::heap::Write {
                var: map.clone(),
                object: None,
                fresh: true,
            });
            facts.push(Term::eq(Term::select(map.term(), at(&i)), zeros));
            let same = Term::eq(Term::select(map.term(), r.term()), Term::select(kept.term(), r.term()));
            let old = Term::forall([r.clone()], Term::implies(Term::select(before.term(), r.term()), same));
            self.assume(old, span);
        }
        self.assume(
            Term::forall([i.clone()], Term::implies(within(&i), Term::and(facts))),
            span,
        );
        let apart = Term::implies(
            Term::and([within(&i), within(&j), Term::ne(i.term(), j.term())]),
            Term::ne(at(&i), at(&j)),
        );
        self.assume(Term::forall([i, j], apart), span);
        let grown = Term::implies(
            Term::select(before.term(), r.term()),
            Term::select(allocated.term(), r.term()),
        );
        self.assume(Term::forall([r], grown), span);
        self.assume(Term::select(allocated.term(), array.term.clone()), span);
        self.store(&refs, &array.term, rows.term(), true, span);
    }
}

/// The type two operands are brought to.
pub(super) fn promoted(a: &Type, b: &Type) -> Option<IntKind> {
    let wide = a.as_int()?.max(b.as_int()?);
    Some(wide.max(IntKind::Int))
}

pub(super) fn from_number(number: Number, kind: IntKind) -> Val {
    Val {
        term: number.term,
        ty: Type::Int(kind),
        low: number.low,
        high: number.high,
    }
}

fn not_a_number(span: Span) -> Box<Diagnostic> {
    wrong(span, "an integer is needed here")
}

/// `a.b.c` as text.
fn dotted(e: &Expr) -> Option<String> {
    match &*e.kind {
        ExprKind::Name(n) => Some(n.to_string()),
        ExprKind::Field(target, name) => Some(format!("{}.{}", dotted(target)?, name.text)),
        _ => None,
    }
}
