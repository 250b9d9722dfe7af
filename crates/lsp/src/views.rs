//! What is known of a document as the protocol shows it: diagnostics, hints, lenses and hovers.

use crate::document::{Document, Known};
use crate::lines::contains;
use crate::present::{edits, present};
use abide_base::{FileId, Severity, SourceFile, Span};
use abide_report::text::{assumptions, distinct_loops};
use abide_report::uri::uri;
use abide_report::{Finding, drawings};
use abide_verify::{RoutineReport, Verdict};
use lsp_types::*;
use std::path::absolute;
use std::str::FromStr;

/// The command that verifies a document.
pub const VERIFY: &str = "abide.verify";

/// What to complain about.
pub fn diagnostics(document: &Document) -> Vec<Diagnostic> {
    let Some(known) = document.known() else {
        return Vec::new();
    };
    let diagnostic = |(finding, range): (Finding<'_>, Range)| Diagnostic {
        range,
        severity: Some(match finding.severity() {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(finding.rule.id.to_string())),
        source: Some("abide".to_string()),
        message: finding.text(),
        related_information: related(document, known, &finding),
        ..Diagnostic::default()
    };
    present(known).map(diagnostic).collect()
}

fn related(document: &Document, known: &Known, finding: &Finding<'_>) -> Option<Vec<DiagnosticRelatedInformation>> {
    let others = finding.diagnostic.related.iter();
    let told = others.filter_map(|(span, text)| {
        Some(DiagnosticRelatedInformation {
            location: location(document, known, *span)?,
            message: text.clone(),
        })
    });
    let told: Vec<_> = told.collect();
    (!told.is_empty()).then_some(told)
}

/// A place in this file or another one; none if that comes with Abide.
fn location(document: &Document, known: &Known, span: Span) -> Option<Location> {
    if span.file == known.file().file {
        return Some(Location::new(document.uri.clone(), known.range(span)?));
    }
    if span.file.is_built_in() {
        return None;
    }
    let source = known.sources().file(span.file);
    let path = absolute(source.path()).ok()?;
    Some(Location::new(
        Uri::from_str(&uri(&path)).ok()?,
        plain_range(source, span),
    ))
}

/// The range of a span in a file that is as it was read.
fn plain_range(source: &SourceFile, span: Span) -> Range {
    let own = Span {
        file: FileId(0),
        ..span
    };
    let shift = crate::shift::Shift::new(source, source.text());
    shift.range(source, own).unwrap_or_default()
}

/// The invariants that were inferred, behind the heads of their loops.
pub fn hints(document: &Document, within: Range) -> Vec<InlayHint> {
    let Some(known) = document.known() else {
        return Vec::new();
    };
    let mut hints = Vec::new();
    for routine in known.file().routines.iter().filter(|r| known.is_unchanged(r)) {
        let edits = edits(known, routine);
        for l in distinct_loops(routine).filter(|l| !l.invariants.is_empty()) {
            let Some(head) = known.range(l.span) else { continue };
            let line = head.start.line;
            let length = document.text().lines().nth(line as usize).unwrap_or("").encode_utf16();
            let position = Position::new(line, length.count() as u32);
            let invariants: Vec<&str> = l.invariants.iter().map(|i| i.text()).collect();
            hints.push(InlayHint {
                position,
                label: InlayHintLabel::String(format!("invariant {}", invariants.join("; "))),
                kind: None,
                text_edits: Some(edits.clone()).filter(|e| !e.is_empty()),
                tooltip: Some(InlayHintTooltip::String(
                    "inferred and proved; accept to insert it".to_string(),
                )),
                padding_left: Some(true),
                padding_right: None,
                data: None,
            });
        }
    }
    hints.retain(|h| contains(within, h.position));
    hints
}

/// The verdict of each routine, above its name.
pub fn lenses(document: &Document) -> Vec<CodeLens> {
    let Some(known) = document.known() else {
        return Vec::new();
    };
    let lens = |routine: &RoutineReport| {
        let title = match known.is_unchanged(routine) {
            true => verdict(routine),
            false => "changed since it was verified".to_string(),
        };
        Some(CodeLens {
            range: known.range(routine.span)?,
            command: Some(Command {
                title,
                command: VERIFY.to_string(),
                arguments: Some(vec![document.uri.as_str().into()]),
            }),
            data: None,
        })
    };
    known.file().routines.iter().filter_map(lens).collect()
}

/// `proved in 0.12 s, under 2 assumptions`
fn verdict(routine: &RoutineReport) -> String {
    let time = format!("{:.2} s", routine.stats.ms as f64 / 1000.0);
    let failing = routine
        .obligations
        .iter()
        .filter(|o| o.verdict == routine.verdict)
        .count();
    let word = routine.verdict.word();
    let told = match routine.verdict {
        Verdict::Open | Verdict::Refuted if failing > 1 => format!("{word} in {failing} places, {time}"),
        Verdict::Unsupported => word.to_string(),
        Verdict::Given => format!("proved with a contract that is missing, {time}"),
        _ => format!("{word} in {time}"),
    };
    match routine.assumes.len() {
        0 => told,
        1 => format!("{told}, under 1 assumption"),
        n => format!("{told}, under {n} assumptions"),
    }
}

/// What is to be said of a place: what is not proved there, with the state that breaks the proof; else what is known of the
/// routine that is named there.
pub fn hover(document: &Document, position: Position) -> Option<Hover> {
    let known = document.known()?;
    let found = present(known).filter(|(_, range)| contains(*range, position));
    let mut told: Vec<String> = found.map(|(finding, _)| about(&finding)).collect();
    let mut named = known.file().routines.iter();
    let named = named.find(|r| known.range(r.span).is_some_and(|range| contains(range, position)));
    told.extend(named.filter(|r| known.is_unchanged(r)).map(|r| summary(known, r)));
    (!told.is_empty()).then(|| Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: told.join("\n\n---\n\n"),
        }),
        range: None,
    })
}

fn about(finding: &Finding<'_>) -> String {
    let text = finding.text();
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let mut told = format!("**{}**", escaped(first));
    for line in rest.lines() {
        told.push_str(&format!("\n\n{}", escaped(line)));
    }
    for drawing in finding.obligation.into_iter().flat_map(drawings) {
        told.push_str(&format!("\n\n```text\n{drawing}\n```"));
    }
    told
}

fn summary(known: &Known, routine: &RoutineReport) -> String {
    let mut told = format!("**{}**: {}", escaped(&routine.name), verdict(routine));
    for (kind, text, _) in assumptions(known.sources(), routine) {
        told.push_str(&format!("\n* assumes {kind}: {}", escaped(text)));
    }
    told
}

/// Text that Markdown leaves alone.
fn escaped(text: &str) -> String {
    let special = |c: char| {
        matches!(
            c,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '&' | '|' | '~'
        )
    };
    let escape = |c: char| match special(c) {
        true => format!("\\{c}"),
        false => c.to_string(),
    };
    text.chars().map(escape).collect()
}
