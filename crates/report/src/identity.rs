//! What findings and obligations are known by from run to run: digests that stay the same while lines move and code
//! around them changes.

use abide_base::{Sources, Span};
use abide_verify::{FileReport, Obligation};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// A digest of some texts.
pub(crate) fn digest(parts: &[String]) -> String {
    let digest = Sha256::digest(parts.join("\0"));
    digest.iter().take(12).map(|b| format!("{b:02x}")).collect()
}

/// The words of a text: spaces and lines have no part in what it is known by.
pub(crate) fn words(text: &str, chosen: impl Fn(&&str) -> bool) -> String {
    text.split_whitespace().filter(chosen).collect::<Vec<_>>().join(" ")
}

/// The words at a place. What comes with Abide changes with it, and has no part in what others' code is known by.
pub(crate) fn words_at(sources: &Sources, span: Option<Span>) -> String {
    let own = span.filter(|s| !s.file.is_built_in());
    words(own.map_or("", |span| sources.text(span)), |_| true)
}

/// Names for obligations, different for each of a file: those that would have the same one are numbered.
#[derive(Default)]
pub(crate) struct Names(BTreeMap<String, usize>);

impl Names {
    /// The name of the next obligation of a routine.
    fn next(&mut self, sources: &Sources, routine: &str, obligation: &Obligation) -> String {
        let plain = digest(&[
            obligation.kind.tag().to_string(),
            routine.to_string(),
            words_at(sources, Some(obligation.span)),
            words_at(sources, obligation.demanded),
        ]);
        let count = self.0.entry(plain.clone()).or_default();
        *count += 1;
        format!("{plain}:{count}")
    }
}

/// The names of all obligations of a file, routine by routine.
pub(crate) fn names(sources: &Sources, file: &FileReport) -> Vec<Vec<String>> {
    let mut names = Names::default();
    let routines = file.routines.iter();
    let of = |r: &abide_verify::RoutineReport| {
        let own = r.obligations.iter();
        own.map(|o| names.next(sources, &r.name, o)).collect()
    };
    routines.map(of).collect()
}
