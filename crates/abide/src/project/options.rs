//! The file of a project, as words of the command line.

use super::file::{Override, Project, seen_from};
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

/// The key of options that only some files have.
pub const OVERRIDE: &str = "override";

/// What the file says, by key.
pub struct Options {
    paths: Vec<PathBuf>,
    options: BTreeMap<String, Value>,
    /// What some files have, by patterns of their paths.
    overrides: Vec<(Vec<String>, BTreeMap<String, Value>)>,
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

/// Options that are the same for all files of a run.
const OF_ALL: [&str; 27] = [
    "baseline",
    "changed",
    "color",
    "compile-commands",
    "confirm",
    "context",
    "contracts",
    "deny",
    "drawings",
    "emit-test",
    "exclude",
    "expected",
    "format",
    "in-process",
    "jobs",
    "language",
    "method",
    "no-cache",
    "output",
    "peers",
    "queue",
    "quiet",
    "recheck",
    "specs",
    "stats",
    "strict",
    "write-baseline",
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

/// The options that some files may have by themselves.
pub fn known_of_some(all: &Command) -> BTreeMap<String, &Arg> {
    let mut known = known(all);
    known.retain(|key, _| !OF_ALL.contains(&key.as_str()) && key != "witness");
    known
}

impl Options {
    /// Reads the file. Says what is wrong with it.
    pub fn parse(text: &str, all: &Command) -> Result<Options, String> {
        let mut table: Table = text.parse().map_err(|e: toml::de::Error| e.to_string())?;
        let paths = match table.remove(PATHS) {
            Some(value) => texts(PATHS, &value)?.into_iter().map(PathBuf::from).collect(),
            None => Vec::new(),
        };
        let overrides = match table.remove(OVERRIDE) {
            Some(Value::Array(all_of_them)) => all_of_them
                .into_iter()
                .map(|one| part(one, all))
                .collect::<Result<Vec<_>, String>>()?,
            Some(_) => return Err(format!("`{OVERRIDE}` is a list of tables: write `[[{OVERRIDE}]]`")),
            None => Vec::new(),
        };
        are_known(&table, &known(all))?;
        Ok(Options {
            paths,
            options: table.into_iter().collect(),
            overrides,
        })
    }

    /// What it says of a command, where paths are seen from its folder.
    pub fn project(&self, command: &Command, folder: &Path) -> Result<Project, String> {
        let part = |(patterns, options): &(Vec<String>, BTreeMap<String, Value>)| {
            Ok(Override {
                patterns: patterns.iter().flat_map(|pattern| whole(pattern, folder)).collect(),
                words: words_for(command, options, folder)?,
            })
        };
        Ok(Project {
            words: words_for(command, &self.options, folder)?,
            overrides: self.overrides.iter().map(part).collect::<Result<_, String>>()?,
            with_paths: Vec::new(),
            paths: self.paths.iter().map(|path| seen_from(folder, path)).collect(),
        })
    }
}

/// Says which of some keys is no option.
fn are_known(table: &Table, known: &BTreeMap<String, &Arg>) -> Result<(), String> {
    match table.keys().find(|name| !known.contains_key(*name)) {
        None => Ok(()),
        Some(name) => {
            let names = known.keys().map(String::as_str).chain([PATHS]);
            let like = suggest(name, names).map(|like| format!("; is `{like}` meant?"));
            Err(format!("there is no option `{name}`{}", like.unwrap_or_default()))
        }
    }
}

/// What some files have.
fn part(value: Value, all: &Command) -> Result<(Vec<String>, BTreeMap<String, Value>), String> {
    let Value::Table(mut table) = value else {
        return Err(format!("`{OVERRIDE}` is a list of tables: write `[[{OVERRIDE}]]`"));
    };
    let Some(paths) = table.remove(PATHS) else {
        return Err(format!(
            "`{OVERRIDE}` needs `{PATHS}`: patterns of the files that it is about"
        ));
    };
    if let Some(name) = table.keys().find(|key| OF_ALL.contains(&key.as_str())) {
        return Err(format!(
            "`{name}` is the same for all files, and cannot be in `{OVERRIDE}`"
        ));
    }
    are_known(&table, &known_of_some(all))?;
    Ok((texts(PATHS, &paths)?, table.into_iter().collect()))
}

/// A pattern, and that of what is below it if it is a folder.
fn whole(pattern: &str, folder: &Path) -> [String; 2] {
    let whole = match pattern.starts_with("**") {
        true => pattern.to_string(),
        false => seen_from(folder, pattern).display().to_string(),
    };
    let below = format!("{}/**", whole.trim_end_matches('/'));
    [whole, below]
}

/// The words of a command for some options.
fn words_for(command: &Command, options: &BTreeMap<String, Value>, folder: &Path) -> Result<Vec<OsString>, String> {
    let mut words = Vec::new();
    for arg in command.get_arguments().filter(|arg| !arg.is_positional()) {
        let key = key(arg);
        if let Some(value) = options.get(&key) {
            words.extend(words_of(arg, &key, value, folder)?);
        }
    }
    Ok(words)
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
