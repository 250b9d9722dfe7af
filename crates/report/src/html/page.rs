//! The report as the template sees it: an overview with a row for each routine, and the files.

use super::clean::clean;
use super::file::{File, Word};
use crate::Unread;
use crate::unproved::importance;
use abide_base::Severity;
use abide_verify::{FileReport, Report, RoutineReport, Verdict};
use askama::Template;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// What the page does; it is XML, too.
const SCRIPT: &str = concat!(
    "//<![CDATA[\n",
    include_str!("../../templates/page.js"),
    include_str!("../../templates/report.js"),
    "//]]>"
);

/// The verdicts, in the order in which they matter to a reader.
const VERDICTS: [Verdict; 5] = [
    Verdict::Refuted,
    Verdict::Open,
    Verdict::Unsupported,
    Verdict::Given,
    Verdict::Proved,
];

/// The page.
#[derive(Template)]
#[template(path = "report.html")]
pub(super) struct Page {
    version: &'static str,
    prover: String,
    cancelled: bool,
    /// How many routines have which verdict; those that none has are left out.
    counts: Vec<(Word, usize)>,
    /// What a reader wants to know first, and of how many.
    headline: Vec<(Word, usize)>,
    headline_all: Option<String>,
    headline_text: String,
    /// The folder that all files are in, if they have one; paths in the overview are seen from there.
    folder: String,
    checks: usize,
    checks_proved: usize,
    unread: Vec<String>,
    /// Errors about sources: path, anchor, message.
    malformed: Vec<(String, String, String)>,
    languages: BTreeSet<Word>,
    rows: Vec<Row>,
    files: Vec<File>,
    script: &'static str,
    /// By which browsers know the only script that may run.
    script_hash: String,
    tip: &'static str,
}

/// A routine in the overview.
struct Row {
    verdict: Word,
    rank: usize,
    language: Word,
    id: String,
    name: String,
    place: String,
    /// Places in the order of files and lines.
    place_key: usize,
    left: usize,
    checks: usize,
    ms: u64,
    what: String,
}

impl Page {
    pub(super) fn of(report: &Report, unread: &[Unread]) -> Page {
        let counts = counts(report);
        let all = report.routines().count();
        let (headline, headline_all) = headline(&counts, all);
        let headline_text = text_of(&headline, headline_all.as_deref());
        let folder = folder(report);
        let obligations = || report.routines().flat_map(|r| &r.obligations);
        Page {
            version: env!("CARGO_PKG_VERSION"),
            prover: clean(&report.prover),
            cancelled: report.cancelled,
            counts,
            headline,
            headline_all,
            headline_text,
            folder: clean(&folder),
            checks: obligations().count(),
            checks_proved: obligations().filter(|o| o.verdict == Verdict::Proved).count(),
            unread: unread.iter().map(|u| clean(&u.diagnostic.message)).collect(),
            malformed: malformed(report, &folder),
            languages: report.files.iter().map(|f| f.language).collect(),
            rows: rows(report, &folder),
            files: numbered(report).map(|(i, f)| File::of(&report.sources, f, i)).collect(),
            script: SCRIPT,
            script_hash: sum(SCRIPT),
            tip: crate::drawing::TIP,
        }
    }
}

/// The sum of a script by which browsers know it.
pub(super) fn sum(script: &str) -> String {
    BASE64_STANDARD.encode(Sha256::digest(script))
}

/// How many routines have which verdict.
pub(super) fn counts(report: &Report) -> Vec<(Word, usize)> {
    let counts = VERDICTS.map(|v| (v.word(), report.count(v)));
    counts.into_iter().filter(|(_, n)| *n > 0).collect()
}

fn numbered(report: &Report) -> impl Iterator<Item = (usize, &FileReport)> {
    report.files.iter().enumerate()
}

/// What is not proved, if there is any, else that everything is.
pub(super) fn headline(counts: &[(Word, usize)], all: usize) -> (Vec<(Word, usize)>, Option<String>) {
    let routines = match all {
        1 => "1 routine".to_string(),
        n => format!("{n} routines"),
    };
    let bad = counts
        .iter()
        .filter(|(word, _)| *word != Verdict::Proved.word() && *word != Verdict::Given.word());
    let bad: Vec<(Word, usize)> = bad.copied().collect();
    match bad.is_empty() {
        false => (bad, Some(routines)),
        true => (counts.to_vec(), Some(routines)),
    }
}

pub(super) fn text_of(headline: &[(Word, usize)], all: Option<&str>) -> String {
    let words: Vec<String> = headline.iter().map(|(word, n)| format!("{n} {word}")).collect();
    match all {
        Some(all) if !words.is_empty() => format!("{} of {all}", words.join(", ")),
        _ => "nothing to prove".to_string(),
    }
}

/// The longest folder that all files are in, with the stroke at its end; of one file none.
fn folder(report: &Report) -> String {
    let paths: Vec<String> = report.files.iter().map(|f| path(report, f)).collect();
    let (Some(first), true) = (paths.first(), paths.len() > 1) else {
        return String::new();
    };
    let common = |a: &str, b: &str| a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let same = paths.iter().map(|p| common(first, p)).min().unwrap_or(0);
    first.as_bytes()[..same]
        .iter()
        .rposition(|b| *b == b'/')
        .map_or(String::new(), |end| first[..=end].to_string())
}

fn path(report: &Report, file: &FileReport) -> String {
    report.sources.file(file.file).path().display().to_string()
}

/// The first error about each source that has one.
fn malformed(report: &Report, folder: &str) -> Vec<(String, String, String)> {
    let first = |(i, file): (usize, &FileReport)| {
        let error = file.diagnostics.iter().find(|d| d.severity == Severity::Error)?;
        let path = path(report, file);
        let path = clean(path.strip_prefix(folder).unwrap_or(&path));
        Some((path, format!("f{i}"), clean(&error.message)))
    };
    numbered(report).filter_map(first).collect()
}

/// The routines, those first that matter most, else in the order of files and lines.
fn rows(report: &Report, folder: &str) -> Vec<Row> {
    let of_file = |(i, file)| rows_of(report, folder, file, i);
    let mut rows: Vec<Row> = numbered(report).flat_map(of_file).collect();
    for (place, row) in rows.iter_mut().enumerate() {
        row.place_key = place;
    }
    rows.sort_by_key(|row| row.rank);
    rows
}

fn rows_of(report: &Report, folder: &str, file: &FileReport, number: usize) -> Vec<Row> {
    let path = path(report, file);
    let path = clean(path.strip_prefix(folder).unwrap_or(&path));
    let row = |(i, routine): (usize, &RoutineReport)| {
        let left = routine.obligations.iter().filter(|o| o.verdict != Verdict::Proved);
        let worst = left.clone().max_by_key(|o| o.verdict == Verdict::Refuted);
        let what = worst.map(|o| o.message.as_str());
        let what = what.or_else(|| Some(routine.why.first()?.message.as_str()));
        Row {
            verdict: routine.verdict.word(),
            rank: importance(routine.verdict),
            language: file.language,
            id: format!("f{number}r{i}"),
            name: clean(&routine.name),
            place: format!("{path}:{}", report.sources.line(routine.span)),
            place_key: 0,
            left: left.count(),
            checks: routine.obligations.len(),
            ms: routine.stats.ms,
            what: what.map(clean).unwrap_or_default(),
        }
    };
    file.routines.iter().enumerate().map(row).collect()
}
