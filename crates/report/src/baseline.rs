//! Findings that are known and accepted, so that only new ones count.

use crate::finding::{Finding, Rule};
use abide_verify::{Obligation, Report, Verdict};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The version of the format.
const VERSION: u32 = 1;

/// Known findings.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Baseline {
    tool: String,
    format: u32,
    findings: Vec<Known>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Known {
    path: String,
    routine: Option<String>,
    rule: String,
    verdict: String,
    fingerprint: String,
}

impl Baseline {
    /// Of these findings; `name` tells how their paths are written. What makes that a file is not read at all is always
    /// new.
    pub fn of(findings: &[Finding<'_>], name: impl Fn(&Path) -> String) -> Baseline {
        let accepted = findings.iter().filter(|f| is_acceptable(f));
        let known = |f: &Finding| {
            let one = |(rule, fingerprint): (Rule, &String)| Known {
                path: name(f.path),
                routine: f.routine.map(|r| r.name.clone()),
                rule: rule.id.to_string(),
                verdict: f.word().to_string(),
                fingerprint: fingerprint.clone(),
            };
            each(f).map(one).collect::<Vec<_>>()
        };
        let mut findings: Vec<Known> = accepted.flat_map(known).collect();
        findings.sort();
        Baseline {
            tool: "abide".to_string(),
            format: VERSION,
            findings,
        }
    }

    /// As text that ends in a newline.
    pub fn text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("strings and numbers are always JSON");
        text.push('\n');
        text
    }

    /// Reads it back, or says what is wrong.
    pub fn parse(text: &str) -> Result<Baseline, String> {
        let baseline: Baseline = serde_json::from_str(text).map_err(|e| e.to_string())?;
        match (baseline.tool.as_str(), baseline.format) {
            ("abide", VERSION) => Ok(baseline),
            ("abide", other) => Err(format!("its format is {other}, and {VERSION} is expected")),
            (other, _) => Err(format!("it was written by `{other}`")),
        }
    }

    /// Tells of each finding whether it is known, with everything that fails for the same reason. What was open and is refuted
    /// now is new.
    pub fn mark(&self, findings: &mut [Finding<'_>], name: impl Fn(&Path) -> String) {
        for finding in findings {
            let path = name(finding.path);
            let worse = |k: &Known| finding.verdict == Some(Verdict::Refuted) && k.verdict == Verdict::Open.word();
            let is_known = |fingerprint: &String| {
                let same = |k: &&Known| k.fingerprint == *fingerprint && k.path == path;
                self.findings.iter().find(same).is_some_and(|k| !worse(k))
            };
            let all = each(finding).all(|(_, fingerprint)| is_known(fingerprint));
            finding.known = Some(is_acceptable(finding) && all);
        }
    }
}

/// What a finding is about, and what else fails for the same reason.
fn each<'f>(finding: &'f Finding<'_>) -> impl Iterator<Item = (Rule, &'f String)> {
    let others = finding.others.iter().map(|o| (o.rule, &o.fingerprint));
    std::iter::once((finding.rule, &finding.fingerprint)).chain(others)
}

/// Errors that are no routine's make that nothing is known about a file.
fn is_acceptable(finding: &Finding<'_>) -> bool {
    finding.routine.is_some() || finding.severity() != abide_base::Severity::Error
}

/// The report without the messages about what is known; its verdicts stay.
pub fn without_known(report: &Report, findings: &[Finding<'_>]) -> Report {
    let known: Vec<&Finding> = findings.iter().filter(|f| !f.is_new()).collect();
    let mut told = report.clone();
    for (file, original) in told.files.iter_mut().zip(&report.files) {
        file.diagnostics.retain(|d| !known.iter().any(|f| f.diagnostic == *d));
        for (routine, original) in file.routines.iter_mut().zip(&original.routines) {
            let is_told = |o: &Obligation| !known.iter().any(|f| f.obligations().any(|k| std::ptr::eq(k, o)));
            let kept = original.obligations.iter().filter(|o| is_told(o));
            routine.obligations = kept.cloned().collect();
        }
    }
    told
}
