//! From a member to the structure around it, and from a structure to its first member: `container_of`, and casts between
//! pointers to a structure and to what it begins with.
//!
//! A member that is pointed to is a part of the structure's block, which it leads back to (`subobjects.rs`). That a pointer
//! leads to this member of this structure is a check, proved or open. Where it does not, nothing is known of the result.

use super::addresses::memory_type;
use super::body::Body;
use super::environment::elements;
use super::state::{Base, HeapKind, Place};
use super::value::{Lowering, Val};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind as E, RecordKind};
use crate::types::Type;
use abide_base::Span;
use abide_frontend::draft::Drafting;
use abide_ir::{CheckKind, Stmt, StmtKind};
use abide_logic::{Sort, Term, Var};

impl<'a> Body<'_, 'a> {
    /// `(T *)((char *)p - n)`, where a member of `T` is `n` bytes behind its beginning and has the type that `p` points to.
    pub(super) fn container_of(&mut self, e: &'a Expr, to: &Type, span: Span) -> Lowering<Option<Val>> {
        let mut inner = e;
        while let E::Cast(ty, operand) = &*inner.kind {
            match self.env.types.resolve(ty) {
                Type::Pointer(to) if *to == Type::Void => inner = operand,
                _ => return Ok(None),
            }
        }
        let (Type::Pointer(target), E::Binary(BinaryOp::Sub, pointer, distance)) = (to, &*inner.kind) else {
            return Ok(None);
        };
        let is_byte = |t: Type| t.decayed().target().and_then(|t| self.env.types.size_of(t)) == Some(1);
        let bytes = self.env.types.constant(distance).and_then(|n| u64::try_from(n).ok());
        let (Some(bytes), Type::Record(_)) = (bytes, &**target) else {
            return Ok(None);
        };
        if self.quiet || !self.type_of(pointer).is_some_and(is_byte) {
            return Ok(None);
        }
        let val = self.value(pointer)?;
        if let Some(around) = self.structure_around(&val, bytes, target, span)? {
            return Ok(Some(around));
        }
        let distance = self.value(distance)?;
        let moved = self.moved(val, distance, true, inner.span)?;
        self.convert(moved, to, span).map(Some)
    }

    /// The structure of a type of which a pointer leads to the member that begins so many bytes behind its beginning.
    pub(super) fn structure_around(
        &mut self,
        pointer: &Val,
        bytes: u64,
        to: &Type,
        span: Span,
    ) -> Lowering<Option<Val>> {
        let from = memory_type(pointer);
        let (Some((block, offset)), Type::Record(id)) = (pointer.address(), to) else {
            return Ok(None);
        };
        let Some((name, ty)) = self.member_at(to, bytes).filter(|_| !self.quiet) else {
            return Ok(None);
        };
        if self.env.cell_type(&elements(&ty).0) != self.env.cell_type(&from) || !self.env.is_exposed(*id, &name) {
            return Ok(None);
        }
        let root = self.env.cell_type(to);
        let path = format!(".{name}");
        let shown = format!("&{}{path}", self.show(&root));
        let fixed = |b: &mut Self, name: &str, sort: Sort| {
            let sort = Sort::map(Sort::Ref, sort);
            let var = b.heap_var(format!("~{name}"), name, sort, HeapKind::Fixed);
            Term::select(var.term(), block.clone())
        };
        let owner = fixed(self, "\\owner", Sort::Ref);
        let place = fixed(self, "\\owner offset", Sort::Int);
        let which = fixed(self, "\\owner member", Sort::Int);
        let number = self.env.kind_number(&Type::Unknown(shown));
        let is_part = Term::and([
            Term::ne(block.clone(), Term::null()),
            Term::eq(which, Term::int(number)),
            Term::eq(offset, Term::int(0)),
        ]);
        let unused = self.unknown_choice("unused", span.beginning());
        self.check(Term::or([is_part.clone(), unused]), CheckKind::Cast, span, None);
        let (part, mut yes) = self.block(|b| b.part(&root, &path, &ty, &owner, &place, span))?;
        let (Base::Cell { block: own, .. } | Base::Block { block: own, .. }) = part else {
            return Ok(None);
        };
        let ((), inside) = self.block(|b| {
            let inside = b.inside(&owner, &place, &place);
            let facts = [
                Term::ne(owner.clone(), Term::null()),
                Term::eq(own, block.clone()),
                inside,
            ];
            b.assume(Term::and(facts), span);
            Ok(())
        })?;
        yes.extend(inside);
        let result = to.clone().pointer();
        let parts = self.fitted(&result, vec![owner, place], span)?;
        let temps: Vec<Var> = parts.iter().map(|p| self.temp("around", p.sort().clone())).collect();
        yes.push(Stmt {
            kind: StmtKind::Assign(temps.iter().cloned().zip(parts).collect()),
            span,
        });
        let at = span.beginning();
        self.guesses.insert(at);
        let no = vec![Stmt {
            kind: StmtKind::Havoc(temps.clone()),
            span: at,
        }];
        self.emit(StmtKind::If(Some(is_part), yes, no), span);
        Ok(Some(Val::new(result, temps.iter().map(Var::term).collect())))
    }

    /// A pointer to a structure as one to what it begins with.
    pub(super) fn first_member(&mut self, pointer: &Val, from: &Type, to: &Type, span: Span) -> Lowering<Option<Val>> {
        let (Some((block, offset)), Type::Record(id)) = (pointer.address(), from) else {
            return Ok(None);
        };
        let Some((name, ty)) = self.member_at(from, 0).filter(|_| !self.quiet) else {
            return Ok(None);
        };
        if ty != *to || !self.env.is_exposed(*id, &name) {
            return Ok(None);
        }
        let root = self.env.cell_type(from);
        let base = Base::Cell {
            root: root.clone(),
            block: block.clone(),
            offset,
        };
        let member = self.member(Place::new(base, root), &name, span)?;
        let there = self.pointer_to(&member, span)?;
        let Some((part, at)) = there.address() else {
            return Ok(None);
        };
        // the null pointer stays what it is
        let null = Term::eq(block, Term::null());
        let parts = vec![
            Term::ite(null.clone(), Term::null(), part),
            Term::ite(null, Term::int(0), at),
        ];
        let ty = to.clone().pointer();
        let parts = self.fitted(&ty, parts, span)?;
        Ok(Some(Val::new(ty, parts)))
    }

    /// The member of a structure that begins so many bytes behind its beginning.
    fn member_at(&self, ty: &Type, bytes: u64) -> Option<(String, Type)> {
        let Type::Record(id) = ty else { return None };
        let info = self.env.types.record(*id);
        let fields = info.fields.iter().flatten().filter(|_| info.kind == RecordKind::Struct);
        let mut named = fields.filter(|f| !f.name.is_empty());
        let found = named.find(|f| self.env.types.offset_of(*id, std::slice::from_ref(&f.name)) == Some(bytes))?;
        Some((found.name.clone(), found.ty.clone()))
    }
}
