//! Paths by which files are told apart.

use std::fs;
use std::path::{Path, PathBuf, absolute};

/// One path for each file, however it was named.
pub fn canonical(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// A path that does not depend on where one is.
pub fn whole(from: &Path, path: &Path) -> PathBuf {
    let joined = from.join(path);
    absolute(&joined).unwrap_or(joined)
}
