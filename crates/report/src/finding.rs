//! What a run found fault with, one by one: the list that formats for other tools are made of.
//!
//! Of everything that is not proved there is a finding, of what fails at one place for one reason a single one, and so there is of
//! every error and warning about a source. That a
//! routine is proved only with a contract that nobody wrote is a note. A
//! finding has a fingerprint that stays the same while lines move and code around it changes.

use crate::Unread;
use crate::identity::{digest, words, words_at};
use crate::unproved::{self, Cause, also, causes};
use abide_base::{Diagnostic, Severity, Sources};
use abide_verify::{FileReport, Obligation, Report, RoutineReport, Verdict};
use std::collections::BTreeMap;
use std::path::Path;

/// One finding: what is not proved for one reason, or a message about a source.
#[derive(Clone, Debug)]
pub struct Finding<'a> {
    /// What it is about.
    pub rule: Rule,
    /// What is known, if something was to be proved.
    pub verdict: Option<Verdict>,
    /// The path of its file.
    pub path: &'a Path,
    /// The routine it is in, or about.
    pub routine: Option<&'a RoutineReport>,
    /// What was to be proved.
    pub obligation: Option<&'a Obligation>,
    /// What else fails there for the same reason.
    pub others: Vec<Other<'a>>,
    /// What to say of it, and where.
    pub diagnostic: Diagnostic,
    /// The same from run to run, and different for each finding of a file.
    pub fingerprint: String,
    /// Is it in the baseline? Nothing is said without one.
    pub known: Option<bool>,
}

/// Something that fails for the same reason as what a finding is about.
#[derive(Clone, Debug)]
pub struct Other<'a> {
    /// What it is about.
    pub rule: Rule,
    /// What was to be proved.
    pub obligation: &'a Obligation,
    /// As a finding has it.
    pub fingerprint: String,
}

/// A kind of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rule {
    /// Its short name.
    pub id: &'static str,
    /// What is expected everywhere.
    pub expects: &'static str,
}

/// A file that cannot be read, or is malformed.
const MALFORMED: Rule = Rule {
    id: "malformed",
    expects: "the source can be read",
};

/// A routine that cannot be looked at.
const UNSUPPORTED: Rule = Rule {
    id: "unsupported",
    expects: "what the source uses is supported",
};

/// A routine whose verification did not come to its end.
const UNFINISHED: Rule = Rule {
    id: "unfinished",
    expects: "the verification comes to its end",
};

/// A routine that is proved for some callers only, without saying so.
const CONTRACT: Rule = Rule {
    id: "missing-contract",
    expects: "what callers have to keep to is written down",
};

/// Something odd.
const WARNING: Rule = Rule {
    id: "warning",
    expects: "there are no warnings",
};

impl Rule {
    /// What an obligation is about.
    fn of(obligation: &Obligation) -> Rule {
        Rule {
            id: obligation.kind.tag(),
            expects: obligation.kind.success(),
        }
    }
}

impl<'a> Finding<'a> {
    /// What fails, each thing by itself.
    pub fn obligations(&self) -> impl Iterator<Item = &'a Obligation> {
        self.obligation
            .into_iter()
            .chain(self.others.iter().map(|o| o.obligation))
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.diagnostic.severity
    }

    /// Is it to be told? What is in the baseline is not.
    pub fn is_new(&self) -> bool {
        self.known != Some(true)
    }

    /// `refuted`, or else the severity.
    pub fn word(&self) -> &'static str {
        self.verdict.map_or(self.severity().word(), Verdict::word)
    }

    /// The message with all that is known about it, without places in the source.
    pub fn text(&self) -> String {
        let diagnostic = &self.diagnostic;
        let first = format!("{}: {}", self.word(), diagnostic.message);
        let label = Some(&diagnostic.label).filter(|l| !l.is_empty());
        let lines = [&first].into_iter().chain(label).chain(&diagnostic.notes);
        let lines = lines.cloned();
        let help = diagnostic.help.iter().map(|h| format!("help: {h}"));
        lines.chain(help).collect::<Vec<_>>().join("\n")
    }
}

/// All findings, file by file in the order of their places; those of unread files come last.
pub fn findings<'a>(report: &'a Report, unread: &'a [Unread]) -> Vec<Finding<'a>> {
    let sources = &report.sources;
    let mut all: Vec<Finding<'a>> = Vec::new();
    for file in &report.files {
        let mut own = of_file(sources, file);
        own.sort_by_key(|f| f.diagnostic.span.map(|s| (s.file != file.file, s)));
        all.extend(own);
    }
    all.extend(unread.iter().map(|u| of_source(&u.path, &u.diagnostic)));
    identify(sources, &mut all);
    all
}

fn of_file<'a>(sources: &'a Sources, file: &'a FileReport) -> Vec<Finding<'a>> {
    let path = sources.file(file.file).path();
    let mut all = Vec::new();
    for diagnostic in &file.diagnostics {
        // what stands in the way of a routine is told of the file as well
        let routine = file.routines.iter().find(|r| r.why.contains(diagnostic));
        let finding = of_source(path, diagnostic);
        all.push(match routine {
            Some(routine) => Finding {
                rule: UNSUPPORTED,
                verdict: Some(Verdict::Unsupported),
                routine: Some(routine),
                ..finding
            },
            None => finding,
        });
    }
    for routine in file.routines.iter() {
        all.extend(of_routine(sources, file, routine));
    }
    all
}

