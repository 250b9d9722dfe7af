//! Line markers, by which a preprocessor says where a line comes from.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A line marker: the number of the next line, and its file.
pub(super) fn line_marker(directive: &str) -> Option<(usize, &str)> {
    let rest = directive.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let line = rest[..digits].parse().ok()?;
    let name = rest[digits..].trim_start().strip_prefix('"')?;
    let end = name.rfind('"')?;
    Some((line, &name[..end]))
}

/// The headers that the output of a compiler names, but for those in a folder of ours. It was run in the folder of the
/// file.
pub(super) fn files(output: &str, path: &Path, ours: &Path) -> Vec<PathBuf> {
    let folder = folder_of(path).unwrap_or_default();
    let markers = output.lines().filter(|line| line.starts_with("# "));
    let names: BTreeSet<&str> = markers.filter_map(line_marker).map(|(_, name)| name).collect();
    let real = names
        .into_iter()
        .filter(|name| !name.is_empty() && !name.starts_with('<'));
    let paths = real.map(|name| folder.join(name));
    paths.filter(|path| !path.starts_with(ours) && path.is_file()).collect()
}

/// The folder of a file, from the root.
pub(in crate::syntax) fn folder_of(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|f| !f.as_os_str().is_empty());
    std::path::absolute(folder.unwrap_or(Path::new("."))).ok()
}
