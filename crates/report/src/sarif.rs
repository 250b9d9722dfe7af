//! The report as a log in the Static Analysis Results Interchange Format (SARIF 2.1.0).
//!
//! A finding is a result, a kind of findings a rule. A failing input has its values among the properties of the result,
//! and the lines of its run are the code flow. What was inferred for the loops of a routine comes as a fix of what is
//! not proved in it; of loops in routines without findings there is, if that is asked for, an informational result.

use crate::edits::{Changes, Edit};
use crate::finding::{Finding, Rule};
use crate::text::distinct_loops;
use crate::unproved::refutation;
use crate::uri::uri;
use abide_base::{FileId, SourceFile, Sources, Span};
use abide_verify::{Counterexample, FileReport, Report, RoutineReport};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::Path;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The place that relative paths are relative to.
const ROOT: &str = "%SRCROOT%";

/// A loop for which something was inferred.
const INFERRED: Rule = Rule {
    id: "inferred-invariant",
    expects: "the loop has an invariant",
};

/// Whether loops in routines without findings are told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loops {
    /// Each for which something was inferred.
    Told,
    /// None.
    LeftOut,
}

/// The report as an indented object that ends in a newline.
pub fn sarif(report: &Report, findings: &[Finding<'_>], loops: Loops) -> String {
    let mut log = Log {
        sources: &report.sources,
        changes: report
            .files
            .iter()
            .map(|f| (f.file, Changes::of(&report.sources, f)))
            .collect(),
        rules: Vec::new(),
    };
    let mut results: Vec<Value> = findings
        .iter()
        .map(|finding| log.result(finding, file_of(report, finding)))
        .collect();
    if loops == Loops::Told {
        for file in &report.files {
            for routine in &file.routines {
                let is_told = |f: &Finding| f.routine.is_some_and(|r| std::ptr::eq(r, routine));
                if !findings.iter().any(is_told) {
                    results.extend(log.inferred(file, routine));
                }
            }
        }
    }
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Abide",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": log.rules.iter().map(rule).collect::<Vec<_>>(),
            } },
            "invocations": [{ "executionSuccessful": !report.cancelled && report.bugs == 0 }],
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).expect("strings and numbers are always JSON");
    text.push('\n');
    text
}

fn rule(rule: &Rule) -> Value {
    json!({ "id": rule.id, "shortDescription": { "text": rule.expects } })
}

/// The file that a finding is in.
fn file_of<'a>(report: &'a Report, finding: &Finding<'_>) -> Option<&'a FileReport> {
    let id = finding.routine?.span.file;
    report.files.iter().find(|f| f.file == id)
}

struct Log<'a> {
    sources: &'a Sources,
    /// What was inferred, by file.
    changes: BTreeMap<FileId, Changes>,
    /// Those that were needed, in order.
    rules: Vec<Rule>,
}

