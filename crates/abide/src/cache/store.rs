//! A folder of entries by key, each a file that is written at once and checked when it is read. Several processes may
//! use it at the same time, and may end at any moment.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

/// By which an entry is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(blake3::Hash);

impl Key {
    /// The key of some parts, in this order.
    pub fn of<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> Key {
        let mut hasher = blake3::Hasher::new();
        for part in parts {
            // no two lists of parts are one text
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Key(hasher.finalize())
    }

    /// In letters.
    pub fn hex(&self) -> String {
        self.0.to_hex().to_string()
    }

    /// Its bytes, by themselves.
    pub fn array(&self) -> [u8; 32] {
        *self.0.as_bytes()
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// What a store holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holdings {
    /// Entries.
    pub entries: usize,
    /// Their size.
    pub bytes: u64,
}

/// A folder of entries. When one was put into it, it does not stay larger than it may be.
pub struct Store {
    folder: PathBuf,
    changed: AtomicBool,
}

/// How large a store may be, in bytes.
pub const MOST: u64 = 1 << 30;

/// How an entry begins; another form of entries begins otherwise.
const MARK: &[u8] = b"abide 1\n";

/// What is left of a store that has become too large, in hundredths.
const LEFT: u64 = 80;

impl Store {
    /// The store in a folder, which need not be there yet.
    pub fn new(folder: PathBuf) -> Store {
        Store {
            folder,
            changed: AtomicBool::new(false),
        }
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self, key: &Key) -> PathBuf {
        let name = key.0.to_hex();
        self.folder.join(&name[..2]).join(&name[2..])
    }

    /// What was stored under a key. An entry that is not as it was written is thrown away.
    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let path = self.path(key);
        let bytes = fs::read(&path).ok()?;
        let sound = bytes.strip_prefix(MARK).and_then(|rest| {
            let (sum, value) = rest.split_at_checked(blake3::OUT_LEN)?;
            (checksum(key, value).as_bytes() == sum).then(|| value.to_vec())
        });
        match &sound {
            // what was used last is thrown away last
            Some(_) => drop(File::open(&path).and_then(|file| file.set_modified(SystemTime::now()))),
            None => drop(fs::remove_file(&path)),
        }
        sound
    }

    /// Stores a value. A store that cannot be written stays as it is.
    pub fn put(&self, key: &Key, value: &[u8]) {
        let _ = self.try_put(key, value);
        self.changed.store(true, Ordering::SeqCst);
    }

    fn try_put(&self, key: &Key, value: &[u8]) -> io::Result<()> {
        let path = self.path(key);
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)?;
        let mut fresh = tempfile::Builder::new().prefix(FRESH).tempfile_in(folder)?;
        fresh.write_all(MARK)?;
        fresh.write_all(checksum(key, value).as_bytes())?;
        fresh.write_all(value)?;
        fresh.persist(&path).map_err(|e| e.error)?;
        Ok(())
    }

    /// The entries with their sizes and when each was used last, and what was left over by processes that have ended.
    fn entries(&self) -> Vec<(PathBuf, u64, SystemTime)> {
        let folders = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let files = folders.filter_map(|folder| fs::read_dir(folder.path()).ok());
        let entry = |file: fs::DirEntry| {
            let known = file.metadata().ok().filter(fs::Metadata::is_file)?;
            let used = known.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            Some((file.path(), known.len(), used))
        };
        files.flatten().flatten().filter_map(entry).collect()
    }

    /// What it holds.
    pub fn holdings(&self) -> Holdings {
        let entries = self.entries();
        Holdings {
            entries: entries.len(),
            bytes: entries.iter().map(|(_, size, _)| size).sum(),
        }
    }

    /// Throws away what was not used for the longest time, if it is larger than so many bytes.
    pub fn shrink(&self, most: u64) {
        let mut entries = self.entries();
        let mut size: u64 = entries.iter().map(|(_, size, _)| size).sum();
        if size <= most {
            return;
        }
        entries.sort_by_key(|(_, _, used)| *used);
        for (path, own, _) in entries {
            if size <= most / 100 * LEFT {
                break;
            }
            if fs::remove_file(path).is_ok() {
                size -= own;
            }
        }
    }

    /// Throws away everything.
    pub fn clear(&self) -> io::Result<()> {
        for (path, _, _) in self.entries() {
            match fs::remove_file(path) {
                Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
                _ => {}
            }
        }
        Ok(())
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if self.changed.load(Ordering::SeqCst) {
            self.shrink(MOST);
        }
    }
}

/// How the names of files begin that are being written.
const FRESH: &str = ".new-";

fn checksum(key: &Key, value: &[u8]) -> blake3::Hash {
    Key::of([key.bytes(), value]).0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Key {
        Key::of([text.as_bytes()])
    }

    #[test]
    fn what_is_put_is_got_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().join("deep/down"));
        assert_eq!(store.get(&key("a")), None);
        store.put(&key("a"), b"one");
        store.put(&key("a"), b"two");
        assert_eq!(store.get(&key("a")).as_deref(), Some(&b"two"[..]));
        assert_eq!(store.get(&key("b")), None);
        assert_eq!(store.holdings().entries, 1);
        store.clear().unwrap();
        assert_eq!(store.holdings(), Holdings::default());
    }

    #[test]
    fn parts_are_kept_apart() {
        let of = |parts: &[&str]| Key::of(parts.iter().map(|p| p.as_bytes()));
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["ab"]), of(&["ab", ""]));
    }

    #[test]
    fn an_entry_with_any_other_byte_is_thrown_away() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned());
        store.put(&key("a"), b"value");
        let path = store.path(&key("a"));
        let sound = fs::read(&path).unwrap();
        for at in 0..sound.len() {
            let mut broken = sound.clone();
            broken[at] ^= 1 << (at % 8);
            fs::write(&path, &broken).unwrap();
            assert_eq!(store.get(&key("a")), None, "byte {at}");
            assert!(!path.exists());
            fs::write(&path, &sound[..at]).unwrap();
            assert_eq!(store.get(&key("a")), None, "cut at {at}");
        }
        // an entry that is sound, and another one's
        store.put(&key("b"), b"other");
        fs::copy(store.path(&key("b")), &path).unwrap();
        assert_eq!(store.get(&key("a")), None);
    }

    #[test]
    fn what_was_not_used_for_long_goes_first() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned());
        for (name, age) in [("old", 300), ("older", 400), ("new", 0)] {
            store.put(&key(name), &[7; 1000]);
            let then = SystemTime::now() - std::time::Duration::from_secs(age);
            File::open(store.path(&key(name))).unwrap().set_modified(then).unwrap();
        }
        // using one makes it young
        assert!(store.get(&key("older")).is_some());
        store.shrink(1 << 20);
        assert_eq!(store.holdings().entries, 3);
        store.shrink(2900);
        assert!(store.get(&key("old")).is_none());
        assert!(store.get(&key("older")).is_some() && store.get(&key("new")).is_some());
    }
}
