//! From the tree that tree-sitter makes to ours.
//!
//! Where the text is not Java, tree-sitter's tree has error nodes and nodes without text. They
//! have been complained about; here, whatever is missing becomes an unknown expression or
//! statement, and the rest is converted as if nothing had happened.
//!
//! * `converter`: places, names, types, modifiers.
//! * `declarations`, `statements`, `expressions`: one per level of the grammar;
//!   `loops`, `switch_and_try`: the larger statements.
//! * `casts`: sums that tree-sitter takes for casts.
//! * `hidden`: classes and lambdas in bodies, and what a class has without writing it.

mod casts;
mod converter;
mod declarations;
mod expressions;
mod lifting;
mod loops;
mod statements;
mod switch_and_try;

pub(super) use casts::is_false_cast;
pub(super) use converter::Converter;
