//! Flags for the preprocessor of C, from the command line and from a compilation database.

use crate::args::Reading;
use crate::paths::{canonical, whole};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Flags for the preprocessor.
#[derive(Clone, Debug, Default)]
pub struct Flags {
    /// Of every file.
    common: Vec<String>,
    /// Of some, by their whole paths.
    own: BTreeMap<PathBuf, Vec<String>>,
}

/// One entry of a database.
#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    command: Option<String>,
    #[serde(default)]
    arguments: Option<Vec<String>>,
}

impl Flags {
    /// By the options. Says what is wrong with the database.
    pub fn new(reading: &Reading) -> Result<Flags, String> {
        let here = PathBuf::from(".");
        let mut common: Vec<String> = Vec::new();
        // a header with contracts stands for that of the library
        common.extend(
            reading
                .specs
                .iter()
                .chain(&reading.include)
                .map(|folder| format!("-I{}", whole(&here, folder).display())),
        );
        common.extend(reading.define.iter().map(|name| format!("-D{name}")));
        let mut flags = Flags {
            common,
            own: BTreeMap::new(),
        };
        if let Some(path) = &reading.compile_commands {
            let wrong = |why: String| format!("{} is not a compilation database: {why}", path.display());
            let text = fs::read_to_string(path).map_err(|e| wrong(e.to_string()))?;
            // JSON is YAML
            let entries: Vec<Entry> = serde_saphyr::from_str(&text).map_err(|e| wrong(e.to_string()))?;
            for entry in entries {
                let words = entry
                    .arguments
                    .unwrap_or_else(|| split(&entry.command.unwrap_or_default()));
                let file = canonical(&whole(&entry.directory, &entry.file));
                flags
                    .own
                    .entry(file)
                    .or_insert_with(|| chosen(&words, &entry.directory));
            }
        }
        Ok(flags)
    }

    /// Those of a file.
    pub fn of(&self, path: &Path) -> Arc<[String]> {
        let own = self.own.get(&canonical(path)).into_iter().flatten();
        own.chain(&self.common).cloned().collect()
    }
}

/// The words of a call of the compiler that matter to the preprocessor, with whole paths.
fn chosen(words: &[String], directory: &Path) -> Vec<String> {
    let folders = ["-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros"];
    let mut found = Vec::new();
    let mut rest = words.iter().skip(1);
    while let Some(word) = rest.next() {
        if let Some(flag) = folders.iter().find(|flag| word.starts_with(**flag)) {
            let joined = Some(word[flag.len()..].to_string()).filter(|path| !path.is_empty());
            if let Some(path) = joined.or_else(|| rest.next().cloned()) {
                let path = whole(directory, Path::new(&path)).display().to_string();
                found.extend([(*flag).to_string(), path]);
            }
        } else if word == "-D" || word == "-U" {
            found.extend(rest.next().map(|name| format!("{word}{name}")));
        } else if word.starts_with("-D") || word.starts_with("-U") || word.starts_with("-std=") {
            found.push(word.clone());
        }
    }
    found
}

/// A command as a shell takes it apart: quotes and backslashes.
fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut open, mut quote) = (String::new(), false, None);
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, ' ' | '\t' | '\n') => {
                if std::mem::take(&mut open) {
                    words.push(std::mem::take(&mut word));
                }
                continue;
            }
            (None, '\'' | '"') => quote = Some(c),
            (Some(q), c) if q == c => quote = None,
            (None | Some('"'), '\\') => word.extend(chars.next()),
            _ => word.push(c),
        }
        open = true;
    }
    if open {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_taken_apart() {
        let words = split(r#"cc -DN=\"a\" -I 'b c' "-DX=1 2" f.c"#);
        assert_eq!(words, ["cc", "-DN=\"a\"", "-I", "b c", "-DX=1 2", "f.c"]);
        let kept = chosen(&words, Path::new("/d"));
        assert_eq!(kept, ["-DN=\"a\"", "-I", "/d/b c", "-DX=1 2"]);
    }
}
