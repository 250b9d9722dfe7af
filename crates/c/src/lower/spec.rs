//! Terms and formulas of ACSL.
//!
//! Integers are mathematical, every term has a value, and a state belongs to every label.

use super::place::{Place, is_place};
use super::world::{LogicDef, World};
use super::{Body, Lowering, Scope, Val, View, arithmetic, unsupported, wrong};
use crate::syntax::ast::{self, BinaryOp, Expr, ExprKind as E, Name, UnaryOp};
use crate::types::Type;
use abide_base::Span;
use abide_logic::number::{self, Number};
use abide_logic::{Func, Quantifier, Sort, Term, Var, builtin};
use std::collections::{BTreeMap, BTreeSet};

/// How often definitions are unfolded inside one another.
const DEPTH: usize = 24;
/// How often a function that is defined by itself is unfolded.
const UNFOLD: usize = 2;

/// A logic function that is not unfolded, as a function of the logic: it has no definition, or
/// is defined by itself, and does not depend on memory.
pub(super) fn symbol(world: &World, def: &LogicDef) -> Option<Func> {
    let recursive = def.body.is_some_and(|b| mentions_call(b, &def.head.name.text));
    if def.body.is_some() && !recursive || !def.head.labels.is_empty() {
        return None;
    }
    let sort = |ty: &ast::Type| match world.types.resolve(ty) {
        Type::Integer | Type::Int(_) | Type::Truth => Some(Sort::Int),
        _ => None,
    };
    let params = def
        .head
        .params
        .iter()
        .map(|(ty, _)| sort(ty))
        .collect::<Option<Vec<Sort>>>()?;
    let result = match def.result {
        None => Sort::Bool,
        Some(ty) => sort(ty)?,
    };
    Some(Func {
        name: def.head.name.text.to_string().into(),
        params,
        result,
    })
}

fn mentions_call(e: &Expr, name: &str) -> bool {
    let mut found = false;
    crate::syntax::walk::each_part(e, &mut |e| {
        found |= matches!(&*e.kind, E::Call(f, _, _) if matches!(&*f.kind, E::Name(n) if &*n.text == name));
    });
    found
}

