//! What a project says.

use std::ffi::OsString;
use std::path::PathBuf;

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
}
