//! Writing invariants and measures into the text of a program, with everything else left as it is.
//!
//! Frama-C accepts one annotation in front of a loop, so what is found is merged into the one
//! that is there; a variant must be the last in it.

mod frames;
mod places;

use crate::syntax::ast::{Item, LoopSpec, Stmt, StmtKind as S};
use crate::syntax::{self, Setup, walk};
use abide_base::{FileId, Span};
use abide_frontend::insert::{indentation, inserted_lines, line_before};
use abide_ir::Granted;
use std::path::Path;

/// Adds clauses to loops, each named by the place of its keyword: invariants, and frames, which begin with `assigns`.
pub fn insert_invariants(path: &Path, text: &str, setup: impl Into<Setup>, loops: &[(Span, Vec<String>)]) -> String {
    let parsed = syntax::parse(FileId::default(), path, text, setup);
    let mut found = Vec::new();
    for item in &parsed.unit.items {
        if let Item::Function(f) = item {
            walk::statements(&f.body, &mut |s| found.extend(loop_of(s)));
        }
    }
    let mut put: Vec<(usize, String)> = Vec::new();
    for (span, clauses) in loops.iter().filter(|(_, i)| !i.is_empty()) {
        let known = found.iter().find(|l| l.keyword.start == span.start);
        if text.get(span.start as usize..).is_none_or(|rest| rest.starts_with('#')) {
            // the loop is in a header, of which the place is that of the `#include`
            continue;
        }
        put.extend(edits(text, span.start as usize, clauses, known));
    }
    inserted_lines(text, put)
}

/// Adds `loop variant` clauses to loops that have an annotation, each named by the place of its
/// keyword.
pub fn insert_measures(path: &Path, text: &str, setup: impl Into<Setup>, loops: &[(Span, String)]) -> String {
    let parsed = syntax::parse(FileId::default(), path, text, setup);
    let mut edits: Vec<(usize, String)> = Vec::new();
    for item in &parsed.unit.items {
        let Item::Function(f) = item else { continue };
        walk::statements(&f.body, &mut |s| {
            let own = loop_of(s).filter(|l| !l.label);
            let block = own.and_then(|l| Some((l.keyword, l.spec.block?)));
            let wanted = block.and_then(|(keyword, block)| {
                let (_, measure) = loops.iter().find(|(span, _)| span.start == keyword.start)?;
                last_clause(text, block, &format!("loop variant {measure};"))
            });
            edits.extend(wanted);
        });
    }
    inserted_lines(text, edits)
}

/// Writes contracts in front of functions, each with its name.
pub fn insert_contracts(path: &Path, text: &str, setup: impl Into<Setup>, given: &Granted) -> String {
    let parsed = syntax::parse(FileId::default(), path, text, setup);
    let mut edits: Vec<(usize, String)> = Vec::new();
    for item in &parsed.unit.items {
        let Item::Function(f) = item else { continue };
        let clauses = given.get(&*f.name.text).filter(|_| !f.header && f.contract.is_none());
        let Some(clauses) = clauses.filter(|c| !c.is_empty()) else {
            continue;
        };
        let (line, _) = line_before(text, f.span.start as usize);
        let indent = indentation(text, f.span.start as usize);
        let clauses: Vec<String> = clauses
            .iter()
            .map(|c| format!("{} {};", c.keyword.word(), c.text))
            .collect();
        let written = match clauses.as_slice() {
            [only] => format!("{indent}/*@ {only} */\n"),
            all => format!("{indent}/*@ {}\n{indent}*/\n", all.join(&format!("\n{indent}    "))),
        };
        edits.push((line, written));
    }
    inserted_lines(text, edits)
}

/// Where a clause goes to come last in an annotation, and how it is put there.
fn last_clause(text: &str, block: Span, clause: &str) -> Option<(usize, String)> {
    let (start, end) = (block.start as usize, block.end as usize);
    let all = text.get(start..end)?;
    let indent = indentation(text, start);
    if let Some(inside) = all.strip_suffix("*/") {
        let inside = inside.trim_end_matches('@').trim_end();
        let several = inside.contains('\n') || inside[2..].contains("//");
        let clause = match several {
            true => format!("\n{indent}    {clause}"),
            false => format!(" {clause}"),
        };
        // what closes the comment is not to be swallowed by a remark
        return Some((start + inside.len(), clause));
    }
    // the last line of a row, in front of what is said about it
    let line = all.trim_end().rfind('\n').map_or(0, |at| at + 1);
    let code = all[line..].find("//@").map_or(line, |at| line + at + 3);
    let remark = all[code..].find("//").map_or(all.len(), |at| code + at);
    let at = all[..remark].trim_end().len();
    Some((start + at, format!(" {clause}")))
}

