//! Expressions of code: their value as a term, and the statements that compute it.
//!
//! The value is a term over the present state; [`super::evaluation_order`] saves it where a later operand may change
//! that state.

use super::body::Body;
use super::bounds::Needs;
use super::names::Member;
use super::patterns::may_bind;
use super::place::Place;
use super::value::{Lowering, Val, is_written_object, sort_of, unsupported, wrong};
use crate::syntax::ast::{self, BinaryOp, Expr, ExprKind, Literal, TypeRef};
use crate::types::{ClassId, IntKind, Type};
use abide_base::{Diagnostic, Span};
use abide_frontend::draft::Drafting;
use abide_ir::{Stmt, StmtKind};
use abide_logic::{Int, Sort, Term};

impl<'a> Body<'_, 'a> {
    /// The value of an expression. Sets are no objects, and code has none.
    pub(super) fn expr(&mut self, e: &'a Expr) -> Lowering<Val> {
        let first = self.in_scope();
        let val = self.value(e)?;
        if !may_bind(e) {
            self.out_of_scope(first);
        }
        match val.ty {
            Type::Seq(_) => Err(unsupported(e.span, "a sequence anywhere but in formulas")),
            Type::Set(_) if !matches!(&*e.kind, ExprKind::Assign(..)) => Err(unsupported(
                e.span,
                "a set anywhere but in formulas and where `set` assigns one",
            )),
            _ => Ok(val),
        }
    }

    /// The object whose member is meant: naming `this` there shows it to nobody.
    pub(super) fn object(&mut self, e: &'a Expr) -> Lowering<Val> {
        match &*e.kind {
            ExprKind::This(None) => self.this_value(e.span),
            ExprKind::This(Some(ty)) => self.outer_this(ty, e.span),
            _ => self.expr(e),
        }
    }

    pub(super) fn value(&mut self, e: &'a Expr) -> Lowering<Val> {
        let span = e.span;
        match &*e.kind {
            ExprKind::Literal(l) => self.literal(l, span),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::This(None) => {
                let this = self.this_value(span)?;
                Ok(self.shown(this))
            }
            ExprKind::This(Some(ty)) => {
                let outer = self.outer_this(ty, span)?;
                Ok(self.shown(outer))
            }
            ExprKind::Super(Some(ty)) => self.super_of(ty, span),
            ExprKind::Super(None) => {
                let this = self.this_value(span)?;
                Ok(self.above(this))
            }
            ExprKind::Field(target, name) => self.field(target, &name.text, span),
            ExprKind::Index(array, index) => {
                let place = self.element_place(array, index, &[])?;
                self.may_access(&place, span)?;
                self.read(&place, span)
            }
            ExprKind::Call(target, name, args) => self.call(target.as_ref(), name, args, span),
            ExprKind::New(ty, args, body) => self.new_object(ty, args, body.as_deref(), span),
            ExprKind::NewInside(outer, made) => self.new_inside(outer, made, span),
            ExprKind::NewArray(ty, sizes, init) => {
                let unknown = self.unknown_class_of(ty, self.class);
                let ty = self.resolve(ty)?;
                match init {
                    Some(init) => self.initial_as(init, &ty, unknown.as_deref()),
                    None => self.new_array((&ty, unknown.as_deref()), sizes, span),
                }
            }
            ExprKind::ArrayInit(_) => Err(unsupported(span, "an array initialiser here")),
            ExprKind::Unary(op, a) => self.unary(*op, a, span),
            ExprKind::Step { prefix, up, target } => self.step(*prefix, *up, target, span),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => self.short_circuit(*op, a, b, span),
            ExprKind::Binary(op, a, b) => {
                if let Some(same) = self.same_class(*op, a, b)? {
                    return Ok(same);
                }
                let (x, y) = self.two(a, b)?;
                if *op == BinaryOp::Add && (self.is_string(&x.ty) || self.is_string(&y.ty)) {
                    self.value_as_taken(&x, a, Needs::Text)?;
                    self.value_as_taken(&y, b, Needs::Text)?;
                }
                self.binary(*op, x, y, span)
            }
            ExprKind::Assign(op, target, value) => self.assignment(*op, target, value, span),
            ExprKind::Conditional(c, a, b) => self.conditional(c, a, b, span),
            ExprKind::Cast(ty, a) => self.cast_expression(ty, a, span),
            ExprKind::InstanceOf(a, ty, name) => self.type_test(a, ty, name.as_ref(), span),
            ExprKind::Switch(subject, cases) => self.switch_value(subject, cases, span),
            ExprKind::ClassLiteral(_) => {
                let object = self.classes().object();
                Ok(self.some_object(&object, span))
            }
            ExprKind::Lambda => Ok(self.lambda(span)),
            ExprKind::MethodReference(name) => {
                self.may_mean_library(name, span)?;
                Ok(self.lambda(span))
            }
            ExprKind::Unknown(what) => Err(unsupported(span, what)),
            _ => Err(unsupported(span, "this JML expression in code")),
        }
    }

    /// `(T) a`.
    fn cast_expression(&mut self, ty: &TypeRef, a: &'a Expr, span: Span) -> Lowering<Val> {
        let val = self.expr(a)?;
        if let Some(unknown) = self.unknown_type(ty) {
            let ty = self.resolve(ty)?;
            return self.cast_to_unknown(val, &unknown, &ty, span);
        }
        if self.is_type_param(ty, self.class) {
            return self.cast_to_parameter(val, ty, span);
        }
        let ty = self.resolve_known(ty, self.class)?;
        self.is_decidable(&ty, span)?;
        let val = match ty.is_reference() {
            true => val,
            false => self.box_as_taken(val, a)?,
        };
        // what a call gives back need not be in a box
        let known = !matches!(&*a.kind, ExprKind::Call(..)) && val.ty == self.classes().object();
        let val = match self.classes().boxed(&ty).filter(|_| known) {
            Some(own) => self.cast(val, &Type::Class(own), span)?,
            None => val,
        };
        self.cast(val, &ty, span)
    }

    /// `a instanceof T`, or with a variable for the object: `a instanceof T x`.
    fn type_test(&mut self, a: &'a Expr, ty: &TypeRef, name: Option<&ast::Name>, span: Span) -> Lowering<Val> {
        let val = self.expr(a)?;
        let (yes, ty) = match self.unknown_type(ty) {
            Some(unknown) => (self.below_unknown(&val.term, &unknown), self.resolve(ty)?),
            None => {
                let ty = self.resolve_known(ty, self.class)?;
                self.is_decidable(&ty, span)?;
                (self.instance_of(&val, &ty), ty)
            }
        };
        if let Some(name) = name {
            // where the test fails the variable cannot be seen: null has every type
            let var = self.declare(&name.text, ty.clone(), true);
            let bound = Term::ite(yes.clone(), val.term, Term::null());
            self.assign(&var, bound, span);
            self.assume_invariants_of(&Val::new(var.term(), ty), span)?;
        }
        Ok(Val::new(yes, Type::Bool))
    }

    /// A lambda or a method reference.
    fn lambda(&mut self, span: Span) -> Val {
        self.captured();
        self.warn(
            Diagnostic::warning(span, "lambdas and method references are not modelled")
                .note("the value is an arbitrary object"),
        );
        let object = self.classes().object();
        Val::new(self.some_object(&object, span).term, Type::Lambda)
    }

    pub(super) fn literal(&mut self, l: &Literal, span: Span) -> Lowering<Val> {
        Ok(match l {
            Literal::Int(i) => Val::new(Term::int(i.clone()), Type::INT),
            Literal::Long(i) => Val::new(Term::int(i.clone()), Type::Int(IntKind::Long)),
            Literal::Char(c) => Val::new(Term::int(i64::from(*c)), Type::Int(IntKind::Char)),
            Literal::Bool(b) => Val::new(Term::bool(*b), Type::Bool),
            Literal::Null => Val::null(),
            Literal::String(units) => self.string_literal(units),
            Literal::Float => self.float(Type::Float, span),
            Literal::Double => self.float(Type::Double, span),
        })
    }

    /// A floating-point value: arbitrary, and said so.
    pub(super) fn float(&mut self, ty: Type, span: Span) -> Val {
        self.warn(Diagnostic::warning(span, "floating-point numbers are not modelled").note("the value is arbitrary"));
        self.arbitrary(&ty, span)
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

    /// This object as one of the class above.
    fn above(&self, this: Val) -> Val {
        let up = self.classes().get(self.class).superclass;
        up.map_or(this.clone(), |up| Val::new(this.term, Type::Class(up)))
    }

    /// `I.super`: this object as one of an interface right above, whose method is not the one that the class has.
    fn super_of(&mut self, ty: &TypeRef, span: Span) -> Lowering<Val> {
        let this = self.this_value(span)?;
        match self.resolve(ty)? {
            Type::Class(up) if up == self.class => Ok(self.above(this)),
            Type::Class(up) if self.classes().get(up).interface && self.classes().is_subclass(self.class, up) => {
                Ok(Val::new(this.term, Type::Class(up)))
            }
            _ => Err(unsupported(span, "a call of an outer `super`")),
        }
    }

    /// A simple name: a local, or a field of this class or of one around it.
    pub(super) fn name(&mut self, name: &str, span: Span) -> Lowering<Val> {
        if let Some(local) = self.find_local(name) {
            // whatever is done with it
            self.flow.unseen.remove(&local.var);
            return Ok(local.value());
        }
        match self.member(name, self.class, self.this.clone()) {
            Some((Member::Constant(class), _)) => {
                self.first_use(class, span)?;
                Ok(Val::new(self.enum_constant(class, name), Type::Class(class)))
            }
            Some((Member::Field(f), object)) => {
                let place = self.field_place(f, object.clone(), span)?;
                let val = self.read(&place, span)?;
                Ok(self.read_member(val, f, (object.as_ref(), None), span))
            }
            Some((Member::Captured(class, captured), object)) => self.captured_member(class, captured, object),
            Some((Member::Unknown, _)) => Ok(self.perhaps_inherited(name, span)),
            None => self.imported_member(name, span),
        }
    }

    /// A constant that the library or an enum gives a class.
    pub(super) fn named_constant(&mut self, class: ClassId, name: &str) -> Option<Val> {
        let is_enum = || self.classes().enum_constant(class, name).is_some();
        match self.library_constant(class, name) {
            None if is_enum() => Some(Val::new(self.enum_constant(class, name), Type::Class(class))),
            found => found,
        }
    }

    /// A field or constant of a class whose members the file imports.
    fn imported_member(&mut self, name: &str, span: Span) -> Lowering<Val> {
        let owners = self.classes().imported_from(self.class, name);
        let given = owners.iter().filter_map(|(_, id)| *id);
        for class in given {
            if let Some(val) = self.named_constant(class, name) {
                self.first_use(class, span)?;
                return Ok(val);
            }
            if self.classes().field(class, name).is_some_and(|f| f.is_static) {
                let place = self.static_place(class, name, span)?;
                return self.read(&place, span);
            }
        }
        match owners.iter().find(|(_, id)| id.is_none()) {
            Some((unknown, _)) => self.unknown_constant(unknown, name, span),
            None => Err(wrong(span, format!("there is no variable `{name}` here"))),
        }
    }

    /// `target.name`.
    pub(super) fn field(&mut self, target: &'a Expr, name: &str, span: Span) -> Lowering<Val> {
        if let Some(class) = self.as_class(target) {
            if let Some(val) = self.named_constant(class, name) {
                self.first_use(class, span)?;
                return Ok(val);
            }
            if self.classes().get(class).decl.is_none() && self.classes().field(class, name).is_none() {
                let class = self.classes().get(class).name.clone();
                return self.unknown_constant(&class, name, span);
            }
            let place = self.static_place(class, name, span)?;
            return self.read(&place, span);
        }
        if let Some(unknown) = self.unknown_class(target) {
            return self.unknown_constant(&unknown, name, span);
        }
        let object = self.looking_into(target, |b| b.object(target))?;
        if matches!(object.ty, Type::Array(_)) && name == "length" {
            self.array_as_taken(&object, target)?;
            self.not_null(&object, target.span)?;
            return Ok(self.length_term(&object.term));
        }
        if self.has_unknown_fields(&object) {
            return self.unknown_field(&object, name, span);
        }
        let place = self.field_of(object, name, span)?;
        self.may_access(&place, target.span)?;
        let val = self.read(&place, span)?;
        match place {
            Place::Field(object, f, _) => Ok(self.read_member(val, f, (Some(&object), Some(target)), span)),
            _ => Ok(val),
        }
    }

    /// Is the type of a member a type parameter that stands for something here? Not for itself, as in the class that
    /// has the parameter, of its `own` object.
    pub(super) fn is_vague_member(&self, ty: &TypeRef, class: ClassId, own: bool) -> bool {
        let around = own && self.classes().outward(self.class).any(|id| id == class);
        self.classes().is_type_param(&ty.name, class) && !around
    }

    /// May Java know a more special type of an argument? Objects of classes of which nothing is known, and what type
    /// parameters stand for, are plain objects to us; and a lambda has the type that is wanted.
    pub(super) fn may_be_special(&self, val: &Val, e: &Expr) -> bool {
        let mut base = &val.ty;
        while let Type::Array(element) = base {
            base = element;
        }
        let sure = match &*e.kind {
            ExprKind::Cast(ty, _) | ExprKind::New(ty, ..) | ExprKind::NewArray(ty, ..) => is_written_object(ty),
            ExprKind::Name(name) => self.find_local(name).is_some_and(|local| local.plain_object),
            _ => false,
        };
        *base == Type::Lambda || *base == self.classes().object() && !sure
    }

    /// A condition.
    pub(super) fn condition(&mut self, e: &'a Expr) -> Lowering<Term> {
        let val = self.expr(e)?;
        Ok(self.convert(val, &Type::Bool, e.span)?.term)
    }

    /// `a && b` and `a || b`: the second is evaluated only if it matters.
    fn short_circuit(&mut self, op: BinaryOp, a: &'a Expr, b: &'a Expr, span: Span) -> Lowering<Val> {
        let first = self.in_scope();
        let x = self.condition(a)?;
        let (y, code) = self.where_bound(first, a, op == BinaryOp::And, |s| s.block(|s| s.condition(b)))?;
        let join = |x: Term, y: Term| match op {
            BinaryOp::And => Term::and([x, y]),
            _ => Term::or([x, y]),
        };
        let branches = |then: Vec<_>| match op {
            BinaryOp::And => (then, Vec::new()),
            _ => (Vec::new(), then),
        };
        if !self.acts(b) {
            if !code.is_empty() {
                let (then, otherwise) = branches(code);
                self.emit(StmtKind::If(Some(x.clone()), then, otherwise), span);
            }
            return Ok(Val::new(join(x, y), Type::Bool));
        }
        let result = self.temp("t", Sort::Bool);
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
        let first = self.in_scope();
        let test = Val::new(self.condition(c)?, Type::Bool);
        let test = self.save_if_changed(test, &[a, b], c.span);
        let (x, then) = self.where_bound(first, c, true, |s| s.block(|s| s.expr(a)))?;
        let (y, otherwise) = self.where_bound(first, c, false, |s| s.block(|s| s.expr(b)))?;
        let (ty, vague) = self.conditional_type((&x, a), (&y, b));
        let mixed = x.mixed || y.mixed;
        let numbers = self.are_perhaps_numbers(&x, &y);
        let branch = |s: &mut Self, val: Val, span: Span| match numbers {
            true => s.perhaps_number(&val, span),
            false => s.convert(val, &ty, span),
        };
        let (x, then) = self.continued(then, |s| branch(s, x, a.span))?;
        let (y, otherwise) = self.continued(otherwise, |s| branch(s, y, b.span))?;
        if !self.acts(a) && !self.acts(b) {
            if !then.is_empty() || !otherwise.is_empty() {
                self.emit(StmtKind::If(Some(test.term.clone()), then, otherwise), span);
            }
            let join = |a: Option<Int>, b: Option<Int>, f: fn(Int, Int) -> Int| Some(f(a?, b?));
            return Ok(Val {
                low: join(x.low, y.low, Int::min),
                high: join(x.high, y.high, Int::max),
                term: Term::ite(test.term, x.term, y.term),
                ty,
                vague,
                mixed,
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
        let val = Val::new(result.term(), ty).vague_if(vague);
        Ok(Val { mixed, ..val })
    }

    /// Emits more at the end of a block.
    fn continued<T>(&mut self, code: Vec<Stmt>, f: impl FnOnce(&mut Self) -> Lowering<T>) -> Lowering<(T, Vec<Stmt>)> {
        self.block(|s| {
            s.code = code;
            f(s)
        })
    }
}
