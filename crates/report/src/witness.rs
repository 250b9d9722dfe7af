//! Witnesses in the format of SV-COMP, version 2.0: what another tool needs to check a verdict.
//!
//! A proof is witnessed by its loop invariants, as far as C can express them; a refutation by
//! what the calls of unknown functions return, in order, and the place of the error.

use abide_base::{SourceFile, Sources, Span};
use abide_verify::{C, CheckKind, Counterexample, DataModel, FileReport, RoutineReport, Verdict};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use uuid::Uuid;

/// The witness of what was found about a file of C, made at a time (seconds since 1970), or why there is none.
pub fn witness(sources: &Sources, file: &FileReport, c: &C, created: u64) -> Result<String, String> {
    let source = sources.file(file.file);
    let place = Place { source };
    let worst = file.routines.iter().map(|r| r.verdict).max();
    let refuted = file.routines.iter().find_map(|r| Some((r, r.counterexample.as_ref()?)));
    let (entry_type, property, content) = match (worst, refuted) {
        (Some(Verdict::Proved), _) => ("invariant_set", REACH_ERROR, place.invariants(file, c)),
        (Some(Verdict::Refuted), Some((routine, example))) => {
            let (property, content) = place.violation(file, c, routine, example)?;
            ("violation_sequence", property, content)
        }
        _ => return Err("nothing is proved or refuted".to_string()),
    };
    let entry = Entry {
        entry_type: entry_type.to_string(),
        metadata: metadata(source, c, created, entry_type, property),
        content,
    };
    // quoted, for there are readers that take a bare version for a number and a bare time for a date
    let options = serde_saphyr::ser_options! { quote_all: true };
    serde_saphyr::to_string_with_options(&[entry], options).map_err(|e| e.to_string())
}

/// No error function is called.
const REACH_ERROR: &str = "G ! call(reach_error())";

/// The property that a check belongs to, if the format has one for it; `text` is what stands there.
fn property(kind: CheckKind, text: &str) -> Option<&'static str> {
    Some(match kind {
        CheckKind::Assertion => REACH_ERROR,
        CheckKind::Overflow => "G ! overflow",
        CheckKind::Lifetime if text.trim_start().starts_with("free") => "G valid-free",
        CheckKind::Null | CheckKind::Bounds | CheckKind::Lifetime | CheckKind::ReadOnly => "G valid-deref",
        _ => return None,
    })
}

/// A witness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// `invariant_set` or `violation_sequence`.
    pub entry_type: String,
    /// What it is the witness of.
    pub metadata: Metadata,
    /// The invariants, or the segments of the run.
    pub content: Vec<Content>,
}

/// What a witness is the witness of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Metadata {
    pub format_version: String,
    pub uuid: String,
    pub creation_time: String,
    pub producer: Producer,
    pub task: TaskData,
}

/// Who made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Producer {
    pub name: String,
    pub version: String,
}

/// The program and the property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct TaskData {
    pub input_files: Vec<String>,
    pub input_file_hashes: BTreeMap<String, String>,
    pub specification: String,
    pub data_model: String,
    pub language: String,
}

/// An invariant, or a segment of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Content {
    Invariant(InvariantData),
    Segment(Vec<Step>),
}

/// An invariant of a loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct InvariantData {
    pub r#type: String,
    pub location: Location,
    pub value: String,
    pub format: String,
}

/// A step of a segment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Step {
    pub waypoint: Waypoint,
}

/// A point the run passes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Waypoint {
    pub r#type: String,
    pub action: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraint: Option<Constraint>,
    pub location: Location,
}

/// What holds at a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Constraint {
    pub value: String,
    pub format: String,
}

/// A place; lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Location {
    pub file_name: String,
    pub line: usize,
    pub column: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
}

struct Place<'a> {
    source: &'a SourceFile,
}

