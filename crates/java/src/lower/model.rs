//! Model fields: their values, and what may be written where they are assignable.
//!
//! `represents x = e` makes a model field a name for its value: wherever a formula reads it, the
//! expression is read there, for the object. So it changes with what it is made of, and keeps
//! its value where nothing of that is written. A model field without such a clause is like a
//! ghost field.

use super::body::Body;
use super::state::{Cell, HeapKind};
use super::value::{Lowering, Scope, Val, unsupported};
use crate::syntax::ast::{Expr, ExprKind, Location, Name, Representation, SpecCase};
use crate::types::{ClassId, FieldRef, MethodRef, Type};
use abide_base::Span;
use abide_logic::{Kind, Term, Var};

/// How deep model fields are unfolded.
const DEPTH: usize = 8;

impl<'a> Body<'_, 'a> {
    /// Is there a clause that says what the field's value is?
    pub(super) fn is_represented(&self, f: FieldRef<'a>) -> bool {
        f.decl.modifiers.model && self.representations(f).next().is_some()
    }

    /// The clauses about a field, of all classes.
    fn representations(&self, f: FieldRef<'a>) -> impl Iterator<Item = &'a Representation> {
        let all = self.classes().ids().filter_map(move |id| {
            let decl = self.classes().get(id).decl?;
            let meant = self.classes().field(id, &f.decl.name.text)?;
            std::ptr::eq(meant.decl, f.decl).then_some(decl)
        });
        all.flat_map(move |decl| {
            decl.representations
                .iter()
                .filter(move |r| r.name.text == f.decl.name.text)
        })
    }

    /// The value of a field in a formula.
    pub(super) fn field_value(
        &mut self,
        f: FieldRef<'a>,
        object: Option<&Term>,
        scope: &Scope,
        span: Span,
    ) -> Lowering<Val> {
        match self.representation(f, span)? {
            Some(value) => {
                let inner = self.inside(f, object, scope, span)?;
                self.spec(value, &inner)
            }
            None => self.field_term(f, object, scope.view),
        }
    }

    /// What a model field is made of, if a clause says so.
    fn representation(&self, f: FieldRef<'a>, span: Span) -> Lowering<Option<&'a Expr>> {
        if !f.decl.modifiers.model {
            return Ok(None);
        }
        let all: Vec<&'a Representation> = self.representations(f).collect();
        let own = self.classes().get(f.class).decl;
        let is_own = |r: &Representation| own.is_some_and(|d| d.representations.iter().any(|o| std::ptr::eq(o, r)));
        match all.as_slice() {
            [] => Ok(None),
            [only] if is_own(only) => Ok(Some(&only.value)),
            _ => Err(unsupported(
                span,
                "a model field that has a `represents` clause in another class than its own, or two of them",
            )),
        }
    }

    /// Where a clause about a field of an object is read.
    fn inside(&self, f: FieldRef<'a>, object: Option<&Term>, scope: &Scope, span: Span) -> Lowering<Scope> {
        if scope.depth > DEPTH {
            return Err(unsupported(span, "a model field that is made of itself"));
        }
        Ok(Scope {
            bound: Vec::new(),
            locals: false,
            this: object.map(|o| Val::new(o.clone(), Type::Class(f.class))),
            class: f.class,
            result: None,
            math: self.arithmetic_in(f.class),
            depth: scope.depth + 1,
            ..scope.clone()
        })
    }

    /// What may be written where a model field of an object is assignable: the fields that its
    /// value reads, of the object itself where it is its own, else of any object. None if the
    /// field is not made of others.
    pub(super) fn group(
        &mut self,
        f: FieldRef<'a>,
        object: Option<&Val>,
        scope: &Scope,
        span: Span,
    ) -> Lowering<Option<Vec<Cell>>> {
        let own = object.map(|o| o.term.clone());
        let mut grouped = self.grouped(f, own.as_ref(), scope, span)?;
        let Some(value) = self.representation(f, span)? else {
            if grouped.is_empty() {
                return Ok(None);
            }
            // the model field itself is like a ghost field
            grouped.push(self.field_cell(f, object, span)?);
            return Ok(Some(grouped));
        };
        let inner = self.inside(f, own.as_ref(), scope, span)?;
        let value = self.spec(value, &inner)?.term;
        let mut made_of = Vec::new();
        value.visit(&mut |t| {
            if let Kind::Select(map, at) = t.kind()
                && let (Some(map), Some(own)) = (map.as_var(), &own)
                && at == own
            {
                made_of.extend(self.is_written(map).map(|map| Cell::At(map, own.clone())));
                return false;
            }
            if let Kind::Var(var) = t.kind() {
                made_of.extend(self.is_written(var).map(Cell::Everywhere));
            }
            true
        });
        made_of.extend(grouped);
        Ok(Some(made_of))
    }

    /// The fields that belong to the data group of a model field, of all classes, and the elements of those that are mapped
    /// into it.
    fn grouped(&mut self, f: FieldRef<'a>, object: Option<&Term>, scope: &Scope, span: Span) -> Lowering<Vec<Cell>> {
        if scope.depth > DEPTH {
            return Err(unsupported(span, "data groups that are in one another"));
        }
        let mut found = Vec::new();
        for class in self.classes().ids().collect::<Vec<ClassId>>() {
            let Some(decl) = self.classes().get(class).decl else {
                continue;
            };
            for one in &decl.groups {
                let is_it = |name: &Name| {
                    let group = self.classes().field(class, &name.text);
                    group.is_some_and(|g| std::ptr::eq(g.decl, f.decl))
                };
                let Some(member) = self.classes().field(class, &one.field.text) else {
                    return Err(unsupported(one.field.span, "a data group of what is no field"));
                };
                if !one.groups.iter().any(is_it) {
                    continue;
                }
                let own = object.filter(|_| !member.is_static);
                let own = own.map(|o| Val::new(o.clone(), Type::Class(class)));
                if own.is_none() && !member.is_static {
                    return Err(unsupported(one.field.span, "a field of objects in a static data group"));
                }
                if one.elements {
                    let array = self.field_value(member, own.as_ref().map(|o| &o.term), scope, span)?;
                    let element = self.element_of(&array, span)?;
                    found.push(Cell::At(self.elements_map(&element), array.term));
                    continue;
                }
                let inner = Scope {
                    depth: scope.depth + 1,
                    ..scope.clone()
                };
                match self.group(member, own.as_ref(), &inner, span)? {
                    Some(cells) => found.extend(cells),
                    None => found.push(self.field_cell(member, own.as_ref(), span)?),
                }
            }
        }
        Ok(found)
    }

    /// The part of the heap that a variable is, now or in a snapshot, if programs write it.
    fn is_written(&self, var: &Var) -> Option<Var> {
        let original = self.original(var);
        let part = self.heap.part(original)?;
        let written = matches!(
            part.kind,
            HeapKind::Field(..) | HeapKind::Static(..) | HeapKind::Elements(_)
        );
        written.then(|| original.clone())
    }

    /// The model fields of `this` that a contract does not name as assignable, though what they
    /// are made of may be written with those that it names: they keep their values.
    pub(super) fn preserved_models(
        &mut self,
        (m, case): (MethodRef<'a>, &'a SpecCase),
        scope: &Scope,
    ) -> Lowering<Vec<(Term, Span)>> {
        let (Some(assignable), Some(this), false) = (&case.assignable, scope.this.clone(), m.decl.constructor) else {
            return Ok(Vec::new());
        };
        let before = Scope {
            view: scope.old,
            ..scope.clone()
        };
        let mut named: Vec<(FieldRef<'a>, Option<Term>)> = Vec::new();
        for location in &assignable.locations {
            match location {
                Location::Everything => return Ok(Vec::new()),
                Location::One(e) if !matches!(&*e.kind, ExprKind::Index(..)) => {
                    let (f, object) = self.field_named(e, &before)?;
                    named.push((f, object.map(|o| o.term)));
                }
                _ => {}
            }
        }
        if !named.iter().any(|(f, _)| self.is_represented(*f)) {
            return Ok(Vec::new());
        }
        let mut kept = Vec::new();
        for f in self.model_fields(scope.class) {
            let is_named = |(other, o): &(FieldRef<'a>, Option<Term>)| {
                std::ptr::eq(other.decl, f.decl) && o.as_ref() == Some(&this.term)
            };
            if named.iter().any(is_named) {
                continue;
            }
            let now = self.field_value(f, Some(&this.term), scope, assignable.span)?;
            let then = self.field_value(f, Some(&this.term), &before, assignable.span)?;
            let same = match now.ty {
                Type::Set(_) => self.same_sets(&now, &then),
                _ => Term::eq(now.term, then.term),
            };
            kept.push((same, assignable.span));
        }
        Ok(kept)
    }

    /// The model fields of an object that are made of others.
    fn model_fields(&self, class: ClassId) -> Vec<FieldRef<'a>> {
        let mut found = Vec::new();
        for id in self.classes().ancestors(class) {
            let Some(decl) = self.classes().get(id).decl else {
                continue;
            };
            for field in &decl.fields {
                let f = self.classes().field(id, &field.name.text);
                found.extend(f.filter(|f| f.class == id && !f.is_static && self.is_represented(*f)));
            }
        }
        found
    }
}
