//! Facts about fields in the formulas of a session.

use super::axioms;
use abide_logic::heap::Between;
use abide_logic::{Kind, Quantifier, Term};
use std::collections::HashSet;

/// The reads, writes and acyclic fields of a session, and the instances added to it.
#[derive(Default)]
pub(super) struct Facts {
    /// Reads `f[x]` of fields, and writes `f[x := y]`.
    pub(super) reads: Vec<Term>,
    pub(super) writes: Vec<Term>,
    /// Fields along which every path is said to end at null.
    pub(super) ended: HashSet<Term>,
    /// Instances that have been added.
    pub(super) known: HashSet<Term>,
}

impl Facts {
    /// Learns from an asserted formula along which fields every path ends at null.
    pub(super) fn learn(&mut self, formula: &Term) {
        match formula.kind() {
            Kind::And(parts) => parts.iter().for_each(|p| self.learn(p)),
            Kind::Quant(Quantifier::Forall, vars, body) => {
                if let ([v], Some(b)) = (vars.as_slice(), Between::of(body))
                    && b.from.as_var() == Some(v)
                    && [b.by, b.to].iter().all(|t| **t == Term::null())
                    && !b.field.mentions(v)
                {
                    self.ended.insert(b.field.clone());
                }
            }
            _ => {}
        }
    }

    /// Expresses betweenness by reachability, where every path ends at null.
    pub(super) fn flatten(&self, formula: &Term) -> Term {
        if self.ended.is_empty() || !formula.has_function() {
            return formula.clone();
        }
        flatten(&self.ended, formula)
    }
}

fn flatten(ended: &HashSet<Term>, t: &Term) -> Term {
    match Between::of(t) {
        Some(b) if b.by != b.to && ended.contains(b.field) => axioms::passed(b.field, b.from, b.by, b.to),
        Some(_) => t.clone(),
        None if t.has_function() => t.map_children(&mut |c| flatten(ended, c)),
        None => t.clone(),
    }
}
