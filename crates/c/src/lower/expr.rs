//! Expressions of C.

use super::body::Body;
use super::state::{Base, Place};
use super::survey;
use super::typing;
use super::value::{Lowering, Val, unsupported, wrong};
use crate::syntax::ast::{self, BinaryOp, Expr, ExprKind as E, UnaryOp};
use crate::syntax::floating::of_wide;
use crate::types::Type;
use abide_base::Span;
use abide_frontend::draft::Drafting;
use abide_ir::{CheckKind, StmtKind};
use abide_logic::number::Number;
use abide_logic::{Sort, Term, float};

impl<'a> Body<'_, 'a> {
    /// The value of an expression; arrays and functions become pointers.
    pub(super) fn value(&mut self, e: &'a Expr) -> Lowering<Val> {
        let span = e.span;
        match &*e.kind {
            E::Int(lit) => {
                let kind = self.env.types.model.constant(lit);
                let kind = kind.ok_or_else(|| wrong(span, "this number is too large for any type"))?;
                Ok(Val::number(Number::new(Term::int(lit.value.clone())), Type::Int(kind)))
            }
            E::Char(c) => Ok(Val::number(Number::new(Term::int(*c)), Type::INT)),
            E::Float(words) => Ok(self.floating_constant(words, span)),
            E::Name(n) => self.name(&n.text, span),
            E::Str(_) | E::Index(..) | E::Member(..) | E::Arrow(..) | E::Compound(..) => self.read_place(e),
            E::Unary(op, a) => self.unary(*op, a, e),
            E::Binary(BinaryOp::And | BinaryOp::Or, ..) => {
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
                if let E::Float(words) = &*a.kind
                    && let (Type::Float(16), Type::Float(8)) = (typing::floating(words), &ty)
                    && let Some(x) = of_wide(words)
                {
                    return Ok(Val::new(ty, vec![float::constant(x)]));
                }
                if let Some(around) = self.container_of(a, &ty, span)? {
                    return Ok(around);
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
                let ty = Type::Int(self.env.types.model.size_type());
                if let Some(value) = self.env.types.constant(e) {
                    return Ok(Val::number(Number::new(Term::int(value)), ty));
                }
                self.guesses.insert(span);
                Ok(self.arbitrary(&ty, span))
            }
            E::StmtExpr(block) => self.statement_expression(block, span),
            E::Generic(subject, arms) => {
                let chosen = self.chosen(subject, arms, span)?;
                self.value(chosen)
            }
            E::Named(_, inner) => self.value(inner),
            E::Builtin(name, args) => self.next_argument(name, args, span),
            E::LabelAddress(_) => Err(unsupported(span, "the address of a label")),
            _ => Err(wrong(span, "this belongs into an annotation")),
        }
    }

    /// The arm of `_Generic` that is for the type of an expression.
    fn chosen(&self, subject: &'a Expr, arms: &'a [(Option<ast::Type>, Expr)], span: Span) -> Lowering<&'a Expr> {
        let ty = self.type_of(subject).map(|t| t.decayed());
        let types = &self.env.types;
        // a value has no qualifiers
        let plain = |t: &&ast::Type| !t.is_const && !types.is_volatile(t);
        let fits = |t: &Option<ast::Type>| t.as_ref().filter(plain).map(|t| types.resolve(t)) == ty && t.is_some();
        let mut fitting = arms.iter().filter(|(t, _)| fits(t));
        let default = arms.iter().find(|(t, _)| t.is_none());
        match (fitting.next(), fitting.next()) {
            (Some(_), more) if matches!(ty, Some(Type::Pointer(_))) && more.or(default).is_some() => {
                Err(unsupported(span, "a choice by whether what is pointed to is `const`"))
            }
            (chosen, _) => match chosen.or(default) {
                Some((_, e)) => Ok(e),
                None => Err(wrong(span, "no case fits the type")),
            },
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
            _ => {
                self.unasked = Some(e.span);
                let value = self.value(e);
                self.unasked = None;
                value.map(drop)
            }
        }
    }

    /// A name as a value.
    fn name(&mut self, name: &str, span: Span) -> Lowering<Val> {
        if self.find_local(name).is_none() && !self.env.globals.contains_key(name) {
            if let Some((constant, kind)) = self.env.types.enum_constant(name) {
                return Ok(Val::number(Number::new(Term::int(constant)), Type::Int(kind)));
            }
            if let Some(callee) = self.env.callees.get(name) {
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
        let place = self.place(e)?;
        if let Type::Array(..) = place.ty {
            self.is_aligned(e, e.span);
        }
        self.read_or_decay(&place, e.span)
    }

    fn read_or_decay(&mut self, place: &Place, span: Span) -> Lowering<Val> {
        match &place.ty {
            Type::Array(..) => self.decayed(place, span),
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
                    && self.env.callees.contains_key(&*n.text)
                {
                    return self.name(&n.text, span);
                }
                self.is_aligned(a, span);
                let place = self.place(a)?;
                if let (Base::Cell { block, .. }, false) = (&place.base, place.path.is_empty()) {
                    let not_null = Term::ne(block.clone(), Term::null());
                    self.check(not_null, CheckKind::Null, span, None);
                }
                let pointer = self.pointer_to(&place, span)?;
                Ok(match &place.ty {
                    // a block consists of the elements
                    Type::Array(..) => Val {
                        real: pointer.ty.target().cloned(),
                        ty: place.ty.clone().pointer(),
                        ..pointer
                    },
                    _ => pointer,
                })
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
            // the place itself is not read, nor the structures around it
            None => {
                let mut parts = self.read_by_place(place);
                parts.push(value);
                self.sequenced(&parts)?;
                let own = survey::changed(value).into_iter().map(|(c, _)| c);
                if let E::Name(n) = &*place.kind
                    && own.into_iter().any(|c| c == survey::Change::Var(n.text.to_string()))
                {
                    self.sequenced(&[place, value])?;
                }
                self.assigned_once(place, value);
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
    fn put(&mut self, to: Place, val: Val, span: Span, used: bool) -> Lowering<Val> {
        let ty = to.ty.clone();
        let mut val = self.stored_as(val, &ty, span)?;
        if used {
            val = self.save(val, span);
        }
        self.write(&to, val.parts.clone(), span)?;
        Ok(val)
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
        let (x, more_yes) = self.block(|body| body.stored_as(x, &ty, span))?;
        let (y, more_no) = self.block(|body| body.stored_as(y, &ty, span))?;
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
}
