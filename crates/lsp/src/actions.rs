//! What can be done at a place: what was inferred is inserted, a program that fails is opened.

use crate::document::{Document, Known};
use crate::lines::touch;
use crate::present::{edits, present};
use crate::views::diagnostics;
use abide_report::Finding;
use abide_report::text::distinct_loops;
use abide_report::uri::uri;
use abide_verify::{Keyword, RoutineReport};
use lsp_types::*;
use std::collections::HashMap;
use std::str::FromStr;

/// The command that shows a file.
pub const SHOW: &str = "abide.show";

/// What can be done at a place. New files are for editors that can make them.
pub fn actions(document: &Document, range: Range, makes_files: bool) -> Vec<CodeActionOrCommand> {
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
                title: format!("Insert the {} of `{}`", missing(routine), routine.name),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(fixed).filter(|f| !f.is_empty()),
                edit: Some(change(document, edits)),
                ..CodeAction::default()
            });
        }
    }
    if makes_files {
        actions.extend(failing_tests(document, known, range));
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
fn missing(routine: &RoutineReport) -> &'static str {
    let loops = distinct_loops(routine).any(|l| !l.invariants.is_empty());
    let requires = routine.given.iter().all(|c| c.keyword == Keyword::Requires);
    match (loops, routine.given.len(), requires) {
        (_, 0, _) => "inferred invariants",
        (false, 1, true) => "missing precondition",
        (false, _, true) => "missing preconditions",
        (false, ..) => "missing contract",
        (true, ..) => "missing contract and the inferred invariants",
    }
}

/// The programs that fail as the checks at a place do: each is made beside the file, in a folder named after the routine,
/// and shown.
fn failing_tests(document: &Document, known: &Known, range: Range) -> Vec<CodeAction> {
    // wherever in its lines the cursor is
    let is_here = |place: &Range| place.start.line <= range.end.line && range.start.line <= place.end.line;
    let here = present(known).filter(|(_, place)| is_here(place));
    let test = |(finding, place): (Finding<'_>, Range)| {
        let test = finding.obligation?.counterexample.as_ref()?.test.clone()?;
        let routine = &finding.routine?.name;
        let plain = routine.replace(|c: char| !c.is_alphanumeric() && c != '.' && c != '_', "_");
        let path = document
            .path
            .with_file_name("failing")
            .join(plain)
            .join(document.path.file_name()?);
        let uri = Uri::from_str(&uri(&path)).ok()?;
        let fixed = diagnostics(document).into_iter().filter(|d| d.range == place);
        Some(CodeAction {
            title: format!("Open a program in which `{routine}` fails so"),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(fixed.collect()),
            edit: Some(file_with(&uri, test)),
            command: Some(Command {
                title: "Show it".to_string(),
                command: SHOW.to_string(),
                arguments: Some(vec![uri.as_str().into()]),
            }),
            ..CodeAction::default()
        })
    };
    here.filter_map(test).collect()
}

/// Makes a file with a text.
fn file_with(uri: &Uri, text: String) -> WorkspaceEdit {
    let make = DocumentChangeOperation::Op(ResourceOp::Create(CreateFile {
        uri: uri.clone(),
        options: Some(CreateFileOptions {
            overwrite: Some(true),
            ignore_if_exists: None,
        }),
        annotation_id: None,
    }));
    let write = DocumentChangeOperation::Edit(TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier {
            uri: uri.clone(),
            version: None,
        },
        edits: vec![OneOf::Left(TextEdit::new(Range::default(), text))],
    });
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Operations(vec![make, write])),
        ..WorkspaceEdit::default()
    }
}

#[allow(clippy::mutable_key_type, reason = "the protocol's own type")]
fn change(document: &Document, edits: Vec<TextEdit>) -> WorkspaceEdit {
    WorkspaceEdit::new(HashMap::from([(document.uri.clone(), edits)]))
}
