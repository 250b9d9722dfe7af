//! The switches of the analysis.

use super::context::Kappa;
use super::post::Method;

/// The switches of the analysis; the default is all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Split heaps on singletons and on predicates of the state.
    pub split: bool,
    /// Clean heaps of what a command's guard excludes.
    pub clean: bool,
    /// Assume before a command what all heaps of its place have in common.
    pub context: bool,
    /// Instantiate this context at the named objects, instead of leaving it to the prover.
    pub instantiate: bool,
    /// Literals of the cubes asked about.
    pub cube_length: usize,
    /// How posts are computed.
    pub post: Method,
    /// Carry preconditions through loops first.
    pub propagate_pre: bool,
    /// Look for predicates in checks that stay open.
    pub refine: bool,
    /// Abstract at the return too.
    pub abstract_final: bool,
    /// Remember entailments.
    pub cache: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            split: true,
            clean: true,
            context: true,
            instantiate: true,
            cube_length: 2,
            post: Method::Cartesian,
            propagate_pre: true,
            refine: true,
            abstract_final: false,
            cache: true,
        }
    }
}

impl Options {
    /// How the context is handed to the prover.
    pub(super) fn kappa(&self) -> Kappa {
        match (self.context, self.instantiate) {
            (false, _) => Kappa::Nothing,
            (true, true) => Kappa::Names,
            (true, false) => Kappa::Every,
        }
    }
}
