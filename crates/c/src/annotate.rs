//! Writing invariants and measures into the text of a program, with everything else left as it is.
//!
//! Frama-C accepts one annotation in front of a loop, so what is found is merged into the one
//! that is there; a variant must be the last in it.

use crate::syntax::ast::{Expr, ExprKind as E, Item, LoopSpec, Stmt, StmtKind as S};
use crate::syntax::{self, Setup, walk};
use abide_base::{FileId, Span};
use abide_frontend::insert::{indentation, inserted, line_before};
use abide_ir::Granted;
use std::collections::BTreeSet;
use std::path::Path;

/// Adds `loop invariant` clauses to loops, each named by the place of its keyword, and a frame
/// where there is none.
pub fn insert_invariants(path: &Path, text: &str, setup: impl Into<Setup>, loops: &[(Span, Vec<String>)]) -> String {
    let parsed = syntax::parse(FileId::default(), path, text, setup);
    let mut found = Vec::new();
    for item in &parsed.unit.items {
        if let Item::Function(f) = item {
            walk::statements(&f.body, &mut |s| found.extend(loop_of(s)));
        }
    }
    let mut edits: Vec<(usize, String)> = Vec::new();
    for (span, invariants) in loops.iter().filter(|(_, i)| !i.is_empty()) {
        let known = found.iter().find(|l| l.keyword.start == span.start);
        if text.get(span.start as usize..).is_none_or(|rest| rest.starts_with('#')) {
            // the loop is in a header, of which the place is that of the `#include`
            continue;
        }
        edits.push(edit(text, span.start as usize, invariants, known));
    }
    inserted(text, edits)
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
    inserted(text, edits)
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
    inserted(text, edits)
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
    frame: Option<String>,
}

fn loop_of(s: &Stmt) -> Option<Found<'_>> {
    let (spec, keyword) = match &s.kind {
        S::While(spec, ..) | S::DoWhile(spec, ..) | S::For(spec, ..) => (spec, s.span),
        S::Label(name, spec, _) => (spec, name.span),
        _ => return None,
    };
    let frame = match (&s.kind, &spec.assigns) {
        (S::Label(..), _) | (_, Some(_)) => None,
        _ => frame(s),
    };
    Some(Found {
        keyword,
        spec,
        label: matches!(s.kind, S::Label(..)),
        frame,
    })
}

/// Where to insert, and what.
fn edit(text: &str, keyword: usize, invariants: &[String], known: Option<&Found>) -> (usize, String) {
    let mut clauses: Vec<String> = invariants.iter().map(|i| format!("loop invariant {i};")).collect();
    let block = known.and_then(|l| l.spec.block);
    let (line, before) = line_before(text, keyword);
    let indent = indentation(text, keyword);
    if let Some(block) = block {
        let start = block.start as usize;
        let inside = start + 3;
        let indent = indentation(text, start);
        return match text.get(start..inside) {
            // a frame must come before a variant: it is left to the person who wrote the block
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
        };
    }
    clauses.extend(known.and_then(|l| l.frame.clone()));
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

/// The frame of a loop: what it assigns, if that can be named.
fn frame(s: &Stmt) -> Option<String> {
    let mut written = Written {
        nameable: true,
        ..Written::default()
    };
    // a variable declared in front of the condition is in scope in the annotation
    match &s.kind {
        S::For(_, _, test, step, body) => {
            test.iter().chain(step).for_each(|e| written.expression(e));
            written.inside(body);
        }
        _ => {
            walk::expressions(s).into_iter().for_each(|e| written.expression(e));
            walk::inner(s).into_iter().for_each(|s| written.inside(s));
        }
    }
    // an array is named by something that stays
    let moved = |(_, base): &(String, Option<String>)| base.as_ref().is_some_and(|b| written.changed.contains(b));
    if !written.nameable || written.places.iter().any(moved) {
        return None;
    }
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in &written.places {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    Some(match names.is_empty() {
        true => "loop assigns \\nothing;".to_string(),
        false => format!("loop assigns {};", names.join(", ")),
    })
}

/// What a loop writes, by the names it has in front of the loop.
#[derive(Default)]
struct Written {
    /// The names declared inside, scope by scope.
    scopes: Vec<BTreeSet<String>>,
    /// What is written, and the array it lies in.
    places: Vec<(String, Option<String>)>,
    changed: BTreeSet<String>,
    /// Can all of it be named?
    nameable: bool,
}

impl Written {
    fn inside(&mut self, s: &Stmt) {
        if let S::Decl(decls) = &s.kind {
            // the initial value is read where the name is declared already
            let names = decls.iter().map(|d| d.name.text.to_string());
            match self.scopes.last_mut() {
                Some(scope) => scope.extend(names),
                None => self.scopes.push(names.collect()),
            }
        }
        let opens = !matches!(
            s.kind,
            S::Decl(_) | S::Label(..) | S::Case(..) | S::Default(_) | S::Contract(..)
        );
        if opens {
            self.scopes.push(BTreeSet::new());
        }
        if let S::For(_, Some(first), ..) = &s.kind {
            self.inside(first);
        }
        walk::expressions(s).into_iter().for_each(|e| self.expression(e));
        let first = match &s.kind {
            S::For(_, first, ..) => first.as_deref().map(std::ptr::from_ref),
            _ => None,
        };
        let rest = walk::inner(s)
            .into_iter()
            .filter(|i| Some(std::ptr::from_ref(*i)) != first);
        rest.for_each(|i| self.inside(i));
        if opens {
            self.scopes.pop();
        }
    }

    fn is_inner(&self, name: &str) -> bool {
        self.scopes.iter().any(|scope| scope.contains(name))
    }

    fn expression(&mut self, e: &Expr) {
        walk::each_part(e, &mut |e| match &*e.kind {
            E::Assign(_, place, _) | E::Step { place, .. } => match &*place.kind {
                E::Name(n) if self.is_inner(&n.text) => {}
                E::Name(n) => {
                    self.changed.insert(n.text.to_string());
                    self.places.push((n.text.to_string(), None));
                }
                E::Index(a, _) => match &*a.kind {
                    E::Name(n) if !self.is_inner(&n.text) => {
                        self.places.push((format!("{}[..]", n.text), Some(n.text.to_string())));
                    }
                    _ => self.nameable = false,
                },
                _ => self.nameable = false,
            },
            E::Call(..) | E::StmtExpr(_) | E::Builtin(..) => self.nameable = false,
            _ => {}
        });
    }
}
