//! Files that other files may speak of.

use crate::syntax::ast;
use abide_base::FileId;
use std::collections::HashSet;

/// A file that others may speak of.
#[derive(Clone, Debug)]
pub(crate) struct Neighbour {
    pub file: FileId,
    pub unit: ast::Unit,
    pub words: HashSet<String>,
}

/// The words of a text.
pub(crate) fn words(text: &str) -> HashSet<String> {
    let parts = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
    parts.filter(|w| !w.is_empty()).map(str::to_string).collect()
}