/// A loop of the source.
struct Found<'a> {
    keyword: Span,
    spec: &'a LoopSpec,
    /// Is it a label that is jumped back to?
    label: bool,
}

fn loop_of(s: &Stmt) -> Option<Found<'_>> {
    let (spec, keyword) = match &s.kind {
        S::While(spec, ..) | S::DoWhile(spec, ..) | S::For(spec, ..) => (spec, s.span),
        S::Label(name, spec, _) => (spec, name.span),
        _ => return None,
    };
    Some(Found {
        keyword,
        spec,
        label: matches!(s.kind, S::Label(..)),
    })
}

/// Is it a frame, and no invariant?
pub fn is_frame(clause: &str) -> bool {
    clause.starts_with("assigns ")
}

/// The frames of loops that have none, by the places of their keywords, as clauses.
pub fn frames(path: &Path, text: &str, setup: impl Into<Setup>) -> Vec<(Span, String)> {
    frames::frames(&syntax::parse(FileId::default(), path, text, setup).unit)
}

/// Where to insert, and what.
fn edits(text: &str, keyword: usize, clauses: &[String], known: Option<&Found>) -> Vec<(usize, String)> {
    let (frames, invariants): (Vec<&String>, Vec<&String>) = clauses.iter().partition(|c| is_frame(c));
    let invariants: Vec<String> = invariants.into_iter().map(|i| format!("loop invariant {i};")).collect();
    let frames: Vec<String> = frames.into_iter().map(|f| format!("loop {f};")).collect();
    match known.and_then(|l| l.spec.block) {
        Some(block) => {
            let first = (!invariants.is_empty()).then(|| first_clauses(text, block, &invariants));
            let frames = frames.iter().filter_map(|frame| frame_clause(text, block, frame));
            first.into_iter().chain(frames).collect()
        }
        None => vec![annotation(text, keyword, &[invariants, frames].concat(), known)],
    }
}

/// Where clauses go to come first in an annotation, and how they are put there.
fn first_clauses(text: &str, block: Span, clauses: &[String]) -> (usize, String) {
    let start = block.start as usize;
    let inside = start + 3;
    let indent = indentation(text, start);
    match text.get(start..inside) {
        Some("/*@") => (
            inside,
            format!(" {}\n{indent}   ", clauses.join(&format!("\n{indent}    "))),
        ),
        // a row of lines: ghost code may stand before the clauses of the loop
        _ => {
            let row = text.get(start..block.end as usize).unwrap_or_default();
            let first = row.find("loop ").map_or(inside, |at| start + at);
            (first, format!("{} ", clauses.join(" ")))
        }
    }
}

/// Where a frame goes in an annotation: a variant must be the last.
fn frame_clause(text: &str, block: Span, frame: &str) -> Option<(usize, String)> {
    let start = block.start as usize;
    let all = text.get(start..block.end as usize)?;
    let Some(variant) = all.find("loop variant") else {
        return last_clause(text, block, frame);
    };
    let (_, before) = line_before(text, start + variant);
    let put = match before.trim_start_matches([' ', '\t', '@']).is_empty() {
        true => format!("{frame}\n{before}"),
        false => format!("{frame} "),
    };
    Some((start + variant, put))
}

/// A new annotation in front of a loop.
fn annotation(text: &str, keyword: usize, clauses: &[String], known: Option<&Found>) -> (usize, String) {
    let (line, before) = line_before(text, keyword);
    let indent = indentation(text, keyword);
    if known.is_some_and(|l| l.label) {
        // the annotation stands between the label and what it labels
        let after = text[keyword..].find(':').map_or(keyword, |at| keyword + at + 1);
        let lines = clauses.join(&format!("\n{indent}    "));
        return (after, format!("\n{indent}/*@ {lines}\n{indent}*/"));
    }
    if !before.trim().is_empty() {
        return (keyword, format!("/*@ {} */ ", clauses.join(" ")));
    }
    let lines = clauses.join(&format!("\n{indent}    "));
    (line, format!("{indent}/*@ {lines}\n{indent}*/\n"))
}
