//! Invariants of objects: where they are owed, and where they may be trusted.
//!
//! At every point of a run each object that has been constructed and is not *dirty* satisfies the clauses of its
//! class. A write makes those objects dirty whose clauses read what is written ([`super::dependence`]). Dirty
//! objects owe their clauses wherever other code may look: at calls that are not read in place, and at every exit.
//! An object whose constructor runs is *raw*: it owes nothing until the end, unless others may have seen it.
//!
//! Objects are written through three kinds of names. `this` and parameters stand for the same object all the time,
//! so they are owed everywhere. Others are kept in a [`Slot`] when they are written. Clauses that read other objects
//! are owed for *all* objects of their class, by a quantified formula: whoever refers to what was written has no
//! name. Round by round, loops leave all but `this` and parameters in order.

use super::body::Body;
use super::state::{Clause, Dirty, HeapKind, Reads, Slot};
use super::value::{Lowering, Val, View};
use crate::types::{ClassId, Type};
use abide_base::Span;
use abide_ir::{AssumptionKind, Check, CheckKind, Stmt, StmtKind};
use abide_logic::{Kind, Sort, Term, Var};

/// An object that may be dirty; under a condition.
pub(super) struct Named {
    pub object: Val,
    pub live: Term,
}

/// Who runs next.
pub(super) enum Next<'s> {
    /// Code that we do not know.
    Anybody,
    /// A method that gets these objects.
    Given(&'s [Term]),
    /// A helper of this object.
    Helper(&'s Term),
}

impl<'a> Dirty<'a> {
    /// What a first pass has found out, for a second one.
    pub fn again(self) -> Dirty<'a> {
        Dirty {
            touched: self.touched,
            readers: self.readers,
            spoilt: self.spoilt,
            leaks: self.escaped || self.leaks,
            ..Dirty::default()
        }
    }
}

