//! Options of reading files.

use super::ast::Contracted;
use super::preprocess::Remembered;
use crate::types::DataModel;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::sync::Arc;

/// How files are read, before they are understood.
#[derive(Clone, Debug)]
pub struct Setup {
    /// How large integers are where headers ask.
    pub model: DataModel,
    /// Further flags for the preprocessor: `-I`, `-D`, `-U`, `-include` and their like.
    pub flags: Arc<[String]>,
    /// How long the preprocessor may work: macros can expand to any length.
    pub seconds: u64,
    /// Preconditions that functions are given which have no contract.
    pub granted: Arc<Granted>,
    /// What functions ensure which have no contract.
    pub summaries: Arc<Granted>,
    /// What the compiler has made of texts that were read before.
    pub preprocessed: Remembered,
    /// The files beside it, if they matter.
    pub others: Option<Arc<dyn Others>>,
}

/// Files that are read beside one.
pub trait Others: Debug + Send + Sync {
    /// Does one of them define it?
    fn defines(&self, name: &str) -> bool;

    /// The contracts that they have for a function.
    fn contracts(&self, function: &str) -> BTreeSet<Contracted>;
}

/// Seconds that the preprocessor may work where nobody says how many.
pub const PREPROCESSING: u64 = 20;

impl Default for Setup {
    fn default() -> Setup {
        DataModel::default().into()
    }
}

/// Clauses by the name of the function: each an annotation with one `requires` or `ensures`.
pub type Granted = BTreeMap<String, Vec<String>>;

impl From<DataModel> for Setup {
    fn from(model: DataModel) -> Setup {
        Setup {
            model,
            flags: Arc::default(),
            seconds: PREPROCESSING,
            granted: Arc::default(),
            summaries: Arc::default(),
            preprocessed: Remembered::default(),
            others: None,
        }
    }
}
