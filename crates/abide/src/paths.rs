//! Paths by which files are told apart.

use std::fs;
use std::path::{Path, PathBuf, absolute};

/// One path for each file, however it was named.
pub fn canonical(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// A path that does not depend on where one is.
pub fn whole(from: &Path, path: &Path) -> PathBuf {
    let joined = from.join(path);
    absolute(&joined).unwrap_or(joined)
}

/// A place as `PATH`, `PATH:LINE` or `PATH:LINE:COLUMN`. A file that has the whole name
/// comes first.
pub fn place(text: &Path) -> (PathBuf, Option<usize>) {
    let split = |text: &str| {
        let (path, number) = text.rsplit_once(':')?;
        let number: usize = number.parse().ok()?;
        (!path.is_empty()).then(|| (path.to_string(), number))
    };
    match text.to_str().and_then(split) {
        Some((path, line)) if !text.exists() => match split(&path) {
            Some((path, line)) => (path.into(), Some(line)),
            None => (path.into(), Some(line)),
        },
        _ => (text.to_owned(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_an_optional_line() {
        let expected = [
            ("a.gcl", "a.gcl", None),
            ("a.gcl:12", "a.gcl", Some(12)),
            ("a.gcl:12:3", "a.gcl", Some(12)),
            ("a:b.gcl", "a:b.gcl", None),
            (":3", ":3", None),
        ];
        for (text, path, line) in expected {
            assert_eq!(place(Path::new(text)), (PathBuf::from(path), line), "{text}");
        }
    }
}
