//! Files that never reached the verifier.

use abide_base::Diagnostic;
use std::path::PathBuf;

/// A file that could not be read.
#[derive(Clone, Debug)]
pub struct Unread {
    /// Its path.
    pub path: PathBuf,
    /// What is wrong with it; without a place, as there is no text.
    pub diagnostic: Diagnostic,
}
