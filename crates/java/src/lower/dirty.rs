//! Dirty objects: those whose invariants a write may have broken.
//!
//! A write makes those objects dirty whose clauses read what is written ([`super::dependence`]). `this` and parameters
//! stand for the same object all the time, so it is enough to know that they were written. Every other object is
//! recorded in a [`Slot`] when it is written. A slot is used again for another object only if the one in it satisfies
//! its invariants; otherwise its obligations would be lost.

use super::body::Body;
use super::state::{Arrays, Clause, Dirty, HeapKind, Reader, Reads, Slot, Touched};
use super::value::{Lowering, Val};
use crate::types::Type;
use abide_base::Span;
use abide_ir::{AssumptionKind, CheckKind, Stmt, StmtKind};
use abide_logic::{Sort, Term, Var};
use std::collections::BTreeMap;

impl<'a> Body<'_, 'a> {
    /// Who reads a part of the heap.
    pub(super) fn known_readers(&mut self, part: &Var) -> Lowering<Vec<Reader<'a>>> {
        if let Some(known) = self.dirty.readers.get(part) {
            return Ok(known.clone());
        }
        let found = self.readers(part)?;
        self.dirty.readers.insert(part.clone(), found.clone());
        Ok(found)
    }

    /// Who reads a part of the heap of which this is written.
    fn readers_of(&mut self, part: &Var, written: &Arrays) -> Lowering<Vec<Reader<'a>>> {
        let mut found = self.known_readers(part)?;
        found.retain(|reader| self.may_meet(&reader.arrays, written));
        Ok(found)
    }

    /// The clauses that the routine may break, and how.
    pub(super) fn endangered(&mut self) -> Lowering<Vec<(Clause<'a>, Reads)>> {
        self.endangered_by(&self.dirty.touched.clone())
    }

    /// Those of them that what has been written since all objects were in order may have broken.
    pub(super) fn endangered_now(&mut self) -> Lowering<Vec<(Clause<'a>, Reads)>> {
        match self.dirty.settled {
            true => self.endangered_by(&self.flow.pending.clone()),
            // what comes round in a loop is not known yet
            false => self.endangered(),
        }
    }

    /// Those of them that are to be looked at where the routine ends.
    pub(super) fn endangered_at_end(&mut self) -> Lowering<Vec<(Clause<'a>, Reads)>> {
        match self.dirty.settled {
            true => self.endangered_by(&self.dirty.at_exits.clone()),
            false => self.endangered(),
        }
    }

    fn endangered_by(&mut self, touched: &BTreeMap<Var, Touched>) -> Lowering<Vec<(Clause<'a>, Reads)>> {
        let mut all: Vec<(Clause<'a>, Reads)> = Vec::new();
        if let (true, Some(Type::Class(class))) = (self.dirty.helper, self.root.as_ref().map(|r| r.ty.clone())) {
            all.extend(self.clauses_of(class).into_iter().map(|c| (c, Reads::Own)));
        }
        // what a class says of its static fields is true once it is initialised, and not before
        if let Some(class) = self.initialises {
            let own = |c: &Clause<'a>| c.invariant.is_static && c.class == class;
            all.extend(self.clauses_of(class).into_iter().filter(own).map(|c| (c, Reads::Own)));
        }
        for (part, written) in touched {
            for reader in self.readers_of(part, &written.arrays)? {
                let how = match self.is_of_owner(&reader, written)? {
                    true => Reads::Own,
                    false => reader.how,
                };
                let clause = reader.clause;
                match all.iter_mut().find(|(c, _)| c.is(clause)) {
                    Some((_, known)) => *known = how.max(*known),
                    None => all.push((clause, how)),
                }
            }
        }
        Ok(all)
    }

    /// Code writes a part of the heap, at an object if it is not static: before it does.
    pub(super) fn mark_written(&mut self, part: &Var, object: Option<&Val>, span: Span) -> Lowering<()> {
        let raw = object.is_some_and(|o| self.making.contains(&o.term));
        // nobody refers to an object that nobody has seen
        let hidden = raw && !self.dirty.escaped && !self.dirty.leaks || object.is_some_and(|o| self.is_unseen(&o.term));
        if self.no_protocol() || hidden {
            return Ok(());
        }
        let arrays = Arrays::typed(object.map(|o| &o.ty));
        let readers = self.readers_of(part, &arrays)?;
        if readers.is_empty() {
            return Ok(());
        }
        let owner = match object {
            Some(object) => self.owner_of(&object.term)?,
            None => None,
        };
        let owned = readers.iter().any(|r| !r.paths.is_empty());
        let owner = owner.filter(|_| owned);
        let mut written = Touched {
            arrays: arrays.clone(),
            ..Touched::default()
        };
        match &owner {
            Some((field, _)) => written.through.extend([field.clone()]),
            None => written.stray = arrays,
        }
        self.touch(part, written);
        if let Some((_, owner)) = owner {
            self.mark_dirty(&owner, span)?;
        }
        let of_objects = readers.iter().filter(|r| !r.clause.invariant.is_static);
        for reader in of_objects.clone().filter(|r| r.how == Reads::Wide) {
            self.wide(reader.clause, span);
        }
        let own = of_objects.count() > 0;
        if let (Some(object), true, false) = (object, own, raw) {
            self.mark_dirty(object, span)?;
        }
        Ok(())
    }

    /// What a clause reads that goes through any number of objects is written. If an object of the class is at hand,
    /// it is taken that the others share nothing with it.
    fn wide(&mut self, clause: Clause<'a>, span: Span) {
        let classes = self.classes();
        let mut at_hand = self.root.iter().chain(&self.dirty.params).chain(&self.dirty.raw);
        let known = at_hand.any(|o| matches!(o.ty, Type::Class(id) if classes.is_subclass(id, clause.class)));
        if known {
            let class = self.classes().get(clause.class).path.clone();
            let text = format!("other objects of `{class}` share nothing with it that their invariant reads");
            self.rely_on(AssumptionKind::Aliasing, clause.invariant.span, text);
        } else {
            let unknown = self.unknown(span);
            self.check(unknown, CheckKind::ClassInvariant, span, Some(clause.invariant.span));
        }
    }

    /// An object is dirty from now on.
    fn mark_dirty(&mut self, object: &Val, span: Span) -> Lowering<()> {
        let Type::Class(_) = object.ty else { return Ok(()) };
        if self.root.as_ref().is_some_and(|r| r.term == object.term) {
            return Ok(());
        }
        let param = self.dirty.params.iter().position(|p| p.term == object.term);
        if let Some(param) = param {
            self.dirty.written_params.insert(param);
            return Ok(());
        }
        let known = self
            .dirty
            .slots
            .iter()
            .position(|s| s.name == object.term && s.ty == object.ty);
        let number = match known {
            Some(number) => {
                self.settle(number, Some(&object.term), span)?;
                number
            }
            None => {
                let slot = Slot {
                    name: object.term.clone(),
                    ty: object.ty.clone(),
                    object: self.temp("\\dirty", Sort::Ref),
                    live: self.temp("\\live", Sort::Bool),
                };
                self.dirty.slots.push(slot);
                self.dirty.slots.len() - 1
            }
        };
        self.assume_invariants_of(object, span)?;
        let slot = self.dirty.slots[number].clone();
        self.assign(&slot.object, object.term.clone(), span);
        self.assign(&slot.live, Term::tt(), span);
        self.dirty.used.push(number);
        Ok(())
    }

    /// A slot is to be used for another object: what is in it must be in order.
    pub(super) fn settle(&mut self, number: usize, next: Option<&Term>, span: Span) -> Lowering<()> {
        let slot = self.dirty.slots[number].clone();
        let object = Val::new(slot.object.term(), slot.ty);
        for (clause, _) in self.endangered_now()? {
            if let Some(owed) = self.about(clause, &object)? {
                let same = next.map_or(Term::ff(), |n| Term::eq(slot.object.term(), n.clone()));
                let holds = Term::or([Term::not(slot.live.term()), same, owed, self.unknown(span)]);
                self.check(holds, CheckKind::ClassInvariant, span, Some(clause.invariant.span));
            }
        }
        Ok(())
    }

    /// A helper may leave its object out of order.
    pub(super) fn helped(&mut self, object: &Val, span: Span) -> Lowering<()> {
        let Type::Class(class) = object.ty else { return Ok(()) };
        if self.no_protocol() || self.making.contains(&object.term) {
            return Ok(());
        }
        let parts: Vec<Var> = self.heap.values().map(|h| h.var.clone()).collect();
        for part in parts {
            let readers = self.known_readers(&part)?;
            let classes = self.classes();
            let mut of = readers.iter().map(|r| r.clause.class);
            if of.any(|of| classes.is_subclass(class, of) || classes.is_subclass(of, class)) {
                let written = Touched {
                    arrays: Arrays::Any,
                    stray: Arrays::Any,
                    ..Touched::default()
                };
                self.dirty.loose.insert(part.clone());
                self.touch(&part, written);
            }
        }
        self.mark_dirty(object, span)
    }

    /// An object that goes elsewhere; if it is raw, others may see it from now on.
    pub(super) fn shown(&mut self, val: Val) -> Val {
        self.dirty.escaped |= self.making.contains(&val.term);
        val
    }

    /// What runs later may have kept `this`.
    pub(super) fn captured(&mut self) {
        self.flow.unseen.clear();
        if let Some(this) = self.this.clone() {
            self.shown(this);
        }
    }

    /// What raw objects hold that nobody else has seen: no other code can change it.
    pub(super) fn untouchable(&mut self, span: Span) -> Vec<(Var, Term, Term)> {
        if self.dirty.escaped || self.dirty.leaks || self.no_protocol() {
            return Vec::new();
        }
        let mut raw: Vec<Term> = Vec::new();
        for object in &self.dirty.raw {
            if !raw.contains(&object.term) {
                raw.push(object.term.clone());
            }
        }
        let fields = self.heap.values().filter(|h| matches!(h.kind, HeapKind::Field(..)));
        let fields: Vec<Var> = fields.map(|h| h.var.clone()).collect();
        let mut kept = Vec::new();
        for object in raw {
            for field in &fields {
                let value = self.save_term(Term::select(field.term(), object.clone()), span);
                kept.push((field.clone(), object.clone(), value));
            }
        }
        kept
    }

    /// What comes first in a routine: nothing is dirty.
    pub(super) fn nothing_dirty(&self, span: Span) -> Vec<Stmt> {
        let doubt = self.dirty.doubt.iter().map(|d| StmtKind::Havoc(vec![d.clone()]));
        let clean = self.dirty.slots.iter().map(|s| {
            let object = (s.object.clone(), Term::null());
            StmtKind::Assign(vec![object, (s.live.clone(), Term::ff())])
        });
        doubt.chain(clean).map(|kind| Stmt { kind, span }).collect()
    }
}

impl<'a> Dirty<'a> {
    /// What a first pass has found out, for a second one.
    pub fn again(self) -> Dirty<'a> {
        Dirty {
            touched: self.touched,
            readers: self.readers,
            written_params: self.written_params,
            settled: true,
            loose: self.loose,
            owners: self.owners,
            in_loops: self.in_loops,
            leaks: self.escaped || self.leaks,
            ..Dirty::default()
        }
    }
}