impl<'a> Body<'_, 'a> {
    /// Where an annotation inside the function is read.
    pub(super) fn body_scope(&self, view: View) -> Scope {
        let mut labels = BTreeMap::new();
        labels.insert("Pre".to_string(), View::At(self.pre));
        labels.insert("Old".to_string(), View::At(self.pre));
        labels.insert("Here".to_string(), view);
        for (name, number) in &self.label_states {
            labels.insert(name.clone(), View::At(*number));
        }
        Scope {
            bound: Vec::new(),
            locals: true,
            result: None,
            view,
            labels,
            depth: 0,
            bound_vars: Vec::new(),
        }
    }

    /// A formula.
    pub(super) fn formula(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Term> {
        let quiet = std::mem::replace(&mut self.quiet, true);
        let result = self.truth(e, scope);
        self.quiet = quiet;
        result
    }

    /// A term.
    pub(super) fn term(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Val> {
        let quiet = std::mem::replace(&mut self.quiet, true);
        let result = self.spec(e, scope);
        self.quiet = quiet;
        result
    }

    fn truth(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Term> {
        use BinaryOp::*;
        match &*e.kind {
            E::Bool(b) => Ok(Term::bool(*b)),
            E::Binary(And, a, b) => Ok(Term::and([self.truth(a, scope)?, self.truth(b, scope)?])),
            E::Binary(Or, a, b) => Ok(Term::or([self.truth(a, scope)?, self.truth(b, scope)?])),
            E::Binary(Implies, a, b) => Ok(Term::implies(self.truth(a, scope)?, self.truth(b, scope)?)),
            E::Binary(Iff, a, b) => Ok(Term::eq(self.truth(a, scope)?, self.truth(b, scope)?)),
            E::Binary(Xor, a, b) => Ok(Term::ne(self.truth(a, scope)?, self.truth(b, scope)?)),
            E::Binary(op @ (Lt | Le | Gt | Ge | Eq | Ne), a, b) => {
                let x = self.spec(a, scope)?;
                let y = self.spec(b, scope)?;
                self.compare(*op, &x, &y, e.span)
            }
            E::Chain(first, rest) => {
                let mut x = self.spec(first, scope)?;
                let mut parts = Vec::new();
                for (op, next) in rest {
                    let y = self.spec(next, scope)?;
                    parts.push(self.compare(*op, &x, &y, e.span)?);
                    x = y;
                }
                Ok(Term::and(parts))
            }
            E::Unary(UnaryOp::Not, a) => Ok(Term::not(self.truth(a, scope)?)),
            E::Conditional(c, Some(a), b) => {
                let c = self.truth(c, scope)?;
                let (a, b) = (self.truth(a, scope)?, self.truth(b, scope)?);
                Ok(Term::and([Term::implies(c.clone(), a), Term::or([c, b])]))
            }
            E::Quantifier(which, vars, body) => self.quantified(*which, vars, body, scope),
            E::Let(name, value, body) => {
                let inner = self.with_let(name, value, scope)?;
                self.truth(body, &inner)
            }
            E::Named(_, inner) => self.truth(inner, scope),
            E::Old(inner) => {
                let inside = at_label(scope, "Old", e.span)?;
                self.truth(inner, &inside)
            }
            E::At(inner, label) => {
                let inside = at_label(scope, &label.text, label.span)?;
                self.truth(inner, &inside)
            }
            E::Call(f, labels, args) if self.is_predicate(f) => self.predicate(f, labels, args, scope, e.span),
            E::Acsl(name, labels, args) => match self.built_in_formula(name, labels, args, scope, e.span)? {
                Some(formula) => Ok(formula),
                None => self.number_truth(e, scope),
            },
            _ => self.number_truth(e, scope),
        }
    }

    /// A number or pointer as a formula: it is not zero.
    fn number_truth(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Term> {
        let val = self.spec(e, scope)?;
        if let Some(truth) = &val.truth {
            return Ok(truth.clone());
        }
        match (&val.ty, val.parts.first()) {
            (Type::Pointer(_), Some(block)) => Ok(Term::ne(block.clone(), Term::null())),
            (Type::Int(_) | Type::Bits(..) | Type::Integer | Type::Truth, Some(t)) => {
                Ok(Term::ne(t.clone(), Term::int(0)))
            }
            _ => Err(wrong(e.span, "a formula is needed here")),
        }
    }

    fn compare(&mut self, op: BinaryOp, x: &Val, y: &Val, span: Span) -> Lowering<Term> {
        use BinaryOp::*;
        let pointer = |v: &Val| match (v.address(), v.is_null_constant()) {
            (Some(address), _) => Some(address),
            (None, true) => Some((Term::null(), Term::int(0))),
            _ => None,
        };
        if x.address().is_some() || y.address().is_some() {
            let (Some((a, i)), Some((b, j))) = (pointer(x), pointer(y)) else {
                return Err(wrong(span, "a pointer is compared with a number"));
            };
            let order = |less: Term| Term::and([Term::eq(a.clone(), b.clone()), less]);
            return Ok(match op {
                Eq => arithmetic::equal_pointers(&a, &i, &b, &j),
                Ne => Term::not(arithmetic::equal_pointers(&a, &i, &b, &j)),
                Lt => order(Term::lt(i, j)),
                Le => order(Term::le(i, j)),
                Gt => order(Term::lt(j, i)),
                _ => order(Term::le(j, i)),
            });
        }
        if let (Type::Record(a), Type::Record(b), Eq | Ne) = (&x.ty, &y.ty, op)
            && a == b
        {
            let same = Term::and(
                x.parts
                    .iter()
                    .zip(&y.parts)
                    .map(|(p, q)| Term::eq(p.clone(), q.clone())),
            );
            return Ok(if op == Eq { same } else { Term::not(same) });
        }
        let (Some(a), Some(b)) = (number_of(x), number_of(y)) else {
            let (x, y) = (self.show(&x.ty), self.show(&y.ty));
            return Err(wrong(span, format!("`{x}` and `{y}` cannot be compared")));
        };
        Ok(match op {
            Eq => Term::eq(a, b),
            Ne => Term::ne(a, b),
            Lt => Term::lt(a, b),
            Le => Term::le(a, b),
            Gt => Term::lt(b, a),
            _ => Term::le(b, a),
        })
    }

    fn quantified(
        &mut self,
        which: ast::Quantifier,
        vars: &'a [(ast::Type, Name)],
        body: &'a Expr,
        scope: &Scope,
    ) -> Lowering<Term> {
        let mut inner = scope.clone();
        let mut own = Vec::new();
        let mut guards = Vec::new();
        for (ty, name) in vars {
            let ty = self.resolve(ty, name.span)?;
            let leaves = self.leaves(&ty);
            let these: Vec<Var> = leaves.iter().map(|l| self.fresh(&name.text, l.sort())).collect();
            let parts: Vec<Term> = these.iter().map(Var::term).collect();
            // a variable of a machine type runs over its values only
            if let (Some(range), [part]) = (self.range(&ty), parts.as_slice()) {
                guards.push(range.holds(part));
            }
            own.extend(these);
            inner.bound.push((name.text.to_string(), self.typed(ty, parts)));
        }
        inner.bound_vars.extend(own.iter().cloned());
        let body = self.truth(body, &inner)?;
        let guard = Term::and(guards);
        Ok(match which {
            ast::Quantifier::Forall => Term::quantify(Quantifier::Forall, own, Term::implies(guard, body)),
            ast::Quantifier::Exists => Term::quantify(Quantifier::Exists, own, Term::and([guard, body])),
        })
    }

    fn with_let(&mut self, name: &Name, value: &'a Expr, scope: &Scope) -> Lowering<Scope> {
        let val = self.spec(value, scope)?;
        let mut inner = scope.clone();
        inner.bound.push((name.text.to_string(), val));
        Ok(inner)
    }

    /// The value of a term.
    fn spec(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Val> {
        use BinaryOp::*;
        let span = e.span;
        match &*e.kind {
            E::Int(lit) => Ok(integer(Term::int(lit.value.clone()))),
            E::Char(c) => Ok(integer(Term::int(*c))),
            E::Null => Ok(Val::null()),
            E::Result => scope
                .result
                .clone()
                .ok_or_else(|| wrong(span, "there is no `\\result` here")),
            E::Name(n) => self.spec_name(n, scope),
            E::Index(..) | E::Member(..) | E::Arrow(..) | E::Unary(UnaryOp::Deref, _) => {
                let place = self.spec_place(e, scope)?;
                self.place_value(&place, scope, span)
            }
            E::Unary(UnaryOp::Address, a) => {
                let place = self.spec_place(a, scope)?;
                self.pointer_to(&place, span)
            }
            E::Unary(op @ (UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot), a) => {
                let t = self.spec_integer(a, scope)?;
                Ok(integer(match op {
                    UnaryOp::Minus => Term::neg(t),
                    UnaryOp::BitNot => Term::sub(Term::neg(t), Term::int(1)),
                    _ => t,
                }))
            }
            E::Binary(op @ (Add | Sub | Mul | Div | Rem | Shl | Shr | BitAnd | BitOr | BitXor), a, b) => {
                let x = self.spec(a, scope)?;
                let y = self.spec(b, scope)?;
                self.spec_arithmetic(*op, x, y, span)
            }
            E::Conditional(c, Some(a), b) => {
                let c = self.truth(c, scope)?;
                let (a, b) = (self.spec(a, scope)?, self.spec(b, scope)?);
                let ty = match (number_of(&a), number_of(&b)) {
                    (Some(_), Some(_)) => Type::Integer,
                    _ => a.ty.clone(),
                };
                let pairs = a.parts.into_iter().zip(b.parts);
                let parts = pairs.map(|(p, q)| Term::ite(c.clone(), p, q)).collect();
                Ok(Val::new(ty, parts))
            }
            E::Cast(ty, a) => {
                let ty = self.resolve(ty, span)?;
                let val = self.spec(a, scope)?;
                match (&ty, val.address()) {
                    (Type::Pointer(_), Some(_)) => Ok(Val {
                        real: val.real.clone(),
                        ..Val::new(ty, val.parts)
                    }),
                    (Type::Integer | Type::Truth, _) => Ok(Val {
                        ty: Type::Integer,
                        ..val
                    }),
                    _ => self.convert(val, &ty, span),
                }
            }
            E::Old(inner) => {
                let inside = at_label(scope, "Old", span)?;
                self.spec(inner, &inside)
            }
            E::At(inner, label) => {
                let inside = at_label(scope, &label.text, label.span)?;
                self.spec(inner, &inside)
            }
            E::Let(name, value, body) => {
                let inner = self.with_let(name, value, scope)?;
                self.spec(body, &inner)
            }
            E::Named(_, inner) => self.spec(inner, scope),
            E::SizeofType(ty) => {
                let ty = self.resolve(ty, span)?;
                match self.world.types.size_of(&ty) {
                    Some(n) => Ok(integer(Term::int(n))),
                    None => Err(unsupported(span, "the size of this")),
                }
            }
            E::SizeofExpr(a) => match self.spec_type(a, scope).and_then(|t| self.world.types.size_of(&t)) {
                Some(n) => Ok(integer(Term::int(n))),
                None => Err(unsupported(span, "the size of this")),
            },
            E::Call(f, labels, args) if !self.is_predicate(f) => self.application(f, labels, args, scope, span),
            E::Acsl(name, _, args) => self.built_in_term(name, args, scope, span),
            E::Str(_) | E::Float(_) => Err(unsupported(span, "this in a formula")),
            E::Assign(..) | E::Step { .. } => Err(wrong(span, "a formula changes nothing")),
            _ => {
                let formula = self.truth_only(e, scope)?;
                Ok(Val {
                    ty: Type::Integer,
                    ..Val::truth(formula)
                })
            }
        }
    }

    /// A formula used as a term.
    fn truth_only(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Term> {
        use BinaryOp::*;
        match &*e.kind {
            E::Bool(_) | E::Chain(..) | E::Quantifier(..) | E::Unary(UnaryOp::Not, _) | E::Call(..) => {
                self.truth(e, scope)
            }
            E::Binary(And | Or | Implies | Iff | Xor | Lt | Le | Gt | Ge | Eq | Ne, ..) => self.truth(e, scope),
            _ => Err(unsupported(e.span, "this in a formula")),
        }
    }

    pub(super) fn spec_integer(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Term> {
        let val = self.term(e, scope)?;
        number_of(&val).ok_or_else(|| wrong(e.span, format!("an integer is needed, not `{}`", self.show(&val.ty))))
    }

    fn spec_arithmetic(&mut self, op: BinaryOp, x: Val, y: Val, span: Span) -> Lowering<Val> {
        use BinaryOp::*;
        match (op, x.address(), y.address()) {
            (Add, Some((b, i)), None) => {
                let by = number_of(&y).ok_or_else(|| wrong(span, "an integer is needed"))?;
                return Ok(Val::new(x.ty, vec![b, Term::add(i, by)]));
            }
            (Add, None, Some(_)) => return self.spec_arithmetic(op, y, x, span),
            (Sub, Some((b, i)), None) => {
                let by = number_of(&y).ok_or_else(|| wrong(span, "an integer is needed"))?;
                return Ok(Val::new(x.ty, vec![b, Term::sub(i, by)]));
            }
            (Sub, Some((_, i)), Some((_, j))) => return Ok(integer(Term::sub(i, j))),
            _ => {}
        }
        let (Some(a), Some(b)) = (number_of(&x), number_of(&y)) else {
            return Err(wrong(span, "integers are needed"));
        };
        Ok(integer(match op {
            Add => Term::add(a, b),
            Sub => Term::sub(a, b),
            Mul => Term::mul(a, b),
            Div | Rem => {
                let natural = x.low.as_ref().is_some_and(|l| *l >= abide_logic::Int::ZERO);
                match (op, natural) {
                    (Div, true) => Term::div(a, b),
                    (Div, false) => number::quotient(&a, &b),
                    (_, true) => Term::modulo(a, b),
                    (_, false) => number::remainder(&a, &b),
                }
            }
            Shl => Term::mul(a, number::power_of_two(&b).0),
            Shr => Term::div(a, number::power_of_two(&b).0),
            _ => {
                let name = match op {
                    BitAnd => builtin::AND,
                    BitOr => builtin::OR,
                    _ => builtin::XOR,
                };
                number::bitwise(name, &Number::new(a), &Number::new(b)).0.term
            }
        }))
    }

    /// A name in a formula.
    fn spec_name(&mut self, n: &'a Name, scope: &Scope) -> Lowering<Val> {
        let name = &*n.text;
        if let Some((_, val)) = scope.bound.iter().rev().find(|(b, _)| b == name) {
            return Ok(val.clone());
        }
        if let Some(place) = self.spec_named_place(n, scope)? {
            return self.place_value(&place, scope, n.span);
        }
        if scope.locals
            && scope.view == View::At(self.pre)
            && let Some((_, val)) = self.params.iter().find(|(p, _)| p == name)
        {
            return Ok(val.clone());
        }
        if let Some(constant) = self.world.types.enum_constant(name) {
            return Ok(integer(Term::int(constant)));
        }
        if self.world.logic.contains_key(name) {
            return self.apply_logic(n, &[], Vec::new(), scope, n.span);
        }
        match name {
            "NULL" => Ok(Val::null()),
            "true" | "false" => Ok(integer(Term::int(i64::from(name == "true")))),
            _ => Err(wrong(n.span, format!("nothing is known of the name `{name}`"))),
        }
    }

    /// The place of a variable in a formula.
    fn spec_named_place(&mut self, n: &'a Name, scope: &Scope) -> Lowering<Option<Place>> {
        let name = &*n.text;
        let before = scope.view == View::At(self.pre);
        let is_param = self.params.iter().any(|(p, _)| p == name);
        if scope.locals
            && !(before && is_param)
            && let Some(object) = self.find_local(name)
        {
            return Ok(Some(self.object_place(&object)));
        }
        if !(before && is_param && scope.locals) && self.world.globals.contains_key(name) {
            return self.named_global(name, n.span).map(Some);
        }
        Ok(None)
    }

    /// The place an expression of a formula stands for.
    pub(super) fn spec_place(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Place> {
        let quiet = std::mem::replace(&mut self.quiet, true);
        let result = self.spec_place_inner(e, scope);
        self.quiet = quiet;
        result
    }

    fn spec_place_inner(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Place> {
        match &*e.kind {
            E::Name(n) => {
                if scope.bound.iter().all(|(b, _)| **b != *n.text)
                    && let Some(place) = self.spec_named_place(n, scope)?
                {
                    return Ok(place);
                }
                // a parameter or bound variable has a value but no place
                let val = self.spec_name(n, scope)?;
                Ok(self.value_as_place(val))
            }
            E::Unary(UnaryOp::Deref, p) => {
                let pointer = self.spec(p, scope)?;
                self.pointed(pointer, e.span)
            }
            E::Index(a, i) => {
                if is_place(a)
                    && let Some(Type::Array(..)) = self.spec_type(a, scope)
                {
                    let base = self.spec_place_inner(a, scope)?;
                    let index = self.spec_integer(i, scope)?;
                    return Ok(self.element_unchecked(base, index));
                }
                let array = self.spec(a, scope)?;
                let index = self.spec(i, scope)?;
                let moved = self.spec_arithmetic(BinaryOp::Add, array, index, e.span)?;
                self.pointed(moved, e.span)
            }
            E::Member(a, f) => {
                let base = self.spec_place_inner(a, scope)?;
                self.member(base, &f.text, f.span)
            }
            E::Arrow(a, f) => {
                let pointer = self.spec(a, scope)?;
                let base = self.pointed(pointer, e.span)?;
                self.member(base, &f.text, f.span)
            }
            E::At(inner, _) | E::Old(inner) if !matches!(self.spec_type(inner, scope), Some(Type::Pointer(_))) => {
                let val = self.spec(e, scope)?;
                match val.address() {
                    Some(_) => Err(unsupported(e.span, "an array of another state: write `\\at(a[i], L)`")),
                    None => Ok(self.value_as_place(val)),
                }
            }
            E::Named(_, inner) => self.spec_place_inner(inner, scope),
            _ => {
                let val = self.spec(e, scope)?;
                Ok(self.value_as_place(val))
            }
        }
    }

    fn value_as_place(&mut self, val: Val) -> Place {
        let object = super::Object {
            name: String::new(),
            ty: val.ty.clone(),
            home: super::Home::Fixed(val.parts),
            set: None,
            ghost: true,
            count: None,
        };
        self.object_place(&object)
    }

    /// What a place holds in the state of a formula.
    fn place_value(&mut self, place: &Place, scope: &Scope, span: Span) -> Lowering<Val> {
        if let Type::Array(..) = &place.ty {
            return match self.pointer_to(place, span) {
                Ok(pointer) => Ok(pointer),
                // an array that does not live in memory
                Err(_) => {
                    let parts = self.parts_at(place, scope.view);
                    Ok(Val::new(place.ty.clone(), parts))
                }
            };
        }
        if self.is_scattered(place) {
            return Err(unsupported(
                span,
                "a structure with members that are pointed to, as a whole in a formula",
            ));
        }
        let parts = self.parts_at(place, scope.view);
        let real = self.real_type(place);
        let val = self.typed(real.clone(), parts);
        match real == place.ty {
            true => Ok(val),
            false => self.convert(val, &place.ty.clone(), span),
        }
    }

    /// The type of an expression of a formula.
    pub(super) fn spec_type(&self, e: &Expr, scope: &Scope) -> Option<Type> {
        match &*e.kind {
            E::Name(n) => {
                if let Some((_, val)) = scope.bound.iter().rev().find(|(b, _)| **b == *n.text) {
                    return Some(val.ty.clone());
                }
                if scope.locals {
                    return self.type_of(e);
                }
                self.world.globals.get(&*n.text).map(|g| g.ty.clone())
            }
            E::Index(a, _) => self.spec_type(a, scope)?.target().cloned(),
            E::Unary(UnaryOp::Deref, a) => self.spec_type(a, scope)?.target().cloned(),
            E::Member(a, f) => match self.spec_type(a, scope)? {
                Type::Record(id) => Some(self.world.types.member(id, &f.text)?.1),
                _ => None,
            },
            E::Arrow(a, f) => match self.spec_type(a, scope)?.target()? {
                Type::Record(id) => Some(self.world.types.member(*id, &f.text)?.1),
                _ => None,
            },
            E::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => match self.spec_type(a, scope)? {
                p @ (Type::Pointer(_) | Type::Array(..)) => Some(p.decayed()),
                _ => match self.spec_type(b, scope)? {
                    p @ (Type::Pointer(_) | Type::Array(..)) => Some(p.decayed()),
                    _ => Some(Type::Integer),
                },
            },
            E::Cast(ty, _) => Some(self.world.types.resolve(ty)),
            E::At(a, _) | E::Old(a) | E::Named(_, a) => self.spec_type(a, scope),
            E::Result => scope.result.as_ref().map(|r| r.ty.clone()),
            E::Range(..) => Some(Type::Integer),
            _ if scope.locals => self.type_of(e),
            _ => None,
        }
    }

    fn is_predicate(&self, f: &Expr) -> bool {
        let E::Name(n) = &*f.kind else { return false };
        self.world.logic.get(&*n.text).is_some_and(|d| d.result.is_none())
    }

    fn predicate(
        &mut self,
        f: &'a Expr,
        labels: &'a [Name],
        args: &'a [Expr],
        scope: &Scope,
        span: Span,
    ) -> Lowering<Term> {
        let val = self.application(f, labels, args, scope, span)?;
        match val.truth {
            Some(truth) => Ok(truth),
            None => Err(wrong(span, "a formula is needed here")),
        }
    }

    fn application(
        &mut self,
        f: &'a Expr,
        labels: &'a [Name],
        args: &'a [Expr],
        scope: &Scope,
        span: Span,
    ) -> Lowering<Val> {
        let E::Name(name) = &*f.kind else {
            return Err(wrong(span, "only named functions can be called in a formula"));
        };
        let values = args
            .iter()
            .map(|a| self.spec(a, scope))
            .collect::<Lowering<Vec<Val>>>()?;
        self.apply_logic(name, labels, values, scope, span)
    }

    /// A logic function or predicate applied: unfolded, or left as a function of the logic.
    fn apply_logic(
        &mut self,
        name: &'a Name,
        labels: &'a [Name],
        values: Vec<Val>,
        scope: &Scope,
        span: Span,
    ) -> Lowering<Val> {
        let Some(def) = self.world.logic.get(&*name.text).cloned() else {
            return Err(wrong(span, format!("there is no logic function `{}`", name.text)));
        };
        if def.head.params.len() != values.len() {
            let message = format!("`{}` takes {} arguments", name.text, def.head.params.len());
            return Err(wrong(span, message));
        }
        if let Some(func) = symbol(self.world, &def) {
            let args = values.iter().map(number_of).collect::<Option<Vec<Term>>>();
            let args = args.ok_or_else(|| wrong(span, "integers are needed"))?;
            let term = Term::apply(func, args);
            self.unfold(&def, &term, values, scope)?;
            return Ok(match def.result {
                None => Val {
                    ty: Type::Integer,
                    ..Val::truth(term)
                },
                Some(_) => integer(term),
            });
        }
        let Some(body) = def.body else {
            return Err(unsupported(
                def.span,
                "a logic function that reads memory and has no definition",
            ));
        };
        if mentions_call(body, &name.text) {
            return self.apply_recursive(&def, body, labels, values, scope, span);
        }
        if scope.depth > DEPTH {
            return Err(unsupported(span, "definitions that depend on one another"));
        }
        let inner = self.inside_definition(&def, labels, values, scope, span)?;
        match def.result {
            None => {
                let formula = self.truth(body, &inner)?;
                Ok(Val {
                    ty: Type::Integer,
                    ..Val::truth(formula)
                })
            }
            Some(_) => self.spec(body, &inner),
        }
    }

    /// A function defined by itself that reads memory: the maps it reads become arguments.
    fn apply_recursive(
        &mut self,
        def: &LogicDef<'a>,
        body: &'a Expr,
        labels: &'a [Name],
        values: Vec<Val>,
        scope: &Scope,
        span: Span,
    ) -> Lowering<Val> {
        let name = def.head.name.text.to_string();
        let inner = self.inside_definition(def, labels, values, scope, span)?;
        let args: Vec<Term> = inner.bound.iter().flat_map(|(_, v)| v.parts.clone()).collect();
        let result = match def.result {
            None => Sort::Bool,
            Some(_) => Sort::Int,
        };
        if !self.symbols.contains_key(&name) {
            let plain = |maps: &[Var]| Func {
                name: name.as_str().into(),
                params: args
                    .iter()
                    .map(|a| a.sort().clone())
                    .chain(maps.iter().map(|m| m.sort().clone()))
                    .collect(),
                result: result.clone(),
            };
            // a first reading finds out which maps it reads
            self.symbols.insert(name.clone(), (plain(&[]), Vec::new()));
            let now = Scope {
                view: View::Now,
                depth: UNFOLD,
                labels: inner.labels.keys().map(|l| (l.clone(), View::Now)).collect(),
                ..inner.clone()
            };
            let read = match def.result {
                None => vec![self.truth(body, &now)?],
                Some(_) => self.spec(body, &now)?.parts,
            };
            let free: BTreeSet<Var> = read.iter().flat_map(Term::free_vars).collect();
            let is_map = |v: &Var| {
                self.heap
                    .values()
                    .any(|h| h.var == *v && h.kind != super::memory::HeapKind::Fixed)
            };
            let maps: Vec<Var> = free.into_iter().filter(|v| is_map(v)).collect();
            self.symbols.insert(name.clone(), (plain(&maps), maps));
        }
        let (func, maps) = self.symbols[&name].clone();
        let mut all = args;
        all.extend(maps.iter().map(|m| self.at(inner.view, m)));
        let term = Term::apply(func, all);
        let ground = term.free_vars().iter().all(|v| !scope.bound_vars.contains(v));
        let known = self.unfoldings.iter().any(|(t, _)| *t == term);
        if ground && !known && scope.depth < UNFOLD {
            let equation = match def.result {
                None => Term::eq(term.clone(), self.truth(body, &inner)?),
                Some(_) => match number_of(&self.spec(body, &inner)?) {
                    Some(value) => Term::eq(term.clone(), value),
                    None => Term::tt(),
                },
            };
            self.unfoldings.push((term.clone(), equation));
        }
        Ok(match def.result {
            None => Val {
                ty: Type::Integer,
                ..Val::truth(term)
            },
            Some(_) => integer(term),
        })
    }

    /// Where the body of a definition is read.
    fn inside_definition(
        &mut self,
        def: &LogicDef<'a>,
        labels: &'a [Name],
        values: Vec<Val>,
        scope: &Scope,
        span: Span,
    ) -> Lowering<Scope> {
        let mut inner = Scope {
            bound: Vec::new(),
            locals: false,
            result: None,
            depth: scope.depth + 1,
            labels: BTreeMap::new(),
            ..scope.clone()
        };
        for (number, formal) in def.head.labels.iter().enumerate() {
            let view = match labels.get(number) {
                Some(actual) => at_label(scope, &actual.text, actual.span)?.view,
                None if def.head.labels.len() == 1 => scope.view,
                None => return Err(wrong(span, format!("the label `{}` is missing", formal.text))),
            };
            inner.labels.insert(formal.text.to_string(), view);
            if number == 0 {
                inner.view = view;
            }
        }
        for ((ty, name), val) in def.head.params.iter().zip(values) {
            let ty = self.resolve(ty, name.span)?;
            let val = match (&ty, val.address()) {
                (Type::Pointer(_), Some(_)) => Val {
                    ty: ty.decayed(),
                    ..val
                },
                (Type::Array(..), Some(_)) => Val {
                    ty: ty.decayed(),
                    ..val
                },
                (Type::Int(_), None) if val.ty == Type::Integer => self.typed(Type::Integer, val.parts),
                _ => val,
            };
            inner.bound.push((name.text.to_string(), val));
        }
        Ok(inner)
    }

    /// How a function that is defined by itself unfolds at some arguments.
    fn unfold(&mut self, def: &LogicDef<'a>, term: &Term, values: Vec<Val>, scope: &Scope) -> Lowering<()> {
        let ground = term.free_vars().iter().all(|v| !scope.bound_vars.contains(v));
        let known = self.unfoldings.iter().any(|(t, _)| t == term);
        let Some(body) = def.body else { return Ok(()) };
        if !ground || known || scope.depth >= UNFOLD {
            return Ok(());
        }
        let inner = self.inside_definition(def, &[], values, scope, def.span)?;
        let equation = match def.result {
            None => Term::eq(term.clone(), self.truth(body, &inner)?),
            Some(_) => {
                let val = self.spec(body, &inner)?;
                let Some(value) = number_of(&val) else { return Ok(()) };
                Term::eq(term.clone(), value)
            }
        };
        self.unfoldings.push((term.clone(), equation));
        Ok(())
    }

    fn built_in_formula(
        &mut self,
        name: &'a Name,
        labels: &'a [Name],
        args: &'a [Expr],
        scope: &Scope,
        span: Span,
    ) -> Lowering<Option<Term>> {
        let scope = &match labels.first() {
            Some(label) => at_label(scope, &label.text, label.span)?,
            None => scope.clone(),
        };
        Ok(Some(match &*name.text {
            "valid" | "valid_read" => {
                let mut parts = Vec::new();
                for arg in args {
                    for p in self.pointers(arg, scope)? {
                        parts.push(self.valid(&p, &*name.text == "valid", scope, span)?);
                    }
                }
                Term::and(parts)
            }
            "separated" => {
                let mut sets = Vec::new();
                for arg in args {
                    sets.push(self.pointers(arg, scope)?);
                }
                let mut parts = Vec::new();
                for (i, a) in sets.iter().enumerate() {
                    for b in &sets[i + 1..] {
                        for (x, y) in a.iter().flat_map(|x| b.iter().map(move |y| (x, y))) {
                            parts.push(self.apart(x, y));
                        }
                    }
                }
                Term::and(parts)
            }
            // reading memory that was never written gives some value
            "initialized" => {
                self.warn(
                    abide_base::Diagnostic::warning(span, "`\\initialized` is taken to hold")
                        .note("which memory has been written is not followed"),
                );
                Term::tt()
            }
            "dangling" => {
                let mut parts = Vec::new();
                for arg in args {
                    for p in self.pointers(arg, scope)? {
                        let valid = self.valid(&p, false, scope, span)?;
                        parts.push(Term::not(valid));
                    }
                }
                Term::and(parts)
            }
            "fresh" => {
                let Some(first) = args.first() else {
                    return Err(wrong(span, "a pointer is needed"));
                };
                let old = at_label(scope, "Old", span)?;
                let mut parts = Vec::new();
                for p in self.pointers(first, scope)? {
                    let allocated = self.allocated();
                    let before = self.at(old.view, &allocated);
                    parts.push(Term::not(Term::select(before, self.whole(&p.block))));
                    parts.push(Term::ne(p.block.clone(), Term::null()));
                }
                Term::and(parts)
            }
            "freeable" | "allocable" => {
                let Some(first) = args.first() else {
                    return Err(wrong(span, "a pointer is needed"));
                };
                let val = self.spec(first, scope)?;
                let (block, offset) = val.address().ok_or_else(|| wrong(span, "a pointer is needed"))?;
                let alive = self.alive();
                let lives = Term::select(self.at(scope.view, &alive), self.whole(&block));
                let heap = self.on_heap();
                Term::and([
                    Term::ne(block.clone(), Term::null()),
                    lives,
                    self.is_whole(&block),
                    Term::select(heap.term(), block),
                    Term::eq(offset, Term::int(0)),
                ])
            }
            _ => return Ok(None),
        }))
    }

    fn built_in_term(&mut self, name: &'a Name, args: &'a [Expr], scope: &Scope, span: Span) -> Lowering<Val> {
        let pointer = |b: &mut Self| -> Lowering<(Term, Term, Type)> {
            let first = args.first().ok_or_else(|| wrong(span, "a pointer is needed"))?;
            let val = b.spec(first, scope)?;
            let (block, offset) = val.address().ok_or_else(|| wrong(first.span, "a pointer is needed"))?;
            Ok((block, offset, val.ty.target().cloned().unwrap_or(Type::Void)))
        };
        match (&*name.text, args) {
            ("abs", [a]) => {
                let t = self.spec_integer(a, scope)?;
                Ok(integer(Term::ite(
                    Term::le(Term::int(0), t.clone()),
                    t.clone(),
                    Term::neg(t),
                )))
            }
            ("min" | "max", [a, b]) => {
                let (a, b) = (self.spec_integer(a, scope)?, self.spec_integer(b, scope)?);
                let less = Term::le(a.clone(), b.clone());
                Ok(integer(match &*name.text {
                    "min" => Term::ite(less, a, b),
                    _ => Term::ite(less, b, a),
                }))
            }
            ("base_addr", [_]) => {
                let (block, _, _) = pointer(self)?;
                let low = self.lows();
                let first = Term::select(low.term(), block.clone());
                let is_null = Term::eq(block.clone(), Term::null());
                let first = Term::ite(is_null, Term::int(0), first);
                Ok(Val::pointer(Type::Void, block, first))
            }
            ("offset" | "block_length", [_]) => {
                let (block, offset, to) = pointer(self)?;
                let size = self.world.types.size_of(&to);
                let size = size.ok_or_else(|| unsupported(span, "a block of elements of unknown size"))?;
                let (low, high) = (self.lows(), self.highs());
                let low = Term::select(low.term(), block.clone());
                let high = Term::select(high.term(), block);
                let distance = match &*name.text {
                    "offset" => Term::sub(offset, low),
                    _ => Term::sub(high, low),
                };
                Ok(integer(Term::mul(Term::int(size), distance)))
            }
            (other, _) => {
                if let Some(formula) = self.built_in_formula(name, &[], args, scope, span)? {
                    return Ok(Val {
                        ty: Type::Integer,
                        ..Val::truth(formula)
                    });
                }
                Err(unsupported(span, format!("`\\{other}`")))
            }
        }
    }
}

/// The scope in which what stands under a label is read.
fn at_label(scope: &Scope, label: &str, span: Span) -> Lowering<Scope> {
    let view = match label {
        "Here" => scope.labels.get("Here").copied().unwrap_or(scope.view),
        "Post" => View::Now,
        _ => match scope.labels.get(label) {
            Some(view) => *view,
            None => return Err(wrong(span, format!("there is no label `{label}` here"))),
        },
    };
    Ok(Scope { view, ..scope.clone() })
}

fn integer(term: Term) -> Val {
    Val::number(Number::new(term), Type::Integer)
}

/// The integer that a value is.
fn number_of(val: &Val) -> Option<Term> {
    match val.ty {
        Type::Int(_) | Type::Bits(..) | Type::Integer | Type::Truth => val.parts.first().cloned(),
        _ => None,
    }
}
