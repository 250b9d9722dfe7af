//! Paths as URIs.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode};
use std::path::{Component, Path, PathBuf};

/// What is not written as it is.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The URI of a file: absolute for absolute paths, else relative.
pub fn uri(path: &Path) -> String {
    let names = path.components().filter_map(|part| match part {
        Component::RootDir | Component::CurDir => None,
        // a drive keeps its colon
        Component::Prefix(prefix) => Some(prefix.as_os_str().to_string_lossy().replace('\\', "/")),
        Component::ParentDir => Some("..".to_string()),
        Component::Normal(name) => Some(percent_encode(name.as_encoded_bytes(), ENCODED).to_string()),
    });
    let joined = names.collect::<Vec<_>>().join("/");
    match path.is_absolute() {
        true => format!("file:///{joined}"),
        false => joined,
    }
}

/// The path of the URI of a file on this machine.
pub fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let decoded = percent_decode_str(rest).decode_utf8().ok()?;
    // what comes before a drive is no folder
    let path = match decoded.as_bytes() {
        [b'/', _, b':', ..] if cfg!(windows) => &decoded[1..],
        _ => &decoded,
    };
    let path = PathBuf::from(path);
    path.is_absolute().then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_encoded_and_their_separators_are_not() {
        assert_eq!(uri(Path::new("./a b/\u{e9}%\n.c")), "a%20b/%C3%A9%25%0A.c");
        assert_eq!(uri(Path::new("../x-1_2.java")), "../x-1_2.java");
    }

    #[cfg(unix)]
    #[test]
    fn a_path_comes_back() {
        let path = Path::new("/a:b/c d");
        assert_eq!(uri(path), "file:///a%3Ab/c%20d");
        assert_eq!(path_of(&uri(path)).as_deref(), Some(path));
        assert_eq!(path_of("untitled:one"), None);
    }
}
