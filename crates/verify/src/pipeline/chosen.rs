//! What is said of a file when only some of its routines are asked for.

use super::request::Settings;
use crate::language::Loaded;
use abide_base::{Diagnostic, Span};
use abide_ir::{Block, Routine, StmtKind};

impl Settings {
    /// The messages about a file, less those about routines that nobody asked for.
    pub(super) fn about_chosen(&self, loaded: &Loaded) -> Vec<Diagnostic> {
        let mut told = loaded.diagnostics.clone();
        if self.method.is_none() {
            return told;
        }
        let routines = || loaded.program.routines.iter();
        let mut names: Vec<Span> = routines().map(|r| r.span).collect();
        names.extend(loaded.unsupported.iter().map(|u| u.span));
        // what a routine takes in of others is theirs
        let next = |span: Span| names.iter().filter(|n| **n > span).map(|n| n.start).min();
        let contains = |routine: &Routine, place: Span| {
            let extent = extent(routine);
            let end = next(routine.span).map_or(extent.end, |next| next.min(extent.end));
            place.file == extent.file && (extent.start..end).contains(&place.start)
        };
        let of = |routine: &Routine, message: &Diagnostic| {
            routine.unread.contains(message) || message.span.is_some_and(|place| contains(routine, place))
        };
        // of a chosen routine, and of another one
        let is_about = |message: &Diagnostic, chosen: bool| {
            let mut read = routines().filter(|r| self.chooses(&r.name) == chosen);
            let mut unsupported = loaded.unsupported.iter().filter(|u| self.chooses(&u.name) == chosen);
            read.any(|r| of(r, message)) || unsupported.any(|u| u.why.contains(message))
        };
        told.retain(|message| is_about(message, true) || !is_about(message, false));
        told
    }
}

/// From the name of a routine to the last of its code. Code of others that it takes in may stand behind that.
fn extent(routine: &Routine) -> Span {
    let mut spans = vec![routine.span];
    places(&routine.body, &mut spans);
    spans.extend(routine.ensures.iter().map(|check| check.span));
    let own = spans.into_iter().filter(|span| span.file == routine.span.file);
    let end = own.map(|span| span.end).max().unwrap_or(routine.span.end);
    Span { end, ..routine.span }
}

fn places(block: &Block, found: &mut Vec<Span>) {
    for stmt in block {
        found.push(stmt.span);
        match &stmt.kind {
            StmtKind::If(_, yes, no) => [yes, no].iter().for_each(|b| places(b, found)),
            StmtKind::Choice(blocks) => blocks.iter().for_each(|b| places(b, found)),
            StmtKind::While(each) => [&each.prelude, &each.body].iter().for_each(|b| places(b, found)),
            _ => {}
        }
    }
}
