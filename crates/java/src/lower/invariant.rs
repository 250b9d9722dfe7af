//! Invariants of objects: where they are owed, and where they may be trusted.
//!
//! At every point of a run each object that has been constructed and is not *dirty* ([`super::dirty`]) satisfies the
//! clauses of its class. Dirty objects owe their clauses wherever other code may look: at calls that are not read in
//! place, and at every exit. An object whose constructor runs is *raw*: it owes nothing until the end, unless others
//! may have seen it.
//!
//! Objects with names, which are `this`, parameters and those in slots, owe each clause by itself. Clauses that read
//! other objects are owed for *all* objects of their class, by a quantified formula: whoever refers to what was written
//! has no name. Round by round, loops leave all but `this` and parameters in order.

use super::body::Body;
use super::state::{Clause, Reads};
use super::value::{Lowering, Val, View};
use crate::types::{ClassId, Type};
use abide_base::Span;
use abide_ir::{Check, CheckKind};
use abide_logic::{Kind, Sort, Term};

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

impl<'a> Body<'_, 'a> {
    pub(super) fn no_protocol(&self) -> bool {
        self.env.options.throwing
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

    /// A truth value that nobody knows: what is owed unless it holds can be proved, and never refuted.
    pub(super) fn unknown(&mut self, span: Span) -> Term {
        self.arbitrary(&Type::Bool, span).term
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
            if how != Reads::Own || self.dirty.written_params.contains(&number) {
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
        for (clause, how) in self.endangered_now()? {
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
            let live = match next {
                // it goes in as it is, and comes out no better
                Next::Helper(receiver) => {
                    let is_receiver = Term::eq(slot.object.term(), (*receiver).clone());
                    Term::and([slot.live.term(), is_receiver])
                }
                _ => Term::ff(),
            };
            self.assign(&slot.live, live, span);
        }
        if !matches!(next, Next::Helper(_)) {
            self.flow.pending.clear();
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
            for (formula, place) in self.constructed_facts(&object)? {
                let holds = Term::or([formula, self.unknown(span)]);
                self.check(holds, CheckKind::ClassInvariant, span, Some(place));
            }
        }
        Ok(())
    }

    /// What is true of a constructed object, by its class and the given ones below: invariants, and that non-null
    /// fields are set.
    fn constructed_facts(&mut self, object: &Val) -> Lowering<Vec<(Term, Span)>> {
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
        for (clause, how) in self.endangered_at_end()? {
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
        let all = self.constructed_facts(object)?.into_iter();
        Ok(all.map(|(t, place)| (Term::or([t, doubt.clone()]), place)).collect())
    }

    pub(super) fn doubt(&mut self, span: Span) -> Term {
        self.guesses.insert(span);
        if let Some(doubt) = &self.dirty.doubt {
            return doubt.term();
        }
        let doubt = self.temp("\\doubt", Sort::Bool);
        self.dirty.doubt = Some(doubt.clone());
        doubt.term()
    }
}
