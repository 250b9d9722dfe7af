//! The subject of an export: the chosen routines, under distinct names.

use crate::error::ExportError;
use abide_base::{Sources, Span};
use abide_ir::cfg::Cfg;
use abide_ir::{Check, Fact, Program, Routine};
use abide_logic::Var;
use std::collections::BTreeSet;

/// The routines to export, and how to tell places in them.
pub(crate) struct Subject<'a> {
    /// The program they stand in.
    pub program: &'a Program,
    /// The routines, in source order, each under a name of its own.
    pub routines: Vec<(String, &'a Routine)>,
    sources: Option<&'a Sources>,
}

impl<'a> Subject<'a> {
    /// All routines of `program`, or those named `method`.
    pub fn new(
        program: &'a Program,
        sources: Option<&'a Sources>,
        method: Option<&str>,
    ) -> Result<Subject<'a>, ExportError> {
        let chosen = program.routines.iter().filter(|r| method.is_none_or(|m| r.name == m));
        let mut used = BTreeSet::new();
        let routines: Vec<_> = chosen.map(|r| (distinct(&r.name, &mut used), r)).collect();
        match method {
            Some(name) if routines.is_empty() => Err(ExportError::NoRoutine {
                name: name.to_string(),
                known: program.routines.iter().map(|r| r.name.clone()).collect(),
            }),
            _ => Ok(Subject {
                program,
                routines,
                sources,
            }),
        }
    }

    /// The graph of a routine.
    pub fn cfg(&self, routine: &Routine, axioms: &[Fact]) -> Result<Cfg, ExportError> {
        Cfg::of(routine, axioms).map_err(|e| ExportError::TooIrreducible {
            routine: routine.name.clone(),
            span: e.span,
        })
    }

    /// `line 12`, or without sources `byte 305`.
    pub fn place(&self, span: Span) -> String {
        match self.sources {
            Some(sources) => format!("line {}", sources.line(span)),
            None => format!("byte {}", span.start),
        }
    }

    /// `postcondition at line 12`.
    pub fn check(&self, check: &Check) -> String {
        format!("{} at {}", check.kind.tag(), self.place(check.span))
    }
}

/// The variables of a routine.
pub(crate) fn variables(routine: &Routine) -> BTreeSet<Var> {
    routine.inputs.iter().chain(&routine.locals).cloned().collect()
}

/// `name`, with a count behind it if that is in use.
pub(crate) fn distinct(name: &str, used: &mut BTreeSet<String>) -> String {
    let counted = (2u32..).map(|n| format!("{name}_{n}"));
    let free = std::iter::once(name.to_string())
        .chain(counted)
        .find(|n| !used.contains(n));
    let name = free.expect("numbers do not end");
    used.insert(name.clone());
    name
}
