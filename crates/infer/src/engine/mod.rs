//! Engines: in which order sources are asked, and what is made of their proposals.
//!
//! An [`Engine`] works at a [`Workbench`], which holds what is known so far: facts that are
//! inductive together, the checks still open, states of concrete runs. It goes from cheap to
//! expensive and stops when everything is decided or the budget is used up; what is on the bench
//! is a sound result at any time. There is an engine for each of the papers Abide builds on, and
//! `auto`, which uses whatever helps.
//!
//! To add an engine: write the file, implement the trait, name it in [`EngineKind`].

mod auto;
mod bench;
mod clauses;
mod janota;
mod missing;
mod papers;
mod paths;
mod relevance;
mod review;
mod sift;
mod wei;

pub use bench::{Case, Discovery, Found, Workbench};
pub use missing::Missing;

use abide_prover::{Limits, ProverError};
use std::fmt;
use std::str::FromStr;

/// A way to find invariants for loops about which nothing is said.
pub trait Engine {
    /// Finds facts and puts them on the bench.
    fn run(&self, bench: &mut Workbench) -> Result<(), ProverError>;
}

/// How to discover.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Which engine.
    pub engine: EngineKind,
    /// Which sources it may ask.
    pub sources: crate::sources::Chosen,
    /// What a session may spend.
    pub limits: Limits,
}

/// The engines by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineKind {
    /// Everything, cheap to expensive.
    #[default]
    Auto,
    /// Flanagan & Qadeer's guesses.
    Fq,
    /// Kalyanasundaram & Marché's.
    Km,
    /// Janota's: assertions carried back to loops.
    Janota,
    /// Weiß's: very many generated predicates.
    Wei,
    /// Bohne's: Boolean heaps. It does not work at the bench; `abide_shape` has it.
    Bohne,
    /// Nothing: only what is given in the source is used.
    Off,
}

impl EngineKind {
    /// All of them.
    pub const ALL: [EngineKind; 7] = [
        EngineKind::Auto,
        EngineKind::Fq,
        EngineKind::Km,
        EngineKind::Janota,
        EngineKind::Wei,
        EngineKind::Bohne,
        EngineKind::Off,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            EngineKind::Auto => "auto",
            EngineKind::Fq => "fq",
            EngineKind::Km => "km",
            EngineKind::Janota => "janota",
            EngineKind::Wei => "wei",
            EngineKind::Bohne => "bohne",
            EngineKind::Off => "off",
        }
    }

    /// The engine, if it is one that works at the bench.
    pub fn build(self) -> Option<Box<dyn Engine>> {
        match self {
            EngineKind::Auto => Some(Box::new(auto::Auto)),
            EngineKind::Fq => Some(Box::new(papers::Fq)),
            EngineKind::Km => Some(Box::new(papers::Km)),
            EngineKind::Janota => Some(Box::new(janota::Janota)),
            EngineKind::Wei => Some(Box::new(wei::Wei)),
            EngineKind::Bohne | EngineKind::Off => None,
        }
    }
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for EngineKind {
    type Err = String;

    fn from_str(text: &str) -> Result<EngineKind, String> {
        let known = EngineKind::ALL.into_iter().find(|k| k.name() == text);
        known.ok_or_else(|| {
            let names: Vec<&str> = EngineKind::ALL.iter().map(|k| k.name()).collect();
            format!("no engine `{text}`; there are {}", names.join(", "))
        })
    }
}
