//! Where invariants of objects may be assumed: at entry, after calls, and where an object is read.

use super::body::Body;
use super::invariant::Named;
use super::state::{Clause, HeapKind, Reads};
use super::value::{Lowering, Val, View};
use crate::types::{ClassId, Type};
use abide_base::Span;
use abide_ir::AssumptionKind;
use abide_logic::{Kind, Sort, Term, Var};
use std::collections::BTreeSet;

impl<'a> Body<'_, 'a> {
    /// What may be assumed of the objects that come in, and of all others.
    pub(super) fn given_invariants(&mut self) -> Lowering<Vec<(Term, Span)>> {
        let mut given = Vec::new();
        if self.no_protocol() {
            return Ok(given);
        }
        let helped = self.root.clone().filter(|_| self.dirty.helper);
        let this = self.root.clone().filter(|_| !self.dirty.helper);
        let around = self.objects_around();
        for val in this.iter().chain(&self.dirty.params.clone()).chain(&around) {
            for (formula, clause) in self.invariants(val, View::Now)? {
                let mut ways = vec![Term::eq(val.term.clone(), Term::null())];
                ways.extend(helped.iter().map(|h| Term::eq(val.term.clone(), h.term.clone())));
                ways.push(formula.clone());
                given.push((self.read_types(&formula), clause));
                given.push((self.invariants_of_read(&formula)?, clause));
                given.push((Term::or(ways), clause));
            }
        }
        for clause in self.clauses_of(self.method.class) {
            if self.initialises == Some(clause.class) {
                continue;
            }
            if clause.invariant.is_static {
                let text = "the static invariant holds once its class is initialised";
                self.rely_on(AssumptionKind::Initialiser, clause.invariant.span, text);
            }
            if clause.invariant.is_static && this.is_none() {
                let formula = self.clause(clause, None, View::Now)?;
                given.push((self.read_types(&formula), clause.invariant.span));
                given.push((formula, clause.invariant.span));
            }
        }
        for (clause, _) in self.endangered()? {
            let known = self.classes().is_subclass(self.method.class, clause.class);
            if clause.invariant.is_static && !known {
                let formula = self.clause(clause, None, View::Now)?;
                given.push((self.read_types(&formula), clause.invariant.span));
                given.push((formula, clause.invariant.span));
            }
        }
        for clause in self.known_of_others()? {
            given.push((self.others(clause, true)?, clause.invariant.span));
        }
        Ok(given)
    }

    /// The objects around `this`, the innermost first. While one of them is made, whoever makes objects inside of it has
    /// shown it.
    fn objects_around(&mut self) -> Vec<Val> {
        let mut found = Vec::new();
        let mut next = self.first_this.clone().map(|this| (this, self.routine_class));
        while let Some((around, class)) = next.and_then(|(object, class)| self.around(&object, class)) {
            found.push(around.clone());
            next = Some((around, class));
        }
        found
    }

    /// The clauses that are of use for all objects without a name: those that are owed for all of them, and those by
    /// which what belongs to one of them belongs to no other, such as `elements.owner == this`.
    pub(super) fn known_of_others(&mut self) -> Lowering<Vec<Clause<'a>>> {
        let mut found = self.owed_for_others()?;
        let classes: Vec<ClassId> = found.iter().map(|c| c.class).collect();
        for class in classes {
            for clause in self.clauses_of(class) {
                let is_known = clause.invariant.is_static || found.iter().any(|c| c.is(clause));
                if !is_known && self.refers_back(clause)? {
                    found.push(clause);
                }
            }
        }
        Ok(found)
    }

    /// The clauses that are owed for all objects without a name: what they read of other objects is written.
    pub(super) fn owed_for_others(&mut self) -> Lowering<Vec<Clause<'a>>> {
        let mut endangered = self.endangered()?;
        endangered.retain(|(clause, how)| *how == Reads::Peers && !clause.invariant.is_static);
        Ok(endangered.into_iter().map(|(clause, _)| clause).collect())
    }

    /// Does a clause say that something equals the object itself?
    fn refers_back(&mut self, clause: Clause<'a>) -> Lowering<bool> {
        let object = self.fresh("x", Sort::Ref);
        let formula = self.clause(clause, Some(&object.term()), View::Now)?;
        let mut found = false;
        formula.visit(&mut |t| {
            found |= matches!(t.kind(), Kind::Eq(a, b) if [a, b].iter().any(|s| s.as_var() == Some(&object)));
            true
        });
        Ok(found)
    }

    /// The non-null fields of the objects that come in are set, also those that nobody reads before a check fails.
    pub(super) fn set_fields(&self) -> Vec<Term> {
        let this = self.root.iter().filter(|_| !self.method.decl.constructor).cloned();
        let params = self.params.iter().map(|p| Val::new(p.var.term(), p.ty.clone()));
        let mut facts = Vec::new();
        for object in this.chain(params) {
            let Type::Class(class) = object.ty else { continue };
            for part in self.heap.values() {
                let HeapKind::Field(owner, name, ty) = &part.kind else {
                    continue;
                };
                let declared = self.classes().field(*owner, name).filter(|f| !f.is_static);
                if self.classes().is_subclass(class, *owner)
                    && declared.is_some_and(|f| self.is_non_null(&f.decl.modifiers, f.class, ty))
                {
                    let value = Term::select(part.var.term(), object.term.clone());
                    let is_none = Term::eq(object.term.clone(), Term::null());
                    facts.push(Term::or([is_none, Term::ne(value, Term::null())]));
                }
            }
        }
        facts
    }

    /// After a call all objects that are not raw satisfy their invariants.
    /// The object of a helper is an exception.
    pub(super) fn trust_invariants(&mut self, seen: &[Val], but: Option<&Term>, span: Span) -> Lowering<()> {
        if self.no_protocol() {
            return Ok(());
        }
        let own: Vec<Val> = self.root.iter().chain(seen).cloned().collect();
        let excepted = |t: &Term| but.map_or(Term::ff(), |b| Term::eq(b.clone(), t.clone()));
        let mut done: Vec<Term> = Vec::new();
        for val in own {
            if done.contains(&val.term) || self.making.contains(&val.term) {
                continue;
            }
            done.push(val.term.clone());
            for (formula, _) in self.invariants(&val, View::Now)? {
                let mut ways = vec![Term::eq(val.term.clone(), Term::null())];
                ways.extend(self.making.iter().map(|m| Term::eq(m.clone(), val.term.clone())));
                ways.push(excepted(&val.term));
                ways.push(formula);
                self.assume_formula(Term::or(ways), span);
            }
        }
        for (clause, how) in self.endangered()? {
            if clause.invariant.is_static {
                let formula = self.clause(clause, None, View::Now)?;
                self.assume_formula(formula, span);
                continue;
            }
            for Named { object, .. } in self.named(how) {
                if done.contains(&object.term)
                    && matches!(object.ty, Type::Class(id) if self.classes().is_subclass(id, clause.class))
                {
                    continue;
                }
                if let Some(fact) = self.about(clause, &object)? {
                    self.assume(Term::or([excepted(&object.term), fact]), span);
                }
            }
        }
        // an object without a name may be the exception
        if but.is_none_or(|b| self.is_named(b)) {
            for clause in self.known_of_others()? {
                let others = self.others(clause, true)?;
                self.assume(others, span);
            }
        }
        Ok(())
    }

    /// After a call of a method above, the object satisfies what is known there.
    pub(super) fn trust_above(&mut self, class: ClassId, object: &Val, span: Span) -> Lowering<()> {
        if self.no_protocol() || self.making.contains(&object.term) {
            return Ok(());
        }
        for clause in self.clauses_of(class) {
            let formula = self.clause(clause, Some(&object.term), View::Now)?;
            self.assume_formula(formula, span);
        }
        Ok(())
    }

    /// After code that we do not know, too, they do: it is taken to know the invariants.
    pub(super) fn trust_unknown_code(&mut self, span: Span) -> Lowering<()> {
        let before = self.code.len();
        self.trust_invariants(&[], None, span)?;
        if self.code.len() > before {
            let text = "code that is not given keeps the invariants of the objects it can come to";
            self.rely_on(AssumptionKind::Unseen, span, text);
        }
        Ok(())
    }

    /// A clause holds for an object unless it is null, raw or dirty; none if that says nothing.
    fn unless_dirty(&mut self, clause: Clause<'a>, object: &Term) -> Lowering<Option<Term>> {
        let endangered = self.endangered()?;
        let how = endangered.iter().find(|(c, _)| c.is(clause)).map(|(_, how)| *how);
        if how.is_some_and(|how| how != Reads::Own) {
            return Ok(None);
        }
        let is = |t: &Term| Term::eq(object.clone(), t.clone());
        let mut ways = vec![is(&Term::null())];
        ways.extend(self.making.iter().map(is));
        if let Some(how) = how {
            let named = self.named(how).into_iter();
            ways.extend(named.map(|n| Term::and([n.live, is(&n.object.term)])));
        }
        if ways.iter().any(Term::is_true) {
            return Ok(None);
        }
        ways.push(self.clause(clause, Some(object), View::Now)?);
        Ok(Some(Term::or(ways)))
    }

    /// An object that was just read satisfies its invariants, unless it is dirty.
    pub(super) fn assume_invariants_of(&mut self, val: &Val, span: Span) -> Lowering<()> {
        let Type::Class(class) = val.ty else { return Ok(()) };
        if self.no_protocol() || self.making.contains(&val.term) {
            return Ok(());
        }
        for clause in self.clauses_of(class).into_iter().filter(|c| !c.invariant.is_static) {
            if let Some(fact) = self.unless_dirty(clause, &val.term)? {
                self.assume_formula(fact, span);
            }
        }
        Ok(())
    }

    /// The same for the objects that a formula reads from fields, wherever no bound variable tells which, and that what is
    /// declared non-null is not null. Nothing is said of fields of what is no object of the field's class.
    pub(super) fn invariants_of_read(&mut self, formula: &Term) -> Lowering<Term> {
        let mut bound: BTreeSet<Var> = BTreeSet::new();
        formula.visit(&mut |t| {
            if let Kind::Quant(_, vars, _) = t.kind() {
                bound.extend(vars.iter().cloned());
            }
            true
        });
        let mut found: Vec<(Term, Term, ClassId, Type, bool)> = Vec::new();
        formula.visit(&mut |t| {
            if let Kind::Select(map, at) = t.kind()
                && let Some(map) = map.as_var()
                && let Some(part) = self.heap.part(map)
                && let HeapKind::Field(owner, name, ty) = &part.kind
                && ty.is_reference()
                && (bound.is_empty() || at.free_vars().is_disjoint(&bound))
            {
                let declared = self.classes().field(*owner, name);
                let is_set = declared.is_some_and(|f| self.is_non_null(&f.decl.modifiers, f.class, ty));
                found.push((t.clone(), at.clone(), *owner, ty.clone(), is_set));
            }
            true
        });
        let mut facts = Vec::new();
        for (value, at, owner, ty, is_set) in found {
            let clauses = match ty {
                Type::Class(class) if !self.no_protocol() => self.clauses_of(class),
                _ => Vec::new(),
            };
            if clauses.is_empty() && !is_set {
                continue;
            }
            let allocated = self.allocated();
            let is_one = self.has_type(&at, &Type::Class(owner));
            let there = [
                Term::ne(at.clone(), Term::null()),
                Term::select(allocated.term(), at.clone()),
                is_one,
            ];
            let mut known = vec![self.well_typed(&value, &ty)];
            if is_set {
                let raw = self.making.iter().map(|m| Term::eq(m.clone(), at.clone()));
                known.push(Term::or(raw.chain([Term::ne(value.clone(), Term::null())])));
            }
            for clause in clauses.into_iter().filter(|c| !c.invariant.is_static) {
                if let Some(fact) = self.unless_dirty(clause, &value)? {
                    known.extend([self.read_types(&fact), fact]);
                }
            }
            facts.push(Term::implies(Term::and(there), Term::and(known)));
        }
        Ok(Term::and(facts))
    }
}
