//! Projects: the file `abide.toml`, and what is found out where there is none.
//!
//! Each key of the file is an option of the command line, and is turned into words of it ([`options`]); what stands on the
//! command line itself comes later, and wins. [`layout`] knows where common build tools keep sources, [`schema`] tells
//! editors what may be in the file, and `abide init` writes one ([`init`]).

mod file;
mod init;
mod layout;
mod options;
mod schema;

pub use init::init;
pub use options::PATHS;

use file::NAME;
pub use file::{Override, Project};
use options::Options;
use std::path::{Path, PathBuf};

/// The project of the current folder, for a command with these options. Says what is wrong with its file.
pub fn load(command: &clap::Command, all: &clap::Command) -> Result<Project, String> {
    let here = PathBuf::from(".");
    let Some(file) = find(&here) else {
        return Ok(layout::of(&here).project(command));
    };
    let wrong = |why: String| format!("{}: {why}", abide_base::shown(&file));
    let text = std::fs::read_to_string(&file).map_err(|e| wrong(e.to_string()))?;
    let folder = file.parent().unwrap_or(&here);
    let options = Options::parse(&text, all).map_err(wrong)?;
    options.project(command, folder).map_err(wrong)
}

/// May the options of a command be in the file?
pub fn reads(command: &str) -> bool {
    options::COMMANDS.contains(&command)
}

/// The file, in this folder or the next one above that has one.
fn find(folder: &Path) -> Option<PathBuf> {
    // names stay short where the file is near
    let whole = std::path::absolute(folder).ok()?;
    let above = whole.ancestors().skip(1).map(|folder| folder.join(NAME));
    std::iter::once(folder.join(NAME))
        .chain(above)
        .find(|path| path.is_file())
}
