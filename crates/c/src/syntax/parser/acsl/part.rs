//! What an annotation consists of.

use crate::syntax::ast::{AssertKind, Contract, Item, LoopSpec, Name, Stmt};
use abide_base::Span;

/// Where an annotation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At file scope.
    TopLevel,
    /// Between statements.
    Body,
}

/// A part of an annotation.
#[derive(Clone, Debug)]
pub enum Part {
    /// A contract of the function or statement that follows.
    Contract(Contract),
    /// Clauses of the loop that follows, `block` left empty; also `/*% loop predicate …; skolem …; */`.
    Loop(LoopSpec),
    /// `assert`, `check`, `admit`, ghost code.
    Stmts(Vec<Stmt>),
    /// At file scope: logic declarations and ghost variables.
    Items(Vec<Item>),
}

/// What stands in front of a clause: `for a, b:` and `check` or `admit`.
#[derive(Clone, Debug)]
pub(super) struct Prefix {
    pub(super) behaviors: Vec<Name>,
    pub(super) kind: AssertKind,
    /// Where the clause begins.
    pub(super) start: Span,
}
