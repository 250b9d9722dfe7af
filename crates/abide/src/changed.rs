//! Which files have changed since a revision, by git.
//!
//! A file that speaks of what another one defines, or names that file, is taken with it: what is proved of it may rest on
//! what has changed.

use crate::files::Input;
use crate::paths::canonical;
use abide_base::{FileId, shown};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files that changed or may be affected, and the others.
pub fn split(files: Vec<Input>, revision: &str) -> Result<(Vec<Input>, Vec<Input>), String> {
    let changed = changed(revision)?;
    for file in &files {
        if !canonical(file.source.path()).starts_with(&changed.root) {
            let path = shown(file.source.path());
            return Err(format!(
                "{path} is not in the repository, so nothing is known of its changes"
            ));
        }
    }
    let is_changed = |file: &Input| changed.files.contains(&canonical(file.source.path()));
    let defined: BTreeSet<String> = files.iter().filter(|f| is_changed(f)).flat_map(defined).collect();
    let named: Vec<&str> = changed.files.iter().filter_map(|f| f.file_name()?.to_str()).collect();
    let is_affected = |file: &Input| {
        let text = file.source.text();
        named.iter().any(|name| text.contains(name)) || identifiers(text).any(|word| defined.contains(word))
    };
    Ok(files.into_iter().partition(|f| is_changed(f) || is_affected(f)))
}

/// The names that a file defines for others, or has contracts for.
fn defined(file: &Input) -> BTreeSet<String> {
    let interface = file.language.interface(FileId(0), file.source.text());
    let mut names = interface.defines;
    names.extend(interface.contracts.into_keys());
    if file.language.name() == "java" {
        // the class that the file is named after
        names.extend(file.source.path().file_stem().and_then(OsStr::to_str).map(String::from));
    }
    names
}

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
}

struct Changed {
    /// The folder of the repository.
    root: PathBuf,
    /// What differs, and what is gone.
    files: BTreeSet<PathBuf>,
}

/// What differs from where the revision and this branch parted, in the working tree, and what git does not know yet.
fn changed(revision: &str) -> Result<Changed, String> {
    let top = git(&["rev-parse", "--show-toplevel"])?;
    let root = canonical(Path::new(top.trim_end_matches('\n')));
    let differ = git(&[
        "diff",
        "--name-only",
        "-z",
        "--no-renames",
        "--merge-base",
        "--end-of-options",
        revision,
        "--",
    ])?;
    let top = root.to_string_lossy();
    let fresh = git(&["-C", &top, "ls-files", "--others", "--exclude-standard", "-z"])?;
    let names = differ.split('\0').chain(fresh.split('\0')).filter(|n| !n.is_empty());
    let files = names.map(|name| canonical(&root.join(name))).collect();
    Ok(Changed {
        root: root.clone(),
        files,
    })
}

fn git(words: &[&str]) -> Result<String, String> {
    let output = Command::new("git")
        .args(words)
        .output()
        .map_err(|e| format!("git cannot be run: {e}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(format!("git does not tell what has changed: {}", said.trim()))
        }
    }
}
