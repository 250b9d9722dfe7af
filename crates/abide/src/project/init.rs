//! `abide init`: writes the file of a project.

use super::file::NAME;
use super::layout::{self, Layout};
use super::schema;
use crate::output::{print, say};
use crate::status::Status;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes the file for the current folder, or prints the schema of such files.
pub fn init(all: &clap::Command, wants_schema: bool) -> Status {
    if wants_schema {
        return print(&format!("{:#}\n", schema::schema(all)));
    }
    let text = file(&layout::of(Path::new(".")));
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(NAME)
        .and_then(|mut file| file.write_all(text.as_bytes()));
    match written {
        Ok(()) => {
            say(&format!("{NAME} was written"));
            Status::Proved
        }
        Err(e) => {
            say(&format!("error: {NAME} cannot be written: {e}"));
            Status::Bad
        }
    }
}

/// The file for a layout.
fn file(layout: &Layout) -> String {
    let list = |paths: &[PathBuf]| {
        let all: Vec<toml::Value> = paths.iter().map(|p| p.display().to_string().into()).collect();
        toml::Value::Array(all).to_string()
    };
    let here = [PathBuf::from(".")];
    let paths = if layout.paths.is_empty() {
        &here[..]
    } else {
        &layout.paths
    };
    let mut text = format!(
        "# A project that Abide verifies: each key is an option of the command line, without its dashes.\n\n\
         # what is looked at if the command line names nothing\n\
         paths = {}\n",
        list(paths)
    );
    if let Some(database) = &layout.compile_commands {
        let name = toml::Value::String(database.display().to_string());
        text.push_str(&format!("\ncompile-commands = {name}\n"));
    }
    text.push_str(
        "\n# patterns of files that are left out\n\
         # exclude = [\"**/generated/**\"]\n\
         # sources that are known and not verified, contracts of libraries, folders of headers\n\
         # context = []\n\
         # specs = []\n\
         # include = []\n\
         # seconds for one routine\n\
         # timeout = 60\n",
    );
    text
}
