//! Options of reading files.

use crate::types::DataModel;
use std::sync::Arc;

/// How files are read, before they are understood.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// How large integers are where headers ask.
    pub model: DataModel,
    /// Further flags for the preprocessor: `-I`, `-D`, `-U`, `-include` and their like.
    pub flags: Arc<[String]>,
}

impl From<DataModel> for Setup {
    fn from(model: DataModel) -> Setup {
        Setup {
            model,
            flags: Arc::default(),
        }
    }
}
