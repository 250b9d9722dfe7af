//! What belongs to an object: an array or object that one of its fields leads to, of which an invariant says that a ghost of it is the
//! object (`elements.owner == this`). What is reached by such a field of one object is reached by none of another: a write
//! to it concerns the invariants of its owner alone.

use super::body::Body;
use super::state::{Clause, HeapKind, Reader, Reads, Touched};
use super::value::{Lowering, Val, View};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind};
use crate::types::Type;
use abide_logic::{Kind, Sort, Term, Var};

impl<'a> Body<'_, 'a> {
    /// The ghost by which what a field leads to belongs to the object of the field, by an invariant of its class.
    fn owner_ghost(&mut self, field: &Var) -> Lowering<Option<Var>> {
        if let Some(known) = self.dirty.owners.get(field) {
            return Ok(known.clone());
        }
        let Some(HeapKind::Field(class, ..)) = self.heap.part(field).map(|h| h.kind.clone()) else {
            return Ok(None);
        };
        let mut found = None;
        let of_objects = |c: &Clause<'a>| !c.invariant.is_static && names_owner(&c.invariant.formula);
        for clause in self.clauses_of(class).into_iter().filter(of_objects) {
            let object = self.fresh("x", Sort::Ref);
            let formula = self.clause(clause, Some(&object.term()), View::Now)?;
            found = found.or_else(|| ghost_of_owner(&formula, field, &object));
        }
        self.dirty.owners.insert(field.clone(), found.clone());
        Ok(found)
    }

    /// Does what a field leads to belong to the object of the field, as long as the routine runs?
    fn keeps_owner(&mut self, field: &Var) -> Lowering<bool> {
        // a first pass does not know yet what is written; and what a helper is given may be out of order
        let known = self.dirty.settled && !self.dirty.helper && !self.dirty.loose.contains(field);
        let ghost = self.owner_ghost(field)?;
        Ok(ghost.is_some_and(|ghost| known && !self.dirty.touched.contains_key(&ghost)))
    }

    /// Is all that a clause reads there of others, and all that is written, reached by fields of owners?
    pub(super) fn is_of_owner(&mut self, reader: &Reader<'a>, written: &Touched) -> Lowering<bool> {
        if reader.how != Reads::Peers || reader.paths.is_empty() || self.may_meet(&reader.arrays, &written.stray) {
            return Ok(false);
        }
        for field in reader.paths.iter().chain(&written.through) {
            if !self.keeps_owner(field)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The owner of an object, with the field that leads to it from there, where the term tells.
    pub(super) fn owner_of(&mut self, object: &Term) -> Lowering<Option<(Var, Val)>> {
        let origin = object.as_var().and_then(|v| self.flow.origins.get(v));
        let read = origin.unwrap_or(object).clone();
        let Kind::Select(field, owner) = read.kind() else {
            return Ok(None);
        };
        let Some(field) = field.as_var().filter(|_| !self.making.contains(owner)).cloned() else {
            return Ok(None);
        };
        let Some(HeapKind::Field(class, ..)) = self.heap.part(&field).map(|h| h.kind.clone()) else {
            return Ok(None);
        };
        let ghost = self.owner_ghost(&field)?;
        Ok(ghost.map(|_| (field, Val::new(owner.clone(), Type::Class(class)))))
    }

    /// A temporary keeps a value: where it was read, if that can be told as long as no other code runs.
    pub(super) fn kept_from(&mut self, temp: &Var, value: &Term) {
        let Kind::Select(_, object) = value.kind() else { return };
        let known = self.this.iter().chain(&self.root).any(|o| o.term == *object);
        if known {
            self.flow.origins.insert(temp.clone(), value.clone());
        }
    }

    /// A field is given a value. Unless that belongs to the object already, the field is loose.
    pub(super) fn led_to(&mut self, field: &Var, object: &Term, value: &Term) -> Lowering<()> {
        let raw = self.making.contains(object) && !self.dirty.escaped && !self.dirty.leaks;
        let root = self.root.as_ref().is_some_and(|r| r.term == *object);
        let given = value.as_var().and_then(|v| self.flow.given.get(v)).cloned();
        let own = match given {
            Some((ghost, owner)) if root && owner == *object => self.owner_ghost(field)? == Some(ghost),
            _ => false,
        };
        if !raw && !own {
            self.dirty.loose.insert(field.clone());
        }
        Ok(())
    }

    /// A ghost of an object is given a value.
    pub(super) fn ghost_given(&mut self, ghost: &Var, object: &Term, value: &Term) {
        if let Some(array) = object.as_var().filter(|v| self.flow.unseen.contains(v)).cloned() {
            self.flow.given.insert(array, (ghost.clone(), value.clone()));
        }
    }
}

/// Is it an equation about `this`?
fn names_owner(formula: &Expr) -> bool {
    let is_this = |e: &Expr| matches!(&*e.kind, ExprKind::This(None));
    matches!(&*formula.kind, ExprKind::Binary(BinaryOp::Eq, a, b) if is_this(a) || is_this(b))
}

/// The ghost in a formula that says of what the field of an object leads to that the ghost of it is the object.
fn ghost_of_owner(formula: &Term, field: &Var, object: &Var) -> Option<Var> {
    let Kind::Eq(a, b) = formula.kind() else { return None };
    let read = [(a, b), (b, a)]
        .into_iter()
        .find(|(_, this)| this.as_var() == Some(object));
    let Kind::Select(ghost, at) = read?.0.kind() else {
        return None;
    };
    let Kind::Select(map, from) = at.kind() else {
        return None;
    };
    let fits = map.as_var() == Some(field) && from.as_var() == Some(object);
    ghost.as_var().filter(|_| fits).cloned()
}
