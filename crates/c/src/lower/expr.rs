//! Expressions of C.

use super::place::is_place;
use super::{Body, Lowering, Val, survey, unsupported, wrong};
use crate::syntax::ast::{self, BinaryOp, Expr, ExprKind as E, UnaryOp};
use crate::types::Type;
use abide_base::{Diagnostic, Span};
use abide_ir::draft::Drafting;
use abide_ir::{CheckKind, StmtKind};
use abide_logic::number::Number;
use abide_logic::{Sort, Term};
use std::collections::BTreeSet;

impl<'a> Body<'_, 'a> {
    /// The type that is written.
    pub(super) fn resolve(&mut self, ty: &'a ast::Type, span: Span) -> Lowering<Type> {
        let resolved = match &*ty.kind {
            ast::TypeKind::TypeofExpr(e) => self.type_of(e),
            _ => Some(self.world.types.resolve(ty)),
        };
        if volatile_inside(ty) {
            return Err(unsupported(ty.span, "`volatile` of what is pointed to"));
        }
        match resolved {
            None => Err(unsupported(span, "this type")),
            Some(Type::Unknown(what)) if what != "va_list" => Err(unsupported(
                ty.span,
                format!("the type `{what}`, of which nothing is known"),
            )),
            Some(known) => Ok(known),
        }
    }

    /// The value of an expression; arrays and functions become pointers.
    pub(super) fn value(&mut self, e: &'a Expr) -> Lowering<Val> {
        let span = e.span;
        match &*e.kind {
            E::Int(lit) => {
                let kind = self.world.types.model.constant(lit);
                let kind = kind.ok_or_else(|| wrong(span, "this number is too large for any type"))?;
                Ok(Val::number(Number::new(Term::int(lit.value.clone())), Type::Int(kind)))
            }
            E::Char(c) => Ok(Val::number(Number::new(Term::int(*c)), Type::INT)),
            E::Float(_) => Ok(Val::new(Type::Float(8), Vec::new())),
            E::Name(n) => self.name(&n.text, span),
            E::Str(_) | E::Index(..) | E::Member(..) | E::Arrow(..) | E::Compound(..) => self.read_place(e),
            E::Unary(op, a) => self.unary(*op, a, e),
            E::Binary(op @ (BinaryOp::And | BinaryOp::Or), ..) => {
                let _ = op;
                let formula = self.condition(e)?;
                Ok(Val::truth(formula))
            }
            E::Binary(op, a, b) => {
                let (x, y) = self.operands(a, b)?;
                self.binary(*op, x, y, span)
            }
            E::Assign(op, place, value) => self.assignment(*op, place, value, span, true),
            E::Step { up, prefix, place } => self.step(*up, *prefix, place, span, true),
            E::Conditional(c, a, b) => self.conditional(c, a.as_ref(), b, span),
            E::Comma(a, b) => {
                self.effect(a)?;
                self.value(b)
            }
            E::Call(f, _, args) => self.call(f, args, span),
            E::Cast(ty, a) => {
                let ty = self.resolve(ty, span)?;
                if let E::Call(f, _, args) = &*a.kind
                    && let Some(made) = self.allocation(f, args, Some(&ty), span)?
                {
                    return Ok(made);
                }
                let val = self.value(a)?;
                self.cast(val, &ty, span)
            }
            E::SizeofType(ty) => {
                let ty = self.resolve(ty, span)?;
                self.size(&ty, span)
            }
            E::SizeofExpr(inner) => match self.type_of(inner) {
                Some(ty) => self.size(&ty, span),
                None => Err(unsupported(span, "the size of this")),
            },
            E::Alignof(_) | E::Offsetof(..) => {
                self.guessed = true;
                let ty = Type::Int(self.world.types.model.size_type());
                Ok(self.arbitrary(&ty, span))
            }
            E::StmtExpr(block) => self.statement_expression(block, span),
            E::Generic(subject, arms) => {
                let ty = self.type_of(subject).map(|t| t.decayed());
                let types = &self.world.types;
                let exact = arms.iter().find(|(t, _)| t.as_ref().map(|t| types.resolve(t)) == ty);
                let chosen = exact.or_else(|| arms.iter().find(|(t, _)| t.is_none()));
                match chosen {
                    Some((_, e)) => self.value(e),
                    None => Err(wrong(span, "no case fits the type")),
                }
            }
            E::Named(_, inner) => self.value(inner),
            E::Builtin(name, _) => Err(unsupported(span, format!("`{}`", name.text))),
            E::LabelAddress(_) => Err(unsupported(span, "the address of a label")),
            _ => Err(wrong(span, "this belongs into an annotation")),
        }
    }

    /// An expression whose value is not used.
    pub(super) fn effect(&mut self, e: &'a Expr) -> Lowering<()> {
        match &*e.kind {
            E::Assign(op, place, value) => self.assignment(*op, place, value, e.span, false).map(drop),
            // the value before is not asked for
            E::Step { up, place, .. } => self.step(*up, true, place, e.span, false).map(drop),
            E::Comma(a, b) => {
                self.effect(a)?;
                self.effect(b)
            }
            _ => self.value(e).map(drop),
        }
    }

    /// A name as a value.
    fn name(&mut self, name: &str, span: Span) -> Lowering<Val> {
        if self.find_local(name).is_none() && !self.world.globals.contains_key(name) {
            if let Some(constant) = self.world.types.enum_constant(name) {
                return Ok(Val::number(Number::new(Term::int(constant)), Type::INT));
            }
            if let Some(callee) = self.world.callees.get(name) {
                let ty = Type::Function(Box::new(callee.signature.clone()));
                let block = self.static_block(name, &ty, false);
                return Ok(Val::pointer(ty, block, Term::int(0)));
            }
            if name == "NULL" {
                return Ok(Val::null());
            }
            if matches!(name, "true" | "false") {
                return Ok(Val::number(
                    Number::new(Term::int(i64::from(name == "true"))),
                    Type::INT,
                ));
            }
        }
        let place = self.named_place(name, span)?;
        self.read_or_decay(&place, span)
    }

    fn read_place(&mut self, e: &'a Expr) -> Lowering<Val> {
        if !is_place(e) {
            // a member of a value
            let place = self.place(e)?;
            return self.read_or_decay(&place, e.span);
        }
        let place = self.place(e)?;
        self.read_or_decay(&place, e.span)
    }

    fn read_or_decay(&mut self, place: &super::place::Place, span: Span) -> Lowering<Val> {
        match &place.ty {
            Type::Array(..) => self.pointer_to(place, span),
            Type::Function(_) => Ok(Val::pointer(place.ty.clone(), Term::null(), Term::int(0))),
            _ => self.read(place, span),
        }
    }

    /// Two operands; the first is kept if the second may change it.
    fn operands(&mut self, a: &'a Expr, b: &'a Expr) -> Lowering<(Val, Val)> {
        self.sequenced(&[a, b])?;
        let x = self.value(a)?;
        let x = match survey::has_effect(b) {
            true => self.save(x, a.span),
            false => x,
        };
        Ok((x, self.value(b)?))
    }

    /// What is changed in one part of an expression must not be used in another, and only one
    /// part may call a function that changes anything: C does not say which comes first.
    pub(super) fn sequenced(&mut self, parts: &[&'a Expr]) -> Lowering<()> {
        for (i, part) in parts.iter().enumerate() {
            let others = || parts.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, o)| *o);
            for (change, span) in survey::changed(part) {
                if !others().any(|o| survey::uses(o, &change)) {
                    continue;
                }
                return Err(match change {
                    survey::Change::Var(name) => Box::new(
                        Diagnostic::error(
                            span,
                            format!("`{name}` is changed here and used elsewhere in the expression"),
                        )
                        .note("C does not say which comes first: this is undefined")
                        .help("write two statements"),
                    ),
                    _ => unsupported(
                        span,
                        "what is changed here may be used elsewhere in the expression: C does not say which comes first",
                    ),
                });
            }
            let called: BTreeSet<survey::Change> =
                survey::called(part).iter().flat_map(|f| self.changes_of(f)).collect();
            if others().any(|o| called.iter().any(|c| self.reads(o, c))) {
                return Err(unsupported(
                    part.span,
                    "a call that may change what the rest of the expression uses: C does not say which comes first",
                ));
            }
        }
        let effects = |e: &&&Expr| survey::called(e).iter().any(|f| !self.changes_of(f).is_empty());
        if parts.iter().filter(effects).count() > 1 {
            let span = parts[0].span;
            return Err(unsupported(
                span,
                "two calls that change something in one expression: C does not say which comes first",
            ));
        }
        Ok(())
    }

    /// Does evaluating an expression read what a function changes?
    fn reads(&self, e: &Expr, change: &survey::Change) -> bool {
        let mut found = survey::uses(e, change);
        crate::syntax::walk::each_part(e, &mut |part| {
            let E::Name(n) = &*part.kind else { return };
            let name = &*n.text;
            let global = self.find_local(name).is_none() && self.world.globals.contains_key(name);
            let in_memory = match global {
                true => self.world.exposed.vars.contains(name),
                false => self.exposed.contains(name),
            };
            let read = !matches!(self.type_of(part), Some(Type::Array(..)));
            found |= match change {
                survey::Change::Memory => in_memory && read,
                survey::Change::Anything => (in_memory || global) && read,
                _ => false,
            };
        });
        found
    }

    /// The formula of a condition.
    pub(super) fn condition(&mut self, e: &'a Expr) -> Lowering<Term> {
        match &*e.kind {
            E::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                let and = *op == BinaryOp::And;
                let x = self.condition(a)?;
                let before = self.assigned.clone();
                let (y, code) = self.block(|body| body.condition(b))?;
                self.assigned = before;
                if code.is_empty() {
                    return Ok(if and { Term::and([x, y]) } else { Term::or([x, y]) });
                }
                let temp = self.temp("t", Sort::Bool);
                let mut inside = code;
                let assign = |t: Term| abide_ir::Stmt {
                    kind: StmtKind::Assign(vec![(temp.clone(), t)]),
                    span: e.span,
                };
                inside.push(assign(y));
                let otherwise = vec![assign(Term::bool(!and))];
                let (yes, no) = if and { (inside, otherwise) } else { (otherwise, inside) };
                self.emit(StmtKind::If(Some(x), yes, no), e.span);
                Ok(temp.term())
            }
            E::Unary(UnaryOp::Not, a) => Ok(Term::not(self.condition(a)?)),
            E::Named(_, inner) => self.condition(inner),
            _ => {
                let val = self.value(e)?;
                self.is_true(&val, e.span)
            }
        }
    }

    /// The value is not zero.
    pub(super) fn is_true(&mut self, val: &Val, span: Span) -> Lowering<Term> {
        if let Some(truth) = &val.truth {
            return Ok(truth.clone());
        }
        match &val.ty {
            Type::Int(_) | Type::Bits(..) | Type::Integer => Ok(Term::ne(val.parts[0].clone(), Term::int(0))),
            Type::Pointer(_) => Ok(Term::ne(val.parts[0].clone(), Term::null())),
            Type::Truth => Ok(Term::ne(val.parts[0].clone(), Term::int(0))),
            Type::Float(_) => {
                self.guessed = true;
                let temp = self.temp("any", Sort::Bool);
                self.emit(StmtKind::Havoc(vec![temp.clone()]), span);
                Ok(temp.term())
            }
            ty => Err(wrong(
                span,
                format!("a value of type `{}` is no condition", self.show(ty)),
            )),
        }
    }

    /// An integer.
    pub(super) fn integer(&mut self, e: &'a Expr) -> Lowering<Number> {
        let val = self.value(e)?;
        val.int()
            .ok_or_else(|| wrong(e.span, format!("an integer is needed, not `{}`", self.show(&val.ty))))
    }

    fn unary(&mut self, op: UnaryOp, a: &'a Expr, e: &'a Expr) -> Lowering<Val> {
        let span = e.span;
        match op {
            UnaryOp::Deref => {
                if let Some(Type::Pointer(to)) = self.type_of(a).map(|t| t.decayed())
                    && let Type::Function(_) = *to
                {
                    return self.value(a);
                }
                let place = self.place(e)?;
                self.read_or_decay(&place, span)
            }
            UnaryOp::Address => {
                if let E::Unary(UnaryOp::Deref, p) = &*a.kind {
                    return self.value(p);
                }
                if let E::Index(array, index) = &*a.kind
                    && !matches!(self.type_of(array), Some(Type::Array(..)))
                {
                    let (p, i) = self.operands(array, index)?;
                    return self.moved(p, i, false, span);
                }
                if let E::Name(n) = &*a.kind
                    && self.find_local(&n.text).is_none()
                    && self.world.callees.contains_key(&*n.text)
                {
                    return self.name(&n.text, span);
                }
                let place = self.place(a)?;
                if let Type::Array(..) = &place.ty {
                    return Err(unsupported(span, "a pointer to a whole array"));
                }
                self.pointer_to(&place, span)
            }
            UnaryOp::Not => Ok(Val::truth(Term::not(self.condition(a)?))),
            UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot => {
                let val = self.value(a)?;
                self.sign(op, val, span)
            }
            UnaryOp::Real => Err(unsupported(span, "complex numbers")),
        }
    }

    /// `place = value`, `place op= value`: the value is that of the place afterwards.
    fn assignment(
        &mut self,
        op: Option<BinaryOp>,
        place: &'a Expr,
        value: &'a Expr,
        span: Span,
        used: bool,
    ) -> Lowering<Val> {
        match op {
            // the place itself is not read
            None => {
                let mut parts = crate::syntax::walk::children(place);
                parts.push(value);
                self.sequenced(&parts)?;
                let own = survey::changed(value).into_iter().map(|(c, _)| c);
                if let E::Name(n) = &*place.kind
                    && own.into_iter().any(|c| c == survey::Change::Var(n.text.to_string()))
                {
                    self.sequenced(&[place, value])?;
                }
            }
            Some(_) => self.sequenced(&[place, value])?,
        }
        let target = self.type_of(place);
        if op.is_none() {
            // an allocation gets its type from where it goes to
            if let (Some(ty @ Type::Pointer(_)), E::Call(f, _, args)) = (&target, &*value.kind)
                && let Some(made) = self.allocation(f, args, Some(ty), span)?
            {
                let to = self.place(place)?;
                self.write(&to, made.parts.clone(), span)?;
                return Ok(made);
            }
            if !survey::has_effect(place) && survey::has_effect(value) {
                let val = self.value(value)?;
                let val = self.save(val, span);
                let to = self.place(place)?;
                return self.put(to, val, span, used);
            }
        }
        let to = self.place(place)?;
        let val = match op {
            None => self.value(value)?,
            Some(op) => {
                let mut old = self.read(&to, span)?;
                if survey::has_effect(value) {
                    old = self.save(old, span);
                }
                let by = self.value(value)?;
                self.binary(op, old, by, span)?
            }
        };
        self.put(to, val, span, used)
    }

    /// Writes a value, converted to the type of the place. If the value is used afterwards it is
    /// kept: its terms may speak of what is written.
    fn put(&mut self, to: super::place::Place, val: Val, span: Span, used: bool) -> Lowering<Val> {
        let ty = to.ty.clone();
        let mut val = self.kept_as(val, &ty, span)?;
        if used {
            val = self.save(val, span);
        }
        self.write(&to, val.parts.clone(), span)?;
        Ok(val)
    }

    /// A value converted to be kept in a place of a type.
    pub(super) fn kept_as(&mut self, val: Val, ty: &Type, span: Span) -> Lowering<Val> {
        let val = self.convert(val, ty, span)?;
        if let (Some(real), Some(to)) = (&val.real, ty.target())
            && self.world.cell_type(real) != self.world.cell_type(to)
        {
            let (from, to) = (self.show(real), self.show(to));
            return Err(unsupported(
                span,
                format!("a pointer to `{from}` kept as a pointer to `{to}`"),
            ));
        }
        Ok(Val { real: None, ..val })
    }

    fn step(&mut self, up: bool, prefix: bool, place: &'a Expr, span: Span, used: bool) -> Lowering<Val> {
        let to = self.place(place)?;
        let old = self.read(&to, span)?;
        let old = match prefix {
            true => old,
            false => self.save(old, span),
        };
        let one = Val::number(Number::new(Term::int(1)), Type::INT);
        let op = if up { BinaryOp::Add } else { BinaryOp::Sub };
        let new = self.binary(op, old.clone(), one, span)?;
        let new = self.put(to, new, span, used && prefix)?;
        Ok(if prefix { new } else { old })
    }

    fn conditional(&mut self, c: &'a Expr, a: Option<&'a Expr>, b: &'a Expr, span: Span) -> Lowering<Val> {
        let (test, first) = match a {
            Some(_) => (self.condition(c)?, None),
            None => {
                let val = self.value(c)?;
                let val = self.save(val, span);
                (self.is_true(&val, span)?, Some(val))
            }
        };
        let before = self.assigned.clone();
        let (x, yes) = self.block(|body| match (a, first) {
            (Some(a), _) => body.value(a),
            (None, Some(first)) => Ok(first),
            (None, None) => Err(wrong(span, "a value is missing")),
        })?;
        let then = std::mem::replace(&mut self.assigned, before);
        let (y, no) = self.block(|body| body.value(b))?;
        self.assigned = self.assigned.intersection(&then).cloned().collect();
        let ty = self.joined(&x, &y, span)?;
        let (x, more_yes) = self.block(|body| body.kept_as(x, &ty, span))?;
        let (y, more_no) = self.block(|body| body.kept_as(y, &ty, span))?;
        let (mut yes, mut no) = (yes, no);
        yes.extend(more_yes);
        no.extend(more_no);
        if ty == Type::Void {
            self.emit(StmtKind::If(Some(test), yes, no), span);
            return Ok(Val::void());
        }
        if yes.is_empty() && no.is_empty() {
            let pairs = x.parts.iter().zip(&y.parts);
            let parts = pairs
                .map(|(p, q)| Term::ite(test.clone(), p.clone(), q.clone()))
                .collect();
            let low = x.low.zip(y.low).map(|(a, b)| a.min(b));
            let high = x.high.zip(y.high).map(|(a, b)| a.max(b));
            return Ok(Val {
                low,
                high,
                ..Val::new(ty, parts)
            });
        }
        let temps: Vec<_> = x.parts.iter().map(|p| self.temp("t", p.sort().clone())).collect();
        let assign = |parts: Vec<Term>| abide_ir::Stmt {
            kind: StmtKind::Assign(temps.iter().cloned().zip(parts).collect()),
            span,
        };
        yes.push(assign(x.parts));
        no.push(assign(y.parts));
        self.emit(StmtKind::If(Some(test), yes, no), span);
        Ok(self.typed(ty, temps.iter().map(|t| t.term()).collect()))
    }

    /// The type of `c ? x : y`.
    fn joined(&mut self, x: &Val, y: &Val, span: Span) -> Lowering<Type> {
        Ok(match (&x.ty, &y.ty) {
            (a, b) if a == b && a.as_int().is_none() => a.clone(),
            (Type::Void, _) | (_, Type::Void) => Type::Void,
            (Type::Float(a), Type::Float(b)) => Type::Float(*a.max(b)),
            (Type::Float(_), _) => x.ty.clone(),
            (_, Type::Float(_)) => y.ty.clone(),
            (Type::Pointer(_), _) if y.is_null_constant() => x.ty.clone(),
            (_, Type::Pointer(_)) if x.is_null_constant() => y.ty.clone(),
            (Type::Pointer(a), Type::Pointer(b)) => match (&**a, &**b) {
                (Type::Void, _) => x.ty.clone(),
                (_, Type::Void) => y.ty.clone(),
                _ => x.ty.clone(),
            },
            (a, b) => match (a.as_int(), b.as_int()) {
                (Some(a), Some(b)) => Type::Int(self.world.types.model.common(a, b)),
                _ => return Err(wrong(span, "the two values do not fit together")),
            },
        })
    }

    /// `sizeof`.
    fn size(&mut self, ty: &Type, span: Span) -> Lowering<Val> {
        match self.world.types.size_of(ty) {
            Some(n) => {
                let kind = Type::Int(self.world.types.model.size_type());
                Ok(Val::number(Number::new(Term::int(n)), kind))
            }
            None => Err(unsupported(span, format!("the size of `{}`", self.show(ty)))),
        }
    }

    /// A value brought to another type by a cast; pointers may be cast to anything, what they
    /// point to is remembered.
    pub(super) fn cast(&mut self, val: Val, ty: &Type, span: Span) -> Lowering<Val> {
        self.convert(val, ty, span)
    }

    /// A value brought to another type.
    pub(super) fn convert(&mut self, val: Val, ty: &Type, span: Span) -> Lowering<Val> {
        if val.ty == *ty && val.real.is_none() {
            return Ok(val);
        }
        match (&val.ty, ty) {
            (_, Type::Void) => Ok(Val::void()),
            (Type::Int(_) | Type::Bits(..) | Type::Integer, Type::Int(ast::IntType::Bool)) => {
                let truth = self.is_true(&val, span)?;
                Ok(Val {
                    ty: ty.clone(),
                    ..Val::truth(truth)
                })
            }
            (Type::Int(_) | Type::Bits(..) | Type::Integer, Type::Int(_) | Type::Bits(..)) => {
                let number = val.int().unwrap_or_else(|| Number::new(Term::int(0)));
                let wrapped = match self.range(ty) {
                    Some(range) => number.wrap(&range),
                    None => number,
                };
                let same = wrapped.term == val.parts[0];
                let truth = val.truth.filter(|_| same);
                Ok(Val {
                    truth,
                    ..Val::number(wrapped, ty.clone())
                })
            }
            (Type::Int(_) | Type::Bits(..), Type::Integer) => Ok(Val {
                ty: Type::Integer,
                ..val
            }),
            (Type::Int(_) | Type::Bits(..), Type::Float(_)) | (Type::Float(_), Type::Float(_)) => {
                Ok(Val::new(ty.clone(), Vec::new()))
            }
            (Type::Float(_), Type::Int(ast::IntType::Bool)) => {
                let truth = self.is_true(&val, span)?;
                Ok(Val {
                    ty: ty.clone(),
                    ..Val::truth(truth)
                })
            }
            (Type::Float(_), Type::Int(_)) => Err(unsupported(span, "a floating value converted to an integer")),
            (Type::Int(_) | Type::Bits(..), Type::Pointer(_)) if val.is_null_constant() => {
                Ok(Val::new(ty.clone(), vec![Term::null(), Term::int(0)]))
            }
            (Type::Int(_) | Type::Bits(..), Type::Pointer(_)) => Err(unsupported(span, "a pointer made of a number")),
            (Type::Pointer(_), Type::Int(ast::IntType::Bool)) => {
                let truth = self.is_true(&val, span)?;
                Ok(Val {
                    ty: ty.clone(),
                    ..Val::truth(truth)
                })
            }
            (Type::Pointer(_), Type::Int(_)) => {
                self.warn(Diagnostic::warning(span, "a pointer taken for a number").note("the number is arbitrary"));
                self.guessed = true;
                Ok(self.arbitrary(ty, span))
            }
            (Type::Pointer(from), Type::Pointer(to)) => {
                let (from, to) = ((**from).clone(), (**to).clone());
                self.retarget(val, &from, &to, span)
            }
            (Type::Record(a), Type::Record(b)) if a == b => Ok(val),
            (from, to) => {
                let (from, to) = (self.show(from), self.show(to));
                Err(wrong(span, format!("`{from}` cannot become `{to}`")))
            }
        }
    }

    /// A pointer that is to point to something else.
    fn retarget(&mut self, val: Val, from: &Type, to: &Type, span: Span) -> Lowering<Val> {
        let real = val.real.clone().unwrap_or_else(|| from.clone());
        let same = |a: &Type, b: &Type| self.world.cell_type(a) == self.world.cell_type(b);
        let ty = to.clone().pointer();
        let function = |t: &Type| matches!(t, Type::Function(_));
        if same(&real, to) || val.parts[0] == Term::null() || function(to) && function(&real) {
            return Ok(Val { ty, real: None, ..val });
        }
        if *to == Type::Void {
            // what it points to is not forgotten within the expression
            return Ok(Val {
                ty,
                real: Some(real).filter(|r| *r != Type::Void),
                ..val
            });
        }
        if real == Type::Void {
            // it must point to what it is taken for
            let (block, _) = val.address().unwrap_or((Term::null(), Term::int(0)));
            let right = self.consists_of(&block, to);
            let null = Term::eq(block, Term::null());
            self.check(Term::or([null, right]), CheckKind::Cast, span, None);
            return Ok(Val { ty, real: None, ..val });
        }
        Ok(Val {
            ty,
            real: Some(real),
            ..val
        })
    }

    /// The type of an expression, without evaluating it.
    pub(super) fn type_of(&self, e: &Expr) -> Option<Type> {
        let types = &self.world.types;
        match &*e.kind {
            E::Int(lit) => types.model.constant(lit).map(Type::Int),
            E::Char(_) => Some(Type::INT),
            E::Float(_) => Some(Type::Float(8)),
            E::Str(bytes) => {
                let char = Type::Int(ast::IntType::Char);
                Some(Type::Array(Box::new(char), Some(bytes.len() as u64 + 1)))
            }
            E::Name(n) => {
                if let Some((name, ty)) = &self.declaring
                    && **name == *n.text
                {
                    return Some(ty.clone());
                }
                if let Some(object) = self.find_local(&n.text) {
                    return Some(object.ty);
                }
                if let Some(global) = self.world.globals.get(&*n.text) {
                    return Some(global.ty.clone());
                }
                if types.enum_constant(&n.text).is_some() {
                    return Some(Type::INT);
                }
                let callee = self.world.callees.get(&*n.text)?;
                Some(Type::Function(Box::new(callee.signature.clone())))
            }
            E::Unary(UnaryOp::Deref, a) => match self.type_of(a)?.decayed() {
                Type::Pointer(to) => Some(*to),
                _ => None,
            },
            E::Unary(UnaryOp::Address, a) => Some(self.type_of(a)?.pointer()),
            E::Unary(UnaryOp::Not, _) => Some(Type::INT),
            E::Unary(_, a) => match self.type_of(a)? {
                Type::Int(kind) | Type::Bits(kind, _) => Some(Type::Int(types.model.promoted(kind))),
                other => Some(other),
            },
            E::Binary(op, a, b) => self.binary_type(*op, a, b),
            E::Assign(_, a, _) => self.type_of(a),
            E::Step { place, .. } => self.type_of(place),
            E::Conditional(c, a, b) => {
                let x = self.type_of(a.as_ref().unwrap_or(c))?.decayed();
                let y = self.type_of(b)?.decayed();
                match (x.as_int(), y.as_int()) {
                    (Some(a), Some(b)) => Some(Type::Int(types.model.common(a, b))),
                    (None, Some(_)) => Some(x),
                    (Some(_), None) => Some(y),
                    _ => Some(x),
                }
            }
            E::Comma(_, b) => Some(self.type_of(b)?.decayed()),
            E::Call(f, _, _) => match self.type_of(f)?.decayed() {
                Type::Pointer(to) => match *to {
                    Type::Function(f) => Some(f.result),
                    _ => None,
                },
                _ => None,
            },
            E::Index(a, i) => {
                let array = self.type_of(a)?.decayed();
                let index = self.type_of(i)?.decayed();
                array.target().or(index.target()).cloned()
            }
            E::Member(a, f) => match self.type_of(a)? {
                Type::Record(id) => Some(types.member(id, &f.text)?.1),
                _ => None,
            },
            E::Arrow(a, f) => match self.type_of(a)?.decayed().target()? {
                Type::Record(id) => Some(types.member(*id, &f.text)?.1),
                _ => None,
            },
            E::Cast(ty, _) => Some(types.resolve(ty)),
            E::Compound(ty, init) => Some(super::world::sized(types.resolve(ty), Some(init))),
            E::SizeofExpr(_) | E::SizeofType(_) | E::Alignof(_) | E::Offsetof(..) => {
                Some(Type::Int(types.model.size_type()))
            }
            E::Named(_, a) => self.type_of(a),
            E::StmtExpr(block) => match block.last().map(|s| &s.kind) {
                Some(ast::StmtKind::Expr(e)) => Some(self.type_of(e)?.decayed()),
                _ => Some(Type::Void),
            },
            _ => None,
        }
    }

    fn binary_type(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Type> {
        use BinaryOp::*;
        let model = self.world.types.model;
        let (x, y) = (self.type_of(a)?.decayed(), self.type_of(b)?.decayed());
        match op {
            Lt | Le | Gt | Ge | Eq | Ne | And | Or => Some(Type::INT),
            Shl | Shr => Some(Type::Int(model.promoted(x.as_int()?))),
            _ => match (&x, &y) {
                (Type::Pointer(_), Type::Pointer(_)) => Some(Type::Int(model.difference_type())),
                (Type::Pointer(_), _) => Some(x),
                (_, Type::Pointer(_)) => Some(y),
                (Type::Float(m), Type::Float(n)) => Some(Type::Float(*m.max(n))),
                (Type::Float(_), _) => Some(x),
                (_, Type::Float(_)) => Some(y),
                _ => Some(Type::Int(model.common(x.as_int()?, y.as_int()?))),
            },
        }
    }
}

/// Is what a pointer points to, or an array consists of, `volatile`?
fn volatile_inside(ty: &ast::Type) -> bool {
    match &*ty.kind {
        ast::TypeKind::Pointer(to) | ast::TypeKind::Array(to, _) => to.volatile || volatile_inside(to),
        _ => false,
    }
}
