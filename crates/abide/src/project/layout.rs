//! Where build tools keep sources.

use super::file::{Project, seen_from};
use super::options::key;
use clap::Command;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// What was found in a folder.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Where sources are that are verified.
    pub paths: Vec<PathBuf>,
    /// A compilation database.
    pub compile_commands: Option<PathBuf>,
}

/// Files by which Maven and Gradle know a project.
const JAVA: [&str; 5] = [
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "settings.gradle",
    "settings.gradle.kts",
];

/// Where these keep sources.
const SOURCES: &str = "src/main/java";

/// Where compilation databases are.
const DATABASES: [&str; 2] = ["compile_commands.json", "build/compile_commands.json"];

/// Modules of modules are looked at as deep as this.
const DEPTH: usize = 3;

/// The layout of a folder.
pub fn of(folder: &Path) -> Layout {
    let mut found = Layout::default();
    modules(folder, DEPTH, &mut found.paths);
    found.paths.sort();
    found.compile_commands = DATABASES
        .iter()
        .map(|name| seen_from(folder, name))
        .find(|p| p.is_file());
    if found.compile_commands.is_some() {
        let sources = ["src", "lib", "source"].map(|name| seen_from(folder, name));
        let there: Vec<PathBuf> = sources.into_iter().filter(|p| p.is_dir()).collect();
        match there.is_empty() {
            true => found.paths.push(folder.to_owned()),
            false => found.paths.extend(there),
        }
    }
    found
}

/// The sources of a module and of those in its folders.
fn modules(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    if !JAVA.iter().any(|name| folder.join(name).is_file()) {
        return;
    }
    let sources = seen_from(folder, SOURCES);
    found.extend(sources.is_dir().then_some(sources));
    if depth == 0 {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|t| t.is_dir()) {
            modules(&seen_from(folder, entry.file_name()), depth - 1, found);
        }
    }
}

impl Layout {
    /// What it says of a command. The database belongs to the paths that are found with it.
    pub fn project(self, command: &Command) -> Project {
        let takes = command.get_arguments().any(|arg| key(arg) == "compile-commands");
        let database = self.compile_commands.filter(|_| takes);
        Project {
            words: Vec::new(),
            overrides: Vec::new(),
            with_paths: database
                .map(|path| {
                    let mut word = OsString::from("--compile-commands=");
                    word.push(path);
                    word
                })
                .into_iter()
                .collect(),
            paths: self.paths,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_and_databases_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        assert_eq!(of(folder.path()), Layout::default());
        for name in ["src/main/java", "core/src/main/java", "other/src/main/java", "build"] {
            fs::create_dir_all(at(name)).unwrap();
        }
        fs::write(at("pom.xml"), "").unwrap();
        fs::write(at("core/build.gradle.kts"), "").unwrap();
        let java = [at("core/src/main/java"), at("src/main/java")];
        assert_eq!(of(folder.path()).paths, java);
        fs::write(at("build/compile_commands.json"), "[]").unwrap();
        let both = of(folder.path());
        assert_eq!(both.compile_commands, Some(at("build/compile_commands.json")));
        assert_eq!(both.paths, [&java[..], &[at("src")]].concat());
    }
}
