//! The atoms that a model needs.
//!
//! A model gives every atom a truth value, also those that nothing depends on: atoms of branches
//! not taken, or of disjunctions that are true otherwise. Going down from the formulas that must
//! be true, only what makes them true is followed; of several possible reasons, one without reachability
//! atoms if there is one.

use super::model::Model;
use abide_logic::heap::Between;
use abide_logic::{Kind, Term};
use std::collections::{HashMap, HashSet};

/// The atoms `between(…)` that make formulas true in a model, with their truth.
pub(super) struct Relevant<'m, 's> {
    model: &'m mut Model<'s>,
    has_atom: &'m HashMap<Term, bool>,
    expansions: &'m HashMap<Term, Term>,
    done: HashSet<Term>,
    pub(super) atoms: Vec<(Term, bool)>,
}

impl<'m, 's> Relevant<'m, 's> {
    /// `has_atom` tells which subterms contain an atom, `expansions` the axiom added for an atom.
    pub(super) fn new(
        model: &'m mut Model<'s>,
        has_atom: &'m HashMap<Term, bool>,
        expansions: &'m HashMap<Term, Term>,
    ) -> Relevant<'m, 's> {
        Relevant {
            model,
            has_atom,
            expansions,
            done: HashSet::new(),
            atoms: Vec::new(),
        }
    }

    fn contains_atom(&self, t: &Term) -> bool {
        self.has_atom.get(t).copied().unwrap_or(false)
    }

    /// Follows what makes the formula true or false.
    pub(super) fn follow(&mut self, t: &Term) {
        if !self.contains_atom(t) || !self.done.insert(t.clone()) {
            return;
        }
        if Between::of(t).is_some() {
            if let Some(truth) = self.model.truth(t) {
                self.atoms.push((t.clone(), truth));
            }
            if let Some(meaning) = self.expansions.get(t) {
                self.follow(meaning);
            }
            return;
        }
        match t.kind() {
            Kind::And(parts) => self.follow_junction(t, parts, true),
            Kind::Or(parts) => self.follow_junction(t, parts, false),
            Kind::Implies(a, b) if self.model.truth(t) == Some(true) => {
                let (premise, conclusion) = (self.model.truth(a) == Some(false), self.model.truth(b) == Some(true));
                match (premise, conclusion) {
                    (true, true) if !self.contains_atom(b) => {}
                    (true, _) => self.follow(a),
                    (false, true) => self.follow(b),
                    _ => self.follow_all(t),
                }
            }
            Kind::Ite(c, a, b) => {
                self.follow(c);
                match self.model.truth(c) {
                    Some(true) => self.follow(a),
                    Some(false) => self.follow(b),
                    None => self.follow_all(t),
                }
            }
            _ => self.follow_all(t),
        }
    }

    fn follow_all(&mut self, t: &Term) {
        t.kind().children().for_each(|c| self.follow(c));
    }

    /// One part that decides, or all of them.
    fn follow_junction(&mut self, t: &Term, parts: &[Term], unit: bool) {
        if self.model.truth(t) == Some(!unit) {
            let deciding: Vec<&Term> = parts.iter().filter(|p| self.model.truth(p) == Some(!unit)).collect();
            let free = deciding.iter().any(|p| !self.contains_atom(p));
            match deciding.first() {
                _ if free => {}
                Some(first) => self.follow(first),
                None => self.follow_all(t),
            }
        } else {
            self.follow_all(t);
        }
    }
}

/// Notes for a term and everything in it whether it contains an atom.
pub(super) fn note_atoms(t: &Term, has_atom: &mut HashMap<Term, bool>) -> bool {
    if let Some(known) = has_atom.get(t) {
        return *known;
    }
    let mut found = Between::of(t).is_some();
    for child in t.kind().children() {
        found |= note_atoms(child, has_atom);
    }
    has_atom.insert(t.clone(), found);
    found
}