impl Log<'_> {
    fn result(&mut self, finding: &Finding<'_>, file: Option<&FileReport>) -> Value {
        let diagnostic = &finding.diagnostic;
        let mut result = self.bare(finding.rule, &finding.text());
        result.insert("level".into(), finding.severity().word().into());
        let mut location = self.location(finding.path, diagnostic.span);
        if let Some(routine) = finding.routine {
            location.insert("logicalLocations".into(), json!([logical(routine)]));
        }
        result.insert("locations".into(), json!([location]));
        result.insert("partialFingerprints".into(), json!({ "abide/v1": finding.fingerprint }));
        let related = diagnostic.related.iter().filter(|(span, _)| !span.file.is_built_in());
        let related: Vec<Value> = related
            .map(|(span, text)| {
                let mut location = self.location(self.sources.file(span.file).path(), Some(*span));
                location.insert("message".into(), json!({ "text": text }));
                location.into()
            })
            .collect();
        if !related.is_empty() {
            result.insert("relatedLocations".into(), related.into());
        }
        if let Some(known) = finding.known {
            let state = if known { "unchanged" } else { "new" };
            result.insert("baselineState".into(), state.into());
        }
        let mut properties = Map::new();
        if let Some(verdict) = finding.verdict {
            properties.insert("verdict".into(), verdict.word().into());
        }
        if let Some(found) = finding.obligation.and_then(refutation) {
            properties.insert("counterexample".into(), inputs(found));
            result.extend(self.flow(found, finding.path).map(|flow| ("codeFlows".into(), flow)));
        }
        result.insert("properties".into(), properties.into());
        if let (Some(file), Some(routine)) = (file, finding.routine) {
            result.extend(self.fix(file, routine).map(|fix| ("fixes".into(), fix)));
        }
        result.into()
    }

    /// A result for each loop of a routine for which something was inferred.
    fn inferred(&mut self, file: &FileReport, routine: &RoutineReport) -> Vec<Value> {
        let source = self.sources.file(file.file);
        let told = distinct_loops(routine).filter(|l| !l.invariants.is_empty());
        let told = told.map(|l| {
            let invariants: Vec<&str> = l.invariants.iter().map(|i| i.text()).collect();
            let mut result = self.bare(INFERRED, &format!("inferred: {}", invariants.join("; ")));
            result.insert("kind".into(), "informational".into());
            result.insert("level".into(), "none".into());
            let mut location = self.location(source.path(), Some(l.span));
            location.insert("logicalLocations".into(), json!([logical(routine)]));
            result.insert("locations".into(), json!([location]));
            result.extend(self.fix(file, routine).map(|fix| ("fixes".into(), fix)));
            result.into()
        });
        told.collect()
    }

    fn bare(&mut self, rule: Rule, text: &str) -> Map<String, Value> {
        let known = self.rules.iter().position(|r| r.id == rule.id);
        let index = known.unwrap_or_else(|| {
            self.rules.push(rule);
            self.rules.len() - 1
        });
        let mut result = Map::new();
        result.insert("ruleId".into(), rule.id.into());
        result.insert("ruleIndex".into(), index.into());
        result.insert("message".into(), json!({ "text": text }));
        result
    }

    fn location(&self, path: &Path, span: Option<Span>) -> Map<String, Value> {
        let mut physical = Map::new();
        physical.insert("artifactLocation".into(), artifact(path));
        if let Some(span) = span {
            physical.insert("region".into(), region(self.sources.file(span.file), span));
        }
        Map::from_iter([("physicalLocation".to_string(), physical.into())])
    }

    /// The lines that a failing run passes.
    fn flow(&self, found: &Counterexample, path: &Path) -> Option<Value> {
        let step = |line: &usize| {
            json!({ "location": { "physicalLocation": {
                "artifactLocation": artifact(path),
                "region": { "startLine": line },
            } } })
        };
        let steps: Vec<Value> = found.path.iter().map(step).collect();
        (!steps.is_empty()).then(|| json!([{ "threadFlows": [{ "locations": steps }] }]))
    }

    fn fix(&self, file: &FileReport, routine: &RoutineReport) -> Option<Value> {
        let changes = self.changes.get(&file.file)?.for_routine(self.sources, routine);
        let source = self.sources.file(file.file);
        let replacement = |edit: &Edit| {
            json!({
                "deletedRegion": {
                    "startLine": edit.lines.start,
                    "startColumn": 1,
                    "endLine": edit.lines.end,
                    "endColumn": 1,
                },
                "insertedContent": { "text": edit.text },
            })
        };
        let replacements: Vec<Value> = changes.iter().map(replacement).collect();
        (!replacements.is_empty()).then(|| {
            json!([{
                "description": { "text": "insert what was inferred" },
                "artifactChanges": [{
                    "artifactLocation": artifact(source.path()),
                    "replacements": replacements,
                }],
            }])
        })
    }
}

fn logical(routine: &RoutineReport) -> Value {
    json!({ "fullyQualifiedName": routine.name, "kind": "function" })
}

fn inputs(found: &Counterexample) -> Value {
    let pairs = found.inputs.iter();
    let pairs: Map<String, Value> = pairs.map(|(n, v)| (n.clone(), v.as_str().into())).collect();
    pairs.into()
}

fn artifact(path: &Path) -> Value {
    match path.is_absolute() {
        true => json!({ "uri": uri(path) }),
        false => json!({ "uri": uri(path), "uriBaseId": ROOT }),
    }
}

fn region(source: &SourceFile, span: Span) -> Value {
    let end = span.end.max(span.start);
    json!({
        "startLine": source.line(span.start),
        "startColumn": source.column(span.start),
        "endLine": source.line(end),
        "endColumn": source.column(end),
    })
}
