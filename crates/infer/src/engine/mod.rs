//! Engines: in which order sources are asked, and what is made of their proposals.
//!
//! An [`Engine`] works at a [`Workbench`], which holds what is known so far: facts that are
//! inductive together, the checks still open, states of concrete runs. It goes from cheap to
//! expensive and stops when everything is decided or the budget is used up; what is on the bench
//! is a sound result at any time. There is an engine for each of the papers Abide builds on, one that
//! asks a solver of Horn clauses, and `auto`, which uses whatever helps.
//!
//! To add an engine: write the file, implement the trait, name it in [`EngineKind`] and [`build`].

mod auto;
mod clauses;
mod config;
mod conjunctive;
mod janota;
mod missing;
mod papers;
mod paths;
mod relevance;
mod review;
mod spacer;
mod wei;
mod workbench;

pub use config::{Config, EngineKind};
pub use missing::Missing;
pub use workbench::{Case, Discovery, Engine, Found, Workbench};

/// The engine, if it is one that works at the bench.
pub fn build(kind: EngineKind) -> Option<Box<dyn Engine>> {
    match kind {
        EngineKind::Auto => Some(Box::new(auto::Auto)),
        EngineKind::Fq => Some(Box::new(papers::Fq)),
        EngineKind::Km => Some(Box::new(papers::Km)),
        EngineKind::Houdini => Some(Box::new(papers::Houdini)),
        EngineKind::Janota => Some(Box::new(janota::Janota)),
        EngineKind::Wei => Some(Box::new(wei::Wei)),
        EngineKind::Spacer => Some(Box::new(spacer::Spacer)),
        EngineKind::Bohne | EngineKind::Off => None,
    }
}
