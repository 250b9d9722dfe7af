//! What is known of the subroutines of a routine while it is lowered.

use abide_base::Span;
use abide_ir::{Block, SubroutineCall};
use abide_logic::{Term, Var};
use std::collections::BTreeMap;

/// The subroutines of a routine.
#[derive(Default)]
pub(in crate::lower) struct Subroutines {
    /// What could be lowered, by name; the others are under way, or cannot.
    pub(super) code: BTreeMap<String, Option<Code>>,
    pub(super) calls: BTreeMap<Var, SubroutineCall>,
    pub(super) size: usize,
}

/// The code of one, as it is lowered inside of a routine.
pub(super) struct Code {
    pub(super) span: Span,
    pub(super) params: Vec<Var>,
    pub(super) body: Block,
    pub(super) results: Vec<Term>,
}
