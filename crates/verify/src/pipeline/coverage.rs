//! How much of a code base can be read: the first stage alone, without a prover.

use super::request::Beforehand;
use super::{known, load, pool};
use crate::language::Language;
use abide_base::{Diagnostic, SourceFile, Sources};
use abide_ir::{Block, StmtKind, Unsupported};
use abide_prover::ProverError;
use rayon::prelude::*;
use std::sync::Arc;

/// What can be read of some files.
pub struct Coverage {
    /// Their texts.
    pub sources: Sources,
    /// Routines that can be verified.
    pub read: usize,
    /// Those of them with a loop.
    pub read_with_loop: usize,
    /// Routines that cannot.
    pub unsupported: Vec<Unsupported>,
    /// Bugs of ours that were met.
    pub bugs: Vec<Diagnostic>,
}

impl Coverage {
    /// How many routines there are.
    pub fn routines(&self) -> usize {
        self.read + self.unsupported.len()
    }

    /// How many routines have a loop.
    pub fn with_loop(&self) -> usize {
        self.read_with_loop + self.unsupported_with_loop()
    }

    /// How many of those cannot be verified.
    pub fn unsupported_with_loop(&self) -> usize {
        self.unsupported.iter().filter(|u| u.has_loop).count()
    }
}

/// Reads files that belong known, and know others, with so many threads, and verifies nothing.
pub fn coverage(
    files: &[(SourceFile, Arc<dyn Language>)],
    context: &[(SourceFile, Arc<dyn Language>)],
    jobs: usize,
) -> Result<Coverage, ProverError> {
    Ok(pool(jobs)?.install(|| read(files, context)))
}

fn read(files: &[(SourceFile, Arc<dyn Language>)], context: &[(SourceFile, Arc<dyn Language>)]) -> Coverage {
    let mut sources = Sources::default();
    let (ids, languages) = known(&mut sources, (files, context), &Beforehand::default());
    let each = ids.par_iter().zip(files).zip(&languages);
    // of a file that was read only this is left
    let counts: Vec<_> = each
        .map(|((id, (f, _)), language)| {
            load(*id, f, language).map(|loaded| {
                let routines = &loaded.program.routines;
                let with_loop = routines.iter().filter(|r| has_loop(&r.body)).count();
                (routines.len(), with_loop, loaded.unsupported)
            })
        })
        .collect();
    let mut all = Coverage {
        sources,
        read: 0,
        read_with_loop: 0,
        unsupported: Vec::new(),
        bugs: Vec::new(),
    };
    for counted in counts {
        match counted {
            Ok((read, with_loop, unsupported)) => {
                all.read += read;
                all.read_with_loop += with_loop;
                all.unsupported.extend(unsupported);
            }
            Err(bug) => all.bugs.push(*bug),
        }
    }
    all
}

/// Is there a loop that the user wrote? One of a callee that is read in place counts too.
fn has_loop(block: &Block) -> bool {
    block.iter().any(|s| match &s.kind {
        StmtKind::While(_) => true,
        StmtKind::If(_, yes, no) => has_loop(yes) || has_loop(no),
        StmtKind::Choice(blocks) => blocks.iter().any(has_loop),
        _ => false,
    })
}
