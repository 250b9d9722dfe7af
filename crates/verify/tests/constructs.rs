//! The constructs of the manuals of JML and ACSL, and some of C, each with a true and a false program, or with one that is
//! unsupported: none is silent. The tables are in `constructs/`; `docs/jml.md` and `docs/acsl.md` say the same
//! to users.

mod support;

use abide_base::SourceFile;
use abide_verify::{FileReport, Verdict};
use std::collections::BTreeSet;
use support::*;

/// A program of the table.
struct Row {
    construct: String,
    kind: &'static str,
    text: String,
}

const JML: &str = include_str!("constructs/jml.txt");
const ACSL: &str = include_str!("constructs/acsl.txt");
const C: &str = include_str!("constructs/c.txt");

fn table(text: &str) -> Vec<Row> {
    let mut construct = "";
    let mut rows: Vec<Row> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("== ") {
            construct = name;
            continue;
        }
        let kinds = ["true", "false", "unsupported"].into_iter();
        let Some((kind, text)) = kinds
            .filter_map(|k| Some((k, line.strip_prefix(k)?.strip_prefix(": ")?)))
            .next()
        else {
            assert!(line.is_empty() || line.starts_with('#'), "{line}");
            continue;
        };
        match rows.last_mut() {
            Some(row) if row.construct == construct && row.kind == kind => {
                row.text.push_str(text);
                row.text.push('\n');
            }
            _ => rows.push(Row {
                construct: construct.to_string(),
                kind,
                text: format!("{text}\n"),
            }),
        }
    }
    rows
}

/// Is the verdict on the routines of a program the one that is wanted?
fn is_right(kind: &str, file: &FileReport) -> bool {
    let mut verdicts = file.routines.iter().map(|r| r.verdict);
    match kind {
        "true" => !file.routines.is_empty() && verdicts.all(|v| v == Verdict::Proved),
        "false" => verdicts.any(|v| matches!(v, Verdict::Refuted | Verdict::Open)),
        _ => {
            file.routines.iter().any(|r| r.verdict == Verdict::Unsupported)
                && verdicts.all(|v| v != Verdict::Refuted)
                && !file.diagnostics.is_empty()
        }
    }
}

fn is_right_or_unsupported(table: &[Row], name: &str, least: usize) {
    assert!(table.len() >= least, "only {} programs", table.len());
    let mut wrong = Vec::new();
    // one by one: files that are given together know each other's classes
    for row in table {
        let file = SourceFile::new(name, row.text.as_str());
        let report = run(vec![file], z3(), settings());
        let file = &report.files[0];
        if !is_right(row.kind, file) {
            let verdicts: Vec<(&str, Verdict)> = file.routines.iter().map(|r| (r.name.as_str(), r.verdict)).collect();
            wrong.push(format!("{} ({}): {verdicts:?}\n{}", row.construct, row.kind, row.text));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The page has exactly the rows of the table, each with what the programs show.
fn is_documented(table: &[Row], docs: &str) {
    let judged = |row: &&Row| row.kind != "unsupported";
    let right: BTreeSet<&str> = table.iter().filter(judged).map(|r| r.construct.as_str()).collect();
    let shown = |row: &Row| {
        let status = if right.contains(row.construct.as_str()) {
            "right"
        } else {
            "unsupported"
        };
        format!("| {} | {status}", row.construct.replace('|', "\\|"))
    };
    let rows: BTreeSet<String> = table.iter().map(shown).collect();
    for row in &rows {
        assert!(docs.lines().any(|line| line.starts_with(row)), "{row}");
    }
    let head = 2;
    let documented = docs.lines().filter(|l| l.starts_with('|')).count();
    assert_eq!(documented, rows.len() + head);
}

#[test]
fn every_construct_of_jml_is_right_or_unsupported() {
    is_right_or_unsupported(&table(JML), "T.java", 100);
}

#[test]
fn every_construct_of_acsl_is_right_or_unsupported() {
    is_right_or_unsupported(&table(ACSL), "t.c", 100);
}

#[test]
fn constructs_of_c_are_right() {
    is_right_or_unsupported(&table(C), "t.c", 24);
}

#[test]
fn docs_name_every_construct() {
    is_documented(&table(JML), include_str!("../../../docs/jml.md"));
    is_documented(&table(ACSL), include_str!("../../../docs/acsl.md"));
}
