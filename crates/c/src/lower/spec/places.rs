//! Names and places in formulas.

use super::terms::{defined_if, integer};
use crate::lower::body::Body;
use crate::lower::place::{in_row, is_place, is_row};
use crate::lower::state::{Base, Place};
use crate::lower::value::{Home, Lowering, Object, Scope, Val, View, unsupported, wrong};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind as E, Name, UnaryOp};
use crate::types::Type;
use abide_base::Span;
use abide_logic::Term;

impl<'a> Body<'_, 'a> {
    /// A name in a formula.
    pub(super) fn spec_name(&mut self, n: &'a Name, scope: &Scope) -> Lowering<Val> {
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
        if let Some((constant, _)) = self.env.types.enum_constant(name) {
            return Ok(integer(Term::int(constant)));
        }
        if self.env.logic.contains_key(name) {
            return self.apply_logic(n, &[], Vec::new(), scope, n.span);
        }
        if self.env.types.is_uncomputed(name) {
            return Err(unsupported(n.span, format!("the value of the constant `{name}`")));
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
        if !(before && is_param && scope.locals) && self.env.globals.contains_key(name) {
            return self.named_global(name, n.span).map(Some);
        }
        Ok(None)
    }

    /// The place an expression of a formula stands for.
    pub(in crate::lower) fn spec_place(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Place> {
        self.quietly(|b| b.spec_place_inner(e, scope))
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
            E::Unary(UnaryOp::Deref, p) => match in_row(p, |a| self.spec_type(a, scope)) {
                Some((row, index)) => {
                    let row = self.spec_place_inner(row, scope)?;
                    let index = index.map(|i| self.spec_integer(i, scope)).transpose()?;
                    Ok(self.element_unchecked(row, index.unwrap_or(Term::int(0))))
                }
                None => {
                    let pointer = self.spec(p, scope)?;
                    self.pointed(pointer, e.span)
                }
            },
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
        let object = Object {
            name: String::new(),
            ty: val.ty.clone(),
            home: Home::Fixed(val.parts),
            set: None,
            ghost: true,
            counts: Vec::new(),
        };
        self.object_place(&object)
    }

    /// What is read outside of an array, or from a block that has ended, is not known, though the map that keeps
    /// it may hold something there: zeros, if it was filled with them, or what was there before.
    pub(super) fn defined_inside(&mut self, e: &'a Expr, place: &Place, value: Val, scope: &Scope) -> Lowering<Val> {
        if matches!(place.ty, Type::Array(..)) && value.address().is_some() {
            return Ok(value);
        }
        let mut inside = Vec::new();
        let mut keys = Vec::new();
        match &place.base {
            Base::Object(object) if self.holds_more(object) => {}
            Base::Global(name, ty) if self.global_holds_more(name, ty) => {}
            Base::Cell { root, block, offset } => {
                // what is static lives on
                let lives_on = block.as_var().is_some_and(|v| self.heap.has(v));
                if self.ended && !lives_on {
                    let alive = self.alive();
                    inside.push(Term::select(self.at(scope.view, &alive), self.whole(block)));
                }
                if self.zeroed.contains(root) && !self.stands_alone(root) {
                    inside.push(self.inside(block, offset, offset));
                }
                keys.extend([block.clone(), offset.clone()]);
            }
            _ => return Ok(value),
        }
        let mut at = e;
        loop {
            match &*at.kind {
                E::Index(array, index) => {
                    if let Some(Type::Array(_, Some(count))) = self.spec_type(array, scope) {
                        let index = self.spec_integer(index, scope)?;
                        inside.push(Term::le(Term::int(0), index.clone()));
                        inside.push(Term::lt(index.clone(), Term::int(count)));
                        keys.push(index);
                    }
                    at = array;
                }
                E::Member(inner, _) | E::Named(_, inner) => at = inner,
                _ => break,
            }
        }
        let inside = Term::and(inside);
        let parts = value.parts.iter().enumerate();
        let parts = parts.map(|(n, part)| defined_if(inside.clone(), part.clone(), &format!("[] {n}"), &keys));
        Ok(Val {
            parts: parts.collect(),
            ..value
        })
    }

    /// May the maps that keep a variable hold something beyond the ends of its arrays?
    fn holds_more(&self, object: &Object) -> bool {
        matches!(&object.home, Home::Vars(vars) if vars.iter().any(|v| self.filled_as_a_whole.contains(v)))
    }

    /// The same for a global variable, which may have its first value from the start.
    fn global_holds_more(&mut self, name: &str, ty: &Type) -> bool {
        let first = &*self.function.name.text == "main" || self.env.globals.get(name).is_some_and(|g| g.is_const);
        let leaves = self.leaves(ty);
        first
            || leaves.iter().any(|leaf| {
                let var = self.global_var(name, leaf);
                self.filled_as_a_whole.contains(&var)
            })
    }

    /// What a place holds in the state of a formula.
    pub(super) fn place_value(&mut self, place: &Place, scope: &Scope, span: Span) -> Lowering<Val> {
        let volatile = match &place.base {
            Base::Volatile { .. } => true,
            Base::Object(object) => self.is_volatile(object),
            _ => false,
        };
        if volatile {
            // which of the values that it has had is meant?
            return Err(unsupported(span, "a `volatile` variable in a formula"));
        }
        if is_row(place) {
            return Err(unsupported(span, "a pointer into an array of arrays in a formula"));
        }
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
        let parts = self.scattered_parts(place, scope.view, span)?;
        let real = self.real_type(place);
        let val = self.typed(real.clone(), parts);
        match real == place.ty {
            true => Ok(val),
            false => self.convert(val, &place.ty.clone(), span),
        }
    }
}
