//! What a source is, and what it proposes.

use super::view::RoutineView;
use abide_abstraction::Origin;
use abide_ir::cfg::LoopId;
use abide_logic::{Term, Var};

/// Somebody who proposes formulas for loop heads.
pub trait Source: Send + Sync {
    /// The name `--sources` uses.
    fn name(&self) -> &'static str;

    /// How much its proposals cost, compared with those of the others.
    fn tier(&self) -> Tier;

    /// Formulas for the head of a loop.
    fn propose(&self, view: &RoutineView, l: LoopId) -> Vec<Proposal>;
}

/// When a source is asked: the cheap ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// At once.
    First,
    /// When the first ones were not enough.
    Second,
    /// At last.
    Third,
}

/// A formula for the head of a loop, which nobody has proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Over variables that can be named at the loop, and skolem constants.
    pub formula: Term,
    /// The skolem constants in it, over which whatever is made of it gets closed.
    pub skolems: Vec<Var>,
    /// What it is good for.
    pub role: Use,
    /// Where it came from.
    pub origin: Origin,
    /// How likely it is to matter: larger is better.
    pub weight: i32,
    /// Is it to be tried together with what is quantified, because it may rest on that?
    pub resting: bool,
}

/// What a proposal is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    /// A part of an invariant that is a Boolean combination of such parts.
    Atom,
    /// A conjunct of an invariant as it stands, closed over its skolem constants.
    Candidate,
}

impl Proposal {
    /// A conjunct.
    pub fn candidate(formula: Term, origin: &'static str) -> Proposal {
        Proposal {
            formula,
            skolems: Vec::new(),
            role: Use::Candidate,
            origin: Origin::Source(origin),
            weight: 0,
            resting: false,
        }
    }

    /// An atom.
    pub fn atom(formula: Term, origin: &'static str) -> Proposal {
        Proposal {
            role: Use::Atom,
            ..Proposal::candidate(formula, origin)
        }
    }

    /// The same with these skolem constants.
    pub fn over(self, skolems: impl IntoIterator<Item = Var>) -> Proposal {
        Proposal {
            skolems: skolems.into_iter().collect(),
            ..self
        }
    }

    /// The same with this weight.
    pub fn weighing(self, weight: i32) -> Proposal {
        Proposal { weight, ..self }
    }

    /// The same, tried together with what is quantified.
    pub fn resting(self) -> Proposal {
        Proposal { resting: true, ..self }
    }

    /// Is it tried together with what is quantified?
    pub fn is_late(&self) -> bool {
        self.resting || self.formula.has_quantifier() || !self.skolems.is_empty()
    }

    /// The formula closed over its skolem constants.
    pub fn closed(&self) -> Term {
        Term::forall(self.skolems.iter().cloned(), self.formula.clone())
    }
}
