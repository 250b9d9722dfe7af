//! Every body of every C program in the corpora is verified, read in place, or named as what cannot be.

use abide_base::FileId;
use abide_c::lower::{Options, lower};
use abide_c::syntax::{ast::Item, parse};
use abide_c::types::DataModel;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Functions whose meaning is built in, whatever a file says.
const BUILT_IN: [&str; 6] = [
    "reach_error",
    "__VERIFIER_error",
    "__VERIFIER_assert",
    "__VERIFIER_assume",
    "assume_abort_if_not",
    "__assert_fail",
];

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|e| e == "c") {
            found.push(path);
        }
    }
}

/// The functions of a text whose bodies nobody looked at.
fn unseen(path: &Path, text: &str) -> BTreeSet<String> {
    let parsed = parse(FileId(0), path, text, DataModel::Lp64);
    let lowered = lower(&parsed.unit, Options::default(), &|_| false);
    let mut seen: BTreeSet<String> = lowered.program.routines.iter().map(|r| r.name.clone()).collect();
    seen.extend(lowered.unsupported.iter().map(|u| u.name.clone()));
    seen.extend(lowered.read.values().flatten().cloned());
    let bodies = parsed.unit.items.iter().filter_map(|item| match item {
        Item::Function(f) if !f.system => Some(f.name.text.to_string()),
        _ => None,
    });
    bodies
        .filter(|name| !seen.contains(name) && !BUILT_IN.contains(&name.as_str()))
        .collect()
}

#[test]
fn every_body_of_the_corpora_is_in_the_report() {
    let mut all = Vec::new();
    programs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c"), &mut all);
    assert!(all.len() > 300, "{} programs", all.len());
    for path in all {
        let text = std::fs::read_to_string(&path).unwrap();
        let unseen = unseen(&path, &text);
        assert!(unseen.is_empty(), "{}: {unseen:?}", path.display());
    }
}

#[test]
fn what_is_called_in_strange_ways_is_seen() {
    let text = "\
static int far(int x) { return 10 / x; }
static int both(int x) { return 10 / x; }
static int only(int x) { return 10 / x; }
static int other(int x) __attribute__((alias(\"far\")));
__attribute__((destructor)) static void last(void) { }
static int (*table[])(int) = { only };
int use(int n) { int (*p)(int) = both; return both(5) + p(n) + table[0](n) + sizeof(far(1)); }
";
    assert!(unseen(Path::new("strange.c"), text).is_empty());
    let lowered = lower(
        &parse(FileId(0), Path::new("strange.c"), text, DataModel::Lp64).unit,
        Options::default(),
        &|_| false,
    );
    let mut names: BTreeSet<&str> = lowered.program.routines.iter().map(|r| r.name.as_str()).collect();
    names.extend(lowered.unsupported.iter().map(|u| u.name.as_str()));
    assert_eq!(names, BTreeSet::from(["both", "far", "last", "only", "use"]));
}
