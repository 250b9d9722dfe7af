//! Places: variables, fields and array elements, read and written.

use super::body::Body;
use super::bounds::Needs;
use super::names::{Member, perhaps_inherited};
use super::value::{Local, Lowering, Val, View, unsupported, wrong};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, Literal};
use crate::types::{ClassId, FieldRef, Type};
use abide_base::Span;
use abide_logic::Term;

/// Something that can be assigned to.
#[derive(Clone)]
pub(super) enum Place<'a> {
    Local(Local),
    Static(FieldRef<'a>, Type),
    Field(Val, FieldRef<'a>, Type),
    Element(Val, Term),
}

impl<'a> Body<'_, 'a> {
    /// A field, of an object if it is not static.
    pub(super) fn field_place(&mut self, f: FieldRef<'a>, object: Option<Val>, span: Span) -> Lowering<Place<'a>> {
        if self.is_represented(f) {
            return Err(unsupported(span, "a model field in code: only formulas know its value"));
        }
        let ty = self.field_type(f)?;
        match object {
            _ if f.is_static => Ok(Place::Static(f, ty)),
            Some(object) => Ok(Place::Field(object, f, self.stored_type(f, ty))),
            None => {
                let name = &f.decl.name.text;
                let message = format!("the field `{name}` needs an object, and there is none here");
                Err(wrong(span, message))
            }
        }
    }

    /// `object.name`.
    pub(super) fn field_of(&mut self, object: Val, name: &str, span: Span) -> Lowering<Place<'a>> {
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
        self.field_place(f, Some(object), span)
    }

    /// `C.name`.
    pub(super) fn static_place(&mut self, class: ClassId, name: &str, span: Span) -> Lowering<Place<'a>> {
        match self.classes().field(class, name) {
            Some(f) if f.is_static => self.field_place(f, None, span),
            Some(_) => Err(wrong(span, format!("the field `{name}` is not static"))),
            None => Err(unsupported(span, format!("the static field `{name}` of this class"))),
        }
    }

    /// The target of an assignment.
    pub(super) fn target(&mut self, e: &'a Expr, later: &[&'a Expr]) -> Lowering<Place<'a>> {
        let span = e.span;
        match &*e.kind {
            ExprKind::Name(name) => {
                if let Some(local) = self.find_local(name) {
                    return Ok(Place::Local(local));
                }
                match self.member(name, self.class, self.this.clone()) {
                    Some((Member::Field(f), object)) => self.field_place(f, object, span),
                    Some((Member::Unknown, _)) => Err(perhaps_inherited(name, span)),
                    _ => Err(wrong(span, format!("there is no variable `{name}` here"))),
                }
            }
            ExprKind::Field(target, name) => {
                if let Some(class) = self.as_class(target) {
                    return self.static_place(class, &name.text, span);
                }
                let object = self.object(target)?;
                let object = self.save_if_changed(object, later, target.span);
                self.field_of(object, &name.text, span)
            }
            ExprKind::Index(array, index) => self.element_place(array, index, later),
            _ => Err(unsupported(span, "this as the target of an assignment")),
        }
    }

    pub(super) fn element_place(
        &mut self,
        array: &'a Expr,
        index: &'a Expr,
        later: &[&'a Expr],
    ) -> Lowering<Place<'a>> {
        let object = self.looking_into(array, |b| b.expr(array))?;
        self.array_as_taken(&object, array)?;
        let mut after_array = vec![index];
        after_array.extend(later);
        let object = self.save_if_changed(object, &after_array, array.span);
        if object.ty.element().is_none() && object.ty != self.classes().object() {
            return Err(wrong(array.span, "this is not an array"));
        }
        let at = self.expr(index)?;
        let at = self.convert(at, &Type::INT, index.span)?;
        let at = self.save_if_changed(at, later, index.span);
        Ok(Place::Element(object, at.term))
    }

    pub(super) fn place_type(&mut self, place: &Place<'a>) -> Type {
        match place {
            Place::Local(local) => local.ty.clone(),
            Place::Static(_, ty) | Place::Field(_, _, ty) => ty.clone(),
            Place::Element(array, _) => array.ty.element().cloned().unwrap_or_else(|| self.classes().object()),
        }
    }

    /// The checks an access to a place needs.
    pub(super) fn may_access(&mut self, place: &Place<'a>, span: Span) -> Lowering<()> {
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
    pub(super) fn read(&mut self, place: &Place<'a>, span: Span) -> Lowering<Val> {
        match place {
            Place::Local(local) => Ok(local.value()),
            // another thread may have written it since it was last looked at
            Place::Static(f, ty) | Place::Field(_, f, ty) if f.decl.modifiers.volatile => {
                let mut val = self.arbitrary(ty, span);
                val.ty = self.field_type(*f)?;
                let object = match place {
                    Place::Field(object, ..) => Some(&object.term),
                    _ => None,
                };
                self.assume_non_null(&val, *f, object, span);
                Ok(val)
            }
            Place::Static(f, _) => {
                let mut val = self.field_term(*f, None, View::Now)?;
                if val.term.as_var().is_some() {
                    self.first_use(f.class, span)?;
                    val = self.field_term(*f, None, View::Now)?;
                }
                let val = if val.term.as_var().is_some() {
                    self.known(val, span)
                } else {
                    val
                };
                self.assume_non_null(&val, *f, None, span);
                self.assume_invariants_of(&val, span)?;
                Ok(val)
            }
            Place::Field(object, f, _) => {
                let val = self.field_term(*f, Some(&object.term), View::Now)?;
                let val = self.known(val, span);
                self.of_bound(&val, self.bound_in(&f.decl.ty, f.class, None), span);
                self.assume_non_null(&val, *f, Some(&object.term), span);
                self.assume_invariants_of(&val, span)?;
                Ok(val)
            }
            Place::Element(array, _) if array.ty.element().is_none() => Ok(self.unknown_element(span)),
            Place::Element(array, index) => {
                let val = self.element_term(array, index, View::Now);
                let val = self.known(val, span);
                self.assume_invariants_of(&val, span)?;
                Ok(val.vague_if(array.vague))
            }
        }
    }

    /// A non-null field is not null, unless its object is still being made.
    fn assume_non_null(&mut self, val: &Val, f: FieldRef<'a>, object: Option<&Term>, span: Span) {
        if self.is_non_null(&f.decl.modifiers, f.class, &val.ty) && !self.may_be_unset(f) {
            let set = Term::ne(val.term.clone(), Term::null());
            // perhaps it is an object being made
            let made = self
                .making
                .iter()
                .filter_map(|m| Some(Term::eq(m.clone(), object?.clone())));
            let fact = Term::or(made.chain([set]));
            self.assume(fact, span);
        }
    }

    /// Writes a value to a place; the value as it is afterwards.
    fn write_value(&mut self, place: &Place<'a>, val: Val, span: Span) -> Lowering<Val> {
        if let Place::Local(local) = place {
            let term = local.var.term();
            self.write(place, val.clone(), span)?;
            return Ok(Val { term, ..val });
        }
        let val = self.save_from_heap(val, span);
        self.write(place, val.clone(), span)?;
        Ok(val)
    }

    /// Writes a value to a place; the access has been checked.
    pub(super) fn write(&mut self, place: &Place<'a>, val: Val, span: Span) -> Lowering<()> {
        match place {
            Place::Local(local) => {
                if local.non_null {
                    self.owe_non_null(&val, span);
                }
                self.another_value(&local.var);
                self.assign(&local.var, val.term, span);
            }
            Place::Static(f, ty) => {
                self.knows_class(f.class, span);
                if self.is_non_null(&f.decl.modifiers, f.class, ty) {
                    self.owe_non_null(&val, span);
                }
                let mut val = val;
                if self.acts_when_used(f.class) {
                    val = self.save_from_heap(val, span);
                    self.anything_happens(span)?;
                }
                let var = self.static_var(f.class, &f.decl.name.text, ty);
                self.frame_check(&var, None, None, span);
                self.mark_written(&var, None, span)?;
                self.assign(&var, val.term, span);
                self.wrote(&var, None);
            }
            Place::Field(object, f, ty) => {
                self.knows_class(f.class, span);
                if self.is_non_null(&f.decl.modifiers, f.class, ty) {
                    self.owe_non_null(&val, span);
                }
                let map = self.field_map(f.class, &f.decl.name.text, ty);
                self.frame_check(&map, Some(&object.term), None, span);
                self.mark_written(&map, Some(object), span)?;
                self.led_to(&map, &object.term, &val.term)?;
                if f.decl.modifiers.ghost {
                    self.ghost_given(&map, &object.term, &val.term);
                }
                self.store(&map, &object.term, val.term, false, span);
            }
            Place::Element(array, index) => {
                let Some(element) = array.ty.element().cloned() else {
                    return Err(unsupported(
                        span,
                        "to write an element of something of which nothing is known",
                    ));
                };
                let map = self.elements_map(&element);
                self.frame_check(&map, Some(&array.term), Some(index), span);
                self.mark_written(&map, Some(array), span)?;
                let contents = Term::select(map.term(), array.term.clone());
                let changed = Term::store(contents, index.clone(), val.term);
                self.store(&map, &array.term, changed, false, span);
            }
        }
        Ok(())
    }

    /// `target = value` and `target op= value`.
    pub(super) fn assignment(
        &mut self,
        op: Option<BinaryOp>,
        target: &'a Expr,
        value: &'a Expr,
        span: Span,
    ) -> Lowering<Val> {
        let place = self.target(target, &[value])?;
        let ty = self.place_type(&place);
        let new = match op {
            None => {
                let val = self.initial(value, &ty)?;
                let val = self.convert(val, &ty, value.span)?;
                self.may_access(&place, target.span)?;
                if let Place::Element(array, _) = &place {
                    let of = self.elements_of(target);
                    self.storable(array, &of, &val, span)?;
                }
                val
            }
            Some(op) => {
                self.may_access(&place, target.span)?;
                let old = self.read(&place, target.span)?;
                let old = self.save_if_changed(old, &[value], target.span);
                let by = self.expr(value)?;
                if self.is_string(&ty) {
                    self.value_as_taken(&by, value, Needs::Text)?;
                }
                let val = self.binary(op, old, by, span)?;
                let val = self.cast(val, &ty, span)?;
                if let Place::Element(array, _) = &place {
                    let of = self.elements_of(target);
                    self.storable(array, &of, &val, span)?;
                }
                val
            }
        };
        self.write_value(&place, new, span)
    }

    /// `++x`, `x--` and so on.
    pub(super) fn step(&mut self, prefix: bool, up: bool, target: &'a Expr, span: Span) -> Lowering<Val> {
        let place = self.target(target, &[])?;
        self.may_access(&place, target.span)?;
        let ty = self.place_type(&place);
        let old = self.read(&place, target.span)?;
        let old = if prefix { old } else { self.save(old, span) };
        let one = Val::new(Term::int(1), Type::INT);
        let op = if up { BinaryOp::Add } else { BinaryOp::Sub };
        let new = self.binary(op, old.clone(), one, span)?;
        let new = self.cast(new, &ty, span)?;
        let new = self.write_value(&place, new, span)?;
        Ok(if prefix { new } else { old })
    }
}

/// Is the value of an expression an object that it makes?
pub(super) fn is_made(e: &Expr) -> bool {
    use ExprKind::{ArrayInit, New, NewArray};
    matches!(
        &*e.kind,
        New(..) | NewArray(..) | ArrayInit(..) | ExprKind::Literal(Literal::String(_))
    )
}
