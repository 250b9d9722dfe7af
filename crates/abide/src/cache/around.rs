//! The headers that a file was read with: whether they are still what they were.

use super::store::Key;
use abide_verify::Headers;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, SystemTime};

/// What was around a file when it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Around {
    headers: Headers,
    /// What the headers said, in the same order.
    contents: Vec<[u8; 32]>,
    /// The files that could be taken for one of the headers, by their names and the folders that are searched.
    candidates: BTreeSet<PathBuf>,
}

impl Around {
    /// The headers.
    pub fn headers(&self) -> &Headers {
        &self.headers
    }
}

/// The files of the machine, as far as they were looked at in this run.
pub struct Machine {
    started: SystemTime,
    contents: Mutex<BTreeMap<PathBuf, Option<[u8; 32]>>>,
    exist: Mutex<BTreeMap<PathBuf, bool>>,
}

/// Folders that compilers search besides those that they are told.
const SYSTEM: [&str; 2] = ["/usr/local/include", "/usr/include"];

/// What a header may be called has at most so many folders in front of its name.
const DEPTH: usize = 4;

/// Clocks of file systems are as coarse as this.
const COARSE: Duration = Duration::from_secs(2);

impl Machine {
    /// Nothing was looked at yet.
    pub fn new() -> Machine {
        Machine {
            started: SystemTime::now(),
            contents: Mutex::default(),
            exist: Mutex::default(),
        }
    }

    /// What is around a file now, if it has not changed since this run began: then the file was read with it.
    pub fn around(&self, headers: Headers) -> Option<Around> {
        let settled = |path: &PathBuf| {
            let changed = fs::metadata(path).and_then(|m| m.modified()).ok()?;
            (changed + COARSE < self.started).then_some(())
        };
        headers.found.iter().try_for_each(settled)?;
        let contents = headers.found.iter().map(|path| self.content(path));
        Some(Around {
            contents: contents.collect::<Option<_>>()?,
            candidates: self.candidates(&headers),
            headers,
        })
    }

    /// Is what was around a file still there, and nothing else?
    pub fn is_unchanged(&self, around: &Around) -> bool {
        let same = |(path, known): (&PathBuf, &[u8; 32])| self.content(path).as_ref() == Some(known);
        around.headers.found.iter().zip(&around.contents).all(same)
            && self.candidates(&around.headers) == around.candidates
    }

    fn content(&self, path: &Path) -> Option<[u8; 32]> {
        let mut known = lock(&self.contents);
        let read = || Some(hash(&fs::read(path).ok()?));
        *known.entry(path.to_owned()).or_insert_with(read)
    }

    fn exists(&self, path: PathBuf) -> bool {
        let mut known = lock(&self.exist);
        *known.entry(path).or_insert_with_key(|path| path.is_file())
    }

    fn candidates(&self, headers: &Headers) -> BTreeSet<PathBuf> {
        let own = headers.found.iter().filter_map(|h| h.parent());
        let own = own.filter(|folder| !folder.starts_with("/usr"));
        let given = headers.folders.iter().map(PathBuf::as_path);
        let folders: BTreeSet<&Path> = own.chain(given).chain(SYSTEM.map(Path::new)).collect();
        let mut names: BTreeSet<PathBuf> = headers.missing.iter().map(PathBuf::from).collect();
        headers.found.iter().for_each(|path| names.extend(ends(path)));
        let all = folders
            .iter()
            .flat_map(|folder| names.iter().map(|name| folder.join(name)));
        all.filter(|path| self.exists(path.clone())).collect()
    }
}

/// What a path may be called from a folder above it.
fn ends(path: &Path) -> impl Iterator<Item = PathBuf> {
    let parts: Vec<_> = path.components().collect();
    let most = parts.len().saturating_sub(1).min(DEPTH);
    (1..=most).map(move |n| parts[parts.len() - n..].iter().collect())
}

fn hash(bytes: &[u8]) -> [u8; 32] {
    let mut sum = [0; 32];
    sum.copy_from_slice(Key::of([bytes]).bytes());
    sum
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|e| e.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_and_shadowing_headers_are_seen() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for sub in ["first", "second"] {
            fs::create_dir(at(sub)).unwrap();
        }
        let long_ago = SystemTime::now() - Duration::from_secs(100);
        let put = |name: &str, text: &str| {
            fs::write(at(name), text).unwrap();
            fs::File::open(at(name)).unwrap().set_modified(long_ago).unwrap();
        };
        put("second/a.h", "int a;");
        let headers = Headers {
            found: vec![at("second/a.h")],
            missing: vec!["b.h".to_string()],
            folders: vec![at("first"), at("second")],
        };
        let around = Machine::new().around(headers.clone()).unwrap();
        let same = || Machine::new().is_unchanged(&around);
        assert!(same());
        put("second/c.h", "");
        assert!(same());
        put("first/a.h", "int a;");
        assert!(!same());
        fs::remove_file(at("first/a.h")).unwrap();
        assert!(same());
        put("first/b.h", "");
        assert!(!same());
        fs::remove_file(at("first/b.h")).unwrap();
        put("second/a.h", "long a;");
        assert!(!same());
        // what changes during a run is not known to be what was read
        fs::write(at("second/a.h"), "int a;").unwrap();
        assert!(Machine::new().around(headers).is_none());
    }
}
