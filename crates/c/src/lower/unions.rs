//! Unions: members that lie in the same bytes. Each has its own scalars; a write to one leaves values in the others
//! that the source determines and that are not known.

use super::body::Body;
use super::environment::elements;
use super::regions::region_of;
use super::state::{Base, Place, Region};
use super::value::Lowering;
use crate::syntax::ast::RecordKind;
use crate::types::{Type, unnamed};
use abide_base::Span;
use abide_ir::AssumptionKind;
use abide_logic::{Term, Var};

impl Body<'_, '_> {
    pub(super) fn is_union(&self, ty: &Type) -> bool {
        matches!(ty, Type::Record(id) if self.env.types.record(*id).kind == RecordKind::Union)
    }

    /// What lies in the same bytes as a place that is written gets some value.
    pub(super) fn overwritten(&mut self, place: &Place, span: Span) {
        for other in self.sharing_bytes(&region_of(place)) {
            let span = span.beginning();
            self.guesses.insert(span);
            self.forget_itself(&other, span);
        }
    }

    /// Whether the bytes of a member have been written, and are a value of its type, is not followed.
    pub(super) fn read_of_union(&mut self, place: &Place, span: Span) {
        let is_scalar = !matches!(place.ty, Type::Record(_) | Type::Array(..));
        if is_scalar && !self.sharing_bytes(&region_of(place)).is_empty() {
            let text = "what is read of a union is a value of its type";
            self.rely_on(AssumptionKind::Aliasing, span, text);
        }
    }

    /// The other members of the unions that a region lies in.
    pub(super) fn sharing_bytes(&self, region: &Region) -> Vec<Region> {
        let (mut ty, mut indices) = match &region.base {
            Base::Cell { root, .. } => (root.clone(), 1),
            Base::Object(object) => (object.ty.clone(), 0),
            Base::Global(_, ty) => (ty.clone(), 0),
            Base::Block { .. } | Base::Volatile { .. } => return Vec::new(),
        };
        let mut found = Vec::new();
        let mut way = String::new();
        for step in steps(&region.path) {
            let Type::Record(id) = &ty else {
                // an element
                ty = ty.target().cloned().unwrap_or(Type::Void);
                indices += 1;
                way.push_str(step);
                continue;
            };
            let info = self.env.types.record(*id);
            let mut next = Type::Void;
            for (number, field) in info.fields.iter().flatten().enumerate() {
                let name = match field.name.is_empty() {
                    true => unnamed(number),
                    false => field.name.clone(),
                };
                if step.strip_prefix('.') == Some(&name) {
                    next = field.ty.clone();
                } else if info.kind == RecordKind::Union {
                    found.push(Region {
                        base: region.base.clone(),
                        path: format!("{way}.{name}"),
                        keys: region.keys.iter().take(indices).cloned().collect(),
                        ty: field.ty.clone(),
                    });
                }
            }
            ty = next;
            way.push_str(step);
        }
        found
    }

    /// A member of a union whose members are pointed to.
    pub(super) fn member_elsewhere(&mut self, ty: &Type, span: Span) -> Lowering<Place> {
        let (of, _) = elements(ty);
        let what = "a member of a union of which one is pointed to";
        let pointer = self.pointer_elsewhere(&of, Some(Term::ff()), what, span)?;
        match (ty, pointer.address()) {
            (Type::Array(..), Some((block, _))) => Ok(Place::new(self.block_base(ty, block), ty.clone())),
            _ => self.pointed(pointer, span),
        }
    }

    /// What memory and parameters hold in unions: no member can be chosen without the others.
    pub(super) fn in_unions(&self) -> Vec<Var> {
        let memory = self
            .heap
            .values()
            .filter(|h| h.kind.leaf().is_some_and(|leaf| leaf.shared));
        let mut all: Vec<Var> = memory.map(|h| h.var.clone()).collect();
        for (_, val) in &self.params {
            let parts = self.leaves(&val.ty).into_iter().zip(&val.parts);
            all.extend(
                parts
                    .filter(|(leaf, _)| leaf.shared)
                    .filter_map(|(_, part)| part.as_var().cloned()),
            );
        }
        all
    }
}

/// The steps of a way: `.name` and `[]`.
pub(super) fn steps(path: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        let end = rest[1..].find(['.', '[']).map_or(rest.len(), |n| n + 1);
        let (step, behind) = rest.split_at(end);
        found.push(step);
        rest = behind;
    }
    found
}
