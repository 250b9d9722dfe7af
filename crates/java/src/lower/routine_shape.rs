//! The shape of a routine: what its inputs and heap variables mean in the source, for showing states.

use super::body::Body;
use super::builders::{BUILT, UNITS};
use super::shape::{Link, Shape, Tree};
use super::state::HeapKind;
use crate::ints;
use crate::syntax::inverted;
use crate::types::{ClassId, Classes, IntKind, MethodRef, Type};
use abide_logic::Var;
use abide_logic::heap::TYPE_OF;

impl<'a> Body<'_, 'a> {
    /// What the heap variables mean, for showing inputs.
    pub(super) fn shape(&self, routine: &str, m: MethodRef<'a>) -> Shape {
        let classes = self.classes();
        let mut shape = Shape {
            routine: routine.to_string(),
            class: classes.get(m.class).path.clone(),
            method: m.decl.name.text.to_string(),
            is_static: m.decl.modifiers.is_static,
            constructor: m.decl.constructor,
            params: self
                .params
                .iter()
                .map(|p| (p.var.clone(), classes.show(&p.ty)))
                .collect(),
            locals: self.named.iter().map(|(v, ty)| (v.clone(), classes.show(ty))).collect(),
            this: self
                .this
                .as_ref()
                .and_then(|t| Some((t.term.as_var()?.clone(), classes.show(&t.ty)))),
            guesses: self.guesses.clone(),
            determined: self.determined(),
            hidden: self.hidden(),
            well_founded: self.well_founded(),
            ..Shape::default()
        };
        if !shape.determined.is_empty() || !shape.hidden.is_empty() {
            // what is known at the start is true of what is not known
            shape.guesses.insert(m.decl.name.span);
        }
        let given = self.params.iter().map(|p| (Some(&p.var), &p.ty));
        let this = self.this.iter().map(|t| (t.term.as_var(), &t.ty));
        let root = |(var, ty): (Option<&Var>, &Type)| Some((var?.clone(), numbers(classes, ty)?));
        shape.roots = given.chain(this).filter_map(root).collect();
        let path = |id: &ClassId| classes.get(*id).path.clone();
        for (key, h) in self.heap.iter() {
            match &h.kind {
                HeapKind::Field(_, name, _) if matches!(&**name, BUILT | UNITS) => {}
                HeapKind::Field(class, name, ty) => {
                    let owner = classes.interval(&Type::Class(*class));
                    shape.links.extend(owner.map(|owner| Link {
                        field: h.var.clone(),
                        owner,
                        value: numbers(classes, ty),
                    }));
                    match inverted(name) {
                        Some(down) => shape.trees.extend(self.tree(*class, name, &h.var, &down)),
                        None => {
                            let shown = (h.var.clone(), path(class), name.clone(), classes.show(ty));
                            shape.fields.push(shown);
                        }
                    }
                }
                HeapKind::Static(class, name, ty) => {
                    shape
                        .roots
                        .extend(numbers(classes, ty).map(|range| (h.var.clone(), range)));
                    shape
                        .statics
                        .push((h.var.clone(), path(class), name.clone(), classes.show(ty)))
                }
                HeapKind::Elements(ty) => {
                    let range = ty.as_int().and_then(ints::range);
                    shape.numbers.extend(range.map(|range| (h.var.clone(), range)));
                    shape.arrays.push((h.var.clone(), classes.show(ty)));
                }
                HeapKind::Constant(name) => shape.constants.push((h.var.clone(), name.clone())),
                HeapKind::Fixed if key == "~.length" => shape.lengths = Some(h.var.clone()),
                HeapKind::Fixed if h.var.name() == TYPE_OF => shape.types = Some(h.var.clone()),
                HeapKind::Allocated => {
                    shape.allocated = Some(h.var.clone());
                    shape.makes = self.writes.iter().any(|w| w.map == h.var);
                }
                HeapKind::Fixed if key == "~\\chars" => {
                    let range = ints::range(IntKind::Char);
                    shape.numbers.extend(range.map(|range| (h.var.clone(), range)));
                }
                HeapKind::Fixed => {}
            }
        }
        for id in classes.ids() {
            let info = classes.get(id);
            shape.ranges.push(info.interval);
            let concrete = !info.interface && !info.decl.is_some_and(|d| d.modifiers.is_abstract);
            if concrete {
                shape.classes.push((info.interval.0, info.path.clone()));
            }
        }
        shape
    }

    /// The tree that a ghost field of a class leads up.
    fn tree(&self, class: ClassId, ghost: &str, up: &Var, down: &[&str]) -> Option<Tree> {
        let field = |wanted: &&str| {
            let is_it = |kind: &HeapKind| matches!(kind, HeapKind::Field(c, name, _) if *c == class && name == wanted);
            let found = self.heap.values().find(|h| is_it(&h.kind))?;
            Some(found.var.clone())
        };
        let declared = self.classes().get(class).decl?;
        let declared = declared.fields.iter().find(|f| *f.name.text == *ghost)?;
        Some(Tree {
            up: up.clone(),
            down: down.iter().map(field).collect::<Option<_>>()?,
            span: declared.name.span,
        })
    }
}

/// The numbers of the types that objects can have where a type is declared, if that says anything.
fn numbers(classes: &Classes, ty: &Type) -> Option<(i64, i64)> {
    match ty {
        Type::Array(element) if !element.is_reference() => {
            let number = classes.exact(ty);
            Some((number, number))
        }
        _ => classes.interval(ty),
    }
}
