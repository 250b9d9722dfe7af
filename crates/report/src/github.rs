//! The report as workflow commands of GitHub Actions: an annotation for each finding.

use crate::finding::Finding;
use abide_base::{Severity, Sources};

/// A command for each finding that is new, one on a line.
pub fn github(sources: &Sources, findings: &[Finding<'_>]) -> String {
    let new = findings.iter().filter(|f| f.is_new());
    new.map(|finding| command(sources, finding) + "\n").collect()
}

fn command(sources: &Sources, finding: &Finding<'_>) -> String {
    let name = match finding.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut properties = vec![("file", finding.path.display().to_string())];
    if let Some(span) = finding.diagnostic.span {
        let source = sources.file(span.file);
        let (first, last) = (source.line(span.start), source.line(span.end));
        properties.push(("line", first.to_string()));
        properties.push(("endLine", last.to_string()));
        // columns are for places within a line
        if first == last {
            properties.push(("col", source.column(span.start).to_string()));
            properties.push(("endColumn", source.column(span.end).to_string()));
        }
    }
    let about = finding.routine.map_or(finding.rule.id, |r| r.name.as_str());
    properties.push(("title", format!("{}: {about}", finding.word())));
    let properties: Vec<String> = properties.iter().map(|(k, v)| format!("{k}={}", property(v))).collect();
    format!("::{name} {}::{}", properties.join(","), data(&finding.text()))
}

/// A message as commands have it.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property as commands have it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
