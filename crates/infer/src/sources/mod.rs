//! Where predicates come from when nobody gives them.
//!
//! A [`Source`] looks at a routine ([`Scene`]) and proposes formulas for the head of a loop. Each
//! has a file of its own, named for what it looks at, and a name for `--sources`. Nothing proposed
//! is believed: a [`Use::Candidate`] goes through Houdini ([`crate::houdini`]), a [`Use::Atom`]
//! through the Boolean abstraction ([`crate::fixpoint`](mod@crate::fixpoint)), and what comes out
//! is proved again from the printed source.
//!
//! To add a source: write the file, implement the trait, name it in [`all`].

pub(crate) mod assertions;
pub mod bodies;
pub mod carry;
mod copies;
mod elements;
mod equalities;
mod goals;
mod mutation;
mod premises;
mod program;
mod ranges;
mod references;
mod relations;
mod samples;
mod scene;
mod slopes;
mod targets;

pub use assertions::{Assertions, Checks, is_about_machine};
pub use bodies::Body;
pub use scene::{Parts, Scene, collect, is_atom};

use abide_abstraction::Origin;
use abide_ir::cfg::LoopId;
use abide_logic::{Term, Var};
use std::fmt;
use std::str::FromStr;

/// Somebody who proposes formulas for loop heads.
pub trait Source: Send + Sync {
    /// The name `--sources` uses.
    fn name(&self) -> &'static str;

    /// How much its proposals cost, compared with those of the others.
    fn tier(&self) -> Tier;

    /// Formulas for the head of a loop.
    fn propose(&self, scene: &Scene, l: LoopId) -> Vec<Proposal>;
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

/// All sources, in the order in which they are asked.
pub fn all() -> Vec<Box<dyn Source>> {
    vec![
        Box::new(program::Program),
        Box::new(targets::Targets),
        Box::new(copies::Copies),
        Box::new(references::References),
        Box::new(relations::Relations),
        Box::new(equalities::Linear),
        Box::new(goals::Goals),
        Box::new(mutation::Mutation),
        Box::new(ranges::Ranges),
        Box::new(ranges::Guarded),
        Box::new(equalities::Phases),
        Box::new(equalities::Quadratic),
        Box::new(slopes::Slopes),
        Box::new(assertions::Assertions(Checks::Open)),
    ]
}

/// Which sources to ask: all, or those named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen(Option<Vec<String>>);

impl Chosen {
    /// Is the source of this name asked?
    pub fn has(&self, name: &str) -> bool {
        self.0.as_ref().is_none_or(|names| names.iter().any(|n| n == name))
    }
}

impl FromStr for Chosen {
    type Err = String;

    fn from_str(text: &str) -> Result<Chosen, String> {
        if text == "all" {
            return Ok(Chosen(None));
        }
        let names: Vec<String> = text.split(',').map(str::trim).map(str::to_string).collect();
        let known: Vec<&str> = all().iter().map(|s| s.name()).collect();
        match names.iter().find(|n| !n.is_empty() && !known.contains(&n.as_str())) {
            Some(unknown) => Err(format!("no source `{unknown}`; there are all, {}", known.join(", "))),
            None => Ok(Chosen(Some(names))),
        }
    }
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => f.write_str("all"),
            Some(names) => f.write_str(&names.join(",")),
        }
    }
}
