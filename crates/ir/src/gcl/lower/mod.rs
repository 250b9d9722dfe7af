//! From a tree to a typed program: names are resolved, sorts are checked, arrays are split,
//! calls are replaced by contracts, and what must not go wrong becomes an explicit check.
//!
//! As many mistakes as possible are reported in one run; a routine without any is lowered even
//! if others have some.
//!
//! * `decls`, `scope`, `names`: what names mean. `past`, `copies`: what `old` means.
//! * `value`: terms for values, and how arrays are split.
//! * `expr`, `checks`: expressions, and what they need to be well defined.
//! * `routine`, `storage`: the state of lowering one routine. `survey`: a first pass over its body.
//! * `stmt`, `assign`, `loops`, `call`: statements.

mod assign;
mod call;
mod checks;
mod copies;
mod decls;
mod expr;
mod loops;
mod names;
mod past;
mod routine;
mod scope;
mod sink;
mod stmt;
mod storage;
mod survey;
#[cfg(test)]
mod tests;
mod value;

use super::ast::{File, ItemKind, Procedure};
use super::parser::{MAX_ERRORS, Parsed, parse, too_many_errors};
use crate::program::Program;
use abide_base::{Diagnostic, FileId, Span};
use decls::Decls;
use sink::Sink;

/// What became of a file.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// The routines in which nothing is wrong.
    pub program: Program,
    /// The names of the procedures in which something is wrong, in source order. Also those that
    /// call a procedure whose contract is wrong.
    pub failed: Vec<String>,
    /// What is wrong, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a file and lowers it.
pub fn load(file: FileId, text: &str) -> Lowered {
    lower(parse(file, text))
}

/// Lowers a tree; the diagnostics of the parser come along.
pub fn lower(parsed: Parsed) -> Lowered {
    if parsed.diagnostics.len() > MAX_ERRORS {
        // reading stopped: whatever seems wrong may stand where nobody looked
        return Lowered {
            failed: procedures(&parsed.file).map(|(_, p)| p.name.text.to_string()).collect(),
            diagnostics: parsed.diagnostics,
            ..Lowered::default()
        };
    }
    let mut sink = Sink::default();
    let mut decls = Decls::collect(&parsed, &mut sink);
    check_contracts(&mut decls, &mut sink);

    let mut lowered = Lowered::default();
    lowered.program.functions = decls.functions.iter().filter_map(|(_, func)| func.clone()).collect();
    for item in &parsed.file.items {
        if let ItemKind::Axiom(formula) = &item.kind {
            lowered
                .program
                .axioms
                .extend(routine::axiom(formula, &decls, &mut sink));
        }
    }
    let misread: Vec<Span> = parsed.diagnostics.iter().filter_map(|d| d.span).collect();
    for (place, procedure) in procedures(&parsed.file) {
        let inside = |spans: &[Span]| spans.iter().any(|s| place.range().contains(&(s.start as usize)));
        // where something is missing in the tree, further errors would not be the user's
        let readable = !inside(&parsed.lost) && is_first(procedure, &decls);
        let routine = if readable {
            routine::routine(procedure, &decls, &mut sink)
        } else {
            None
        };
        match routine {
            Some(routine) if !inside(&misread) => lowered.program.routines.push(routine),
            None if readable && procedure.body.is_none() && is_usable(procedure, &decls) => {}
            _ => lowered.failed.push(procedure.name.text.to_string()),
        }
    }
    drop(decls);
    let mut diagnostics = parsed.diagnostics;
    diagnostics.extend(sink.into_diagnostics());
    diagnostics.sort_by_key(|d| d.span.map(|s| s.start));
    if diagnostics.len() > MAX_ERRORS {
        diagnostics.truncate(MAX_ERRORS);
        diagnostics.push(too_many_errors());
    }
    lowered.diagnostics = diagnostics;
    lowered
}

/// The procedures of a file, each with its place.
fn procedures(file: &File) -> impl Iterator<Item = (Span, &Procedure)> {
    file.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Procedure(procedure) => Some((item.place.0, procedure)),
        _ => None,
    })
}

/// Finds the procedures that can be called: nothing is wrong with their contracts.
fn check_contracts(decls: &mut Decls, sink: &mut Sink) {
    let usable: Vec<bool> = decls
        .procedures
        .iter()
        .map(|(_, signature)| signature.readable && routine::check_contract(signature.ast, decls, sink))
        .collect();
    for (signature, usable) in decls.procedures.iter_mut().zip(usable) {
        signature.usable &= usable;
    }
}

/// Is this the first procedure of its name?
fn is_first(procedure: &Procedure, decls: &Decls) -> bool {
    decls
        .procedures
        .get(&procedure.name.text)
        .is_some_and(|s| std::ptr::eq(s.ast, procedure))
}

fn is_usable(procedure: &Procedure, decls: &Decls) -> bool {
    decls.procedures.get(&procedure.name.text).is_some_and(|s| s.usable)
}
