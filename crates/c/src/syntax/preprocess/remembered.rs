//! What the compiler has made of texts. A file is read several times on the way to its proof, each time as it was given or
//! with the same annotations in it, and the compiler takes longer than everything else that reading needs.

use crate::types::DataModel;
use abide_base::{Diagnostic, FileId, Span};
use std::collections::VecDeque;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// What the compiler makes of the text.
#[derive(Clone)]
pub(in crate::syntax) struct Preprocessed {
    /// Its output.
    pub text: String,
    /// What had to be done without.
    pub warnings: Vec<Diagnostic>,
    /// Headers that were not there, by the place of their `#include`.
    pub missing: Vec<(Span, String)>,
    /// Headers that were.
    pub headers: Vec<PathBuf>,
}

/// Outputs that are kept.
const KEPT: usize = 4;

/// Outputs of the compiler, as long as the headers stay what they are: those who read the same texts
/// in one run share them.
#[derive(Clone, Default)]
pub struct Remembered(Arc<Mutex<VecDeque<(Source, Preprocessed)>>>);

/// What an output depends on, besides the headers.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Source {
    pub file: FileId,
    pub path: PathBuf,
    pub text: String,
    pub model: DataModel,
    pub flags: Arc<[String]>,
}

impl Remembered {
    pub(super) fn find(&self, source: &Source) -> Option<Preprocessed> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|(known, _)| known == source);
        found.map(|(_, output)| output.clone())
    }

    pub(super) fn keep(&self, source: Source, output: &Preprocessed) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.truncate(KEPT - 1);
        kept.push_front((source, output.clone()));
    }
}

impl fmt::Debug for Remembered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Remembered")
    }
}
