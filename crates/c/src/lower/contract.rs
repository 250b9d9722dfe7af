//! Contracts: their clauses, frames and behaviours as formulas.

use super::body::Body;
use super::state::Frame;
use super::value::{Lowering, Scope, View, wrong};
use crate::syntax::ast::{self, AssertKind, Behavior, Contract, Name};
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::Term;

/// A clause of a contract.
pub(super) struct Stated {
    pub formula: Term,
    pub span: Span,
    /// Is it checked, assumed, or both?
    pub kind: AssertKind,
}

impl Stated {
    /// The same where a behaviour applies.
    fn under(self, guard: &Term) -> Stated {
        Stated {
            formula: Term::implies(guard.clone(), self.formula),
            ..self
        }
    }
}

impl<'a> Body<'_, 'a> {
    /// Formulas with their clauses.
    fn clauses(&mut self, clauses: &'a [ast::Clause], scope: &Scope) -> Lowering<Vec<Stated>> {
        let mut all = Vec::new();
        for c in clauses {
            let formula = self.formula(&c.formula, scope)?;
            all.push(Stated {
                formula,
                span: c.span,
                kind: c.kind,
            });
        }
        Ok(all)
    }

    /// A behaviour applies.
    pub(super) fn assumes(&mut self, b: &'a Behavior, scope: &Scope) -> Lowering<Term> {
        let parts = self.clauses(&b.assumes, scope)?;
        Ok(Term::and(parts.into_iter().map(|c| c.formula)))
    }

    /// What a contract demands at the start.
    pub(super) fn required(&mut self, c: &'a Contract, scope: &Scope) -> Lowering<Vec<Stated>> {
        let mut all = self.clauses(&c.common.requires, scope)?;
        for b in &c.behaviors {
            let guard = self.assumes(b, scope)?;
            let own = self.clauses(&b.requires, scope)?;
            all.extend(own.into_iter().map(|c| c.under(&guard)));
        }
        Ok(all)
    }

    /// What a contract promises at the end; `before` is the state at the start.
    pub(super) fn ensured(&mut self, c: &'a Contract, scope: &Scope, before: &Scope) -> Lowering<Vec<Stated>> {
        let mut all = self.clauses(&c.common.ensures, scope)?;
        for b in &c.behaviors {
            let guard = self.assumes(b, before)?;
            let own = self.clauses(&b.ensures, scope)?;
            all.extend(own.into_iter().map(|c| c.under(&guard)));
        }
        Ok(all)
    }

    /// What a contract promises where the program ends inside; `before` is the state at the start.
    pub(super) fn exited(&mut self, c: &'a Contract, scope: &Scope, before: &Scope) -> Lowering<Vec<Stated>> {
        let mut all = self.clauses(&c.common.exits, scope)?;
        for b in &c.behaviors {
            let guard = self.assumes(b, before)?;
            let own = self.clauses(&b.exits, scope)?;
            all.extend(own.into_iter().map(|c| c.under(&guard)));
        }
        Ok(all)
    }

    /// What a contract allows to be written, at its beginning.
    pub(super) fn frames(&mut self, c: &'a Contract, scope: &Scope) -> Lowering<Vec<Frame>> {
        let mut frames = Vec::new();
        for b in std::iter::once(&c.common).chain(&c.behaviors) {
            let Some(assigns) = &b.assigns else { continue };
            let guard = self.assumes(b, scope)?;
            let mut regions = Vec::new();
            for place in &assigns.places {
                for region in self.regions(place, scope)? {
                    regions.extend(self.spread(region, place.span)?);
                }
            }
            frames.push(Frame {
                guard,
                regions,
                since: 0,
                visible: Vec::new(),
            });
        }
        Ok(frames)
    }

    /// `complete behaviors` and `disjoint behaviors`.
    pub(super) fn behaviors_fit(&mut self, c: &'a Contract, scope: &Scope) -> Lowering<()> {
        let named = |names: &[Name]| -> Vec<&'a Behavior> {
            let all = c.behaviors.iter();
            all.filter(|b| names.is_empty() || b.name.as_ref().is_some_and(|n| names.iter().any(|m| m.text == n.text)))
                .collect()
        };
        for name in c.complete.iter().chain(&c.disjoint).flat_map(|(names, _)| names) {
            if named(std::slice::from_ref(name)).is_empty() {
                return Err(wrong(name.span, format!("there is no behaviour `{}`", name.text)));
            }
        }
        for (names, span) in &c.complete {
            let guards = named(names).into_iter().map(|b| self.assumes(b, scope));
            let guards = guards.collect::<Lowering<Vec<Term>>>()?;
            self.check(Term::or(guards), CheckKind::Assertion, *span, None);
        }
        for (names, span) in &c.disjoint {
            let guards = named(names).into_iter().map(|b| self.assumes(b, scope));
            let guards = guards.collect::<Lowering<Vec<Term>>>()?;
            for (i, a) in guards.iter().enumerate() {
                for b in &guards[i + 1..] {
                    let apart = Term::not(Term::and([a.clone(), b.clone()]));
                    self.check(apart, CheckKind::Assertion, *span, None);
                }
            }
        }
        Ok(())
    }

    /// One of the behaviours with these names applies.
    pub(super) fn some_behavior(&mut self, names: &'a [Name]) -> Lowering<Term> {
        let contract = self.env.callees.get(&*self.function.name.text).and_then(|c| c.contract);
        let scope = self.body_scope(View::At(self.pre));
        let mut ways = Vec::new();
        for b in contract.into_iter().flat_map(|c| &c.behaviors) {
            if b.name.as_ref().is_some_and(|n| names.iter().any(|m| m.text == n.text)) {
                ways.push(self.assumes(b, &scope)?);
            }
        }
        if ways.is_empty() {
            let span = names.first().map_or(Span::default(), |n| n.span);
            return Err(wrong(span, "there is no behaviour of this name"));
        }
        Ok(Term::or(ways))
    }
}
