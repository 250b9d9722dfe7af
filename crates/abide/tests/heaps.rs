//! Counterexamples over linked objects come with a drawing of these.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use support::{Ended, Folder};

fn corpus(folder: &str, begins: &[&str]) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(folder);
    let files = fs::read_dir(folder).expect("a folder of the corpus");
    let mut found: Vec<PathBuf> = files.map(|f| f.expect("a file").path()).collect();
    let name = |p: &PathBuf| {
        p.file_name()
            .is_some_and(|n| begins.iter().any(|b| n.to_string_lossy().starts_with(b)))
    };
    found.retain(name);
    found.sort();
    found
}

fn verify(file: &Path, more: &[&str]) -> Ended {
    let path = file.to_string_lossy();
    let mut args = vec!["verify", "--engine", "off", path.as_ref()];
    args.extend(more);
    Folder::with(&[]).abide(&args)
}

/// Every program is refuted on a heap that is drawn: with boxes, or all of it null.
fn drawn(files: &[PathBuf]) {
    assert!(!files.is_empty());
    for file in files {
        let shown = verify(file, &[]).out;
        let drawings: Vec<&str> = shown.split("= note: the heap ").skip(1).collect();
        assert!(!drawings.is_empty(), "{} has no drawing:\n{shown}", file.display());
        for drawing in drawings {
            assert!(drawing.contains("+--") || drawing.contains(" = null"), "{shown}");
        }
    }
}

#[test]
fn lists() {
    drawn(&corpus("gcl/refutes", &["list_"]));
}

#[test]
fn java_objects() {
    let twins = [
        "NodeWalk",
        "ShapeAppend",
        "ShapeContains",
        "ShapeDll",
        "ShapeParentTree",
        "ShapeSplit",
    ];
    drawn(&corpus("java/refutes", &twins));
}

#[test]
fn c_structures() {
    drawn(&corpus("c/refutes", &["list_push", "list_walk_second"]));
}

#[test]
fn a_cycle_is_in_the_page_and_in_the_object() {
    let [file] = &corpus("gcl/refutes", &["list_append_cycle"])[..] else {
        panic!("one file");
    };
    let page = verify(file, &["--format", "html"]).out;
    for title in [
        "the heap at the start",
        "the heap where it fails",
        "the abstract control-flow graph of append",
    ] {
        assert!(page.contains(&format!("aria-label=\"{title}\"")), "{title} in\n{page}");
    }
    let object = verify(file, &["--format", "json"]).json();
    let heaps = &object["files"][0]["routines"][0]["heaps"];
    assert_eq!(heaps[0]["objects"][0]["links"]["next"], "null");
    let end = &heaps[1]["objects"][0];
    assert_eq!(end["links"]["next"], end["name"]);
}