impl<'a> Body<'_, 'a> {
    pub(super) fn no_protocol(&self) -> bool {
        self.world.options.throwing
    }

    /// The invariants of an object, each with its place.
    pub(super) fn invariants(&mut self, object: &Val, view: View) -> Lowering<Vec<(Term, Span)>> {
        let Type::Class(class) = object.ty else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for clause in self.clauses_of(class) {
            found.push((self.clause(clause, Some(&object.term), view)?, clause.invariant.span));
        }
        Ok(found)
    }

    /// Who reads a part of the heap.
    pub(super) fn known_readers(&mut self, part: &Var) -> Lowering<Vec<(Clause<'a>, Reads)>> {
        if let Some(known) = self.dirty.readers.get(part) {
            return Ok(known.clone());
        }
        let found = self.readers(part)?;
        self.dirty.readers.insert(part.clone(), found.clone());
        Ok(found)
    }

    /// The clauses that the routine may break, and how.
    pub(super) fn endangered(&mut self) -> Lowering<Vec<(Clause<'a>, Reads)>> {
        let mut all: Vec<(Clause<'a>, Reads)> = Vec::new();
        if let (true, Some(Type::Class(class))) = (self.dirty.helper, self.root.as_ref().map(|r| r.ty.clone())) {
            all.extend(self.clauses_of(class).into_iter().map(|c| (c, Reads::Own)));
        }
        // what a class says of its static fields is true once it is initialised, and not before
        if let Some(class) = self.initialises {
            let own = |c: &Clause<'a>| c.invariant.is_static && c.class == class;
            all.extend(self.clauses_of(class).into_iter().filter(own).map(|c| (c, Reads::Own)));
        }
        for part in self.dirty.touched.clone() {
            for (clause, how) in self.known_readers(&part)? {
                match all.iter_mut().find(|(c, _)| c.is(clause)) {
                    Some((_, known)) => *known = how.max(*known),
                    None => all.push((clause, how)),
                }
            }
        }
        Ok(all)
    }

    /// Code writes a part of the heap, at an object if it is not static: before it does.
    pub(super) fn spoils(&mut self, part: &Var, object: Option<&Val>, span: Span) -> Lowering<()> {
        let raw = object.is_some_and(|o| self.making.contains(&o.term));
        // nobody refers to an object that nobody has seen
        if self.no_protocol() || raw && !self.dirty.escaped && !self.dirty.leaks {
            return Ok(());
        }
        let readers = self.known_readers(part)?;
        if readers.is_empty() {
            return Ok(());
        }
        self.dirty.touched.insert(part.clone());
        for (clause, _) in readers
            .iter()
            .filter(|(c, how)| *how == Reads::Wide && !c.invariant.is_static)
        {
            self.wide(*clause, span);
        }
        let own = readers.iter().any(|(c, _)| !c.invariant.is_static);
        if let (Some(object), true, false) = (object, own, raw) {
            self.spoil(object, span)?;
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

    /// A truth value that nobody knows: what is owed unless it holds can be proved, and never refuted.
    pub(super) fn unknown(&mut self, span: Span) -> Term {
        self.arbitrary(&Type::Bool, span).term
    }

    /// An object is dirty from now on.
    fn spoil(&mut self, object: &Val, span: Span) -> Lowering<()> {
        let Type::Class(_) = object.ty else { return Ok(()) };
        if self.root.as_ref().is_some_and(|r| r.term == object.term) {
            return Ok(());
        }
        let param = self.dirty.params.iter().position(|p| p.term == object.term);
        if let Some(param) = param {
            self.dirty.spoilt.insert(param);
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
        self.in_order(object, span)?;
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
        for (clause, _) in self.endangered()? {
            if let Some(owed) = self.about(clause, &object)? {
                let same = next.map_or(Term::ff(), |n| Term::eq(slot.object.term(), n.clone()));
                let holds = Term::or([Term::not(slot.live.term()), same, owed, self.unknown(span)]);
                self.check(holds, CheckKind::ClassInvariant, span, Some(clause.invariant.span));
            }
        }
        Ok(())
    }

    /// What a clause says of an object that perhaps has it: none if it cannot have it.
    pub(super) fn about(&mut self, clause: Clause<'a>, object: &Val) -> Lowering<Option<Term>> {
        let Some(test) = self.perhaps(clause.class, object) else {
            return Ok(None);
        };
        let formula = self.clause(clause, Some(&object.term), View::Now)?;
        let formula = self.with_types(formula);
        let null = match self.root.as_ref().is_some_and(|r| r.term == object.term) {
            true => Term::ff(),
            false => Term::eq(object.term.clone(), Term::null()),
        };
        Ok(Some(Term::or([null, Term::not(test), formula])))
    }

    /// A clause of a subclass that an object which came in did not satisfy at the beginning: nothing says that it did,
    /// for only the clauses of its own class are assumed there. A run in which it did not shows nothing.
    fn perhaps_broken_before(&mut self, clause: Clause<'a>, object: &Val) -> Lowering<Option<Term>> {
        let Type::Class(known) = object.ty else { return Ok(None) };
        if !self.is_named(&object.term) || self.classes().is_subclass(known, clause.class) {
            return Ok(None);
        }
        let before = self.clause(clause, Some(&object.term), View::At(0))?;
        Ok(Some(Term::not(before)))
    }

    /// The object is of a class; none if it cannot be.
    fn perhaps(&mut self, class: ClassId, object: &Val) -> Option<Term> {
        let Type::Class(known) = object.ty else { return None };
        let classes = self.classes();
        if classes.is_subclass(known, class) {
            return Some(Term::tt());
        }
        let mut given = classes.ids();
        let possible = Type::Class(known) == classes.object()
            || given.any(|id| classes.is_subclass(id, class) && classes.is_subclass(id, known));
        if !possible {
            return None;
        }
        // on objects of classes that override the method it runs by `super` only: they see to the rest
        let root = self.root.as_ref().filter(|r| r.term == object.term);
        let own = root.and(self.dirty.routine);
        let elsewhere = own.map_or(Vec::new(), |m| self.classes().overriders(m));
        if elsewhere.iter().any(|id| self.classes().is_subclass(class, *id)) {
            return None;
        }
        let mut tests = vec![self.has_type(&object.term, &Type::Class(class))];
        for id in elsewhere {
            tests.push(Term::not(self.has_type(&object.term, &Type::Class(id))));
        }
        Some(Term::and(tests))
    }

    /// The objects with names that may break a clause.
    pub(super) fn named(&self, how: Reads) -> Vec<Named> {
        let always = |object: &Val| Named {
            object: object.clone(),
            live: Term::tt(),
        };
        let mut found: Vec<Named> = self.root.iter().map(always).collect();
        for (number, param) in self.dirty.params.iter().enumerate() {
            if how != Reads::Own || self.dirty.spoilt.contains(&number) {
                found.push(always(param));
            }
        }
        found.extend(self.dirty.slots.iter().map(|s| Named {
            object: Val::new(s.object.term(), s.ty.clone()),
            live: s.live.term(),
        }));
        found
    }

    /// Has the object a name that lasts?
    pub(super) fn is_named(&self, object: &Term) -> bool {
        let mut all = self.root.iter().chain(&self.dirty.params);
        all.any(|o| o.term == *object)
    }

    /// All objects of a class but those with names satisfy a clause.
    pub(super) fn others(&mut self, clause: Clause<'a>, assumed: bool) -> Lowering<Term> {
        let x = self.fresh("x", Sort::Ref);
        let allocated = self.allocated();
        let made = |t: &Term| Term::select(allocated.term(), t.clone());
        let is_one = self.has_type(&x.term(), &Type::Class(clause.class));
        let mut exempt = vec![
            Term::eq(x.term(), Term::null()),
            Term::not(made(&x.term())),
            Term::not(is_one),
        ];
        exempt.extend(self.making.iter().map(|m| Term::eq(x.term(), m.clone())));
        for named in self.named(Reads::Peers) {
            if self.perhaps(clause.class, &named.object).is_some() {
                exempt.push(Term::and([named.live, Term::eq(x.term(), named.object.term)]));
            }
        }
        let formula = self.clause(clause, Some(&x.term()), View::Now)?;
        let types = self.read_types(&formula);
        let holds = match assumed {
            true => {
                // what an object refers to has been made
                let mut closed = Vec::new();
                formula.visit(&mut |t| {
                    if let Kind::Select(_, at) = t.kind()
                        && *t.sort() == Sort::Ref
                        && *at == x.term()
                    {
                        closed.push(Term::or([Term::eq(t.clone(), Term::null()), made(t)]));
                    }
                    true
                });
                Term::and(closed.into_iter().chain([types, formula]))
            }
            false => Term::implies(types, formula),
        };
        exempt.push(holds);
        Ok(Term::forall([x], Term::or(exempt)))
    }

    /// Dirty objects satisfy their invariants: others may look at them.
    pub(super) fn owe_dirty(&mut self, next: &Next, span: Span) -> Lowering<()> {
        if self.no_protocol() {
            return Ok(());
        }
        self.owe_raw(span)?;
        for (clause, how) in self.endangered()? {
            let place = Some(clause.invariant.span);
            if clause.invariant.is_static {
                let formula = self.clause(clause, None, View::Now)?;
                let formula = Term::or([self.with_types(formula), self.unknown(span)]);
                self.check(formula, CheckKind::ClassInvariant, span, place);
                continue;
            }
            // what is shown to the callee, and what it need not come to look at
            let (mut shown, mut hidden) = (Vec::new(), Vec::new());
            for Named { object, live } in self.named(how) {
                let Some(mut owed) = self.about(clause, &object)? else {
                    continue;
                };
                if let Some(broken) = self.perhaps_broken_before(clause, &object)? {
                    owed = Term::or([owed, Term::and([broken, self.unknown(span)])]);
                }
                let owed = Term::implies(live, owed);
                let is = |t: &Term| Term::eq(object.term.clone(), t.clone());
                match next {
                    Next::Given(seen) => {
                        let seen = Term::or(seen.iter().map(is));
                        if !seen.is_true() {
                            hidden.push(owed.clone());
                        }
                        shown.push(Term::implies(seen, owed));
                    }
                    Next::Anybody => hidden.push(owed),
                    Next::Helper(receiver) => hidden.push(Term::or([is(receiver), owed])),
                }
            }
            self.check(Term::and(shown), CheckKind::ClassInvariant, span, place);
            let hidden = Term::and(hidden);
            if !hidden.is_true() {
                let hidden = Term::or([hidden, self.unknown(span)]);
                self.check(hidden, CheckKind::ClassInvariant, span, place);
            }
            if how == Reads::Peers {
                let others = Term::or([self.others(clause, false)?, self.unknown(span)]);
                self.check(others, CheckKind::ClassInvariant, span, place);
            }
        }
        for slot in self.dirty.slots.clone() {
            self.assign(&slot.live, Term::ff(), span);
        }
        Ok(())
    }

    /// Raw objects that others may have seen satisfy what others assume.
    fn owe_raw(&mut self, span: Span) -> Lowering<()> {
        if !self.dirty.escaped {
            return Ok(());
        }
        let mut seen: Vec<Term> = Vec::new();
        for object in self.dirty.raw.clone() {
            if seen.contains(&object.term) {
                continue;
            }
            seen.push(object.term.clone());
            for (formula, place) in self.taken_for_granted(&object)? {
                let holds = Term::or([formula, self.unknown(span)]);
                self.check(holds, CheckKind::ClassInvariant, span, Some(place));
            }
        }
        Ok(())
    }

    /// An object that goes elsewhere; if it is raw, others may see it from now on.
    pub(super) fn shown(&mut self, val: Val) -> Val {
        self.dirty.escaped |= self.making.contains(&val.term);
        val
    }

    /// What runs later may have kept `this`.
    pub(super) fn captured(&mut self) {
        if let Some(this) = self.this.clone() {
            self.shown(this);
        }
    }

    /// What is true of a constructed object, by its class and the given ones below: invariants, and that non-null
    /// fields are set.
    fn taken_for_granted(&mut self, object: &Val) -> Lowering<Vec<(Term, Span)>> {
        let Type::Class(class) = object.ty else {
            return Ok(Vec::new());
        };
        let all: Vec<ClassId> = self.classes().ids().collect();
        let mut found = Vec::new();
        for id in all {
            let above = self.classes().is_subclass(class, id);
            if !above && !self.classes().is_subclass(id, class) {
                continue;
            }
            let Some(decl) = self.classes().get(id).decl else {
                continue;
            };
            let test = match above {
                true => Term::tt(),
                false => self.has_type(&object.term, &Type::Class(id)),
            };
            for invariant in decl.invariants.iter().filter(|i| !i.is_static) {
                let clause = Clause { class: id, invariant };
                let formula = self.clause(clause, Some(&object.term), View::Now)?;
                let formula = Term::implies(test.clone(), self.with_types(formula));
                found.push((formula, invariant.span));
            }
            for (set, field) in self.fields_set(id, object)? {
                found.push((Term::implies(test.clone(), set), field));
            }
        }
        Ok(found)
    }

    /// An object satisfies its invariants.
    pub(super) fn owe_invariants_of(&mut self, object: &Val, span: Span) -> Lowering<()> {
        for (formula, clause) in self.invariants(object, View::Now)? {
            let formula = self.with_types(formula);
            self.check(formula, CheckKind::ClassInvariant, span, Some(clause));
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
            if readers
                .iter()
                .any(|(c, _)| classes.is_subclass(class, c.class) || classes.is_subclass(c.class, class))
            {
                self.dirty.touched.insert(part);
            }
        }
        self.spoil(object, span)
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

    /// What is owed at the end besides the invariants of `this`.
    pub(super) fn dirty_at_end(&mut self, span: Span) -> Lowering<Vec<Check>> {
        let mut ends = Vec::new();
        if self.no_protocol() {
            return Ok(ends);
        }
        let mut owe = |formula: Term, clause: Clause<'a>| {
            ends.push(Check {
                formula,
                span: clause.invariant.span,
                kind: CheckKind::ClassInvariant,
                demanded: None,
            });
        };
        let root = self.root.clone();
        for (clause, how) in self.endangered()? {
            if clause.invariant.is_static {
                let own = root.is_some() && self.classes().is_subclass(self.method.class, clause.class);
                if !own {
                    let formula = self.clause(clause, None, View::Now)?;
                    owe(self.with_types(formula), clause);
                }
                continue;
            }
            let mut all = Vec::new();
            for Named { object, live } in self.named(how) {
                let is_root = root.as_ref().is_some_and(|r| r.term == object.term);
                // those of its own class are owed anyway, or not at all
                if is_root && (self.dirty.helper || self.classes().is_subclass(self.method.class, clause.class)) {
                    continue;
                }
                if let Some(owed) = self.about(clause, &object)? {
                    let mut ways = vec![owed];
                    if let Some(broken) = self.perhaps_broken_before(clause, &object)? {
                        ways.push(Term::and([broken, self.doubt(span)]));
                    }
                    if let (Some(root), true) = (&root, self.dirty.helper) {
                        ways.push(Term::eq(root.term.clone(), object.term));
                    }
                    all.push(Term::implies(live, Term::or(ways)));
                }
            }
            owe(Term::and(all), clause);
            if how == Reads::Peers {
                let others = self.others(clause, false)?;
                let doubt = self.doubt(span);
                owe(Term::or([others, doubt]), clause);
            }
        }
        Ok(ends)
    }

    /// What a constructor owes where it throws: nothing, unless others may have seen its object.
    pub(super) fn raw_at_end(&mut self, object: &Val, span: Span) -> Lowering<Vec<(Term, Span)>> {
        if self.no_protocol() || !self.dirty.escaped {
            return Ok(Vec::new());
        }
        let doubt = self.doubt(span);
        let all = self.taken_for_granted(object)?.into_iter();
        Ok(all.map(|(t, place)| (Term::or([t, doubt.clone()]), place)).collect())
    }

    fn doubt(&mut self, span: Span) -> Term {
        self.guesses.insert(span);
        if let Some(doubt) = &self.dirty.doubt {
            return doubt.term();
        }
        let doubt = self.temp("\\doubt", Sort::Bool);
        self.dirty.doubt = Some(doubt.clone());
        doubt.term()
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
