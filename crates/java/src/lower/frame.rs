//! Frames: what a method may write, and havoc of what a callee may have written.

use super::body::Body;
use super::contract::Contract;
use super::names::Member;
use super::state::{Cell, Frame, HeapKind};
use super::value::{Lowering, Scope, Val, View, wrong};
use crate::syntax::ast::{Expr, ExprKind, Location};
use crate::types::{FieldRef, Type};
use abide_base::Span;
use abide_ir::{CheckKind, StmtKind};
use abide_logic::{Sort, Term, Var};

impl<'a> Body<'_, 'a> {
    /// What a method may write; none if everything. Read in the state of `scope.view`.
    pub(super) fn frame_of(&mut self, contract: &Contract<'a>, scope: &Scope, span: Span) -> Lowering<Option<Frame>> {
        if contract.pure {
            return Ok(Some(Frame::of_method(Vec::new(), span)));
        }
        if contract.cases.is_empty() || contract.cases.iter().any(|(_, c)| c.assignable.is_none()) {
            let nothing = self.env.options.bargains.modifies && !self.classes().is_built_in(scope.class);
            if !nothing {
                return Ok(None);
            }
        }
        let mut frame = Frame::of_method(Vec::new(), span);
        for (number, (_, case)) in contract.cases.iter().enumerate() {
            let Some(assignable) = &case.assignable else { continue };
            frame.span = assignable.span;
            let scope = contract.scope(number, scope);
            match self.places(&assignable.locations, &scope)? {
                Some(places) => frame.places.extend(places),
                None => return Ok(None),
            }
        }
        Ok(Some(frame))
    }

    /// The cells that locations stand for; none if everything.
    pub(super) fn places(&mut self, locations: &'a [Location], scope: &Scope) -> Lowering<Option<Vec<Cell>>> {
        let mut places = Vec::new();
        for location in locations {
            match location {
                Location::Nothing | Location::StrictlyNothing => {}
                Location::Everything => return Ok(None),
                Location::One(e) => places.extend(self.cells(e, scope)?),
                Location::Elements(a) => {
                    let array = self.spec(a, scope)?;
                    let element = self.element_of(&array, a.span)?;
                    places.push(Cell::At(self.elements_map(&element), array.term));
                }
                Location::Range(a, from, to) => {
                    let array = self.spec(a, scope)?;
                    let element = self.element_of(&array, a.span)?;
                    let map = self.elements_map(&element);
                    let (from, to) = (self.spec(from, scope)?, self.spec(to, scope)?);
                    places.push(Cell::Elements(map, array.term, from.term, to.term));
                }
                Location::Fields(o) => {
                    let object = self.spec(o, scope)?;
                    places.push(match object.ty.element().cloned() {
                        Some(element) => Cell::At(self.elements_map(&element), object.term),
                        None => Cell::Fields(object.term),
                    });
                }
            }
        }
        Ok(Some(places))
    }

    /// What the method itself may write: for each case of its contract its own frame, which
    /// counts where the case's precondition held.
    pub(super) fn frames_of(
        &mut self,
        contract: &Contract<'a>,
        scope: &Scope,
        span: Span,
    ) -> Lowering<Vec<(Term, Frame)>> {
        let mut frames = Vec::new();
        if contract.pure {
            frames.push((Term::tt(), Frame::of_method(Vec::new(), span)));
        }
        if !contract.pure && (contract.cases.is_empty() || contract.adds_up) {
            frames.extend(self.frames_of_all(contract, scope, span)?);
            return Ok(frames);
        }
        for number in 0..contract.cases.len() {
            if let Some(frame) = self.frame_of(&contract.only(number), scope, span)? {
                frames.push((self.case_guard(contract, number, scope)?, frame));
            }
        }
        Ok(frames)
    }

    /// The frames of a method that says nothing, or whose clauses add to those of the methods it overrides: its own, and
    /// those by which the callers of these know it.
    fn frames_of_all(&mut self, contract: &Contract<'a>, scope: &Scope, span: Span) -> Lowering<Vec<(Term, Frame)>> {
        let mut frames = Vec::new();
        frames.extend(self.frame_of(contract, scope, span)?);
        for up in self.classes().overridden(self.method) {
            let theirs = self.contract(up);
            frames.extend(self.frame_of(&theirs, scope, span)?);
        }
        Ok(frames.into_iter().map(|frame| (Term::tt(), frame)).collect())
    }

    pub(super) fn element_of(&self, array: &Val, span: Span) -> Lowering<Type> {
        let element = array.ty.element().cloned();
        element.ok_or_else(|| wrong(span, "this is not an array"))
    }

    /// A single location; for a model field those that it is made of.
    fn cells(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Vec<Cell>> {
        match &*e.kind {
            ExprKind::Index(a, i) => {
                let array = self.spec(a, scope)?;
                let element = self.element_of(&array, a.span)?;
                let map = self.elements_map(&element);
                let index = self.spec(i, scope)?;
                Ok(vec![Cell::Elements(map, array.term, index.term.clone(), index.term)])
            }
            _ => {
                let (f, object) = self.field_named(e, scope)?;
                match self.group(f, object.as_ref(), scope, e.span)? {
                    Some(group) => Ok(group),
                    None => Ok(vec![self.field_cell(f, object.as_ref(), e.span)?]),
                }
            }
        }
    }

    /// The field that `f`, `o.f` or `C.f` names as a location, and its object.
    pub(super) fn field_named(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<(FieldRef<'a>, Option<Val>)> {
        let none = || wrong(e.span, "this is not a location of the heap");
        match &*e.kind {
            ExprKind::Name(name) => match self.member(name, scope.class, scope.this.clone()) {
                Some((Member::Field(f), object)) => Ok((f, object)),
                _ => match self.ghost_of_objects(name) {
                    Some(f) => Ok((f, scope.this.clone())),
                    None => Err(none()),
                },
            },
            ExprKind::Field(target, name) => {
                if let Some(class) = self.spec_class(target, scope)
                    && let Some(f) = self.classes().field(class, &name.text)
                {
                    return Ok((f, None));
                }
                let object = self.spec(target, scope)?;
                let f = self.field_or_ghost(&object.ty, &name.text);
                let f = f.ok_or_else(|| wrong(e.span, "there is no such field"))?;
                Ok((f, Some(object)))
            }
            _ => Err(none()),
        }
    }

    pub(super) fn field_cell(&mut self, f: FieldRef<'a>, object: Option<&Val>, span: Span) -> Lowering<Cell> {
        let ty = self.field_type(f)?;
        if f.is_static {
            return Ok(Cell::Static(self.static_var(f.class, &f.decl.name.text, &ty)));
        }
        let object = object.ok_or_else(|| wrong(span, "the field needs an object"))?;
        let map = self.field_map(f.class, &f.decl.name.text, &ty);
        Ok(Cell::At(map, object.term.clone()))
    }

    /// The contract allows a write to `var`, at an object and an index if it has them.
    pub(super) fn frame_check(&mut self, var: &Var, object: Option<&Term>, index: Option<&Term>, span: Span) {
        for (guard, frame) in self.frame.clone() {
            let holds = self.within(&frame.places, frame.since, var, object, index);
            self.check(Term::implies(guard, holds), CheckKind::Frame, span, Some(frame.span));
        }
    }

    /// The same for the elements of an array from one place on and before another one.
    pub(super) fn frame_check_part(&mut self, var: &Var, array: &Term, (from, to): (&Term, &Term), span: Span) {
        for (guard, frame) in self.frame.clone() {
            let holds = self.for_each_place(from, to, |b, at| {
                b.within(&frame.places, frame.since, var, Some(array), Some(&at))
            });
            self.check(Term::implies(guard, holds), CheckKind::Frame, span, Some(frame.span));
        }
    }

    fn within(
        &mut self,
        places: &[Cell],
        since: usize,
        var: &Var,
        object: Option<&Term>,
        index: Option<&Term>,
    ) -> Term {
        let mut ways = Vec::new();
        if let Some(object) = object {
            ways.push(self.made_since(since, object));
        }
        let is_field = self
            .heap
            .values()
            .any(|h| h.var == *var && matches!(h.kind, HeapKind::Field(..)));
        for cell in places {
            match (cell, object, index) {
                (Cell::Static(v), None, _) if v == var => return Term::tt(),
                (Cell::Everywhere(v), _, _) if v == var => return Term::tt(),
                (Cell::At(map, o), Some(object), _) if map == var => ways.push(Term::eq(o.clone(), object.clone())),
                (Cell::Elements(map, o, from, to), Some(object), Some(index)) if map == var => ways.push(Term::and([
                    Term::eq(o.clone(), object.clone()),
                    Term::le(from.clone(), index.clone()),
                    Term::le(index.clone(), to.clone()),
                ])),
                (Cell::Fields(o), Some(object), _) if is_field => ways.push(Term::eq(o.clone(), object.clone())),
                _ => {}
            }
        }
        Term::or(ways)
    }

    /// The object was made since the method or the loop began: it may be written.
    fn made_since(&mut self, state: usize, object: &Term) -> Term {
        let allocated = self.allocated();
        let before = self.at(View::At(state), &allocated);
        Term::not(Term::select(before, object.clone()))
    }

    /// A callee may write no more than the method itself. Does it surely write all that it may write?
    pub(super) fn frame_covers(&mut self, callee: &Option<Frame>, writes: bool, span: Span) {
        if self.frame.is_empty() || callee.as_ref().is_some_and(|f| f.places.is_empty()) {
            return;
        }
        let spares = match writes {
            true => Term::ff(),
            false => self.unknown_choice("spares", span),
        };
        for (guard, own) in self.frame.clone() {
            let owed = Term::and([guard, Term::not(spares.clone())]);
            self.covers(&owed, &own, callee, span);
        }
    }

    fn covers(&mut self, guard: &Term, own: &Frame, callee: &Option<Frame>, span: Span) {
        let Some(callee) = callee else {
            // what unknown code writes is not known: perhaps nothing
            let kept = self.arbitrary(&Type::Bool, span).term;
            let holds = Term::or([Term::not(guard.clone()), kept]);
            self.check(holds, CheckKind::Frame, span, Some(own.span));
            return;
        };
        for cell in &callee.places {
            let holds = match cell {
                Cell::Static(v) => self.within(&own.places, own.since, v, None, None),
                Cell::At(map, o) => self.within(&own.places, own.since, map, Some(o), None),
                Cell::Everywhere(map) => self.within(&own.places, own.since, map, None, None),
                Cell::Elements(map, o, from, to) => {
                    // both ends in one and the same set of locations
                    let mut ways = vec![Term::lt(to.clone(), from.clone())];
                    for place in &own.places {
                        let place = std::slice::from_ref(place);
                        let ends = [from, to].map(|i| self.within(place, own.since, map, Some(o), Some(i)));
                        ways.push(Term::and(ends));
                    }
                    ways.push(self.within(&[], own.since, map, Some(o), Some(from)));
                    Term::or(ways)
                }
                Cell::Fields(o) => {
                    let whole = own.places.iter().filter_map(|c| match c {
                        Cell::Fields(p) => Some(Term::eq(p.clone(), o.clone())),
                        _ => None,
                    });
                    let mut ways: Vec<Term> = whole.collect();
                    ways.push(self.made_since(own.since, o));
                    Term::or(ways)
                }
            };
            self.check(
                Term::implies(guard.clone(), holds),
                CheckKind::Frame,
                span,
                Some(own.span),
            );
        }
    }

    /// Gives what a frame names arbitrary values; everything without one.
    pub(super) fn forget(&mut self, frame: &Option<Frame>, span: Span) {
        self.other_code_runs();
        let Some(frame) = frame else {
            let untouchable = self.untouchable(span);
            let kinds: Vec<(Var, HeapKind)> = self.heap.values().map(|h| (h.var.clone(), h.kind.clone())).collect();
            for (var, kind) in kinds {
                let ty = match &kind {
                    HeapKind::Field(..) | HeapKind::Elements(_) => None,
                    HeapKind::Static(_, _, ty) => Some(ty.clone()),
                    HeapKind::Allocated | HeapKind::Fixed | HeapKind::Constant(_) => continue,
                };
                self.emit(StmtKind::Havoc(vec![var.clone()]), span);
                self.wrote(&var, None);
                if let Some(ty) = ty {
                    let fact = self.well_typed(&var.term(), &ty);
                    self.assume(fact, span);
                }
            }
            for (field, object, value) in untouchable {
                self.store(&field, &object, value, true, span);
            }
            return;
        };
        // all locations are those of the state before
        let mut places = Vec::new();
        for cell in frame.places.clone() {
            places.push(match cell {
                Cell::Static(var) => Cell::Static(var),
                Cell::Everywhere(map) => Cell::Everywhere(map),
                Cell::At(map, o) => Cell::At(map, self.save_term(o, span)),
                Cell::Elements(map, o, from, to) => {
                    let (o, from) = (self.save_term(o, span), self.save_term(from, span));
                    Cell::Elements(map, o, from, self.save_term(to, span))
                }
                Cell::Fields(o) => Cell::Fields(self.save_term(o, span)),
            });
        }
        for cell in places {
            match cell {
                Cell::Static(var) | Cell::Everywhere(var) => {
                    self.emit(StmtKind::Havoc(vec![var.clone()]), span);
                    self.wrote(&var, None);
                }
                Cell::At(map, object) => self.forget_at(&map, &object, span),
                Cell::Elements(map, object, from, to) => {
                    let Some((_, inner)) = map.sort().as_map() else {
                        continue;
                    };
                    let before = Term::select(map.term(), object.clone());
                    let kept = self.temp("kept", inner.clone());
                    self.assign(&kept, before, span);
                    let any = self.temp("any", inner.clone());
                    self.emit(StmtKind::Havoc(vec![any.clone()]), span);
                    let k = self.fresh("k", Sort::Int);
                    let outside = Term::or([Term::lt(k.term(), from), Term::lt(to, k.term())]);
                    let same = Term::eq(Term::select(any.term(), k.term()), Term::select(kept.term(), k.term()));
                    self.assume(Term::forall([k], Term::implies(outside, same)), span);
                    self.store(&map, &object, any.term(), false, span);
                }
                Cell::Fields(object) => {
                    let maps: Vec<Var> = self
                        .heap
                        .values()
                        .filter(|h| matches!(h.kind, HeapKind::Field(..)))
                        .map(|h| h.var.clone())
                        .collect();
                    for map in maps {
                        self.forget_at(&map, &object, span);
                    }
                }
            }
        }
    }

    fn forget_at(&mut self, map: &Var, object: &Term, span: Span) {
        let Some((_, value)) = map.sort().as_map() else { return };
        let any = self.temp("any", value.clone());
        self.emit(StmtKind::Havoc(vec![any.clone()]), span);
        self.store(map, object, any.term(), false, span);
    }
}
