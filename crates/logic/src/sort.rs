//! Sorts of terms.

use std::fmt;
use std::sync::Arc;

/// The sort of a term.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Mathematical integers.
    Int,
    /// References to objects, `null` among them.
    Ref,
    /// Floating-point numbers.
    Float,
    /// Total maps from the first sort to the second.
    Map(Arc<(Sort, Sort)>),
}

impl Sort {
    /// The sort of total maps from `key` to `value`.
    pub fn map(key: Sort, value: Sort) -> Sort {
        Sort::Map(Arc::new((key, value)))
    }

    /// Key and value sort of a map sort.
    pub fn as_map(&self) -> Option<(&Sort, &Sort)> {
        match self {
            Sort::Map(kv) => Some((&kv.0, &kv.1)),
            _ => None,
        }
    }
}

/// `int`, `bool`, `ref`, `map<int, bool>`: as the `.gcl` language writes them.
impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("bool"),
            Sort::Int => f.write_str("int"),
            Sort::Ref => f.write_str("ref"),
            Sort::Float => f.write_str("double"),
            Sort::Map(kv) => write!(f, "map<{}, {}>", kv.0, kv.1),
        }
    }
}
