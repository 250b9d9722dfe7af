//! The programs of the corpus.

use super::*;
use std::path::{Path, PathBuf};

fn java_files(dir: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            java_files(&path, files);
        } else if path.extension().is_some_and(|e| e == "java") {
            files.push(path);
        }
    }
}

#[test]
fn the_corpus_is_read_without_a_message() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java");
    let mut files = Vec::new();
    java_files(&corpus, &mut files);
    // these have their marks, which the verifier's tests look at
    let is_marked = |f: &PathBuf| {
        f.components()
            .any(|c| c.as_os_str() == "bad" || c.as_os_str() == "unsupported")
    };
    files.retain(|f| !is_marked(f));
    assert!(files.len() >= 20, "only {} files", files.len());
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a file of the corpus");
        let read = read(&text);
        assert_eq!(read.messages(), Vec::<String>::new(), "{}", path.display());
        assert!(!read.parsed.unit.classes.is_empty(), "{}", path.display());
    }
}
