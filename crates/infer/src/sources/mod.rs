//! Where predicates come from when nobody gives them.
//!
//! A [`Source`] looks at a routine ([`RoutineView`]) and proposes formulas for the head of a loop. Each
//! has a file of its own, named for what it looks at, and a name for `--sources`. Nothing proposed
//! is believed: a [`Use::Candidate`] goes through Houdini ([`crate::houdini`]), a [`Use::Atom`]
//! through the Boolean abstraction ([`crate::fixpoint`](mod@crate::fixpoint)), and what comes out
//! is proved again from the printed source.
//!
//! To add a source: write the file, implement the trait, name it in [`all`].

pub(crate) mod assertions;
pub mod back_propagation;
pub mod bodies;
mod congruences;
mod copies;
mod elements;
mod equalities;
mod goals;
mod mutation;
mod premises;
mod program;
mod proposal;
mod ranges;
mod references;
mod relations;
mod samples;
mod slopes;
mod strides;
mod targets;
pub(crate) mod terms;
mod view;

pub use assertions::{Assertions, Checks};
pub use elements::Body;
pub use equalities::equations;
pub use proposal::{Proposal, Source, Tier, Use};
pub use samples::Samples;
pub use terms::{collect, is_about_machine, is_atom};
pub use view::{RoutineView, ViewInputs};

use std::fmt;
use std::str::FromStr;

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
        Box::new(strides::Strides),
        Box::new(ranges::Guarded),
        Box::new(equalities::Phases),
        Box::new(equalities::Quadratic),
        Box::new(slopes::Slopes),
        Box::new(congruences::Congruences),
        Box::new(assertions::Assertions(Checks::Open)),
    ]
}

/// Which sources to ask: all, or those named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen(Option<Vec<String>>);

impl Chosen {
    /// Are all of them asked?
    pub fn is_all(&self) -> bool {
        self.0.is_none()
    }

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
