//! The file of a project, as words of the command line.

use super::file::{Project, seen_from};
use abide_base::suggest;
use clap::{Arg, ArgAction, Command, ValueHint};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The key of what is looked at.
pub const PATHS: &str = "paths";

/// The key of patterns.
const EXCLUDE: &str = "exclude";

/// What the file says, by key.
pub struct Options {
    paths: Vec<PathBuf>,
    options: BTreeMap<String, Value>,
}

/// How an option is called in the file.
pub fn key(arg: &Arg) -> String {
    arg.get_id().as_str().replace('_', "-")
}

/// Options that are of one run, and not of a project.
const OF_A_RUN: [&str; 8] = [
    "help",
    "help-all",
    "version",
    "write",
    "diff",
    "schema",
    "port",
    "no-browser",
];

/// Commands whose options may be in the file.
pub const COMMANDS: [&str; 9] = [
    "verify", "check", "infer", "explain", "bench", "coverage", "watch", "lsp", "serve",
];

/// The options that the file may have: those of any command that looks at sources.
pub fn known(all: &Command) -> BTreeMap<String, &Arg> {
    let commands = all.get_subcommands().filter(|c| COMMANDS.contains(&c.get_name()));
    let args = commands.flat_map(Command::get_arguments);
    let named = args.filter(|arg| !arg.is_positional()).map(|arg| (key(arg), arg));
    named.filter(|(key, _)| !OF_A_RUN.contains(&key.as_str())).collect()
}

impl Options {
    /// Reads the file. Says what is wrong with it.
    pub fn parse(text: &str, all: &Command) -> Result<Options, String> {
        let mut table: Table = text.parse().map_err(|e: toml::de::Error| e.to_string())?;
        let paths = match table.remove(PATHS) {
            Some(value) => texts(PATHS, &value)?.into_iter().map(PathBuf::from).collect(),
            None => Vec::new(),
        };
        let known = known(all);
        for name in table.keys() {
            if !known.contains_key(name) {
                let names = known.keys().map(String::as_str).chain([PATHS]);
                let like = suggest(name, names).map(|like| format!("; is `{like}` meant?"));
                return Err(format!("there is no option `{name}`{}", like.unwrap_or_default()));
            }
        }
        Ok(Options {
            paths,
            options: table.into_iter().collect(),
        })
    }

    /// What it says of a command, where paths are seen from its folder.
    pub fn project(&self, command: &Command, folder: &Path) -> Result<Project, String> {
        let mut words = Vec::new();
        for arg in command.get_arguments().filter(|arg| !arg.is_positional()) {
            let key = key(arg);
            if let Some(value) = self.options.get(&key) {
                words.extend(words_of(arg, &key, value, folder)?);
            }
        }
        Ok(Project {
            words,
            with_paths: Vec::new(),
            paths: self.paths.iter().map(|path| seen_from(folder, path)).collect(),
        })
    }
}

fn words_of(arg: &Arg, key: &str, value: &Value, folder: &Path) -> Result<Vec<OsString>, String> {
    let word = |text: Option<&str>| {
        let mut word = match (arg.get_long(), arg.get_short()) {
            (Some(long), _) => OsString::from(format!("--{long}")),
            (None, short) => OsString::from(format!("-{}", short.unwrap_or_default())),
        };
        if let Some(text) = text {
            if arg.get_long().is_some() {
                word.push("=");
            }
            let is_path = arg.get_value_hint() == ValueHint::AnyPath;
            match is_path || key == EXCLUDE && !text.starts_with("**") {
                true => word.push(seen_from(folder, text)),
                false => word.push(text),
            }
        }
        word
    };
    match (arg.get_action(), value) {
        (ArgAction::SetTrue, Value::Boolean(true)) => Ok(vec![word(None)]),
        (ArgAction::SetTrue, Value::Boolean(false)) => Ok(Vec::new()),
        (ArgAction::SetTrue, _) => Err(format!("`{key}` is true or false")),
        (ArgAction::Append, value) => {
            let all = texts(key, value)?;
            Ok(all.iter().map(|text| word(Some(text))).collect())
        }
        (_, value) => Ok(vec![word(Some(&text(key, value)?))]),
    }
}

fn text(key: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        _ => Err(format!("`{key}` is a text or a number")),
    }
}

fn texts(key: &str, value: &Value) -> Result<Vec<String>, String> {
    match value {
        Value::Array(all) => all.iter().map(|value| text(key, value)).collect(),
        _ => Err(format!("`{key}` is a list")),
    }
}
