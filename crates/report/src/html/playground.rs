//! The page of a local playground, and what it shows of a text.

use super::file::{File, Word};
use super::page::{counts, headline, sum};
use abide_verify::Report;
use askama::Template;

/// What the page does.
const SCRIPT: &str = concat!(
    include_str!("../../templates/page.js"),
    include_str!("../../templates/playground.js")
);

/// A program for each language that a reader may want to begin with.
const EXAMPLES: [(Word, &str); 3] = [
    ("c", include_str!("../../templates/examples/max.c")),
    ("java", include_str!("../../templates/examples/list.java")),
    ("gcl", include_str!("../../templates/examples/divide.gcl")),
];

#[derive(Template)]
#[template(path = "playground.html")]
pub(super) struct Playground {
    script: &'static str,
    script_hash: String,
    tip: &'static str,
    examples: [(Word, &'static str); 3],
}

impl Playground {
    pub(super) fn new() -> Playground {
        Playground {
            script: SCRIPT,
            script_hash: sum(SCRIPT),
            tip: crate::drawing::TIP,
            examples: EXAMPLES,
        }
    }
}

/// What was found out of a text.
#[derive(Template)]
#[template(path = "result.html")]
pub(super) struct Found {
    counts: Vec<(Word, usize)>,
    headline: Vec<(Word, usize)>,
    headline_all: Option<String>,
    files: Vec<File>,
}

impl Found {
    pub(super) fn of(report: &Report) -> Found {
        let counts = counts(report);
        let (headline, headline_all) = headline(&counts, report.routines().count());
        let files = report.files.iter().enumerate();
        Found {
            counts,
            headline,
            headline_all,
            files: files.map(|(i, f)| File::of(&report.sources, f, i)).collect(),
        }
    }
}
