//! JML formulas: terms over the state, with mathematical integers and total functions.

use super::arithmetic::{bit_operation, from_number, promoted};
use super::body::Body;
use super::names::{Member, perhaps_inherited};
use super::value::{Lowering, Scope, Val, View, arithmetic_of, unsupported, wrong};
use crate::ints;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, Literal, UnaryOp};
use crate::types::{ClassId, IntKind, Type};
use abide_base::Span;
use abide_logic::{Int, Kind, Sort, Term};

impl<'a> Body<'_, 'a> {
    /// Where a formula in the body is read. `old` is what `\old` means, `entry` the entry of
    /// the loop around.
    pub(super) fn body_scope(&self, old: View, entry: usize) -> Scope {
        Scope {
            bound: Vec::new(),
            locals: true,
            this: self.this.clone(),
            class: self.class,
            result: self
                .result
                .as_ref()
                .map(|r| Val::new(r.term(), self.own_result.clone())),
            view: View::Now,
            old,
            entry,
            math: arithmetic_of(&self.method.decl.modifiers),
            depth: 0,
        }
    }

    /// A formula of an assertion or the like.
    pub(super) fn body_formula(&mut self, e: &'a Expr) -> Lowering<Term> {
        let scope = self.body_scope(View::At(self.pre), 0);
        self.formula(e, &scope)
    }

    /// What a formula says, apart from whether it is defined.
    pub(super) fn truth(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Term> {
        let val = self.spec(e, scope)?;
        if val.ty != Type::Bool {
            return Err(wrong(e.span, "a truth value is needed here"));
        }
        Ok(val.term)
    }

    /// The value of a JML expression.
    pub(super) fn spec(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Val> {
        let span = e.span;
        match &*e.kind {
            ExprKind::Literal(Literal::Float | Literal::Double) => {
                Err(unsupported(span, "floating-point numbers in formulas"))
            }
            ExprKind::Literal(l) => self.literal(l, span),
            ExprKind::Name(name) => self.spec_name(name, scope, span),
            ExprKind::This(None) => scope.this.clone().ok_or_else(|| wrong(span, "there is no `this` here")),
            ExprKind::Super(_) => {
                let this = scope
                    .this
                    .clone()
                    .ok_or_else(|| wrong(span, "there is no `this` here"))?;
                let up = self.classes().get(scope.class).superclass;
                Ok(up.map_or(this.clone(), |up| Val::new(this.term, Type::Class(up))))
            }
            ExprKind::Field(target, name) => self.spec_field(target, &name.text, scope, span),
            ExprKind::Index(array, index) => {
                let array = self.spec(array, scope)?;
                let index = self.spec_int(index, scope)?;
                if let Type::Seq(element) = &array.ty {
                    return Ok(Val::new(Term::select(array.term, index.term), (**element).clone()));
                }
                if array.ty.element().is_none() {
                    return Err(wrong(span, "this is not an array"));
                }
                self.uses(&array);
                let length = self.length_term(&array.term).term;
                self.within_bounds(&index.term, length);
                Ok(self.element_term(&array, &index.term, scope.view))
            }
            ExprKind::Call(target, name, args) => self.spec_call(target.as_ref(), name, args, scope, span),
            ExprKind::Unary(op, a) => {
                let val = self.spec(a, scope)?;
                match (op, &val.ty) {
                    (UnaryOp::Not, Type::Bool) => Ok(Val::new(Term::not(val.term), Type::Bool)),
                    (UnaryOp::Neg, Type::Int(_)) => {
                        let kind = promoted(&val.ty, &Type::INT);
                        Ok(self.computed(val.number().negated(), kind, scope))
                    }
                    (UnaryOp::Plus, Type::Int(_)) => Ok(val),
                    (UnaryOp::BitNot, Type::Int(_)) => Ok(big(Term::sub(Term::neg(val.term), Term::int(1)))),
                    _ => Err(wrong(span, "the operator does not fit this type")),
                }
            }
            ExprKind::Binary(op, a, b) => self.spec_binary(*op, a, b, scope, span),
            ExprKind::Conditional(c, a, b) => {
                let test = self.truth(c, scope)?;
                let x = self.where_holds(&test, |b| b.spec(a, scope))?;
                let not = Term::not(test.clone());
                let y = self.where_holds(&not, |this| this.spec(b, scope))?;
                if let (Type::Set(_), Type::Set(_)) = (&x.ty, &y.ty) {
                    return Ok(self.joined(&x, &y, |a, b| Term::ite(test, a, b)));
                }
                if x.term.sort() != y.term.sort() || one_set(&x, &y) {
                    return Err(wrong(span, "the branches have different types"));
                }
                let ty = self.common(&x.ty, &y.ty);
                Ok(Val::new(Term::ite(test, x.term, y.term), ty))
            }
            ExprKind::Cast(ty, a) => {
                let val = self.spec(a, scope)?;
                let ty = self.resolve_in(ty, scope.class)?;
                match (&val.ty, &ty) {
                    (Type::Int(_), Type::Int(kind)) => {
                        let wrapped = ints::wrap(val.number(), *kind);
                        Ok(Val::new(wrapped.term, ty))
                    }
                    (a, b) if a.is_reference() && b.is_reference() => {
                        let fits = self.has_type(&val.term, &ty);
                        let null = Term::eq(val.term.clone(), Term::null());
                        if !self.classes().is_assignable(&val.ty, &ty) {
                            self.defined_if(Term::or([null, fits]), false);
                        }
                        Ok(Val::new(val.term, ty))
                    }
                    (a, b) if a == b => Ok(val),
                    _ => Err(unsupported(span, "this cast in a formula")),
                }
            }
            ExprKind::InstanceOf(a, ty, _) => {
                let val = self.spec_object(a, scope)?;
                let ty = self.resolve_known(ty, scope.class)?;
                Ok(Val::new(self.instance_of(&val, &ty), Type::Bool))
            }
            ExprKind::Old(inner, label) => {
                let view = match label.as_deref() {
                    None => scope.old,
                    Some("\\LoopInit" | "LoopInit" | "LoopEntry" | "\\LoopEntry") => View::At(scope.entry),
                    Some("\\Pre" | "Pre" | "\\Old" | "Old") => View::At(self.pre),
                    Some(other) => return Err(unsupported(span, format!("the label `{other}` in `\\old`"))),
                };
                let scope = Scope { view, ..scope.clone() };
                self.spec(inner, &scope)
            }
            ExprKind::Result => scope
                .result
                .clone()
                .ok_or_else(|| wrong(span, "`\\result` means nothing here")),
            ExprKind::Quantified(kind, ty, names, range, body) => {
                self.quantified(*kind, ty, names, range.as_ref(), body, scope, span)
            }
            ExprKind::NonNullElements(a) => {
                let array = self.spec_object(a, scope)?;
                let k = self.fresh("k", Sort::Int);
                let element = self.element_term(&array, &k.term(), scope.view);
                let length = self.length_term(&array.term).term;
                let within = Term::and([Term::le(Term::int(0), k.term()), Term::lt(k.term(), length)]);
                let each = Term::forall([k], Term::implies(within, Term::ne(element.term, Term::null())));
                let some = Term::ne(array.term, Term::null());
                Ok(Val::new(Term::and([some, each]), Type::Bool))
            }
            ExprKind::Fresh(objects) => {
                let allocated = self.allocated();
                let before = self.at(scope.old, &allocated);
                let mut parts = Vec::new();
                for o in objects {
                    let val = self.spec_object(o, scope)?;
                    parts.push(Term::ne(val.term.clone(), Term::null()));
                    parts.push(Term::not(Term::select(before.clone(), val.term)));
                }
                Ok(Val::new(Term::and(parts), Type::Bool))
            }
            ExprKind::Let(ty, name, value, body) => {
                let inner = self.with_let(ty, name, value, scope)?;
                self.spec(body, &inner)
            }
            ExprKind::Math(math, inner) => {
                let scope = Scope {
                    math: *math,
                    ..scope.clone()
                };
                self.spec(inner, &scope)
            }
            ExprKind::InvariantFor(object) => self.invariant_for(object, scope, span),
            ExprKind::StaticInvariantFor(ty) => self.static_invariant_for(ty, scope, span),
            ExprKind::Key(a) => {
                let val = self.spec(a, scope)?;
                Ok(Val::new(self.key(&val), Type::Int(IntKind::Big)))
            }
            ExprKind::Allocated(a) => {
                let val = self.spec_object(a, scope)?;
                let allocated = self.allocated();
                let made = Term::select(self.at(scope.view, &allocated), val.term);
                Ok(Val::new(made, Type::Bool))
            }
            ExprKind::TypeOf(a) => {
                let val = self.spec_object(a, scope)?;
                self.uses(&val);
                let types = self.types();
                Ok(Val::new(Term::select(types.term(), val.term), Type::Type))
            }
            ExprKind::ElemType(t) => self.element_type(t, scope),
            ExprKind::TypeLiteral(ty) | ExprKind::ClassLiteral(ty) => self.type_literal(ty, scope, span),
            ExprKind::Count => match self.find_local("\\count") {
                Some(l) if scope.locals => Ok(Val::new(l.var.term(), l.ty)),
                _ => Err(wrong(span, "`\\count` is known in loops over arrays only")),
            },
            ExprKind::NotModified(all) => {
                let mut parts = Vec::new();
                for e in all {
                    let now = self.spec(e, scope)?;
                    let old = Scope {
                        view: scope.old,
                        ..scope.clone()
                    };
                    let before = self.spec(e, &old)?;
                    parts.push(match now.ty {
                        Type::Set(_) => self.same_sets(&now, &before),
                        _ => Term::eq(now.term, before.term),
                    });
                }
                Ok(Val::new(Term::and(parts), Type::Bool))
            }
            ExprKind::Reach(args) => self.reach(args, scope, span),
            ExprKind::Such(ty, name, body) => self.such(ty, name, body, scope),
            ExprKind::New(ty, args, None) => self.new_set(ty, args, scope, span),
            ExprKind::Unknown(what) => Err(unsupported(span, what)),
            _ => Err(unsupported(span, "this in a formula")),
        }
    }

    pub(super) fn spec_int(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Val> {
        let val = self.spec(e, scope)?;
        match val.ty {
            Type::Int(_) => Ok(val),
            _ => Err(wrong(e.span, "an integer is needed here")),
        }
    }

    /// The value of a JML expression that is an object.
    pub(super) fn spec_object(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Val> {
        let val = self.spec(e, scope)?;
        match val.term.sort() {
            Sort::Ref => Ok(val),
            _ => Err(wrong(e.span, "an object is needed here")),
        }
    }

    fn spec_name(&mut self, name: &str, scope: &Scope, span: Span) -> Lowering<Val> {
        if let Some((_, val)) = scope.bound.iter().rev().find(|(n, _)| n == name) {
            return Ok(val.clone());
        }
        if scope.locals {
            // in the method's pre-state a parameter has the value it came with
            if scope.view == View::At(self.pre)
                && let Some(p) = self.params.iter().find(|p| p.name == name)
            {
                return Ok(Val::new(p.var.term(), p.ty.clone()));
            }
            if let Some(local) = self.find_local(name) {
                if scope.view == View::At(self.pre) && self.locals.contains(&local.var) {
                    return Err(wrong(span, format!("`{name}` had no value when the method began")));
                }
                let term = match scope.view {
                    View::At(n) if self.snapshots[n].word == "entry" && self.locals.contains(&local.var) => {
                        self.at(scope.view, &local.var)
                    }
                    _ => local.var.term(),
                };
                return Ok(Val::new(term, local.ty));
            }
        }
        match self.member(name, scope.class, scope.this.clone()) {
            Some((Member::Constant(id), _)) => Ok(Val::new(self.enum_constant(id, name), Type::Class(id))),
            Some((Member::Field(f), None)) if !f.is_static => {
                Err(wrong(span, format!("the field `{name}` needs an object")))
            }
            Some((Member::Field(f), _)) if self.is_hidden_by_ghost(f, scope.class) => Err(unsupported(
                span,
                format!("`{name}`, which is a field around the class and a ghost of each object"),
            )),
            Some((Member::Field(f), object)) => self.field_value(f, object.as_ref().map(|o| &o.term), scope, span),
            Some((Member::Captured(..), _)) => Err(unsupported(
                span,
                "a variable of the body around the class, in a formula",
            )),
            member => match self.ghost_of_objects(name) {
                Some(f) => {
                    let this = scope.this.as_ref().map(|t| t.term.clone());
                    let this = this.ok_or_else(|| wrong(span, format!("the field `{name}` needs an object")))?;
                    self.field_value(f, Some(&this), scope, span)
                }
                None if member.is_some() => Err(perhaps_inherited(name, span)),
                None => self.imported_in_formula(name, scope, span),
            },
        }
    }

    /// A field or constant of a given class whose members the file imports.
    fn imported_in_formula(&mut self, name: &str, scope: &Scope, span: Span) -> Lowering<Val> {
        let owners = self.classes().imported_from(scope.class, name);
        for class in owners.into_iter().filter_map(|(_, id)| id) {
            if let Some(val) = self.static_value(class, name, scope, span) {
                return val;
            }
        }
        Err(wrong(span, format!("there is no variable `{name}` here")))
    }

    /// `C.name` in a formula: a constant, or a static field.
    fn static_value(&mut self, class: ClassId, name: &str, scope: &Scope, span: Span) -> Option<Lowering<Val>> {
        if let Some(val) = self.named_constant(class, name) {
            return Some(Ok(val));
        }
        let field = self.classes().field(class, name).filter(|f| f.is_static)?;
        Some(self.field_value(field, None, scope, span))
    }

    fn spec_field(&mut self, target: &'a Expr, name: &str, scope: &Scope, span: Span) -> Lowering<Val> {
        if name == "EMPTY_SET" && self.is_set_class(target, scope) {
            return Ok(self.empty_set());
        }
        if let Some(class) = self.spec_class(target, scope) {
            let found = self.static_value(class, name, scope, span);
            return found.unwrap_or_else(|| Err(wrong(span, format!("there is no static field `{name}`"))));
        }
        let object = self.spec(target, scope)?;
        self.uses(&object);
        match &object.ty {
            Type::Array(_) if name == "length" => Ok(self.length_term(&object.term)),
            ty if let Some(f) = self.field_or_ghost(ty, name) => self.field_value(f, Some(&object.term), scope, span),
            // an object of which nothing is known but that it has such a field
            ty if *ty == self.classes().object() => match self.only_field(name, scope.class) {
                Some(f) => self.field_value(f, Some(&object.term), scope, span),
                None => Err(wrong(
                    span,
                    format!("there is no field `{name}`, or several classes have one"),
                )),
            },
            _ => Err(wrong(span, format!("there is no field `{name}`"))),
        }
    }

    fn spec_binary(&mut self, op: BinaryOp, a: &'a Expr, b: &'a Expr, scope: &Scope, span: Span) -> Lowering<Val> {
        use BinaryOp::*;
        if op == Subtype {
            return self.subtype(a, b, scope);
        }
        let (x, y) = self.operands(op, a, b, scope)?;
        let (x, y) = self.out_of_boxes(op, x, y);
        let truth = |t: Term| Ok(Val::new(t, Type::Bool));
        if let (Type::Set(_), Type::Set(_)) = (&x.ty, &y.ty) {
            return match op {
                Eq => truth(self.same_sets(&x, &y)),
                Ne => truth(Term::not(self.same_sets(&x, &y))),
                _ => Err(wrong(span, "the operator does not fit sets")),
            };
        }
        if x.ty == Type::Bool && y.ty == Type::Bool {
            let (x, y) = (x.term, y.term);
            return match op {
                And | BitAnd => truth(Term::and([x, y])),
                Or | BitOr => truth(Term::or([x, y])),
                Implies => truth(Term::implies(x, y)),
                ImpliedBy => truth(Term::implies(y, x)),
                Iff | Eq => truth(Term::eq(x, y)),
                NotIff | Ne | BitXor => truth(Term::not(Term::eq(x, y))),
                _ => Err(wrong(span, "the operator does not fit truth values")),
            };
        }
        if x.ty.is_float() || y.ty.is_float() {
            return Err(unsupported(span, "floating-point numbers in formulas"));
        }
        if x.term.sort() != y.term.sort() || one_set(&x, &y) {
            return Err(wrong(span, "the operands have different types"));
        }
        match op {
            Eq => return truth(Term::eq(x.term, y.term)),
            Ne => return truth(Term::ne(x.term, y.term)),
            _ => {}
        }
        let kind = promoted(&x.ty, &y.ty);
        if kind.is_none() {
            return Err(wrong(span, "integers are needed here"));
        }
        let (s, t) = (x.term.clone(), y.term.clone());
        match op {
            Lt => truth(Term::lt(s, t)),
            Le => truth(Term::le(s, t)),
            Gt => truth(Term::lt(t, s)),
            Ge => truth(Term::le(t, s)),
            Add => Ok(self.computed(x.number().plus(y.number()), kind, scope)),
            Sub => Ok(self.computed(x.number().plus(y.number().negated()), kind, scope)),
            Mul => Ok(self.computed(x.number().times(y.number()), kind, scope)),
            Div | Rem => {
                self.defined_if(Term::ne(t, Term::int(0)), true);
                let number = self.division(op, x.number(), y.number(), IntKind::Big);
                Ok(self.computed(number, kind, scope))
            }
            Ushr => self.unsigned_shift(&x, &y, span),
            Shl | Shr => match y.term.kind() {
                Kind::Int(by) => {
                    let by = usize::try_from(by).ok().filter(|b| *b < 64);
                    let by = by.ok_or_else(|| unsupported(span, "this shift in a formula"))?;
                    let power = Term::int(Int::ONE << by);
                    Ok(match op {
                        Shl => {
                            let kind = promoted(&x.ty, &Type::INT);
                            self.computed(x.number().times(ints::Number::new(power)), kind, scope)
                        }
                        _ => big(Term::div(s, power)),
                    })
                }
                _ => Err(unsupported(span, "a shift by a variable in a formula")),
            },
            BitAnd | BitOr | BitXor => {
                if op == BitAnd
                    && let Some(rest) = ints::masked(&s, &t)
                {
                    return Ok(from(rest));
                }
                Ok(big(bit_operation(op, s, t)))
            }
            _ => Err(unsupported(span, "this operator in a formula")),
        }
    }

    /// Two operands; of `&&`, `||` and implications the second one counts only where the first one does not decide.
    fn operands(&mut self, op: BinaryOp, a: &'a Expr, b: &'a Expr, scope: &Scope) -> Lowering<(Val, Val)> {
        if op == BinaryOp::ImpliedBy {
            let y = self.spec(b, scope)?;
            let guard = y.term.clone();
            let x = self.where_holds(&guard, |this| this.spec(a, scope))?;
            return Ok((x, y));
        }
        let x = self.spec(a, scope)?;
        let guard = match op {
            BinaryOp::And | BinaryOp::Implies if x.ty == Type::Bool => x.term.clone(),
            BinaryOp::Or if x.ty == Type::Bool => Term::not(x.term.clone()),
            _ => Term::tt(),
        };
        let y = self.where_holds(&guard, |this| this.spec(b, scope))?;
        Ok((x, y))
    }
}

/// Is only one of them a set?
fn one_set(x: &Val, y: &Val) -> bool {
    matches!(x.ty, Type::Set(_)) != matches!(y.ty, Type::Set(_))
}

/// A number of any size.
fn big(term: Term) -> Val {
    Val::new(term, Type::Int(IntKind::Big))
}

fn from(number: ints::Number) -> Val {
    from_number(number, IntKind::Big)
}
