//! What is known of a document as the protocol shows it: diagnostics, hints, lenses, actions and hovers.

use crate::document::{Document, Known};
use crate::lines::{contains, start_of, touch};
use abide_base::{FileId, Severity, SourceFile, Span};
use abide_report::edits::Edit;
use abide_report::text::{assumptions, distinct_loops};
use abide_report::uri::uri;
use abide_report::{Finding, drawings, findings};
use abide_verify::{RoutineReport, Verdict};
use lsp_types::*;
use std::collections::HashMap;
use std::path::absolute;
use std::str::FromStr;

/// The command that verifies a document.
pub const VERIFY: &str = "abide.verify";

/// What was found that is still as it was, with its place now.
fn present(known: &Known) -> impl Iterator<Item = (Finding<'_>, Range)> {
    let unchanged = |f: &Finding| f.routine.is_none_or(|r| known.is_unchanged(r));
    let found = findings(&known.report, &[]).into_iter();
    found.filter(unchanged).filter_map(|finding| {
        let range = match finding.diagnostic.span {
            Some(span) => known.range(span)?,
            None => Range::default(),
        };
        Some((finding, range))
    })
}

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

/// What can be done at a place.
pub fn actions(document: &Document, range: Range) -> Vec<CodeActionOrCommand> {
    let Some(known) = document.known() else {
        return Vec::new();
    };
    let mut actions = Vec::new();
    if let Some(routine) = known.routine_at(range.start.line) {
        let edits = edits(known, routine);
        if !edits.is_empty() {
            let fixed = diagnostics(document).into_iter().filter(|d| touch(d.range, range));
            let fixed: Vec<Diagnostic> = fixed.collect();
            actions.push(CodeAction {
                title: format!("Insert the inferred {} of `{}`", inferred(routine), routine.name),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(fixed).filter(|f| !f.is_empty()),
                edit: Some(change(document, edits)),
                ..CodeAction::default()
            });
        }
    }
    let all: Vec<TextEdit> = known.file().routines.iter().flat_map(|r| edits(known, r)).collect();
    if !all.is_empty() {
        actions.push(CodeAction {
            title: "Insert everything that was inferred".to_string(),
            kind: Some(CodeActionKind::SOURCE),
            edit: Some(change(document, all)),
            ..CodeAction::default()
        });
    }
    actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()
}

/// What there is to insert.
fn inferred(routine: &RoutineReport) -> &'static str {
    let loops = distinct_loops(routine).any(|l| !l.invariants.is_empty());
    match (loops, routine.given.is_empty()) {
        (false, false) => "contract",
        (true, false) => "contract and invariants",
        _ => "invariants",
    }
}

#[allow(clippy::mutable_key_type, reason = "the protocol's own type")]
fn change(document: &Document, edits: Vec<TextEdit>) -> WorkspaceEdit {
    WorkspaceEdit::new(HashMap::from([(document.uri.clone(), edits)]))
}

/// What to do for the invariants of a routine that is as it was verified.
fn edits(known: &Known, routine: &RoutineReport) -> Vec<TextEdit> {
    if !known.is_unchanged(routine) {
        return Vec::new();
    }
    let edit = |edit: &Edit| {
        // what is put in goes above a line that is there
        let first = known.line(edit.lines.start - 1)?;
        let last = first + edit.lines.len();
        Some(TextEdit::new(
            Range::new(start_of(first), start_of(last)),
            edit.text.clone(),
        ))
    };
    known.changes(routine).iter().filter_map(edit).collect()
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
