//! A failure: a state, and the check that fails from it.

use crate::lower::Shape;
use crate::syntax::ast;
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::{Value, Var};
use std::collections::BTreeMap;

/// A state: the values of a routine's inputs.
pub type Values = BTreeMap<Var, Value>;

/// A name, and the variable and type of what is shown for it.
pub type Root<'a> = (String, &'a Var, &'a str);

/// A check that fails from a state.
pub struct Failure<'a> {
    /// The source.
    pub text: &'a str,
    /// The source as a tree.
    pub unit: &'a ast::Unit,
    /// The method.
    pub shape: &'a Shape,
    /// What it is called with.
    pub state: &'a Values,
    /// What goes wrong.
    pub kind: CheckKind,
    /// Where.
    pub span: Span,
    /// The place that makes the demand, if it is another.
    pub demanded: Option<Span>,
}
