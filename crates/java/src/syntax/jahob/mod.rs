//! Jahob's specifications of linked structures, in comments `/*: … */` and `//: …`.
//!
//! ```text
//!   /*: public specvar content :: objset;
//!       vardefs "content == {x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}";
//!       invariant "tree [Node.next]"; */
//!   public void add(Node e)
//!   /*: requires "e ~= null & e ~: content" modifies content ensures "content = old content Un {e}" */
//! ```
//!
//! They become the items JML's annotations become, so that everything after this is the same
//! ([`translate`]). Definitions hold in the body of the class or the method where they stand. A specification variable that a contract
//! does not name in `modifies` keeps its value; which fields a method writes is not limited by it.

mod definitions;
mod forests;
mod formula;
mod ghosts;
mod neighbours;
mod parse;
mod paths;
mod phrases;
mod reader;
mod sets;
mod substitute;
mod translate;

pub use forests::inverted;
pub use neighbours::Neighbours;

use super::ast::*;
use super::jml::Item;
use super::syntax_errors::Survey;
use abide_base::{Diagnostic, FileId, Span};
use phrases::{Phrase, body, phrases};
use reader::{Claim, Reader};
use std::collections::BTreeSet;
use translate::{Definitions, Ghosts};

/// What the comments of a file say.
pub(super) struct Annotations {
    /// Are there any?
    pub(super) used: bool,
    pub(super) items: Vec<Item>,
    /// Trees along several fields, each with what says that it is one.
    forests: Vec<(Forest, Expr)>,
    claims: Vec<Claim>,
}

/// Reads the comments that are Jahob's.
pub(super) fn read(
    file: FileId,
    text: &str,
    survey: &Survey,
    diagnostics: &mut Vec<Diagnostic>,
    unread: &mut Vec<Unread>,
) -> Annotations {
    let mut reader = Reader {
        file,
        survey,
        stated: Vec::new(),
        definitions: Definitions::new(),
        private: BTreeSet::new(),
        variables: BTreeSet::new(),
        ghosts: Ghosts::default(),
        claims: Vec::new(),
        invariants: Vec::new(),
        forests: Vec::new(),
        diagnostics,
        unread,
        items: Vec::new(),
    };
    let all: Vec<Vec<Phrase>> = survey
        .comments
        .iter()
        .filter_map(|range| body(text, range))
        .map(|(inner, offset)| phrases(inner, offset))
        .collect();
    for clause in all.iter().flatten() {
        reader.define(clause);
        reader.plant(clause);
        reader.declare(clause);
        reader.claim(clause);
    }
    reader.settle_definitions();
    all.iter().flatten().for_each(|clause| reader.note_invariant(clause));
    for clauses in &all {
        reader.definitions = clauses.first().map_or_else(Definitions::new, |c| reader.known_at(c.at));
        reader.annotation(clauses);
    }
    Annotations {
        used: all.iter().any(|clauses| !clauses.is_empty()),
        forests: reader.forests.iter().map(|w| (w.clone(), reader.faithful(w))).collect(),
        claims: reader.claims,
        items: reader.items,
    }
}

impl Annotations {
    /// What Jahob assumes: a reference may be null unless a formula says otherwise; and an
    /// invariant of a class (those at `spans`) is required and ensured by each of its methods that is
    /// not private, so that who calls one has to show it. Trees along several fields are required and
    /// ensured by all.
    pub(super) fn settle(&self, unit: &mut Unit, spans: &[Span]) {
        let mut claimed = Vec::new();
        unit.classes
            .iter_mut()
            .for_each(|c| self.give_up(c, spans, &mut claimed));
        for class in &mut unit.classes {
            self.forests.iter().for_each(|(w, _)| w.declare(class));
            self.settle_inside(class, spans, &claimed);
        }
        unit.forests = self.forests.iter().map(|(w, _)| w.clone()).collect();
    }

    /// Takes the invariants from the classes that others claim; each with the one that does.
    fn give_up(&self, class: &mut Class, spans: &[Span], claimed: &mut Vec<(String, Invariant)>) {
        class.classes.iter_mut().for_each(|c| self.give_up(c, spans, claimed));
        if let Some(claim) = self.claims.iter().find(|c| *c.class == *class.name.text) {
            let ours = class.invariants.extract_if(.., |i| spans.contains(&i.span));
            claimed.extend(ours.map(|i| (claim.by.clone(), i)));
        }
    }

    fn settle_inside(&self, class: &mut Class, spans: &[Span], claimed: &[(String, Invariant)]) {
        class.modifiers.nullable_by_default = true;
        let inner = class.classes.iter_mut();
        inner.for_each(|c| self.settle_inside(c, spans, claimed));
        let (mut ours, others): (Vec<Invariant>, Vec<Invariant>) =
            class.invariants.drain(..).partition(|i| spans.contains(&i.span));
        class.invariants = others;
        let of_others = claimed.iter().filter(|(by, _)| **by == *class.name.text);
        ours.extend(of_others.map(|(_, i)| i.clone()));
        let ours = clauses(ours.iter().map(|i| (&i.formula, i.span)));
        let trees = clauses(self.forests.iter().map(|(w, faithful)| (faithful, w.span)));
        for method in &mut class.methods {
            if method.spec.cases.is_empty() {
                method.spec.cases.push(SpecCase::default());
            }
            let owed: &[Clause] = if method.modifiers.private { &[] } else { &ours };
            for case in &mut method.spec.cases {
                case.requires.splice(0..0, trees.iter().cloned());
                case.ensures.splice(0..0, trees.iter().cloned());
                if !method.constructor {
                    case.requires.extend_from_slice(owed);
                }
                case.ensures.extend_from_slice(owed);
            }
            if let Some(body) = &mut method.body {
                self.forests.iter().for_each(|(w, _)| w.follow(body));
            }
        }
    }
}

fn clauses<'a>(formulas: impl Iterator<Item = (&'a Expr, Span)>) -> Vec<Clause> {
    let clause = |(formula, span): (&Expr, Span)| Clause {
        formula: formula.clone(),
        span,
    };
    formulas.map(clause).collect()
}
