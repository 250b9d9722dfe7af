//! Finding solver programs, and saying what was looked for.

use crate::Dialect;
use abide_prover::ProverError;
use std::env;
use std::path::{Path, PathBuf};

/// The folders to look in: those given, then those of the `PATH`, each once.
pub(crate) fn places(folders: &[PathBuf]) -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = Vec::new();
    for folder in folders.iter().cloned().chain(env::split_paths(&path)) {
        if !folder.as_os_str().is_empty() && !places.contains(&folder) {
            places.push(folder);
        }
    }
    places
}

/// The files of these names, place by place.
pub(crate) fn programs(names: &[&str], places: &[PathBuf]) -> Vec<PathBuf> {
    let file = |name: &&str| format!("{name}{}", env::consts::EXE_SUFFIX);
    places
        .iter()
        .flat_map(|place| names.iter().map(move |n| place.join(file(n))))
        .filter(|p| runnable(p))
        .collect()
}

#[cfg(unix)]
fn runnable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn runnable(path: &Path) -> bool {
    path.is_file()
}

/// The error for a solver that is nowhere, or nowhere good: `tried` says what was wrong.
pub(crate) fn missing(dialect: &Dialect, places: &[PathBuf], tried: &[String]) -> ProverError {
    let programs: Vec<String> = dialect.programs.iter().map(|p| format!("`{p}`")).collect();
    let mut message = format!(
        "the solver {} was not found; looked for {} in:",
        dialect.name,
        programs.join(", ")
    );
    places
        .iter()
        .for_each(|place| message.push_str(&format!("\n  {}", place.display())));
    if !tried.is_empty() {
        message.push_str("\ntried, to no avail:");
        tried.iter().for_each(|line| message.push_str(&format!("\n  {line}")));
    }
    ProverError {
        message,
        help: Some(dialect.install.to_string()),
    }
}

/// The words of a command line, parted by blanks; `'…'` and `"…"` keep blanks.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_words_together() {
        assert_eq!(words("cvc5  --incremental"), ["cvc5", "--incremental"]);
        assert_eq!(words("'/a b/z3' \"\" -in"), ["/a b/z3", "", "-in"]);
        assert!(words("  ").is_empty());
    }

    #[test]
    fn the_error_lists_places_and_remedy() {
        let z3 = Dialect::named("z3").unwrap();
        let error = missing(z3, &[PathBuf::from("/here"), PathBuf::from("/there")], &[]);
        assert!(
            error.message.contains("`z3`") && error.message.contains("/here\n") && error.message.contains("/there")
        );
        assert!(error.help.unwrap().contains("pip install z3-solver"));
    }
}
