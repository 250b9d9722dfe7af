//! Contracts: what a method may assume, must establish, and may write.

use super::heap::HeapKind;
use super::{Body, Lowering, Scope, Val, View, wrong};
use crate::syntax::ast::{self, Behavior, Clause, Expr, ExprKind, Location, SpecCase};
use crate::types::{ClassId, FieldRef, MethodRef, Type};
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::{Sort, Term, Var};

/// A method's own and inherited specification cases.
pub(super) struct Contract<'a> {
    /// The cases, each with the class it was written in. Its parameters may have other names
    /// there: see [`Contract::names`].
    pub cases: Vec<(ClassId, &'a SpecCase)>,
    /// For each case, the names of the parameters.
    pub names: Vec<Vec<String>>,
    /// Does the method write nothing?
    pub pure: bool,
}

/// What a method may write, in its pre-state.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub places: Vec<Cell>,
    pub span: Span,
}

/// A set of heap locations.
#[derive(Clone, Debug)]
pub(super) enum Cell {
    /// A static field.
    Static(Var),
    /// A field of an object, or all elements of an array.
    At(Var, Term),
    /// Elements of an array, from and to, both included.
    Elements(Var, Term, Term, Term),
    /// All fields of an object.
    Fields(Term),
}

/// The contract of a method that has none.
fn nothing_asked() -> &'static SpecCase {
    static NOTHING: std::sync::OnceLock<SpecCase> = std::sync::OnceLock::new();
    NOTHING.get_or_init(SpecCase::default)
}

impl<'a> Contract<'a> {
    /// The scope of a case: parameters by the names they have where it was written.
    pub fn scope(&self, number: usize, scope: &Scope) -> Scope {
        let mut scope = Scope {
            class: self.cases[number].0,
            ..scope.clone()
        };
        for ((name, _), own) in scope.bound.iter_mut().zip(&self.names[number]) {
            name.clone_from(own);
        }
        scope
    }

    /// Nothing is written about the method.
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty() && !self.pure
    }

    /// The case of a contract whose precondition needs no saying.
    pub fn is_single(&self) -> bool {
        self.cases.len() <= 1
    }
}

