//! Sizes, alignments and offsets.

use super::{DataModel, RecordId, Type, Types, unnamed};
use crate::syntax::ast::{Designator, Layout, RecordKind};

impl Types {
    /// How many bytes into a structure a member begins to which an aligned pointer may point, the steps on the way as in
    /// [`Types::member`].
    pub fn offset_of(&self, id: RecordId, steps: &[String]) -> Option<u64> {
        self.distance_to(id, steps, true)
    }

    /// Does a member begin where a pointer to it is not aligned, since its structure is packed?
    pub fn is_misaligned(&self, id: RecordId, steps: &[String]) -> bool {
        self.distance_to(id, steps, true).is_none() && self.distance_to(id, steps, false).is_some()
    }

    /// The value of `offsetof`.
    pub(super) fn offsetof(&self, ty: &Type, path: &[Designator]) -> Option<u64> {
        let (mut at, mut ty) = (0u64, ty.clone());
        for step in path {
            let (start, inner) = match (step, ty) {
                (Designator::Field(name), Type::Record(id)) => {
                    let (steps, inner) = self.member(id, &name.text)?;
                    (self.distance_to(id, &steps, false)?, inner)
                }
                (Designator::Index(index), Type::Array(of, _)) => {
                    let index = u64::try_from(self.constant(index)?).ok()?;
                    (self.size_of(&of)?.checked_mul(index)?, *of)
                }
                _ => return None,
            };
            (at, ty) = (at.checked_add(start)?, inner);
        }
        Some(at)
    }

    fn distance_to(&self, id: RecordId, steps: &[String], aligned: bool) -> Option<u64> {
        let (first, rest) = steps.split_first()?;
        let info = self.record(id);
        self.layout(id)?;
        let mut at = 0u64;
        for (number, field) in info.fields.as_ref()?.iter().enumerate() {
            let start = at.next_multiple_of(self.align_in(id, &field.ty)?);
            let named = match field.name.is_empty() {
                true => unnamed(number) == *first,
                false => field.name == *first,
            };
            if named {
                if aligned && info.layout == Layout::Packed && self.align_of(&field.ty)? > 1 {
                    // a pointer there is not aligned
                    return None;
                }
                return match (&field.ty, rest) {
                    (_, []) => Some(start),
                    (Type::Record(inner), rest) => start.checked_add(self.distance_to(*inner, rest, aligned)?),
                    _ => None,
                };
            }
            let flexible = matches!(field.ty, Type::Array(_, None));
            if info.kind == RecordKind::Struct && !flexible {
                at = start.checked_add(self.size_of(&field.ty)?)?;
            }
        }
        None
    }

    /// The size of a type in bytes, if it is known.
    pub fn size_of(&self, ty: &Type) -> Option<u64> {
        Some(match ty {
            Type::Int(kind) => self.model.bytes(*kind),
            // `long double` of 32-bit machines has ten bytes, padded
            Type::Float(16) if self.model == DataModel::Ilp32 => 12,
            Type::Float(bytes) => *bytes,
            Type::Pointer(_) => self.model.pointer_bytes(),
            Type::Array(of, Some(n)) => self.size_of(of)?.checked_mul(*n)?,
            Type::Void | Type::Function(_) => 1,
            Type::Record(id) => self.layout(*id)?.0,
            _ => return None,
        })
    }

    pub(super) fn align_of(&self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Array(of, _) => self.align_of(of),
            Type::Record(id) => Some(self.layout(*id)?.1),
            // on 32-bit machines of the usual kind
            Type::Int(_) | Type::Float(_) if self.model == DataModel::Ilp32 => Some(self.size_of(ty)?.min(4)),
            _ => self.size_of(ty),
        }
    }

    /// The alignment of a member of that type.
    fn align_in(&self, id: RecordId, ty: &Type) -> Option<u64> {
        match self.record(id).layout {
            Layout::Packed => Some(1),
            _ => Some(self.align_of(ty)?.max(1)),
        }
    }

    /// Size and alignment of a record; none if it has bit-fields, members of unknown size or an
    /// unusual layout.
    fn layout(&self, id: RecordId) -> Option<(u64, u64)> {
        let info = self.record(id);
        if info.layout == Layout::Unusual {
            return None;
        }
        let (mut size, mut align) = (0u64, 1u64);
        for field in info.fields.as_ref()? {
            let flexible = matches!(field.ty, Type::Array(_, None));
            let own = if flexible { 0 } else { self.size_of(&field.ty)? };
            let own_align = self.align_in(id, &field.ty)?;
            align = align.max(own_align);
            match info.kind {
                RecordKind::Struct => size = size.next_multiple_of(own_align).checked_add(own)?,
                RecordKind::Union => size = size.max(own),
            }
        }
        Some((size.next_multiple_of(align), align)).filter(|(size, _)| *size > 0)
    }
}
