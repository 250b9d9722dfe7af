//! Which headers a file was read with.

use super::preprocess::markers::folder_of;
use super::preprocess::{is_needed, run};
use super::setup::Setup;
use abide_base::FileId;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What a file includes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Headers {
    /// The headers that were found, in order.
    pub found: Vec<PathBuf>,
    /// The names of those that were not.
    pub missing: Vec<String>,
    /// The folders that are searched, but for those that every compiler knows.
    pub folders: Vec<PathBuf>,
}

/// What makes of the same texts another one each time, or where other files come to be.
const MOODS: [&str; 6] = [
    "__DATE__",
    "__TIME__",
    "__TIMESTAMP__",
    "__has_include",
    "__has_embed",
    "embed",
];

/// The headers of a file that lies at `path`. Nothing is said of one that cannot be preprocessed, or of which more than
/// the texts of its headers decides what it is.
pub fn headers(path: &Path, text: &str, setup: &Setup) -> Option<Headers> {
    if !is_needed(path, text, &setup.flags) {
        return Some(Headers::default());
    }
    let output = run(FileId(0), path, text, setup).ok()?;
    let is_moody = |text: &str| MOODS.iter().any(|word| text.contains(word));
    let own = output.headers.iter().filter(|h| !h.starts_with("/usr"));
    let moody = |h: &PathBuf| std::fs::read(h).map_or(true, |bytes| is_moody(&String::from_utf8_lossy(&bytes)));
    if is_moody(text) || own.into_iter().any(moody) {
        return None;
    }
    let mut folders: Vec<PathBuf> = folder_of(path).into_iter().collect();
    folders.extend(searched(&setup.flags));
    Some(Headers {
        found: output.headers,
        missing: output.missing.into_iter().map(|(_, name)| name).collect(),
        folders,
    })
}

/// The folders that flags name.
fn searched(flags: &[String]) -> Vec<PathBuf> {
    let words = ["-isystem", "-iquote", "-idirafter", "-I"];
    let mut folders = Vec::new();
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        let Some(folder) = words.iter().find_map(|word| flag.strip_prefix(word)) else {
            continue;
        };
        match folder.is_empty() {
            true => folders.extend(rest.next().map(PathBuf::from)),
            false => folders.push(folder.into()),
        }
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_found_wherever_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("inc")).unwrap();
        std::fs::write(at("a.h"), "#include \"deep.h\"\n").unwrap();
        std::fs::write(at("inc/deep.h"), "int deep;\n").unwrap();
        let setup = Setup {
            flags: [format!("-I{}", at("inc").display())].into(),
            ..Setup::default()
        };
        let text = "#include \"a.h\"\n#include <string.h>\n#include \"gone.h\"\n";
        let found = headers(&at("f.c"), text, &setup).unwrap();
        let mut own: Vec<PathBuf> = found
            .found
            .into_iter()
            .filter(|h| h.starts_with(folder.path()))
            .collect();
        own.sort();
        assert_eq!(own, [at("a.h"), at("inc/deep.h")]);
        assert_eq!(found.missing, ["gone.h"]);
        assert_eq!(found.folders, [folder.path().to_owned(), at("inc")]);
        assert_eq!(headers(&at("f.c"), "int x;", &setup), Some(Headers::default()));
        assert_eq!(headers(&at("f.c"), "char *d = __DATE__;\n", &setup), None);
        std::fs::write(at("inc/deep.h"), "char *d = __TIME__;\n").unwrap();
        assert_eq!(headers(&at("f.c"), text, &setup), None);
    }
}
