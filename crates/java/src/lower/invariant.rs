//! Invariants of objects: where they are owed, and where they may be trusted.

use super::{Body, Lowering, Scope, Val, View};
use crate::types::{ClassId, FieldRef, Type};
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::Term;

impl<'a> Body<'_, 'a> {
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
        if is_root || self.making.contains(&object.term) || self.world.options.throwing {
            return Ok(());
        }
        let ty = self.field_type(f)?;
        let map = self.field_map(f.class, &f.decl.name.text, &ty);
        for (formula, clause) in self.invariants(object, View::Now)? {
            if formula.mentions(&map) {
                let own = match &self.root {
                    // perhaps it is `this` under another name
                    Some(this) => Term::eq(object.term.clone(), this.term.clone()),
                    None => Term::ff(),
                };
                let formula = self.with_types(Term::or([own, formula]));
                self.check(formula, CheckKind::ClassInvariant, span, Some(clause));
            }
        }
        Ok(())
    }

    /// `this` of the method being verified satisfies its invariants: a callee can see it. Other
    /// objects are in order wherever a statement ends.
    pub(super) fn owe_invariants(&mut self, span: Span) -> Lowering<()> {
        match self.root.clone() {
            Some(root) => self.owe_invariants_of(&root, span),
            None => Ok(()),
        }
    }

    /// An object satisfies its invariants.
    pub(super) fn owe_invariants_of(&mut self, object: &Val, span: Span) -> Lowering<()> {
        for (formula, clause) in self.invariants(object, View::Now)? {
            let formula = self.with_types(formula);
            self.check(formula, CheckKind::ClassInvariant, span, Some(clause));
        }
        Ok(())
    }

    /// After a call these objects satisfy their invariants.
    pub(super) fn trust_invariants(
        &mut self,
        class: ClassId,
        object: Option<&Val>,
        args: &[Val],
        span: Span,
    ) -> Lowering<()> {
        let own = self.root.clone();
        let known = self.classes().ancestors(class);
        // a method knows the invariants of its own class, not those of subclasses
        let as_known = |v: &Val| match &v.ty {
            Type::Class(id) if !known.contains(id) => Val::new(v.term.clone(), Type::Class(class)),
            _ => v.clone(),
        };
        let receiver = object.map(as_known);
        let own = own.map(|o| match &receiver {
            Some(r) if r.term == o.term => r.clone(),
            _ => o,
        });
        let mut seen: Vec<Term> = Vec::new();
        for val in own.iter().chain(&receiver).chain(args) {
            if seen.contains(&val.term) {
                continue;
            }
            seen.push(val.term.clone());
            for (formula, _) in self.invariants(val, View::Now)? {
                let null = Term::eq(val.term.clone(), Term::null());
                self.assume_formula(Term::or([null, formula]), span);
            }
        }
        Ok(())
    }
}
