//! What a project says.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// How the file is called.
pub const NAME: &str = "abide.toml";

/// What a project says of one command.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Project {
    /// Options, as words of the command line.
    pub words: Vec<OsString>,
    /// What is looked at if the command line names nothing.
    pub paths: Vec<PathBuf>,
    /// Further options if so.
    pub with_paths: Vec<OsString>,
    /// Options of some files.
    pub overrides: Vec<Override>,
}

/// Options of some files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Override {
    /// Patterns of these files.
    pub patterns: Vec<String>,
    /// The options, as words of the command line.
    pub words: Vec<OsString>,
}

/// A path in a folder; in the current one it stays short.
pub fn seen_from(folder: &Path, path: impl AsRef<Path>) -> PathBuf {
    match folder == Path::new(".") {
        true => path.as_ref().to_owned(),
        false => folder.join(path),
    }
}
