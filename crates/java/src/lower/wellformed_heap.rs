//! Well-formed heaps: what is true of every heap with which a method begins.
//!
//! These facts are needed where formulas mention allocated objects, and where the method allocates: what a field holds
//! was allocated before, so it is not new.

use super::body::Body;
use super::state::HeapKind;
use crate::types::Type;
use abide_logic::{Kind, Sort, Subst, Term, Var, heap};
use std::collections::BTreeSet;

impl Body<'_, '_> {
    /// What has to be said for a contract. What all objects hold is said only where it takes something for granted
    /// of all that have been made: it is much for the solver.
    pub(super) fn closed(&mut self, requires: &[Term], ensures: &[Term]) -> Vec<Term> {
        let quantified = requires.iter().filter(|f| f.has_quantifier());
        let at_large: BTreeSet<Var> = quantified.flat_map(|f| self.at_first(f).free_vars()).collect();
        let Some(allocated) = self.heap.get("~alloc").map(|h| h.var.clone()) else {
            return Vec::new();
        };
        let mut facts = Vec::new();
        let spoken_of = at_large.contains(&allocated);
        if spoken_of || self.writes.iter().any(|w| w.map == allocated) {
            facts = self.closed_paths(requires.iter().chain(ensures), &allocated);
        }
        if spoken_of {
            let typed = at_large.contains(&self.types());
            for (field, ty) in self.fields_with_references() {
                facts.push(self.held(&field, &allocated, typed.then_some(&ty)));
            }
        }
        facts
    }

    fn fields_with_references(&self) -> Vec<(Var, Type)> {
        let fields = self.heap.values().filter_map(|h| match &h.kind {
            HeapKind::Field(_, _, ty) if *h.var.sort() == heap::field_sort() => Some((h.var.clone(), ty.clone())),
            _ => None,
        });
        fields.collect()
    }

    /// Only what has been made holds anything in a field, and nothing but what has been made and is of the field's
    /// type; null holds nothing.
    fn held(&mut self, field: &Var, allocated: &Var, ty: Option<&Type>) -> Term {
        let v = self.fresh("v", Sort::Ref);
        let held = Term::select(field.term(), v.term());
        let made = |object: &Term| Term::select(allocated.term(), object.clone());
        let mut there = vec![Term::ne(v.term(), Term::null()), made(&v.term()), made(&held)];
        there.extend(ty.map(|ty| self.has_type(&held, ty)));
        Term::forall([v], Term::or([Term::eq(held, Term::null()), Term::and(there)]))
    }

    /// A path leads to allocated objects only. That is stated for the places where formulas begin their
    /// paths.
    fn closed_paths<'f>(&mut self, formulas: impl Iterator<Item = &'f Term>, allocated: &Var) -> Vec<Term> {
        let mut paths: BTreeSet<(Term, Term)> = BTreeSet::new();
        for formula in formulas {
            formula.visit(&mut |t| {
                let path = heap::Between::of(t);
                paths.extend(path.map(|path| (self.at_first(path.field), self.at_first(path.from))));
                true
            });
        }
        let made = |object: &Term| Term::select(allocated.term(), object.clone());
        let mut facts = Vec::new();
        for (field, from) in paths {
            let premise = match from.kind() {
                Kind::Var(v) if self.inputs.contains(v) && !self.making.contains(&from) => Term::tt(),
                Kind::Select(_, object) => Term::and([Term::ne(object.clone(), Term::null()), made(object)]),
                _ => continue,
            };
            let free = [&field, &from].into_iter().flat_map(Term::free_vars);
            let is_field = |v: &Var| {
                self.heap
                    .values()
                    .any(|h| h.var == *v && matches!(h.kind, HeapKind::Field(..)))
            };
            if !free.into_iter().all(|v| self.inputs.contains(&v) || is_field(&v)) {
                continue;
            }
            let v = self.fresh("v", Sort::Ref);
            let there = Term::and([premise, Term::reach(field, from, v.term())]);
            let ends = Term::or([Term::eq(v.term(), Term::null()), made(&v.term())]);
            facts.push(Term::forall([v], Term::implies(there, ends)));
        }
        facts
    }

    /// A term with the values of now for those that snapshots keep.
    fn at_first(&self, term: &Term) -> Term {
        let kept = term.free_vars().into_iter();
        let now: Subst = kept.map(|v| (v.clone(), self.original(&v).term())).collect();
        now.apply(term)
    }
}
