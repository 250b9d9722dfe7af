//! Lowering never panics, whatever a file that looks like Java says: the programs of the corpus
//! with words taken out, doubled, or put in the place of others.

use abide_base::FileId;
use abide_java::lower::{Options, lower};
use abide_java::syntax::parse;
use fastrand::Rng;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

fn corpus() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java");
    let folders = ["proves", "refutes", "open", "unsupported", "bad"];
    let files = folders
        .iter()
        .flat_map(|f| std::fs::read_dir(root.join(f)).expect("the corpus is there"));
    let mut paths: Vec<PathBuf> = files.map(|e| e.expect("it can be read").path()).collect();
    paths.sort();
    paths
}

/// The text cut into words, numbers, signs and white space.
fn pieces(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' || c == '\\' => 0,
        c if c.is_whitespace() => 1,
        _ => 2,
    };
    let mut found = Vec::new();
    let mut start = 0;
    let mut last: Option<char> = None;
    for (at, c) in text.char_indices() {
        if last.is_some_and(|l| kind(l) != kind(c) || kind(c) == 2) {
            found.push(&text[start..at]);
            start = at;
        }
        last = Some(c);
    }
    found.push(&text[start..]);
    found
}

/// The text with a few changes.
fn spoilt(text: &str, rng: &mut Rng) -> String {
    let mut parts = pieces(text);
    let solid: Vec<usize> = (0..parts.len()).filter(|i| !parts[*i].trim().is_empty()).collect();
    for _ in 0..=rng.usize(..3) {
        let at = solid[rng.usize(..solid.len())];
        let other = parts[solid[rng.usize(..solid.len())]];
        match rng.usize(..4) {
            0 => parts[at] = "",
            // most often one word for another: it still parses, and means something else
            _ => parts[at] = other,
        }
    }
    parts.concat()
}

#[test]
fn spoilt_programs_do_not_panic() {
    let rounds: u64 = std::env::var("ABIDE_SPOILT")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(12);
    let mut bad = Vec::new();
    for path in corpus() {
        let text = std::fs::read_to_string(&path).expect("it can be read");
        for round in 0..rounds {
            let mut rng = Rng::with_seed(round);
            let spoilt = spoilt(&text, &mut rng);
            let lowered = catch_unwind(AssertUnwindSafe(|| {
                let parsed = parse(FileId(0), &spoilt);
                lower(&parsed.unit, &[], Options::default());
                lower(
                    &parsed.unit,
                    &[],
                    Options {
                        throwing: true,
                        lenient: false,
                        wrap: false,
                        non_null_by_default: false,
                        ..Options::default()
                    },
                );
            }));
            if lowered.is_err() {
                let place = std::env::temp_dir().join(format!("spoilt-{}.java", bad.len()));
                std::fs::write(&place, &spoilt).ok();
                bad.push(format!("{} round {round}: {}", path.display(), place.display()));
            }
        }
    }
    assert!(bad.is_empty(), "{} panics:\n{}", bad.len(), bad.join("\n"));
}