impl Place<'_> {
    fn location(&self, offset: u32, function: Option<String>) -> Location {
        Location {
            file_name: self.source.path().display().to_string(),
            line: self.source.line(offset),
            column: self.source.column(offset),
            function,
        }
    }

    /// The invariants of an annotated file that is proved.
    fn invariants(&self, file: &FileReport, c: &C) -> Vec<Content> {
        let plain = self.source.text();
        let annotated = file.annotated.as_deref().unwrap_or(plain);
        let found = c.loop_invariants(file.file, plain, annotated);
        let invariant = |l: abide_verify::LoopInvariant| {
            Content::Invariant(InvariantData {
                r#type: "loop_invariant".to_string(),
                location: self.location(l.keyword.start, Some(l.function)),
                value: l.expression,
                format: "c_expression".to_string(),
            })
        };
        found.into_iter().map(invariant).collect()
    }

    /// The property that is violated, and the run that fails: a segment for each call that returns something
    /// arbitrary, and the error. Or why the format cannot say it.
    fn violation(
        &self,
        file: &FileReport,
        c: &C,
        routine: &RoutineReport,
        example: &Counterexample,
    ) -> Result<(&'static str, Vec<Content>), String> {
        if routine.name != "main" || !example.inputs.is_empty() {
            return Err("the format has no words for the inputs of a function".to_string());
        }
        let text = self.source.text();
        let failing = routine.obligations.iter().find(|o| o.span == example.span);
        let kind = failing.map_or(CheckKind::Assertion, |o| o.kind);
        let at = text.get(example.span.range()).unwrap_or_default();
        let property = property(kind, at).ok_or_else(|| format!("the format has no property for `{}`", kind.tag()))?;
        let (error, function) = match kind {
            CheckKind::Assertion => c.error_call(file.file, text, example.span),
            _ => c.function_around(file.file, text, example.span),
        };
        if in_comment(text, error.start as usize) {
            return Err("it fails at an annotation, which is no place in C".to_string());
        }
        let called = text.get(error.range()).unwrap_or_default();
        if kind == CheckKind::Assertion
            && !["reach_error", "__VERIFIER_error"]
                .iter()
                .any(|n| called.starts_with(n))
        {
            return Err("the format knows calls of `reach_error` only".to_string());
        }
        let follow = |kind: &str, constraint, location| {
            let waypoint = Waypoint {
                r#type: kind.to_string(),
                action: "follow".to_string(),
                constraint,
                location,
            };
            Content::Segment(vec![Step { waypoint }])
        };
        let calls = example.choices.iter().filter(|choice| self.is_call(choice.span));
        let mut content: Vec<Content> = calls
            .map(|choice| {
                let constraint = Constraint {
                    value: format!("\\result == {}", choice.value),
                    format: "acsl_expression".to_string(),
                };
                // such a point is named by its closing parenthesis
                let location = self.location(choice.span.end - 1, None);
                follow("function_return", Some(constraint), location)
            })
            .collect();
        content.push(follow("target", None, self.location(error.start, function)));
        Ok((property, content))
    }

    /// Does a call stand there?
    fn is_call(&self, span: Span) -> bool {
        let text = self.source.text().get(span.range()).unwrap_or_default();
        let name = text.split('(').next().unwrap_or_default().trim();
        let word = |c: char| c.is_alphanumeric() || c == '_';
        text.ends_with(')') && !name.is_empty() && name.chars().all(word)
    }
}

/// Does a place lie in a comment?
fn in_comment(text: &str, place: usize) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < place {
        let rest = &text.as_bytes()[at..];
        let end = |mark: &str, from: usize| {
            text[at + from..]
                .find(mark)
                .map_or(bytes.len(), |n| at + from + n + mark.len())
        };
        let next = match rest {
            [b'/', b'*', ..] => end("*/", 2),
            [b'/', b'/', ..] => end("\n", 2),
            [quote @ (b'"' | b'\''), ..] => {
                at = past_string(bytes, at, *quote);
                continue;
            }
            _ => {
                at += 1;
                continue;
            }
        };
        if place < next {
            return true;
        }
        at = next;
    }
    false
}

/// Where a string or character that begins at a place is past.
fn past_string(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
        at += 1 + usize::from(bytes[at] == b'\\');
    }
    at + 1
}

fn metadata(source: &SourceFile, c: &C, created: u64, kind: &str, property: &str) -> Metadata {
    let name = source.path().display().to_string();
    let hash: String = Sha256::digest(source.text().as_bytes())
        .iter()
        .map(|b| format!("{b:02x}"))
        .collect();
    Metadata {
        format_version: "2.0".to_string(),
        uuid: Uuid::new_v5(&Uuid::NAMESPACE_OID, format!("{kind} {hash} {name}").as_bytes()).to_string(),
        creation_time: rfc3339(created),
        producer: Producer {
            name: "Abide".to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
        },
        task: TaskData {
            input_files: vec![name.clone()],
            input_file_hashes: BTreeMap::from([(name, hash)]),
            specification: property.to_string(),
            data_model: match c.options.model {
                DataModel::Ilp32 => "ILP32",
                DataModel::Lp64 => "LP64",
            }
            .to_string(),
            language: "C".to_string(),
        },
    }
}

/// Seconds since 1970 as `2026-01-31T12:00:00Z`.
fn rfc3339(seconds: u64) -> String {
    let (mut days, rest) = (seconds / 86_400, seconds % 86_400);
    let leap = |y: u64| y.is_multiple_of(4) && (!y.is_multiple_of(100) || y.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!(
        "{year:04}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z",
        days + 1
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_told_from_code() {
        let text = "int x = \"/*\"[0]; /* y */ z; // w\nv '\\'' u";
        let inside = |what: &str| in_comment(text, text.find(what).unwrap());
        assert!(inside("y") && inside("w"));
        assert!(!inside("x") && !inside("z") && !inside("v") && !inside("u"));
    }

    #[test]
    fn times() {
        assert_eq!(rfc3339(0), "1970-01-01T00:00:00Z");
        assert_eq!(rfc3339(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(rfc3339(1_769_860_800), "2026-01-31T12:00:00Z");
        assert_eq!(rfc3339(1_798_761_599), "2026-12-31T23:59:59Z");
    }
}