impl<'a> Body<'_, 'a> {
    /// The contract of a method, with what it inherits.
    pub(super) fn contract(&self, m: MethodRef<'a>) -> Contract<'a> {
        let names =
            |m: MethodRef<'a>| -> Vec<String> { m.decl.params.iter().map(|p| p.name.text.to_string()).collect() };
        let mut known: Vec<Vec<String>> = vec![names(m); m.decl.spec.cases.len()];
        let mut cases: Vec<(ClassId, &'a SpecCase)> = Vec::new();
        let mut pure = m.decl.modifiers.pure || self.classes().get(m.class).decl.is_some_and(|d| d.modifiers.pure);
        cases.extend(m.decl.spec.cases.iter().map(|c| (m.class, c)));
        for up in self.classes().overridden(m) {
            // a method without a contract promises nothing, and asks for nothing
            let own = &up.decl.spec.cases;
            if own.is_empty() && !cases.is_empty() {
                cases.push((up.class, nothing_asked()));
                known.push(names(up));
            }
            cases.extend(own.iter().map(|c| (up.class, c)));
            known.extend(own.iter().map(|_| names(up)));
            pure |= up.decl.modifiers.pure || self.classes().get(up.class).decl.is_some_and(|d| d.modifiers.pure);
        }
        Contract {
            cases,
            names: known,
            pure,
        }
    }

    /// The precondition of a case.
    pub(super) fn requires(
        &mut self,
        contract: &Contract<'a>,
        number: usize,
        scope: &Scope,
    ) -> Lowering<Vec<(Term, Span)>> {
        let scope = contract.scope(number, scope);
        let each = contract.cases[number].1.requires.iter();
        each.map(|c| Ok((self.formula(&c.formula, &scope)?, c.span))).collect()
    }

    /// Are parameters, results and fields with these modifiers non-null?
    pub(super) fn is_non_null(&self, modifiers: &ast::Modifiers, class: ClassId, ty: &Type) -> bool {
        let default = self.world.options.non_null_by_default;
        ty.is_reference() && self.classes().is_non_null(modifiers, class, default)
    }

    /// Exceptions that may leave a method with this contract.
    pub(super) fn allowed_exceptions(&mut self, m: MethodRef<'a>, contract: &Contract<'a>) -> Lowering<Vec<Type>> {
        let mut allowed = Vec::new();
        let mut only = false;
        for (class, case) in &contract.cases {
            if let Some((types, _)) = &case.signals_only {
                only = true;
                for ty in types {
                    allowed.push(self.resolve_known(ty, *class)?);
                }
            }
        }
        if only {
            return Ok(allowed);
        }
        for ty in &m.decl.throws {
            allowed.push(self.resolve_known(ty, m.class)?);
        }
        for (class, case) in &contract.cases {
            for signals in &case.signals {
                let never = signals
                    .formula
                    .as_ref()
                    .is_some_and(|f| matches!(&*f.kind, ExprKind::Literal(ast::Literal::Bool(false))));
                if !never {
                    allowed.push(self.resolve_known(&signals.ty, *class)?);
                }
            }
        }
        let all_normal =
            !contract.cases.is_empty() && contract.cases.iter().all(|(_, c)| c.behavior == Behavior::Normal);
        if all_normal {
            allowed.clear();
        }
        Ok(allowed)
    }

    /// What must hold at a normal end: formulas with their places.
    pub(super) fn normal_end(&mut self, contract: &Contract<'a>, scope: &Scope) -> Lowering<Vec<(Term, Span)>> {
        let mut ends = Vec::new();
        for (number, (_, case)) in contract.cases.iter().enumerate() {
            let here = contract.scope(number, scope);
            let guard = self.case_guard(contract, number, scope)?;
            if case.behavior == Behavior::Exceptional {
                let span = case.requires.first().map_or(Span::default(), |c| c.span);
                ends.push((Term::not(guard.clone()), span));
            }
            for Clause { formula, span } in &case.ensures {
                let formula = self.formula(formula, &here)?;
                ends.push((Term::implies(guard.clone(), formula), *span));
            }
        }
        Ok(ends)
    }

    /// What must hold when `thrown` leaves the method.
    pub(super) fn exceptional_end(
        &mut self,
        contract: &Contract<'a>,
        scope: &Scope,
        thrown: &Term,
    ) -> Lowering<Vec<(Term, Span)>> {
        let mut ends = Vec::new();
        for (number, (class, case)) in contract.cases.iter().enumerate() {
            let guard = self.case_guard(contract, number, scope)?;
            for signals in &case.signals {
                let ty = self.resolve_known(&signals.ty, *class)?;
                let is = self.has_type(thrown, &ty);
                let mut here = contract.scope(number, scope);
                if let Some(name) = &signals.name {
                    here.bound.push((name.text.to_string(), Val::new(thrown.clone(), ty)));
                }
                let formula = match &signals.formula {
                    Some(f) => self.formula(f, &here)?,
                    None => Term::tt(),
                };
                ends.push((Term::implies(Term::and([guard.clone(), is]), formula), signals.span));
            }
            if case.behavior == Behavior::Normal && !contract.is_single() {
                let span = case
                    .ensures
                    .first()
                    .or(case.requires.first())
                    .map_or(Span::default(), |c| c.span);
                ends.push((Term::not(guard), span));
            }
        }
        Ok(ends)
    }

    /// The precondition of a case, in the pre-state; `true` where there is only one case.
    fn case_guard(&mut self, contract: &Contract<'a>, number: usize, scope: &Scope) -> Lowering<Term> {
        if contract.is_single() {
            return Ok(Term::tt());
        }
        let before = Scope {
            view: scope.old,
            result: None,
            ..scope.clone()
        };
        let parts = self.requires(contract, number, &before)?;
        Ok(Term::and(parts.into_iter().map(|(t, _)| t)))
    }

    /// What a method may write; none if everything. Read in the state of `scope.view`.
    pub(super) fn frame_of(&mut self, contract: &Contract<'a>, scope: &Scope, span: Span) -> Lowering<Option<Frame>> {
        if contract.pure {
            return Ok(Some(Frame {
                places: Vec::new(),
                span,
            }));
        }
        if contract.cases.is_empty() || contract.cases.iter().any(|(_, c)| c.assignable.is_none()) {
            return Ok(None);
        }
        let mut frame = Frame {
            places: Vec::new(),
            span,
        };
        for (number, (_, case)) in contract.cases.iter().enumerate() {
            let Some(assignable) = &case.assignable else { continue };
            frame.span = assignable.span;
            let scope = contract.scope(number, scope);
            for location in &assignable.locations {
                match location {
                    Location::Nothing => {}
                    Location::Everything => return Ok(None),
                    Location::One(e) => frame.places.push(self.cell(e, &scope)?),
                    Location::Elements(a) => {
                        let array = self.spec(a, &scope)?;
                        let element = self.element_of(&array, a.span)?;
                        frame.places.push(Cell::At(self.elements_map(&element), array.term));
                    }
                    Location::Range(a, from, to) => {
                        let array = self.spec(a, &scope)?;
                        let element = self.element_of(&array, a.span)?;
                        let map = self.elements_map(&element);
                        let (from, to) = (self.spec(from, &scope)?, self.spec(to, &scope)?);
                        frame.places.push(Cell::Elements(map, array.term, from.term, to.term));
                    }
                    Location::Fields(o) => {
                        let object = self.spec(o, &scope)?;
                        frame.places.push(Cell::Fields(object.term));
                    }
                }
            }
        }
        Ok(Some(frame))
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
            let places = Vec::new();
            frames.push((Term::tt(), Frame { places, span }));
        }
        for number in 0..contract.cases.len() {
            let one = Contract {
                cases: vec![contract.cases[number]],
                names: vec![contract.names[number].clone()],
                pure: false,
            };
            if let Some(frame) = self.frame_of(&one, scope, span)? {
                frames.push((self.case_guard(contract, number, scope)?, frame));
            }
        }
        Ok(frames)
    }

    /// The exceptions that may leave a method: by its own contract, and by that of each method
    /// it overrides, whose callers know no other.
    pub(super) fn allowed_everywhere(&mut self, m: MethodRef<'a>) -> Lowering<Vec<Vec<Type>>> {
        let above = self.classes().overridden(m);
        let mut sets = Vec::new();
        for one in std::iter::once(m).chain(above.iter().copied()) {
            let alone = one.decl.spec.cases.is_empty() && std::ptr::eq(one.decl, m.decl) && !above.is_empty();
            if alone {
                continue;
            }
            let own = Contract {
                cases: one.decl.spec.cases.iter().map(|c| (one.class, c)).collect(),
                names: Vec::new(),
                pure: false,
            };
            sets.push(self.allowed_exceptions(one, &own)?);
        }
        Ok(sets)
    }

    fn element_of(&self, array: &Val, span: Span) -> Lowering<Type> {
        let element = array.ty.element().cloned();
        element.ok_or_else(|| wrong(span, "this is not an array"))
    }

    /// A single location.
    fn cell(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Cell> {
        match &*e.kind {
            ExprKind::Index(a, i) => {
                let array = self.spec(a, scope)?;
                let element = self.element_of(&array, a.span)?;
                let map = self.elements_map(&element);
                let index = self.spec(i, scope)?;
                Ok(Cell::Elements(map, array.term, index.term.clone(), index.term))
            }
            ExprKind::Name(name) => {
                let mut class = Some(scope.class);
                let mut object = scope.this.clone();
                while let Some(id) = class {
                    if let Some(f) = self.classes().field(id, name) {
                        return self.field_cell(f, object.as_ref(), e.span);
                    }
                    object = object.and_then(|o| self.around(&o, id)).map(|(o, _)| o);
                    class = self.classes().get(id).outer;
                }
                Err(wrong(e.span, "this is not a location of the heap"))
            }
            ExprKind::Field(target, name) => {
                if let Some(class) = self.as_class(target)
                    && let Some(f) = self.classes().field(class, &name.text)
                {
                    return self.field_cell(f, None, e.span);
                }
                let object = self.spec(target, scope)?;
                let Type::Class(class) = object.ty else {
                    return Err(wrong(e.span, "this is not a location of the heap"));
                };
                let f = self.classes().field(class, &name.text);
                let f = f.ok_or_else(|| wrong(e.span, "there is no such field"))?;
                self.field_cell(f, Some(&object), e.span)
            }
            _ => Err(wrong(e.span, "this is not a location of the heap")),
        }
    }

    fn field_cell(&mut self, f: FieldRef<'a>, object: Option<&Val>, span: Span) -> Lowering<Cell> {
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
            let holds = self.within(&frame, var, object, index);
            self.check(Term::implies(guard, holds), CheckKind::Frame, span, Some(frame.span));
        }
    }

    fn within(&mut self, frame: &Frame, var: &Var, object: Option<&Term>, index: Option<&Term>) -> Term {
        let mut ways = Vec::new();
        if let Some(object) = object {
            // objects made since the method began may be written
            let allocated = self.allocated();
            let before = self.at(View::At(0), &allocated);
            ways.push(Term::not(Term::select(before, object.clone())));
        }
        let is_field = self
            .heap
            .values()
            .any(|h| h.var == *var && matches!(h.kind, HeapKind::Field(..)));
        for cell in &frame.places {
            match (cell, object, index) {
                (Cell::Static(v), None, _) if v == var => return Term::tt(),
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

    /// A callee may write no more than the method itself.
    pub(super) fn frame_covers(&mut self, callee: &Option<Frame>, span: Span) {
        for (guard, own) in self.frame.clone() {
            self.covers(&guard, &own, callee, span);
        }
    }

    fn covers(&mut self, guard: &Term, own: &Frame, callee: &Option<Frame>, span: Span) {
        let Some(callee) = callee else {
            self.check(Term::not(guard.clone()), CheckKind::Frame, span, Some(own.span));
            return;
        };
        for cell in &callee.places {
            let holds = match cell {
                Cell::Static(v) => self.within(own, v, None, None),
                Cell::At(map, o) => self.within(own, map, Some(o), None),
                Cell::Elements(map, o, from, to) => {
                    // both ends in one and the same set of locations
                    let mut ways = vec![Term::lt(to.clone(), from.clone())];
                    for place in &own.places {
                        let one = Frame {
                            places: vec![place.clone()],
                            span: own.span,
                        };
                        let ends = [from, to].map(|i| self.within(&one, map, Some(o), Some(i)));
                        ways.push(Term::and(ends));
                    }
                    let none = Frame {
                        places: Vec::new(),
                        span: own.span,
                    };
                    ways.push(self.within(&none, map, Some(o), Some(from)));
                    Term::or(ways)
                }
                Cell::Fields(o) => {
                    let whole = own.places.iter().filter_map(|c| match c {
                        Cell::Fields(p) => Some(Term::eq(p.clone(), o.clone())),
                        _ => None,
                    });
                    let mut ways: Vec<Term> = whole.collect();
                    let allocated = self.allocated();
                    let before = self.at(View::At(0), &allocated);
                    ways.push(Term::not(Term::select(before, o.clone())));
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
        let Some(frame) = frame else {
            let kinds: Vec<(Var, HeapKind)> = self.heap.values().map(|h| (h.var.clone(), h.kind.clone())).collect();
            for (var, kind) in kinds {
                let ty = match &kind {
                    HeapKind::Field(..) | HeapKind::Elements(_) => None,
                    HeapKind::Static(_, _, ty) => Some(ty.clone()),
                    HeapKind::Allocated | HeapKind::Fixed | HeapKind::Constant(_) => continue,
                };
                self.emit(abide_ir::StmtKind::Havoc(vec![var.clone()]), span);
                self.writes.push(super::heap::Write {
                    var: var.clone(),
                    object: None,
                    fresh: false,
                });
                if let Some(ty) = ty {
                    let fact = self.well_typed(&var.term(), &ty);
                    self.assume(fact, span);
                }
            }
            return;
        };
        // all locations are those of the state before
        let mut places = Vec::new();
        for cell in frame.places.clone() {
            places.push(match cell {
                Cell::Static(var) => Cell::Static(var),
                Cell::At(map, o) => Cell::At(map, self.kept_term(o, span)),
                Cell::Elements(map, o, from, to) => {
                    let (o, from) = (self.kept_term(o, span), self.kept_term(from, span));
                    Cell::Elements(map, o, from, self.kept_term(to, span))
                }
                Cell::Fields(o) => Cell::Fields(self.kept_term(o, span)),
            });
        }
        for cell in places {
            match cell {
                Cell::Static(var) => {
                    self.emit(abide_ir::StmtKind::Havoc(vec![var.clone()]), span);
                    self.writes.push(super::heap::Write {
                        var,
                        object: None,
                        fresh: false,
                    });
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
                    self.emit(abide_ir::StmtKind::Havoc(vec![any.clone()]), span);
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

    /// The term, or a temporary with its value if the heap may change it.
    fn kept_term(&mut self, term: Term, span: Span) -> Term {
        let heap = term.free_vars().iter().any(|v| self.heap.values().any(|h| h.var == *v));
        if !heap {
            return term;
        }
        let kept = self.temp("at", term.sort().clone());
        self.assign(&kept, term, span);
        kept.term()
    }

    fn forget_at(&mut self, map: &Var, object: &Term, span: Span) {
        let Some((_, value)) = map.sort().as_map() else { return };
        let any = self.temp("any", value.clone());
        self.emit(abide_ir::StmtKind::Havoc(vec![any.clone()]), span);
        self.store(map, object, any.term(), false, span);
    }

    /// The invariants of an object, each with its place.
    pub(super) fn invariants(&mut self, object: &Val, view: View) -> Lowering<Vec<(Term, Span)>> {
        let Type::Class(class) = object.ty else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for id in self.classes().ancestors(class) {
            let Some(decl) = self.classes().get(id).decl else {
                continue;
            };
            for invariant in &decl.invariants {
                let scope = Scope {
                    bound: Vec::new(),
                    locals: false,
                    this: (!invariant.is_static).then(|| Val::new(object.term.clone(), Type::Class(id))),
                    class: id,
                    result: None,
                    view,
                    old: view,
                    entry: 0,
                    depth: 0,
                };
                found.push((self.formula(&invariant.formula, &scope)?, invariant.span));
            }
        }
        Ok(found)
    }

    /// After a write to a field of an object other than `this`, its invariants that speak of
    /// the field must hold at once; those of `this` are checked where the method ends or calls.
    pub(super) fn invariant_after_write(&mut self, object: &Val, f: FieldRef<'a>, span: Span) -> Lowering<()> {
        let is_root = self.root.as_ref().is_some_and(|t| t.term == object.term);
        let own = self.this.as_ref().is_some_and(|t| t.term == object.term);
        if is_root || own && self.constructing || self.world.options.throwing {
            return Ok(());
        }
        let ty = self.field_type(f)?;
        let map = self.field_map(f.class, &f.decl.name.text, &ty);
        for (formula, clause) in self.invariants(object, View::Now)? {
            if formula.free_vars().contains(&map) {
                let own = match &self.root {
                    // perhaps it is `this` under another name
                    Some(this) => Term::eq(object.term.clone(), this.term.clone()),
                    None => Term::ff(),
                };
                self.check(Term::or([own, formula]), CheckKind::ClassInvariant, span, Some(clause));
            }
        }
        Ok(())
    }
}