fn of_routine<'a>(sources: &'a Sources, file: &'a FileReport, routine: &'a RoutineReport) -> Vec<Finding<'a>> {
    let path = sources.file(file.file).path();
    let about = |rule, verdict, diagnostic| Finding {
        rule,
        verdict: Some(verdict),
        routine: Some(routine),
        ..of_source(path, &diagnostic)
    };
    let other = |obligation: &'a Obligation| Other {
        rule: Rule::of(obligation),
        obligation,
        fingerprint: String::new(),
    };
    let mut all: Vec<Finding<'a>> = causes(routine)
        .iter()
        .map(|cause| Finding {
            obligation: Some(cause.first),
            others: cause.others.iter().copied().map(other).collect(),
            ..about(
                Rule::of(cause.first),
                cause.first.verdict,
                message(sources, routine, cause),
            )
        })
        .collect();
    let told = |d: &&Diagnostic| !file.diagnostics.contains(d);
    let unsupported = routine.why.iter().filter(told);
    all.extend(unsupported.map(|d| about(UNSUPPORTED, Verdict::Unsupported, d.clone())));
    let left_out = routine.unread.iter().filter(told);
    all.extend(left_out.map(|d| Finding {
        verdict: None,
        ..about(WARNING, Verdict::Open, d.clone())
    }));
    if !routine.given.is_empty() {
        let mut diagnostic = Diagnostic::new(Severity::Note, "it is proved only with a contract that is missing");
        let clauses = routine.given.iter().map(|p| format!("{} {}", p.keyword.word(), p.text));
        diagnostic.notes.extend(clauses);
        all.push(about(CONTRACT, Verdict::Given, diagnostic.at(routine.span, "")));
    }
    // nothing that is not proved goes without a word
    let is_told = |f: &Finding| f.verdict.is_some_and(|v| v > Verdict::Given);
    if routine.verdict > Verdict::Given && routine.why.is_empty() && !all.iter().any(is_told) {
        let (rule, severity, message) = match routine.verdict {
            Verdict::Unsupported => (UNSUPPORTED, Severity::Error, "the routine cannot be verified"),
            _ => (
                UNFINISHED,
                Severity::Warning,
                "the verification did not come to its end",
            ),
        };
        let diagnostic = Diagnostic::new(severity, message).at(routine.span, "");
        all.push(about(rule, routine.verdict, diagnostic));
    }
    all
}

/// What is to be said of what fails for one reason.
fn message(sources: &Sources, routine: &RoutineReport, cause: &Cause<'_>) -> Diagnostic {
    let mut diagnostic = unproved::diagnostic(routine, cause.first);
    diagnostic.notes.extend(cause.others.iter().map(|o| also(o)));
    diagnostic
        .notes
        .extend(unproved::weakened(sources, routine, cause.first));
    diagnostic
}

/// A message about a source.
fn of_source<'a>(path: &'a Path, diagnostic: &Diagnostic) -> Finding<'a> {
    let is_error = diagnostic.severity == Severity::Error;
    Finding {
        rule: if is_error { MALFORMED } else { WARNING },
        verdict: None,
        path,
        routine: None,
        obligation: None,
        others: Vec::new(),
        diagnostic: diagnostic.clone(),
        fingerprint: String::new(),
        known: None,
    }
}

/// A digest of a rule, the routine's name and the text at the place; of messages about sources also of their words.
/// Spaces, lines and numbers of lines have no part in it.
fn fingerprint(sources: &Sources, finding: &Finding<'_>, rule: Rule, obligation: Option<&Obligation>) -> String {
    let message = match obligation {
        Some(_) => "",
        None => finding.diagnostic.message.as_str(),
    };
    let parts = [
        rule.id.to_string(),
        finding.routine.map_or(String::new(), |r| r.name.clone()),
        words_at(sources, finding.diagnostic.span),
        words_at(sources, obligation.and_then(|o| o.demanded)),
        words(message, |word| !is_number(word)),
    ];
    digest(&parts)
}

fn is_number(word: &str) -> bool {
    let word = word.trim_end_matches([',', '.', ':']);
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}

/// Sets the fingerprints. Findings of a file that would have the same one are numbered.
fn identify(sources: &Sources, all: &mut [Finding<'_>]) {
    let mut seen: BTreeMap<(&Path, String), usize> = BTreeMap::new();
    for finding in all {
        let path = finding.path;
        let mut numbered = |plain: String| {
            let count = seen.entry((path, plain.clone())).or_default();
            *count += 1;
            format!("{plain}:{count}")
        };
        finding.fingerprint = numbered(fingerprint(sources, finding, finding.rule, finding.obligation));
        let of = |o: &Other| numbered(fingerprint(sources, finding, o.rule, Some(o.obligation)));
        let others: Vec<String> = finding.others.iter().map(of).collect();
        for (other, fingerprint) in finding.others.iter_mut().zip(others) {
            other.fingerprint = fingerprint;
        }
    }
}
